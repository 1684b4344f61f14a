//! Writing streams.

use std::io;
use std::path::{Path, PathBuf};

use super::files::{NumberedFiles, RecordFile};
use crate::{Interrupt, Lit, SatResult, SatSolver, SatStats, Var};

/// Makes solvers that record, one numbered file per solver. Clones share the numbering.
#[derive(Clone, Debug)]
pub struct StreamRecorder {
    files: NumberedFiles,
}

impl StreamRecorder {
    /// Record into `directory`, which is created if needed: `stream-00000.txt` and so on, over
    /// any older recording.
    pub fn new(directory: impl Into<PathBuf>) -> io::Result<StreamRecorder> {
        let files = NumberedFiles::new(directory, ["stream-", ".txt"])?;
        Ok(StreamRecorder { files })
    }

    /// Where the streams are written to.
    pub fn directory(&self) -> &Path {
        self.files.directory()
    }

    /// `solver`, recorded from now on. If the file cannot be created, the solver works all the
    /// same and the error is kept for [`take_error`](StreamRecorder::take_error).
    pub fn wrap<S: SatSolver>(&self, solver: S) -> RecordingSolver<S> {
        let file = self.files.create();
        RecordingSolver { solver, file }
    }

    /// The first error met while recording, if any.
    pub fn take_error(&self) -> Option<io::Error> {
        self.files.take_error()
    }
}

/// A solver that writes down what it is asked. Answers and models are not written: they are what
/// a replay is there to find out. A theory is asked about whole models, so that all it says is written.
pub struct RecordingSolver<S> {
    solver: S,
    file: RecordFile,
}

impl<S: SatSolver> RecordingSolver<S> {
    /// Record `solver` into `writer`.
    pub fn new(solver: S, writer: impl io::Write + 'static) -> RecordingSolver<S> {
        let file = RecordFile::new(writer);
        RecordingSolver { solver, file }
    }

    fn write(&mut self, line: &str) {
        self.file.write(line);
    }

    fn write_lits(&mut self, event: char, lits: &[Lit]) {
        let mut line = String::from(event);
        for lit in lits {
            line.push(' ');
            line.push_str(&lit.to_dimacs().to_string());
        }
        line.push_str(" 0\n");
        self.write(&line);
    }
}

impl<S: SatSolver> SatSolver for RecordingSolver<S> {
    fn new_var(&mut self) -> Var {
        self.write("v\n");
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.write_lits('c', clause);
        self.solver.add_clause(clause);
    }

    fn add_definition(&mut self, clause: &[Lit]) {
        self.write_lits('d', clause);
        self.solver.add_definition(clause);
    }

    fn relate(&mut self, var: Var, to: &[Lit]) {
        let lits: Vec<Lit> = [var.positive()].iter().chain(to).copied().collect();
        self.write_lits('r', &lits);
        self.solver.relate(var, to);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        self.write_lits('s', assumptions);
        self.solver.solve(assumptions)
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        self.solver.is_relevant(lit)
    }

    fn failed(&self, lit: Lit) -> bool {
        self.solver.failed(lit)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.solver.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        match limit {
            Some(limit) => self.write(&format!("l {limit}\n")),
            None => self.write("l\n"),
        }
        self.solver.set_conflict_limit(limit);
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.solver.conflict_limit()
    }

    fn stats(&self) -> SatStats {
        self.solver.stats()
    }
}

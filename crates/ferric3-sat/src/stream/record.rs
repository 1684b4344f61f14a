//! Writing streams.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Interrupt, Lit, SatResult, SatSolver, SatStats, Var};

/// The first error of any of the streams of one recorder.
type SharedError = Arc<Mutex<Option<io::Error>>>;

/// Makes solvers that record, one numbered file per solver. Clones share the numbering.
#[derive(Clone, Debug)]
pub struct StreamRecorder {
    directory: PathBuf,
    next: Arc<AtomicU32>,
    error: SharedError,
}

impl StreamRecorder {
    /// Record into `directory`, which is created if needed: `stream-00000.txt` and so on, over
    /// any older recording.
    pub fn new(directory: impl Into<PathBuf>) -> io::Result<StreamRecorder> {
        let directory = directory.into();
        fs::create_dir_all(&directory)?;
        Ok(StreamRecorder {
            directory,
            next: Arc::new(AtomicU32::new(0)),
            error: SharedError::default(),
        })
    }

    /// Where the streams are written to.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// `solver`, recorded from now on. If the file cannot be created, the solver works all the
    /// same and the error is kept for [`take_error`](StreamRecorder::take_error).
    pub fn wrap<S: SatSolver>(&self, solver: S) -> RecordingSolver<S> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.directory.join(format!("stream-{number:05}.txt"));
        let writer: Box<dyn Write> = match File::create(path) {
            Ok(file) => Box::new(BufWriter::new(file)),
            Err(error) => {
                keep(&self.error, error);
                Box::new(io::sink())
            }
        };
        RecordingSolver {
            solver,
            writer,
            error: Arc::clone(&self.error),
        }
    }

    /// The first error met while recording, if any.
    pub fn take_error(&self) -> Option<io::Error> {
        self.error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

fn keep(place: &SharedError, error: io::Error) {
    place
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get_or_insert(error);
}

/// A solver that writes down what it is asked. Answers and models are not written: they are what
/// a replay is there to find out. A theory is asked about whole models, so that all it says is written.
pub struct RecordingSolver<S> {
    solver: S,
    writer: Box<dyn Write>,
    error: SharedError,
}

impl<S: SatSolver> RecordingSolver<S> {
    /// Record `solver` into `writer`.
    pub fn new(solver: S, writer: impl Write + 'static) -> RecordingSolver<S> {
        RecordingSolver {
            solver,
            writer: Box::new(writer),
            error: SharedError::default(),
        }
    }

    fn write(&mut self, line: &str) {
        if let Err(error) = self.writer.write_all(line.as_bytes()) {
            keep(&self.error, error);
            // A stream with a hole would mislead; stop recording.
            self.writer = Box::new(io::sink());
        }
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

impl<S> Drop for RecordingSolver<S> {
    fn drop(&mut self) {
        if let Err(error) = self.writer.flush() {
            keep(&self.error, error);
        }
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

//! Writing scripts.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use ferric3_sat::Interrupt;
use ferric3_sat::stream::{NumberedFiles, RecordFile};
use ferric3_term::{Bound, SymbolId, TermId, Terms, Value};

use crate::smtlib_process::{Knows, Script, each_once, literal_name};
use crate::{CheckResult, Solver, SolverStats};

/// Makes solvers that record, one numbered file per solver. Clones share the numbering.
#[derive(Clone, Debug)]
pub struct QueryRecorder {
    files: NumberedFiles,
}

impl QueryRecorder {
    /// Record into `directory`, which is created if needed: `queries-00000.smt2` and so on, over any older
    /// recording.
    pub fn new(directory: impl Into<PathBuf>) -> io::Result<QueryRecorder> {
        let files = NumberedFiles::new(directory, ["queries-", ".smt2"])?;
        Ok(QueryRecorder { files })
    }

    /// `solver`, which is fresh, recorded from now on. If the file cannot be created, the solver works all the
    /// same; see [`take_error`](QueryRecorder::take_error).
    pub fn wrap(&self, solver: Box<dyn Solver>) -> RecordingSolver {
        RecordingSolver {
            solver,
            script: Script::new(Knows::ALL_SORTS),
            written: 0,
            limit: None,
            written_limit: None,
            file: self.files.create(),
        }
    }

    /// The first error met while recording, if any.
    pub fn take_error(&self) -> Option<io::Error> {
        self.files.take_error()
    }
}

/// A solver that writes down what it is asked.
pub struct RecordingSolver {
    solver: Box<dyn Solver>,
    script: Script,
    /// How much of the script was written.
    written: usize,
    limit: Option<u64>,
    written_limit: Option<u64>,
    file: RecordFile,
}

impl RecordingSolver {
    fn write(&mut self, text: &str) {
        self.file.write(text);
    }

    fn write_query(&mut self, terms: &Terms, assumptions: &[TermId]) {
        let assumptions = each_once(assumptions);
        for &term in &assumptions {
            self.script.literal(terms, term);
        }
        let mut text = self.script.from(self.written).to_owned();
        self.written = self.script.end();
        if self.limit != self.written_limit {
            self.written_limit = self.limit;
            let limit = self.limit.unwrap_or(0);
            text.push_str(&format!("(set-info :limit {limit})\n"));
        }
        let names: Vec<String> = assumptions.iter().map(|&t| literal_name(t)).collect();
        text.push_str(&match names.is_empty() {
            true => "(check-sat)".to_owned(),
            false => format!("(check-sat-assuming ({}))", names.join(" ")),
        });
        self.write(&text);
    }
}

impl Solver for RecordingSolver {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.script.assert(terms, term);
        self.solver.assert(terms, term);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        self.script.assert_clause(terms, clause);
        self.solver.assert_clause(terms, clause);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.write_query(terms, assumptions);
        let start = Instant::now();
        let answer = self.solver.check(terms, assumptions);
        let time = start.elapsed().as_micros();
        let word = match &answer {
            CheckResult::Sat => "sat",
            CheckResult::Unsat => "unsat",
            CheckResult::Unknown(_) => "unknown",
        };
        self.write(&format!(" ; {word} {time}us\n"));
        answer
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.solver.failed_assumptions()
    }

    fn weakened(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        self.solver.weakened(terms)
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.solver.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        self.solver.value(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.solver.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
        self.solver.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.solver.stats()
    }
}

//! A solver in another process that speaks SMT-LIB 2, such as Z3 or cvc5.
//!
//! Assumptions are named: `(declare-const n Bool) (assert (= n term))`, once per term, so that a
//! query is a `check-sat-assuming` of names and its core is a list of names.
//!
//! A process that died, was interrupted or gave an answer that is not understood is not started
//! again: every later query is `Unknown`, and [`SmtLibProcess::error`] says why.

mod connection;
mod error;
mod sexpr;

use std::fmt::Write;
use std::time::Instant;

use ferric3_sat::Interrupt;
use ferric3_term::{
    FloatOp, Op, SmtLib, SymbolId, TermId, Terms, Value, declare_symbol, define_float, symbol_name,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::connection::Connection;
pub use self::error::SmtLibProcessError;
use self::sexpr::SExpr;
use crate::{CheckResult, Solver, SolverStats, WhyUnknown};

/// An incremental solver over a child process.
pub struct SmtLibProcess {
    /// The process, or why there is none any more.
    connection: Result<Connection, SmtLibProcessError>,
    interrupt: Interrupt,
    /// Symbols that the process knows, in the order of their declaration.
    declared: Vec<SymbolId>,
    /// Terms whose symbols have all been declared.
    visited: FxHashSet<TermId>,
    /// Terms that have a name.
    named: FxHashSet<TermId>,
    model: FxHashMap<SymbolId, Value>,
    /// Floating-point operations that the process knows, by width of their arguments.
    defined: FxHashSet<(FloatOp, u32)>,
    failed: Vec<TermId>,
    stats: SolverStats,
}

impl SmtLibProcess {
    /// Start `program`, which must read commands from its standard input.
    pub fn spawn(
        program: &str,
        args: &[&str],
        logic: &str,
    ) -> Result<SmtLibProcess, SmtLibProcessError> {
        let mut connection = Connection::spawn(program, args)?;
        connection.tell("(set-option :print-success false)");
        connection.tell("(set-option :produce-models true)");
        connection.tell("(set-option :produce-unsat-assumptions true)");
        connection.tell(&format!("(set-logic {logic})"));
        Ok(SmtLibProcess {
            connection: Ok(connection),
            interrupt: Interrupt::new(),
            declared: Vec::new(),
            visited: FxHashSet::default(),
            named: FxHashSet::default(),
            model: FxHashMap::default(),
            defined: FxHashSet::default(),
            failed: Vec::new(),
            stats: SolverStats::default(),
        })
    }

    /// Z3 for bit-vectors, if it is installed.
    pub fn z3() -> Result<SmtLibProcess, SmtLibProcessError> {
        SmtLibProcess::spawn("z3", &["-in", "-smt2"], "QF_BV")
    }

    /// cvc5 for bit-vectors, if it is installed.
    pub fn cvc5() -> Result<SmtLibProcess, SmtLibProcessError> {
        SmtLibProcess::spawn("cvc5", &["--incremental", "--lang=smt2"], "QF_BV")
    }

    /// Z3 for bit-vectors and arrays, if it is installed. (It knows constant arrays only where all
    /// logics are allowed.)
    pub fn z3_with_arrays() -> Result<SmtLibProcess, SmtLibProcessError> {
        SmtLibProcess::spawn("z3", &["-in", "-smt2"], "ALL")
    }

    /// Why the process no longer answers, if so.
    pub fn error(&self) -> Option<&SmtLibProcessError> {
        self.connection.as_ref().err()
    }

    fn tell(&mut self, command: &str) {
        if let Ok(connection) = &mut self.connection {
            connection.tell(command);
        }
    }

    /// Ask, and end the process if the answer is an error. `None`: there is no answer.
    fn ask(&mut self, command: &str) -> Option<SExpr> {
        let connection = self.connection.as_mut().ok()?;
        match connection.ask(command, &self.interrupt) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.connection = Err(error);
                None
            }
        }
    }

    /// End the process because of an answer that is not understood.
    fn reject(&mut self, answer: &SExpr) {
        self.connection = Err(SmtLibProcessError::Unexpected(answer.to_string()));
    }

    /// Declare the symbols of `term` that the process does not know yet.
    fn declare(&mut self, terms: &Terms, term: TermId) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if !self.visited.insert(term) {
                continue;
            }
            if let Op::Symbol(symbol) = terms.op(term) {
                self.declared.push(*symbol);
                self.tell(&declare_symbol(terms, *symbol));
            }
            if let (Op::Float(op), args) = (terms.op(term), terms.args(term)) {
                let width = terms.width(args[0]);
                if self.defined.insert((*op, width)) {
                    self.tell(&define_float(*op, args.len(), width));
                }
            }
            self.stats.terms += 1;
            todo.extend(terms.args(term));
        }
    }

    /// Name an assumption.
    fn name(&mut self, terms: &Terms, term: TermId) {
        if self.named.insert(term) {
            self.declare(terms, term);
            let name = assumption_name(term);
            self.tell(&format!("(declare-fun {name} () Bool)"));
            self.tell(&format!("(assert (= {name} {}))", SmtLib::new(terms, term)));
        }
    }

    fn solve(&mut self, terms: &Terms, assumptions: &[TermId]) -> Option<CheckResult> {
        for &term in assumptions {
            self.name(terms, term);
        }
        let answer = self.ask(&query_command(assumptions))?;
        match answer.as_atom() {
            Some("sat") => {
                self.read_model(terms)?;
                Some(CheckResult::Sat)
            }
            Some("unsat") => {
                self.read_failed(assumptions)?;
                Some(CheckResult::Unsat)
            }
            Some("unknown") => {
                let reason = "the solver says that it does not know".to_owned();
                Some(CheckResult::Unknown(WhyUnknown::Incomplete(reason)))
            }
            _ => {
                self.reject(&answer);
                None
            }
        }
    }

    /// Why there is no answer now that the process is gone.
    fn why_unknown(&self) -> WhyUnknown {
        match self.error() {
            _ if self.interrupt.is_raised() => WhyUnknown::Stopped,
            Some(error) => WhyUnknown::Incomplete(error.to_string()),
            None => WhyUnknown::Incomplete("the solver gave no answer".to_owned()),
        }
    }

    /// Values of all declared symbols, right away: later the process might be gone.
    fn read_model(&mut self, terms: &Terms) -> Option<()> {
        if self.declared.is_empty() {
            return Some(());
        }
        let names: Vec<String> = self
            .declared
            .iter()
            .map(|&s| symbol_name(terms, s))
            .collect();
        let answer = self.ask(&format!("(get-value ({}))", names.join(" ")))?;
        let values: Option<Vec<Value>> = answer.as_list().and_then(|pairs| {
            let mut symbols = self.declared.iter();
            let values = pairs.iter().map(|pair| match pair.as_list()? {
                [_, value] => value.to_value(terms.symbol(*symbols.next()?).sort),
                _ => None,
            });
            values.collect()
        });
        match values {
            Some(values) if values.len() == self.declared.len() => {
                self.model = self.declared.iter().copied().zip(values).collect();
                Some(())
            }
            _ => {
                self.reject(&answer);
                None
            }
        }
    }

    fn read_failed(&mut self, assumptions: &[TermId]) -> Option<()> {
        if assumptions.is_empty() {
            return Some(());
        }
        let answer = self.ask("(get-unsat-assumptions)")?;
        let names: Option<FxHashSet<&str>> = answer
            .as_list()
            .and_then(|names| names.iter().map(SExpr::as_atom).collect());
        let Some(mut names) = names else {
            self.reject(&answer);
            return None;
        };
        for &term in assumptions {
            // Removed, so that an assumption made twice is reported once.
            if names.remove(&*assumption_name(term)) {
                self.failed.push(term);
            }
        }
        Some(())
    }
}

/// The command for a query; cvc5 does not take an empty list of assumptions.
fn query_command(assumptions: &[TermId]) -> String {
    if assumptions.is_empty() {
        return String::from("(check-sat)");
    }
    // Each name once, since some solvers stumble over duplicates.
    let mut seen = FxHashSet::default();
    let names: Vec<String> = assumptions
        .iter()
        .filter(|&&term| seen.insert(term))
        .map(|&term| assumption_name(term))
        .collect();
    format!("(check-sat-assuming ({}))", names.join(" "))
}

/// Names of symbols never end like this; see [`symbol_name`].
fn assumption_name(term: TermId) -> String {
    format!("assumption!{}!", term.index())
}

impl Solver for SmtLibProcess {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.declare(terms, term);
        self.tell(&format!("(assert {})", SmtLib::new(terms, term)));
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        let mut command = String::from("(assert (or false false");
        for &term in clause {
            self.declare(terms, term);
            write!(command, " {}", SmtLib::new(terms, term)).expect("strings can be written to");
        }
        command.push_str("))");
        self.tell(&command);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        self.failed.clear();
        self.model.clear();
        let start = Instant::now();
        // Asked before, since the process would not survive it.
        let result = if self.interrupt.is_raised() {
            CheckResult::Unknown(WhyUnknown::Stopped)
        } else {
            self.solve(terms, assumptions)
                .unwrap_or_else(|| CheckResult::Unknown(self.why_unknown()))
        };
        self.stats.solve_time += start.elapsed();
        self.stats.count(&result);
        result
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let value = self.model.get(&symbol).cloned();
        value.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        terms.eval(term, &self.model)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Ignored: SMT-LIB knows no such limit.
    fn set_conflict_limit(&mut self, _limit: Option<u64>) {}

    fn stats(&self) -> SolverStats {
        self.stats
    }
}

//! A second opinion: where a solver says that there is no model, others are asked, too.
//!
//! With `A` the asserted terms and `C` the assumptions that were used, each of them is asked whether
//! `A ∧ C` has a model, by itself and without the first one's limit. `Unsat` is said only if all of
//! them say so.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferric3_sat::Interrupt;
use ferric3_term::{SymbolId, TermId, Terms, Value};

use crate::{CheckResult, SmtLibProcess, SmtLibSolver, Solver, SolverStats, WhyUnknown};

/// Who confirmed how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// The program's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Queries without a model, that it found to have none.
    pub obligations: u64,
}

#[derive(Debug, Default)]
struct Tally {
    /// By solver: queries confirmed.
    confirmed: Vec<u64>,
    disagreement: Option<String>,
}

/// Programs that are asked for a second opinion, and what they said. Cloning shares both.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    solvers: Vec<SmtLibSolver>,
    tally: Arc<Mutex<Tally>>,
}

impl Witnesses {
    /// These programs.
    pub fn new(solvers: Vec<SmtLibSolver>) -> Witnesses {
        let confirmed = vec![0; solvers.len()];
        Witnesses {
            solvers,
            tally: Arc::new(Mutex::new(Tally {
                confirmed,
                disagreement: None,
            })),
        }
    }

    /// The same programs, none of which has said anything.
    pub fn afresh(&self) -> Witnesses {
        Witnesses::new(self.solvers.clone())
    }

    /// Is there nobody to ask?
    pub fn is_empty(&self) -> bool {
        self.solvers.is_empty()
    }

    /// The programs.
    pub fn solvers(&self) -> &[SmtLibSolver] {
        &self.solvers
    }

    /// Who confirmed how much.
    pub fn confirmations(&self) -> Vec<Confirmation> {
        let tally = self.tally();
        let confirmed = self.solvers.iter().zip(&tally.confirmed);
        let confirmed = confirmed.map(|(solver, &obligations)| Confirmation {
            name: solver.name().to_owned(),
            version: solver.version().to_owned(),
            obligations,
        });
        confirmed.collect()
    }

    /// If one of them has found a model where there should be none: who, in a sentence.
    pub fn disagreement(&self) -> Option<String> {
        self.tally().disagreement.clone()
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver whose `Unsat` was confirmed.
pub(crate) struct Confirmed {
    first: Box<dyn Solver>,
    others: Vec<SmtLibProcess>,
    witnesses: Witnesses,
    /// What was asserted, as clauses: to see who is right if they disagree.
    asserted: Vec<Vec<TermId>>,
}

impl Confirmed {
    pub(crate) fn new(first: Box<dyn Solver>, witnesses: &Witnesses) -> Confirmed {
        let others = witnesses.solvers.iter();
        Confirmed {
            first,
            others: others.map(SmtLibSolver::create).collect(),
            witnesses: witnesses.clone(),
            asserted: Vec::new(),
        }
    }

    /// Have the others confirm that there is no model of what is asserted and the used assumptions.
    fn confirm(&mut self, terms: &Terms) -> Result<(), WhyUnknown> {
        let used = self.first.failed_assumptions().to_vec();
        for place in 0..self.others.len() {
            let solver = self.witnesses.solvers[place].to_string();
            match self.others[place].check(terms, &used) {
                CheckResult::Unsat => self.witnesses.tally().confirmed[place] += 1,
                CheckResult::Sat => {
                    let verb = match self.is_model(terms, &self.others[place], &used) {
                        true => "has",
                        false => "claims to have",
                    };
                    let text = format!("{solver} {verb} a model of an obligation that has none");
                    self.witnesses.tally().disagreement = Some(text.clone());
                    return Err(WhyUnknown::because(text));
                }
                CheckResult::Unknown(WhyUnknown::Stopped) => return Err(WhyUnknown::Stopped),
                CheckResult::Unknown(why) => {
                    let text = format!("{solver} does not confirm an obligation: {why}");
                    return Err(WhyUnknown::because(text));
                }
            }
        }
        Ok(())
    }

    /// Does the evaluator accept the model?
    fn is_model(&self, terms: &Terms, solver: &SmtLibProcess, used: &[TermId]) -> bool {
        let holds = |&term: &TermId| solver.value(terms, term) == Value::Bool(true);
        used.iter().all(holds) && self.asserted.iter().all(|clause| clause.iter().any(holds))
    }
}

impl Solver for Confirmed {
    fn assert(&mut self, terms: &Terms, term: TermId) {
        self.assert_clause(terms, &[term]);
    }

    fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        match clause {
            [term] => self.first.assert(terms, *term),
            clause => self.first.assert_clause(terms, clause),
        }
        for other in &mut self.others {
            other.assert_clause(terms, clause);
        }
        self.asserted.push(clause.to_vec());
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> CheckResult {
        match self.first.check(terms, assumptions) {
            CheckResult::Unsat => match self.confirm(terms) {
                Ok(()) => CheckResult::Unsat,
                Err(why) => CheckResult::Unknown(why),
            },
            answer => answer,
        }
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.first.failed_assumptions()
    }

    fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.first.symbol_value(terms, symbol)
    }

    fn value(&self, terms: &Terms, term: TermId) -> Value {
        self.first.value(terms, term)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        for other in &mut self.others {
            other.set_interrupt(interrupt.clone());
        }
        self.first.set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.first.set_conflict_limit(limit);
    }

    fn stats(&self) -> SolverStats {
        self.first.stats()
    }
}

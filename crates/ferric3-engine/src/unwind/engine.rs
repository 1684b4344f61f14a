//! Bounded model checking along loops: unwind further and further until an error is found or
//! nothing is left.

use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, ModelOf, Solver};
use ferric3_term::{TermId, Terms};

use super::{Oracle, Unwinding};
use crate::bounded::{conflicts_of, effort_of};
use crate::engine::TERM_WORK;
use crate::{
    Answer, Budget, Depth, Engine, EngineStats, Interrupted, Knowledge, ProgressInfo, Proof,
    Session, Task, UnknownReason,
};

/// If all loops end, the question that is left is worth that much more effort: no other engine has
/// less to do.
const IF_ALL_LOOPS_END: u64 = 40;

/// What a copy of a location costs at least, in terms: also if nothing in it is unknown.
const COPY_COST: u64 = 50;

/// Whether a loop goes on is not worth more conflicts than these.
const CONFLICTS_ON_ITERATIONS: u64 = 200;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Unwind {
    budget: Budget,
    stats: EngineStats,
    /// How deep the last search got.
    depth: Depth,
}

impl Unwind {
    /// An engine with a budget, whose bound is one of iterations of loops whose guards are not known.
    pub fn new(budget: Budget) -> Unwind {
        Unwind {
            budget,
            ..Unwind::default()
        }
    }

    fn run(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        work: &mut Work,
        session: &mut Session<'_>,
    ) -> Result<Answer, Interrupted> {
        let mut unwinding = Unwinding::new(task, terms);
        unwinding.decide_guards();
        let mut bound = 1;
        let mut is_complete = false;
        loop {
            session.progress.update(&ProgressInfo {
                phase: "unwind",
                level: bound,
                queries: work.solver.stats().queries,
                ..Default::default()
            });
            unwinding.unwind(terms, bound, work)?;
            self.stats.level = bound;
            let copies = unwinding.copies() as u64;
            self.stats.counters.insert("copies of locations", copies);
            if unwinding.beyond().is_empty() && !is_complete {
                is_complete = true;
                work.budget.multiply_effort(IF_ALL_LOOPS_END);
            }
            let found = work.any(terms, unwinding.errors())?;
            if found == CheckResult::Sat {
                let model = ModelOf(work.solver.as_ref());
                let found = unwinding.counterexample(terms, &model);
                return Ok(Answer::Unsafe(found));
            }
            if let Some(edges) = unwinding.inside()
                && let Some(depth) = Depth::inside_unwinding(edges, &found)
            {
                self.depth = self.depth.max(depth);
            }
            let depth = self.depth;
            let bounded = Answer::Unknown(UnknownReason::Bound(depth));
            if matches!(found, CheckResult::Unknown(_)) {
                return Ok(bounded);
            }
            work.exclude(terms, unwinding.errors());
            is_complete |= work.any(terms, unwinding.beyond())? == CheckResult::Unsat;
            if is_complete {
                let copies = unwinding.copies();
                return Ok(match session.unrollings {
                    true => Answer::Safe(Proof::Unwinding { copies }),
                    false => Answer::Unknown(UnknownReason::OnlyUnrolled(depth)),
                });
            }
            let is_last = bound >= self.budget.max_bound();
            if is_last || unwinding.gave_up() || work.is_spent(terms) {
                return Ok(bounded);
            }
            bound *= 2;
        }
    }
}

impl Engine for Unwind {
    fn name(&self) -> &'static str {
        "unwind"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        self.stats = EngineStats::default();
        self.depth = Depth::default();
        let mut work = Work {
            solver: session.solvers.create(),
            interrupt: session.solvers.interrupt.clone(),
            budget: self.budget,
            first_term: terms.len(),
            worked: terms.len(),
            copies: 0,
        };
        let answer = self.run(task, terms, &mut work, session);
        self.stats.solver = work.solver.stats();
        answer.unwrap_or_else(|why| Answer::Unknown(why.into()))
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        Knowledge {
            depth: self.depth,
            ..Knowledge::default()
        }
    }
}

/// The solver of a search, and what may still be done.
struct Work {
    solver: Box<dyn Solver>,
    interrupt: Interrupt,
    budget: Budget,
    first_term: usize,
    /// Terms that were accounted for.
    worked: usize,
    /// Copies of locations that were made, in all unwindings.
    copies: u64,
}

impl Work {
    fn left(&self, terms: &Terms) -> Option<u64> {
        let new_terms = (terms.len() - self.first_term) as u64;
        let size = new_terms + self.solver.stats().clauses;
        if self.budget.is_too_large(size) {
            return Some(0);
        }
        let built = new_terms + COPY_COST * self.copies;
        let done = effort_of(self.solver.as_ref()) + built;
        self.budget.left(done)
    }

    fn is_spent(&self, terms: &Terms) -> bool {
        self.left(terms) == Some(0)
    }

    /// Can any of these conditions hold? `Unknown` only if that takes more than what is left.
    fn any(&mut self, terms: &mut Terms, of: &[TermId]) -> Result<CheckResult, Interrupted> {
        let any = terms.or(of);
        if terms.as_bool(any) == Some(false) {
            return Ok(CheckResult::Unsat);
        }
        let left = self.left(terms);
        self.solver.set_conflict_limit(conflicts_of(left));
        match self.solver.check(terms, &[any]) {
            CheckResult::Unknown(why) if why != Interrupted::Limit => Err(why),
            answer => Ok(answer),
        }
    }

    /// None of these holds in any run.
    fn exclude(&mut self, terms: &mut Terms, errors: &[TermId]) {
        for &error in errors {
            if terms.as_bool(error) != Some(false) {
                let none = terms.not(error);
                self.solver.assert(terms, none);
            }
        }
    }
}

impl Oracle for Work {
    fn may_go_on(&mut self, terms: &Terms) -> Result<bool, Interrupted> {
        if self.interrupt.is_raised() {
            return Err(Interrupted::Stopped);
        }
        let new = terms.len() - self.worked;
        self.worked = terms.len();
        self.copies += 1;
        self.interrupt.work(TERM_WORK * (new as u64 + COPY_COST));
        Ok(!self.is_spent(terms))
    }

    fn is_possible(&mut self, terms: &mut Terms, condition: TermId) -> Result<bool, Interrupted> {
        if self.is_spent(terms) {
            return Ok(true);
        }
        self.solver
            .set_conflict_limit(Some(CONFLICTS_ON_ITERATIONS));
        match self.solver.check(terms, &[condition]).decided() {
            // It may be, and is followed.
            Err(Interrupted::Limit | Interrupted::Incomplete(_)) => Ok(true),
            answer => answer,
        }
    }
}

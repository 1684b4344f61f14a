//! Bounded model checking along loops: unwind further and further until an error is found or
//! nothing is left.

use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, Solver};
use ferric3_term::{TermId, Terms};

use super::{Oracle, Unwinding};
use crate::bounded::{ModelOf, conflicts_of, effort_of};
use crate::engine::TERM_WORK;
use crate::{
    Answer, Depth, Engine, EngineStats, Interrupted, Knowledge, ProgressInfo, Proof, Session, Task,
    UnknownReason,
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
    /// Give up after that many iterations of loops whose guards are not known; `None`: never.
    max_bound: Option<usize>,
    /// Give up after that much effort; `None`: never.
    effort: Option<u64>,
    /// Give up after building so many terms and clauses; `None`: never.
    max_size: Option<u64>,
    stats: EngineStats,
    /// How deep the last search got.
    depth: Depth,
}

impl Unwind {
    /// An engine that gives up after so many iterations of each loop, or never.
    pub fn new(max_bound: Option<usize>) -> Unwind {
        Unwind {
            max_bound,
            ..Unwind::default()
        }
    }

    /// An engine that gives up after an effort, see [`Bmc::with_effort`](crate::Bmc::with_effort).
    pub fn with_effort(effort: u64) -> Unwind {
        Unwind {
            effort: Some(effort),
            ..Unwind::default()
        }
    }

    /// An engine that gives up after building so many terms and clauses.
    pub fn with_size(max_size: u64) -> Unwind {
        Unwind {
            max_size: Some(max_size),
            ..Unwind::default()
        }
    }

    fn run(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        budget: &mut Budget,
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
                queries: budget.solver.stats().queries,
                ..Default::default()
            });
            unwinding.unwind(terms, bound, budget)?;
            self.stats.level = bound;
            let copies = unwinding.copies() as u64;
            self.stats.counters.insert("copies of locations", copies);
            if unwinding.beyond().is_empty() && !is_complete {
                is_complete = true;
                let more = |effort: u64| effort.saturating_mul(IF_ALL_LOOPS_END);
                budget.effort = budget.effort.map(more);
            }
            let found = budget.any(terms, unwinding.errors())?;
            if found == CheckResult::Sat {
                let model = ModelOf(budget.solver.as_ref());
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
            budget.exclude(terms, unwinding.errors());
            is_complete |= budget.any(terms, unwinding.beyond())? == CheckResult::Unsat;
            if is_complete && session.unrollings {
                let copies = unwinding.copies();
                return Ok(Answer::Safe(Proof::Unwinding { copies }));
            }
            let is_last = self.max_bound.is_some_and(|max| bound >= max);
            if is_complete || is_last || unwinding.gave_up() || budget.is_spent(terms) {
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
        let mut budget = Budget {
            solver: session.solvers.create(),
            interrupt: session.solvers.interrupt.clone(),
            effort: self.effort,
            max_size: self.max_size,
            first_term: terms.len(),
            worked: terms.len(),
            copies: 0,
        };
        let answer = self.run(task, terms, &mut budget, session);
        self.stats.solver = budget.solver.stats();
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
struct Budget {
    solver: Box<dyn Solver>,
    interrupt: Interrupt,
    effort: Option<u64>,
    max_size: Option<u64>,
    first_term: usize,
    /// Terms that were accounted for.
    worked: usize,
    /// Copies of locations that were made, in all unwindings.
    copies: u64,
}

impl Budget {
    fn left(&self, terms: &Terms) -> Option<u64> {
        let new_terms = (terms.len() - self.first_term) as u64;
        let size = new_terms + self.solver.stats().clauses;
        if self.max_size.is_some_and(|max| size > max) {
            return Some(0);
        }
        let built = new_terms + COPY_COST * self.copies;
        let done = effort_of(self.solver.as_ref()) + built;
        self.effort.map(|effort| effort.saturating_sub(done))
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

impl Oracle for Budget {
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

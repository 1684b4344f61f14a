//! k-induction (Sheeran, Singh and Stålmarck, FMCAD 2000) on the control flow automaton, with
//! auxiliary invariants (Beyer, Dangl and Wendler, CAV 2015).
//!
//! For growing `k`: the *base case* says that no run of at most `k` edges ends in the error
//! location ([`bounded`](crate::bounded)), the *step case* that no path of exactly `k` edges does,
//! wherever it starts in a state of the auxiliary invariant ([`step`]). That invariant is what
//! data flow found out, and what other engines tell while this one runs. Where a proof can be
//! written as an inductive invariant ([`inductive`]), it is: people and passes can use that.

mod inductive;
mod step;

use ferric3_term::Terms;

pub(crate) use self::inductive::invariant as as_invariant;
use self::step::StepCase;
use crate::bounded::BoundedSearch;
use crate::{
    Answer, Budget, Depth, Engine, EngineStats, Interrupted, Knowledge, ProgressInfo, Proof,
    Session, Task, UnknownReason,
};

/// The step case is tried up to this `k`: what has no proof by then has hardly one at all, and the
/// base case can go deeper alone.
const MAX_STEP: usize = 128;

/// Every `k` is tried up to this one; then they grow by a quarter. If the step case holds for
/// some `k`, it holds for all that are greater.
const ALL_UP_TO: usize = 8;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct KInduction {
    budget: Budget,
    stats: EngineStats,
    /// How deep the last search got.
    depth: Depth,
}

impl KInduction {
    /// An engine with a budget, whose bound is one of `k`.
    pub fn new(budget: Budget) -> KInduction {
        KInduction {
            budget,
            ..KInduction::default()
        }
    }

    fn run(
        &mut self,
        task: &Task,
        terms: &mut Terms,
        base: &mut BoundedSearch<'_>,
        step: &mut StepCase<'_>,
        session: &mut Session<'_>,
    ) -> Result<Answer, Interrupted> {
        let (budget, max_k) = (self.budget, self.budget.max_bound());
        let first_term = terms.len();
        let mut k = 0;
        // Whether all runs have ended is asked whenever the depth has doubled.
        let mut next_question = 1;
        loop {
            let last = k;
            k = (k + if k < ALL_UP_TO { 1 } else { k / 4 }).min(max_k);
            let left = |base: &BoundedSearch<'_>, step: &StepCase<'_>, terms: &Terms| {
                budget.left(base.effort(terms) + step.effort())
            };
            let clauses = base.solver().stats().clauses + step.solver().stats().clauses;
            let is_too_large = budget.is_too_large((terms.len() - first_term) as u64 + clauses);
            let is_spent = is_too_large || left(base, step, terms) == Some(0);
            if is_spent || k == last {
                return KInduction::at_bound(terms, base, session);
            }
            if session.solvers.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            session.progress.update(&ProgressInfo {
                phase: "kind",
                level: k,
                queries: base.solver().stats().queries + step.solver().stats().queries,
                lemmas: step.auxiliary().len(),
                ..Default::default()
            });
            let rest = left(base, step, terms);
            base.limit(rest);
            if let Some(counterexample) = base.deepen(terms, k, rest)? {
                self.stats.level = counterexample.steps.len();
                return Ok(Answer::Unsafe(counterexample));
            }
            let depth = base.depth().edges();
            self.stats.level = depth;
            if session.unrollings && (depth < k || k >= next_question) && base.is_complete(terms)? {
                return Ok(Answer::Safe(Proof::Unrolling { depth }));
            }
            if depth < k {
                return KInduction::at_bound(terms, base, session);
            }
            if k >= next_question {
                next_question = 2 * k;
            }
            let news = session.exchange.receive(terms);
            if last >= MAX_STEP && news.is_empty() {
                continue;
            }
            step.strengthen(terms, news);
            let rest = left(base, step, terms);
            let k = k.min(MAX_STEP);
            if step.holds(terms, k, rest)? {
                let auxiliary = step.auxiliary();
                let invariant = as_invariant(task, terms, session.solvers, &auxiliary, k);
                return Ok(Answer::Safe(match invariant {
                    Some(invariant) => Proof::Invariant(invariant),
                    None => Proof::KInduction { k, auxiliary },
                }));
            }
        }
    }

    /// There is no answer within the bound, unless an unrolling is one where it counts.
    fn at_bound(
        terms: &mut Terms,
        base: &mut BoundedSearch<'_>,
        session: &Session<'_>,
    ) -> Result<Answer, Interrupted> {
        let only_unrolled = !session.unrollings && base.is_complete(terms)?;
        Ok(Answer::Unknown(match only_unrolled {
            true => UnknownReason::OnlyUnrolled(base.depth()),
            false => UnknownReason::Bound(base.depth()),
        }))
    }
}

impl Engine for KInduction {
    fn name(&self) -> &'static str {
        "kind"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        self.stats = EngineStats::default();
        self.depth = Depth::default();
        let mut base = BoundedSearch::new(task, terms, session.solvers);
        let mut step = StepCase::new(task, terms, session.solvers);
        let answer = self.run(task, terms, &mut base, &mut step, session);
        self.stats.solver = base.solver().stats();
        self.stats.solver.add(&step.solver().stats());
        self.depth = base.depth();
        let clauses = step.auxiliary().len() as u64;
        self.stats.counters.insert("auxiliary clauses", clauses);
        answer.unwrap_or_else(|why| {
            Answer::Unknown(match why {
                // What is left of the effort is the limit.
                Interrupted::Limit => UnknownReason::Bound(self.depth),
                why => why.into(),
            })
        })
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

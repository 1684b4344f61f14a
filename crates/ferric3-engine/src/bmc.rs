//! Bounded model checking (Biere et al., TACAS 1999), on the unrolled automaton.
//!
//! Each round unrolls a number of layers and asks two questions: is the error location reached in
//! one of them, and can any run get beyond them? If not even that, all runs have been seen and the
//! program is safe. Rounds have more layers the deeper the search is, as long as the questions are
//! easy, because the cost of a question grows with the depth. A program without loops has one
//! round.
//!
//! Ranges of values answer many questions for nothing, but do not make proofs: if they have a part
//! in one, the search is repeated without them.

use ferric3_term::Terms;

use crate::bounded::BoundedSearch;
use crate::{
    Answer, Budget, Depth, Engine, EngineStats, Interrupted, Knowledge, ProgressInfo, Proof,
    Session, Task, UnknownReason,
};

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Bmc {
    budget: Budget,
    stats: EngineStats,
    /// How deep the last search got.
    depth: Depth,
}

/// A round has at most this part of the layers so far, and one more.
const SHARE_OF_DEPTH: usize = 4;

/// Rounds with fewer conflicts than this, and as many as there are layers, are easy.
const EASY_CONFLICTS: u64 = 100;

impl Bmc {
    /// An engine with a budget of edges or of effort.
    pub fn new(budget: Budget) -> Bmc {
        Bmc {
            budget,
            ..Bmc::default()
        }
    }

    /// The answer; none if all runs were seen, but by ranges.
    fn run(
        &mut self,
        terms: &mut Terms,
        search: &mut BoundedSearch<'_>,
        session: &mut Session<'_>,
    ) -> Result<Option<Answer>, Interrupted> {
        let max_depth = self.budget.max_bound();
        let mut layers = if search.plan().is_acyclic() {
            usize::MAX
        } else {
            1
        };
        loop {
            let left = self.budget.left(search.effort(terms));
            search.limit(left);
            let before = search.solver().stats();
            let depth = search.depth();
            let level = depth.edges();
            session.progress.update(&ProgressInfo {
                phase: "bmc",
                level,
                queries: before.queries,
                ..Default::default()
            });
            self.stats.level = level;
            if session.solvers.interrupt.is_raised() {
                return Err(Interrupted::Stopped);
            }
            if level >= max_depth || left == Some(0) {
                let reason = UnknownReason::Bound(depth);
                return Ok(Some(Answer::Unknown(reason)));
            }
            let next = level.saturating_add(layers).min(max_depth);
            if let Some(counterexample) = search.deepen(terms, next, left)? {
                self.stats.level = counterexample.steps.len();
                return Ok(Some(Answer::Unsafe(counterexample)));
            }
            let refuted = search.depth();
            let depth = refuted.edges();
            self.stats.level = depth;
            if search.is_complete(terms)? {
                if !session.unrollings {
                    let reason = UnknownReason::OnlyUnrolled(refuted);
                    return Ok(Some(Answer::Unknown(reason)));
                }
                let proof = Proof::Unrolling { depth };
                return Ok((!search.is_by_ranges()).then_some(Answer::Safe(proof)));
            }
            let conflicts = search.solver().stats().conflicts - before.conflicts;
            layers = if conflicts <= EASY_CONFLICTS + depth as u64 {
                layers.saturating_mul(2).min(depth / SHARE_OF_DEPTH + 1)
            } else {
                (layers / 2).max(1)
            };
        }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        self.stats = EngineStats::default();
        self.depth = Depth::default();
        let mut search = BoundedSearch::with_ranges(task, terms, session.solvers);
        let mut answer = self.run(terms, &mut search, session);
        self.stats.solver = search.solver().stats();
        self.depth = search.depth();
        if let Ok(None) = answer {
            let mut search = BoundedSearch::new(task, terms, session.solvers);
            answer = self.run(terms, &mut search, session);
            self.stats.solver.add(&search.solver().stats());
            let depth = &mut self.depth;
            *depth = search.depth().max(*depth);
        }
        match answer {
            Ok(Some(answer)) => answer,
            // What is left of the effort is the limit.
            Ok(None) | Err(Interrupted::Limit) => Answer::Unknown(UnknownReason::Bound(self.depth)),
            Err(why) => Answer::Unknown(why.into()),
        }
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

//! Weaker interpolants: without the conjuncts that are not needed to keep the error away (technique `drop-conjuncts`).
//!
//! `A ⇒ I` stays true whatever goes, so the only question is whether `B` still excludes what is left, and the unsat core of one query
//! answers it. Solvers that know how much of a bound they have used leave that much of it.

use ferric3_cfa::LocId;
use ferric3_solver::{CheckResult, Solver, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{TermId, Terms};
use std::time::Instant;

use super::image::Images;
use crate::path_interpolants::conjuncts;
use crate::{Interrupted, TechniqueStats};

/// A query that takes more conflicts is not worth it.
const MAX_CONFLICTS: u64 = 2_000;

/// A solver that knows what is behind the cut.
pub(super) struct Weakener {
    solver: Box<dyn Solver>,
    /// So much of what `B` says was told.
    told: usize,
    /// Conjuncts dropped and bounds made wider.
    pub(super) dropped: u64,
    pub(super) stats: TechniqueStats,
}

impl Weakener {
    pub(super) fn new(solvers: &SolverConfig) -> Weakener {
        let mut solver = solvers.create();
        solver.set_conflict_limit(Some(MAX_CONFLICTS));
        Weakener {
            solver,
            told: 0,
            dropped: 0,
            stats: TechniqueStats::default(),
        }
    }

    /// The states of an interpolant at a location, and more.
    pub(super) fn weaken(
        &mut self,
        terms: &mut Terms,
        images: &Images<'_>,
        (loc, states): (LocId, TermId),
    ) -> Result<TermId, Interrupted> {
        let parts = conjuncts(terms, states);
        if parts.is_empty() {
            return Ok(states);
        }
        let start = Instant::now();
        let (said, error, mut at_cut) = images.behind(terms);
        let news: Vec<TermId> = said.skip(self.told).collect();
        self.told += news.len();
        for formula in news {
            self.solver.assert(terms, formula);
        }
        let mut query = Vec::new();
        query.extend(images.cut.literals(terms, loc).into_iter().flatten());
        query.push(error);
        let fixed = query.len();
        query.extend(parts.iter().map(|&part| at_cut.apply(terms, part)));
        self.stats.tried += 1;
        self.stats.queries += 1;
        let result = self.solver.check(terms, &query);
        self.stats.time += start.elapsed();
        match result {
            CheckResult::Unsat => {}
            CheckResult::Unknown(WhyUnknown::Stopped) => return Err(Interrupted::Stopped),
            // The interpolant excludes the error; who cannot see that in time leaves it as it is.
            CheckResult::Sat | CheckResult::Unknown(_) => return Ok(states),
        }
        let used = self.solver.weakened(terms);
        let mut left = Vec::new();
        for (&part, &asked) in parts.iter().zip(&query[fixed..]) {
            let Some((_, weaker)) = used.iter().find(|(term, _)| *term == asked) else {
                self.dropped += 1;
                continue;
            };
            let weaker = weaker.as_ref().and_then(|bound| {
                // The same bound of the word of the state.
                let own = ferric3_term::Bound::of(terms, part)?;
                Some(ferric3_term::Bound {
                    t: own.t,
                    ..bound.clone()
                })
            });
            left.push(match weaker {
                Some(bound) => {
                    self.dropped += 1;
                    bound.literal(terms)
                }
                None => part,
            });
        }
        let weaker = terms.and(&left);
        self.stats.succeeded += u64::from(weaker != states);
        Ok(weaker)
    }

    pub(super) fn solver_stats(&self) -> SolverStats {
        self.solver.stats()
    }
}

//! New predicates from a chain that is no run: the atoms of a sequence of interpolants along it.
//!
//! An inductive invariant of the automaton that has nothing but this chain is such a sequence:
//! `I₀ = true`, `cᵢ ∧ Iᵢ ∧ G ⇒ Iᵢ₊₁∘f`, `Iₙ = false`. It is found by IC3 on that automaton (`ic3cfa/`), whose
//! generalisations are what makes interpolants speak of more than one state. There are no loops in it, so
//! this ends.

use ferric3_cfa::LocId;
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::TermId;

use super::atoms::atoms;
use super::path::Path;
use super::{AbstractPolicy, NEW_PREDICATES, SPURIOUS_STEPS, stuck};
use crate::ic3::{PREDICATES, Predecessor, REFINEMENTS, Search, Technique};
use crate::{
    Answer, Engine, Ic3Cfa, Ic3CfaOptions, Interrupted, Progress, ProgressInfo, Proof, Session,
    UnknownReason,
};

/// The search for interpolants gives up after so many queries for each step, if there is another way.
const QUERIES: u64 = 150;

impl AbstractPolicy {
    /// Add predicates that exclude these steps of a chain. Requires that no run goes along their edges through
    /// the `needed` literals of their cubes and the values of control.
    pub(super) fn refine(
        &mut self,
        search: &mut Search<'_>,
        steps: &[&Predecessor],
        needed: &[Vec<TermId>],
    ) -> Result<(), Interrupted> {
        search.add(REFINEMENTS, 1);
        search.add(SPURIOUS_STEPS, steps.len() as u64);
        let limit = QUERIES * steps.len() as u64;
        let assumed = self.with_control(search, steps, needed);
        let mut path = self.paths.path(search, &self.predicates, steps, &assumed);
        let mut found = self.interpolants(search, &path, Some(limit))?;
        if found.is_none() {
            // Edges of large blocks have many ways through them; the cubes leave few.
            self.paths.done(path);
            let cubes = steps.iter().map(|step| step.cube.literals().to_vec());
            let cubes: Vec<_> = cubes.collect();
            path = self.paths.path(search, &self.predicates, steps, &cubes);
            found = self.interpolants(search, &path, None)?;
        }
        let found = found.ok_or_else(|| stuck("no interpolants were found for a chain of cubes"));
        let new = found.and_then(|new| {
            search.add(NEW_PREDICATES, new.len() as u64);
            if !search.has(Technique::ReducePredicates) || new.len() < 2 {
                return Ok(new);
            }
            search.timed(Technique::ReducePredicates, |search| {
                self.reduce(search, &path, new)
            })
        });
        self.paths.done(path);
        let mut is_new = false;
        let before = self.predicates.len();
        for (loc, atom) in new? {
            if self.predicates.add(search.terms, loc, atom) {
                search.tell_predicate(loc, atom);
                is_new = true;
            }
        }
        search.add(PREDICATES, (self.predicates.len() - before) as u64);
        // Predicates of others may exclude the chain, and have come too late for its cubes.
        if is_new || self.was_told {
            Ok(())
        } else {
            Err(stuck("no new predicate excludes a chain of cubes"))
        }
    }

    /// What is needed of the cubes of steps, and the values of control there.
    fn with_control(
        &self,
        search: &Search<'_>,
        steps: &[&Predecessor],
        needed: &[Vec<TermId>],
    ) -> Vec<Vec<TermId>> {
        let both = steps.iter().zip(needed);
        let assumed = both.map(|(step, needed)| {
            let literals = step.cube.literals().iter().copied();
            let control =
                literals.filter(|&l| self.predicates.value_of_control(search.terms, l).is_some());
            control.chain(needed.iter().copied()).collect()
        });
        assumed.collect()
    }

    /// Atoms of interpolants that are no predicates yet, each once for a location. None after so many queries.
    fn interpolants(
        &mut self,
        search: &mut Search<'_>,
        path: &Path,
        queries: Option<u64>,
    ) -> Result<Option<Vec<(LocId, TermId)>>, Interrupted> {
        let mut ic3 = Ic3Cfa::new(Ic3CfaOptions::default());
        let solvers = SolverConfig {
            interrupt: search.solvers().interrupt.branch(),
            ..search.solvers().clone()
        };
        let mut limit = Limit {
            interrupt: solvers.interrupt.clone(),
            queries,
        };
        let mut session = Session {
            solvers: &solvers,
            progress: &mut limit,
            exchange: &mut (),
            judge: &mut (),
            unrollings: false,
        };
        let answer = ic3.solve(&path.task, search.terms, &mut session);
        search.count_solver(&ic3.stats().solver);
        let invariant = match answer {
            Answer::Safe(Proof::Invariant(invariant)) => invariant,
            Answer::Unknown(UnknownReason::Interrupted)
                if search.solvers().interrupt.is_raised() =>
            {
                return Err(Interrupted::Stopped);
            }
            _ => return Ok(None),
        };
        let mut new = Vec::new();
        for &(here, loc) in &path.locations {
            for &clause in invariant.at(here) {
                if path.task.facts.at(here).contains(&clause) {
                    continue;
                }
                for atom in atoms(search.terms, clause) {
                    let is_one = self.predicates.may_have(search.terms, loc, atom);
                    if is_one && !self.predicates.has(loc, atom) && !new.contains(&(loc, atom)) {
                        new.push((loc, atom));
                    }
                }
            }
        }
        Ok(Some(new))
    }
}

/// Stops a search after so many queries.
struct Limit {
    interrupt: Interrupt,
    queries: Option<u64>,
}

impl Progress for Limit {
    fn update(&mut self, info: &ProgressInfo) {
        if self.queries.is_some_and(|limit| info.queries > limit) {
            self.interrupt.raise();
        }
    }
}

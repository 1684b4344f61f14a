//! New predicates from a chain that is no run: the atoms of a sequence of interpolants along it.
//!
//! An inductive invariant of the automaton that has nothing but this chain is such a sequence:
//! `I₀ = true`, `cᵢ ∧ Iᵢ ∧ G ⇒ Iᵢ₊₁∘f`, `Iₙ = false`. It is found by IC3 on that automaton (`ic3cfa/`), whose
//! generalisations are what makes interpolants speak of more than one state. There are no loops in it, so
//! this ends.

use ferric3_cfa::LocId;
use ferric3_term::TermId;

use super::atoms::atoms;
use super::path::Path;
use super::{AbstractPolicy, NEW_PREDICATES, SPURIOUS_STEPS, stuck};
use crate::ic3::{Chain, PREDICATES, REFINEMENTS, Search, Technique};
use crate::{Answer, Engine, Ic3Cfa, Ic3CfaOptions, Interrupted, Proof, Session, UnknownReason};

impl AbstractPolicy {
    /// Add predicates that exclude the chain. Requires that no run goes along its edges through the
    /// `needed` literals of its cubes and the values of control.
    pub(super) fn refine(
        &mut self,
        search: &mut Search<'_>,
        chain: &Chain<'_>,
        needed: &[Vec<TermId>],
    ) -> Result<(), Interrupted> {
        search.add(REFINEMENTS, 1);
        search.add(SPURIOUS_STEPS, chain.steps().len() as u64);
        let path = self.paths.path(search, &self.predicates, chain, needed);
        let found = self.interpolants(search, &path);
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
            is_new |= self.predicates.add(search.terms, loc, atom);
        }
        search.add(PREDICATES, (self.predicates.len() - before) as u64);
        if is_new {
            Ok(())
        } else {
            Err(stuck("no new predicate excludes a chain of cubes"))
        }
    }

    /// Atoms of interpolants that are no predicates yet, each once for a location.
    fn interpolants(
        &mut self,
        search: &mut Search<'_>,
        path: &Path,
    ) -> Result<Vec<(LocId, TermId)>, Interrupted> {
        let mut ic3 = Ic3Cfa::new(Ic3CfaOptions::default());
        let mut session = Session {
            solvers: search.solvers(),
            progress: &mut (),
            exchange: &mut (),
            judge: &mut (),
            unrollings: false,
        };
        let answer = ic3.solve(&path.task, search.terms, &mut session);
        search.count_solver(&ic3.stats().solver);
        let invariant = match answer {
            Answer::Safe(Proof::Invariant(invariant)) => invariant,
            Answer::Unknown(UnknownReason::Interrupted) => return Err(Interrupted::Stopped),
            _ => return Err(stuck("no interpolants were found for a chain of cubes")),
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
        Ok(new)
    }
}

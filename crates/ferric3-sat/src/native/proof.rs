//! What the solver tells who follows it, if anybody does: a [`Checker`], or a [`Derivation`] that is kept.
//!
//! Literals that are false at level 0 are left out of clauses and of analyses. For the checker they are
//! facts, so whatever is assigned at level 0 is told as a clause of one literal, in order.

use super::clauses::ClauseRef;
use super::theory::Hook;
use super::{NativeSolver, SatResult};
use crate::checker::{Checker, Number};
use crate::{Derivation, Lit, Part};

/// Who follows the solver.
enum Follower {
    /// Panics where a step does not follow.
    Checker(Checker),
    /// Keeps all steps.
    Derivation(Derivation),
}

impl Follower {
    fn axiom(&mut self, clause: &[Lit]) -> Number {
        match self {
            Follower::Checker(checker) => checker.axiom(clause),
            Follower::Derivation(derivation) => derivation.axiom(clause),
        }
    }

    fn derive(&mut self, clause: &[Lit], hints: &[Number]) -> Number {
        match self {
            Follower::Checker(checker) => checker.derive(clause, hints),
            Follower::Derivation(derivation) => derivation.derive(clause, hints),
        }
    }

    fn conclude(&mut self, clause: &[Lit], hints: &[Number]) {
        match self {
            Follower::Checker(checker) => checker.conclude(clause, hints),
            Follower::Derivation(derivation) => derivation.conclude(clause, hints),
        }
    }

    fn has_refuted(&self, assumptions: &[Lit]) -> bool {
        match self {
            Follower::Checker(checker) => checker.has_refuted(assumptions),
            Follower::Derivation(derivation) => derivation.has_refuted(assumptions),
        }
    }

    /// Other clauses are gone. A derivation still needs them.
    fn retain(&mut self, kept: &[Number]) {
        if let Follower::Checker(checker) = self {
            checker.retain(kept);
        }
    }
}

/// The proof so far.
pub(super) struct Proof {
    follower: Follower,
    /// By place of a clause: its number.
    numbers: Vec<Number>,
    /// The clauses that the analysis at hand has used, the last one first to be propagated.
    used: Vec<Number>,
    /// So many of the literals that are assigned at level 0 were told.
    facts: usize,
    /// The last clause that was given, and the last one of those that were false at level 0.
    axiom: Number,
    false_axiom: Number,
}

impl Proof {
    fn followed_by(follower: Follower) -> Box<Proof> {
        Box::new(Proof {
            follower,
            numbers: Vec::new(),
            used: Vec::new(),
            facts: 0,
            axiom: 0,
            false_axiom: 0,
        })
    }

    fn number(&self, clause: ClauseRef) -> Number {
        self.numbers[clause.place()]
    }

    fn name(&mut self, clause: ClauseRef, number: Number) {
        let place = clause.place();
        if self.numbers.len() <= place {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = number;
    }

    /// The analysis has ended: use its hints, in the order of propagation.
    fn with_hints<T>(&mut self, use_them: impl FnOnce(&mut Follower, &[Number]) -> T) -> T {
        self.used.reverse();
        let result = use_them(&mut self.follower, &self.used);
        self.used.clear();
        result
    }
}

impl NativeSolver {
    /// A solver whose every step is followed by a checker: it panics rather than say `Unsat` where that
    /// was not shown.
    pub fn checked() -> NativeSolver {
        NativeSolver {
            proof: Some(Proof::followed_by(Follower::Checker(Checker::default()))),
            ..NativeSolver::new()
        }
    }

    /// A solver that keeps its derivation.
    pub fn traced() -> NativeSolver {
        let derivation = Derivation::default();
        NativeSolver {
            proof: Some(Proof::followed_by(Follower::Derivation(derivation))),
            ..NativeSolver::new()
        }
    }

    /// Clauses that are given from now on are of this part. Only for a [traced](NativeSolver::traced) solver.
    pub fn set_part(&mut self, part: Part) {
        if let Some(derivation) = self.derivation() {
            derivation.set_part(part);
        }
    }

    /// The derivation, if it is kept.
    pub fn derivation(&mut self) -> Option<&mut Derivation> {
        match &mut self.proof.as_mut()?.follower {
            Follower::Derivation(derivation) => Some(derivation),
            Follower::Checker(_) => None,
        }
    }

    /// Whoever uses the solver, or its theory, gives a clause.
    pub(super) fn tell_axiom(&mut self, clause: &[Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.axiom = proof.follower.axiom(clause);
        }
    }

    /// A clause was given that is false at level 0.
    pub(super) fn tell_false_axiom(&mut self, clause: &[Lit]) {
        self.tell_axiom(clause);
        if let Some(proof) = &mut self.proof {
            proof.false_axiom = proof.axiom;
        }
    }

    /// The last clause that was given is this one, as far as it says something new.
    pub(super) fn tell_place(&mut self, clause: ClauseRef) {
        if let Some(proof) = &mut self.proof {
            proof.name(clause, proof.axiom);
        }
    }

    /// The last clause that was given says that this holds.
    pub(super) fn tell_fact(&mut self, fact: Lit) {
        if let Some(proof) = &mut self.proof {
            proof.follower.derive(&[fact], &[proof.axiom]);
        }
    }

    /// There is no model: this clause is false at level 0, or, without one, the one that was given so.
    pub(super) fn tell_contradiction(&mut self, clause: Option<ClauseRef>) {
        if let Some(proof) = &mut self.proof {
            let hint = clause.map_or(proof.false_axiom, |clause| proof.number(clause));
            proof.follower.derive(&[], &[hint]);
        }
    }

    /// Tell what was assigned at level 0.
    pub(super) fn tell_facts<H: Hook>(&mut self, hook: &mut H) {
        let Some(facts) = self.proof.as_ref().map(|proof| proof.facts) else {
            return;
        };
        let end = self.trail_limits.first().copied();
        let end = end.unwrap_or(self.trail.len());
        for place in facts..end {
            let lit = self.trail[place];
            let reason = self.reason(lit.var(), hook);
            // What has no reason was learnt or given as it is.
            if let Some(proof) = self.proof.as_mut().filter(|_| reason != ClauseRef::NONE) {
                let hint = proof.number(reason);
                proof.follower.derive(&[lit], &[hint]);
            }
        }
        if let Some(proof) = &mut self.proof {
            proof.facts = end.max(facts);
        }
    }

    /// The analysis at hand uses a clause.
    pub(super) fn tell_used(&mut self, clause: ClauseRef) {
        if let Some(proof) = &mut self.proof {
            let number = proof.number(clause);
            proof.used.push(number);
        }
    }

    /// How many clauses the analysis at hand has used.
    pub(super) fn used(&self) -> usize {
        self.proof.as_ref().map_or(0, |proof| proof.used.len())
    }

    /// The last ones of them were of no use.
    pub(super) fn forget_used(&mut self, kept: usize) {
        if let Some(proof) = &mut self.proof {
            proof.used.truncate(kept);
        }
    }

    /// The analysis has ended with a clause, which lies there unless it has only one literal.
    pub(super) fn tell_learnt(&mut self, learnt: &[Lit], clause: ClauseRef) {
        if let Some(proof) = &mut self.proof {
            let number = proof.with_hints(|follower, hints| follower.derive(learnt, hints));
            if clause != ClauseRef::NONE {
                proof.name(clause, number);
            }
        }
    }

    /// The analysis has ended with failed assumptions.
    pub(super) fn tell_blamed(&mut self) {
        if let Some(proof) = &mut self.proof {
            let clause: Vec<Lit> = self.failed.iter().map(|&lit| !lit).collect();
            proof.with_hints(|follower, hints| follower.conclude(&clause, hints));
        }
    }

    /// The clause at `from` is now the one at `to`. Of all others, those that are not moved are gone.
    pub(super) fn tell_moved(&mut self, moved: &[(ClauseRef, ClauseRef)]) {
        if let Some(proof) = &mut self.proof {
            let old = std::mem::take(&mut proof.numbers);
            let mut kept = Vec::with_capacity(moved.len());
            for &(from, to) in moved {
                let number = old[from.place()];
                proof.name(to, number);
                kept.push(number);
            }
            kept.sort_unstable();
            proof.follower.retain(&kept);
        }
    }

    /// The answer to a query, if it was shown.
    pub(super) fn confirmed(&self, answer: SatResult, assumptions: &[Lit]) -> SatResult {
        if let (SatResult::Unsat, Some(proof)) = (answer, &self.proof) {
            let failed = assumptions.iter().copied();
            let failed: Vec<Lit> = failed.filter(|lit| self.is_failed[lit.code()]).collect();
            assert!(
                proof.follower.has_refuted(&failed),
                "the SAT solver has not shown that there is no model"
            );
        }
        answer
    }
}

//! Integers: if a number that should be an integer is none, divide the search.
//!
//! A new atom `x ≤ ⌊v⌋` excludes the value `v` whichever value it gets, since its negation is `x ≥ ⌊v⌋ + 1`;
//! no clause is needed. Now and then [cuts](super::cuts) are tried first, and always whether divisors
//! ([`super::divisors`]) leave any solution. [Dives](super::dive) may find one without branches: before the first, and then
//! less and less often. After a few branches on single numbers come other planes
//! ([`super::planes`]). Where numbers are not bounded there may still be no end of branches: after some the
//! query is given up.

use ferric3_sat::{Atoms, Completion};

use super::Arith;
use super::atoms::{Normal, normal};
use super::dive::Dive;
use super::farkas::Proof;
use super::linear::{Linear, Num, Side};
use super::planes::Plane;

/// Branches and cuts in one query.
const MAX_SPLITS: u32 = 2_000;

/// Bits of the denominators of values that they exclude: these grow where there is no end, and with them the
/// cost of each step.
const MAX_BITS: u64 = 100_000;

/// So many branches on single numbers come first.
const FIRST_SPLITS: u32 = 2;

/// One in so many splits is a round of cuts.
const CUT_INTERVAL: u32 = 6;

/// Cuts in one round.
const MAX_CUTS: usize = 3;

impl Arith {
    /// The values satisfy all bounds: make those of integers integers.
    pub(super) fn find_integers(&mut self, atoms: &mut dyn Atoms) -> Completion {
        let fractional = self.fractional();
        self.work += self.relevant.len() as u64;
        let Some(number) = self.choose(&fractional) else {
            self.make_model();
            return Completion::Model;
        };
        for &number in &fractional {
            if let Some(proof) = self.divisor_conflict(number) {
                return self.refute(&proof);
            }
        }
        // At 0, 1, 2, 4, … splits.
        if self.splits & self.splits.saturating_sub(1) == 0 {
            match self.dive() {
                Dive::Solution => {
                    self.make_model();
                    return Completion::Model;
                }
                Dive::Conflict(proof) => return self.refute(&proof),
                Dive::GaveUp => return Completion::GaveUp,
                Dive::Nothing => {}
            }
        }
        self.splits += 1;
        self.split_bits += self.simplex.value(number).real.denominator().bits();
        if self.splits > MAX_SPLITS || self.split_bits > MAX_BITS {
            self.why = Some("no end of branches on integers was found");
            return Completion::GaveUp;
        }
        if self.splits.is_multiple_of(CUT_INTERVAL) {
            let mut lemmas = Vec::new();
            for &number in &fractional {
                if lemmas.len() < MAX_CUTS {
                    lemmas.extend(self.cut(number, atoms));
                }
            }
            if !lemmas.is_empty() {
                return Completion::Extended(lemmas);
            }
        }
        if self.splits > FIRST_SPLITS {
            match self.plane() {
                Some(Plane::Conflict(proof)) => return self.refute(&proof),
                Some(Plane::Split(linear)) => return self.split_plane(atoms, linear),
                None => {}
            }
        }
        let floor = self.simplex.value(number).floor();
        self.split_atom(atoms, number, floor);
        Completion::Extended(Vec::new())
    }

    fn refute(&mut self, proof: &Proof) -> Completion {
        match self.proved(proof) {
            Some(clause) => Completion::Conflict(clause),
            None => Completion::GaveUp,
        }
    }

    /// `linear ≤ ⌊v⌋` is a new atom, for an integer form and its value `v`, which is none.
    fn split_plane(&mut self, atoms: &mut dyn Atoms, mut linear: Linear) -> Completion {
        linear.constant = -self.value_of(&linear).floor();
        let normal = normal(&linear, false, |x| self.is_integer(x));
        let Normal::Bound { form, bound, .. } = normal else {
            unreachable!("a constant form has an integer value")
        };
        let number = self.number_of(&form);
        self.split_atom(atoms, number, bound.real);
        Completion::Extended(Vec::new())
    }

    /// The numbers of this query that should be integers and are not.
    fn fractional(&self) -> Vec<Num> {
        let numbers = self.relevant.iter().copied();
        let should_be = numbers.filter(|&x| self.is_integer(x));
        should_be
            .filter(|&x| !self.simplex.value(x).is_integer())
            .collect()
    }

    /// The number to branch on: one that is bounded on both sides, if there is one.
    fn choose(&self, fractional: &[Num]) -> Option<Num> {
        let bounds = &self.simplex.bounds;
        let is_bounded = |&&number: &&Num| {
            let sides = [Side::Lower, Side::Upper];
            sides.iter().all(|&side| bounds.get(number, side).is_some())
        };
        let bounded = fractional.iter().find(is_bounded);
        bounded.or(fractional.first()).copied()
    }
}

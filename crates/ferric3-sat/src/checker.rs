//! Follows a SAT solver step by step, so that nobody has to trust it.
//!
//! The checker knows the clauses that were given, its *axioms*, from whoever gave them. Every clause
//! that a solver learns comes with the clauses that it was derived from, its *hints*, and must follow
//! from them by unit propagation: with all of its literals false, the hints assign literals until one of
//! them is false. (These are the steps of the proof format LRAT; Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp, CADE 2017.) So all that it accepts follows from the axioms, whatever the solver does.
//!
//! This file knows nothing about solvers, and is short enough to be read by those who want to be sure.

use crate::Lit;

/// A clause, by the order in which clauses came.
pub(crate) type Number = u32;

/// The place of a clause that is gone.
const GONE: u32 = u32::MAX;

/// Clauses that are axioms or follow from them.
#[derive(Default)]
pub(crate) struct Checker {
    /// Clauses one behind the other: the number of literals, then the literals.
    words: Vec<u32>,
    /// By number: where in `words`.
    places: Vec<u32>,
    /// By literal, for all that are in clauses: does it hold? Between steps these are the facts, clauses of
    /// one literal.
    holds: Vec<bool>,
    /// What holds in the step at hand only.
    assumed: Vec<Lit>,
    /// Do the axioms contradict one another?
    is_refuted: bool,
    /// The clause of the last [`conclude`](Checker::conclude).
    conclusion: Vec<Lit>,
}

impl Checker {
    /// A clause that is given.
    pub(crate) fn axiom(&mut self, clause: &[Lit]) -> Number {
        self.keep(clause)
    }

    /// A clause that follows. Panics if it does not.
    pub(crate) fn derive(&mut self, clause: &[Lit], hints: &[Number]) -> Number {
        assert!(
            self.follows(clause, hints),
            "the SAT solver has learnt a clause that does not follow"
        );
        self.keep(clause)
    }

    /// A clause of negated assumptions that follows: they have no model in common. Panics if it does
    /// not.
    pub(crate) fn conclude(&mut self, clause: &[Lit], hints: &[Number]) {
        assert!(
            self.follows(clause, hints),
            "the SAT solver blames assumptions that have a model"
        );
        self.conclusion.clear();
        self.conclusion.extend_from_slice(clause);
    }

    /// Was it shown that there is no model in which all of these hold?
    pub(crate) fn has_refuted(&self, assumptions: &[Lit]) -> bool {
        self.is_refuted
            || (!self.conclusion.is_empty()
                && self
                    .conclusion
                    .iter()
                    .all(|&lit| assumptions.contains(&!lit)))
    }

    /// Forget all clauses but these, which are in ascending order. Facts stay.
    pub(crate) fn retain(&mut self, kept: &[Number]) {
        let mut kept = kept.iter().copied().peekable();
        let mut words = Vec::new();
        for (number, place) in self.places.iter_mut().enumerate() {
            let is_kept = kept
                .next_if(|&next| next as usize == number)
                .is_some_and(|_| *place != GONE);
            if !is_kept {
                *place = GONE;
                continue;
            }
            let start = *place as usize;
            *place = words.len() as u32;
            words.extend_from_slice(&self.words[start..=start + self.words[start] as usize]);
        }
        self.words = words;
    }

    fn keep(&mut self, clause: &[Lit]) -> Number {
        let number = u32::try_from(self.places.len()).expect("less than 2^32 clauses");
        let place = u32::try_from(self.words.len()).expect("less than 2^32 words of clauses");
        self.places.push(place);
        self.words.push(clause.len() as u32);
        for &lit in clause {
            self.make_room(lit);
            self.words.push(lit.to_word());
        }
        match clause {
            [] => self.is_refuted = true,
            &[fact] => self.holds[fact.code()] = true,
            _ => {}
        }
        number
    }

    /// Does a clause follow from the hints and the facts by unit propagation?
    fn follows(&mut self, clause: &[Lit], hints: &[Number]) -> bool {
        // A literal and its negation, or a fact: then it holds anyway.
        let is_true = clause.iter().any(|&lit| !self.assume(!lit));
        let follows = is_true || self.is_refuted || self.propagate(hints);
        for lit in self.assumed.drain(..) {
            self.holds[lit.code()] = false;
        }
        follows
    }

    /// Let the hints assign literals until one of them is false. Once in their order is nearly always
    /// enough.
    fn propagate(&mut self, hints: &[Number]) -> bool {
        loop {
            let before = self.assumed.len();
            for &hint in hints {
                match self.open_literals(hint) {
                    Open::None => return true,
                    Open::One(lit) => {
                        // It is open: its negation does not hold.
                        self.assume(lit);
                    }
                    Open::More => {}
                }
            }
            if self.assumed.len() == before {
                return false;
            }
        }
    }

    /// The literals of a clause that are not false.
    fn open_literals(&self, number: Number) -> Open {
        let place = match self.places.get(number as usize) {
            Some(&place) if place != GONE => place as usize,
            // A hint that is not there says nothing.
            _ => return Open::More,
        };
        let length = self.words[place] as usize;
        let mut open = Open::None;
        for &word in &self.words[place + 1..=place + length] {
            let lit = Lit::from_word(word);
            if self.holds[(!lit).code()] {
                continue;
            }
            if self.holds[lit.code()] {
                return Open::More;
            }
            open = match open {
                Open::None => Open::One(lit),
                Open::One(same) if same == lit => open,
                _ => return Open::More,
            };
        }
        open
    }

    /// Let a literal hold in this step; false if its negation does.
    fn assume(&mut self, lit: Lit) -> bool {
        self.make_room(lit);
        if self.holds[(!lit).code()] {
            return false;
        }
        if !self.holds[lit.code()] {
            self.holds[lit.code()] = true;
            self.assumed.push(lit);
        }
        true
    }

    fn make_room(&mut self, lit: Lit) {
        let codes = (lit.code() | 1) + 1;
        if self.holds.len() < codes {
            self.holds.resize(codes, false);
        }
    }
}

/// Literals of a clause that are not false.
enum Open {
    /// None: the clause is false.
    None,
    /// This one, so it must hold.
    One(Lit),
    /// Several, or one that holds.
    More,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        let lit = |&number| Lit::from_dimacs(number).expect("not 0");
        numbers.iter().map(lit).collect()
    }

    /// A checker with these axioms.
    fn given(axioms: &[&[i32]]) -> Checker {
        let mut checker = Checker::default();
        for axiom in axioms {
            checker.axiom(&lits(axiom));
        }
        checker
    }

    #[test]
    fn what_propagation_refutes_follows() {
        let mut checker = given(&[&[1, 2], &[-1, 3], &[-2, 3], &[-3, 4]]);
        assert!(checker.follows(&lits(&[3]), &[1, 2, 0]));
        // In any order of the hints.
        assert!(checker.follows(&lits(&[3]), &[0, 2, 1]));
        let number = checker.derive(&lits(&[3]), &[1, 2, 0]);
        assert_eq!(number, 4);
        // Facts need no hint.
        assert!(checker.follows(&lits(&[4]), &[3]));
        assert!(checker.follows(&lits(&[3, 7]), &[]));
        assert!(checker.follows(&lits(&[7, -7]), &[]));
        assert!(checker.assumed.is_empty());
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let mut checker = given(&[&[1, 2], &[-1, 3]]);
        for (clause, hints) in [
            (&[3][..], &[0, 1][..]),
            (&[1], &[0]),
            (&[], &[0, 1]),
            (&[2, 3], &[0]),
            (&[2, 3], &[0, 99]),
        ] {
            assert!(!checker.follows(&lits(clause), hints), "{clause:?}");
        }
        assert!(checker.follows(&lits(&[2, 3]), &[0, 1]));
    }

    #[test]
    #[should_panic(expected = "does not follow")]
    fn a_wrong_step_is_a_bug() {
        given(&[&[1, 2]]).derive(&lits(&[1]), &[0]);
    }

    #[test]
    fn only_what_was_concluded_is_refuted() {
        let mut checker = given(&[&[-1, -2]]);
        let [a, b] = [0, 1].map(|n| Var::new(n).positive());
        assert!(!checker.has_refuted(&[a, b]));
        checker.conclude(&[!a, !b], &[0]);
        assert!(checker.has_refuted(&[b, a]));
        assert!(!checker.has_refuted(&[a]));
        checker.axiom(&[a]);
        checker.axiom(&[b]);
        checker.derive(&[], &[0]);
        assert!(checker.has_refuted(&[]));
    }

    #[test]
    fn what_is_forgotten_is_no_hint() {
        let mut checker = given(&[&[1, 2], &[-1, 2], &[5]]);
        checker.retain(&[1]);
        assert!(!checker.follows(&lits(&[2]), &[0, 1]));
        assert!(checker.follows(&lits(&[-1, 2]), &[1]));
        assert!(checker.follows(&lits(&[5]), &[]));
        assert_eq!(checker.axiom(&lits(&[1, 2])), 3);
        assert!(checker.follows(&lits(&[2]), &[3, 1]));
    }
}

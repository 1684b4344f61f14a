//! Abstract states as reduced ordered binary decision diagrams (Bryant 1986).
//!
//! A variable is the position of a predicate in the list of its location. The lists only grow, so a diagram stays
//! right when predicates come, and two diagrams of one location can be compared whatever was known when they
//! were made.

use rustc_hash::FxHashMap;

/// A set of valuations of predicates. Equal sets are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Bdd(u32);

impl Bdd {
    pub(super) const FALSE: Bdd = Bdd(0);
    pub(super) const TRUE: Bdd = Bdd(1);
}

/// A decision: `ite(variable, then, otherwise)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Decision {
    pub(super) variable: u32,
    pub(super) then: Bdd,
    pub(super) otherwise: Bdd,
}

/// The diagrams of a search. A decision never has two equal sides, and stands above decisions about later variables.
#[derive(Default)]
pub(super) struct Bdds {
    /// By number, from that of [`Bdd::TRUE`] on.
    decisions: Vec<Decision>,
    unique: FxHashMap<Decision, Bdd>,
    choices: FxHashMap<(Bdd, Bdd, Bdd), Bdd>,
}

impl Bdds {
    /// The decision at the top; none for the empty set and the set of all.
    pub(super) fn decision(&self, set: Bdd) -> Option<Decision> {
        let place = (set.0 as usize).checked_sub(2)?;
        Some(self.decisions[place])
    }

    fn node(&mut self, variable: u32, then: Bdd, otherwise: Bdd) -> Bdd {
        if then == otherwise {
            return then;
        }
        let decision = Decision {
            variable,
            then,
            otherwise,
        };
        let decisions = &mut self.decisions;
        *self.unique.entry(decision).or_insert_with(|| {
            decisions.push(decision);
            Bdd(u32::try_from(decisions.len() + 1).expect("fewer than 2³² decisions"))
        })
    }

    /// The valuations in which every variable has its value, if it has one.
    pub(super) fn cube(&mut self, values: &[Option<bool>]) -> Bdd {
        let mut cube = Bdd::TRUE;
        for (place, value) in values.iter().enumerate().rev() {
            let variable = u32::try_from(place).expect("fewer than 2³² predicates");
            cube = match value {
                Some(true) => self.node(variable, cube, Bdd::FALSE),
                Some(false) => self.node(variable, Bdd::FALSE, cube),
                None => cube,
            };
        }
        cube
    }

    /// The valuations in which a variable holds.
    pub(super) fn variable(&mut self, variable: usize) -> Bdd {
        let variable = u32::try_from(variable).expect("fewer than 2³² predicates");
        self.node(variable, Bdd::TRUE, Bdd::FALSE)
    }

    /// `a ∪ b`.
    pub(super) fn union(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.ite(a, Bdd::TRUE, b)
    }

    /// `a ∩ b`.
    pub(super) fn intersection(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.ite(a, b, Bdd::FALSE)
    }

    /// All valuations that are not in it.
    pub(super) fn complement(&mut self, a: Bdd) -> Bdd {
        self.ite(a, Bdd::FALSE, Bdd::TRUE)
    }

    /// `a ⊆ b`.
    pub(super) fn is_within(&mut self, a: Bdd, b: Bdd) -> bool {
        self.ite(a, b, Bdd::TRUE) == Bdd::TRUE
    }

    /// `(a ∩ b) ∪ (c ∖ a)`.
    pub(super) fn ite(&mut self, a: Bdd, b: Bdd, c: Bdd) -> Bdd {
        if a == Bdd::TRUE || b == c {
            return b;
        }
        if a == Bdd::FALSE {
            return c;
        }
        if (b, c) == (Bdd::TRUE, Bdd::FALSE) {
            return a;
        }
        if let Some(&known) = self.choices.get(&(a, b, c)) {
            return known;
        }
        let tops = [a, b, c].map(|set| self.decision(set));
        let variable = tops.iter().flatten().map(|top| top.variable).min();
        let variable = variable.expect("constants were looked at above");
        let mut sides = [[Bdd::FALSE; 3]; 2];
        for (place, (set, top)) in [a, b, c].into_iter().zip(tops).enumerate() {
            let of_set = match top {
                Some(top) if top.variable == variable => [top.then, top.otherwise],
                _ => [set, set],
            };
            (sides[0][place], sides[1][place]) = (of_set[0], of_set[1]);
        }
        let [then, otherwise] = sides.map(|[a, b, c]| self.ite(a, b, c));
        let choice = self.node(variable, then, otherwise);
        self.choices.insert((a, b, c), choice);
        choice
    }

    /// How many decisions there are.
    pub(super) fn len(&self) -> usize {
        self.decisions.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIABLES: usize = 4;

    /// Sets of valuations of four variables, as bits.
    fn diagram(bdds: &mut Bdds, set: u16) -> Bdd {
        let mut diagram = Bdd::FALSE;
        for valuation in (0..16).filter(|valuation| (set >> valuation) & 1 == 1) {
            let values: Vec<Option<bool>> = (0..VARIABLES)
                .map(|v| Some((valuation >> v) & 1 == 1))
                .collect();
            let minterm = bdds.cube(&values);
            diagram = bdds.union(diagram, minterm);
        }
        diagram
    }

    #[test]
    fn diagrams_are_the_sets_that_they_stand_for() {
        let mut bdds = Bdds::default();
        let mut sets: Vec<u16> = (0..200u32).map(|i| ((i * 40_503) >> 3) as u16).collect();
        sets.extend([0, u16::MAX, 0x00ff, 0x0f0f, 0x8000]);
        let diagrams: Vec<Bdd> = sets.iter().map(|&s| diagram(&mut bdds, s)).collect();
        for (&s, &a) in sets.iter().zip(&diagrams) {
            for (&t, &b) in sets.iter().zip(&diagrams) {
                assert_eq!(bdds.is_within(a, b), s & !t == 0, "{s:x} {t:x}");
                let union = bdds.union(a, b);
                assert_eq!(union, diagram(&mut bdds, s | t), "{s:x} {t:x}");
                let both = bdds.intersection(a, b);
                assert_eq!(both, diagram(&mut bdds, s & t), "{s:x} {t:x}");
            }
            let others = bdds.complement(a);
            assert_eq!(others, diagram(&mut bdds, !s), "{s:x}");
        }
        assert_eq!(diagram(&mut bdds, 0), Bdd::FALSE);
        assert_eq!(diagram(&mut bdds, u16::MAX), Bdd::TRUE);
    }

    #[test]
    fn a_variable_without_a_value_is_not_in_the_cube() {
        let mut bdds = Bdds::default();
        let some = bdds.cube(&[Some(true), None, Some(false)]);
        let first = bdds.variable(0);
        assert!(bdds.is_within(some, first));
        let both = [true, false].map(|v| bdds.cube(&[Some(true), Some(v), Some(false)]));
        assert_eq!(bdds.union(both[0], both[1]), some);
        assert!(bdds.is_within(both[0], some) && !bdds.is_within(some, both[0]));
        let top = bdds.decision(some).expect("it decides");
        assert_eq!((top.variable, top.otherwise), (0, Bdd::FALSE));
    }
}

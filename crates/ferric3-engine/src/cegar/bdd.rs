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
    unions: FxHashMap<(Bdd, Bdd), Bdd>,
    inclusions: FxHashMap<(Bdd, Bdd), bool>,
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

    /// `a ∪ b`.
    pub(super) fn union(&mut self, a: Bdd, b: Bdd) -> Bdd {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == Bdd::FALSE {
            return b;
        }
        if a == Bdd::TRUE {
            return a;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let (variable, [a_then, a_else], [b_then, b_else]) = self.split(a, b);
        let then = self.union(a_then, b_then);
        let otherwise = self.union(a_else, b_else);
        let union = self.node(variable, then, otherwise);
        self.unions.insert((a, b), union);
        union
    }

    /// `a ⊆ b`.
    pub(super) fn is_within(&mut self, a: Bdd, b: Bdd) -> bool {
        if a == b || a == Bdd::FALSE || b == Bdd::TRUE {
            return true;
        }
        if a == Bdd::TRUE || b == Bdd::FALSE {
            return false;
        }
        if let Some(&known) = self.inclusions.get(&(a, b)) {
            return known;
        }
        let (_, [a_then, a_else], [b_then, b_else]) = self.split(a, b);
        let is_within = self.is_within(a_then, b_then) && self.is_within(a_else, b_else);
        self.inclusions.insert((a, b), is_within);
        is_within
    }

    /// The first variable that one of two sets decides about, and what is left of each where it holds and
    /// where it does not. Requires a set that decides.
    fn split(&self, a: Bdd, b: Bdd) -> (u32, [Bdd; 2], [Bdd; 2]) {
        let (top_a, top_b) = (self.decision(a), self.decision(b));
        let tops = top_a.iter().chain(&top_b);
        let variable = tops.map(|top| top.variable).min();
        let variable = variable.expect("constants are no questions");
        let left = |set: Bdd, top: Option<Decision>| match top {
            Some(top) if top.variable == variable => [top.then, top.otherwise],
            _ => [set, set],
        };
        (variable, left(a, top_a), left(b, top_b))
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
        for valuation in (0..16).filter(|valuation| set >> valuation & 1 == 1) {
            let values: Vec<Option<bool>> = (0..VARIABLES)
                .map(|v| Some(valuation >> v & 1 == 1))
                .collect();
            let minterm = bdds.cube(&values);
            diagram = bdds.union(diagram, minterm);
        }
        diagram
    }

    #[test]
    fn diagrams_are_the_sets_that_they_stand_for() {
        let mut bdds = Bdds::default();
        let mut sets: Vec<u16> = (0..200u32).map(|i| (i * 40_503 >> 3) as u16).collect();
        sets.extend([0, u16::MAX, 0x00ff, 0x0f0f, 0x8000]);
        let diagrams: Vec<Bdd> = sets.iter().map(|&s| diagram(&mut bdds, s)).collect();
        for (&s, &a) in sets.iter().zip(&diagrams) {
            for (&t, &b) in sets.iter().zip(&diagrams) {
                assert_eq!(bdds.is_within(a, b), s & !t == 0, "{s:x} {t:x}");
                let union = bdds.union(a, b);
                assert_eq!(union, diagram(&mut bdds, s | t), "{s:x} {t:x}");
            }
        }
        assert_eq!(diagram(&mut bdds, 0), Bdd::FALSE);
        assert_eq!(diagram(&mut bdds, u16::MAX), Bdd::TRUE);
    }

    #[test]
    fn a_variable_without_a_value_is_not_in_the_cube() {
        let mut bdds = Bdds::default();
        let some = bdds.cube(&[Some(true), None, Some(false)]);
        let both = [true, false].map(|v| bdds.cube(&[Some(true), Some(v), Some(false)]));
        assert_eq!(bdds.union(both[0], both[1]), some);
        assert!(bdds.is_within(both[0], some) && !bdds.is_within(some, both[0]));
        let top = bdds.decision(some).expect("it decides");
        assert_eq!((top.variable, top.otherwise), (0, Bdd::FALSE));
    }
}

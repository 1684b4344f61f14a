//! Bounds of numbers, each with the literal that it is a consequence of, and how they are taken back.

use ferric3_sat::Lit;

use super::delta::Delta;
use super::linear::{Num, Side};

/// A bound and why it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    pub(crate) value: Delta,
    pub(crate) reason: Lit,
}

/// A bound that was replaced.
struct Change {
    number: Num,
    side: Side,
    old: Option<Bound>,
}

/// The bounds that hold now.
#[derive(Default)]
pub(super) struct Bounds {
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
    trail: Vec<Change>,
}

impl Bounds {
    pub(super) fn add_number(&mut self) {
        self.lower.push(None);
        self.upper.push(None);
    }

    pub(super) fn get(&self, number: Num, side: Side) -> Option<&Bound> {
        match side {
            Side::Lower => self.lower[number.index()].as_ref(),
            Side::Upper => self.upper[number.index()].as_ref(),
        }
    }

    pub(super) fn value(&self, number: Num, side: Side) -> Option<&Delta> {
        self.get(number, side).map(|bound| &bound.value)
    }

    /// Is the number bounded to one value?
    pub(super) fn is_fixed(&self, number: Num) -> bool {
        match (
            self.value(number, Side::Lower),
            self.value(number, Side::Upper),
        ) {
            (Some(lower), Some(upper)) => lower == upper,
            _ => false,
        }
    }

    pub(super) fn set(&mut self, number: Num, side: Side, bound: Bound) {
        let place = self.place(number, side);
        let old = place.replace(bound);
        self.trail.push(Change { number, side, old });
    }

    fn place(&mut self, number: Num, side: Side) -> &mut Option<Bound> {
        match side {
            Side::Lower => &mut self.lower[number.index()],
            Side::Upper => &mut self.upper[number.index()],
        }
    }

    /// How many changes there are to take back.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Take back all but the first `mark` changes.
    pub(super) fn backtrack(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(Change { number, side, old }) = self.trail.pop() {
                *self.place(number, side) = old;
            }
        }
    }

    /// The numbers whose bounds changed since there were `mark` changes.
    pub(super) fn changed_since(&self, mark: usize) -> impl Iterator<Item = (Num, Side)> + '_ {
        let changes = self.trail[mark..].iter();
        changes.map(|change| (change.number, change.side))
    }
}

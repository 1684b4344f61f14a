//! The general simplex algorithm (Dutertre, de Moura, CAV 2006): is there an assignment of the numbers that
//! satisfies rows and bounds?
//!
//! Invariants: every row holds of the values, and numbers that are not basic are within their bounds. So
//! only basic numbers can be out of bounds; to repair one it changes places with a number of its row that
//! can still move. If none can, the row with the bounds of all its numbers is a Farkas combination of
//! contradictory bounds. Bounds that are taken back break no invariant.
//!
//! Termination: after a while always the least number is taken (Bland's rule).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ferric3_sat::{Interrupt, Lit};
use ferric3_term::Rational;

use super::bounds::{Bound, Bounds};
use super::delta::Delta;
use super::linear::{Num, Side};
use super::tableau::Tableau;

/// Pivots of one check before Bland's rule takes over.
const PIVOTS_BEFORE_BLAND: u64 = 500;

/// Pivots between two looks at the clock.
const CLOCK_INTERVAL: u64 = 64;

/// Inequalities of literals, each times its positive factor, that add up to `0 ≤ c` with `c < 0`.
pub(crate) type Farkas = Vec<(Lit, Rational)>;

/// Whether the bounds can be satisfied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Feasibility {
    Feasible,
    Infeasible(Farkas),
    /// Interrupted, or out of work.
    GaveUp,
}

/// Tableau, bounds and values.
#[derive(Default)]
pub(crate) struct Simplex {
    pub(super) tableau: Tableau,
    pub(super) bounds: Bounds,
    values: Vec<Delta>,
    /// Basic numbers that may be out of bounds, the least one first.
    suspects: BinaryHeap<Reverse<Num>>,
    is_suspect: Vec<bool>,
    pub(super) interrupt: Interrupt,
    /// Give up when the tableau has done so much work.
    pub(super) work_limit: Option<u64>,
    pub(super) pivots: u64,
}

impl Simplex {
    pub(crate) fn new_number(&mut self) -> Num {
        let number = Num::new(self.values.len());
        self.tableau.add_number();
        self.bounds.add_number();
        self.values.push(Delta::default());
        self.is_suspect.push(false);
        number
    }

    /// Make a number that occurs nowhere the sum of others.
    pub(crate) fn define(&mut self, number: Num, terms: &[(Num, Rational)]) {
        self.tableau.add_row(number, terms);
        let mut value = Delta::default();
        for (other, coefficient) in terms {
            value.add_product(coefficient, &self.values[other.index()]);
        }
        self.values[number.index()] = value;
    }

    pub(crate) fn value(&self, number: Num) -> &Delta {
        &self.values[number.index()]
    }

    /// All numbers are 0 again. Requires that there are no bounds.
    pub(super) fn reset_values(&mut self) {
        self.values.fill(Delta::default());
    }

    /// Demand a bound.
    pub(crate) fn assert(&mut self, number: Num, side: Side, bound: Bound) -> Feasibility {
        if let Some(old) = self.bounds.value(number, side)
            && !side.is_stronger(&bound.value, old)
        {
            return Feasibility::Feasible;
        }
        if let Some(opposite) = self.bounds.get(number, side.opposite())
            && side.is_stronger(&bound.value, &opposite.value)
        {
            let farkas = [opposite.reason, bound.reason].map(|reason| (reason, Rational::ONE));
            return Feasibility::Infeasible(farkas.to_vec());
        }
        let value = bound.value.clone();
        self.bounds.set(number, side, bound);
        if side.is_stronger(&value, &self.values[number.index()]) {
            if self.tableau.is_basic(number) {
                self.suspect(number);
            } else {
                self.move_to(number, value);
            }
        }
        Feasibility::Feasible
    }

    fn suspect(&mut self, number: Num) {
        if !self.is_suspect[number.index()] {
            self.is_suspect[number.index()] = true;
            self.suspects.push(Reverse(number));
        }
    }

    /// On which side is the number out of bounds?
    fn violated(&self, number: Num) -> Option<Side> {
        let value = &self.values[number.index()];
        [Side::Lower, Side::Upper].into_iter().find(|&side| {
            let bound = self.bounds.value(number, side);
            bound.is_some_and(|bound| side.is_stronger(bound, value))
        })
    }

    /// Give a number that is not basic another value.
    pub(super) fn move_to(&mut self, number: Num, value: Delta) {
        let change = &value - &self.values[number.index()];
        if change.is_zero() {
            return;
        }
        self.values[number.index()] = value;
        for (basic, coefficient) in self.tableau.column(number) {
            self.values[basic.index()].add_product(coefficient, &change);
            if !self.is_suspect[basic.index()] {
                self.is_suspect[basic.index()] = true;
                self.suspects.push(Reverse(basic));
            }
        }
        self.tableau.work += self.tableau.column_len(number) as u64;
    }

    /// Find values within all bounds.
    pub(crate) fn check(&mut self) -> Feasibility {
        let first = self.pivots;
        while let Some(Reverse(number)) = self.suspects.pop() {
            self.is_suspect[number.index()] = false;
            if !self.tableau.is_basic(number) {
                continue;
            }
            let Some(side) = self.violated(number) else {
                continue;
            };
            if self.should_give_up(self.pivots - first) {
                self.suspect(number);
                return Feasibility::GaveUp;
            }
            let by_bland = self.pivots - first >= PIVOTS_BEFORE_BLAND;
            let Some(entering) = self.entering(number, side, by_bland) else {
                self.suspect(number);
                return Feasibility::Infeasible(self.conflict(number, side));
            };
            let bound = self.bounds.value(number, side);
            let bound = bound.expect("it is violated").clone();
            self.pivot_to(number, entering, bound);
        }
        Feasibility::Feasible
    }

    fn should_give_up(&self, pivots: u64) -> bool {
        self.work_limit
            .is_some_and(|limit| self.tableau.work >= limit)
            || self.interrupt.is_requested()
            || (pivots % CLOCK_INTERVAL == CLOCK_INTERVAL - 1 && self.interrupt.is_past_deadline())
    }

    /// A number of the row that can move so that the basic one gets closer to its bound on this side.
    fn entering(&self, basic: Num, side: Side, by_bland: bool) -> Option<Num> {
        let mut best: Option<(usize, Num)> = None;
        for entry in self.tableau.row(basic) {
            let number = entry.number;
            // To repair a lower bound the row has to grow.
            let grows = (side == Side::Lower) != entry.coefficient.is_negative();
            let towards = if grows { Side::Upper } else { Side::Lower };
            if self.bounds.value(number, towards) == Some(&self.values[number.index()]) {
                continue;
            }
            let cost = match by_bland {
                true => 0,
                false => self.tableau.column_len(number),
            };
            if best.is_none_or(|best| (cost, number) < best) {
                best = Some((cost, number));
            }
        }
        best.map(|(_, number)| number)
    }

    /// The basic number leaves the basis with this value.
    fn pivot_to(&mut self, leaving: Num, entering: Num, value: Delta) {
        self.pivots += 1;
        let row = self.tableau.row(leaving).iter();
        let entry = row.clone().find(|entry| entry.number == entering);
        let inverse = entry.expect("it is in the row").coefficient.reciprocal();
        let change = &(&value - &self.values[leaving.index()]) * &inverse;
        let target = &self.values[entering.index()] + &change;
        // Moves all basic numbers of the column, the leaving one to exactly `value`.
        self.move_to(entering, target);
        debug_assert_eq!(self.values[leaving.index()], value);
        self.tableau.pivot(leaving, entering);
        self.suspect(entering);
    }

    /// The row and the bounds at which its numbers are: a combination that cannot be.
    fn conflict(&self, basic: Num, side: Side) -> Farkas {
        let reason = |number: Num, side: Side| {
            let bound = self.bounds.get(number, side);
            bound
                .expect("a number that cannot move is at a bound")
                .reason
        };
        let mut farkas = vec![(reason(basic, side), Rational::ONE)];
        for entry in self.tableau.row(basic) {
            let grows = (side == Side::Lower) != entry.coefficient.is_negative();
            let towards = if grows { Side::Upper } else { Side::Lower };
            farkas.push((reason(entry.number, towards), entry.coefficient.abs()));
        }
        farkas
    }

    /// Take a number out of the tableau that nothing speaks of. Requires that there are no bounds.
    pub(super) fn undefine(&mut self, number: Num) {
        if !self.tableau.is_basic(number) {
            let column = self.tableau.column(number).map(|(basic, _)| basic);
            let Some(shortest) = column.min_by_key(|&basic| self.tableau.row(basic).len()) else {
                return;
            };
            self.tableau.pivot(shortest, number);
        }
        self.tableau.remove_row(number);
    }
}

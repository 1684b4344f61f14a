//! Sums: each of the three numbers by the ends of the others.

use super::Empty;
use super::interval::Interval;
use super::round::{Side, add};
use crate::Range;

pub(super) fn contract(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    plus(Interval::of(*a), Interval::of(*b)).narrow(r)?;
    plus(Interval::of(*r), Interval::of(*b).negated()).narrow(a)?;
    plus(Interval::of(*r), Interval::of(*a).negated()).narrow(b)
}

fn plus(a: Interval, b: Interval) -> Interval {
    Interval {
        lo: add(a.lo, b.lo, Side::Lower),
        hi: add(a.hi, b.hi, Side::Upper),
    }
}

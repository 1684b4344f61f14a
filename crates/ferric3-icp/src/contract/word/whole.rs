//! Intervals of integers that need not be keys, and what is left of them modulo a power of two.

use crate::Range;
use crate::contract::Empty;

/// The integers `lo ..= hi`; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    pub(super) lo: i128,
    pub(super) hi: i128,
}

impl From<Range> for Whole {
    fn from(range: Range) -> Whole {
        Whole {
            lo: range.lo.into(),
            hi: range.hi.into(),
        }
    }
}

/// Of an interval in the keys.
impl From<Whole> for Range {
    fn from(whole: Whole) -> Range {
        Range::new(whole.lo as u64, whole.hi as u64)
    }
}

impl Whole {
    /// The integers that both have; `None` if there is none.
    pub(super) fn meet(self, other: Whole) -> Option<Whole> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Whole { lo, hi })
    }

    /// The least interval with the integers of both.
    pub(super) fn join(self, other: Whole) -> Whole {
        Whole {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// All integers with an offset.
    pub(super) const fn plus(self, offset: i128) -> Whole {
        Whole {
            lo: self.lo + offset,
            hi: self.hi + offset,
        }
    }

    /// The negatives.
    pub(super) const fn negated(self) -> Whole {
        Whole {
            lo: -self.hi,
            hi: -self.lo,
        }
    }

    /// Is there one integer only?
    pub(super) const fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Is this integer among them?
    pub(super) const fn has(self, integer: i128) -> bool {
        self.lo <= integer && integer <= self.hi
    }

    /// The hull of the products; `None` if they are too large.
    pub(super) fn product(self, other: Whole) -> Option<Whole> {
        let corners = [
            self.lo.checked_mul(other.lo)?,
            self.lo.checked_mul(other.hi)?,
            self.hi.checked_mul(other.lo)?,
            self.hi.checked_mul(other.hi)?,
        ];
        let (mut lo, mut hi) = (corners[0], corners[0]);
        for corner in &corners[1..] {
            lo = lo.min(*corner);
            hi = hi.max(*corner);
        }
        Some(Whole { lo, hi })
    }

    /// The hull of the integers in `within` that have a product here with a factor of `factor`; `None` if there is none.
    pub(super) fn quotient(self, factor: Whole, within: Whole) -> Option<Whole> {
        if self.has(0) && factor.has(0) {
            return Some(within);
        }
        let positive = |products: Whole, factor: Whole| {
            let factor = factor.meet(Whole {
                lo: 1,
                hi: i128::MAX,
            })?;
            let far = |is_far: bool| if is_far { factor.hi } else { factor.lo };
            let lo = ceil_div(products.lo, far(products.lo > 0));
            let hi = floor_div(products.hi, far(products.hi < 0));
            if lo > hi {
                return None;
            }
            within.meet(Whole { lo, hi })
        };
        let up = positive(self, factor);
        let down = positive(self.negated(), factor.negated());
        match (up, down) {
            (Some(up), Some(down)) => Some(up.join(down)),
            (one, None) | (None, one) => one,
        }
    }
}

/// Division by a positive number, rounded down.
pub(super) fn floor_div(dividend: i128, divisor: i128) -> i128 {
    // The machine has no division of this width, and mostly needs none.
    match (i64::try_from(dividend), i64::try_from(divisor)) {
        (Ok(dividend), Ok(divisor)) => dividend.div_euclid(divisor).into(),
        _ => dividend.div_euclid(divisor),
    }
}

/// Division by a positive number, rounded up.
pub(super) fn ceil_div(dividend: i128, divisor: i128) -> i128 {
    -floor_div(-dividend, divisor)
}

/// `r = (whole + offset) mod 2^bits`, where all keys of `r` have that many bits. Leaves the tightest box: what is in `r`
/// is an arc of the circle, and ends of `whole` outside go to the next integer that is on the arc.
pub(super) fn wrap(r: &mut Range, whole: &mut Whole, offset: u64, bits: u32) -> Result<(), Empty> {
    let mask = u64::MAX >> (64 - bits);
    let extent = r.hi - r.lo;
    // How far after the first key of `r` an integer is.
    let after = |integer: i128| {
        let low = integer as u64;
        low.wrapping_add(offset).wrapping_sub(r.lo) & mask
    };
    let distance = after(whole.lo);
    if distance > extent {
        whole.lo += i128::from(mask - distance) + 1;
    }
    let distance = after(whole.hi);
    if distance > extent {
        whole.hi -= i128::from(distance - extent);
    }
    if whole.lo > whole.hi {
        return Err(Empty);
    }
    let span = whole.hi - whole.lo;
    if span < i128::from(mask) {
        let first = (whole.lo as u64).wrapping_add(offset) & mask;
        narrow_to_arc(r, first, span as u64, mask)?;
    }
    Ok(())
}

/// Leaves the hull of the keys in `range` that are on the arc from `first` over `extent` more keys, modulo `mask + 1`.
pub(super) fn narrow_to_arc(
    range: &mut Range,
    first: u64,
    extent: u64,
    mask: u64,
) -> Result<(), Empty> {
    let last = first.wrapping_add(extent) & mask;
    if first <= last {
        range.lo = range.lo.max(first);
        range.hi = range.hi.min(last);
    } else {
        // Without the gap between `last` and `first`.
        if range.lo > last {
            range.lo = range.lo.max(first);
        }
        if range.hi < first {
            range.hi = range.hi.min(last);
        }
    }
    if range.lo > range.hi {
        return Err(Empty);
    }
    Ok(())
}

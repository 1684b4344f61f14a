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

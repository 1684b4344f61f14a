//! Shifts.
//!
//! The tightest box, always. There are few counts: each that is smaller than the width is a case with a constant, in
//! which the tightest box is that of an extraction or of a division by a power of two; the others are one more case,
//! because all of them give the same.

use super::is_signed;
use super::union::Union;
use super::whole::{Whole, wrap};
use crate::contract::Empty;
use crate::{Domain, Range};

/// `r = a << count`.
pub(super) fn left(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    count: &mut Range,
) -> Result<(), Empty> {
    let signed = is_signed(domain);
    let zero = Range::point(if signed { domain.sign() } else { 0 });
    let by = |n: u32| {
        // Multiples of 2^n in `r`, divided by it. Keys are multiples where words are.
        let below = (1u64 << n) - 1;
        let lo = (r.lo >> n) + u64::from(r.lo & below != 0);
        let mut high = Range { lo, hi: r.hi >> n };
        if high.lo > high.hi {
            return None;
        }
        // The sign bit of the argument remains only if nothing is shifted.
        let offset = if signed && n > 0 {
            domain.sign() >> n
        } else {
            0
        };
        let mut whole = Whole::from(*a);
        wrap(&mut high, &mut whole, offset, domain.width - n).ok()?;
        let result = Range::new(high.lo << n, high.hi << n);
        Some([result, whole.into()])
    };
    let far = || Some([r.meet(zero)?, *a]);
    [*r, *a, *count] = for_counts(domain.width, *count, by, far)?;
    Ok(())
}

/// `r = a >> count`, with zeros before it; unsigned.
pub(super) fn right(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    count: &mut Range,
) -> Result<(), Empty> {
    let by = |n: u32| {
        let result = r.meet(Range::new(a.lo >> n, a.hi >> n))?;
        let below = (1u64 << n) - 1;
        let argument = a.meet(Range::new(result.lo << n, result.hi << n | below))?;
        Some([result, argument])
    };
    let far = || Some([r.meet(Range::point(0))?, *a]);
    [*r, *a, *count] = for_counts(domain.width, *count, by, far)?;
    Ok(())
}

/// `r = a >> count`, with copies of the sign before it; signed.
pub(super) fn right_signed(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    count: &mut Range,
) -> Result<(), Empty> {
    let sign = domain.sign();
    // Keys are numbers plus `sign`, and so are those that are shifted: `floor((a - sign) / 2^n) + sign`.
    let by = |n: u32| {
        let offset = sign - (sign >> n);
        let result = r.meet(Range::new((a.lo >> n) + offset, (a.hi >> n) + offset))?;
        let below = (1u64 << n) - 1;
        let [lo, hi] = [result.lo, result.hi].map(|key| (key - offset) << n);
        Some([result, a.meet(Range::new(lo, hi | below))?])
    };
    // Nothing but the sign is left.
    let far = || by(domain.width - 1);
    [*r, *a, *count] = for_counts(domain.width, *count, by, far)?;
    Ok(())
}

/// All cases: result and argument for each count below the width, and for all others.
fn for_counts(
    width: u32,
    count: Range,
    by: impl Fn(u32) -> Option<[Range; 2]>,
    far: impl Fn() -> Option<[Range; 2]>,
) -> Result<[Range; 3], Empty> {
    let mut union = Union::new();
    let width = u64::from(width);
    if count.lo < width {
        for n in count.lo..=count.hi.min(width - 1) {
            if let Some([r, a]) = by(n as u32) {
                union.add([r, a, Range::point(n)]);
            }
        }
    }
    if count.hi >= width
        && let Some([r, a]) = far()
    {
        union.add([r, a, Range::new(count.lo.max(width), count.hi)]);
    }
    union.hull()
}

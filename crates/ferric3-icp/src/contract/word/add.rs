//! Sums, differences, and the negative of a word.
//!
//! The tightest box, always. The keys of `r = a + b` are `r = a + b + c` modulo `2^width`, where `c` is 0, or the sign
//! bit in the signed view. What two ranges leave for the third variable is one arc of the circle, and its range is
//! narrowed to the hull of what is on the arc.

use super::is_signed;
use super::whole::narrow_to_arc;
use crate::contract::Empty;
use crate::{Domain, Range};

/// `r = a + b`.
pub(super) fn add(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let mask = domain.greatest();
    let offset = if is_signed(domain) { domain.sign() } else { 0 };
    let first = a.lo.wrapping_add(b.lo).wrapping_add(offset) & mask;
    if let Some(extent) = extent(*a, *b, mask) {
        narrow_to_arc(r, first, extent, mask)?;
    }
    // The offset is its own negative.
    difference(a, *r, *b, offset, mask)?;
    difference(b, *r, *a, offset, mask)
}

/// `r = a - b`, which is `a = r + b`.
pub(super) fn sub(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    add(domain, a, r, b)
}

/// `r = -a`: of keys, too, because twice the offset is nothing.
pub(super) fn neg(domain: Domain, r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    let mask = domain.greatest();
    let first = |range: Range| range.hi.wrapping_neg() & mask;
    narrow_to_arc(r, first(*a), a.hi - a.lo, mask)?;
    narrow_to_arc(a, first(*r), r.hi - r.lo, mask)
}

/// `a = r - b + offset`, for `a` only.
fn difference(a: &mut Range, r: Range, b: Range, offset: u64, mask: u64) -> Result<(), Empty> {
    let first = r.lo.wrapping_sub(b.hi).wrapping_add(offset) & mask;
    match extent(r, b, mask) {
        Some(extent) => narrow_to_arc(a, first, extent, mask),
        None => Ok(()),
    }
}

/// How far the sums or differences of two ranges extend after the first one; `None` if all the way round.
fn extent(a: Range, b: Range, mask: u64) -> Option<u64> {
    let extent = (a.hi - a.lo).checked_add(b.hi - b.lo)?;
    (extent < mask).then_some(extent)
}

//! Words of parts of words: extract, concatenate, extend.
//!
//! The tightest box, always: extracting low bits is what remains modulo a power of two, higher ones go with whole blocks
//! of keys, and a concatenation is a pair in lexicographic order.

use super::is_signed;
use super::whole::{Whole, wrap};
use crate::contract::{Empty, narrow};
use crate::{Domain, Range};

/// `r` is the bits of `a` from `lo`.
pub(super) fn extract(
    result: Domain,
    r: &mut Range,
    argument: Domain,
    a: &mut Range,
    lo: u32,
) -> Result<(), Empty> {
    // With signed views the sign bit of the result is inverted in keys of the result but not in those of the argument,
    // unless it is the sign bit of both.
    let offset = if is_signed(result) && result.width < argument.width {
        result.sign()
    } else {
        0
    };
    let high = Range::new(a.lo >> lo, a.hi >> lo);
    let mut whole = Whole::from(high);
    wrap(r, &mut whole, offset, result.width)?;
    // Blocks at the ends may be there in part.
    let below = (1 << lo) - 1;
    a.lo = a.lo.max((whole.lo as u64) << lo);
    a.hi = a.hi.min((whole.hi as u64) << lo | below);
    Ok(())
}

/// `r` is `a` with zeros before it.
pub(super) fn zero_extend(r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    narrow(r, *a)?;
    *a = *r;
    Ok(())
}

/// `r` is `a` with copies of its sign before it.
pub(super) fn sign_extend(
    result: Domain,
    r: &mut Range,
    argument: Domain,
    a: &mut Range,
) -> Result<(), Empty> {
    let offset = result.sign() - argument.sign();
    narrow(r, Range::new(a.lo + offset, a.hi + offset))?;
    *a = Range::new(r.lo - offset, r.hi - offset);
    Ok(())
}

/// `r` is `a` before `b`.
pub(super) fn concat(
    r: &mut Range,
    a: &mut Range,
    low: Domain,
    b: &mut Range,
) -> Result<(), Empty> {
    let split = |key: u64| (key >> low.width, key & low.greatest());
    let first = match split(r.lo) {
        (high, _) if high < a.lo => (a.lo, b.lo),
        (high, part) if part <= b.hi => (high, part.max(b.lo)),
        (high, _) => (high + 1, b.lo),
    };
    let last = match split(r.hi) {
        (high, _) if high > a.hi => (a.hi, b.hi),
        (high, part) if part >= b.lo => (high, part.min(b.hi)),
        (0, _) => return Err(Empty),
        (high, _) => (high - 1, b.hi),
    };
    if first > last || first.0 > a.hi || last.0 < a.lo {
        return Err(Empty);
    }
    let join = |(high, part): (u64, u64)| high << low.width | part;
    *r = Range::new(join(first), join(last));
    *a = Range::new(first.0, last.0);
    // If there are two words of high bits, the low ones reach from the first to the end of their range, and from its
    // beginning to the last.
    if a.is_point() {
        *b = Range::new(first.1, last.1);
    }
    Ok(())
}

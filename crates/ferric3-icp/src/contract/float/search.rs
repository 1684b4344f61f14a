//! Bounds of monotone conditions.

use crate::Range;

/// The least key of `range` at which `holds`, which from some key on always holds. The usual case, that it is the
/// first one, costs one call. Otherwise the search starts at `guess` and doubles its steps, so that a guess
/// that is `d` keys away costs about `2 log₂ d` calls.
#[inline]
pub(super) fn least(range: Range, guess: u64, mut holds: impl FnMut(u64) -> bool) -> Option<u64> {
    if holds(range.lo) {
        return Some(range.lo);
    }
    if range.is_point() || !holds(range.hi) {
        return None;
    }
    Some(between(range.lo, range.hi, guess, holds))
}

/// The greatest key of `range` at which `holds`, which up to some key always holds. As [`least`].
#[inline]
pub(super) fn greatest(
    range: Range,
    guess: u64,
    mut holds: impl FnMut(u64) -> bool,
) -> Option<u64> {
    let mirrored = Range {
        lo: !range.hi,
        hi: !range.lo,
    };
    least(mirrored, !guess, |key| holds(!key)).map(|key| !key)
}

/// The least key at which `holds`: it does not at `lo`, it does at `hi`.
fn between(mut lo: u64, mut hi: u64, guess: u64, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let mut probe = guess.clamp(lo + 1, hi);
    let mut step = 1;
    // Away from the guess, until the bound is between two probes.
    if holds(probe) {
        loop {
            hi = probe;
            if hi - lo <= step {
                break;
            }
            probe = hi - step;
            step *= 2;
            if !holds(probe) {
                lo = probe;
                break;
            }
        }
    } else {
        loop {
            lo = probe;
            if hi - lo <= step {
                break;
            }
            probe = lo + step;
            step *= 2;
            if holds(probe) {
                hi = probe;
                break;
            }
        }
    }
    while hi - lo > 1 {
        let middle = lo + (hi - lo) / 2;
        if holds(middle) {
            hi = middle;
        } else {
            lo = middle;
        }
    }
    hi
}

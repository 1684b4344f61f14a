//! Operations on each bit.
//!
//! Not is the tightest. Of the others, what two ranges leave for the third variable has the tightest bounds (Warren,
//! *Hacker's Delight*, 4-3), and bits that all keys of a range have, those before the first one in which its ends
//! differ, decide others. It is not always the tightest box, because bounds of the third range are not taken into account,
//! except by the bits that they have.

use crate::contract::{Empty, narrow};
use crate::{Domain, Range};

/// How often ranges are tried again with the others.
const ROUNDS: usize = 3;

/// `r = !a`.
pub(super) fn not(domain: Domain, r: &mut Range, a: &mut Range) -> Result<(), Empty> {
    narrow(r, complement(*a, domain.greatest()))?;
    *a = complement(*r, domain.greatest());
    Ok(())
}

/// `r = a & b`.
pub(super) fn and(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let mask = domain.greatest();
    for _ in 0..ROUNDS {
        let before = (*r, *a, *b);
        narrow(r, conjunctions(*a, *b, mask))?;
        // Each argument has the bits of the result, and no others that the other one has.
        narrow(
            a,
            Range::new(r.lo, disjunctions(*r, complement(*b, mask)).hi),
        )?;
        narrow(
            b,
            Range::new(r.lo, disjunctions(*r, complement(*a, mask)).hi),
        )?;
        let [x, y, z] = [Known::of(*a), Known::of(*b), Known::of(*r)];
        let result = Known {
            zeros: x.zeros | y.zeros,
            ones: x.ones & y.ones,
        };
        let argument = |other: Known| Known {
            zeros: z.zeros & other.ones,
            ones: z.ones,
        };
        result.narrow(r, mask)?;
        argument(y).narrow(a, mask)?;
        argument(x).narrow(b, mask)?;
        if (*r, *a, *b) == before {
            break;
        }
    }
    Ok(())
}

/// `r = a | b`, which is `!r = !a & !b`.
pub(super) fn or(domain: Domain, r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let mask = domain.greatest();
    let [mut x, mut y, mut z] = [*r, *a, *b].map(|range| complement(range, mask));
    and(domain, &mut x, &mut y, &mut z)?;
    [*r, *a, *b] = [x, y, z].map(|range| complement(range, mask));
    Ok(())
}

/// `r = a ^ b`, which is `a = r ^ b` and `b = r ^ a`.
pub(super) fn xor(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let mask = domain.greatest();
    for _ in 0..ROUNDS {
        let before = (*r, *a, *b);
        differ(r, *a, *b, mask)?;
        differ(a, *r, *b, mask)?;
        differ(b, *r, *a, mask)?;
        if (*r, *a, *b) == before {
            break;
        }
    }
    Ok(())
}

/// `r = a ^ b`, for `r` only.
fn differ(r: &mut Range, a: Range, b: Range, mask: u64) -> Result<(), Empty> {
    narrow(r, differences(a, b))?;
    let [x, y] = [Known::of(a), Known::of(b)];
    let known = Known {
        zeros: x.zeros & y.zeros | x.ones & y.ones,
        ones: x.zeros & y.ones | x.ones & y.zeros,
    };
    known.narrow(r, mask)
}

/// The complements of all keys.
fn complement(range: Range, mask: u64) -> Range {
    Range::new(range.hi ^ mask, range.lo ^ mask)
}

/// Bits that all words have.
#[derive(Clone, Copy)]
struct Known {
    zeros: u64,
    ones: u64,
}

impl Known {
    /// Those before the first one in which the ends differ. Bits beyond the width are zeros.
    fn of(range: Range) -> Known {
        let free = below(range.lo ^ range.hi);
        Known {
            zeros: !range.hi & !free,
            ones: range.lo & !free,
        }
    }

    /// Leaves the hull of the keys with these bits.
    fn narrow(self, range: &mut Range, mask: u64) -> Result<(), Empty> {
        let lo = self.next(range.lo, mask).ok_or(Empty)?;
        let hi = mask ^ self.complement().next(range.hi ^ mask, mask).ok_or(Empty)?;
        if lo > hi {
            return Err(Empty);
        }
        *range = Range::new(lo, hi);
        Ok(())
    }

    const fn complement(self) -> Known {
        Known {
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    /// The least word with these bits from `least` on.
    fn next(self, least: u64, mask: u64) -> Option<u64> {
        let [zeros, ones] = [self.zeros & mask, self.ones & mask];
        let wrong = least & zeros | !least & ones;
        if wrong == 0 {
            return Some(least);
        }
        let first = 1 << (63 - wrong.leading_zeros());
        // A one that is missing makes the word greater, whatever follows. A zero that is missing needs a bit before it
        // that becomes one: a carry through those that cannot.
        let bit = if ones & first != 0 {
            first
        } else {
            let free = !least & !zeros & mask & !(first | (first - 1));
            let bit = free & free.wrapping_neg();
            if bit == 0 {
                return None;
            }
            bit
        };
        // After it only the ones that must be there.
        Some((least | bit) & bit.wrapping_neg() | ones & (bit - 1))
    }
}

/// The highest bit of a word, and all after it.
const fn below(word: u64) -> u64 {
    match word.leading_zeros() {
        64 => 0,
        zeros => u64::MAX >> zeros,
    }
}

/// The highest bit of a word; nothing if it has none.
const fn highest(word: u64) -> u64 {
    match word.leading_zeros() {
        64 => 0,
        zeros => 1 << (63 - zeros),
    }
}

/// The least and the greatest `x | y`.
fn disjunctions(x: Range, y: Range) -> Range {
    Range::new(least_or(x, y), greatest_or(x, y))
}

/// The least and the greatest `x & y`.
fn conjunctions(x: Range, y: Range, mask: u64) -> Range {
    complement(disjunctions(complement(x, mask), complement(y, mask)), mask)
}

/// The least `x | y`: where only one of the least words has a bit, the other one may have it, too, with zeros after it.
fn least_or(x: Range, y: Range) -> u64 {
    let mut bits = x.lo ^ y.lo;
    loop {
        let bit = highest(bits);
        if bit == 0 {
            return x.lo | y.lo;
        }
        let raised = |range: Range| (range.lo | bit) & bit.wrapping_neg();
        if x.lo & bit == 0 {
            if raised(x) <= x.hi {
                return raised(x) | y.lo;
            }
        } else if raised(y) <= y.hi {
            return x.lo | raised(y);
        }
        bits ^= bit;
    }
}

/// The greatest `x | y`: where both greatest words have a bit, one may do without it, with ones after it.
fn greatest_or(x: Range, y: Range) -> u64 {
    let mut bits = x.hi & y.hi;
    loop {
        let bit = highest(bits);
        if bit == 0 {
            return x.hi | y.hi;
        }
        let lowered = |range: Range| (range.hi ^ bit) | (bit - 1);
        if lowered(x) >= x.lo {
            return lowered(x) | y.hi;
        }
        if lowered(y) >= y.lo {
            return x.hi | lowered(y);
        }
        bits ^= bit;
    }
}

/// The least and the greatest `x ^ y`.
fn differences(x: Range, y: Range) -> Range {
    let (mut a, mut b) = (x.lo, y.lo);
    let mut bits = a ^ b;
    while bits != 0 {
        let bit = highest(bits);
        if a & bit == 0 {
            let raised = (a | bit) & bit.wrapping_neg();
            if raised <= x.hi {
                a = raised;
            }
        } else {
            let raised = (b | bit) & bit.wrapping_neg();
            if raised <= y.hi {
                b = raised;
            }
        }
        bits = (a ^ b) & (bit - 1);
    }
    let lo = a ^ b;
    let (mut a, mut b) = (x.hi, y.hi);
    let mut bits = a & b;
    while bits != 0 {
        let bit = highest(bits);
        let lowered = (a ^ bit) | (bit - 1);
        if lowered >= x.lo {
            a = lowered;
        } else {
            let lowered = (b ^ bit) | (bit - 1);
            if lowered >= y.lo {
                b = lowered;
            }
        }
        bits = a & b & (bit - 1);
    }
    Range::new(lo, a ^ b)
}

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
        let free = free(range);
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

/// The least `x | y`: the first bit that only one of the least words has, and that the other one can have, too, which then
/// has zeros after it.
fn least_or(x: Range, y: Range) -> u64 {
    let of_x = !x.lo & y.lo & free(x);
    let of_y = x.lo & !y.lo & free(y);
    let bit = highest(of_x | of_y);
    if bit == 0 {
        x.lo | y.lo
    } else if of_x & bit != 0 {
        raised(x.lo, bit) | y.lo
    } else {
        x.lo | raised(y.lo, bit)
    }
}

/// The greatest `x | y`: the first bit that both greatest words have and one can do without, which then has ones after it.
fn greatest_or(x: Range, y: Range) -> u64 {
    let bit = highest(x.hi & y.hi & (free(x) | free(y)));
    x.hi | y.hi | bit.saturating_sub(1)
}

/// The least and the greatest `x ^ y`.
fn differences(x: Range, y: Range) -> Range {
    Range::new(least_xor(x, y), greatest_xor(x, y))
}

/// The least `x ^ y`: bits that one of the least words can have as the other one does.
fn least_xor(mut x: Range, mut y: Range) -> u64 {
    loop {
        let of_x = !x.lo & y.lo & free(x);
        let of_y = x.lo & !y.lo & free(y);
        let bit = highest(of_x | of_y);
        if bit == 0 {
            return x.lo ^ y.lo;
        }
        let change = if of_x & bit != 0 { &mut x } else { &mut y };
        if bit != first_free(*change) {
            // It is below the greatest word, whatever follows, and can be as the other one.
            return (x.lo ^ y.lo) & !(bit | (bit - 1));
        }
        change.lo = raised(change.lo, bit);
    }
}

/// The greatest `x ^ y`: bits that both greatest words have and one can do without.
fn greatest_xor(mut x: Range, mut y: Range) -> u64 {
    loop {
        let bit = highest(x.hi & y.hi & (free(x) | free(y)));
        if bit == 0 {
            return x.hi ^ y.hi;
        }
        let change = if free(x) & bit != 0 { &mut x } else { &mut y };
        if bit != first_free(*change) {
            // It is above the least word, whatever follows, and can differ from the other one.
            return (x.hi ^ y.hi) | bit | (bit - 1);
        }
        change.hi = (change.hi ^ bit) | (bit - 1);
    }
}

/// The bits from the first one in which the ends differ on. A zero of the least word among them can become a one,
/// a one of the greatest word a zero; no other can.
const fn free(range: Range) -> u64 {
    below(range.lo ^ range.hi)
}

/// The first of these.
const fn first_free(range: Range) -> u64 {
    highest(range.lo ^ range.hi)
}

/// With this bit, and zeros after it.
const fn raised(word: u64, bit: u64) -> u64 {
    (word | bit) & bit.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_two_ranges_are_the_tightest() {
        let ranges = || (0..16).flat_map(|lo| (lo..16).map(move |hi| Range { lo, hi }));
        for x in ranges() {
            for y in ranges() {
                let hull = |op: fn(u64, u64) -> u64| {
                    let all = (x.lo..=x.hi).flat_map(|a| (y.lo..=y.hi).map(move |b| op(a, b)));
                    let range = all.map(Range::point).reduce(Range::join);
                    range.expect("not empty")
                };
                assert_eq!(disjunctions(x, y), hull(|a, b| a | b), "{x:?} {y:?}");
                assert_eq!(conjunctions(x, y, 15), hull(|a, b| a & b), "{x:?} {y:?}");
                assert_eq!(differences(x, y), hull(|a, b| a ^ b), "{x:?} {y:?}");
            }
        }
    }
}

//! Words as unsigned numbers, and integers modulo a power of two.

use super::divide::remainder;
use super::{Empty, Span, narrow};
use crate::Range;

/// `r` is the unsigned number of the word `a`, which is its key.
pub(in crate::contract) fn from_word(ranges: &mut [Range]) -> Result<(), Empty> {
    let [r, a] = ranges else {
        unreachable!("a word is one argument");
    };
    narrow(r, of_keys(*a).range())?;
    let words = of_keys(*a).meet(Span::of(*r)).ok_or(Empty)?;
    narrow(a, keys(words))
}

/// `r` is the word of `a` modulo `2^width`.
pub(in crate::contract) fn to_word(width: u32, ranges: &mut [Range]) -> Result<(), Empty> {
    let [r, a] = ranges else {
        unreachable!("an integer is one argument");
    };
    let modulus = Span::new(1 << width, 1 << width);
    let left = remainder(of_keys(*r), Span::of(*a), modulus);
    let [words, integers, _] = left.ok_or(Empty)?;
    narrow(r, keys(words))?;
    narrow(a, integers.range())
}

fn of_keys(range: Range) -> Span {
    Span::new(range.lo.into(), range.hi.into())
}

/// The keys of numbers that are words.
fn keys(words: Span) -> Range {
    Range::new(words.lo as u64, words.hi as u64)
}

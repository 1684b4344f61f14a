//! The abstract value of a bit-vector: a product of domains that tell one another what they know.
//!
//! | domain            | says                                              |
//! |-------------------|---------------------------------------------------|
//! | unsigned interval | `lo ≤ x ≤ hi`, as unsigned numbers                |
//! | signed interval   | the same as signed numbers                        |
//! | known bits        | bits that are always 0, bits that are always 1    |
//! | constants         | at most [`MAX_CONSTANTS`] values, if that few     |
//!
//! A Bool is a bit-vector of one bit. Words wider than 64 bits and arrays are unknown.

use std::rc::Rc;

use super::bits::{Bits, mask};
use super::interval::{Interval, Reading};

/// A set of constants has at most so many.
pub(super) const MAX_CONSTANTS: usize = 8;

/// A set of so many constants is not widened.
const FEW: usize = 4;

/// What is known about a word. Not empty, and in a normal form: no domain can be made sharper by
/// what another one says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word {
    width: u32,
    unsigned: Interval,
    signed: Interval,
    bits: Bits,
    /// If present, everything else is its hull.
    constants: Option<Constants>,
}

/// Few values, in increasing order. Most of the time it is one, which needs no memory.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Constants {
    One(u64),
    Several(Rc<[u64]>),
}

impl Word {
    /// Can words of that width be modelled?
    pub(super) fn is_modelled(width: u32) -> bool {
        (1..=64).contains(&width)
    }

    /// Nothing is known.
    pub(super) fn top(width: u32) -> Word {
        debug_assert!(Word::is_modelled(width));
        let top = Word {
            width,
            unsigned: Reading::Unsigned.all(width),
            signed: Reading::Signed.all(width),
            bits: Bits::TOP,
            constants: None,
        };
        if width <= 3 {
            let all = (0..1 << width).collect();
            Word::of_constants(all, width).expect("it has values")
        } else {
            top
        }
    }

    /// One value.
    pub(super) fn point(word: u64, width: u32) -> Word {
        let word = word & mask(width);
        Word {
            width,
            unsigned: Interval::point(i128::from(word)),
            signed: Interval::point(Reading::Signed.of(word, width)),
            bits: Bits::point(word, width),
            constants: Some(Constants::One(word)),
        }
    }

    /// A truth value.
    pub(super) fn truth(value: bool) -> Word {
        Word::point(u64::from(value), 1)
    }

    /// One of these values; their hull if there are many. `None` if there are none.
    pub(super) fn of_constants(mut values: Vec<u64>, width: u32) -> Option<Word> {
        values.sort_unstable();
        values.dedup();
        let (first, last) = (*values.first()?, *values.last()?);
        if values.len() == 1 {
            return Some(Word::point(first, width));
        }
        let mut bits = Bits::point(first, width);
        let mut signed = Interval::point(Reading::Signed.of(first, width));
        for &value in &values[1..] {
            bits = bits.join(Bits::point(value, width));
            signed = signed.join(Interval::point(Reading::Signed.of(value, width)));
        }
        let few = values.len() <= MAX_CONSTANTS;
        let word = Word {
            width,
            unsigned: Interval::new(i128::from(first), i128::from(last)),
            signed,
            bits,
            constants: few.then(|| Constants::Several(values.into())),
        };
        if few { Some(word) } else { word.reduce() }
    }

    /// The unsigned interval, which may have to be wrapped.
    pub(super) fn from_interval(interval: Interval, width: u32) -> Word {
        Word::from_parts(interval, interval, Bits::TOP, width)
    }

    /// From exact integers in both readings and known bits, which do not contradict one another.
    pub(super) fn from_parts(unsigned: Interval, signed: Interval, bits: Bits, width: u32) -> Word {
        let word = Word {
            width,
            unsigned: unsigned.wrap(width, Reading::Unsigned),
            signed: signed.wrap(width, Reading::Signed),
            bits,
            constants: None,
        };
        word.reduce().expect("the parts have a value in common")
    }

    pub(super) fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn unsigned(&self) -> Interval {
        self.unsigned
    }

    pub(super) fn signed(&self) -> Interval {
        self.signed
    }

    pub(super) fn range(&self, reading: Reading) -> Interval {
        match reading {
            Reading::Unsigned => self.unsigned,
            Reading::Signed => self.signed,
        }
    }

    pub(super) fn bits(&self) -> Bits {
        self.bits
    }

    pub(super) fn constants(&self) -> Option<&[u64]> {
        match &self.constants {
            None => None,
            Some(Constants::One(value)) => Some(std::slice::from_ref(value)),
            Some(Constants::Several(values)) => Some(values),
        }
    }

    /// The only value, if there is just one.
    pub(super) fn as_point(&self) -> Option<u64> {
        match self.constants {
            Some(Constants::One(value)) => Some(value),
            _ => None,
        }
    }

    /// The truth value, if it is known.
    pub(super) fn as_truth(&self) -> Option<bool> {
        self.as_point().map(|value| value != 0)
    }

    pub(super) fn is_top(&self) -> bool {
        match self.constants() {
            Some(constants) => constants.len() as u64 - 1 == mask(self.width),
            None => {
                self.bits == Bits::TOP
                    && self.unsigned == Reading::Unsigned.all(self.width)
                    && self.signed == Reading::Signed.all(self.width)
            }
        }
    }

    pub(super) fn contains(&self, word: u64) -> bool {
        match self.constants() {
            Some(constants) => constants.contains(&word),
            None => {
                self.unsigned.contains(i128::from(word))
                    && self.signed.contains(Reading::Signed.of(word, self.width))
                    && self.bits.contains(word)
            }
        }
    }

    /// Is every value of this one a value of the other?
    pub(super) fn is_within(&self, other: &Word) -> bool {
        match (self.constants(), other.constants()) {
            (Some(some), _) => some.iter().all(|&word| other.contains(word)),
            (None, Some(_)) => false,
            (None, None) => {
                self.unsigned.is_within(other.unsigned)
                    && self.signed.is_within(other.signed)
                    && self.bits.is_within(other.bits)
            }
        }
    }

    pub(super) fn join(&self, other: &Word) -> Word {
        if let (Some(some), Some(others)) = (self.constants(), other.constants()) {
            let all = some.iter().chain(others).copied().collect();
            return Word::of_constants(all, self.width).expect("both have values");
        }
        let word = Word {
            width: self.width,
            unsigned: self.unsigned.join(other.unsigned),
            signed: self.signed.join(other.signed),
            bits: self.bits.join(other.bits),
            constants: None,
        };
        word.reduce().expect("both have values")
    }

    /// The values of both; `None` if there are none.
    pub(super) fn meet(&self, other: &Word) -> Option<Word> {
        let constants = match (self.constants(), other.constants()) {
            (Some(few), _) => Some((few, other)),
            (None, Some(few)) => Some((few, self)),
            (None, None) => None,
        };
        if let Some((few, rest)) = constants {
            let both = few.iter().copied().filter(|&word| rest.contains(word));
            return Word::of_constants(both.collect(), self.width);
        }
        Word {
            width: self.width,
            unsigned: self.unsigned.meet(other.unsigned)?,
            signed: self.signed.meet(other.signed)?,
            bits: self.bits.meet(other.bits)?,
            constants: None,
        }
        .reduce()
    }

    /// The values in an interval of the given reading.
    pub(super) fn meet_range(&self, interval: Interval, reading: Reading) -> Option<Word> {
        let interval = interval.meet(reading.all(self.width))?;
        let mut other = Word::top(self.width);
        match reading {
            Reading::Unsigned => other.unsigned = interval,
            Reading::Signed => other.signed = interval,
        }
        self.meet(&other.reduce()?)
    }

    /// The values with these bits.
    pub(super) fn meet_bits(&self, bits: Bits) -> Option<Word> {
        let mut other = Word::top(self.width);
        other.bits = bits;
        self.meet(&other.reduce()?)
    }

    /// The values but one.
    pub(super) fn without(&self, word: u64) -> Option<Word> {
        if let Some(constants) = self.constants() {
            let others = constants.iter().copied().filter(|&c| c != word);
            return Word::of_constants(others.collect(), self.width);
        }
        let cut = |range: Interval, value: i128| Interval {
            lo: range.lo + i128::from(range.lo == value),
            hi: range.hi - i128::from(range.hi == value),
        };
        let mut other = self.clone();
        other.unsigned = cut(self.unsigned, i128::from(word));
        other.signed = cut(self.signed, Reading::Signed.of(word, self.width));
        other.reduce()
    }

    /// An upper bound of both that does not grow for ever: bounds that are not stable go to the
    /// next threshold (in increasing order), or as far as they can if there are none.
    /// Sets of constants stay if they are small, or if asked for.
    pub(super) fn widen(&self, newer: &Word, thresholds: &[i128], keep_constants: bool) -> Word {
        let mut joined = self.join(newer);
        if joined.is_within(self) {
            return self.clone();
        }
        if joined.constants.is_some() {
            if keep_constants || joined.constants().is_some_and(|c| c.len() <= FEW) {
                return joined;
            }
            joined.constants = None;
        }
        let widen = |old: Interval, new: Interval, all: Interval| {
            let below = |&t: &i128| t <= new.lo && all.contains(t);
            let above = |&t: &i128| t >= new.hi && all.contains(t);
            let lo = thresholds.iter().rev().copied().find(below);
            let hi = thresholds.iter().copied().find(above);
            Interval::new(
                if new.lo < old.lo {
                    lo.unwrap_or(all.lo)
                } else {
                    new.lo
                },
                if new.hi > old.hi {
                    hi.unwrap_or(all.hi)
                } else {
                    new.hi
                },
            )
        };
        let all = |reading: Reading| reading.all(self.width);
        joined.unsigned = widen(self.unsigned, joined.unsigned, all(Reading::Unsigned));
        joined.signed = widen(self.signed, joined.signed, all(Reading::Signed));
        let bits = self.bits.join(newer.bits);
        // Upper bits that are still known must not keep the bounds from their threshold: that would
        // cost a step for each of them.
        let (lo, hi) = (word_of(joined.unsigned.lo), word_of(joined.unsigned.hi));
        let upper = Bits::between(lo, hi, self.width);
        let lower = match bits.low_known() {
            0 => 0,
            known => mask(known),
        };
        let kept = lower | upper.zeros | upper.ones;
        joined.bits = Bits {
            zeros: bits.zeros & kept,
            ones: bits.ones & kept,
        };
        joined.reduce().expect("it has values")
    }

    /// Let the domains tell one another what they know. `None` if no value is left.
    fn reduce(mut self) -> Option<Word> {
        let width = self.width;
        for _ in 0..4 {
            let before = (self.unsigned, self.signed, self.bits);
            let bits = self.bits;
            let least = i128::from(bits.ones);
            let greatest = i128::from(mask(width) & !bits.zeros);
            self.unsigned = self.unsigned.meet(Interval::new(least, greatest))?;
            self.unsigned = self.unsigned.meet_signed(self.signed, width)?;
            self.signed = self.signed.meet_unsigned(self.unsigned, width)?;
            let low = bits.low_known();
            if low > 0 {
                let residue = i128::from(bits.ones & mask(low));
                self.unsigned = self.unsigned.meet_congruent(residue, low)?;
                self.signed = self.signed.meet_congruent(residue, low)?;
            }
            let (lo, hi) = (word_of(self.unsigned.lo), word_of(self.unsigned.hi));
            self.bits = bits.meet(Bits::between(lo, hi, width))?;
            if before == (self.unsigned, self.signed, self.bits) {
                break;
            }
        }
        let few = self.unsigned.hi - self.unsigned.lo < MAX_CONSTANTS as i128;
        if few {
            let all = word_of(self.unsigned.lo)..=word_of(self.unsigned.hi);
            self.constants = None;
            let left = all.filter(|&word| self.contains(word)).collect();
            return Word::of_constants(left, width);
        }
        Some(self)
    }
}

/// An unsigned bound as a word.
fn word_of(bound: i128) -> u64 {
    u64::try_from(bound).expect("an unsigned bound of at most 64 bits")
}

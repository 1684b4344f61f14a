//! The values of a variable, in an order: words as keys.

use ferric3_term::{BitVecValue, FloatFormat};

/// The order in which a variable has its words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum View {
    /// Unsigned numbers.
    Unsigned,
    /// Signed numbers, two's complement.
    Signed,
    /// Floating-point numbers: `-NaN … < -∞ < … < -0 < +0 < … < +∞ < … NaN`. The encodings that are no
    /// numbers are at both ends, so that *is a number* is a pair of bounds. The NaN that operations give
    /// ([`FloatFormat::nan`]) is at the upper end.
    Float(FloatFormat),
    /// Integers without a width: each from `-2^62` to `2^62` has its key, and the two at the ends stand for all
    /// beyond as well.
    Integer,
    /// Real numbers: points and the gaps between them. The points are the finite binary64 numbers whose
    /// encoding ends in 0 (zero once), a gap is all numbers between two neighbours, or beyond the last one. So each
    /// number has one key, and `x ≤ c` and `x < c` are bounds for a point `c`.
    Real,
}

/// All words of a width, in the order of a view, or all numbers. A *key* is the number of a word in that order,
/// from 0: `a` is before `b` if and only if `key(a) < key(b)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Domain {
    /// Number of bits, 1 to 64.
    pub width: u32,
    /// The order.
    pub view: View,
}

impl Domain {
    /// Truth values: false is 0, true is 1.
    pub const BOOL: Domain = Domain::unsigned(1);

    /// Words as unsigned numbers.
    pub const fn unsigned(width: u32) -> Domain {
        Domain {
            width,
            view: View::Unsigned,
        }
    }

    /// Words as signed numbers.
    pub const fn signed(width: u32) -> Domain {
        Domain {
            width,
            view: View::Signed,
        }
    }

    /// Encodings of floating-point numbers.
    pub const fn float(format: FloatFormat) -> Domain {
        Domain {
            width: format.width(),
            view: View::Float(format),
        }
    }

    /// Integers without a width. Their words are the numbers, as signed ones.
    pub const INTEGER: Domain = Domain {
        width: 64,
        view: View::Integer,
    };

    /// Real numbers. Their words count points and gaps from 0, as signed numbers.
    pub const REAL: Domain = Domain {
        width: 64,
        view: View::Real,
    };

    /// The greatest key, which is also the word of ones where there are words.
    pub const fn greatest(self) -> u64 {
        match self.view {
            View::Unsigned | View::Signed | View::Float(_) => u64::MAX >> (64 - self.width),
            View::Integer | View::Real => 2 * self.zero(),
        }
    }

    /// The key of the number 0, in the views of numbers without a width; the middle.
    pub const fn zero(self) -> u64 {
        match self.view {
            View::Real => GREATEST_MAGNITUDE,
            _ => 1 << 62,
        }
    }

    /// Are its values numbers without a width?
    pub const fn is_number(self) -> bool {
        matches!(self.view, View::Integer | View::Real)
    }

    /// The word with the sign bit only.
    pub const fn sign(self) -> u64 {
        1 << (self.width - 1)
    }

    /// The key of a word.
    pub const fn key(self, word: u64) -> u64 {
        match self.view {
            View::Unsigned => word,
            View::Signed => word ^ self.sign(),
            View::Float(_) if word & self.sign() != 0 => !word & self.greatest(),
            View::Float(_) => word | self.sign(),
            View::Integer | View::Real => word.wrapping_add(self.zero()),
        }
    }

    /// The word of a key.
    pub const fn word(self, key: u64) -> u64 {
        match self.view {
            View::Unsigned => key,
            View::Signed => key ^ self.sign(),
            View::Float(_) if key & self.sign() != 0 => key ^ self.sign(),
            View::Float(_) => !key & self.greatest(),
            View::Integer | View::Real => key.wrapping_sub(self.zero()),
        }
    }

    /// The word of a key, as a value of terms.
    pub fn value(self, key: u64) -> BitVecValue {
        BitVecValue::from_u64(self.word(key), self.width)
    }

    /// The interval of keys that the words between two keys of another view of the same words are, if they are one.
    pub fn interval_of(self, other: Domain, lo: u64, hi: u64) -> Option<(u64, u64)> {
        debug_assert!(self.width == other.width && !self.is_number() && !other.is_number());
        // All views have the words with a sign bit, and those without one, in a row, one way or the other.
        let half = |of: Domain, first: u64| {
            let (a, b) = (of.key(first), of.key(first + (of.sign() - 1)));
            (a.min(b), a.max(b))
        };
        let mut found: Option<(u64, u64)> = None;
        for first in [0, self.sign()] {
            let (least, greatest) = half(other, first);
            let (lo, hi) = (lo.max(least), hi.min(greatest));
            if lo > hi {
                continue;
            }
            let (a, b) = (self.key(other.word(lo)), self.key(other.word(hi)));
            let (lo, hi) = (a.min(b), a.max(b));
            found = Some(match found {
                None => (lo, hi),
                Some((least, greatest)) if greatest.checked_add(1) == Some(lo) => (least, hi),
                Some((least, greatest)) if hi.checked_add(1) == Some(least) => (lo, greatest),
                Some(_) => return None,
            });
        }
        found
    }

    /// The integer of a key, in the views of integers.
    pub const fn integer(self, key: u64) -> i128 {
        match self.view {
            View::Signed => key as i128 - self.sign() as i128,
            View::Integer => key as i128 - self.zero() as i128,
            View::Unsigned | View::Float(_) | View::Real => key as i128,
        }
    }

    /// The key of an integer that the view has.
    pub const fn key_of_integer(self, integer: i128) -> u64 {
        match self.view {
            View::Signed => (integer + self.sign() as i128) as u64,
            View::Integer => (integer + self.zero() as i128) as u64,
            View::Unsigned | View::Float(_) | View::Real => integer as u64,
        }
    }
}

/// The encoding of the greatest finite binary64 number. It is odd, so it stands for what is beyond the last point.
const GREATEST_MAGNITUDE: u64 = 0x7FEF_FFFF_FFFF_FFFF;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_words_in_order() {
        for view in [
            View::Unsigned,
            View::Signed,
            View::Float(FloatFormat::new(3, 5)),
        ] {
            let domain = Domain { width: 8, view };
            for key in 0..=domain.greatest() {
                assert_eq!(domain.key(domain.word(key)), key);
            }
        }
        let signed = Domain::signed(8);
        assert_eq!(
            [signed.word(0), signed.integer(0) as u64],
            [0x80, -128i64 as u64]
        );
        assert_eq!(signed.key_of_integer(-1), 127);
    }

    /// Against all words: an interval is found if and only if there is one.
    #[test]
    fn intervals_of_one_view_are_found_in_others() {
        let views = [
            View::Unsigned,
            View::Signed,
            View::Float(FloatFormat::new(2, 3)),
        ];
        let domains = views.map(|view| Domain { width: 5, view });
        let mut found = 0;
        for a in domains {
            for b in domains {
                for (lo, hi) in (0..32).flat_map(|lo| (lo..32).map(move |hi| (lo, hi))) {
                    let mut keys: Vec<u64> = (lo..=hi).map(|key| a.key(b.word(key))).collect();
                    keys.sort_unstable();
                    let (first, last) = (keys[0], keys[keys.len() - 1]);
                    let is_interval = last - first == hi - lo;
                    let expected = is_interval.then_some((first, last));
                    assert_eq!(a.interval_of(b, lo, hi), expected, "{a:?} {b:?} {lo} {hi}");
                    found += usize::from(is_interval && a.view != b.view);
                }
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn keys_of_floats_are_in_the_order_of_numbers() {
        let domain = Domain::float(FloatFormat::F32);
        let numbers = [
            f32::NEG_INFINITY,
            -1.5,
            -1.0e-40,
            -0.0,
            0.0,
            1.0e-40,
            2.0,
            f32::INFINITY,
            f32::NAN,
        ];
        let keys: Vec<u64> = numbers
            .iter()
            .map(|x| domain.key(x.to_bits().into()))
            .collect();
        assert!(keys.is_sorted(), "{keys:x?}");
    }
}

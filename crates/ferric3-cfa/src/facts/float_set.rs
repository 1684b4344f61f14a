//! Words read as floating-point numbers (binary32 and binary64).
//!
//! In the order of keys, `-∞ < … < -0 < +0 < … < +∞`, numbers without a sign are their encodings
//! and numbers with one are their encodings in reverse. So `x ≤ c` for a number `c` without a sign
//! is a bound of the signed integer that the encoding is, and `c ≤ x` for one with a sign is a bound
//! of the unsigned integer: the intervals of a word say exactly what is wanted of a number that is
//! not NaN, and clauses need no floating-point operation. NaNs lie beyond both infinities.

use ferric3_term::FloatFormat;

use super::interval::{Interval, Reading};
use super::word::Word;

/// Numbers between two keys, and NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloatSet {
    pub(super) format: FloatFormat,
    /// Keys of numbers; `None` if there are none.
    pub(super) numbers: Option<Interval>,
    /// May it be a NaN without a sign?
    pub(super) plus_nan: bool,
    /// May it be a NaN with a sign?
    pub(super) minus_nan: bool,
}

/// Is that a format whose encodings are words?
pub(super) fn is_modelled(format: FloatFormat) -> bool {
    format == FloatFormat::F32 || format == FloatFormat::F64
}

/// The encoding of infinity.
fn infinity(format: FloatFormat) -> i128 {
    ((1i128 << format.exponent) - 1) << format.fraction()
}

/// The smallest encoding with a sign.
fn sign(format: FloatFormat) -> i128 {
    1i128 << (format.width() - 1)
}

/// The key of an encoding of a number.
fn key(encoding: i128, format: FloatFormat) -> i128 {
    if encoding >= sign(format) {
        sign(format) - 1 - encoding
    } else {
        encoding
    }
}

/// The encoding of a key.
pub(super) fn encoding(key: i128, format: FloatFormat) -> u64 {
    let encoding = if key < 0 { sign(format) - 1 - key } else { key };
    u64::try_from(encoding).expect("an encoding of at most 64 bits")
}

fn between(lo: i128, hi: i128) -> Option<Interval> {
    (lo <= hi).then_some(Interval { lo, hi })
}

fn hull(a: Option<Interval>, b: Option<Interval>) -> Option<Interval> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (one, other) => one.or(other),
    }
}

/// The words without and with a sign, as unsigned numbers.
fn halves(word: &Word) -> (Option<Interval>, Option<Interval>) {
    let width = word.width();
    let (sign, power) = (1i128 << (width - 1), 1i128 << width);
    let (u, s) = (word.unsigned(), word.signed());
    let plus = between(u.lo.max(s.lo), u.hi.min(s.hi).min(sign - 1));
    let minus = between(
        u.lo.max(sign).max(s.lo + power),
        u.hi.min(s.hi.min(-1) + power),
    );
    (plus, minus)
}

/// The words without their sign, as numbers.
pub(super) fn magnitudes(word: &Word) -> Option<Interval> {
    let sign = 1i128 << (word.width() - 1);
    let (plus, minus) = halves(word);
    hull(plus, minus.map(|m| Interval::new(m.lo - sign, m.hi - sign)))
}

impl FloatSet {
    /// All numbers, no NaN.
    pub(super) fn numbers(format: FloatFormat) -> FloatSet {
        let most = infinity(format);
        FloatSet {
            format,
            numbers: Some(Interval::new(-1 - most, most)),
            plus_nan: false,
            minus_nan: false,
        }
    }

    /// The numbers from one encoding to another, of which neither is a NaN. Zeros have any sign.
    pub(super) fn from_to(low: u64, high: u64, format: FloatFormat) -> FloatSet {
        let zero = |k: i128, other: i128| if k == 0 || k == -1 { other } else { k };
        let lo = zero(key(i128::from(low), format), -1);
        let hi = zero(key(i128::from(high), format), 0);
        FloatSet {
            numbers: between(lo, hi),
            ..FloatSet::numbers(format)
        }
    }

    /// What a word is, read as a number.
    pub(super) fn of(word: &Word, format: FloatFormat) -> FloatSet {
        let (sign, most) = (sign(format), infinity(format));
        let (plus, minus) = halves(word);
        let part = |part: Option<Interval>, most: i128| {
            let numbers = part.and_then(|p| between(p.lo, p.hi.min(most)));
            (numbers, part.is_some_and(|p| p.hi > most))
        };
        let (plus, plus_nan) = part(plus, most);
        let (minus, minus_nan) = part(minus, most + sign);
        let minus = minus.map(|m| Interval::new(key(m.hi, format), key(m.lo, format)));
        FloatSet {
            format,
            numbers: hull(plus, minus),
            plus_nan,
            minus_nan,
        }
    }

    pub(super) fn may_be_nan(&self) -> bool {
        self.plus_nan || self.minus_nan
    }

    /// The encodings of the least and the greatest number.
    pub(super) fn ends(&self) -> Option<(u64, u64)> {
        let range = self.numbers?;
        let end = |key: i128| encoding(key, self.format);
        Some((end(range.lo), end(range.hi)))
    }

    /// The word whose values are these; `None` if there are none.
    pub(super) fn word(&self) -> Option<Word> {
        let (format, sign) = (self.format, sign(self.format));
        let all = Reading::Unsigned.all(format.width());
        let encodings = |range: Option<Interval>| {
            let range = range?;
            let ends = [range.lo, range.hi].map(|key| i128::from(encoding(key, format)));
            between(ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        let numbers = self.numbers;
        let plus = encodings(numbers.and_then(|n| between(n.lo.max(0), n.hi)));
        let minus = encodings(numbers.and_then(|n| between(n.lo, n.hi.min(-1))));
        let nan = |may: bool, from: i128, to: i128| may.then(|| Interval::new(from, to));
        let most = infinity(format);
        let plus = hull(plus, nan(self.plus_nan, most + 1, sign - 1));
        let minus = hull(minus, nan(self.minus_nan, most + sign + 1, all.hi));
        let unsigned = hull(plus, minus)?;
        let below = minus.map(|m| Interval::new(m.lo - all.hi - 1, m.hi - all.hi - 1));
        let top = Word::top(format.width());
        top.meet_range(unsigned, Reading::Unsigned)?
            .meet_range(hull(plus, below)?, Reading::Signed)
    }

    /// The numbers of this set that are not above a key, or not below it.
    pub(super) fn cut(&self, lo: Option<i128>, hi: Option<i128>) -> FloatSet {
        let cut = self.numbers.and_then(|n| {
            between(
                lo.map_or(n.lo, |lo| lo.max(n.lo)),
                hi.map_or(n.hi, |hi| hi.min(n.hi)),
            )
        });
        FloatSet {
            numbers: cut,
            ..*self
        }
    }
}

/// A word at a loop head: bounds of numbers go outwards to the nearest constant that the program
/// compares with, given as encodings; `None` if there is no such bound. Others come out of sums
/// and products, and whoever checks the clause would have to compute them again in bits.
pub(super) fn settled(word: Word, constants: &[i128], format: FloatFormat) -> Option<Word> {
    if word.constants().is_some() {
        return Some(word);
    }
    let set = FloatSet::of(&word, format);
    let (Some(range), false) = (set.numbers, set.may_be_nan()) else {
        return Some(word);
    };
    let most = infinity(format);
    let is_number =
        |&&c: &&i128| (0..=most).contains(&c) || (sign(format)..=sign(format) + most).contains(&c);
    let keys = constants.iter().filter(is_number).map(|&c| key(c, format));
    let lo = keys.clone().filter(|&k| k <= range.lo).max();
    let hi = keys.filter(|&k| k >= range.hi).min();
    if lo.is_none() && hi.is_none() {
        return None;
    }
    let all = FloatSet::numbers(format);
    all.cut(lo, hi).word()
}

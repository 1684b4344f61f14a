//! Floating-point operations on abstract words. Rounding to nearest is monotone, so the ends of
//! ranges, computed by the operation itself, bound its results: no directed rounding is needed.

use ferric3_term::{FloatFormat, FloatOp, float_on_words};

use super::float_set::{FloatSet, is_modelled};
use super::interval::{Interval, Reading};
use super::word::Word;

/// The results of an operation, as far as they are known. What may be NaN is not said: it is
/// everywhere, and would be a fact about each number of a program.
pub(super) fn operate(op: FloatOp, args: &[Option<Word>], width: u32) -> Option<Word> {
    let formats = [op.argument_format(), op.result_format()];
    if !formats.into_iter().flatten().all(is_modelled) {
        return None;
    }
    let set = |i: usize, format: FloatFormat| {
        let word = args.get(i).cloned().flatten();
        FloatSet::of(&word.unwrap_or_else(|| Word::top(format.width())), format)
    };
    match op {
        FloatOp::Lt(f) | FloatOp::Le(f) | FloatOp::Eq(f) => compare(op, &set(0, f), &set(1, f)),
        FloatOp::Add(f) | FloatOp::Sub(f) | FloatOp::Mul(f) => corners(op, &set(0, f), &set(1, f)),
        FloatOp::Div(f) => {
            let divisor = set(1, f);
            let range = divisor.numbers?;
            let has_zero = range.lo <= 0 && range.hi >= -1;
            corners(op, &set(0, f), &divisor).filter(|_| !has_zero)
        }
        FloatOp::Sqrt(f) => {
            let arg = set(0, f);
            // The root of -0 is -0; of what is below, NaN.
            if arg.numbers?.lo < -1 {
                return None;
            }
            monotone(op, &arg)
        }
        FloatOp::RoundToIntegral(f, _) | FloatOp::Convert { from: f, .. } => {
            monotone(op, &set(0, f))
        }
        FloatOp::FromSigned(f) | FloatOp::FromUnsigned(f) => {
            let word = args[0].as_ref()?;
            let reading = match op {
                FloatOp::FromSigned(_) => Reading::Signed,
                _ => Reading::Unsigned,
            };
            let range = word.range(reading);
            let low = float_on_words(op, &[bits(range.lo, word.width()), 0, 0], word.width())?;
            let high = float_on_words(op, &[bits(range.hi, word.width()), 0, 0], word.width())?;
            FloatSet::from_to(low, high, f).word()
        }
        FloatOp::ToSigned { from, .. } => to_integer(op, &set(0, from), Reading::Signed, width),
        FloatOp::ToUnsigned { from, .. } => to_integer(op, &set(0, from), Reading::Unsigned, width),
        _ => None,
    }
}

fn bits(value: i128, width: u32) -> u64 {
    let word = value & i128::from(u64::MAX);
    u64::try_from(word).expect("64 bits") & super::bits::mask(width)
}

/// An encoding as a number. (A binary32 is a binary64.)
pub(super) fn number(encoding: u64, format: FloatFormat) -> f64 {
    if format == FloatFormat::F32 {
        f64::from(f32::from_bits(encoding as u32))
    } else {
        f64::from_bits(encoding)
    }
}

/// An operation that is monotone or antitone in each argument while the signs of the arguments
/// stay: the results lie between those at the ends, unless one of these is NaN.
fn corners(op: FloatOp, a: &FloatSet, b: &FloatSet) -> Option<Word> {
    if a.may_be_nan() || b.may_be_nan() {
        return None;
    }
    let (a_ends, b_ends) = (a.ends()?, b.ends()?);
    let mut range: Option<(u64, u64)> = None;
    let number = |encoding: u64| number(encoding, a.format);
    for x in [a_ends.0, a_ends.1] {
        for y in [b_ends.0, b_ends.1] {
            // Infinities with a NaN nearby: 0 · ∞, ∞ - ∞, ∞ / ∞.
            if number(x).is_infinite() || number(y).is_infinite() {
                return None;
            }
            let z = float_on_words(op, &[x, y, 0], a.format.width())?;
            range = Some(range.map_or((z, z), |(lo, hi)| {
                let lo = if number(z) < number(lo) { z } else { lo };
                let hi = if number(z) > number(hi) { z } else { hi };
                (lo, hi)
            }));
        }
    }
    let (lo, hi) = range?;
    FloatSet::from_to(lo, hi, a.format).word()
}

/// An operation of one argument that never decreases.
fn monotone(op: FloatOp, a: &FloatSet) -> Option<Word> {
    let to = op.result_format()?;
    if a.may_be_nan() {
        return None;
    }
    let (lo, hi) = a.ends()?;
    let at = |x: u64| float_on_words(op, &[x, 0, 0], a.format.width());
    FloatSet::from_to(at(lo)?, at(hi)?, to).word()
}

/// Rounded towards zero, if all of it fits.
fn to_integer(op: FloatOp, a: &FloatSet, reading: Reading, width: u32) -> Option<Word> {
    if a.may_be_nan() {
        return None;
    }
    let (lo, hi) = a.ends()?;
    let power = |exponent: u32| 2f64.powi(i32::try_from(exponent).unwrap_or(i32::MAX));
    let (least, limit) = match reading {
        Reading::Signed => (-power(width - 1), power(width - 1)),
        Reading::Unsigned => (0.0, power(width)),
    };
    if number(lo, a.format) < least || number(hi, a.format) >= limit {
        return None;
    }
    let at = |x: u64| {
        let word = float_on_words(op, &[x, 0, 0], a.format.width())?;
        Some(reading.of(word, width))
    };
    let range = Interval::new(at(lo)?, at(hi)?);
    Word::top(width).meet_range(range, reading)
}

/// A comparison, which is false if there is a NaN.
fn compare(op: FloatOp, a: &FloatSet, b: &FloatSet) -> Option<Word> {
    let nan = a.may_be_nan() || b.may_be_nan();
    let (Some(x), Some(y)) = (a.ends(), b.ends()) else {
        return Some(Word::truth(false));
    };
    let number = |encoding: u64| number(encoding, a.format);
    let [a_lo, a_hi, b_lo, b_hi] = [x.0, x.1, y.0, y.1].map(number);
    let (always, never) = match op {
        FloatOp::Lt(_) => (a_hi < b_lo, a_lo >= b_hi),
        FloatOp::Le(_) => (a_hi <= b_lo, a_lo > b_hi),
        _ => (a_lo == b_hi && a_hi == b_lo, a_hi < b_lo || b_hi < a_lo),
    };
    if never {
        Some(Word::truth(false))
    } else if always && !nan {
        Some(Word::truth(true))
    } else {
        None
    }
}

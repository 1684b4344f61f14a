//! Operations on abstract words: the result has every value that the operation has on values of
//! the arguments.

use ferric3_term::{BitVecValue, Op, Sort, Value, apply_op};

use super::bits::Bits;
use super::float_operate;
use super::float_set::magnitudes;
use super::interval::{Interval, Reading};
use super::word::Word;

/// If the arguments have so many combinations of values at most, they are all tried.
const MAX_COMBINATIONS: usize = 64;

/// The values of `op`, whose result has `width` bits (1 for a Bool); `None` if nothing is known.
/// Arguments that are not modelled are `None`, their sorts are given.
pub(super) fn operate(op: &Op, args: &[Option<Word>], sorts: &[Sort], width: u32) -> Option<Word> {
    if !Word::is_modelled(width) {
        return None;
    }
    match (op, args) {
        (Op::And, _) => return conjunction(args, false),
        (Op::Or, _) => return conjunction(args, true),
        (Op::Ite, [condition, then, otherwise]) => {
            return match condition.as_ref().and_then(Word::as_truth) {
                Some(true) => then.clone(),
                Some(false) => otherwise.clone(),
                None => Some(then.as_ref()?.join(otherwise.as_ref()?)),
            };
        }
        _ => {}
    }
    if let Some(word) = all_combinations(op, args, sorts, width) {
        return Some(word);
    }
    if let Op::Float(op) = op {
        return float_operate::operate(*op, args, width);
    }
    match args {
        [Some(a)] => unary(op, a, width),
        [Some(a), Some(b)] => binary(op, a, b, width),
        [a, b] => one_sided(op, a.as_ref(), b.as_ref(), width),
        _ => None,
    }
}

/// The conjunction, or the disjunction if `absorbing` is true.
fn conjunction(args: &[Option<Word>], absorbing: bool) -> Option<Word> {
    let truth = |arg: &Option<Word>| arg.as_ref().and_then(Word::as_truth);
    if args.iter().any(|arg| truth(arg) == Some(absorbing)) {
        Some(Word::truth(absorbing))
    } else if args.iter().all(|arg| truth(arg) == Some(!absorbing)) {
        Some(Word::truth(!absorbing))
    } else {
        None
    }
}

/// What one argument says by itself.
fn one_sided(op: &Op, a: Option<&Word>, b: Option<&Word>, width: u32) -> Option<Word> {
    let top = || Word::top(width);
    match op {
        Op::BvAnd | Op::BvOr | Op::BvMul | Op::BvUrem | Op::BvUdiv | Op::BvLshr | Op::BvSrem => {
            let a = a.cloned().unwrap_or_else(top);
            let b = b.cloned().unwrap_or_else(top);
            binary(op, &a, &b, width)
        }
        _ => None,
    }
}

fn value(word: u64, sort: Sort) -> Option<Value> {
    match sort {
        Sort::Bool => Some(Value::Bool(word != 0)),
        Sort::BitVec(width) => Some(Value::BitVec(BitVecValue::from_u64(word, width))),
        _ => None,
    }
}

/// The results for all values of the arguments, if there are few.
fn all_combinations(op: &Op, args: &[Option<Word>], sorts: &[Sort], width: u32) -> Option<Word> {
    let mut sets: Vec<&[u64]> = Vec::with_capacity(args.len());
    let mut combinations = 1;
    for arg in args {
        let constants = arg.as_ref()?.constants()?;
        combinations *= constants.len();
        if combinations > MAX_COMBINATIONS {
            return None;
        }
        sets.push(constants);
    }
    let mut results = Vec::with_capacity(combinations);
    for mut code in 0..combinations {
        let mut values = Vec::with_capacity(sets.len());
        for (set, &sort) in sets.iter().zip(sorts) {
            values.push(value(set[code % set.len()], sort)?);
            code /= set.len();
        }
        results.push(match apply_op(op, &values) {
            Value::Bool(truth) => u64::from(truth),
            Value::BitVec(value) => value.to_u64()?,
            _ => return None,
        });
    }
    Word::of_constants(results, width)
}

fn unary(op: &Op, a: &Word, width: u32) -> Option<Word> {
    let (old, bits) = (a.width(), a.bits());
    let minus_one = Interval::point(-1);
    let parts = |unsigned, signed, bits| Some(Word::from_parts(unsigned, signed, bits, width));
    match op {
        Op::Not => None,
        Op::BvNot => parts(
            minus_one.sub(a.unsigned()),
            minus_one.sub(a.signed()),
            bits.not(),
        ),
        Op::BvNeg => {
            let zero = Interval::point(0);
            let bits = Bits::point(0, width).sub(bits, width);
            parts(zero.sub(a.unsigned()), zero.sub(a.signed()), bits)
        }
        Op::Extract { lo: 0, .. } if width + 1 == old => {
            parts(magnitudes(a)?, a.signed(), bits.extract(0, width))
        }
        Op::Extract { lo, .. } => {
            let by = Interval::point(i128::from(*lo));
            let bits = bits.extract(*lo, width);
            parts(
                a.unsigned().shift_right(by),
                a.signed().shift_right(by),
                bits,
            )
        }
        Op::ZeroExtend(_) => {
            let bits = bits.zero_extend(old, width);
            parts(a.unsigned(), a.unsigned(), bits)
        }
        Op::SignExtend(_) => {
            let bits = bits.sign_extend(old, width);
            parts(a.signed(), a.signed(), bits)
        }
        Op::RotateLeft(by) => Some(Word::top(width).meet_bits(bits.rotate_left(*by, width))?),
        Op::RotateRight(by) => {
            let by = width - by % width;
            Some(Word::top(width).meet_bits(bits.rotate_left(by, width))?)
        }
        _ => None,
    }
}

fn binary(op: &Op, a: &Word, b: &Word, width: u32) -> Option<Word> {
    let (x, y) = (a.bits(), b.bits());
    let parts = |unsigned, signed, bits| Some(Word::from_parts(unsigned, signed, bits, width));
    let from_bits = |bits: Bits| Word::top(width).meet_bits(bits);
    match op {
        Op::Eq => {
            let equal = a.meet(b);
            match equal {
                None => Some(Word::truth(false)),
                Some(_) if a.as_point().is_some() && a == b => Some(Word::truth(true)),
                Some(_) => None,
            }
        }
        Op::BvUlt => less(a.unsigned(), b.unsigned(), true),
        Op::BvUle => less(a.unsigned(), b.unsigned(), false),
        Op::BvSlt => less(a.signed(), b.signed(), true),
        Op::BvSle => less(a.signed(), b.signed(), false),
        Op::BvAdd => parts(
            a.unsigned().add(b.unsigned()),
            a.signed().add(b.signed()),
            x.add(y, width),
        ),
        Op::BvSub => parts(
            a.unsigned().sub(b.unsigned()),
            a.signed().sub(b.signed()),
            x.sub(y, width),
        ),
        Op::BvMul => {
            let all = |reading: Reading| reading.all(width);
            let unsigned = a.unsigned().mul(b.unsigned());
            let signed = a.signed().mul(b.signed());
            parts(
                unsigned.unwrap_or(all(Reading::Unsigned)),
                signed.unwrap_or(all(Reading::Signed)),
                x.mul(y, width),
            )
        }
        Op::BvAnd => {
            let most = a.unsigned().hi.min(b.unsigned().hi);
            from_bits(x.and(y))?.meet_range(Interval::new(0, most), Reading::Unsigned)
        }
        Op::BvOr => {
            let least = a.unsigned().lo.max(b.unsigned().lo);
            let range = Interval::new(least, Reading::Unsigned.all(width).hi);
            from_bits(x.or(y))?.meet_range(range, Reading::Unsigned)
        }
        Op::BvXor => {
            // Another sign is the other half of the numbers.
            let half = 1i128 << (width - 1);
            let sign = u64::try_from(half).ok();
            let other = match sign {
                _ if b.as_point() == sign => a,
                _ if a.as_point() == sign => b,
                _ => return from_bits(x.xor(y)),
            };
            let half = Interval::point(half);
            parts(
                other.signed().add(half),
                other.unsigned().sub(half),
                x.xor(y),
            )
        }
        Op::BvUdiv => {
            let quotients = a.unsigned().div(b.unsigned());
            let ones = Interval::point(Reading::Unsigned.all(width).hi);
            let range = match quotients {
                Some(range) if b.contains(0) => range.join(ones),
                Some(range) => range,
                None => ones,
            };
            Some(Word::from_interval(range, width))
        }
        Op::BvUrem => {
            let word = Word::from_interval(a.unsigned().rem(b.unsigned()), width);
            match b.as_point() {
                Some(divisor) if divisor.is_power_of_two() => word.meet_bits(Bits {
                    zeros: x.zeros & (divisor - 1),
                    ones: x.ones & (divisor - 1),
                }),
                _ => Some(word),
            }
        }
        Op::BvSdiv => {
            let mut range = a.signed().div(b.signed());
            if b.contains(0) {
                let limit = Interval::new(-1, 1);
                range = Some(range.map_or(limit, |range| range.join(limit)));
            }
            Some(Word::from_interval(range?, width))
        }
        Op::BvSrem => Some(Word::from_interval(a.signed().rem(b.signed()), width)),
        Op::BvShl => match shift(b, width) {
            Some(by) => {
                let factor = Interval::point(1i128 << by);
                parts(
                    a.unsigned().mul(factor)?,
                    a.signed().mul(factor)?,
                    x.shl(by, width),
                )
            }
            None => None,
        },
        Op::BvLshr => {
            let word = Word::from_interval(a.unsigned().shift_right(b.unsigned()), width);
            match shift(b, width) {
                Some(by) => word.meet_bits(x.lshr(by, width)),
                None => Some(word),
            }
        }
        Op::BvAshr => {
            let word = Word::from_interval(a.signed().shift_right(b.unsigned()), width);
            match shift(b, width) {
                Some(by) => word.meet_bits(x.ashr(by, width)),
                None => Some(word),
            }
        }
        Op::Concat => {
            let low = b.width();
            let factor = Interval::point(1i128 << low);
            parts(
                a.unsigned().mul(factor)?.add(b.unsigned()),
                a.signed().mul(factor)?.add(b.unsigned()),
                x.concat(y, low),
            )
        }
        _ => None,
    }
}

/// The amount of a shift, if it is known and less than the width.
fn shift(by: &Word, width: u32) -> Option<u32> {
    u32::try_from(by.as_point()?).ok().filter(|&by| by < width)
}

/// Is `a < b` (or `a ≤ b`) known?
fn less(a: Interval, b: Interval, strict: bool) -> Option<Word> {
    let room = i128::from(strict);
    if a.hi + room <= b.lo {
        Some(Word::truth(true))
    } else if a.lo + room > b.hi {
        Some(Word::truth(false))
    } else {
        None
    }
}

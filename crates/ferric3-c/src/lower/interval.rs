//! Ranges of terms, by their form alone: what conversions, masks, remainders and constants say about
//! a value, whatever the variables are. Overflow that such a range excludes needs no property, and a
//! product that may overflow is computed in no more bits than it can have.

use ferric3_term::{BitVecValue, Op, TermId};
use rustc_hash::FxHashMap;

use super::Lower;

/// How deep a term is looked into.
const DEPTH: u32 = 32;

/// The ranges of terms that were asked for. A term does not change, so they stay true.
pub(super) type Intervals = FxHashMap<TermId, Interval>;

/// Numbers from `low` to `high`, both included: the values of a term, read as signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    /// All numbers of so many bits, at most 128.
    pub(super) fn full(width: u32) -> Interval {
        Interval {
            low: i128::MIN >> (128 - width),
            high: i128::MAX >> (128 - width),
        }
    }

    fn exactly(value: i128) -> Interval {
        Interval {
            low: value,
            high: value,
        }
    }

    /// From 0 to `2^bits - 1`.
    pub(super) fn unsigned(bits: u32) -> Option<Interval> {
        (bits < 128).then(|| Interval {
            low: 0,
            high: i128::MAX >> (127 - bits),
        })
    }

    /// The least range around some values; nothing if one of them was too large to compute.
    fn around<const N: usize>(values: [Option<i128>; N]) -> Option<Interval> {
        let first = values[0]?;
        let mut all = Interval::exactly(first);
        for value in values {
            all = all.join(Interval::exactly(value?));
        }
        Some(all)
    }

    fn join(self, other: Interval) -> Interval {
        Interval {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    fn with_zero(self) -> Interval {
        self.join(Interval::exactly(0))
    }

    pub(super) fn contains(self, value: i128) -> bool {
        (self.low..=self.high).contains(&value)
    }

    pub(super) fn is_within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The bits that a signed number in the range may need, the sign included.
    pub(super) fn bits(self) -> u32 {
        let of = |value: i128| 129 - (value ^ (value >> 127)).leading_zeros();
        of(self.low).max(of(self.high))
    }

    pub(super) fn plus(self, other: Interval) -> Option<Interval> {
        Interval::around([
            self.low.checked_add(other.low),
            self.high.checked_add(other.high),
        ])
    }

    pub(super) fn minus(self, other: Interval) -> Option<Interval> {
        Interval::around([
            self.low.checked_sub(other.high),
            self.high.checked_sub(other.low),
        ])
    }

    pub(super) fn times(self, other: Interval) -> Option<Interval> {
        Interval::around([
            self.low.checked_mul(other.low),
            self.low.checked_mul(other.high),
            self.high.checked_mul(other.low),
            self.high.checked_mul(other.high),
        ])
    }

    fn as_constant(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// A number of places to shift by, if it is a constant below the width.
    fn as_places(self, width: u32) -> Option<u32> {
        let places = u32::try_from(self.as_constant()?).ok()?;
        (places < width).then_some(places)
    }
}

impl Lower<'_> {
    /// The values that a term may have; nothing for terms of more than 128 bits.
    pub(super) fn interval(&mut self, term: TermId) -> Option<Interval> {
        self.interval_at(term, DEPTH)
    }

    fn interval_at(&mut self, term: TermId, depth: u32) -> Option<Interval> {
        let width = self.terms.width(term);
        if width > 128 {
            return None;
        }
        if let Some(&known) = self.intervals.get(&term) {
            return Some(known);
        }
        let full = Interval::full(width);
        if depth == 0 {
            return Some(full);
        }
        let by_form = self.by_form(term, width, depth - 1);
        let interval = by_form.filter(|found| found.is_within(full));
        let interval = interval.unwrap_or(full);
        self.intervals.insert(term, interval);
        Some(interval)
    }

    /// The range of the exact result of an operator. It is of no use if it does not fit the width:
    /// then the result may have wrapped around.
    fn by_form(&mut self, term: TermId, width: u32, depth: u32) -> Option<Interval> {
        let op = self.terms.op(term).clone();
        let args = self.terms.args(term).to_vec();
        match (&op, &args[..]) {
            (Op::IntToBv(_), _) => None,
            (Op::Const(value), _) => constant(value).map(Interval::exactly),
            (Op::Ite, &[_, then, otherwise]) => {
                let then = self.interval_at(then, depth)?;
                Some(then.join(self.interval_at(otherwise, depth)?))
            }
            (Op::Concat, &[high, low]) => {
                let high_bits = self.interval_at(high, depth)?;
                let low_width = self.terms.width(low);
                let zeros = high_bits == Interval::exactly(0);
                zeros.then(|| Interval::unsigned(low_width)).flatten()
            }
            (_, &[a]) => {
                let inner = self.terms.width(a);
                let a = self.interval_at(a, depth)?;
                unary(&op, a, inner)
            }
            (_, &[a, b]) if has_words(&op) => {
                let (a, b) = (self.interval_at(a, depth)?, self.interval_at(b, depth)?);
                binary(&op, a, b, width)
            }
            _ => None,
        }
    }
}

/// A constant as a signed number.
fn constant(value: &BitVecValue) -> Option<i128> {
    i128::try_from(value.to_bigint()).ok()
}

/// Are the two arguments and the result of an operator words of the same width?
fn has_words(op: &Op) -> bool {
    matches!(
        op,
        Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
    )
}

/// `inner` is the width of the argument.
fn unary(op: &Op, a: Interval, inner: u32) -> Option<Interval> {
    match op {
        Op::SignExtend(_) => Some(a),
        Op::ZeroExtend(_) if a.low >= 0 => Some(a),
        Op::ZeroExtend(_) => Interval::unsigned(inner),
        Op::Extract { lo: 0, .. } => Some(a),
        Op::BvNeg => Interval::exactly(0).minus(a),
        Op::BvNot => Interval::exactly(-1).minus(a),
        _ => None,
    }
}

fn binary(op: &Op, a: Interval, b: Interval, width: u32) -> Option<Interval> {
    match op {
        Op::BvAdd => a.plus(b),
        Op::BvSub => a.minus(b),
        Op::BvMul => a.times(b),
        Op::BvAnd => match (a.low >= 0, b.low >= 0) {
            (true, true) => Some(Interval::exactly(a.high.min(b.high)).with_zero()),
            (true, false) => Some(a.with_zero()),
            (false, true) => Some(b.with_zero()),
            (false, false) => None,
        },
        Op::BvOr | Op::BvXor if a.low >= 0 && b.low >= 0 => {
            Interval::unsigned(a.bits().max(b.bits()) - 1)
        }
        // A divisor of 0 gives the dividend.
        Op::BvUrem if b.low > 0 => Some(Interval::exactly(b.high - 1).with_zero()),
        Op::BvUdiv if a.low >= 0 && b.low > 0 => Some(Interval {
            low: a.low / b.high,
            high: a.high / b.low,
        }),
        Op::BvSrem => {
            let all = a.with_zero();
            let most = b.low.unsigned_abs().max(b.high.unsigned_abs());
            match i128::try_from(most) {
                Ok(most) if !b.contains(0) => Some(Interval {
                    low: all.low.max(1 - most),
                    high: all.high.min(most - 1),
                }),
                _ => Some(all),
            }
        }
        Op::BvSdiv if b.low > 0 => match b.as_constant() {
            Some(divisor) => Some(Interval {
                low: a.low / divisor,
                high: a.high / divisor,
            }),
            None => Some(a.with_zero()),
        },
        Op::BvShl => {
            let places = b.as_places(width).filter(|&places| places < 127)?;
            a.times(Interval::exactly(1 << places))
        }
        Op::BvLshr => match b.as_places(width) {
            Some(places) if a.low >= 0 => Some(Interval {
                low: a.low >> places,
                high: a.high >> places,
            }),
            Some(places) => Interval::unsigned(width - places),
            None if a.low >= 0 => Some(a.with_zero()),
            None => None,
        },
        Op::BvAshr => match b.as_places(width) {
            Some(places) => Some(Interval {
                low: a.low >> places,
                high: a.high >> places,
            }),
            None => Some(a.with_zero()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ferric3_term::{BitVecValue, Op, Value, apply_op};

    use super::{Interval, binary, has_words, unary};

    /// Every operator on words of 4 bits: no value of the arguments gives a result outside.
    #[test]
    fn ranges_have_every_result() {
        const WIDTH: u32 = 4;
        let full = Interval::full(WIDTH);
        let word = |n: i128| {
            let n = i64::try_from(n).expect("a small number");
            Value::BitVec(BitVecValue::from_i64(n, WIDTH))
        };
        let ranges = || {
            (full.low..=full.high).flat_map(|low| {
                let highs = low..=full.high;
                highs.map(move |high| Interval { low, high })
            })
        };
        let number = |value: &Value| match value {
            Value::BitVec(bits) => i128::from(bits.to_i64().expect("a small number")),
            _ => unreachable!("a word"),
        };
        let ops = [
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        let mut useful = 0;
        for op in ops {
            assert!(has_words(&op));
            let result = |a, b| number(&apply_op(&op, &[word(a), word(b)]));
            for a in ranges() {
                for b in ranges() {
                    let Some(found) = binary(&op, a, b, WIDTH).filter(|f| f.is_within(full)) else {
                        continue;
                    };
                    useful += 1;
                    for x in a.low..=a.high {
                        for y in b.low..=b.high {
                            assert!(found.contains(result(x, y)), "{op:?} {a:?} {b:?}: {x}, {y}");
                        }
                    }
                }
            }
        }
        assert!(useful > 20_000, "{useful}");
        let ops = [
            (Op::BvNeg, WIDTH),
            (Op::BvNot, WIDTH),
            (Op::SignExtend(2), WIDTH + 2),
            (Op::ZeroExtend(2), WIDTH + 2),
            (Op::Extract { hi: 2, lo: 0 }, 3),
        ];
        for (op, width) in ops {
            for a in ranges() {
                let found = unary(&op, a, WIDTH).filter(|f| f.is_within(Interval::full(width)));
                for x in a.low..=a.high {
                    let result = number(&apply_op(&op, &[word(x)]));
                    assert!(
                        found.is_none_or(|f| f.contains(result)),
                        "{op:?} {a:?}: {x}"
                    );
                }
            }
        }
    }

    #[test]
    fn bits_count_the_sign() {
        for (number, bits) in [
            (0, 1),
            (-1, 1),
            (1, 2),
            (-2, 2),
            (127, 8),
            (-128, 8),
            (128, 9),
        ] {
            assert_eq!(Interval::exactly(number).bits(), bits, "{number}");
        }
        assert_eq!(Interval::full(128).bits(), 128);
        assert_eq!(Interval::full(64).bits(), 64);
    }
}

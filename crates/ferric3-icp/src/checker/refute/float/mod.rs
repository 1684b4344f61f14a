//! Operations on floating-point numbers, by exact results at corners.
//!
//! *Rounding is monotone*, so that a rounded operation is monotone where the exact one is, and the results of a
//! box are between those at two of its corners. Keys say more than numbers do:
//!
//! * *results that are not numbers* are one key, and for each operation a few classes of arguments have them ([`classes`]);
//!   all else is about the numbers, infinities included, of the arguments;
//! * *zeros have signs*: each function says why it is monotone for keys, where `-0 < +0`.
//!
//! Results are computed by [`soft_float`] only, which never asks the machine.

mod classes;
mod grid;
mod remainder;
mod signs;
mod single;

use ferric3_term::{BitVecValue, FloatOp, Value, soft_float};
use smallvec::SmallVec;

use super::apart;
use super::order::misses_truth;
use crate::{Domain, Range, View};

/// See [`super::misses`].
pub(super) fn misses(op: FloatOp, domains: &[Domain], result: Range, arguments: &[Range]) -> bool {
    let exact = Exact { op, domains };
    match op {
        FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_) => {
            return comparison_misses(op, domains[1], result, arguments[0], arguments[1]);
        }
        FloatOp::ToSigned { .. } | FloatOp::ToUnsigned { .. } => {
            return single::to_integer_misses(&exact, result, arguments[0]);
        }
        FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => {
            // Monotone; 0 is +0, which is before what is positive and after what is negative.
            let [lo, hi] = [arguments[0].lo, arguments[0].hi].map(|key| exact.key(&[key]));
            return apart(result, lo, hi);
        }
        _ => {}
    }
    if result.has(Numbers::of(domains[0]).nan) && classes::may_be_nan(op, domains, arguments) {
        return false;
    }
    let numbers = arguments.iter().zip(&domains[1..]);
    let numbers: Option<SmallVec<[Range; 3]>> = numbers
        .map(|(range, domain)| range.meet(Numbers::of(*domain).all()))
        .collect();
    // Without numbers, all results are NaN.
    let Some(numbers) = numbers else { return true };
    match (op, &numbers[..]) {
        (FloatOp::Add(_) | FloatOp::Sub(_) | FloatOp::Fma(_), _) => {
            sum_misses(&exact, result, &numbers)
        }
        (FloatOp::Mul(_) | FloatOp::Div(_), [x, y]) => signs::misses(&exact, result, *x, *y),
        (FloatOp::Remainder(_) | FloatOp::Fmod(_), [x, y]) => {
            remainder::misses(&exact, result, *x, *y)
        }
        (_, [x]) => single::misses(&exact, result, *x),
        _ => false,
    }
}

/// Where to cut, if not in the middle of the widest: around the zeros of factors, dividends and divisors, and before the
/// infinities. Next to them a result changes by more than anywhere else.
pub(super) fn landmark(
    op: FloatOp,
    domains: &[Domain],
    arguments: &[Range],
) -> Option<(usize, u64)> {
    let factors = match op {
        FloatOp::Mul(_) | FloatOp::Div(_) | FloatOp::Fma(_) => 2,
        FloatOp::Remainder(_) | FloatOp::Fmod(_) => 2,
        _ => 0,
    };
    (0..factors).find_map(|i| {
        let (numbers, range) = (Numbers::of(domains[i + 1]), arguments[i]);
        let infinities = numbers.all();
        let zero = numbers.zero;
        // First keys of upper halves.
        let keys = [zero - 1, zero + 1, infinities.lo + 1, infinities.hi];
        let mut inside = keys
            .into_iter()
            .filter(|&key| range.lo < key && key <= range.hi);
        inside.next().map(|key| (i, key))
    })
}

/// An operation, to be computed at points.
struct Exact<'a> {
    op: FloatOp,
    domains: &'a [Domain],
}

impl Exact<'_> {
    /// The key of the result for keys of the arguments.
    fn key(&self, arguments: &[u64]) -> u64 {
        let words = arguments.iter().zip(&self.domains[1..]);
        let words: SmallVec<[BitVecValue; 3]> = words
            .map(|(key, domain)| BitVecValue::from_u64(domain.word(*key), domain.width))
            .collect();
        match soft_float(self.op, &words) {
            Value::BitVec(word) => self.domains[0].key(word.to_u64().unwrap_or(0)),
            Value::Bool(holds) => u64::from(holds),
            _ => 0,
        }
    }

    /// The numbers of the result.
    fn result(&self) -> Numbers {
        Numbers::of(self.domains[0])
    }

    /// The numbers of the first argument.
    fn argument(&self) -> Numbers {
        Numbers::of(self.domains[1])
    }
}

/// Keys of a floating-point view. A *magnitude* is the encoding of a number without its sign, at most that of ∞.
#[derive(Clone, Copy)]
struct Numbers {
    /// The key of `+0`, after that of `-0`, which is also the number of keys of one sign.
    zero: u64,
    /// The magnitude of ∞.
    infinity: u64,
    /// The key of the NaN that operations give.
    nan: u64,
}

impl Numbers {
    fn of(domain: Domain) -> Numbers {
        let zero = domain.sign();
        let fraction = match domain.view {
            View::Float(format) => format.fraction(),
            _ => 0,
        };
        // All bits of the exponent are set in an infinity; in the NaN, also the first bit after them.
        let infinity = (zero - 1) >> fraction << fraction;
        Numbers {
            zero,
            infinity,
            nan: zero + infinity + (1 << fraction >> 1),
        }
    }

    /// From -∞ to ∞.
    fn all(self) -> Range {
        Range::new(
            self.key(true, self.infinity),
            self.key(false, self.infinity),
        )
    }

    /// The key of a magnitude with a sign.
    fn key(self, negative: bool, magnitude: u64) -> u64 {
        if negative {
            self.zero - 1 - magnitude
        } else {
            self.zero + magnitude
        }
    }

    /// The magnitudes of the numbers in a range that have a sign.
    fn magnitudes(self, negative: bool, range: Range) -> Option<Range> {
        let [to_zero, to_infinity] = [0, self.infinity].map(|m| self.key(negative, m));
        let of_sign = Range::new(to_zero.min(to_infinity), to_zero.max(to_infinity));
        let numbers = range.meet(of_sign)?;
        Some(if negative {
            Range::new(self.zero - 1 - numbers.hi, self.zero - 1 - numbers.lo)
        } else {
            Range::new(numbers.lo - self.zero, numbers.hi - self.zero)
        })
    }

    /// Is one of these magnitudes in the range, with a sign?
    fn meets(self, range: Range, negative: bool, lo: u64, hi: u64) -> bool {
        let ends = [lo, hi].map(|magnitude| self.key(negative, magnitude));
        lo <= hi && !apart(range, ends[0].min(ends[1]), ends[0].max(ends[1]))
    }
}

/// `x + y`, `x - y` and `x * y + z` of numbers: sums with an infinity by the classes of the arguments, others from corner
/// to corner.
///
/// Finite sums are monotone for keys: `x + y` is exact if it is near 0, and +0 if it is 0, so that less is negative, not a
/// zero; but `-0 + -0 = -0`, and no zeros are before these.
fn sum_misses(exact: &Exact, result: Range, arguments: &[Range]) -> bool {
    let numbers = exact.result();
    let all = numbers.all();
    let infinite = classes::infinite_sums(exact.op, exact.domains[0], arguments);
    if (infinite[0] && result.has(all.lo)) || (infinite[1] && result.has(all.hi)) {
        return false;
    }
    let finite = Range::new(all.lo + 1, all.hi - 1);
    let finite: Option<SmallVec<[Range; 3]>> = arguments.iter().map(|x| x.meet(finite)).collect();
    match finite.as_deref() {
        Some([x, y]) => {
            let y_ends = match exact.op {
                FloatOp::Sub(_) => [y.hi, y.lo],
                _ => [y.lo, y.hi],
            };
            let hull = Range {
                lo: exact.key(&[x.lo, y_ends[0]]),
                hi: exact.key(&[x.hi, y_ends[1]]),
            };
            let within = hull.meet(result);
            let minus_zero = numbers.zero - 1;
            let other = match exact.op {
                FloatOp::Sub(_) => numbers.zero,
                _ => minus_zero,
            };
            let may_be = x.has(minus_zero) && y.has(other);
            within.is_none_or(|range| grid::misses(exact.domains[0], range, *x, *y, may_be))
        }
        Some([x, y, z]) => signs::fused_misses(exact, result, *x, *y, *z),
        // Every point has an infinity.
        _ => true,
    }
}

/// `x = y`, `x < y`, `x ≤ y`: exactly. Zeros are equal, so keys from +0 on are moved down by one; what is not a number
/// makes all of them false.
fn comparison_misses(op: FloatOp, domain: Domain, result: Range, x: Range, y: Range) -> bool {
    let numbers = Numbers::of(domain);
    let all = numbers.all();
    let may_be_none = |range: Range| range.lo < all.lo || all.hi < range.hi;
    let none = may_be_none(x) || may_be_none(y);
    let (Some(x), Some(y)) = (x.meet(all), y.meet(all)) else {
        return misses_truth(result, false, true);
    };
    let place = |key: u64| key - u64::from(key >= numbers.zero);
    let [x, y] = [x, y].map(|range| Range::new(place(range.lo), place(range.hi)));
    let (may_hold, may_fail) = match op {
        FloatOp::Eq(_) => (x.meet(y).is_some(), !(x.is_point() && x == y)),
        FloatOp::Lt(_) => (x.lo < y.hi, x.hi >= y.lo),
        _ => (x.lo <= y.hi, x.hi > y.lo),
    };
    misses_truth(result, may_hold, may_fail || none)
}

/// The other sign, of any encoding: the same keys from the other end.
pub(super) fn neg_misses(domain: Domain, result: Range, a: Range) -> bool {
    let greatest = domain.greatest();
    apart(result, greatest - a.hi, greatest - a.lo)
}

/// Without the sign, of any encoding: how far the key is from the zero of its sign.
pub(super) fn magnitude_misses(domain: Domain, result: Range, a: Range) -> bool {
    let zero = domain.sign();
    let below = (a.lo < zero).then(|| (zero - 1 - a.hi.min(zero - 1), zero - 1 - a.lo));
    let above = (a.hi >= zero).then(|| (a.lo.max(zero) - zero, a.hi - zero));
    let mut halves = [below, above].into_iter().flatten();
    halves.all(|(lo, hi)| apart(result, lo, hi))
}

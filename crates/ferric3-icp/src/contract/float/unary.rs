//! Operations with one argument: square roots, roundings, conversions.
//!
//! Tightest everywhere. The keys of the argument fall into a few pieces; on one of them the operation is monotone,
//! on the others it is constant. On a monotone piece the arguments whose results are between two bounds are an
//! interval, whose ends [`search`](super::search) finds, and the results at these ends are the hull of all.

use ferric3_term::FloatOp;

use super::arithmetic::evaluate;
use super::hull::Hull;
use super::landmarks::Landmarks;
use super::search::{greatest, least};
use super::{Domain, Empty, Range};

/// What a function that is monotone on `x` leaves of its results and of `x`. `inverse` is a guess.
#[inline]
pub(super) fn monotone(
    r: Range,
    x: Range,
    f: impl Fn(u64) -> u64,
    inverse: impl Fn(u64) -> u64,
) -> Option<[Range; 2]> {
    let mut low = f(x.lo);
    if x.is_point() {
        return r.has(low).then_some([Range::point(low), x]);
    }
    let mut high = f(x.hi);
    let mut left = x;
    if low < r.lo {
        left.lo = least(x, inverse(r.lo), |x| f(x) >= r.lo)?;
        low = f(left.lo);
    }
    if high > r.hi {
        left.hi = greatest(x, inverse(r.hi), |x| f(x) <= r.hi)?;
        high = f(left.hi);
    }
    // Otherwise all results are before `r`, or after it, or those around it are neighbours.
    let some = left.lo <= left.hi && low <= r.hi && high >= r.lo;
    some.then(|| [Range::new(low, high), left])
}

/// The pieces of an argument: one on which the operation is monotone, and the ones on which it has one result.
struct Pieces {
    monotone: Option<Range>,
    constant: u64,
    others: [Option<Range>; 2],
}

pub(super) fn contract(op: FloatOp, domains: &[Domain], ranges: &mut [Range]) -> Result<(), Empty> {
    let [r, x] = [ranges[0], ranges[1]];
    let [result, arg] = [domains[0], domains[1]];
    let pieces = pieces(op, result, arg, x);
    let mut hull = Hull::EMPTY;
    if let Some(x) = pieces.monotone {
        hull.add_some(monotone(
            r,
            x,
            |x| evaluate(op, result, [arg], [x]),
            |r| inverse(op, result, arg, r),
        ));
    }
    if r.has(pieces.constant) {
        for x in pieces.others.into_iter().flatten() {
            hull.add([Range::point(pieces.constant), x]);
        }
    }
    hull.write(ranges)
}

/// An argument near those with the result `r`.
fn inverse(op: FloatOp, result: Domain, arg: Domain, r: u64) -> u64 {
    let op = match op {
        FloatOp::Sqrt(format) => return evaluate(FloatOp::Mul(format), arg, [arg; 2], [r; 2]),
        FloatOp::Convert { from, to } => FloatOp::Convert { from: to, to: from },
        FloatOp::FromSigned(from) => FloatOp::ToSigned {
            from,
            width: arg.width,
        },
        FloatOp::FromUnsigned(from) => FloatOp::ToUnsigned {
            from,
            width: arg.width,
        },
        FloatOp::ToSigned { from, .. } => FloatOp::FromSigned(from),
        FloatOp::ToUnsigned { from, .. } => FloatOp::FromUnsigned(from),
        _ => return r,
    };
    evaluate(op, arg, [result], [r])
}

fn pieces(op: FloatOp, result: Domain, arg: Domain, x: Range) -> Pieces {
    let (monotone, constant) = match op {
        FloatOp::ToSigned { from, width } => {
            let at = Landmarks::of(from);
            // What is too small gives the least integer, which is monotone as well.
            let high = at.power(width - 1) - 1;
            (Range::new(at.bottom, high), result.key(1 << (width - 1)))
        }
        FloatOp::ToUnsigned { from, width } => {
            let at = Landmarks::of(from);
            let low = at.flip(at.power(0)) + 1;
            (Range::new(low, at.power(width) - 1), 1 << (width - 1))
        }
        FloatOp::FromSigned(_) | FloatOp::FromUnsigned(_) => (Range::all(arg), 0),
        FloatOp::Sqrt(format) => {
            let at = Landmarks::of(format);
            (Range::new(at.minus_zero, at.top), at.nan)
        }
        FloatOp::Convert { from, to } => (Landmarks::of(from).numbers(), Landmarks::of(to).nan),
        FloatOp::RoundToIntegral(format, _) => {
            let at = Landmarks::of(format);
            (at.numbers(), at.nan)
        }
        _ => unreachable!("{op:?} has more than one argument"),
    };
    let before = x.lo < monotone.lo;
    let after = x.hi > monotone.hi;
    Pieces {
        monotone: x.meet(monotone),
        constant,
        others: [
            before.then(|| Range::new(x.lo, x.hi.min(monotone.lo - 1))),
            after.then(|| Range::new(x.lo.max(monotone.hi + 1), x.hi)),
        ],
    }
}

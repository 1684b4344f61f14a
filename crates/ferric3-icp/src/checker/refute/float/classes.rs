//! Which arguments have a result that is not a number (IEEE 754-2019, 7.2), and which have infinite sums: exactly,
//! because that is a matter of their classes, and a box has all combinations of the classes that its sides have.

use ferric3_term::FloatOp;

use super::Numbers;
use crate::{Domain, Range};

/// Is there a point of the box whose result is not a number? For operations whose results are numbers.
pub(super) fn may_be_nan(op: FloatOp, domains: &[Domain], arguments: &[Range]) -> bool {
    let classes = |i: usize| Classes::of(domains[i + 1], arguments[i]);
    if (0..arguments.len()).any(|i| classes(i).nan) {
        return true;
    }
    match op {
        FloatOp::Add(_) => opposite(classes(0).infinite, classes(1).infinite),
        FloatOp::Sub(_) => opposite(classes(0).infinite, flipped(classes(1).infinite)),
        FloatOp::Mul(_) => infinity_by_zero(classes(0), classes(1)),
        FloatOp::Div(_) => {
            let (x, y) = (classes(0), classes(1));
            (any(x.infinite) && any(y.infinite)) || (any(x.zero) && any(y.zero))
        }
        FloatOp::Fma(_) => {
            let (x, y) = (classes(0), classes(1));
            infinity_by_zero(x, y) || opposite(infinite_product(x, y), classes(2).infinite)
        }
        FloatOp::Sqrt(_) => classes(0).infinite[0] || classes(0).finite[0],
        FloatOp::Remainder(_) | FloatOp::Fmod(_) => {
            any(classes(0).infinite) || any(classes(1).zero)
        }
        _ => false,
    }
}

/// The signs of infinities that are sums with an infinity in them, of a box of numbers, for `x + y`, `x - y` and
/// `x * y + z`.
pub(super) fn infinite_sums(op: FloatOp, domain: Domain, arguments: &[Range]) -> [bool; 2] {
    let classes = |i: usize| Classes::of(domain, arguments[i]);
    let is_finite = |of: Classes| any(of.finite) || any(of.zero);
    // Infinities of the terms, and whether they may be finite.
    let ((p, p_finite), z) = match op {
        FloatOp::Fma(_) => {
            let (x, y) = (classes(0), classes(1));
            (
                (infinite_product(x, y), is_finite(x) && is_finite(y)),
                classes(2),
            )
        }
        _ => ((classes(0).infinite, is_finite(classes(0))), classes(1)),
    };
    let (z, z_finite) = match op {
        FloatOp::Sub(_) => (flipped(z.infinite), is_finite(z)),
        _ => (z.infinite, is_finite(z)),
    };
    [0, 1].map(|sign| (p[sign] && (z[sign] || z_finite)) || (z[sign] && (p[sign] || p_finite)))
}

/// What a range has: of negative sign, of positive sign.
#[derive(Clone, Copy)]
struct Classes {
    nan: bool,
    infinite: [bool; 2],
    /// Neither infinite nor zero.
    finite: [bool; 2],
    zero: [bool; 2],
}

impl Classes {
    fn of(domain: Domain, range: Range) -> Classes {
        let numbers = Numbers::of(domain);
        let of_sign = |negative: bool| numbers.magnitudes(negative, range);
        let has = |lo: u64, hi: u64| {
            [true, false].map(|negative| {
                let within = |m: Range| m.meet(Range { lo, hi }).is_some();
                lo <= hi && of_sign(negative).is_some_and(within)
            })
        };
        let all = numbers.all();
        Classes {
            nan: range.lo < all.lo || all.hi < range.hi,
            infinite: has(numbers.infinity, numbers.infinity),
            finite: has(1, numbers.infinity - 1),
            zero: has(0, 0),
        }
    }
}

fn any(of: [bool; 2]) -> bool {
    of[0] || of[1]
}

fn flipped(of: [bool; 2]) -> [bool; 2] {
    [of[1], of[0]]
}

fn opposite(x: [bool; 2], y: [bool; 2]) -> bool {
    (x[0] && y[1]) || (x[1] && y[0])
}

fn infinity_by_zero(x: Classes, y: Classes) -> bool {
    (any(x.infinite) && any(y.zero)) || (any(x.zero) && any(y.infinite))
}

/// The signs of infinite products: an infinity by anything but a zero.
fn infinite_product(x: Classes, y: Classes) -> [bool; 2] {
    let factor = |of: Classes, sign: usize| of.infinite[sign] || of.finite[sign];
    let product =
        |a: usize, b: usize| (x.infinite[a] && factor(y, b)) || (factor(x, a) && y.infinite[b]);
    [
        product(0, 1) || product(1, 0),
        product(0, 0) || product(1, 1),
    ]
}

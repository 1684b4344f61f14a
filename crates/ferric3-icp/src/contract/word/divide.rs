//! Quotients and remainders.
//!
//! Division is split into cases by the signs of dividend and divisor, and of divisors that are 0, so that in each one
//! the operation is monotone. The tightest box for divisors that are points. Else not always: quotients and products
//! leave gaps, and for remainders with many quotients only these and the size of the divisor are known.

use super::union::Union;
use super::whole::{Whole, floor_div};
use crate::contract::Empty;
use crate::{Domain, Range};

/// How often bounds are tried again with those of the others.
const ROUNDS: usize = 3;

/// Words as numbers with a sign, which are monotone on each side of 0.
#[derive(Clone, Copy)]
struct Side {
    sign: u64,
    negative: bool,
}

impl Side {
    /// The magnitudes of the keys on this side of 0, or at 0, that are at least `least`.
    fn of(self, range: Range, least: u64) -> Option<Range> {
        if self.negative {
            let hi = range.hi.min(self.sign - least);
            (range.lo <= hi).then(|| Range::new(self.sign - hi, self.sign - range.lo))
        } else {
            let lo = range.lo.max(self.sign.checked_add(least)?);
            (lo <= range.hi).then(|| Range::new(lo - self.sign, range.hi - self.sign))
        }
    }

    /// The keys of magnitudes.
    fn keys(self, magnitudes: Range) -> Range {
        if self.negative {
            Range::new(self.sign - magnitudes.hi, self.sign - magnitudes.lo)
        } else {
            Range::new(self.sign + magnitudes.lo, self.sign + magnitudes.hi)
        }
    }
}

/// `r = a / b`, unsigned.
pub(super) fn quotient(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let mut union = Union::new();
    if b.lo == 0 && r.hi == domain.greatest() {
        union.add([Range::point(r.hi), *a, Range::point(0)]);
    }
    if b.hi > 0 {
        union.add_some(divide(*r, *a, Range::new(b.lo.max(1), b.hi)));
    }
    [*r, *a, *b] = union.hull()?;
    Ok(())
}

/// `r = a / b`, signed, rounded towards 0.
pub(super) fn quotient_signed(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let sign = domain.sign();
    let mut union = Union::new();
    for negative in [false, true] {
        let dividend = Side { sign, negative };
        let Some(x) = dividend.of(*a, u64::from(negative)) else {
            continue;
        };
        for negative in [false, true] {
            let divisor = Side { sign, negative };
            let result = Side {
                sign,
                negative: dividend.negative != divisor.negative,
            };
            let (Some(q), Some(y)) = (result.of(*r, 0), divisor.of(*b, 1)) else {
                continue;
            };
            if let Some([q, x, y]) = divide(q, x, y) {
                union.add([result.keys(q), dividend.keys(x), divisor.keys(y)]);
            }
        }
        if b.has(sign) {
            // Division by 0 gives 1 of negative numbers, -1 of others.
            let one = if dividend.negative { 1 } else { u64::MAX };
            let key = sign.wrapping_add(one) & domain.greatest();
            if r.has(key) {
                union.add([Range::point(key), dividend.keys(x), Range::point(sign)]);
            }
        }
    }
    // The least number divided by -1 is itself: its negative is no signed number.
    if r.lo == 0 && a.lo == 0 && b.has(sign - 1) {
        union.add([Range::point(0), Range::point(0), Range::point(sign - 1)]);
    }
    [*r, *a, *b] = union.hull()?;
    Ok(())
}

/// `q = x / y`, where `y` is not 0.
fn divide(mut q: Range, mut x: Range, mut y: Range) -> Option<[Range; 3]> {
    for _ in 0..ROUNDS {
        let before = (x, y);
        q = q.meet(Range::new(x.lo / y.hi, x.hi / y.lo))?;
        let word = |product: u128| u64::try_from(product).unwrap_or(u64::MAX);
        let least = u128::from(q.lo) * u128::from(y.lo);
        let greatest = u128::from(q.hi) * u128::from(y.hi) + u128::from(y.hi - 1);
        if least > u128::from(x.hi) {
            return None;
        }
        x = x.meet(Range::new(word(least), word(greatest)))?;
        if let Some(most) = x.hi.checked_div(q.lo) {
            y.hi = y.hi.min(most);
        }
        if let Some(above) = q.hi.checked_add(1) {
            y.lo = y.lo.max(x.lo / above + 1);
        }
        if y.lo > y.hi {
            return None;
        }
        if (x, y) == before {
            break;
        }
    }
    Some([q, x, y])
}

/// `r = a mod b`, unsigned.
pub(super) fn remainder(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let mut union = Union::new();
    if b.lo == 0
        && let Some(same) = r.meet(*a)
    {
        union.add([same, same, Range::point(0)]);
    }
    if b.hi > 0 {
        let divisor = Range::new(b.lo.max(1), b.hi);
        if let Some(left) = residue([(*r).into(), (*a).into(), divisor.into()]) {
            union.add(left.map(Range::from));
        }
    }
    [*r, *a, *b] = union.hull()?;
    Ok(())
}

/// `r = a mod b`, signed: with the sign of the dividend, or of the divisor if `floored`.
pub(super) fn remainder_signed(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
    floored: bool,
) -> Result<(), Empty> {
    let sign = domain.sign();
    let number = |range: Range| Whole::from(range).plus(-i128::from(sign));
    let key = |whole: Whole| Range::from(whole.plus(i128::from(sign)));
    let mut union = Union::new();
    if b.has(sign)
        && let Some(same) = r.meet(*a)
    {
        union.add([same, same, Range::point(sign)]);
    }
    for negative in [false, true] {
        let side = Side { sign, negative };
        let Some(divisor) = side.of(*b, 1) else {
            continue;
        };
        if floored {
            let turn = |whole: Whole| if negative { whole.negated() } else { whole };
            let case = [turn(number(*r)), turn(number(*a)), divisor.into()];
            if let Some([rest, dividend, divisor]) = residue(case) {
                union.add([
                    key(turn(rest)),
                    key(turn(dividend)),
                    side.keys(divisor.into()),
                ]);
            }
            continue;
        }
        for negative in [false, true] {
            let of = Side { sign, negative };
            let (Some(rest), Some(dividend)) = (of.of(*r, 0), of.of(*a, u64::from(negative)))
            else {
                continue;
            };
            if let Some([rest, dividend, divisor]) =
                residue([rest, dividend, divisor].map(Whole::from))
            {
                union.add([
                    of.keys(rest.into()),
                    of.keys(dividend.into()),
                    side.keys(divisor.into()),
                ]);
            }
        }
    }
    [*r, *a, *b] = union.hull()?;
    Ok(())
}

/// `r = x mod y` for positive `y`, which is `x = q·y + r` with `0 ≤ r < y`.
fn residue([r, x, y]: [Whole; 3]) -> Option<[Whole; 3]> {
    let r = r.meet(Whole {
        lo: 0,
        hi: y.hi - 1,
    })?;
    let y = y.meet(Whole {
        lo: r.lo + 1,
        hi: y.hi,
    })?;
    if y.is_point() {
        return modulo(r, x, y.lo).map(|[r, x]| [r, x, y]);
    }
    let q = Whole {
        lo: floor_div(x.lo, if x.lo < 0 { y.lo } else { y.hi }),
        hi: floor_div(x.hi, if x.hi < 0 { y.hi } else { y.lo }),
    };
    let sides = [(i128::MIN, -1), (0, 0), (1, i128::MAX)];
    let mut hull: Option<[Whole; 3]> = None;
    for (lo, hi) in sides {
        let Some(q) = q.meet(Whole { lo, hi }) else {
            continue;
        };
        if let Some(case) = with_quotient(q, [r, x, y]) {
            hull = Some(match hull {
                None => case,
                Some(hull) => std::array::from_fn(|i| hull[i].join(case[i])),
            });
        }
    }
    hull
}

/// The case that the quotient is in an interval, which is 0, or on one side of it.
fn with_quotient(mut q: Whole, [mut r, mut x, mut y]: [Whole; 3]) -> Option<[Whole; 3]> {
    for _ in 0..ROUNDS {
        let before = (r, x, y);
        r.hi = r.hi.min(y.hi - 1);
        y.lo = y.lo.max(r.lo + 1);
        if q.lo > 0 {
            // The dividend is at least divisor and rest, which is smaller than the divisor.
            r.hi = r.hi.min(floor_div(x.hi - 1, 2));
        }
        if r.lo > r.hi || y.lo > y.hi {
            return None;
        }
        // Saturated products are too large to say anything.
        let end = |factor: i128, near: bool| {
            let far = if near { y.lo } else { y.hi };
            factor.saturating_mul(far)
        };
        let multiple = Whole {
            lo: end(q.lo, q.lo >= 0),
            hi: end(q.hi, q.hi < 0),
        };
        r = r.meet(Whole {
            lo: x.lo.saturating_sub(multiple.hi),
            hi: x.hi.saturating_sub(multiple.lo),
        })?;
        x = x.meet(Whole {
            lo: multiple.lo.saturating_add(r.lo),
            hi: multiple.hi.saturating_add(r.hi),
        })?;
        let multiple = multiple.meet(Whole {
            lo: x.lo - r.hi,
            hi: x.hi - r.lo,
        })?;
        y = multiple.quotient(q, y)?;
        q = multiple.quotient(y, q)?;
        if (r, x, y) == before {
            break;
        }
    }
    Some([r, x, y])
}

/// `r = x mod y` for a `y` that is known, as [`wrap`](super::whole::wrap) does it for powers of two.
fn modulo(mut r: Whole, mut x: Whole, y: i128) -> Option<[Whole; 2]> {
    let extent = r.hi - r.lo;
    let after = |integer: i128| {
        let integer = integer - r.lo;
        integer - floor_div(integer, y) * y
    };
    let distance = after(x.lo);
    if distance > extent {
        x.lo += y - distance;
    }
    let distance = after(x.hi);
    if distance > extent {
        x.hi -= distance - extent;
    }
    if x.lo > x.hi {
        return None;
    }
    if x.hi - x.lo < y {
        let [first, last] = [x.lo, x.hi].map(|integer| integer - floor_div(integer, y) * y);
        // Both are in `r`; if the arc passes 0 it has both ends, or all, of `r`.
        if first <= last {
            r = Whole {
                lo: first,
                hi: last,
            };
        }
    }
    Some([r, x])
}

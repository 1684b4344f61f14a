//! `div` and `mod` of SMT-LIB: the remainder is not negative, so that `div x d` is `⌊x / |d|⌋` with the sign of `d`; 0 and
//! `x` if `d` is 0.

use super::span::{INFINITE, ceil_div, floor_div, is_infinite};
use super::{Empty, Span, narrow};
use crate::Range;

/// `r = div a b`, for each sign of `b` by itself.
pub(super) fn contract_quotient(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let (quotients, dividends, divisors) = (Span::of(*r), Span::of(*a), Span::of(*b));
    let [below, above] = divisors.signs();
    let positive = above.and_then(|d| quotient(quotients, dividends, d));
    let negative = below.and_then(|d| quotient(quotients.negated(), dividends, d.negated()));
    let negative = negative.map(|[r, a, d]| [r.negated(), a, d.negated()]);
    let zero = Span::new(0, 0);
    let by_zero = divisors.has(0) && quotients.has(0);
    let by_zero = by_zero.then_some([zero, dividends, zero]);
    let cases = [positive, negative, by_zero].into_iter().flatten();
    let left = cases.reduce(|x, y| [0, 1, 2].map(|i| x[i].join(y[i])));
    let [of_r, of_a, of_b] = left.ok_or(Empty)?;
    narrow(r, of_r.range())?;
    narrow(a, of_a.range())?;
    narrow(b, of_b.range())
}

/// `r = ⌊a / d⌋` for positive `d`: what is left of `r`, `a` and `d`.
fn quotient(r: Span, a: Span, d: Span) -> Option<[Span; 3]> {
    let lo = floor_div(a.lo, if a.lo >= 0 { d.hi } else { d.lo });
    let hi = floor_div(a.hi, if a.hi >= 0 { d.lo } else { d.hi });
    let r = r.meet(Span::new(lo, hi))?;
    // `d·r ≤ a < d·(r + 1)`
    let one = Span::new(1, 1);
    let next = r.plus(one);
    let (multiples, ends) = (d.times(r), d.times(next));
    let below = if is_infinite(ends.hi) {
        ends.hi
    } else {
        ends.hi - 1
    };
    let a = a.meet(Span::new(multiples.lo, below))?;
    // `d ≤ a / r` for positive quotients, and `d > a / (r + 1)` as well; the other way round for negative ones.
    let mut of_d = d;
    if r.lo > 0 {
        of_d = of_d.meet(Span::new(1, floor_div(a.hi, r.lo)))?;
    }
    if next.lo > 0 && a.lo >= 0 {
        let least = floor_div(a.lo, next.hi);
        let least = if is_infinite(next.hi) || is_infinite(least) {
            0
        } else {
            least
        };
        of_d = of_d.meet(Span::new(least + 1, INFINITE))?;
    }
    if r.hi < 0 && !is_infinite(r.lo) {
        // `-a ≤ d·(-r)`
        let least = ceil_div(-a.hi, -r.lo);
        of_d = of_d.meet(Span::new(least, INFINITE))?;
    }
    Some([r, a, of_d])
}

/// `r = mod a b`, which depends on `|b|` only.
pub(super) fn contract_remainder(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    let (remainders, dividends, divisors) = (Span::of(*r), Span::of(*a), Span::of(*b));
    let [below, above] = divisors.signs();
    let positive = above.and_then(|d| remainder(remainders, dividends, d));
    let negative = below.and_then(|d| remainder(remainders, dividends, d.negated()));
    let negative = negative.map(|[r, a, d]| [r, a, d.negated()]);
    let same = remainders.meet(dividends).filter(|_| divisors.has(0));
    let by_zero = same.map(|both| [both, both, Span::new(0, 0)]);
    let cases = [positive, negative, by_zero].into_iter().flatten();
    let left = cases.reduce(|x, y| [0, 1, 2].map(|i| x[i].join(y[i])));
    let [of_r, of_a, of_b] = left.ok_or(Empty)?;
    narrow(r, of_r.range())?;
    narrow(a, of_a.range())?;
    narrow(b, of_b.range())
}

/// `r = a - d·⌊a / d⌋` for positive `d`: what is left of `r`, `a` and `d`.
pub(super) fn remainder(r: Span, a: Span, d: Span) -> Option<[Span; 3]> {
    let below = if is_infinite(d.hi) { d.hi } else { d.hi - 1 };
    let mut r = r.meet(Span::new(0, below))?;
    // `d > r`
    let least = if is_infinite(r.lo) { r.lo } else { r.lo + 1 };
    let d = d.meet(Span::new(least, INFINITE))?;
    let mut a = a;
    if a.lo >= 0 {
        r = r.meet(Span::new(0, a.hi))?;
        a = a.meet(Span::new(r.lo, INFINITE))?;
    }
    // Within one period the remainder is a line.
    if d.lo == d.hi && !is_infinite(d.lo) && !is_infinite(a.lo) && !is_infinite(a.hi) {
        let quotient = floor_div(a.lo, d.lo);
        if quotient == floor_div(a.hi, d.lo) {
            let start = Span::new(quotient, quotient).times(d);
            r = r.meet(a.minus(start))?;
            a = a.meet(r.plus(start))?;
        }
    } else if a.lo >= 0 && !is_infinite(a.hi) && a.hi < d.lo {
        r = r.meet(a)?;
        a = r;
    }
    Some([r, a, d])
}

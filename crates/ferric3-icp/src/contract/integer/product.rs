//! Products: forwards by the ends, backwards by quotients, for each sign of the other factor by itself.

use super::span::{ceil_div, floor_div};
use super::{Empty, Span, narrow};
use crate::Range;

pub(super) fn contract(r: &mut Range, a: &mut Range, b: &mut Range) -> Result<(), Empty> {
    narrow(r, Span::of(*a).times(Span::of(*b)).range())?;
    factor(*r, a, *b)?;
    factor(*r, b, *a)
}

/// Leaves of `a` what `r = a · b` allows.
fn factor(r: Range, a: &mut Range, b: Range) -> Result<(), Empty> {
    let (r, b) = (Span::of(r), Span::of(b));
    if r.has(0) && b.has(0) {
        return Ok(());
    }
    let within = Span::of(*a);
    let [below, above] = b.signs();
    let of_above = above.map(|b| quotient(r, b));
    let of_below = below.map(|b| quotient(r.negated(), b.negated()));
    let parts = [of_above, of_below].into_iter().flatten();
    let parts = parts.filter_map(|part| within.meet(part?));
    let left = parts.reduce(Span::join).ok_or(Empty)?;
    narrow(a, left.range())
}

/// The integers whose product with some positive `b` may be in `r`; `None` if there are none.
pub(super) fn quotient(r: Span, b: Span) -> Option<Span> {
    let lo = ceil_div(r.lo, if r.lo >= 0 { b.hi } else { b.lo });
    let hi = floor_div(r.hi, if r.hi >= 0 { b.lo } else { b.hi });
    (lo <= hi).then_some(Span::new(lo, hi))
}

//! Products.
//!
//! A product of words is a product of integers, modulo `2^width`. The integers in between have an interval of their
//! own, the hull of the products; its ends go to the next integers that are in the result modulo `2^width`, and quotients
//! of what is left are factors. If a factor is a point, the others are an arithmetic progression on the circle, and
//! the box is the tightest (but for the ends of the result with large factors, see [`multiples`]). Else it is not always,
//! because products have gaps.

use super::is_signed;
use super::progression::multiples;
use super::whole::{Whole, wrap};
use crate::contract::Empty;
use crate::{Domain, Range};

/// How often factors are tried again with the other one.
const ROUNDS: usize = 3;

/// `r = a * b`.
pub(super) fn multiply(
    domain: Domain,
    r: &mut Range,
    a: &mut Range,
    b: &mut Range,
) -> Result<(), Empty> {
    let offset = if is_signed(domain) { domain.sign() } else { 0 };
    let wraps = u128::from(a.hi) * u128::from(b.hi) > u128::from(domain.greatest());
    let base_a = base(domain, *a, wraps);
    let base_b = base(domain, *b, wraps);
    let mut left = Whole::from(*a).plus(-base_a);
    let mut right = Whole::from(*b).plus(-base_b);
    for _ in 0..ROUNDS {
        // Too large only if neither is a point, and then the products go all the way round.
        let Some(products) = left.product(right) else {
            break;
        };
        let mut possible = products;
        wrap(r, &mut possible, offset, domain.width)?;
        if possible == products {
            break;
        }
        let before = (left, right);
        left = possible.quotient(right, left).ok_or(Empty)?;
        right = possible.quotient(left, right).ok_or(Empty)?;
        if (left, right) == before {
            break;
        }
    }
    *a = left.plus(base_a).into();
    *b = right.plus(base_b).into();
    if a.is_point() {
        by_constant(domain, r, a.lo, b)
    } else if b.is_point() {
        by_constant(domain, r, b.lo, a)
    } else {
        Ok(())
    }
}

/// `r = factor * x`.
fn by_constant(domain: Domain, r: &mut Range, factor: u64, x: &mut Range) -> Result<(), Empty> {
    let factor = domain.word(factor);
    // The word of `x` is its key with another sign bit, and so is that of `r`.
    let offset = if is_signed(domain) {
        let sign = domain.sign();
        sign.wrapping_sub(sign.wrapping_mul(factor)) & domain.greatest()
    } else {
        0
    };
    multiples(r, factor, x, offset, domain.greatest())
}

/// What keys are greater by than the integers that they stand for. Large unsigned words are better taken for
/// negative numbers if the products are not words anyway.
fn base(domain: Domain, range: Range, wraps: bool) -> i128 {
    if is_signed(domain) {
        domain.sign().into()
    } else if wraps && range.lo >= domain.sign() {
        i128::from(domain.greatest()) + 1
    } else {
        0
    }
}

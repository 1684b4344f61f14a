//! Operations on numbers without a width, by exact rational arithmetic on the ends of intervals.
//!
//! The arguments of a box are intervals, so where an operation is continuous its results are *all* numbers of an
//! interval, whose ends are computed from the corners. Where it is not, the box is looked at in parts: signs of
//! divisors, periods of remainders. So for real numbers a box without a point is missed as a whole. Integers are
//! taken for all numbers between them; what that misses too little, cutting finds. Transcendental functions, and powers
//! with any exponent, are enclosed ([`graph`], [`exponent`]).

mod divide;
mod exponent;
mod fixed;
mod graph;
mod set;

use ferric3_term::{Op, Rational};

use self::set::Set;
use super::order::misses_truth;
use crate::primitive::power;
use crate::{Domain, Operator, Primitive, Range, View};

/// See [`super::misses`].
pub(super) fn misses(op: &Op, domains: &[Domain], result: Range, arguments: &[Range]) -> bool {
    let a = Set::of(domains[1], arguments[0]);
    let b = |i: usize| Set::of(domains[i + 1], arguments[i]);
    if *op == Op::IsInt {
        let other = a.single().is_none_or(|number| !number.is_integer());
        return misses_truth(result, a.has_integer(), other);
    }
    if let Op::Graph(function) = op {
        let (may_hold, may_fail) = graph::may_hold_and_fail(*function, &a, &b(1));
        return misses_truth(result, may_hold, may_fail);
    }
    if *op == Op::Power {
        let (may_hold, may_fail) = exponent::may_hold_and_fail(&a, &b(1), &b(2));
        return misses_truth(result, may_hold, may_fail);
    }
    let result = Set::of(domains[0], result);
    let apart = |results: &Set| result.meet(results).is_none();
    match op {
        Op::Add => apart(&a.plus(&b(1))),
        Op::Sub => apart(&a.plus(&b(1).negated())),
        Op::Mul if domains[0].view == View::Integer => product_misses(&result, &a, &b(1)),
        Op::Mul => apart(&a.times(&b(1))),
        Op::RealDiv => {
            let divisors = b(1);
            let by_zero = divisors.has(&Rational::ZERO);
            let signs = divisors.signs();
            let mut signs = signs.iter().flatten();
            signs.all(|divisors| apart(&a.over(divisors)))
                && !(by_zero && result.has(&Rational::ZERO))
        }
        Op::IntDiv => divide::quotient_misses(&result, &a, &b(1)),
        Op::IntMod => divide::remainder_misses(&result, &a, &b(1)),
        // The numbers between the integers of a result are none.
        Op::ToReal => apart(&a) || (result.meet(&a)).is_some_and(|both| !both.has_integer()),
        Op::ToInt => apart(&a.floors()),
        Op::BvToNat => apart(&a),
        Op::IntToBv(width) => {
            let modulus = Rational::from(1_i128 << width.min(&64));
            divide::remainder_misses(&result, &a, &Set::point(modulus))
        }
        _ => false,
    }
}

/// Is a box missed as a whole if it has no point? Then it need not be cut: continuous operations on real numbers have all
/// results between two, and sums of integers have all integers between two.
pub(super) fn is_decided_whole(primitive: &Primitive) -> bool {
    let is_real = primitive.domains[0].view == View::Real;
    match &primitive.op {
        Operator::Number(Op::Add | Op::Sub | Op::RealDiv | Op::Power) => true,
        Operator::Number(Op::Mul) | Operator::Power(_) => is_real,
        _ => false,
    }
}

/// Products of integers. Those with one integer are its multiples.
fn product_misses(result: &Set, a: &Set, b: &Set) -> bool {
    let Some(products) = result.meet(&a.times(b)) else {
        return true;
    };
    let factor = a.single().or(b.single());
    factor.is_some_and(|factor| {
        !factor.is_zero() && !products.scaled(&factor.reciprocal()).has_integer()
    })
}

/// Where to cut a box of integers: an argument, and the first key of its upper half. First between signs and 0, where
/// quotients change, and then the narrowest one: with one integer most operations are decided.
pub(super) fn landmark(op: &Op, domains: &[Domain], arguments: &[Range]) -> Option<(usize, u64)> {
    let signed = match op {
        // All depends on the argument of the function.
        Op::Graph(_) => return Some((1, super::roundest(arguments[1])?)),
        Op::Mul => 0,
        Op::IntDiv | Op::IntMod => 1,
        _ => return None,
    };
    if domains[0].view != View::Integer {
        return None;
    }
    let zero = domains[1].zero();
    let within = |i: usize, key: u64| arguments[i].lo < key && key <= arguments[i].hi;
    for i in signed..arguments.len() {
        for key in [zero, zero + 1] {
            if within(i, key) {
                return Some((i, key));
            }
        }
    }
    let open = (0..arguments.len()).filter(|&i| !arguments[i].is_point());
    let narrowest = open.min_by_key(|&i| arguments[i].hi - arguments[i].lo)?;
    Some((narrowest, super::roundest(arguments[narrowest])?))
}

/// `r = a^n`: monotone for an odd exponent, and on either side of 0 for an even one.
pub(super) fn power_misses(exponent: u32, domains: &[Domain], result: Range, a: Range) -> bool {
    debug_assert!(matches!(domains[0].view, View::Integer | View::Real));
    let (result, a) = (Set::of(domains[0], result), Set::of(domains[1], a));
    let apart = |results: &Set| result.meet(results).is_none();
    let powers = |side: &Set| side.map(|number| power(number, exponent));
    if !exponent.is_multiple_of(2) {
        return apart(&powers(&a));
    }
    let zero = a.has(&Rational::ZERO) && result.has(&Rational::ZERO);
    let [below, above] = a.signs();
    let below = below.map(|side| side.negated());
    let mut sides = [below, above].into_iter().flatten();
    sides.all(|side| apart(&powers(&side))) && !zero
}

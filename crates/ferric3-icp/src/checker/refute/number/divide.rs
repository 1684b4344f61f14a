//! `div` and `mod`: `div x d` is `⌊x / |d|⌋` with the sign of `d`, and `mod x d` is what is left; 0 and `x` if `d` is 0.

use ferric3_term::Rational;

use super::set::{End, Place, Set};

pub(super) fn quotient_misses(result: &Set, x: &Set, d: &Set) -> bool {
    if d.has(&Rational::ZERO) && result.has(&Rational::ZERO) {
        return false;
    }
    let [below, above] = sizes(d);
    let of_above = above.is_none_or(|d| result.meet(&x.over(&d).floors()).is_none());
    let negated = result.negated();
    let of_below = below.is_none_or(|d| negated.meet(&x.over(&d).floors()).is_none());
    of_above && of_below
}

pub(super) fn remainder_misses(result: &Set, x: &Set, d: &Set) -> bool {
    if d.has(&Rational::ZERO) && result.meet(x).is_some() {
        return false;
    }
    let sizes = sizes(d);
    let mut sizes = sizes.iter().flatten();
    sizes.all(|size| result.meet(&remainders(x, size)).is_none())
}

/// The absolute values of the integers in a set: of those below 0, and of those above.
fn sizes(d: &Set) -> [Option<Set>; 2] {
    let from_one = Set {
        lo: End::closed(Rational::ONE),
        ..Set::positive()
    };
    [d.negated().meet(&from_one), d.meet(&from_one)]
}

/// An interval with all remainders by divisors of these sizes.
fn remainders(x: &Set, size: &Set) -> Set {
    let floors = x.over(size).floors();
    if let (Some(size), Some(quotient)) = (size.single(), floors.single()) {
        // One period.
        return x.plus(&Set::point(-(size * quotient)));
    }
    let is_positive = x.lo.place >= Place::At(Rational::ZERO);
    if is_positive && x.hi.place < size.lo.place {
        return x.clone();
    }
    let most = match &size.hi.place {
        Place::At(number) => End::closed(number - &Rational::ONE),
        _ => size.hi.clone(),
    };
    let all = Set {
        lo: End::closed(Rational::ZERO),
        hi: most,
    };
    let up_to_x = Set {
        lo: End::closed(Rational::ZERO),
        hi: x.hi.clone(),
    };
    match is_positive {
        // Neither is empty: both have 0.
        true => all.meet(&up_to_x).unwrap_or(all),
        false => all,
    }
}

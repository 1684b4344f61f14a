//! Powers with any exponent: `x^y = e^(y·log x)` for `x > 0`, enclosed by rational numbers ([`fixed`](super::fixed)); exactly,
//! where `x` and `y` are single numbers with a rational power.
//!
//! Logarithms, products and the exponential function keep intervals intervals, so that a box is decided as a whole.

use ferric3_term::{Rational, has_power, power};

use super::fixed::Fixed;
use super::graph::exponential;
use super::set::{End, Place, Set};

/// Bits behind the point of logarithms.
const BITS: u32 = 320;

/// May `r = x^y` hold for some numbers of these, and may it fail?
pub(super) fn may_hold_and_fail(r: &Set, x: &Set, y: &Set) -> (bool, bool) {
    if let (Some(x), Some(y)) = (x.single(), y.single()) {
        if let Some(r) = r.single() {
            let holds = has_power(r, x, y);
            return (holds, !holds);
        }
        if let Some(value) = power(x, y) {
            return (r.has(&value), true);
        }
    }
    let [below, above] = x.signs();
    let of_positive = above.is_some_and(|x| r.meet(&powers(&x, y)).is_some());
    let zero = &Rational::ZERO;
    let of_zero = || x.has(zero) && r.has(zero) && y.meet(&Set::positive()).is_some();
    let of_negative = || below.is_some_and(|x| may_hold_below(r, &x.negated(), y));
    (of_positive || of_zero() || of_negative(), true)
}

/// All powers of positive numbers.
fn powers(x: &Set, y: &Set) -> Set {
    let logarithms = Set {
        lo: logarithm(&x.lo, false),
        hi: logarithm(&x.hi, true),
    };
    let products = logarithms.times(y);
    Set {
        lo: exponential(&products.lo, false),
        hi: exponential(&products.hi, true),
    }
}

/// The same for negative numbers of these magnitudes: only integers are exponents, and they say the sign.
fn may_hold_below(r: &Set, magnitudes: &Set, y: &Set) -> bool {
    if !y.has_integer() {
        return false;
    }
    // Between integers: the greatest one that is not greater, and the other way round.
    let y = Set {
        lo: y.negated().floors().negated().lo,
        hi: y.floors().hi,
    };
    let powers = powers(magnitudes, &y);
    let is_odd = y.single().map(|exponent| {
        let half = exponent * &Rational::new(1, 2);
        !half.is_integer()
    });
    let even = is_odd != Some(true) && r.meet(&powers).is_some();
    let odd = is_odd != Some(false) && r.meet(&powers.negated()).is_some();
    even || odd
}

/// A bound of the logarithm at an end of a set of positive numbers.
fn logarithm(end: &End, upper: bool) -> End {
    let infinite = |place: Place| End {
        place,
        is_open: true,
    };
    let number = match &end.place {
        Place::At(number) if number.is_positive() => number,
        Place::Above => return infinite(Place::Above),
        _ => return infinite(Place::Below),
    };
    if number.is_one() {
        return End {
            place: Place::At(Rational::ZERO),
            is_open: end.is_open,
        };
    }
    let fixed = Fixed { bits: BITS };
    let bounds = fixed.logarithm(number);
    End::closed(fixed.rational(if upper { bounds.hi } else { bounds.lo }))
}

#[cfg(test)]
mod tests {
    use ferric3_term::Op;
    use ferric3_testkit::Rng;

    use super::*;
    use crate::contract::contract;
    use crate::number::rational;
    use crate::{Domain, Operator, Primitive, Range};

    const REAL: Domain = Domain::REAL;

    /// A base or an exponent, often near one that matters.
    fn argument(rng: &mut Rng) -> f64 {
        let unit = (rng.number() % (1 << 40)) as f64 / (1_u64 << 39) as f64 - 1.0;
        match rng.below(6) {
            0 => unit * 1.0e-9,
            1 => 1.0 + unit * 1.0e-9,
            2 => unit * 300.0,
            3 => rng.below(9) as f64 - 4.0,
            4 => (rng.below(17) as f64 - 8.0) / 4.0,
            _ => unit * 8.0,
        }
    }

    fn around(rng: &mut Rng, lo: u64, hi: u64) -> Range {
        let other = match rng.below(4) {
            0 => return Range::all(REAL),
            1 => lo,
            2 => lo + rng.number() % 1_000,
            _ => REAL.key_of_double(argument(rng)),
        };
        Range::new(lo.min(other), hi.max(other))
    }

    /// Contractors keep the points that are enclosed here, and enclosures are as narrow as keys are.
    #[test]
    fn contractors_lose_no_enclosed_power() {
        let mut rng = Rng::new(11);
        let op = Operator::Number(Op::Power);
        let primitive = Primitive::new(op, &[Domain::BOOL, REAL, REAL, REAL]);
        let (mut narrowed, mut negative) = (0, 0);
        for _ in 0..2_000 {
            let (x, y) = (argument(&mut rng), argument(&mut rng));
            let (x_key, y_key) = (REAL.key_of_double(x), REAL.key_of_double(y));
            let (x, y) = (REAL.double(x_key), REAL.double(y_key));
            if x == 0.0 || (x < 0.0 && y.fract() != 0.0) {
                continue;
            }
            let exponents = Set::point(rational(y));
            let mut values = powers(&Set::point(rational(x.abs())), &exponents);
            if x < 0.0 && y % 2.0 != 0.0 {
                values = values.negated();
            }
            negative += u32::from(x < 0.0);
            let key = |end: &End| match &end.place {
                Place::Below => 0,
                Place::At(number) => REAL.key_of_number(number),
                Place::Above => REAL.greatest(),
            };
            let beside = |end: &End| u64::from(end.is_open && REAL.is_exact(key(end)));
            let lo = key(&values.lo) + beside(&values.lo);
            let hi = key(&values.hi) - beside(&values.hi);
            assert!(hi - lo <= 2, "{x} {y} {values:?}");
            let before = [
                Range::point(1),
                around(&mut rng, lo, hi),
                around(&mut rng, x_key, x_key),
                around(&mut rng, y_key, y_key),
            ];
            let mut after = before;
            assert_eq!(
                contract(&primitive, &mut after),
                Ok(()),
                "{x} {y} {before:?}"
            );
            // Of a rational value, one key is the value's.
            let keeps = match power(&rational(x), &rational(y)) {
                Some(value) => after[1].has(REAL.key_of_number(&value)),
                None => after[1].has(lo) && after[1].has(hi),
            };
            let keeps = keeps && after[2].has(x_key) && after[3].has(y_key);
            assert!(keeps, "{x} {y} {before:?} {after:?}");
            narrowed += u32::from(after != before);
        }
        assert!(narrowed > 500 && negative > 100, "{narrowed} {negative}");
    }
}

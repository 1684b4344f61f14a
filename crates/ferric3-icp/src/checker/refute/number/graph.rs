//! Transcendental functions, enclosed by rational numbers ([`fixed`](super::fixed)).
//!
//! On an interval a wave has its values between those at the ends, and 1 or -1 if an extreme may be in it.

use ferric3_term::{Rational, Transcendental};
use num_bigint::BigInt;
use num_traits::{One, Signed};

use super::fixed::{Bounds, Fixed, floor_div};
use super::set::{End, Place, Set};

/// Bits behind the point, for arguments that are not near 0.
const BITS: u32 = 320;

/// Waves are enclosed for arguments below `2^64`.
const FAR: u32 = 64;

/// The exponential function is enclosed up to here; `e^1000` is beyond all keys, and `e^-1000` next to 0.
const STEEP: i64 = 1000;

/// May `y = f(x)` hold for some `y` and `x` of these, and may it fail?
pub(super) fn may_hold_and_fail(function: Transcendental, y: &Set, x: &Set) -> (bool, bool) {
    if let (Some(y), Some(x)) = (y.single(), x.single()) {
        let holds = function.has_point(y, x);
        return (holds, !holds);
    }
    let may_hold = y.meet(&values(function, x)).is_some();
    (may_hold, true)
}

/// An interval with all values.
fn values(function: Transcendental, x: &Set) -> Set {
    match function {
        Transcendental::Exp => Set {
            lo: exponential(&x.lo, false),
            hi: exponential(&x.hi, true),
        },
        Transcendental::Sin => wave(x, false),
        Transcendental::Cos => wave(x, true),
    }
}

/// A bound of the exponential function at an end.
pub(super) fn exponential(end: &End, upper: bool) -> End {
    let zero = End {
        place: Place::At(Rational::ZERO),
        is_open: true,
    };
    let infinite = End {
        place: Place::Above,
        is_open: true,
    };
    let steep = Rational::from(STEEP);
    let number = match &end.place {
        Place::Below => return zero,
        Place::Above => return infinite,
        Place::At(number) => number,
    };
    // What is beyond is bounded by the last one.
    let number = match (*number > steep, *number < -&steep) {
        (true, _) if upper => return infinite,
        (_, true) if !upper => return zero,
        (true, _) => steep,
        (_, true) => -steep,
        _ => number.clone(),
    };
    let fixed = Fixed { bits: BITS };
    let size = fixed.of(&number.abs());
    let power = fixed.exponential(&size);
    let is_negative = number.is_negative();
    let bound = fixed.rational(match upper == is_negative {
        true => power.lo,
        false => power.hi,
    });
    let bound = match is_negative {
        true => bound.reciprocal(),
        false => bound,
    };
    // The function is above the line `1 + x`, and where `x < 1` below `1 / (1 - x)`; it touches both at 0.
    let (above, rest) = (&Rational::ONE + &number, &Rational::ONE - &number);
    let line = match upper {
        true => (rest.is_positive())
            .then(|| rest.reciprocal())
            .filter(|line| *line <= bound),
        false => Some(above).filter(|line| *line >= bound),
    };
    match line {
        Some(line) => End {
            place: Place::At(line),
            is_open: end.is_open || !number.is_zero(),
        },
        None => End::closed(bound),
    }
}

/// The values of the sine, or of the cosine.
fn wave(x: &Set, is_cosine: bool) -> Set {
    let one = Rational::ONE;
    let all = Set {
        lo: End::closed(-&one),
        hi: End::closed(one.clone()),
    };
    let (Place::At(lo), Place::At(hi)) = (&x.lo.place, &x.hi.place) else {
        return all;
    };
    let far = Rational::from(BigInt::one() << FAR);
    if lo.abs() > far || hi.abs() > far || hi - lo > Rational::from(7) {
        return all;
    }
    let ends = [lo, hi].map(|end| at(end, is_cosine));
    let least = ends[0].0.clone().min(ends[1].0.clone());
    let most = ends[0].1.clone().max(ends[1].1.clone());
    let (has_one, has_minus_one) = extremes(lo, hi, is_cosine);
    Set {
        lo: End::closed(if has_minus_one { -&one } else { least }),
        hi: End::closed(if has_one { one } else { most }),
    }
}

/// Bounds of the value at a number.
fn at(number: &Rational, is_cosine: bool) -> (Rational, Rational) {
    if number.is_zero() {
        let value = Rational::from(i64::from(is_cosine));
        return (value.clone(), value);
    }
    // Values near 0 are as exact as others: there they are about as large as the argument.
    let small = number
        .denominator()
        .bits()
        .saturating_sub(number.numerator().abs().bits());
    let bits = BITS + 3 * u32::try_from(small).unwrap_or(0) + 64;
    let fixed = Fixed { bits };
    let argument = fixed.of(number);
    let argument = match number.abs() > Rational::from(4) {
        true => reduced(fixed, &argument),
        false => argument,
    };
    // The function is no steeper than 1.
    let width = &argument.hi - &argument.lo;
    let value = fixed.sine(&argument.lo, is_cosine);
    (
        fixed.rational(value.lo - &width),
        fixed.rational(value.hi + width),
    )
}

/// Without multiples of `2π`.
fn reduced(fixed: Fixed, argument: &Bounds) -> Bounds {
    let pi = fixed.pi();
    let periods = floor_div(&(&argument.lo + &pi.lo), &(&pi.lo * 2));
    let multiple = match periods.is_negative() {
        true => [&pi.hi, &pi.lo],
        false => [&pi.lo, &pi.hi],
    };
    let [least, most] = multiple.map(|pi| pi * 2 * &periods);
    Bounds {
        lo: &argument.lo - most,
        hi: &argument.hi - least,
    }
}

/// May 1, and may -1, be a value between two numbers? They are at multiples of `π`, for the sine half of it later.
fn extremes(lo: &Rational, hi: &Rational, is_cosine: bool) -> (bool, bool) {
    let fixed = Fixed { bits: BITS };
    let (pi, lo, hi) = (fixed.pi(), fixed.of(lo).lo, fixed.of(hi).hi);
    let mut multiple = floor_div(&lo, &pi.lo) - 2;
    let mut found = (false, false);
    loop {
        // Twice the place.
        let halves: BigInt = &multiple * 2 + i32::from(!is_cosine);
        let (least, most) = match halves.is_negative() {
            true => (&pi.hi * &halves, &pi.lo * &halves),
            false => (&pi.lo * &halves, &pi.hi * &halves),
        };
        if least > &hi * 2 {
            return found;
        }
        if most >= &lo * 2 {
            match (&multiple % 2_i32) == BigInt::from(0) {
                true => found.0 = true,
                false => found.1 = true,
            }
        }
        multiple += 1;
    }
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

    fn argument(rng: &mut Rng) -> f64 {
        let unit = (rng.number() % (1 << 40)) as f64 / (1_u64 << 39) as f64 - 1.0;
        let quarters = (rng.number() % 41) as f64 - 20.0;
        match rng.below(6) {
            0 => unit * 1.0e-300,
            1 => unit * 1.0e-3,
            2 => unit * 1.0e6,
            // Next to an extreme or a zero.
            3 => quarters * std::f64::consts::FRAC_PI_2,
            4 => quarters * std::f64::consts::FRAC_PI_2 + unit * 1.0e-7,
            _ => unit * 20.0,
        }
    }

    /// A range around keys.
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
    fn contractors_lose_no_enclosed_point() {
        let mut rng = Rng::new(7);
        for function in Transcendental::ALL {
            let op = Operator::Number(Op::Graph(function));
            let primitive = Primitive::new(op, &[Domain::BOOL, REAL, REAL]);
            let mut narrowed = 0;
            for _ in 0..300 {
                let x = argument(&mut rng);
                let x_key = REAL.key_of_double(x);
                let values = values(function, &Set::point(rational(REAL.double(x_key))));
                let key = |end: &End| match &end.place {
                    Place::Below => 0,
                    Place::At(number) => REAL.key_of_number(number),
                    Place::Above => REAL.greatest(),
                };
                let beside = |end: &End| u64::from(end.is_open && REAL.is_exact(key(end)));
                let lo = key(&values.lo) + beside(&values.lo);
                let hi = key(&values.hi) - beside(&values.hi);
                assert!(hi - lo <= 2, "{function:?} {x} {values:?}");
                let before = [
                    Range::point(1),
                    around(&mut rng, lo, hi),
                    around(&mut rng, x_key, x_key),
                ];
                let mut after = before;
                assert_eq!(contract(&primitive, &mut after), Ok(()), "{function:?} {x}");
                let keeps = after[1].has(lo) && after[1].has(hi) && after[2].has(x_key);
                assert!(keeps, "{function:?} {x} {before:?} {after:?}");
                narrowed += u32::from(after != before);
            }
            assert!(narrowed > 100, "{function:?} {narrowed}");
        }
    }
}

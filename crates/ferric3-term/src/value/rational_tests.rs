//! Rational numbers against those of `num-rational`: all small ones, and those around the limits of the
//! inline form.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::Rational;
use super::rational::Parts;

fn judge(x: &Rational) -> BigRational {
    BigRational::new(x.numerator(), x.denominator())
}

/// Both the number and the way it is stored must be those of `expected`.
fn assert_is(x: &Rational, expected: &BigRational) {
    assert_eq!(judge(x), *expected);
    assert_eq!(x.numerator(), *expected.numer(), "lowest terms");
    let fits = i64::try_from(expected.numer()).is_ok() && i64::try_from(expected.denom()).is_ok();
    assert_eq!(matches!(x.0, Parts::Small(..)), fits, "{x}");
    let again = Rational::from_bigints(expected.numer() * 6, expected.denom() * 6);
    assert_eq!(*x, again);
    let hash = |x: &Rational| {
        let mut hasher = DefaultHasher::new();
        x.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(x), hash(&again));
}

fn samples() -> Vec<Rational> {
    let mut samples = vec![];
    for n in -6..=6 {
        samples.extend((1..=4).map(|d| Rational::new(n, d)));
    }
    for edge in [
        i64::MIN,
        i64::MIN + 1,
        i64::MAX,
        i64::MAX - 1,
        1 << 62,
        3_037_000_500,
    ] {
        samples.push(edge.into());
        samples.extend([3, -7, i64::MAX - 2].map(|d| Rational::new(edge, d)));
        if edge != 0 {
            samples.push(Rational::new(5, edge));
        }
    }
    for shift in [63u32, 64, 65, 130] {
        let big = BigInt::from(1) << shift;
        samples.push(Rational::from(big.clone()));
        samples.push(Rational::from(-&big));
        samples.push(Rational::from_bigints(big.clone() + 1, BigInt::from(9)));
        samples.push(Rational::from_bigints(BigInt::from(-5), big));
    }
    samples
}

#[test]
fn arithmetic_is_that_of_rational_numbers() {
    for a in &samples() {
        let x = judge(a);
        assert_is(a, &x);
        assert_is(&-a, &-&x);
        assert_is(&a.abs(), &num_traits::Signed::abs(&x));
        assert_is(&a.floor(), &x.floor());
        assert_is(&a.ceil(), &x.ceil());
        assert_eq!(a.is_integer(), x.is_integer());
        assert_eq!(a.is_zero(), x.is_zero());
        assert_eq!(a.is_negative(), x < BigRational::zero());
        assert_eq!(a.is_positive(), x > BigRational::zero());
        assert_eq!(a.to_bigint(), x.is_integer().then(|| x.to_integer()));
        if !a.is_zero() {
            assert_is(&a.reciprocal(), &x.recip());
        }
        for b in &samples() {
            let y = judge(b);
            assert_is(&(a + b), &(&x + &y));
            assert_is(&(a - b), &(&x - &y));
            assert_is(&(a * b), &(&x * &y));
            assert_eq!(a.cmp(b), x.cmp(&y), "{a} {b}");
            assert_eq!(a == b, x == y);
            if !b.is_zero() {
                assert_is(&(a / b), &(&x / &y));
            }
            let mut sum = a.clone();
            sum.add_product(b, a);
            assert_is(&sum, &(&x + &y * &x));
        }
    }
}

#[test]
fn integer_division_leaves_no_negative_remainder() {
    let integers: Vec<Rational> = samples().into_iter().filter(Rational::is_integer).collect();
    for a in &integers {
        for d in &integers {
            let (q, r) = (a.div_euclid(d), a.rem_euclid(d));
            assert!(q.is_integer());
            assert_eq!(&(d * &q) + &r, *a);
            if d.is_zero() {
                assert!(q.is_zero() && r == *a);
            } else {
                assert!(!r.is_negative() && r < d.abs(), "{a} {d} {r}");
            }
            let gcd = a.gcd(d);
            assert_eq!(&gcd * &a.lcm(d), (a * d).abs(), "{a} {d}");
            if !gcd.is_zero() {
                assert!((a / &gcd).is_integer() && (d / &gcd).is_integer());
            }
        }
    }
}

#[test]
fn numbers_are_read_as_they_are_written() {
    for a in samples() {
        assert_eq!(a.to_string().parse(), Ok(a.clone()));
    }
    let read = |text: &str| text.parse::<Rational>();
    assert_eq!(read("0.25"), Ok(Rational::new(1, 4)));
    assert_eq!(read("-12.50"), Ok(Rational::new(-25, 2)));
    assert_eq!(read("1.5/0.5"), Ok(Rational::from(3)));
    assert_eq!(read("007"), Ok(Rational::from(7)));
    for bad in [
        "", "-", "1/0", "1.", ".5", "1e3", "+1", "--1", "1/-2", "1 2", "0x1",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    assert_eq!(Rational::new(-1, 3).smtlib_real(), "(/ (- 1.0) 3.0)");
    assert_eq!(Rational::new(-6, 3).smtlib_real(), "(- 2.0)");
    assert_eq!(Rational::new(-6, 3).smtlib_int(), "(- 2)");
    assert_eq!(Rational::from(7).smtlib_int(), "7");
}

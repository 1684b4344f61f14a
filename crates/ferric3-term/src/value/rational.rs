//! Rational numbers, exact: representation, order and reading. Arithmetic is in `rational_ops.rs`, text in
//! `rational_text.rs`.

use std::cmp::Ordering;
use std::num::NonZeroU64;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A rational number `numerator / denominator` in lowest terms, with a positive denominator. Integers are
/// those with denominator 1.
///
/// Numbers whose parts fit into 63 bits and a sign are stored inline, in 16 bytes, and no others are: the
/// representation is canonical, so the derived equality and hash are those of the numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(pub(super) Parts);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Parts {
    /// The denominator is at most `i64::MAX`, so sums of two cross products fit into an `i128`.
    Small(i64, NonZeroU64),
    Big(Box<(BigInt, BigInt)>),
}

const ONE: NonZeroU64 = NonZeroU64::MIN;

impl Rational {
    /// 0.
    pub const ZERO: Rational = Rational(Parts::Small(0, ONE));
    /// 1.
    pub const ONE: Rational = Rational(Parts::Small(1, ONE));
    /// -1.
    pub const MINUS_ONE: Rational = Rational(Parts::Small(-1, ONE));

    /// `numerator / denominator`, brought to lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn new(numerator: i64, denominator: i64) -> Rational {
        Rational::from_i128s(numerator.into(), denominator.into())
    }

    /// `numerator / denominator`, brought to lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn from_bigints(numerator: BigInt, denominator: BigInt) -> Rational {
        assert!(!denominator.is_zero(), "a denominator is not 0");
        let gcd = numerator.gcd(&denominator);
        let (mut numerator, mut denominator) = (numerator, denominator);
        if !gcd.is_one() {
            numerator /= &gcd;
            denominator /= &gcd;
        }
        if denominator.is_negative() {
            (numerator, denominator) = (-numerator, -denominator);
        }
        match (numerator.to_i64(), denominator.to_i64()) {
            (Some(n), Some(d)) => Rational::small(n, d.unsigned_abs()),
            _ => Rational(Parts::Big(Box::new((numerator, denominator)))),
        }
    }

    /// `numerator / denominator`, brought to lowest terms. Requires a denominator other than 0.
    pub(super) fn from_i128s(numerator: i128, denominator: i128) -> Rational {
        assert!(denominator != 0, "a denominator is not 0");
        let (n, d) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let gcd = gcd(n, d);
        let (n, d) = (n / gcd, d / gcd);
        let negative = (numerator < 0) != (denominator < 0);
        let signed = i128::try_from(n)
            .ok()
            .map(|n| if negative { -n } else { n });
        match (signed.and_then(|n| i64::try_from(n).ok()), i64::try_from(d)) {
            (Some(n), Ok(d)) => Rational::small(n, d.unsigned_abs()),
            _ => {
                let n = BigInt::from(n);
                let n = if negative { -n } else { n };
                Rational(Parts::Big(Box::new((n, BigInt::from(d)))))
            }
        }
    }

    /// Requires lowest terms and `0 < denominator ≤ i64::MAX`.
    pub(super) fn small(numerator: i64, denominator: u64) -> Rational {
        let denominator = NonZeroU64::new(denominator).expect("a denominator is not 0");
        Rational(Parts::Small(numerator, denominator))
    }

    /// Both parts, if they are stored inline.
    pub(super) fn as_small(&self) -> Option<(i64, i64)> {
        match self.0 {
            Parts::Small(n, d) => Some((n, d.get().cast_signed())),
            Parts::Big(_) => None,
        }
    }

    /// Both parts as big integers.
    pub(super) fn to_big(&self) -> (BigInt, BigInt) {
        match &self.0 {
            Parts::Small(n, d) => (BigInt::from(*n), BigInt::from(d.get())),
            Parts::Big(parts) => (**parts).clone(),
        }
    }

    /// How large it is: the bits of numerator and denominator, at least.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Parts::Small(..) => 64,
            Parts::Big(parts) => parts.0.bits() + parts.1.bits(),
        }
    }

    /// The numerator, which has the sign of the number.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Parts::Small(n, _) => BigInt::from(*n),
            Parts::Big(parts) => parts.0.clone(),
        }
    }

    /// The denominator, which is positive.
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Parts::Small(_, d) => BigInt::from(d.get()),
            Parts::Big(parts) => parts.1.clone(),
        }
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Parts::Small(0, _))
    }

    /// Is it 1?
    pub fn is_one(&self) -> bool {
        matches!(self.0, Parts::Small(1, ONE))
    }

    /// Is it an integer?
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Parts::Small(_, d) => *d == ONE,
            Parts::Big(parts) => parts.1.is_one(),
        }
    }

    /// Less than 0?
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Parts::Small(n, _) => *n < 0,
            Parts::Big(parts) => parts.0.is_negative(),
        }
    }

    /// Greater than 0?
    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// The number, if it is an integer that fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Parts::Small(n, ONE) => Some(n),
            _ => None,
        }
    }

    /// The number, if it is an integer.
    pub fn to_bigint(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Rational {
        Rational(Parts::Small(value, ONE))
    }
}

impl From<i32> for Rational {
    fn from(value: i32) -> Rational {
        i64::from(value).into()
    }
}

impl From<i128> for Rational {
    fn from(value: i128) -> Rational {
        Rational::from_i128s(value, 1)
    }
}

impl From<BigInt> for Rational {
    fn from(value: BigInt) -> Rational {
        match value.to_i64() {
            Some(value) => value.into(),
            None => Rational(Parts::Big(Box::new((value, BigInt::one())))),
        }
    }
}

/// The order of the numbers.
impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if let (Some((a, b)), Some((c, d))) = (self.as_small(), other.as_small()) {
            if b == d {
                return a.cmp(&c);
            }
            return (i128::from(a) * i128::from(d)).cmp(&(i128::from(c) * i128::from(b)));
        }
        let ((a, b), (c, d)) = (self.to_big(), other.to_big());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest common divisor. Not 0 if one of them is not.
fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => a.gcd(&b).into(),
        _ => a.gcd(&b),
    }
}

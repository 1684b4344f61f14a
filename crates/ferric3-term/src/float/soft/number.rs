//! Numbers taken apart, and the one place where results are rounded and encoded.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::{BitVecValue, FloatFormat, RoundingMode};

/// What an encoding denotes, or an exact result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    Nan,
    Infinite { negative: bool },
    Finite(Finite),
}

/// `(-1)^negative * (significand + rest) * 2^exponent`, where `0 < rest < 1` if `inexact` and
/// `rest = 0` otherwise. An inexact number has enough bits: at least one more than its format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finite {
    pub(crate) negative: bool,
    pub(crate) significand: BigUint,
    pub(crate) exponent: i64,
    pub(crate) inexact: bool,
}

impl Finite {
    /// A zero.
    pub(crate) fn zero(negative: bool) -> Finite {
        Finite::exact(negative, BigUint::zero(), 0)
    }

    /// A number without rest.
    pub(crate) fn exact(negative: bool, significand: BigUint, exponent: i64) -> Finite {
        Finite {
            negative,
            significand,
            exponent,
            inexact: false,
        }
    }

    /// Is it 0?
    pub(crate) fn is_zero(&self) -> bool {
        self.significand.is_zero() && !self.inexact
    }

    /// The exponent of the leading bit of a number that is not 0: `2^leading <= |x|`.
    pub(crate) fn leading(&self) -> i64 {
        bits(&self.significand) - 1 + self.exponent
    }

    /// `|x| / 2^place`, rounded to an integer.
    pub(crate) fn rounded_at(&self, place: i64, mode: RoundingMode) -> BigUint {
        let by = place - self.exponent;
        if by <= 0 {
            assert!(!self.inexact, "an inexact number has too few bits");
            return &self.significand << by.unsigned_abs();
        }
        let by = by.unsigned_abs();
        let whole = &self.significand >> by;
        let half = self.significand.bit(by - 1);
        let below_half = self
            .significand
            .trailing_zeros()
            .is_some_and(|zeros| zeros < by - 1)
            || self.inexact;
        let up = match mode {
            RoundingMode::NearestEven => half && (below_half || whole.bit(0)),
            RoundingMode::NearestAway => half,
            RoundingMode::Up => (half || below_half) && !self.negative,
            RoundingMode::Down => (half || below_half) && self.negative,
            RoundingMode::Zero => false,
        };
        whole + u32::from(up)
    }
}

impl Number {
    /// What `encoding` denotes.
    pub(crate) fn decode(format: FloatFormat, encoding: &BitVecValue) -> Number {
        assert_eq!(encoding.width(), format.width(), "width of an encoding");
        let negative = encoding.sign_bit();
        let fraction = encoding.extract(format.fraction() - 1, 0).to_biguint();
        let exponent = encoding.extract(format.width() - 2, format.fraction());
        let is_last = exponent.is_ones();
        let exponent = exponent.to_u64().map_or(i64::MAX, signed);
        if is_last && fraction.is_zero() {
            return Number::Infinite { negative };
        }
        if is_last {
            return Number::Nan;
        }
        let (significand, exponent) = if exponent == 0 {
            (fraction, 1)
        } else {
            (
                fraction + (BigUint::from(1u32) << format.fraction()),
                exponent,
            )
        };
        let place = exponent - signed(format.bias()) - i64::from(format.fraction());
        Number::Finite(Finite::exact(negative, significand, place))
    }

    /// The encoding of the number rounded to nearest, ties to even.
    pub(crate) fn encode(&self, format: FloatFormat) -> BitVecValue {
        let (negative, magnitude) = match self {
            Number::Nan => return format.nan(),
            Number::Infinite { negative } => (*negative, format.infinity().to_biguint()),
            Number::Finite(x) => (x.negative, magnitude(format, x)),
        };
        let sign = BigUint::from(u32::from(negative)) << (format.width() - 1);
        BitVecValue::from_biguint(sign + magnitude, format.width())
    }

    /// With the other sign.
    pub(crate) fn negated(self) -> Number {
        match self {
            Number::Nan => Number::Nan,
            Number::Infinite { negative } => Number::Infinite {
                negative: !negative,
            },
            Number::Finite(x) => Number::Finite(Finite {
                negative: !x.negative,
                ..x
            }),
        }
    }
}

/// The encoding of `|x|`.
fn magnitude(format: FloatFormat, x: &Finite) -> BigUint {
    if x.is_zero() {
        return BigUint::zero();
    }
    let infinity = format.infinity().to_biguint();
    let least = 1 - signed(format.bias());
    if x.leading() > signed(format.bias()) {
        return infinity;
    }
    let binade = x.leading().max(least);
    let kept = x.rounded_at(
        binade - i64::from(format.fraction()),
        RoundingMode::NearestEven,
    );
    // The leading bit of a normal number adds 1 to the exponent, and so does a carry out of the
    // significand, which is what they should do.
    let exponent = BigUint::from((binade - least).unsigned_abs()) << format.fraction();
    (exponent + kept).min(infinity)
}

/// The length of a number.
pub(super) fn bits(number: &BigUint) -> i64 {
    i64::try_from(number.bits()).expect("numbers fit into memory")
}

/// An exponent as a signed number.
fn signed(exponent: u64) -> i64 {
    i64::try_from(exponent).expect("exponents have fewer than 64 bits")
}

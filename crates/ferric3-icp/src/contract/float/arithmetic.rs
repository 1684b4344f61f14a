//! Sums, products and quotients of keys: by the machine in binary32 and binary64, otherwise exactly and slowly.

use ferric3_term::{
    BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, Value, apply_op, float_on_words,
};
use smallvec::SmallVec;

use super::landmarks::Landmarks;
use crate::Domain;

/// A format with its operations on keys. What is not a number is the key [`Landmarks::nan`].
pub(super) trait Arithmetic: Copy {
    fn landmarks(self) -> Landmarks;
    fn add(self, x: u64, y: u64) -> u64;
    fn mul(self, x: u64, y: u64) -> u64;
    fn div(self, x: u64, y: u64) -> u64;
    fn fma(self, x: u64, y: u64, z: u64) -> u64;
    fn fmod(self, x: u64, y: u64) -> u64;
    fn remainder(self, x: u64, y: u64) -> u64;
    /// Rounded to an integral number.
    fn integral(self, x: u64, mode: RoundingMode) -> u64;
}

macro_rules! machine {
    ($name:ident, $float:ty, $bits:ty, $format:expr) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name;

        impl $name {
            const SIGN: $bits = 1 << (<$bits>::BITS - 1);

            #[inline]
            fn number(key: u64) -> $float {
                let key = key as $bits;
                // All ones for a negative number, else zeros: no branch to be mispredicted.
                let negative = ((key & Self::SIGN) >> (<$bits>::BITS - 1)).wrapping_sub(1);
                <$float>::from_bits(key ^ (negative | Self::SIGN))
            }

            #[inline]
            fn key(number: $float) -> u64 {
                if number.is_nan() {
                    return const { Landmarks::of($format).nan };
                }
                let bits = number.to_bits();
                let negative = (bits >> (<$bits>::BITS - 1)).wrapping_neg();
                u64::from(bits ^ (negative | Self::SIGN))
            }
        }

        impl Arithmetic for $name {
            #[inline]
            fn landmarks(self) -> Landmarks {
                const { Landmarks::of($format) }
            }

            #[inline]
            fn add(self, x: u64, y: u64) -> u64 {
                Self::key(Self::number(x) + Self::number(y))
            }

            #[inline]
            fn mul(self, x: u64, y: u64) -> u64 {
                Self::key(Self::number(x) * Self::number(y))
            }

            #[inline]
            fn div(self, x: u64, y: u64) -> u64 {
                Self::key(Self::number(x) / Self::number(y))
            }

            #[inline]
            fn fma(self, x: u64, y: u64, z: u64) -> u64 {
                Self::key(Self::number(x).mul_add(Self::number(y), Self::number(z)))
            }

            #[inline]
            fn fmod(self, x: u64, y: u64) -> u64 {
                Self::key(Self::number(x) % Self::number(y))
            }

            /// By the remainder of the double divisor, which leaves two steps at most, all of them exact (fdlibm).
            fn remainder(self, x: u64, y: u64) -> u64 {
                let (x, y) = (Self::number(x), Self::number(y).abs());
                if x.is_infinite() || y == 0.0 || y.is_nan() {
                    return Self::key(<$float>::NAN);
                }
                let twice = y + y;
                let mut rest = if twice.is_finite() { x % twice } else { x }.abs();
                // Halves of the least numbers are not exact; doubles of the greatest are not finite.
                let half_is_less = |rest: $float| {
                    if twice.is_finite() {
                        rest + rest > y
                    } else {
                        rest > 0.5 * y
                    }
                };
                let half_is_at_most = |rest: $float| {
                    if twice.is_finite() {
                        rest + rest >= y
                    } else {
                        rest >= 0.5 * y
                    }
                };
                if y.is_finite() && half_is_less(rest) {
                    rest -= y;
                    if half_is_at_most(rest) {
                        rest -= y;
                    }
                }
                // A zero has the sign of the dividend.
                if rest == 0.0 {
                    rest = 0.0;
                }
                Self::key(if x.is_sign_negative() { -rest } else { rest })
            }

            #[inline]
            fn integral(self, x: u64, mode: RoundingMode) -> u64 {
                let x = Self::number(x);
                Self::key(match mode {
                    RoundingMode::NearestEven => x.round_ties_even(),
                    RoundingMode::NearestAway => x.round(),
                    RoundingMode::Up => x.ceil(),
                    RoundingMode::Down => x.floor(),
                    RoundingMode::Zero => x.trunc(),
                })
            }
        }
    };
}

machine!(Binary32, f32, u32, FloatFormat::F32);
machine!(Binary64, f64, u64, FloatFormat::F64);

/// Any format of at most 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Soft(pub(super) FloatFormat);

impl Soft {
    fn eval<const N: usize>(self, op: FloatOp, args: [u64; N]) -> u64 {
        let domain = Domain::float(self.0);
        evaluate(op, domain, [domain; N], args)
    }
}

impl Arithmetic for Soft {
    fn landmarks(self) -> Landmarks {
        Landmarks::of(self.0)
    }

    fn add(self, x: u64, y: u64) -> u64 {
        self.eval(FloatOp::Add(self.0), [x, y])
    }

    fn mul(self, x: u64, y: u64) -> u64 {
        self.eval(FloatOp::Mul(self.0), [x, y])
    }

    fn div(self, x: u64, y: u64) -> u64 {
        self.eval(FloatOp::Div(self.0), [x, y])
    }

    fn fma(self, x: u64, y: u64, z: u64) -> u64 {
        self.eval(FloatOp::Fma(self.0), [x, y, z])
    }

    fn fmod(self, x: u64, y: u64) -> u64 {
        self.eval(FloatOp::Fmod(self.0), [x, y])
    }

    fn remainder(self, x: u64, y: u64) -> u64 {
        self.eval(FloatOp::Remainder(self.0), [x, y])
    }

    fn integral(self, x: u64, mode: RoundingMode) -> u64 {
        self.eval(FloatOp::RoundToIntegral(self.0, mode), [x])
    }
}

/// Any operation on keys, with the domains of its result and of its arguments.
#[inline]
pub(super) fn evaluate<const N: usize>(
    op: FloatOp,
    result: Domain,
    domains: [Domain; N],
    args: [u64; N],
) -> u64 {
    let mut words = [0; 3];
    for i in 0..N {
        words[i] = domains[i].word(args[i]);
    }
    let word = float_on_words(op, &words, domains[0].width)
        .unwrap_or_else(|| evaluate_softly(op, &domains, &words));
    result.key(word)
}

#[cold]
fn evaluate_softly(op: FloatOp, domains: &[Domain], words: &[u64; 3]) -> u64 {
    let args: SmallVec<[Value; 3]> = (domains.iter().zip(words))
        .map(|(domain, word)| BitVecValue::from_u64(*word, domain.width).into())
        .collect();
    match apply_op(&Op::Float(op), &args) {
        Value::Bool(holds) => u64::from(holds),
        value => value.as_bv().to_u64().expect("at most 64 bits"),
    }
}

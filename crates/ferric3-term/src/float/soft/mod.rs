//! Floating-point arithmetic in any format: take apart, compute exactly on integers, round once.
//!
//! Nothing here is fast. Everything is short, so that it can be believed: it judges both the
//! machine's arithmetic and the circuits.

mod arith;
mod integer;
mod number;
mod remainder;

use std::cmp::Ordering;

use num_bigint::BigInt;

pub(crate) use self::arith::quotient;
pub(crate) use self::number::{Finite, Number};
use crate::{BitVecValue, FloatFormat, FloatOp, Value};

/// The value of a floating-point operation on encodings (or integers), by integer arithmetic
/// alone.
///
/// # Panics
/// If the arguments do not fit the operation.
pub fn soft_float(op: FloatOp, args: &[BitVecValue]) -> Value {
    let number = |i: usize, format: FloatFormat| Number::decode(format, &args[i]);
    let encoded = |format: FloatFormat, number: Number| number.encode(format).into();
    match op {
        FloatOp::Add(f) => encoded(f, arith::add(f, number(0, f), number(1, f))),
        FloatOp::Sub(f) => encoded(f, arith::add(f, number(0, f), number(1, f).negated())),
        FloatOp::Mul(f) => encoded(f, arith::multiply(number(0, f), number(1, f))),
        FloatOp::Div(f) => encoded(f, arith::divide(f, number(0, f), number(1, f))),
        FloatOp::Fma(f) => {
            let product = arith::multiply(number(0, f), number(1, f));
            encoded(f, arith::add(f, product, number(2, f)))
        }
        FloatOp::Sqrt(f) => encoded(f, arith::square_root(f, number(0, f))),
        FloatOp::Remainder(f) => encoded(f, remainder::remainder(number(0, f), number(1, f), true)),
        FloatOp::Fmod(f) => encoded(f, remainder::remainder(number(0, f), number(1, f), false)),
        FloatOp::RoundToIntegral(f, mode) => {
            encoded(f, integer::round_to_integral(number(0, f), mode))
        }
        FloatOp::Eq(f) => compare(f, args).is_some_and(Ordering::is_eq).into(),
        FloatOp::Lt(f) => compare(f, args).is_some_and(Ordering::is_lt).into(),
        FloatOp::Le(f) => compare(f, args).is_some_and(Ordering::is_le).into(),
        FloatOp::Convert { from, to } => encoded(to, number(0, from)),
        FloatOp::FromSigned(f) => encoded(f, integer::from_integer(&args[0].to_bigint())),
        FloatOp::FromUnsigned(f) => encoded(f, integer::from_integer(&args[0].to_biguint().into())),
        FloatOp::ToSigned { from, width } => {
            integer::to_integer(&number(0, from), width, true).into()
        }
        FloatOp::ToUnsigned { from, width } => {
            integer::to_integer(&number(0, from), width, false).into()
        }
    }
}

/// The order of two numbers; `None` if one is not a number.
fn compare(format: FloatFormat, args: &[BitVecValue]) -> Option<Ordering> {
    // Encodings without their sign are in the order of the magnitudes.
    let infinity = BigInt::from(format.infinity().to_biguint());
    let key = |bits: &BitVecValue| {
        let magnitude = BigInt::from(bits.extract(format.width() - 2, 0).to_biguint());
        let is_number = magnitude <= infinity;
        let signed = if bits.sign_bit() {
            -magnitude
        } else {
            magnitude
        };
        is_number.then_some(signed)
    };
    Some(key(&args[0])?.cmp(&key(&args[1])?))
}

//! Floating-point operations as bit-vector terms.
//!
//! As in the literature on bit-precise solvers (Brain, Schanda and Sun, *Building better
//! bit-blasting for floating-point problems*, TACAS 2019): [`unpack`] takes encodings apart and
//! normalises subnormal numbers, each operation computes its result with a guard and a sticky bit,
//! [`round`] rounds once and packs. Comparisons and roundings to integral numbers work on the
//! encodings themselves, sums on significands that are not normalised.
//!
//! Remainders are by far the largest: a power of two modulo the divisor, by repeated squaring.

mod add;
mod compare;
mod convert;
mod divide;
mod exponent;
mod fma;
mod integral;
mod multiply;
mod remainder;
mod round;
mod shift;
mod sqrt;
mod unpack;

use rustc_hash::FxHashMap;

use self::exponent::Exponent;
use self::round::Exact;
use self::unpack::Unpacked;
use crate::{BitVecValue, FloatFormat, FloatOp, Op, TermId, Terms};

impl Terms {
    /// A term without floating-point operation at its root that denotes the same as `t`, which has
    /// one. Arguments stay as they are.
    ///
    /// # Panics
    /// If `t` is something else.
    pub fn expand_float(&mut self, t: TermId) -> TermId {
        let Op::Float(op) = *self.op(t) else {
            panic!("a floating-point operation was expected");
        };
        let args = self.args(t).to_vec();
        Encoder { terms: self }.encode(op, &args)
    }
}

/// Expands all floating-point operations of terms. Results are remembered, so that shared subterms
/// are expanded once.
#[derive(Clone, Debug, Default)]
pub struct FloatExpansion {
    done: FxHashMap<TermId, TermId>,
}

impl FloatExpansion {
    /// A term without floating-point operations that denotes the same as `t`. Always use the same
    /// store with one expansion.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        for part in terms.subterms(t) {
            if self.done.contains_key(&part) {
                continue;
            }
            let args: Vec<TermId> = terms.args(part).iter().map(|a| self.done[a]).collect();
            let new = match terms.op(part).clone() {
                Op::Float(op) => Encoder { terms }.encode(op, &args),
                _ if args == terms.args(part) => part,
                op => terms.simplified(op, &args),
            };
            self.done.insert(part, new);
        }
        self.done[&t]
    }
}

/// Builds terms.
struct Encoder<'a> {
    terms: &'a mut Terms,
}

impl Encoder<'_> {
    fn encode(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        match (op, args) {
            (FloatOp::Add(f), &[x, y]) => self.add(f, x, y),
            (FloatOp::Sub(f), &[x, y]) => {
                let minus = self.terms.fp_neg(f, y);
                self.add(f, x, minus)
            }
            (FloatOp::Mul(f), &[x, y]) => self.multiply(f, x, y),
            (FloatOp::Div(f), &[x, y]) => self.divide(f, x, y),
            (FloatOp::Fma(f), &[x, y, z]) => self.fma(f, x, y, z),
            (FloatOp::Sqrt(f), &[x]) => self.square_root(f, x),
            (FloatOp::Remainder(f), &[x, y]) => self.remainder(f, x, y),
            (FloatOp::Fmod(f), &[x, y]) => self.fmod(f, x, y),
            (FloatOp::RoundToIntegral(f, mode), &[x]) => self.round_to_integral(f, mode, x),
            (FloatOp::Eq(f), &[x, y]) => self.equal(f, x, y),
            (FloatOp::Lt(f), &[x, y]) => self.less(f, x, y, false),
            (FloatOp::Le(f), &[x, y]) => self.less(f, x, y, true),
            (FloatOp::Convert { from, to }, &[x]) => self.convert(from, to, x),
            (FloatOp::FromSigned(f), &[x]) => self.integer_to_number(f, x, true),
            (FloatOp::FromUnsigned(f), &[x]) => self.integer_to_number(f, x, false),
            (FloatOp::ToSigned { from, width }, &[x]) => {
                self.number_to_integer(from, width, x, true)
            }
            (FloatOp::ToUnsigned { from, width }, &[x]) => {
                self.number_to_integer(from, width, x, false)
            }
            _ => panic!("{op:?} does not have {} arguments", args.len()),
        }
    }

    /// `value` under the first condition that holds, `otherwise` if none does.
    fn choose(&mut self, cases: &[(TermId, TermId)], otherwise: TermId) -> TermId {
        cases.iter().rev().fold(otherwise, |rest, &(c, value)| {
            self.terms.ite(c, value, rest)
        })
    }

    fn nan(&mut self, format: FloatFormat) -> TermId {
        self.terms.bv(format.nan())
    }

    /// Infinity with a sign.
    fn infinity(&mut self, format: FloatFormat, negative: TermId) -> TermId {
        let magnitude = format.infinity().extract(format.width() - 2, 0);
        let magnitude = self.terms.bv(magnitude);
        self.with_sign(negative, magnitude)
    }

    /// Zero with a sign.
    fn zero(&mut self, format: FloatFormat, negative: TermId) -> TermId {
        let magnitude = self.terms.bv_u64(0, format.width() - 1);
        self.with_sign(negative, magnitude)
    }

    fn with_sign(&mut self, negative: TermId, magnitude: TermId) -> TermId {
        let sign = self.terms.bool_to_bv(negative, 1);
        self.terms.concat(sign, magnitude)
    }

    /// Bit `i`, as a Bool.
    fn bit(&mut self, a: TermId, i: u32) -> TermId {
        let bit = self.terms.extract(a, i, i);
        self.terms.bv_to_bool(bit)
    }

    /// The bit above all others, as a Bool.
    fn top(&mut self, a: TermId) -> TermId {
        let width = self.terms.width(a);
        self.bit(a, width - 1)
    }

    /// `a = 0`.
    fn is_zero(&mut self, a: TermId) -> TermId {
        let zero = self.terms.bv_u64(0, self.terms.width(a));
        self.terms.eq(a, zero)
    }

    /// `a` with zeros below, `more` of them.
    fn padded(&mut self, a: TermId, more: u32) -> TermId {
        if more == 0 {
            return a;
        }
        let zeros = self.terms.bv(BitVecValue::zero(more));
        self.terms.concat(a, zeros)
    }

    /// `a` with one bit below.
    fn with_bit(&mut self, a: TermId, bit: TermId) -> TermId {
        let bit = self.terms.bool_to_bv(bit, 1);
        self.terms.concat(a, bit)
    }
}

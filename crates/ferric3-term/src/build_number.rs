//! The simplifying constructors of integers and real numbers.

use crate::{Op, Rational, Sort, TermId, Terms, Transcendental};

impl Terms {
    /// An integer constant.
    ///
    /// # Panics
    /// If the number is no integer.
    pub fn int(&mut self, value: impl Into<Rational>) -> TermId {
        self.mk(Op::Int(value.into()), &[])
    }

    /// A real constant.
    pub fn real(&mut self, value: impl Into<Rational>) -> TermId {
        self.mk(Op::Real(value.into()), &[])
    }

    /// A constant of sort Int or Real.
    ///
    /// # Panics
    /// If the sort is neither, or if it is Int and the number is no integer.
    pub fn number(&mut self, value: Rational, sort: Sort) -> TermId {
        match sort {
            Sort::Int => self.int(value),
            Sort::Real => self.real(value),
            _ => panic!("{sort} is no sort of numbers"),
        }
    }

    /// `+` of one or more terms of one sort.
    ///
    /// # Panics
    /// If there is none.
    pub fn sum(&mut self, args: &[TermId]) -> TermId {
        match args {
            [a] => *a,
            _ => self.simplified(Op::Add, args),
        }
    }

    /// `+`.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::Add, &[a, b])
    }

    /// `-`.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::Sub, &[a, b])
    }

    /// `-` of one term.
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.simplified(Op::Neg, &[a])
    }

    /// `*`.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::Mul, &[a, b])
    }

    /// `<`.
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::Lt, &[a, b])
    }

    /// `<=`.
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::Le, &[a, b])
    }

    /// `>`.
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    /// `>=`.
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    /// `div` of integers; 0 for a divisor of 0.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::IntDiv, &[a, b])
    }

    /// `mod` of integers; the dividend for a divisor of 0.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::IntMod, &[a, b])
    }

    /// `/` of real numbers; 0 for a divisor of 0.
    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.simplified(Op::RealDiv, &[a, b])
    }

    /// `to_real`.
    pub fn to_real(&mut self, a: TermId) -> TermId {
        self.simplified(Op::ToReal, &[a])
    }

    /// `to_int`: rounded down.
    pub fn to_int(&mut self, a: TermId) -> TermId {
        self.simplified(Op::ToInt, &[a])
    }

    /// `is_int`.
    pub fn is_int(&mut self, a: TermId) -> TermId {
        self.simplified(Op::IsInt, &[a])
    }

    /// `y = f(x)` for real numbers.
    pub fn graph(&mut self, function: Transcendental, y: TermId, x: TermId) -> TermId {
        self.simplified(Op::Graph(function), &[y, x])
    }

    /// `bv2nat`: the bit-vector as an unsigned number.
    pub fn bv_to_nat(&mut self, a: TermId) -> TermId {
        self.simplified(Op::BvToNat, &[a])
    }

    /// The bit-vector as a signed number: `2^width` less than the unsigned one if the sign bit is set.
    pub fn bv_to_int(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let zero = self.bv_u64(0, width);
        let is_negative = self.bv_slt(a, zero);
        let unsigned = self.bv_to_nat(a);
        let range = self.int(num_bigint::BigInt::from(1) << width);
        let signed = self.sub(unsigned, range);
        self.ite(is_negative, signed, unsigned)
    }

    /// `(_ int2bv width)`: the integer modulo `2^width`.
    pub fn int_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        self.simplified(Op::IntToBv(width), &[a])
    }
}

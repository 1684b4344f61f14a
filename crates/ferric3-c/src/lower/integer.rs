//! Mathematical integers, if the user asks for them (`--arith`).
//!
//! Everything in the lowering is made of bits, and stays so: the value of an integer expression is a
//! bit-vector term. In this mode it is one of the form `int2bv_w(n)` (or a choice of such terms, or a
//! constant), and `n`, of sort Int, is the *number* behind it. Who knows about numbers takes `n` and
//! computes with it: arithmetic, comparisons, conversions, variables. Who does not takes the term for what
//! it is, the bits of `n` modulo `2^w`. Those are the bits that C means if `n` is a value of its type, and
//! only then: [`guard`](super::guard) makes sure that no run goes on otherwise. So
//!
//! ```text
//! number(int2bv_w(n)) = n          number(ite(c, a, b)) = ite(c, number(a), number(b))
//! number(t) = the number that the bits t are, by the signedness of the type
//! ```
//!
//! A variable of integer type has sort Int; what has to be bits (large arrays, unions, objects that are
//! accessed by other types) stays bits. Constant expressions have the values that C gives them.

use ferric3_ivl::{Reading, StmtKind, VarId};
use ferric3_term::{BitVecValue, Op, Rational, Sort, TermId};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::Lower;
use crate::sema::hir::Range;
use crate::sema::types::TypeId;

/// As what types some bits of a number are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Views {
    pub(super) signed: bool,
    pub(super) unsigned: bool,
    /// As an index into an array that the number is known to be in.
    pub(super) index: bool,
}

/// The numbers of a program, if integers are mathematical.
#[derive(Default)]
pub(super) struct Numbers {
    /// The bits of variables whose sort is Int.
    faces: FxHashMap<VarId, TermId>,
    /// The terms `int2bv_w(n)` that stand for values.
    pub(super) views: FxHashMap<TermId, Views>,
    /// Numbers that were read from bits, with those bits and their signedness.
    origins: FxHashMap<TermId, (TermId, bool)>,
    /// The numbers behind choices between bits, by signedness: parts may be shared.
    choices: FxHashMap<(TermId, bool), TermId>,
}

impl Numbers {
    /// The bits of a variable whose sort is Int.
    pub(super) fn face(&self, var: VarId) -> Option<TermId> {
        self.faces.get(&var).copied()
    }
}

/// The least and the greatest number of so many bits.
pub(super) fn limits(width: u32, signed: bool) -> (BigInt, BigInt) {
    let bits = width - u32::from(signed);
    let beyond = BigInt::from(1) << bits;
    let least = if signed {
        -beyond.clone()
    } else {
        BigInt::ZERO
    };
    (least, beyond - 1)
}

impl Lower<'_> {
    /// Are the values of a type mathematical integers?
    pub(super) fn is_mathematical(&self, ty: TypeId) -> bool {
        self.options.arith && self.types().is_integer(ty)
    }

    /// The sort of a variable that holds values of a type, of so many bits.
    pub(super) fn sort_of(&self, ty: TypeId, width: u32) -> Sort {
        if self.is_mathematical(ty) {
            Sort::Int
        } else {
            Sort::BitVec(width)
        }
    }

    /// A variable of sort Int is known by its bits.
    pub(super) fn give_face(&mut self, var: VarId, width: u32) {
        let decl = &self.program.vars[var];
        if decl.sort == Sort::Int {
            let (number, signed) = (decl.term, decl.reading == Reading::Signed);
            let face = self.bits_of(number, width, signed);
            self.numbers.faces.insert(var, face);
        }
    }

    /// An integer constant.
    pub(super) fn int(&mut self, value: impl Into<Rational>) -> TermId {
        self.terms.mk(Op::Int(value.into()), &[])
    }

    /// The bits that stand for a number in a type of that width and signedness.
    pub(super) fn bits_of(&mut self, number: TermId, width: u32, signed: bool) -> TermId {
        if let Some(value) = self.terms.as_number(number).map(Rational::numerator) {
            let (least, greatest) = limits(width, signed);
            if (least..=greatest).contains(&value) {
                let bits = BitVecValue::from_bigint(&value, width);
                return self.terms.mk(Op::Const(bits), &[]);
            }
        }
        if let Some(&(bits, was_signed)) = self.numbers.origins.get(&number)
            && (self.terms.width(bits), was_signed) == (width, signed)
        {
            return bits;
        }
        let bits = self.terms.mk(Op::IntToBv(width), &[number]);
        let views = self.numbers.views.entry(bits).or_default();
        views.signed |= signed;
        views.unsigned |= !signed;
        bits
    }

    /// The bits that stand for a number as a value of a type.
    pub(super) fn value_of_number(&mut self, number: TermId, ty: TypeId) -> TermId {
        let width = self.types().scalar_width(ty).unwrap_or(8);
        self.bits_of(number, width, self.types().is_signed(ty))
    }

    /// The index of an element, for a number that is in the array.
    pub(super) fn index_of_number(&mut self, number: TermId, width: u32) -> TermId {
        if let Some(value) = self.terms.as_number(number).map(Rational::numerator) {
            let bits = BitVecValue::from_bigint(&value, width);
            return self.terms.mk(Op::Const(bits), &[]);
        }
        let bits = self.terms.mk(Op::IntToBv(width), &[number]);
        self.numbers.views.entry(bits).or_default().index = true;
        bits
    }

    /// The number that some bits stand for, as a value of a type of that signedness.
    pub(super) fn number(&mut self, bits: TermId, signed: bool) -> TermId {
        if let Some(&number) = self.numbers.choices.get(&(bits, signed)) {
            return number;
        }
        // Choices between many places are deep on one side.
        let mut chosen = Vec::new();
        let mut rest = bits;
        while *self.terms.op(rest) == Op::Ite {
            let &[condition, then, otherwise] = self.terms.args(rest) else {
                break;
            };
            chosen.push((condition, self.number(then, signed)));
            rest = otherwise;
        }
        let mut number = self.number_of_leaf(rest, signed);
        for (condition, then) in chosen.into_iter().rev() {
            number = self.terms.mk(Op::Ite, &[condition, then, number]);
        }
        self.numbers.choices.insert((bits, signed), number);
        number
    }

    fn number_of_leaf(&mut self, bits: TermId, signed: bool) -> TermId {
        match self.terms.op(bits) {
            Op::IntToBv(_) => return self.terms.args(bits)[0],
            Op::Const(value) => {
                let value = if signed {
                    value.to_bigint()
                } else {
                    value.to_biguint().into()
                };
                return self.int(value);
            }
            _ => {}
        }
        let width = self.terms.width(bits);
        let mut number = self.terms.mk(Op::BvToNat, &[bits]);
        if signed {
            let zero = self.bits(0, width);
            let is_negative = self.mk2(Op::BvSlt, bits, zero);
            let all = self.int(BigInt::from(1) << width);
            let below = self.mk2(Op::Sub, number, all);
            number = self.terms.mk(Op::Ite, &[is_negative, below, number]);
        }
        self.numbers.origins.insert(number, (bits, signed));
        number
    }

    /// The number behind a value of a type.
    pub(super) fn number_of_value(&mut self, value: TermId, ty: TypeId) -> TermId {
        let signed = self.types().is_signed(ty);
        self.number(value, signed)
    }

    /// If there is a number behind some bits: as a value of what signedness?
    pub(super) fn signedness(&self, bits: TermId) -> Option<bool> {
        let mut rest = bits;
        loop {
            match (self.terms.op(rest), self.terms.args(rest)) {
                (Op::IntToBv(_), _) => {
                    let views = self.numbers.views.get(&rest)?;
                    return Some(views.signed || !views.unsigned);
                }
                (Op::Ite, &[_, then, otherwise]) => {
                    if let Some(signed) = self.signedness(then) {
                        return Some(signed);
                    }
                    rest = otherwise;
                }
                _ => return None,
            }
        }
    }

    /// Is it a number between two others, both included?
    pub(super) fn lies_between(&mut self, number: TermId, low: BigInt, high: BigInt) -> TermId {
        let (low, high) = (self.int(low), self.int(high));
        let above = self.mk2(Op::Le, low, number);
        let below = self.mk2(Op::Le, number, high);
        self.mk2(Op::And, above, below)
    }

    /// What comes from outside into a variable of sort Int is a value of its type: it was a value of the
    /// machine before it became a number.
    pub(super) fn assume_in_range(&mut self, var: VarId, range: Range) {
        let Some(face) = self.numbers.face(var) else {
            return;
        };
        let decl = &self.program.vars[var];
        let (number, signed) = (decl.term, decl.reading == Reading::Signed);
        let is_truth = decl.type_name == "_Bool";
        let width = if is_truth { 1 } else { self.terms.width(face) };
        let (low, high) = limits(width, signed);
        let is_value = self.lies_between(number, low, high);
        self.emit(StmtKind::Assume(is_value), range);
    }

    /// A term for a variable or parameter of that sort.
    pub(super) fn in_sort_of(&mut self, var: VarId, value: TermId) -> TermId {
        let decl = &self.program.vars[var];
        let signed = decl.reading == Reading::Signed;
        if decl.sort == Sort::Int && self.terms.sort(value) != Sort::Int {
            return self.number(value, signed);
        }
        value
    }
}

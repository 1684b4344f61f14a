//! The simplifying constructors, one per SMT-LIB operator (derived operators included).
//!
//! Each hands over to the rewrite rules of `simplify/`, which end in [`Terms::mk`].

use crate::{BitVecValue, Op, Sort, TermId, Terms, Value};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
            self.simplified(Op::$op, &[a, b])
        }
    )*};
}

impl Terms {
    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.mk(if value { Op::True } else { Op::False }, &[])
    }

    /// `true`.
    pub fn tt(&mut self) -> TermId {
        self.bool(true)
    }

    /// `false`.
    pub fn ff(&mut self) -> TermId {
        self.bool(false)
    }

    /// A bit-vector constant.
    pub fn bv(&mut self, value: BitVecValue) -> TermId {
        self.mk(Op::Const(value), &[])
    }

    /// A bit-vector constant of `width` bits: `value` modulo `2^width`.
    pub fn bv_u64(&mut self, value: u64, width: u32) -> TermId {
        self.bv(BitVecValue::from_u64(value, width))
    }

    /// The term that denotes `value`.
    pub fn constant(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(b) => self.bool(*b),
            Value::BitVec(v) => self.bv(v.clone()),
            Value::Int(number) => self.mk(Op::Int(number.clone()), &[]),
            Value::Real(number) => self.mk(Op::Real(number.clone()), &[]),
            Value::Array(a) => {
                let Sort::Array { index, .. } = a.sort() else {
                    unreachable!("an array has an array sort")
                };
                let default = self.bv(a.default_element().clone());
                let mut term = self.mk(Op::ConstArray { index }, &[default]);
                for (index, element) in a.entries() {
                    let (index, element) = (self.bv(index.clone()), self.bv(element.clone()));
                    term = self.mk(Op::Store, &[term, index, element]);
                }
                term
            }
        }
    }

    /// `not`.
    pub fn not(&mut self, a: TermId) -> TermId {
        self.simplified(Op::Not, &[a])
    }

    /// Conjunction of any number of terms; `true` for none.
    pub fn and(&mut self, args: &[TermId]) -> TermId {
        match args {
            [] => self.tt(),
            [a] => *a,
            _ => self.simplified(Op::And, args),
        }
    }

    /// Disjunction of any number of terms; `false` for none.
    pub fn or(&mut self, args: &[TermId]) -> TermId {
        match args {
            [] => self.ff(),
            [a] => *a,
            _ => self.simplified(Op::Or, args),
        }
    }

    /// Conjunction of two terms.
    pub fn and2(&mut self, a: TermId, b: TermId) -> TermId {
        self.and(&[a, b])
    }

    /// Disjunction of two terms.
    pub fn or2(&mut self, a: TermId, b: TermId) -> TermId {
        self.or(&[a, b])
    }

    /// `=>`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    /// `ite`, on any sort.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.simplified(Op::Ite, &[condition, then, otherwise])
    }

    /// `distinct` of two terms.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    binary! {
        /// `xor`.
        xor => Xor;
        /// `=`, on any sort.
        eq => Eq;
        /// `bvand`.
        bv_and => BvAnd;
        /// `bvor`.
        bv_or => BvOr;
        /// `bvxor`.
        bv_xor => BvXor;
        /// `bvadd`.
        bv_add => BvAdd;
        /// `bvsub`.
        bv_sub => BvSub;
        /// `bvmul`.
        bv_mul => BvMul;
        /// `bvudiv`; `~0` for a divisor of 0.
        bv_udiv => BvUdiv;
        /// `bvurem`; the dividend for a divisor of 0.
        bv_urem => BvUrem;
        /// `bvsdiv`, rounding towards 0.
        bv_sdiv => BvSdiv;
        /// `bvsrem`, sign of the dividend.
        bv_srem => BvSrem;
        /// `bvsmod`, sign of the divisor.
        bv_smod => BvSmod;
        /// `bvshl`.
        bv_shl => BvShl;
        /// `bvlshr`.
        bv_lshr => BvLshr;
        /// `bvashr`.
        bv_ashr => BvAshr;
        /// `bvult`.
        bv_ult => BvUlt;
        /// `bvule`.
        bv_ule => BvUle;
        /// `bvslt`.
        bv_slt => BvSlt;
        /// `bvsle`.
        bv_sle => BvSle;
        /// `concat`; `a` gives the high bits.
        concat => Concat;
    }

    /// `bvnot`.
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.simplified(Op::BvNot, &[a])
    }

    /// `bvneg`.
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.simplified(Op::BvNeg, &[a])
    }

    /// `bvnand`.
    pub fn bv_nand(&mut self, a: TermId, b: TermId) -> TermId {
        let inner = self.bv_and(a, b);
        self.bv_not(inner)
    }

    /// `bvnor`.
    pub fn bv_nor(&mut self, a: TermId, b: TermId) -> TermId {
        let inner = self.bv_or(a, b);
        self.bv_not(inner)
    }

    /// `bvxnor`.
    pub fn bv_xnor(&mut self, a: TermId, b: TermId) -> TermId {
        let inner = self.bv_xor(a, b);
        self.bv_not(inner)
    }

    /// `bvcomp`: one bit, 1 if equal.
    pub fn bv_comp(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.bool_to_bv(equal, 1)
    }

    /// `bvugt`.
    pub fn bv_ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }

    /// `bvuge`.
    pub fn bv_uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }

    /// `bvsgt`.
    pub fn bv_sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }

    /// `bvsge`.
    pub fn bv_sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }

    /// `(_ extract hi lo)`.
    pub fn extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        self.simplified(Op::Extract { hi, lo }, &[a])
    }

    /// `(_ zero_extend more)`.
    pub fn zero_extend(&mut self, a: TermId, more: u32) -> TermId {
        self.simplified(Op::ZeroExtend(more), &[a])
    }

    /// `(_ sign_extend more)`.
    pub fn sign_extend(&mut self, a: TermId, more: u32) -> TermId {
        self.simplified(Op::SignExtend(more), &[a])
    }

    /// `(_ rotate_left by)`.
    pub fn rotate_left(&mut self, a: TermId, by: u32) -> TermId {
        self.simplified(Op::RotateLeft(by), &[a])
    }

    /// `(_ rotate_right by)`.
    pub fn rotate_right(&mut self, a: TermId, by: u32) -> TermId {
        self.simplified(Op::RotateRight(by), &[a])
    }

    /// `(_ repeat times)`, `times` at least 1.
    pub fn repeat(&mut self, a: TermId, times: u32) -> TermId {
        assert!(times >= 1, "repeat needs at least one copy");
        (1..times).fold(a, |done, _| self.concat(a, done))
    }

    /// `a` brought to `width` bits: cut, or extended with zeros or with the sign.
    pub fn resize(&mut self, a: TermId, width: u32, signed: bool) -> TermId {
        let old = self.width(a);
        match width.cmp(&old) {
            std::cmp::Ordering::Less => self.extract(a, width - 1, 0),
            std::cmp::Ordering::Equal => a,
            std::cmp::Ordering::Greater if signed => self.sign_extend(a, width - old),
            std::cmp::Ordering::Greater => self.zero_extend(a, width - old),
        }
    }

    /// 1 for true, 0 for false, in `width` bits.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let one = self.bv_u64(1, width);
        let zero = self.bv_u64(0, width);
        self.ite(a, one, zero)
    }

    /// `a != 0`.
    pub fn bv_to_bool(&mut self, a: TermId) -> TermId {
        let zero = self.bv_u64(0, self.width(a));
        self.ne(a, zero)
    }

    /// `bvnego`: does the negation of the signed `a` overflow?
    pub fn bv_nego(&mut self, a: TermId) -> TermId {
        let least = self.bv(BitVecValue::signed_min(self.width(a)));
        self.eq(a, least)
    }

    /// `bvuaddo`: does the unsigned sum overflow?
    pub fn bv_uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.bv_add(a, b);
        self.bv_ult(sum, a)
    }

    /// `bvusubo`: is the unsigned difference negative?
    pub fn bv_usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(a, b)
    }

    /// `bvsaddo`: does the signed sum overflow?
    pub fn bv_saddo(&mut self, a: TermId, b: TermId) -> TermId {
        self.signed_overflow(Op::BvAdd, a, b, 1)
    }

    /// `bvssubo`: does the signed difference overflow?
    pub fn bv_ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.signed_overflow(Op::BvSub, a, b, 1)
    }

    /// `bvsmulo`: does the signed product overflow?
    pub fn bv_smulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.signed_overflow(Op::BvMul, a, b, self.width(a))
    }

    /// `bvumulo`: does the unsigned product overflow?
    pub fn bv_umulo(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.zero_extend(a, width), self.zero_extend(b, width));
        let product = self.bv_mul(wide_a, wide_b);
        let high = self.extract(product, 2 * width - 1, width);
        self.bv_to_bool(high)
    }

    /// `bvsdivo`: does the signed quotient overflow (least value by -1)?
    pub fn bv_sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        let least = self.bv_nego(a);
        let minus_one = self.bv(BitVecValue::ones(self.width(a)));
        let by_minus_one = self.eq(b, minus_one);
        self.and(&[least, by_minus_one])
    }

    /// Does `op` on `more` extra bits differ from the sign extension of its low half?
    fn signed_overflow(&mut self, op: Op, a: TermId, b: TermId, more: u32) -> TermId {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.sign_extend(a, more), self.sign_extend(b, more));
        let wide = self.simplified(op, &[wide_a, wide_b]);
        let narrow = self.extract(wide, width - 1, 0);
        let back = self.sign_extend(narrow, more);
        self.ne(wide, back)
    }

    /// `select`: the element of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.simplified(Op::Select, &[array, index])
    }

    /// `store`: `array` with another element at `index`.
    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        self.simplified(Op::Store, &[array, index, element])
    }

    /// The array with indices of the given width whose elements all are `element`.
    pub fn const_array(&mut self, index: u32, element: TermId) -> TermId {
        self.simplified(Op::ConstArray { index }, &[element])
    }

    /// An arbitrary value of `sort`: 0, or all bits 0.
    pub fn zero_of(&mut self, sort: Sort) -> TermId {
        self.constant(&Value::zero(sort))
    }
}

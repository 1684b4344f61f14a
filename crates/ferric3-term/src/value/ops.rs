//! The operations of SMT-LIB on bit-vector values.

use num_bigint::BigUint;

use super::bitvec::{BitVecValue, Bits};

/// The operations, under their names in SMT-LIB. Those of two arguments need equal widths (all but `concat`), and
/// panic otherwise.
impl BitVecValue {
    /// `f` on both numbers, modulo `2^width`.
    fn zip(
        &self,
        other: &BitVecValue,
        small: impl FnOnce(u64, u64) -> u64,
        big: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> BitVecValue {
        self.check_width(other);
        match (self.bits(), other.bits()) {
            (Bits::Small(a), Bits::Small(b)) => BitVecValue::from_u64(small(*a, *b), self.width()),
            (Bits::Big(a), Bits::Big(b)) => BitVecValue::from_biguint(big(a, b), self.width()),
            _ => unreachable!("equal widths have the same representation"),
        }
    }

    fn check_width(&self, other: &BitVecValue) {
        assert_eq!(self.width(), other.width(), "both widths must be the same");
    }

    /// `2^width`, above every value.
    fn modulus(&self) -> BigUint {
        BigUint::from(1u8) << self.width()
    }

    /// `bvnot`.
    pub fn not(&self) -> BitVecValue {
        match self.bits() {
            Bits::Small(v) => BitVecValue::from_u64(!v, self.width()),
            Bits::Big(v) => BitVecValue::from_biguint(self.modulus() - 1u8 - &**v, self.width()),
        }
    }

    /// `bvneg`.
    pub fn neg(&self) -> BitVecValue {
        match self.bits() {
            Bits::Small(v) => BitVecValue::from_u64(v.wrapping_neg(), self.width()),
            Bits::Big(v) => BitVecValue::from_biguint(self.modulus() - &**v, self.width()),
        }
    }

    /// `bvand`.
    pub fn and(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }

    /// `bvor`.
    pub fn or(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }

    /// `bvxor`.
    pub fn xor(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// `bvadd`.
    pub fn add(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, u64::wrapping_add, |a, b| a + b)
    }

    /// `bvsub`.
    pub fn sub(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, u64::wrapping_sub, |a, b| self.modulus() + a - b)
    }

    /// `bvmul`.
    pub fn mul(&self, other: &BitVecValue) -> BitVecValue {
        self.zip(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// `bvudiv`; all ones for a divisor of 0.
    pub fn udiv(&self, other: &BitVecValue) -> BitVecValue {
        if other.is_zero() {
            self.check_width(other);
            return BitVecValue::ones(self.width());
        }
        self.zip(other, |a, b| a / b, |a, b| a / b)
    }

    /// `bvurem`; the dividend for a divisor of 0.
    pub fn urem(&self, other: &BitVecValue) -> BitVecValue {
        if other.is_zero() {
            self.check_width(other);
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| a % b)
    }

    /// `bvsdiv`, rounding towards 0; for a divisor of 0: -1, or 1 for a negative dividend.
    pub fn sdiv(&self, other: &BitVecValue) -> BitVecValue {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign_bit() == other.sign_bit() {
            quotient
        } else {
            quotient.neg()
        }
    }

    /// `bvsrem`: the sign of the dividend; the dividend for a divisor of 0.
    pub fn srem(&self, other: &BitVecValue) -> BitVecValue {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign_bit() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// `bvsmod`: the sign of the divisor; the dividend for a divisor of 0.
    pub fn smod(&self, other: &BitVecValue) -> BitVecValue {
        let remainder = self.srem(other);
        if remainder.is_zero() || remainder.sign_bit() == other.sign_bit() {
            return remainder;
        }
        remainder.add(other)
    }

    /// The absolute value of the signed number, read unsigned (so that it always fits).
    fn magnitude(&self) -> BitVecValue {
        if self.sign_bit() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// The number to shift by, if it is below the width.
    fn shift_below_width(&self, by: &BitVecValue) -> Option<u32> {
        self.check_width(by);
        let by = u32::try_from(by.to_u64()?).ok()?;
        (by < self.width()).then_some(by)
    }

    /// `bvshl`.
    pub fn shl(&self, by: &BitVecValue) -> BitVecValue {
        match (self.shift_below_width(by), self.bits()) {
            (None, _) => BitVecValue::zero(self.width()),
            (Some(by), Bits::Small(v)) => BitVecValue::from_u64(v << by, self.width()),
            (Some(by), Bits::Big(v)) => BitVecValue::from_biguint(&**v << by, self.width()),
        }
    }

    /// `bvlshr`.
    pub fn lshr(&self, by: &BitVecValue) -> BitVecValue {
        match (self.shift_below_width(by), self.bits()) {
            (None, _) => BitVecValue::zero(self.width()),
            (Some(by), Bits::Small(v)) => BitVecValue::from_u64(v >> by, self.width()),
            (Some(by), Bits::Big(v)) => BitVecValue::from_biguint(&**v >> by, self.width()),
        }
    }

    /// `bvashr`.
    pub fn ashr(&self, by: &BitVecValue) -> BitVecValue {
        if self.sign_bit() {
            self.not().lshr(by).not()
        } else {
            self.lshr(by)
        }
    }

    /// `bvult`.
    pub fn ult(&self, other: &BitVecValue) -> bool {
        self.check_width(other);
        self < other
    }

    /// `bvule`.
    pub fn ule(&self, other: &BitVecValue) -> bool {
        self.check_width(other);
        self <= other
    }

    /// `bvslt`.
    pub fn slt(&self, other: &BitVecValue) -> bool {
        if self.sign_bit() == other.sign_bit() {
            self.ult(other)
        } else {
            self.sign_bit()
        }
    }

    /// `bvsle`.
    pub fn sle(&self, other: &BitVecValue) -> bool {
        !other.slt(self)
    }

    /// `concat`; `self` gives the high bits.
    pub fn concat(&self, low: &BitVecValue) -> BitVecValue {
        let width = self.width() + low.width();
        match (self.bits(), low.bits()) {
            (Bits::Small(high), Bits::Small(low_bits)) if width <= u64::BITS => {
                BitVecValue::from_u64(high << low.width() | low_bits, width)
            }
            _ => {
                let bits = (self.to_biguint() << low.width()) | low.to_biguint();
                BitVecValue::from_biguint(bits, width)
            }
        }
    }

    /// `(_ extract hi lo)`: the bits from `lo` to `hi`, both included.
    ///
    /// # Panics
    /// Unless `lo <= hi < width`.
    pub fn extract(&self, hi: u32, lo: u32) -> BitVecValue {
        assert!(
            lo <= hi && hi < self.width(),
            "bits {hi} to {lo} of {}",
            self.width()
        );
        match self.bits() {
            Bits::Small(v) => BitVecValue::from_u64(v >> lo, hi - lo + 1),
            Bits::Big(v) => BitVecValue::from_biguint(&**v >> lo, hi - lo + 1),
        }
    }

    /// `(_ zero_extend more)`.
    pub fn zero_extend(&self, more: u32) -> BitVecValue {
        let width = self.width() + more;
        match self.bits() {
            Bits::Small(v) => BitVecValue::from_u64(*v, width),
            Bits::Big(v) => BitVecValue::from_biguint((**v).clone(), width),
        }
    }

    /// `(_ sign_extend more)`.
    pub fn sign_extend(&self, more: u32) -> BitVecValue {
        if self.sign_bit() {
            self.not().zero_extend(more).not()
        } else {
            self.zero_extend(more)
        }
    }

    /// `(_ rotate_left by)`.
    pub fn rotate_left(&self, by: u32) -> BitVecValue {
        let by = by % self.width();
        if by == 0 {
            return self.clone();
        }
        let split = self.width() - by;
        self.extract(split - 1, 0)
            .concat(&self.extract(self.width() - 1, split))
    }

    /// `(_ rotate_right by)`.
    pub fn rotate_right(&self, by: u32) -> BitVecValue {
        self.rotate_left(self.width() - by % self.width())
    }
}

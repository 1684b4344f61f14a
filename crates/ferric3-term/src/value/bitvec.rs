//! Bit-vector values: representation, construction and reading. The operations are in `ops.rs`.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

/// An unsigned number modulo `2^width`, `width` at least 1.
///
/// Values of up to 64 bits are stored inline. The representation is canonical, so the derived
/// equality and hash are those of the numbers. The order is by width, then unsigned.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitVecValue {
    width: u32,
    bits: Bits,
}

/// `Small` exactly for widths of at most [`SMALL_WIDTH`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Bits {
    Small(u64),
    Big(Box<BigUint>),
}

const SMALL_WIDTH: u32 = u64::BITS;

fn small_mask(width: u32) -> u64 {
    u64::MAX >> (SMALL_WIDTH - width)
}

impl BitVecValue {
    /// `value` modulo `2^width`.
    ///
    /// # Panics
    /// If `width` is 0, as all functions that take a width.
    pub fn from_u64(value: u64, width: u32) -> BitVecValue {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= SMALL_WIDTH {
            BitVecValue {
                width,
                bits: Bits::Small(value & small_mask(width)),
            }
        } else {
            BitVecValue {
                width,
                bits: Bits::Big(Box::new(BigUint::from(value))),
            }
        }
    }

    /// `value` modulo `2^width`: two's complement.
    pub fn from_i64(value: i64, width: u32) -> BitVecValue {
        let low = BitVecValue::from_u64(value.cast_unsigned(), width.min(SMALL_WIDTH));
        low.sign_extend(width.saturating_sub(SMALL_WIDTH))
    }

    /// `value` modulo `2^width`.
    pub fn from_u128(value: u128, width: u32) -> BitVecValue {
        BitVecValue::from_biguint(BigUint::from(value), width)
    }

    /// `value` modulo `2^width`.
    pub fn from_biguint(mut value: BigUint, width: u32) -> BitVecValue {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= SMALL_WIDTH {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            return BitVecValue::from_u64(low, width);
        }
        if value.bits() > u64::from(width) {
            value &= (BigUint::one() << width) - 1u8;
        }
        BitVecValue {
            width,
            bits: Bits::Big(Box::new(value)),
        }
    }

    /// `value` modulo `2^width`: two's complement.
    pub fn from_bigint(value: &BigInt, width: u32) -> BitVecValue {
        let magnitude = BitVecValue::from_biguint(value.magnitude().clone(), width);
        if value.sign() == num_bigint::Sign::Minus {
            magnitude.neg()
        } else {
            magnitude
        }
    }

    /// The value with these bits, least significant first.
    ///
    /// # Panics
    /// If there is no bit.
    pub fn from_bits(bits: impl Iterator<Item = bool>) -> BitVecValue {
        let mut words = vec![];
        let mut width = 0;
        for bit in bits {
            if width % 32 == 0 {
                words.push(0u32);
            }
            if let Some(word) = words.last_mut() {
                *word |= u32::from(bit) << (width % 32);
            }
            width += 1;
        }
        BitVecValue::from_biguint(BigUint::new(words), width)
    }

    /// 0.
    pub fn zero(width: u32) -> BitVecValue {
        BitVecValue::from_u64(0, width)
    }

    /// 1.
    pub fn one(width: u32) -> BitVecValue {
        BitVecValue::from_u64(1, width)
    }

    /// All bits 1: the greatest unsigned value, and -1.
    pub fn ones(width: u32) -> BitVecValue {
        BitVecValue::from_i64(-1, width)
    }

    /// The least signed value, `-2^(width-1)`: only the sign bit is 1.
    pub fn signed_min(width: u32) -> BitVecValue {
        BitVecValue::power_of_two(width - 1, width)
    }

    /// The greatest signed value, `2^(width-1) - 1`: all bits are 1 but the sign.
    pub fn signed_max(width: u32) -> BitVecValue {
        BitVecValue::signed_min(width).not()
    }

    /// `2^exponent`, which is 0 from `width` on.
    pub fn power_of_two(exponent: u32, width: u32) -> BitVecValue {
        match exponent {
            _ if exponent >= width => BitVecValue::zero(width),
            0..SMALL_WIDTH => BitVecValue::from_u64(1 << exponent, width),
            _ => BitVecValue::from_biguint(BigUint::one() << exponent, width),
        }
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    pub(super) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Bit `i`; bit 0 is the least significant one. `false` beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        match &self.bits {
            Bits::Small(v) => i < SMALL_WIDTH && v >> i & 1 == 1,
            Bits::Big(v) => v.bit(u64::from(i)),
        }
    }

    /// The most significant bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The unsigned number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(v) => Some(*v),
            Bits::Big(v) => v.to_u64(),
        }
    }

    /// The signed number, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Small(v) => {
                let unused = SMALL_WIDTH - self.width;
                Some((v << unused).cast_signed() >> unused)
            }
            Bits::Big(_) => self.to_bigint().to_i64(),
        }
    }

    /// The unsigned number.
    pub fn to_biguint(&self) -> BigUint {
        match &self.bits {
            Bits::Small(v) => BigUint::from(*v),
            Bits::Big(v) => (**v).clone(),
        }
    }

    /// The signed number.
    pub fn to_bigint(&self) -> BigInt {
        let unsigned = BigInt::from(self.to_biguint());
        if self.sign_bit() {
            unsigned - (BigInt::one() << self.width)
        } else {
            unsigned
        }
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(v) => *v == 0,
            Bits::Big(v) => v.is_zero(),
        }
    }

    /// Is it 1?
    pub fn is_one(&self) -> bool {
        match &self.bits {
            Bits::Small(v) => *v == 1,
            Bits::Big(v) => v.is_one(),
        }
    }

    /// Are all bits 1?
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Small(v) => *v == small_mask(self.width),
            Bits::Big(v) => v.count_ones() == u64::from(self.width),
        }
    }

    /// Is it [`signed_min`](BitVecValue::signed_min)?
    pub fn is_signed_min(&self) -> bool {
        self.trailing_zeros() == self.width - 1
    }

    /// Is it [`signed_max`](BitVecValue::signed_max)?
    pub fn is_signed_max(&self) -> bool {
        self.trailing_ones() == self.width - 1 && !self.sign_bit()
    }

    /// Number of 0 bits below the lowest 1 bit; the width for 0.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Small(v) => v.trailing_zeros().min(self.width),
            Bits::Big(v) => v.trailing_zeros().map_or(self.width, bit_count),
        }
    }

    /// Number of 1 bits below the lowest 0 bit; the width for all ones.
    pub fn trailing_ones(&self) -> u32 {
        match &self.bits {
            Bits::Small(v) => v.trailing_ones(),
            Bits::Big(v) => bit_count(v.trailing_ones()),
        }
    }

    /// Number of bits up to the highest 1 bit; 0 for 0.
    pub fn significant_bits(&self) -> u32 {
        match &self.bits {
            Bits::Small(v) => SMALL_WIDTH - v.leading_zeros(),
            Bits::Big(v) => bit_count(v.bits()),
        }
    }

    /// Is exactly one bit 1?
    pub fn is_power_of_two(&self) -> bool {
        match &self.bits {
            Bits::Small(v) => v.is_power_of_two(),
            Bits::Big(v) => v.count_ones() == 1,
        }
    }

    /// The signed number in decimal.
    pub fn to_signed_string(&self) -> String {
        match self.to_i64() {
            Some(v) => v.to_string(),
            None => self.to_bigint().to_string(),
        }
    }
}

/// A number of bits below the width, which is a `u32`.
fn bit_count(count: u64) -> u32 {
    u32::try_from(count).expect("a value has no more bits than its width")
}

/// The unsigned number in decimal.
impl fmt::Display for BitVecValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.bits {
            Bits::Small(v) => v.fmt(f),
            Bits::Big(v) => v.fmt(f),
        }
    }
}

/// The unsigned number in decimal, and the width.
impl fmt::Debug for BitVecValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}#{}", self.width)
    }
}

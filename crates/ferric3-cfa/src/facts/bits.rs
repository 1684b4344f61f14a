//! Known bits of a word.

/// Which bits are 0 for sure, and which are 1. No bit is both; bits beyond the width are neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    pub(super) zeros: u64,
    pub(super) ones: u64,
}

/// All bits of a width.
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl Bits {
    /// Nothing is known.
    pub(super) const TOP: Bits = Bits { zeros: 0, ones: 0 };

    pub(super) fn point(word: u64, width: u32) -> Bits {
        Bits {
            zeros: !word & mask(width),
            ones: word,
        }
    }

    pub(super) fn known(self) -> u64 {
        self.zeros | self.ones
    }

    pub(super) fn contains(self, word: u64) -> bool {
        word & self.zeros == 0 && !word & self.ones == 0
    }

    pub(super) fn join(self, other: Bits) -> Bits {
        Bits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    pub(super) fn meet(self, other: Bits) -> Option<Bits> {
        let (zeros, ones) = (self.zeros | other.zeros, self.ones | other.ones);
        (zeros & ones == 0).then_some(Bits { zeros, ones })
    }

    pub(super) fn is_within(self, other: Bits) -> bool {
        other.zeros & !self.zeros == 0 && other.ones & !self.ones == 0
    }

    /// The bits that all words from `lo` to `hi` share: those above the highest difference.
    pub(super) fn between(lo: u64, hi: u64, width: u32) -> Bits {
        let different = lo ^ hi;
        let below = if different == 0 {
            0
        } else {
            mask(64 - different.leading_zeros())
        };
        Bits {
            zeros: !lo & mask(width) & !below,
            ones: lo & !below,
        }
    }

    /// How many of the lowest bits are known.
    pub(super) fn low_known(self) -> u32 {
        self.known().trailing_ones()
    }

    /// How many of the lowest bits are 0.
    fn low_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }

    pub(super) fn not(self) -> Bits {
        Bits {
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    pub(super) fn and(self, other: Bits) -> Bits {
        Bits {
            zeros: self.zeros | other.zeros,
            ones: self.ones & other.ones,
        }
    }

    pub(super) fn or(self, other: Bits) -> Bits {
        self.not().and(other.not()).not()
    }

    pub(super) fn xor(self, other: Bits) -> Bits {
        let known = self.known() & other.known();
        let value = (self.ones ^ other.ones) & known;
        Bits {
            zeros: known & !value,
            ones: value,
        }
    }

    /// The sum: a bit is known where both bits and the carry into it are.
    pub(super) fn add(self, other: Bits, width: u32) -> Bits {
        self.add_carry(other, 0, width)
    }

    pub(super) fn sub(self, other: Bits, width: u32) -> Bits {
        let mut minus = other.not();
        minus.zeros &= mask(width);
        minus.ones &= mask(width);
        self.add_carry(minus, 1, width)
    }

    fn add_carry(self, other: Bits, carry: u64, width: u32) -> Bits {
        let most = |bits: Bits| !bits.zeros & mask(width);
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let greatest = most(self).wrapping_add(most(other)).wrapping_add(carry);
        // The carries into each bit, in the least and in the greatest sum.
        let least_carries = least ^ self.ones ^ other.ones;
        let greatest_carries = greatest ^ most(self) ^ most(other);
        let known = self.known() & other.known() & !(least_carries ^ greatest_carries);
        let known = known & mask(width);
        Bits {
            zeros: known & !least,
            ones: known & least,
        }
    }

    /// The product: low bits depend on low bits only, and zeros at the end add up.
    pub(super) fn mul(self, other: Bits, width: u32) -> Bits {
        let zeros = (self.low_zeros() + other.low_zeros()).min(width);
        // With x = 2^k x' and the low n bits of x' known, likewise y: the product is known up to
        // k + l + min(n, m).
        let odd = |bits: Bits| bits.low_known().saturating_sub(bits.low_zeros());
        let low = (zeros + odd(self).min(odd(other))).min(width);
        let low_mask = if low == 0 { 0 } else { mask(low) };
        let product = self.ones.wrapping_mul(other.ones);
        Bits {
            zeros: !product & low_mask,
            ones: product & low_mask,
        }
    }

    pub(super) fn shl(self, by: u32, width: u32) -> Bits {
        if by >= width {
            return Bits::point(0, width);
        }
        let low = if by == 0 { 0 } else { mask(by) };
        Bits {
            zeros: (self.zeros << by | low) & mask(width),
            ones: self.ones << by & mask(width),
        }
    }

    pub(super) fn lshr(self, by: u32, width: u32) -> Bits {
        if by >= width {
            return Bits::point(0, width);
        }
        Bits {
            zeros: self.zeros >> by | mask(width) & !(mask(width) >> by),
            ones: self.ones >> by,
        }
    }

    pub(super) fn ashr(self, by: u32, width: u32) -> Bits {
        let by = by.min(width - 1);
        let high = mask(width) & !(mask(width) >> by);
        let copies = |bits: u64| {
            bits >> by
                | if bits >> (width - 1) & 1 == 1 {
                    high
                } else {
                    0
                }
        };
        Bits {
            zeros: copies(self.zeros),
            ones: copies(self.ones),
        }
    }

    /// Bits `lo` to `lo + width - 1`.
    pub(super) fn extract(self, lo: u32, width: u32) -> Bits {
        Bits {
            zeros: self.zeros >> lo & mask(width),
            ones: self.ones >> lo & mask(width),
        }
    }

    pub(super) fn concat(self, low: Bits, low_width: u32) -> Bits {
        Bits {
            zeros: self.zeros << low_width | low.zeros,
            ones: self.ones << low_width | low.ones,
        }
    }

    /// From `width` bits to `to`, with zeros.
    pub(super) fn zero_extend(self, width: u32, to: u32) -> Bits {
        Bits {
            zeros: self.zeros | mask(to) & !mask(width),
            ones: self.ones,
        }
    }

    /// From `width` bits to `to`, with the sign.
    pub(super) fn sign_extend(self, width: u32, to: u32) -> Bits {
        let high = mask(to) & !mask(width);
        let copies = |bits: u64| {
            bits | if bits >> (width - 1) & 1 == 1 {
                high
            } else {
                0
            }
        };
        Bits {
            zeros: copies(self.zeros),
            ones: copies(self.ones),
        }
    }

    pub(super) fn rotate_left(self, by: u32, width: u32) -> Bits {
        let by = by % width;
        if by == 0 {
            return self;
        }
        let rotate = |bits: u64| (bits << by | bits >> (width - by)) & mask(width);
        Bits {
            zeros: rotate(self.zeros),
            ones: rotate(self.ones),
        }
    }
}

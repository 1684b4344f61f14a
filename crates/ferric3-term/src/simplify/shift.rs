//! Shifts and rotations. By a constant they only move bits, which is said by `concat`, `extract`
//! and the extensions.

use crate::{BitVecValue, Op, TermId, Terms};

/// How far a shift by a constant goes.
enum Distance {
    Unknown,
    /// Below the width.
    Bits(u32),
    /// All bits are shifted out.
    All,
}

impl Terms {
    fn distance(&self, by: TermId) -> Distance {
        let width = self.width(by);
        match self.as_const(by) {
            None => Distance::Unknown,
            Some(c) => match c.to_u64().and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by < width => Distance::Bits(by),
                _ => Distance::All,
            },
        }
    }

    pub(super) fn simplify_shl(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.distance(by) {
            Distance::Unknown if self.as_const(a).is_some_and(BitVecValue::is_zero) => a,
            Distance::Unknown => self.mk(Op::BvShl, &[a, by]),
            Distance::Bits(0) => a,
            Distance::Bits(by) => {
                let (high, low) = (self.extract(a, width - 1 - by, 0), self.bv_u64(0, by));
                self.concat(high, low)
            }
            Distance::All => self.bv_u64(0, width),
        }
    }

    pub(super) fn simplify_lshr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        match self.distance(by) {
            Distance::Unknown if self.as_const(a).is_some_and(BitVecValue::is_zero) => a,
            Distance::Unknown => self.mk(Op::BvLshr, &[a, by]),
            Distance::Bits(by) => {
                let high = self.extract(a, width - 1, by);
                self.zero_extend(high, by)
            }
            Distance::All => self.bv_u64(0, width),
        }
    }

    pub(super) fn simplify_ashr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if self.is_nonnegative(a) {
            return self.bv_lshr(a, by);
        }
        let by = match self.distance(by) {
            Distance::Unknown if self.as_const(a).is_some_and(BitVecValue::is_ones) => return a,
            Distance::Unknown => return self.mk(Op::BvAshr, &[a, by]),
            Distance::Bits(by) => by,
            Distance::All => width - 1,
        };
        let high = self.extract(a, width - 1, by);
        self.sign_extend(high, by)
    }

    pub(super) fn simplify_rotate_left(&mut self, a: TermId, by: u32) -> TermId {
        let width = self.width(a);
        let by = by % width;
        if by == 0 {
            return a;
        }
        let split = width - by;
        let (high, low) = (
            self.extract(a, split - 1, 0),
            self.extract(a, width - 1, split),
        );
        self.concat(high, low)
    }

    pub(super) fn simplify_rotate_right(&mut self, a: TermId, by: u32) -> TermId {
        let width = self.width(a);
        self.rotate_left(a, width - by % width)
    }
}

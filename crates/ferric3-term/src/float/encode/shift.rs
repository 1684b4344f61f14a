//! Shifters.

use super::Encoder;
use crate::TermId;

impl Encoder<'_> {
    /// `a` without its leading zeros, and how many those were; of a zero, nobody knows.
    pub(super) fn normalised(&mut self, a: TermId) -> (TermId, TermId) {
        let width = self.terms.width(a);
        let mut result = a;
        let mut count: Option<TermId> = None;
        for by in stages(width) {
            let high = self.terms.extract(result, width - 1, width - by);
            let skip = self.is_zero(high);
            let low = self.terms.extract(result, width - 1 - by, 0);
            let shifted = self.padded(low, by);
            result = self.terms.ite(skip, shifted, result);
            let bit = self.terms.bool_to_bv(skip, 1);
            count = Some(count.map_or(bit, |count| self.terms.concat(count, bit)));
        }
        (result, count.unwrap_or_else(|| self.terms.bv_u64(0, 1)))
    }

    /// `a` shifted left by its leading zeros, but by at most `limit`; and what is left of the
    /// limit.
    pub(super) fn normalised_within(&mut self, a: TermId, limit: TermId) -> (TermId, TermId) {
        let width = self.terms.width(a);
        let (mut result, mut left) = (a, limit);
        for by in stages(width) {
            let position = by.trailing_zeros();
            let bits = self.terms.width(left);
            if position >= bits {
                continue;
            }
            let high = self.terms.extract(result, width - 1, width - by);
            let skip = self.is_zero(high);
            // left >= by, since `by` is a power of two.
            let high_left = self.terms.extract(left, bits - 1, position);
            let enough = self.terms.bv_to_bool(high_left);
            let skip = self.terms.and2(skip, enough);
            let low = self.terms.extract(result, width - 1 - by, 0);
            let shifted = self.padded(low, by);
            result = self.terms.ite(skip, shifted, result);
            let one = self.terms.bool_to_bv(skip, bits - position);
            let high_left = self.terms.bv_sub(high_left, one);
            left = if position == 0 {
                high_left
            } else {
                let low_left = self.terms.extract(left, position - 1, 0);
                self.terms.concat(high_left, low_left)
            };
        }
        (result, left)
    }

    /// `a` shifted right by `by`; the last bit says whether a one was lost, too.
    pub(super) fn shifted_sticky(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.terms.width(a);
        let mut result = a;
        for position in 0..self.terms.width(by) {
            let wanted = self.bit(by, position);
            let distance = 1u32.checked_shl(position).filter(|&d| d < width);
            let shifted = match distance {
                Some(distance) => {
                    let high = self.terms.extract(result, width - 1, distance);
                    let high = self.terms.zero_extend(high, distance);
                    let lost = self.terms.extract(result, distance - 1, 0);
                    let lost = self.terms.bv_to_bool(lost);
                    let lost = self.terms.bool_to_bv(lost, width);
                    self.terms.bv_or(high, lost)
                }
                None => {
                    let some = self.terms.bv_to_bool(result);
                    self.terms.bool_to_bv(some, width)
                }
            };
            result = self.terms.ite(wanted, shifted, result);
        }
        result
    }

    /// `a` cut to its `width` highest bits, of which the last one says whether any bit from there
    /// on was set; or with zeros below if it is shorter.
    pub(super) fn cut_sticky(&mut self, a: TermId, width: u32) -> TermId {
        let old = self.terms.width(a);
        if old <= width {
            return self.padded(a, width - old);
        }
        let high = self.terms.extract(a, old - 1, old - width + 1);
        let rest = self.terms.extract(a, old - width, 0);
        let rest = self.terms.bv_to_bool(rest);
        self.with_bit(high, rest)
    }
}

/// The powers of two below `width`, largest first.
fn stages(width: u32) -> impl Iterator<Item = u32> {
    let count = (width - 1).checked_ilog2().map_or(0, |log| log + 1);
    (0..count).rev().map(|log| 1 << log)
}

//! `concat` and the extensions.

use crate::{Op, TermId, Terms};

impl Terms {
    /// Concatenations lean to the right, with neighbours merged and extensions outside.
    pub(super) fn simplify_concat(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((x, y)) = self.as_binary(&Op::Concat, a) {
            let low = self.concat(y, b);
            return self.concat(x, low);
        }
        if let Some((x, more)) = self.as_zero_extend(a) {
            let low = self.concat(x, b);
            return self.zero_extend(low, more);
        }
        if let Some((x, more)) = self.as_sign_extend(a) {
            let low = self.concat(x, b);
            return self.sign_extend(low, more);
        }
        if let Some(c) = self.as_const(a).cloned()
            && !c.sign_bit()
        {
            let used = c.significant_bits();
            let zeros = c.width() - used;
            if used == 0 {
                return self.zero_extend(b, zeros);
            }
            let rest = self.bv(c.extract(used - 1, 0));
            let low = self.concat(rest, b);
            return self.zero_extend(low, zeros);
        }
        if let Some(t) = self.neighbours(a, b) {
            return t;
        }
        if let Some((x, y)) = self.as_binary(&Op::Concat, b)
            && let Some(merged) = self.neighbours(a, x)
        {
            return self.concat(merged, y);
        }
        self.mk(Op::Concat, &[a, b])
    }

    /// Two constants, or two neighbouring parts of one term, as one.
    fn neighbours(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(c), Some(d)) = (self.as_const(a), self.as_const(b)) {
            let merged = c.concat(d);
            return Some(self.bv(merged));
        }
        let (x, hi, middle) = self.as_extract(a)?;
        let (y, below, lo) = self.as_extract(b)?;
        (x == y && below + 1 == middle).then(|| self.extract(x, hi, lo))
    }

    pub(super) fn simplify_zero_extend(&mut self, a: TermId, more: u32) -> TermId {
        if more == 0 {
            return a;
        }
        match self.as_zero_extend(a) {
            Some((x, inner)) => self.zero_extend(x, inner + more),
            None => self.mk(Op::ZeroExtend(more), &[a]),
        }
    }

    pub(super) fn simplify_sign_extend(&mut self, a: TermId, more: u32) -> TermId {
        if more == 0 {
            return a;
        }
        match (self.op(a), self.args(a)) {
            (&Op::SignExtend(inner), &[x]) => self.sign_extend(x, inner + more),
            (&Op::ZeroExtend(inner), &[x]) if inner > 0 => self.zero_extend(x, inner + more),
            (Op::Concat, &[high, low]) if self.is_value(high) => {
                let high = self.sign_extend(high, more);
                self.concat(high, low)
            }
            _ => self.mk(Op::SignExtend(more), &[a]),
        }
    }
}

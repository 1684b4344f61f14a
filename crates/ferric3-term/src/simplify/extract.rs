//! `extract`.

use crate::{Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        if lo == 0 && hi + 1 == self.width(a) {
            return a;
        }
        let simpler = match (self.op(a), self.args(a)) {
            (&Op::Extract { lo: inner, .. }, &[x]) => Some(self.extract(x, hi + inner, lo + inner)),
            (Op::Concat, &[high, low]) => Some(self.extract_concat(high, low, hi, lo)),
            (Op::ZeroExtend(_), &[x]) => Some(self.extract_zero_extend(x, hi, lo)),
            (Op::SignExtend(_), &[x]) => Some(self.extract_sign_extend(x, hi, lo)),
            (Op::Ite, &[c, p, q])
                if self.is_table(a) || self.is_cheap_part(p) && self.is_cheap_part(q) =>
            {
                let (p, q) = (self.extract(p, hi, lo), self.extract(q, hi, lo));
                Some(self.ite(c, p, q))
            }
            _ => self.extract_inside(a, hi, lo),
        };
        simpler.unwrap_or_else(|| self.mk(Op::Extract { hi, lo }, &[a]))
    }

    fn extract_concat(&mut self, high: TermId, low: TermId, hi: u32, lo: u32) -> TermId {
        let split = self.width(low);
        if hi < split {
            return self.extract(low, hi, lo);
        }
        if lo >= split {
            return self.extract(high, hi - split, lo - split);
        }
        let (high, low) = (
            self.extract(high, hi - split, 0),
            self.extract(low, split - 1, lo),
        );
        self.concat(high, low)
    }

    fn extract_zero_extend(&mut self, x: TermId, hi: u32, lo: u32) -> TermId {
        let split = self.width(x);
        if hi < split {
            return self.extract(x, hi, lo);
        }
        if lo >= split {
            return self.bv_u64(0, hi - lo + 1);
        }
        let low = self.extract(x, split - 1, lo);
        self.zero_extend(low, hi - split + 1)
    }

    fn extract_sign_extend(&mut self, x: TermId, hi: u32, lo: u32) -> TermId {
        let split = self.width(x);
        if hi < split {
            return self.extract(x, hi, lo);
        }
        if lo >= split {
            let sign = self.extract(x, split - 1, split - 1);
            return self.sign_extend(sign, hi - lo);
        }
        let low = self.extract(x, split - 1, lo);
        self.sign_extend(low, hi - split + 1)
    }

    /// Is an extract of `t` no new `extract` node, as a rule?
    fn is_cheap_part(&self, t: TermId) -> bool {
        matches!(
            self.op(t),
            Op::Const(_) | Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Concat
        )
    }

    /// An operator whose low bits (or each bit) depend only on those of its arguments, if an
    /// argument gets cheaper by that. So arithmetic on promoted `char`s becomes 8 bits wide, and
    /// at most one argument is left to go on with, which keeps the work linear.
    fn extract_inside(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let op = self.op(a).clone();
        match op {
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot => {}
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg if lo == 0 => {}
            _ => return None,
        }
        if !self.args(a).iter().any(|&x| self.is_cheap_part(x)) {
            return None;
        }
        match *self.args(a) {
            [x] => {
                let x = self.extract(x, hi, lo);
                Some(self.simplified(op, &[x]))
            }
            [x, y] => {
                let (x, y) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                Some(self.simplified(op, &[x, y]))
            }
            _ => None,
        }
    }
}

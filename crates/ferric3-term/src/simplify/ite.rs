//! `ite`.

use crate::{Op, TermId, Terms};

impl Terms {
    pub(super) fn simplify_ite(&mut self, c: TermId, p: TermId, q: TermId) -> TermId {
        if p == q {
            return p;
        }
        if let Some(value) = self.as_bool(c) {
            return if value { p } else { q };
        }
        if self.prefers_negation(c) {
            let c = self.not(c);
            return self.ite(c, q, p);
        }
        if let Some(t) = self.ite_same_condition(c, p, q) {
            return t;
        }
        if let Some(t) = self.ite_same_branch(c, p, q) {
            return t;
        }
        let simpler = if self.sort(p).is_bool() {
            self.ite_bool(c, p, q)
        } else {
            self.ite_equation(c, p, q)
                .or_else(|| self.ite_narrowed(c, p, q))
        };
        simpler.unwrap_or_else(|| self.mk(Op::Ite, &[c, p, q]))
    }

    /// Of a condition and its negation one is the normal form: no `not`, no weak comparison, and
    /// no constant to the left in a comparison.
    fn prefers_negation(&self, c: TermId) -> bool {
        match self.op(c) {
            Op::Not | Op::BvUle | Op::BvSle => true,
            Op::BvUlt | Op::BvSlt | Op::Lt | Op::Le => self.is_value(self.args(c)[0]),
            _ => false,
        }
    }

    /// A branch that asks the same condition again.
    fn ite_same_condition(&mut self, c: TermId, p: TermId, q: TermId) -> Option<TermId> {
        let inner = |t: TermId| self.as_ite(t).filter(|&(d, _, _)| d == c);
        let new_p = inner(p).map_or(p, |(_, then, _)| then);
        let new_q = inner(q).map_or(q, |(_, _, otherwise)| otherwise);
        (new_p != p || new_q != q).then(|| self.ite(c, new_p, new_q))
    }

    /// A branch that is an `ite` one of whose branches is the other branch.
    fn ite_same_branch(&mut self, c: TermId, p: TermId, q: TermId) -> Option<TermId> {
        if let Some((d, x, y)) = self.as_ite(p) {
            if y == q {
                let both = self.and2(c, d);
                return Some(self.ite(both, x, y));
            }
            if x == q {
                let not_d = self.not(d);
                let both = self.and2(c, not_d);
                return Some(self.ite(both, y, x));
            }
        }
        if let Some((d, x, y)) = self.as_ite(q) {
            if x == p {
                let either = self.or2(c, d);
                return Some(self.ite(either, x, y));
            }
            if y == p {
                let not_c = self.not(c);
                let both = self.and2(not_c, d);
                return Some(self.ite(both, x, y));
            }
        }
        None
    }

    /// Boolean branches.
    fn ite_bool(&mut self, c: TermId, p: TermId, q: TermId) -> Option<TermId> {
        let not_c = self.find_not(c);
        // A branch in which the condition is known.
        let known = |t: TermId, in_branch: bool| match self.as_bool(t) {
            Some(value) => Some(value),
            None if t == c => Some(in_branch),
            None if Some(t) == not_c => Some(!in_branch),
            None => None,
        };
        match (known(p, true), known(q, false)) {
            (Some(true), _) => Some(self.or2(c, q)),
            (_, Some(false)) => Some(self.and2(c, p)),
            (Some(false), _) => {
                let not_c = self.not(c);
                Some(self.and2(not_c, q))
            }
            (_, Some(true)) => {
                let not_c = self.not(c);
                Some(self.or2(not_c, p))
            }
            (None, None) if self.find_not(p) == Some(q) => Some(self.eq(c, p)),
            (None, None) => {
                let (x, y) = (self.as_unary(&Op::Not, p)?, self.as_unary(&Op::Not, q)?);
                let inner = self.ite(c, x, y);
                Some(self.not(inner))
            }
        }
    }

    /// A condition `x = y` with `x` or `y` as branches.
    fn ite_equation(&mut self, c: TermId, p: TermId, q: TermId) -> Option<TermId> {
        let (x, y) = self.as_binary(&Op::Eq, c)?;
        if (p, q) == (x, y) || (p, q) == (y, x) {
            return Some(q);
        }
        (p == x && self.is_value(y)).then(|| self.ite(c, y, q))
    }

    /// Branches whose high bits are extensions.
    fn ite_narrowed(&mut self, c: TermId, p: TermId, q: TermId) -> Option<TermId> {
        if self.sort(p).width().is_none() || (self.is_value(p) && self.is_value(q)) {
            return None;
        }
        let width = self.width(p);
        let unsigned = self.unsigned_width(p).max(self.unsigned_width(q));
        let signed = self.signed_width(p).max(self.signed_width(q));
        let needed = unsigned.min(signed);
        if needed == width {
            return None;
        }
        let (p, q) = (
            self.extract(p, needed - 1, 0),
            self.extract(q, needed - 1, 0),
        );
        let narrow = self.ite(c, p, q);
        Some(if unsigned == needed {
            self.zero_extend(narrow, width - needed)
        } else {
            self.sign_extend(narrow, width - needed)
        })
    }
}

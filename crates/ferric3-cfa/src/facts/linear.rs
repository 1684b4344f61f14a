//! Terms as linear forms over the variables of a pack.

use ferric3_term::{Op, TermId, Terms};

use super::affine::{Form, Module};
use super::evaluate::Evaluator;
use super::pack::Pack;
use super::state::Variables;
use super::word::Word;

/// Terms are followed as deep as this.
const MAX_DEPTH: u32 = 40;

/// Reads terms in one abstract state, whose values the evaluator knows.
pub(super) struct Reader<'a> {
    pub(super) terms: &'a Terms,
    pub(super) variables: &'a Variables,
    pub(super) evaluator: &'a Evaluator,
    pub(super) pack: &'a Pack,
}

impl Reader<'_> {
    /// The term as a linear form; `None` if it is none.
    pub(super) fn form(&self, t: TermId) -> Option<Form> {
        let mut form = vec![0; self.pack.variables.len() + 1];
        self.add(&mut form, t, 1, MAX_DEPTH)?;
        let mask = super::bits::mask(self.pack.width);
        for entry in &mut form {
            *entry &= mask;
        }
        Some(form)
    }

    /// `a - b` as a linear form.
    pub(super) fn difference(&self, a: TermId, b: TermId) -> Option<Form> {
        if self.terms.sort(a).width() != Some(self.pack.width) {
            return None;
        }
        let (mut form, other) = (self.form(a)?, self.form(b)?);
        let mask = super::bits::mask(self.pack.width);
        for (entry, other) in form.iter_mut().zip(other) {
            *entry = entry.wrapping_sub(other) & mask;
        }
        Some(form)
    }

    fn value(&self, t: TermId) -> Option<u64> {
        self.evaluator.known(t).and_then(Word::as_point)
    }

    /// `form += factor · t`.
    fn add(&self, form: &mut Form, t: TermId, factor: u64, depth: u32) -> Option<()> {
        let terms = self.terms;
        if self.pack.width != terms.sort(t).width()? || depth == 0 {
            return None;
        }
        let args = terms.args(t);
        // A variable of the pack stays one, also where its value is known.
        if let Op::Symbol(symbol) = terms.op(t)
            && let Some(variable) = self.variables.number(*symbol)
            && let Some(at) = self.pack.variables.iter().position(|&v| v == variable)
        {
            form[at + 1] = form[at + 1].wrapping_add(factor);
            return Some(());
        }
        let value = match terms.as_const(t) {
            Some(value) => value.to_u64(),
            None => self.value(t),
        };
        if let Some(value) = value {
            form[0] = form[0].wrapping_add(factor.wrapping_mul(value));
            return Some(());
        }
        let minus = factor.wrapping_neg();
        let depth = depth - 1;
        match (terms.op(t), args) {
            (Op::BvAdd, &[a, b]) => {
                self.add(form, a, factor, depth)?;
                self.add(form, b, factor, depth)
            }
            (Op::BvSub, &[a, b]) => {
                self.add(form, a, factor, depth)?;
                self.add(form, b, minus, depth)
            }
            (Op::BvNeg, &[a]) => self.add(form, a, minus, depth),
            (Op::BvNot, &[a]) => {
                form[0] = form[0].wrapping_add(minus);
                self.add(form, a, minus, depth)
            }
            (Op::BvMul, &[a, b]) => {
                if let Some(value) = self.constant(a) {
                    self.add(form, b, factor.wrapping_mul(value), depth)
                } else {
                    let value = self.constant(b)?;
                    self.add(form, a, factor.wrapping_mul(value), depth)
                }
            }
            (Op::BvShl, &[a, b]) => {
                let by = u32::try_from(self.constant(b)?).ok()?;
                let power = if by < self.pack.width { 1u64 << by } else { 0 };
                self.add(form, a, factor.wrapping_mul(power), depth)
            }
            _ => None,
        }
    }

    fn constant(&self, t: TermId) -> Option<u64> {
        match self.terms.as_const(t) {
            Some(value) => value.to_u64(),
            None => self.value(t),
        }
    }

    /// The module after `x_at := t`.
    pub(super) fn assign(&self, module: &Module, at: usize, t: TermId, choices: u32) -> Module {
        if let Some(form) = self.form(t) {
            return module.assign(at, &form);
        }
        if choices > 0
            && let (Op::Ite, &[_, a, b]) = (self.terms.op(t), self.terms.args(t))
        {
            let one = self.assign(module, at, a, choices - 1);
            let other = self.assign(module, at, b, choices - 1);
            return one.join(&other).unwrap_or(one);
        }
        module.forget(at)
    }
}

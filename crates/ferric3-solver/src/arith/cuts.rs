//! Gomory's cuts for rows over integers.
//!
//! Let `b = Σ aⱼ·xⱼ` be a row, all `xⱼ` integers at one of their bounds, and the value of `b` no integer. Round
//! each `aⱼ` to an integer `nⱼ`, down if `xⱼ` is at its lower bound and up if at its upper one. Then
//!
//! > `F = b - Σ nⱼ·xⱼ = Σ (aⱼ - nⱼ)·xⱼ ≥ Σ (aⱼ - nⱼ)·boundⱼ`,
//!
//! and `F` is an integer, while the right side has the fraction of `b`: it can be rounded up, which excludes
//! the current values. The proof is one of rounding. Rows with a real number in them are left to branching.

use ferric3_sat::{Atoms, Lit};
use ferric3_term::Rational;

use super::Arith;
use super::atoms::{Normal, normal};
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Linear, Num, Side, add_form, content};
use super::simplex::Farkas;

/// Cuts with larger coefficients do more harm than good.
const MAX_COEFFICIENT: i64 = 1 << 30;

/// And so do cuts with more numbers.
const MAX_TERMS: usize = 40;

impl Arith {
    /// A cut from the row of a number whose value is no integer: a lemma with a new atom.
    pub(super) fn cut(&mut self, basic: Num, atoms: &mut dyn Atoms) -> Option<Vec<Lit>> {
        let (linear, reasons) = self.rounded_row(basic)?;
        // linear ≥ 0 is what the reasons imply for integers.
        let negated = linear.clone().scaled(&Rational::MINUS_ONE);
        let normal = normal(&negated, false, |x| self.is_integer(x));
        let Normal::Bound {
            form,
            bound,
            is_negated,
        } = normal
        else {
            return None;
        };
        let factor = content(&linear.terms);
        let number = self.number_of(&form);
        let cut = self
            .split_atom(atoms, number, bound.real)
            .flip_if(is_negated);
        let proof = Proof::Rounding {
            upper: vec![(!cut, factor)],
            lower: reasons,
        };
        self.proved(&proof)
    }

    /// `F - ⌈value of F⌉` of the row, and the bounds that imply `F ≥ value of F`.
    fn rounded_row(&self, basic: Num) -> Option<(Linear, Farkas)> {
        let tableau = &self.simplex.tableau;
        if !tableau.is_basic(basic) {
            return None;
        }
        let mut terms = self.forms[basic.index()].to_vec();
        let mut value = self.simplex.value(basic).clone();
        let mut reasons = Vec::new();
        for entry in tableau.row(basic) {
            let (number, coefficient) = (entry.number, &entry.coefficient);
            let at = self.simplex.value(number);
            if !self.is_integer(number) || !at.is_integer() {
                return None;
            }
            let side = [Side::Lower, Side::Upper].into_iter();
            let side = side.filter(|&side| self.simplex.bounds.value(number, side) == Some(at));
            let Some(side) = side.into_iter().next() else {
                // It is at no bound, but nothing is lost if its coefficient is an integer.
                if !coefficient.is_integer() {
                    return None;
                }
                add_form(&mut terms, &-coefficient, &self.forms[number.index()]);
                value.add_product(&-coefficient, at);
                continue;
            };
            let rounded = match side {
                Side::Lower => coefficient.floor(),
                Side::Upper => coefficient.ceil(),
            };
            let rest = coefficient - &rounded;
            if !rest.is_zero() {
                let bound = self.simplex.bounds.get(number, side)?;
                reasons.push((bound.reason, rest.abs()));
            }
            add_form(&mut terms, &-&rounded, &self.forms[number.index()]);
            value.add_product(&-rounded, at);
        }
        if terms.is_empty() || terms.len() > MAX_TERMS {
            return None;
        }
        let is_small = |c: &Rational| c.to_i64().is_some_and(|c| c.abs() <= MAX_COEFFICIENT);
        if !terms.iter().all(|(_, c)| is_small(c)) {
            return None;
        }
        let constant = -Delta::ceil(&value);
        Some((Linear { terms, constant }, reasons))
    }
}

//! Splits on planes other than those of single numbers: cuts from proofs (Dillig, Dillig, Aiken, CAV 2009).
//!
//! Take the bounds that are tight at the current values for equations ([`super::lattice`]).
//!
//! * If a determined `yₖ` is no integer, no integers lie where these bounds are tight. If all of them are
//!   equations that is a conflict, with `λₖ` as its proof. Else `uₖ·x ≤ ⌊yₖ⌋` or `uₖ·x ≥ ⌊yₖ⌋ + 1`.
//! * Else a free `yₖ` is none (or all numbers would be integers), and the split is on that.
//!
//! So equations alone need no more splits than there are numbers, whether these are bounded or not.

use super::Arith;
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::Linear;

/// Splits on larger coefficients do more harm than good.
const MAX_COEFFICIENT: i64 = 1 << 40;

/// What to do about values that are no integers.
pub(super) enum Plane {
    /// Nothing helps.
    Conflict(Proof),
    /// The form is no integer at the moment.
    Split(Linear),
}

impl Arith {
    /// A plane around the current values, some of which should be integers and are not.
    pub(super) fn plane(&mut self) -> Option<Plane> {
        let tight = self.tight(false);
        let lattice = self.lattice(tight)?;
        if let Some(equation) = &lattice.fraction {
            return match equation.is_fixed {
                true => self.no_solution(equation).map(Plane::Conflict),
                false => lattice.determined().filter(is_small).map(Plane::Split),
            };
        }
        let mut forms = lattice.free().filter(is_small);
        let fractional = forms.find(|form| !self.value_of(form).is_integer());
        fractional.map(Plane::Split)
    }

    /// The current value of `Σ coefficient · number`.
    pub(super) fn value_of(&self, linear: &Linear) -> Delta {
        let mut value = Delta::from(linear.constant.clone());
        for (x, coefficient) in &linear.terms {
            value.add_product(coefficient, self.simplex.value(*x));
        }
        value
    }
}

fn is_small(form: &Linear) -> bool {
    let mut coefficients = form.terms.iter().map(|(_, c)| c.to_i64());
    coefficients.all(|c| c.is_some_and(|c| c.abs() <= MAX_COEFFICIENT))
}

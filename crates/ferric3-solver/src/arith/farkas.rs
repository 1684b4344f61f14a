//! Checks the proofs of clauses: exact sums of inequalities and nothing else. It shares no code with the
//! search for them, so that neither simplex nor propagation nor cuts have to be trusted. Every clause that a SAT
//! solver gets from arithmetic (a conflict, the reason of a propagation, a lemma) was made by [`clause_of`].

use ferric3_sat::Lit;
use ferric3_term::Rational;

use super::delta::Delta;
use super::linear::{Num, Side, add_form, content};
use super::simplex::Farkas;

/// What a literal says: `form ≤ bound`, or `form ≥ bound`.
pub(crate) struct Inequality<'a> {
    pub(crate) form: &'a [(Num, Rational)],
    pub(crate) side: Side,
    pub(crate) bound: &'a Delta,
}

/// Why some literals cannot all hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Their sum is `0 ≤ c` with `c < 0`.
    Sum(Farkas),
    /// The first ones add up to `F ≤ u`, the second ones to `F ≥ l`, `F / g` is an integer for some `g`,
    /// and there is no multiple of `g` between `l` and `u`. (So Gomory cuts are proved, and that an equation
    /// has no solution modulo `g`.)
    Rounding { upper: Farkas, lower: Farkas },
}

/// The clause that the proof proves: not all of its literals hold. `None` if it proves nothing. `meaning`: what
/// literals say; and which numbers are integers.
pub(super) fn clause_of<'a>(
    proof: &Proof,
    meaning: impl Fn(Lit) -> Inequality<'a>,
    is_integer: impl Fn(Num) -> bool,
) -> Option<Vec<Lit>> {
    if !verify(proof, meaning, is_integer) {
        return None;
    }
    let mut clause: Vec<Lit> = match proof {
        Proof::Sum(farkas) => farkas.iter().map(|(lit, _)| !*lit).collect(),
        Proof::Rounding { upper, lower } => {
            upper.iter().chain(lower).map(|(lit, _)| !*lit).collect()
        }
    };
    clause.sort_unstable();
    clause.dedup();
    Some(clause)
}

/// Does the proof show that its literals cannot all hold?
fn verify<'a>(
    proof: &Proof,
    meaning: impl Fn(Lit) -> Inequality<'a>,
    is_integer: impl Fn(Num) -> bool,
) -> bool {
    match proof {
        Proof::Sum(farkas) => match sum(farkas, &meaning, Side::Upper) {
            Some((form, bound)) => form.is_empty() && bound < Delta::default(),
            None => false,
        },
        Proof::Rounding { upper, lower } => {
            let Some((form, upper)) = sum(upper, &meaning, Side::Upper) else {
                return false;
            };
            let Some((other, lower)) = sum(lower, &meaning, Side::Lower) else {
                return false;
            };
            if form.is_empty() || form != other || !form.iter().all(|&(x, _)| is_integer(x)) {
                return false;
            }
            let inverse = content(&form).reciprocal();
            if !form.iter().all(|(_, c)| (c * &inverse).is_integer()) {
                return false;
            }
            (&upper * &inverse).floor() < (&lower * &inverse).ceil()
        }
    }
}

/// The sum of the inequalities as `form ≤ bound` or `form ≥ bound`; `None` if a factor is not positive.
fn sum<'a>(
    farkas: &Farkas,
    meaning: &impl Fn(Lit) -> Inequality<'a>,
    side: Side,
) -> Option<(Vec<(Num, Rational)>, Delta)> {
    let mut form = Vec::new();
    let mut bound = Delta::default();
    for (lit, factor) in farkas {
        if !factor.is_positive() {
            return None;
        }
        let inequality = meaning(*lit);
        let factor = match inequality.side == side {
            true => factor.clone(),
            false => -factor,
        };
        add_form(&mut form, &factor, inequality.form);
        bound.add_product(&factor, inequality.bound);
    }
    Some((form, bound))
}

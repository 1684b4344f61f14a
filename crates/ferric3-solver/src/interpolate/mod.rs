//! Interpolants of formulas over truth values, integers and real numbers.
//!
//! For `A ∧ B` without a model, every model of `A` satisfies a conjunction `a` of literals that implies `A`, an
//! *implicant* ([`implicant`]), and every model of `B` an implicant `b` of `B`. An interpolant `i(a, b)` of two conjunctions
//! ([`leaf`]) is easy to find, and
//!
//! > `⋁ₐ ⋀ᵦ i(a, b)`
//!
//! is one of `A` and `B` ([`boolean`]). Only as many implicants are looked at as are needed: those that what was found
//! so far says nothing about. And before `a` is interpolated its literals are reduced to those that contradict `B`.
//! What is not linear on its face (quotients, remainders, choices) is named first ([`purify`]).
//!
//! These are computed without the proofs of the SAT solver: its literals speak of symbols of both sides,
//! such as branches, cuts, and gates. Words have interpolants [from proofs](proof), of solvers in which each side has its own
//! gates.

mod boolean;
mod implicant;
mod leaf;
mod project;
pub(crate) mod proof;
mod purify;
#[cfg(test)]
mod tests;

use ferric3_sat::{Interrupt, SatBackend};
use ferric3_term::{SymbolId, TermId, Terms};

use self::boolean::between;
use crate::arith::{Relaxation, relax};
use crate::{BitBlaster, CheckResult, Solver, WhyUnknown};

/// Why there is no interpolant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoInterpolant {
    /// The parts have a model.
    Model,
    /// There are terms that are no linear arithmetic: bit-vectors, arrays, products.
    Refused,
    /// None was found: too many implicants, or integers without an end of branches.
    GaveUp,
    /// Interrupted.
    Stopped,
}

/// Parts `A₁, …, Aₙ`, each a list of conjuncts, that have no model together: formulas `I₁, …, Iₙ₋₁` such that
///
/// * `A₁ ⇒ I₁`, `Iₖ ∧ Aₖ₊₁ ⇒ Iₖ₊₁`, and `Iₙ₋₁ ∧ Aₙ` has no model;
/// * `Iₖ` has only symbols that occur both in `A₁, …, Aₖ` and in `Aₖ₊₁, …, Aₙ`.
///
/// Debug builds check that. The same parts give the same interpolants. Where numbers are integers an
/// interpolant may have remainders that no part has.
///
/// # Errors
/// [`NoInterpolant`] says why there is none, and whoever asks has to fall back on other means. Linear arithmetic over
/// real numbers always has one, but for the limit on implicants.
pub fn sequence_interpolants(
    terms: &mut Terms,
    parts: &[Vec<TermId>],
    interrupt: &Interrupt,
) -> Result<Vec<TermId>, NoInterpolant> {
    let found = match relax(terms, parts, interrupt) {
        Relaxation::Infeasible(interpolants) => interpolants,
        Relaxation::GaveUp => return Err(NoInterpolant::Stopped),
        Relaxation::Feasible => return Err(NoInterpolant::Model),
        Relaxation::Fractional(..) | Relaxation::Other => one_by_one(terms, parts, interrupt)?,
    };
    debug_assert!(are_interpolants(terms, parts, &found));
    Ok(found)
}

/// Of `a ∧ b` without a model: implied by `a`, contradicting `b`, over their common symbols. As
/// [`sequence_interpolants`] for two parts.
pub fn interpolant(
    terms: &mut Terms,
    a: &[TermId],
    b: &[TermId],
    interrupt: &Interrupt,
) -> Result<TermId, NoInterpolant> {
    let found = sequence_interpolants(terms, &[a.to_vec(), b.to_vec()], interrupt)?;
    Ok(found[0])
}

/// `Iₖ₊₁` is an interpolant of `Iₖ ∧ Aₖ₊₁` and the parts behind.
fn one_by_one(
    terms: &mut Terms,
    parts: &[Vec<TermId>],
    interrupt: &Interrupt,
) -> Result<Vec<TermId>, NoInterpolant> {
    let mut interpolants = Vec::new();
    let mut before: Option<TermId> = None;
    for place in 1..parts.len() {
        let left: Vec<TermId> = before.iter().chain(&parts[place - 1]).copied().collect();
        let right: Vec<TermId> = parts[place..].concat();
        let found = between(terms, &left, &right, interrupt)?;
        interpolants.push(found);
        before = Some(found);
    }
    Ok(interpolants)
}

/// A solver for the queries on the way.
fn solver(interrupt: &Interrupt) -> BitBlaster {
    let mut solver = BitBlaster::new(SatBackend::default());
    solver.set_interrupt(interrupt.clone());
    solver
}

/// What a missing answer means here.
fn missing(why: &WhyUnknown) -> NoInterpolant {
    match why {
        WhyUnknown::Stopped => NoInterpolant::Stopped,
        _ => NoInterpolant::GaveUp,
    }
}

/// The symbols of some formulas, in order.
fn symbols(terms: &Terms, formulas: &[TermId]) -> Vec<SymbolId> {
    let mut symbols = Vec::new();
    for &formula in formulas {
        symbols.extend(terms.symbols_of(formula));
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// Are these interpolants? Asked of a fresh solver for each, for debug builds and tests. What it does not know
/// counts as right.
fn are_interpolants(terms: &mut Terms, parts: &[Vec<TermId>], interpolants: &[TermId]) -> bool {
    let mut before = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut query: Vec<TermId> = before.iter().chain(part).copied().collect();
        if let Some(&interpolant) = interpolants.get(index) {
            query.push(terms.not(interpolant));
            let (left, right) = parts.split_at(index + 1);
            let left = symbols(terms, &left.concat());
            let right = symbols(terms, &right.concat());
            let own = symbols(terms, &[interpolant]);
            if own.iter().any(|x| !left.contains(x) || !right.contains(x)) {
                return false;
            }
            before = vec![interpolant];
        }
        let mut solver = solver(&Interrupt::new());
        if solver.check(terms, &query) == CheckResult::Sat {
            return false;
        }
    }
    interpolants.len() + 1 == parts.len().max(1)
}

//! Interpolants of conjunctions of linear inequalities, from Farkas coefficients (McMillan, TCS 2005).
//!
//! Let the parts `A₁, …, Aₙ` have no model together because their inequalities, each times its factor, add
//! up to a contradiction. Then `Iₖ`, the sum of those of `A₁, …, Aₖ`, follows from these parts, `Iₖ ∧ Aₖ₊₁`
//! implies `Iₖ₊₁`, and `Iₙ` is false. A symbol that occurs only up to `Aₖ`, or only after it, has coefficient 0 in
//! `Iₖ`, since all coefficients add up to 0.
//!
//! Integers: every inequality of integers, and every `Iₖ`, is rounded, which keeps all of this. Where branches
//! or cuts would be needed there is no answer, nor is there for disequations, quotients, choices and anything
//! with Boolean structure: whoever asks has to fall back on other means, such as strongest postconditions with cores.

use ferric3_sat::Var;
use ferric3_term::{Op, Rational, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use super::atoms::{Normal, normal};
use super::bounds::Bound;
use super::delta::Delta;
use super::linear::{Linear, Num, Side, add_form};
use super::simplex::{Farkas, Feasibility, Simplex};

/// `Σ ≤ bound`, of the part with this number.
struct Inequality {
    part: usize,
    terms: Vec<(Num, Rational)>,
    bound: Delta,
}

/// The inequalities of all parts, and the symbols in them.
#[derive(Default)]
struct System {
    /// By number: its symbol.
    symbols: Vec<TermId>,
    numbers: FxHashMap<TermId, Num>,
    inequalities: Vec<Inequality>,
}

/// Parts that have no model together: `I₁, …, Iₙ₋₁` such that `A₁` implies `I₁`, `Iₖ ∧ Aₖ₊₁` implies `Iₖ₊₁`,
/// `Iₙ₋₁ ∧ Aₙ` has no model, and `Iₖ` has only symbols that occur both up to `Aₖ` and after it.
///
/// `None` if the parts have a model, or if the head of this file says that there is no answer.
pub fn sequence_interpolants(terms: &mut Terms, parts: &[Vec<TermId>]) -> Option<Vec<TermId>> {
    let mut system = System::default();
    for (part, formulas) in parts.iter().enumerate() {
        for &formula in formulas {
            system.add(terms, part, formula, true)?;
        }
    }
    let farkas = system.contradiction()?;
    let mut interpolants = Vec::new();
    let mut sum = (Vec::new(), Delta::default());
    for part in 0..parts.len().saturating_sub(1) {
        for (lit, factor) in &farkas {
            let inequality = &system.inequalities[lit.var().index()];
            if inequality.part == part {
                add_form(&mut sum.0, factor, &inequality.terms);
                sum.1.add_product(factor, &inequality.bound);
            }
        }
        interpolants.push(system.term(terms, &sum.0, &sum.1));
    }
    debug_assert!(are_interpolants(terms, parts, &interpolants));
    Some(interpolants)
}

/// Of `a ∧ b` without a model: implied by `a`, contradicting `b`, over their common symbols. As
/// [`sequence_interpolants`] for two parts.
pub fn interpolant(terms: &mut Terms, a: &[TermId], b: &[TermId]) -> Option<TermId> {
    let found = sequence_interpolants(terms, &[a.to_vec(), b.to_vec()])?;
    found.first().copied()
}

impl System {
    fn is_integer(&self, terms: &Terms, number: Num) -> bool {
        terms.sort(self.symbols[number.index()]) == Sort::Int
    }

    /// Add a formula, or its negation. `None`: it is no conjunction of linear inequalities.
    fn add(&mut self, terms: &Terms, part: usize, formula: TermId, sign: bool) -> Option<()> {
        match (terms.op(formula), terms.args(formula), sign) {
            (Op::True, _, true) | (Op::False, _, false) => Some(()),
            (Op::Not, &[of], _) => self.add(terms, part, of, !sign),
            (Op::And, args, true) | (Op::Or, args, false) => {
                for &arg in args {
                    self.add(terms, part, arg, sign)?;
                }
                Some(())
            }
            (Op::Le, &[a, b], true) => self.add_inequality(terms, part, (a, b), false),
            (Op::Lt, &[a, b], true) => self.add_inequality(terms, part, (a, b), true),
            (Op::Le, &[a, b], false) => self.add_inequality(terms, part, (b, a), true),
            (Op::Lt, &[a, b], false) => self.add_inequality(terms, part, (b, a), false),
            (Op::Eq, &[a, b], true) if terms.sort(a).is_number() => {
                self.add_inequality(terms, part, (a, b), false)?;
                self.add_inequality(terms, part, (b, a), false)
            }
            _ => None,
        }
    }

    /// `a ≤ b`, or `a < b`.
    fn add_inequality(
        &mut self,
        terms: &Terms,
        part: usize,
        (a, b): (TermId, TermId),
        is_strict: bool,
    ) -> Option<()> {
        let difference = self.linear(terms, a)?.minus(&self.linear(terms, b)?);
        let (terms, bound) = match normal(&difference, is_strict, |x| self.is_integer(terms, x)) {
            Normal::Constant(true) => return Some(()),
            Normal::Constant(false) => (Vec::new(), Delta::from(Rational::MINUS_ONE)),
            Normal::Bound {
                form,
                bound,
                is_negated: false,
            } => (form.to_vec(), bound),
            // form > bound, that is -form < -bound.
            Normal::Bound { form, bound, .. } => {
                let is_integer = form.iter().all(|&(x, _)| self.is_integer(terms, x));
                let least = match is_integer {
                    true => Delta::from(&bound.real + &Rational::ONE),
                    false => Delta::new(bound.real, &bound.infinitesimal + &Rational::ONE),
                };
                let terms = form.iter().map(|(x, c)| (*x, -c));
                (terms.collect(), -&least)
            }
        };
        self.inequalities.push(Inequality { part, terms, bound });
        Some(())
    }

    fn linear(&mut self, terms: &Terms, term: TermId) -> Option<Linear> {
        Some(match (terms.op(term), terms.args(term)) {
            (Op::Int(value) | Op::Real(value), _) => Linear::constant(value.clone()),
            (Op::Symbol(_), _) => {
                let new = Num::new(self.symbols.len());
                let number = *self.numbers.entry(term).or_insert(new);
                if number == new {
                    self.symbols.push(term);
                }
                Linear::number(number)
            }
            (Op::Add, args) => {
                let mut sum = Linear::default();
                for &arg in args {
                    sum.add_product(&Rational::ONE, &self.linear(terms, arg)?);
                }
                sum
            }
            (Op::Sub, &[a, b]) => self.linear(terms, a)?.minus(&self.linear(terms, b)?),
            (Op::Neg, &[a]) => self.linear(terms, a)?.scaled(&Rational::MINUS_ONE),
            (Op::ToReal, &[a]) => self.linear(terms, a)?,
            (Op::Mul, &[a, b]) => {
                let (a, b) = (self.linear(terms, a)?, self.linear(terms, b)?);
                match (a.as_constant().cloned(), b.as_constant().cloned()) {
                    (Some(factor), _) => b.scaled(&factor),
                    (_, Some(factor)) => a.scaled(&factor),
                    _ => return None,
                }
            }
            (Op::RealDiv, &[a, b]) => {
                let divisor = self.linear(terms, b)?.as_constant()?.clone();
                match divisor.is_zero() {
                    true => Linear::default(),
                    false => self.linear(terms, a)?.scaled(&divisor.reciprocal()),
                }
            }
            _ => return None,
        })
    }

    /// Factors of inequalities that add up to a contradiction, if there are some. The variable of a
    /// literal is the place of its inequality.
    fn contradiction(&self) -> Option<Farkas> {
        let mut simplex = Simplex::default();
        for _ in &self.symbols {
            simplex.new_number();
        }
        for (index, inequality) in self.inequalities.iter().enumerate() {
            let reason = Var::new(u32::try_from(index).ok()?).positive();
            let number = simplex.new_number();
            simplex.define(number, &inequality.terms);
            let bound = Bound {
                value: inequality.bound.clone(),
                reason,
            };
            if let Feasibility::Infeasible(farkas) = simplex.assert(number, Side::Upper, bound) {
                return Some(farkas);
            }
        }
        match simplex.check() {
            Feasibility::Infeasible(farkas) => Some(farkas),
            Feasibility::Feasible | Feasibility::GaveUp => None,
        }
    }

    /// `Σ ≤ bound` as a formula.
    fn term(&self, terms: &mut Terms, sum: &[(Num, Rational)], bound: &Delta) -> TermId {
        if sum.is_empty() {
            return terms.bool(*bound >= Delta::default());
        }
        // The normal form of Σ - bound.real, strict if the bound is.
        let linear = Linear {
            terms: sum.to_vec(),
            constant: -&bound.real,
        };
        let is_strict = bound.infinitesimal.is_negative();
        let normal = normal(&linear, is_strict, |x| self.is_integer(terms, x));
        let Normal::Bound {
            form,
            bound,
            is_negated,
        } = normal
        else {
            unreachable!("there are symbols in it")
        };
        let all_integers = form.iter().all(|&(x, _)| self.is_integer(terms, x));
        let sort = if all_integers { Sort::Int } else { Sort::Real };
        let mut products = Vec::new();
        for (number, coefficient) in &form {
            let mut symbol = self.symbols[number.index()];
            if terms.sort(symbol) != sort {
                symbol = terms.to_real(symbol);
            }
            let coefficient = terms.number(coefficient.clone(), sort);
            products.push(terms.mul(coefficient, symbol));
        }
        let sum = terms.sum(&products);
        let limit = terms.number(bound.real.clone(), sort);
        let at_most = match bound.infinitesimal.is_zero() {
            true => terms.le(sum, limit),
            false => terms.lt(sum, limit),
        };
        match is_negated {
            true => terms.not(at_most),
            false => at_most,
        }
    }
}

/// Are these interpolants? Asked of a solver, for debug builds and tests.
fn are_interpolants(terms: &mut Terms, parts: &[Vec<TermId>], interpolants: &[TermId]) -> bool {
    use crate::{BitBlaster, CheckResult, Solver};
    let mut before = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut query: Vec<TermId> = before.iter().chain(part).copied().collect();
        let symbols = |formulas: &[Vec<TermId>], terms: &Terms| {
            let mut symbols = Vec::new();
            for &formula in formulas.iter().flatten() {
                symbols.extend(terms.symbols_of(formula));
            }
            symbols
        };
        if let Some(&interpolant) = interpolants.get(index) {
            query.push(terms.not(interpolant));
            let (left, right) = parts.split_at(index + 1);
            let (left, right) = (symbols(left, terms), symbols(right, terms));
            let own = symbols(&[vec![interpolant]], terms);
            if own.iter().any(|x| !left.contains(x) || !right.contains(x)) {
                return false;
            }
            before = vec![interpolant];
        }
        let mut solver = BitBlaster::new(ferric3_sat::SatBackend::default());
        if solver.check(terms, &query) != CheckResult::Unsat {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use ferric3_sat::conformance::Rng;

    use super::*;

    /// Random parts along a path: where there is a sequence it is one, and there are some.
    #[test]
    fn sequences_of_random_parts() {
        let mut found = 0;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut terms = Terms::new();
            let sorts = [Sort::Int, Sort::Real, Sort::Int, Sort::Real];
            let symbols: Vec<TermId> = sorts
                .iter()
                .map(|&sort| terms.fresh_symbol("x", sort).1)
                .collect();
            let mut parts = Vec::new();
            for place in 0..3 {
                let mut part = Vec::new();
                for _ in 0..2 {
                    // Neighbours share one symbol.
                    let mut sum = terms.real(i64::try_from(rng.below(9)).unwrap() - 4);
                    for &symbol in &symbols[place..place + 2] {
                        let factor = terms.real(i64::try_from(rng.below(5)).unwrap() - 2);
                        let symbol = match terms.sort(symbol) {
                            Sort::Int => terms.to_real(symbol),
                            _ => symbol,
                        };
                        let product = terms.mk(Op::Mul, &[factor, symbol]);
                        sum = terms.mk(Op::Add, &[sum, product]);
                    }
                    let zero = terms.real(0);
                    let op = rng.pick(&[0, 1, 2]);
                    let op = [Op::Le, Op::Lt, Op::Eq][op].clone();
                    part.push(terms.mk(op, &[sum, zero]));
                }
                parts.push(part);
            }
            if let Some(sequence) = sequence_interpolants(&mut terms, &parts) {
                found += 1;
                assert_eq!(sequence.len(), 2);
                assert!(
                    are_interpolants(&mut terms, &parts, &sequence),
                    "seed {seed}"
                );
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn of_a_transitive_chain() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
        let a = [terms.lt(x, y), terms.le(y, z)];
        let b = [terms.le(z, x)];
        let found = interpolant(&mut terms, &a, &b).unwrap();
        assert_eq!(found, terms.lt(x, z));
        assert_eq!(
            interpolant(&mut terms, &a[1..], &b),
            None,
            "there is a model"
        );
    }
}

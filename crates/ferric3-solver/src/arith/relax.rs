//! Conjunctions of linear inequalities in several parts: interpolants from Farkas coefficients (McMillan, TCS
//! 2005), or a solution in real numbers.
//!
//! Let the parts `A₁, …, Aₙ` have no model together because their inequalities, each times its factor, add
//! up to a contradiction. Then `Iₖ`, the sum of those of `A₁, …, Aₖ`, follows from these parts, `Iₖ ∧ Aₖ₊₁`
//! implies `Iₖ₊₁`, and `Iₙ` is false. A symbol that occurs only up to `Aₖ`, or only after it, has coefficient 0 in
//! `Iₖ`, since all coefficients add up to 0. Every inequality of integers, and every `Iₖ`, is rounded, which keeps all of
//! this.

use ferric3_sat::{Interrupt, Var};
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

/// What real numbers say about a conjunction.
pub(crate) enum Relaxation {
    /// They do not satisfy it either: `I₁, …, Iₙ₋₁`.
    Infeasible(Vec<TermId>),
    /// They do, with this value of an integer, which is none.
    Fractional(TermId, Rational),
    /// All integers are integers, so there is a model.
    Feasible,
    /// It is no conjunction of linear inequalities.
    Other,
    /// Interrupted.
    GaveUp,
}

/// What real numbers say about the conjunction of all parts.
pub(crate) fn relax(terms: &mut Terms, parts: &[Vec<TermId>], interrupt: &Interrupt) -> Relaxation {
    let mut system = System::default();
    for (part, formulas) in parts.iter().enumerate() {
        for &formula in formulas {
            if system.add(terms, part, formula, true).is_none() {
                return Relaxation::Other;
            }
        }
    }
    let farkas = match system.solve(terms, interrupt) {
        Solution::Contradiction(farkas) => farkas,
        Solution::Other(relaxation) => return relaxation,
    };
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
    Relaxation::Infeasible(interpolants)
}

/// Factors of inequalities that add up to a contradiction, or else.
enum Solution {
    Contradiction(Farkas),
    Other(Relaxation),
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

    /// The variable of a literal is the place of its inequality.
    fn solve(&self, terms: &Terms, interrupt: &Interrupt) -> Solution {
        let mut simplex = Simplex::default();
        simplex.interrupt = interrupt.clone();
        for _ in &self.symbols {
            simplex.new_number();
        }
        for (index, inequality) in self.inequalities.iter().enumerate() {
            let index = u32::try_from(index).expect("fewer than 2^32 inequalities");
            let number = simplex.new_number();
            simplex.define(number, &inequality.terms);
            let bound = Bound {
                value: inequality.bound.clone(),
                reason: Var::new(index).positive(),
            };
            if let Feasibility::Infeasible(farkas) = simplex.assert(number, Side::Upper, bound) {
                return Solution::Contradiction(farkas);
            }
        }
        match simplex.check() {
            Feasibility::Infeasible(farkas) => return Solution::Contradiction(farkas),
            Feasibility::GaveUp => return Solution::Other(Relaxation::GaveUp),
            Feasibility::Feasible => {}
        }
        for (index, &symbol) in self.symbols.iter().enumerate() {
            let value = simplex.value(Num::new(index));
            if terms.sort(symbol) == Sort::Int && !value.is_integer() {
                return Solution::Other(Relaxation::Fractional(symbol, value.floor()));
            }
        }
        Solution::Other(Relaxation::Feasible)
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

//! A conjunction of literals that implies a formula and holds in a model of it.
//!
//! Literals are symbols, their negations, `s ≤ t` and `s < t`. An equation of numbers that holds is two of them, one that
//! does not hold is the one that the model is about.

use ferric3_term::{Evaluator, Op, Sort, TermId, Terms, Value};
use rustc_hash::FxHashSet;

use crate::{ModelOf, Solver};

/// Literals that imply all formulas, which are [pure](super::purify), and hold in the model of the solver.
pub(super) fn implicant(
    terms: &mut Terms,
    formulas: &[TermId],
    solver: &dyn Solver,
) -> Vec<TermId> {
    let mut search = Search {
        terms,
        solver,
        evaluator: Evaluator::new(),
        seen: FxHashSet::default(),
        literals: Vec::new(),
    };
    for &formula in formulas {
        search.add(formula);
    }
    search.literals
}

struct Search<'a> {
    terms: &'a mut Terms,
    solver: &'a dyn Solver,
    evaluator: Evaluator,
    seen: FxHashSet<TermId>,
    literals: Vec<TermId>,
}

impl Search<'_> {
    fn value(&mut self, term: TermId) -> Value {
        self.evaluator.eval(self.terms, &ModelOf(self.solver), term)
    }

    fn holds(&mut self, formula: TermId) -> bool {
        self.value(formula) == Value::Bool(true)
    }

    /// Literals that imply that the formula has the value that it has.
    fn add(&mut self, formula: TermId) {
        // Formulas may be deeper than the call stack.
        let mut todo = vec![formula];
        while let Some(formula) = todo.pop() {
            if !self.seen.insert(formula) {
                continue;
            }
            let args = self.terms.args(formula).to_vec();
            match (self.terms.op(formula).clone(), &args[..]) {
                (Op::True | Op::False, _) => {}
                (op @ (Op::And | Op::Or), args) => {
                    // One argument is enough if it decides.
                    let deciding = op == Op::Or;
                    if self.holds(formula) == deciding {
                        let mut args = args.iter().copied();
                        let decides = args.find(|&arg| self.holds(arg) == deciding);
                        todo.extend(decides);
                    } else {
                        todo.extend(args.iter().rev());
                    }
                }
                (Op::Ite, &[condition, then, otherwise]) => {
                    let way = match self.holds(condition) {
                        true => then,
                        false => otherwise,
                    };
                    todo.extend([way, condition]);
                }
                (Op::Eq, &[a, b]) if self.terms.sort(a).is_number() => self.relate(a, b),
                (Op::Le | Op::Lt, _) | (Op::Symbol(_), _) => {
                    let literal = match self.holds(formula) {
                        true => formula,
                        false => self.terms.not(formula),
                    };
                    self.literals.push(literal);
                }
                // Not, Xor, and equations of truth values.
                (_, args) => {
                    debug_assert!(args.iter().all(|&arg| self.terms.sort(arg) == Sort::Bool));
                    todo.extend(args.iter().rev());
                }
            }
        }
    }

    /// How two numbers are related.
    fn relate(&mut self, a: TermId, b: TermId) {
        let values = [a, b].map(|term| self.value(term).as_number().clone());
        let literals = match values[0].cmp(&values[1]) {
            std::cmp::Ordering::Less => vec![self.terms.lt(a, b)],
            std::cmp::Ordering::Equal => vec![self.terms.le(a, b), self.terms.le(b, a)],
            std::cmp::Ordering::Greater => vec![self.terms.lt(b, a)],
        };
        self.literals.extend(literals);
    }
}

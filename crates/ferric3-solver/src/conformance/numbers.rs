//! Integers and real numbers.
//!
//! Integers are kept in a small box by assertions, so that trying all of them decides every query. Real numbers
//! are tried at some points only: a query that one of them satisfies has a model. Models are evaluated, and
//! a core is asked again.

use ferric3_sat::conformance::Rng;
use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms, Value};

use super::{Create, Effort, is_subsequence};
use crate::{CheckResult, Solver};

/// Linear integer and real arithmetic, with `ite`, `div` and `mod` by constants, for back ends that know it.
pub fn check_numbers(create: Create<'_>, effort: Effort) {
    known_answers(create);
    let seeds = match effort {
        Effort::Quick => 12,
        Effort::Thorough => 400,
    };
    for seed in 0..seeds {
        queries(create, seed, Sort::Int);
        queries(create, seed, Sort::Real);
    }
}

/// What tells integers from real numbers, and rounding from truth.
fn known_answers(create: Create<'_>) {
    let mut terms = Terms::new();
    let (i, i_term) = terms.fresh_symbol("i", Sort::Int);
    let (x, x_term) = terms.fresh_symbol("x", Sort::Real);
    for (sort, term, expected) in [
        (Sort::Int, i_term, CheckResult::Unsat),
        (Sort::Real, x_term, CheckResult::Sat),
    ] {
        let [zero, one, three] = [0, 1, 3].map(|k| terms.number(k.into(), sort));
        // Plain terms: the simplifier knows some of the answers.
        let triple = terms.mk(Op::Mul, &[three, term]);
        let third = terms.mk(Op::Eq, &[triple, one]);
        let inside = [
            terms.mk(Op::Lt, &[zero, term]),
            terms.mk(Op::Lt, &[term, one]),
        ];
        let mut solver = create();
        assert_eq!(solver.check(&terms, &[third]), expected, "3x = 1, {sort}");
        assert_eq!(solver.check(&terms, &inside), expected, "0 < x < 1, {sort}");
        if expected == CheckResult::Sat {
            solver.check(&terms, &[third]);
            let value = Value::Real(Rational::new(1, 3));
            assert_eq!(solver.symbol_value(&terms, x), value);
            assert_eq!(solver.value(&terms, term), value);
        }
    }
    // The remainder is never negative.
    let (minus_seven, minus_three, three) = (terms.int(-7), terms.int(-3), terms.int(3));
    let remainder = terms.mk(Op::IntMod, &[i_term, minus_three]);
    let quotient = terms.mk(Op::IntDiv, &[i_term, three]);
    let is_seven = terms.mk(Op::Eq, &[i_term, minus_seven]);
    let (two, minus_three) = (terms.int(2), minus_three);
    let both = [
        terms.mk(Op::Eq, &[remainder, two]),
        terms.mk(Op::Eq, &[quotient, minus_three]),
    ];
    let mut solver = create();
    solver.assert(&terms, is_seven);
    assert_eq!(solver.check(&terms, &both), CheckResult::Sat);
    let value = Value::Int(Rational::from(-7));
    assert_eq!(solver.symbol_value(&terms, i), value);
}

/// The integers of the box.
const RANGE: std::ops::RangeInclusive<i64> = -4..=4;

/// Random formulas over two numbers and a Bool.
struct Formulas {
    terms: Terms,
    rng: Rng,
    sort: Sort,
    numbers: [(SymbolId, TermId); 2],
    choice: (SymbolId, TermId),
}

impl Formulas {
    fn new(seed: u64, sort: Sort) -> Formulas {
        let mut terms = Terms::new();
        Formulas {
            numbers: ["a", "b"].map(|name| terms.fresh_symbol(name, sort)),
            choice: terms.fresh_symbol("p", Sort::Bool),
            terms,
            rng: Rng::new(7000 + seed),
            sort,
        }
    }

    fn constant(&mut self) -> TermId {
        let number = i64::try_from(self.rng.below(13)).unwrap_or(0) - 6;
        let number = match self.sort {
            Sort::Real if self.rng.one_in(3) => Rational::new(number, 2),
            _ => number.into(),
        };
        self.terms.number(number, self.sort)
    }

    fn number(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.rng.one_in(5) {
            return match self.rng.below(3) {
                0 => self.constant(),
                _ => self.numbers[self.rng.below(2)].1,
            };
        }
        let a = self.number(depth - 1);
        let op = match self.rng.below(8) {
            0 | 1 => Op::Add,
            2 => Op::Sub,
            3 | 4 => {
                let constant = self.constant();
                return self.terms.mk(Op::Mul, &[constant, a]);
            }
            5 if self.sort == Sort::Int => {
                let divisor = [-3, -2, 2, 3][self.rng.below(4)];
                let divisor = self.terms.int(divisor);
                let op = [Op::IntDiv, Op::IntMod][self.rng.below(2)].clone();
                return self.terms.mk(op, &[a, divisor]);
            }
            6 => {
                let b = self.number(depth - 1);
                return self.terms.mk(Op::Ite, &[self.choice.1, a, b]);
            }
            _ => return self.terms.mk(Op::Neg, &[a]),
        };
        let b = self.number(depth - 1);
        self.terms.mk(op, &[a, b])
    }

    fn formula(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.rng.one_in(3) {
            let (a, b) = (self.number(2), self.number(2));
            let op = [Op::Lt, Op::Le, Op::Eq][self.rng.below(3)].clone();
            return self.terms.mk(op, &[a, b]);
        }
        let a = self.formula(depth - 1);
        if self.rng.one_in(3) {
            return self.terms.mk(Op::Not, &[a]);
        }
        let b = self.formula(depth - 1);
        let op = [Op::And, Op::Or, Op::Eq][self.rng.below(3)].clone();
        self.terms.mk(op, &[a, b])
    }

    /// Does one of the points that are tried satisfy all formulas?
    fn is_satisfied(&self, formulas: &[TermId]) -> bool {
        let points = || RANGE.map(|k| Value::number(k.into(), self.sort).expect("an integer"));
        points().any(|a| {
            points().any(|b| {
                [false, true].into_iter().any(|p| {
                    let value = |symbol: SymbolId| match symbol {
                        s if s == self.numbers[0].0 => a.clone(),
                        s if s == self.numbers[1].0 => b.clone(),
                        _ => Value::Bool(p),
                    };
                    let mut formulas = formulas.iter();
                    formulas.all(|&formula| self.terms.eval(formula, &value).as_bool())
                })
            })
        })
    }
}

fn queries(create: Create<'_>, seed: u64, sort: Sort) {
    let mut formulas = Formulas::new(seed, sort);
    let mut solver = create();
    let mut asserted = Vec::new();
    for (_, term) in formulas.numbers {
        let [low, high] =
            [*RANGE.start(), *RANGE.end()].map(|k| formulas.terms.number(k.into(), sort));
        asserted.push(formulas.terms.le(low, term));
        asserted.push(formulas.terms.le(term, high));
    }
    for &bound in &asserted {
        solver.assert(&formulas.terms, bound);
    }
    for _ in 0..6 {
        let count = 1 + formulas.rng.below(4);
        let assumptions: Vec<TermId> = (0..count).map(|_| formulas.formula(2)).collect();
        check_query(&formulas, &mut *solver, &asserted, &assumptions, seed);
    }
}

fn check_query(
    formulas: &Formulas,
    solver: &mut dyn Solver,
    asserted: &[TermId],
    assumptions: &[TermId],
    seed: u64,
) {
    let terms = &formulas.terms;
    let all = [asserted, assumptions].concat();
    let exists = formulas.is_satisfied(&all);
    let what = format!("seed {seed}, {}", formulas.sort);
    match solver.check(terms, assumptions) {
        CheckResult::Sat => {
            assert!(
                exists || formulas.sort == Sort::Real,
                "{what}: no integers do"
            );
            let model = |symbol| solver.symbol_value(terms, symbol);
            for formula in all {
                assert!(terms.eval(formula, &model).as_bool(), "{what}: the model");
                assert!(solver.value(terms, formula).as_bool(), "{what}: the value");
            }
        }
        CheckResult::Unsat => {
            assert!(!exists, "{what}: there is a model");
            let failed = solver.failed_assumptions().to_vec();
            assert!(is_subsequence(&failed, assumptions), "{what}: {failed:?}");
            let core = [asserted, &failed[..]].concat();
            assert!(!formulas.is_satisfied(&core), "{what}: no core");
            assert_eq!(solver.check(terms, &failed), CheckResult::Unsat, "{what}");
        }
        CheckResult::Unknown(why) => panic!("{what}: {why:?}"),
    }
}

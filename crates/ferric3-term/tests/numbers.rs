//! Integers and real numbers: simplified terms against plain ones, random and exhaustive, and normal forms.

mod common;

use common::{Rng, rounds};
use ferric3_term::{Evaluator, Infix, Op, Rational, SmtLib, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// A term, plain and simplified.
#[derive(Clone, Copy)]
struct Twin {
    plain: TermId,
    simplified: TermId,
}

struct World {
    terms: Terms,
    rng: Rng,
    symbols: Vec<SymbolId>,
    pools: FxHashMap<Sort, Vec<Twin>>,
}

const BITS: Sort = Sort::BitVec(3);

impl World {
    fn new(seed: u64) -> World {
        let mut world = World {
            terms: Terms::new(),
            rng: Rng(seed),
            symbols: vec![],
            pools: FxHashMap::default(),
        };
        for (name, sort) in [
            ("i", Sort::Int),
            ("j", Sort::Int),
            ("k", Sort::Int),
            ("x", Sort::Real),
            ("y", Sort::Real),
            ("p", Sort::Bool),
            ("b", BITS),
        ] {
            let (symbol, term) = world.terms.fresh_symbol(name, sort);
            world.symbols.push(symbol);
            world.pool(term, term);
        }
        world
    }

    fn pool(&mut self, plain: TermId, simplified: TermId) -> Twin {
        let twin = Twin { plain, simplified };
        let sort = self.terms.sort(plain);
        assert_eq!(sort, self.terms.sort(simplified));
        self.pools.entry(sort).or_default().push(twin);
        twin
    }

    fn value(&mut self, sort: Sort) -> Value {
        let small = i64::try_from(self.rng.below(13)).unwrap() - 6;
        match sort {
            Sort::Int if self.rng.below(12) == 0 => {
                Value::Int(Rational::from(small) * Rational::from(i64::MAX))
            }
            Sort::Int => Value::Int(small.into()),
            Sort::Real => {
                let denominator = i64::try_from(1 + self.rng.below(3)).unwrap();
                Value::Real(Rational::new(small, denominator))
            }
            sort => self.rng.value(sort),
        }
    }

    fn any(&mut self, sort: Sort) -> Twin {
        let size = self.pools[&sort].len();
        if self.rng.below(3) == 0 {
            let value = self.value(sort);
            let t = self.terms.constant(&value);
            return Twin {
                plain: t,
                simplified: t,
            };
        }
        let i = self.rng.below(size).max(self.rng.below(size));
        self.pools[&sort][i]
    }

    fn build(&mut self, op: Op, sorts: &[Sort]) -> Twin {
        let args: Vec<Twin> = sorts.iter().map(|&sort| self.any(sort)).collect();
        let plain: Vec<TermId> = args.iter().map(|a| a.plain).collect();
        let simplified: Vec<TermId> = args.iter().map(|a| a.simplified).collect();
        let plain = self.terms.mk(op.clone(), &plain);
        let simplified = self.terms.simplified(op, &simplified);
        self.pool(plain, simplified)
    }

    fn grow(&mut self) -> Twin {
        let (int, real, bool) = (Sort::Int, Sort::Real, Sort::Bool);
        let number = self.rng.pick(&[int, int, real]);
        match self.rng.below(26) {
            0..=3 => self.build(Op::Add, &[number, number]),
            4 => self.build(Op::Add, &[number; 4]),
            5 | 6 => self.build(Op::Sub, &[number; 2]),
            7 => self.build(Op::Neg, &[number]),
            8..=10 => self.build(Op::Mul, &[number; 2]),
            11 | 12 => self.build(Op::Le, &[number; 2]),
            13 => self.build(Op::Lt, &[number; 2]),
            14 | 15 => self.build(Op::Eq, &[number; 2]),
            16 => self.build(Op::Ite, &[bool, number, number]),
            17 => self.build(Op::IntDiv, &[int; 2]),
            18 => self.build(Op::IntMod, &[int; 2]),
            19 => self.build(Op::RealDiv, &[real; 2]),
            20 => self.build(Op::ToReal, &[int]),
            21 => self.build(Op::ToInt, &[real]),
            22 => self.build(Op::IsInt, &[real]),
            23 => match self.rng.below(2) {
                0 => self.build(Op::BvToNat, &[BITS]),
                _ => self.build(Op::IntToBv(3), &[int]),
            },
            24 => self.build(Op::And, &[bool; 3]),
            _ => match self.rng.below(2) {
                0 => self.build(Op::Not, &[bool]),
                _ => self.build(Op::Or, &[bool; 2]),
            },
        }
    }

    fn assignment(&mut self) -> FxHashMap<SymbolId, Value> {
        let symbols = self.symbols.clone();
        let mut values = FxHashMap::default();
        for symbol in symbols {
            let sort = self.terms.symbol(symbol).sort;
            let value = self.value(sort);
            values.insert(symbol, value);
        }
        values
    }

    fn assert_same(&mut self, twins: &[Twin], what: &str) {
        let mut evaluator = Evaluator::new();
        for _ in 0..12 {
            let assignment = self.assignment();
            evaluator.clear();
            for &Twin { plain, simplified } in twins {
                let terms = &self.terms;
                assert_eq!(
                    evaluator.eval(terms, &assignment, plain),
                    evaluator.eval(terms, &assignment, simplified),
                    "{what}, {assignment:?}\n{}\n{}",
                    SmtLib::new(terms, plain),
                    SmtLib::new(terms, simplified)
                );
            }
        }
    }
}

/// Simplifying changes no value, and is done after one round.
#[test]
fn simplified_terms_are_equal_and_stay() {
    for round in 0..rounds(1500) {
        let mut world = World::new(round);
        let twins: Vec<Twin> = (0..40).map(|_| world.grow()).collect();
        world.assert_same(&twins, &format!("round {round}"));
        let cut_short = world.terms.simplifications_cut_short();
        for &Twin { simplified, .. } in &twins {
            let terms = &mut world.terms;
            let (op, args) = (
                terms.op(simplified).clone(),
                terms.args(simplified).to_vec(),
            );
            if !args.is_empty() && cut_short == 0 {
                let again = terms.simplified(op, &args);
                assert_eq!(
                    SmtLib::new(terms, again).to_string(),
                    SmtLib::new(terms, simplified).to_string(),
                    "round {round}"
                );
            }
        }
    }
}

/// The rules are right also where arguments are not in normal form.
#[test]
fn rules_do_not_rely_on_normal_forms() {
    for round in 0..rounds(1500) {
        let mut world = World::new(5_000_000 + round);
        let plain: Vec<TermId> = (0..40).map(|_| world.grow().plain).collect();
        let twins: Vec<Twin> = plain
            .into_iter()
            .map(|plain| {
                let (op, args) = (
                    world.terms.op(plain).clone(),
                    world.terms.args(plain).to_vec(),
                );
                let simplified = world.terms.simplified(op, &args);
                Twin { plain, simplified }
            })
            .collect();
        world.assert_same(&twins, &format!("round {round}"));
    }
}

/// All relations `a·i + b·j + c ~ 0` of small coefficients, at all small integers; those that agree at all
/// integers of a larger range are the same term.
#[test]
fn relations_of_integers_have_one_form() {
    let mut terms = Terms::new();
    let (i, i_term) = terms.fresh_symbol("i", Sort::Int);
    let (_, j_term) = terms.fresh_symbol("j", Sort::Int);
    let zero = terms.int(0);
    let mut by_meaning: FxHashMap<Vec<bool>, TermId> = FxHashMap::default();
    let range = -9..=9i64;
    for op in [Op::Le, Op::Lt, Op::Eq] {
        for a in -3..=3 {
            for b in -3..=3 {
                for c in -3..=3 {
                    let mut sum = terms.int(c);
                    for (coefficient, symbol) in [(a, i_term), (b, j_term)] {
                        let coefficient = terms.int(coefficient);
                        let product = terms.mul(coefficient, symbol);
                        sum = terms.add(sum, product);
                    }
                    let relation = terms.simplified(op.clone(), &[sum, zero]);
                    let mut meaning = vec![];
                    for x in range.clone() {
                        for y in range.clone() {
                            let at = |s: SymbolId| Value::Int(if s == i { x } else { y }.into());
                            let holds = terms.eval(relation, &at).as_bool();
                            let total = a * x + b * y + c;
                            let expected = match op {
                                Op::Le => total <= 0,
                                Op::Lt => total < 0,
                                _ => total == 0,
                            };
                            assert_eq!(holds, expected, "{a} {b} {c} at {x} {y}");
                            meaning.push(holds);
                        }
                    }
                    let known = *by_meaning.entry(meaning).or_insert(relation);
                    assert_eq!(
                        SmtLib::new(&terms, known).to_string(),
                        SmtLib::new(&terms, relation).to_string()
                    );
                }
            }
        }
    }
}

/// `div` and `mod` of small sums by small constants, at small integers.
#[test]
fn quotients_and_remainders() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::Int);
    for factor in -7..=7 {
        for offset in -7..=7 {
            for divisor in -6..=6 {
                let (f, o, d) = (terms.int(factor), terms.int(offset), terms.int(divisor));
                let product = terms.mul(f, x);
                let sum = terms.add(product, o);
                let (quotient, remainder) = (terms.int_div(sum, d), terms.int_mod(sum, d));
                for value in -13..=13 {
                    let at = |_: SymbolId| Value::Int(value.into());
                    let total = Rational::from(factor * value + offset);
                    let divisor = Rational::from(divisor);
                    let found = terms.eval(quotient, &at);
                    assert_eq!(*found.as_number(), total.div_euclid(&divisor));
                    let found = terms.eval(remainder, &at);
                    assert_eq!(*found.as_number(), total.rem_euclid(&divisor));
                }
            }
        }
    }
}

#[test]
fn numbers_are_printed() {
    let mut terms = Terms::new();
    let [i, j] = ["i", "j"].map(|name| terms.fresh_symbol(name, Sort::Int).1);
    let (_, x) = terms.fresh_symbol("x", Sort::Real);
    let both = |terms: &Terms, t: TermId| {
        (
            SmtLib::new(terms, t).to_string(),
            Infix::new(terms, t).to_string(),
        )
    };
    let of = |smt: &str, infix: &str| (smt.to_owned(), infix.to_owned());
    let (minus_two, third) = (terms.int(-2), terms.real(Rational::new(-1, 3)));
    let product = terms.mul(minus_two, j);
    let sum = terms.sum(&[i, product, minus_two]);
    assert_eq!(
        both(&terms, sum),
        of("(+ i (* (- 2) j) (- 2))", "i - 2 * j - 2")
    );
    let difference = terms.sub(i, j);
    let bound = terms.le(difference, minus_two);
    assert_eq!(
        both(&terms, bound),
        of("(<= (+ i (* (- 1) j)) (- 2))", "i - j <= -2")
    );
    let scaled = terms.mul(third, x);
    assert_eq!(
        both(&terms, scaled),
        of("(* (/ (- 1.0) 3.0) x)", "-1/3 * x")
    );
    let quotient = terms.int_div(i, j);
    assert_eq!(
        both(&terms, quotient),
        of("(ite (= j 0) 0 (div i j))", "i div j")
    );
    let remainder = terms.int_mod(quotient, j);
    assert_eq!(
        both(&terms, remainder),
        of(
            "(ite (= j 0) (ite (= j 0) 0 (div i j)) (mod (ite (= j 0) 0 (div i j)) j))",
            "i div j mod j"
        )
    );
    let three = terms.int(3);
    let remainder = terms.int_mod(i, three);
    assert_eq!(both(&terms, remainder), of("(mod i 3)", "i mod 3"));
}

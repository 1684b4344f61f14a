//! Integers and real numbers: evaluated, tried in small boxes, and with cores.

use ferric3_sat::conformance::Rng;
use ferric3_term::{BitVecValue, Op, Rational, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::{Create, Effort, is_subsequence};
use crate::{CheckResult, Refusal, WhyUnknown};

/// Integers, real numbers, truth values and bit-vectors for back ends that know linear arithmetic.
pub fn check_arithmetic(create: Create<'_>, effort: Effort) {
    small_cases(create);
    no_integer_solution(create);
    nonlinear(create);
    let rounds = match effort {
        Effort::Quick => 5,
        Effort::Thorough => 60,
    };
    let mut answers = [0, 0];
    for seed in 0..rounds {
        inputs_fixed(create, seed);
        boxes(create, seed, &mut answers);
    }
    assert!(
        answers.iter().all(|&count| count > 0),
        "both answers should occur: {answers:?}"
    );
}

/// Random terms over all sorts that go together with numbers.
pub struct RandomNumbers {
    /// The store that the terms live in.
    pub terms: Terms,
    /// The symbols that occur in the terms.
    pub symbols: Vec<SymbolId>,
    leaves: Vec<TermId>,
    rng: Rng,
    /// One number in so many is large; 0: none.
    large: usize,
    /// One operation in so many is no linear one; 0: none.
    nonlinear: usize,
}

impl RandomNumbers {
    /// Terms over fresh symbols of the given sorts, determined by the seed.
    pub fn new(seed: u64, sorts: &[Sort]) -> RandomNumbers {
        let mut terms = Terms::new();
        let symbols = sorts.iter().enumerate();
        let symbols = symbols.map(|(index, &sort)| terms.fresh_symbol(format!("x{index}"), sort));
        let (symbols, leaves) = symbols.unzip();
        RandomNumbers {
            terms,
            symbols,
            leaves,
            rng: Rng::new(seed),
            large: 0,
            nonlinear: 0,
        }
    }

    /// From now on one operation in so many is a product or quotient of terms.
    pub fn with_products(mut self, one_in: usize) -> RandomNumbers {
        self.nonlinear = one_in;
        self
    }

    /// From now on one number in so many has up to seventy bits.
    pub fn with_large_numbers(mut self, one_in: usize) -> RandomNumbers {
        self.large = one_in;
        self
    }

    /// The source of randomness.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// A random small number.
    pub fn number(&mut self, sort: Sort) -> Rational {
        let small = i64::try_from(self.rng.below(13)).expect("small") - 6;
        if self.large > 0 && self.rng.one_in(self.large) {
            let base = Rational::from(1_i64 << self.rng.pick(&[8, 20, 31, 35]));
            let square = &base * &base;
            let large = [base, square][self.rng.below(2)].clone();
            return &large * &Rational::from(small) + &Rational::from(small);
        }
        match sort {
            Sort::Real if self.rng.one_in(3) => {
                Rational::new(small, 1 + i64::try_from(self.rng.below(4)).expect("small"))
            }
            _ => small.into(),
        }
    }

    /// A random value.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.rng.one_in(2)),
            Sort::BitVec(width) => {
                Value::BitVec(BitVecValue::from_u64(self.rng.next_u64() & 7, width))
            }
            sort => Value::number(self.number(sort), sort).expect("a sort of numbers"),
        }
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        let terms = &self.terms;
        let fitting = self.leaves.iter().copied();
        let fitting: Vec<TermId> = fitting.filter(|&leaf| terms.sort(leaf) == sort).collect();
        if fitting.is_empty() || self.rng.one_in(6) {
            let value = self.value(sort);
            return self.terms.constant(&value);
        }
        self.rng.pick(&fitting)
    }

    /// A random term of the given sort, at most `depth` operators deep.
    pub fn term(&mut self, sort: Sort, depth: u32) -> TermId {
        if depth == 0 || self.rng.one_in(6) {
            return self.leaf(sort);
        }
        match sort {
            Sort::Bool => self.formula(depth - 1),
            Sort::BitVec(width) => match self.rng.below(4) {
                0 => self.apply(Op::BvAdd, &[sort, sort], depth - 1),
                1 => self.apply(Op::IntToBv(width), &[Sort::Int], depth - 1),
                2 => self.apply(Op::Ite, &[Sort::Bool, sort, sort], depth - 1),
                _ => self.leaf(sort),
            },
            sort => self.numeric(sort, depth - 1),
        }
    }

    /// A random formula, with one more operator than `depth`.
    fn formula(&mut self, depth: u32) -> TermId {
        let sort = match self.rng.below(8) {
            0 => Sort::Bool,
            1 => Sort::BitVec(3),
            2..=4 => Sort::Real,
            _ => Sort::Int,
        };
        match self.rng.below(14) {
            0 => self.apply(Op::Not, &[Sort::Bool], depth),
            1..=2 => self.apply(Op::And, &[Sort::Bool; 2], depth),
            3..=4 => self.apply(Op::Or, &[Sort::Bool; 2], depth),
            5 => self.apply(Op::Ite, &[Sort::Bool; 3], depth),
            6 => self.apply(Op::IsInt, &[Sort::Real], depth),
            7..=8 => self.apply(Op::Eq, &[sort; 2], depth),
            9..=10 if sort.is_number() => self.apply(Op::Lt, &[sort; 2], depth),
            _ if sort.is_number() => self.apply(Op::Le, &[sort; 2], depth),
            _ => self.apply(Op::Eq, &[sort; 2], depth),
        }
    }

    /// A random number, with one more operator than `depth`.
    fn numeric(&mut self, sort: Sort, depth: u32) -> TermId {
        if self.nonlinear > 0 && self.rng.one_in(self.nonlinear) {
            return self.nonlinear(sort, depth);
        }
        match self.rng.below(14) {
            0..=2 => self.apply(Op::Add, &[sort; 2], depth),
            3..=4 => self.apply(Op::Sub, &[sort; 2], depth),
            5 => self.apply(Op::Neg, &[sort], depth),
            6..=7 => {
                let factor = self.number(sort);
                let factor = self.terms.number(factor, sort);
                let other = self.term(sort, depth);
                let args = if self.rng.one_in(2) {
                    [factor, other]
                } else {
                    [other, factor]
                };
                self.terms.mk(Op::Mul, &args)
            }
            8 => self.apply(Op::Ite, &[Sort::Bool, sort, sort], depth),
            9 if sort == Sort::Int => self.apply(Op::ToInt, &[Sort::Real], depth),
            10 if sort == Sort::Int => self.apply(Op::BvToNat, &[Sort::BitVec(3)], depth),
            9..=10 => self.apply(Op::ToReal, &[Sort::Int], depth),
            11..=12 => {
                let divisor = self.number(sort);
                let divisor = self.terms.number(divisor, sort);
                let dividend = self.term(sort, depth);
                let op = match sort {
                    Sort::Real => Op::RealDiv,
                    _ if self.rng.one_in(2) => Op::IntDiv,
                    _ => Op::IntMod,
                };
                self.terms.mk(op, &[dividend, divisor])
            }
            _ => self.leaf(sort),
        }
    }

    fn nonlinear(&mut self, sort: Sort, depth: u32) -> TermId {
        let a = self.term(sort, depth);
        let (b, zero) = match self.rng.one_in(3) {
            true => (a, self.number(sort)),
            false => (self.term(sort, depth), Rational::ZERO),
        };
        match (self.rng.below(10), sort) {
            (0, Sort::Int) => self.terms.mk(Op::IntDiv, &[a, b]),
            (1, Sort::Int) => self.terms.mk(Op::IntMod, &[a, b]),
            (0..=1, _) => self.terms.mk(Op::RealDiv, &[a, b]),
            (2, _) => {
                let zero = self.terms.number(zero, sort);
                let (less, minus) = (
                    self.terms.mk(Op::Lt, &[a, zero]),
                    self.terms.mk(Op::Neg, &[a]),
                );
                self.terms.mk(Op::Ite, &[less, minus, a])
            }
            (3, _) => {
                let less = self.terms.mk(Op::Le, &[a, b]);
                self.terms.mk(Op::Ite, &[less, b, a])
            }
            (4, _) => {
                let square = self.terms.mk(Op::Mul, &[a, a]);
                self.terms.mk(Op::Mul, &[square, b])
            }
            _ => self.terms.mk(Op::Mul, &[a, b]),
        }
    }

    /// A linear inequality, or equation, between up to `count` of the numbers of one sort and a constant.
    pub fn row(&mut self, sort: Sort, count: usize) -> TermId {
        let mut sum = self.leaf(sort);
        for _ in 1..count.max(1) {
            let factor = self.number(sort);
            let factor = self.terms.number(factor, sort);
            let leaf = self.leaf(sort);
            let product = self.terms.mk(Op::Mul, &[factor, leaf]);
            sum = self.terms.mk(Op::Add, &[sum, product]);
        }
        let bound = self.number(sort);
        let bound = self.terms.number(bound, sort);
        let op = self.rng.pick(&[0, 0, 1, 2]);
        let op = [Op::Le, Op::Lt, Op::Eq][op].clone();
        let row = self.terms.mk(op, &[sum, bound]);
        match self.rng.one_in(3) {
            true => self.terms.mk(Op::Not, &[row]),
            false => row,
        }
    }

    fn apply(&mut self, op: Op, sorts: &[Sort], depth: u32) -> TermId {
        let args: Vec<TermId> = sorts.iter().map(|&sort| self.term(sort, depth)).collect();
        self.terms.mk(op, &args)
    }

    /// `term = value`.
    pub fn equals(&mut self, term: TermId, value: &Value) -> TermId {
        let value = self.terms.constant(value);
        self.terms.mk(Op::Eq, &[term, value])
    }
}

fn small_cases(create: Create<'_>) {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
    let (i_symbol, i) = terms.fresh_symbol("i", Sort::Int);
    let (other, _) = terms.fresh_symbol("unseen", Sort::Int);
    let [zero, one] = [0, 1].map(|value| terms.real(value));
    let mut solver = create();
    // 0 < x < y < 1 and an integer strictly between 2 and 4.
    let [two, four] = [2, 4].map(|value| terms.int(value));
    let query = [
        terms.mk(Op::Lt, &[zero, x]),
        terms.mk(Op::Lt, &[x, y]),
        terms.mk(Op::Lt, &[y, one]),
        terms.mk(Op::Lt, &[two, i]),
        terms.mk(Op::Lt, &[i, four]),
    ];
    assert_eq!(solver.check(&terms, &query), CheckResult::Sat);
    for &formula in &query {
        assert_eq!(solver.value(&terms, formula), Value::Bool(true));
    }
    assert_eq!(solver.symbol_value(&terms, i_symbol), Value::Int(3.into()));
    assert_eq!(solver.symbol_value(&terms, other), Value::Int(0.into()));
    // y ≤ x contradicts one of them alone.
    let back = terms.mk(Op::Le, &[y, x]);
    let query = [query[0], query[3], back, query[1], query[4]];
    assert_eq!(solver.check(&terms, &query), CheckResult::Unsat);
    assert_eq!(solver.failed_assumptions(), [query[2], query[3]]);
    let is_two = terms.mk(Op::Eq, &[i, two]);
    assert_eq!(
        solver.check(&terms, &[query[1], is_two]),
        CheckResult::Unsat
    );
    assert_eq!(
        solver.check(&terms, &[is_two, back]),
        CheckResult::Sat,
        "nothing is left over"
    );
    solver.assert(&terms, is_two);
    assert_eq!(solver.check(&terms, &[query[1]]), CheckResult::Unsat);
    assert_eq!(solver.failed_assumptions(), [query[1]]);
}

/// `3·x + 6·y = 2·z + 1 ∧ z = 3·w + 2`: real solutions, and integer ones only by divisors.
fn no_integer_solution(create: Create<'_>) {
    let mut terms = Terms::new();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| terms.fresh_symbol(name, Sort::Int).1);
    let [one, two, three, six] = [1, 2, 3, 6].map(|value| terms.int(value));
    let product = |terms: &mut Terms, a, b| terms.mk(Op::Mul, &[a, b]);
    let (x3, y6) = (product(&mut terms, three, x), product(&mut terms, six, y));
    let (z2, w3) = (product(&mut terms, two, z), product(&mut terms, three, w));
    let left = terms.mk(Op::Add, &[x3, y6]);
    let right = terms.mk(Op::Add, &[z2, one]);
    let first = terms.mk(Op::Eq, &[left, right]);
    let shifted = terms.mk(Op::Add, &[w3, two]);
    let second = terms.mk(Op::Eq, &[z, shifted]);
    let mut solver = create();
    // 2·(3·w + 2) + 1 = 6·w + 5 is no multiple of 3.
    assert_eq!(solver.check(&terms, &[first]), CheckResult::Sat);
    assert_eq!(solver.check(&terms, &[first, second]), CheckResult::Unsat);
    assert_eq!(solver.failed_assumptions(), [first, second]);
}

/// Refused, or decided: never a wrong answer.
fn nonlinear(create: Create<'_>) {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::Int).1);
    let (_, p) = terms.fresh_symbol("p", Sort::Bool);
    let not_p = terms.mk(Op::Not, &[p]);
    let product = terms.mk(Op::Mul, &[x, y]);
    let square = terms.mk(Op::Le, &[product, x]);
    let mut solver = create();
    solver.assert(&terms, square);
    let answer = solver.check(&terms, &[p]);
    let refused = WhyUnknown::refused(Refusal::Nonlinear(Sort::Int));
    assert!(
        answer == CheckResult::Sat || answer == CheckResult::Unknown(refused),
        "{answer:?}"
    );
    assert_eq!(solver.check(&terms, &[p, not_p]), CheckResult::Unsat);
}

/// With all inputs fixed, a term has the value that the evaluator finds, and no other.
fn inputs_fixed(create: Create<'_>, seed: u64) {
    let sorts = [
        Sort::Int,
        Sort::Int,
        Sort::Real,
        Sort::Real,
        Sort::Bool,
        Sort::BitVec(3),
    ];
    let mut random = RandomNumbers::new(9000 + seed, &sorts);
    let mut solver = create();
    for _ in 0..4 {
        let sort = random
            .rng
            .pick(&[Sort::Bool, Sort::Int, Sort::Real, Sort::BitVec(3)]);
        let term = random.term(sort, 4);
        let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
        let mut query = Vec::new();
        for symbol in random.symbols.clone() {
            let value = random.value(random.terms.symbol(symbol).sort);
            let symbol_term = random.terms.symbol_term(symbol);
            query.push(random.equals(symbol_term, &value));
            assignment.insert(symbol, value);
        }
        let expected = random.terms.eval(term, &assignment);
        let as_expected = random.equals(term, &expected);
        query.push(as_expected);
        assert_eq!(
            solver.check(&random.terms, &query),
            CheckResult::Sat,
            "seed {seed}"
        );
        assert_eq!(solver.value(&random.terms, term), expected, "seed {seed}");
        query.pop();
        query.push(random.terms.mk(Op::Not, &[as_expected]));
        assert_eq!(
            solver.check(&random.terms, &query),
            CheckResult::Unsat,
            "seed {seed}"
        );
    }
}

/// Integers of a small box and truth values: all of them are tried.
fn boxes(create: Create<'_>, seed: u64, answers: &mut [usize; 2]) {
    let sorts = [Sort::Int, Sort::Int, Sort::Int, Sort::Bool];
    let mut random = RandomNumbers::new(10_000 + seed, &sorts);
    let mut solver = create();
    let [low, high] = [-2, 2].map(|value| random.terms.int(value));
    for &leaf in &random.leaves.clone()[..3] {
        for args in [[low, leaf], [leaf, high]] {
            let bound = random.terms.mk(Op::Le, &args);
            solver.assert(&random.terms, bound);
        }
    }
    let mut asserted: Vec<TermId> = Vec::new();
    for step in 0..10 {
        let count = 1 + random.rng.below(4);
        let formulas: Vec<TermId> = (0..count).map(|_| random.term(Sort::Bool, 3)).collect();
        if random.rng.one_in(8) {
            solver.assert_clause(&random.terms, &formulas);
            let clause = match formulas[..] {
                [only] => only,
                _ => random.terms.mk(Op::Or, &formulas),
            };
            asserted.push(clause);
            continue;
        }
        let exists = |subset: &[TermId]| in_box(&random, &[subset, &asserted].concat());
        let expected = exists(&formulas);
        answers[usize::from(expected)] += 1;
        let place = format!("seed {seed}, step {step}");
        match solver.check(&random.terms, &formulas) {
            CheckResult::Sat => {
                assert!(expected, "{place}: there is no model");
                for &formula in formulas.iter().chain(&asserted) {
                    let value = solver.value(&random.terms, formula);
                    assert_eq!(value, Value::Bool(true), "{place}: not a model");
                }
            }
            CheckResult::Unsat => {
                assert!(!expected, "{place}: there is a model");
                let failed = solver.failed_assumptions();
                assert!(is_subsequence(failed, &formulas), "{place}");
                assert!(!exists(failed), "{place}: not a core");
            }
            unknown => panic!("{place}: {unknown:?}"),
        }
    }
}

/// Do all formulas hold for some integers from -2 to 2 and some truth value?
fn in_box(random: &RandomNumbers, formulas: &[TermId]) -> bool {
    (0..250_i64).any(|mut rest| {
        let mut assignment: FxHashMap<SymbolId, Value> = FxHashMap::default();
        for &symbol in &random.symbols {
            let (value, base) = match random.terms.symbol(symbol).sort {
                Sort::Bool => (Value::Bool(rest % 2 == 1), 2),
                _ => (Value::Int((rest % 5 - 2).into()), 5),
            };
            assignment.insert(symbol, value);
            rest /= base;
        }
        let holds = |&formula: &TermId| random.terms.eval(formula, &assignment).as_bool();
        formulas.iter().all(holds)
    })
}

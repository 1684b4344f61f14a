//! Floating-point operations: random formulas in tiny formats, judged by trying all numbers, and
//! the values of single operations in the formats of C.

use ferric3_sat::conformance::Rng;
use ferric3_term::{
    BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, Sort, SymbolId, TermId, Terms, Value,
    apply_op,
};
use rustc_hash::FxHashMap;

use super::{Create, Effort, is_subsequence};
use crate::{CheckResult, Incomplete, WhyUnknown};

/// Run the cases for floating-point numbers on one back end.
pub fn check_floats(create: Create<'_>, effort: Effort) {
    let rounds = match effort {
        Effort::Quick => 4,
        Effort::Thorough => 60,
    };
    for seed in 0..rounds {
        random_queries(create, seed);
    }
    // Other solvers try to multiply.
    if effort == Effort::Thorough {
        the_same_twice(create);
    }
}

/// Check `rounds` random values of an operation in one context: a symbol that is asserted to be
/// the result has its value whenever the arguments are assumed.
pub fn check_float_values(
    create: Create<'_>,
    op: FloatOp,
    width: u32,
    rounds: u64,
    number: &mut dyn FnMut() -> BitVecValue,
) {
    let mut terms = Terms::new();
    let args: Vec<TermId> = (0..arity(op))
        .map(|_| terms.fresh_symbol("x", Sort::BitVec(width)).1)
        .collect();
    let node = terms.mk(Op::Float(op), &args);
    let (result, result_term) = terms.fresh_symbol("r", terms.sort(node));
    let equation = terms.mk(Op::Eq, &[result_term, node]);
    let mut solver = create();
    solver.assert(&terms, equation);
    for _ in 0..rounds {
        let values: Vec<Value> = args.iter().map(|_| number().into()).collect();
        let assumptions: Vec<TermId> = args
            .iter()
            .zip(&values)
            .map(|(&arg, value)| {
                let value = terms.constant(value);
                terms.mk(Op::Eq, &[arg, value])
            })
            .collect();
        assert_eq!(solver.check(&terms, &assumptions), CheckResult::Sat);
        let expected = apply_op(&Op::Float(op), &values);
        let actual = solver.symbol_value(&terms, result);
        assert_eq!(actual, expected, "{op:?} of {values:?}");
    }
}

/// The number of arguments.
fn arity(op: FloatOp) -> usize {
    match op {
        FloatOp::Fma(_) => 3,
        FloatOp::Add(_)
        | FloatOp::Sub(_)
        | FloatOp::Mul(_)
        | FloatOp::Div(_)
        | FloatOp::Remainder(_)
        | FloatOp::Fmod(_)
        | FloatOp::Eq(_)
        | FloatOp::Lt(_)
        | FloatOp::Le(_) => 2,
        _ => 1,
    }
}

/// Small enough to try all pairs of numbers.
const TINY: FloatFormat = FloatFormat::new(2, 3);

struct Pool {
    terms: Terms,
    rng: Rng,
    symbols: [SymbolId; 2],
    numbers: Vec<TermId>,
    formulas: Vec<TermId>,
}

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut terms = Terms::new();
        let (x, x_term) = terms.fresh_symbol("x", Sort::BitVec(TINY.width()));
        let (y, y_term) = terms.fresh_symbol("y", Sort::BitVec(TINY.width()));
        let mut pool = Pool {
            rng: Rng::new(seed),
            symbols: [x, y],
            numbers: vec![x_term, y_term],
            formulas: vec![
                terms.fp_is_nan(TINY, x_term),
                terms.fp_is_negative(TINY, y_term),
            ],
            terms,
        };
        pool.constant();
        pool
    }

    fn constant(&mut self) {
        let bits = self.rng.next_u64();
        let constant = self.terms.bv_u64(bits, TINY.width());
        self.numbers.push(constant);
    }

    /// One more term. Plain and simplified ones must do.
    fn grow(&mut self) {
        let number = |pool: &mut Pool| pool.rng.pick(&pool.numbers);
        let (a, b, c) = (number(self), number(self), number(self));
        let (p, q) = (self.rng.pick(&self.formulas), self.rng.pick(&self.formulas));
        let f = TINY;
        let (op, args) = match self.rng.below(20) {
            0 | 1 => (Op::Float(FloatOp::Add(f)), vec![a, b]),
            2 | 3 => (Op::Float(FloatOp::Mul(f)), vec![a, b]),
            4 => (Op::Float(FloatOp::Sub(f)), vec![a, b]),
            5 | 6 => (Op::Float(FloatOp::Div(f)), vec![a, b]),
            7 => (Op::Float(FloatOp::Fma(f)), vec![a, b, c]),
            8 => (Op::Float(FloatOp::Sqrt(f)), vec![a]),
            9 => (Op::Float(FloatOp::Remainder(f)), vec![a, b]),
            10 => (Op::Float(FloatOp::Fmod(f)), vec![a, b]),
            11 => {
                let op = FloatOp::RoundToIntegral(f, RoundingMode::NearestEven);
                (Op::Float(op), vec![a])
            }
            12 => (Op::Ite, vec![p, a, b]),
            13 => (Op::Eq, vec![a, b]),
            14 | 15 => (Op::Float(FloatOp::Lt(f)), vec![a, b]),
            16 => (Op::Float(FloatOp::Le(f)), vec![a, b]),
            17 => (Op::Float(FloatOp::Eq(f)), vec![a, b]),
            18 => (Op::Not, vec![p]),
            _ => (Op::Or, vec![p, q]),
        };
        let new = if self.rng.one_in(2) {
            self.terms.simplified(op, &args)
        } else {
            self.terms.mk(op, &args)
        };
        match self.terms.sort(new) {
            Sort::Bool => self.formulas.push(new),
            _ => self.numbers.push(new),
        }
    }

    /// Is there a model, among all?
    fn has_model(&self, formulas: &[TermId]) -> bool {
        let bits = TINY.width();
        (0..1u64 << (2 * bits)).any(|n| {
            let [x, y] = self.symbols;
            let value = |n: u64| Value::from(BitVecValue::from_u64(n, bits));
            let model: FxHashMap<SymbolId, Value> =
                [(x, value(n)), (y, value(n >> bits))].into_iter().collect();
            formulas
                .iter()
                .all(|&t| self.terms.eval(t, &model).as_bool())
        })
    }
}

/// Has another program said that it does not know, as Z3 4.8 does of some floating-point terms? Our own solvers have no
/// such words.
fn gave_up(answer: &CheckResult) -> bool {
    matches!(
        answer,
        CheckResult::Unknown(WhyUnknown::Incomplete(Incomplete::Reason(words))) if words.contains(" does not know: ")
    )
}

/// Assertions and queries in turn, in one context.
fn random_queries(create: Create<'_>, seed: u64) {
    let mut pool = Pool::new(seed);
    let mut solver = create();
    let mut asserted: Vec<TermId> = Vec::new();
    for _ in 0..12 {
        pool.constant();
        for _ in 0..6 {
            pool.grow();
        }
        let count = 1 + pool.rng.below(4);
        let formulas: Vec<TermId> = (0..count).map(|_| pool.rng.pick(&pool.formulas)).collect();
        if pool.rng.one_in(8) {
            solver.assert(&pool.terms, formulas[0]);
            asserted.push(formulas[0]);
            continue;
        }
        let all = [&asserted[..], &formulas].concat();
        let answer = solver.check(&pool.terms, &formulas);
        if gave_up(&answer) {
            // What it says after that is not worth much.
            return;
        }
        if pool.has_model(&all) {
            assert_eq!(answer, CheckResult::Sat, "seed {seed}");
            for formula in all {
                let value = solver.value(&pool.terms, formula);
                assert_eq!(value, Value::Bool(true), "seed {seed}");
            }
        } else {
            assert_eq!(answer, CheckResult::Unsat, "seed {seed}");
            let failed = solver.failed_assumptions();
            assert!(is_subsequence(failed, &formulas), "seed {seed}");
            let core = [&asserted[..], failed].concat();
            assert!(!pool.has_model(&core), "seed {seed}");
        }
    }
}

/// The product of two doubles is what it is, whatever it is; and it is not something else.
fn the_same_twice(create: Create<'_>) {
    let f = FloatFormat::F64;
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::BitVec(64)).1);
    let product = terms.fp_mul(f, x, y);
    let other = terms.fp_mul(f, z, y);
    let same_argument = terms.eq(x, z);
    let differ = terms.ne(product, other);
    let mut solver = create();
    assert_eq!(
        solver.check(&terms, &[same_argument, differ]),
        CheckResult::Unsat
    );
    let number = |terms: &mut Terms, x: f64| terms.bv_u64(x.to_bits(), 64);
    let (three, six) = (number(&mut terms, 3.0), number(&mut terms, 6.0));
    let is_three = terms.eq(x, three);
    let is_six = terms.eq(product, six);
    assert_eq!(solver.check(&terms, &[is_three, is_six]), CheckResult::Sat);
    let y_symbol = terms.as_symbol(y).expect("a symbol");
    assert_eq!(
        solver.symbol_value(&terms, y_symbol),
        BitVecValue::from_u64(2.0f64.to_bits(), 64).into()
    );
}

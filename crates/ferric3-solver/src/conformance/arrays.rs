//! Arrays: random formulas with reads and writes, judged by trying all arrays.

use ferric3_sat::conformance::Rng;
use ferric3_term::{ArrayValue, BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::{Create, Effort, is_subsequence};
use crate::{CheckResult, Solver};

/// Run the cases for arrays on one back end.
pub fn check_arrays(create: Create<'_>, effort: Effort) {
    check_small_arrays(create, effort);
    large_arrays(create);
    if effort == Effort::Thorough {
        deep_chains(create);
    }
}

/// Those for arrays of few and small elements, which can be decided by trying values.
pub fn check_small_arrays(create: Create<'_>, effort: Effort) {
    let rounds = match effort {
        Effort::Quick => 8,
        Effort::Thorough => 20,
    };
    for seed in 0..rounds {
        random_queries(create, seed);
    }
    reads_of_one_index_agree(create);
}

/// The symbols and what is built from them: two arrays of four bits, two indices, and a Bool.
struct Pool {
    terms: Terms,
    rng: Rng,
    symbols: Vec<SymbolId>,
    bits: Vec<TermId>,
    indices: Vec<TermId>,
    arrays: Vec<TermId>,
    formulas: Vec<TermId>,
}

const INDEX: u32 = 2;
const ARRAY: Sort = Sort::Array {
    index: INDEX,
    element: 1,
};

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut terms = Terms::new();
        let mut symbols = vec![];
        let mut fresh = |terms: &mut Terms, name: &str, sort| {
            let (symbol, term) = terms.fresh_symbol(name, sort);
            symbols.push(symbol);
            term
        };
        let arrays = ["a", "b"].map(|name| fresh(&mut terms, name, ARRAY));
        let mut indices = ["i", "j"]
            .map(|name| fresh(&mut terms, name, Sort::BitVec(INDEX)))
            .to_vec();
        let formula = fresh(&mut terms, "p", Sort::Bool);
        indices.push(terms.bv_u64(1, INDEX));
        indices.push(terms.bv_u64(3, INDEX));
        let bits = [0, 1].map(|value| terms.bv_u64(value, 1));
        Pool {
            terms,
            rng: Rng::new(seed),
            symbols,
            bits: bits.into(),
            indices,
            arrays: arrays.into(),
            formulas: vec![formula],
        }
    }

    /// One more term. Plain and simplified ones must do.
    fn grow(&mut self) {
        let (a, b) = (self.rng.pick(&self.arrays), self.rng.pick(&self.arrays));
        let (i, j) = (self.rng.pick(&self.indices), self.rng.pick(&self.indices));
        let (x, y) = (self.rng.pick(&self.bits), self.rng.pick(&self.bits));
        let (p, q) = (self.rng.pick(&self.formulas), self.rng.pick(&self.formulas));
        let (op, args) = match self.rng.below(16) {
            0..=3 => (Op::Select, vec![a, i]),
            4..=6 => (Op::Store, vec![a, i, x]),
            7 => (Op::Ite, vec![p, a, b]),
            8 => (Op::ConstArray { index: INDEX }, vec![x]),
            9 => (Op::BvAdd, vec![i, j]),
            10 => (Op::Concat, vec![x, y]),
            11 => (Op::Eq, vec![i, j]),
            12 => (Op::Eq, vec![x, y]),
            13 => (Op::Not, vec![p]),
            14 if self.rng.one_in(3) => (Op::Eq, vec![a, b]),
            _ => (Op::Or, vec![p, q]),
        };
        let new = if self.rng.one_in(2) {
            self.terms.simplified(op, &args)
        } else {
            self.terms.mk(op, &args)
        };
        match self.terms.sort(new) {
            Sort::Bool => self.formulas.push(new),
            Sort::BitVec(1) => self.bits.push(new),
            Sort::BitVec(_) => self.indices.push(new),
            _ => self.arrays.push(new),
        }
    }

    /// All assignments.
    fn assignments(&self) -> impl Iterator<Item = FxHashMap<SymbolId, Value>> {
        let sorts: Vec<(SymbolId, Sort)> = self
            .symbols
            .iter()
            .map(|&symbol| (symbol, self.terms.symbol(symbol).sort))
            .collect();
        (0..1_u64 << 13).map(move |mut rest| {
            let mut take = |bits: u32| {
                let value = rest & ((1 << bits) - 1);
                rest >>= bits;
                value
            };
            let value = |sort: Sort| match sort {
                Sort::Bool => Value::Bool(take(1) == 1),
                Sort::BitVec(width) => BitVecValue::from_u64(take(width), width).into(),
                _ => {
                    let mut array = ArrayValue::constant(INDEX, BitVecValue::zero(1));
                    for index in 0..1 << INDEX {
                        let element = BitVecValue::from_u64(take(1), 1);
                        array.set(BitVecValue::from_u64(index, INDEX), element);
                    }
                    array.into()
                }
            };
            let values: Vec<Value> = sorts.iter().map(|&(_, sort)| sort).map(value).collect();
            sorts
                .iter()
                .map(|&(symbol, _)| symbol)
                .zip(values)
                .collect()
        })
    }
}

/// Assertions and queries in turn, in one context.
fn random_queries(create: Create<'_>, seed: u64) {
    let mut pool = Pool::new(seed);
    let mut solver = create();
    let mut asserted: Vec<TermId> = Vec::new();
    for _ in 0..10 {
        for _ in 0..6 {
            pool.grow();
        }
        let count = 1 + pool.rng.below(3);
        let formulas: Vec<TermId> = (0..count).map(|_| pool.rng.pick(&pool.formulas)).collect();
        if pool.rng.one_in(5) {
            solver.assert(&pool.terms, formulas[0]);
            asserted.push(formulas[0]);
        } else {
            check_query(&pool, &mut *solver, &asserted, &formulas, seed);
        }
    }
}

fn check_query(
    pool: &Pool,
    solver: &mut dyn Solver,
    asserted: &[TermId],
    assumptions: &[TermId],
    seed: u64,
) {
    let terms = &pool.terms;
    let all = [asserted, assumptions].concat();
    let exists = pool
        .assignments()
        .any(|assignment| all.iter().all(|&t| terms.eval(t, &assignment).as_bool()));
    let answer = solver.check(terms, assumptions);
    let expected = if exists {
        CheckResult::Sat
    } else {
        CheckResult::Unsat
    };
    assert_eq!(answer, expected, "seed {seed}");
    if exists {
        let model = |symbol| solver.symbol_value(terms, symbol);
        for formula in all {
            let truth = Value::Bool(true);
            assert_eq!(terms.eval(formula, &model), truth, "seed {seed}");
            assert_eq!(solver.value(terms, formula), truth, "seed {seed}");
        }
    } else {
        let failed = solver.failed_assumptions().to_vec();
        assert!(is_subsequence(&failed, assumptions), "seed {seed}");
        let again = solver.check(terms, &failed);
        assert_eq!(again, CheckResult::Unsat, "seed {seed}: a core");
    }
}

/// `i = j`, `j = k`, `a[i] = 1`, `a[k] = 2` in many queries of one context, with cores.
fn reads_of_one_index_agree(create: Create<'_>) {
    let mut terms = Terms::new();
    let sort = Sort::Array {
        index: 5,
        element: 8,
    };
    let (symbol, a) = terms.fresh_symbol("a", sort);
    let [i, j, k] = ["i", "j", "k"].map(|name| terms.fresh_symbol(name, Sort::BitVec(5)).1);
    let (at_i, at_k) = (terms.select(a, i), terms.select(a, k));
    let (one, two) = (terms.bv_u64(1, 8), terms.bv_u64(2, 8));
    let unrelated = terms.select(a, j);
    let query = [
        terms.eq(i, j),
        terms.eq(unrelated, two),
        terms.eq(j, k),
        terms.eq(at_i, one),
        terms.eq(at_k, two),
    ];
    let mut solver = create();
    for _ in 0..2 {
        let some = [query[0], query[1], query[3]];
        assert_eq!(solver.check(&terms, &some), CheckResult::Unsat);
        let some = [query[0], query[3], query[4]];
        assert_eq!(solver.check(&terms, &some), CheckResult::Sat);
        let array = solver.symbol_value(&terms, symbol);
        let at = |solver: &dyn Solver, t| solver.value(&terms, t).as_bv().clone();
        assert_eq!(
            *array.as_array().select(&at(&*solver, i)),
            BitVecValue::one(8)
        );
        assert_eq!(at(&*solver, at_k).to_u64(), Some(2));
        let some = [query[0], query[2], query[3], query[4]];
        assert_eq!(solver.check(&terms, &some), CheckResult::Unsat);
        assert_eq!(solver.failed_assumptions(), some);
        assert_eq!(solver.check(&terms, &query[..3]), CheckResult::Sat);
    }
}

/// Two arrays of 2^26 numbers: a swap twice is no swap.
fn large_arrays(create: Create<'_>) {
    let mut terms = Terms::new();
    let sort = Sort::Array {
        index: 26,
        element: 16,
    };
    let (_, a) = terms.fresh_symbol("a", sort);
    let [i, j, k] = ["i", "j", "k"].map(|name| terms.fresh_symbol(name, Sort::BitVec(26)).1);
    let swap = |terms: &mut Terms, t: TermId| {
        let (x, y) = (terms.select(t, i), terms.select(t, j));
        let t = terms.store(t, i, y);
        terms.store(t, j, x)
    };
    let once = swap(&mut terms, a);
    let twice = swap(&mut terms, once);
    let before = terms.select(a, k);
    let mut solver = create();
    for (after, expected) in [(once, CheckResult::Sat), (twice, CheckResult::Unsat)] {
        let after = terms.select(after, k);
        let differs = terms.ne(before, after);
        assert_eq!(solver.check(&terms, &[differs]), expected);
    }
}

/// Chains of stores that are deeper than any call stack, plain.
fn deep_chains(create: Create<'_>) {
    let mut terms = Terms::new();
    let sort = Sort::Array {
        index: 12,
        element: 12,
    };
    let (_, a) = terms.fresh_symbol("a", sort);
    let (_, i) = terms.fresh_symbol("i", Sort::BitVec(12));
    let mut array = a;
    for number in 0..3000 {
        let number = terms.bv_u64(number, 12);
        array = terms.mk(Op::Store, &[array, number, number]);
    }
    let at = terms.mk(Op::Select, &[array, i]);
    let one = terms.bv_u64(1234, 12);
    let wrong = terms.ne(at, i);
    let fixed = terms.eq(i, one);
    let mut solver = create();
    assert_eq!(solver.check(&terms, &[wrong]), CheckResult::Sat);
    assert_eq!(solver.check(&terms, &[wrong, fixed]), CheckResult::Unsat);
}

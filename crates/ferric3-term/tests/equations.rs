//! Equations between sums and products: the simplified form and the cases mean the same as the
//! equation as it was written, for all values of a few bits.

use ferric3_term::{BitVecValue, Evaluator, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A random term twice: plain, and by the simplifying constructors.
fn random(rng: &mut Rng, terms: &mut Terms, leaves: &Leaves, depth: u32) -> (TermId, TermId) {
    let width = leaves.width;
    if depth == 0 || rng.below(6) == 0 {
        return match rng.below(4) {
            0 => {
                let value = rng.below(1 << width);
                let constant = terms.bv_u64(value, width);
                (constant, constant)
            }
            n => (
                leaves.numbers[n as usize - 1],
                leaves.numbers[n as usize - 1],
            ),
        };
    }
    let (a, sa) = random(rng, terms, leaves, depth - 1);
    let (b, sb) = random(rng, terms, leaves, depth - 1);
    match rng.below(9) {
        0..=3 => (terms.mk(Op::BvAdd, &[a, b]), terms.bv_add(sa, sb)),
        4 => (terms.mk(Op::BvSub, &[a, b]), terms.bv_sub(sa, sb)),
        5 => (terms.mk(Op::BvNeg, &[a]), terms.bv_neg(sa)),
        6 => (terms.mk(Op::BvMul, &[a, b]), terms.bv_mul(sa, sb)),
        7 => {
            let by = terms.bv_u64(rng.below(2), width);
            (terms.mk(Op::BvShl, &[a, by]), terms.bv_shl(sa, by))
        }
        _ => {
            let c = leaves.conditions[rng.below(2) as usize];
            (terms.mk(Op::Ite, &[c, a, b]), terms.ite(c, sa, sb))
        }
    }
}

struct Leaves {
    width: u32,
    numbers: [TermId; 3],
    conditions: [TermId; 2],
}

#[test]
fn equations_keep_their_meaning() {
    let (mut constants, mut changed) = (0, 0);
    for seed in 0..600 {
        let mut rng = Rng(seed);
        let mut terms = Terms::new();
        let width = 2 + u32::from(seed % 8 == 0);
        let mut symbols: Vec<SymbolId> = Vec::new();
        let mut fresh = |terms: &mut Terms, name: &str, sort: Sort| {
            let (symbol, term) = terms.fresh_symbol(name, sort);
            symbols.push(symbol);
            term
        };
        let leaves = Leaves {
            width,
            numbers: ["x", "y", "z"].map(|name| fresh(&mut terms, name, Sort::BitVec(width))),
            conditions: ["c", "d"].map(|name| fresh(&mut terms, name, Sort::Bool)),
        };
        let (a, sa) = random(&mut rng, &mut terms, &leaves, 4);
        let (b, sb) = random(&mut rng, &mut terms, &leaves, 3);
        let plain = terms.mk(Op::Eq, &[a, b]);
        let simplified = terms.eq(sa, sb);
        let cases = terms.by_cases(simplified);
        let negated = terms.not(simplified);
        let not_cases = terms.by_cases(negated);
        constants += u32::from(terms.as_bool(simplified).is_some());
        changed += u32::from(cases != simplified);
        for state in 0..1u64 << (3 * width + 2) {
            let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
            for (i, &symbol) in symbols[..3].iter().enumerate() {
                let value = state >> (width * i as u32) & ((1 << width) - 1);
                let value = BitVecValue::from_u64(value, width);
                values.insert(symbol, Value::BitVec(value));
            }
            for (i, &symbol) in symbols[3..].iter().enumerate() {
                let value = state >> (3 * width + i as u32) & 1 == 1;
                values.insert(symbol, Value::Bool(value));
            }
            let mut evaluator = Evaluator::new();
            let mut eval = |t: TermId| evaluator.eval(&terms, &values, t).as_bool();
            let expected = eval(plain);
            assert_eq!(eval(simplified), expected, "seed {seed}, state {state}");
            assert_eq!(eval(cases), expected, "seed {seed}, state {state}: cases");
            assert_eq!(
                eval(not_cases),
                !expected,
                "seed {seed}, state {state}: not"
            );
        }
    }
    assert!(constants > 5 && changed > 50, "{constants}, {changed}");
}

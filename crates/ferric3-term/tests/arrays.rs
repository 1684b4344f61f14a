//! Terms with arrays: simplified against plain, normal forms, printing, equality of values.

mod common;

use common::{Rng, rounds};
use expect_test::{Expect, expect};
use ferric3_term::{
    ArrayValue, BitVecValue, Infix, Op, SmtLib, Sort, Substitution, SymbolId, TermId, Terms, Value,
    declare_symbol,
};
use rustc_hash::FxHashMap;

const WIDTH: u32 = 2;
const ARRAY: Sort = Sort::Array {
    index: WIDTH,
    element: WIDTH,
};

/// Random terms over bit-vectors of two bits, arrays of them and Booleans; plain and simplified.
struct Pool {
    terms: Terms,
    rng: Rng,
    symbols: Vec<SymbolId>,
    words: Vec<(TermId, TermId)>,
    arrays: Vec<(TermId, TermId)>,
    conditions: Vec<(TermId, TermId)>,
}

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut pool = Pool {
            terms: Terms::new(),
            rng: Rng(seed),
            symbols: vec![],
            words: vec![],
            arrays: vec![],
            conditions: vec![],
        };
        for name in ["x", "y"] {
            let (symbol, t) = pool.terms.fresh_symbol(name, Sort::BitVec(WIDTH));
            pool.symbols.push(symbol);
            pool.words.push((t, t));
        }
        for name in ["a", "b"] {
            let (symbol, t) = pool.terms.fresh_symbol(name, ARRAY);
            pool.symbols.push(symbol);
            pool.arrays.push((t, t));
        }
        for value in 0..1 << WIDTH {
            let t = pool.terms.bv_u64(value, WIDTH);
            pool.words.push((t, t));
        }
        let (symbol, t) = pool.terms.fresh_symbol("p", Sort::Bool);
        pool.symbols.push(symbol);
        pool.conditions.push((t, t));
        pool
    }

    fn build(&mut self, op: &Op, args: &[(TermId, TermId)]) -> (TermId, TermId) {
        let plain: Vec<TermId> = args.iter().map(|a| a.0).collect();
        let simplified: Vec<TermId> = args.iter().map(|a| a.1).collect();
        let t = (
            self.terms.mk(op.clone(), &plain),
            self.terms.simplified(op.clone(), &simplified),
        );
        assert_eq!(self.terms.sort(t.0), self.terms.sort(t.1));
        t
    }

    fn grow(&mut self) {
        let word = |pool: &mut Pool| pool.rng.pick(&pool.words.clone());
        let array = |pool: &mut Pool| pool.rng.pick(&pool.arrays.clone());
        let (x, y) = (word(self), word(self));
        let (a, b) = (array(self), array(self));
        let c = self.rng.pick(&self.conditions.clone());
        let new = match self.rng.below(8) {
            0 | 1 => self.build(&Op::Select, &[a, x]),
            2 | 3 => self.build(&Op::Store, &[a, x, y]),
            4 => self.build(&Op::Ite, &[c, a, b]),
            5 => self.build(&Op::ConstArray { index: WIDTH }, &[x]),
            6 => self.build(&Op::BvAdd, &[x, y]),
            _ => {
                let sides = if self.rng.below(4) == 0 {
                    [a, b]
                } else {
                    [x, y]
                };
                self.build(&Op::Eq, &sides)
            }
        };
        match self.terms.sort(new.0) {
            Sort::Bool => self.conditions.push(new),
            Sort::BitVec(_) => self.words.push(new),
            _ => self.arrays.push(new),
        }
    }

    fn all(&self) -> Vec<(TermId, TermId)> {
        [&self.words[..], &self.arrays, &self.conditions].concat()
    }

    fn assignment(&mut self) -> FxHashMap<SymbolId, Value> {
        let mut assignment = FxHashMap::default();
        for &symbol in &self.symbols {
            let value = match self.terms.symbol(symbol).sort {
                ARRAY => {
                    let mut array = ArrayValue::constant(WIDTH, self.rng.bv(WIDTH));
                    for _ in 0..self.rng.below(6) {
                        array.set(self.rng.bv(WIDTH), self.rng.bv(WIDTH));
                    }
                    array.into()
                }
                sort => self.rng.value(sort),
            };
            assignment.insert(symbol, value);
        }
        assignment
    }
}

#[test]
fn simplified_terms_are_equal_and_stay_the_same() {
    for round in 0..rounds(400) {
        let mut pool = Pool::new(round);
        for _ in 0..40 {
            pool.grow();
        }
        for _ in 0..8 {
            let assignment = pool.assignment();
            for (plain, simplified) in pool.all() {
                assert_eq!(
                    pool.terms.eval(plain, &assignment),
                    pool.terms.eval(simplified, &assignment),
                    "round {round}\n{}\n{}",
                    Infix::new(&pool.terms, plain),
                    Infix::new(&pool.terms, simplified),
                );
            }
        }
        let mut simplify = Substitution::new([]);
        let is_cut_short = pool.terms.simplifications_cut_short() > 0;
        for (plain, simplified) in pool.all() {
            let again = simplify.apply(&mut pool.terms, simplified);
            let at_once = simplify.apply(&mut pool.terms, plain);
            if !is_cut_short {
                assert_eq!(again, simplified, "round {round}");
                assert_eq!(at_once, simplified, "round {round}");
            }
        }
    }
}

/// Reads of simplified terms are reads of symbols.
#[test]
fn reads_are_pushed_down() {
    for round in 0..rounds(100) {
        let mut pool = Pool::new(1_000_000 + round);
        for _ in 0..30 {
            pool.grow();
        }
        if pool.terms.simplifications_cut_short() > 0 {
            continue;
        }
        for (_, simplified) in pool.all() {
            for t in pool.terms.subterms(simplified) {
                if *pool.terms.op(t) == Op::Select {
                    let array = pool.terms.args(t)[0];
                    assert!(pool.terms.as_symbol(array).is_some(), "round {round}");
                }
            }
        }
    }
}

struct Fixture {
    terms: Terms,
    a: TermId,
    i: TermId,
    j: TermId,
    v: TermId,
}

fn fixture() -> Fixture {
    let mut terms = Terms::new();
    let sort = Sort::Array {
        index: 3,
        element: 8,
    };
    let (_, a) = terms.fresh_symbol("a", sort);
    let [i, j] = ["i", "j"].map(|name| terms.fresh_symbol(name, Sort::BitVec(3)).1);
    let (_, v) = terms.fresh_symbol("v", Sort::BitVec(8));
    Fixture { terms, a, i, j, v }
}

fn check(terms: &Terms, t: TermId, expected: Expect) {
    expected.assert_eq(&Infix::new(terms, t).to_string());
}

#[test]
fn reads_over_writes() {
    let Fixture {
        mut terms,
        a,
        i,
        j,
        v,
    } = fixture();
    let written = terms.store(a, i, v);
    let same = terms.select(written, i);
    assert_eq!(same, v);
    let other = terms.select(written, j);
    check(&terms, other, expect!["i == j ? v : a[j]"]);
    let one = terms.bv_u64(1, 3);
    let next = terms.bv_add(i, one);
    let next = terms.select(written, next);
    check(&terms, next, expect!["a[i + 1]"]);
    let guard = terms.bv_ult(i, one);
    let guarded = terms.ite(guard, written, a);
    let read = terms.select(guarded, j);
    check(&terms, read, expect!["i == j && i == 0 ? v : a[j]"]);
    let zero = terms.bv_u64(0, 8);
    let zeros = terms.const_array(3, zero);
    assert_eq!(terms.select(zeros, i), zero);
}

#[test]
fn stores_have_a_normal_form() {
    let Fixture {
        mut terms, a, i, v, ..
    } = fixture();
    let constants: Vec<TermId> = (0..4).map(|k| terms.bv_u64(k, 3)).collect();
    let zero = terms.bv_u64(0, 8);
    let mut t = a;
    for k in [2, 0, 3, 2, 1] {
        t = terms.store(t, constants[k], v);
    }
    check(&terms, t, expect!["a[0 := v][1 := v][2 := v][3 := v]"]);
    let twice = terms.store(a, i, zero);
    let twice = terms.store(twice, i, v);
    check(&terms, twice, expect!["a[i := v]"]);
    let read = terms.select(a, i);
    assert_eq!(terms.store(a, i, read), a);
    let zeros = terms.const_array(3, zero);
    assert_eq!(terms.store(zeros, i, zero), zeros);
    check(&terms, zeros, expect!["{else: 0}"]);
}

#[test]
fn smtlib() {
    let Fixture {
        mut terms, a, i, v, ..
    } = fixture();
    let zero = terms.bv_u64(0, 8);
    let zeros = terms.mk(Op::ConstArray { index: 3 }, &[zero]);
    let written = terms.mk(Op::Store, &[zeros, i, v]);
    let equal = terms.mk(Op::Eq, &[a, written]);
    expect!["(= a (store ((as const (Array (_ BitVec 3) (_ BitVec 8))) #x00) i v))"]
        .assert_eq(&SmtLib::new(&terms, equal).to_string());
    let read = terms.mk(Op::Select, &[a, i]);
    expect!["(select a i)"].assert_eq(&SmtLib::new(&terms, read).to_string());
    let symbol = terms.as_symbol(a).unwrap();
    expect!["(declare-fun a () (Array (_ BitVec 3) (_ BitVec 8)))"]
        .assert_eq(&declare_symbol(&terms, symbol));
}

/// Arrays that agree everywhere are equal, whatever their defaults.
#[test]
fn equality_of_values() {
    let bv = |value| BitVecValue::from_u64(value, 1);
    let mut by_default = ArrayValue::constant(1, bv(0));
    by_default.set(bv(1), bv(1));
    let mut by_entries = ArrayValue::constant(1, bv(1));
    by_entries.set(bv(0), bv(0));
    assert_eq!(by_default, by_entries);
    let mut full = ArrayValue::constant(1, bv(1));
    full.set(bv(0), bv(0));
    full.set(bv(1), bv(0));
    assert_eq!(full, ArrayValue::constant(1, bv(0)));
    assert_ne!(full, by_default);
    let mut set = std::collections::HashSet::from([by_default]);
    assert!(!set.insert(by_entries));
}

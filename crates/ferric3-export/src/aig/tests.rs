//! Circuits against the evaluator.

use ferric3_term::{BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::{Aig, Blaster, Lit};

/// The values of all nodes.
fn simulate(aig: &Aig, leaves: &[bool]) -> Vec<bool> {
    let mut values = vec![false];
    values.extend_from_slice(leaves);
    for &[a, b] in aig.gates() {
        let gate = value_of(&values, a) && value_of(&values, b);
        values.push(gate);
    }
    values
}

fn value_of(values: &[bool], lit: Lit) -> bool {
    values[lit.node()] != lit.is_negated()
}

fn bits_of(value: &Value) -> Vec<bool> {
    match value {
        Value::Bool(value) => vec![*value],
        Value::BitVec(value) => (0..value.width()).map(|i| value.bit(i)).collect(),
        other => panic!("{other:?} has no bits"),
    }
}

/// Holds the circuits of `roots` against the evaluator, for the given values of the symbols.
fn check(
    terms: &Terms,
    symbols: &[SymbolId],
    roots: &[TermId],
    assignments: impl Iterator<Item = Vec<Value>>,
) {
    let mut blaster = Blaster::new();
    for &symbol in symbols {
        blaster.declare(terms, symbol);
    }
    let sizes: Vec<usize> = roots
        .iter()
        .map(|&root| blaster.bits(terms, root).len())
        .collect();
    let mut lits: Vec<Lit> = roots
        .iter()
        .flat_map(|&root| blaster.bits(terms, root))
        .collect();
    let aig = blaster.aig.trimmed(&mut lits);
    for values in assignments {
        let leaves: Vec<bool> = values.iter().flat_map(bits_of).collect();
        let nodes = simulate(&aig, &leaves);
        let map: FxHashMap<SymbolId, Value> = symbols.iter().copied().zip(values.clone()).collect();
        let mut rest = &lits[..];
        for (&root, &size) in roots.iter().zip(&sizes) {
            let (own, others) = rest.split_at(size);
            rest = others;
            let got: Vec<bool> = own.iter().map(|&lit| value_of(&nodes, lit)).collect();
            let expected = bits_of(&terms.eval(root, &map));
            assert_eq!(got, expected, "{:?} of {values:?}", terms.op(root));
        }
    }
}

/// The operators with two arguments of the same width.
fn binary() -> impl Iterator<Item = Op> {
    let words = Op::ON_WORDS.into_iter().chain(Op::COMPARISONS);
    words.chain([Op::Concat])
}

/// Every operator on `a`, `b` and `c`, as written.
fn roots(terms: &mut Terms, a: TermId, b: TermId, c: TermId) -> Vec<TermId> {
    let width = terms.width(a);
    let mut roots: Vec<TermId> = binary().map(|op| terms.mk(op, &[a, b])).collect();
    for op in [
        Op::BvNot,
        Op::BvNeg,
        Op::ZeroExtend(2),
        Op::SignExtend(2),
        Op::RotateLeft(1),
        Op::RotateRight(1),
        Op::RotateLeft(width + 1),
        Op::Extract {
            hi: width - 1,
            lo: width / 2,
        },
    ] {
        roots.push(terms.mk(op, &[a]));
    }
    let less = terms.mk(Op::BvUlt, &[a, b]);
    roots.push(terms.mk(Op::Ite, &[c, a, b]));
    roots.push(terms.mk(Op::Not, &[c]));
    for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
        roots.push(terms.mk(op, &[c, less]));
    }
    roots.push(terms.mk(Op::Ite, &[c, less, c]));
    roots
}

#[test]
fn all_operators_on_all_small_values() {
    for width in 1..=4 {
        let mut terms = Terms::new();
        let (a_symbol, a) = terms.fresh_symbol("a", Sort::BitVec(width));
        let (b_symbol, b) = terms.fresh_symbol("b", Sort::BitVec(width));
        let (c_symbol, c) = terms.fresh_symbol("c", Sort::Bool);
        let roots = roots(&mut terms, a, b, c);
        let of = |value: u64| Value::BitVec(BitVecValue::from_u64(value, width));
        let all = 0..1u64 << (2 * width + 1);
        let assignments = all.map(|number| {
            let (c, a) = (number & 1 == 1, number >> 1);
            let (a, b) = (a & ((1 << width) - 1), a >> width);
            vec![of(a), of(b), Value::Bool(c)]
        });
        check(&terms, &[a_symbol, b_symbol, c_symbol], &roots, assignments);
    }
}

#[test]
fn operators_with_a_constant_and_wide_ones() {
    let interesting = [
        0,
        1,
        2,
        3,
        7,
        10,
        31,
        32,
        33,
        100,
        0x7fff_ffff,
        0x8000_0000,
        u64::MAX,
    ];
    for (width, constant) in [(8, 3), (8, 0xf0), (32, 10), (33, 1), (65, 7)] {
        let mut terms = Terms::new();
        let (a_symbol, a) = terms.fresh_symbol("a", Sort::BitVec(width));
        let (c_symbol, c) = terms.fresh_symbol("c", Sort::Bool);
        let b = terms.bv_u64(constant, width);
        let mut roots_here = roots(&mut terms, a, b, c);
        roots_here.extend(roots(&mut terms, b, a, c));
        let assignments = interesting.iter().map(|&value| {
            let value = BitVecValue::from_u128(u128::from(value) << (width % 3), width);
            vec![Value::BitVec(value), Value::Bool(true)]
        });
        check(&terms, &[a_symbol, c_symbol], &roots_here, assignments);
    }
}

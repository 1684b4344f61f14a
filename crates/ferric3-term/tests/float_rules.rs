//! Simplified floating-point terms denote what plain ones do, on all numbers of tiny formats.

mod common;

use common::floats::{arity, operations};
use ferric3_term::{
    BitVecValue, FloatFormat, FloatOp, Infix, Op, Sort, SymbolId, TermId, Terms, Value,
};

const SMALL: FloatFormat = FloatFormat::new(2, 3);
const LARGE: FloatFormat = FloatFormat::new(5, 8);

fn check(terms: &Terms, plain: TermId, simplified: TermId, bits: u32) {
    // Symbols are numbered; those that do not occur need no values.
    let count = terms.symbols_of(plain).last().map_or(0, |s| s.index() + 1);
    for n in 0..1u64 << (count * bits as usize) {
        let value = |s: SymbolId| {
            Value::from(BitVecValue::from_u64(
                n >> (bits * u32::from(s.index() == 1)),
                bits,
            ))
        };
        assert_eq!(
            terms.eval(plain, &value),
            terms.eval(simplified, &value),
            "{} and {} for {n}",
            Infix::new(terms, plain),
            Infix::new(terms, simplified)
        );
    }
}

/// Every operation on symbols and constants.
#[test]
fn operations_on_leaves() {
    let mut terms = Terms::new();
    let width = SMALL.width();
    let x = terms.fresh_symbol("x", Sort::BitVec(width)).1;
    let y = terms.fresh_symbol("y", Sort::BitVec(width)).1;
    let mut leaves = vec![x, y];
    leaves.extend((0..1 << width).map(|bits| terms.bv_u64(bits, width)));
    for op in operations(SMALL, &[SMALL, LARGE], &[2, 5]) {
        let count = arity(op);
        for i in 0..leaves.len().pow(u32::try_from(count.min(2)).unwrap()) {
            let leaf = |k: usize| {
                leaves[if k == 0 {
                    i % leaves.len()
                } else {
                    i / leaves.len()
                }]
            };
            let args: Vec<TermId> = (0..count).map(|k| leaf(k % 2)).collect();
            let plain = terms.mk(Op::Float(op), &args);
            let simplified = terms.simplified(Op::Float(op), &args);
            check(&terms, plain, simplified, width);
        }
    }
}

/// Arithmetic and comparisons on widened numbers and all constants.
#[test]
fn through_a_larger_format() {
    let mut terms = Terms::new();
    let width = SMALL.width();
    let widen = Op::Float(FloatOp::Convert {
        from: SMALL,
        to: LARGE,
    });
    let narrow = Op::Float(FloatOp::Convert {
        from: LARGE,
        to: SMALL,
    });
    let x = terms.fresh_symbol("x", Sort::BitVec(width)).1;
    let y = terms.fresh_symbol("y", Sort::BitVec(width)).1;
    let (wide_x, wide_y) = (terms.mk(widen.clone(), &[x]), terms.mk(widen, &[y]));
    let back = (
        terms.mk(narrow.clone(), &[wide_x]),
        terms.simplified(narrow.clone(), &[wide_x]),
    );
    check(&terms, back.0, back.1, width);
    // Every eighth constant, and all with a short significand.
    let constants = (0..1 << LARGE.width()).filter(|bits| bits % 8 == 5 || bits % 16 == 0);
    let mut others = vec![wide_y];
    others.extend(constants.map(|bits| terms.bv_u64(bits, LARGE.width())));
    let mut narrowed = 0;
    for other in others {
        for args in [[wide_x, other], [other, wide_x]] {
            for op in [FloatOp::Eq(LARGE), FloatOp::Lt(LARGE), FloatOp::Le(LARGE)] {
                let plain = terms.mk(Op::Float(op), &args);
                let simplified = terms.simplified(Op::Float(op), &args);
                assert_ne!(terms.op(simplified), &Op::Float(op), "it can be narrowed");
                check(&terms, plain, simplified, width);
            }
            for op in [
                FloatOp::Add(LARGE),
                FloatOp::Sub(LARGE),
                FloatOp::Mul(LARGE),
            ] {
                let wide = terms.mk(Op::Float(op), &args);
                let plain = terms.mk(narrow.clone(), &[wide]);
                let simplified = terms.simplified(narrow.clone(), &[wide]);
                narrowed += u32::from(plain != simplified);
                check(&terms, plain, simplified, width);
            }
        }
    }
    assert!(narrowed > 100, "{narrowed} operations were narrowed");
}

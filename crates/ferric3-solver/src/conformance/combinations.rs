//! Operators on extended arguments: what C's promotions make of small types. Encodings like to
//! treat such arguments specially.

use ferric3_term::{BitVecValue, Op, Sort, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::{Create, Effort};
use crate::CheckResult;

pub(super) fn check(create: Create<'_>, effort: Effort) {
    let widths = match effort {
        Effort::Quick => 2..=2,
        Effort::Thorough => 1..=3,
    };
    for width in widths {
        for op in BINARY {
            for left in EXTENSIONS {
                for right in EXTENSIONS {
                    on_all_values(create, width, &op, [left(width), right(width + 1)]);
                }
            }
        }
    }
}

const BINARY: [Op; 11] = [
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvAshr,
    Op::BvUlt,
    Op::BvSlt,
];

const EXTENSIONS: [fn(u32) -> Op; 2] = [Op::ZeroExtend, Op::SignExtend];

/// `op(left(x), right(y))` for all `x` of `width + 1` bits and `y` of `width` bits.
fn on_all_values(create: Create<'_>, width: u32, op: &Op, [left, right]: [Op; 2]) {
    let mut terms = Terms::new();
    let (x_symbol, x) = terms.fresh_symbol("x", Sort::BitVec(width + 1));
    let (y_symbol, y) = terms.fresh_symbol("y", Sort::BitVec(width));
    let wide = [terms.mk(left, &[x]), terms.mk(right, &[y])];
    let result = terms.mk(op.clone(), &wide);
    let mut solver = create();
    for x_value in 0..2 << width {
        for y_value in 0..1 << width {
            let x_value = Value::BitVec(BitVecValue::from_u64(x_value, width + 1));
            let y_value = Value::BitVec(BitVecValue::from_u64(y_value, width));
            let mut inputs = vec![
                equals(&mut terms, x, &x_value),
                equals(&mut terms, y, &y_value),
            ];
            let assignment: FxHashMap<_, _> = [(x_symbol, x_value), (y_symbol, y_value)]
                .into_iter()
                .collect();
            let expected = terms.eval(result, &assignment);
            let about = format!("{op:?} of {wide:?} under {assignment:?}");
            let as_expected = equals(&mut terms, result, &expected);
            inputs.push(terms.mk(Op::Not, &[as_expected]));
            assert_eq!(solver.check(&terms, &inputs), CheckResult::Unsat, "{about}");
            inputs.pop();
            assert_eq!(solver.check(&terms, &inputs), CheckResult::Sat, "{about}");
            assert_eq!(solver.value(&terms, result), expected, "{about}");
        }
    }
}

fn equals(terms: &mut Terms, term: TermId, value: &Value) -> TermId {
    let value = terms.constant(value);
    terms.mk(Op::Eq, &[term, value])
}

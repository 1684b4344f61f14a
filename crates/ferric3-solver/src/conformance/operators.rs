//! Every operator on all values of small widths.

use ferric3_term::{BitVecValue, Op, Sort, TermId, Terms, Value, apply_op};

use super::{Create, Effort};
use crate::{CheckResult, Solver};

pub(super) fn check(create: Create<'_>, effort: Effort) {
    let widths = match effort {
        Effort::Quick => 1..=2,
        Effort::Thorough => 1..=3,
    };
    for width in widths {
        for (op, sorts) in operators(width) {
            Case::new(create, &op, &sorts).check();
        }
    }
}

/// The operators that take arguments of `width` bits, with the sorts of their arguments.
fn operators(width: u32) -> Vec<(Op, Vec<Sort>)> {
    let bool = Sort::Bool;
    let bv = Sort::BitVec(width);
    let mut all = vec![
        (Op::Ite, vec![bool, bv, bv]),
        (Op::Concat, vec![bv, Sort::BitVec(2)]),
    ];
    if width == 1 {
        all.extend([
            (Op::Not, vec![bool]),
            (Op::And, vec![bool; 2]),
            (Op::And, vec![bool; 4]),
            (Op::Or, vec![bool; 2]),
            (Op::Or, vec![bool; 4]),
            (Op::Xor, vec![bool; 2]),
            (Op::Eq, vec![bool; 2]),
            (Op::Ite, vec![bool; 3]),
        ]);
    }
    let binary = Op::COMPARISONS.into_iter().chain(Op::ON_WORDS);
    all.extend(binary.map(|op| (op, vec![bv; 2])));
    all.extend([Op::BvNot, Op::BvNeg].into_iter().map(|op| (op, vec![bv])));
    for by in 0..=width + 1 {
        all.extend([Op::RotateLeft(by), Op::RotateRight(by)].map(|op| (op, vec![bv])));
        all.extend([Op::ZeroExtend(by), Op::SignExtend(by)].map(|op| (op, vec![bv])));
    }
    for hi in 0..width {
        all.extend((0..=hi).map(|lo| (Op::Extract { hi, lo }, vec![bv])));
    }
    all
}

/// All values of a sort.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => (0..1 << width)
            .map(|v| Value::BitVec(BitVecValue::from_u64(v, width)))
            .collect(),
        _ => panic!("no values of sort {sort} are known here"),
    }
}

/// All ways to pick one value of each sort.
fn tuples(sorts: &[Sort]) -> Vec<Vec<Value>> {
    sorts.iter().fold(vec![vec![]], |tuples, &sort| {
        let extend = |tuple: &Vec<Value>| {
            values(sort)
                .into_iter()
                .map(|value| [&tuple[..], &[value]].concat())
                .collect::<Vec<_>>()
        };
        tuples.iter().flat_map(extend).collect()
    })
}

/// One operator on symbols `x`, one solver for all queries about it.
struct Case<'a> {
    op: &'a Op,
    sorts: &'a [Sort],
    terms: Terms,
    solver: Box<dyn Solver>,
    x: Vec<TermId>,
    /// `op(x)`.
    result: TermId,
}

impl<'a> Case<'a> {
    fn new(create: Create<'_>, op: &'a Op, sorts: &'a [Sort]) -> Case<'a> {
        let mut terms = Terms::new();
        let x: Vec<TermId> = sorts
            .iter()
            .map(|&sort| terms.fresh_symbol("x", sort).1)
            .collect();
        let result = terms.mk(op.clone(), &x);
        Case {
            op,
            sorts,
            terms,
            solver: create(),
            x,
            result,
        }
    }

    fn check(&mut self) {
        for tuple in tuples(self.sorts) {
            let expected = apply_op(self.op, &tuple);
            // Some arguments symbols, the others constants.
            for constants in 0..1_usize << tuple.len() {
                self.forward(&tuple, constants, &expected);
            }
        }
        for result in values(self.terms.sort(self.result)) {
            for argument in 0..self.sorts.len() {
                for value in values(self.sorts[argument]) {
                    self.backward(&result, argument, &value);
                }
            }
        }
    }

    fn equals(&mut self, term: TermId, value: &Value) -> TermId {
        let value = self.terms.constant(value);
        self.terms.mk(Op::Eq, &[term, value])
    }

    /// With all arguments fixed, the result is the expected one and cannot be another.
    fn forward(&mut self, tuple: &[Value], constants: usize, expected: &Value) {
        let mut args = Vec::new();
        let mut assumptions = Vec::new();
        for (index, value) in tuple.iter().enumerate() {
            if constants >> index & 1 == 1 {
                args.push(self.terms.constant(value));
            } else {
                args.push(self.x[index]);
                assumptions.push(self.equals(self.x[index], value));
            }
        }
        let result = self.terms.mk(self.op.clone(), &args);
        let as_expected = self.equals(result, expected);
        assumptions.push(as_expected);
        let about = format!("{:?} {tuple:?}, constants {constants:b}", self.op);
        let answer = self.solver.check(&self.terms, &assumptions);
        assert_eq!(answer, CheckResult::Sat, "{about}: {expected:?}");
        assert_eq!(self.solver.value(&self.terms, result), *expected, "{about}");
        assumptions.pop();
        assumptions.push(self.terms.mk(Op::Not, &[as_expected]));
        let answer = self.solver.check(&self.terms, &assumptions);
        assert_eq!(answer, CheckResult::Unsat, "{about}: only {expected:?}");
    }

    /// With the result and one argument fixed, the others are found if and only if they exist.
    fn backward(&mut self, result: &Value, argument: usize, value: &Value) {
        let assumptions = [
            self.equals(self.result, result),
            self.equals(self.x[argument], value),
        ];
        let answer = self.solver.check(&self.terms, &assumptions);
        let exists = tuples(self.sorts)
            .iter()
            .any(|tuple| tuple[argument] == *value && apply_op(self.op, tuple) == *result);
        let about = format!(
            "{:?} = {result:?} with argument {argument} = {value:?}",
            self.op
        );
        assert_eq!(answer == CheckResult::Sat, exists, "{about}");
        if exists {
            let found: Vec<Value> = self
                .x
                .iter()
                .map(|&x| self.solver.value(&self.terms, x))
                .collect();
            assert_eq!(apply_op(self.op, &found), *result, "{about}: {found:?}");
        }
    }
}

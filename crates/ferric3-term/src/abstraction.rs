//! Terms without floating-point operations: each of them is a symbol of its own instead, which may
//! have any value. So a formula that has no model after this had none before, and it is much
//! smaller: what depends on the results of floating-point arithmetic does so most of the time by
//! conditions that may go either way.

use rustc_hash::FxHashMap;

use crate::terms::Args;
use crate::{Op, TermId, Terms};

/// The abstraction. The same operation on the same arguments is the same symbol.
#[derive(Clone, Debug, Default)]
pub struct FloatAbstraction {
    memo: FxHashMap<TermId, TermId>,
}

impl FloatAbstraction {
    /// `t` with a symbol for every floating-point operation that is not inside of another one,
    /// rebuilt by the simplifying constructors. Always use the same store.
    pub fn apply(&mut self, terms: &mut Terms, t: TermId) -> TermId {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let is_float = matches!(terms.op(top), Op::Float(_));
            let before = stack.len();
            if !is_float {
                let args = terms.args(top).iter();
                stack.extend(args.filter(|a| !self.memo.contains_key(a)));
            }
            if stack.len() > before {
                continue;
            }
            let new = if is_float {
                let sort = terms.sort(top);
                terms.fresh_symbol("float", sort).1
            } else if terms.args(top).is_empty() {
                top
            } else {
                let op = terms.op(top).clone();
                let args: Args = terms.args(top).iter().map(|a| self.memo[a]).collect();
                terms.simplified(op, &args)
            };
            self.memo.insert(top, new);
            stack.pop();
        }
        self.memo[&t]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FloatFormat, FloatOp, Sort};

    #[test]
    fn operations_are_symbols_and_the_rest_stays() {
        let mut terms = Terms::new();
        let (_, x) = terms.fresh_symbol("x", Sort::BitVec(64));
        let (_, y) = terms.fresh_symbol("y", Sort::BitVec(8));
        let format = FloatFormat::F64;
        let sum = terms.simplified(Op::Float(FloatOp::Add(format)), &[x, x]);
        let less = terms.simplified(Op::Float(FloatOp::Lt(format)), &[sum, x]);
        let one = terms.bv_u64(1, 8);
        let next = terms.ite(less, one, y);
        let goal = terms.bv_ult(one, next);
        let mut abstraction = FloatAbstraction::default();
        let cut = abstraction.apply(&mut terms, goal);
        assert_ne!(cut, goal);
        assert_eq!(
            abstraction.apply(&mut terms, goal),
            cut,
            "the same symbol again"
        );
        let mut floats = 0;
        for t in terms.subterms(cut) {
            floats += usize::from(matches!(terms.op(t), Op::Float(_)));
        }
        assert_eq!(floats, 0);
        assert_eq!(abstraction.apply(&mut terms, y), y);
    }
}

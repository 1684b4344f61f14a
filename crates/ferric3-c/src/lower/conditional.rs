//! `? :`.

use ferric3_ivl::{StmtKind, TerminatorKind, VarId};

use super::Lower;
use super::conversion::Conversion;
use crate::sema::hir::{Expr, ExprKind};

impl<'a> Lower<'a> {
    /// `? :`, with its value going to `target` if there is one.
    pub(super) fn conditional(&mut self, e: &'a Expr, target: Option<VarId>) {
        let ExprKind::Conditional(condition, then, otherwise) = &e.kind else {
            return;
        };
        let Some(then) = then else {
            return self.conditional_or(e, condition, otherwise, target);
        };
        let (then_block, otherwise_block) = self.decide(condition);
        let join = self.new_block();
        for (block, value) in [(then_block, then), (otherwise_block, otherwise)] {
            self.switch_to(block);
            match target {
                Some(target) => self.value_into(target, value, value.range),
                None => self.effect(value),
            }
            self.here = value.range;
            self.goto(join);
        }
        self.switch_to(join);
    }

    /// GNU `a ?: b`: the first operand is evaluated once.
    fn conditional_or(
        &mut self,
        e: &'a Expr,
        condition: &'a Expr,
        otherwise: &'a Expr,
        target: Option<VarId>,
    ) {
        let value = self.value(condition);
        if !self.is_modelled(condition.ty) {
            return;
        }
        let value = self.stable(value, true, condition);
        let decision = self.decision(condition.range);
        let point = Some(self.condition_point(decision, condition.range));
        let evaluation = self.evaluation_of_one(condition);
        let blocks = (self.new_block(), self.new_block());
        let truth = self.truth_of_value(value, condition.ty.ty);
        self.here = condition.range;
        self.terminate(TerminatorKind::Branch {
            condition: truth,
            then: blocks.0,
            otherwise: blocks.1,
            point,
        });
        let join = self.new_block();
        self.switch_to(blocks.0);
        self.emit(
            StmtKind::Decision {
                point: decision,
                outcome: true,
            },
            condition.range,
        );
        self.cover_outcome_of_one(condition, true, evaluation.as_ref());
        if let Some(target) = target {
            let types = (condition.ty.ty, e.ty.ty);
            let implicit = Conversion::Implicit;
            let converted = self.convert_checked(value, types, implicit, condition.range);
            self.assign(target, converted, condition.range);
        }
        self.goto(join);
        self.switch_to(blocks.1);
        self.emit(
            StmtKind::Decision {
                point: decision,
                outcome: false,
            },
            condition.range,
        );
        self.cover_outcome_of_one(condition, false, evaluation.as_ref());
        match target {
            Some(target) => self.value_into(target, otherwise, otherwise.range),
            None => self.effect(otherwise),
        }
        self.here = otherwise.range;
        self.goto(join);
        self.switch_to(join);
    }
}

//! Conditions: truth values as terms or as branches, with their coverage points.

use ferric3_ivl::{BlockId, StmtKind, TerminatorKind};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::conversion::Conversion;
use super::cover::{Deciding, same_truth};
use crate::sema::hir::{Expr, ExprKind};

impl<'a> Lower<'a> {
    /// Evaluate a controlling expression, and return the blocks where control goes if it is true
    /// and if it is false.
    pub(super) fn decide(&mut self, e: &'a Expr) -> (BlockId, BlockId) {
        let decision = self.decision(e.range);
        let record = self.begin_evaluation(e);
        let (then, otherwise) = (self.new_block(), self.new_block());
        let deciding = Deciding {
            point: decision,
            record,
        };
        self.branch(e, then, otherwise, deciding);
        let evaluation = self.end_evaluation(record);
        for (block, outcome) in [(then, true), (otherwise, false)] {
            self.switch_to(block);
            self.emit(
                StmtKind::Decision {
                    point: decision,
                    outcome,
                },
                e.range,
            );
            self.cover_outcome(e, outcome, evaluation.as_ref());
        }
        (then, otherwise)
    }

    /// Go to `then` if the expression is true, else to `otherwise`. Every atomic condition in it
    /// is a branch of its own.
    pub(super) fn branch(
        &mut self,
        e: &'a Expr,
        then: BlockId,
        otherwise: BlockId,
        decision: Deciding,
    ) {
        self.in_any_order(e, |this| this.branch_on(e, then, otherwise, decision));
    }

    fn branch_on(&mut self, e: &'a Expr, then: BlockId, otherwise: BlockId, decision: Deciding) {
        if let (Some(record), Some(number)) = (decision.record, self.condition_number(e, decision))
        {
            let outcomes = (self.new_block(), self.new_block());
            let plain = Deciding {
                record: None,
                ..decision
            };
            self.branch_on(e, outcomes.0, outcomes.1, plain);
            for (block, value, target) in [(outcomes.0, true, then), (outcomes.1, false, otherwise)]
            {
                self.switch_to(block);
                self.note_condition(record, number, value);
                self.here = e.range;
                self.goto(target);
            }
            return;
        }
        match &e.kind {
            _ if self.taken(e).is_some() => self.branch_on_truth(e, then, otherwise, decision),
            ExprKind::LogicalNot(a) => self.branch(a, otherwise, then, decision),
            ExprKind::LogicalAnd(a, b) => {
                let second = self.new_block();
                self.branch(a, second, otherwise, decision);
                self.switch_to(second);
                self.branch(b, then, otherwise, decision);
            }
            ExprKind::LogicalOr(a, b) => {
                let second = self.new_block();
                self.branch(a, then, second, decision);
                self.switch_to(second);
                self.branch(b, then, otherwise, decision);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.branch(b, then, otherwise, decision);
            }
            ExprKind::Conditional(c, Some(a), b) => {
                let (first, second) = self.decide(c);
                self.switch_to(first);
                self.note_choice(e, decision, true);
                self.branch(a, then, otherwise, decision);
                self.switch_to(second);
                self.note_choice(e, decision, false);
                self.branch(b, then, otherwise, decision);
            }
            ExprKind::Int(bits) => {
                self.here = e.range;
                self.goto(if *bits != 0 { then } else { otherwise });
            }
            _ => {
                if let Some(inner) = self.same_truth(e) {
                    return self.branch(inner, then, otherwise, decision);
                }
                self.branch_on_truth(e, then, otherwise, decision);
            }
        }
    }

    fn branch_on_truth(
        &mut self,
        e: &'a Expr,
        then: BlockId,
        otherwise: BlockId,
        decision: Deciding,
    ) {
        if decision.record.is_some() {
            // All that is below was evaluated before, in an order that nobody recorded.
            let what = "coverage of a decision whose parts are evaluated in any order";
            return self.unsupported(what, e.range);
        }
        let condition = self.truth_of(e);
        let point = Some(self.condition_point(decision.point, e.range));
        self.here = e.range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point,
        });
    }

    /// An expression inside `e` that is true if and only if `e` is, and whose evaluation is all
    /// that the evaluation of `e` does.
    fn same_truth(&self, e: &'a Expr) -> Option<&'a Expr> {
        let inner = same_truth(self.unit, e)?;
        let is_conversion = matches!(e.kind, ExprKind::Convert(_)) && self.checks_conversions();
        let may_change =
            is_conversion && self.may_change(inner.ty.ty, e.ty.ty, Conversion::of(e, inner));
        (!may_change).then_some(inner)
    }

    /// The truth of a value as a term.
    pub(super) fn truth_of(&mut self, e: &'a Expr) -> TermId {
        match self.taken(e) {
            Some(value) => self.truth_of_value(value, e.ty.ty),
            None => self.in_any_order(e, |this| this.truth_of_expr(e)),
        }
    }

    fn truth_of_expr(&mut self, e: &'a Expr) -> TermId {
        if let Some(inner) = self.same_truth(e) {
            return self.truth_of(inner);
        }
        match &e.kind {
            ExprKind::Int(bits) => self.truth_value(*bits != 0),
            ExprKind::LogicalNot(a) => {
                let a = self.truth_of(a);
                self.not(a)
            }
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::LogicalAnd(a, b) if self.is_simple(b) => {
                let (a, b) = (self.truth_of(a), self.truth_of(b));
                self.mk2(Op::And, a, b)
            }
            ExprKind::LogicalOr(a, b) if self.is_simple(b) => {
                let (a, b) = (self.truth_of(a), self.truth_of(b));
                self.mk2(Op::Or, a, b)
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                let temp = self.bool_temp(e.range);
                let (yes, no) = (self.truth_value(true), self.truth_value(false));
                self.decide_into(e, temp, yes, no);
                self.read(temp)
            }
            _ => {
                self.only_sign_of(e);
                let value = self.value(e);
                self.truth_of_value(value, e.ty.ty)
            }
        }
    }

    /// Evaluate a condition by branches and give `temp` one of two values.
    pub(super) fn decide_into(
        &mut self,
        e: &'a Expr,
        temp: ferric3_ivl::VarId,
        yes: TermId,
        no: TermId,
    ) {
        let (then, otherwise) = self.decide(e);
        let join = self.new_block();
        for (block, value) in [(then, yes), (otherwise, no)] {
            self.switch_to(block);
            self.assign(temp, value, e.range);
            self.here = e.range;
            self.goto(join);
        }
        self.switch_to(join);
    }

    /// Can it be evaluated as a term, whatever the values of the variables are?
    fn is_simple(&self, e: &Expr) -> bool {
        if e.effects || !self.is_modelled(e.ty) || !self.options.checks.is_empty() {
            return false;
        }
        if self.covers_decisions() {
            return false;
        }
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::Load(place) => is_name(place),
            ExprKind::Convert(a) | ExprKind::Unary(_, a) | ExprKind::LogicalNot(a) => {
                self.is_simple(a)
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::PointerAdd(a, b, Some(_), _)
            | ExprKind::PointerDiff(a, b, Some(_)) => self.is_simple(a) && self.is_simple(b),
            _ => false,
        }
    }
}

/// Is it a variable, or a member of one?
fn is_name(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Object(_) => true,
        ExprKind::Member(record, ..) => is_name(record),
        _ => false,
    }
}

/// Is its value 0 or 1 by its form?
pub(super) fn is_truth_value(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Compare(..)
            | ExprKind::LogicalNot(_)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
    )
}

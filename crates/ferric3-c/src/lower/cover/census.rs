//! All goals that a function has by its form alone.
//!
//! Of a function that was lowered, goals that the lowering never came to are gaps: something around them
//! cannot be modelled, or nobody needs its value. That they cannot be reached must not be concluded from
//! their not being there. A function that no call leads to has its goals if that is asked for
//! ([`Uncalled`]); nothing reaches those.

use super::evaluation::decides_nothing;
use super::tree::{address, same_truth};
use super::{Criterion, Uncalled};
use crate::lower::walk::{Visitor, operands, values, visit, visit_stmt};
use crate::lower::{BodyState, Lower};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Stmt};

/// Why goals are gaps.
const NOT_LOWERED: &str = "part of a construct that is not modelled as a whole";

impl<'a> Lower<'a> {
    /// Look for the goals that are not there, and make those of functions that no call leads to.
    pub(in crate::lower) fn complete_goals(&mut self) {
        if self.options.cover.is_empty() {
            return;
        }
        let unit = self.unit;
        let all = (0..unit.functions.len() as u32).map(FunctionId);
        let own = all.filter(|&id| unit.function(id).has_goals(self.source));
        let (called, others): (Vec<_>, Vec<_>) = own.partition(|id| self.procs.contains_key(id));
        // Gaps come first: what another unit does not call has no goal that is one here.
        self.goals.missing = Some(NOT_LOWERED);
        for id in called {
            self.census(id);
        }
        self.goals.missing = None;
        if self.options.uncalled == Uncalled::Include {
            for id in others {
                let file = unit.function(id).range.place(self.source).file;
                if self.source.mains.contains(&file) {
                    self.census(id);
                }
            }
        }
    }

    fn census(&mut self, id: FunctionId) {
        let unit = self.unit;
        let Some(body) = &unit.function(id).body else {
            return;
        };
        self.body = BodyState {
            function: Some(id),
            ..BodyState::default()
        };
        self.cover_entry(id);
        let mut census = Census {
            lower: self,
            controlling: None,
        };
        visit(unit, &body.stmts, &mut census);
        self.body = BodyState::default();
    }
}

/// A walk over a function.
struct Census<'a, 'l> {
    lower: &'l mut Lower<'a>,
    /// The controlling expression of the statement at hand, by its address.
    controlling: Option<usize>,
}

impl<'a> Visitor<'a> for Census<'a, '_> {
    fn full(&mut self, e: &'a Expr) {
        if self.controlling == Some(address(e)) {
            self.control(e);
        } else {
            self.value(e);
        }
    }

    fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
        for e in values(init) {
            self.value(e);
        }
    }

    fn enter(&mut self, stmt: &'a Stmt) -> bool {
        let lower = &mut *self.lower;
        // A statement may have its goal at another one.
        if lower.goals.missing.is_none() || !lower.was_lowered(stmt) {
            lower.cover_statement(stmt);
        }
        lower.declare_loop(stmt);
        if let Stmt::Switch(switch) = stmt
            && lower.covers_cases()
        {
            for case in &switch.cases {
                match case.values {
                    None => lower.cover_case(case.range, "default"),
                    Some(_) => {
                        let text = lower.case_text(case.range);
                        lower.cover_case(case.range, &text);
                    }
                }
            }
            if switch.cases.iter().all(|case| case.values.is_some()) {
                lower.cover_case(switch.value.range, "no case");
            }
        }
        match stmt {
            Stmt::If(condition, ..) | Stmt::While(condition, _) => {
                self.controlling = Some(address(condition));
            }
            // The condition comes behind the body, in which there may be others.
            Stmt::DoWhile(body, condition) => {
                visit_stmt(self.lower.unit, body, self);
                self.control(condition);
                return false;
            }
            Stmt::For(first, condition, step, body) => {
                if let Some(first) = first {
                    self.value(first);
                }
                if let Some(condition) = condition {
                    self.control(condition);
                }
                visit_stmt(self.lower.unit, body, self);
                if let Some(step) = step {
                    self.value(step);
                }
                return false;
            }
            _ => self.controlling = None,
        }
        true
    }
}

impl<'a> Census<'a, '_> {
    /// A controlling expression.
    fn control(&mut self, e: &'a Expr) {
        if decides_nothing(e) {
            return;
        }
        self.lower.declare_decision(e);
        self.inside(e);
    }

    /// An expression that is no part of the tree of a decision.
    fn value(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.control(e),
            ExprKind::Conditional(c, Some(a), b) => {
                self.control(c);
                self.value(a);
                self.value(b);
            }
            ExprKind::Conditional(c, None, b) => {
                self.lower.declare_one(c);
                self.value(c);
                self.value(b);
            }
            ExprKind::Statement(stmts, value) => {
                let controlling = self.controlling.take();
                visit(self.lower.unit, stmts, self);
                self.controlling = controlling;
                if let Some(value) = value {
                    self.value(value);
                }
            }
            _ => {
                self.lower.cover_call(e);
                self.declare_mark(e);
                for operand in operands(e) {
                    self.value(operand);
                }
            }
        }
    }

    /// Part of the tree of a decision.
    fn inside(&mut self, mut e: &'a Expr) {
        while let Some(inner) = same_truth(self.lower.unit, e) {
            e = inner;
        }
        match &e.kind {
            ExprKind::LogicalNot(a) => self.inside(a),
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.inside(a);
                self.inside(b);
            }
            ExprKind::Comma(a, b) => {
                self.value(a);
                self.inside(b);
            }
            ExprKind::Conditional(c, Some(a), b) => {
                self.control(c);
                self.inside(a);
                self.inside(b);
            }
            _ => self.value(e),
        }
    }

    fn declare_mark(&mut self, e: &'a Expr) {
        if self.lower.covers(Criterion::Mark)
            && let Some(condition) = self.lower.marked(e)
        {
            let no = self.lower.truth_value(false);
            self.lower.cover_mark(no, condition.range);
        }
    }
}

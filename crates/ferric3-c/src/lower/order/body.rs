//! What a function's body does by itself, and what it is made of.

use rustc_hash::FxHashSet;

use super::effects::{Analysis, Effects, has_label};
use super::size::Body;
use crate::lower::library::{Known, known};
use crate::lower::memory::Location;
use crate::lower::walk::{Visitor, operands, values, visit_stmt};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, LabelId, ObjectId, Stmt};

/// The effects of a body, apart from what it calls, and what it is made of.
pub(super) fn walk_body(analysis: &mut Analysis<'_, '_>, f: FunctionId) -> (Effects, Body) {
    let Some(body) = &analysis.unit.function(f).body else {
        return Default::default();
    };
    let mut walk = Walk {
        analysis,
        effects: Effects::default(),
        made_of: Body::default(),
        function: f,
        labels: FxHashSet::default(),
    };
    walk.block(&body.stmts);
    (walk.effects, walk.made_of)
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    pub(super) effects: Effects,
    /// Functions that are called.
    pub(super) callees: Vec<FunctionId>,
}

/// A walk over a body.
struct Walk<'w, 'a, 'p> {
    analysis: &'w mut Analysis<'a, 'p>,
    effects: Effects,
    made_of: Body,
    function: FunctionId,
    /// Labels that were passed.
    labels: FxHashSet<LabelId>,
}

impl<'a> Walk<'_, 'a, '_> {
    fn block(&mut self, stmts: &'a [Stmt]) {
        let unit = self.analysis.unit;
        for (i, stmt) in stmts.iter().enumerate() {
            visit_stmt(unit, stmt, self);
            // What follows a violation is not reached, but through a label.
            if self.is_violation(stmt) && !stmts[i + 1..].iter().any(has_label) {
                return;
            }
        }
    }

    fn is_violation(&self, stmt: &Stmt) -> bool {
        let Stmt::Expr(Expr {
            kind: ExprKind::Call(f, _),
            ..
        }) = stmt
        else {
            return false;
        };
        let function = self.analysis.unit.function(*f);
        let (has_body, errors) = (function.body.is_some(), &self.analysis.options.errors);
        known(&function.name, has_body, function.is_library, errors) == Known::Violation
    }

    fn never_ends(&self, condition: Option<&Expr>) -> bool {
        condition.is_none_or(|c| {
            self.analysis
                .unit
                .types
                .fold(c)
                .is_some_and(|bits| bits != 0)
        })
    }
}

impl<'a> Visitor<'a> for Walk<'_, 'a, '_> {
    fn full(&mut self, e: &'a Expr) {
        for operand in operands(e) {
            self.full(operand);
        }
        if let ExprKind::Statement(stmts, _) = &e.kind {
            self.block(stmts);
        }
        let mut found = Found::default();
        self.analysis.node(e, &mut found);
        self.effects.union(&found.effects);
        self.made_of.expressions += 1;
        self.made_of.calls.extend(found.callees);
    }

    fn initialiser(&mut self, id: ObjectId, init: &'a Init) {
        let Analysis {
            numbering,
            points_to,
            ..
        } = &mut *self.analysis;
        let written = numbering.one(Location::Variable(id), points_to);
        self.effects.writes.union(&written);
        for value in values(init) {
            self.full(value);
        }
    }

    fn enter(&mut self, stmt: &'a Stmt) -> bool {
        let effects = &mut self.effects;
        match stmt {
            Stmt::Block(stmts) => {
                self.block(stmts);
                return false;
            }
            Stmt::While(condition, _) | Stmt::DoWhile(_, condition) => {
                self.effects.stops |= self.never_ends(Some(condition));
            }
            Stmt::For(_, condition, ..) => {
                self.effects.stops |= self.never_ends(condition.as_ref());
            }
            Stmt::Label(label, _) => {
                self.labels.insert(*label);
            }
            Stmt::Goto(goto, _) => {
                let body = self.analysis.unit.function(self.function).body.as_ref();
                let target = body.and_then(|body| body.gotos.get(goto.0 as usize));
                effects.stops |= target.is_some_and(|goto| self.labels.contains(&goto.label));
            }
            Stmt::ComputedGoto(..) => {
                // It may go back, and to what is no label.
                effects.stops = true;
                effects.fails = true;
            }
            Stmt::Unsupported(..) => effects.fails = true,
            _ => {}
        }
        true
    }
}

//! Coverage goals: statements, outcomes of decisions, and calls that mark one.
//!
//! Goals are those of the program's own functions, as far as calls lead to them: models of the library
//! have none. Statements that are always executed together have one goal, at the first of them: where
//! nothing in between branches, calls, assumes or asserts. What stands where no way leads to (behind a
//! `return`) keeps its goal, which then nothing reaches.

use ferric3_ivl::{BlockId, Property, PropertyId, PropertyKind, Span, StmtKind};
use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use super::Lower;
use super::violation::shortened;
use crate::sema::hir::{Expr, ExprKind, Function, Range, Stmt, Storage};

/// Which coverage goals a program has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// Every statement is executed.
    Statement,
    /// Every decision has both outcomes, and every case of a `switch` is chosen.
    Branch,
    /// Every call of `__VERIFIER_cover` or `__CPROVER_cover` has an argument that is not 0.
    Mark,
}

/// The goals so far, by place and what they say: code that is lowered twice has one.
pub(super) type Goals = FxHashMap<(Span, String), PropertyId>;

/// The block of the last goal of a statement, and how many statements were there with it.
pub(super) type Covered = (BlockId, usize);

impl<'a> Lower<'a> {
    /// Are there goals of this kind in the function at hand?
    pub(super) fn covers(&self, criterion: Criterion) -> bool {
        let function = self.body.function.map(|f| self.unit.function(f));
        let has_goals = |f: &Function| !f.is_library && !f.is_harness(self.source);
        self.options.cover.contains(&criterion) && function.is_some_and(has_goals)
    }

    /// A statement begins.
    pub(super) fn cover_statement(&mut self, stmt: &'a Stmt) {
        let Some(range) = self.statement_range(stmt) else {
            return;
        };
        if self.covers(Criterion::Statement) && !self.goes_with_the_last() {
            let description = match stmt {
                Stmt::Declare(object) => {
                    format!("declaration of {}", self.unit.object(*object).name)
                }
                _ => format!("statement {}", self.goal_text(range)),
            };
            let tt = self.truth_value(true);
            self.goal(tt, description, range);
            let current = self.body.current;
            self.body.covered = current.map(|block| (block, self.body.blocks[block].stmts.len()));
        }
    }

    /// The place of a statement that does something by itself.
    fn statement_range(&self, stmt: &'a Stmt) -> Option<Range> {
        match stmt {
            Stmt::Expr(e) => Some(e.range),
            Stmt::Declare(object) => {
                let object = self.unit.object(*object);
                let has_value = object.init.is_some() && object.storage == Storage::Auto;
                has_value.then_some(object.range)
            }
            Stmt::If(condition, ..) | Stmt::While(condition, _) => Some(condition.range),
            Stmt::For(first, condition, ..) => {
                let first = first.as_ref().or(condition.as_ref());
                first.map(|e| e.range)
            }
            Stmt::Switch(switch) => Some(switch.value.range),
            Stmt::Goto(_, range)
            | Stmt::ComputedGoto(_, _, range)
            | Stmt::Break(range)
            | Stmt::Continue(range)
            | Stmt::Return(_, range)
            | Stmt::Unsupported(_, range) => Some(*range),
            Stmt::Block(_)
            | Stmt::DoWhile(..)
            | Stmt::Case(..)
            | Stmt::Label(..)
            | Stmt::Cleanup(_)
            | Stmt::Empty => None,
        }
    }

    /// Is what comes next executed whenever the last statement with a goal is?
    fn goes_with_the_last(&self) -> bool {
        let Some((block, count)) = self.body.covered else {
            return false;
        };
        let may_end = |kind: &StmtKind| {
            matches!(
                kind,
                StmtKind::Call { .. } | StmtKind::Assume(_) | StmtKind::Assert { .. }
            )
        };
        let since = self.body.blocks[block].stmts[count..].iter();
        self.body.current == Some(block) && !since.map(|stmt| &stmt.kind).any(may_end)
    }

    /// A decision has this outcome here. Constants decide nothing.
    pub(super) fn cover_outcome(&mut self, condition: &'a Expr, outcome: bool) {
        if self.covers(Criterion::Branch) && !matches!(condition.kind, ExprKind::Int(_)) {
            let description = format!("{} is {outcome}", self.goal_text(condition.range));
            let tt = self.truth_value(true);
            self.goal(tt, description, condition.range);
        }
    }

    /// A block between a `switch` and one of its cases, or what lies behind it: where it is chosen.
    pub(super) fn cover_choice(&mut self, target: BlockId, range: Range, what: &str) -> BlockId {
        if !self.covers(Criterion::Branch) {
            return target;
        }
        let current = self.body.current;
        let chosen = self.new_block();
        self.switch_to(chosen);
        let tt = self.truth_value(true);
        self.goal(tt, format!("{what} is chosen"), range);
        self.goto(target);
        self.body.current = current;
        chosen
    }

    /// A call that marks a goal.
    pub(super) fn cover_mark(&mut self, condition: TermId, range: Range) {
        if self.covers(Criterion::Mark) {
            let description = format!("cover {}", self.goal_text(range));
            self.goal(condition, description, range);
        }
    }

    fn goal_text(&mut self, range: Range) -> String {
        shortened(&self.written_text(range))
    }

    fn goal(&mut self, condition: TermId, description: String, range: Range) {
        let span = self.span(range);
        let properties = &mut self.program.properties;
        let goal = self
            .goals
            .entry((span, description))
            .or_insert_with_key(|key| {
                properties.push(Property {
                    kind: PropertyKind::Coverage,
                    description: key.1.clone(),
                    span,
                })
            });
        let goal = *goal;
        self.emit(StmtKind::Cover { condition, goal }, range);
    }
}

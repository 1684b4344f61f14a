//! Goals of statements, functions, calls, cases and marks.

use ferric3_ivl::{BlockId, CoverageAsk, StmtKind};
use ferric3_term::TermId;

use super::Criterion;
use crate::lower::Lower;
use crate::sema::hir::{Body, Expr, ExprKind, FunctionId, Range, Stmt, Storage};

/// The block of the last goal of a statement, and how many statements were there with it.
pub(in crate::lower) type Covered = (BlockId, usize);

impl<'a> Lower<'a> {
    /// A function begins.
    pub(in crate::lower) fn cover_entry(&mut self, id: FunctionId) {
        if self.covers(Criterion::Function) {
            let function = self.unit.function(id);
            let description = format!("function {} is entered", function.name);
            self.cover_here(CoverageAsk::Function, description, function.range);
        }
    }

    /// A statement begins.
    pub(in crate::lower) fn cover_statement(&mut self, stmt: &'a Stmt) {
        if !self.covers(Criterion::Statement) {
            return;
        }
        self.note_lowered(stmt);
        let Some(range) = self.statement_range(stmt) else {
            return;
        };
        if !self.goes_with_the_last() {
            let description = match stmt {
                Stmt::Declare(object) => {
                    format!("declaration of {}", self.unit.object(*object).name)
                }
                _ => format!("statement {}", self.goal_text(range)),
            };
            self.cover_here(CoverageAsk::Statement, description, range);
            let current = self.body.current;
            self.body.covered = current.map(|block| (block, self.body.blocks[block].stmts.len()));
        }
    }

    /// The place of a statement that does something by itself.
    pub(super) fn statement_range(&self, stmt: &'a Stmt) -> Option<Range> {
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

    /// The evaluation of a call begins.
    pub(in crate::lower) fn cover_call(&mut self, e: &'a Expr) {
        if self.covers(Criterion::Call) && self.counts_as_call(e) {
            let description = format!("call {}", self.goal_text(e.range));
            self.cover_here(CoverageAsk::Call, description, e.range);
        }
    }

    /// Is it a call of the program? What has a reserved name and no body in it is a means of the compiler, of
    /// the library, or of whoever verifies the program.
    fn counts_as_call(&self, e: &Expr) -> bool {
        match e.kind {
            ExprKind::Call(f, _) => {
                let function = self.unit.function(f);
                let is_own = function.body.is_some() && function.has_goals(self.source);
                is_own || !function.name.starts_with("__")
            }
            ExprKind::CallPointer(..) => true,
            _ => false,
        }
    }

    /// A block between a `switch` and one of its cases, or what lies behind it: where it is chosen.
    pub(in crate::lower) fn cover_choice(
        &mut self,
        target: BlockId,
        range: Range,
        what: &str,
    ) -> BlockId {
        if !self.covers_cases() {
            return target;
        }
        let current = self.body.current;
        let chosen = self.new_block();
        self.switch_to(chosen);
        self.cover_case(range, what);
        self.goto(target);
        self.body.current = current;
        chosen
    }

    /// A case is chosen here.
    pub(super) fn cover_case(&mut self, range: Range, what: &str) {
        self.cover_here(CoverageAsk::Case, format!("{what} is chosen"), range);
    }

    pub(super) fn covers_cases(&self) -> bool {
        self.covers(Criterion::Branch) || self.covers(Criterion::Case)
    }

    /// A call that marks a goal.
    pub(in crate::lower) fn cover_mark(&mut self, condition: TermId, range: Range) {
        if self.covers(Criterion::Mark) {
            let description = format!("cover {}", self.goal_text(range));
            self.cover(condition, CoverageAsk::Mark, description, range);
        }
    }

    /// The first argument of a call that marks a goal.
    pub(super) fn marked<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        match &e.kind {
            ExprKind::Call(f, args) => {
                let name = self.unit.function(*f).name.as_str();
                let is_mark = matches!(name, "__VERIFIER_cover" | "__CPROVER_cover");
                args.first().filter(|_| is_mark && !self.has_own_body(*f))
            }
            _ => None,
        }
    }

    fn has_own_body(&self, f: FunctionId) -> bool {
        let body: Option<&Body> = self.unit.function(f).body.as_ref();
        body.is_some()
    }
}

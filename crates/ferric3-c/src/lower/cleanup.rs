//! The attribute `cleanup` of GNU C: calls that happen whenever a block is left, the last variable's
//! first, by its end, `break`, `continue`, `goto` and `return` (whose value is there already).

use rustc_hash::FxHashMap;

use super::Lower;
use crate::preprocess::unsupported_attribute;
use crate::sema::hir::{Body, Expr, LabelId, Range, Stmt};

/// What is to be done when a block is left.
pub(super) struct Cleanup<'a> {
    /// How many blocks there are, with that of the variable.
    pub(super) depth: usize,
    /// The call.
    call: &'a Expr,
}

/// What is to be done at each label, if a run were to leave all blocks from there: the calls in the
/// order of the text.
#[derive(Default)]
pub(super) struct CleanupsAt {
    labels: FxHashMap<u32, Vec<*const Expr>>,
    /// Is there anything to be done anywhere?
    any: bool,
}

/// The attribute.
const NAME: &str = "cleanup";

impl<'a> Lower<'a> {
    /// A variable with the attribute is there.
    pub(super) fn register_cleanup(&mut self, call: &'a Expr) {
        let depth = self.body.scopes.len();
        self.body.cleanups.push(Cleanup { depth, call });
    }

    /// All but the outermost `depth` blocks are left.
    pub(super) fn clean_up(&mut self, depth: usize) {
        let inner = |cleanup: &Cleanup| cleanup.depth > depth;
        let first = self.body.cleanups.iter().position(inner);
        self.clean_up_from(first.unwrap_or(self.body.cleanups.len()));
    }

    /// A run goes to a label: variables that are not there are left.
    pub(super) fn clean_up_for(&mut self, label: LabelId) {
        if !self.body.cleanups_at.any {
            return;
        }
        let here = self
            .body
            .cleanups
            .iter()
            .map(|c| std::ptr::from_ref(c.call));
        let there = self.body.cleanups_at.labels.get(&label.0);
        let there = there.map(|there| {
            let common = here.zip(there).take_while(|(a, b)| a == *b).count();
            (common, there.len())
        });
        match there {
            Some((common, all)) if common == all => self.clean_up_from(common),
            // Into the block of such a variable, or into an expression.
            _ => self.unsupported(&unsupported_attribute(NAME), self.here),
        }
    }

    /// A jump to a label that is not known: where it goes does not say what is to be done.
    pub(super) fn clean_up_for_any(&mut self, range: Range) {
        if self.body.cleanups_at.any {
            self.unsupported(&unsupported_attribute(NAME), range);
        }
    }

    fn clean_up_from(&mut self, first: usize) {
        let left = self.body.cleanups.get(first..).unwrap_or(&[]);
        let calls: Vec<&'a Expr> = left.iter().map(|cleanup| cleanup.call).collect();
        let here = self.here;
        for call in calls.into_iter().rev() {
            self.effect(call);
        }
        self.here = here;
    }
}

impl CleanupsAt {
    /// The labels of a body.
    pub(super) fn of(body: &Body) -> CleanupsAt {
        let mut walk = Walk::default();
        walk.block(&body.stmts);
        walk.found
    }
}

/// A walk through a body.
#[derive(Default)]
struct Walk {
    calls: Vec<*const Expr>,
    found: CleanupsAt,
}

impl Walk {
    fn block(&mut self, block: &[Stmt]) {
        let outside = self.calls.len();
        for stmt in block {
            self.stmt(stmt);
        }
        self.calls.truncate(outside);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Cleanup(call) => {
                self.calls.push(call);
                self.found.any = true;
            }
            Stmt::Block(stmts) => self.block(stmts),
            Stmt::If(_, then, otherwise) => {
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
            }
            Stmt::While(_, body) | Stmt::DoWhile(body, _) | Stmt::For(_, _, _, body) => {
                self.stmt(body);
            }
            Stmt::Switch(switch) => self.stmt(&switch.body),
            Stmt::Case(_, inner) => self.stmt(inner),
            Stmt::Label(id, inner) => {
                self.found.labels.insert(id.0, self.calls.clone());
                self.stmt(inner);
            }
            Stmt::Expr(_)
            | Stmt::Declare(_)
            | Stmt::Goto(..)
            | Stmt::ComputedGoto(..)
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return(..)
            | Stmt::Unsupported(..)
            | Stmt::Empty => {}
        }
    }
}

//! Scopes of automatic variables, for the ends of their lifetimes (6.2.4). They are only followed
//! if pointers are checked.

use rustc_hash::FxHashMap;

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{LabelId, ObjectId, Stmt};

/// A block that the run is in.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Scope {
    /// Which one: no two blocks have their statements at the same place.
    block: *const Stmt,
    /// Its variables that came into being so far.
    variables: Vec<ObjectId>,
}

/// The blocks around each label.
pub(super) type LabelScopes = FxHashMap<u32, Vec<*const Stmt>>;

impl<'a> Lower<'a> {
    /// A block is entered.
    pub(super) fn open_scope(&mut self, block: &[Stmt]) {
        self.body.scopes.push(Scope {
            block: block.as_ptr(),
            variables: Vec::new(),
        });
    }

    /// The end of a block is reached.
    pub(super) fn close_scope(&mut self) {
        self.leave_scopes(self.body.scopes.len().saturating_sub(1));
        self.body.scopes.pop();
    }

    /// A variable comes into being.
    pub(super) fn enter_scope(&mut self, id: ObjectId) {
        if !self.has_lifetime(id) {
            return;
        }
        self.set_alive(id, true);
        if let Some(scope) = self.body.scopes.last_mut()
            && !scope.variables.contains(&id)
        {
            scope.variables.push(id);
        }
    }

    /// All but the outermost `depth` blocks are left.
    pub(super) fn leave_scopes(&mut self, depth: usize) {
        let left = self.body.scopes.get(depth..).unwrap_or(&[]);
        let variables: Vec<ObjectId> = left.iter().flat_map(|s| s.variables.clone()).collect();
        for id in variables.into_iter().rev() {
            self.set_alive(id, false);
        }
    }

    /// The blocks that are not around a label are left.
    pub(super) fn leave_for(&mut self, label: LabelId) {
        if !self.checks_pointers() {
            return;
        }
        let Some(around) = self.body.label_scopes.get(&label.0) else {
            // It stands in an expression.
            return self.assume_once(Assumed::Lifetime, None);
        };
        let scopes = self.body.scopes.iter();
        let common = scopes
            .zip(around)
            .take_while(|(scope, block)| scope.block == **block)
            .count();
        self.leave_scopes(common);
    }

    /// The blocks around the labels of a body.
    pub(super) fn label_scopes(&self, body: &[Stmt]) -> LabelScopes {
        let mut found = LabelScopes::default();
        if self.checks_pointers() {
            visit_block(body, &mut Vec::new(), &mut found);
        }
        found
    }
}

fn visit_block(block: &[Stmt], around: &mut Vec<*const Stmt>, found: &mut LabelScopes) {
    around.push(block.as_ptr());
    for stmt in block {
        visit(stmt, around, found);
    }
    around.pop();
}

fn visit(stmt: &Stmt, around: &mut Vec<*const Stmt>, found: &mut LabelScopes) {
    match stmt {
        Stmt::Block(stmts) => visit_block(stmts, around, found),
        Stmt::If(_, then, otherwise) => {
            visit(then, around, found);
            if let Some(otherwise) = otherwise {
                visit(otherwise, around, found);
            }
        }
        Stmt::While(_, body) | Stmt::DoWhile(body, _) | Stmt::For(_, _, _, body) => {
            visit(body, around, found);
        }
        Stmt::Switch(switch) => visit(&switch.body, around, found),
        Stmt::Case(_, inner) => visit(inner, around, found),
        Stmt::Label(id, inner) => {
            found.insert(id.0, around.clone());
            visit(inner, around, found);
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

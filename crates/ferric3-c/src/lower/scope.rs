//! Scopes of automatic variables, for the ends of their lifetimes (6.2.4). They are only followed
//! if pointers are checked.

use rustc_hash::FxHashMap;

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{Body, LabelId, ObjectId, Stmt};

/// A block that the run is in.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Scope {
    /// Which one: no two blocks have their statements at the same place.
    block: *const Stmt,
    /// Its variables that came into being so far.
    variables: Vec<ObjectId>,
}

/// What the blocks of a body are around.
#[derive(Default)]
pub(super) struct Blocks {
    /// The blocks around each label, from the outermost on.
    labels: FxHashMap<u32, Vec<*const Stmt>>,
    /// Where variables are declared, but for those in expressions.
    variables: FxHashMap<ObjectId, Declared>,
}

/// Where a variable is declared.
pub(super) struct Declared {
    /// The blocks around it, from the outermost on.
    around: Vec<*const Stmt>,
    /// May a run get there more than once in a call of the function?
    pub(super) is_repeated: bool,
}

impl Declared {
    /// Is it in the block that another variable is declared in, or in a block in that?
    pub(super) fn is_in(&self, other: &Declared) -> bool {
        self.around.starts_with(&other.around)
    }
}

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
        let depth = self.body.scopes.len();
        self.body.cleanups.retain(|cleanup| cleanup.depth <= depth);
    }

    /// A variable comes into being.
    pub(super) fn enter_scope(&mut self, id: ObjectId) {
        if !self.has_lifetime(id) {
            return;
        }
        self.bury_pointers(id);
        self.set_alive(id, true);
        if let Some(scope) = self.body.scopes.last_mut()
            && !scope.variables.contains(&id)
        {
            scope.variables.push(id);
        }
    }

    /// All but the outermost `depth` blocks are left.
    pub(super) fn leave_scopes(&mut self, depth: usize) {
        self.clean_up(depth);
        self.end_variables(depth);
    }

    /// The variables of all but the outermost `depth` blocks are no more.
    fn end_variables(&mut self, depth: usize) {
        let left = self.body.scopes.get(depth..).unwrap_or(&[]);
        let variables: Vec<ObjectId> = left.iter().flat_map(|s| s.variables.clone()).collect();
        for id in variables.into_iter().rev() {
            self.set_alive(id, false);
        }
    }

    /// The blocks that are not around a label are left.
    pub(super) fn leave_for(&mut self, label: LabelId) {
        self.clean_up_for(label);
        if !self.checks_pointers() {
            return;
        }
        let Some(around) = self.body.inside.labels.get(&label.0) else {
            // It stands in an expression.
            return self.assume_once(Assumed::Lifetime, None);
        };
        let scopes = self.body.scopes.iter();
        let common = scopes
            .zip(around)
            .take_while(|(scope, block)| scope.block == **block)
            .count();
        self.end_variables(common);
    }

    /// Where a variable of the function is declared; nothing if that is in an expression.
    pub(super) fn declared(&self, id: ObjectId) -> Option<&Declared> {
        self.body.inside.variables.get(&id)
    }

    /// The blocks around what is in a body.
    pub(super) fn blocks_of(&self, body: &Body) -> Blocks {
        let mut walk = Walk {
            around: Vec::new(),
            // A label may be the head of a loop.
            loops: u32::from(!body.labels.is_empty()),
            found: Blocks::default(),
        };
        if self.checks_pointers() {
            walk.around.push(body.stmts.as_ptr());
            for &param in &body.params {
                walk.declare(param);
            }
            walk.around.pop();
            walk.block(&body.stmts);
        }
        walk.found
    }
}

/// A walk through a body.
struct Walk {
    /// The blocks around.
    around: Vec<*const Stmt>,
    /// How many loops are around.
    loops: u32,
    found: Blocks,
}

impl Walk {
    fn block(&mut self, block: &[Stmt]) {
        self.around.push(block.as_ptr());
        for stmt in block {
            self.stmt(stmt);
        }
        self.around.pop();
    }

    fn declare(&mut self, id: ObjectId) {
        let declared = Declared {
            around: self.around.clone(),
            is_repeated: self.loops > 0,
        };
        self.found.variables.insert(id, declared);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Block(stmts) => self.block(stmts),
            Stmt::If(_, then, otherwise) => {
                self.stmt(then);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise);
                }
            }
            Stmt::While(_, body) | Stmt::DoWhile(body, _) | Stmt::For(_, _, _, body) => {
                self.loops += 1;
                self.stmt(body);
                self.loops -= 1;
            }
            Stmt::Switch(switch) => self.stmt(&switch.body),
            Stmt::Case(_, inner) => self.stmt(inner),
            Stmt::Label(id, inner) => {
                self.found.labels.insert(id.0, self.around.clone());
                self.stmt(inner);
            }
            Stmt::Declare(id) => self.declare(*id),
            Stmt::Expr(_)
            | Stmt::Cleanup(_)
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

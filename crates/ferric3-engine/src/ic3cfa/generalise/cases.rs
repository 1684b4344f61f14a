//! An edge as cases, for syntactic arguments about preconditions.
//!
//! The thesis argues about `split(cmd)`, the paths of a command: along one path,
//! `wep(path, c)` is a set of literals, those of the path's assumes and those of `c` with the
//! path's assignments put in. Large blocks can have very many paths; then the whole edge is one
//! case, with its guard and its next-state functions in canonical form.

use std::rc::Rc;

use ferric3_cfa::{EdgeId, paths};
use ferric3_term::{Substitution, TermId, Terms};

use crate::Task;

/// Edges with more paths than this are one case.
const MANY: usize = 8;

/// One way over an edge.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// `wep(case, true)`.
    pub(super) guard: Vec<TermId>,
    next: Substitution,
}

impl Case {
    /// `wep(case, p)` without the guard.
    pub(super) fn before(&mut self, terms: &mut Terms, p: TermId) -> TermId {
        self.next.apply(terms, p)
    }
}

/// The cases of all edges; made on first use.
#[derive(Clone, Debug, Default)]
pub(super) struct Cases {
    by_edge: Vec<Option<Rc<Vec<Case>>>>,
}

impl Cases {
    /// The cases of an edge: whoever takes the edge, takes one of them.
    pub(super) fn of(&mut self, task: &Task, terms: &mut Terms, edge: EdgeId) -> Vec<Case> {
        self.by_edge.resize(task.cfa.edges.len(), None);
        let cases = self.by_edge[edge.index()]
            .get_or_insert_with(|| Rc::new(Cases::make(task, terms, edge)));
        cases.to_vec()
    }

    fn make(task: &Task, terms: &mut Terms, edge: EdgeId) -> Vec<Case> {
        let form = task.form(edge);
        let commands = &task.cfa.commands;
        let Some(paths) = paths(commands, form.edge.command, MANY) else {
            return vec![Case {
                guard: form.guard_parts.clone(),
                next: form.before(),
            }];
        };
        let mut cases = Vec::new();
        for path in paths {
            let (guard, next) = path.effect(commands, terms);
            cases.push(Case {
                guard,
                next: Substitution::new(next),
            });
        }
        cases
    }
}

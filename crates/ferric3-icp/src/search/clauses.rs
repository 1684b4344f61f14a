//! Clauses, and who watches them.

use crate::proof::ClauseId;
use crate::{Literal, VarId};

/// A clause in the store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClauseRef(u32);

/// A clause; at least two literals, of which the first two are watched.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) literals: Box<[Literal]>,
    /// Its number in the derivation.
    pub(crate) id: ClauseId,
    pub(crate) is_learnt: bool,
    /// How many decision levels it had when it was learnt: those with few are worth most.
    pub(crate) glue: u32,
    pub(crate) activity: f32,
}

/// A clause waits for a bound of a variable to pass `bound`: then its watched literal is false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: ClauseRef,
    /// The bound of the watched literal.
    pub(crate) bound: u64,
    /// Another literal of the clause: while it holds there is nothing to do.
    pub(crate) blocker: Literal,
}

/// All clauses.
#[derive(Default, Debug)]
pub(crate) struct Clauses {
    clauses: Vec<Option<Clause>>,
    free: Vec<u32>,
    /// For each variable those that watch a literal which a new lower bound makes false, and a new upper one.
    watches: Vec<[Vec<Watch>; 2]>,
    learnt: usize,
}

impl Clauses {
    pub(crate) fn add_var(&mut self) {
        self.watches.push([Vec::new(), Vec::new()]);
    }

    pub(crate) fn learnt(&self) -> usize {
        self.learnt
    }

    /// Stores a clause; nobody watches it yet if it has one literal.
    pub(crate) fn add(&mut self, clause: Clause) -> ClauseRef {
        self.learnt += usize::from(clause.is_learnt);
        let watched: Vec<(Literal, Literal)> = match &*clause.literals {
            &[a, b, ..] => vec![(a, b), (b, a)],
            _ => Vec::new(),
        };
        let at = match self.free.pop() {
            Some(at) => {
                self.clauses[at as usize] = Some(clause);
                ClauseRef(at)
            }
            None => {
                self.clauses.push(Some(clause));
                ClauseRef(self.clauses.len() as u32 - 1)
            }
        };
        for (literal, blocker) in watched {
            self.watch(at, literal, blocker);
        }
        at
    }

    pub(crate) fn watch(&mut self, clause: ClauseRef, literal: Literal, blocker: Literal) {
        // A lower bound is made false by an upper one.
        self.watches[literal.var.index()][usize::from(!literal.upper)].push(Watch {
            clause,
            bound: literal.bound,
            blocker,
        });
    }

    pub(crate) fn get(&self, clause: ClauseRef) -> &Clause {
        self.clauses[clause.0 as usize]
            .as_ref()
            .expect("whoever has a reference keeps the clause")
    }

    pub(crate) fn get_mut(&mut self, clause: ClauseRef) -> &mut Clause {
        self.clauses[clause.0 as usize]
            .as_mut()
            .expect("whoever has a reference keeps the clause")
    }

    /// Those that wait for a bound, taken out to walk over them; [`put_back`](Clauses::put_back) them.
    pub(crate) fn take_watches(&mut self, var: VarId, upper: bool) -> Vec<Watch> {
        std::mem::take(&mut self.watches[var.index()][usize::from(upper)])
    }

    /// What is left after a walk, in front of what was added during it.
    pub(crate) fn put_back(&mut self, var: VarId, upper: bool, mut watches: Vec<Watch>) {
        let place = &mut self.watches[var.index()][usize::from(upper)];
        watches.append(place);
        *place = watches;
    }

    /// Deletes the clauses that `keep` does not want.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(ClauseRef, &Clause) -> bool) {
        let mut is_gone = vec![false; self.clauses.len()];
        for (i, slot) in self.clauses.iter_mut().enumerate() {
            let Some(clause) = slot else { continue };
            if keep(ClauseRef(i as u32), clause) {
                continue;
            }
            self.learnt -= usize::from(clause.is_learnt);
            *slot = None;
            is_gone[i] = true;
            self.free.push(i as u32);
        }
        for sides in &mut self.watches {
            for side in sides {
                side.retain(|watch| !is_gone[watch.clause.0 as usize]);
            }
        }
    }

    /// Makes all activities smaller.
    pub(crate) fn scale_activities(&mut self, factor: f32) {
        for clause in self.clauses.iter_mut().flatten() {
            clause.activity *= factor;
        }
    }

    /// All clauses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ClauseRef, &Clause)> {
        let numbered = self.clauses.iter().enumerate();
        numbered.filter_map(|(i, clause)| Some((ClauseRef(i as u32), clause.as_ref()?)))
    }
}

//! Consequences: of clauses until nothing changes, then of one contractor, and again.

use smallvec::SmallVec;

use super::clauses::{ClauseRef, Watch};
use super::trail::Reason;
use super::{REPORT, Search};
use crate::contract::contract;
use crate::proof::PrimitiveId;
use crate::{Literal, Range, VarId};

/// Something that cannot hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// All literals of the clause are false.
    Clause(ClauseRef),
    /// No point of the graph is in the box.
    Primitive(PrimitiveId),
}

/// A bound that contractors have moved so often since the last decision ...
const OFTEN: u32 = 16;
/// ... creeps if it moves by less than this part of its range, and is left alone: splits find more.
const PART: u64 = 8;

impl Search {
    /// Until nothing changes, or something cannot hold.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let conflict = self.propagate_all();
        for var in self.creeping.drain(..) {
            self.narrowed[var.index()] = 0;
        }
        if conflict.is_some() {
            for id in self.queue.drain(..) {
                self.is_queued[id.0 as usize] = false;
            }
        }
        conflict
    }

    fn propagate_all(&mut self) -> Option<Conflict> {
        loop {
            while self.head < self.trail.len() {
                let literal = self.trail.entry(self.head).literal;
                self.head += 1;
                for &id in &self.occurrences[literal.var.index()] {
                    if !self.is_queued[id.0 as usize] {
                        self.is_queued[id.0 as usize] = true;
                        self.queue.push_back(id);
                    }
                }
                let conflict = self.propagate_clauses(literal);
                if conflict.is_some() {
                    return conflict;
                }
            }
            let id = self.queue.pop_front()?;
            self.is_queued[id.0 as usize] = false;
            if !self.apply(id) {
                return Some(Conflict::Primitive(id));
            }
            if self.stats.contractions.is_multiple_of(1024) {
                self.report_work(REPORT);
                if self.interrupt.is_raised() {
                    self.is_interrupted = true;
                    return None;
                }
            }
        }
    }

    /// Clauses in which the bound makes a watched literal false.
    fn propagate_clauses(&mut self, literal: Literal) -> Option<Conflict> {
        let (var, upper) = (literal.var, literal.upper);
        let range = self.trail.range(var);
        let mut watches = self.clauses.take_watches(var, upper);
        let (mut kept, mut next) = (0, 0);
        let mut conflict = None;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let watched = Literal {
                var,
                upper: !upper,
                bound: watch.bound,
            };
            if !watched.fails_in(range) || self.trail.holds(watch.blocker) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            match self.rewatch(watch, watched) {
                Rewatched::Elsewhere => {}
                Rewatched::Here(blocker) => {
                    watches[kept] = Watch { blocker, ..watch };
                    kept += 1;
                }
                Rewatched::Conflict => {
                    conflict = Some(Conflict::Clause(watch.clause));
                    watches.copy_within(next - 1.., kept);
                    kept += watches.len() - (next - 1);
                    break;
                }
            }
        }
        self.stats.visited += next as u64;
        watches.truncate(kept);
        self.clauses.put_back(var, upper, watches);
        conflict
    }

    fn rewatch(&mut self, watch: Watch, watched: Literal) -> Rewatched {
        let trail = &self.trail;
        let clause = self.clauses.get_mut(watch.clause);
        if clause.literals[0] == watched {
            clause.literals.swap(0, 1);
        }
        debug_assert_eq!(clause.literals[1], watched);
        let first = clause.literals[0];
        if trail.holds(first) {
            return Rewatched::Here(first);
        }
        let other = (2..clause.literals.len()).find(|&i| !trail.fails(clause.literals[i]));
        if let Some(other) = other {
            clause.literals.swap(1, other);
            let now = clause.literals[1];
            self.clauses.watch(watch.clause, now, first);
            return Rewatched::Elsewhere;
        }
        if self.trail.fails(first) {
            return Rewatched::Conflict;
        }
        self.stats.propagations += 1;
        self.trail.push(first, Reason::Clause(watch.clause));
        Rewatched::Here(first)
    }

    /// What a constraint says about its variables; false if it cannot hold.
    fn apply(&mut self, id: PrimitiveId) -> bool {
        self.stats.contractions += 1;
        let constraint = &self.constraints[id.0 as usize];
        let mut ranges: SmallVec<[Range; 4]> = (constraint.vars.iter())
            .map(|&var| self.trail.range(var))
            .collect();
        let before = ranges.clone();
        if contract(&constraint.primitive, &mut ranges).is_err() {
            return false;
        }
        let at = self.trail.len();
        let reason = Reason::Primitive { id, at };
        for i in 0..before.len() {
            if ranges[i] == before[i] {
                continue;
            }
            let var = self.constraints[id.0 as usize].vars[i];
            if self.creeps(var, before[i], ranges[i]) {
                continue;
            }
            for (literal, changed) in [
                (
                    Literal::at_least(var, ranges[i].lo),
                    ranges[i].lo != before[i].lo,
                ),
                (
                    Literal::at_most(var, ranges[i].hi),
                    ranges[i].hi != before[i].hi,
                ),
            ] {
                if !changed {
                    continue;
                }
                self.stats.deductions += 1;
                self.trail.push(literal, reason);
            }
        }
        true
    }

    fn creeps(&mut self, var: VarId, before: Range, after: Range) -> bool {
        let count = &mut self.narrowed[var.index()];
        if *count == 0 {
            self.creeping.push(var);
        }
        *count += 1;
        let (old, new) = (before.hi - before.lo, after.hi - after.lo);
        *count > OFTEN && new > 1 && old - new < old / PART
    }

    pub(super) fn enqueue_all(&mut self) {
        for i in 0..self.constraints.len() {
            if !self.is_queued[i] {
                self.is_queued[i] = true;
                self.queue.push_back(PrimitiveId(i as u32));
            }
        }
    }

    /// Everything once more, for the case that something was left alone. Has anything changed?
    pub(super) fn recheck(&mut self) -> bool {
        let before = self.trail.len();
        self.enqueue_all();
        match self.propagate() {
            Some(conflict) => {
                self.stats.conflicts += 1;
                self.resolve(conflict);
                true
            }
            None => self.trail.len() != before,
        }
    }
}

/// What became of a watch whose literal is false.
enum Rewatched {
    /// Another literal is watched now.
    Elsewhere,
    /// It stays; this literal holds.
    Here(Literal),
    /// All literals are false.
    Conflict,
}

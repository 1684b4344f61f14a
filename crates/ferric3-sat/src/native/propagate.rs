//! Assigning, propagating, taking back.

use std::mem;

use super::clauses::{ClauseRef, Watch};
use super::{Cause, FALSE, NativeSolver, OPEN, OUTSIDE, TRUE};
use crate::Lit;

impl NativeSolver {
    /// Number of decisions that are in force.
    pub(super) fn level(&self) -> u32 {
        // There are no more levels than variables and assumptions.
        self.trail_limits.len() as u32
    }

    pub(super) fn new_level(&mut self) {
        self.trail_limits.push(self.trail.len());
    }

    /// Make a literal true that has no value.
    pub(super) fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        self.values[lit.code()] = TRUE;
        self.values[(!lit).code()] = FALSE;
        self.causes[lit.var().index()] = Cause {
            level: self.level(),
            reason,
        };
        self.trail.push(lit);
    }

    /// Take back all assignments above `level`.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let keep = self.trail_limits[level as usize];
        for &lit in &self.trail[keep..] {
            // Above level 0 only variables of the domain are assigned.
            self.values[lit.code()] = OPEN;
            self.values[(!lit).code()] = OPEN;
            self.phases[lit.var().index()] = !lit.is_negative();
            if self.order_is_filled {
                self.order.insert(lit.var());
            }
        }
        self.trail.truncate(keep);
        self.trail_limits.truncate(level as usize);
        self.head = keep;
        self.told.head = self.told.head.min(keep);
    }

    pub(super) fn attach(&mut self, clause: ClauseRef) {
        let words = self.clauses.words(clause);
        let (a, b) = (Lit::from_word(words[0]), Lit::from_word(words[1]));
        let length = words.len();
        self.watches[a.code()].push(Watch::new(b, clause, length));
        self.watches[b.code()].push(Watch::new(a, clause, length));
    }

    /// Assign whatever follows by unit clauses; a clause that became false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        if self.trail_limits.is_empty() {
            self.propagate_within::<false>()
        } else {
            self.propagate_within::<true>()
        }
    }

    /// The same; `DOMAIN`: pass over clauses with an unassigned variable outside of the domain.
    fn propagate_within<const DOMAIN: bool>(&mut self) -> Option<ClauseRef> {
        let mut conflict = None;
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            self.stats.propagations += 1;
            let false_lit = !lit;
            let mut list = mem::take(&mut self.watches[false_lit.code()]);
            let mut kept = 0;
            let mut next = 0;
            'watches: while let Some(&watch) = list.get(next) {
                next += 1;
                let value = self.values[watch.blocker.code()];
                if value == TRUE || (DOMAIN && value == OUTSIDE) {
                    list[kept] = watch;
                    kept += 1;
                    continue;
                }
                if watch.is_binary() {
                    list[kept] = watch;
                    kept += 1;
                    if value == FALSE {
                        conflict = Some(watch.clause());
                        break;
                    }
                    self.assign(watch.blocker, watch.clause());
                    continue;
                }
                let words = self.clauses.words_mut(watch.clause());
                if words[0] == false_lit.to_word() {
                    words.swap(0, 1);
                }
                let first = Lit::from_word(words[0]);
                let watch = watch.with_blocker(first);
                let value = self.values[first.code()];
                if value == TRUE || (DOMAIN && value == OUTSIDE) {
                    list[kept] = watch;
                    kept += 1;
                    continue;
                }
                for index in 2..words.len() {
                    let other = Lit::from_word(words[index]);
                    if self.values[other.code()] != FALSE {
                        words.swap(1, index);
                        self.watches[other.code()].push(watch);
                        continue 'watches;
                    }
                }
                list[kept] = watch;
                kept += 1;
                if value == FALSE {
                    conflict = Some(watch.clause());
                    break;
                }
                self.assign(first, watch.clause());
            }
            if kept < next {
                list.copy_within(next.., kept);
                let length = list.len() - (next - kept);
                list.truncate(length);
            }
            self.watches[false_lit.code()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                break;
            }
        }
        conflict
    }
}

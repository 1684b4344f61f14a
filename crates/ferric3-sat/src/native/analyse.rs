//! What a conflict teaches, and which assumptions are to blame.

use super::NativeSolver;
use super::clauses::ClauseRef;
use super::reduce::BEST_GLUE;
use super::theory::Hook;
use crate::{Lit, Var};

/// Outcome of the analysis of a conflict; the clause is in `NativeSolver::learnt`.
pub(super) struct Lesson {
    /// Where the learnt clause has exactly one literal without a value, its first.
    pub(super) level: u32,
    /// The number of levels in the clause.
    pub(super) glue: u32,
}

impl NativeSolver {
    /// Resolve the false clause with reasons until it has one literal of the current level (the
    /// first unique implication point). Requires a level above 0.
    pub(super) fn analyse<H: Hook>(&mut self, conflict: ClauseRef, hook: &mut H) -> Lesson {
        let current = self.level();
        self.learnt.clear();
        // Room for the literal of the current level.
        self.learnt.push(self.trail[0]);
        let mut open = 0_usize;
        let mut place = self.trail.len();
        let mut clause = conflict;
        let mut resolved: Option<Lit> = None;
        loop {
            self.touch(clause);
            self.tell_used(clause);
            for index in 0..self.clauses.words(clause).len() {
                let lit = Lit::from_word(self.clauses.words(clause)[index]);
                let var = lit.var();
                if Some(lit) == resolved
                    || self.seen[var.index()]
                    || self.causes[var.index()].level == 0
                {
                    continue;
                }
                self.mark(var);
                self.order.bump(var);
                if self.causes[var.index()].level == current {
                    open += 1;
                } else {
                    self.learnt.push(lit);
                }
            }
            let lit = loop {
                place -= 1;
                let lit = self.trail[place];
                if self.seen[lit.var().index()] {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                self.learnt[0] = !lit;
                break;
            }
            clause = self.reason(lit.var(), hook);
            resolved = Some(lit);
        }
        self.drop_redundant(hook);
        let lesson = self.lesson();
        for var in self.marked.drain(..) {
            self.seen[var.index()] = false;
        }
        lesson
    }

    fn mark(&mut self, var: Var) {
        self.seen[var.index()] = true;
        self.marked.push(var);
    }

    /// A learnt clause was of use, and may be better than it was when it was learnt. All of its literals
    /// have values.
    fn touch(&mut self, clause: ClauseRef) {
        let glue = self.clauses.glue(clause);
        if glue == 0 {
            return;
        }
        let now = self.conflict_number();
        self.clauses.set_used(clause, now);
        if glue > BEST_GLUE {
            let levels = self.levels(clause);
            if levels < glue {
                self.clauses.set_glue(clause, levels);
            }
        }
    }

    /// The number of levels at which the literals of a clause have got their values.
    fn levels(&mut self, clause: ClauseRef) -> u32 {
        self.new_stamp();
        let mut levels = 0;
        for &word in self.clauses.words(clause) {
            let level = self.causes[Lit::from_word(word).var().index()].level;
            let stamp = &mut self.level_stamps[level as usize];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                levels += 1;
            }
        }
        levels
    }

    /// Leave out literals that follow from the others.
    fn drop_redundant<H: Hook>(&mut self, hook: &mut H) {
        self.new_stamp();
        for lit in &self.learnt {
            self.level_stamps[self.causes[lit.var().index()].level as usize] = self.stamp;
        }
        let mut kept = 1;
        for index in 1..self.learnt.len() {
            let lit = self.learnt[index];
            if !self.is_redundant(lit, hook) {
                self.learnt[kept] = lit;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Do all chains of reasons of the literal end in marked literals? Then it is implied by
    /// those, and what was met on the way may be marked, too.
    fn is_redundant<H: Hook>(&mut self, lit: Lit, hook: &mut H) -> bool {
        if self.causes[lit.var().index()].reason == ClauseRef::NONE {
            return false;
        }
        let before = self.marked.len();
        let used_before = self.used();
        self.stack.clear();
        self.stack.push(lit.var());
        while let Some(var) = self.stack.pop() {
            let reason = self.reason(var, hook);
            self.tell_used(reason);
            for &word in self.clauses.words(reason) {
                let other = Lit::from_word(word).var();
                let level = self.causes[other.index()].level;
                if self.seen[other.index()] || level == 0 {
                    continue;
                }
                if self.causes[other.index()].reason == ClauseRef::NONE
                    || self.level_stamps[level as usize] != self.stamp
                {
                    for var in self.marked.drain(before..) {
                        self.seen[var.index()] = false;
                    }
                    self.forget_used(used_before);
                    return false;
                }
                self.seen[other.index()] = true;
                self.marked.push(other);
                self.stack.push(other);
            }
        }
        true
    }

    /// Where to go back to; the literal with that level becomes the second one.
    fn lesson(&mut self) -> Lesson {
        self.new_stamp();
        let mut glue = 0;
        let mut second = (0, 0);
        for (index, lit) in self.learnt.iter().enumerate() {
            let level = self.causes[lit.var().index()].level;
            let stamp = &mut self.level_stamps[level as usize];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                glue += 1;
            }
            if index > 0 && level > second.0 {
                second = (level, index);
            }
        }
        if second.1 > 0 {
            self.learnt.swap(1, second.1);
        }
        Lesson {
            level: second.0,
            glue,
        }
    }

    fn new_stamp(&mut self) {
        if self.stamp == u32::MAX {
            self.level_stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// The assumption `lit` is false: find the assumptions that make it so. All decisions are
    /// assumptions.
    pub(super) fn blame<H: Hook>(&mut self, lit: Lit, hook: &mut H) {
        self.fail(lit);
        if self.causes[lit.var().index()].level == 0 {
            self.tell_blamed();
            return;
        }
        self.mark(lit.var());
        for place in (self.trail_limits[0]..self.trail.len()).rev() {
            let lit = self.trail[place];
            let index = lit.var().index();
            if !self.seen[index] {
                continue;
            }
            let reason = self.reason(lit.var(), hook);
            if reason == ClauseRef::NONE {
                self.fail(lit);
                continue;
            }
            self.tell_used(reason);
            for &word in self.clauses.words(reason) {
                let other = Lit::from_word(word).var();
                if !self.seen[other.index()] && self.causes[other.index()].level > 0 {
                    self.seen[other.index()] = true;
                    self.marked.push(other);
                }
            }
        }
        for var in self.marked.drain(..) {
            self.seen[var.index()] = false;
        }
        self.tell_blamed();
    }

    fn fail(&mut self, lit: Lit) {
        self.is_failed[lit.code()] = true;
        self.failed.push(lit);
    }
}

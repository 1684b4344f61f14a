//! Making learnt clauses shorter while a hard query goes on (vivification: Piette, Hamadi, Saïs, ECAI
//! 2008; of learnt clauses: Luo, Li, Xiao, Manyà, Lü, IJCAI 2017).
//!
//! Let the literals of a clause `C = l1 ∨ … ∨ ln` be false one after the other, with propagation between.
//! Before all of them are, a clause is violated or some `lk` holds. What is to blame is a subset `D` of the
//! negated decisions, and `¬D` or `¬D ∨ lk` is a part of `C` that follows from the clauses. `C` itself may
//! take part: as long as two of its literals have no value it says nothing, so all that made the others
//! false comes from other clauses.
//!
//! This costs as much as some search, so there is a limit for it, and only what a reduction has kept is
//! worth the effort. Queries that meet no reduction never come here.

use std::cmp::Reverse;

use super::clauses::ClauseRef;
use super::theory::Absent;
use super::{FALSE, NativeSolver, OUTSIDE, TRUE};
use crate::Lit;

/// Of the propagations of the search, one in so many may be spent here.
const SHARE: u64 = 8;

impl NativeSolver {
    /// Shorten learnt clauses of the query's domain, the best ones first. Requires level 0, everything
    /// propagated, no conflict. Clauses that were replaced stay attached until they are cleaned up.
    /// A clause that is false at level 0 if there is no model.
    pub(super) fn vivify(&mut self) -> Option<ClauseRef> {
        let searched = self.stats.propagations - self.vivified_at;
        let limit = self.stats.propagations + searched / SHARE;
        let mut learnts = std::mem::take(&mut self.learnts);
        let mut schedule: Vec<usize> = (0..learnts.len())
            .filter(|&place| !self.clauses.is_vivified(learnts[place]))
            .filter(|&place| self.is_in_domain(learnts[place]))
            .collect();
        schedule.sort_by_key(|&place| (self.clauses.glue(learnts[place]), Reverse(place)));
        let phases = self.phases.clone();
        let mut gone = Vec::new();
        let mut conflict = None;
        for place in schedule {
            if self.stats.propagations >= limit || self.interrupt.is_requested() {
                break;
            }
            match self.shorten(learnts[place]) {
                Shortened::No => {}
                Shortened::Holds => gone.push(place),
                Shortened::To(shorter) => learnts[place] = shorter,
                Shortened::ToFact => {
                    gone.push(place);
                    conflict = self.propagate();
                    // At level 0 a theory has said all before.
                    self.tell_facts(&mut Absent);
                    if conflict.is_some() {
                        break;
                    }
                }
            }
        }
        gone.sort_unstable();
        for place in gone.into_iter().rev() {
            learnts.swap_remove(place);
        }
        self.learnts = learnts;
        self.phases = phases;
        self.vivified_at = self.stats.propagations;
        conflict
    }

    fn is_in_domain(&self, clause: ClauseRef) -> bool {
        self.clauses
            .lits(clause)
            .all(|lit| self.values[lit.code()] != OUTSIDE)
    }

    /// Shorten one clause. Level 0 before and after.
    fn shorten(&mut self, clause: ClauseRef) -> Shortened {
        self.clauses.set_vivified(clause);
        let mut lits: Vec<Lit> = Vec::new();
        for lit in self.clauses.lits(clause) {
            match self.values[lit.code()] {
                TRUE => return Shortened::Holds,
                FALSE => {}
                _ => lits.push(lit),
            }
        }
        // What is in many conflicts is likely to say much.
        lits.sort_by(|a, b| self.order.compare(a.var(), b.var()).then(a.cmp(b)));
        let mut conflict = None;
        let mut holds = None;
        for &lit in &lits {
            match self.values[lit.code()] {
                TRUE => {
                    holds = Some(lit);
                    break;
                }
                FALSE => continue,
                _ => {}
            }
            self.new_level();
            self.assign(!lit, ClauseRef::NONE);
            conflict = self.propagate();
            if conflict.is_some() {
                break;
            }
        }
        let shorter = self.decisions_to_blame(conflict, holds);
        self.backtrack(0);
        if shorter.len() >= lits.len() {
            self.forget_used(0);
            return Shortened::No;
        }
        self.replace(clause, &shorter)
    }

    /// The literals `D` whose falsity makes the conflict, or makes `holds` hold, which is then the first
    /// of the result.
    fn decisions_to_blame(&mut self, conflict: Option<ClauseRef>, holds: Option<Lit>) -> Vec<Lit> {
        let mut blamed = Vec::new();
        blamed.extend(holds);
        let start = conflict.or_else(|| holds.map(|lit| self.causes[lit.var().index()].reason));
        let Some(start) = start else {
            unreachable!("a clause that is false, or has a true literal, was found");
        };
        self.blame_clause(start);
        for place in (self.trail_limits[0]..self.trail.len()).rev() {
            let lit = self.trail[place];
            if !self.seen[lit.var().index()] || Some(lit) == holds {
                continue;
            }
            let reason = self.causes[lit.var().index()].reason;
            if reason == ClauseRef::NONE {
                blamed.push(!lit);
            } else {
                self.blame_clause(reason);
            }
        }
        for var in self.marked.drain(..) {
            self.seen[var.index()] = false;
        }
        blamed
    }

    fn blame_clause(&mut self, clause: ClauseRef) {
        self.tell_used(clause);
        for &word in self.clauses.words(clause) {
            let var = Lit::from_word(word).var();
            if !self.seen[var.index()] && self.causes[var.index()].level > 0 {
                self.seen[var.index()] = true;
                self.marked.push(var);
            }
        }
    }

    /// Put a shorter clause in the place of a learnt one.
    fn replace(&mut self, clause: ClauseRef, shorter: &[Lit]) -> Shortened {
        if let &[fact] = shorter {
            self.tell_learnt(shorter, ClauseRef::NONE);
            self.assign(fact, ClauseRef::NONE);
            return Shortened::ToFact;
        }
        let levels = u32::try_from(shorter.len() - 1).unwrap_or(u32::MAX);
        let glue = self.clauses.glue(clause).min(levels);
        let added = self.clauses.add(shorter, glue, self.clauses.used(clause));
        self.clauses.set_vivified(added);
        self.tell_learnt(shorter, added);
        self.attach(added);
        Shortened::To(added)
    }
}

/// What became of a clause.
enum Shortened {
    /// Nothing.
    No,
    /// It holds anyway.
    Holds,
    /// This one.
    To(ClauseRef),
    /// A literal, which was assigned.
    ToFact,
}

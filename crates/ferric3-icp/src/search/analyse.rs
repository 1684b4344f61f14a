//! Conflicts: what to learn, and which assumptions were used.
//!
//! A conflict is a set of *needs*: bounds that hold on the trail and cannot hold together. A need is replaced by
//! those from which its entry was deduced, the latest entry first. A need is often weaker than the bound of its entry,
//! and then less has to be explained. Of two needs about the same side of a variable the stronger one is enough, and
//! its entry is the later one, so both are earlier than everything that was replaced.

use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::Search;
use super::clauses::{Clause, ClauseRef};
use super::propagate::Conflict;
use super::trail::{INITIAL, Reason};
use crate::proof::{ClauseId, PrimitiveId, Step};
use crate::{Domain, Literal};

/// Scratch memory of an analysis.
#[derive(Default, Debug)]
pub(super) struct Analysis {
    /// For each side of a variable the bound that is needed and its entry, if any.
    needs: Vec<[Option<(u64, u32)>; 2]>,
    /// Entries of needs, the latest on top. Some are outdated: a stronger need came.
    open: BinaryHeap<u32>,
    /// Entries that were replaced, with the clauses that did it.
    used: Vec<(u32, ClauseId)>,
    /// Entries of level 0 that were needed.
    roots: Vec<u32>,
}

impl Search {
    /// Learns from a conflict, and goes back to where the clause that was learnt deduces something.
    pub(super) fn resolve(&mut self, conflict: Conflict) {
        let last = self.begin(conflict);
        // Where bounds creep, or explanations found weaker ones, a conflict may be about a level before this one.
        let Some(level) = self.level_of_needs() else {
            self.is_refuted = true;
            self.conclude(&[], Some(last));
            return;
        };
        self.backtrack(level);
        // The first unique implication point: the only need of this level.
        let uip = loop {
            let (index, need) = self.take_latest().expect("a conflict needs its own level");
            if self.is_alone(level) {
                break need;
            }
            self.replace(index, need);
        };
        let mut clause = vec![!uip];
        let mut back = 0;
        let mut levels: SmallVec<[u32; 16]> = SmallVec::new();
        while let Some((index, need)) = self.take_latest() {
            let of = self.trail.entry(index).level;
            if of > back {
                back = of;
                let end = clause.len();
                clause.push(!need);
                clause.swap(1, end);
            } else {
                clause.push(!need);
            }
            if !levels.contains(&of) {
                levels.push(of);
            }
        }
        let id = self.end(&clause, last);
        self.count_learnt(&clause);
        self.order.decay();
        self.clause_increment *= 1.0 / 0.999;
        self.backtrack(back);
        let asserting = clause[0];
        let clause = self.clauses.add(Clause {
            literals: clause.into(),
            id,
            is_learnt: true,
            glue: levels.len() as u32,
            activity: self.clause_increment,
        });
        self.trail.push(asserting, Reason::Clause(clause));
    }

    /// The assumptions that make this one false, and how much of each.
    pub(super) fn find_core(&mut self, failed: Literal) {
        // What holds instead may be more than the opposite: then less of the assumption is enough (bound
        // generalisation).
        let at = self.trail.len();
        let index = self.trail.first_implying(!failed, at);
        let holds = match index {
            INITIAL => !failed,
            index => self.trail.entry(index).literal,
        };
        self.core.push(!holds);
        self.clear();
        self.need(holds, at);
        while let Some((index, need)) = self.take_latest() {
            if self.trail.entry(index).reason == Reason::Decision {
                self.core.push(need);
            } else {
                self.replace(index, need);
            }
        }
        let clause: Vec<Literal> = self.core.iter().map(|&literal| !literal).collect();
        self.conclude(&clause, None);
    }

    /// There is no model, because a clause is false on level 0.
    pub(super) fn refute(&mut self, clause: ClauseRef) {
        self.resolve(Conflict::Clause(clause));
        debug_assert!(self.is_refuted);
    }

    /// The highest level of a need; `None` if there is none.
    fn level_of_needs(&self) -> Option<u32> {
        let latest = *self.analysis.open.peek()?;
        Some(self.trail.entry(latest).level)
    }

    /// Is it the only need of its level?
    fn is_alone(&self, level: u32) -> bool {
        self.level_of_needs() != Some(level)
    }

    fn clear(&mut self) {
        let analysis = &mut self.analysis;
        analysis.needs.resize(self.trail.vars(), [None; 2]);
        debug_assert!(analysis.open.is_empty());
        analysis.used.clear();
        analysis.roots.clear();
    }

    /// The needs of a conflict, and the clause that it violates.
    fn begin(&mut self, conflict: Conflict) -> ClauseId {
        self.clear();
        let at = self.trail.len();
        match conflict {
            Conflict::Clause(clause) => {
                self.bump_clause(clause);
                let literals: SmallVec<[Literal; 8]> =
                    self.clauses.get(clause).literals.iter().copied().collect();
                for literal in literals {
                    self.need(!literal, at);
                }
                self.clauses.get(clause).id
            }
            Conflict::Primitive(id) => {
                let premises = self.explain(id, at, None);
                for &premise in &premises {
                    self.need(premise, at);
                }
                self.contracted(id, &premises, None)
            }
        }
    }

    /// A bound that holds when the trail is `at` long is needed.
    fn need(&mut self, literal: Literal, at: u32) {
        let index = self.trail.first_implying(literal, at);
        if index == INITIAL {
            return;
        }
        let of = self.trail.entry(index).level;
        if of == 0 {
            if self.log.is_on() {
                self.analysis.roots.push(index);
            }
            return;
        }
        self.order.bump(literal.var);
        let need = &mut self.analysis.needs[literal.var.index()][usize::from(literal.upper)];
        if let Some((bound, before)) = *need {
            let known = Literal { bound, ..literal };
            if known.implies(literal) {
                return;
            }
            *need = Some((literal.bound, index));
            if before == index {
                return;
            }
        }
        *need = Some((literal.bound, index));
        self.analysis.open.push(index);
    }

    /// Takes the need out whose entry is the latest.
    fn take_latest(&mut self) -> Option<(u32, Literal)> {
        while let Some(index) = self.analysis.open.pop() {
            let entry = self.trail.entry(index);
            let (var, upper) = (entry.literal.var, entry.literal.upper);
            let need = &mut self.analysis.needs[var.index()][usize::from(upper)];
            if let Some((bound, at)) = *need
                && at == index
            {
                *need = None;
                self.skip_outdated();
                return Some((index, Literal { var, upper, bound }));
            }
        }
        None
    }

    /// Leaves a need on top, if there is one.
    fn skip_outdated(&mut self) {
        while let Some(&index) = self.analysis.open.peek() {
            let literal = self.trail.entry(index).literal;
            let need = self.analysis.needs[literal.var.index()][usize::from(literal.upper)];
            if need.is_some_and(|(_, at)| at == index) {
                return;
            }
            self.analysis.open.pop();
        }
    }

    /// Replaces a need by those that its entry was deduced from.
    fn replace(&mut self, index: u32, need: Literal) {
        self.stats.replaced += 1;
        let entry = *self.trail.entry(index);
        match entry.reason {
            Reason::Decision => {
                unreachable!("decisions are not replaced: they are alone on their level")
            }
            Reason::Clause(clause) => {
                self.bump_clause(clause);
                let stored = self.clauses.get(clause);
                let id = stored.id;
                let others: SmallVec<[Literal; 8]> = (stored.literals.iter().copied())
                    .filter(|&literal| literal != entry.literal)
                    .collect();
                for literal in others {
                    self.need(!literal, index);
                }
                self.analysis.used.push((index, id));
            }
            Reason::Primitive { id, at } => {
                let premises = self.explain(id, at, Some(need));
                for &premise in &premises {
                    self.need(premise, at);
                }
                let clause = self.contracted(id, &premises, Some(need));
                self.analysis.used.push((index, clause));
            }
        }
    }

    /// The clause of a deduction, for the derivation.
    fn contracted(
        &mut self,
        primitive: PrimitiveId,
        premises: &[Literal],
        conclusion: Option<Literal>,
    ) -> ClauseId {
        self.log.clause(|| Step::Contracted {
            primitive,
            clause: premises.iter().map(|&l| !l).chain(conclusion).collect(),
        })
    }

    /// Writes the derivation of a clause; `last` is the clause that the conflict violates.
    fn end(&mut self, clause: &[Literal], last: ClauseId) -> ClauseId {
        let hints = self.hints(Some(last));
        self.log.learnt(clause, &hints)
    }

    /// Replaces what is left (that is nothing but level 0), and writes the derivation of a clause that ends a query.
    fn conclude(&mut self, clause: &[Literal], last: Option<ClauseId>) {
        debug_assert!(self.analysis.open.is_empty());
        let hints = self.hints(last);
        self.log.learnt(clause, &hints);
    }

    /// The clauses that were used, in the order of the trail.
    fn hints(&mut self, last: Option<ClauseId>) -> Vec<ClauseId> {
        if !self.log.is_on() {
            return Vec::new();
        }
        let roots = std::mem::take(&mut self.analysis.roots);
        let mut hints = self.units_of(&roots);
        self.analysis.used.sort_by_key(|&(index, _)| index);
        hints.extend(self.analysis.used.iter().map(|&(_, clause)| clause));
        hints.extend(last);
        hints
    }

    /// A clause of one literal for each of these entries of level 0, each derived from the reason of its entry.
    fn units_of(&mut self, roots: &[u32]) -> Vec<ClauseId> {
        let mut units = Vec::new();
        let mut stack: Vec<u32> = roots.to_vec();
        self.units.resize(self.trail.len() as usize, None);
        let mut wanted: Vec<u32> = roots.to_vec();
        while let Some(&index) = stack.last() {
            if self.units[index as usize].is_some() {
                stack.pop();
                continue;
            }
            let entry = *self.trail.entry(index);
            let (premises, at): (SmallVec<[Literal; 8]>, u32) = match entry.reason {
                Reason::Decision => unreachable!("there are none on level 0"),
                Reason::Clause(clause) => {
                    let literals = self.clauses.get(clause).literals.iter().copied();
                    (
                        literals
                            .filter(|&l| l != entry.literal)
                            .map(|l| !l)
                            .collect(),
                        index,
                    )
                }
                Reason::Primitive { id, at } => (self.explain_root(id, at), at),
            };
            let needed: Vec<u32> = (premises.iter())
                .map(|&premise| self.trail.first_implying(premise, at))
                .filter(|&index| index != INITIAL)
                .collect();
            let missing: Vec<u32> = (needed.iter().copied())
                .filter(|&index| self.units[index as usize].is_none())
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let mut hints: Vec<ClauseId> = needed
                .iter()
                .filter_map(|&index| self.units[index as usize])
                .collect();
            hints.push(match entry.reason {
                Reason::Clause(clause) => self.clauses.get(clause).id,
                Reason::Primitive { id, .. } => self.contracted(id, &premises, Some(entry.literal)),
                Reason::Decision => unreachable!("there are none on level 0"),
            });
            self.units[index as usize] = Some(self.log.learnt(&[entry.literal], &hints));
            stack.pop();
        }
        wanted.sort_unstable();
        wanted.dedup();
        units.extend(
            wanted
                .iter()
                .filter_map(|&index| self.units[index as usize]),
        );
        units
    }

    /// All bounds that a constraint saw.
    fn explain_root(&self, id: PrimitiveId, at: u32) -> SmallVec<[Literal; 8]> {
        let mut premises = SmallVec::new();
        for &var in &self.constraints[id.0 as usize].vars {
            let (range, max) = (self.trail.range_at(var, at), self.domain(var).greatest());
            if range.lo != 0 {
                premises.push(Literal::at_least(var, range.lo));
            }
            if range.hi != max {
                premises.push(Literal::at_most(var, range.hi));
            }
        }
        premises
    }

    fn bump_clause(&mut self, clause: ClauseRef) {
        let increment = self.clause_increment;
        let clause = self.clauses.get_mut(clause);
        clause.activity += increment;
        if clause.activity > 1e20 {
            self.clause_increment *= 1e-20;
            self.clauses.scale_activities(1e-20);
        }
    }

    fn count_learnt(&mut self, clause: &[Literal]) {
        let is_truth = |literal: &Literal| self.domain(literal.var) == Domain::BOOL;
        let truths = clause.iter().filter(|literal| is_truth(literal)).count();
        let count = match truths {
            0 => &mut self.stats.learnt_bounds,
            n if n == clause.len() => &mut self.stats.learnt_boolean,
            _ => &mut self.stats.learnt_mixed,
        };
        *count += 1;
    }
}

//! Clauses, and unit propagation along hints.
//!
//! Why a learnt clause follows: take a model in which all its literals are false. It is in the ranges of their
//! negations. If all literals of a hint but one fail in the ranges, the model makes that one true, as the hint holds
//! in it; so it is in the ranges narrowed by it. A hint whose literals all fail holds in no point of the ranges, so
//! there is no such model.

use super::Rejected;
use crate::{ClauseId, Literal, Range, VarId};

/// The range of a variable if no literal of the clause holds; `None` if there is no such key.
pub(super) fn box_outside(clause: &[Literal], var: VarId, all: Range) -> Option<Range> {
    let mut range = all;
    for literal in clause.iter().filter(|literal| literal.var == var) {
        range = narrowed(range, !*literal)?;
    }
    Some(range)
}

/// The keys of the range for which the literal holds.
fn narrowed(range: Range, literal: Literal) -> Option<Range> {
    range.meet(if literal.upper {
        Range::new(0, literal.bound)
    } else {
        Range::new(literal.bound, u64::MAX)
    })
}

/// The clauses so far. Their literals are about variables that there are, within their domains.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    /// By number; `None` if deleted.
    clauses: Vec<Option<Box<[Literal]>>>,
    /// The range of each variable: all keys, except within [`Clauses::check_learnt`].
    ranges: Vec<Range>,
}

impl Clauses {
    /// A variable, with its greatest key.
    pub(super) fn add_var(&mut self, max: u64) {
        self.ranges.push(Range::new(0, max));
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: &[Literal]) -> Result<(), Rejected> {
        u32::try_from(self.clauses.len()).map_err(|_| Rejected::TooMany)?;
        self.clauses.push(Some(clause.into()));
        Ok(())
    }

    /// Deletes a clause.
    pub(super) fn delete(&mut self, id: ClauseId) -> Result<(), Rejected> {
        self.get(id)?;
        self.clauses[id.0 as usize] = None;
        Ok(())
    }

    /// See [`super::Checker::derived`].
    pub(super) fn derived(&self, clause: &[Literal]) -> bool {
        let weaker = |literal: &Literal| clause.iter().any(|other| literal.implies(*other));
        (self.clauses.iter().flatten()).any(|known| known.iter().all(weaker))
    }

    fn get(&self, id: ClauseId) -> Result<&[Literal], Rejected> {
        match self.clauses.get(id.0 as usize) {
            None => Err(Rejected::UnknownClause(id)),
            Some(None) => Err(Rejected::Deleted(id)),
            Some(Some(clause)) => Ok(clause),
        }
    }

    /// Does the clause follow by unit propagation along the hints?
    ///
    /// Taken as well: hints after a conflict, which are not needed, and a clause that always holds.
    pub(super) fn check_learnt(
        &mut self,
        clause: &[Literal],
        hints: &[ClauseId],
    ) -> Result<(), Rejected> {
        for &hint in hints {
            self.get(hint)?;
        }
        let mut before = Vec::new();
        let outcome = self.propagate(clause, hints, &mut before);
        for (var, range) in before.into_iter().rev() {
            self.ranges[var.index()] = range;
        }
        outcome
    }

    /// Narrows ranges, and puts those that were there into `before`.
    fn propagate(
        &mut self,
        clause: &[Literal],
        hints: &[ClauseId],
        before: &mut Vec<(VarId, Range)>,
    ) -> Result<(), Rejected> {
        for &literal in clause {
            if !self.assume(!literal, before) {
                return Ok(());
            }
        }
        for &hint in hints {
            let ranges = &self.ranges;
            let fails = |literal: &Literal| literal.fails_in(ranges[literal.var.index()]);
            let mut open = self.get(hint)?.iter().filter(|literal| !fails(literal));
            match (open.next().copied(), open.next()) {
                (None, _) => return Ok(()),
                (Some(unit), None) => {
                    self.assume(unit, before);
                }
                (Some(_), Some(_)) => return Err(Rejected::NotUnit(hint)),
            }
        }
        Err(Rejected::NoConflict)
    }

    /// Narrows a range by a literal; false if nothing is left of it.
    fn assume(&mut self, literal: Literal, before: &mut Vec<(VarId, Range)>) -> bool {
        let range = &mut self.ranges[literal.var.index()];
        let Some(narrower) = narrowed(*range, literal) else {
            return false;
        };
        before.push((literal.var, *range));
        *range = narrower;
        true
    }
}

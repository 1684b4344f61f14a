//! Literal rotation with bound generalisation (Scheibler et al., *ICP and IC3*, III-A and III-B), for the queries of IC3.
//!
//! A query whose answer is known to be *unsatisfiable* is asked again with its literals in other orders, one in front after
//! the other, until none of them can go and no bound gets wider. Its assumptions are in two groups: what the query is
//! about is fixed, and stays in front.

use ferric3_solver::Bounds;
use ferric3_term::{Bound, TermId};

use ferric3_cfa::LocId;

use super::outcome::EdgeTest;
use super::technique::Technique;
use super::{LITERALS_ROTATED, LITERALS_SAVED, Search, WIDER_BOUNDS};
use crate::{Cube, Interrupted};

/// A rotation gives up after so many conflicts: what there was before is good enough.
const CONFLICTS: u64 = 1000;

impl Search<'_> {
    /// Is the bound generalised, or does it stay as it is?
    fn bounds(&self) -> Bounds {
        match self.has(Technique::BoundGeneralisation) {
            true => Bounds::Wider,
            false => Bounds::Whole,
        }
    }

    /// What is left of `rotated` in a contradiction with `fixed`, whatever frames say: literals, and wider bounds that
    /// follow from them. All of it if there was none, or if it was too hard.
    pub(crate) fn rotate_contradiction(
        &mut self,
        loc: LocId,
        fixed: &[TermId],
        rotated: &[TermId],
    ) -> Result<Vec<TermId>, Interrupted> {
        let (bounds, limit) = (self.bounds(), Some(CONFLICTS));
        let (terms, frames) = (&mut *self.terms, &self.frames);
        let left = self.contexts.rotate(
            terms,
            frames,
            (None, loc),
            (fixed, rotated),
            (bounds, limit),
        )?;
        let Some(left) = left else {
            return Ok(rotated.to_vec());
        };
        let mut literals = Vec::with_capacity(left.len());
        for (literal, wider) in &left {
            match wider {
                None => literals.push(*literal),
                Some(wider) => literals.push(wider.literal(self.terms)),
            }
        }
        self.count_rotation(rotated.len(), left.iter().map(|(_, wider)| wider));
        Ok(literals)
    }

    /// What is left of `rotated` so that it cannot be reached, together with `fixed`, over the edge of a test that holds for the
    /// two of them. All of it if it was too hard.
    pub(crate) fn rotate_edge(
        &mut self,
        test: &EdgeTest<'_>,
        fixed: &Cube,
        rotated: &[TermId],
    ) -> Result<Cube, Interrupted> {
        if self.starts_unreachable(test) {
            return Ok(Cube::default());
        }
        let (edge, from) = (test.edge, self.source(test.edge));
        let form = self.task.form(edge);
        let mut in_front = vec![form.guard];
        if self.is_loop(edge) {
            in_front.push(test.not.clause(self.terms));
        }
        for &literal in fixed.literals() {
            in_front.push(self.before(edge, literal));
        }
        if in_front
            .iter()
            .any(|&t| self.terms.as_bool(t) == Some(false))
        {
            return Ok(Cube::default());
        }
        in_front.retain(|&t| self.terms.as_bool(t).is_none());
        let mut before = Vec::with_capacity(rotated.len());
        for &literal in rotated {
            let t = self.before(edge, literal);
            match self.terms.as_bool(t) {
                Some(true) => {}
                Some(false) => return Ok(Cube::new(vec![self.past_constant(edge, literal)])),
                None => before.push((t, literal)),
            }
        }
        let assumed: Vec<TermId> = before.iter().map(|&(t, _)| t).collect();
        let (bounds, limit) = (self.bounds(), Some(CONFLICTS));
        let (terms, frames) = (&mut *self.terms, &self.frames);
        let left = self.contexts.rotate(
            terms,
            frames,
            (Some(test.level.below()), from),
            (&in_front, &assumed),
            (bounds, limit),
        )?;
        let Some(left) = left else {
            return Ok(Cube::new(rotated.to_vec()));
        };
        self.count_rotation(rotated.len(), left.iter().map(|(_, wider)| wider));
        let mut literals = Vec::with_capacity(left.len());
        for (t, wider) in left {
            let Some(&(_, literal)) = before.iter().find(|(before, _)| *before == t) else {
                continue;
            };
            let wider = wider.and_then(|wider| self.after_edge(edge, (t, literal), &wider));
            let literal = wider.unwrap_or(literal);
            if self.terms.as_bool(literal) != Some(true) {
                literals.push(literal);
            }
        }
        Ok(Cube::new(literals))
    }

    /// A bound that the edge's constant for its variable violates, as wide as may be.
    fn past_constant(&mut self, edge: ferric3_cfa::EdgeId, literal: TermId) -> TermId {
        let whole = || {
            let bound = Bound::of(self.terms, literal)?;
            let symbol = self.terms.as_symbol(bound.t)?;
            let assigned = self.task.form(edge).next.get(&symbol)?;
            let value = self.terms.as_const(*assigned)?;
            let one = ferric3_term::BitVecValue::one(value.width());
            // The neighbour of the constant on the side of the bound.
            let neighbour = match bound.upper {
                true => value.sub(&one),
                false => value.add(&one),
            };
            let wider = bound.with(&neighbour);
            (bound.implies(&wider) && !wider.admits(value)).then_some(wider)
        };
        match whole().filter(|_| self.bounds() == Bounds::Wider) {
            Some(wider) => {
                self.add(WIDER_BOUNDS, 1);
                wider.literal(self.terms)
            }
            None => literal,
        }
    }

    fn count_rotation<'b>(
        &mut self,
        before: usize,
        left: impl ExactSizeIterator<Item = &'b Option<Bound>>,
    ) {
        let saved = before.saturating_sub(left.len()) as u64;
        let wider = left.filter(|wider| wider.is_some()).count() as u64;
        self.count(Technique::LiteralRotation, saved > 0, saved);
        self.count(Technique::BoundGeneralisation, wider > 0, wider);
        self.add(LITERALS_ROTATED, before as u64);
        self.add(LITERALS_SAVED, saved);
        self.add(WIDER_BOUNDS, wider);
    }
}

//! `⋁ₐ ⋀ᵦ i(a, b)` over the implicants `a` of one side and `b` of the other, of which few are needed.

use ferric3_sat::Interrupt;
use ferric3_term::{TermId, Terms};

use super::implicant::implicant;
use super::leaf::leaf;
use super::purify::purify;
use super::{NoInterpolant, missing, solver};
use crate::{BitBlaster, CheckResult, Solver};

/// Pairs of implicants in one search.
const MAX_PAIRS: usize = 400;

/// An interpolant of two sides, each a list of conjuncts.
pub(super) fn between(
    terms: &mut Terms,
    left: &[TermId],
    right: &[TermId],
    interrupt: &Interrupt,
) -> Result<TermId, NoInterpolant> {
    let mut search = Search {
        left: Side::new(terms, left, interrupt)?,
        right: Side::new(terms, right, interrupt)?,
        interrupt,
        pairs: 0,
    };
    search.disjunction(terms)
}

/// A side with a solver that has it asserted.
struct Side {
    formulas: Vec<TermId>,
    solver: BitBlaster,
}

impl Side {
    fn new(
        terms: &mut Terms,
        formulas: &[TermId],
        interrupt: &Interrupt,
    ) -> Result<Side, NoInterpolant> {
        let formulas = purify(terms, formulas)?;
        let mut solver = solver(interrupt);
        for &formula in &formulas {
            solver.assert(terms, formula);
        }
        Ok(Side { formulas, solver })
    }

    /// An implicant that is compatible with these literals, or those of them that this side contradicts.
    fn ask(
        &mut self,
        terms: &mut Terms,
        literals: &[TermId],
    ) -> Result<Result<Vec<TermId>, Vec<TermId>>, NoInterpolant> {
        match self.solver.check(terms, literals) {
            CheckResult::Sat => Ok(Ok(implicant(terms, &self.formulas, &self.solver))),
            CheckResult::Unsat => Ok(Err(self.solver.failed_assumptions().to_vec())),
            CheckResult::Unknown(why) => Err(missing(&why)),
        }
    }
}

struct Search<'a> {
    left: Side,
    right: Side,
    interrupt: &'a Interrupt,
    pairs: usize,
}

impl Search<'_> {
    /// Implied by the left side, contradicts the right one.
    fn disjunction(&mut self, terms: &mut Terms) -> Result<TermId, NoInterpolant> {
        let mut disjuncts = Vec::new();
        while let Ok(cube) = self.left.ask(terms, &[])? {
            let Err(mut core) = self.right.ask(terms, &cube)? else {
                return Err(NoInterpolant::Model);
            };
            // Other literals come first: then often fewer of them are used.
            core.reverse();
            if let Err(fewer) = self.right.ask(terms, &core)? {
                core = fewer;
            }
            let found = self.conjunction(terms, &core)?;
            disjuncts.push(found);
            let not = terms.not(found);
            self.left.solver.assert(terms, not);
        }
        Ok(terms.or(&disjuncts))
    }

    /// Implied by literals that contradict the right side, and contradicts it, too.
    fn conjunction(&mut self, terms: &mut Terms, cube: &[TermId]) -> Result<TermId, NoInterpolant> {
        let mut conjuncts = Vec::new();
        loop {
            match self.right.ask(terms, &conjuncts)? {
                Ok(other) => {
                    self.pairs += 1;
                    if self.pairs > MAX_PAIRS {
                        return Err(NoInterpolant::GaveUp);
                    }
                    let found = leaf(terms, cube, &other, self.interrupt)?;
                    conjuncts.push(found);
                }
                Err(used) => return Ok(terms.and(&used)),
            }
        }
    }
}

//! Which of the new predicates exclude the chain? Those in the core of the abstract unrolling (5.1).
//!
//! Every step starts in a state of its own, which agrees with the one that the step before has led to on
//! control, on the predicates so far, and, if its activation literal is assumed, on a new one:
//!
//! ```text
//! ⋀ᵢ G(yᵢ, wᵢ) ∧ EQ_P(f(yᵢ, wᵢ), yᵢ₊₁) ∧ ⋀ₚ (aₚ ⇒ (p(f(yᵢ, wᵢ)) ⇔ p(yᵢ₊₁)))
//! ```

use ferric3_cfa::LocId;
use ferric3_solver::CheckResult;
use ferric3_term::{Sort, Substitution, SymbolId, TermId, Terms};

use super::AbstractPolicy;
use super::path::Path;
use crate::Interrupted;
use crate::ic3::{Search, Technique};

/// Who asks can do without an answer: the query gives up after so many conflicts.
const CONFLICTS: u64 = 1000;

impl AbstractPolicy {
    /// Those of the new predicates that are needed to exclude the path; all of them if that is hard to
    /// tell.
    pub(super) fn reduce(
        &mut self,
        search: &mut Search<'_>,
        path: &Path,
        new: Vec<(LocId, TermId)>,
    ) -> Result<Vec<(LocId, TermId)>, Interrupted> {
        let mut solver = search.new_solver();
        let terms = &mut *search.terms;
        let active: Vec<TermId> = new
            .iter()
            .map(|_| terms.fresh_symbol("active?", Sort::Bool).1)
            .collect();
        let mut arrived: Option<Substitution> = None;
        let first = path.task.cfa.initial;
        let starts = path.locations.iter().map(|&(here, loc)| (here, Some(loc)));
        for (here, loc) in [(first, None)].into_iter().chain(starts) {
            let (values, mut now) = copy(terms, path.task.cfa.state.iter().map(|var| var.symbol));
            if let (Some(mut arrived), Some(loc)) = (arrived.take(), loc) {
                let mut agree = |terms: &mut Terms, t: TermId| {
                    let (a, b) = (arrived.apply(terms, t), now.apply(terms, t));
                    terms.eq(a, b)
                };
                let control = self.predicates.control().map(|c| terms.symbol_term(c));
                for &t in self.predicates.at(loc).iter().chain(control.as_ref()) {
                    let agrees = agree(terms, t);
                    solver.assert(terms, agrees);
                }
                for (&(at, p), &active) in new.iter().zip(&active) {
                    if at == loc {
                        let agrees = agree(terms, p);
                        let inactive = terms.not(active);
                        solver.assert_clause(terms, &[inactive, agrees]);
                    }
                }
                for &fact in path.task.facts.at(here) {
                    let fact = now.apply(terms, fact);
                    solver.assert(terms, fact);
                }
            }
            let Some(&edge) = path.task.outgoing(here).first() else {
                break;
            };
            let form = path.task.form(edge);
            let (inputs, _) = copy(terms, form.inputs.iter().copied());
            let all = values.iter().chain(&inputs).copied();
            let mut before = Substitution::new(all);
            let guard = before.apply(terms, form.guard);
            solver.assert(terms, guard);
            let after = values.iter().map(|&(symbol, value)| {
                let next = form.next.get(&symbol);
                (
                    symbol,
                    next.map_or(value, |&next| before.apply(terms, next)),
                )
            });
            arrived = Some(Substitution::new(after.collect::<Vec<_>>()));
        }
        solver.set_conflict_limit(Some(CONFLICTS));
        let result = solver.check(terms, &active);
        let before = new.len();
        let kept = match result {
            CheckResult::Unsat => {
                let used = solver.failed_assumptions();
                let both = new.into_iter().zip(&active);
                let needed = both.filter(|(_, active)| used.contains(active));
                needed.map(|(predicate, _)| predicate).collect()
            }
            CheckResult::Sat => {
                debug_assert!(false, "the new predicates do not exclude the chain");
                new
            }
            CheckResult::Unknown(_) => new,
        };
        search.count_solver(&solver.stats());
        let fewer = (before - kept.len()) as u64;
        search.count(Technique::ReducePredicates, fewer > 0, fewer);
        Ok(kept)
    }
}

/// Fresh symbols that stand for these.
fn copy(
    terms: &mut Terms,
    symbols: impl Iterator<Item = SymbolId>,
) -> (Vec<(SymbolId, TermId)>, Substitution) {
    let mut values = Vec::new();
    for symbol in symbols {
        let info = terms.symbol(symbol);
        let (name, sort) = (info.name.clone(), info.sort);
        values.push((symbol, terms.fresh_symbol(name, sort).1));
    }
    let substitution = Substitution::new(values.iter().copied());
    (values, substitution)
}

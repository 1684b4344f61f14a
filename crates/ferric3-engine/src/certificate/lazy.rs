//! Invariants of large automata: only what the proof needs is checked, with as little as possible.
//!
//! The obligations of an invariant are `I(l) ∧ G ⇒ c∘f` for every edge `(l, G, f, l')` and every
//! clause `c` of `I(l')`, and `I(l) ∧ G ⇒ false` for edges into the error location. On the body of a
//! controller's loop all of them at once are millions of clauses, nearly all about values that the
//! property does not depend on. So:
//!
//! * *Backwards from the error.* A clause is checked once another obligation has used it; an
//!   invariant has many that none uses. What was used is an inductive invariant by itself.
//! * *Lazily.* An obligation starts with its goal alone. A model is shown the clauses of `I(l)` and the
//!   conjuncts of `G` that it violates; the smallest of them come in, until there is no model, or
//!   one that violates nothing, which refutes the invariant.
//! * *Without floating-point arithmetic* at first: its results are any values
//!   ([`FloatAbstraction`]).

use std::collections::BTreeMap;

use ferric3_cfa::EdgeId;
use ferric3_solver::{CheckResult, ModelOf, Solver, SolverConfig, SolverStats};
use ferric3_term::{Evaluator, FloatAbstraction, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::CertificateError;
use super::obligations::{Obligation, Worker, discharge_all};
use crate::{Invariant, Task};

/// Tasks with fewer terms are checked all at once.
const SMALL: usize = 20_000;

/// A context with more clauses than this is not used for another obligation.
const FULL: u64 = 30_000;

/// Terms of more nodes than this are all alike.
const LARGE: u32 = 5_000;

/// So many violated conjuncts come in at first, and twice as many each time.
const FIRST: usize = 3;

/// Are the formulas of a task so large that laziness pays?
pub(super) fn is_large(task: &Task, terms: &Terms) -> bool {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack = Vec::new();
    for form in task.forms.iter() {
        stack.push(form.guard);
        stack.extend(form.next.values());
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                stack.extend(terms.args(term));
            }
        }
        if seen.len() > SMALL {
            return true;
        }
    }
    false
}

/// Check that an invariant excludes all errors. The clauses that this needs, which are an invariant
/// that does so, too.
pub(super) fn check(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    invariant: &Invariant,
) -> Result<(Invariant, SolverStats), CertificateError> {
    let create = |solvers| Checker {
        task,
        solvers,
        invariant,
        contexts: BTreeMap::new(),
        sizes: FxHashMap::default(),
        floats: FloatAbstraction::default(),
        stats: SolverStats::default(),
    };
    let errors = task.incoming(task.cfa.error).iter();
    let errors = errors.map(|&edge| Obligation { edge, clause: None });
    let (needed, stats) = discharge_all(task, terms, solvers, errors, create)?;
    let clauses = needed
        .into_iter()
        .map(|needed| needed.into_iter().collect());
    Ok((Invariant::new(clauses.collect()), stats))
}

struct Checker<'a> {
    task: &'a Task,
    solvers: SolverConfig,
    invariant: &'a Invariant,
    contexts: BTreeMap<EdgeId, Box<dyn Solver>>,
    sizes: FxHashMap<TermId, u32>,
    floats: FloatAbstraction,
    /// Those of contexts that are gone.
    stats: SolverStats,
}

impl Worker for Checker<'_> {
    fn group(_: &Task, obligation: Obligation) -> usize {
        obligation.edge.index()
    }

    fn discharge(
        &mut self,
        terms: &mut Terms,
        Obligation { edge, clause }: Obligation,
    ) -> Result<Vec<TermId>, CertificateError> {
        let form = self.task.form(edge);
        // What the form rests on.
        let mut needed = self.task.assumed(form.edge.from).to_vec();
        let goal = match clause {
            None => terms.tt(),
            Some(clause) => {
                let mut after = form.before();
                let kept = after.apply(terms, clause);
                let kept = terms.by_cases(kept);
                terms.not(kept)
            }
        };
        if terms.as_bool(goal) != Some(false) {
            needed.extend(self.exclude(terms, edge, goal)?);
        }
        Ok(needed)
    }

    fn stats(&self) -> SolverStats {
        let mut stats = self.stats;
        for solver in self.contexts.values() {
            stats.add(&solver.stats());
        }
        stats
    }
}

impl Checker<'_> {
    /// Show that no state of the invariant takes the edge and satisfies `goal`. The clauses of the
    /// invariant that this takes.
    fn exclude(
        &mut self,
        terms: &mut Terms,
        edge: EdgeId,
        goal: TermId,
    ) -> Result<Vec<TermId>, CertificateError> {
        let form = self.task.form(edge);
        let mut candidates: Vec<TermId> = self.invariant.at(form.edge.from).to_vec();
        let known: FxHashSet<TermId> = candidates.iter().copied().collect();
        conjuncts(terms, form.guard, &mut candidates);
        let mut never = candidates.iter().copied();
        if let Some(never) = never.find(|&c| terms.as_bool(c) == Some(false)) {
            // No run gets there, or none takes the edge. If that is what the invariant says, it is needed.
            return Ok(known.get(&never).copied().into_iter().collect());
        }
        let mut solver = self.context(edge);
        let mut chosen = vec![goal];
        let mut more = FIRST;
        let mut is_exact = false;
        let used: Vec<TermId> = loop {
            let asked: Vec<TermId> = match is_exact {
                true => chosen.clone(),
                false => {
                    let floats = &mut self.floats;
                    chosen.iter().map(|&t| floats.apply(terms, t)).collect()
                }
            };
            match solver.check(terms, &asked) {
                CheckResult::Unsat => {
                    let failed = solver.failed_assumptions();
                    let used = chosen.iter().zip(&asked);
                    let used = used.filter(|(_, asked)| failed.contains(asked));
                    break used.map(|(&term, _)| term).collect();
                }
                CheckResult::Unknown(why) => return Err(why.into()),
                CheckResult::Sat => {}
            }
            let mut violated = violated(terms, solver.as_ref(), &candidates);
            if violated.is_empty() {
                if is_exact {
                    return Err(CertificateError::Consecution(edge));
                }
                // A model of the abstraction may be none of the formula.
                is_exact = true;
                continue;
            }
            violated.sort_by_key(|&term| (self.size(terms, term), term));
            violated.truncate(more);
            more *= 2;
            candidates.retain(|candidate| !violated.contains(candidate));
            chosen.extend(violated);
        };
        if solver.stats().clauses < FULL {
            self.contexts.insert(edge, solver);
        } else {
            self.stats.add(&solver.stats());
        }
        Ok(used
            .into_iter()
            .filter(|term| known.contains(term))
            .collect())
    }

    /// The context of an edge.
    fn context(&mut self, edge: EdgeId) -> Box<dyn Solver> {
        let kept = self.contexts.remove(&edge);
        kept.unwrap_or_else(|| self.solvers.create())
    }

    /// The number of nodes of a term, as far as that matters.
    fn size(&mut self, terms: &Terms, term: TermId) -> u32 {
        if let Some(&size) = self.sizes.get(&term) {
            return size;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if seen.len() as u32 > LARGE {
                break;
            }
            if seen.insert(term) {
                stack.extend(terms.args(term));
            }
        }
        let size = seen.len() as u32;
        self.sizes.insert(term, size);
        size
    }
}

/// The terms that a model of the solver does not satisfy.
fn violated(terms: &Terms, solver: &dyn Solver, candidates: &[TermId]) -> Vec<TermId> {
    let mut evaluator = Evaluator::new();
    let model = ModelOf(solver);
    let candidates = candidates.iter().copied();
    candidates
        .filter(|&term| !evaluator.eval(terms, &model, term).as_bool())
        .collect()
}

/// The parts of a conjunction.
fn conjuncts(terms: &Terms, term: TermId, into: &mut Vec<TermId>) {
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::And => stack.extend(terms.args(term)),
            _ => into.push(term),
        }
    }
}

#[cfg(test)]
mod tests {
    use ferric3_cfa::{BuildOptions, build, large_blocks, mark_loop_heads};
    use ferric3_ivl::builder::{Builder, Operand, bv};

    use super::*;

    /// `x` and `y` go together, `z` goes its own way.
    fn task() -> (Task, Terms) {
        let mut b = Builder::new();
        let (x, y) = (b.global("x", bv(8)), b.global("y", bv(8)));
        let (z, go) = (b.global("z", bv(8)), b.global("go", bv(8)));
        b.proc("main");
        b.assign(x, 0);
        b.assign(y, 0);
        b.assign(z, 0);
        b.havoc(go);
        b.while_(go.ugt(0), |b| {
            b.assign(x, x + go);
            b.assign(y, y + go);
            b.assign(z, z * go + 3);
            b.havoc(go);
        });
        b.assert(x.is(y));
        let (program, mut terms) = b.finish();
        let cfa = build(&program, &mut terms, BuildOptions::default());
        let mut cfa = cfa.expect("a small program");
        mark_loop_heads(&mut cfa);
        let large = large_blocks(cfa, &terms);
        (Task::new(large.cfa, &mut terms), terms)
    }

    /// Check an invariant of the loop head.
    fn checked(
        clauses: impl Fn(&mut Terms, &[TermId]) -> Vec<TermId>,
    ) -> Result<usize, CertificateError> {
        let (task, mut terms) = task();
        let variables: Vec<TermId> = task.cfa.state.iter().map(|v| v.term).collect();
        let here = clauses(&mut terms, &variables);
        let (initial, error) = (task.cfa.initial, task.cfa.error);
        let locations = task.cfa.locations.ids();
        let all = locations.map(|loc| match loc {
            loc if loc == initial || loc == error => Vec::new(),
            _ => here.clone(),
        });
        let invariant = Invariant::new(all.collect());
        let (needed, _) = check(&task, &mut terms, &SolverConfig::default(), &invariant)?;
        super::super::check_invariant(&task, &mut terms, &SolverConfig::default(), &needed, true)?;
        Ok(needed.len())
    }

    #[test]
    fn what_nothing_uses_is_not_in_the_proof() {
        let found = checked(|terms, v| {
            let seven = terms.bv_u64(7, 8);
            let not_inductive = terms.bv_ult(v[2], seven);
            vec![not_inductive, terms.eq(v[0], v[1])]
        });
        assert_eq!(found, Ok(1));
    }

    #[test]
    fn what_does_not_exclude_the_error_is_refused() {
        let found = checked(|terms, v| {
            let seven = terms.bv_u64(7, 8);
            vec![terms.bv_ult(v[2], seven)]
        });
        assert!(
            matches!(found, Err(CertificateError::Consecution(_))),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_needed_and_not_inductive_is_refused() {
        let found = checked(|terms, v| {
            let zero = terms.bv_u64(0, 8);
            vec![terms.eq(v[0], zero), terms.eq(v[1], zero)]
        });
        assert!(
            matches!(found, Err(CertificateError::Consecution(_))),
            "{found:?}"
        );
    }
}

//! A proof by k-induction as an inductive invariant.
//!
//! With `B_j(l)` the states from which a path of exactly `j` edges leads from `l` to the error
//! location, and `A` the auxiliary invariant,
//!
//! ```text
//! I(l) = A(l) ∧ ¬B_1(l) ∧ … ∧ ¬B_{k-1}(l)
//! ```
//!
//! is an inductive invariant: an edge from `I(l)` into `B_j(m)` would start in `B_{j+1}(l)`, which
//! `I(l)` excludes for `j + 1 < k` and the step case for `j + 1 = k`; an edge out of the initial
//! location into `B_j(m)` would be a run of `j + 1 ≤ k` edges, which the base case excludes.
//!
//! `B_j` says that there are inputs. They are put in from models, until nothing is left: a path
//! usually needs a few inputs only to choose its way. Where that does not end soon there is no
//! such invariant here.

use ferric3_cfa::LocId;
use ferric3_solver::{CheckResult, Solver, SolverConfig};
use ferric3_term::{Op, Substitution, SymbolId, TermId, Terms};

use crate::{Invariant, Task};

/// Proofs with a greater `k` stay as they are: nobody wants to read that.
const MAX_K: usize = 10;
/// Values of the inputs that are tried for one location and one length.
const MAX_INSTANCES: usize = 16;
/// Terms that may be built.
const MAX_TERMS: usize = 20_000;
/// Conflicts that a query may take.
const MAX_CONFLICTS: u64 = 1_000;

/// The invariant that base and step case for `k` with this auxiliary invariant amount to.
pub(crate) fn invariant(
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    auxiliary: &Invariant,
    k: usize,
) -> Option<Invariant> {
    if k > MAX_K {
        return None;
    }
    let most = terms.len() + MAX_TERMS;
    let locations = task.cfa.locations.len();
    let mut clauses: Vec<Vec<TermId>> = task
        .cfa
        .locations
        .ids()
        .map(|loc| auxiliary.at(loc).to_vec())
        .collect();
    let mut bad: Vec<Option<TermId>> = vec![None; locations];
    bad[task.cfa.error.index()] = Some(terms.tt());
    for _ in 1..k {
        let mut before = vec![None; locations];
        for loc in task.cfa.locations.ids() {
            if loc == task.cfa.initial {
                continue;
            }
            let (path, inputs) = one_edge_more(task, terms, loc, &bad);
            if terms.as_bool(path) == Some(false) {
                continue;
            }
            let states = without_inputs(terms, solvers, auxiliary.at(loc), path, &inputs)?;
            if terms.len() > most || solvers.interrupt.is_raised() {
                return None;
            }
            before[loc.index()] = Some(states);
            exclude(terms, states, &mut clauses[loc.index()]);
        }
        bad = before;
    }
    Some(Invariant::new(clauses))
}

/// The condition, over state and inputs, that an edge out of `loc` leads into `bad`; and the
/// inputs.
fn one_edge_more(
    task: &Task,
    terms: &mut Terms,
    loc: LocId,
    bad: &[Option<TermId>],
) -> (TermId, Vec<SymbolId>) {
    let mut paths = Vec::new();
    let mut inputs = Vec::new();
    for &edge in task.outgoing(loc) {
        let form = task.form(edge);
        let Some(behind) = bad[form.edge.to.index()] else {
            continue;
        };
        let mut after = form.before();
        let behind = after.apply(terms, behind);
        paths.push(terms.and2(form.guard, behind));
        inputs.extend_from_slice(&form.inputs);
    }
    inputs.sort_unstable();
    inputs.dedup();
    (terms.or(&paths), inputs)
}

/// The states of `known` with inputs that make `path` true.
fn without_inputs(
    terms: &mut Terms,
    solvers: &SolverConfig,
    known: &[TermId],
    path: TermId,
    inputs: &[SymbolId],
) -> Option<TermId> {
    let occurring = terms.symbols_of(path);
    let inputs: Vec<SymbolId> = inputs
        .iter()
        .copied()
        .filter(|input| occurring.binary_search(input).is_ok())
        .collect();
    if inputs.is_empty() {
        return Some(path);
    }
    let mut solver = solvers.create();
    solver.set_conflict_limit(Some(MAX_CONFLICTS));
    for &clause in known {
        solver.assert(terms, clause);
    }
    solver.assert(terms, path);
    let mut instances = Vec::new();
    for _ in 0..=MAX_INSTANCES {
        match solver.check(terms, &[]) {
            CheckResult::Unsat => return Some(terms.or(&instances)),
            // Whatever the reason is: the proof is one by k-induction then.
            CheckResult::Unknown(_) => return None,
            CheckResult::Sat => {}
        }
        let instance = with_values(terms, solver.as_ref(), path, &inputs);
        let other = terms.not(instance);
        solver.assert(terms, other);
        instances.push(instance);
    }
    None
}

/// `path` with the values that the inputs have in the model.
fn with_values(
    terms: &mut Terms,
    solver: &dyn Solver,
    path: TermId,
    inputs: &[SymbolId],
) -> TermId {
    let mut pairs = Vec::new();
    for &input in inputs {
        let value = solver.symbol_value(terms, input);
        pairs.push((input, terms.constant(&value)));
    }
    Substitution::new(pairs).apply(terms, path)
}

/// The states are none of these: one clause for each way to be one.
fn exclude(terms: &mut Terms, states: TermId, clauses: &mut Vec<TermId>) {
    let ways = match terms.op(states) {
        Op::Or => terms.args(states).to_vec(),
        _ => vec![states],
    };
    for way in ways {
        let clause = terms.not(way);
        if terms.as_bool(clause) != Some(true) && !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
}

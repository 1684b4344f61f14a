//! Problems that the checks share.

use super::Rng;
use crate::{Lit, SatResult, SatSolver, Var};

/// `count` new variables, as positive literals.
pub(super) fn new_lits(solver: &mut dyn SatSolver, count: usize) -> Vec<Lit> {
    (0..count).map(|_| solver.new_var().positive()).collect()
}

/// `pigeons` pigeons in one hole less; unsatisfiable and exponentially hard for resolution.
pub(super) fn add_pigeonhole(solver: &mut dyn SatSolver, pigeons: usize) {
    let holes = pigeons - 1;
    let at: Vec<Vec<Lit>> = (0..pigeons).map(|_| new_lits(solver, holes)).collect();
    for pigeon in &at {
        solver.add_clause(pigeon);
    }
    for (index, second) in at.iter().enumerate() {
        for first in &at[..index] {
            for (&a, &b) in first.iter().zip(second) {
                solver.add_clause(&[!a, !b]);
            }
        }
    }
}

/// A random clause over the first `vars` variables; repeated and opposite literals may occur.
pub(super) fn random_clause(rng: &mut Rng, vars: usize, size: usize) -> Vec<Lit> {
    (0..size).map(|_| random_lit(rng, vars)).collect()
}

/// A random literal over the first `vars` variables.
pub(super) fn random_lit(rng: &mut Rng, vars: usize) -> Lit {
    let index = u32::try_from(rng.below(vars)).expect("few variables");
    Var::new(index).positive().flip_if(rng.one_in(2))
}

/// Is `lit` true if bit `v` of `model` is the value of variable `v`?
fn holds(model: u32, lit: Lit) -> bool {
    (model >> lit.var().index()) & 1 == u32::from(!lit.is_negative())
}

/// Is there a model of all clauses and assumptions? By trying all `2^vars`.
pub(super) fn brute_force(clauses: &[Vec<Lit>], assumptions: &[Lit], vars: usize) -> bool {
    (0..1_u32 << vars).any(|model| {
        assumptions.iter().all(|&lit| holds(model, lit))
            && clauses
                .iter()
                .all(|clause| clause.iter().any(|&lit| holds(model, lit)))
    })
}

/// Solve and check whatever the contract of [`SatSolver`] lets one check: after `Sat` that the
/// model satisfies clauses and assumptions, after `Unsat` that the failed assumptions suffice.
pub(super) fn solve_checked(
    solver: &mut dyn SatSolver,
    clauses: &[Vec<Lit>],
    assumptions: &[Lit],
) -> SatResult {
    let result = solver.solve(assumptions);
    match result {
        SatResult::Sat => {
            for clause in clauses {
                assert!(
                    clause.iter().any(|&lit| solver.value(lit)),
                    "the model should satisfy {clause:?}"
                );
            }
            for &lit in assumptions {
                assert!(
                    solver.value(lit),
                    "the assumption {lit:?} should hold in the model"
                );
                assert!(
                    !solver.value(!lit),
                    "a literal and its negation should differ"
                );
            }
        }
        SatResult::Unsat => {
            let failed: Vec<Lit> = assumptions
                .iter()
                .copied()
                .filter(|&lit| solver.failed(lit))
                .collect();
            let again = solver.solve(&failed);
            assert_eq!(
                again,
                SatResult::Unsat,
                "{failed:?} should be a core of {assumptions:?}"
            );
        }
        SatResult::Unknown => panic!("nobody asked the solver to stop"),
    }
    result
}

//! Random formulas against brute force, random call sequences against another back end.

use super::problems::{brute_force, new_lits, random_clause, random_lit, solve_checked};
use super::{Create, Rng};
use crate::{Lit, SatResult};

pub(super) fn check(create: Create<'_>) {
    three_sat(create);
    incremental_traces(create);
}

/// Random 3-SAT around the threshold (4.26 clauses per variable), where both answers occur.
fn three_sat(create: Create<'_>) {
    let mut answers = [0, 0];
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let vars = 3 + rng.below(10);
        let mut solver = create();
        new_lits(&mut *solver, vars);
        let clauses: Vec<_> = (0..vars * 43 / 10)
            .map(|_| random_clause(&mut rng, vars, 3))
            .collect();
        for clause in &clauses {
            solver.add_clause(clause);
        }
        let expected = brute_force(&clauses, &[], vars);
        let result = solve_checked(&mut *solver, &clauses, &[]);
        assert_eq!(result == SatResult::Sat, expected, "3-SAT with seed {seed}");
        answers[usize::from(expected)] += 1;
    }
    assert!(
        answers.iter().all(|&count| count > 20),
        "both answers should occur: {answers:?}"
    );
}

/// Clauses of all sizes and queries in any order.
fn incremental_traces(create: Create<'_>) {
    for seed in 0..60 {
        let mut rng = Rng::new(1000 + seed);
        let vars = 2 + rng.below(8);
        let mut solver = create();
        new_lits(&mut *solver, vars);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for step in 0..40 {
            if rng.one_in(2) {
                let size = 1 + rng.below(5);
                let clause = random_clause(&mut rng, vars, size);
                solver.add_clause(&clause);
                clauses.push(clause);
            } else {
                let count = rng.below(5);
                let assumptions = random_clause(&mut rng, vars, count);
                let expected = brute_force(&clauses, &assumptions, vars);
                let result = solve_checked(&mut *solver, &clauses, &assumptions);
                assert_eq!(
                    result == SatResult::Sat,
                    expected,
                    "trace {seed}, step {step}"
                );
            }
        }
    }
}

/// Larger traces, where brute force is out of reach: variables are added on the way, clauses
/// come with activation literals as an IC3 engine uses them.
pub(super) fn check_agreement(left: Create<'_>, right: Create<'_>) {
    for seed in 0..20 {
        let mut rng = Rng::new(2000 + seed);
        let mut solvers = [left(), right()];
        let mut vars = 0;
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut active: Vec<Lit> = Vec::new();
        for step in 0..400 {
            if vars < 20 || rng.one_in(10) {
                let new = solvers
                    .each_mut()
                    .map(|solver| new_lits(&mut **solver, 1)[0]);
                assert_eq!(new[0], new[1], "variables are dense");
                vars += 1;
                if rng.one_in(4) {
                    active.push(new[0]);
                }
            } else if rng.one_in(8) {
                let count = rng.below(6);
                let mut assumptions = random_clause(&mut rng, vars, count);
                assumptions.extend(active.iter().filter(|_| rng.one_in(2)));
                let answers = solvers
                    .each_mut()
                    .map(|s| solve_checked(&mut **s, &clauses, &assumptions));
                assert_eq!(answers[0], answers[1], "trace {seed}, step {step}");
            } else {
                let size = 2 + rng.below(3);
                let mut clause = random_clause(&mut rng, vars, size);
                match active.is_empty() || rng.one_in(3) {
                    true => clause.push(random_lit(&mut rng, vars)),
                    false => clause.push(!rng.pick(&active)),
                }
                for solver in &mut solvers {
                    solver.add_clause(&clause);
                }
                clauses.push(clause);
            }
        }
    }
}

//! Small cases with known answers.

use super::Create;
use super::problems::{add_pigeonhole, new_lits, solve_checked};
use crate::{Lit, SatResult, SatSolver};

pub(super) fn check(create: Create<'_>) {
    no_clauses(create);
    unit_clauses(create);
    empty_clause(create);
    odd_clauses(create);
    assumptions_are_forgotten(create);
    failed_assumptions(create);
    odd_assumptions(create);
    grows_between_queries(create);
    counts(create);
    same_calls_same_answers(create);
}

fn failed(solver: &dyn SatSolver, assumptions: &[Lit]) -> Vec<Lit> {
    assumptions
        .iter()
        .copied()
        .filter(|&lit| solver.failed(lit))
        .collect()
}

fn no_clauses(create: Create<'_>) {
    let mut solver = create();
    assert_eq!(
        solver.solve(&[]),
        SatResult::Sat,
        "no clauses, no variables"
    );
    let lits = new_lits(&mut *solver, 3);
    for (index, lit) in lits.iter().enumerate() {
        assert_eq!(lit.var().index(), index, "variables should be dense");
    }
    assert_eq!(
        solve_checked(&mut *solver, &[], &[lits[0], !lits[2]]),
        SatResult::Sat
    );
}

fn unit_clauses(create: Create<'_>) {
    let mut solver = create();
    let [a, b] = new_lits(&mut *solver, 2)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a]);
    solver.add_clause(&[!a, !b]);
    assert_eq!(solver.solve(&[]), SatResult::Sat);
    assert!(solver.value(a) && !solver.value(b));
    assert_eq!(solver.solve(&[a, b]), SatResult::Unsat);
    assert_eq!(
        failed(&*solver, &[b]),
        [b],
        "only b contradicts the clauses"
    );
    solver.add_clause(&[b]);
    assert_eq!(solver.solve(&[]), SatResult::Unsat);
}

fn empty_clause(create: Create<'_>) {
    let mut solver = create();
    let [a] = new_lits(&mut *solver, 1)[..] else {
        unreachable!()
    };
    solver.add_clause(&[]);
    for assumptions in [&[][..], &[a], &[!a]] {
        assert_eq!(solver.solve(assumptions), SatResult::Unsat);
        assert_eq!(failed(&*solver, assumptions), [], "no assumption is needed");
    }
    let [b] = new_lits(&mut *solver, 1)[..] else {
        unreachable!()
    };
    solver.add_clause(&[b, a]);
    assert_eq!(
        solver.solve(&[b]),
        SatResult::Unsat,
        "the empty clause stays"
    );
}

fn odd_clauses(create: Create<'_>) {
    let mut solver = create();
    let [a, b] = new_lits(&mut *solver, 2)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a, !a]);
    solver.add_clause(&[b, b, b]);
    assert_eq!(
        solver.solve(&[!a]),
        SatResult::Sat,
        "a tautology says nothing"
    );
    assert_eq!(solver.solve(&[!b]), SatResult::Unsat, "b ∨ b is b");
}

fn assumptions_are_forgotten(create: Create<'_>) {
    let mut solver = create();
    let [a, b] = new_lits(&mut *solver, 2)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a, b]);
    assert_eq!(solver.solve(&[!a, !b]), SatResult::Unsat);
    assert_eq!(solver.solve(&[!a]), SatResult::Sat);
    assert!(solver.value(b));
    assert_eq!(solver.solve(&[!b]), SatResult::Sat);
    assert!(solver.value(a));
    assert_eq!(solver.solve(&[]), SatResult::Sat);
}

fn failed_assumptions(create: Create<'_>) {
    let mut solver = create();
    let x = new_lits(&mut *solver, 20);
    for pair in x[..10].windows(2) {
        solver.add_clause(&[!pair[0], pair[1]]);
    }
    // x0 → … → x9, so x0 and ¬x9 clash; the rest is noise.
    let mut assumptions = vec![x[15], !x[9], x[12], x[0], !x[18]];
    assert_eq!(solver.solve(&assumptions), SatResult::Unsat);
    assert_eq!(failed(&*solver, &assumptions), [!x[9], x[0]]);
    assumptions.reverse();
    assert_eq!(solver.solve(&assumptions), SatResult::Unsat);
    assert_eq!(failed(&*solver, &assumptions), [x[0], !x[9]]);
    assert!(
        !solver.failed(x[9]),
        "the negation of a failed assumption has not failed"
    );
}

fn odd_assumptions(create: Create<'_>) {
    let mut solver = create();
    let [a, b, c] = new_lits(&mut *solver, 3)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a, b, c]);
    assert_eq!(
        solver.solve(&[a, a, b, a]),
        SatResult::Sat,
        "duplicates are fine"
    );
    assert_eq!(
        solver.solve(&[c, a, b, !a]),
        SatResult::Unsat,
        "contradiction"
    );
    assert_eq!(failed(&*solver, &[c, a, b, !a]), [a, !a]);
    solver.add_clause(&[!a]);
    assert_eq!(
        solver.solve(&[b, a, a]),
        SatResult::Unsat,
        "false at the top level"
    );
    assert_eq!(failed(&*solver, &[b, a]), [a]);
    assert_eq!(
        solver.solve(&[!a, !a, b]),
        SatResult::Sat,
        "true at the top level"
    );
}

fn grows_between_queries(create: Create<'_>) {
    let mut solver = create();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let mut before = new_lits(&mut *solver, 1)[0];
    for round in 0..50 {
        let [next, gate] = new_lits(&mut *solver, 2)[..] else {
            unreachable!()
        };
        for clause in [vec![!before, gate, next], vec![before, !next]] {
            solver.add_clause(&clause);
            clauses.push(clause);
        }
        assert_eq!(
            solve_checked(&mut *solver, &clauses, &[before, !gate]),
            SatResult::Sat,
            "round {round}"
        );
        assert_eq!(
            solve_checked(&mut *solver, &clauses, &[before, !gate, !next]),
            SatResult::Unsat,
            "round {round}"
        );
        before = next;
    }
}

fn counts(create: Create<'_>) {
    let mut solver = create();
    let [a, b] = new_lits(&mut *solver, 2)[..] else {
        unreachable!()
    };
    solver.add_clause(&[a, b]);
    solver.add_clause(&[!a]);
    solver.solve(&[]);
    solver.solve(&[a]);
    solver.solve(&[b]);
    let stats = solver.stats();
    assert_eq!((stats.vars, stats.clauses), (2, 2));
    assert_eq!((stats.queries, stats.sat, stats.unsat), (3, 2, 1));
}

fn same_calls_same_answers(create: Create<'_>) {
    let run = || {
        let mut solver = create();
        add_pigeonhole(&mut *solver, 6);
        let extra = new_lits(&mut *solver, 40);
        for triple in extra.windows(3) {
            solver.add_clause(&[!triple[0], triple[1], !triple[2]]);
        }
        let answer = solver.solve(&extra[..2]);
        (answer, failed(&*solver, &extra), solver.stats().conflicts)
    };
    assert_eq!(run(), run(), "the solver should be deterministic");
}

//! What reducing does with right and with wrong invariants.

use ferric3_cfa::{BuildOptions, Clauses, LocId, Stop, build, large_blocks, mark_loop_heads};
use ferric3_ivl::PropertyId;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

use super::reduce::{Reduced, Set};
use super::stage::Stage;
use super::{Clue, short_search};

/// `x` counts up to 9 by 3, `y` stays 1; is `x` ever 4?
struct Example {
    terms: Terms,
    stage: Stage,
    head: LocId,
    goal: PropertyId,
    x: TermId,
    y: TermId,
}

fn example() -> Example {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y) = (b.local("x", bv(8)), b.local("y", bv(8)));
    b.assign(x, 0);
    b.assign(y, 1);
    let mut goal = None;
    b.while_(x.ult(9), |b| {
        b.assign(x, x + 2 + y);
        goal = Some(b.goal(x.is(4)));
    });
    b.goal(y.is(3));
    let (program, mut terms) = b.finish();
    let coverage = program.properties.ids().collect();
    let options = BuildOptions {
        coverage,
        ..BuildOptions::default()
    };
    let mut cfa = build(&program, &mut terms, options).expect("a small program");
    mark_loop_heads(&mut cfa);
    let cfa = large_blocks(cfa, &terms).cfa;
    let mut heads = cfa.locations.ids();
    let head = heads.find(|&loc| cfa.locations[loc].is_loop_head);
    let head = head.expect("a loop");
    let variable = |name: &str| {
        let mut all = cfa.state.iter();
        let var = all.find(|var| terms.symbol(var.symbol).name.ends_with(name));
        var.expect("it is read").term
    };
    let (x, y) = (variable("x"), variable("y"));
    let stage = Stage::new(cfa.clone(), &mut terms, Stop::NEVER).expect("nobody asks to stop");
    Example {
        terms,
        stage,
        head,
        goal: goal.expect("it was made"),
        x,
        y,
    }
}

/// `x` is a multiple of 3 below 12, `y` is 1, and something that nobody needs.
fn clauses(example: &mut Example) -> [TermId; 3] {
    let terms = &mut example.terms;
    let multiples = [0, 3, 6, 9].map(|n| {
        let n = terms.bv_u64(n, 8);
        terms.eq(example.x, n)
    });
    let one = terms.bv_u64(1, 8);
    let twelve = terms.bv_u64(12, 8);
    [
        terms.or(&multiples),
        terms.eq(example.y, one),
        terms.bv_ult(example.x, twelve),
    ]
}

fn reduced(example: &mut Example, known: &[TermId], mut effort: u64) -> Option<Reduced> {
    let head = example.head;
    let known: Clauses = known.iter().map(|&clause| (head, clause)).collect();
    let ways = example.stage.ways_to(example.goal).expect("there is a way");
    let solvers = SolverConfig::default();
    let mut reducer = example.stage.reducer(known, &solvers);
    reducer.reduce(&mut example.terms, &ways, &mut effort)
}

fn set(example: &Example, clauses: &[TermId]) -> Set {
    let loc = example.head;
    clauses.iter().map(|&clause| Clue { loc, clause }).collect()
}

#[test]
fn what_is_not_needed_goes() {
    let mut example = example();
    let all = clauses(&mut example);
    let found = reduced(&mut example, &all, 1_000_000).expect("it is excluded");
    assert!(found.is_minimal);
    assert_eq!(found.clauses, set(&example, &all[..2]));
    let (goal, solvers) = (example.goal, SolverConfig::default());
    let certified = |stage: &Stage, terms: &mut Terms, reduced| {
        stage
            .certified(terms, &solvers, &[goal], &reduced)
            .is_some()
    };
    assert!(certified(&example.stage, &mut example.terms, found));
    // Each of them alone does not pass.
    for clause in &all[..2] {
        let liar = Reduced {
            clauses: set(&example, &[*clause]),
            is_minimal: true,
        };
        assert!(!certified(&example.stage, &mut example.terms, liar));
    }
}

#[test]
fn a_wrong_invariant_excludes_nothing() {
    let mut example = example();
    let all = clauses(&mut example);
    // It forgets that `x` is 3 after one round.
    let terms = &mut example.terms;
    let values = [0, 6].map(|n| {
        let n = terms.bv_u64(n, 8);
        terms.eq(example.x, n)
    });
    let liar = [terms.or(&values), all[1]];
    assert_eq!(reduced(&mut example, &liar, 1_000_000), None);
    let never = [example.terms.ff()];
    assert_eq!(reduced(&mut example, &never, 1_000_000), None);
    let reduced = Reduced {
        clauses: set(&example, &never),
        is_minimal: true,
    };
    let (goal, solvers) = (example.goal, SolverConfig::default());
    let terms = &mut example.terms;
    let certified = example.stage.certified(terms, &solvers, &[goal], &reduced);
    assert!(certified.is_none());
}

#[test]
fn without_effort_there_is_nothing() {
    let mut example = example();
    let all = clauses(&mut example);
    assert_eq!(reduced(&mut example, &all, 0), None);
}

#[test]
fn a_short_search_finds_an_invariant() {
    let mut example = example();
    let goal = example.goal;
    let solvers = SolverConfig::default();
    let task = example.stage.only(&mut example.terms, &[goal]);
    let task = task.expect("errors of a program say what they are");
    let found = short_search(&task, &mut example.terms, &solvers).expect("it is easy");
    let clauses: Vec<TermId> = found.iter().map(|clue| clue.clause).collect();
    assert!(found.iter().all(|clue| clue.loc == example.head));
    assert!(reduced(&mut example, &clauses, 1_000_000).is_some());
}

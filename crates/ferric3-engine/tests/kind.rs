//! k-induction: which `k` a proof needs, and what the auxiliary invariant is good for.

use ferric3_cfa::{BuildOptions, Facts, LocId, build, large_blocks};
use ferric3_engine::{
    Answer, Budget, Engine, Exchange, KInduction, Patience, Proof, Session, Task, certify,
};
use ferric3_ivl::Program;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms};

/// Tells these clauses once.
struct Told(Vec<(LocId, TermId)>);

impl Exchange for Told {
    fn has_others(&self) -> bool {
        true
    }

    fn publish(&mut self, _: &Terms, _: &[(LocId, TermId)]) {}

    fn receive(&mut self, _: &mut Terms) -> Vec<(LocId, TermId)> {
        std::mem::take(&mut self.0)
    }
}

fn task(program: &Program, terms: &mut Terms) -> Task {
    let small = build(program, terms, BuildOptions::default()).expect("an automaton");
    Task::new(large_blocks(small, terms).cfa, terms)
}

/// The answer of an engine; a proof has passed its check.
fn solve(
    task: &Task,
    terms: &mut Terms,
    mut engine: KInduction,
    told: Vec<(LocId, TermId)>,
) -> Answer {
    let solvers = SolverConfig::default();
    let mut session = Session {
        solvers: &solvers,
        progress: &mut (),
        exchange: &mut Told(told),
        judge: &mut (),
        unrollings: true,
    };
    let answer = engine.solve(task, terms, &mut session);
    if let Answer::Safe(proof) = &answer {
        certify(task, terms, &solvers, proof.clone(), Patience::Unlimited)
            .expect("the proof is one");
    }
    answer
}

/// `a, b, c := 0, 0, 0; while (any) { assert a != 5; a, b, c := b, c, 0 }`: a value of 5 would have
/// been there three rounds before.
fn shift_register(b: &mut Builder) {
    b.proc("main");
    let registers = ["a", "b", "c"].map(|name| b.local(name, bv(8)));
    let more = b.local("more", bv(1));
    for register in registers {
        b.assign(register, 0);
    }
    b.havoc(more);
    b.while_(more.is(1), |b| {
        b.assert(registers[0].differs(5));
        b.assign(registers[0], registers[1]);
        b.assign(registers[1], registers[2]);
        b.assign(registers[2], 0);
        b.havoc(more);
    });
}

#[test]
fn a_shift_register_needs_as_many_edges_as_it_is_long() {
    let mut b = Builder::new();
    shift_register(&mut b);
    let (program, mut terms) = b.finish();
    let task = task(&program, &mut terms);
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::bound(Some(3))),
        Vec::new(),
    );
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::bound(Some(4))),
        Vec::new(),
    );
    // The inputs only choose the way, so that it can be said as an invariant.
    let Answer::Safe(Proof::Invariant(invariant)) = answer else {
        panic!("not a proof by an invariant: {answer:?}");
    };
    assert_eq!(invariant.len(), 3, "{invariant:?}");
}

/// `x := 0; while (any) x := x + 2; assert x != 3`
fn evens(bad: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    let more = b.local("more", bv(1));
    b.assign(x, 0);
    b.havoc(more);
    b.while_(more.is(1), |b| {
        b.assign(x, x + 2);
        b.havoc(more);
    });
    b.assert(x.differs(bad));
    b.finish()
}

/// `x` is even, wherever control comes back to.
fn even(task: &Task, terms: &mut Terms) -> Vec<Vec<TermId>> {
    let x = task.cfa.state[0].term;
    let (last, zero) = (terms.extract(x, 0, 0), terms.bv_u64(0, 1));
    let even = terms.eq(last, zero);
    let locations = task.cfa.locations.iter();
    locations
        .map(|location| {
            if location.is_loop_head {
                vec![even]
            } else {
                vec![]
            }
        })
        .collect()
}

#[test]
fn facts_make_the_step_case_hold() {
    let (program, mut terms) = evens(3);
    let task = task(&program, &mut terms);
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::bound(Some(10))),
        Vec::new(),
    );
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let facts = Facts::new(even(&task, &mut terms));
    assert_eq!(facts.len(), 1);
    let task = task.with_facts(facts);
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::bound(Some(10))),
        Vec::new(),
    );
    assert!(
        matches!(answer, Answer::Safe(Proof::Invariant(_))),
        "{answer:?}"
    );
}

#[test]
fn what_others_tell_becomes_part_of_the_proof() {
    let (program, mut terms) = evens(3);
    let task = task(&program, &mut terms);
    let clauses = even(&task, &mut terms);
    let locations = task.cfa.locations.ids();
    let told: Vec<(LocId, TermId)> = locations
        .flat_map(|loc| {
            clauses[loc.index()]
                .iter()
                .map(move |&clause| (loc, clause))
        })
        .collect();
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::bound(Some(10))),
        told.clone(),
    );
    let Answer::Safe(Proof::Invariant(invariant)) = answer else {
        panic!("not a proof by an invariant: {answer:?}");
    };
    for (loc, clause) in told {
        assert!(invariant.at(loc).contains(&clause));
    }
}

#[test]
fn errors_are_found_and_effort_is_limited() {
    let (program, mut terms) = evens(16);
    let task = task(&program, &mut terms);
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::default()),
        Vec::new(),
    );
    let Answer::Unsafe(counterexample) = answer else {
        panic!("the error was not found: {answer:?}");
    };
    // Into the loop, eight times around, and out.
    assert_eq!(counterexample.steps.len(), 10);
    let answer = solve(
        &task,
        &mut terms,
        KInduction::new(Budget::effort(10)),
        Vec::new(),
    );
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

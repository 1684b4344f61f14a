//! No answer becomes a verdict unless it passes its check: engines that lie are caught.

use ferric3_cfa::{EdgeId, Pass, State};
use ferric3_engine::{
    Answer, CertificateError, CheckError, CheckOptions, Counterexample, CounterexampleStep, Engine,
    EngineKind, EngineStats, Ic3CfaOptions, Invariant, Proof, ReplayError, Session, Task,
    UnknownReason, Verdict, check, check_with,
};
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{Program, PropertyKind};
use ferric3_term::{TermId, Terms};

/// `x := 0; while (any) x := x + 2; assert x != bad`
fn counter(bad: i64) -> (Program, Terms) {
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

type Lie = fn(&Task, &mut Terms) -> Answer;

/// Says what it is told to.
struct Liar(Lie);

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, _: &mut Session<'_>) -> Answer {
        (self.0)(task, terms)
    }

    fn stats(&self) -> EngineStats {
        EngineStats::default()
    }
}

fn outcome_of(lie: Lie, bad: i64) -> Result<Verdict, CheckError> {
    let (program, mut terms) = counter(bad);
    let create = move || -> Box<dyn Engine> { Box::new(Liar(lie)) };
    let mut options = CheckOptions::new(EngineKind::Bmc { max_depth: None });
    // Facts alone decide this program: nothing would be left to lie about.
    options.passes.passes = options.passes.passes.without(Pass::Infeasible);
    check_with(&program, &mut terms, &create, &options, &mut ()).map(|report| report.verdict)
}

fn certificate_error(lie: Lie, bad: i64) -> CertificateError {
    match outcome_of(lie, bad) {
        Err(CheckError::Certificate(error)) => error,
        other => panic!("a failed certificate was expected, not {other:?}"),
    }
}

fn replay_error(lie: Lie, bad: i64) -> ReplayError {
    match outcome_of(lie, bad) {
        Err(CheckError::Replay(error)) => error,
        other => panic!("a failed replay was expected, not {other:?}"),
    }
}

/// Asks the judge about what it is told to say, as a group does, and has nothing else to say.
struct Asking(Lie);

impl Engine for Asking {
    fn name(&self) -> &'static str {
        "asking"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let lie = (self.0)(task, terms);
        let interrupt = &session.solvers.interrupt;
        assert!(!session.judge.accepts(terms, &lie, interrupt));
        Answer::Unknown(UnknownReason::Interrupted)
    }

    fn stats(&self) -> EngineStats {
        EngineStats::default()
    }
}

#[test]
fn a_refusal_is_no_interruption() {
    let lie: Lie = |_, _| Answer::Safe(Proof::Unrolling { depth: 2 });
    let (program, mut terms) = counter(3);
    let create = move || -> Box<dyn Engine> { Box::new(Asking(lie)) };
    let mut options = CheckOptions::new(EngineKind::Bmc { max_depth: None });
    options.passes.passes = options.passes.passes.without(Pass::Infeasible);
    let outcome = check_with(&program, &mut terms, &create, &options, &mut ());
    assert_eq!(
        outcome.map(|report| report.verdict).err(),
        Some(CheckError::Certificate(CertificateError::Unrolling))
    );
}

#[test]
fn the_trivial_invariant_of_an_unsafe_program_is_refused() {
    let lie: Lie = |task, _| {
        let clauses = vec![Vec::new(); task.cfa.locations.len()];
        Answer::Safe(Proof::Invariant(Invariant::new(clauses)))
    };
    assert!(matches!(
        certificate_error(lie, 4),
        CertificateError::Consecution(_)
    ));
}

#[test]
fn an_invariant_that_excludes_the_error_but_is_not_inductive_is_refused() {
    let lie: Lie = |task, terms| {
        let x = task.cfa.state[0].term;
        let four = terms.bv_u64(4, 8);
        let differs = terms.ne(x, four);
        let mut clauses = vec![vec![differs]; task.cfa.locations.len()];
        clauses[task.cfa.initial.index()].clear();
        Answer::Safe(Proof::Invariant(Invariant::new(clauses)))
    };
    assert!(matches!(
        certificate_error(lie, 4),
        CertificateError::Consecution(_)
    ));
}

#[test]
fn an_invariant_that_excludes_initial_states_is_refused() {
    let lie: Lie = |task, terms| {
        let clauses = vec![vec![terms.ff()]; task.cfa.locations.len()];
        Answer::Safe(Proof::Invariant(Invariant::new(clauses)))
    };
    assert_eq!(certificate_error(lie, 3), CertificateError::Initiation);
}

#[test]
fn an_unrolling_that_is_too_short_is_refused() {
    let lie: Lie = |_, _| Answer::Safe(Proof::Unrolling { depth: 2 });
    assert_eq!(certificate_error(lie, 3), CertificateError::Unrolling);
}

fn by_k_induction(k: usize, clauses: Vec<Vec<TermId>>) -> Answer {
    let auxiliary = Invariant::new(clauses);
    Answer::Safe(Proof::KInduction { k, auxiliary })
}

fn no_clauses(task: &Task) -> Vec<Vec<TermId>> {
    vec![Vec::new(); task.cfa.locations.len()]
}

#[test]
fn a_base_case_that_does_not_hold_is_refused() {
    // 4 is reached, and from states with an even number above 4 it is not for a long time.
    let lie: Lie = |task, _| by_k_induction(20, no_clauses(task));
    assert_eq!(certificate_error(lie, 4), CertificateError::Unrolling);
}

#[test]
fn a_step_case_that_does_not_hold_is_refused() {
    // No run gets to an odd number, but paths from other odd numbers do.
    let lie: Lie = |task, _| by_k_induction(3, no_clauses(task));
    assert_eq!(certificate_error(lie, 3), CertificateError::Step);
}

#[test]
fn induction_by_no_edges_is_refused() {
    let lie: Lie = |task, _| by_k_induction(0, no_clauses(task));
    assert_eq!(certificate_error(lie, 4), CertificateError::Step);
}

#[test]
fn an_auxiliary_invariant_that_is_none_is_refused() {
    // With it the step case would hold, and 4 is not reached within one edge.
    let lie: Lie = |task, terms| {
        let x = task.cfa.state[0].term;
        let four = terms.bv_u64(4, 8);
        let differs = terms.ne(x, four);
        let mut clauses = vec![vec![differs]; task.cfa.locations.len()];
        clauses[task.cfa.initial.index()].clear();
        by_k_induction(1, clauses)
    };
    assert!(matches!(
        certificate_error(lie, 4),
        CertificateError::Consecution(_)
    ));
    let lie: Lie = |task, terms| {
        let nowhere = vec![terms.ff()];
        by_k_induction(1, vec![nowhere; task.cfa.locations.len()])
    };
    assert_eq!(certificate_error(lie, 4), CertificateError::Initiation);
}

#[test]
fn honest_k_induction_passes() {
    let honest: Lie = |task, terms| {
        let x = task.cfa.state[0].term;
        let last = terms.extract(x, 0, 0);
        let zero = terms.bv_u64(0, 1);
        let even = terms.eq(last, zero);
        let mut clauses = vec![vec![even]; task.cfa.locations.len()];
        clauses[task.cfa.initial.index()].clear();
        by_k_induction(1, clauses)
    };
    let outcome = outcome_of(honest, 3);
    assert!(matches!(outcome, Ok(Verdict::True(_))), "{outcome:?}");
}

#[test]
fn a_counterexample_whose_steps_cannot_be_taken_is_refused() {
    // Straight into the error with an odd value.
    let lie: Lie = |task, _| {
        let edge_into = |loc| *task.incoming(loc).first().expect("an edge");
        let error = edge_into(task.cfa.error);
        let start = *task.outgoing(task.cfa.initial).first().expect("an edge");
        let step = |edge: EdgeId| CounterexampleStep {
            edge,
            inputs: State::default(),
        };
        let steps = vec![step(start), step(error)];
        Answer::Unsafe(Counterexample {
            initial: State::default(),
            steps,
        })
    };
    assert!(matches!(replay_error(lie, 3), ReplayError::BrokenStep(_)));
}

#[test]
fn a_counterexample_that_stops_before_the_error_is_refused() {
    let lie: Lie = |_, _| {
        Answer::Unsafe(Counterexample {
            initial: State::default(),
            steps: Vec::new(),
        })
    };
    assert_eq!(replay_error(lie, 4), ReplayError::NotAnError);
}

fn honest(program: &Program, terms: &mut Terms) -> Verdict {
    let engine = EngineKind::Ic3Cfa(Ic3CfaOptions::default());
    let options = CheckOptions::new(engine);
    check(program, terms, &options, &mut ())
        .expect("an honest engine passes")
        .verdict
}

#[test]
fn honest_answers_pass() {
    let (program, mut terms) = counter(3);
    assert!(matches!(honest(&program, &mut terms), Verdict::True(_)));
    let (program, mut terms) = counter(4);
    assert!(matches!(honest(&program, &mut terms), Verdict::False(_)));
}

/// A run into an unsupported construct gives no verdict, unless another run violates a property.
#[test]
fn obstacles_never_become_verdicts() {
    for (reachable, also_an_error) in [(true, false), (true, true), (false, false)] {
        let mut b = Builder::new();
        b.proc("main");
        let x = b.local("x", bv(8));
        b.havoc(x);
        if !reachable {
            b.assign(x, 0);
        }
        let obstacle = b.assert(x.differs(7));
        if also_an_error {
            b.assert(x.differs(9));
        }
        let (mut program, mut terms) = b.finish();
        program.properties[obstacle].kind = PropertyKind::Unsupported;
        let verdict = honest(&program, &mut terms);
        match (reachable, also_an_error) {
            (false, _) => assert!(matches!(verdict, Verdict::True(_)), "{verdict:?}"),
            (true, true) => assert!(matches!(verdict, Verdict::False(_)), "{verdict:?}"),
            (true, false) => {
                let Verdict::Unknown(UnknownReason::Unsupported { .. }) = verdict else {
                    panic!("no verdict was expected, not {verdict:?}");
                };
            }
        }
    }
}

const NONE: [i64; 0] = [];

/// Recursion is modelled as far as the stack goes: no verdict beyond it.
#[test]
fn recursion_is_an_obstacle() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let f = b.proc("f");
    b.call(f, NONE);
    b.ret();
    b.enter(main);
    b.call(f, NONE);
    let (program, mut terms) = b.finish();
    match honest(&program, &mut terms) {
        Verdict::Unknown(UnknownReason::Unsupported { construct, .. }) => {
            assert_eq!(construct, "recursive call of `f`, more than 255 deep");
        }
        other => panic!("no verdict was expected, not {other:?}"),
    }
}

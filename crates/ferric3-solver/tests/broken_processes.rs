//! Programs that are missing, are no solvers, crash, hang, or know less than they should.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

use ferric3_sat::Interrupt;
use ferric3_solver::conformance;
use ferric3_solver::{CheckResult, Incomplete, Refusal, SmtLibSolver, Solver, WhyUnknown};
use ferric3_term::{Op, Sort, TermId, Terms};
use ferric3_testkit::{Extra, need};
use tempfile::TempDir;

/// A shell script.
fn script(directory: &TempDir, text: &str) -> String {
    let path = directory.path().join("solver");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Passes the probe, and answers every query with `answer`. `DIR` stands for its own folder.
fn fake(answer: &str) -> (TempDir, SmtLibSolver) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = directory.path().display().to_string();
    let text = format!(
        "while read -r line; do case \"$line\" in
         *echo*) echo ready;;
         *:version*) echo '(:version \"1.2\")';;
         *'(q p)'*) echo unsat;;
         *get-unsat-assumptions*) echo '(p)';;
         *check-sat*) {};;
         *reason-unknown*) echo '(:reason-unknown \"too lazy\")';;
         esac; done",
        answer.replace("DIR", &place)
    );
    let command = script(&directory, &text);
    let solver = SmtLibSolver::find(&command).expect("passes the probe");
    (directory, solver)
}

fn easy_query() -> (Terms, TermId) {
    let mut terms = Terms::new();
    let (_, a) = terms.fresh_symbol("a", Sort::Bool);
    (terms, a)
}

#[test]
fn a_missing_program_is_reported_with_a_hint() {
    let error = SmtLibSolver::find("no-such-solver").expect_err("there is none");
    let text = error.to_string();
    assert!(
        text.starts_with("cannot start `no-such-solver`: "),
        "{text}"
    );
    assert!(error.hint().expect("a hint").contains("install it"));
}

#[test]
fn what_is_no_solver_is_reported() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (text, reason) in [
        ("exit 1", "ended unexpectedly"),
        (
            "while read -r line; do echo yes; done",
            "ended unexpectedly",
        ),
        (
            "while read -r line; do case \"$line\" in *echo*) echo ready;; *:version*) echo 1;; *check*) echo sat;; esac; done",
            "sat",
        ),
        ("cat", "ended unexpectedly"),
    ] {
        let command = script(&directory, text);
        let error = SmtLibSolver::find(&command).expect_err("no solver");
        let message = error.to_string();
        assert!(message.contains("cannot be used as a solver"), "{message}");
        assert!(
            reason == "ended unexpectedly" || message.contains(reason),
            "{message}"
        );
        assert!(error.hint().is_some());
    }
}

#[test]
fn a_broken_process_answers_unknown() {
    let (terms, a) = easy_query();
    for (answer, expected) in [
        ("exit 0", "the solver ended unexpectedly"),
        (
            "echo perhaps",
            "the solver's answer is not understood: perhaps",
        ),
        (
            "echo '(error \"line 1: no\")'",
            "the solver says: \"line 1: no\"",
        ),
        ("echo unknown", "solver does not know: too lazy"),
    ] {
        let (_directory, solver) = fake(answer);
        let mut context = solver.create();
        for _ in 0..2 {
            let why = WhyUnknown::because(expected);
            assert_eq!(context.check(&terms, &[a]), CheckResult::Unknown(why));
        }
    }
}

#[test]
fn after_a_crash_another_process_is_told_everything() {
    let (terms, a) = easy_query();
    let (directory, solver) =
        fake("if [ -e DIR/crash ]; then rm DIR/crash; exit 1; fi; echo unsat");
    let mut context = solver.create();
    assert_eq!(context.check(&terms, &[a]), CheckResult::Unsat);
    assert_eq!(context.restarts(), 0);
    fs::write(directory.path().join("crash"), "").expect("written");
    assert_eq!(context.check(&terms, &[a]), CheckResult::Unsat);
    assert_eq!(context.restarts(), 1);
}

/// A Z3 that is cut off in the middle of its input.
fn crashing_z3(directory: &TempDir) -> SmtLibSolver {
    let place = directory.path().display();
    let command = script(
        directory,
        &format!(
            "if [ -e {place}/crash ]; then rm {place}/crash; sed -u 12q | z3 -in -smt2; \
             else exec z3 -in -smt2; fi"
        ),
    );
    SmtLibSolver::find(&command).expect("Z3")
}

#[test]
fn a_crash_loses_nothing_that_was_asserted() {
    if !need(Extra::Z3, "a_crash_loses_nothing_that_was_asserted") {
        return;
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let crash = |directory: &Path| fs::write(directory.join("crash"), "").expect("written");
    let solver = crashing_z3(&directory);
    let mut context = solver.create();
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(8));
    crash(directory.path());
    for bound in (1..20).rev() {
        let bound = terms.bv_u64(bound, 8);
        let below = terms.mk(Op::BvUlt, &[x, bound]);
        context.assert(&terms, below);
        let not_below = terms.mk(Op::Not, &[below]);
        assert_eq!(context.check(&terms, &[below]), CheckResult::Sat);
        assert_eq!(context.check(&terms, &[not_below]), CheckResult::Unsat);
        assert_eq!(context.failed_assumptions(), [not_below]);
    }
    assert_eq!(context.restarts(), 1);
}

#[test]
fn an_interrupt_ends_a_query_within_a_second() {
    let (terms, a) = easy_query();
    let (_directory, solver) = fake("exec tail -f /dev/null");
    let mut context = solver.create();
    let interrupt = Interrupt::new();
    context.set_interrupt(interrupt.clone());
    let start = Instant::now();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        interrupt.raise();
    });
    let stopped = CheckResult::Unknown(WhyUnknown::Stopped);
    assert_eq!(context.check(&terms, &[a]), stopped);
    let time = start.elapsed();
    assert!(time < Duration::from_millis(1200), "{time:?}");
}

#[test]
fn a_limit_ends_a_query_and_no_more() {
    let (terms, a) = easy_query();
    let (directory, solver) =
        fake("if [ -e DIR/slow ]; then exec tail -f /dev/null; fi; echo unsat");
    let slow = directory.path().join("slow");
    let mut context = solver.create();
    context.set_conflict_limit(Some(10));
    fs::write(&slow, "").expect("written");
    let limit = CheckResult::Unknown(WhyUnknown::Limit);
    assert_eq!(context.check(&terms, &[a]), limit);
    fs::remove_file(&slow).expect("removed");
    assert_eq!(context.check(&terms, &[a]), CheckResult::Unsat);
    assert_eq!(context.restarts(), 0, "it did not crash");
}

#[test]
fn sorts_that_a_program_lacks_are_refused() {
    // It says `unsat` to the probes for arrays.
    let (_directory, solver) = fake("echo unsat");
    let mut terms = Terms::new();
    let sort = Sort::Array {
        index: 4,
        element: 8,
    };
    let (_, array) = terms.fresh_symbol("array", sort);
    let (_, index) = terms.fresh_symbol("index", Sort::BitVec(4));
    let zero = terms.bv_u64(0, 8);
    let read = terms.mk(Op::Select, &[array, index]);
    let is_zero = terms.mk(Op::Eq, &[read, zero]);
    let mut context = solver.create();
    context.assert(&terms, is_zero);
    assert_eq!(
        context.check(&terms, &[]),
        CheckResult::Unsat,
        "if there is no model without it, there is none"
    );
    let (_directory, solver) =
        fake("case \"$line\" in *assumption*) echo sat;; *) echo unsat;; esac");
    let mut context = solver.create();
    let refused = WhyUnknown::Incomplete(Incomplete::Refused(Refusal::Sort(sort)));
    assert_eq!(
        context.check(&terms, &[is_zero]),
        CheckResult::Unknown(refused)
    );
}

/// Bitwuzla reads no questions about itself, and ends when there is one. It prints its version if it is started for that.
#[test]
fn a_program_that_does_not_say_who_it_is_will_do() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let text = "if [ \"$1\" = --version ]; then echo 0.9.1; exit; fi
         while read -r line; do case \"$line\" in
         *echo*) echo ready;;
         *get-info*) echo '(error \"unsupported command\")'; exit 1;;
         *'(q p)'*) echo unsat;;
         *get-unsat-assumptions*) echo '(p)';;
         *check-sat*) echo unsat;;
         esac; done";
    let command = script(&directory, text);
    let solver = SmtLibSolver::find(&command).expect("passes the probe");
    assert_eq!(solver.version(), "of unknown version");
    let known = directory.path().join("bitwuzla");
    fs::rename(&command, &known).expect("renamed");
    let solver = SmtLibSolver::find(known.to_str().expect("a path in UTF-8"));
    assert_eq!(solver.expect("passes the probe").version(), "0.9.1");
}

/// Programs without `check-sat-assuming`, and even without cores.
#[test]
fn programs_that_only_push_and_pop_will_do() {
    if !need(Extra::Z3, "programs_that_only_push_and_pop_will_do") {
        return;
    }
    for without in ["assuming", "assum\\|core"] {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let filter = format!("sed -u 's/.*\\({without}\\).*/(get-info :what)/' | z3 -in -smt2");
        let solver = SmtLibSolver::find(&script(&directory, &filter)).expect("a solver");
        let create = || -> Box<dyn Solver> { Box::new(solver.create()) };
        match without {
            "assuming" => conformance::check_contract(&create),
            _ => {
                let (terms, a) = easy_query();
                let mut terms = terms;
                let not_a = terms.mk(Op::Not, &[a]);
                let (_, b) = terms.fresh_symbol("b", Sort::Bool);
                let mut context = create();
                assert_eq!(context.check(&terms, &[b, a, not_a]), CheckResult::Unsat);
                assert_eq!(context.failed_assumptions(), [b, a, not_a]);
                assert_eq!(context.check(&terms, &[b, a]), CheckResult::Sat);
            }
        }
    }
}

/// More contexts than processes may run.
#[test]
fn contexts_outlive_their_processes() {
    if !need(Extra::Z3, "contexts_outlive_their_processes") {
        return;
    }
    let solver = SmtLibSolver::find("z3").expect("installed");
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(8));
    let mut contexts: Vec<_> = (0..40).map(|_| solver.create()).collect();
    for _ in 0..2 {
        for (number, context) in contexts.iter_mut().enumerate() {
            let value = terms.bv_u64(number as u64, 8);
            let is_value = terms.mk(Op::Eq, &[x, value]);
            context.assert(&terms, is_value);
            assert_eq!(context.check(&terms, &[]), CheckResult::Sat);
            let found = context.value(&terms, x).as_bv().to_u64();
            assert_eq!(found, Some(number as u64));
        }
    }
}

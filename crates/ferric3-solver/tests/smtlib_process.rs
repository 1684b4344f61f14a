//! Solvers in other processes: the conformance suite, and their word against the bit-blaster's.

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::{self, Effort, RandomTerms};
use ferric3_solver::{
    BitBlaster, CheckResult, SmtLibProcess, SmtLibProcessError, Solver, WhyUnknown,
};
use ferric3_term::{Op, Sort, Terms, Value};
use ferric3_testkit::{Extra, need};

type Spawn = fn() -> Result<SmtLibProcess, SmtLibProcessError>;

/// For the conformance suite, which starts it again and again.
fn boxed(spawn: Spawn) -> impl Fn() -> Box<dyn Solver> {
    move || Box::new(spawn().expect("installed"))
}

#[test]
fn z3_conforms() {
    if need(Extra::Z3, "z3_conforms") {
        conformance::check(&boxed(SmtLibProcess::z3), Effort::Quick);
    }
}

#[test]
#[ignore = "cvc5 1.0 takes minutes"]
fn cvc5_conforms() {
    if need(Extra::Cvc5, "cvc5_conforms") {
        conformance::check(&boxed(SmtLibProcess::cvc5), Effort::Quick);
    }
}

#[test]
fn z3_knows_arrays() {
    if need(Extra::Z3, "z3_knows_arrays") {
        conformance::check_arrays(&boxed(SmtLibProcess::z3_with_arrays), Effort::Quick);
    }
}

#[test]
fn z3_knows_floats() {
    if need(Extra::Z3, "z3_knows_floats") {
        conformance::check_floats(&boxed(SmtLibProcess::z3), Effort::Quick);
    }
}

/// Terms that are too wide for brute force: `t = v` for a random value, which is often
/// unsatisfiable, and for a value that the term can have.
#[test]
fn the_bit_blaster_agrees_with_z3() {
    if !need(Extra::Z3, "the_bit_blaster_agrees_with_z3") {
        return;
    }
    let mut answers = [0, 0];
    for seed in 0..30 {
        let width = [5, 8, 12, 16][usize::try_from(seed).expect("few") % 4];
        let sort = Sort::BitVec(width);
        let mut random = RandomTerms::new(5000 + seed, &[sort, sort, Sort::Bool]);
        let mut judge = SmtLibProcess::z3().expect("installed");
        let mut blasters = SatBackend::ALL.map(BitBlaster::new);
        for _ in 0..4 {
            // Depth 3: deeper products and quotients are hard for every solver.
            let term = random.term(sort, 3);
            let assignment = random.assignment();
            let value = match random.rng().one_in(2) {
                true => random.value(sort),
                false => random.terms.eval(term, &assignment),
            };
            let value = random.terms.constant(&value);
            let formula = random.terms.mk(Op::Eq, &[term, value]);
            let expected = judge.check(&random.terms, &[formula]);
            assert!(judge.error().is_none(), "seed {seed}: {:?}", judge.error());
            for blaster in &mut blasters {
                assert_eq!(
                    blaster.check(&random.terms, &[formula]),
                    expected,
                    "seed {seed}"
                );
                if expected == CheckResult::Sat {
                    let model = |symbol| blaster.symbol_value(&random.terms, symbol);
                    assert_eq!(random.terms.eval(formula, &model), Value::Bool(true));
                }
            }
            answers[usize::from(expected == CheckResult::Sat)] += 1;
        }
    }
    assert!(
        answers.iter().all(|&count| count > 10),
        "both answers should occur: {answers:?}"
    );
}

/// A program that answers every query with `answer`. It is a script for the shell rather than a
/// file: a file that was just written cannot be executed while another test starts a process.
fn fake(answer: &str) -> SmtLibProcess {
    let script =
        format!("while read -r line; do case \"$line\" in *check-sat*) {answer};; esac; done");
    SmtLibProcess::spawn("sh", &["-c", &script], "QF_BV").expect("started")
}

#[test]
fn a_missing_program_is_reported() {
    let outcome = SmtLibProcess::spawn("no-such-solver", &[], "QF_BV");
    let error = outcome.err().expect("there is no such program");
    assert!(
        error
            .to_string()
            .starts_with("cannot start `no-such-solver`: "),
        "{error}"
    );
}

#[test]
fn a_broken_process_answers_unknown() {
    let terms = Terms::new();
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
    ] {
        let mut solver = fake(answer);
        assert!(solver.error().is_none());
        for _ in 0..2 {
            let why = WhyUnknown::Incomplete(expected.to_owned());
            assert_eq!(solver.check(&terms, &[]), CheckResult::Unknown(why));
            assert_eq!(solver.error().expect("kept").to_string(), expected);
        }
    }
    let mut solver = fake("echo unknown");
    assert!(matches!(
        solver.check(&terms, &[]),
        CheckResult::Unknown(WhyUnknown::Incomplete(_))
    ));
    assert!(
        solver.error().is_none(),
        "to know no answer is not an error"
    );
}

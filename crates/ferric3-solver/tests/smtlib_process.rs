//! Solvers in other processes: the conformance suite, and their word against the bit-blaster's.

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::{self, Effort, RandomTerms};
use ferric3_solver::{BitBlaster, CheckResult, SmtLibSolver, Solver};
use ferric3_term::{Op, Sort, Value};
use ferric3_testkit::{Extra, need};

/// For the conformance suite, which makes contexts again and again.
fn contexts(command: &str) -> impl Fn() -> Box<dyn Solver> {
    let solver = SmtLibSolver::find(command).expect("installed");
    move || Box::new(solver.create())
}

#[test]
fn z3_conforms() {
    if need(Extra::Z3, "z3_conforms") {
        conformance::check(&contexts("z3"), Effort::Quick);
    }
}

#[test]
fn cvc5_conforms_in_part() {
    if need(Extra::Cvc5, "cvc5_conforms_in_part") {
        conformance::check_contract(&contexts("cvc5"));
    }
}

#[test]
#[ignore = "cvc5 1.0 takes minutes"]
fn cvc5_conforms() {
    if need(Extra::Cvc5, "cvc5_conforms") {
        conformance::check(&contexts("cvc5"), Effort::Quick);
    }
}

#[test]
fn z3_knows_arrays() {
    if need(Extra::Z3, "z3_knows_arrays") {
        conformance::check_arrays(&contexts("z3"), Effort::Quick);
    }
}

#[test]
fn z3_knows_numbers() {
    if need(Extra::Z3, "z3_knows_numbers") {
        conformance::check_numbers(&contexts("z3"), Effort::Quick);
    }
}

#[test]
fn cvc5_knows_numbers() {
    if need(Extra::Cvc5, "cvc5_knows_numbers") {
        conformance::check_numbers(&contexts("cvc5"), Effort::Quick);
    }
}

#[test]
fn z3_knows_floats() {
    if need(Extra::Z3, "z3_knows_floats") {
        conformance::check_floats(&contexts("z3"), Effort::Quick);
    }
}

#[test]
fn programs_say_what_they_are() {
    for (extra, name) in [(Extra::Z3, "z3"), (Extra::Cvc5, "cvc5")] {
        if need(extra, "programs_say_what_they_are") {
            let solver = SmtLibSolver::find(name).expect("installed");
            assert_eq!(solver.name(), name);
            assert!(
                solver.version().starts_with(|c: char| c.is_ascii_digit()),
                "{solver}"
            );
        }
    }
}

/// Terms that are too wide for brute force: `t = v` for a random value, which is often
/// unsatisfiable, and for a value that the term can have.
#[test]
fn the_bit_blaster_agrees_with_z3() {
    if !need(Extra::Z3, "the_bit_blaster_agrees_with_z3") {
        return;
    }
    let create = contexts("z3");
    let mut answers = [0, 0];
    for seed in 0..30 {
        let width = [5, 8, 12, 16][usize::try_from(seed).expect("few") % 4];
        let sort = Sort::BitVec(width);
        let mut random = RandomTerms::new(5000 + seed, &[sort, sort, Sort::Bool]);
        let mut judge = create();
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
            assert!(
                !matches!(expected, CheckResult::Unknown(_)),
                "seed {seed}: {expected:?}"
            );
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

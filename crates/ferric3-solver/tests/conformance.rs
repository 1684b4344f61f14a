//! The conformance suite on every back end.

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::{self, Effort};
use ferric3_solver::{
    Backend, BitBlaster, CheckResult, CheckedIntervals, HybridSolver, IntervalSolver, Refusal,
    Solver, SolverConfig, Tally, WhyUnknown,
};
use ferric3_term::{Bound, Op, Sort, Terms, Transcendental};
use ferric3_testgen::Weakening;

#[test]
fn bit_blaster_over_native_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Native)),
        Effort::Thorough,
    );
}

#[test]
fn bit_blaster_over_batsat_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Batsat)),
        Effort::Thorough,
    );
}

#[cfg(feature = "cadical")]
#[test]
fn bit_blaster_over_cadical_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Cadical)),
        Effort::Thorough,
    );
}

/// The one whose cores have wider bounds: the suite asks about each of them.
#[test]
fn the_weakening_solver_conforms() {
    conformance::check(&|| Weakening::solvers().create(), Effort::Quick);
}

/// And there is something to ask about: of `x ≥ 5` against `x ≤ 2`, no more than `x ≥ 3` is used.
#[test]
fn the_weakening_solver_finds_the_widest_bound() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(4));
    let [two, three, five] = [2, 3, 5].map(|value| terms.bv_u64(value, 4));
    let (at_most, at_least) = (terms.bv_ule(x, two), terms.bv_uge(x, five));
    let mut solver = Weakening::solvers().create();
    solver.assert(&terms, at_most);
    assert_eq!(solver.check(&terms, &[at_least]), CheckResult::Unsat);
    let widest = terms.bv_uge(x, three);
    let widest = Bound::of(&terms, widest);
    assert!(widest.is_some());
    assert_eq!(solver.weakened(&terms), [(at_least, widest)]);
}

#[test]
fn the_default_solver_conforms() {
    conformance::check(&|| SolverConfig::default().create(), Effort::Quick);
}

#[test]
fn bit_blasters_know_arrays() {
    for sat in SatBackend::ALL {
        conformance::check_arrays(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
    }
}

#[test]
fn bit_blasters_know_floats() {
    for sat in SatBackend::ALL {
        conformance::check_floats(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
    }
}

#[test]
fn bit_blasters_know_numbers() {
    for sat in SatBackend::ALL {
        conformance::check_numbers(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
        conformance::check_arithmetic(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
    }
}

/// Equations of arrays with many elements are refused, and nothing that depends on one is `Sat`.
#[test]
fn bit_blasters_refuse_what_they_do_not_know() {
    for sat in SatBackend::ALL {
        let mut terms = Terms::new();
        let sort = Sort::Array {
            index: 32,
            element: 8,
        };
        let [a, b] = ["a", "b"].map(|name| terms.fresh_symbol(name, sort).1);
        let (_, p) = terms.fresh_symbol("p", Sort::Bool);
        let not_p = terms.mk(Op::Not, &[p]);
        let equal = terms.mk(Op::Eq, &[a, b]);
        let mut solver = BitBlaster::new(sat);
        assert_eq!(solver.check(&terms, &[p]), CheckResult::Sat);
        solver.assert(&terms, equal);
        let refused = WhyUnknown::refused(Refusal::Equation(sort));
        assert_eq!(solver.check(&terms, &[p]), CheckResult::Unknown(refused));
        assert_eq!(
            solver.check(&terms, &[p, not_p]),
            CheckResult::Unsat,
            "there is none without it either"
        );
    }
}

/// The interval solver decides all that it represents; bits are asked about wider words. (That words are equal because
/// both are equal to a third one is nothing that intervals see, and so large arrays with large elements are for both in
/// turns.)
#[test]
fn intervals_conform() {
    let create =
        || Box::new(HybridSolver::<IntervalSolver>::patient(SatBackend::Native)) as Box<dyn Solver>;
    conformance::check(&create, Effort::Thorough);
    conformance::check_floats(&create, Effort::Quick);
    conformance::check_small_arrays(&create, Effort::Thorough);
}

#[test]
fn intervals_with_a_checker_conform() {
    conformance::check_contract(&|| Box::new(CheckedIntervals::new()));
    conformance::check_floats(&|| Box::new(CheckedIntervals::new()), Effort::Quick);
    conformance::check_small_arrays(&|| Box::new(CheckedIntervals::new()), Effort::Quick);
}

/// As engines have it, and as certificates have it.
#[test]
fn intervals_and_bits_together_conform() {
    for backend in [
        Backend::Icp(SatBackend::Native),
        Backend::IcpJudge(SatBackend::Batsat, Tally::default()),
    ] {
        let solvers = SolverConfig {
            backend,
            ..SolverConfig::default()
        };
        conformance::check(&|| solvers.create(), Effort::Quick);
        conformance::check_floats(&|| solvers.create(), Effort::Quick);
        conformance::check_arrays(&|| solvers.create(), Effort::Quick);
        conformance::check_numbers(&|| solvers.create(), Effort::Quick);
        conformance::check_arithmetic(&|| solvers.create(), Effort::Quick);
    }
}

/// Products and functions that bits refuse are decided, with a derivation.
#[test]
fn intervals_know_what_bits_refuse() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::Real).1);
    let [zero, one, two, four] = [0, 1, 2, 4].map(|value| terms.real(value));
    let product = terms.mk(Op::Mul, &[x, y]);
    let square = terms.mk(Op::Mul, &[x, x]);
    let queries = [
        (
            vec![terms.lt(two, x), terms.lt(two, y), terms.le(product, four)],
            false,
        ),
        (
            vec![terms.lt(two, x), terms.lt(two, y), terms.lt(four, product)],
            true,
        ),
        (vec![terms.lt(square, four), terms.le(two, x)], false),
        (
            vec![terms.graph(Transcendental::Sin, y, x), terms.lt(one, y)],
            false,
        ),
        (
            vec![terms.graph(Transcendental::Exp, y, x), terms.le(y, zero)],
            false,
        ),
        (vec![terms.graph(Transcendental::Cos, one, x)], true),
    ];
    let mut bits = BitBlaster::new(SatBackend::Native);
    let judge = || {
        let config = SolverConfig {
            backend: Backend::IcpJudge(SatBackend::Batsat, Tally::default()),
            ..SolverConfig::default()
        };
        config.create()
    };
    for (query, is_sat) in queries {
        let refused = bits.check(&terms, &query);
        assert!(matches!(refused, CheckResult::Unknown(_)), "{refused:?}");
        let expected = match is_sat {
            true => CheckResult::Sat,
            false => CheckResult::Unsat,
        };
        assert_eq!(judge().check(&terms, &query), expected);
        assert_eq!(CheckedIntervals::new().check(&terms, &query), expected);
    }
}

/// Words of more than 64 bits are refused by intervals alone, and what does not need them is decided all the same.
#[test]
fn intervals_refuse_what_they_do_not_know() {
    let mut terms = Terms::new();
    let wide = terms.fresh_symbol("wide", Sort::BitVec(65)).1;
    let (_, p) = terms.fresh_symbol("p", Sort::Bool);
    let one = terms.bv_u64(1, 65);
    let is_one = terms.mk(Op::Eq, &[wide, one]);
    let not_p = terms.mk(Op::Not, &[p]);
    let mut solver = IntervalSolver::new();
    solver.assert(&terms, is_one);
    let refused = WhyUnknown::refused(Refusal::Sort(Sort::BitVec(65)));
    assert_eq!(solver.check(&terms, &[p]), CheckResult::Unknown(refused));
    assert_eq!(solver.check(&terms, &[p, not_p]), CheckResult::Unsat);
}

/// What is left of `x ≥ 5` against `x ≤ 2` is `x ≥ 3`: found on the way, not searched for.
#[test]
fn intervals_weaken_their_cores() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::BitVec(8));
    let [two, three, five] = [2, 3, 5].map(|value| terms.bv_u64(value, 8));
    let (at_most, at_least) = (terms.bv_ule(x, two), terms.bv_uge(x, five));
    let mut solver = IntervalSolver::new();
    solver.assert(&terms, at_most);
    assert_eq!(solver.check(&terms, &[at_least]), CheckResult::Unsat);
    let widest = terms.bv_uge(x, three);
    assert_eq!(
        solver.weakened(&terms),
        [(at_least, Bound::of(&terms, widest))]
    );
}

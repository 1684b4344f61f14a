//! The conformance suite on every back end.

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::{self, Effort};
use ferric3_solver::{
    BitBlaster, CheckResult, IntervalSolver, Refusal, Solver, SolverConfig, WhyUnknown,
};
use ferric3_term::{Bound, Op, Sort, Terms};
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

/// The interval solver, as far as words have at most 64 bits.
#[test]
fn intervals_conform() {
    conformance::check(&|| Box::new(IntervalSolver::new()), Effort::Thorough);
}

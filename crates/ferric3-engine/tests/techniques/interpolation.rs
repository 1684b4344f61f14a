//! Interpolation-based model checking: images that are too large, and what comes of it.

use ferric3_engine::{EngineKind, ItpPreset, Technique, TechniqueSet};
use ferric3_term::{Op, Sort};

use super::support::{Automaton, Step};

fn itp(preset: ItpPreset, techniques: &[Technique]) -> EngineKind {
    EngineKind::Itp(preset.with_techniques(TechniqueSet::of(techniques)))
}

/// `a = 1; b = 0; for (;;) { (a, b) = (b ^ m, a ^ m); }` for any `m`, and `a = b` is the error.
fn parity() -> Automaton {
    let mut a = Automaton::new(4);
    let [x, y, m, old] = a.vars(["x", "y", "m", "old"]);
    let [l] = a.locs();
    let start = [a.set(x, 1), a.set(y, 0)];
    a.start(&start, l);
    let (of_y, of_x) = (a.terms.bv_xor(y.1, m.1), a.terms.bv_xor(old.1, m.1));
    let steps = [
        Step::Havoc(m),
        Step::Assign(old, x.1),
        Step::Assign(x, of_y),
        Step::Assign(y, of_x),
    ];
    a.edge(l, &steps, l);
    let equal = a.terms.eq(x.1, y.1);
    a.error(l, &[Step::Assume(equal)]);
    a
}

/// A counter that begins anew at 6, and an error at `at`. From values between the two the error is some edges away.
fn counter(at: u64) -> Automaton {
    let mut a = Automaton::new(5);
    let [x] = a.vars(["x"]);
    let [l] = a.locs();
    let start = [a.set(x, 0)];
    a.start(&start, l);
    let (below, at_end) = (a.is_not(x, 6), a.is(x, 6));
    let count = vec![Step::Assume(below), a.add(x, 1)];
    let begin = vec![Step::Assume(at_end), a.set(x, 0)];
    a.edge(l, &[Step::Branch(vec![count, begin])], l);
    let fails = a.is(x, at);
    a.error(l, &[Step::Assume(fails)]);
    a
}

/// An interpolant of the first image is what the error needs, and is closed.
#[test]
fn interpolants_are_invariants() {
    for preset in ItpPreset::ALL {
        let outcome = parity().proved_by(itp(preset, &[]));
        assert!(outcome.counter("interpolants from bits") > 0);
        assert!(outcome.counter("images") < 10);
    }
}

#[test]
fn errors_are_found_by_the_bounded_search() {
    for preset in ItpPreset::ALL {
        let outcome = counter(5).refuted_by(itp(preset, &[]));
        assert_eq!(outcome.steps, Some(7));
    }
}

/// Images of interpolants that contain too much lead to the error. Paths behind the cut get longer, and the interpolants
/// smaller; faster, if the step is as long as what led there.
#[test]
fn spurious_errors_make_paths_longer() {
    let slow = counter(12).proved_by(itp(ItpPreset::Inverse, &[]));
    assert!(slow.counter("spurious errors") > 0);
    let fast = counter(12).proved_by(itp(ItpPreset::Inverse, &[Technique::LongSteps]));
    fast.acted(Technique::LongSteps);
    assert!(fast.counter("spurious errors") < slow.counter("spurious errors"));
}

/// The image of what is new is that of all states without what is known anyway, and the proof is the same.
#[test]
fn images_of_what_is_new() {
    let all = counter(12).proved_by(itp(ItpPreset::Default, &[]));
    let new = counter(12).proved_by(itp(ItpPreset::Default, &[Technique::FrontierImages]));
    new.acted(Technique::FrontierImages);
    assert!(all.counter("images") > 2);
}

/// McMillan's interpolant of a counter says more than that the error is far.
#[test]
fn conjuncts_that_the_error_does_not_need_are_dropped() {
    let outcome = counter(12).proved_by(itp(ItpPreset::Default, &[Technique::DropConjuncts]));
    outcome.acted(Technique::DropConjuncts);
    assert!(outcome.counter("conjuncts dropped or weakened") > 0);
}

/// An integer that is counted up, beside a word if there is to be one, and an error at some value.
fn number(at: i64, with_word: bool) -> Automaton {
    let mut a = Automaton::new(4);
    let n = a.terms.fresh_symbol("n", Sort::Int);
    a.cfa.add_state_var(&mut a.terms, n.0, None);
    let [l] = a.locs();
    let [zero, one, at] = [0, 1, at].map(|value| a.terms.int(value));
    let mut start = vec![Step::Assign(n, zero)];
    let next = a.terms.mk(Op::Add, &[n.1, one]);
    let mut steps = vec![Step::Assign(n, next)];
    let mut fails = a.terms.eq(n.1, at);
    if with_word {
        let [x] = a.vars(["x"]);
        start.push(a.set(x, 1));
        steps.push(a.add(x, 2));
        let odd = a.terms.extract(x.1, 0, 0);
        let one = a.terms.bv_u64(1, 1);
        let is_odd = a.terms.eq(odd, one);
        fails = a.terms.and2(fails, is_odd);
    }
    a.start(&start, l);
    a.edge(l, &steps, l);
    a.error(l, &[Step::Assume(fails)]);
    a
}

/// Numbers have the interpolants of linear arithmetic.
#[test]
fn numbers_have_interpolants() {
    let outcome = number(-3, false).proved_by(itp(ItpPreset::Default, &[]));
    assert!(outcome.counter("interpolants from numbers") > 0);
}

/// Where there are no interpolants, errors are found all the same, and nothing is claimed beyond.
#[test]
fn without_interpolants_there_is_a_bounded_search() {
    let outcome = number(4, true).refuted_by(itp(ItpPreset::Default, &[]));
    assert_eq!(outcome.steps, Some(6));
    let outcome = number(-3, true).gives_up(itp(ItpPreset::Default, &[]));
    assert!(outcome.contains("numbers and words"), "{outcome}");
}

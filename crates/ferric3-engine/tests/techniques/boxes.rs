//! IC3 over boxes: what each technique of iSAT3+IC3 does, on the smallest automata that show it.

use ferric3_engine::{EngineKind, Ic3IcpOptions, Ic3IcpPreset, Technique, TechniqueSet};

use super::support::{Automaton, Outcome, Step};

/// The engine with a suffix of this length, with these techniques.
fn engine(suffix: usize, techniques: TechniqueSet) -> EngineKind {
    EngineKind::Ic3Icp(Ic3IcpPreset::Suffix(suffix).with_techniques(techniques))
}

/// What a suffix of no length has, without facts: boxes are to do the work.
fn plain() -> TechniqueSet {
    let techniques = Ic3IcpPreset::Suffix(0).techniques();
    techniques.without(Technique::Facts)
}

/// `x = y = 0; for (;;) if (x < 100) x++;`, and `x = 200` is the error.
fn bounded_counter() -> Automaton {
    let mut a = Automaton::new(8);
    let [x, y] = a.vars(["x", "y"]);
    let [l] = a.locs();
    let start = [a.set(x, 0), a.set(y, 0)];
    a.start(&start, l);
    let again = [Step::Assume(a.below(x, 100)), a.add(x, 1), a.add(y, 3)];
    a.edge(l, &again, l);
    let fails = a.is(x, 200);
    a.error(l, &[Step::Assume(fails)]);
    a
}

/// `x = 200` is one point. After one edge `x ≥ 2` cannot be reached, after two edges `x ≥ 3`, …: bounds as wide as they may be
/// climb with the loop. The narrow one is inductive, and where it is kept it ends the search.
#[test]
fn bounds_are_generalised_and_narrow_ones_kept() {
    let lemmas = |techniques| {
        let outcome = bounded_counter().proved_by(engine(0, techniques));
        (outcome.counter("lemmas learnt"), outcome)
    };
    let (with_both, outcome) = lemmas(plain());
    outcome.acted(Technique::BoundGeneralisation);
    outcome.acted(Technique::NarrowLemmas);
    assert!(outcome.counter("bounds widened by the solver") > 0);
    let (wide_only, _) = lemmas(plain().without(Technique::NarrowLemmas));
    let (narrow_only, outcome) = lemmas(plain().without(Technique::BoundGeneralisation));
    assert_eq!(outcome.counter("bounds widened by the solver"), 0);
    assert!(wide_only > 50, "{wide_only}");
    assert!(
        with_both < 5 && narrow_only < 5,
        "{with_both} {narrow_only}"
    );
}

/// The other way round: `x` is below 100, and stays there by `x = 99 - x`. As wide as it may be, the bound is the invariant at
/// once.
#[test]
fn wide_bounds_exclude_what_narrow_ones_have_to_enumerate() {
    let mut a = Automaton::new(8);
    let [x] = a.vars(["x"]);
    let [l] = a.locs();
    let start = [Step::Havoc(x), Step::Assume(a.below(x, 100))];
    a.start(&start, l);
    let last = a.num(99);
    let mirrored = a.terms.bv_sub(last, x.1);
    a.edge(l, &[Step::Assign(x, mirrored)], l);
    let fails = a.is(x, 150);
    a.error(l, &[Step::Assume(fails)]);
    let wide = a.proved_by(engine(0, plain()));
    let narrow = a.proved_by(engine(0, plain().without(Technique::BoundGeneralisation)));
    let lemmas = |outcome: &Outcome| outcome.counter("lemmas learnt");
    assert_eq!(lemmas(&wide), 1);
    assert!(lemmas(&narrow) > 1, "{}", lemmas(&narrow));
}

/// The paper's example for rotation: `l₁` alone contradicts the clauses, but whoever decides `l₂` first finds a
/// contradiction that both have a part in.
#[test]
fn rotation_finds_that_a_literal_is_redundant() {
    let mut a = Automaton::new(1);
    let [l2, l1, l3, l4, l5, l6] = a.vars(["l2", "l1", "l3", "l4", "l5", "l6"]);
    let [m, l] = a.locs();
    // The literal of `l₂` is made first, so it comes first in a cube.
    let all = [l2, l1, l3, l4, l5, l6];
    a.start(&all.map(Step::Havoc), m);
    let [l2, l1, l3, l4, l5, l6] = all.map(|var| a.is(var, 1));
    let clauses = [
        (vec![l1], vec![l3]),
        (vec![l1], vec![l4]),
        (vec![l1], vec![l5]),
        (vec![l5, l6], vec![]),
        (vec![l2], vec![l6]),
        (vec![l3, l4], vec![l6]),
    ];
    let clauses = clauses.map(|(premises, conclusions)| {
        let premises = premises.iter().map(|&p| a.terms.not(p));
        let literals: Vec<_> = premises.chain(conclusions).collect();
        Step::Assume(a.terms.or(&literals))
    });
    a.edge(m, &clauses, l);
    a.error(l, &[Step::Assume(l1), Step::Assume(l2)]);
    let rotated = a.proved_by(engine(0, plain()));
    rotated.acted(Technique::LiteralRotation);
    let whole = a.proved_by(engine(0, plain().without(Technique::LiteralRotation)));
    let literals = |outcome: &Outcome| outcome.counter("literals in lemmas learnt");
    assert_eq!((literals(&rotated), literals(&whole)), (1, 2));
}

/// The loop leaves nothing of the box, so all of the lemma is what the initial states need.
#[test]
fn boxes_are_ungeneralised_for_initial_states() {
    // `x = 5; for (;;);`, and `x = 9` is the error.
    let mut a = Automaton::new(8);
    let [x] = a.vars(["x"]);
    let [l] = a.locs();
    let start = [a.set(x, 5)];
    a.start(&start, l);
    a.edge(l, &[], l);
    let fails = a.is(x, 9);
    a.error(l, &[Step::Assume(fails)]);
    let outcome = a.proved_by(engine(0, plain()));
    outcome.acted(Technique::Ungeneralise);
    assert!(outcome.counter("lemmas ungeneralised") > 0);
    // `x ≥ 6`, from one bound.
    assert_eq!(outcome.counter("literals in lemmas learnt"), 1);
}

/// `y` is read on the edge but does not matter where `x` is what it is; and of `x` one bound is enough.
#[test]
fn predecessors_are_boxes() {
    let mut a = Automaton::new(8);
    let [x, y] = a.vars(["x", "y"]);
    let [l, m] = a.locs();
    a.start(&[Step::Havoc(x), Step::Havoc(y)], l);
    let (high, odd) = (a.above(x, 100), a.is(y, 7));
    let either = a.terms.or2(high, odd);
    let low = a.below(x, 50);
    a.edge(l, &[Step::Assume(low)], m);
    a.error(m, &[Step::Assume(high), Step::Assume(either)]);
    let boxes = a.proved_by(engine(0, plain()));
    boxes.acted(Technique::Gentr);
    let states = a.proved_by(engine(0, plain().without(Technique::Gentr)));
    let bounds = |outcome: &Outcome| outcome.counter("bounds of predecessor boxes");
    assert_eq!(bounds(&boxes), 1);
    assert!(bounds(&states) > 1);
}

/// A counter to 6 that starts again, and an error behind it: eight boxes, one for each value, or one look at the path.
fn ring() -> Automaton {
    let mut a = Automaton::new(8);
    let [x, y] = a.vars(["x", "y"]);
    let [l] = a.locs();
    let start = [a.set(x, 0), a.set(y, 0)];
    a.start(&start, l);
    let (below, at) = (a.below(x, 6), a.is(x, 6));
    let count = vec![Step::Assume(below), a.add(x, 1)];
    let begin = vec![Step::Assume(at), a.set(x, 0), a.set(y, 0)];
    a.edge(l, &[Step::Choice(vec![count, begin])], l);
    let fails = a.is(y, 3);
    a.error(l, &[Step::Assume(fails)]);
    a
}

/// A proof with a suffix is one by k-induction with the frames as auxiliary invariant, or an invariant made of both.
#[test]
fn suffixes_prove_and_refute() {
    for length in 0..=4 {
        let outcome = ring().proved_by(engine(length, plain()));
        if length > 0 {
            assert_eq!(outcome.counter("length of the suffix"), length as u64);
        }
        // An error after seven edges is found, whether the bounded search before the suffix sees it or not.
        let mut late = Automaton::new(8);
        let [x] = late.vars(["x"]);
        let [l] = late.locs();
        let start = [late.set(x, 0)];
        late.start(&start, l);
        let count = [late.add(x, 1)];
        late.edge(l, &count, l);
        for value in [1, 3, 6] {
            let mut late = late.clone();
            let fails = late.is(x, value);
            late.error(l, &[Step::Assume(fails)]);
            let outcome = late.refuted_by(engine(length, plain()));
            assert_eq!(outcome.steps, Some(value as usize + 2));
        }
    }
}

/// A search that loses its patience begins anew, with a longer suffix each time.
#[test]
fn suffixes_get_longer() {
    let techniques = plain().with(Technique::SuffixRestart);
    let options = Ic3IcpOptions {
        patience: 1,
        suffix: Some(0),
        ..Ic3IcpPreset::Default.with_techniques(techniques)
    };
    let outcome = bounded_counter().proved_by(EngineKind::Ic3Icp(options));
    outcome.acted(Technique::SuffixRestart);
    assert!(outcome.counter("restarts with a longer suffix") > 0);
    assert!(outcome.counter("length of the suffix") > 0);
}

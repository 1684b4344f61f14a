//! Techniques that change literals.

use ferric3_cfa::LocId;
use ferric3_engine::{Preset, Technique as T};

use crate::support::{Automaton, Outcome, Step, Var};
use crate::with;

/// Jain1 (Thesis 5.10): `y` is 1, then any even number is added; it never is 0.
fn jain(width: u32) -> (Automaton, LocId, Var, Var) {
    let mut a = Automaton::new(width);
    let [y, w] = a.vars(["y", "w"]);
    let [l1] = a.locs();
    let (one, two, is_zero) = (a.set(y, 1), a.num(2), a.is(y, 0));
    let twice = a.terms.bv_mul(two, w.1);
    let sum = a.terms.bv_add(y.1, twice);
    a.start(&[one], l1);
    a.edge(l1, &[Step::Havoc(w), Step::Assign(y, sum)], l1);
    a.error(l1, &[Step::Assume(is_zero)]);
    (a, l1, y, w)
}

/// The invariant says that `y` is odd, and nothing else.
fn assert_odd(outcome: &Outcome, loc: LocId, y: Var, w: Var) {
    for (vy, vw) in (0..64).flat_map(|vy| [0, 1, 37, 63].map(move |vw| (vy, vw))) {
        assert_eq!(
            outcome.holds(loc, &[(y, vy), (w, vw)]),
            vy % 2 == 1,
            "y = {vy}"
        );
    }
}

#[test]
fn interpolation_proves_jain1() {
    let thesis = Preset::Thesis.techniques();
    let (a, l1, y, w) = jain(6);
    let outcome = a.proved(thesis);
    outcome.acted(T::Interpolation);
    assert_odd(&outcome, l1, y, w);
    assert_eq!(outcome.clauses(l1).len(), 1);

    // Without it, each even value is a lemma of its own.
    let without = thesis.without(T::Interpolation);
    assert!(a.proved(without).clauses(l1).len() >= 32);

    let (a, l1, ..) = jain(32);
    let wide = a.proved(thesis);
    wide.acted(T::Interpolation);
    assert_eq!(wide.clauses(l1).len(), 1);
    assert!(wide.queries() < 20);
    a.undecided(without, 100 * wide.queries());
}

/// The same argument from the bits of one literal at a time.
#[test]
fn bits_prove_jain1() {
    let techniques = with(&[T::Cores, T::WeakenToBits, T::Push]);
    let (a, l1, y, w) = jain(6);
    let outcome = a.proved(techniques);
    outcome.acted(T::WeakenToBits);
    assert_odd(&outcome, l1, y, w);
    let (a, ..) = jain(32);
    let wide = a.proved(techniques);
    a.undecided(techniques.without(T::WeakenToBits), 100 * wide.queries());
    // Bounds do not help here.
    let bounds = techniques.without(T::WeakenToBits).with(T::WeakenToBounds);
    a.undecided(bounds, 100 * wide.queries());
}

/// `x` is at most 10; errors are larger values, in this order.
fn bounded<const N: usize>(errors: [u64; N]) -> (Automaton, LocId, Var) {
    let mut a = Automaton::new(6);
    let [x] = a.vars(["x"]);
    let [l1] = a.locs();
    let (zero, increment, below) = (a.set(x, 0), a.add(x, 1), a.below(x, 10));
    a.start(&[zero], l1);
    a.edge(l1, &[Step::Assume(below), increment], l1);
    for value in errors {
        let is_value = a.is(x, value);
        a.error(l1, &[Step::Assume(is_value)]);
    }
    (a, l1, x)
}

/// The numbers of lemmas without and with the technique, and the values that it excludes.
fn compare<const N: usize>(technique: T, errors: [u64; N]) -> (u64, u64, Vec<u64>) {
    let (a, l1, x) = bounded(errors);
    let techniques = with(&[T::Push]);
    let (without, with) = (a.proved(techniques), a.proved(techniques.with(technique)));
    with.acted(technique);
    let excluded = (0..64).filter(|&value| !with.holds(l1, &[(x, value)]));
    let lemmas = |outcome: &Outcome| outcome.counter("lemmas learnt");
    (lemmas(&without), lemmas(&with), excluded.collect())
}

/// `x = 25` becomes `x ≥ 25` (signed, on six bits).
#[test]
fn equalities_become_bounds() {
    let (without, bounds, excluded) = compare(T::WeakenToBounds, [25, 27, 30, 31]);
    assert_eq!((without, bounds), (4, 1));
    assert!(excluded.iter().copied().eq(25..=31));
}

/// After three lemmas, all between the least and the largest value go at once.
#[test]
fn lemmas_that_differ_in_constants_are_merged() {
    let (without, merged, excluded) = compare(T::MergeLemmas, [25, 31, 20, 21, 27, 30]);
    assert_eq!((without, merged), (6, 3));
    assert!(excluded.iter().copied().eq(20..=31));
}

/// `x` stops at 10, and the error is far above: the bound moves down to where `x` stops.
#[test]
fn bounds_are_widened_to_landmarks() {
    let mut a = Automaton::new(6);
    let [x] = a.vars(["x"]);
    let [l1] = a.locs();
    let (zero, increment, not_ten, above) =
        (a.set(x, 0), a.add(x, 1), a.is_not(x, 10), a.above(x, 50));
    a.start(&[zero], l1);
    a.edge(l1, &[Step::Assume(not_ten), increment], l1);
    a.error(l1, &[Step::Assume(above)]);
    let widened = a.proved(with(&[T::Push, T::WidenBounds]));
    widened.acted(T::WidenBounds);
    for value in 0..64 {
        assert_eq!(widened.holds(l1, &[(x, value)]), value <= 10);
    }
    assert!(widened.counter("lemmas learnt") < 8);
    assert!(a.proved(with(&[T::Push])).counter("lemmas learnt") > 20);
}

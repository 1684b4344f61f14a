//! Techniques that make predecessor cubes.

use ferric3_engine::{Preset, Technique as T, TechniqueSet};
use ferric3_term::{Op, TermId, Terms};

use crate::dropping::going_down;
use crate::support::{Automaton, Step};
use crate::with;

/// One cube for each path instead of one for each state.
#[test]
fn preconditions_are_larger_than_states() {
    let (a, ..) = going_down();
    let cubes = a.proved(with(&[]));
    let states = a.proved(TechniqueSet::of(&[]));
    let lemmas = "lemmas learnt";
    // `y ≥ 1 = x`: 15 states, `y ≥ 2 = x`: 14, at two levels.
    assert_eq!(states.counter(lemmas), 2 * (15 + 14));
    assert_eq!(cubes.counter(lemmas), 2 * 2);
}

/// Both ways through a branch lead on: the branch's condition does not matter.
#[test]
fn conditions_that_do_not_matter_are_lifted() {
    let mut a = Automaton::new(4);
    let [x, z] = a.vars(["x", "z"]);
    let [l1, l2] = a.locs();
    let (zero, is_one, below) = (a.set(x, 0), a.is(x, 1), a.below(z, 3));
    let not_below = a.terms.not(below);
    a.start(&[zero], l1);
    let ways = vec![vec![Step::Assume(below)], vec![Step::Assume(not_below)]];
    a.edge(l1, &[Step::Branch(ways)], l2);
    a.error(l2, &[Step::Assume(is_one)]);
    let lifted = a.proved(with(&[T::Lift]));
    lifted.acted(T::Lift);
    let whole = a.proved(with(&[]));
    whole.acted(T::WepCubes); // `z` is in no cube at `l2`.
    assert!(lifted.counter("lemmas learnt") < whole.counter("lemmas learnt"));
    assert!(
        lifted.counter("predecessor literals after lifting")
            < lifted.counter("predecessor literals before lifting")
    );
    for value in 0..16 {
        assert!(!lifted.holds(l1, &[(x, 1), (z, value)]));
    }
}

/// `z` is read and must be larger than `y`: possible for all `y` but one.
#[test]
fn inputs_are_eliminated() {
    let mut a = Automaton::new(4);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1] = a.locs();
    let (zero, is_one) = (a.set(x, 0), a.is(x, 1));
    let larger = a.terms.bv_ult(y.1, z.1);
    a.start(&[zero], l1);
    a.error(
        l1,
        &[Step::Havoc(z), Step::Assume(larger), Step::Assume(is_one)],
    );
    let projected = a.proved(with(&[T::ProjectInputs]));
    projected.acted(T::ProjectInputs);
    assert_eq!(projected.clauses(l1).len(), 1);
    for value in 0..16 {
        let excluded = !projected.holds(l1, &[(x, 1), (y, value)]);
        assert_eq!(excluded, value != 15, "y = {value}");
        assert!(projected.holds(l1, &[(x, 2), (y, value)]));
    }
    let fixed = a.proved(with(&[]));
    assert!(fixed.counter("lemmas learnt") > projected.counter("lemmas learnt"));
}

/// The cube has values of the factors instead of a product.
#[test]
fn products_are_fixed() {
    let mut a = Automaton::new(3);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1] = a.locs();
    let (zero, is_one, five) = (a.set(z, 0), a.is(z, 1), a.num(5));
    let product = a.terms.bv_mul(x.1, y.1);
    let is_five = a.terms.eq(product, five);
    a.start(&[zero], l1);
    a.error(l1, &[Step::Assume(is_five), Step::Assume(is_one)]);
    let has_product = |techniques: &[T]| {
        let outcome = a.proved(with(techniques));
        if techniques.contains(&T::FixProducts) {
            outcome.acted(T::FixProducts);
        }
        let mut clauses = outcome.clauses(l1).iter();
        clauses.any(|&clause| multiplies(&outcome.terms, clause))
    };
    assert!(!has_product(&[T::FixProducts]));
    assert!(has_product(&[]));
}

fn multiplies(terms: &Terms, t: TermId) -> bool {
    *terms.op(t) == Op::BvMul || terms.args(t).iter().any(|&arg| multiplies(terms, arg))
}

/// Thesis 5.1.3: `x ≥ 0`, `x + 1`, any number of times `4x`, `x - 1`; the error is `x = 3`.
#[test]
fn frames_are_false_where_no_path_leads() {
    let mut a = Automaton::new(4);
    let [x] = a.vars(["x"]);
    let [l1, l2, l3] = a.locs();
    let (four, eight) = (a.num(4), a.num(8));
    let not_negative = a.terms.bv_ult(x.1, eight);
    let times_four = Step::Assign(x, a.terms.bv_mul(x.1, four));
    let (increment, decrement, is_three) = (a.add(x, 1), a.add(x, u64::MAX), a.is(x, 3));
    a.start(&[Step::Assume(not_negative)], l1);
    a.edge(l1, &[increment], l2);
    a.edge(l2, &[times_four], l2);
    a.edge(l2, &[decrement], l3);
    a.error(l3, &[Step::Assume(is_three)]);
    for preset in [Preset::None, Preset::Thesis, Preset::Default] {
        let techniques = preset.techniques();
        let outcome = a.refuted(techniques.with(T::InitialFrames));
        let stats = outcome.acted(T::InitialFrames);
        // `l2` at level 1 over two edges, `l3` at levels 1 and 2 over one.
        assert_eq!(stats.saved, 2 + 2);
        assert!(outcome.steps >= Some(4));
        let plain = a.refuted(techniques.without(T::InitialFrames));
        assert!(outcome.queries() < plain.queries());
    }
}

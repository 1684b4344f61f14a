//! Techniques that find literals to drop.

use ferric3_cfa::LocId;
use ferric3_engine::{GENERALISATION_QUERIES, Preset, Technique as T};

use crate::support::{Automaton, Step, Var};
use crate::with;

/// `y < x`, then `y` goes down; never `y ≥ x` with `x = 1` or `x = 2`. Returns `l1`, `x`, `y`.
pub(crate) fn going_down() -> (Automaton, LocId, Var, Var) {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1] = a.locs();
    let less = a.terms.bv_ult(y.1, x.1);
    let not_less = a.terms.bv_uge(y.1, x.1);
    a.start(&[Step::Assume(less)], l1);
    let (positive, decrement) = (a.above(y, 0), a.add(y, u64::MAX));
    a.edge(l1, &[Step::Assume(positive), decrement], l1);
    let ways = [1, 2].map(|value| {
        let is_value = a.is(x, value);
        vec![Step::Assume(not_less), Step::Assume(is_value)]
    });
    a.error(l1, &[Step::Choice(ways.to_vec())]);
    (a, l1, x, y)
}

/// `x0 = 1 ∧ … ∧ xn = 1` is the error, and `x0` never is 1.
fn many_literals<const N: usize>() -> (Automaton, LocId) {
    let mut a = Automaton::new(4);
    let vars: [Var; N] = a.vars([""; N]);
    let [l1] = a.locs();
    let guard: Vec<Step> = vars.iter().map(|&x| Step::Assume(a.is(x, 1))).collect();
    let not_one = a.is_not(vars[0], 1);
    a.start(&[Step::Assume(not_one)], l1);
    a.error(l1, &guard);
    (a, l1)
}

/// Thesis 4.3.3: `y ≥ x ∧ x = 1` is generalised to `y ≥ x`, which blocks the other error too.
#[test]
fn dropping_literals_blocks_other_cubes_too() {
    let (a, l1, x, y) = going_down();
    let without = a.proved(Preset::None.techniques());
    assert_eq!(
        without.counter("lemmas learnt"),
        4,
        "two at each of two levels"
    );
    for preset in [Preset::Old, Preset::Thesis] {
        let dropped = a.proved(preset.techniques());
        dropped.acted(T::Drop);
        assert_eq!(
            dropped.counter("lemmas learnt"),
            2,
            "one at each of two levels"
        );
        assert_eq!(dropped.clauses(l1).len(), 1);
        for (vx, vy) in (0..16).flat_map(|vx| (0..16).map(move |vy| (vx, vy))) {
            assert_eq!(dropped.holds(l1, &[(x, vx), (y, vy)]), vy < vx);
        }
    }
}

/// Thesis 5.9.2: what `y < x` at the start needs is not tried for the loop again.
#[test]
fn what_one_edge_needs_is_not_tried_for_another() {
    let (a, l1, ..) = going_down();
    let shared = a.proved(with(&[T::Drop, T::MultiplePredecessors]));
    let stats = shared.acted(T::MultiplePredecessors);
    let alone = a.proved(with(&[T::Drop]));
    assert_eq!(shared.clauses(l1).len(), 1);
    assert!(stats.saved > 0);
    assert!(shared.queries() < alone.queries());
    assert!(shared.technique(T::Drop).tried < alone.technique(T::Drop).tried);
}

/// One literal of sixteen is needed: found in few tests rather than in sixteen.
#[test]
fn halves_are_dropped_at_once() {
    let (a, l1) = many_literals::<16>();
    let one_by_one = a.proved(with(&[T::Drop]));
    let halved = a.proved(with(&[T::Drop, T::BinaryDrop]));
    halved.acted(T::BinaryDrop);
    assert_eq!(one_by_one.clauses(l1), halved.clauses(l1));
    assert_eq!(
        halved.counter("literals in lemmas learnt"),
        halved.counter("lemmas learnt")
    );
    let queries = |outcome: &crate::support::Outcome| outcome.counter(GENERALISATION_QUERIES);
    assert!(2 * queries(&halved) < queries(&one_by_one));
}

/// Small cubes are not for it (Thesis Alg. 4.3.1).
#[test]
fn small_cubes_are_not_halved() {
    let (a, _) = many_literals::<4>();
    let outcome = a.proved(with(&[T::Drop, T::BinaryDrop]));
    assert_eq!(outcome.technique(T::BinaryDrop).tried, 0);
    outcome.acted(T::Drop);
}

/// The solver says which literal of sixteen it used.
#[test]
fn cores_are_the_first_generalisation() {
    let (a, l1) = many_literals::<16>();
    let without = a.proved(with(&[]));
    let cores = a.proved(with(&[T::Cores]));
    cores.acted(T::Cores);
    let literals = "literals in lemmas learnt";
    assert_eq!(
        without.counter(literals),
        16 * without.counter("lemmas learnt")
    );
    assert_eq!(cores.counter(literals), cores.counter("lemmas learnt"));
    assert_eq!(cores.clauses(l1).len(), 1);
    assert!(cores.queries() <= without.queries());
}

/// Thesis 5.4.3: the edge assumes `x = 2` and adds one, so of `x = 3 ∧ y = 1` only `y = 1` matters.
#[test]
fn what_the_edge_assumes_is_dropped() {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1, l2] = a.locs();
    let (zero, is_two, is_three, is_one) = (a.set(y, 0), a.is(x, 2), a.is(x, 3), a.is(y, 1));
    a.start(&[zero], l1);
    let increment = a.add(x, 1);
    a.edge(l1, &[Step::Assume(is_two), increment], l2);
    a.error(l2, &[Step::Assume(is_three), Step::Assume(is_one)]);

    let assumed = a.proved(with(&[T::Assumes]));
    assert!(assumed.acted(T::Assumes).saved > 0);
    for value in 0..16 {
        assert!(
            !assumed.holds(l2, &[(x, value), (y, 1)]),
            "`x` does not matter"
        );
        assert!(assumed.holds(l2, &[(x, value), (y, 2)]), "`y` does");
    }
    let without = a.proved(with(&[]));
    assert!(without.holds(l2, &[(x, 4), (y, 1)]));

    // It saves the test that would find out.
    let tested = a.proved(with(&[T::Drop]));
    let both = a.proved(with(&[T::Drop, T::Assumes]));
    assert!(both.queries() < tested.queries());
}

/// On some paths only: nothing may be dropped.
#[test]
fn an_assume_of_one_path_is_not_enough() {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1, l2] = a.locs();
    let (is_three, is_one, below) = (a.is(x, 3), a.is(y, 1), a.below(x, 3));
    a.start(&[Step::Assume(below)], l1);
    let ways = vec![vec![Step::Assume(is_three)], vec![Step::Assume(is_one)]];
    a.edge(l1, &[Step::Choice(ways)], l2);
    a.error(l2, &[Step::Assume(is_three), Step::Assume(is_one)]);
    let outcome = a.proved(with(&[T::Assumes]));
    assert_eq!(outcome.technique(T::Assumes).succeeded, 0);
    assert!(outcome.holds(l2, &[(x, 0), (y, 1)]), "this is reachable");
}

/// `x = 1 ∧ y = 1` is excluded at `l1`; for `x = 1` to be excluded at `l2`, the states `x = 1` of
/// `l1` have to go, and they can.
#[test]
fn counterexamples_to_generalisation_are_blocked() {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1, l2] = a.locs();
    let (x0, y0, x1, y1) = (a.set(x, 0), a.set(y, 0), a.is(x, 1), a.is(y, 1));
    a.start(&[x0, y0], l1);
    a.edge(l1, &[], l2);
    a.error(l2, &[Step::Assume(x1), Step::Assume(y1)]);
    let outcome = a.proved(with(&[T::Ctg]));
    outcome.acted(T::Ctg);
    let one_literal = |loc, (vx, vy)| !outcome.holds(loc, &[(x, vx), (y, vy)]);
    assert!(one_literal(l2, (1, 2)) || one_literal(l2, (2, 1)));
    assert!(one_literal(l1, (1, 2)) || one_literal(l1, (2, 1)));

    let without = a.proved(with(&[]));
    assert!(without.holds(l2, &[(x, 1), (y, 2)]) && without.holds(l2, &[(x, 2), (y, 1)]));
}

/// Without `z = 1` the cube is unreachable because `(x · y) · u = x · (y · u)`: too hard to be worth
/// it, where `z = 1` is reason enough.
#[test]
fn hard_drops_are_given_up() {
    const TOP: u64 = 1 << 6;
    let mut a = Automaton::new(7);
    let [x, y, u, z, t] = a.vars(["x", "y", "u", "z", "t"]);
    let [l1] = a.locs();
    // (x · y) · u - x · (y · u)
    let xy = a.terms.bv_mul(x.1, y.1);
    let yu = a.terms.bv_mul(y.1, u.1);
    let (left, right) = (a.terms.bv_mul(xy, u.1), a.terms.bv_mul(x.1, yu));
    let difference = a.terms.bv_sub(left, right);
    let (zero, top, z1) = (a.set(z, 0), a.is(t, TOP), a.is(z, 1));
    a.start(&[zero, Step::Assign(t, difference)], l1);
    a.error(l1, &[Step::Assume(top), Step::Assume(z1)]);
    let given_up = a.proved(with(&[T::Drop, T::LimitConflicts]));
    given_up.acted(T::LimitConflicts);
    assert!(!given_up.holds(l1, &[(z, 1), (t, 2)]), "`z` is the reason");
    let hard = a.proved(with(&[T::Drop]));
    assert!(!hard.holds(l1, &[(z, 2), (t, TOP)]), "`t` is the reason");
    assert!(given_up.stats.solver.conflicts < hard.stats.solver.conflicts);
}

//! Techniques that use again what was found before.

use ferric3_engine::{Preset, Technique as T};

use crate::dropping::going_down;
use crate::support::{Automaton, Step};
use crate::with;

/// Thesis 5.6.4, first part: the cube of the last frontier comes again.
#[test]
fn the_same_cube_is_generalised_once() {
    let (a, l1, ..) = going_down();
    let again = a.proved(with(&[T::Drop, T::Contexts]));
    let stats = again.acted(T::Contexts);
    let anew = a.proved(with(&[T::Drop]));
    assert!(stats.saved > 0);
    assert!(again.queries() < anew.queries());
    assert_eq!(again.clauses(l1), anew.clauses(l1));
}

/// Thesis 5.6.4, second part: `x = 1 ∧ y = 1` was generalised to `x = 1` over one of two edges.
/// Over this edge `x = 1 ∧ z = 1` cannot be reached either, and nobody needs to ask.
#[test]
fn another_cube_with_the_same_generalisation_is_known() {
    let mut a = Automaton::new(4);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1] = a.locs();
    let (x0, y0, z0) = (a.set(x, 0), a.set(y, 0), a.set(z, 0));
    let (x1, y1, z1) = (a.is(x, 1), a.is(y, 1), a.is(z, 1));
    a.start(&[x0], l1);
    a.start(&[y0, z0], l1);
    a.error(l1, &[Step::Assume(x1), Step::Assume(y1)]);
    a.error(l1, &[Step::Assume(x1), Step::Assume(z1)]);
    let known = a.proved(with(&[T::Drop, T::ContextSupersets]));
    let stats = known.acted(T::ContextSupersets);
    let asked = a.proved(with(&[T::Drop]));
    assert!(stats.saved > 0);
    assert!(known.queries() < asked.queries());
    // The first technique alone cannot see it within one frontier.
    let same = a.proved(with(&[T::Drop, T::Contexts]));
    assert!(known.queries() < same.queries());
}

/// The same, where nothing is generalised afterwards: the other edge leads to the error.
#[test]
fn what_is_known_of_one_edge_is_not_asked_when_another_leads_on() {
    let mut a = Automaton::new(4);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1] = a.locs();
    let (x0, y0) = (a.set(x, 0), a.set(y, 0));
    let (x1, y1, z1) = (a.is(x, 1), a.is(y, 1), a.is(z, 1));
    a.start(&[x0], l1);
    a.start(&[y0], l1);
    a.error(l1, &[Step::Assume(x1), Step::Assume(y1)]);
    a.error(l1, &[Step::Assume(x1), Step::Assume(z1)]);
    let known = a.refuted(with(&[T::Drop, T::ContextSupersets]));
    let stats = known.acted(T::ContextSupersets);
    assert!(stats.saved > 0);
    assert_eq!(stats.queries, 0);
}

/// Thesis 5.5.4: `y - 1 ≥ x` is excluded before `y := y - 1`, so `y ≥ x` is after it, whatever
/// else the cube says.
#[test]
fn a_blocked_predecessor_is_carried_over_the_edge() {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1, l2] = a.locs();
    let less = a.terms.bv_ult(y.1, x.1);
    let not_less = a.terms.bv_uge(y.1, x.1);
    let (positive, decrement, is_two) = (a.above(y, 0), a.add(y, u64::MAX), a.is(x, 2));
    a.start(&[Step::Assume(positive), Step::Assume(less)], l1);
    a.edge(l1, &[decrement], l2);
    a.error(l2, &[Step::Assume(not_less), Step::Assume(is_two)]);
    let carried = a.proved(with(&[T::Drop, T::PredecessorCubes]));
    let stats = carried.acted(T::PredecessorCubes);
    assert!(stats.saved > 0);
    assert_eq!(stats.queries, 0);
    for (vx, vy) in (0..16).flat_map(|vx| (0..16).map(move |vy| (vx, vy))) {
        assert_eq!(carried.holds(l2, &[(x, vx), (y, vy)]), vy < vx);
    }
    let asked = a.proved(with(&[T::Drop]));
    assert!(carried.queries() < asked.queries());
}

/// Thesis 5.7.2: at a low level `x = y = 1` is all that is needed. Higher up a loop has made it
/// reachable, but not together with `z = 1`: these two literals are needed there too.
#[test]
fn literals_that_were_needed_are_not_tried_in_a_larger_frame() {
    let mut a = Automaton::new(4);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1, l2, l3] = a.locs();
    let ones = [x, y, z].map(|v| Step::Assume(a.is(v, 1)));
    let (not_x, not_y) = (a.is_not(x, 1), a.is_not(y, 1));
    let not_both = a.terms.or2(not_x, not_y);
    let (set_x, set_y, set_z) = (a.set(x, 1), a.set(y, 1), a.set(z, 0));
    a.start(&[Step::Assume(not_both)], l1);
    a.edge(l1, &[set_x, set_y, set_z], l1);
    a.edge(l1, &[], l2);
    a.edge(l2, &[], l3);
    a.error(l1, &ones);
    a.error(l3, &ones);
    let kept = a.proved(with(&[T::Drop, T::Requeue, T::NecessaryLiterals]));
    let stats = kept.acted(T::NecessaryLiterals);
    assert!(stats.saved >= 2, "{stats:?}");
    assert_eq!(stats.queries, 0);
    let tried = a.proved(with(&[T::Drop, T::Requeue]));
    assert!(kept.queries() < tried.queries());
    assert_eq!(kept.clauses(l2), tried.clauses(l2));
}

/// Nothing changes at the initial location: what is satisfiable there stays so.
#[test]
fn queries_are_not_asked_twice() {
    let (a, l1, ..) = going_down();
    let cached = a.proved(with(&[T::Drop, T::QueryCache]));
    let stats = cached.acted(T::QueryCache);
    let asked = a.proved(with(&[T::Drop]));
    assert_eq!(cached.queries() + stats.saved, asked.queries());
    assert_eq!(cached.clauses(l1), asked.clauses(l1));
}

/// All of it together is no worse than each alone.
#[test]
fn the_thesis_asks_less_than_its_predecessor() {
    let (a, ..) = going_down();
    let old = a.proved(Preset::Old.techniques());
    let new = a.proved(Preset::Thesis.techniques());
    assert!(new.queries() < old.queries());
}

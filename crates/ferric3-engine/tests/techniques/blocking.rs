//! Techniques of the blocking phase and of propagation.

use ferric3_engine::{Preset, Technique as T};

use crate::dropping::going_down;
use crate::support::{Automaton, Step};
use crate::with;

/// `x` counts up from 0, and 5 is the error: found as soon as there is room for one step.
#[test]
fn obligations_that_come_back_find_long_runs_early() {
    let mut a = Automaton::new(4);
    let [x] = a.vars(["x"]);
    let [l1] = a.locs();
    let (zero, increment, is_five) = (a.set(x, 0), a.add(x, 1), a.is(x, 5));
    a.start(&[zero], l1);
    a.edge(l1, &[increment], l1);
    a.error(l1, &[Step::Assume(is_five)]);
    let early = a.refuted(with(&[T::Requeue]));
    early.acted(T::Requeue);
    let late = a.refuted(with(&[]));
    assert_eq!((early.steps, late.steps), (Some(7), Some(7)));
    assert_eq!((early.stats.level, late.stats.level), (2, 6));
}

/// A small cube and a larger one wait at the same level. The small one leads to a counterexample
/// at once, the larger one up a long counter.
#[test]
fn small_cubes_go_first() {
    let mut a = Automaton::new(4);
    let [x, n, m] = a.vars(["x", "n", "m"]);
    let [counter, target, shortcut] = a.locs();
    let (zero, increment) = (a.set(n, 0), a.add(n, 1));
    let (n5, m7, x1) = (a.is(n, 5), a.is(m, 7), a.is(x, 1));
    a.start(&[zero], counter);
    a.edge(counter, &[increment], counter);
    a.edge(counter, &[Step::Assume(n5), Step::Assume(m7)], target);
    a.start(&[], shortcut);
    a.edge(shortcut, &[], target);
    a.error(target, &[Step::Assume(x1)]);
    let small_first = a.refuted(with(&[T::Requeue, T::OrderBySize]));
    small_first.acted(T::OrderBySize);
    let deep_first = a.refuted(with(&[T::Requeue]));
    assert!(small_first.counter("obligations") < deep_first.counter("obligations"));
    assert!(small_first.steps < deep_first.steps);
    assert!(small_first.queries() < deep_first.queries());
}

/// A chain of locations: the lemma of the first one holds at all levels.
#[test]
fn new_lemmas_climb() {
    let mut a = Automaton::new(4);
    let [x] = a.vars(["x"]);
    let [l1, l2, l3] = a.locs();
    let (zero, is_one) = (a.set(x, 0), a.is(x, 1));
    a.start(&[zero], l1);
    a.edge(l1, &[], l2);
    a.edge(l2, &[], l3);
    a.error(l3, &[Step::Assume(is_one)]);
    let climbed = a.proved(with(&[T::Climb]));
    climbed.acted(T::Climb);
    let stayed = a.proved(with(&[]));
    assert!(climbed.counter("obligations") < stayed.counter("obligations"));
}

/// The same chain: no query has to say so.
#[test]
fn lemmas_of_layers_hold_at_all_levels() {
    let mut a = Automaton::new(4);
    let [x] = a.vars(["x"]);
    let [l1, l2, l3] = a.locs();
    let (zero, is_one) = (a.set(x, 0), a.is(x, 1));
    a.start(&[zero], l1);
    a.edge(l1, &[], l2);
    a.edge(l2, &[], l3);
    a.error(l3, &[Step::Assume(is_one)]);
    let known = a.proved(with(&[T::Push, T::Layers]));
    known.acted(T::Layers);
    let asked = a.proved(with(&[T::Push, T::Climb]));
    assert!(known.queries() < asked.queries());
}

/// Without pushing, each frontier blocks the same cubes again.
#[test]
fn lemmas_are_pushed() {
    let (a, ..) = going_down();
    let pushed = a.proved(with(&[T::Drop, T::Push]));
    pushed.acted(T::Push);
    let blocked = a.proved(with(&[T::Drop]));
    assert_eq!((pushed.stats.level, blocked.stats.level), (1, 2));
    assert!(pushed.counter("obligations") < blocked.counter("obligations"));
}

/// `x ≠ 1` holds at level 1 only, and no lemma will ever change that.
#[test]
fn hopeless_pushes_are_not_tried_again() {
    let mut a = Automaton::new(4);
    let [x, y] = a.vars(["x", "y"]);
    let [l1] = a.locs();
    let (x0, y0, set_x) = (a.set(x, 0), a.set(y, 0), a.set(x, 1));
    let (x1, y1, y_is_0) = (a.is(x, 1), a.is(y, 1), a.is(y, 0));
    a.start(&[x0, y0], l1);
    a.edge(l1, &[Step::Assume(y_is_0), set_x], l1);
    a.error(l1, &[Step::Assume(x1), Step::Assume(y1)]);
    let triggered = a.proved(with(&[T::Drop, T::Push, T::TriggeredPush]));
    let stats = triggered.acted(T::TriggeredPush);
    let blind = a.proved(with(&[T::Drop, T::Push]));
    assert!(stats.saved > 0);
    assert!(triggered.technique(T::Push).tried < blind.technique(T::Push).tried);
    assert!(triggered.queries() < blind.queries());
    assert_eq!(triggered.stats.level, blind.stats.level);
}

/// `x ≠ 1` cannot be pushed from level 1 for a state with `y = 1`; when a later lemma has
/// excluded that, it can.
#[test]
fn pushes_are_tried_again_when_the_obstacle_is_gone() {
    let mut a = Automaton::new(4);
    let [x, y, z] = a.vars(["x", "y", "z"]);
    let [l1, l2, l3] = a.locs();
    let (x0, y0, z0) = (a.set(x, 0), a.set(y, 0), a.set(z, 0));
    // Newer literals are dropped first: what stays is `x`, then `z`.
    let (x1, z1, y1) = (a.is(x, 1), a.is(z, 1), a.is(y, 1));
    a.start(&[x0, y0, z0], l1);
    a.edge(l1, &[Step::Assign(x, y.1)], l1);
    a.edge(l1, &[], l2);
    a.edge(l2, &[], l3);
    a.error(l2, &[Step::Assume(x1), Step::Assume(z1)]);
    a.error(l3, &[Step::Assume(y1)]);
    let triggered = a.proved(with(&[T::Drop, T::Push, T::TriggeredPush]));
    let stats = triggered.technique(T::TriggeredPush);
    assert!(
        stats.tried > stats.succeeded,
        "no obstacle went away: {stats:?}"
    );
    let blind = a.proved(with(&[T::Drop, T::Push]));
    assert_eq!(triggered.stats.level, blind.stats.level);
    assert_eq!(triggered.clauses(l1), blind.clauses(l1));
}

/// Expensive techniques wait until a cube comes back.
#[test]
fn cubes_that_come_back_are_generalised_harder() {
    let mut a = Automaton::new(4);
    let [x] = a.vars(["x"]);
    let [l1] = a.locs();
    let (zero, step, is_nine) = (a.set(x, 0), a.add(x, 2), a.is(x, 9));
    a.start(&[zero], l1);
    a.edge(l1, &[step], l1);
    a.error(l1, &[Step::Assume(is_nine)]);
    let always = with(&[T::Cores, T::Requeue, T::WeakenToBits]);
    let patient = a.proved(always.with(T::DynamicStrength));
    let always = a.proved(always);
    patient.acted(T::DynamicStrength);
    patient.acted(T::WeakenToBits);
    assert!(patient.counter("lemmas learnt") > always.counter("lemmas learnt"));
    // Presets that do not have it leave no trace of it.
    let default = a.proved(Preset::Default.techniques());
    assert!(
        default
            .stats
            .techniques
            .iter()
            .all(|report| report.name != T::DynamicStrength.name())
    );
}

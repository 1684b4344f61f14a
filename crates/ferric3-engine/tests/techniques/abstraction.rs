//! Implicit abstraction: predicates are found where they are needed.

use ferric3_engine::{EngineKind, Ic3CfaOptions, Technique, TechniqueSet, abstraction_techniques};

use super::support::{Automaton, Step};

/// Both engines, with these techniques.
fn engines(techniques: TechniqueSet) -> [EngineKind; 2] {
    let options = Ic3CfaOptions { techniques };
    [EngineKind::Pdr(options.clone()), EngineKind::Ic3Ia(options)]
}

/// `x = y = 0; for (;;) { y = x; x += 2; }`, and `y = value` is the error.
pub(crate) fn late(value: u64) -> Automaton {
    let mut a = Automaton::new(3);
    let [x, y] = a.vars(["x", "y"]);
    let [l] = a.locs();
    let start = [a.set(x, 0), a.set(y, 0)];
    a.start(&start, l);
    let again = [Step::Assign(y, x.1), a.add(x, 2)];
    a.edge(l, &again, l);
    let fails = a.is(y, value);
    a.error(l, &[Step::Assume(fails)]);
    a
}

/// The property speaks of `y` alone, so at first a state with any `x` may be a predecessor. The chain that comes
/// of it is no run, and a predicate about `x` says why.
#[test]
fn a_chain_without_a_run_gives_predicates() {
    let techniques = abstraction_techniques().without(Technique::Facts);
    for engine in engines(techniques.without(Technique::Concretise)) {
        let outcome = late(5).proved_by(engine);
        assert_eq!(outcome.counter("predicates in the beginning"), 1);
        assert!(outcome.counter("refinements") > 0);
        assert!(outcome.counter("predicates") > 1);
    }
}

/// A chain that is a run needs no predicates, whatever its cubes leave open.
#[test]
fn a_chain_with_a_run_is_a_counterexample() {
    for engine in engines(abstraction_techniques()) {
        let outcome = late(2).refuted_by(engine);
        assert!(outcome.steps.is_some_and(|steps| steps >= 4));
    }
}

/// The minterm `y ≠ 5` cannot be blocked, but the states with `x = 5`, which lead on, can: a predicate about `x`
/// without a chain.
#[test]
fn states_that_lead_on_give_predicates_where_they_are() {
    let techniques = abstraction_techniques().without(Technique::Facts);
    for engine in engines(techniques.with(Technique::Concretise)) {
        let outcome = late(5).proved_by(engine);
        outcome.acted(Technique::Concretise);
        assert!(outcome.counter("predicates of concrete states") > 0);
    }
}

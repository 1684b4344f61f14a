//! Lazy abstraction: abstract states are refined where a path to the error is no run.

use ferric3_engine::{EngineKind, Ic3CfaOptions, Technique, TechniqueSet, cegar_techniques};

use super::abstraction::late;
use super::support::{Automaton, Outcome, Step};

fn cegar(techniques: TechniqueSet) -> EngineKind {
    EngineKind::Cegar(Ic3CfaOptions { techniques })
}

/// There are no predicates in the beginning, so everything but the edges of a path is forgotten at first.
#[test]
fn a_path_without_a_run_gives_predicates() {
    let techniques = cegar_techniques().without(Technique::Facts);
    for techniques in [techniques, techniques.with(Technique::Cartesian)] {
        let outcome = late(5).proved_by(cegar(techniques));
        assert!(outcome.counter("refinements") > 1);
        assert!(outcome.counter("predicates") > 1);
        assert!(outcome.counter("covered abstract states") > 0);
        let removed = outcome.counter("abstract states of re-explored subtrees");
        assert!(removed < outcome.counter("abstract states"));
    }
}

#[test]
fn a_path_with_a_run_is_a_counterexample() {
    let outcome = late(2).refuted_by(cegar(cegar_techniques()));
    assert!(outcome.steps.is_some_and(|steps| steps >= 4));
}

/// `for (;;) { all x = input; z = (every x == 1); }`, and `z = 0` although every `x` is 1 is the error.
fn many_valuations() -> Automaton {
    let mut a = Automaton::new(3);
    let xs = a.vars(["a", "b", "c", "d", "e", "f", "g"]);
    let [z] = a.vars(["z"]);
    let [l] = a.locs();
    let start = [a.set(z, 1)];
    a.start(&start, l);
    let ones = xs.map(|x| a.is(x, 1));
    let all = a.terms.and(&ones);
    let not_all = a.terms.not(all);
    let mut again: Vec<Step> = xs.into_iter().map(Step::Havoc).collect();
    again.push(Step::Branch(vec![
        vec![Step::Assume(all), a.set(z, 1)],
        vec![Step::Assume(not_all), a.set(z, 0)],
    ]));
    a.edge(l, &again, l);
    let is_wrong = a.is(z, 0);
    a.error(l, &[Step::Assume(all), Step::Assume(is_wrong)]);
    a
}

/// All values of the `x`es are possible, in any combination. What is shared by all of them is the one clause that the
/// proof needs.
#[test]
fn too_many_valuations_become_what_they_share() {
    let plain = cegar_techniques().without(Technique::LimitModels);
    let proved = |techniques| many_valuations().proved_by(cegar(techniques));
    let models = |outcome: &Outcome| outcome.counter("models enumerated");
    let boolean = proved(plain);
    assert!(models(&boolean) > 128);
    let limited = proved(plain.with(Technique::LimitModels));
    limited.acted(Technique::LimitModels);
    assert!(models(&limited) < models(&boolean));
    let cartesian = proved(plain.with(Technique::Cartesian));
    assert!(models(&cartesian) < models(&limited));
}

/// Clauses that a proof of the path does not need give no predicates.
#[test]
fn interpolants_are_reduced() {
    let plain = cegar_techniques().without(Technique::ReducePredicates);
    let all = many_valuations().proved_by(cegar(plain));
    let outcome = many_valuations().proved_by(cegar(plain.with(Technique::ReducePredicates)));
    assert!(outcome.technique(Technique::ReducePredicates).tried > 0);
    assert!(outcome.counter("predicates") <= all.counter("predicates"));
}

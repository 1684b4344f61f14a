//! Facts by data flow against an explicit-state search.

mod support;

use std::collections::BTreeSet;

use ferric3_cfa::{FactOptions, LocId, analyse, mark_loop_heads};
use support::RandomCfa;

/// All states that runs reach, by location.
fn reachable(random: &RandomCfa) -> BTreeSet<(LocId, Vec<u64>)> {
    let mut states = BTreeSet::new();
    let mut open: Vec<(LocId, Vec<u64>)> = random
        .all_states()
        .into_iter()
        .map(|state| (random.cfa.initial, state))
        .collect();
    while let Some((loc, state)) = open.pop() {
        if !states.insert((loc, state.clone())) {
            continue;
        }
        for edge in random.cfa.edges.iter().filter(|edge| edge.from == loc) {
            for after in random.successors(edge.command, &state) {
                open.push((edge.to, after));
            }
        }
    }
    states
}

/// Returns the number of clauses and of edges that no run takes.
fn compare(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut clauses, mut infeasible) = (0, 0);
    for seed in seeds {
        let mut random = RandomCfa::new(seed);
        mark_loop_heads(&mut random.cfa);
        let cfa = random.cfa.clone();
        let analysis = analyse(&cfa, &mut random.terms, &FactOptions::default());
        assert!(!analysis.stats().gave_up, "seed {seed}");
        clauses += analysis.facts().len();
        infeasible += analysis.stats().infeasible;
        for (loc, state) in reachable(&random) {
            for &fact in analysis.facts().at(loc) {
                assert!(
                    random.holds(fact, &state),
                    "seed {seed}: {fact:?} does not hold in {state:?} at {loc:?}"
                );
            }
            for (id, edge) in cfa.edges.iter_enumerated() {
                if edge.from == loc && analysis.is_infeasible(id) {
                    let after = random.successors(edge.command, &state);
                    assert!(after.is_empty(), "seed {seed}: {id:?} from {state:?}");
                }
            }
        }
    }
    (clauses, infeasible)
}

#[test]
fn every_reachable_state_satisfies_the_facts() {
    let (clauses, infeasible) = compare(0..1500);
    assert!(clauses > 1000 && infeasible > 100, "{clauses} {infeasible}");
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn every_reachable_state_satisfies_the_facts_long() {
    compare(10_000..100_000);
}

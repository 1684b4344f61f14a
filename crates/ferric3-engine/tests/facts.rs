//! Facts by data flow: inductive by the solver's judgement, and useful for the engine.

#[path = "../../ferric3-cfa/tests/support/mod.rs"]
mod support;

use ferric3_cfa::{Cfa, FactOptions, analyse, large_blocks, mark_loop_heads};
use ferric3_engine::{
    Answer, Engine, Ic3Cfa, Ic3CfaOptions, Patience, Preset, Session, Task, Technique, certify,
};
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{Substitution, TermId, Terms};
use support::RandomCfa;

/// The task with large blocks and facts that were found with small ones.
fn task(mut cfa: Cfa, terms: &mut Terms) -> Task {
    mark_loop_heads(&mut cfa);
    let analysis = analyse(&cfa, terms, &FactOptions::default());
    let large = large_blocks(cfa, terms);
    Task::new(large.cfa, terms).with_facts(analysis.facts().after(&large.reduction))
}

/// For every edge `(l, G, f, l')`: `facts(l) ∧ G ⇒ facts(l')∘f`.
fn assert_inductive(task: &Task, terms: &mut Terms, what: &str) {
    assert!(task.facts.at(task.cfa.initial).is_empty(), "{what}");
    for form in &task.forms {
        if form.edge.to == task.cfa.error {
            continue;
        }
        let mut solver = SolverConfig::default().create();
        for &fact in task.facts.at(form.edge.from) {
            solver.assert(terms, fact);
        }
        let mut after = Substitution::new(form.next.iter().map(|(&s, &t)| (s, t)));
        for &fact in task.facts.at(form.edge.to) {
            let kept: TermId = after.apply(terms, fact);
            let lost = terms.not(kept);
            assert_eq!(
                solver.check(terms, &[form.guard, lost]),
                CheckResult::Unsat,
                "{what}: a fact is not inductive"
            );
        }
    }
}

#[test]
fn facts_are_inductive_over_large_blocks() {
    let mut clauses = 0;
    for seed in 0..1000 {
        let random = RandomCfa::new(seed);
        let mut terms = random.terms;
        let task = task(random.cfa, &mut terms);
        clauses += task.facts.len();
        assert_inductive(&task, &mut terms, &format!("seed {seed}"));
    }
    assert!(clauses > 500, "only {clauses} clauses");
}

/// Verdicts stay right, and all in all fewer queries are needed.
#[test]
fn facts_save_queries() {
    let default = Preset::Default.techniques();
    let mut queries = [0, 0];
    for seed in 0..300 {
        let random = RandomCfa::new(seed);
        let reachable = random.error_is_reachable();
        let mut terms = random.terms;
        let task = task(random.cfa, &mut terms);
        for (used, queries) in [false, true].into_iter().zip(&mut queries) {
            let techniques = if used {
                default.with(Technique::Facts)
            } else {
                default.without(Technique::Facts)
            };
            let mut engine = Ic3Cfa::new(Ic3CfaOptions { techniques });
            let solvers = SolverConfig::default();
            let mut session = Session {
                solvers: &solvers,
                progress: &mut (),
                exchange: &mut (),
                judge: &mut (),
                unrollings: true,
            };
            match engine.solve(&task, &mut terms, &mut session) {
                Answer::Safe(proof) => {
                    assert!(!reachable, "seed {seed}");
                    certify(&task, &mut terms, &solvers, proof, Patience::Unlimited)
                        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                }
                Answer::Unsafe(_) => assert!(reachable, "seed {seed}"),
                Answer::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
            }
            *queries += engine.stats().solver.queries;
        }
    }
    let [without, with] = queries;
    assert!(with * 10 < without * 9, "{with} queries, {without} without");
}

//! Facts by data flow: inductive by the solver's judgement, and useful for the engine.

use ferric3_cfa::{Cfa, FactOptions, analyse, large_blocks, mark_loop_heads};
use ferric3_engine::{
    Answer, Engine, Ic3Cfa, Ic3CfaOptions, Patience, Preset, Session, Task, Technique, certify,
};
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{FloatFormat, Sort, TermId, Terms};
use ferric3_testgen::RandomCfa;

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
    for form in task.forms.iter() {
        if form.edge.to == task.cfa.error {
            continue;
        }
        let mut solver = SolverConfig::default().create();
        for &fact in task.facts.at(form.edge.from) {
            solver.assert(terms, fact);
        }
        let mut after = form.before();
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

/// A sum that is kept between -100 and 100, of numbers between -8 and 8: no NaN gets in, and the
/// clauses say so in bits.
#[test]
fn bounds_of_floating_point_numbers_are_inductive() {
    const F: FloatFormat = FloatFormat::F32;
    let mut terms = Terms::new();
    let mut cfa = Cfa::new();
    let head = cfa.add_location("head", None);
    let [(x, at_x), (u, at_u)] = ["x", "u"].map(|name| {
        let var = terms.fresh_symbol(name, Sort::BitVec(32));
        cfa.add_state_var(&mut terms, var.0, None);
        var
    });
    let [zero, least, most, low, high] = [0.0f32, -100.0, 100.0, -8.0, 8.0]
        .map(|number| terms.bv_u64(u64::from(number.to_bits()), 32));
    let (initial, error) = (cfa.initial, cfa.error);
    let start = cfa.commands.assign(x, zero);
    cfa.add_edge(initial, start, head);

    let mut step = cfa.commands.havoc(&mut terms, u, None);
    let bounds = [terms.fp_le(F, low, at_u), terms.fp_le(F, at_u, high)];
    for bound in bounds {
        let bound = cfa.commands.assume(bound);
        step = cfa.commands.seq(&terms, step, bound);
    }
    let sum = terms.fp_add(F, at_x, at_u);
    let sum = cfa.commands.assign(x, sum);
    step = cfa.commands.seq(&terms, step, sum);
    let (above, below) = (terms.fp_lt(F, most, at_x), terms.fp_lt(F, at_x, least));
    let (not_above, not_below) = (terms.not(above), terms.not(below));
    for (conditions, value) in [
        (vec![above], Some(most)),
        (vec![not_above, below], Some(least)),
        (vec![not_above, not_below], None),
    ] {
        let mut way = step;
        for condition in conditions {
            let condition = cfa.commands.assume(condition);
            way = cfa.commands.seq(&terms, way, condition);
        }
        if let Some(value) = value {
            let value = cfa.commands.assign(x, value);
            way = cfa.commands.seq(&terms, way, value);
        }
        cfa.add_edge(head, way, head);
    }
    let kept = terms.fp_le(F, at_x, most);
    let lost = terms.not(kept);
    let lost = cfa.commands.assume(lost);
    let lost = cfa.add_edge(head, lost, error);

    mark_loop_heads(&mut cfa);
    let analysis = analyse(&cfa, &mut terms, &FactOptions::default());
    assert!(analysis.is_infeasible(lost));
    let task = task(cfa, &mut terms);
    assert_eq!(task.facts.len(), 2);
    assert_inductive(&task, &mut terms, "floating-point numbers");
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

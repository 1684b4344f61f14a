//! What makes localisation sound and complete, on random automata.

use std::collections::BTreeSet;

use ferric3_cfa::{
    Clauses, EdgeId, Image, PassSet, State, Stop, large_blocks, mark_loop_heads, run_edge,
};
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{BitVecValue, SymbolId, Terms, Value};

use super::abstraction::Abstractor;
use super::details::{Detail, Details};
use super::path::{Found, Path};
use super::small_blocks::SmallBlocks;
use super::*;
use ferric3_testgen::RandomCfa;
use ferric3_testkit::Rng;

/// A random task with large blocks.
fn task(seed: u64) -> (Task, Terms) {
    let RandomCfa {
        mut terms, mut cfa, ..
    } = RandomCfa::small(seed);
    mark_loop_heads(&mut cfa);
    let large = large_blocks(cfa, &terms);
    (Task::new(large.cfa, &mut terms), terms)
}

fn any_value(terms: &Terms, rng: &mut Rng, symbol: SymbolId) -> Value {
    match terms.symbol(symbol).sort.width() {
        Some(width) => Value::BitVec(BitVecValue::from_bits(
            (0..width).map(|_| rng.below(2) == 1),
        )),
        None => Value::Bool(rng.below(2) == 1),
    }
}

fn some_of(rng: &mut Rng, details: &BTreeSet<Detail>) -> BTreeSet<Detail> {
    let part = 1 + rng.below(4);
    let details = details.iter().copied();
    details.filter(|_| rng.below(4) < part).collect()
}

fn all_details(blocks: &SmallBlocks) -> BTreeSet<Detail> {
    blocks.details.iter().flatten().flatten().copied().collect()
}

/// `R(e) ⊆ R'(e)`: whatever an edge of the automaton does, one of the abstraction does, too; and
/// with everything seen nothing else.
#[test]
fn an_abstraction_contains_the_automaton() {
    let (mut compared, mut differences) = (0, 0);
    for seed in 0..40 {
        let (task, mut terms) = task(seed);
        let mut rng = Rng::new(seed);
        let blocks = SmallBlocks::of(&task, &mut terms);
        let mut abstractor = Abstractor::new(&blocks, &mut terms);
        abstractor.passes = PassSet::NONE;
        let all = all_details(&blocks);
        let known = Clauses::default();
        for seen in [all.clone(), some_of(&mut rng, &all), BTreeSet::new()] {
            let abstraction =
                abstractor.abstraction(&blocks, &mut terms, &seen, &known, Stop::NEVER);
            let abstraction = abstraction.expect("nobody asks to stop");
            let abstract_task = &abstraction.task;
            for _ in 0..30 {
                let edge = EdgeId::new(rng.below(task.cfa.edges.len()));
                let form = task.form(edge);
                let variables = task.cfa.state.iter().map(|var| var.symbol);
                let mut any = |symbol| (symbol, any_value(&terms, &mut rng, symbol));
                let state: State = variables.map(&mut any).collect();
                let inputs: State = form.inputs.iter().copied().map(any).collect();
                let run = run_edge(&task.cfa, &terms, form, &state, &inputs);
                let Some(run) = run else {
                    continue;
                };
                let image = |loc| match abstraction.image(loc) {
                    Image::At(now) => now,
                    gone => panic!("without passes a location became {gone:?}"),
                };
                let (from, to) = (image(form.edge.from), image(form.edge.to));
                let mut edges = abstract_task.outgoing(from).iter();
                let edge = edges.find(|&&edge| abstract_task.form(edge).edge.to == to);
                let form = abstract_task.form(*edge.expect("the edge is there"));
                // Some input leads to the same state; and to another one if anything is hidden.
                let mut solver = SolverConfig::default().create();
                let mut same = vec![form.guard];
                for var in &task.cfa.state {
                    let before = terms.constant(&state[&var.symbol]);
                    let before = terms.eq(var.term, before);
                    solver.assert(&terms, before);
                    let after = form.next.get(&var.symbol).copied().unwrap_or(var.term);
                    let value = terms.constant(&run.state[&var.symbol]);
                    same.push(terms.eq(after, value));
                }
                let same = terms.and(&same);
                assert_eq!(
                    solver.check(&terms, &[same]),
                    CheckResult::Sat,
                    "seed {seed}"
                );
                compared += 1;
                let other = terms.not(same);
                let is_other = solver.check(&terms, &[form.guard, other]) == CheckResult::Sat;
                assert!(
                    !is_other || seen != all || !form.inputs.is_empty(),
                    "seed {seed}"
                );
                differences += usize::from(is_other && seen.is_empty());
            }
        }
    }
    assert!(
        compared > 500 && differences > 50,
        "{compared}, {differences}"
    );
}

/// Along the path of a real run there is a run; and reasons are enough: the abstraction in which
/// they are seen has no run along the path.
#[test]
fn a_path_has_a_run_or_a_reason() {
    let (mut runs, mut reasons, mut not_followed) = (0, 0, 0);
    for seed in 0..150 {
        let (task, mut terms) = task(seed);
        let blocks = SmallBlocks::of(&task, &mut terms);
        let details = Details::of(&blocks, &terms);
        let mut abstractor = Abstractor::new(&blocks, &mut terms);
        let known = Clauses::default();
        let mut seen = BTreeSet::new();
        let solvers = SolverConfig::default();
        loop {
            let abstraction =
                abstractor.abstraction(&blocks, &mut terms, &seen, &known, Stop::NEVER);
            let abstraction = abstraction.expect("nobody asks to stop");
            let answer = Ic3Cfa::default().solve(
                &abstraction.task,
                &mut terms,
                &mut Session {
                    solvers: &solvers,
                    progress: &mut (),
                    exchange: &mut (),
                    judge: &mut (),
                    unrollings: true,
                },
            );
            let Answer::Unsafe(run) = answer else {
                break;
            };
            let edges = match abstraction.path(&terms, &run) {
                Ok(edges) => edges,
                Err(error) => {
                    // A loop that slicing has left out need not end.
                    assert!(abstractor.passes.has(Pass::Slice), "seed {seed}: {error}");
                    abstractor.passes = abstractor.passes.without(Pass::Slice);
                    not_followed += 1;
                    continue;
                }
            };
            let assumed = &abstraction.assumed;
            let search = |terms: &mut Terms, seen: &BTreeSet<Detail>| {
                let mut path =
                    Path::execute(&blocks, &details, terms, &solvers, seen, assumed, &edges);
                path.search()
            };
            match search(&mut terms, &seen) {
                Found::Run(run) => {
                    let mut state = run.initial.clone();
                    for step in &run.steps {
                        let form = task.form(step.edge);
                        let run = run_edge(&task.cfa, &terms, form, &state, &step.inputs);
                        state = run.expect("the step can be taken").state;
                    }
                    let last = run.steps.last().map(|step| task.form(step.edge).edge.to);
                    assert_eq!(last, Some(task.cfa.error), "seed {seed}");
                    runs += 1;
                    break;
                }
                Found::Reasons(found) => {
                    assert!(found.iter().all(|detail| !seen.contains(detail)));
                    assert!(!found.is_empty(), "seed {seed}: nothing to refine with");
                    seen.extend(found);
                    // With these seen, nothing hidden is needed any more.
                    let again = search(&mut terms, &seen);
                    assert!(matches!(again, Found::Reasons(more) if more.is_empty()));
                    reasons += 1;
                }
                Found::Hidden(_) | Found::Nothing(_) => {
                    panic!("seed {seed}: a tiny path is not hard")
                }
            }
        }
    }
    assert!(runs > 20 && reasons > 50, "{runs}, {reasons}");
    assert!(
        not_followed < 10,
        "{not_followed} runs could not be followed"
    );
}

//! Passes against an explicit-state search, and the ways back from the reduced automaton.

use ferric3_cfa::{
    Cfa, Cmd, CmdId, Image, LocId, Pass, PassOptions, PassSet, Reduction, State, large_blocks,
    mark_loop_heads, reduce,
};
use ferric3_engine::{
    Answer, Counterexample, EngineKind, Invariant, Patience, Preset, Proof, Session, Task, certify,
};
use ferric3_solver::SolverConfig;
use ferric3_term::{TermId, Terms, Value};
use ferric3_testgen::RandomCfa;

/// How a run of the reduced automaton ends before the reduction.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Error,
    /// It goes round in circles: a loop without influence on the error never ends.
    Endless,
    Stuck(LocId),
}

/// Executes a counterexample before the reduction, by the rules of [`Reduction`].
fn execute(
    before: &Cfa,
    terms: &Terms,
    reduction: &Reduction,
    task: &Task,
    run: &Counterexample,
) -> End {
    let outgoing = before.outgoing();
    let mut state = run.initial.clone();
    let mut loc = before.initial;
    let mut steps = run.steps.iter().peekable();
    for _ in 0..10_000 {
        if loc == before.error {
            return End::Error;
        }
        let nothing = State::default();
        let inputs = steps.peek().map_or(&nothing, |step| &step.inputs);
        let next = outgoing[loc.index()].iter().find_map(|&edge| {
            let edge = before.edges[edge];
            let after = walk(before, terms, reduction, edge.command, &state, inputs)?;
            Some((edge.to, after))
        });
        let Some((to, after)) = next else {
            return End::Stuck(loc);
        };
        (loc, state) = (to, after);
        if let Image::At(now) = reduction.image(loc)
            && steps
                .peek()
                .is_some_and(|step| task.form(step.edge).edge.to == now)
        {
            steps.next();
        }
    }
    End::Endless
}

/// The state after a command without choices; none if it cannot be passed.
fn walk(
    cfa: &Cfa,
    terms: &Terms,
    reduction: &Reduction,
    cmd: CmdId,
    state: &State,
    inputs: &State,
) -> Option<State> {
    let value = |state: &State, t: TermId| -> Value {
        terms.eval(t, &|symbol| {
            let known = state.get(&symbol).cloned();
            known.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
        })
    };
    let mut state = state.clone();
    match cfa.commands.get(cmd) {
        Cmd::Seq(first, second) => {
            let middle = walk(cfa, terms, reduction, *first, &state, inputs)?;
            return walk(cfa, terms, reduction, *second, &middle, inputs);
        }
        Cmd::Assume(condition) => value(&state, *condition).as_bool().then_some(())?,
        Cmd::Assign(var, term) => {
            let new = value(&state, *term);
            state.insert(*var, new);
        }
        Cmd::Havoc(havoc) => {
            let havoc = cfa.commands.havoc_info(*havoc);
            let given = inputs.get(&reduction.input(havoc.input)).cloned();
            let zero = || Value::zero(terms.symbol(havoc.var).sort);
            state.insert(havoc.var, given.unwrap_or_else(zero));
        }
        Cmd::Reach(_) => {}
        Cmd::Choice { .. } => panic!("small blocks have no choices"),
    }
    Some(state)
}

#[derive(Default)]
struct Count {
    safe: usize,
    not_safe: usize,
    fired: usize,
    without_end: usize,
}

fn compare(seed: u64, passes: PassSet, count: &mut Count) {
    let mut random = RandomCfa::small(seed);
    mark_loop_heads(&mut random.cfa);
    let what = format!("seed {seed}, {passes:?}");
    let reachable = random.error_is_reachable();
    let before = random.cfa.clone();
    let options = PassOptions::with_passes(passes);
    let reduced = reduce(before.clone(), &mut random.terms, &options);
    count.fired += usize::from(reduced.stats.iter().any(|pass| pass.changed > 0));
    random.cfa = reduced.cfa.clone();
    let still = random.error_is_reachable();
    let is_sliced = passes.has(Pass::Slice);
    assert!(
        still == reachable || still && is_sliced,
        "{what}: reachability has changed"
    );

    let large = large_blocks(reduced.cfa, &random.terms);
    let reduction = reduced.reduction.then(&large.reduction);
    let terms = &mut random.terms;
    let task = Task::new(large.cfa, terms);
    let solvers = SolverConfig::default();
    let mut engine = EngineKind::Ic3Cfa(Preset::Default.into()).create();
    let mut session = Session {
        solvers: &solvers,
        progress: &mut (),
        exchange: &mut (),
        judge: &mut (),
        unrollings: true,
    };
    match engine.solve(&task, terms, &mut session) {
        Answer::Safe(Proof::Invariant(invariant)) => {
            count.safe += 1;
            let large = large_blocks(before.clone(), terms);
            let mut clauses = vec![Vec::new(); large.cfa.locations.len()];
            for loc in before.locations.ids().filter(|&loc| loc != before.error) {
                if let Image::At(cut) = large.reduction.image(loc) {
                    let by_location = |now| invariant.at(now).to_vec();
                    clauses[cut.index()] = reduction
                        .invariant_at(terms, loc, &by_location)
                        .unwrap_or_else(|| panic!("{what}: {loc:?} lies inside of an edge"));
                }
            }
            let task = Task::new(large.cfa, terms);
            let proof = Proof::Invariant(Invariant::new(clauses));
            certify(&task, terms, &solvers, proof, Patience::Unlimited)
                .unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        Answer::Unsafe(run) => {
            count.not_safe += 1;
            match execute(&before, terms, &reduction, &task, &run) {
                End::Error => assert!(reachable, "{what}: the search did not find the run"),
                End::Endless => {
                    assert!(is_sliced, "{what}: the run does not end");
                    count.without_end += 1;
                }
                end @ End::Stuck(_) => panic!("{what}: {end:?}"),
            }
        }
        other => panic!("{what}: {other:?}"),
    }
}

fn compare_all(seeds: std::ops::Range<u64>) {
    let mut sets: Vec<PassSet> = Pass::ALL.iter().map(|&pass| PassSet::of(&[pass])).collect();
    sets.push(PassSet::all());
    for passes in sets {
        let mut count = Count::default();
        let total = usize::try_from(seeds.end - seeds.start).expect("small");
        for seed in seeds.clone() {
            compare(seed, passes, &mut count);
        }
        let Count {
            safe,
            not_safe,
            fired,
            without_end,
        } = count;
        assert!(
            safe > total / 5 && not_safe > total / 5,
            "one-sided: {safe} safe, {not_safe} unsafe"
        );
        assert!(fired > total / 20, "{passes:?} acts {fired} times only");
        assert!(
            without_end * 10 < total,
            "{without_end} runs do not exist before {passes:?}"
        );
    }
}

#[test]
fn reduced_automata_have_the_same_errors() {
    compare_all(0..80);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn reduced_automata_have_the_same_errors_long() {
    compare_all(1000..20_000);
}

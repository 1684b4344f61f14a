//! Engines against an explicit-state search, on random automata with tiny variables.

use ferric3_cfa::{large_blocks, run_edge};
use ferric3_engine::{
    Answer, EngineKind, Ic3CfaOptions, Ic3IcpOptions, Ic3IcpPreset, Ic3Preset, ItpPreset, Patience,
    Preset, Session, Task, Technique, TechniqueSet, TreeOptions, TreePreset,
    abstraction_techniques, cegar_techniques, certify,
};
use ferric3_sat::SatBackend;
use ferric3_solver::{Backend, SolverConfig};
use ferric3_testgen::{RandomCfa, Weakening};

fn engines() -> Vec<EngineKind> {
    let mut engines = vec![
        EngineKind::Bmc {
            max_depth: Some(40),
        },
        EngineKind::Unwind { max_bound: Some(8) },
        EngineKind::KInduction { max_k: Some(40) },
        EngineKind::Localise(Ic3CfaOptions::default()),
    ];
    for preset in Preset::ALL {
        let preset = Ic3CfaOptions::from(preset);
        engines.push(EngineKind::Ic3Cfa(preset));
    }
    for preset in Ic3Preset::ALL {
        engines.push(EngineKind::Ic3(preset.into()));
    }
    engines.push(EngineKind::Pdr(abstraction()));
    engines.push(EngineKind::Ic3Ia(abstraction()));
    engines.extend(Ic3IcpPreset::ALL.map(|preset| EngineKind::Ic3Icp(preset.into())));
    engines.extend(ItpPreset::ALL.map(|preset| EngineKind::Itp(preset.into())));
    engines.extend(lazy_abstraction());
    engines.extend(trees());
    engines.extend(variants().map(EngineKind::Ic3Cfa));
    engines
}

/// The options of the engines with implicit abstraction.
fn abstraction() -> Ic3CfaOptions {
    Ic3CfaOptions {
        techniques: abstraction_techniques(),
    }
}

/// Boxes: suffixes of all lengths, restarts that come soon, and each technique by itself switched; on the automaton and with
/// the program counter as a variable.
fn boxes() -> impl Iterator<Item = EngineKind> {
    use Technique as T;
    let presets = Ic3IcpPreset::ALL.into_iter().map(Ic3IcpOptions::from);
    let default = Ic3IcpPreset::Default;
    let own = [
        T::Gentr,
        T::LiteralRotation,
        T::BoundGeneralisation,
        T::Ungeneralise,
        T::SuffixRestart,
        T::Drop,
        T::Cores,
        T::Facts,
        T::InitialFrames,
    ];
    let switched = own.into_iter().map(move |technique| {
        let techniques = default.techniques();
        default.with_techniques(match techniques.has(technique) {
            true => techniques.without(technique),
            false => techniques.with(technique),
        })
    });
    let all = default.with_techniques(TechniqueSet::of(Technique::ALL));
    let options = presets.chain(switched).chain([all]);
    let options = options.flat_map(|options| {
        let hasty = Ic3IcpOptions {
            patience: 2,
            ..options.clone()
        };
        let monolithic = Ic3IcpOptions {
            monolithic: true,
            ..hasty.clone()
        };
        [options, hasty, monolithic]
    });
    options.map(EngineKind::Ic3Icp)
}

/// Lazy abstraction, with each of its techniques by itself switched, and with all of them.
fn lazy_abstraction() -> impl Iterator<Item = EngineKind> {
    use Technique as T;
    let default = cegar_techniques();
    let sets = [
        default,
        default.without(T::Facts),
        default.without(T::ReducePredicates),
        default.without(T::LimitModels),
        default.with(T::GlobalPredicates),
        default.with(T::Cartesian),
        TechniqueSet::of(Technique::ALL),
    ];
    let options = sets.map(|techniques| Ic3CfaOptions { techniques });
    options.into_iter().map(EngineKind::Cegar)
}

/// All kinds of trees.
fn trees() -> impl Iterator<Item = EngineKind> {
    let presets = TreePreset::ALL.into_iter();
    presets.map(|preset| EngineKind::TreeIc3(preset.options()))
}

/// Each technique by itself: off if the default has it, on if not; and all at once.
fn variants() -> impl Iterator<Item = Ic3CfaOptions> {
    variants_of(Preset::Default.techniques())
}

/// The same for another default.
fn variants_of(default: TechniqueSet) -> impl Iterator<Item = Ic3CfaOptions> {
    let others = Technique::ALL.iter().map(move |&technique| {
        if default.has(technique) {
            default.without(technique)
        } else {
            default.with(technique)
        }
    });
    let all = TechniqueSet::of(Technique::ALL);
    let sets = others.chain([all]);
    sets.map(|techniques| Ic3CfaOptions { techniques })
}

fn may_give_up(kind: &EngineKind) -> bool {
    matches!(
        kind,
        EngineKind::Bmc { .. } | EngineKind::Unwind { .. } | EngineKind::KInduction { .. }
    )
}

/// Returns the number of (safe, unsafe) automata.
fn compare(seeds: std::ops::Range<u64>) -> (usize, usize) {
    compare_engines(seeds, &engines())
}

fn compare_engines(seeds: std::ops::Range<u64>, engines: &[EngineKind]) -> (usize, usize) {
    compare_on(RandomCfa::new, seeds, engines)
}

/// The same on automata of another kind.
fn compare_on(
    automaton: impl Fn(u64) -> RandomCfa,
    seeds: std::ops::Range<u64>,
    engines: &[EngineKind],
) -> (usize, usize) {
    let counts = compare_with(&SolverConfig::default(), automaton, seeds, engines);
    (counts.safe, counts.not_safe)
}

/// What was compared.
#[derive(Default)]
struct Counts {
    safe: usize,
    not_safe: usize,
    /// Bounds in cores that solvers have widened.
    widened: u64,
}

/// The same with other solvers.
fn compare_with(
    solvers: &SolverConfig,
    automaton: impl Fn(u64) -> RandomCfa,
    seeds: std::ops::Range<u64>,
    engines: &[EngineKind],
) -> Counts {
    let mut counts = Counts::default();
    for seed in seeds {
        let random = automaton(seed);
        let reachable = random.error_is_reachable();
        counts.safe += usize::from(!reachable);
        counts.not_safe += usize::from(reachable);
        for large in [false, true] {
            let mut terms = random.terms.clone();
            let cfa = random.cfa.clone();
            let cfa = if large {
                large_blocks(cfa, &terms).cfa
            } else {
                cfa
            };
            let task = Task::new(cfa, &mut terms);
            for kind in engines {
                let mut engine = kind.create();
                let what = format!("seed {seed}, large blocks {large}, {kind:?}");
                let answer = engine.solve(
                    &task,
                    &mut terms,
                    &mut Session {
                        solvers,
                        progress: &mut (),
                        exchange: &mut (),
                        judge: &mut (),
                        unrollings: true,
                    },
                );
                let counters = engine.stats().counters;
                let widened = counters.get("bounds widened by the solver");
                counts.widened += widened.copied().unwrap_or_default();
                match answer {
                    Answer::Safe(proof) => {
                        assert!(
                            !reachable,
                            "{what}: called safe, but the error is reachable"
                        );
                        certify(&task, &mut terms, solvers, proof, Patience::Unlimited)
                            .unwrap_or_else(|error| panic!("{what}: {error}"));
                    }
                    Answer::Unsafe(counterexample) => {
                        assert!(
                            reachable,
                            "{what}: called unsafe, but the error is unreachable"
                        );
                        let mut state = counterexample.initial.clone();
                        let mut loc = task.cfa.initial;
                        for step in &counterexample.steps {
                            let form = task.form(step.edge);
                            assert_eq!(form.edge.from, loc, "{what}: the edges do not meet");
                            let run = run_edge(&task.cfa, &terms, form, &state, &step.inputs)
                                .unwrap_or_else(|| panic!("{what}: a step cannot be taken"));
                            state = run.state;
                            loc = form.edge.to;
                        }
                        assert_eq!(loc, task.cfa.error, "{what}: does not end in the error");
                    }
                    Answer::Unknown(reason) => {
                        assert!(may_give_up(kind), "{what}: {reason:?}");
                        assert!(!reachable, "{what}: a counterexample was missed");
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn engines_agree_with_explicit_search() {
    let (safe, not_safe) = compare(0..150);
    assert!(
        safe > 30 && not_safe > 30,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// A loop that is entered behind its head is no reason to leave a run out.
#[test]
fn unwinding_follows_jumps_into_loops() {
    let unwind = [EngineKind::Unwind { max_bound: Some(8) }];
    let (safe, not_safe) = compare_on(RandomCfa::jumps, 0..400, &unwind);
    assert!(
        safe > 30 && not_safe > 30,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Abstractions are made of automata that come from programs: with one way for each input.
#[test]
fn localisation_agrees_with_explicit_search() {
    let local = EngineKind::Localise(Ic3CfaOptions::default());
    let (safe, not_safe) = compare_on(RandomCfa::small, 0..150, &[local]);
    assert!(
        safe > 30 && not_safe > 30,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Where all runs end, unrolling is a proof; loops may be entered behind their head. Any loop that
/// unwinding does not follow to its end would be a wrong answer.
#[test]
fn unrollings_of_automata_that_end_agree_with_explicit_search() {
    let engines = [
        EngineKind::Bmc { max_depth: None },
        EngineKind::Unwind { max_bound: None },
    ];
    let (safe, not_safe) = compare_on(RandomCfa::ending, 0..400, &engines);
    assert!(
        safe > 100 && not_safe > 100,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// The same with the program counter as a variable: deterministic automata, as programs have them.
#[test]
fn monolithic_ic3_agrees_with_explicit_search() {
    let engines = Ic3Preset::ALL.map(|preset| EngineKind::Ic3(preset.into()));
    let (safe, not_safe) = compare_on(RandomCfa::small, 0..25, &engines);
    assert!(
        safe > 5 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// No technique relies on levels, and none is needed.
#[test]
fn techniques_on_trees_agree_with_explicit_search() {
    let mut engines: Vec<EngineKind> = Vec::new();
    for preset in TreePreset::ALL {
        let predecessors = preset.predecessors();
        let sets = variants_of(preset.techniques()).map(|options| options.techniques);
        engines.extend(sets.chain([TechniqueSet::default()]).map(|techniques| {
            EngineKind::TreeIc3(TreeOptions {
                predecessors,
                techniques,
            })
        }));
    }
    let (safe, not_safe) = compare_engines(0..60, &engines);
    assert!(
        safe > 2 && not_safe > 2,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Where there are many ways through the automaton, there are many nodes.
#[test]
fn trees_agree_with_explicit_search() {
    let engines: Vec<EngineKind> = trees().collect();
    for automaton in [RandomCfa::new, RandomCfa::small, RandomCfa::jumps] {
        let (safe, not_safe) = compare_on(automaton, 150..450, &engines);
        assert!(
            safe > 10 && not_safe > 5,
            "one-sided: {safe} safe, {not_safe} unsafe"
        );
    }
}

/// No technique relies on control flow.
#[test]
fn techniques_of_monolithic_ic3_agree_with_explicit_search() {
    let engines: Vec<EngineKind> = variants().map(EngineKind::Ic3).collect();
    let (safe, not_safe) = compare_engines(0..30, &engines);
    assert!(
        safe > 5 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Cubes over predicates that chains without a run refine: with each switch, on the automaton and with
/// the program counter as a variable.
#[test]
fn implicit_abstraction_agrees_with_explicit_search() {
    let variants = || variants_of(abstraction_techniques());
    let on_automaton: Vec<EngineKind> = variants().map(EngineKind::Pdr).collect();
    let (safe, not_safe) = compare_engines(0..40, &on_automaton);
    assert!(
        safe > 5 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
    let on_system: Vec<EngineKind> = variants().map(EngineKind::Ic3Ia).collect();
    compare_engines(0..15, &on_system);
    let (safe, not_safe) = compare_on(RandomCfa::small, 0..15, &on_system[..1]);
    assert!(
        safe > 3 && not_safe > 3,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Boxes that are blocked, widened, and looked for several edges before the error.
#[test]
fn boxes_agree_with_explicit_search() {
    let engines: Vec<EngineKind> = boxes().collect();
    let (mut safe, mut not_safe) = (0, 0);
    for automata in [RandomCfa::new, RandomCfa::small, RandomCfa::jumps] {
        let counts = compare_on(automata, 400..415, &engines);
        (safe, not_safe) = (safe + counts.0, not_safe + counts.1);
    }
    assert!(
        safe > 5 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Images as interpolants: in every system, with each technique by itself switched, from proofs over bits and over intervals.
#[test]
fn interpolation_agrees_with_explicit_search() {
    use Technique as T;
    let own = [T::Facts, T::FrontierImages, T::DropConjuncts, T::LongSteps];
    let of_preset = |preset: ItpPreset| {
        let default = preset.techniques();
        let switched = own
            .into_iter()
            .map(move |technique| match default.has(technique) {
                true => default.without(technique),
                false => default.with(technique),
            });
        let sets = switched.chain([default, TechniqueSet::default()]);
        sets.map(move |techniques| EngineKind::Itp(preset.with_techniques(techniques)))
    };
    let engines: Vec<EngineKind> = ItpPreset::ALL.into_iter().flat_map(of_preset).collect();
    let intervals = SolverConfig {
        backend: Backend::IcpFirst(SatBackend::default()),
        ..SolverConfig::default()
    };
    for solvers in [SolverConfig::default(), intervals] {
        let (mut safe, mut not_safe) = (0, 0);
        for automata in [RandomCfa::new, RandomCfa::small, RandomCfa::jumps] {
            let counts = compare_with(&solvers, automata, 500..520, &engines);
            (safe, not_safe) = (safe + counts.safe, not_safe + counts.not_safe);
        }
        assert!(
            safe > 5 && not_safe > 5,
            "one-sided: {safe} safe, {not_safe} unsafe"
        );
    }
}

/// Searches that share lemmas and predicates: whoever is first, and whatever it has heard by then.
#[test]
fn teams_agree_with_explicit_search() {
    let team = |options, cores| EngineKind::PdrTeam { options, cores };
    let variants = variants_of(abstraction_techniques());
    let mut engines: Vec<EngineKind> = variants.map(|options| team(options, 2)).collect();
    engines.push(team(abstraction(), 5));
    let (mut safe, mut not_safe) = (0, 0);
    for automata in [RandomCfa::new, RandomCfa::small] {
        let counts = compare_on(automata, 300..320, &engines);
        (safe, not_safe) = (safe + counts.0, not_safe + counts.1);
    }
    assert!(
        safe > 5 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Abstract states over predicates that paths without a run refine: with each switch, also on automata that are
/// deterministic, as programs have them.
#[test]
fn lazy_abstraction_agrees_with_explicit_search() {
    let engines: Vec<EngineKind> = lazy_abstraction().collect();
    let (mut safe, mut not_safe) = (0, 0);
    for automata in [RandomCfa::new, RandomCfa::small, RandomCfa::jumps] {
        let counts = compare_on(automata, 200..240, &engines);
        (safe, not_safe) = (safe + counts.0, not_safe + counts.1);
    }
    assert!(
        safe > 15 && not_safe > 15,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
}

/// Solvers over intervals know how much of a bound they have used, and cores get weaker by that: with one
/// that weakens as far as it goes, nothing else changes.
#[test]
fn cores_with_wider_bounds_agree_with_explicit_search() {
    let mut engines: Vec<EngineKind> = variants().map(EngineKind::Ic3Cfa).collect();
    engines.extend(Preset::ALL.map(|preset| EngineKind::Ic3Cfa(preset.into())));
    engines.extend(Ic3Preset::ALL.map(|preset| EngineKind::Ic3(preset.into())));
    let solvers = Weakening::solvers();
    let counts = compare_with(&solvers, RandomCfa::new, 0..60, &engines);
    let Counts { safe, not_safe, .. } = counts;
    assert!(
        safe > 10 && not_safe > 5,
        "one-sided: {safe} safe, {not_safe} unsafe"
    );
    assert!(counts.widened > 500, "{} bounds", counts.widened);
}

/// Preconditions of remainders are remainders of remainders, without end, unless somebody stops.
#[test]
fn nested_remainders_come_to_an_end() {
    let default = EngineKind::Ic3Cfa(Preset::Default.into());
    compare_engines(589..590, &[default]);
}

/// Same input, same options: same work, same answer.
#[test]
fn engines_are_deterministic() {
    for seed in 0..40 {
        let random = RandomCfa::new(seed);
        for kind in engines() {
            let run = || {
                let mut terms = random.terms.clone();
                let task = Task::new(random.cfa.clone(), &mut terms);
                let mut engine = kind.create();
                let answer = engine.solve(
                    &task,
                    &mut terms,
                    &mut Session {
                        solvers: &SolverConfig::default(),
                        progress: &mut (),
                        exchange: &mut (),
                        judge: &mut (),
                        unrollings: true,
                    },
                );
                let stats = engine.stats();
                (
                    format!("{answer:?}"),
                    stats.counters,
                    stats.solver.queries,
                    stats.solver.conflicts,
                    terms.len(),
                )
            };
            assert_eq!(run(), run(), "seed {seed}, {kind:?}");
        }
    }
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn engines_agree_with_explicit_search_long() {
    compare(1000..20_000);
    let local = EngineKind::Localise(Ic3CfaOptions::default());
    compare_on(RandomCfa::small, 1000..20_000, &[local]);
    let unrollings = [
        EngineKind::Bmc { max_depth: None },
        EngineKind::Unwind { max_bound: None },
    ];
    compare_on(RandomCfa::ending, 1000..50_000, &unrollings);
}

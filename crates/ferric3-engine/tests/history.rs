//! The course of a search: who keeps it changes nothing, and it ends where the search does.

use std::time::{Duration, Instant};

use ferric3_engine::{
    EngineKind, EngineStats, History, Ic3CfaOptions, Ic3IcpPreset, Ic3Preset, Precision, Preset,
    Progress, ProgressInfo, Session, Task, TreePreset, abstraction_techniques,
};
use ferric3_solver::SolverConfig;
use ferric3_testgen::RandomCfa;

/// Wants to know the course of a search, or not.
struct Wants(Option<Instant>);

impl Progress for Wants {
    fn update(&mut self, _info: &ProgressInfo) {}

    fn history_since(&self) -> Option<Instant> {
        self.0
    }
}

fn engines() -> [EngineKind; 9] {
    let abstraction = Ic3CfaOptions {
        techniques: abstraction_techniques(),
    };
    [
        EngineKind::Ic3Cfa(Preset::Default.into()),
        EngineKind::Ic3Cfa(Preset::Thesis.into()),
        EngineKind::Ic3(Ic3Preset::Default.into()),
        EngineKind::Ic3Ia(abstraction.clone()),
        EngineKind::Pdr(abstraction),
        EngineKind::Ic3Icp(Ic3IcpPreset::Default.into()),
        EngineKind::TreeIc3(TreePreset::Interpolants.options()),
        EngineKind::TreeIc3(TreePreset::Abstraction.options()),
        EngineKind::Localise(Ic3CfaOptions::default()),
    ]
}

/// What a search did, up to its lemmas, and what it counted.
fn searched(random: &RandomCfa, kind: &EngineKind, wants: bool) -> (String, EngineStats) {
    let mut terms = random.terms.clone();
    let task = Task::new(random.cfa.clone(), &mut terms);
    let mut engine = kind.create();
    let mut session = Session {
        solvers: &SolverConfig::default(),
        progress: &mut Wants(wants.then(Instant::now)),
        exchange: &mut (),
        judge: &mut (),
        unrollings: true,
    };
    let answer = engine.solve(&task, &mut terms, &mut session);
    let stats = engine.stats();
    let (solver, knowledge) = (&stats.solver, engine.knowledge());
    let numbers = (solver.queries, solver.conflicts, terms.len());
    let did = format!("{answer:?} {knowledge:?} {:?} {numbers:?}", stats.counters);
    (did, stats)
}

#[test]
fn a_search_is_the_same_with_a_history() {
    for seed in 0..60 {
        let random = RandomCfa::new(seed);
        for kind in engines() {
            let (without, quiet) = searched(&random, &kind, false);
            let (with, told) = searched(&random, &kind, true);
            assert_eq!(with, without, "seed {seed}, {kind:?}");
            assert!(quiet.history.is_none(), "nobody has asked");
            let again = searched(&random, &kind, true).1.history;
            let (first, again) = (told.history.as_ref(), again.as_ref());
            assert_eq!(timeless(first), timeless(again), "seed {seed}, {kind:?}");
        }
    }
}

/// A history, but for times.
fn timeless(history: Option<&History>) -> String {
    let history = history.expect("IC3 has one");
    let moments = history.moments().iter().cloned();
    let moments = moments.map(|mut moment| {
        moment.time = Duration::ZERO;
        moment
    });
    let moments: Vec<_> = moments.collect();
    format!("{} {:?} {moments:?}", history.band(), history.precision())
}

#[test]
fn a_history_ends_where_the_search_does() {
    let (mut refined, mut many) = (0, 0);
    for seed in 0..120 {
        let random = RandomCfa::new(seed);
        for kind in engines() {
            let (_, stats) = searched(&random, &kind, true);
            let history = stats.history.as_ref().expect("IC3 has one");
            let moments = history.moments();
            let end = history.end().expect("the end is kept");
            let what = format!("seed {seed}, {kind:?}: {end:?} {:?}", stats.counters);
            for pair in moments.windows(2) {
                let [a, b] = pair else { unreachable!() };
                assert!(a.time <= b.time && a.queries <= b.queries, "{what}");
                assert!(
                    a.refinements <= b.refinements && a.spurious <= b.spurious,
                    "{what}"
                );
                assert!(a.precision <= b.precision, "{what}");
            }
            let counter = |name| stats.counters.get(name).copied();
            assert_eq!(end.level, stats.level, "{what}");
            assert_eq!(
                Some(end.all_lemmas() as u64),
                counter("lemmas in frames"),
                "{what}"
            );
            match history.precision() {
                None => assert!(match kind {
                    EngineKind::Ic3Cfa(_)
                    | EngineKind::Ic3(_)
                    | EngineKind::Ic3Icp(_)
                    | EngineKind::TreeIc3(_) => true,
                    // It hides nothing then.
                    EngineKind::Localise(_) => !random.cfa.deterministic,
                    _ => false,
                }),
                Some(precision) => {
                    assert_eq!(Some(end.refinements), counter("refinements"), "{what}");
                    assert_eq!(Some(end.spurious), counter("spurious runs"), "{what}");
                    if precision == Precision::Predicates {
                        assert_eq!(Some(end.precision), counter("predicates"), "{what}");
                    }
                    refined += usize::from(end.refinements > 0);
                }
            }
            many += usize::from(moments.len() > 10);
        }
    }
    assert!(refined > 20 && many > 100, "{refined} refined, {many} long");
}

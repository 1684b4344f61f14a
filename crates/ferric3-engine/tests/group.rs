//! The group of `auto`: if asked for, its result depends neither on the number of cores nor on the
//! scheduler; otherwise the first answer counts that the judge accepts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferric3_cfa::{BuildOptions, PassOptions, PassSet, build, large_blocks, mark_loop_heads};
use ferric3_engine::{
    Answer, Auto, AutoOptions, CheckOptions, CheckReport, Engine, EngineKind, Judge, Opinion,
    Proof, Session, Task, Verdict, check,
};
use ferric3_ivl::Program;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

/// Two numbers go the same way, in steps that are hard to foresee; a third one counts.
fn lockstep(broken: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    let (x, y) = (b.global("x", bv(16)), b.global("y", bv(16)));
    let (n, go) = (b.global("n", bv(16)), b.global("go", bv(16)));
    b.proc("main");
    b.havoc(x);
    b.assign(y, x);
    b.assign(n, 0);
    b.havoc(go);
    b.while_(go.ugt(0), |b| {
        b.assign(n, n + 1);
        b.if_(
            go.ugt(1000),
            |b| {
                b.assign(x, x * 5 + 1);
                b.assign(y, y * 5 + 1);
            },
            |b| {
                b.assign(x, x + go);
                b.assign(y, y + go);
            },
        );
        if broken {
            b.if_(n.is(300), |b| b.assign(y, y + 1), |_| {});
        }
        b.havoc(go);
    });
    b.assert(x.is(y));
    b.finish()
}

fn run(
    program: &Program,
    terms: &Terms,
    cores: usize,
    deterministic: bool,
) -> (CheckReport, String) {
    let mut terms = terms.clone();
    let options = CheckOptions {
        // The members should have something to do.
        passes: PassOptions::with_passes(PassSet::NONE),
        facts: None,
        ..CheckOptions::new(EngineKind::Auto(AutoOptions {
            cores,
            deterministic,
            ..AutoOptions::default()
        }))
    };
    let report = check(program, &mut terms, &options, &mut ()).expect("an honest answer");
    let evidence = match &report.verdict {
        Verdict::True(certified) => match certified.proof() {
            Proof::Invariant(invariant) => format!("{invariant:?}"),
            proof => format!("{proof:?}"),
        },
        Verdict::False(replay) => format!("{:?}", replay.inputs()),
        Verdict::Unknown(reason) => panic!("{reason:?}"),
    };
    (report, evidence)
}

#[test]
fn the_result_does_not_depend_on_cores() {
    for broken in [false, true] {
        let (program, terms) = lockstep(broken);
        let (first, evidence) = run(&program, &terms, 1, true);
        assert_eq!(matches!(first.verdict, Verdict::False(_)), broken);
        if !broken {
            assert_eq!(first.stats.contributions.len(), 2, "the group is needed");
            assert!(first.stats.contributions.iter().any(|c| c.decided));
        }
        for cores in [2, 3] {
            let (report, other) = run(&program, &terms, cores, true);
            assert_eq!(report.engine, first.engine);
            assert_eq!(other, evidence);
            let decided = |report: &CheckReport| {
                let all = report.stats.contributions.iter().filter(|c| c.decided);
                all.map(|c| (c.engine, c.work, c.queries, c.received))
                    .collect::<Vec<_>>()
            };
            assert_eq!(decided(&report), decided(&first));
        }
    }
}

#[test]
fn a_free_group_is_right_on_any_number_of_cores() {
    for broken in [false, true] {
        let (program, terms) = lockstep(broken);
        for cores in 1..=5 {
            let (report, _) = run(&program, &terms, cores, false);
            assert_eq!(matches!(report.verdict, Verdict::False(_)), broken);
            if !broken {
                let contributions = &report.stats.contributions;
                assert_eq!(contributions.iter().filter(|c| c.decided).count(), 1);
                assert!(contributions.len() >= 3.max(cores));
            }
        }
    }
}

/// Refuses so many answers, and remembers what it has seen.
struct Stubborn {
    refuse: usize,
    seen: AtomicUsize,
    kept: usize,
}

impl Judge for Stubborn {
    fn consider(&self, _: &mut Terms, answer: &Answer, _: &Interrupt) -> Opinion {
        assert!(!matches!(answer, Answer::Unknown(_)));
        let before = self.seen.fetch_add(1, Ordering::Relaxed);
        Opinion::without_reasons(before >= self.refuse)
    }

    fn keep(&mut self, _: Opinion) {
        self.kept += 1;
    }
}

/// What a group on so many cores says about [`lockstep`], if this is its judge.
fn judged_by(judge: &mut dyn Judge, cores: usize, interrupt: Interrupt) -> Answer {
    let (program, mut terms) = lockstep(false);
    let mut cfa = build(&program, &mut terms, BuildOptions::default()).expect("a small program");
    mark_loop_heads(&mut cfa);
    let large = large_blocks(cfa, &terms);
    let task = Task::new(large.cfa, &mut terms);
    let solvers = SolverConfig {
        interrupt,
        ..SolverConfig::default()
    };
    let mut session = Session {
        solvers: &solvers,
        progress: &mut (),
        exchange: &mut (),
        judge,
        unrollings: true,
    };
    let options = AutoOptions {
        cores,
        ..AutoOptions::default()
    };
    Auto::new(options).solve(&task, &mut terms, &mut session)
}

#[test]
fn who_is_refused_does_not_end_the_search() {
    // Only ic3cfa has a proof, so that those who are left go on for as long as they may.
    for refuse in [0, 1] {
        let interrupt = match refuse {
            0 => Interrupt::new(),
            _ => Interrupt::new().with_deadline(Instant::now() + Duration::from_secs(5)),
        };
        let mut judge = Stubborn {
            refuse,
            seen: AtomicUsize::new(0),
            kept: 0,
        };
        let answer = judged_by(&mut judge, 2, interrupt);
        let seen = judge.seen.into_inner();
        assert_eq!(
            matches!(answer, Answer::Safe(_)),
            seen > refuse,
            "{answer:?}"
        );
        // On a busy machine the time may be up before there is an answer.
        assert!(seen >= 1 || refuse > 0);
        assert!(judge.kept <= seen && judge.kept >= seen.min(1));
    }
}

/// Does not come to an end with the first answer that it sees.
struct Slow {
    seen: AtomicUsize,
}

impl Judge for Slow {
    fn consider(&self, _: &mut Terms, _: &Answer, interrupt: &Interrupt) -> Opinion {
        let is_first = self.seen.fetch_add(1, Ordering::Relaxed) == 0;
        while is_first && !interrupt.is_raised() {
            thread::sleep(Duration::from_millis(5));
        }
        Opinion::without_reasons(!is_first)
    }

    fn keep(&mut self, _: Opinion) {}
}

#[test]
fn an_answer_that_is_hard_to_judge_keeps_no_other_waiting() {
    // With so many cores there are several variants of IC3, which all have a proof.
    let never = Interrupt::new().with_deadline(Instant::now() + Duration::from_secs(120));
    let mut judge = Slow {
        seen: AtomicUsize::new(0),
    };
    let answer = judged_by(&mut judge, 6, never);
    assert!(matches!(answer, Answer::Safe(_)), "{answer:?}");
}

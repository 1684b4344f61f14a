//! The group of `auto`: its result depends neither on the number of cores nor on the scheduler, and
//! its members help one another.

use ferric3_cfa::{PassOptions, PassSet};
use ferric3_engine::{AutoOptions, CheckOptions, CheckReport, EngineKind, Proof, Verdict, check};
use ferric3_ivl::Program;
use ferric3_ivl::builder::{Builder, Operand, bv};
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

fn run(program: &Program, terms: &Terms, cores: usize) -> (CheckReport, String) {
    let mut terms = terms.clone();
    let options = CheckOptions {
        // The members should have something to do.
        passes: PassOptions::with_passes(PassSet::NONE),
        facts: None,
        ..CheckOptions::new(EngineKind::Auto(AutoOptions {
            cores,
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
        let (first, evidence) = run(&program, &terms, 1);
        assert_eq!(matches!(first.verdict, Verdict::False(_)), broken);
        if !broken {
            assert_eq!(first.stats.contributions.len(), 2, "the group is needed");
            assert!(first.stats.contributions.iter().any(|c| c.decided));
        }
        for cores in [2, 3] {
            let (report, other) = run(&program, &terms, cores);
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

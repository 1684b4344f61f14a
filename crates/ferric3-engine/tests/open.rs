//! What is known without a verdict: only what was proved is called proved.

use ferric3_engine::{
    Answer, CheckOptions, Depth, Engine, EngineKind, EngineStats, Session, Task, UnknownReason,
    Verdict, check_with,
};
use ferric3_ivl::Program;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_term::Terms;

/// Never knows anything.
struct Clueless;

impl Engine for Clueless {
    fn name(&self) -> &'static str {
        "clueless"
    }

    fn solve(&mut self, _: &Task, _: &mut Terms, _: &mut Session<'_>) -> Answer {
        Answer::Unknown(UnknownReason::Bound(Depth::default()))
    }

    fn stats(&self) -> EngineStats {
        EngineStats::default()
    }
}

/// By property, in the order of the program: is it proved?
fn proved((program, mut terms): (Program, Terms)) -> Vec<bool> {
    let create = || -> Box<dyn Engine> { Box::new(Clueless) };
    let options = CheckOptions::new(EngineKind::Bmc { max_depth: None });
    let report = check_with(&program, &mut terms, &create, &options, &mut ());
    let report = report.expect("no answer, no lie");
    assert!(matches!(report.verdict, Verdict::Unknown(_)));
    report.properties.iter().map(|p| p.is_proved).collect()
}

/// Data flow knows that `x` is even, and nothing about when it is 100.
#[test]
fn facts_prove_some_properties() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, go) = (b.local("x", bv(8)), b.local("go", bv(1)));
    b.assign(x, 0);
    b.havoc(go);
    b.while_(go.is(1), |b| {
        b.assign(x, x + 2);
        b.havoc(go);
        b.assert(x.ult(3) | x.ugt(3));
        b.assert(x.ult(100) | x.ugt(100));
    });
    assert_eq!(proved(b.finish()), [true, false]);
}

/// The way to the error is nothing but the error.
#[test]
fn what_every_run_violates_is_open() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    b.havoc(x);
    // Both conditions are known before anything runs, so nothing of them is left on the edge.
    b.while_(x.ule(255), |b| {
        b.assert(x.ult(0));
    });
    assert_eq!(proved(b.finish()), [false]);
}

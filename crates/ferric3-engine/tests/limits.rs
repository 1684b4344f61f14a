//! The time limit holds before there is an engine at work, too.

use std::time::{Duration, Instant};

use ferric3_engine::{CheckOptions, EngineKind, UnknownReason, Verdict, check};
use ferric3_ivl::Program;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_sat::Interrupt;
use ferric3_term::Terms;

/// So many loops one behind the other, over and over, that change variables of other loops.
fn large(loops: usize) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let names = (0..40).map(|number| format!("v{number}"));
    let variables: Vec<_> = names.map(|name| b.local(&name, bv(16))).collect();
    let go = b.local("go", bv(1));
    b.havoc(go);
    b.while_(go.is(1), |b| {
        for number in 0..loops {
            let (x, y) = (variables[number % 40], variables[(number * 7 + 3) % 40]);
            b.while_(x.ult(1000), |b| {
                b.assign(x, x + 1);
                b.assign(y, y + x);
            });
            b.assert(y.ult(60000) | x.ult(2000));
        }
        b.havoc(go);
    });
    b.finish()
}

fn reason(loops: usize, interrupt: Interrupt) -> UnknownReason {
    let (program, mut terms) = large(loops);
    let mut options = CheckOptions::new(EngineKind::Bmc { max_depth: None });
    options.solvers.interrupt = interrupt;
    let report = check(&program, &mut terms, &options, &mut ());
    match report.expect("no answer, no lie").verdict {
        Verdict::Unknown(reason) => reason,
        verdict => panic!("nobody had time for {verdict:?}"),
    }
}

#[test]
fn a_raised_interrupt_ends_the_preparation() {
    let interrupt = Interrupt::new();
    interrupt.raise();
    assert_eq!(reason(3, interrupt), UnknownReason::Interrupted);
}

/// Passes and facts would take many times as long.
#[test]
fn a_deadline_ends_the_preparation() {
    let limit = Duration::from_millis(300);
    let start = Instant::now();
    let interrupt = Interrupt::new().with_deadline(start + limit);
    assert_eq!(reason(30_000, interrupt), UnknownReason::Timeout);
    let took = start.elapsed();
    assert!(took < limit + Duration::from_secs(3), "it took {took:?}");
}

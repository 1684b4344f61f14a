//! How many steps a second the interpreter makes: `cargo run --release --example speed`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{Interpreter, RunLimits, RunOutcome};

fn main() {
    measure("counting loop", counting_loop(20_000_000));
    measure("mixed arithmetic", mixed(5_000_000));
    measure("calls", calls(5_000_000));
}

/// `while (i < n) i++;`: three steps for each round.
fn counting_loop(rounds: i64) -> Builder {
    main_loop(rounds, |_, _| {})
}

/// Arithmetic of several widths in a loop.
fn mixed(rounds: i64) -> Builder {
    main_loop(rounds, |b, i| {
        let x = b.local("x", bv(32));
        let y = b.local("y", bv(64));
        b.assign(x, x * 1_664_525 + 1_013_904_223);
        let wide = b.terms.zero_extend(x.term, 32);
        b.assign(y, (y ^ wide) + (y.lshr(7) | wide));
        b.if_(
            (x & 1).is(0) & i.sgt(3),
            |b| b.assign(x, x.sdiv(3)),
            |b| b.assign(x, x.ashr(2)),
        );
    })
}

/// One call in each round.
fn calls(rounds: i64) -> Builder {
    main_loop(rounds, |b, i| {
        let here = b.position();
        let f = b.proc("f");
        let (n, r) = (b.param("n", bv(32)), b.result("r", bv(32)));
        b.assign(r, n + 1);
        b.resume(here);
        let s = b.local("s", bv(32));
        b.call_to(s, f, [i]);
    })
}

fn main_loop(rounds: i64, body: impl FnOnce(&mut Builder, Var)) -> Builder {
    let mut b = Builder::new();
    b.proc("main");
    let i = b.local("i", bv(32));
    b.assign(i, 0);
    b.while_(i.slt(rounds), |b| {
        body(b, i);
        b.assign(i, i + 1);
    });
    b
}

fn measure(name: &str, builder: Builder) {
    let (program, terms) = builder.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let start = Instant::now();
    let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(outcome, RunOutcome::Finished { result: None });
    let steps = interpreter.steps();
    let rate = steps as f64 / seconds / 1e6;
    println!("{name:20} {steps:>12} steps  {seconds:6.2} s  {rate:7.1} million steps/s");
}

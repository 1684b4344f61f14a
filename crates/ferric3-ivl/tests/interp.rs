//! Small programs, run by the interpreter.

use std::cell::Cell;

use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{
    InputId, Inputs, Interpreter, ListInputs, PlainInputs, Program, RandomInputs, RecordedInput,
    RecordingInputs, RunLimits, RunOutcome,
};
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Op, Sort, Terms, Value};

fn number(value: i64, width: u32) -> Value {
    Value::BitVec(BitVecValue::from_i64(value, width))
}

fn finished(value: i64, width: u32) -> RunOutcome {
    RunOutcome::Finished {
        result: Some(number(value, width)),
    }
}

fn run_with(program: &(Program, Terms), inputs: &mut dyn Inputs) -> RunOutcome {
    Interpreter::new(&program.0, &program.1).run(inputs, &mut (), &RunLimits::steps(1_000_000))
}

fn run(b: Builder) -> RunOutcome {
    run_with(&b.finish(), &mut ())
}

#[test]
fn sum_in_a_loop() {
    let mut b = Builder::new();
    b.proc("main");
    let (sum, i) = (b.result("sum", bv(32)), b.local("i", bv(32)));
    b.assign(i, 1);
    b.assign(sum, 0);
    b.while_(i.sle(100), |b| {
        b.assign(sum, sum + i);
        b.assign(i, i + 1);
    });
    assert_eq!(run(b), finished(5050, 32));
}

#[test]
fn arithmetic_wraps() {
    let mut b = Builder::new();
    b.proc("main");
    let r = b.result("r", bv(8));
    b.assign(r, 100);
    b.assign(r, r + 100);
    assert_eq!(run(b), finished(-56, 8));
}

#[test]
fn calls_pass_values_and_globals_are_shared() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let g = b.global("g", bv(16));
    let f = b.proc("f");
    let (x, y) = (b.param("x", bv(16)), b.param("y", bv(16)));
    let r = b.result("r", bv(16));
    b.assign(r, x - y);
    b.assign(x, 0);
    b.assign(g, g + 1);

    b.enter(main);
    let (a, r) = (b.local("a", bv(16)), b.result("r", bv(16)));
    b.assign(a, 50);
    b.assign(g, 7);
    b.call_to(r, f, [a.expr(), g.expr()]);
    b.call(f, [1, 2]);
    b.assert(a.is(50) & r.is(43));
    b.assign(r, g);
    assert_eq!(run(b), finished(9, 16));
}

#[test]
fn locals_start_from_zero_in_every_call() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let f = b.proc("f");
    let (n, wide, r) = (
        b.local("n", bv(8)),
        b.local("wide", bv(80)),
        b.result("r", bv(8)),
    );
    b.assert(n.is(0) & wide.is(0) & r.is(0));
    b.assign(n, n + 1);
    b.assign(wide, wide + 1);
    b.assign(r, n);
    b.enter(main);
    let r = b.result("r", bv(8));
    b.call_to(r, f, [] as [i64; 0]);
    b.call_to(r, f, [] as [i64; 0]);
    assert_eq!(run(b), finished(1, 8));
}

/// `fib(n)` with a local that must survive the inner calls, of any width.
fn fibonacci(width: u32, n: i64) -> Builder {
    let mut b = Builder::new();
    let main = b.proc("main");
    let fib = b.proc("fib");
    let (n_, r) = (b.param("n", bv(width)), b.result("r", bv(width)));
    let (first, second) = (b.local("first", bv(width)), b.local("second", bv(width)));
    b.if_(
        n_.ult(2),
        |b| {
            b.assign(r, n_);
            b.ret();
        },
        |b| {
            b.call_to(first, fib, [n_ - 1]);
            b.call_to(second, fib, [n_ - 2]);
            b.assign(r, first + second);
        },
    );
    b.enter(main);
    let r = b.result("r", bv(width));
    b.call_to(r, fib, [n]);
    b
}

#[test]
fn recursion_keeps_locals_of_each_activation() {
    assert_eq!(run(fibonacci(32, 15)), finished(610, 32));
    assert_eq!(run(fibonacci(96, 12)), finished(144, 96));
}

#[test]
fn mutual_recursion() {
    let mut b = Builder::new();
    let main = b.proc("main");
    // Both are declared before either of them calls the other.
    let declared = ["even", "odd"].map(|name| {
        let proc = b.proc(name);
        (proc, b.param("n", bv(8)), b.result("r", Sort::Bool))
    });
    for (i, (proc, n, r)) in declared.into_iter().enumerate() {
        b.enter(proc);
        b.assign(r, i == 0);
        b.if_(n.is(0), Builder::ret, |b| {
            b.call_to(r, declared[1 - i].0, [n - 1]);
        });
    }
    let even = declared[0].0;
    b.enter(main);
    let (x, y) = (b.local("x", Sort::Bool), b.local("y", Sort::Bool));
    b.call_to(x, even, [10]);
    b.call_to(y, even, [7]);
    b.assert(x & !y);
    assert_eq!(run(b), RunOutcome::Finished { result: None });
}

#[test]
fn arguments_of_a_recursive_call_are_read_before_parameters_change() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let f = b.proc("f");
    let params = [
        b.param("a", bv(8)),
        b.param("b", bv(8)),
        b.param("n", bv(8)),
    ];
    let [x, y, n] = params;
    let r = b.result("r", bv(8));
    b.assign(r, x - y);
    b.if_(
        n.ugt(0),
        |b| b.call_to(r, f, [y.expr(), x.expr(), n - 1]),
        |_| {},
    );
    b.enter(main);
    let r = b.result("r", bv(8));
    b.call_to(r, f, [9, 4, 1]);
    assert_eq!(run(b), finished(-5, 8));
}

#[test]
fn deep_recursion_needs_no_deep_stack() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let f = b.proc("f");
    let (n, r) = (b.param("n", bv(32)), b.result("r", bv(32)));
    b.assign(r, 0);
    b.if_(n.ugt(0), |b| b.call_to(r, f, [n - 1]), |_| {});
    b.assign(r, r + n);
    b.enter(main);
    let r = b.result("r", bv(32));
    b.call_to(r, f, [50_000]);
    let program = b.finish();
    assert_eq!(run_with(&program, &mut ()), finished(1_250_025_000, 32));

    let mut interpreter = Interpreter::new(&program.0, &program.1);
    let limits = RunLimits {
        max_depth: 100,
        ..RunLimits::default()
    };
    assert_eq!(
        interpreter.run(&mut (), &mut (), &limits),
        RunOutcome::DepthLimit
    );
    assert_eq!(interpreter.depth(), 100);
}

#[test]
fn deep_and_shared_terms() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, r) = (b.local("x", bv(32)), b.result("r", bv(32)));
    b.assign(x, 1);
    // As a tree, the first sum has 2^100000 nodes.
    let sum = (0..100_000).fold(x.term, |t, _| b.terms.mk(Op::BvAdd, &[t, t]));
    let count = (0..100_000).fold(x.term, |t, _| b.terms.mk(Op::BvAdd, &[t, x.term]));
    b.assert(sum.is(0));
    b.assign(r, count);
    assert_eq!(run(b), finished(100_001, 32));
}

#[test]
fn floating_point_numbers() {
    let double = |x: f64| Value::BitVec(BitVecValue::from_u64(x.to_bits(), 64));
    // In words, and with a detour over more bits.
    for wide in [false, true] {
        let mut b = Builder::new();
        b.proc("main");
        let (x, i, r) = (
            b.local("x", bv(64)),
            b.local("i", bv(32)),
            b.result("r", bv(64)),
        );
        b.assign(i, -3);
        let f = FloatFormat::F64;
        let number = b.terms.mk(Op::Float(FloatOp::FromSigned(f)), &[i.term]);
        b.assign(x, number);
        let half = b.terms.constant(&double(0.5));
        let mut sum = b.terms.mk(Op::Float(FloatOp::Add(f)), &[x.term, half]);
        if wide {
            let (there, back) = (
                FloatOp::Convert {
                    from: f,
                    to: FloatFormat::X87,
                },
                FloatOp::Convert {
                    from: FloatFormat::X87,
                    to: f,
                },
            );
            sum = b.terms.mk(Op::Float(there), &[sum]);
            sum = b.terms.mk(Op::Float(back), &[sum]);
        }
        let less = b.terms.mk(Op::Float(FloatOp::Lt(f)), &[sum, half]);
        b.assert(less);
        b.assign(r, sum);
        let result = Some(double(-2.5));
        assert_eq!(run(b), RunOutcome::Finished { result });
    }
}

#[test]
fn outcomes_of_assume_assert_and_stop() {
    let build = || {
        let mut b = Builder::new();
        b.proc("main");
        let x = b.result("x", bv(8));
        b.havoc(x);
        b.assume(x.differs(0));
        let property = b.assert(x.differs(1));
        b.if_(x.is(2), |b| b.stop(77), |_| {});
        (b.finish(), property)
    };
    let (program, expected) = build();
    let run = |x| run_with(&program, &mut PlainInputs::new([x]));
    assert!(matches!(run(0), RunOutcome::AssumptionFailed { .. }));
    assert!(matches!(run(1), RunOutcome::Violated { property, .. } if property == expected));
    match run(2) {
        RunOutcome::Stopped { status, .. } => assert_eq!(status, Some(number(77, 32))),
        outcome => panic!("{outcome:?}"),
    }
    assert_eq!(run(3), finished(3, 8));
}

#[test]
fn outcomes_say_where() {
    let mut b = Builder::new();
    b.proc("main");
    b.assume(true);
    b.error();
    let (program, terms) = b.finish();
    let assertion = program
        .procs
        .iter()
        .flat_map(|p| p.blocks.iter())
        .flat_map(|b| &b.stmts)
        .last();
    let expected = assertion.expect("there are two").span;
    let outcome = Interpreter::new(&program, &terms).run(&mut (), &mut (), &RunLimits::default());
    assert!(matches!(outcome, RunOutcome::Violated { span, .. } if span == expected));
}

#[test]
fn limits_and_interruption() {
    let mut b = Builder::new();
    b.proc("main");
    let i = b.local("i", bv(64));
    b.while_(true, |b| b.assign(i, i + 1));
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    for steps in [0, 1, 1000, 300_000] {
        let outcome = interpreter.run(&mut (), &mut (), &RunLimits::steps(steps));
        assert_eq!(outcome, RunOutcome::StepLimit);
        assert_eq!(interpreter.steps(), steps);
    }
    // goto, then three steps for each round: branch, assign, goto.
    assert_eq!(interpreter.value(i.id), number((300_000 - 1 + 1) / 3, 64));

    let polls = Cell::new(0);
    let interrupt = || {
        polls.set(polls.get() + 1);
        polls.get() > 5
    };
    let limits = RunLimits {
        interrupt: Some(&interrupt),
        ..RunLimits::default()
    };
    assert_eq!(
        interpreter.run(&mut (), &mut (), &limits),
        RunOutcome::Interrupted
    );
}

#[test]
fn recorded_inputs_go_to_their_sites_only() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y, r) = (
        b.local("x", bv(8)),
        b.local("y", Sort::Bool),
        b.result("r", bv(8)),
    );
    let (first, second) = (b.havoc(x), b.havoc(y));
    b.assign(r, y.choose(x, x + 1));
    let program = b.finish();
    let run = |inputs: &[(InputId, Value)]| {
        let mut list = ListInputs::new(inputs.iter().map(|(input, value)| RecordedInput {
            input: *input,
            value: value.clone(),
        }));
        let outcome = run_with(&program, &mut list);
        (outcome, list.remaining())
    };
    let (five, no) = (number(5, 8), Value::Bool(false));
    assert_eq!(
        run(&[(first, five.clone()), (second, no.clone())]),
        (finished(6, 8), 0)
    );
    let surplus = [
        (first, five.clone()),
        (second, no.clone()),
        (first, five.clone()),
    ];
    assert_eq!(run(&surplus), (finished(6, 8), 1));
    assert_eq!(
        run(&[(first, five.clone())]),
        (RunOutcome::InputsExhausted { input: second }, 0)
    );
    // Recorded elsewhere.
    let outcome = RunOutcome::InputMismatch {
        input: first,
        recorded: second,
    };
    assert_eq!(run(&[(second, no.clone())]), (outcome, 1));
    // Of the wrong sort.
    let outcome = RunOutcome::InputMismatch {
        input: first,
        recorded: first,
    };
    assert_eq!(run(&[(first, no)]), (outcome, 1));
}

#[test]
fn plain_numbers_are_converted() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y, z) = (
        b.local("x", bv(8)),
        b.local("y", Sort::Bool),
        b.local("z", bv(200)),
    );
    b.havoc(x);
    b.havoc(y);
    b.havoc(z);
    b.assert(x.is(-1) & y & z.is(-3));
    let program = b.finish();
    let mut inputs = PlainInputs::new([255, 2, -3, 0]);
    let outcome = run_with(&program, &mut inputs);
    assert_eq!(outcome, RunOutcome::Finished { result: None });
    assert_eq!(inputs.remaining(), 1);
}

#[test]
fn random_runs_can_be_replayed() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, sum) = (b.local("x", bv(32)), b.result("sum", bv(32)));
    let i = b.local("i", bv(8));
    b.while_(i.ult(50), |b| {
        b.havoc(x);
        b.assign(sum, sum * 3 + x);
        b.assign(i, i + 1);
    });
    let program = b.finish();
    let mut recording = RecordingInputs::new(RandomInputs::new(42));
    let outcome = run_with(&program, &mut recording);
    assert_eq!(recording.given().len(), 50);
    let mut list = ListInputs::new(recording.into_given());
    assert_eq!(run_with(&program, &mut list), outcome);
}

#[test]
fn a_second_run_starts_afresh() {
    let mut b = Builder::new();
    let g = b.global("g", bv(8));
    b.proc("main");
    b.assert(g.is(0));
    b.assign(g, 1);
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    for _ in 0..2 {
        let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
        assert_eq!(outcome, RunOutcome::Finished { result: None });
        assert_eq!(interpreter.value(g.id), number(1, 8));
    }
}

#[test]
#[should_panic(expected = "an input must have the sort of its site")]
fn inputs_of_the_wrong_sort_are_a_bug_of_the_source() {
    struct Wrong;
    impl Inputs for Wrong {
        fn next(&mut self, _: InputId, _: &ferric3_ivl::InputSite) -> Option<Value> {
            Some(Value::Bool(true))
        }
    }
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    b.havoc(x);
    run_with(&b.finish(), &mut Wrong);
}

/// A run is the only one as long as no branch depends on an input.
#[test]
fn only_runs_are_told_from_others() {
    // After `x := x * 8 + 4` the lower bits of `x` are known, the higher ones are not.
    let program = |factor: i64, number: i64| {
        let mut b = Builder::new();
        b.proc("main");
        let (r, x) = (b.result("r", bv(8)), b.local("x", bv(8)));
        b.havoc(x);
        b.assign(x, x * 8 + 4);
        b.assign(r, 0);
        b.if_((x * factor).is(number), |b| b.assign(r, 1), |_| {});
        b.finish()
    };
    let cases = [
        (1, 0, true),
        (1, 4, false),
        (32, 128, true),
        (16, 64, false),
        (64, 0, true),
    ];
    for (factor, number, is_only) in cases {
        let (program, terms) = program(factor, number);
        let mut interpreter = Interpreter::new(&program, &terms);
        let limits = RunLimits::steps(1000);
        let outcome = interpreter.run_determined(&mut RandomInputs::new(1), &limits);
        assert_eq!(outcome.is_ok(), is_only, "{factor}: {outcome:?}");
    }
}

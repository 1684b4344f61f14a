//! Traces: which steps are shown, and how.

use expect_test::{Expect, expect};
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{
    InputSource, Interpreter, PlainInputs, Program, RunLimits, StmtKind, VarId, VarRole,
};
use ferric3_term::Terms;
use ferric3_witness::{TextOptions, Trace, TraceBuilder, TraceLine, trace_lines};

fn trace(program: &Program, terms: &Terms, inputs: &[i128]) -> Trace {
    let mut steps = Vec::new();
    let mut builder = TraceBuilder::new(program, terms, |step| steps.push(step));
    let mut inputs = PlainInputs::new(inputs.iter().copied());
    Interpreter::new(program, terms).run(&mut inputs, &mut builder, &RunLimits::default());
    builder.finish();
    Trace { steps }
}

fn render(program: &Program, trace: &Trace, keep: Option<(usize, usize)>) -> String {
    let lines = trace_lines(program, trace, TextOptions { keep, zeros: true });
    let show = |line: &TraceLine| match line {
        TraceLine::Step { text, .. } => format!("{text}\n"),
        TraceLine::Elided { steps, inputs } => format!("… {steps} steps, {inputs} inputs …\n"),
    };
    lines.iter().map(show).collect()
}

fn check(program: &Program, terms: &Terms, inputs: &[i128], expected: Expect) {
    expected.assert_eq(&render(program, &trace(program, terms, inputs), None));
}

fn make_temp(program: &mut Program, var: VarId) {
    program.vars[var].role = VarRole::Temp;
}

#[test]
fn calls_are_indented_and_results_are_shown() {
    let mut b = Builder::new();
    let twice = b.proc("twice");
    let n = b.param("n", bv(32));
    let m = b.local("m", bv(32));
    let result = b.result("result", bv(32));
    b.assign(m, n + n);
    b.assign(result, m);
    let main = b.proc("main");
    let x = b.local("x", bv(32));
    b.havoc(x);
    b.call_to(x, twice, [x]);
    b.assert(x.is(5));
    b.entry(main);
    let (mut program, terms) = b.finish();
    make_temp(&mut program, result.id);
    check(
        &program,
        &terms,
        &[21],
        expect![[r#"
            main(): x = 21   <- nondet()
            main(): call twice(n = 21)
              twice(): m = 42
              twice(): return 42
            main(): x = 42
            main(): violated: assertion x == 5
        "#]],
    );
}

#[test]
fn an_input_in_a_temporary_is_shown_where_it_ends_up() {
    let mut b = Builder::new();
    b.proc("main");
    let t = b.local("t", bv(32));
    let u = b.local("u", bv(32));
    let x = b.local("x", bv(32));
    b.havoc(t);
    b.assign(u, t + 1);
    b.assign(x, u);
    b.havoc(t);
    b.assign(x, 7);
    let (mut program, terms) = b.finish();
    make_temp(&mut program, t.id);
    make_temp(&mut program, u.id);
    check(
        &program,
        &terms,
        &[3, 4],
        expect![[r#"
            main(): x = 4   <- nondet() = 3
            main(): nondet() = 4
            main(): x = 7
        "#]],
    );
}

#[test]
fn uninitialised_values_are_shown_only_if_somebody_may_read_them() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    let y = b.local("y", bv(32));
    let first = b.havoc(x);
    let second = b.havoc(y);
    b.assign(x, 1);
    b.assert(y.is(x));
    let (mut program, terms) = b.finish();
    for input in [first, second] {
        let name = if input == first { "x" } else { "y" };
        program.inputs[input].source = InputSource::Uninitialised(name.to_owned());
    }
    check(
        &program,
        &terms,
        &[8, 9],
        expect![[r#"
            main(): y = 9   <- uninitialised y
            main(): x = 1
            main(): violated: assertion y == x
        "#]],
    );
}

#[test]
fn the_middle_of_a_long_trace_is_left_out() {
    let mut b = Builder::new();
    b.proc("main");
    let i = b.local("i", bv(32));
    let x = b.local("x", bv(32));
    b.assign(i, 0);
    b.while_(i.ult(100), |b| {
        b.havoc(x);
        b.assign(i, i + 1);
    });
    b.assert(i.is(0));
    let (program, terms) = b.finish();
    assert!(program.procs.iter().any(|proc| {
        let mut statements = proc.blocks.iter().flat_map(|block| &block.stmts);
        statements.any(|stmt| matches!(stmt.kind, StmtKind::Havoc { .. }))
    }));
    let trace = trace(&program, &terms, &(0..100).collect::<Vec<_>>());
    assert_eq!(trace.steps.len(), 202);
    assert_eq!(trace.inputs(), 100);
    expect![[r#"
        main(): i = 0
        main(): x = 0   <- nondet()
        … 198 steps, 99 inputs …
        main(): i = 100
        main(): violated: assertion i == 0
    "#]]
    .assert_eq(&render(&program, &trace, Some((2, 2))));
    // One step is not worth leaving out.
    assert_eq!(
        render(&program, &trace, Some((101, 100))).lines().count(),
        202
    );
    assert_eq!(render(&program, &trace, None).lines().count(), 202);
}

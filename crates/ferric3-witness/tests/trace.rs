//! Traces: which steps are shown, and how.

use expect_test::{Expect, expect};
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{
    InputSource, Interpreter, PlainInputs, Program, RunLimits, Stmt, StmtKind, VarId, VarRole,
};
use ferric3_term::{Op, Sort, Terms};
use ferric3_witness::{Detail, Names, TextOptions, Trace, TraceBuilder, TraceLine, trace_lines};

fn trace(program: &Program, terms: &Terms, inputs: &[i128]) -> Trace {
    let mut steps = Vec::new();
    let mut builder = TraceBuilder::new(program, terms, Detail::OfProgram, |step| steps.push(step));
    let mut inputs = PlainInputs::new(inputs.iter().copied());
    Interpreter::new(program, terms).run(&mut inputs, &mut builder, &RunLimits::default());
    builder.finish();
    Trace { steps }
}

fn render(program: &Program, trace: &Trace, limit: Option<usize>) -> String {
    let options = TextOptions { limit, zeros: true };
    let lines = trace_lines(&Names::new(program), trace, options);
    let show = |line: &TraceLine| match line {
        TraceLine::Step { text, .. } => format!("{text}\n"),
        TraceLine::Elided { steps, inputs } => format!("… {steps} steps: {}\n", inputs.join(" | ")),
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
            main(): x = 1
            main(): y = 9   <- uninitialised
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
        main(): i = 1
        main(): x = 1   <- nondet()
        main(): i = 2
        main(): x = 2   <- nondet()
        main(): i = 3
        main(): x = 3   <- nondet()
        main(): i = 4
        main(): x = 4   <- nondet()
        main(): i = 5
        main(): x = 5   <- nondet()
        main(): i = 6
        main(): x = 6   <- nondet()
        main(): i = 7
        … 162 steps: nondet() = 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, |     30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, |     54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, |     78, 79, 80, 81, 82, 83, 84, 85, 86, 87
        main(): x = 88   <- nondet()
        main(): i = 89
        main(): x = 89   <- nondet()
        main(): i = 90
        main(): x = 90   <- nondet()
        main(): i = 91
        main(): x = 91   <- nondet()
        main(): i = 92
        main(): x = 92   <- nondet()
        main(): i = 93
        main(): x = 93   <- nondet()
        main(): i = 94
        main(): x = 94   <- nondet()
        main(): i = 95
        main(): x = 95   <- nondet()
        main(): i = 96
        main(): x = 96   <- nondet()
        main(): i = 97
        main(): x = 97   <- nondet()
        main(): i = 98
        main(): x = 98   <- nondet()
        main(): i = 99
        main(): x = 99   <- nondet()
        main(): i = 100
        main(): violated: assertion i == 0
    "#]].assert_eq(&render(&program, &trace, Some(60)));
    assert_eq!(render(&program, &trace, Some(202)).lines().count(), 202);
    assert_eq!(render(&program, &trace, None).lines().count(), 202);
}

#[test]
fn steps_that_read_nothing_are_left_out_first() {
    let mut b = Builder::new();
    b.proc("main");
    let i = b.local("i", bv(32));
    let x = b.local("x", bv(32));
    b.assign(i, 0);
    b.while_(i.ult(50), |b| b.assign(i, i + 1));
    b.havoc(x);
    b.while_(i.ult(100), |b| b.assign(i, i + 1));
    b.assert(x.is(0));
    let (program, terms) = b.finish();
    expect![[r#"
        main(): i = 0
        main(): i = 1
        main(): i = 2
        main(): i = 3
        main(): i = 4
        main(): i = 5
        main(): i = 6
        main(): i = 7
        main(): i = 8
        main(): i = 9
        main(): i = 10
        main(): i = 11
        main(): i = 12
        main(): i = 13
        main(): i = 14
        … 36 steps: 
        main(): x = 7   <- nondet()
        … 26 steps: 
        main(): i = 77
        main(): i = 78
        main(): i = 79
        main(): i = 80
        main(): i = 81
        main(): i = 82
        main(): i = 83
        main(): i = 84
        main(): i = 85
        main(): i = 86
        main(): i = 87
        main(): i = 88
        main(): i = 89
        main(): i = 90
        main(): i = 91
        main(): i = 92
        main(): i = 93
        main(): i = 94
        main(): i = 95
        main(): i = 96
        main(): i = 97
        main(): i = 98
        main(): i = 99
        main(): i = 100
        main(): violated: assertion x == 0
    "#]]
    .assert_eq(&render(&program, &trace(&program, &terms, &[7]), Some(60)));
}

#[test]
fn only_the_elements_that_are_written_are_shown() {
    let mut b = Builder::new();
    b.proc("main");
    let sort = Sort::Array {
        index: 8,
        element: 32,
    };
    let a = b.local("a[]", sort);
    let i = b.local("i", bv(8));
    b.havoc(a);
    b.havoc(i);
    b.assert(i.is(0));
    let (mut program, mut terms) = b.finish();
    // `a[i] = 5; a[i] = 5; if (a[i + 1] == a[i]) fail();`
    let (array, index) = (program.vars[a.id].term, program.vars[i.id].term);
    let five = terms.bv_u64(5, 32);
    let stored = terms.mk(Op::Store, &[array, index, five]);
    let one = terms.bv_u64(1, 8);
    let next = terms.mk(Op::BvAdd, &[index, one]);
    let (read, other) = (
        terms.mk(Op::Select, &[array, next]),
        terms.mk(Op::Select, &[array, index]),
    );
    let same = terms.mk(Op::Eq, &[read, other]);
    let input = program.inputs.ids().next().expect("the array is read");
    program.inputs[input].source = InputSource::Uninitialised("a[]".to_owned());
    let proc = program.entry.expect("there is an entry");
    let procedure = &mut program.procs[proc];
    let entry = procedure.entry;
    let block = &mut procedure.blocks[entry];
    let mut last = block.stmts.pop().expect("the assertion");
    if let StmtKind::Assert { condition, .. } = &mut last.kind {
        *condition = same;
    }
    let write = Stmt {
        kind: StmtKind::Assign {
            var: a.id,
            value: stored,
        },
        span: last.span,
    };
    block.stmts.extend([write.clone(), write, last]);
    check(
        &program,
        &terms,
        &[3],
        expect![[r#"
        main(): i = 3   <- nondet()
        main(): a[3] = 5
        main(): a[3] = 5
        main(): a[4] = 0   <- uninitialised
        main(): violated: assertion i == 0
    "#]],
    );
}

#[test]
fn what_is_not_written_is_not_shown() {
    let mut b = Builder::new();
    b.proc("main");
    let p = b.local("p", bv(8));
    let x = b.local("x", bv(8));
    let y = b.local("y", bv(8));
    b.havoc(p);
    b.assign(x, 1);
    b.assign(y, 1);
    b.assert(p.is(0));
    let (mut program, mut terms) = b.finish();
    // `*p = 9`, where `p` is 1 for `x` and 2 for `y`.
    let term = |var: VarId| program.vars[var].term;
    let (address, nine) = (term(p.id), terms.bv_u64(9, 8));
    let mut writes = Vec::new();
    for (number, var) in [(1, x.id), (2, y.id)] {
        let number = terms.bv_u64(number, 8);
        let here = terms.mk(Op::Eq, &[address, number]);
        let value = terms.mk(Op::Ite, &[here, nine, term(var)]);
        writes.push(StmtKind::Assign { var, value });
    }
    let proc = program.entry.expect("there is an entry");
    let procedure = &mut program.procs[proc];
    let entry = procedure.entry;
    let block = &mut procedure.blocks[entry];
    let last = block.stmts.pop().expect("the assertion");
    let span = last.span;
    let writes = writes.into_iter().map(|kind| Stmt { kind, span });
    block.stmts.extend(writes.chain([last]));
    check(
        &program,
        &terms,
        &[2],
        expect![[r#"
        main(): p = 2   <- nondet()
        main(): x = 1
        main(): y = 1
        main(): y = 9
        main(): violated: assertion p == 0
    "#]],
    );
}

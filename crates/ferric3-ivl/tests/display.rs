//! Dumps of programs.

use expect_test::{Expect, expect};
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{Assumption, InputSource, PropertyKind, Reading, display_program};
use ferric3_term::Sort;

#[track_caller]
fn check(b: Builder, expected: &Expect) {
    let (program, terms) = b.finish();
    expected.assert_eq(&display_program(&program, &terms));
}

#[test]
fn every_kind_of_statement() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let g = b.global("g", bv(32));
    let f = b.proc("f");
    let (n, m, r) = (
        b.param("n", bv(32)),
        b.param("m", bv(32)),
        b.result("r", bv(32)),
    );
    b.assign(r, n * m - 1);
    b.enter(main);
    let (x, flag) = (b.local("x", bv(32)), b.local("flag", Sort::Bool));
    b.assign(g, 0);
    b.havoc(x);
    b.assume(x.sge(0) & x.slt(g + 100));
    b.call_to(x, f, [x.expr(), g + 1]);
    b.call(f, [1, 2]);
    b.assert(x.differs(7));
    let decision = b.cover(None);
    let condition = b.cover(Some(decision));
    let (yes, no) = (b.block(), b.block());
    b.branch_on(x.is(0) | flag, yes, no, Some(condition));
    b.at(yes);
    b.decision(decision, true);
    b.stop(3);
    b.at(no);
    b.while_(!flag, |b| b.assign(flag, true));
    check(
        b,
        &expect![[r#"
        global g: i32

        entry proc main()
          local x: i32
          local flag: bool
        b0:
          g := 0
          x := havoc  // nondet nondet
          assume 0 <=s x && x <s g + 100
          x := call f(x, g + 1)
          call f(1, 2)
          assert x != 7  // p0: assertion x != 7
          if x == 0 || flag then b1 else b2  // c1
        b1:
          decision c0 is true
          stop 3
        b2:
          goto b3
        b3:
          if !flag then b4 else b5
        b4:
          flag := true
          goto b3
        b5:
          return

        proc f(n: i32, m: i32) -> r: i32
        b0:
          r := n * m - 1
          return
    "#]],
    );
}

#[test]
fn names_are_made_unique_where_they_clash() {
    let mut b = Builder::new();
    let main = b.proc("main");
    let x = b.global("x", bv(8));
    let f = b.proc("f");
    let (param, local) = (b.param("x", bv(8)), b.local("x", bv(8)));
    b.assign(local, param + x);
    b.enter(main);
    let (dotted, other) = (b.local("x.1", bv(8)), b.local("x", bv(8)));
    let nameless = b.local("", bv(8));
    b.assign(other, dotted + x);
    b.assign(nameless, other);
    b.call(f, [other]);
    check(
        b,
        &expect![[r#"
        global x: i8

        entry proc main()
          local x.1: i8
          local x.2: i8
          local _: i8
        b0:
          x.2 := x.1 + x
          _ := x.2
          call f(x.2)
          return

        proc f(x.1: i8)
          local x.2: i8
        b0:
          x.2 := x.1 + x
          return
    "#]],
    );
}

#[test]
fn sources_of_inputs_and_unsupported_constructs() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    for _ in 0..4 {
        b.havoc(x);
    }
    b.error();
    let (mut program, terms) = b.finish();
    let sources = [
        InputSource::Nondet("__VERIFIER_nondet_int".to_owned()),
        InputSource::Extern("getchar".to_owned()),
        InputSource::Uninitialised("x".to_owned()),
        InputSource::Parameter("argc".to_owned()),
    ];
    for (input, source) in program.inputs.iter_mut().zip(sources) {
        input.source = source;
    }
    for property in program.properties.iter_mut() {
        property.kind = PropertyKind::Unsupported;
        property.description = "a cast to float".to_owned();
    }
    for var in program.vars.iter_mut() {
        var.reading = Reading::Unsigned;
    }
    let span = program.procs.iter().next().map(|proc| proc.span);
    let text = "malloc never fails".to_owned();
    program.assumptions.push(Assumption {
        span,
        text,
        checked_by: None,
    });
    program.assumptions.push(Assumption {
        span: None,
        text: "int has 32 bits".to_owned(),
        checked_by: None,
    });
    expect![[r#"
        entry proc main()
          local x: u8
        b0:
          x := havoc  // nondet __VERIFIER_nondet_int
          x := havoc  // extern getchar
          x := havoc  // uninitialised x
          x := havoc  // parameter argc
          assert false  // p0: unsupported: a cast to float
          return

        // assumed: test.ivl:1:1: malloc never fails
        // assumed: int has 32 bits
    "#]]
    .assert_eq(&display_program(&program, &terms));
}

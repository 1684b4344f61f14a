//! Recursive programs: decided exactly as long as the stack is deep enough, otherwise not at all.

use ferric3_engine::{CheckOptions, EngineKind, Ic3CfaOptions, UnknownReason, Verdict, check};
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{ProcId, Program};
use ferric3_term::{Sort, Terms};

#[derive(Debug, PartialEq)]
enum Expected {
    True,
    False,
    /// Part of the construct's description.
    Unknown(&'static str),
}
use Expected::{False, True, Unknown};

/// Both engines decide it so.
fn decides(name: &str, (program, terms): (Program, Terms), expected: &Expected) {
    let ic3cfa = EngineKind::Ic3Cfa(Ic3CfaOptions::default());
    decided_by(ic3cfa, name, (&program, &terms), expected);
    unrolling_decides(name, (program, terms), expected);
}

/// Bounded model checking decides it so. Where calls branch, invariants about the stack are hard
/// to find, and unrolling is the better engine by far.
fn unrolling_decides(name: &str, (program, terms): (Program, Terms), expected: &Expected) {
    let bmc = EngineKind::Bmc { max_depth: None };
    decided_by(bmc, name, (&program, &terms), expected);
}

fn decided_by(
    engine: EngineKind,
    name: &str,
    (program, terms): (&Program, &Terms),
    expected: &Expected,
) {
    let options = CheckOptions::new(engine);
    let mut terms = terms.clone();
    let report = check(program, &mut terms, &options, &mut ()).expect("an honest answer");
    let is_right = match (&report.verdict, expected) {
        (Verdict::True(_), True) | (Verdict::False(_), False) => true,
        (Verdict::Unknown(UnknownReason::Unsupported { construct, .. }), Unknown(part)) => {
            construct.contains(part)
        }
        _ => false,
    };
    assert!(
        is_right,
        "{name} by {}: {:?} instead of {expected:?}",
        report.engine, report.verdict
    );
}

/// `main` calls `f` with an input of at most `most` and asserts something about the result.
fn main_of(b: &mut Builder, f: ProcId, sort: Sort, most: i64, ok: impl Fn(&mut Builder, Vars)) {
    let main = b.proc("main");
    b.entry(main);
    let (n, r) = (b.local("n", sort), b.local("r", sort));
    b.havoc(n);
    b.assume(n.ule(most));
    b.call_to(r, f, [n]);
    ok(b, Vars { n, r });
}

struct Vars {
    n: ferric3_ivl::builder::Var,
    r: ferric3_ivl::builder::Var,
}

/// `f(n) = n = 0 ? 0 : n + f(n − 1)`: the parameter is needed after the call.
fn sum(most: i64, bound: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("sum");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    b.if_(
        n.is(0),
        |b| b.assign(r, 0),
        |b| {
            b.call_to(r, f, [n - 1]);
            b.assign(r, r + n);
        },
    );
    main_of(&mut b, f, bv(8), most, |b, v| {
        b.assert(v.r.ule(bound));
        b.assert(v.r.uge(v.n));
    });
    b.finish()
}

#[test]
fn linear_recursion() {
    decides("sum", sum(5, 15), &True);
    decides("sum", sum(5, 14), &False);
}

/// Two return sites, and a local of the first call that the second one must not change.
fn fibonacci(most: i64, bound: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("fib");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    let (first, second) = (b.local("first", bv(8)), b.local("second", bv(8)));
    b.if_(
        n.ult(2),
        |b| b.assign(r, n),
        |b| {
            b.call_to(first, f, [n - 1]);
            b.call_to(second, f, [n - 2]);
            b.assign(r, first + second);
        },
    );
    main_of(&mut b, f, bv(8), most, |b, v| {
        b.assert(v.r.ule(bound));
    });
    b.finish()
}

#[test]
fn two_calls_in_one_expression() {
    unrolling_decides("fib", fibonacci(4, 3), &True);
    unrolling_decides("fib", fibonacci(4, 2), &False);
}

/// `even` and `odd` call each other; the result is a truth value that is kept across a call.
fn parity(wrong: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    let main = b.proc("main");
    let declared = ["even", "odd"].map(|name| {
        let proc = b.proc(name);
        let (n, r) = (b.param("n", bv(4)), b.result("r", Sort::Bool));
        (proc, n, r, b.local("kept", Sort::Bool))
    });
    for (i, (proc, n, r, kept)) in declared.into_iter().enumerate() {
        b.enter(proc);
        b.assign(kept, i == 0);
        b.if_(
            n.is(0),
            |b| {
                b.assign(r, kept);
                b.ret();
            },
            |b| {
                b.call_to(r, declared[1 - i].0, [n - 1]);
                b.assert(if i == 0 { kept.expr() } else { !kept });
            },
        );
    }
    b.enter(main);
    let (n, r) = (b.local("n", bv(4)), b.local("r", Sort::Bool));
    b.havoc(n);
    b.assume(n.ule(6));
    b.call_to(r, declared[0].0, [n]);
    let last = n.expr() & 1;
    b.assert(if wrong {
        r | last.is(0) & n.differs(4)
    } else {
        r | last.is(1)
    });
    b.finish()
}

#[test]
fn mutual_recursion() {
    unrolling_decides("parity", parity(false), &True);
    unrolling_decides("parity", parity(true), &False);
}

/// An argument of a recursive call is itself a recursive call.
fn ackermann(m: i64, n: i64, result: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("ackermann");
    let (x, y) = (b.param("m", bv(8)), b.param("n", bv(8)));
    let (r, inner) = (b.result("r", bv(8)), b.local("inner", bv(8)));
    b.if_(
        x.is(0),
        |b| b.assign(r, y + 1),
        |b| {
            b.if_(
                y.is(0),
                |b| b.call_to(r, f, [x - 1, 1.expr()]),
                |b| {
                    b.call_to(inner, f, [x.expr(), y - 1]);
                    b.call_to(r, f, [x - 1, inner.expr()]);
                },
            );
        },
    );
    let main = b.proc("main");
    b.entry(main);
    let r = b.local("r", bv(8));
    b.call_to(r, f, [m, n]);
    b.assert(r.is(result));
    b.finish()
}

#[test]
fn nested_recursion() {
    unrolling_decides("ackermann", ackermann(2, 1, 5), &True);
    unrolling_decides("ackermann", ackermann(2, 1, 6), &False);
}

/// Parameters are exchanged at every level, and read before they change.
fn swapped(levels: i64, result: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("f");
    let (x, y, n) = (
        b.param("x", bv(8)),
        b.param("y", bv(8)),
        b.param("n", bv(8)),
    );
    let r = b.result("r", bv(8));
    b.assign(r, x - y);
    b.if_(
        n.ugt(0),
        |b| b.call_to(r, f, [y.expr(), x.expr(), n - 1]),
        |_| {},
    );
    let main = b.proc("main");
    b.entry(main);
    let r = b.local("r", bv(8));
    b.call_to(r, f, [9, 4, levels]);
    b.assert(r.is(result));
    b.finish()
}

#[test]
fn arguments_are_passed_at_once() {
    decides("swapped", swapped(1, -5), &True);
    decides("swapped", swapped(2, 5), &True);
    decides("swapped", swapped(2, -5), &False);
}

/// The callee's result lies in a local that the caller keeps.
fn result_is_kept(sum: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("f");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    let other = b.local("other", bv(8));
    b.assign(r, n);
    b.if_(
        n.ugt(0),
        |b| {
            b.call_to(other, f, [n - 1]);
            b.assign(r, r + other);
        },
        |_| {},
    );
    main_of(&mut b, f, bv(8), 3, |b, v| {
        b.assert(v.r.ule(sum));
    });
    b.finish()
}

#[test]
fn results_do_not_overwrite_what_is_kept() {
    unrolling_decides("kept", result_is_kept(6), &True);
    unrolling_decides("kept", result_is_kept(5), &False);
}

/// A recursive procedure called at two places, each time with an empty stack.
fn twice(result: i64) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("f");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    b.assign(r, 0);
    b.if_(
        n.ugt(0),
        |b| {
            b.call_to(r, f, [n - 1]);
            b.assign(r, r + n);
        },
        |_| {},
    );
    let g = b.proc("g");
    let (m, s) = (b.param("m", bv(8)), b.result("s", bv(8)));
    let t = b.local("t", bv(8));
    // A component that calls another one.
    b.call_to(s, f, [m]);
    b.if_(
        m.ugt(0),
        |b| {
            b.call_to(t, g, [m - 1]);
            b.assign(s, s + t);
        },
        |_| {},
    );
    let main = b.proc("main");
    b.entry(main);
    let (x, y) = (b.local("x", bv(8)), b.local("y", bv(8)));
    b.call_to(x, g, [2]);
    b.call_to(y, f, [2]);
    b.assert((x + y).is(result));
    b.finish()
}

#[test]
fn components_inside_components() {
    unrolling_decides("twice", twice(7), &True);
    unrolling_decides("twice", twice(6), &False);
}

/// No end: not decided, unless there is an error on the way.
fn endless(error: bool) -> (Program, Terms) {
    let mut b = Builder::new();
    let f = b.proc("f");
    let n = b.param("n", bv(32));
    b.assert(if error { n.differs(7) } else { n.is(n) });
    b.call(f, [n + 1]);
    let main = b.proc("main");
    b.entry(main);
    b.call(f, [0]);
    b.finish()
}

#[test]
fn endless_recursion_is_not_decided() {
    decides("endless", endless(true), &False);
    decides("endless", endless(false), &Unknown("recursive call of `f`"));
}

/// An array that is needed again cannot be saved; one that is not needed need not be.
#[test]
fn arrays_are_not_saved() {
    for needed in [false, true] {
        let sort = Sort::Array {
            index: 2,
            element: 8,
        };
        let mut b = Builder::new();
        let f = b.proc("f");
        let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
        let (array, copy) = (b.local("array", sort), b.local("copy", sort));
        b.havoc(array);
        b.assign(copy, array);
        b.assign(r, 0);
        b.if_(n.ugt(0), |b| b.call_to(r, f, [n - 1]), |_| {});
        if needed {
            b.assign(copy, array);
        }
        main_of(&mut b, f, bv(8), 3, |b, v| {
            b.assert(v.r.is(0));
        });
        let expected = if needed {
            Unknown("recursive call of `f` while the array `array` is in use")
        } else {
            True
        };
        decides("array", b.finish(), &expected);
    }
}

//! Concrete runs of recursive programs: the automaton with its explicit stack against the
//! interpreter.

use ferric3_cfa::{
    BuildOptions, RecursionLimit, State, TargetKind, build, canonical_edges, large_blocks, run_edge,
};
use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{Interpreter, ProcId, Program, RunLimits, RunOutcome};
use ferric3_term::{Terms, Value};

/// The target that the automaton reaches, if any.
fn run_automaton(program: &Program, terms: &mut Terms, large: bool) -> Option<TargetKind> {
    let mut cfa = build(program, terms, BuildOptions::default()).expect("it is small");
    if large {
        cfa = large_blocks(cfa, terms).cfa;
    }
    let forms = canonical_edges(&cfa, terms);
    let forms: Vec<_> = forms.iter().collect();
    let outgoing = cfa.outgoing();
    let (mut state, mut at) = (State::default(), cfa.initial);
    loop {
        let mut ways = outgoing[at.index()].iter().filter_map(|&edge| {
            let run = run_edge(&cfa, terms, forms[edge.index()], &state, &State::default())?;
            Some((run, cfa.edges[edge].to))
        });
        let (run, to) = ways.next()?;
        assert!(ways.next().is_none(), "the automaton is deterministic");
        if let Some(target) = run.target {
            return Some(cfa.targets[target].kind);
        }
        (state, at) = (run.state, to);
    }
}

/// A `main` that asserts that the call gives the expected value.
fn call_of(mut b: Builder, f: ProcId, args: &[i64], expected: Option<i64>) -> (Program, Terms) {
    let main = b.proc("main");
    b.entry(main);
    let r = b.result("result", bv(8));
    b.call_to(r, f, args.iter().copied());
    if let Some(expected) = expected {
        b.assert(r.is(expected));
    }
    b.finish()
}

type Recipe = fn(&mut Builder) -> ProcId;

fn agrees(recipe: Recipe, args: &[i64]) {
    let build = |expected| {
        let mut b = Builder::new();
        let f = recipe(&mut b);
        call_of(b, f, args, expected)
    };
    let (program, terms) = build(None);
    let outcome = Interpreter::new(&program, &terms).run(&mut (), &mut (), &RunLimits::default());
    let RunOutcome::Finished {
        result: Some(Value::BitVec(value)),
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    let value = i64::try_from(value.to_u64().expect("8 bits")).expect("8 bits");
    for large in [false, true] {
        for (claim, holds) in [(value, true), ((value + 1) % 256, false)] {
            let (program, mut terms) = build(Some(claim));
            let reached = run_automaton(&program, &mut terms, large);
            match reached {
                None => assert!(holds, "{args:?}: {claim} is wrong"),
                Some(TargetKind::Property(_)) => assert!(!holds, "{args:?}: {claim} is right"),
                Some(other) => panic!("{args:?}: {other:?}"),
            }
        }
    }
}

fn unary(b: &mut Builder, name: &str) -> (ProcId, Var, Var) {
    let f = b.proc(name);
    (f, b.param("n", bv(8)), b.result("r", bv(8)))
}

fn factorial(b: &mut Builder) -> ProcId {
    let (f, n, r) = unary(b, "factorial");
    b.if_(
        n.is(0),
        |b| b.assign(r, 1),
        |b| {
            b.call_to(r, f, [n - 1]);
            b.assign(r, r * n);
        },
    );
    f
}

fn fibonacci(b: &mut Builder) -> ProcId {
    let (f, n, r) = unary(b, "fibonacci");
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
    f
}

fn ackermann(b: &mut Builder) -> ProcId {
    let f = b.proc("ackermann");
    let (m, n) = (b.param("m", bv(8)), b.param("n", bv(8)));
    let (r, inner) = (b.result("r", bv(8)), b.local("inner", bv(8)));
    b.if_(
        m.is(0),
        |b| b.assign(r, n + 1),
        |b| {
            b.if_(
                n.is(0),
                |b| b.call_to(r, f, [m - 1, 1.expr()]),
                |b| {
                    b.call_to(inner, f, [m.expr(), n - 1]);
                    b.call_to(r, f, [m - 1, inner.expr()]);
                },
            );
        },
    );
    f
}

/// Three parameters that rotate, one that all activations share, and a loop around the call.
fn rotation(b: &mut Builder) -> ProcId {
    let f = b.proc("rotation");
    let [x, y, z, n, same] = ["x", "y", "z", "n", "same"].map(|name| b.param(name, bv(8)));
    let (r, i, part) = (
        b.result("r", bv(8)),
        b.local("i", bv(8)),
        b.local("part", bv(8)),
    );
    b.assign(r, x - y + same);
    b.if_(
        n.ugt(0),
        |b| {
            b.assign(i, 0);
            b.while_(i.ult(2), |b| {
                let args = [y.expr(), z + i, x.expr(), n - 1, same.expr()];
                b.call_to(part, f, args);
                b.assign(r, r * 3 + part + y + same);
                b.assign(i, i + 1);
            });
        },
        |_| {},
    );
    f
}

/// Three procedures in a ring with a chord, one of which also calls another component.
fn ring(b: &mut Builder) -> ProcId {
    let helper = factorial(b);
    let procs = ["p", "q", "s"].map(|name| {
        let (f, n, r) = unary(b, name);
        (f, n, r, b.local("kept", bv(8)))
    });
    for (i, (f, n, r, kept)) in procs.into_iter().enumerate() {
        b.enter(f);
        let other = b.local("other", bv(8));
        b.assign(kept, n * 5);
        b.call_to(other, helper, [n]);
        b.assign(r, other);
        b.if_(
            n.ugt(1),
            |b| {
                b.call_to(r, procs[(i + 1) % 3].0, [n - 1]);
                b.assign(r, r + kept);
                b.call_to(other, procs[0].0, [n - 2]);
                b.assign(r, r - other + n);
            },
            |_| {},
        );
    }
    procs[0].0
}

#[test]
fn runs_agree_with_the_interpreter() {
    for n in 0..12 {
        agrees(factorial, &[n]);
        agrees(fibonacci, &[n.min(8)]);
        agrees(ring, &[n.min(7)]);
    }
    for (m, n) in [(0, 3), (1, 2), (2, 3), (3, 1)] {
        agrees(ackermann, &[m, n]);
    }
    for n in 0..5 {
        agrees(rotation, &[9, 4, 200, n, 17]);
    }
}

/// 255 recursive calls fit; the next one is an obstacle.
#[test]
fn the_stack_has_an_end() {
    let depth = |n: i64| {
        let mut b = Builder::new();
        let f = b.proc("f");
        let (n_, r) = (b.param("n", bv(16)), b.result("r", bv(8)));
        b.assign(r, 0);
        b.if_(n_.ugt(0), |b| b.call_to(r, f, [n_ - 1]), |_| {});
        let (program, mut terms) = call_of(b, f, &[n], Some(0));
        run_automaton(&program, &mut terms, true)
    };
    assert_eq!(depth(255), None);
    let Some(TargetKind::Recursion(_, RecursionLimit::Depth(255))) = depth(256) else {
        panic!("the stack should be full: {:?}", depth(256));
    };
}

/// Only what is needed lies on the stack: nothing for a tail call that hands its parameter on.
#[test]
fn what_is_not_needed_is_not_saved() {
    let mut b = Builder::new();
    let f = b.proc("f");
    let (same, n, r) = (
        b.param("same", bv(8)),
        b.param("n", bv(8)),
        b.result("r", bv(8)),
    );
    b.if_(
        n.is(0),
        |b| b.assign(r, 0),
        |b| {
            b.call_to(r, f, [same.expr(), n - 1]);
            b.assign(r, r + same);
        },
    );
    let (program, mut terms) = call_of(b, f, &[3, 4], Some(12));
    let cfa = build(&program, &mut terms, BuildOptions::default()).expect("it is small");
    let added = &cfa.state[program.vars.len()..];
    let names: Vec<&str> = added
        .iter()
        .map(|var| terms.symbol(var.symbol).name.as_str())
        .collect();
    assert_eq!(names, ["f.depth"]);
}

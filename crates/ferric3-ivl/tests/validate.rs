//! The validator finds every kind of fault, says where, and finds nothing in a valid program.

use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{
    BlockId, CoverId, FileId, InputId, ProcId, Program, PropertyId, StmtKind, TerminatorKind,
    VarId, VarRole, validate,
};
use ferric3_term::{Sort, TermId, Terms};

const MAIN: usize = 0;
const F: usize = 1;
// Variables in the order of their declaration.
const GLOBAL: usize = 0;
const PARAM: usize = 1;
const RESULT: usize = 2;
const X: usize = 3;
const FLAG: usize = 4;

/// A valid program with everything in it. Statements of the first block of `main`:
/// 0 assign, 1 havoc, 2 assume, 3 assert, 4 call, 5 decision; then a branch to blocks 1 and 2.
fn example() -> (Program, Terms) {
    let mut b = Builder::new();
    let main = b.proc("main");
    let g = b.global("g", bv(8));
    let f = b.proc("f");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    b.assign(r, n + g);
    b.enter(main);
    let (x, flag) = (b.local("x", bv(8)), b.local("flag", Sort::Bool));
    b.assign(x, g + 1);
    b.havoc(x);
    b.assume(x.ult(9));
    b.assert(x.differs(g));
    b.call_to(x, f, [x]);
    let decision = b.cover(None);
    let condition = b.cover(Some(decision));
    b.decision(decision, true);
    let (yes, no) = (b.block(), b.block());
    b.branch_on(flag, yes, no, Some(condition));
    b.at(no);
    b.stop(1);
    b.finish()
}

fn var(index: usize) -> VarId {
    VarId::new(index)
}

fn stmt(program: &mut Program, index: usize) -> &mut StmtKind {
    let main = &mut program.procs[ProcId::new(MAIN)];
    &mut main.blocks[BlockId::new(0)].stmts[index].kind
}

fn end(program: &mut Program, block: usize) -> &mut TerminatorKind {
    let main = &mut program.procs[ProcId::new(MAIN)];
    &mut main.blocks[BlockId::new(block)].terminator.kind
}

fn term_of(program: &Program, index: usize) -> TermId {
    program.vars[var(index)].term
}

/// A term that the store of the example does not have.
fn missing_term() -> TermId {
    let mut other = Terms::new();
    (0..1000)
        .map(|_| other.fresh_symbol("z", Sort::Bool).1)
        .last()
        .expect("there are many")
}

/// Breaks the example; the given error must be found.
#[track_caller]
fn check(expected: &str, fault: impl FnOnce(&mut Program, &mut Terms)) {
    let (mut program, mut terms) = example();
    assert_eq!(validate(&program, &terms), Ok(()));
    fault(&mut program, &mut terms);
    let errors = validate(&program, &terms).expect_err("the fault must be found");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(errors.iter().any(|error| error == expected), "{errors:#?}");
}

#[test]
fn entry() {
    check("the program has no entry", |p, _| p.entry = None);
    check("there is no procedure #7", |p, _| {
        p.entry = Some(ProcId::new(7));
    });
    check("the entry takes parameters", |p, _| {
        p.entry = Some(ProcId::new(F));
    });
}

#[test]
fn ownership_of_variables() {
    check(
        "f: the local x (#3) is listed twice or belongs to two procedures",
        |p, _| {
            p.procs[ProcId::new(F)].locals.push(var(X));
        },
    );
    check(
        "main: the local x (#3) is listed twice or belongs to two procedures",
        |p, _| {
            p.procs[ProcId::new(MAIN)].locals.push(var(X));
        },
    );
    check(
        "main: the global g (#0) is listed among the locals",
        |p, _| {
            p.procs[ProcId::new(MAIN)].locals.push(var(GLOBAL));
        },
    );
    check("main: there is no variable #99", |p, _| {
        p.procs[ProcId::new(MAIN)].locals.push(var(99));
    });
    check("the local g (#0) belongs to no procedure", |p, _| {
        p.vars[var(GLOBAL)].role = VarRole::Local;
    });
    check(
        "f: the parameter #3 is not a local of the procedure",
        |p, _| {
            p.procs[ProcId::new(F)].params[0] = var(X);
        },
    );
    check("f: the parameter #1 is listed twice", |p, _| {
        p.procs[ProcId::new(F)].params.push(var(PARAM));
    });
    check(
        "f: the result #3 is not a local of the procedure",
        |p, _| {
            p.procs[ProcId::new(F)].result = Some(var(X));
        },
    );
    check(
        "main: the result #99 is not a local of the procedure",
        |p, _| {
            p.procs[ProcId::new(MAIN)].result = Some(var(99));
        },
    );
}

#[test]
fn symbols_of_variables() {
    check("x (#3) has the symbol of another variable", |p, _| {
        let (symbol, term) = (p.vars[var(RESULT)].symbol, p.vars[var(RESULT)].term);
        let x = &mut p.vars[var(X)];
        (x.symbol, x.term) = (symbol, term);
    });
    check("the term of x (#3) is not its symbol", |p, _| {
        p.vars[var(X)].term = term_of(p, RESULT);
    });
    check(
        "x (#3) has sort Bool, but its symbol has (_ BitVec 8)",
        |p, _| {
            p.vars[var(X)].sort = Sort::Bool;
        },
    );
    check("the symbol or term of x (#3) does not exist", |p, _| {
        p.vars[var(X)].term = missing_term();
    });
}

#[test]
fn places() {
    let file = FileId::new(5);
    let message = "there is no source file #5";
    check(message, |p, _| p.vars[var(X)].span.file = file);
    check(message, |p, _| {
        p.properties[PropertyId::new(0)].span.file = file;
    });
    check(message, |p, _| p.inputs[InputId::new(0)].span.file = file);
    check(message, |p, _| p.cover[CoverId::new(0)].span.file = file);
    check(&format!("f: {message}"), |p, _| {
        p.procs[ProcId::new(F)].span.file = file;
    });
    let block = BlockId::new(0);
    check(&format!("main: b0: statement 2: {message}"), |p, _| {
        p.procs[ProcId::new(MAIN)].blocks[block].stmts[2].span.file = file;
    });
    check(&format!("main: b0: statement 6: {message}"), |p, _| {
        p.procs[ProcId::new(MAIN)].blocks[block]
            .terminator
            .span
            .file = file;
    });
}

#[test]
fn coverage_points() {
    check("the decision #0 is part of another decision", |p, _| {
        p.cover[CoverId::new(0)].decision = Some(CoverId::new(1));
    });
    check("the coverage point #1 is no decision", |p, _| {
        p.cover[CoverId::new(1)].decision = Some(CoverId::new(1));
    });
    check("there is no coverage point #9", |p, _| {
        p.cover[CoverId::new(1)].decision = Some(CoverId::new(9));
    });
    check(
        "main: b0: statement 5: the coverage point #1 is no decision",
        |p, _| {
            *stmt(p, 5) = StmtKind::Decision {
                point: CoverId::new(1),
                outcome: true,
            };
        },
    );
    check(
        "main: b0: statement 6: the coverage point #0 is no condition",
        |p, _| {
            if let TerminatorKind::Branch { point, .. } = end(p, 0) {
                *point = Some(CoverId::new(0));
            }
        },
    );
}

#[test]
fn assignments_and_inputs() {
    check(
        "main: b0: statement 0: the value has sort Bool, not (_ BitVec 8)",
        |p, _| {
            *stmt(p, 0) = StmtKind::Assign {
                var: var(X),
                value: term_of(p, FLAG),
            };
        },
    );
    check(
        "main: b0: statement 0: the variable r (#2) is local to another procedure",
        |p, _| {
            *stmt(p, 0) = StmtKind::Assign {
                var: var(RESULT),
                value: term_of(p, X),
            };
        },
    );
    check(
        "main: b0: statement 0: the variable n (#1) is local to another procedure",
        |p, _| {
            *stmt(p, 0) = StmtKind::Assign {
                var: var(X),
                value: term_of(p, PARAM),
            };
        },
    );
    check("main: b0: statement 0: there is no variable #99", |p, _| {
        *stmt(p, 0) = StmtKind::Assign {
            var: var(99),
            value: term_of(p, X),
        };
    });
    check(
        "main: b0: statement 0: the symbol ghost belongs to no variable",
        |p, terms| {
            let (_, value) = terms.fresh_symbol("ghost", bv(8));
            *stmt(p, 0) = StmtKind::Assign { var: var(X), value };
        },
    );
    check("main: b0: statement 1: there is no input #4", |p, _| {
        *stmt(p, 1) = StmtKind::Havoc {
            var: var(X),
            input: InputId::new(4),
        };
    });
    check(
        "main: b0: statement 1: the input has sort (_ BitVec 8), its variable has Bool",
        |p, _| {
            *stmt(p, 1) = StmtKind::Havoc {
                var: var(FLAG),
                input: InputId::new(0),
            }
        },
    );
}

#[test]
fn conditions_and_properties() {
    let message = "the condition has sort (_ BitVec 8), not Bool";
    check(&format!("main: b0: statement 2: {message}"), |p, _| {
        *stmt(p, 2) = StmtKind::Assume(term_of(p, X));
    });
    check(&format!("main: b0: statement 3: {message}"), |p, _| {
        let condition = term_of(p, X);
        *stmt(p, 3) = StmtKind::Assert {
            condition,
            property: PropertyId::new(0),
        };
    });
    check(&format!("main: b0: statement 6: {message}"), |p, _| {
        let x = term_of(p, X);
        if let TerminatorKind::Branch { condition, .. } = end(p, 0) {
            *condition = x;
        }
    });
    check("main: b0: statement 3: there is no property #3", |p, _| {
        let condition = term_of(p, FLAG);
        *stmt(p, 3) = StmtKind::Assert {
            condition,
            property: PropertyId::new(3),
        };
    });
    let t = missing_term();
    check(
        &format!("main: b0: statement 2: there is no term {t:?}"),
        |p, _| {
            *stmt(p, 2) = StmtKind::Assume(t);
        },
    );
}

#[test]
fn calls() {
    let call = |proc: usize, args: Vec<TermId>, result: Option<usize>| StmtKind::Call {
        proc: ProcId::new(proc),
        args,
        result: result.map(var),
    };
    check("main: b0: statement 4: there is no procedure #9", |p, _| {
        *stmt(p, 4) = call(9, vec![], None);
    });
    check(
        "main: b0: statement 4: 0 arguments for f, which takes 1",
        |p, _| {
            *stmt(p, 4) = call(F, vec![], None);
        },
    );
    check(
        "main: b0: statement 4: argument 0 has sort Bool, not (_ BitVec 8)",
        |p, _| {
            *stmt(p, 4) = call(F, vec![term_of(p, FLAG)], None);
        },
    );
    check("main: b0: statement 4: main has no result", |p, _| {
        *stmt(p, 4) = call(MAIN, vec![], Some(X));
    });
    check(
        "main: b0: statement 4: the result of f has sort (_ BitVec 8), not Bool",
        |p, _| *stmt(p, 4) = call(F, vec![term_of(p, X)], Some(FLAG)),
    );
    check(
        "main: b0: statement 4: the variable r (#2) is local to another procedure",
        |p, _| {
            *stmt(p, 4) = call(F, vec![term_of(p, X)], Some(RESULT));
        },
    );
}

#[test]
fn blocks() {
    check("main: there is no block #9", |p, _| {
        p.procs[ProcId::new(MAIN)].entry = BlockId::new(9);
    });
    check("main: b1: statement 0: there is no block #9", |p, _| {
        *end(p, 1) = TerminatorKind::Goto(BlockId::new(9));
    });
    check("main: b0: statement 6: there is no block #9", |p, _| {
        if let TerminatorKind::Branch { otherwise, .. } = end(p, 0) {
            *otherwise = BlockId::new(9);
        }
    });
    check(
        "main: b2: statement 0: the variable n (#1) is local to another procedure",
        |p, _| {
            *end(p, 2) = TerminatorKind::Stop {
                status: Some(term_of(p, PARAM)),
            };
        },
    );
}

#[test]
fn all_errors_are_reported() {
    let (mut program, terms) = example();
    program.entry = None;
    *end(&mut program, 1) = TerminatorKind::Goto(BlockId::new(9));
    let errors = validate(&program, &terms).expect_err("there are two faults");
    assert_eq!(errors.len(), 2);
}

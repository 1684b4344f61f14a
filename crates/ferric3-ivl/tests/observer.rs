//! What an observer sees.

use expect_test::expect;
use ferric3_ivl::builder::{Builder, Operand, bv};
use ferric3_ivl::{Interpreter, PlainInputs, Program, RunLimits, Step, StepKind};
use ferric3_term::Terms;

/// One line per step.
fn trace(program: &Program, terms: &Terms, inputs: &[i128]) -> String {
    let mut steps: Vec<Step> = vec![];
    let mut inputs = PlainInputs::new(inputs.iter().copied());
    Interpreter::new(program, terms).run(&mut inputs, &mut steps, &RunLimits::default());
    steps.iter().map(|step| line(program, step)).collect()
}

fn line(program: &Program, step: &Step) -> String {
    let name = |var| &program.vars[var].name;
    let what = match &step.kind {
        StepKind::Assign { var, value } => format!("{} = {value}", name(*var)),
        StepKind::Input { var, input, value } => format!("{} = {value} {input:?}", name(*var)),
        StepKind::Call { proc, args } => format!("call {} {args:?}", program.procs[*proc].name),
        StepKind::Return { proc, var, result } => {
            format!(
                "return from {} to {var:?}: {result:?}",
                program.procs[*proc].name
            )
        }
        other => format!("{other:?}"),
    };
    let (proc, line, depth) = (&program.procs[step.proc].name, step.span.line, step.depth);
    format!("{line:>2} {proc} {depth}: {what}\n")
}

fn example() -> (Program, Terms) {
    let mut b = Builder::new();
    let main = b.proc("main");
    let f = b.proc("f");
    let (n, r) = (b.param("n", bv(8)), b.result("r", bv(8)));
    b.assign(r, n + 1);
    b.enter(main);
    let x = b.local("x", bv(8));
    b.havoc(x);
    b.assume(x.differs(0));
    let decision = b.cover(None);
    let condition = b.cover(Some(decision));
    let (yes, no) = (b.block(), b.block());
    b.branch_on(x.ugt(5), yes, no, Some(condition));
    b.at(yes);
    b.decision(decision, true);
    b.call_to(x, f, [x]);
    b.assert(x.differs(7));
    b.stop(3);
    b.at(no);
    b.decision(decision, false);
    b.call(f, [x * 2]);
    b.finish()
}

#[test]
fn every_statement_is_reported() {
    let (program, terms) = example();
    expect![[r#"
        10 main 0: x = 9 #0
        11 main 0: Assume { holds: true }
        16 main 0: Branch { taken: true, point: Some(#1) }
        17 main 0: Decision { point: #0, outcome: true }
        18 main 0: call f [BitVec(9#8)]
         7 f 1: r = 10
         4 f 1: return from f to Some(#2): Some(BitVec(10#8))
        20 main 0: Assert { property: #0, holds: true }
        21 main 0: Stop { status: Some(BitVec(3#32)) }
    "#]]
    .assert_eq(&trace(&program, &terms, &[9]));
    expect![[r#"
        10 main 0: x = 2 #0
        11 main 0: Assume { holds: true }
        16 main 0: Branch { taken: false, point: Some(#1) }
        22 main 0: Decision { point: #0, outcome: false }
        23 main 0: call f [BitVec(4#8)]
         7 f 1: r = 5
         4 f 1: return from f to None: Some(BitVec(5#8))
        15 main 0: return from main to None: None
    "#]]
    .assert_eq(&trace(&program, &terms, &[2]));
}

#[test]
fn the_last_step_of_a_run_that_ends_early_is_reported() {
    let (program, terms) = example();
    let last = |inputs: &[i128]| {
        let trace = trace(&program, &terms, inputs);
        trace.lines().last().unwrap_or_default().to_owned()
    };
    expect![[""]].assert_eq(&last(&[]));
    expect!["11 main 0: Assume { holds: false }"].assert_eq(&last(&[0]));
    expect!["20 main 0: Assert { property: #0, holds: false }"].assert_eq(&last(&[6]));
}

#[test]
fn coverage_counts_the_outcomes_of_branches() {
    let mut b = Builder::new();
    let main = b.proc("main");
    b.entry(main);
    let x = b.local("x", bv(8));
    b.assign(x, 0);
    b.while_(x.ult(5), |b| b.assign(x, x + 1));
    b.ret();
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let mut coverage = ferric3_ivl::Coverage::new();
    // Twice: a run begins with nothing.
    for _ in 0..2 {
        let _ = interpreter.run_covering(&mut (), &mut coverage, &RunLimits::default());
        let counts: Vec<u32> = coverage.outcomes().map(|(_, count)| count).collect();
        assert_eq!(counts, [5, 1]);
    }
}

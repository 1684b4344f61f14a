//! Coverage goals: what a run passes, and what it needs for that.

use expect_test::expect;
use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{
    Check, CoverageAsk, CoverageDecision, CoverageGoal, Idx, InputSource, Interpreter, Passed,
    PlainInputs, Program, PropertyId, PropertyKind, RunLimits, RunOutcome, Span, StmtKind,
    display_program, validate,
};
use ferric3_term::Terms;

/// Reads numbers until one is 0, with goals on the way and behind.
fn example() -> (Program, Terms, [PropertyId; 4]) {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    b.havoc(x);
    let mut inside = None;
    b.while_(x.differs(0), |b| {
        let first = b.goal(true);
        let large = b.goal(x.ugt(5));
        inside = Some((first, large));
        b.havoc(x);
    });
    let behind = b.goal(true);
    b.assert(x.differs(0));
    let never = b.goal(true);
    let (program, terms) = b.finish();
    let (first, large) = inside.expect("the loop has a body");
    (program, terms, [first, large, behind, never])
}

fn passed(program: &Program, terms: &Terms, inputs: &[i128]) -> (RunOutcome, Vec<Passed>) {
    let mut interpreter = Interpreter::new(program, terms);
    let mut given = PlainInputs::new(inputs.iter().copied());
    let outcome = interpreter.run(&mut given, &mut (), &RunLimits::default());
    (outcome, interpreter.passed().to_vec())
}

#[test]
fn a_run_goes_on_behind_goals_and_knows_which_inputs_led_there() {
    let (program, terms, [first, large, behind, never]) = example();
    let (outcome, found) = passed(&program, &terms, &[3, 4, 9, 7, 0]);
    assert!(matches!(outcome, RunOutcome::Violated { .. }));
    let found: Vec<_> = found.iter().map(|p| (p.goal, p.inputs)).collect();
    // Each once, when it was passed for the first time.
    assert_eq!(found, [(first, 1), (large, 3), (behind, 5)]);
    assert!(found.iter().all(|&(goal, _)| goal != never));
    let (_, found) = passed(&program, &terms, &[0]);
    assert_eq!(found.iter().map(|p| p.goal).collect::<Vec<_>>(), [behind]);
}

#[test]
fn the_next_run_begins_with_nothing() {
    let (program, terms, [first, ..]) = example();
    let mut interpreter = Interpreter::new(&program, &terms);
    let limits = RunLimits::default();
    interpreter.run(&mut PlainInputs::new([1]), &mut (), &limits);
    assert_eq!(interpreter.passed().len(), 1);
    interpreter.run(&mut PlainInputs::new([]), &mut (), &limits);
    assert_eq!(interpreter.passed(), []);
    interpreter.run(&mut PlainInputs::new([2]), &mut (), &limits);
    assert_eq!(interpreter.passed()[0].goal, first);
}

#[test]
fn a_run_can_end_soon_behind_a_goal() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    b.assign(x, 0);
    let mut goal = None;
    b.while_(true, |b| {
        b.assign(x, x + 1);
        goal = Some(b.goal(x.is(1000)));
    });
    let (program, terms) = b.finish();
    let goal = goal.expect("the loop has a body");
    let mut interpreter = Interpreter::new(&program, &terms);
    let limits = RunLimits {
        after_goal: Some((goal, 10)),
        ..RunLimits::default()
    };
    let outcome = interpreter.run(&mut (), &mut (), &limits);
    assert_eq!(outcome, RunOutcome::StepLimit);
    let [passed] = interpreter.passed() else {
        panic!("the goal is passed")
    };
    assert_eq!(interpreter.executed(), passed.steps + 10);
}

/// A goal behind a value that may be another one.
fn rough(condition: impl FnOnce(&mut Builder, Var) -> PropertyId) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    let input = b.havoc(x);
    condition(&mut b, x);
    let (mut program, terms) = b.finish();
    program.inputs[input].source = InputSource::Approximated("sin".to_owned());
    (program, terms)
}

#[test]
fn goals_whose_condition_could_be_another_one_do_not_count_but_the_run_goes_on() {
    let (program, terms) = rough(|b, x| {
        b.goal(x.is(7));
        b.goal(true)
    });
    let mut interpreter = Interpreter::new(&program, &terms);
    let limits = RunLimits::default();
    let robust = interpreter.run_robust(&mut PlainInputs::new([7]), &limits);
    assert_eq!(robust, Ok(RunOutcome::Finished { result: None }));
    let found: Vec<_> = interpreter
        .passed()
        .iter()
        .map(|p| p.goal.index())
        .collect();
    assert_eq!(found, [1]);
    assert!(interpreter.has_open_goals());
    let determined = interpreter.run_determined(&mut PlainInputs::new([7]), &limits);
    assert_eq!(determined, Ok(RunOutcome::Finished { result: None }));
    assert!(interpreter.has_open_goals());
    // Nobody asks what a plain run depends on.
    interpreter.run(&mut PlainInputs::new([7]), &mut (), &limits);
    assert_eq!(interpreter.passed().len(), 2);
    assert!(!interpreter.has_open_goals());
}

#[test]
fn goals_are_shown() {
    let (program, terms, _) = example();
    let shown = display_program(&program, &terms);
    let lines = shown.lines().map(str::trim_start);
    let lines: Vec<&str> = lines.filter(|line| line.starts_with("cover")).collect();
    expect![[r#"
        cover true  // p0: goal true
        cover 5 <u x  // p1: goal 5 <u x
        cover true  // p2: goal true
        cover true  // p4: goal true"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn a_goal_cannot_be_violated_and_a_property_is_no_goal() {
    let messages = |kind: PropertyKind| {
        let (mut program, terms, [first, ..]) = example();
        program.properties[first].kind = kind;
        match validate(&program, &terms) {
            Ok(()) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| error.message).collect(),
        }
    };
    assert_eq!(messages(PropertyKind::Coverage), Vec::<String>::new());
    assert_eq!(
        messages(PropertyKind::Check(Check::Overflow)),
        ["the property #0 is no coverage goal"]
    );
    let (mut program, terms, [first, ..]) = example();
    for proc in program.procs.iter_mut() {
        let blocks = proc.blocks.iter_mut();
        for stmt in blocks.flat_map(|block| &mut block.stmts) {
            if let StmtKind::Assert { property, .. } = &mut stmt.kind {
                *property = first;
            }
        }
    }
    let errors = validate(&program, &terms).expect_err("it asserts a goal");
    let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["the coverage goal #0 cannot be violated"]);
}

/// What a goal asks for is about a decision and conditions that there are, and about a goal.
#[test]
fn structure_fits_its_goals() {
    let messages = |asks: CoverageAsk, of: usize| {
        let (mut program, terms, goals) = example();
        let span: Span = program.properties[goals[0]].span;
        program.coverage.decisions.push(CoverageDecision {
            function: "main".to_owned(),
            text: "x".to_owned(),
            span,
            last: span,
            conditions: Vec::new(),
        });
        let property = PropertyId::new(of);
        let function = "main".to_owned();
        let last = span;
        let goal = CoverageGoal {
            asks,
            function,
            last,
        };
        program.coverage.goals.insert(property, goal);
        match validate(&program, &terms) {
            Ok(()) => Vec::new(),
            Err(errors) => errors.into_iter().map(|error| error.message).collect(),
        }
    };
    let outcome = |decision| CoverageAsk::Decision {
        decision: Idx::new(decision),
        outcome: true,
    };
    assert_eq!(messages(outcome(0), 0), Vec::<String>::new());
    let wrong = [
        messages(outcome(1), 0),
        messages(outcome(0), 3),
        messages(outcome(0), 9),
        messages(
            CoverageAsk::Condition {
                decision: Idx::new(0),
                condition: 0,
                value: true,
            },
            0,
        ),
        messages(
            CoverageAsk::Vector {
                decision: Idx::new(0),
                values: vec![None],
                outcome: true,
            },
            0,
        ),
    ];
    expect![[r#"
        there is no decision with goals #1
        the property #3 is no coverage goal
        there is no property #9
        #0 has no condition 0 with goals
        a vector of 1 values for 0 conditions"#]]
    .assert_eq(&wrong.map(|messages| messages.join("; ")).join("\n"));
}

//! Coverage goals beside assertions, judged by all runs of small programs, for every engine.
//!
//! A program reads a few inputs of a few values, so that the interpreter can follow every run: a goal
//! is reached exactly if one of them passes it.

use std::collections::BTreeSet;

use ferric3_engine::{
    AutoOptions, CheckOptions, EngineKind, GoalOptions, Ic3CfaOptions, Settled, SimulateOptions,
    Verdict, check, check_each, settle_each,
};
use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{
    Interpreter, ListInputs, PlainInputs, Program, PropertyId, PropertyKind, RecordedInput,
    RunLimits, RunOutcome, SplitMix64,
};
use ferric3_term::{BitVecValue, Terms, Value};

/// Values of an input: programs use its lowest two bits only.
const VALUES: i128 = 4;
/// Inputs that a program reads at most.
const INPUTS: u32 = 4;

struct Generator {
    b: Builder,
    random: SplitMix64,
    vars: [Var; 3],
}

impl Generator {
    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }

    fn var(&mut self) -> Var {
        let number = self.below(3) as usize;
        self.vars[number]
    }

    fn read(&mut self) {
        let [_, y, _] = self.vars;
        self.b.havoc(y);
        self.b.assign(y, y & 3);
    }

    fn statement(&mut self, depth: u32) {
        let (x, y) = (self.var(), self.var());
        let c = self.below(9) as i64;
        match self.below(if depth > 0 { 7 } else { 5 }) {
            0 => self.b.assign(x, x + y),
            1 => self.b.assign(x, y + c),
            2 => {
                self.b.goal(x.is(c));
            }
            3 => {
                self.b.goal(true);
            }
            4 => {
                if self.below(3) == 0 {
                    self.b.assert(x.differs(c));
                }
            }
            _ => self.branch(x, c, depth - 1),
        }
    }

    fn branch(&mut self, x: Var, c: i64, depth: u32) {
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(x.ult(c), yes, no);
        for block in [yes, no] {
            self.b.at(block);
            self.b.goal(true);
            for _ in 0..self.below(3) {
                self.statement(depth);
            }
            self.b.goto(after);
        }
        self.b.at(after);
    }

    /// Statements, a loop of three rounds that each read, statements.
    fn program(seed: u64) -> (Program, Terms) {
        let mut b = Builder::new();
        b.proc("main");
        let vars = ["x", "y", "i"].map(|name| b.local(name, bv(8)));
        let mut this = Generator {
            b,
            random: SplitMix64::new(seed),
            vars,
        };
        let [x, _, i] = vars;
        this.b.assign(x, 0);
        this.b.assign(i, 0);
        this.read();
        for _ in 0..this.below(3) {
            this.statement(1);
        }
        let (head, body, after) = (this.b.block(), this.b.block(), this.b.block());
        let rounds = this.b.local("rounds", bv(8));
        this.b.assign(rounds, 0);
        this.b.goto(head);
        this.b.at(head);
        this.b.branch(rounds.ult(3), body, after);
        this.b.at(body);
        this.b.assign(rounds, rounds + 1);
        this.read();
        for _ in 0..1 + this.below(4) {
            this.statement(2);
        }
        this.b.goto(head);
        this.b.at(after);
        for _ in 0..1 + this.below(3) {
            this.statement(1);
        }
        this.b.finish()
    }
}

/// What some run violates, and what some run passes.
fn expected(program: &Program, terms: &Terms) -> BTreeSet<PropertyId> {
    let mut interpreter = Interpreter::new(program, terms);
    let mut found = BTreeSet::new();
    for number in 0..VALUES.pow(INPUTS) {
        let digits = (0..INPUTS).map(|digit| number / VALUES.pow(digit) % VALUES);
        let mut inputs = PlainInputs::new(digits);
        let outcome = interpreter.run(&mut inputs, &mut (), &RunLimits::default());
        if let RunOutcome::Violated { property, .. } = outcome {
            found.insert(property);
        }
        found.extend(interpreter.passed().iter().map(|passed| passed.goal));
    }
    found
}

fn engines() -> Vec<EngineKind> {
    let ic3 = Ic3CfaOptions::default;
    vec![
        EngineKind::Auto(AutoOptions::default()),
        EngineKind::Ic3Cfa(ic3()),
        EngineKind::Ic3(ic3()),
        EngineKind::Localise(ic3()),
        EngineKind::KInduction { max_k: None },
        EngineKind::Bmc { max_depth: None },
        EngineKind::Unwind { max_bound: None },
    ]
}

fn settle(program: &Program, terms: &Terms, engine: &EngineKind) -> Vec<Settled> {
    let options = CheckOptions::new(engine.clone());
    let mut terms = terms.clone();
    check_each(program, &mut terms, &options, &mut (), &mut |_, _| {}).expect("every answer stands")
}

#[test]
fn goals_are_settled_as_all_runs_say() {
    let (mut reached, mut unreachable) = (0, 0);
    for seed in 0..140 {
        let (program, terms) = Generator::program(seed);
        let expected = expected(&program, &terms);
        let engines = engines();
        let engine = &engines[seed as usize % engines.len()];
        let mut seen = BTreeSet::new();
        for one in settle(&program, &terms, engine) {
            for &goal in &one.goals {
                let what = format!(
                    "{seed}, {engine:?}: {}",
                    program.properties[goal].description
                );
                assert!(seen.insert(goal), "{what} is settled twice");
                let is_false = match &one.report.verdict {
                    Verdict::True(_) => {
                        assert!(one.passes.is_empty(), "{what}");
                        false
                    }
                    Verdict::False(replay) => {
                        assert_eq!(replay.property(), goal, "{what}");
                        let mut interpreter = Interpreter::new(&program, &terms);
                        let mut inputs = ListInputs::new(replay.inputs().to_vec());
                        interpreter.run(&mut inputs, &mut (), &RunLimits::default());
                        let passed = interpreter.passed().iter().map(|passed| passed.goal);
                        let is_goal = program.properties[goal].kind == PropertyKind::Coverage;
                        let passed: BTreeSet<PropertyId> = passed.collect();
                        assert!(!is_goal || passed.contains(&goal), "{what}");
                        // All that it passes is told, also if it was settled before.
                        let told: BTreeSet<PropertyId> = one.passes.iter().copied().collect();
                        assert_eq!(told, passed, "{what}");
                        true
                    }
                    Verdict::Unknown(reason) => panic!("{what}: {reason:?}"),
                };
                assert_eq!(is_false, expected.contains(&goal), "{what}");
                *(if is_false {
                    &mut reached
                } else {
                    &mut unreachable
                }) += 1;
            }
        }
        assert_eq!(seen.len(), program.properties.len(), "{seed}: all goals");
    }
    assert!(
        reached > 100 && unreachable > 100,
        "{reached}, {unreachable}"
    );
}

/// Where only assertions are asked about, goals are no part of the question.
#[test]
fn goals_are_no_violations() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(8));
    b.havoc(x);
    b.goal(x.is(7));
    b.assume(x.ult(7));
    b.assert(x.differs(9));
    let (program, terms) = b.finish();
    for engine in engines() {
        let options = CheckOptions::new(engine.clone());
        let mut terms = terms.clone();
        let report = check(&program, &mut terms, &options, &mut ()).expect("the answer stands");
        assert!(matches!(report.verdict, Verdict::True(_)), "{engine:?}");
    }
}

/// One run settles what it passes, also behind the goal that it was made for.
#[test]
fn one_run_settles_all_goals_on_its_way() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    b.havoc(x);
    b.assume(x.is(123_456_789));
    let goals: Vec<PropertyId> = (0..20).map(|_| b.goal(true)).collect();
    let (program, terms) = b.finish();
    let settled = settle(&program, &terms, &EngineKind::Bmc { max_depth: None });
    let found: BTreeSet<PropertyId> = settled.iter().flat_map(|one| one.goals.clone()).collect();
    assert_eq!(found, goals.into_iter().collect());
    let engines = settled.iter().map(|one| one.report.phases.len());
    let searches: BTreeSet<usize> = engines.collect();
    assert_eq!(searches.len(), 1, "one search has found all of them");
}

/// The only run passes some goals; no other is reached.
#[test]
fn the_only_run_settles_everything() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, unused) = (b.local("x", bv(32)), b.local("unused", bv(32)));
    b.havoc(unused);
    b.assign(x, 0);
    b.while_(x.ult(100_000), |b| b.assign(x, x + 1));
    let yes = b.goal(x.is(100_000));
    let no = b.goal(x.is(99_999));
    let (program, terms) = b.finish();
    let auto = EngineKind::Auto(AutoOptions::default());
    for one in settle(&program, &terms, &auto) {
        assert_eq!(one.report.engine, "run");
        let expected = match one.report.verdict {
            Verdict::True(_) => no,
            Verdict::False(_) => yes,
            Verdict::Unknown(reason) => panic!("{reason:?}"),
        };
        assert_eq!(one.goals, [expected]);
    }
}

/// Whether a goal is passed may depend on an input where nothing else does.
#[test]
fn a_goal_of_the_only_run_may_depend_on_an_input() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    b.havoc(x);
    let goal = b.goal(x.is(99));
    let (program, terms) = b.finish();
    let auto = EngineKind::Auto(AutoOptions::default());
    let settled = settle(&program, &terms, &auto);
    assert!(matches!(settled[..], [ref one] if one.goals == [goal]));
    assert!(matches!(settled[0].report.verdict, Verdict::False(_)));
}

#[test]
fn simulation_settles_goals_and_proves_nothing() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    b.havoc(x);
    let yes = b.goal(x.is(4711));
    b.assume(x.ult(10));
    b.goal(x.is(11));
    let (program, terms) = b.finish();
    let engine = EngineKind::Simulate(SimulateOptions {
        effort: 100_000,
        ..SimulateOptions::default()
    });
    for one in settle(&program, &terms, &engine) {
        match one.report.verdict {
            Verdict::False(replay) => assert_eq!(replay.property(), yes),
            Verdict::Unknown(_) => assert_ne!(one.goals, [yes]),
            Verdict::True(_) => panic!("runs prove nothing"),
        }
    }
}

/// `1_000_003 * 1_000_004`, modulo 2^32.
const HARD: i64 = (1_000_003 * 1_000_004) % (1 << 32);

/// What earlier sessions reached is reached again, without a search, and varied.
#[test]
fn runs_of_earlier_sessions_come_first() {
    let mut b = Builder::new();
    b.proc("main");
    let (x, y) = (b.local("x", bv(32)), b.local("y", bv(32)));
    b.havoc(x);
    let hard = b.goal((x * x + x).is(HARD));
    b.havoc(y);
    let (yes, no) = (b.block(), b.block());
    b.branch((x * x + x).is(HARD), yes, no);
    b.at(yes);
    let behind = b.goal(y.ult(1000));
    b.assert(y.differs(77));
    b.goto(no);
    b.at(no);
    let (program, mut terms) = b.finish();
    let inputs = |values: [u64; 2]| {
        let inputs = program.inputs.ids().zip(values);
        let inputs = inputs.map(|(input, value)| RecordedInput {
            input,
            value: Value::BitVec(BitVecValue::from_u64(value, 32)),
        });
        inputs.collect::<Vec<_>>()
    };
    let how = GoalOptions {
        seeds: vec![inputs([5, 5]), inputs([1_000_003, 77])],
        ..GoalOptions::default()
    };
    let options = CheckOptions::new(EngineKind::Auto(AutoOptions::default()));
    let told = &mut |_: &Terms, _: &Settled| {};
    let settled = settle_each(&program, &mut terms, (&options, &how), &mut (), told);
    let settled = settled.expect("every answer stands");
    assert_eq!(settled.len(), 3, "{settled:?}");
    for one in settled {
        assert_eq!(one.report.engine, "earlier run");
        let Verdict::False(replay) = &one.report.verdict else {
            panic!("{:?}", one.report.verdict);
        };
        let is_hard = replay.property() == hard;
        assert_eq!(replay.inputs().len(), if is_hard { 1 } else { 2 });
        let expected = if is_hard {
            vec![hard]
        } else {
            vec![hard, behind]
        };
        assert_eq!(one.passes, expected);
    }
}

/// Seeds of another program settle nothing that is not so.
#[test]
fn wrong_seeds_do_no_harm() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(32));
    b.havoc(x);
    b.assume(x.ult(7));
    let no = b.goal(x.is(9));
    let yes = b.goal(x.is(3));
    let (program, mut terms) = b.finish();
    let input = program.inputs.ids().next().expect("one");
    let value = |value| Value::BitVec(BitVecValue::from_u64(value, 32));
    let seed = |values: &[u64]| {
        let values = values.iter().map(|&v| RecordedInput {
            input,
            value: value(v),
        });
        values.collect::<Vec<_>>()
    };
    let how = GoalOptions {
        seeds: vec![vec![], seed(&[9]), seed(&[1, 2, 3])],
        ..GoalOptions::default()
    };
    let options = CheckOptions::new(EngineKind::Auto(AutoOptions::default()));
    let told = &mut |_: &Terms, _: &Settled| {};
    let settled = settle_each(&program, &mut terms, (&options, &how), &mut (), told);
    for one in settled.expect("every answer stands") {
        let is_reached = matches!(one.report.verdict, Verdict::False(_));
        assert_eq!(one.goals, [if is_reached { yes } else { no }]);
        assert_ne!(one.report.engine, "earlier run");
    }
}

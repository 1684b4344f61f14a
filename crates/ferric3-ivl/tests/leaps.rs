//! Loops that are leapt over: the same as one iteration after the other.

use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{Interpreter, Program, RandomInputs, RunLimits, RunOutcome, Step, StepKind};
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Op, Sort, TermId, Terms};
use proptest::prelude::*;

/// Numbers that decide everything about a program, so that proptest can shrink them.
struct Choices {
    numbers: std::vec::IntoIter<u64>,
}

impl Choices {
    fn below(&mut self, bound: u64) -> u64 {
        self.numbers.next().unwrap_or(0) % bound
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize].clone()
    }
}

const WIDTHS: [u32; 4] = [8, 13, 32, 64];
/// Longer runs are not compared.
const MOST_STEPS: u64 = 400_000;

struct Generator {
    b: Builder,
    choices: Choices,
    vars: Vec<(Var, u32)>,
    array: Var,
}

impl Generator {
    fn constant(&mut self, width: u32) -> TermId {
        let number = match self.choices.below(4) {
            0 => self.choices.below(5),
            1 => self.choices.below(5).wrapping_neg(),
            2 => self.choices.below(6000),
            _ => self.choices.below(u64::MAX),
        };
        let value = BitVecValue::from_u64(number, 64).extract(width - 1, 0);
        self.b.terms.constant(&value.into())
    }

    /// A value of some width, mostly affine in a variable.
    fn value(&mut self, width: u32) -> TermId {
        let (var, own) = self.choices.pick(&self.vars);
        let a = match own.cmp(&width) {
            std::cmp::Ordering::Equal => var.term,
            std::cmp::Ordering::Greater => {
                let lo = self.choices.pick(&[0, 0, 0, 1]).min(own - width);
                let hi = lo + width - 1;
                self.b.terms.mk(Op::Extract { hi, lo }, &[var.term])
            }
            std::cmp::Ordering::Less => {
                let more = width - own;
                let op = self
                    .choices
                    .pick(&[Op::ZeroExtend(more), Op::SignExtend(more)]);
                self.b.terms.mk(op, &[var.term])
            }
        };
        let b = self.constant(width);
        let ops = [
            Op::BvAdd,
            Op::BvAdd,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvShl,
            Op::BvXor,
            Op::BvUrem,
        ];
        match self.choices.below(10) {
            0 => b,
            1 => self.b.terms.mk(Op::BvNot, &[a]),
            2 => a,
            _ => {
                let op = self.choices.pick(&ops);
                self.b.terms.mk(op, &[a, b])
            }
        }
    }

    fn condition(&mut self) -> TermId {
        let width = self.choices.pick(&WIDTHS);
        let (a, b) = (self.value(width), self.value(width));
        let b = match self.choices.below(3) {
            0 => b,
            _ => self.constant(width),
        };
        let op = self.choices.pick(&Op::COMPARISONS);
        let t = self.b.terms.mk(op, &[a, b]);
        match self.choices.below(2) {
            0 => t,
            _ => self.b.terms.mk(Op::Not, &[t]),
        }
    }

    /// A condition that holds for a while, if nothing but the next value is given to a variable.
    fn guard(&mut self) -> (TermId, Var, TermId) {
        let (var, width) = self.choices.pick(&self.vars[2..]);
        let number = |this: &mut Generator, number: u64, width: u32| {
            let value = BitVecValue::from_u64(number, 64).extract(width - 1, 0);
            this.b.terms.constant(&value.into())
        };
        let step = 1 + self.choices.below(3);
        let (first, last) = (self.choices.below(100), self.choices.below(6000));
        let more = self.choices.pick(&[0, 0, 16]);
        let driver = match more {
            0 => var.term,
            _ => self
                .b
                .terms
                .mk(Op::ZeroExtend(more.min(64 - width)), &[var.term]),
        };
        let wide = self.b.terms.sort(driver).width().expect("a bit-vector");
        let comparisons = [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
        let (from, to, forward) = match self.choices.below(2) {
            0 => (first, last, true),
            _ => (last, first, false),
        };
        let (from, to) = (number(self, from, width), number(self, to, wide));
        self.b.assign(var, from);
        let step = number(self, step, width);
        let (op, next) = (
            self.choices.pick(&comparisons),
            match forward {
                true => Op::BvAdd,
                false => Op::BvSub,
            },
        );
        let condition = match forward {
            true => self.b.terms.mk(op, &[driver, to]),
            false => self.b.terms.mk(op, &[to, driver]),
        };
        let next = self.b.terms.mk(next, &[var.term, step]);
        (condition, var, next)
    }

    fn statement(&mut self, callee: ferric3_ivl::ProcId) {
        let (var, width) = self.choices.pick(&self.vars);
        match self.choices.below(10) {
            8 => {
                let (index, element) = (self.value(8), self.value(32));
                let array = self.array;
                let stored = self.b.terms.mk(Op::Store, &[array.term, index, element]);
                self.b.assign(array, stored);
            }
            9 => {
                let index = self.constant(8);
                let element = self.b.terms.mk(Op::Select, &[self.array.term, index]);
                let value = self.value(64);
                let double = FloatFormat::F64;
                let (to, value) = match self.choices.below(3) {
                    0 => (32, element),
                    1 => (
                        64,
                        self.b
                            .terms
                            .mk(Op::Float(FloatOp::FromSigned(double)), &[value]),
                    ),
                    _ => {
                        let half = self
                            .b
                            .terms
                            .constant(&BitVecValue::from_u64(0.5f64.to_bits(), 64).into());
                        let (x, _) = self.vars[WIDTHS.len() * 2 - 1];
                        let sum = Op::Float(FloatOp::Add(double));
                        (64, self.b.terms.mk(sum, &[x.term, half]))
                    }
                };
                let mut fits = self.vars.iter().filter(|(_, width)| *width == to);
                let target = fits.next_back().expect("there is one").0;
                self.b.assign(target, value);
            }
            0 => {
                let condition = self.condition();
                let value = self.value(width);
                self.b.if_(condition, |b| b.assign(var, value), |_| {});
            }
            1 => {
                let given = self.value(32);
                let target = self.vars.iter().find(|(_, width)| *width == 32);
                let target = target.expect("there is one").0;
                self.b.call_to(target, callee, [given]);
            }
            // What most loops do.
            2..=5 => {
                let step = self.constant(width);
                let value = self.b.terms.mk(Op::BvAdd, &[var.term, step]);
                self.b.assign(var, value);
            }
            _ => {
                let value = self.value(width);
                self.b.assign(var, value);
            }
        }
    }
}

/// A loop, in some programs within another one, and an assertion.
fn program(numbers: Vec<u64>) -> (Program, Terms) {
    let mut b = Builder::new();
    let main = b.proc("main");
    let callee = b.proc("f");
    let given = b.param("given", bv(32));
    let result = b.result("result", bv(32));
    let three = b.terms.constant(&BitVecValue::from_u64(3, 32).into());
    let sum = b.terms.mk(Op::BvAdd, &[given.term, three]);
    b.assign(result, sum);
    b.ret();
    b.enter(main);
    b.entry(main);
    let array = Sort::Array {
        index: 8,
        element: 32,
    };
    let array = b.local("a", array);
    let mut generator = Generator {
        b,
        array,
        choices: Choices {
            numbers: numbers.into_iter(),
        },
        vars: Vec::new(),
    };
    for width in WIDTHS {
        for name in ["x", "y"] {
            let var = generator.b.local(name, bv(width));
            let value = generator.constant(width);
            generator.b.assign(var, value);
            generator.vars.push((var, width));
        }
    }
    let (condition, driver, next) = generator.guard();
    let (head, body, end) = (
        generator.b.block(),
        generator.b.block(),
        generator.b.block(),
    );
    generator.b.goto(head);
    generator.b.at(head);
    generator.b.branch(condition, body, end);
    generator.b.at(body);
    generator.b.assign(driver, next);
    for _ in 0..1 + generator.choices.below(3) {
        generator.statement(callee);
    }
    generator.b.goto(head);
    generator.b.at(end);
    let condition = generator.condition();
    generator.b.assert(condition);
    generator.b.ret();
    generator.b.finish()
}

/// The same end, values and number of steps. Returns whether there was a leap.
fn compare(program: &Program, terms: &Terms) -> bool {
    let limits = RunLimits::steps(MOST_STEPS);
    let mut slow = Interpreter::new(program, terms).without_leaps();
    let expected = slow.run(&mut (), &mut (), &limits);
    if expected == RunOutcome::StepLimit {
        return false;
    }
    let mut fast = Interpreter::new(program, terms);
    let run = |fast: &mut Interpreter<'_>, way: usize| match way {
        0 => fast.run(&mut (), &mut (), &limits),
        1 => fast
            .run_determined(&mut RandomInputs::new(1), &limits)
            .expect("there are no inputs"),
        _ => fast.run(&mut (), &mut Leaps::default(), &limits),
    };
    for way in 0..3 {
        assert_eq!(
            run(&mut fast, way),
            expected,
            "{}",
            ferric3_ivl::display_program(program, terms)
        );
        assert_eq!(fast.steps(), slow.steps());
        for var in program.vars.ids() {
            assert_eq!(
                fast.value(var),
                slow.value(var),
                "{var:?} of\n{}",
                ferric3_ivl::display_program(program, terms)
            );
        }
    }
    fast.executed() < slow.executed()
}

/// Watches a run that may leap.
#[derive(Default)]
struct Leaps {
    steps: Vec<Step>,
}

impl ferric3_ivl::Observer for Leaps {
    fn may_leap(&self) -> bool {
        true
    }

    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(5),
        ..ProptestConfig::default()
    })]

    #[test]
    fn leaps_do_what_iterations_do(
        numbers in proptest::collection::vec(any::<u64>(), 40..80)
    ) {
        let (program, terms) = program(numbers);
        compare(&program, &terms);
    }
}

/// The test above is about something.
#[test]
fn many_programs_leap() {
    let mut leapt = 0;
    for seed in 0..400u64 {
        let mut numbers = Vec::new();
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..80 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            numbers.push(state);
        }
        let (program, terms) = program(numbers);
        leapt += usize::from(compare(&program, &terms));
    }
    assert!(leapt > 100, "{leapt}");
}

/// 2^60 iterations, and what somebody who watches is told.
#[test]
fn a_long_loop_takes_no_time() {
    let mut b = Builder::new();
    b.proc("main");
    let x = b.local("x", bv(64));
    let y = b.local("y", bv(64));
    let number = |b: &mut Builder, n: u64| b.terms.constant(&BitVecValue::from_u64(n, 64).into());
    let (end, two, seven) = (
        number(&mut b, 1 << 60),
        number(&mut b, 2),
        number(&mut b, 7),
    );
    let condition = b.terms.mk(Op::BvUlt, &[x.term, end]);
    let next = b.terms.mk(Op::BvAdd, &[x.term, two]);
    let less = b.terms.mk(Op::BvSub, &[y.term, seven]);
    b.while_(condition, |b| {
        b.assign(x, next);
        b.assign(y, less);
    });
    b.ret();
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let mut leaps = Leaps::default();
    let limits = RunLimits::steps(10_000);
    let outcome = interpreter.run(&mut (), &mut leaps, &limits);
    assert_eq!(outcome, RunOutcome::Finished { result: None });
    let x = program.vars.ids().next().expect("there is one");
    assert_eq!(interpreter.value(x).as_bv().to_u64(), Some(1 << 60));
    let steps = leaps.steps.iter();
    let iterations: Vec<(u64, usize)> = steps
        .filter_map(|step| match &step.kind {
            StepKind::Leap {
                iterations,
                changed,
            } => Some((*iterations, changed.len())),
            _ => None,
        })
        .collect();
    assert!(
        matches!(iterations[..], [(most, 2)] if most > (1 << 59) - 1000),
        "{iterations:?}"
    );
}

/// A loop that calls its own procedure: the call hides locals, and its return brings them back.
#[test]
fn recursive_calls_keep_locals() {
    let mut b = Builder::new();
    let rounds = b.global("rounds", bv(32));
    let seen = b.global("seen", bv(32));
    let main = b.proc("main");
    let walk = b.proc("walk");
    let depth = b.param("depth", bv(32));
    let flag = b.local("flag", bv(32));
    let (leave, go_on) = (b.block(), b.block());
    b.branch(depth.is(0), leave, go_on);
    b.at(leave);
    b.ret();
    b.at(go_on);
    b.assign(flag, 1);
    b.assign(rounds, 0);
    let number = |b: &mut Builder, n: u64| b.terms.bv_u64(n, 32);
    let (none, most) = (number(&mut b, 0), number(&mut b, 5000));
    let condition = b.terms.mk(Op::BvUlt, &[rounds.term, most]);
    b.while_(condition, |b| {
        b.call(walk, [none]);
        b.if_(flag.is(1), |b| b.assign(seen, seen + 1), |_| {});
        b.assign(rounds, rounds + 1);
    });
    b.ret();
    b.enter(main);
    b.entry(main);
    let one = number(&mut b, 1);
    b.call(walk, [one]);
    b.assert(seen.is(5000));
    b.ret();
    let (program, terms) = b.finish();
    assert!(!compare(&program, &terms), "there is nothing to leap over");
    let mut interpreter = Interpreter::new(&program, &terms);
    let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
    assert_eq!(outcome, RunOutcome::Finished { result: None });
}

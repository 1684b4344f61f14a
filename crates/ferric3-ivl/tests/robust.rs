//! Runs that do the same whatever functions return that are known only roughly.

use ferric3_ivl::builder::{Builder, Operand, Var, bv};
use ferric3_ivl::{
    Coverage, InputId, InputSite, InputSource, Inputs, Interpreter, Program, RandomInputs,
    RunLimits, RunOutcome, SplitMix64,
};
use ferric3_term::{Op, Sort, TermId, Terms, Value};

/// What is known only roughly comes from one source, everything else from another.
struct Two {
    rough: RandomInputs,
    other: RandomInputs,
    rough_reads: u32,
}

impl Two {
    fn new(rough: u64, other: u64) -> Two {
        Two {
            rough: RandomInputs::new(rough),
            other: RandomInputs::new(other),
            rough_reads: 0,
        }
    }
}

impl Inputs for Two {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        Some(match site.source {
            InputSource::Approximated(_) => {
                self.rough_reads += 1;
                self.rough.value(site.sort)
            }
            _ => self.other.value(site.sort),
        })
    }
}

/// Makes random programs.
struct Maker {
    b: Builder,
    random: SplitMix64,
    words: Vec<Var>,
    wides: Vec<Var>,
    arrays: Vec<Var>,
    rough: Vec<InputId>,
}

impl Maker {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.random.below(items.len() as u64) as usize]
    }

    fn word(&mut self) -> TermId {
        let words = self.words.clone();
        match self.random.below(5) {
            0 => {
                let number = self.random.next() & 3;
                self.b.terms.bv_u64(number, 8)
            }
            _ => self.pick(&words).term,
        }
    }

    fn condition(&mut self) -> TermId {
        let op = match self.random.below(3) {
            0 => Op::Eq,
            1 => Op::BvUlt,
            _ => Op::BvSle,
        };
        let (x, y) = (self.word(), self.word());
        self.b.terms.mk(op, &[x, y])
    }

    /// A word that is computed.
    fn value(&mut self) -> TermId {
        let (x, y) = (self.word(), self.word());
        let (wides, arrays) = (self.wides.clone(), self.arrays.clone());
        let terms = &mut self.b.terms;
        let ops = [
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvMul,
            Op::BvShl,
            Op::BvUdiv,
        ];
        match self.random.below(10) {
            0 => {
                let condition = self.condition();
                self.b.terms.mk(Op::Ite, &[condition, x, y])
            }
            1 | 2 => {
                let array = self.pick(&arrays).term;
                self.b.terms.mk(Op::Select, &[array, x])
            }
            3 => {
                let wide = self.pick(&wides).term;
                self.b.terms.mk(Op::Extract { hi: 68, lo: 61 }, &[wide])
            }
            n => terms.mk(ops[n as usize % ops.len()].clone(), &[x, y]),
        }
    }

    fn statement(&mut self, depth: u32) {
        let (words, wides, arrays) = (self.words.clone(), self.wides.clone(), self.arrays.clone());
        match self.random.below(12) {
            0 => {
                let var = self.pick(&words);
                let input = self.b.havoc(var);
                if self.random.below(2) == 0 {
                    self.rough.push(input);
                }
            }
            1 => {
                let (array, index, value) = (self.pick(&arrays), self.word(), self.value());
                let stored = self.b.terms.mk(Op::Store, &[array.term, index, value]);
                self.b.assign(array, stored);
            }
            2 => {
                let (wide, value) = (self.pick(&wides), self.value());
                let value = self.b.terms.mk(Op::ZeroExtend(92), &[value]);
                let sum = self.b.terms.mk(Op::BvMul, &[value, wide.term]);
                self.b.assign(wide, sum);
            }
            3 if depth > 0 => {
                let condition = self.condition();
                let (then, end) = (self.b.block(), self.b.block());
                self.b.branch(condition, then, end);
                self.b.at(then);
                self.statement(depth - 1);
                self.b.goto(end);
                self.b.at(end);
            }
            4 if depth == 2 => {
                let condition = self.condition();
                self.b.assert(condition);
            }
            _ => {
                let (var, value) = (self.pick(&words), self.value());
                self.b.assign(var, value);
            }
        }
    }
}

fn random_program(seed: u64) -> (Program, Terms) {
    let mut b = Builder::new();
    b.proc("main");
    let words = (0..5).map(|_| b.local("x", bv(8))).collect();
    let wides = (0..2).map(|_| b.local("w", bv(100))).collect();
    let array = |element| Sort::Array { index: 8, element };
    let arrays = (0..2).map(|_| b.local("a", array(8))).collect();
    let mut maker = Maker {
        b,
        random: SplitMix64::new(seed),
        words,
        wides,
        arrays,
        rough: vec![],
    };
    for _ in 0..25 {
        maker.statement(2);
    }
    maker.b.error();
    let (mut program, terms) = maker.b.finish();
    for input in maker.rough {
        program.inputs[input].source = InputSource::Approximated("sin".to_owned());
    }
    (program, terms)
}

/// The contract of `run_robust`, on random programs: with other rough values the run takes the same
/// steps to the same end.
#[test]
fn robust_runs_do_not_depend_on_rough_values() {
    let limits = RunLimits::steps(1000);
    let (mut robust, mut given_up) = (0, 0);
    for seed in 0..3000 {
        let (program, terms) = random_program(seed);
        let mut interpreter = Interpreter::new(&program, &terms);
        let mut inputs = Two::new(seed, seed);
        let outcome = interpreter.run_robust(&mut inputs, &limits);
        let steps = interpreter.steps();
        let mut coverage = Coverage::new();
        let covering = interpreter.run_covering(&mut Two::new(seed, seed), &mut coverage, &limits);
        assert_eq!(covering, outcome, "{seed}");
        if inputs.rough_reads == 0 {
            continue;
        }
        let Ok(outcome @ RunOutcome::Violated { .. }) = outcome else {
            given_up += 1;
            continue;
        };
        robust += 1;
        for other in 1..20 {
            let mut inputs = Two::new(seed + 10_000 * other, seed);
            let again = interpreter.run(&mut inputs, &mut (), &limits);
            assert_eq!(again, outcome, "{seed}");
            assert_eq!(interpreter.steps(), steps, "{seed}");
        }
    }
    assert!(robust > 300 && given_up > 300, "{robust} {given_up}");
}

/// The first rough value is read in a recursive call: locals that it hides are known.
#[test]
fn what_was_hidden_before_the_first_rough_value_is_known() {
    for asks_about_rough in [false, true] {
        let mut b = Builder::new();
        let f = b.proc("f");
        let (n, x) = (b.param("n", bv(8)), b.local("x", bv(8)));
        b.assign(x, n + 1);
        let mut input = None;
        let (deeper, bottom, end) = (b.block(), b.block(), b.block());
        b.branch(n.is(3), bottom, deeper);
        b.at(deeper);
        b.call(f, [n + 1]);
        b.assert(x.is(0));
        b.goto(end);
        b.at(bottom);
        input.replace(b.havoc(x));
        if asks_about_rough {
            b.assert(x.is(0));
        }
        b.goto(end);
        b.at(end);
        b.ret();
        let main = b.proc("main");
        b.call(f, [0]);
        b.ret();
        b.entry(main);
        let (mut program, terms) = b.finish();
        let input = input.expect("it was read");
        program.inputs[input].source = InputSource::Approximated("sin".to_owned());
        let mut interpreter = Interpreter::new(&program, &terms);
        let outcome = interpreter.run_robust(&mut Two::new(1, 1), &RunLimits::steps(1000));
        let is_violated = matches!(outcome, Ok(RunOutcome::Violated { .. }));
        assert_eq!(is_violated, !asks_about_rough, "{outcome:?}");
    }
}

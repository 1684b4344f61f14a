//! The clauses of every circuit against the evaluator, 64 samples at a time.
//!
//! The clauses themselves are run, not the gates: with the inputs of a sample given, those that
//! mention a variable and otherwise only older ones must force it to one value. So this judges
//! what the SAT solver gets to see. `FERRIC3_TEST_EFFORT=100` in a release
//! build makes it a million samples each.

use std::cell::RefCell;
use std::rc::Rc;

use ferric3_sat::{Interrupt, Lit, SatResult, SatSolver, SatStats, Var};
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, Value, apply_op};

use super::super::gates::Gates;
use super::Template;

/// Clauses, by their youngest variable.
#[derive(Default)]
struct Clauses {
    by_variable: Vec<Vec<Vec<Lit>>>,
}

/// A solver that only remembers.
struct Recorder(Rc<RefCell<Clauses>>);

impl SatSolver for Recorder {
    fn new_var(&mut self) -> Var {
        let table = &mut self.0.borrow_mut().by_variable;
        table.push(vec![]);
        Var::new(u32::try_from(table.len() - 1).unwrap())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let youngest = clause.iter().map(|lit| lit.var().index()).max().unwrap();
        self.0.borrow_mut().by_variable[youngest].push(clause.to_vec());
    }

    fn solve(&mut self, _: &[Lit]) -> SatResult {
        SatResult::Unknown
    }

    fn value(&self, _: Lit) -> bool {
        false
    }

    fn failed(&self, _: Lit) -> bool {
        false
    }

    fn set_interrupt(&mut self, _: Interrupt) {}

    fn set_conflict_limit(&mut self, _: Option<u64>) {}

    fn conflict_limit(&self) -> Option<u64> {
        None
    }

    fn stats(&self) -> SatStats {
        SatStats::default()
    }
}

/// The clauses of a circuit in one piece.
struct Circuit {
    /// For each variable, its clauses: whether they make it true, and where the others end.
    variables: Vec<Vec<(bool, u32)>>,
    /// The literals of clauses without their youngest variable.
    others: Vec<Lit>,
    inputs: Vec<Vec<Lit>>,
    output: Vec<Lit>,
}

impl Circuit {
    fn new(op: FloatOp, arity: usize, width: u32) -> Circuit {
        let clauses = Rc::new(RefCell::new(Clauses::default()));
        let mut gates = Gates::new(Box::new(Recorder(clauses.clone())));
        let inputs: Vec<Vec<Lit>> = (0..arity)
            .map(|_| (0..width).map(|_| gates.fresh()).collect())
            .collect();
        let template = Template::new(op, arity, width as usize, false);
        let output = template.circuit(&mut gates, &inputs);
        let mut others = vec![];
        let mut variables = vec![];
        for (variable, list) in clauses.borrow().by_variable.iter().enumerate() {
            let mut ends = vec![];
            for clause in list {
                let (own, rest): (Vec<Lit>, Vec<Lit>) =
                    clause.iter().partition(|lit| lit.var().index() == variable);
                assert_eq!(own.len(), 1, "a clause mentions a variable twice");
                others.extend(rest);
                let end = u32::try_from(others.len()).unwrap();
                ends.push((!own[0].is_negative(), end));
            }
            variables.push(ends);
        }
        Circuit {
            variables,
            others,
            inputs,
            output,
        }
    }

    /// Completes the values of the inputs; a word has one bit per sample.
    fn run(&self, values: &mut [u64]) {
        let word = |values: &[u64], lit: Lit| {
            let flip = if lit.is_negative() { u64::MAX } else { 0 };
            values[lit.var().index()] ^ flip
        };
        let mut begin = 0;
        for (variable, clauses) in self.variables.iter().enumerate() {
            if clauses.is_empty() {
                continue; // an input
            }
            let (mut made_true, mut made_false) = (0, 0);
            for &(positive, end) in clauses {
                let mut rest = 0;
                for &lit in &self.others[begin..end as usize] {
                    rest |= word(values, lit);
                }
                begin = end as usize;
                if positive {
                    made_true |= !rest;
                } else {
                    made_false |= !rest;
                }
            }
            // The truth has a single clause.
            assert_eq!(made_true & made_false, 0, "clauses contradict each other");
            let decided = made_true | made_false;
            assert_eq!(decided, u64::MAX, "variable {variable} is not determined");
            values[variable] = made_true;
        }
    }

    fn check(&self, op: FloatOp, rounds: u64, number: &mut dyn FnMut() -> BitVecValue) {
        let mut values = vec![0; self.variables.len()];
        for _ in 0..rounds.div_ceil(64) {
            let samples: Vec<Vec<BitVecValue>> = (0..64)
                .map(|_| self.inputs.iter().map(|_| number()).collect())
                .collect();
            for (i, bits) in self.inputs.iter().enumerate() {
                for (bit, lit) in (0..).zip(bits) {
                    let bits = samples.iter().map(|sample| sample[i].bit(bit));
                    values[lit.var().index()] = pack(bits);
                }
            }
            self.run(&mut values);
            let results: Vec<Value> = samples
                .iter()
                .map(|sample| {
                    let args: Vec<Value> = sample.iter().cloned().map(Value::from).collect();
                    apply_op(&Op::Float(op), &args)
                })
                .collect();
            for (bit, &lit) in (0..).zip(&self.output) {
                let expected = pack(results.iter().map(|result| match result {
                    Value::Bool(value) => *value,
                    value => value.as_bv().bit(bit),
                }));
                let flip = if lit.is_negative() { u64::MAX } else { 0 };
                let wrong = (values[lit.var().index()] ^ flip) ^ expected;
                if wrong != 0 {
                    let sample = &samples[wrong.trailing_zeros() as usize];
                    panic!("{op:?} of {sample:x?}: bit {bit} is wrong");
                }
            }
        }
    }
}

fn pack(bits: impl Iterator<Item = bool>) -> u64 {
    bits.enumerate()
        .fold(0, |word, (i, bit)| word | u64::from(bit) << i)
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number with any exponent, one where formats end, or one near that of 1; any significand,
    /// a short one, or a long run.
    fn number(&mut self, f: FloatFormat) -> BitVecValue {
        let choice = self.next();
        let last = 2 * f.bias() + 1;
        let exponent = match choice % 8 {
            0 | 1 => self.next() & last,
            2 => choice >> 8 & 1,
            3 => last - (choice >> 8 & 1),
            4 => f.bias(),
            _ => f.bias() - 70 + (choice >> 8) % 140,
        };
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let fraction = match choice >> 32 & 7 {
            0 => 0,
            1 => any & 3,
            2 => u128::MAX ^ (any & 3),
            3 => u128::MAX << (any % 64),
            4 => 1 << (any % 64),
            _ => any,
        };
        let fraction = fraction & ((1 << f.fraction()) - 1);
        let head = u128::from(choice >> 63) << f.exponent | u128::from(exponent);
        BitVecValue::from_u128(head << f.fraction() | fraction, f.width())
    }
}

fn rounds(usual: u64) -> u64 {
    let effort = std::env::var("FERRIC3_TEST_EFFORT").ok();
    let usual = if cfg!(debug_assertions) {
        usual / 10
    } else {
        usual
    };
    usual * effort.and_then(|e| e.parse().ok()).unwrap_or(1)
}

const FORMATS: [FloatFormat; 3] = [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87];

fn check(op: FloatOp, arity: usize, f: FloatFormat, usual: u64) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let circuit = Circuit::new(op, arity, f.width());
    circuit.check(op, rounds(usual), &mut || random.number(f));
}

#[test]
fn arithmetic() {
    for f in FORMATS {
        for op in [
            FloatOp::Add(f),
            FloatOp::Sub(f),
            FloatOp::Mul(f),
            FloatOp::Div(f),
        ] {
            check(op, 2, f, 10_000);
        }
        check(FloatOp::Sqrt(f), 1, f, 10_000);
        check(FloatOp::Fma(f), 3, f, 10_000);
    }
}

#[test]
fn comparisons() {
    for f in FORMATS {
        for op in [FloatOp::Eq(f), FloatOp::Lt(f), FloatOp::Le(f)] {
            check(op, 2, f, 10_000);
        }
    }
}

#[test]
fn conversions() {
    for f in FORMATS {
        let mut ops: Vec<FloatOp> = FORMATS
            .map(|to| FloatOp::Convert { from: f, to })
            .into_iter()
            .filter(|&op| op != FloatOp::Convert { from: f, to: f })
            .collect();
        for width in [8, 16, 32, 64] {
            ops.push(FloatOp::ToSigned { from: f, width });
            ops.push(FloatOp::ToUnsigned { from: f, width });
        }
        for mode in [
            RoundingMode::NearestEven,
            RoundingMode::NearestAway,
            RoundingMode::Up,
            RoundingMode::Down,
            RoundingMode::Zero,
        ] {
            ops.push(FloatOp::RoundToIntegral(f, mode));
        }
        for op in ops {
            check(op, 1, f, 10_000);
        }
        let mut random = Random(3);
        for op in [FloatOp::FromSigned(f), FloatOp::FromUnsigned(f)] {
            for width in [32, 64] {
                let mut number = || {
                    let by = random.next() % 64;
                    let word = random.next() >> by;
                    BitVecValue::from_u64(word ^ 0u64.wrapping_sub(random.next() & 1), width)
                };
                Circuit::new(op, 1, width).check(op, rounds(10_000), &mut number);
            }
        }
    }
}

#[test]
fn remainders() {
    // Their circuits have a step per exponent: a hundred thousands of gates in binary32, ten times
    // as many in binary64, too many beyond.
    for (f, usual) in [(FloatFormat::F32, 10_000), (FloatFormat::F64, 640)] {
        check(FloatOp::Fmod(f), 2, f, usual);
        check(FloatOp::Remainder(f), 2, f, usual);
    }
}

//! Evaluation of terms under an assignment of values to symbols.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::float::apply_float;
use crate::power::has_power;
use crate::{ArrayValue, BitVecValue, Op, Rational, SymbolId, TermId, Terms, Value};

/// Where the values of symbols come from.
pub trait Assignment {
    /// The value of `symbol`, of the sort that `terms` says it has.
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value;
}

impl<F: Fn(SymbolId) -> Value> Assignment for F {
    fn value(&self, _: &Terms, symbol: SymbolId) -> Value {
        self(symbol)
    }
}

/// Symbols that are missing are zero.
impl Assignment for FxHashMap<SymbolId, Value> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        self.get(&symbol)
            .cloned()
            .unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }
}

impl Terms {
    /// The value of `t`. To evaluate many terms under one assignment, use an [`Evaluator`].
    pub fn eval(&self, t: TermId, assignment: &(impl Assignment + ?Sized)) -> Value {
        Machine::default().run(self, assignment, &mut FxHashMap::default(), t)
    }
}

/// Evaluates terms under one assignment and remembers the value of every subterm.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    machine: Machine,
    memo: SparseSet,
}

impl Evaluator {
    /// An evaluator that has seen nothing.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of `t`. The store and the assignment must stay the same (the store may grow)
    /// until [`clear`](Evaluator::clear).
    pub fn eval(
        &mut self,
        terms: &Terms,
        assignment: &(impl Assignment + ?Sized),
        t: TermId,
    ) -> Value {
        self.machine.run(terms, assignment, &mut self.memo, t)
    }

    /// Forgets all values. Cheap: the memory is kept, and the cost is that of the values seen.
    pub fn clear(&mut self) {
        self.memo.entries.clear();
    }
}

/// Values of the subterms seen.
trait Memo {
    fn get(&self, t: TermId) -> Option<&Value>;
    fn set(&mut self, t: TermId, value: Value);
}

impl Memo for FxHashMap<TermId, Value> {
    fn get(&self, t: TermId) -> Option<&Value> {
        FxHashMap::get(self, &t)
    }

    fn set(&mut self, t: TermId, value: Value) {
        self.insert(t, value);
    }
}

/// A map from terms that is cleared in time proportional to its entries: `position[t]` counts
/// only if the entry there says `t`, so it never has to be reset (Briggs and Torczon).
#[derive(Clone, Debug, Default)]
struct SparseSet {
    position: Vec<u32>,
    entries: Vec<(TermId, Value)>,
}

impl Memo for SparseSet {
    fn get(&self, t: TermId) -> Option<&Value> {
        let position = *self.position.get(t.index())?;
        match self.entries.get(position as usize) {
            Some((owner, value)) if *owner == t => Some(value),
            _ => None,
        }
    }

    fn set(&mut self, t: TermId, value: Value) {
        if t.index() >= self.position.len() {
            self.position.resize(t.index() + 1, 0);
        }
        self.position[t.index()] =
            u32::try_from(self.entries.len()).expect("no more entries than terms");
        self.entries.push((t, value));
    }
}

/// A stack machine, so that deep terms need no deep recursion.
#[derive(Clone, Debug, Default)]
struct Machine {
    /// The nodes under evaluation.
    frames: Vec<Frame>,
    /// The values of their arguments.
    values: Vec<Value>,
}

/// A node under evaluation: its first `next` arguments have been visited.
#[derive(Clone, Copy, Debug)]
struct Frame {
    term: TermId,
    next: usize,
}

impl Machine {
    fn run(
        &mut self,
        terms: &Terms,
        assignment: &(impl Assignment + ?Sized),
        memo: &mut impl Memo,
        root: TermId,
    ) -> Value {
        // A panic of the assignment may have left something behind.
        self.frames.clear();
        self.values.clear();
        self.visit(terms, assignment, memo, root);
        while let Some(frame) = self.frames.last_mut() {
            let term = frame.term;
            if let Some(argument) = next_argument(terms, frame, &mut self.values) {
                self.visit(terms, assignment, memo, argument);
            } else {
                // The value of the node is on top.
                self.frames.pop();
                if let Some(value) = self.values.last() {
                    memo.set(term, value.clone());
                }
            }
        }
        self.values.pop().expect("the value of the root was pushed")
    }

    /// Pushes the value of `t` if it is at hand, and otherwise a frame to compute it.
    fn visit(
        &mut self,
        terms: &Terms,
        assignment: &(impl Assignment + ?Sized),
        memo: &impl Memo,
        t: TermId,
    ) {
        let value = match terms.op(t) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::Const(value) => Value::BitVec(value.clone()),
            Op::Int(value) => Value::Int(value.clone()),
            Op::Real(value) => Value::Real(value.clone()),
            Op::Symbol(symbol) => {
                let value = assignment.value(terms, *symbol);
                debug_assert_eq!(value.sort(), terms.sort(t), "sort of an assigned value");
                value
            }
            _ => match memo.get(t) {
                Some(value) => value.clone(),
                None => return self.frames.push(Frame { term: t, next: 0 }),
            },
        };
        self.values.push(value);
    }
}

/// The next argument to visit, or `None` once the value of the node has replaced those of its
/// arguments on the stack. Arguments that do not matter are not visited.
fn next_argument(terms: &Terms, frame: &mut Frame, values: &mut Vec<Value>) -> Option<TermId> {
    let (op, args) = (terms.op(frame.term), terms.args(frame.term));
    let visited = frame.next;
    frame.next += 1;
    match op {
        Op::Ite => match visited {
            0 => Some(args[0]),
            1 => Some(args[if pop_bool(values) { 1 } else { 2 }]),
            _ => None,
        },
        Op::And | Op::Or => {
            let neutral = *op == Op::And;
            let absorbed = visited > 0 && pop_bool(values) != neutral;
            if !absorbed && visited < args.len() {
                return Some(args[visited]);
            }
            values.push(Value::Bool(absorbed != neutral));
            None
        }
        _ if visited < args.len() => Some(args[visited]),
        _ => {
            let base = values.len() - args.len();
            let value = apply_op(op, &values[base..]);
            values.truncate(base);
            values.push(value);
            None
        }
    }
}

fn pop_bool(values: &mut Vec<Value>) -> bool {
    values
        .pop()
        .expect("the value of the argument was pushed")
        .as_bool()
}

/// The value of `op` on the values of its arguments.
///
/// # Panics
/// If the arguments do not fit the operator, or `op` is a symbol, whose value is not known here.
pub fn apply_op(op: &Op, args: &[Value]) -> Value {
    let bool = |i: usize| args[i].as_bool();
    let bv = |i: usize| args[i].as_bv();
    let binary = |f: fn(&BitVecValue, &BitVecValue) -> BitVecValue| f(bv(0), bv(1)).into();
    let compare = |f: fn(&BitVecValue, &BitVecValue) -> bool| f(bv(0), bv(1)).into();
    match op {
        Op::True => true.into(),
        Op::False => false.into(),
        Op::Const(value) => value.clone().into(),
        Op::Symbol(_) => panic!("a symbol has no value of its own"),
        Op::Not => (!bool(0)).into(),
        Op::And => args.iter().all(Value::as_bool).into(),
        Op::Or => args.iter().any(Value::as_bool).into(),
        Op::Xor => (bool(0) != bool(1)).into(),
        Op::Eq => (args[0] == args[1]).into(),
        Op::Ite => args[if bool(0) { 1 } else { 2 }].clone(),
        Op::BvNot => bv(0).not().into(),
        Op::BvNeg => bv(0).neg().into(),
        Op::BvAnd => binary(BitVecValue::and),
        Op::BvOr => binary(BitVecValue::or),
        Op::BvXor => binary(BitVecValue::xor),
        Op::BvAdd => binary(BitVecValue::add),
        Op::BvSub => binary(BitVecValue::sub),
        Op::BvMul => binary(BitVecValue::mul),
        Op::BvUdiv => binary(BitVecValue::udiv),
        Op::BvUrem => binary(BitVecValue::urem),
        Op::BvSdiv => binary(BitVecValue::sdiv),
        Op::BvSrem => binary(BitVecValue::srem),
        Op::BvSmod => binary(BitVecValue::smod),
        Op::BvShl => binary(BitVecValue::shl),
        Op::BvLshr => binary(BitVecValue::lshr),
        Op::BvAshr => binary(BitVecValue::ashr),
        Op::BvUlt => compare(BitVecValue::ult),
        Op::BvUle => compare(BitVecValue::ule),
        Op::BvSlt => compare(BitVecValue::slt),
        Op::BvSle => compare(BitVecValue::sle),
        Op::Concat => binary(BitVecValue::concat),
        Op::Extract { hi, lo } => bv(0).extract(*hi, *lo).into(),
        Op::ZeroExtend(more) => bv(0).zero_extend(*more).into(),
        Op::SignExtend(more) => bv(0).sign_extend(*more).into(),
        Op::RotateLeft(by) => bv(0).rotate_left(*by).into(),
        Op::RotateRight(by) => bv(0).rotate_right(*by).into(),
        Op::Float(op) => apply_float(*op, args),
        Op::Select => args[0].as_array().select(bv(1)).clone().into(),
        Op::Store => {
            let mut array = args[0].as_array().clone();
            array.set(bv(1).clone(), bv(2).clone());
            array.into()
        }
        Op::ConstArray { index } => ArrayValue::constant(*index, bv(0).clone()).into(),
        Op::Int(value) => Value::Int(value.clone()),
        Op::Real(value) => Value::Real(value.clone()),
        _ => apply_number(op, args),
    }
}

/// The value of an operation of integers or real numbers.
fn apply_number(op: &Op, args: &[Value]) -> Value {
    let x = |i: usize| args[i].as_number();
    let same = |number: Rational| match args[0] {
        Value::Int(_) => Value::Int(number),
        _ => Value::Real(number),
    };
    match op {
        Op::Add => {
            let mut sum = x(0).clone();
            (1..args.len()).for_each(|i| sum += x(i));
            same(sum)
        }
        Op::Sub => same(x(0) - x(1)),
        Op::Neg => same(-x(0)),
        Op::Mul => same(x(0) * x(1)),
        Op::Lt => (x(0) < x(1)).into(),
        Op::Le => (x(0) <= x(1)).into(),
        Op::IntDiv => Value::Int(x(0).div_euclid(x(1))),
        Op::IntMod => Value::Int(x(0).rem_euclid(x(1))),
        Op::RealDiv if x(1).is_zero() => Value::Real(Rational::ZERO),
        Op::RealDiv => Value::Real(x(0) / x(1)),
        Op::ToReal => Value::Real(x(0).clone()),
        Op::ToInt => Value::Int(x(0).floor()),
        Op::IsInt => x(0).is_integer().into(),
        Op::Graph(function) => function.has_point(x(0), x(1)).into(),
        Op::Power => has_power(x(0), x(1), x(2)).into(),
        Op::BvToNat => Value::Int(Rational::from(BigInt::from(args[0].as_bv().to_biguint()))),
        Op::IntToBv(width) => {
            let integer = x(0).to_bigint().expect("an integer has denominator 1");
            BitVecValue::from_bigint(&integer, *width).into()
        }
        op => panic!("{op:?} is no operation of numbers"),
    }
}

//! Primitive constraints: one operation between variables.

use ferric3_term::{FloatOp, Op, Rational, Value, apply_op};
use smallvec::SmallVec;

use crate::{Domain, View};

/// An operation between variables. Argument positions count from 0; domains are those of
/// [`Primitive::domains`], where 0 is the result and the arguments follow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `r = (a = b)`: values of the same domain are equal (for floats: the same encoding). `r` is a truth value.
    Eq,
    /// `r = (a < b)`: values of the same domain, in its order. `r` is a truth value.
    Lt,
    /// `r = (a ≤ b)`: values of the same domain, in its order. `r` is a truth value.
    Le,
    /// `r` is the lesser one of `a` and `b`, which have its domain.
    Min,
    /// `r` is the greater one of `a` and `b`, which have its domain.
    Max,
    /// `r = if c then a else b`: `c` is a truth value, the others have one domain.
    Ite,
    /// `r` is the same word as `a`, in another view of the same width.
    SameWord,
    /// An operator on words, with the views that make it an operation on integers:
    ///
    /// * `BvSdiv`, `BvSrem`, `BvSmod`, `SignExtend`: all signed;
    /// * `BvUdiv`, `BvUrem`, `BvAnd`, `BvOr`, `BvXor`, `BvNot`, `Concat`, `ZeroExtend`, `Extract` with
    ///   `lo > 0`: all unsigned;
    /// * `BvAdd`, `BvSub`, `BvMul`, `BvNeg`, `Extract` with `lo = 0`: all unsigned, or all signed;
    /// * `BvShl`, `BvLshr`, `BvAshr`: result and first argument unsigned for `BvLshr`, signed for `BvAshr`, both the
    ///   same for `BvShl`; the second argument, which counts, is unsigned.
    Word(Op),
    /// An operation on floating-point numbers. These have the view of their format, truth values are truth values,
    /// integers are signed for `FromSigned` and `ToSigned`, else unsigned.
    Float(FloatOp),
    /// `r` is `a` with the sign bit flipped; both have one floating-point view.
    FloatNeg,
    /// `r` is `a` without its sign bit: `a` has a floating-point view, `r` is unsigned and one bit narrower.
    FloatMagnitude,
    /// `r = -a`, two numbers of one sort.
    Negate,
    /// `r = |a|`, two numbers of one sort.
    Absolute,
    /// `r = a^n` for an `n ≥ 1`, two numbers of one sort.
    Power(u32),
    /// An operator on numbers without a width, with two arguments where it may have more: `Add`, `Sub`, `Mul` of one
    /// sort, `RealDiv`, `IntDiv`, `IntMod`, `ToReal`, `ToInt`, `IsInt`, `Graph`, `Op::Power` (with any exponent); and `BvToNat` and `IntToBv`, whose words are
    /// unsigned.
    Number(Op),
}

/// `r = op(a, b, …)` with the domains of all of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Primitive {
    /// The operation.
    pub op: Operator,
    /// The domain of the result, then those of the arguments.
    pub domains: SmallVec<[Domain; 4]>,
}

impl Primitive {
    /// An operation with the domain of its result and those of its arguments.
    pub fn new(op: Operator, domains: &[Domain]) -> Primitive {
        Primitive {
            op,
            domains: SmallVec::from_slice(domains),
        }
    }

    /// The key of the result for keys of the arguments, which are exact, and so is the result: what the operation means,
    /// by the evaluator of terms.
    pub fn apply(&self, args: &[u64]) -> u64 {
        let result = self.domains[0];
        let word = |i: usize| self.domains[i + 1].word(args[i]);
        let value = |i: usize| -> Value { self.domains[i + 1].value(args[i]).into() };
        match &self.op {
            Operator::Eq => u64::from(args[0] == args[1]),
            Operator::Lt => u64::from(args[0] < args[1]),
            Operator::Le => u64::from(args[0] <= args[1]),
            Operator::Ite => args[if args[0] == 1 { 1 } else { 2 }],
            Operator::Min => args[0].min(args[1]),
            Operator::Max => args[0].max(args[1]),
            Operator::SameWord => result.key(word(0)),
            Operator::FloatNeg => result.key(word(0) ^ result.sign()),
            Operator::FloatMagnitude => word(0) & result.greatest(),
            Operator::Word(op) => {
                let args: SmallVec<[Value; 2]> = (0..args.len()).map(value).collect();
                result.key_of_value(&apply_op(op, &args))
            }
            Operator::Float(op) => {
                let args: SmallVec<[Value; 3]> = (0..args.len()).map(value).collect();
                result.key_of_value(&apply_op(&Op::Float(*op), &args))
            }
            Operator::Negate | Operator::Absolute | Operator::Power(_) | Operator::Number(_) => {
                let args: SmallVec<[Value; 2]> = (0..args.len())
                    .map(|i| self.domains[i + 1].exact_value(args[i]))
                    .collect();
                result.key_of_value(&self.evaluate(&args))
            }
        }
    }

    /// The value of the result for values of the arguments, for operations with numbers without a width.
    pub fn evaluate(&self, args: &[Value]) -> Value {
        let same = |number: Rational| match self.domains[0].view {
            View::Integer => Value::Int(number),
            _ => Value::Real(number),
        };
        let number = |i: usize| args[i].as_number();
        match &self.op {
            Operator::Eq => Value::Bool(args[0] == args[1]),
            Operator::Lt => Value::Bool(number(0) < number(1)),
            Operator::Le => Value::Bool(number(0) <= number(1)),
            Operator::Min => args[usize::from(number(1) < number(0))].clone(),
            Operator::Max => args[usize::from(number(0) < number(1))].clone(),
            Operator::Ite => args[if args[0].as_bool() { 1 } else { 2 }].clone(),
            Operator::SameWord => args[0].clone(),
            Operator::Negate => same(-number(0)),
            Operator::Absolute => same(number(0).abs()),
            Operator::Power(exponent) => same(power(number(0), *exponent)),
            // A word of one bit looks like a truth value.
            Operator::Number(Op::BvToNat) => match &args[0] {
                Value::Bool(holds) => same(Rational::from(i64::from(*holds))),
                word => apply_op(&Op::BvToNat, std::slice::from_ref(word)),
            },
            Operator::Number(op) => apply_op(op, args),
            Operator::Word(_)
            | Operator::Float(_)
            | Operator::FloatNeg
            | Operator::FloatMagnitude => panic!("an operation on words"),
        }
    }

    /// Are there numbers without a width among its variables?
    pub fn has_numbers(&self) -> bool {
        self.domains.iter().any(|domain| domain.is_number())
    }

    /// Is the result a truth value?
    pub fn is_predicate(&self) -> bool {
        matches!(
            self.op,
            Operator::Eq
                | Operator::Lt
                | Operator::Le
                | Operator::Number(Op::IsInt | Op::Graph(_) | Op::Power)
                | Operator::Float(FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_))
        )
    }

    /// The format of the first argument that is a floating-point number.
    pub fn float_view(&self) -> Option<ferric3_term::FloatFormat> {
        self.domains.iter().find_map(|domain| match domain.view {
            View::Float(format) => Some(format),
            _ => None,
        })
    }
}

/// `number^exponent`, by squaring.
pub(crate) fn power(number: &Rational, exponent: u32) -> Rational {
    let (mut square, mut rest) = (number.clone(), exponent);
    let mut power = Rational::ONE;
    while rest > 0 {
        if rest % 2 == 1 {
            power *= &square;
        }
        rest /= 2;
        if rest > 0 {
            square = &square * &square;
        }
    }
    power
}

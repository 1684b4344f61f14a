//! How operators are written, and how tightly they bind.

use crate::{FloatOp, Op, RoundingMode};

/// How tightly an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Ite,
    Or,
    And,
    BvOr,
    BvXor,
    BvAnd,
    Equality,
    Comparison,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
}

impl Precedence {
    /// The next tighter level.
    pub(super) fn tighter(self) -> Precedence {
        use Precedence::*;
        match self {
            Ite => Or,
            Or => And,
            And => BvOr,
            BvOr => BvXor,
            BvXor => BvAnd,
            BvAnd => Equality,
            Equality => Comparison,
            Comparison => Shift,
            Shift => Sum,
            Sum => Product,
            Product => Unary,
            Unary | Postfix => Postfix,
        }
    }
}

/// Name and precedence of an operator that is written between its arguments.
pub(super) fn binary(op: &Op) -> Option<(&'static str, Precedence)> {
    use Precedence::*;
    Some(match op {
        Op::And => ("&&", And),
        Op::Or => ("||", Or),
        Op::Xor => ("!=", Equality),
        Op::Eq => ("==", Equality),
        Op::BvAnd => ("&", BvAnd),
        Op::BvOr => ("|", BvOr),
        Op::BvXor => ("^", BvXor),
        Op::BvAdd => ("+", Sum),
        Op::BvSub => ("-", Sum),
        Op::BvMul => ("*", Product),
        Op::BvUdiv => ("/u", Product),
        Op::BvSdiv => ("/s", Product),
        Op::BvUrem => ("%u", Product),
        Op::BvSrem => ("%s", Product),
        Op::BvSmod => ("mod", Product),
        Op::BvShl => ("<<", Shift),
        Op::BvLshr => (">>u", Shift),
        Op::BvAshr => (">>s", Shift),
        Op::BvUlt => ("<u", Comparison),
        Op::BvUle => ("<=u", Comparison),
        Op::BvSlt => ("<s", Comparison),
        Op::BvSle => ("<=s", Comparison),
        Op::Add => ("+", Sum),
        Op::Sub => ("-", Sum),
        Op::Mul => ("*", Product),
        Op::Lt => ("<", Comparison),
        Op::Le => ("<=", Comparison),
        Op::IntDiv => ("div", Product),
        Op::IntMod => ("mod", Product),
        Op::RealDiv => ("/", Product),
        _ => return None,
    })
}

/// Name and precedence of a floating-point operation that is written between its arguments.
pub(super) fn binary_float(op: FloatOp) -> Option<(&'static str, Precedence)> {
    use Precedence::*;
    Some(match op {
        FloatOp::Add(_) => ("+f", Sum),
        FloatOp::Sub(_) => ("-f", Sum),
        FloatOp::Mul(_) => ("*f", Product),
        FloatOp::Div(_) => ("/f", Product),
        FloatOp::Eq(_) => ("==f", Equality),
        FloatOp::Lt(_) => ("<f", Comparison),
        FloatOp::Le(_) => ("<=f", Comparison),
        _ => return None,
    })
}

/// The name of a floating-point operation that is written as a function.
pub(super) fn float_function(op: FloatOp) -> String {
    match op {
        FloatOp::Fma(_) => "fma".into(),
        FloatOp::Sqrt(_) => "sqrt".into(),
        FloatOp::Remainder(_) => "remainder".into(),
        FloatOp::Fmod(_) => "fmod".into(),
        FloatOp::RoundToIntegral(_, mode) => match mode {
            RoundingMode::NearestEven => "rint",
            RoundingMode::NearestAway => "round",
            RoundingMode::Up => "ceil",
            RoundingMode::Down => "floor",
            RoundingMode::Zero => "trunc",
        }
        .into(),
        FloatOp::Convert { to, .. } => to.name(),
        FloatOp::FromSigned(to) => format!("{}_of_signed", to.name()),
        FloatOp::FromUnsigned(to) => format!("{}_of_unsigned", to.name()),
        FloatOp::ToSigned { width, .. } => format!("i{width}"),
        FloatOp::ToUnsigned { width, .. } => format!("u{width}"),
        op => format!("{op:?}"),
    }
}

pub(super) fn is_associative(op: &Op) -> bool {
    matches!(
        op,
        Op::And
            | Op::Or
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::Add
            | Op::Mul
    )
}

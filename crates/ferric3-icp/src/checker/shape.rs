//! Is a primitive one? Numbers of arguments, widths and views, so that all else may take them for granted.

use ferric3_term::{FloatFormat, FloatOp, Op};

use crate::{Domain, Operator, Primitive, View};

/// Exponents have at most this many bits (binary128 has 15), so that exact numbers fit into memory.
const EXPONENT: u32 = 15;

/// Powers of binary64 numbers with at most this exponent fit into memory, too.
const EXPONENTS: u32 = 64;

/// What a primitive should have and does not.
type Shape = Result<(), &'static str>;

/// Is the primitive one of those that [`Operator`] describes?
pub(super) fn check(primitive: &Primitive) -> Shape {
    let domains = &primitive.domains[..];
    domains
        .iter()
        .try_for_each(|domain| check_domain(*domain))?;
    match (&primitive.op, domains) {
        (Operator::Eq | Operator::Lt | Operator::Le, [r, a, b]) => {
            demand(*r == Domain::BOOL, "the result is a truth value")?;
            demand(a == b, "the arguments have one domain")
        }
        (Operator::Ite, [r, c, a, b]) => {
            demand(*c == Domain::BOOL, "the condition is a truth value")?;
            demand(r == a && r == b, "result and branches have one domain")
        }
        (Operator::Min | Operator::Max, [r, a, b]) => demand(r == a && r == b, "one domain"),
        (Operator::Negate | Operator::Absolute, [r, a]) => {
            demand(r == a && r.is_number(), "numbers of one sort")
        }
        (Operator::Power(exponent), [r, a]) => {
            demand(r == a && r.is_number(), "numbers of one sort")?;
            demand(
                (1..=EXPONENTS).contains(exponent),
                "an exponent of known size",
            )
        }
        (Operator::Number(op), _) => check_number(op, domains),
        (Operator::SameWord, [r, a]) => demand(
            r.width == a.width && (r == a || !r.is_number() && !a.is_number()),
            "one width",
        ),
        (Operator::FloatNeg, [r, a]) => demand(r == a && is_float(*a), "one format"),
        (Operator::FloatMagnitude, [r, a]) => {
            let narrower = *r == Domain::unsigned(a.width - 1);
            demand(narrower && is_float(*a), "a magnitude of a float")
        }
        (Operator::Word(op), _) => check_word(op, domains),
        (Operator::Float(op), _) => check_float(*op, domains),
        _ => Err("another number of arguments"),
    }
}

fn demand(holds: bool, wanted: &'static str) -> Shape {
    if holds { Ok(()) } else { Err(wanted) }
}

fn check_domain(domain: Domain) -> Shape {
    demand((1..=64).contains(&domain.width), "1 to 64 bits")?;
    match domain.view {
        View::Unsigned | View::Signed => Ok(()),
        View::Integer | View::Real => demand(domain.width == 64, "the width of numbers"),
        View::Float(format) => {
            check_format(format)?;
            demand(format.width() == domain.width, "the width of the format")
        }
    }
}

fn check_format(format: FloatFormat) -> Shape {
    let exponent = (2..=EXPONENT).contains(&format.exponent);
    let significand = (2..=64).contains(&format.significand);
    demand(exponent && significand, "a format of known size")
}

fn is_float(domain: Domain) -> bool {
    matches!(domain.view, View::Float(_))
}

fn check_word(op: &Op, domains: &[Domain]) -> Shape {
    let one_view = |views: &[View]| {
        let same = domains.iter().all(|domain| domain.view == domains[0].view);
        demand(same && views.contains(&domains[0].view), "other views")
    };
    let one_width = || {
        let same = domains
            .iter()
            .all(|domain| domain.width == domains[0].width);
        demand(same, "one width")
    };
    let (unsigned, signed) = (&[View::Unsigned][..], &[View::Signed][..]);
    let either = &[View::Unsigned, View::Signed][..];
    match (op, domains) {
        (Op::BvNot, [_, _]) | (Op::BvAnd | Op::BvOr | Op::BvXor, [_, _, _]) => {
            one_view(unsigned).and_then(|()| one_width())
        }
        (Op::BvUdiv | Op::BvUrem, [_, _, _]) => one_view(unsigned).and_then(|()| one_width()),
        (Op::BvSdiv | Op::BvSrem | Op::BvSmod, [_, _, _]) => {
            one_view(signed).and_then(|()| one_width())
        }
        (Op::BvNeg, [_, _]) | (Op::BvAdd | Op::BvSub | Op::BvMul, [_, _, _]) => {
            one_view(either).and_then(|()| one_width())
        }
        (Op::BvShl | Op::BvLshr | Op::BvAshr, [r, a, count]) => {
            let views = match op {
                Op::BvShl => either,
                Op::BvLshr => unsigned,
                _ => signed,
            };
            demand(r.view == a.view && views.contains(&r.view), "other views")?;
            demand(count.view == View::Unsigned, "an unsigned count")?;
            one_width()
        }
        (Op::Concat, [r, a, b]) => {
            one_view(unsigned)?;
            demand(r.width == a.width + b.width, "the width of both")
        }
        (Op::ZeroExtend(more), [r, a]) => {
            one_view(unsigned)?;
            demand(r.width.checked_sub(a.width) == Some(*more), "more bits")
        }
        (Op::SignExtend(more), [r, a]) => {
            one_view(signed)?;
            demand(r.width.checked_sub(a.width) == Some(*more), "more bits")
        }
        (Op::Extract { hi, lo }, [r, a]) => {
            one_view(if *lo == 0 { either } else { unsigned })?;
            let within = lo <= hi && *hi < a.width;
            demand(within && r.width == hi - lo + 1, "the bits of an extract")
        }
        _ => Err("an operator on words, and its arguments"),
    }
}

fn check_float(op: FloatOp, domains: &[Domain]) -> Shape {
    let arguments = match op {
        FloatOp::Fma(_) => 3,
        FloatOp::Add(_)
        | FloatOp::Sub(_)
        | FloatOp::Mul(_)
        | FloatOp::Div(_)
        | FloatOp::Remainder(_)
        | FloatOp::Fmod(_)
        | FloatOp::Eq(_)
        | FloatOp::Lt(_)
        | FloatOp::Le(_) => 2,
        FloatOp::Sqrt(_)
        | FloatOp::RoundToIntegral(..)
        | FloatOp::Convert { .. }
        | FloatOp::FromSigned(_)
        | FloatOp::FromUnsigned(_)
        | FloatOp::ToSigned { .. }
        | FloatOp::ToUnsigned { .. } => 1,
        _ => return Err("an operation on floating-point numbers"),
    };
    demand(
        domains.len() == arguments + 1,
        "another number of arguments",
    )?;
    let of = |format: FloatFormat| View::Float(format);
    let result = match (op, op.result_format()) {
        (_, Some(format)) => of(format),
        (FloatOp::ToSigned { .. }, None) => View::Signed,
        (_, None) => View::Unsigned,
    };
    let argument = match (op, op.argument_format()) {
        (_, Some(format)) => of(format),
        (FloatOp::FromSigned(_), None) => View::Signed,
        (_, None) => View::Unsigned,
    };
    let views = domains[0].view == result && domains[1..].iter().all(|a| a.view == argument);
    demand(views, "other views")?;
    // Formats are those of domains now, and have their widths.
    demand(
        domains[0].width == op.result_width().unwrap_or(1),
        "the width of the result",
    )
}

fn check_number(op: &Op, domains: &[Domain]) -> Shape {
    let (int, real, truth) = (Domain::INTEGER, Domain::REAL, Domain::BOOL);
    let fits = match (op, domains) {
        (Op::Add | Op::Sub | Op::Mul, [r, a, b]) => r.is_number() && r == a && r == b,
        (Op::RealDiv, domains) => *domains == [real; 3],
        (Op::IntDiv | Op::IntMod, domains) => *domains == [int; 3],
        (Op::ToReal, domains) => *domains == [real, int],
        (Op::ToInt, domains) => *domains == [int, real],
        (Op::IsInt, domains) => *domains == [truth, real],
        (Op::Graph(_), domains) => *domains == [truth, real, real],
        (Op::Power, domains) => *domains == [truth, real, real, real],
        (Op::BvToNat, [r, a]) => *r == int && a.view == View::Unsigned,
        (Op::IntToBv(width), domains) => *domains == [Domain::unsigned(*width), int],
        _ => false,
    };
    demand(fits, "an operator on numbers, and its arguments")
}

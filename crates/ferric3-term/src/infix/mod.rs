//! Printing in an infix syntax for people.

mod operators;

use std::cell::Cell;
use std::fmt;

use self::operators::{Precedence, binary, binary_float, float_function, is_associative};
use crate::{BitVecValue, FloatOp, Op, TermId, Terms};

/// Displays a term in a syntax close to C's, with as few parentheses as C's precedences allow.
///
/// What C leaves to types is written out: `<u`, `<s` and `<f`, `/u`, `/s` and `/f`, `>>u` and `>>s`. Extensions
/// are casts, `(u32)x` and `(i32)x`; `x[7:0]` are bits 7 to 0; `{x, y}` is a concatenation.
/// `a[i]` reads an array, `a[i := v]` is the array after a write, `{else: v}` has `v` everywhere.
/// Operators of integers and real numbers are written plainly: `+`, `<`, `div`, `mod`.
/// Constants are decimal, signed if that is shorter. Shifts by a constant are shown as such, also
/// where simplification made a concatenation or an extension of them. Terms are printed as trees, and what exceeds
/// the [limit](Infix::limit) as `…`.
#[derive(Clone, Copy, Debug)]
pub struct Infix<'a> {
    terms: &'a Terms,
    term: TermId,
    limit: usize,
}

/// Deeper terms are cut off: nobody reads them, and the call stack is finite.
const MAX_DEPTH: usize = 256;

impl<'a> Infix<'a> {
    /// To display `term`.
    pub fn new(terms: &'a Terms, term: TermId) -> Infix<'a> {
        Infix {
            terms,
            term,
            limit: 10_000,
        }
    }

    /// Prints at most `nodes` nodes.
    pub fn limit(self, nodes: usize) -> Infix<'a> {
        Infix {
            limit: nodes,
            ..self
        }
    }
}

impl fmt::Display for Infix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printer = Printer {
            terms: self.terms,
            left: Cell::new(self.limit),
        };
        printer.write(f, self.term, Precedence::Ite, 0)
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    left: Cell<usize>,
}

impl Printer<'_> {
    /// Prints `t` where only operators that bind at least as tightly as `at_least` may stand
    /// without parentheses.
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        t: TermId,
        at_least: Precedence,
        depth: usize,
    ) -> fmt::Result {
        if self.left.get() == 0 || depth > MAX_DEPTH {
            return f.write_str("…");
        }
        self.left.set(self.left.get() - 1);
        let parenthesised = self.precedence(t) < at_least;
        if parenthesised {
            f.write_str("(")?;
        }
        self.write_bare(f, t, depth + 1)?;
        if parenthesised {
            f.write_str(")")?;
        }
        Ok(())
    }

    fn precedence(&self, t: TermId) -> Precedence {
        if self.as_shift(t).is_some() {
            return Precedence::Shift;
        }
        match self.terms.op(t) {
            Op::Not if self.negated_equality(t).is_some() => Precedence::Equality,
            Op::Not | Op::BvNot | Op::BvNeg | Op::Neg | Op::ZeroExtend(_) | Op::SignExtend(_) => {
                Precedence::Unary
            }
            Op::Const(value) if shown(value).starts_with('-') => Precedence::Unary,
            Op::Int(value) | Op::Real(value) if !value.is_integer() => Precedence::Product,
            Op::Int(value) | Op::Real(value) if value.is_negative() => Precedence::Unary,
            Op::Ite => Precedence::Ite,
            Op::Graph(_) | Op::Power => Precedence::Equality,
            Op::Float(op) => binary_float(*op).map_or(Precedence::Postfix, |(_, p)| p),
            op => binary(op).map_or(Precedence::Postfix, |(_, precedence)| precedence),
        }
    }

    /// `t` as a shift of a term by a constant, which simplification takes apart.
    fn as_shift(&self, t: TermId) -> Option<(TermId, &'static str, u32)> {
        let (terms, width) = (self.terms, self.terms.sort(t).width()?);
        let &part = terms.args(t).first()?;
        let (name, by, expected) = match *terms.op(t) {
            Op::Concat => {
                let zeros = terms.as_const(terms.args(t)[1]).filter(|c| c.is_zero())?;
                let by = zeros.width();
                (
                    "<<",
                    by,
                    Op::Extract {
                        hi: width - 1 - by,
                        lo: 0,
                    },
                )
            }
            Op::ZeroExtend(by) => (
                ">>u",
                by,
                Op::Extract {
                    hi: width - 1,
                    lo: by,
                },
            ),
            Op::SignExtend(by) => (
                ">>s",
                by,
                Op::Extract {
                    hi: width - 1,
                    lo: by,
                },
            ),
            _ => return None,
        };
        let &shifted = terms.args(part).first()?;
        (*terms.op(part) == expected && terms.width(shifted) == width)
            .then_some((shifted, name, by))
    }

    /// The equality of which `t` is the negation.
    fn negated_equality(&self, t: TermId) -> Option<TermId> {
        let inner = *self.terms.args(t).first()?;
        (*self.terms.op(t) == Op::Not && *self.terms.op(inner) == Op::Eq).then_some(inner)
    }

    fn write_bare(&self, f: &mut fmt::Formatter<'_>, t: TermId, depth: usize) -> fmt::Result {
        if let Some((shifted, name, by)) = self.as_shift(t) {
            self.write(f, shifted, Precedence::Shift, depth)?;
            return write!(f, " {name} {by}");
        }
        let args = self.terms.args(t);
        let unary = |f: &mut fmt::Formatter<'_>| self.write(f, args[0], Precedence::Unary, depth);
        match self.terms.op(t) {
            Op::True => f.write_str("true"),
            Op::False => f.write_str("false"),
            Op::Const(value) => f.write_str(&shown(value)),
            Op::Int(value) | Op::Real(value) => write!(f, "{value}"),
            Op::Symbol(symbol) => f.write_str(&self.terms.symbol(*symbol).name),
            Op::Not => match self.negated_equality(t) {
                Some(equality) => self.write_chain(f, "!=", Precedence::Equality, equality, depth),
                None => {
                    f.write_str("!")?;
                    unary(f)
                }
            },
            Op::BvNot => {
                f.write_str("~")?;
                unary(f)
            }
            Op::BvNeg | Op::Neg => {
                f.write_str("-")?;
                // `--x` would be a decrement.
                self.write(f, args[0], Precedence::Postfix, depth)
            }
            Op::ZeroExtend(_) => {
                write!(f, "(u{})", self.terms.width(t))?;
                unary(f)
            }
            Op::SignExtend(_) => {
                write!(f, "(i{})", self.terms.width(t))?;
                unary(f)
            }
            Op::Ite => {
                self.write(f, args[0], Precedence::Or, depth)?;
                f.write_str(" ? ")?;
                self.write(f, args[1], Precedence::Or, depth)?;
                f.write_str(" : ")?;
                self.write(f, args[2], Precedence::Ite, depth)
            }
            Op::Concat => {
                f.write_str("{")?;
                self.write_concat(f, t, depth)?;
                f.write_str("}")
            }
            Op::Extract { hi, lo } => {
                self.write(f, args[0], Precedence::Postfix, depth)?;
                if hi == lo {
                    write!(f, "[{hi}]")
                } else {
                    write!(f, "[{hi}:{lo}]")
                }
            }
            Op::Select => {
                self.write(f, args[0], Precedence::Postfix, depth)?;
                f.write_str("[")?;
                self.write(f, args[1], Precedence::Ite, depth)?;
                f.write_str("]")
            }
            Op::Store => {
                self.write(f, args[0], Precedence::Postfix, depth)?;
                f.write_str("[")?;
                self.write(f, args[1], Precedence::Ite, depth)?;
                f.write_str(" := ")?;
                self.write(f, args[2], Precedence::Ite, depth)?;
                f.write_str("]")
            }
            Op::ConstArray { .. } => {
                f.write_str("{else: ")?;
                self.write(f, args[0], Precedence::Ite, depth)?;
                f.write_str("}")
            }
            Op::RotateLeft(by) => self.write_rotation(f, "rotl", args[0], *by, depth),
            Op::RotateRight(by) => self.write_rotation(f, "rotr", args[0], *by, depth),
            Op::Float(op) => self.write_float(f, *op, args, depth),
            Op::ToReal => self.write_call(f, "real", args[0], depth),
            Op::ToInt => self.write_call(f, "floor", args[0], depth),
            Op::IsInt => self.write_call(f, "is_integer", args[0], depth),
            Op::Graph(function) => {
                self.write(f, args[0], Precedence::Postfix, depth)?;
                f.write_str(" = ")?;
                self.write_call(f, function.name(), args[1], depth)
            }
            Op::Power => {
                self.write(f, args[0], Precedence::Postfix, depth)?;
                f.write_str(" = pow(")?;
                self.write(f, args[1], Precedence::Ite, depth)?;
                f.write_str(", ")?;
                self.write(f, args[2], Precedence::Ite, depth)?;
                f.write_str(")")
            }
            Op::BvToNat => self.write_call(f, "int", args[0], depth),
            Op::IntToBv(width) => self.write_call(f, &format!("u{width}"), args[0], depth),
            op => match binary(op) {
                Some((name, precedence)) => self.write_chain(f, name, precedence, t, depth),
                None => write!(f, "{op:?}"),
            },
        }
    }

    /// A floating-point operation: an operator with an `f` between its arguments, or a function.
    /// Constants are written as numbers.
    fn write_float(
        &self,
        f: &mut fmt::Formatter<'_>,
        op: FloatOp,
        args: &[TermId],
        depth: usize,
    ) -> fmt::Result {
        let number = |f: &mut fmt::Formatter<'_>, a: TermId, at_least: Precedence| match (
            self.terms.as_const(a),
            op.argument_format(),
        ) {
            (Some(value), Some(format)) => f.write_str(&format.shown(value)),
            _ => self.write(f, a, at_least, depth),
        };
        if let Some((name, precedence)) = binary_float(op) {
            number(f, args[0], precedence.tighter())?;
            write!(f, " {name} ")?;
            return number(f, args[1], precedence.tighter());
        }
        write!(f, "{}(", float_function(op))?;
        for (i, &a) in args.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            number(f, a, Precedence::Ite)?;
        }
        f.write_str(")")
    }

    /// The arguments of `t` with `name` between them.
    fn write_chain(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        precedence: Precedence,
        t: TermId,
        depth: usize,
    ) -> fmt::Result {
        let (op, args) = (self.terms.op(t), self.terms.args(t));
        for (i, &a) in args.iter().enumerate() {
            // Equalities and comparisons do not chain, although C lets them.
            let chains = (i == 0 || is_associative(op))
                && !matches!(precedence, Precedence::Equality | Precedence::Comparison)
                && (i == 0 || self.terms.op(a) == op);
            let at_least = if chains {
                precedence
            } else {
                precedence.tighter()
            };
            let constant = match self.terms.as_number(a) {
                Some(number) => Some(number.to_string()),
                None => self.terms.as_const(a).map(shown),
            };
            let is_sum = matches!(op, Op::BvAdd | Op::Add);
            match constant {
                Some(minus) if i > 0 && is_sum && minus.starts_with('-') => {
                    write!(f, " - {}", &minus[1..])?;
                }
                _ if i > 0 && *op == Op::Add && self.write_subtracted(f, a, depth)? => {}
                _ => {
                    if i > 0 {
                        write!(f, " {name} ")?;
                    }
                    self.write(f, a, at_least, depth)?;
                }
            }
        }
        Ok(())
    }

    /// Writes an addend with a negative coefficient as something that is subtracted, if it is one.
    fn write_subtracted(
        &self,
        f: &mut fmt::Formatter<'_>,
        a: TermId,
        depth: usize,
    ) -> Result<bool, fmt::Error> {
        let (Op::Mul, &[coefficient, atom]) = (self.terms.op(a), self.terms.args(a)) else {
            return Ok(false);
        };
        let Some(number) = self
            .terms
            .as_number(coefficient)
            .filter(|c| c.is_negative())
        else {
            return Ok(false);
        };
        let positive = number.abs();
        f.write_str(" - ")?;
        if !positive.is_one() {
            write!(f, "{positive} * ")?;
        }
        self.write(f, atom, Precedence::Unary, depth)?;
        Ok(true)
    }

    fn write_concat(&self, f: &mut fmt::Formatter<'_>, t: TermId, depth: usize) -> fmt::Result {
        for (i, &a) in self.terms.args(t).iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            if *self.terms.op(a) == Op::Concat && depth < MAX_DEPTH {
                self.write_concat(f, a, depth + 1)?;
            } else {
                self.write(f, a, Precedence::Ite, depth)?;
            }
        }
        Ok(())
    }

    fn write_call(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        a: TermId,
        depth: usize,
    ) -> fmt::Result {
        write!(f, "{name}(")?;
        self.write(f, a, Precedence::Ite, depth)?;
        f.write_str(")")
    }

    fn write_rotation(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        a: TermId,
        by: u32,
        depth: usize,
    ) -> fmt::Result {
        write!(f, "{name}(")?;
        self.write(f, a, Precedence::Ite, depth)?;
        write!(f, ", {by})")
    }
}

/// Decimal; signed if that is shorter.
fn shown(value: &BitVecValue) -> String {
    let (unsigned, signed) = (value.to_string(), value.to_signed_string());
    if signed.len() < unsigned.len() {
        signed
    } else {
        unsigned
    }
}

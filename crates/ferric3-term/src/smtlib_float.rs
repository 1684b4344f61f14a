//! Floating-point operations in SMT-LIB.
//!
//! Numbers are bit-vectors in our terms. There are two ways to say so in a script: a defined function for each
//! operation, whose body is its circuit ([`define_float`]), which every solver of bit-vectors understands; and SMT-LIB's
//! theory of floating-point numbers ([`FloatInTheory`]), for solvers that know it. That one is independent of our circuits.

use crate::smtlib::SmtLib;
use crate::{FloatFormat, FloatOp, Op, RoundingMode, Sort, TermId, Terms};

/// The name of the function that [`define_float`] defines. Names of symbols never end like this;
/// see [`symbol_name`](crate::symbol_name).
pub(crate) fn float_name(op: FloatOp, width: u32) -> String {
    let text = format!("{op:?}");
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| {
            !matches!(
                *word,
                "" | "FloatFormat" | "exponent" | "significand" | "width"
            )
        })
        .collect();
    format!("float.{}.{width}!", words.join("."))
}

/// The operation that is printed by this name, and the width of its arguments.
pub fn float_of_name(name: &str) -> Option<(FloatOp, u32)> {
    let words: Vec<&str> = name
        .strip_prefix("float.")?
        .strip_suffix('!')?
        .split('.')
        .collect();
    let (width, words) = words.split_last()?;
    let number = |text: &str| text.parse::<u32>().ok();
    let format = |exponent: &str, significand: &str| {
        let (exponent, significand) = (number(exponent)?, number(significand)?);
        let is_format = (2..64).contains(&exponent) && (2..1 << 16).contains(&significand);
        is_format.then(|| FloatFormat::new(exponent, significand))
    };
    let op = match *words {
        [name, e, s] => {
            let f = format(e, s)?;
            *plain_operations(f)
                .iter()
                .find(|op| format!("{op:?}").split('(').next() == Some(name))?
        }
        ["RoundToIntegral", e, s, mode] => {
            FloatOp::RoundToIntegral(format(e, s)?, mode_of_name(mode)?)
        }
        ["Convert", "from", e, s, "to", e2, s2] => FloatOp::Convert {
            from: format(e, s)?,
            to: format(e2, s2)?,
        },
        ["ToSigned", "from", e, s, width] => FloatOp::ToSigned {
            from: format(e, s)?,
            width: number(width)?,
        },
        ["ToUnsigned", "from", e, s, width] => FloatOp::ToUnsigned {
            from: format(e, s)?,
            width: number(width)?,
        },
        _ => return None,
    };
    Some((op, number(width)?))
}

/// The operations that have nothing but a format.
fn plain_operations(f: FloatFormat) -> [FloatOp; 13] {
    [
        FloatOp::Add(f),
        FloatOp::Sub(f),
        FloatOp::Mul(f),
        FloatOp::Div(f),
        FloatOp::Fma(f),
        FloatOp::Sqrt(f),
        FloatOp::Remainder(f),
        FloatOp::Fmod(f),
        FloatOp::Eq(f),
        FloatOp::Lt(f),
        FloatOp::Le(f),
        FloatOp::FromSigned(f),
        FloatOp::FromUnsigned(f),
    ]
}

const MODES: [(RoundingMode, &str); 5] = [
    (RoundingMode::NearestEven, "RNE"),
    (RoundingMode::NearestAway, "RNA"),
    (RoundingMode::Up, "RTP"),
    (RoundingMode::Down, "RTN"),
    (RoundingMode::Zero, "RTZ"),
];

fn mode_of_name(name: &str) -> Option<RoundingMode> {
    let named = MODES.iter().find(|(mode, _)| format!("{mode:?}") == name);
    named.map(|&(mode, _)| mode)
}

/// `(define-fun name ((x (_ BitVec n)) …) sort body)` for the function that a floating-point
/// operation on arguments of `width` bits is printed as. The body has bit-vectors only.
pub fn define_float(op: FloatOp, arity: usize, width: u32) -> String {
    let mut terms = Terms::new();
    let args: Vec<TermId> = (0..arity)
        .map(|i| terms.fresh_symbol(format!("x{i}"), Sort::BitVec(width)).1)
        .collect();
    let plain = terms.mk(Op::Float(op), &args);
    let parameters: Vec<String> = (0..arity)
        .map(|i| format!("(x{i} {})", Sort::BitVec(width)))
        .collect();
    let sort = terms.sort(plain);
    let body = terms.expand_float(plain);
    let (name, parameters) = (float_name(op, width), parameters.join(" "));
    format!(
        "(define-fun {name} ({parameters}) {sort} {})",
        SmtLib::new(&terms, body)
    )
}

/// An operation in SMT-LIB's theory of floating-point numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FloatInTheory {
    /// A formula.
    Truth(String),
    /// A number of this format. The theory has no function from numbers to encodings, so an encoding is said to be one of
    /// this number ([`FloatInTheory::encodes`]).
    Number(FloatFormat, String),
}

impl FloatInTheory {
    /// `op` on arguments of these names, which are bit-vectors. Remainders and integers have none: solvers are slow with the
    /// ones, and the theory leaves open what does not fit the others.
    pub fn new(op: FloatOp, args: &[String]) -> Option<FloatInTheory> {
        let read = |f: FloatFormat, i: usize| format!("({} {})", to_number(f), args[i]);
        let all = |name: &str, f: FloatFormat| {
            let args: Vec<String> = (0..args.len()).map(|i| read(f, i)).collect();
            format!("({name} {})", args.join(" "))
        };
        let number = |f: FloatFormat, text: String| Some(FloatInTheory::Number(f, text));
        match op {
            FloatOp::Eq(f) => Some(FloatInTheory::Truth(all("fp.eq", f))),
            FloatOp::Lt(f) => Some(FloatInTheory::Truth(all("fp.lt", f))),
            FloatOp::Le(f) => Some(FloatInTheory::Truth(all("fp.leq", f))),
            FloatOp::Add(f) => number(f, all("fp.add RNE", f)),
            FloatOp::Sub(f) => number(f, all("fp.sub RNE", f)),
            FloatOp::Mul(f) => number(f, all("fp.mul RNE", f)),
            FloatOp::Div(f) => number(f, all("fp.div RNE", f)),
            FloatOp::Fma(f) => number(f, all("fp.fma RNE", f)),
            FloatOp::Sqrt(f) => number(f, all("fp.sqrt RNE", f)),
            FloatOp::RoundToIntegral(f, mode) => {
                let (_, mode) = MODES.iter().find(|(m, _)| *m == mode)?;
                number(f, all(&format!("fp.roundToIntegral {mode}"), f))
            }
            FloatOp::Convert { from, to } => {
                number(to, format!("({} RNE {})", to_number(to), read(from, 0)))
            }
            FloatOp::FromSigned(f) => number(f, format!("({} RNE {})", to_number(f), args[0])),
            FloatOp::FromUnsigned(f) => number(
                f,
                format!(
                    "((_ to_fp_unsigned {} {}) RNE {})",
                    f.exponent, f.significand, args[0]
                ),
            ),
            FloatOp::Remainder(_)
            | FloatOp::Fmod(_)
            | FloatOp::ToSigned { .. }
            | FloatOp::ToUnsigned { .. } => None,
        }
    }

    /// The formula that the bit-vector `name` is the encoding of this number: the one that there is, or the one for
    /// what is not a number.
    pub fn encodes(format: FloatFormat, number: &str, name: &str) -> String {
        let read = format!("({} {name})", to_number(format));
        let nan = SmtLibWord(format.nan());
        format!("(and (= {read} {number}) (=> (fp.isNaN {read}) (= {name} {nan})))")
    }
}

/// The function from encodings, from other formats and from signed integers.
fn to_number(f: FloatFormat) -> String {
    format!("(_ to_fp {} {})", f.exponent, f.significand)
}

/// A constant.
struct SmtLibWord(crate::BitVecValue);

impl std::fmt::Display for SmtLibWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        crate::smtlib::write_const(f, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_which_operation_is_meant() {
        let f = FloatFormat::F64;
        let mut ops = plain_operations(f).to_vec();
        ops.extend(MODES.map(|(mode, _)| FloatOp::RoundToIntegral(f, mode)));
        let to = FloatFormat::new(5, 11);
        ops.push(FloatOp::Convert { from: f, to });
        ops.push(FloatOp::ToSigned { from: to, width: 7 });
        ops.push(FloatOp::ToUnsigned { from: f, width: 64 });
        for op in ops {
            assert_eq!(float_of_name(&float_name(op, 64)), Some((op, 64)));
        }
        for name in [
            "float.Add.11.53.64",
            "float.Add.11.64!",
            "float.Sum.11.53.64!",
            "float.Add.1.0.1!",
        ] {
            assert_eq!(float_of_name(name), None);
        }
    }
}

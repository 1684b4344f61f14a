//! The functions of integers and real numbers.
//!
//! SMT-LIB leaves open what division by 0 gives: each model may choose. The terms of Ferric3 choose for all, so
//! only division by constants other than 0 is read here; what else is partial is in `functions.rs`.

use ferric3_term::{Op, Rational, Sort, Substitution, TermId, Terms};

use super::operators::{arity, at_least, conjunction, fold, words};
use crate::limits::MAX_WIDTH;

/// Is it a function of integers or real numbers?
pub(super) fn is_of_numbers(name: &str) -> bool {
    matches!(
        name,
        "+" | "-"
            | "*"
            | "/"
            | "<"
            | "<="
            | ">"
            | ">="
            | "div"
            | "mod"
            | "abs"
            | "to_real"
            | "to_int"
            | "is_int"
            | "divisible"
            | "bv2nat"
            | "ubv_to_int"
            | "sbv_to_int"
            | "int2bv"
            | "nat2bv"
            | "int_to_bv"
            | "^"
            | "pow"
    )
}

/// A term as one of sort Real if it is an integer.
pub(super) fn as_real(terms: &mut Terms, t: TermId) -> TermId {
    if terms.sort(t) != Sort::Int {
        return t;
    }
    match terms.as_number(t).cloned() {
        Some(number) => terms.real(number),
        None => terms.mk(Op::ToReal, &[t]),
    }
}

/// The arguments; if some of them are real numbers and others integers, all as real numbers.
pub(super) fn coerced(terms: &mut Terms, args: &[TermId]) -> Vec<TermId> {
    let is_mixed = args.iter().any(|&arg| terms.sort(arg) == Sort::Real);
    let args = args.iter();
    args.map(|&arg| if is_mixed { as_real(terms, arg) } else { arg })
        .collect()
}

/// Builds `name(args)`.
pub(super) fn numbers(
    terms: &mut Terms,
    name: &str,
    indices: &[u32],
    args: &[TermId],
) -> Result<TermId, String> {
    match (name, indices) {
        ("divisible", &[n]) if n > 0 => {
            arity(name, args, 1)?;
            all_of(terms, name, args, Sort::Int)?;
            let (divisor, zero) = (terms.int(i64::from(n)), terms.int(0));
            let remainder = terms.mk(Op::IntMod, &[args[0], divisor]);
            Ok(terms.mk(Op::Eq, &[remainder, zero]))
        }
        ("int2bv" | "nat2bv" | "int_to_bv", &[width]) if (1..=MAX_WIDTH).contains(&width) => {
            arity(name, args, 1)?;
            all_of(terms, name, args, Sort::Int)?;
            Ok(terms.mk(Op::IntToBv(width), args))
        }
        ("divisible" | "int2bv" | "nat2bv" | "int_to_bv", _) => Err(format!(
            "`{name}` takes a number from 1 to {MAX_WIDTH} after the `_`"
        )),
        (_, []) => plain(terms, name, args),
        _ => Err(format!("there is no function `(_ {name} …)`")),
    }
}

fn plain(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    match name {
        "bv2nat" | "ubv_to_int" | "sbv_to_int" => {
            arity(name, args, 1)?;
            words(terms, name, args)?;
            Ok(match name {
                "sbv_to_int" => terms.bv_to_int(args[0]),
                _ => terms.mk(Op::BvToNat, args),
            })
        }
        "^" | "pow" => power(terms, name, args),
        "to_real" => {
            arity(name, args, 1)?;
            some_of_numbers(terms, name, args)?;
            Ok(as_real(terms, args[0]))
        }
        "to_int" | "is_int" => {
            arity(name, args, 1)?;
            some_of_numbers(terms, name, args)?;
            let real = as_real(terms, args[0]);
            let op = if name == "to_int" {
                Op::ToInt
            } else {
                Op::IsInt
            };
            Ok(terms.mk(op, &[real]))
        }
        "abs" => {
            arity(name, args, 1)?;
            let sort = some_of_numbers(terms, name, args)?;
            let zero = terms.number(Rational::ZERO, sort);
            let is_negative = terms.mk(Op::Lt, &[args[0], zero]);
            let negated = terms.mk(Op::Neg, args);
            Ok(terms.mk(Op::Ite, &[is_negative, negated, args[0]]))
        }
        "div" | "mod" => {
            at_least(name, args, 2)?;
            all_of(terms, name, args, Sort::Int)?;
            if name == "mod" {
                arity(name, args, 2)?;
            }
            divisors(terms, name, &args[1..])?;
            let op = if name == "div" {
                Op::IntDiv
            } else {
                Op::IntMod
            };
            Ok(fold(terms, &op, args))
        }
        "/" => {
            at_least(name, args, 2)?;
            some_of_numbers(terms, name, args)?;
            let args: Vec<TermId> = args.iter().map(|&arg| as_real(terms, arg)).collect();
            let divisors = divisors(terms, name, &args[1..])?;
            // A constant is written as `(/ 1 3)`: it is one.
            Ok(match terms.as_number(args[0]).cloned() {
                Some(number) => {
                    let quotient = divisors.iter().fold(number, |q, d| &q / d);
                    terms.real(quotient)
                }
                None => fold(terms, &Op::RealDiv, &args),
            })
        }
        _ => arithmetic(terms, name, args),
    }
}

/// Sums, products and comparisons.
fn arithmetic(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    at_least(name, args, 1)?;
    let sort = some_of_numbers(terms, name, args)?;
    let args = coerced(terms, args);
    match (name, &args[..]) {
        ("-", &[only]) => Ok(match terms.as_number(only) {
            Some(number) => {
                let negated = -number;
                terms.number(negated, sort)
            }
            None => terms.mk(Op::Neg, &[only]),
        }),
        ("-", _) => Ok(fold(terms, &Op::Sub, &args)),
        ("+" | "*", &[only]) => Ok(only),
        ("+", _) => Ok(terms.mk(Op::Add, &args)),
        ("*", _) => Ok(fold(terms, &Op::Mul, &args)),
        _ => {
            at_least(name, &args, 2)?;
            let op = if name.ends_with('=') { Op::Le } else { Op::Lt };
            let is_swapped = name.starts_with('>');
            let pairs = args.windows(2).map(|pair| match is_swapped {
                true => terms.mk(op.clone(), &[pair[1], pair[0]]),
                false => terms.mk(op.clone(), pair),
            });
            let pairs: Vec<TermId> = pairs.collect();
            Ok(conjunction(terms, &pairs))
        }
    }
}

/// Powers with greater exponents are no products.
const MAX_EXPONENT: i64 = 64;

/// The exponent, if it is a constant natural number.
fn exponent(terms: &mut Terms, args: &[TermId]) -> Option<i64> {
    let exponent = constant(terms, *args.get(1)?)?.to_i64()?;
    (0..=MAX_EXPONENT).contains(&exponent).then_some(exponent)
}

/// Are these arguments of a power that is a product, or none of a power?
pub(super) fn is_of_products(terms: &mut Terms, args: &[TermId]) -> bool {
    args.len() != 2 || exponent(terms, args).is_some()
}

/// Powers with a constant exponent that is a natural number are products.
fn power(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    arity(name, args, 2)?;
    let sort = some_of_numbers(terms, name, args)?;
    let args = coerced(terms, args);
    let exponent = exponent(terms, &args).ok_or_else(|| format!("`{name}` is no product"))?;
    Ok(match exponent {
        0 => terms.number(Rational::ONE, sort),
        n => (1..n).fold(args[0], |power, _| terms.mk(Op::Mul, &[power, args[0]])),
    })
}

/// The value of a constant, which may be written as a sum or product.
pub(super) fn constant(terms: &mut Terms, term: TermId) -> Option<Rational> {
    if !terms.sort(term).is_number() {
        return None;
    }
    let simple = Substitution::default().apply(terms, term);
    terms.as_number(simple).cloned()
}

/// The values of divisors, all of which must be constants other than 0.
fn divisors(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<Vec<Rational>, String> {
    let mut found = Vec::with_capacity(args.len());
    for &arg in args {
        match constant(terms, arg) {
            Some(number) if !number.is_zero() => found.push(number),
            Some(_) => return Err(format!("`{name}` by 0 has no value that SMT-LIB fixes")),
            None => return Err(format!("`{name}` wants a constant here")),
        }
    }
    Ok(found)
}

/// Arguments that are numbers. The sort of `name(args)`: Real if one of them is.
pub(super) fn some_of_numbers(terms: &Terms, name: &str, args: &[TermId]) -> Result<Sort, String> {
    match args.iter().find(|&&arg| !terms.sort(arg).is_number()) {
        Some(&other) => Err(format!(
            "`{name}` wants Int or Real, not {}",
            terms.sort(other)
        )),
        None if args.iter().any(|&arg| terms.sort(arg) == Sort::Real) => Ok(Sort::Real),
        None => Ok(Sort::Int),
    }
}

fn all_of(terms: &Terms, name: &str, args: &[TermId], wanted: Sort) -> Result<(), String> {
    match args.iter().find(|&&arg| terms.sort(arg) != wanted) {
        Some(&other) => Err(format!(
            "`{name}` wants {wanted}, not {}",
            terms.sort(other)
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use ferric3_term::{Sort, SymbolId};

    use crate::sexpr::SExprs;
    use crate::smt::Reader;
    use crate::text::Text;

    /// The sort and the value of a term without variables.
    fn value(text: &str) -> Option<(Sort, String)> {
        let exprs = SExprs::parse(Text::new(text)).expect("well-formed");
        let expr = exprs.commands[0];
        let mut reader = Reader::new(exprs);
        let term = reader.term(expr).ok()?;
        let nothing = |_: SymbolId| unreachable!("there are no variables");
        let value = reader.terms.eval(term, &nothing);
        Some((value.sort(), value.to_string()))
    }

    #[test]
    fn terms_mean_what_smt_lib_says() {
        for (text, sort, expected) in [
            ("(- 1)", Sort::Int, "-1"),
            ("(- 7 2 1)", Sort::Int, "4"),
            ("(+ 1 2 3)", Sort::Int, "6"),
            ("(* 2 3 (- 4))", Sort::Int, "-24"),
            ("(/ 1 3)", Sort::Real, "1/3"),
            ("(- (/ 1.0 3.0))", Sort::Real, "-1/3"),
            ("(/ (+ 1 2) 4 2)", Sort::Real, "3/8"),
            ("(+ 1 0.5)", Sort::Real, "3/2"),
            ("(ite true 1 0.5)", Sort::Real, "1"),
            ("(to_real (- 2))", Sort::Real, "-2"),
            ("(to_int (- 0.5))", Sort::Int, "-1"),
            ("(is_int (* 2 0.5))", Sort::Bool, "true"),
            ("(div (- 7) 2)", Sort::Int, "-4"),
            ("(div (- 7) (- 2))", Sort::Int, "4"),
            ("(mod (- 7) 2)", Sort::Int, "1"),
            ("(mod 7 (- 2))", Sort::Int, "1"),
            ("(abs (- 3))", Sort::Int, "3"),
            ("((_ divisible 3) 12)", Sort::Bool, "true"),
            ("(< 1 2 3)", Sort::Bool, "true"),
            ("(>= 3 2 2)", Sort::Bool, "true"),
            ("(> 3 2 2)", Sort::Bool, "false"),
            ("(<= 1 1.5)", Sort::Bool, "true"),
            ("(= 1 1.0 (/ 2 2))", Sort::Bool, "true"),
            ("(distinct 1 2 1)", Sort::Bool, "false"),
            ("(bv2nat #b101)", Sort::Int, "5"),
            ("(sbv_to_int #b101)", Sort::Int, "-3"),
            ("((_ int2bv 3) (- 3))", Sort::BitVec(3), "5"),
            ("(let ((x 4)) (- x))", Sort::Int, "-4"),
            ("(^ 3 4)", Sort::Int, "81"),
            ("(pow 0.5 2)", Sort::Real, "1/4"),
            ("(^ 5 0)", Sort::Int, "1"),
        ] {
            assert_eq!(value(text), Some((sort, expected.to_owned())), "{text}");
        }
        for text in [
            "(+ 1 true)",
            "(div 1 0)",
            "(/ 1 (- 2 2))",
            "(mod 5 2.0)",
            "(< 1)",
            "((_ int2bv 0) 1)",
            "(_ + 1)",
            "(-)",
            "(^ 2 true)",
            "(pow 2 3 4)",
            "(log 2 3)",
            "(ln true)",
            "(div 2.0 (+ 1 1.0))",
            "(sin true)",
            "(exp 1 2)",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}

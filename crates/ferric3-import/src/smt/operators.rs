//! The functions of the core theory, of bit-vectors and of arrays; those of numbers are in `numbers.rs`.
//!
//! Sorts and indices are checked here, so that building the term cannot fail.

use ferric3_term::{Op, Sort, TermId, Terms};

use super::numbers::{coerced, is_of_numbers, numbers};
use crate::limits::MAX_WIDTH;

/// Builds `name(args)`; the error is a text for people. `indices` are those of
/// `(_ name i …)`.
pub(crate) fn apply(
    terms: &mut Terms,
    name: &str,
    indices: &[u32],
    args: &[TermId],
) -> Result<TermId, String> {
    if is_of_numbers(name) {
        return numbers(terms, name, indices, args);
    }
    if !indices.is_empty() || is_indexed(name) {
        return indexed(terms, name, indices, args);
    }
    match name {
        "true" | "false" if args.is_empty() => Ok(terms.bool(name == "true")),
        "not" => {
            arity(name, args, 1)?;
            bools(terms, name, args)?;
            Ok(terms.mk(Op::Not, args))
        }
        "and" | "or" => {
            bools(terms, name, args)?;
            Ok(match (args, name) {
                ([], _) => terms.bool(name == "and"),
                (&[only], _) => only,
                (_, "and") => terms.mk(Op::And, args),
                _ => terms.mk(Op::Or, args),
            })
        }
        "xor" => {
            at_least(name, args, 2)?;
            bools(terms, name, args)?;
            Ok(fold(terms, &Op::Xor, args))
        }
        "=>" => {
            at_least(name, args, 2)?;
            bools(terms, name, args)?;
            let (last, fronts) = args.split_last().expect("at least two");
            let mut parts: Vec<TermId> = Vec::with_capacity(args.len());
            for &front in fronts {
                parts.push(terms.mk(Op::Not, &[front]));
            }
            parts.push(*last);
            Ok(terms.mk(Op::Or, &parts))
        }
        "=" => {
            let args = &coerced(terms, args)[..];
            same_sorts(terms, name, args)?;
            let pairs: Vec<TermId> = args.windows(2).map(|p| terms.mk(Op::Eq, p)).collect();
            Ok(conjunction(terms, &pairs))
        }
        "distinct" => {
            let args = &coerced(terms, args)[..];
            same_sorts(terms, name, args)?;
            let mut parts = Vec::new();
            for (i, &a) in args.iter().enumerate() {
                for &b in &args[i + 1..] {
                    let same = terms.mk(Op::Eq, &[a, b]);
                    parts.push(terms.mk(Op::Not, &[same]));
                }
            }
            Ok(conjunction(terms, &parts))
        }
        "ite" => {
            arity(name, args, 3)?;
            bools(terms, name, &args[..1])?;
            let branches = coerced(terms, &args[1..]);
            same_sorts(terms, name, &branches)?;
            Ok(terms.mk(Op::Ite, &[args[0], branches[0], branches[1]]))
        }
        "select" | "store" => arrays(terms, name, args),
        _ => bit_vectors(terms, name, args),
    }
}

fn arrays(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    arity(name, args, if name == "select" { 2 } else { 3 })?;
    let Sort::Array { index, element } = terms.sort(args[0]) else {
        return Err(format!(
            "`{name}` wants an array, not {}",
            terms.sort(args[0])
        ));
    };
    let wanted = [Sort::BitVec(index), Sort::BitVec(element)];
    for (position, (&arg, wanted)) in args[1..].iter().zip(wanted).enumerate() {
        let found = terms.sort(arg);
        if found != wanted {
            let what = ["index", "element"][position];
            return Err(format!(
                "the {what} of `{name}` has sort {found}, not {wanted}"
            ));
        }
    }
    let op = if name == "select" {
        Op::Select
    } else {
        Op::Store
    };
    Ok(terms.mk(op, args))
}

/// Does SMT-LIB give this function indices?
fn is_indexed(name: &str) -> bool {
    matches!(
        name,
        "extract" | "zero_extend" | "sign_extend" | "rotate_left" | "rotate_right" | "repeat"
    )
}

fn indexed(
    terms: &mut Terms,
    name: &str,
    indices: &[u32],
    args: &[TermId],
) -> Result<TermId, String> {
    if !is_indexed(name) {
        return Err(format!("there is no function `(_ {name} …)`"));
    }
    arity(name, args, 1)?;
    let width = words(terms, name, args)?;
    let wanted = if name == "extract" { 2 } else { 1 };
    if indices.len() != wanted {
        let s = if wanted == 1 { "number" } else { "numbers" };
        return Err(format!("`{name}` takes {wanted} {s} after the `_`"));
    }
    let n = indices[0];
    let fits = |bits: u64| match bits > u64::from(MAX_WIDTH) {
        true => Err(format!(
            "`{name}` makes a bit-vector of more than {MAX_WIDTH} bits"
        )),
        false => Ok(()),
    };
    match name {
        "extract" => {
            let (hi, lo) = (n, indices[1]);
            if lo > hi || hi >= width {
                return Err(format!(
                    "a bit-vector of {width} bits has no bits {hi} down to {lo}"
                ));
            }
            Ok(terms.mk(Op::Extract { hi, lo }, args))
        }
        "zero_extend" | "sign_extend" => {
            fits(u64::from(width) + u64::from(n))?;
            let op = match name {
                "zero_extend" => Op::ZeroExtend(n),
                _ => Op::SignExtend(n),
            };
            Ok(terms.mk(op, args))
        }
        "rotate_left" => Ok(terms.mk(Op::RotateLeft(n % width), args)),
        "rotate_right" => Ok(terms.mk(Op::RotateRight(n % width), args)),
        _ => {
            if n == 0 {
                return Err("`repeat` takes a number of at least 1".to_owned());
            }
            fits(u64::from(width) * u64::from(n))?;
            Ok(terms.repeat(args[0], n))
        }
    }
}

fn bit_vectors(terms: &mut Terms, name: &str, args: &[TermId]) -> Result<TermId, String> {
    if let Some(op) = left_associative(name) {
        at_least(name, args, 2)?;
        if op == Op::Concat {
            let widths: Result<Vec<u32>, String> =
                args.iter().map(|&arg| words(terms, name, &[arg])).collect();
            let sum: u64 = widths?.iter().map(|&width| u64::from(width)).sum();
            if sum > u64::from(MAX_WIDTH) {
                let limit = format!("`concat` makes a bit-vector of more than {MAX_WIDTH} bits");
                return Err(limit);
            }
        } else {
            words(terms, name, args)?;
        }
        return Ok(fold(terms, &op, args));
    }
    let unary = matches!(name, "bvnot" | "bvneg" | "bvnego");
    if !unary && !is_binary(name) {
        return Err(format!("`{name}` is not declared"));
    }
    arity(name, args, if unary { 1 } else { 2 })?;
    words(terms, name, args)?;
    let a = args[0];
    let b = *args.last().expect("at least one");
    let swapped = [b, a];
    Ok(match name {
        "bvnot" => terms.mk(Op::BvNot, args),
        "bvneg" => terms.mk(Op::BvNeg, args),
        "bvnego" => terms.bv_nego(a),
        "bvsub" => terms.mk(Op::BvSub, args),
        "bvudiv" => terms.mk(Op::BvUdiv, args),
        "bvurem" => terms.mk(Op::BvUrem, args),
        "bvsdiv" => terms.mk(Op::BvSdiv, args),
        "bvsrem" => terms.mk(Op::BvSrem, args),
        "bvsmod" => terms.mk(Op::BvSmod, args),
        "bvshl" => terms.mk(Op::BvShl, args),
        "bvlshr" => terms.mk(Op::BvLshr, args),
        "bvashr" => terms.mk(Op::BvAshr, args),
        "bvult" => terms.mk(Op::BvUlt, args),
        "bvule" => terms.mk(Op::BvUle, args),
        "bvslt" => terms.mk(Op::BvSlt, args),
        "bvsle" => terms.mk(Op::BvSle, args),
        "bvugt" => terms.mk(Op::BvUlt, &swapped),
        "bvuge" => terms.mk(Op::BvUle, &swapped),
        "bvsgt" => terms.mk(Op::BvSlt, &swapped),
        "bvsge" => terms.mk(Op::BvSle, &swapped),
        "bvnand" => terms.bv_nand(a, b),
        "bvnor" => terms.bv_nor(a, b),
        "bvxnor" => terms.bv_xnor(a, b),
        "bvcomp" => terms.bv_comp(a, b),
        "bvuaddo" => terms.bv_uaddo(a, b),
        "bvsaddo" => terms.bv_saddo(a, b),
        "bvusubo" => terms.bv_usubo(a, b),
        "bvssubo" => terms.bv_ssubo(a, b),
        "bvumulo" => terms.bv_umulo(a, b),
        "bvsmulo" => terms.bv_smulo(a, b),
        _ => terms.bv_sdivo(a, b),
    })
}

fn is_binary(name: &str) -> bool {
    matches!(
        name,
        "bvsub"
            | "bvudiv"
            | "bvurem"
            | "bvsdiv"
            | "bvsrem"
            | "bvsmod"
            | "bvshl"
            | "bvlshr"
            | "bvashr"
            | "bvult"
            | "bvule"
            | "bvslt"
            | "bvsle"
            | "bvugt"
            | "bvuge"
            | "bvsgt"
            | "bvsge"
            | "bvnand"
            | "bvnor"
            | "bvxnor"
            | "bvcomp"
            | "bvuaddo"
            | "bvsaddo"
            | "bvusubo"
            | "bvssubo"
            | "bvumulo"
            | "bvsmulo"
            | "bvsdivo"
    )
}

fn left_associative(name: &str) -> Option<Op> {
    Some(match name {
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvadd" => Op::BvAdd,
        "bvmul" => Op::BvMul,
        "concat" => Op::Concat,
        _ => return None,
    })
}

/// The conjunction of any number of formulas.
pub(super) fn conjunction(terms: &mut Terms, parts: &[TermId]) -> TermId {
    match parts {
        [] => terms.tt(),
        &[only] => only,
        _ => terms.mk(Op::And, parts),
    }
}

pub(super) fn fold(terms: &mut Terms, op: &Op, args: &[TermId]) -> TermId {
    let (&first, rest) = args.split_first().expect("at least one argument");
    rest.iter()
        .fold(first, |left, &right| terms.mk(op.clone(), &[left, right]))
}

pub(super) fn arity(name: &str, args: &[TermId], wanted: usize) -> Result<(), String> {
    match args.len() == wanted {
        true => Ok(()),
        false => Err(format!(
            "`{name}` takes {wanted} arguments, not {}",
            args.len()
        )),
    }
}

pub(super) fn at_least(name: &str, args: &[TermId], wanted: usize) -> Result<(), String> {
    match args.len() >= wanted {
        true => Ok(()),
        false => Err(format!(
            "`{name}` takes at least {wanted} arguments, not {}",
            args.len()
        )),
    }
}

fn bools(terms: &Terms, name: &str, args: &[TermId]) -> Result<(), String> {
    match args.iter().find(|&&arg| !terms.sort(arg).is_bool()) {
        None => Ok(()),
        Some(&other) => Err(format!("`{name}` wants Bool, not {}", terms.sort(other))),
    }
}

/// The width of arguments that are bit-vectors of one width.
pub(super) fn words(terms: &Terms, name: &str, args: &[TermId]) -> Result<u32, String> {
    let first = args
        .first()
        .ok_or_else(|| format!("`{name}` takes arguments"))?;
    for &arg in args {
        let sort = terms.sort(arg);
        if sort.width().is_none() {
            return Err(format!("`{name}` wants bit-vectors, not {sort}"));
        }
        if sort != terms.sort(*first) {
            let other = terms.sort(*first);
            return Err(format!("`{name}` wants one width, not {other} and {sort}"));
        }
    }
    Ok(terms.width(*first))
}

fn same_sorts(terms: &Terms, name: &str, args: &[TermId]) -> Result<(), String> {
    at_least(name, args, 2)?;
    match args.iter().find(|&&a| terms.sort(a) != terms.sort(args[0])) {
        None => Ok(()),
        Some(&other) => Err(format!(
            "`{name}` wants one sort, not {} and {}",
            terms.sort(args[0]),
            terms.sort(other)
        )),
    }
}

//! Operators: they mean what those of SMT-LIB mean.

use ferric3_ivl::Diagnostic;
use ferric3_term::{Op, Sort, TermId, Terms};

use super::line::Line;
use super::nodes::Nodes;
use crate::limits::MAX_WIDTH;

/// Is it an operator or a constant?
pub(super) fn is_known(name: &str) -> bool {
    let constants = ["zero", "one", "ones", "const", "constd", "consth"];
    let others = ["slice", "uext", "sext", "ite", "read", "write"];
    constants.contains(&name) || others.contains(&name) || arity(name).is_some()
}

/// How many nodes it takes, if it takes nothing but nodes that are words of one width, or any two
/// for `concat`.
fn arity(name: &str) -> Option<usize> {
    Some(match name {
        "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" => 1,
        "iff" | "implies" | "eq" | "neq" | "sgt" | "ugt" | "sgte" | "ugte" | "slt" | "ult"
        | "slte" | "ulte" | "and" | "nand" | "nor" | "or" | "xnor" | "xor" | "rol" | "ror"
        | "sll" | "sra" | "srl" | "add" | "mul" | "sdiv" | "udiv" | "smod" | "srem" | "urem"
        | "sub" | "saddo" | "uaddo" | "sdivo" | "udivo" | "smulo" | "umulo" | "ssubo" | "usubo"
        | "concat" => 2,
        _ => return None,
    })
}

/// Builds the node of a line with an operator.
pub(super) fn apply(nodes: &mut Nodes, line: &Line<'_>, name: &str) -> Result<TermId, Diagnostic> {
    match name {
        "slice" | "uext" | "sext" => return resize(nodes, line, name),
        "ite" => {
            let condition = nodes.formula(line, 3)?;
            let (a, b) = (nodes.node(line, 4)?, nodes.node(line, 5)?);
            same(nodes, line, a, b, 5)?;
            return Ok(nodes.terms.mk(Op::Ite, &[condition, a, b]));
        }
        "read" | "write" => return array(nodes, line, name),
        _ => {}
    }
    let a = nodes.node(line, 3)?;
    if arity(name) == Some(1) {
        word(nodes, line, a, 3)?;
        return Ok(unary(nodes, name, a));
    }
    let b = nodes.node(line, 4)?;
    if let ("eq" | "neq", true) = (name, nodes.terms.sort(a).is_array()) {
        same(nodes, line, a, b, 4)?;
        let equal = nodes.terms.mk(Op::Eq, &[a, b]);
        return Ok(match name {
            "eq" => equal,
            _ => nodes.terms.mk(Op::Not, &[equal]),
        });
    }
    word(nodes, line, a, 3)?;
    word(nodes, line, b, 4)?;
    if name == "concat" {
        let (a, b) = (nodes.as_word(a), nodes.as_word(b));
        let sum = u64::from(nodes.terms.width(a)) + u64::from(nodes.terms.width(b));
        if sum > u64::from(MAX_WIDTH) {
            let message = format!("`concat` makes a word of more than {MAX_WIDTH} bits");
            return Err(line.error(1, message));
        }
        return Ok(nodes.terms.mk(Op::Concat, &[a, b]));
    }
    same(nodes, line, a, b, 4)?;
    if nodes.terms.sort(a).is_bool()
        && let Some(term) = logical(&mut nodes.terms, name, a, b)
    {
        return Ok(term);
    }
    if let "iff" | "implies" = name {
        return Err(line.error(1, format!("`{name}` wants nodes of width 1")));
    }
    let (a, b) = (nodes.as_word(a), nodes.as_word(b));
    let term = binary(&mut nodes.terms, name, a, b);
    Ok(nodes.as_node(term))
}

fn word(nodes: &Nodes, line: &Line<'_>, term: TermId, position: usize) -> Result<(), Diagnostic> {
    match nodes.terms.sort(term).is_array() {
        true => Err(line.error(position, "a word was expected, not an array")),
        false => Ok(()),
    }
}

fn same(
    nodes: &Nodes,
    line: &Line<'_>,
    a: TermId,
    b: TermId,
    position: usize,
) -> Result<(), Diagnostic> {
    let (first, second) = (nodes.terms.sort(a), nodes.terms.sort(b));
    match first == second {
        true => Ok(()),
        false => Err(line.error(
            position,
            format!("the operands have different sorts: {first} and {second}"),
        )),
    }
}

fn resize(nodes: &mut Nodes, line: &Line<'_>, name: &str) -> Result<TermId, Diagnostic> {
    let a = nodes.node(line, 3)?;
    word(nodes, line, a, 3)?;
    let a = nodes.as_word(a);
    let width = nodes.terms.width(a);
    let n = line.uint(4)?;
    let op = if name == "slice" {
        let lo = line.uint(5)?;
        if lo > n || n >= width {
            let message = format!("a word of {width} bits has no bits {n} down to {lo}");
            return Err(line.error(4, message));
        }
        Op::Extract { hi: n, lo }
    } else {
        if u64::from(width) + u64::from(n) > u64::from(MAX_WIDTH) {
            let message = format!("`{name}` makes a word of more than {MAX_WIDTH} bits");
            return Err(line.error(4, message));
        }
        match name {
            "uext" => Op::ZeroExtend(n),
            _ => Op::SignExtend(n),
        }
    };
    let term = nodes.terms.mk(op, &[a]);
    Ok(nodes.as_node(term))
}

fn array(nodes: &mut Nodes, line: &Line<'_>, name: &str) -> Result<TermId, Diagnostic> {
    let array = nodes.node(line, 3)?;
    let Sort::Array { index, element } = nodes.terms.sort(array) else {
        return Err(line.error(3, "an array was expected"));
    };
    let mut args = vec![array];
    let wanted = [(4, index), (5, element)];
    let count = if name == "read" { 1 } else { 2 };
    for (position, width) in wanted.into_iter().take(count) {
        let arg = nodes.node(line, position)?;
        let arg = nodes.as_word(arg);
        let found = nodes.terms.sort(arg);
        if found != Sort::BitVec(width) {
            let message = format!("a word of {width} bits was expected, not one of sort {found}");
            return Err(line.error(position, message));
        }
        args.push(arg);
    }
    let op = if name == "read" {
        Op::Select
    } else {
        Op::Store
    };
    let term = nodes.terms.mk(op, &args);
    Ok(nodes.as_node(term))
}

fn unary(nodes: &mut Nodes, name: &str, a: TermId) -> TermId {
    if nodes.terms.sort(a).is_bool() {
        return match name {
            // Modulo 2, one more and one less are the complement, and so is minus the same.
            "not" | "inc" | "dec" => nodes.terms.mk(Op::Not, &[a]),
            _ => a,
        };
    }
    let width = nodes.terms.width(a);
    let terms = &mut nodes.terms;
    match name {
        "not" => terms.mk(Op::BvNot, &[a]),
        "neg" => terms.mk(Op::BvNeg, &[a]),
        "inc" | "dec" => {
            let one = terms.bv_u64(1, width);
            let op = if name == "inc" { Op::BvAdd } else { Op::BvSub };
            terms.mk(op, &[a, one])
        }
        "redand" => {
            let ones = terms.bv(ferric3_term::BitVecValue::ones(width));
            terms.mk(Op::Eq, &[a, ones])
        }
        "redor" => {
            let zero = terms.bv_u64(0, width);
            let equal = terms.mk(Op::Eq, &[a, zero]);
            terms.mk(Op::Not, &[equal])
        }
        _ => {
            let mut sum = terms.ff();
            for bit in 0..width {
                let one = terms.bv_u64(1, 1);
                let own = terms.mk(Op::Extract { hi: bit, lo: bit }, &[a]);
                let is_set = terms.mk(Op::Eq, &[own, one]);
                sum = terms.mk(Op::Xor, &[sum, is_set]);
            }
            sum
        }
    }
}

/// Operators on nodes of width 1 that are those of logic.
fn logical(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Option<TermId> {
    let not = |terms: &mut Terms, t| terms.mk(Op::Not, &[t]);
    Some(match name {
        "and" | "mul" => terms.mk(Op::And, &[a, b]),
        "or" => terms.mk(Op::Or, &[a, b]),
        "xor" | "neq" | "add" | "sub" => terms.mk(Op::Xor, &[a, b]),
        "eq" | "iff" | "xnor" => terms.mk(Op::Eq, &[a, b]),
        "implies" | "ulte" => {
            let left = not(terms, a);
            terms.mk(Op::Or, &[left, b])
        }
        "nand" | "nor" => {
            let op = if name == "nand" { Op::And } else { Op::Or };
            let inner = terms.mk(op, &[a, b]);
            not(terms, inner)
        }
        _ => return None,
    })
}

fn binary(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> TermId {
    let pair = [a, b];
    let swapped = [b, a];
    match name {
        "eq" => terms.mk(Op::Eq, &pair),
        "neq" => {
            let equal = terms.mk(Op::Eq, &pair);
            terms.mk(Op::Not, &[equal])
        }
        "ult" => terms.mk(Op::BvUlt, &pair),
        "ulte" => terms.mk(Op::BvUle, &pair),
        "slt" => terms.mk(Op::BvSlt, &pair),
        "slte" => terms.mk(Op::BvSle, &pair),
        "ugt" => terms.mk(Op::BvUlt, &swapped),
        "ugte" => terms.mk(Op::BvUle, &swapped),
        "sgt" => terms.mk(Op::BvSlt, &swapped),
        "sgte" => terms.mk(Op::BvSle, &swapped),
        "and" => terms.mk(Op::BvAnd, &pair),
        "or" => terms.mk(Op::BvOr, &pair),
        "xor" => terms.mk(Op::BvXor, &pair),
        "nand" => terms.bv_nand(a, b),
        "nor" => terms.bv_nor(a, b),
        "xnor" => terms.bv_xnor(a, b),
        "rol" => rotate(terms, a, b, Op::BvShl, Op::BvLshr),
        "ror" => rotate(terms, a, b, Op::BvLshr, Op::BvShl),
        "sll" => terms.mk(Op::BvShl, &pair),
        "srl" => terms.mk(Op::BvLshr, &pair),
        "sra" => terms.mk(Op::BvAshr, &pair),
        "add" => terms.mk(Op::BvAdd, &pair),
        "sub" => terms.mk(Op::BvSub, &pair),
        "mul" => terms.mk(Op::BvMul, &pair),
        "udiv" => terms.mk(Op::BvUdiv, &pair),
        "urem" => terms.mk(Op::BvUrem, &pair),
        "sdiv" => terms.mk(Op::BvSdiv, &pair),
        "srem" => terms.mk(Op::BvSrem, &pair),
        "smod" => terms.mk(Op::BvSmod, &pair),
        "saddo" => terms.bv_saddo(a, b),
        "uaddo" => terms.bv_uaddo(a, b),
        "ssubo" => terms.bv_ssubo(a, b),
        "usubo" => terms.bv_usubo(a, b),
        "smulo" => terms.bv_smulo(a, b),
        "umulo" => terms.bv_umulo(a, b),
        "sdivo" => terms.bv_sdivo(a, b),
        // The quotient of unsigned numbers always fits.
        _ => terms.ff(),
    }
}

/// Rotation by any distance, modulo the width.
fn rotate(terms: &mut Terms, a: TermId, by: TermId, there: Op, back: Op) -> TermId {
    let width = terms.width(a);
    if width == 1 {
        return a;
    }
    // From two bits on, the width is a number that they can hold.
    let size = terms.bv_u64(u64::from(width), width);
    let by = terms.mk(Op::BvUrem, &[by, size]);
    let rest = terms.mk(Op::BvSub, &[size, by]);
    let (there, back) = (terms.mk(there, &[a, by]), terms.mk(back, &[a, rest]));
    terms.mk(Op::BvOr, &[there, back])
}

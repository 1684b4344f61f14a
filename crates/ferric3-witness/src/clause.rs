//! Clauses as people write conditions in C.
//!
//! [`Infix`] says of each comparison how it reads its words (`<u`, `<s`), which people who know the types of their
//! variables can do without: `!(state <u 3)` is `3 <= state`. Only comparisons that stand at the top of a clause, under
//! `!`, `&&` and `||`, are written so; what is inside of terms stays exact.

use ferric3_term::{Infix, Op, TermId, Terms};

/// Longer terms are cut off.
const MOST_NODES: usize = 200;

/// A clause in a syntax like C's.
pub fn clause_in_c(terms: &Terms, clause: TermId) -> String {
    match (terms.op(clause), terms.args(clause)) {
        (Op::Not, &[inner]) => negated(terms, inner),
        (Op::And, parts) => joined(terms, parts, " && "),
        (Op::Or, parts) => joined(terms, parts, " || "),
        (op, &[left, right]) => {
            let relation = relation(op);
            relation.map_or_else(
                || term(terms, clause),
                |(sign, _, reading)| compare(terms, left, sign, right, reading),
            )
        }
        _ => term(terms, clause),
    }
}

/// How a comparison reads words.
#[derive(Clone, Copy)]
enum Reading {
    Unsigned,
    Signed,
    Either,
}

/// The sign of a comparison, that of its negation, and how it reads words.
fn relation(op: &Op) -> Option<(&'static str, &'static str, Reading)> {
    Some(match op {
        Op::Eq => ("==", "!=", Reading::Either),
        Op::BvUlt => ("<", ">=", Reading::Unsigned),
        Op::BvUle => ("<=", ">", Reading::Unsigned),
        Op::BvSlt => ("<", ">=", Reading::Signed),
        Op::BvSle => ("<=", ">", Reading::Signed),
        _ => return None,
    })
}

fn negated(terms: &Terms, inner: TermId) -> String {
    match (terms.op(inner), terms.args(inner)) {
        (op, &[left, right]) if relation(op).is_some() => {
            let (_, sign, reading) = relation(op).expect("just seen");
            compare(terms, left, sign, right, reading)
        }
        (Op::Symbol(_), _) => format!("!{}", term(terms, inner)),
        _ => format!("!({})", clause_in_c(terms, inner)),
    }
}

/// A comparison, with a constant on the right.
fn compare(terms: &Terms, left: TermId, sign: &str, right: TermId, reading: Reading) -> String {
    let is_constant = |of| matches!(terms.op(of), Op::Const(_));
    let (left, sign, right) = match is_constant(left) && !is_constant(right) {
        true => (right, turned(sign), left),
        false => (left, sign, right),
    };
    let [left, right] = [left, right].map(|side| operand(terms, side, reading));
    format!("{left} {sign} {right}")
}

fn turned(sign: &str) -> &str {
    match sign {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}

fn operand(terms: &Terms, of: TermId, reading: Reading) -> String {
    match (terms.op(of), reading) {
        (Op::Const(value), Reading::Unsigned) => value.to_string(),
        (Op::Const(value), Reading::Signed) => value.to_signed_string(),
        (Op::Symbol(_) | Op::Const(_), _) => term(terms, of),
        _ => {
            let text = term(terms, of);
            match text.contains(' ') && !text.starts_with('(') {
                true => format!("({text})"),
                false => text,
            }
        }
    }
}

fn joined(terms: &Terms, parts: &[TermId], by: &str) -> String {
    let parts = parts.iter().map(|&part| {
        let text = clause_in_c(terms, part);
        match matches!(terms.op(part), Op::And | Op::Or) {
            true => format!("({text})"),
            false => text,
        }
    });
    parts.collect::<Vec<String>>().join(by)
}

fn term(terms: &Terms, term: TermId) -> String {
    Infix::new(terms, term).limit(MOST_NODES).to_string()
}

#[cfg(test)]
mod tests {
    use ferric3_term::Sort;

    use super::*;

    #[test]
    fn comparisons_are_written_as_in_c() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)).1);
        let on = terms.fresh_symbol("on", Sort::Bool).1;
        let (five, top) = (terms.bv_u64(5, 8), terms.bv_u64(250, 8));
        let below = terms.bv_slt(x, five);
        let at_least = terms.not(below);
        let (unsigned, signed) = (terms.bv_ule(top, x), terms.bv_sle(top, x));
        let (less, off) = (terms.bv_ult(x, y), terms.not(on));
        let equal = terms.eq(x, y);
        let differs = terms.not(equal);
        let sum = terms.bv_add(x, y);
        let sum = terms.bv_ult(sum, five);
        let any = terms.or(&[below, off]);
        let of = |clause| clause_in_c(&terms, clause);
        assert_eq!(of(below), "x < 5");
        // Which of the two it is the term store decides.
        let either = |text: String, all: [&str; 2]| assert!(all.contains(&text.as_str()), "{text}");
        either(of(at_least), ["x >= 5", "x > 4"]);
        either(of(unsigned), ["x >= 250", "x > 249"]);
        either(of(signed), ["x >= -6", "x > -7"]);
        assert_eq!([of(less), of(off)], ["x < y", "!on"]);
        assert_eq!([of(equal), of(differs)], ["x == y", "x != y"]);
        assert_eq!(of(sum), "(x + y) < 5");
        either(of(any), ["x < 5 || !on", "!on || x < 5"]);
    }
}

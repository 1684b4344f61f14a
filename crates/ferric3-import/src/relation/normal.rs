//! Conjuncts and disjuncts of formulas.

use ferric3_term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The conjuncts of a conjunction, each once, without `true`. Negations are pushed to where they do
/// not hide a conjunction any more, disjunctions are flat.
pub(crate) fn flatten(terms: &mut Terms, parts: &[TermId]) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<TermId> = parts.iter().rev().copied().collect();
    while let Some(part) = stack.pop() {
        let part = positive(terms, part);
        if !seen.insert(part) {
            continue;
        }
        match terms.op(part) {
            Op::And => stack.extend(terms.args(part).iter().rev()),
            Op::True => {}
            Op::Or => match disjunction(terms, part) {
                flat if flat == part => found.push(flat),
                flat => stack.push(flat),
            },
            _ => found.push(part),
        }
    }
    found
}

/// `¬(a ∨ b)` as `¬a ∧ ¬b`, `¬(a ∧ b)` as `¬a ∨ ¬b`, `¬¬a` as `a`; anything else as it is.
fn positive(terms: &mut Terms, mut part: TermId) -> TermId {
    let inner = loop {
        let (Op::Not, &[inner]) = (terms.op(part), terms.args(part)) else {
            return part;
        };
        match (terms.op(inner), terms.args(inner)) {
            (Op::Not, &[twice]) => part = twice,
            _ => break inner,
        }
    };
    let op = match terms.op(inner) {
        Op::Or => Op::And,
        Op::And => Op::Or,
        Op::True => return terms.ff(),
        Op::False => return terms.tt(),
        _ => return part,
    };
    let args = terms.args(inner).to_vec();
    let negated: Vec<TermId> = args.iter().map(|&arg| terms.mk(Op::Not, &[arg])).collect();
    terms.mk(op, &negated)
}

/// The same disjunction, with disjuncts that are none, each once.
fn disjunction(terms: &mut Terms, part: TermId) -> TermId {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![part];
    while let Some(part) = stack.pop() {
        let part = positive(terms, part);
        if !seen.insert(part) {
            continue;
        }
        match terms.op(part) {
            Op::Or => stack.extend(terms.args(part).iter().rev()),
            Op::False => {}
            Op::True => return part,
            _ => found.push(part),
        }
    }
    match found[..] {
        [] => terms.ff(),
        [only] => only,
        _ => terms.mk(Op::Or, &found),
    }
}

/// `(a ∨ b) ∧ (¬a ∨ d)` as `ite(a, d, b)`.
pub(super) fn complete_cases(terms: &mut Terms, parts: Vec<TermId>) -> Vec<TermId> {
    let mut by_literal: FxHashMap<TermId, usize> = FxHashMap::default();
    let mut found: Vec<Option<TermId>> = Vec::with_capacity(parts.len());
    for part in parts {
        let (Op::Or, &[a, b]) = (terms.op(part), terms.args(part)) else {
            found.push(Some(part));
            continue;
        };
        let mut joined = None;
        for (literal, other) in [(a, b), (b, a)] {
            let negated = terms.not(literal);
            if let Some(&position) = by_literal.get(&negated)
                && let Some(partner) = found[position]
            {
                // partner = ¬literal ∨ rest, part = literal ∨ other.
                let args = terms.args(partner);
                let rest = if args[0] == negated { args[1] } else { args[0] };
                joined = Some((position, terms.mk(Op::Ite, &[literal, rest, other])));
                break;
            }
        }
        match joined {
            Some((position, choice)) => {
                found[position] = None;
                found.push(Some(choice));
            }
            None => {
                for literal in [a, b] {
                    by_literal.insert(literal, found.len());
                }
                found.push(Some(part));
            }
        }
    }
    found.into_iter().flatten().collect()
}

//! Thresholds of widening: where a variable that grows may stop.

use std::collections::BTreeMap;

use ferric3_term::{FloatFormat, FloatOp, Op, TermId, Terms};
use rustc_hash::FxHashSet;

use super::float_set::is_modelled;
use super::interval::Reading;
use super::state::Variables;
use crate::{Cfa, Cmd};

/// A variable has at most so many.
const MAX_THRESHOLDS: usize = 12;
/// Terms compared with a constant are searched for variables as far as this.
const MAX_NODES: usize = 12;

/// By variable: the constants that conditions compare it with, and their neighbours, in both
/// readings and in increasing order.
pub(super) fn thresholds(cfa: &Cfa, terms: &Terms, variables: &Variables) -> Vec<Vec<i128>> {
    let mut found = vec![Vec::new(); variables.len()];
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack = Vec::new();
    for edge in cfa.edges.iter() {
        for cmd in cfa.commands.prefixes(edge.command) {
            let simple = match cfa.commands.get(cmd) {
                Cmd::Seq(_, second) => cfa.commands.get(*second),
                other => other,
            };
            match simple {
                Cmd::Assume(t) | Cmd::Assign(_, t) => stack.push(*t),
                _ => {}
            }
        }
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            stack.extend(terms.args(t));
            if matches!(
                terms.op(t),
                Op::Eq
                    | Op::BvUlt
                    | Op::BvUle
                    | Op::BvSlt
                    | Op::BvSle
                    | Op::Float(FloatOp::Lt(_) | FloatOp::Le(_))
            ) {
                compare(terms, variables, t, &mut found);
            }
        }
    }
    for list in &mut found {
        list.sort_unstable();
        list.dedup();
        if list.len() > MAX_THRESHOLDS {
            // Spread evenly, and keep both ends.
            let last = list.len() - 1;
            *list = (0..MAX_THRESHOLDS)
                .map(|i| list[i * last / (MAX_THRESHOLDS - 1)])
                .collect();
        }
    }
    found
}

fn compare(terms: &Terms, variables: &Variables, t: TermId, found: &mut [Vec<i128>]) {
    let &[a, b] = terms.args(t) else { return };
    let is_float = matches!(terms.op(t), Op::Float(_));
    for (constant, other) in [(a, b), (b, a)] {
        let Some(value) = terms.as_const(constant) else {
            continue;
        };
        let (Some(word), width) = (value.to_u64(), value.width()) else {
            continue;
        };
        if width > 64 {
            continue;
        }
        let mut stack = vec![other];
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > MAX_NODES {
                break;
            }
            stack.extend(terms.args(t));
            let variable = terms.as_symbol(t).and_then(|s| variables.number(s));
            if let Some(variable) = variable {
                let (word, width) = match (is_float, terms.sort(t).width()) {
                    // A number of a smaller format, which was converted.
                    (true, Some(32)) if width == 64 => (narrowed(word), 32),
                    _ => (word, width),
                };
                for reading in [Reading::Unsigned, Reading::Signed] {
                    let value = reading.of(word, width);
                    found[variable].extend([value - 1, value, value + 1]);
                }
            }
        }
    }
}

/// A binary64 as a binary32.
fn narrowed(word: u64) -> u64 {
    u64::from((f64::from_bits(word) as f32).to_bits())
}

/// The variables that are read or computed as floating-point numbers of formats that are modelled.
pub(super) fn float_variables(
    cfa: &Cfa,
    terms: &Terms,
    variables: &Variables,
) -> Vec<(usize, FloatFormat)> {
    let mut found: BTreeMap<usize, FloatFormat> = BTreeMap::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack = Vec::new();
    for edge in cfa.edges.iter() {
        for cmd in cfa.commands.prefixes(edge.command) {
            let simple = match cfa.commands.get(cmd) {
                Cmd::Seq(_, second) => cfa.commands.get(*second),
                other => other,
            };
            match simple {
                Cmd::Assume(t) => stack.push(*t),
                Cmd::Assign(symbol, t) => {
                    stack.push(*t);
                    if let Op::Float(op) = terms.op(*t)
                        && let (Some(v), Some(f)) = (variables.number(*symbol), op.result_format())
                    {
                        found.insert(v, f);
                    }
                }
                _ => {}
            }
        }
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            stack.extend(terms.args(t));
            if let Op::Float(op) = terms.op(t)
                && let Some(format) = op.argument_format()
            {
                let symbols = terms.args(t).iter().filter_map(|&arg| terms.as_symbol(arg));
                found.extend(
                    symbols
                        .filter_map(|s| variables.number(s))
                        .map(|v| (v, format)),
                );
            }
        }
    }
    found.retain(|_, format| is_modelled(*format));
    found.into_iter().collect()
}

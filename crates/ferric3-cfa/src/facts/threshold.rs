//! Thresholds of widening: where a variable that grows may stop.

use ferric3_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

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
                Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle
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
                for reading in [Reading::Unsigned, Reading::Signed] {
                    let value = reading.of(word, width);
                    found[variable].extend([value - 1, value, value + 1]);
                }
            }
        }
    }
}

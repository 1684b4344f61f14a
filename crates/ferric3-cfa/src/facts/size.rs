//! The size of an automaton, by which effort is measured.

use ferric3_term::{TermId, Terms};
use rustc_hash::FxHashSet;

use crate::{Cfa, Cmd, CmdId};

/// Commands and the terms in them: what one pass over all edges costs.
pub(super) fn size(cfa: &Cfa, terms: &Terms, commands: &[Vec<CmdId>]) -> u64 {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut stack = Vec::new();
    let mut size = 0;
    for &cmd in commands.iter().flatten() {
        size += 1;
        let simple = match cfa.commands.get(cmd) {
            Cmd::Seq(_, second) => cfa.commands.get(*second),
            other => other,
        };
        if let Cmd::Assume(term) | Cmd::Assign(_, term) = simple {
            stack.push(*term);
        }
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                size += 1;
                stack.extend(terms.args(term));
            }
        }
    }
    size
}

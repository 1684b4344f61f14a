//! The loops of an automaton, for those who choose variables by them.

use std::collections::BTreeSet;

use super::state::Variables;
use crate::large_block::CutPoints;
use crate::{Cfa, Cmd, EdgeId, LocId};

/// Loops are looked at as long as their sizes add up to so many times the automaton's size.
const MAX_NESTING: usize = 16;

/// A loop: the locations from which control comes back to the head, in reverse postorder.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) head: LocId,
    pub(super) body: Vec<LocId>,
}

impl Loop {
    /// The variables that commands of the loop change, in increasing order.
    pub(super) fn changed(
        &self,
        cfa: &Cfa,
        variables: &Variables,
        cuts: &CutPoints,
    ) -> BTreeSet<usize> {
        let body: BTreeSet<LocId> = self.body.iter().copied().collect();
        let edges = self.body.iter().flat_map(|&loc| cuts.outgoing(loc));
        let mut found = BTreeSet::new();
        for &edge in edges.filter(|&&edge| body.contains(&cfa.edges[edge].to)) {
            for cmd in cfa.commands.prefixes(cfa.edges[edge].command) {
                let simple = match cfa.commands.get(cmd) {
                    Cmd::Seq(_, second) => cfa.commands.get(*second),
                    other => other,
                };
                let symbol = match simple {
                    Cmd::Assign(symbol, _) => *symbol,
                    Cmd::Havoc(havoc) => cfa.commands.havoc_info(*havoc).var,
                    _ => continue,
                };
                found.extend(variables.number(symbol));
            }
        }
        found
    }
}

/// The loops, outer ones before inner ones, as far as that takes little time.
pub(super) fn loops(cfa: &Cfa, cuts: &CutPoints) -> Vec<Loop> {
    let mut position = vec![usize::MAX; cfa.locations.len()];
    for (i, loc) in cuts.order.iter().enumerate() {
        position[loc.index()] = i;
    }
    let incoming = cfa.incoming();
    let mut found = Vec::new();
    let mut left = MAX_NESTING * (cuts.order.len() + 100);
    for &head in cuts.order.iter().filter(|loc| cuts.is_head[loc.index()]) {
        let body = body(cfa, &incoming, &position, head);
        if body.len() > left {
            break;
        }
        left -= body.len();
        found.push(Loop { head, body });
    }
    found
}

fn body(cfa: &Cfa, incoming: &[Vec<EdgeId>], position: &[usize], head: LocId) -> Vec<LocId> {
    let mut seen = BTreeSet::from([head]);
    let mut found = vec![head];
    let first = position[head.index()];
    let known = |loc: LocId| position[loc.index()] != usize::MAX;
    let mut stack: Vec<LocId> = incoming[head.index()]
        .iter()
        .map(|&edge| cfa.edges[edge].from)
        .filter(|&from| known(from) && position[from.index()] >= first)
        .collect();
    while let Some(loc) = stack.pop() {
        if !seen.insert(loc) {
            continue;
        }
        found.push(loc);
        let before = incoming[loc.index()].iter().map(|&e| cfa.edges[e].from);
        stack.extend(before.filter(|&from| known(from) && position[from.index()] >= first));
    }
    found.sort_by_key(|loc| position[loc.index()]);
    found
}

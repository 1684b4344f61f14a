//! One decision per location: what the edges out of a location have in common comes first.
//!
//! ```text
//! l ─ s; [a]; reach ─► error              l ─ s ─► l1      l1 ─ [a]; reach ─► error
//! l ─ s; [¬a]; t; [b] ─► m          ⇒     l1 ─ [¬a]; t ─► l2
//! l ─ s; [¬a]; t; [¬b] ─► n               l2 ─ [b] ─► m    l2 ─ [¬b] ─► n
//! ```

use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

use super::straight::{sequence, steps};
use crate::{Cfa, CmdId, Edge, LocId, Location};

/// The rest of a way out of a location.
type Way = (Vec<CmdId>, LocId);

/// The automaton with one decision per location. Locations keep their numbers; new ones come
/// behind them.
pub(super) fn expand(cfa: &Cfa, terms: &mut Terms) -> Cfa {
    let mut expanded = Cfa {
        edges: IdxVec::new(),
        ..cfa.clone()
    };
    for (loc, edges) in cfa.locations.ids().zip(cfa.outgoing()) {
        if edges.len() < 2 {
            for edge in edges {
                expanded.edges.push(cfa.edges[edge]);
            }
            continue;
        }
        let ways = edges.into_iter().map(|edge| {
            let edge = cfa.edges[edge];
            (steps(&cfa.commands, edge.command), edge.to)
        });
        let mut open: Vec<(LocId, Vec<Way>)> = vec![(loc, ways.collect())];
        while let Some((from, ways)) = open.pop() {
            for (mut common, mut rest) in groups(ways) {
                let to = if let [(last, to)] = &mut rest[..] {
                    common.append(last);
                    *to
                } else {
                    let inner = expanded.locations.push(Location {
                        is_loop_head: false,
                        ..cfa.locations[loc].clone()
                    });
                    open.push((inner, rest));
                    inner
                };
                let command = sequence(&mut expanded.commands, terms, &common);
                expanded.edges.push(Edge { from, command, to });
            }
        }
    }
    expanded
}

/// The ways by their first step: what each group has in common, and what is left of its ways.
fn groups(ways: Vec<Way>) -> Vec<(Vec<CmdId>, Vec<Way>)> {
    let mut groups: Vec<Vec<Way>> = Vec::new();
    for way in ways {
        let same = |group: &&mut Vec<Way>| !way.0.is_empty() && group[0].0.first() == way.0.first();
        match groups.iter_mut().find(same) {
            Some(group) => group.push(way),
            None => groups.push(vec![way]),
        }
    }
    let split = |group: Vec<Way>| {
        let first = &group[0].0;
        let is_common = |at: usize| group.iter().all(|way| way.0.get(at) == first.get(at));
        let length = (0..first.len()).take_while(|&at| is_common(at)).count();
        let common = first[..length].to_vec();
        let rest = group
            .into_iter()
            .map(|(steps, to)| (steps[length..].to_vec(), to))
            .collect();
        (common, rest)
    };
    groups.into_iter().map(split).collect()
}

//! What lies on no way from initial to error goes: locations, edges, and edges that nobody can
//! take because a condition on them is `false`.

use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

use super::Outcome;
use super::straight::is_blocked;
use crate::large_block::reachable;
use crate::{Cfa, Edge, Image, LocId, Reduction};

pub(super) fn run(mut cfa: Cfa, terms: &Terms) -> Outcome {
    let is_open = |edge: &&Edge| !is_blocked(&cfa.commands, terms, edge.command);
    let edges: Vec<Edge> = cfa.edges.iter().filter(is_open).copied().collect();
    let mut next = vec![Vec::new(); cfa.locations.len()];
    let mut previous = vec![Vec::new(); cfa.locations.len()];
    for edge in &edges {
        next[edge.from.index()].push(edge.to);
        previous[edge.to.index()].push(edge.from);
    }
    let forward = reachable(&cfa, cfa.initial, |loc| &next[loc.index()]);
    let backward = reachable(&cfa, cfa.error, |loc| &previous[loc.index()]);
    let is_kept = |loc: LocId| {
        let on_way = forward[loc.index()] && backward[loc.index()];
        on_way || loc == cfa.initial || loc == cfa.error
    };
    let mut locations = IdxVec::new();
    let mut image = Vec::with_capacity(cfa.locations.len());
    for loc in cfa.locations.ids() {
        image.push(if is_kept(loc) {
            Image::At(locations.push(cfa.locations[loc].clone()))
        } else if forward[loc.index()] {
            Image::Irrelevant
        } else {
            Image::Unreachable
        });
    }
    let renamed = |loc: LocId| match image[loc.index()] {
        Image::At(now) => Some(now),
        _ => None,
    };
    let mut kept = IdxVec::new();
    for edge in &edges {
        let on_way = forward[edge.from.index()] && backward[edge.to.index()];
        if let (Some(from), Some(to), true) = (renamed(edge.from), renamed(edge.to), on_way) {
            kept.push(Edge { from, to, ..*edge });
        }
    }
    let changed = kept.len() < cfa.edges.len() || locations.len() < cfa.locations.len();
    let end = |loc: LocId| renamed(loc).expect("both ends stay");
    (cfa.initial, cfa.error) = (end(cfa.initial), end(cfa.error));
    cfa.locations = locations;
    cfa.edges = kept;
    Outcome {
        cfa,
        reduction: Reduction::new(image),
        changed,
    }
}

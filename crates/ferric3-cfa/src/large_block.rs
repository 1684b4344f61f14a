//! Large-block encoding: only the initial location, loop heads and the error location stay.
//!
//! Cut points are the initial location, the error location and the targets of retreating edges of
//! a depth-first search, so that every cycle has one (also where a `goto` jumps into a loop).
//! The other locations are eliminated in topological order: by then all edges into a location
//! come from cut points, the parallel ones are merged into one choice, and each way out is
//! appended to it. Prefixes are shared, so the result is linear in the size of the automaton, for
//! each cut point that a location can be reached from. Where a program has hundreds of loops one behind
//! the other, each of them optional, these are many: beyond a number of ways, locations with several
//! such cut points become cut points themselves.
//!
//! Locations that no run reaches, or from which the error location cannot be reached, disappear.

use std::collections::BTreeMap;

use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

use crate::{Cfa, CmdId, EdgeId, Image, LocId, Reduction};

/// An automaton with large blocks, and what became of the locations.
#[derive(Clone, Debug)]
pub struct LargeBlocks {
    /// The automaton.
    pub cfa: Cfa,
    /// The way back.
    pub reduction: Reduction,
}

/// How large blocks are. Initial, error and loop heads are locations in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockSize {
    /// From loop head to loop head.
    #[default]
    Loops,
    /// Locations with several ways in stay as well, so that edges have few choices.
    Joins,
    /// All locations stay, and edges between the same two are one.
    Single,
}

/// So many ways from cut points to locations may there be in all,
const MOST_WAYS: usize = 1 << 22;

/// and more than so many into one location no longer after that.
const FEW: usize = 2;

/// The automaton with large blocks. Runs from `initial` to `error` are the same. Locations that
/// are marked as loop heads stay, also if they no longer are any.
pub fn large_blocks(cfa: Cfa, terms: &Terms) -> LargeBlocks {
    blocks(cfa, terms, BlockSize::default())
}

/// The automaton with blocks of the given size, see [`large_blocks`].
pub fn blocks(cfa: Cfa, terms: &Terms, size: BlockSize) -> LargeBlocks {
    blocks_within(cfa, terms, size, MOST_WAYS)
}

fn blocks_within(cfa: Cfa, terms: &Terms, size: BlockSize, most_ways: usize) -> LargeBlocks {
    let points = CutPoints::of(&cfa);
    let (relevant, outgoing) = (&points.relevant, &points.relevant.outgoing);
    let mut ways_in = vec![0usize; cfa.locations.len()];
    for &edge in outgoing.iter().flatten() {
        ways_in[cfa.edges[edge].to.index()] += 1;
    }
    let is_head = |loc: LocId| points.is_head[loc.index()];
    let is_cut = |loc: LocId| {
        let more = match size {
            BlockSize::Loops => false,
            BlockSize::Joins => ways_in[loc.index()] > 1,
            BlockSize::Single => ways_in[loc.index()] > 0,
        };
        loc == cfa.initial || loc == cfa.error || is_head(loc) || more
    };

    // into[l][c]: the ways from cut point c to l that pass no other cut point.
    let mut into: Vec<BTreeMap<LocId, Vec<CmdId>>> = vec![BTreeMap::new(); cfa.locations.len()];
    let mut commands = cfa.commands;
    let mut cuts: Vec<LocId> = cfa.locations.ids().filter(|&loc| is_cut(loc)).collect();
    let mut ways_made = 0;
    for &cut in &cuts {
        for &edge in &outgoing[cut.index()] {
            let edge = cfa.edges[edge];
            into[edge.to.index()]
                .entry(cut)
                .or_default()
                .push(edge.command);
        }
    }
    for &loc in points.order.iter().filter(|&&loc| !is_cut(loc)) {
        let more = into[loc.index()].len() * outgoing[loc.index()].len();
        if ways_made + more > most_ways && into[loc.index()].len() > FEW {
            cuts.push(loc);
            for &edge in &outgoing[loc.index()] {
                let edge = cfa.edges[edge];
                let ways = into[edge.to.index()].entry(loc).or_default();
                ways.push(edge.command);
            }
            continue;
        }
        ways_made += more;
        for (cut, ways) in std::mem::take(&mut into[loc.index()]) {
            let prefix = commands.choice(ways, cfa.deterministic);
            for &edge in &outgoing[loc.index()] {
                let edge = cfa.edges[edge];
                let way = commands.seq(terms, prefix, edge.command);
                into[edge.to.index()].entry(cut).or_default().push(way);
            }
        }
    }

    cuts.sort_unstable();
    let mut locations = IdxVec::new();
    let mut renamed = BTreeMap::new();
    for &cut in &cuts {
        let mut location = cfa.locations[cut].clone();
        location.is_loop_head = is_head(cut);
        renamed.insert(cut, locations.push(location));
    }
    let image = cfa.locations.ids().map(|loc| match renamed.get(&loc) {
        Some(&cut) => Image::At(cut),
        None if !relevant.forward[loc.index()] => Image::Unreachable,
        None if !relevant.backward[loc.index()] => Image::Irrelevant,
        None => Image::Inside,
    });
    let reduction = Reduction::new(image.collect());
    let mut large = Cfa {
        locations,
        edges: IdxVec::new(),
        initial: renamed[&cfa.initial],
        error: renamed[&cfa.error],
        state: cfa.state,
        targets: cfa.targets,
        commands: crate::Commands::new(),
        deterministic: cfa.deterministic,
    };
    for &to in &cuts {
        for (from, ways) in std::mem::take(&mut into[to.index()]) {
            let command = commands.choice(ways, cfa.deterministic);
            large.add_edge(renamed[&from], command, renamed[&to]);
        }
    }
    large.commands = commands;
    LargeBlocks {
        cfa: large,
        reduction,
    }
}

/// Where large blocks begin and end.
///
/// Marked loop heads come first, and others only on cycles that have no marked one. A pass may have
/// merged a location of a cycle with one in front of it, and a search from the initial location
/// would find that one first: it may lie inside of an edge of the automaton before the passes,
/// where a run of that automaton does not stop.
#[derive(Debug)]
pub(crate) struct CutPoints {
    relevant: Relevant,
    /// Locations on a way from initial to error; every edge that does not lead to a head goes from
    /// left to right.
    pub(crate) order: Vec<LocId>,
    /// By location: does it stay, without being initial or error?
    pub(crate) is_head: Vec<bool>,
}

impl CutPoints {
    pub(crate) fn of(cfa: &Cfa) -> CutPoints {
        let relevant = Relevant::of(cfa);
        let is_marked = |loc: LocId| cfa.locations[loc].is_loop_head && relevant.is_relevant(loc);
        let found = DepthFirst::between(cfa, &relevant.outgoing, is_marked);
        let mut is_head = found.is_loop_head;
        for loc in cfa.locations.ids() {
            is_head[loc.index()] |= is_marked(loc);
        }
        CutPoints {
            relevant,
            order: found.topological,
            is_head,
        }
    }

    /// The outgoing edges of each location that lie on a way from initial to error.
    pub(crate) fn outgoing(&self, loc: LocId) -> &[EdgeId] {
        &self.relevant.outgoing[loc.index()]
    }
}

/// Mark the loop heads: the targets of retreating edges on a way from initial to error. Every cycle
/// on such a way has one.
pub fn mark_loop_heads(cfa: &mut Cfa) {
    let relevant = Relevant::of(cfa);
    let order = DepthFirst::run(cfa, &relevant.outgoing);
    for loc in cfa.locations.ids() {
        cfa.locations[loc].is_loop_head |= order.is_loop_head[loc.index()];
    }
}

/// What lies on a way from initial to error.
#[derive(Debug)]
struct Relevant {
    /// Locations with a way from initial.
    forward: Vec<bool>,
    /// Locations with a way to error.
    backward: Vec<bool>,
    /// The outgoing edges of each location that lie on a way from initial to error.
    outgoing: Vec<Vec<EdgeId>>,
}

impl Relevant {
    fn is_relevant(&self, loc: LocId) -> bool {
        self.forward[loc.index()] && self.backward[loc.index()]
    }

    fn of(cfa: &Cfa) -> Relevant {
        let mut outgoing = cfa.outgoing();
        let mut next = vec![Vec::new(); cfa.locations.len()];
        let mut previous = vec![Vec::new(); cfa.locations.len()];
        for edge in cfa.edges.iter() {
            next[edge.from.index()].push(edge.to);
            previous[edge.to.index()].push(edge.from);
        }
        let forward = reachable(cfa, cfa.initial, |loc| &next[loc.index()]);
        let backward = reachable(cfa, cfa.error, |loc| &previous[loc.index()]);
        for edges in &mut outgoing {
            edges.retain(|&e| {
                let edge = cfa.edges[e];
                forward[edge.from.index()] && backward[edge.to.index()]
            });
        }
        Relevant {
            forward,
            backward,
            outgoing,
        }
    }
}

/// The locations that `next` leads to.
pub(crate) fn reachable<'a>(
    cfa: &Cfa,
    start: LocId,
    next: impl Fn(LocId) -> &'a [LocId],
) -> Vec<bool> {
    let mut seen = vec![false; cfa.locations.len()];
    let mut stack = vec![start];
    while let Some(loc) = stack.pop() {
        if !std::mem::replace(&mut seen[loc.index()], true) {
            stack.extend(next(loc));
        }
    }
    seen
}

/// What a depth-first search from the initial location finds.
pub(crate) struct DepthFirst {
    /// Reached locations; every edge that is not retreating goes from left to right.
    pub(crate) topological: Vec<LocId>,
    /// Targets of retreating edges.
    pub(crate) is_loop_head: Vec<bool>,
}

impl DepthFirst {
    pub(crate) fn run(cfa: &Cfa, outgoing: &[Vec<EdgeId>]) -> DepthFirst {
        DepthFirst::search(cfa, outgoing, [cfa.initial], |_| false)
    }

    /// The same without the edges into locations that are cut points already: these are where
    /// searches begin, too.
    fn between(cfa: &Cfa, outgoing: &[Vec<EdgeId>], is_cut: impl Fn(LocId) -> bool) -> DepthFirst {
        let all = DepthFirst::run(cfa, outgoing);
        if cfa
            .locations
            .ids()
            .all(|loc| is_cut(loc) || !all.is_loop_head[loc.index()])
        {
            // All cycles are cut where a search comes to them first, as if nothing was known.
            return all;
        }
        // The last search comes first in the order.
        let cuts = all.topological.into_iter().rev();
        let cuts = cuts.filter(|&loc| is_cut(loc));
        let starts: Vec<LocId> = cuts.chain([cfa.initial]).collect();
        DepthFirst::search(cfa, outgoing, starts, is_cut)
    }

    /// Searches from several locations, one after the other, that do not enter locations of `is_cut`.
    fn search(
        cfa: &Cfa,
        outgoing: &[Vec<EdgeId>],
        starts: impl IntoIterator<Item = LocId>,
        is_cut: impl Fn(LocId) -> bool,
    ) -> DepthFirst {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; cfa.locations.len()];
        let mut is_loop_head = vec![false; cfa.locations.len()];
        let mut postorder = Vec::new();
        let mut stack = Vec::new();
        for start in starts {
            if marks[start.index()] == Mark::New {
                marks[start.index()] = Mark::Open;
                stack.push((start, 0));
            }
            while let Some((loc, position)) = stack.pop() {
                let Some(&edge) = outgoing[loc.index()].get(position) else {
                    marks[loc.index()] = Mark::Done;
                    postorder.push(loc);
                    continue;
                };
                stack.push((loc, position + 1));
                let to = cfa.edges[edge].to;
                match marks[to.index()] {
                    _ if is_cut(to) => {}
                    Mark::New => {
                        marks[to.index()] = Mark::Open;
                        stack.push((to, 0));
                    }
                    Mark::Open => is_loop_head[to.index()] = true,
                    Mark::Done => {}
                }
            }
        }
        postorder.reverse();
        DepthFirst {
            topological: postorder,
            is_loop_head,
        }
    }
}

#[cfg(test)]
mod tests {
    use ferric3_term::Terms;

    use super::*;

    /// `initial -> a -> head -> a`, and from `head` to the error location: a search from the initial
    /// location comes to `a` first.
    fn entered_behind_its_head(marked: bool) -> (Cfa, Terms) {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let a = cfa.add_location("a", None);
        let head = cfa.add_location("head", None);
        cfa.locations[head].is_loop_head = marked;
        let skip = cfa.commands.skip(&mut terms);
        for (from, to) in [(cfa.initial, a), (a, head), (head, a), (head, cfa.error)] {
            cfa.add_edge(from, skip, to);
        }
        (cfa, terms)
    }

    /// The locations between both ends.
    fn labels(cfa: &Cfa) -> Vec<&str> {
        let inner = cfa.locations.iter_enumerated();
        let inner = inner.filter(|&(loc, _)| loc != cfa.initial && loc != cfa.error);
        inner.map(|(_, location)| location.label.as_str()).collect()
    }

    #[test]
    fn marked_loop_heads_are_enough() {
        let (cfa, terms) = entered_behind_its_head(true);
        assert_eq!(labels(&large_blocks(cfa, &terms).cfa), ["head"]);
    }

    /// `n` loops one behind the other, each of them optional, with a way to the error location behind
    /// each.
    fn optional_loops(n: usize) -> (Cfa, Terms) {
        let mut terms = Terms::new();
        let mut cfa = Cfa::new();
        let skip = cfa.commands.skip(&mut terms);
        let mut at = cfa.initial;
        for i in 0..n {
            let head = cfa.add_location(format!("head {i}"), None);
            let next = cfa.add_location(format!("behind {i}"), None);
            for (from, to) in [(at, head), (head, head), (head, next), (at, next)] {
                let (_, symbol) = terms.fresh_symbol("c", ferric3_term::Sort::Bool);
                let assume = cfa.commands.assume(symbol);
                cfa.add_edge(from, assume, to);
            }
            cfa.add_edge(next, skip, cfa.error);
            at = next;
        }
        (cfa, terms)
    }

    #[test]
    fn many_optional_loops_do_not_make_ways_from_each_to_each() {
        let sizes = |n: usize, most_ways: usize| {
            let (cfa, terms) = optional_loops(n);
            let large = blocks_within(cfa, &terms, BlockSize::Loops, most_ways).cfa;
            (large.locations.len(), large.edges.len())
        };
        // From each head to each one behind it, and to the error location.
        assert_eq!(sizes(40, MOST_WAYS), (42, 40 + 41 * 40 / 2 + 41));
        let (locations, edges) = sizes(400, 1000);
        assert!(locations < 2 * 400 + 2, "{locations}");
        assert!(edges < 8 * 400 + 1000, "{edges}");
    }

    #[test]
    fn every_cycle_has_a_head() {
        let (cfa, terms) = entered_behind_its_head(false);
        assert_eq!(labels(&large_blocks(cfa, &terms).cfa), ["a"]);
    }
}

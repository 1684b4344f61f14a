//! Slicing: branches and loops that do not decide whether a run gets to the error location
//! (Weiser: Program Slicing, 1981; control dependence by Ferrante, Ottenstein and Warren, 1987).
//!
//! A location *matters* if it changes a variable that matters, if it can stop the run, if an
//! edge leads from it to the error location, or if it decides about a location that matters:
//! whether that is passed, or how often. Variables matter that a location that matters reads, or
//! that the value of a variable that matters reads. What does not matter and decides between
//! several ways is replaced by an edge to where all these ways meet again.
//!
//! A loop that is removed in this way may run for ever. Then the run of the reduced automaton does
//! not exist before, see [`Reduction`]; proofs are not concerned.

use std::collections::BTreeSet;

use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

use super::expand::expand;
use super::live::before;
use super::postdominators::Postdominators;
use super::straight::{Variables, steps};
use super::{Outcome, unreachable};
use crate::bit_set::BitSet;
use crate::large_block::DepthFirst;
use crate::{Cfa, Cmd, CmdId, Edge, EdgeId, Image, LocId, Reduction, Stop, Stopped};

/// After that many rounds the automaton stays as it is.
const MAX_ROUNDS: usize = 60;

/// Edges may be looked at so many times, on average, if there are few variables; if there are many,
/// less often. Programs that need more are not worth it.
const MAX_LOOKS: usize = 64;

/// Visits of locations that are removed, per location.
const MAX_VISITS: usize = 8;

pub(super) fn run(cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    let pruned = unreachable::run(cfa, terms);
    if pruned.cfa.edges.is_empty() {
        return Ok(pruned);
    }
    let expanded = expand(&pruned.cfa, terms);
    let sliced = Slicer::new(expanded, terms, stop)?.slice();
    Ok(match sliced {
        Some((cfa, reduction)) => Outcome {
            cfa,
            reduction: pruned.reduction.then(&reduction),
            changed: true,
        },
        None => pruned,
    })
}

struct Slicer<'a> {
    cfa: Cfa,
    terms: &'a mut Terms,
    vars: Variables,
    outgoing: Vec<Vec<EdgeId>>,
    incoming: Vec<Vec<EdgeId>>,
    tree: Postdominators,
    /// Does it decide between ways of which one is always open?
    is_choice: Vec<bool>,
    /// Does it matter?
    matters: Vec<bool>,
    /// Variables that matter.
    live: Vec<BitSet>,
    /// Locations, successors first, and the places of locations in there.
    order: Vec<LocId>,
    place: Vec<usize>,
    /// Places whose variables must be looked at again.
    open: BTreeSet<usize>,
    /// Does it matter, or change a variable that does? As far as it was looked at.
    changes: Vec<bool>,
    /// Where that must be looked at again.
    stale: Vec<LocId>,
    is_stale: Vec<bool>,
    /// Edges that may still be looked at.
    looks: usize,
    stop: Stop<'a>,
}

impl<'a> Slicer<'a> {
    fn new(cfa: Cfa, terms: &'a mut Terms, stop: Stop<'a>) -> Result<Slicer<'a>, Stopped> {
        let (outgoing, incoming) = (cfa.outgoing(), cfa.incoming());
        let tree = Postdominators::of(&cfa, &outgoing, &incoming, stop)?;
        let vars = Variables::of(&cfa);
        let count = cfa.locations.len();
        let mut order = DepthFirst::run(&cfa, &outgoing).topological;
        order.reverse();
        let mut place = vec![0; count];
        for (position, loc) in order.iter().enumerate() {
            place[loc.index()] = position;
        }
        Ok(Slicer {
            live: vec![BitSet::new(vars.len()); count],
            is_choice: vec![false; count],
            matters: vec![false; count],
            open: BTreeSet::new(),
            order,
            place,
            changes: vec![false; count],
            stale: cfa.locations.ids().collect(),
            is_stale: vec![true; count],
            looks: MAX_LOOKS * cfa.edges.len() / (1 + vars.len() / 512),
            cfa,
            terms,
            vars,
            outgoing,
            incoming,
            tree,
            stop,
        })
    }

    /// The automaton without what does not matter; none if everything does.
    fn slice(mut self) -> Option<(Cfa, Reduction)> {
        for loc in self.cfa.locations.ids() {
            let edges = self.outgoing[loc.index()].clone();
            let to_error = edges
                .iter()
                .any(|&e| self.cfa.edges[e].to == self.cfa.error);
            self.is_choice[loc.index()] = self.is_total_choice(&edges);
            let stops = !self.is_choice[loc.index()] && self.has_condition(&edges);
            if to_error || stops || (edges.len() > 1 && !self.is_choice[loc.index()]) {
                self.add(loc);
            }
        }
        for _ in 0..MAX_ROUNDS {
            self.propagate()?;
            let more = self.more();
            if !more.is_empty() {
                for loc in more {
                    self.add(loc);
                }
                continue;
            }
            match self.images()? {
                Ok(image) => return Some(self.rebuild(&image)),
                Err(conflicts) => {
                    for loc in conflicts {
                        self.add(loc);
                    }
                }
            }
        }
        None
    }

    /// Two ways, one with a condition and one with its negation, and no further conditions?
    fn is_total_choice(&mut self, edges: &[EdgeId]) -> bool {
        let &[a, b] = edges else {
            return false;
        };
        let [a, b] = [a, b].map(|edge| self.steps(edge));
        let (Cmd::Assume(yes), Cmd::Assume(no)) =
            (self.cfa.commands.get(a[0]), self.cfa.commands.get(b[0]))
        else {
            return false;
        };
        let (yes, no) = (*yes, *no);
        let is_free = |steps: &[CmdId]| !steps.iter().any(|&step| self.is_condition(step));
        is_free(&a[1..]) && is_free(&b[1..]) && self.terms.not(yes) == no
    }

    fn has_condition(&self, edges: &[EdgeId]) -> bool {
        edges.iter().any(|&edge| {
            let steps = self.steps(edge);
            steps.iter().any(|&step| self.is_condition(step))
        })
    }

    fn is_condition(&self, step: CmdId) -> bool {
        let commands = &self.cfa.commands;
        matches!(commands.get(step), Cmd::Assume(_)) && !commands.is_skip(self.terms, step)
    }

    fn steps(&self, edge: EdgeId) -> Vec<CmdId> {
        steps(&self.cfa.commands, self.cfa.edges[edge].command)
    }

    /// A location matters.
    fn add(&mut self, loc: LocId) {
        self.matters[loc.index()] = true;
        self.changes[loc.index()] = true;
        self.visit(loc);
    }

    fn visit(&mut self, loc: LocId) {
        self.open.insert(self.place[loc.index()]);
    }

    /// Finds the variables that matter, given the locations that do. None if it takes too long, or if
    /// it should stop.
    fn propagate(&mut self) -> Option<()> {
        while let Some(place) = self.open.pop_first() {
            self.stop.ask().ok()?;
            let loc = self.order[place];
            self.looks = self.looks.checked_sub(self.outgoing[loc.index()].len())?;
            let mut all = BitSet::new(self.vars.len());
            for edge in self.outgoing[loc.index()].clone() {
                let mut live = self.live[self.cfa.edges[edge].to.index()].clone();
                for step in self.steps(edge).into_iter().rev() {
                    if self.matters[loc.index()] || !self.is_condition(step) {
                        before(&self.cfa, self.terms, &mut self.vars, step, &mut live);
                    }
                }
                all.union(&live);
            }
            if self.live[loc.index()].union(&all) {
                for edge in self.incoming[loc.index()].clone() {
                    let from = self.cfa.edges[edge].from;
                    self.visit(from);
                    if !std::mem::replace(&mut self.is_stale[from.index()], true) {
                        self.stale.push(from);
                    }
                }
            }
        }
        Some(())
    }

    /// The locations that matter as well, given the variables and locations that do.
    fn more(&mut self) -> Vec<LocId> {
        for loc in std::mem::take(&mut self.stale) {
            self.is_stale[loc.index()] = false;
            if !self.changes[loc.index()] {
                let edges = self.outgoing[loc.index()].clone();
                self.changes[loc.index()] = edges.into_iter().any(|e| self.changes_live(e));
            }
        }
        let changes = &self.changes;
        let nearest = self.tree.nearest_marked(|loc| changes[loc.index()]);
        let decides = |loc: LocId| {
            let meet = self.tree.depth(self.tree.parent(loc));
            self.outgoing[loc.index()].iter().any(|&edge| {
                let to = self.cfa.edges[edge].to;
                nearest[to.index()].is_some_and(|depth| depth > meet)
            })
        };
        // Only choices can be left out, so nothing is gained by adding others.
        let is_new = |loc: &LocId| {
            self.is_choice[loc.index()]
                && !self.matters[loc.index()]
                && (changes[loc.index()] || decides(*loc))
        };
        self.cfa.locations.ids().filter(is_new).collect()
    }

    /// Does an edge change a variable that matters?
    fn changes_live(&mut self, edge: EdgeId) -> bool {
        let mut live = self.live[self.cfa.edges[edge].to.index()].clone();
        for step in self.steps(edge).into_iter().rev() {
            let var = match self.cfa.commands.get(step) {
                Cmd::Assign(var, _) => Some(*var),
                Cmd::Havoc(havoc) => Some(self.cfa.commands.havoc_info(*havoc).var),
                _ => None,
            };
            let number = var.and_then(|var| self.vars.number(var));
            if number.is_some_and(|number| live.has(number)) {
                return true;
            }
            if !self.is_condition(step) {
                before(&self.cfa, self.terms, &mut self.vars, step, &mut live);
            }
        }
        false
    }

    fn is_removed(&self, loc: LocId) -> bool {
        self.is_choice[loc.index()] && !self.matters[loc.index()]
    }

    /// What becomes of the locations: `Ok(image)` by location, none for what lies inside of an
    /// edge. A loop head that lies between a removed choice and where its ways meet again has the
    /// image of the choice, if that lies there as well, else of where they meet. `Err` has
    /// choices that cannot be removed because of such a loop head; none if nothing is removed or
    /// it takes too long.
    fn images(&self) -> Option<Result<Vec<Option<LocId>>, Vec<LocId>>> {
        let count = self.cfa.locations.len();
        let mut image: Vec<Option<LocId>> = vec![None; count];
        let mut stack = vec![self.cfa.initial];
        let mut removed = Vec::new();
        while let Some(loc) = stack.pop() {
            if image[loc.index()].replace(loc).is_some() {
                continue;
            }
            if self.is_removed(loc) {
                removed.push(loc);
                stack.push(self.tree.parent(loc));
            } else {
                let edges = self.outgoing[loc.index()].iter();
                stack.extend(edges.map(|&edge| self.cfa.edges[edge].to));
            }
        }
        if removed.is_empty() {
            return None;
        }
        let mut conflicts = Vec::new();
        let mut seen = vec![usize::MAX; count];
        let mut visits = 0;
        for (mark, &choice) in removed.iter().enumerate() {
            let meet = self.tree.parent(choice);
            let mut inside = Vec::new();
            let mut stack = vec![choice];
            let mut comes_back = false;
            while let Some(loc) = stack.pop() {
                for &edge in &self.outgoing[loc.index()] {
                    let to = self.cfa.edges[edge].to;
                    comes_back |= to == choice;
                    let is_new = to != meet && to != choice && seen[to.index()] != mark;
                    if is_new {
                        visits += 1;
                        seen[to.index()] = mark;
                        inside.push(to);
                        stack.push(to);
                    }
                }
            }
            if visits > MAX_VISITS * count {
                return None;
            }
            let stands_for = if comes_back { choice } else { meet };
            for loc in inside {
                if !self.cfa.locations[loc].is_loop_head {
                    continue;
                }
                match image[loc.index()] {
                    None => image[loc.index()] = Some(stands_for),
                    Some(other) if other != stands_for => conflicts.push(choice),
                    Some(_) => {}
                }
            }
        }
        Some(if conflicts.is_empty() {
            Ok(image)
        } else {
            conflicts.sort_unstable();
            conflicts.dedup();
            Err(conflicts)
        })
    }

    fn rebuild(mut self, image: &[Option<LocId>]) -> (Cfa, Reduction) {
        let mut locations = IdxVec::new();
        let mut renamed: Vec<Option<LocId>> = vec![None; image.len()];
        for (loc, location) in self.cfa.locations.iter_enumerated() {
            if image[loc.index()] == Some(loc) {
                renamed[loc.index()] = Some(locations.push(location.clone()));
            }
        }
        for (loc, location) in self.cfa.locations.iter_enumerated() {
            if let Some(now) = image[loc.index()]
                && location.is_loop_head
            {
                let now = renamed[now.index()].expect("it stays");
                locations[now].is_loop_head = true;
            }
        }
        let now = |loc: LocId| image[loc.index()].and_then(|loc| renamed[loc.index()]);
        let reduction = self
            .cfa
            .locations
            .ids()
            .map(|loc| now(loc).map_or(Image::Inside, Image::At));
        let reduction = Reduction::new(reduction.collect());
        let skip = self.cfa.commands.skip(self.terms);
        let mut edges = IdxVec::new();
        for loc in self.cfa.locations.ids() {
            let Some(from) = renamed[loc.index()] else {
                continue;
            };
            if self.is_removed(loc) {
                let meet = self.tree.parent(loc);
                let to = renamed[meet.index()].expect("it stays");
                let command = skip;
                edges.push(Edge { from, command, to });
                continue;
            }
            for &edge in &self.outgoing[loc.index()] {
                let edge = self.cfa.edges[edge];
                let to = renamed[edge.to.index()].expect("it stays");
                let command = edge.command;
                edges.push(Edge { from, command, to });
            }
        }
        let end = |loc: LocId| renamed[loc.index()].expect("both ends stay");
        (self.cfa.initial, self.cfa.error) = (end(self.cfa.initial), end(self.cfa.error));
        self.cfa.locations = locations;
        self.cfa.edges = edges;
        (self.cfa, reduction)
    }
}

//! What an explicit-state search knows beside whether the error location can be reached.

use std::collections::BTreeSet;

use ferric3_cfa::{Cfa, Cmd, CmdId, LocId, TargetKind};
use ferric3_term::{Sort, Terms};

use super::{RandomCfa, Rng};

/// A location, and the values of the variables there.
pub(crate) type Point = (LocId, Vec<u64>);

impl RandomCfa {
    /// An automaton from elsewhere, all of whose variables have the same few bits.
    pub(crate) fn of(terms: Terms, cfa: Cfa) -> RandomCfa {
        let vars: Vec<_> = cfa.state.iter().map(|var| (var.symbol, var.term)).collect();
        let mut width = 1;
        for &(symbol, _) in &vars {
            match terms.symbol(symbol).sort {
                Sort::BitVec(bits) => width = bits,
                sort => panic!("no search over {sort:?}"),
            }
        }
        RandomCfa {
            terms,
            cfa,
            vars,
            width,
            rng: Rng::new(0),
        }
    }

    /// A later form of the automaton, over the same variables. It may have fewer of them.
    pub(crate) fn later(&self, terms: Terms, cfa: Cfa) -> RandomCfa {
        RandomCfa {
            terms,
            cfa,
            vars: self.vars.clone(),
            width: self.width,
            rng: Rng::new(0),
        }
    }

    /// The least number of edges of a run to the error location.
    pub(crate) fn shortest_error(&self) -> Option<usize> {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut layer = self.starts();
        let mut edges = 0;
        while !layer.is_empty() {
            if layer.iter().any(|(loc, _)| *loc == self.cfa.error) {
                return Some(edges);
            }
            let after = layer.iter().flat_map(|point| self.after(point));
            let next: BTreeSet<Point> = after.collect();
            seen.extend(layer);
            layer = next.difference(&seen).cloned().collect();
            edges += 1;
        }
        None
    }

    /// Where runs get to.
    pub(crate) fn reached(&self) -> BTreeSet<Point> {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut open: Vec<Point> = self.starts().into_iter().collect();
        while let Some(point) = open.pop() {
            if !seen.contains(&point) {
                open.extend(self.after(&point));
                seen.insert(point);
            }
        }
        seen
    }

    /// Is there a path from here to the error location?
    pub(crate) fn leads_to_error(&self, start: Point) -> bool {
        let mut seen: BTreeSet<Point> = BTreeSet::new();
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            if point.0 == self.cfa.error {
                return true;
            }
            if !seen.contains(&point) {
                open.extend(self.after(&point));
                seen.insert(point);
            }
        }
        false
    }

    /// What runs get to in the error location. For small blocks: an edge has one target.
    pub(crate) fn reached_targets(&self) -> BTreeSet<TargetKind> {
        let mut kinds = BTreeSet::new();
        for (loc, state) in self.reached() {
            for edge in self.cfa.edges.iter().filter(|edge| edge.from == loc) {
                if edge.to == self.cfa.error && !self.successors(edge.command, &state).is_empty() {
                    kinds.insert(self.target(edge.command));
                }
            }
        }
        kinds
    }

    fn target(&self, cmd: CmdId) -> TargetKind {
        match self.cfa.commands.get(cmd) {
            Cmd::Seq(_, last) => self.target(*last),
            Cmd::Reach(target) => self.cfa.targets[*target].kind,
            other => panic!("{other:?} reaches no target"),
        }
    }

    fn starts(&self) -> BTreeSet<Point> {
        let states = self.all_states().into_iter();
        states.map(|state| (self.cfa.initial, state)).collect()
    }

    fn after(&self, (loc, state): &Point) -> Vec<Point> {
        let mut after = Vec::new();
        for edge in self.cfa.edges.iter().filter(|edge| edge.from == *loc) {
            let states = self.successors(edge.command, state).into_iter();
            after.extend(states.map(|state| (edge.to, state)));
        }
        after
    }
}

//! Large blocks taken apart: every decision inside of an edge becomes a location again.
//!
//! ```text
//! l ─ p; ([b]; s [] [¬b]; t); u ─► m     ⇒     l ─ p ─► 1 ─► 2     2 ─ [b]; s ─► 3     3 ─ u ─► m
//!                                                                  2 ─ [¬b]; t ─► 3
//! ```
//!
//! On the edge into the location of a decision there is room for an input that decides instead.
//!
//! Passes work on such automata, and what is hidden is hidden at one place of them. Prefixes of
//! commands are shared, so the result is linear in the size of the commands.

use std::collections::{BTreeMap, VecDeque};

use ferric3_cfa::{Cfa, Cmd, CmdId, EdgeId, LocId};
use ferric3_ivl::IdxVec;
use ferric3_term::{TermId, Terms};

use super::details::Detail;
use crate::Task;

/// The automaton of a task with small blocks. The locations of the task have the same numbers, and
/// are marked as loop heads; others come behind them.
pub(super) struct SmallBlocks {
    pub(super) cfa: Cfa,
    /// By edge: its simple commands, in order.
    pub(super) steps: Vec<Vec<CmdId>>,
    /// By edge: the edge of the task that ends with it, if one does.
    pub(super) ends: Vec<Option<EdgeId>>,
    /// By edge and step: what can be hidden there.
    pub(super) details: Vec<Vec<Option<Detail>>>,
    /// By location: what decides there, if there are two ways, one with a condition and one with its
    /// negation. Such a location has one way in.
    pub(super) decides: Vec<Option<Detail>>,
    /// By location: the edges that leave it.
    pub(super) outgoing: Vec<Vec<EdgeId>>,
    /// By location: the least number of edges from it to the error location.
    pub(super) distance: Vec<usize>,
    /// How many locations the task has.
    pub(super) heads: usize,
}

impl SmallBlocks {
    /// Take the edges of a task apart. Requires that its automaton is deterministic.
    pub(super) fn of(task: &Task, terms: &mut Terms) -> SmallBlocks {
        debug_assert!(task.cfa.deterministic);
        let mut cfa = Cfa {
            edges: IdxVec::new(),
            ..task.cfa.clone()
        };
        for loc in task.cfa.locations.ids() {
            let is_end = loc == cfa.initial || loc == cfa.error;
            cfa.locations[loc].is_loop_head = !is_end;
        }
        let mut taken_apart = TakenApart {
            task,
            terms,
            cfa,
            steps: Vec::new(),
            ends: Vec::new(),
        };
        for loc in task.cfa.locations.ids() {
            taken_apart.ways_out(loc);
        }
        let decides = taken_apart.decisions();
        let TakenApart {
            cfa, steps, ends, ..
        } = taken_apart;
        let mut blocks = SmallBlocks {
            details: Vec::new(),
            decides,
            distance: distances(&cfa),
            heads: task.cfa.locations.len(),
            outgoing: cfa.outgoing(),
            cfa,
            steps,
            ends,
        };
        for edge in blocks.cfa.edges.ids() {
            let positions = 0..blocks.steps[edge.index()].len();
            let details = positions.map(|position| blocks.detail(terms, edge, position));
            let details = details.collect();
            blocks.details.push(details);
        }
        blocks
    }

    /// What can be hidden at a step. A condition can where hiding it leaves one way open whatever
    /// the inputs: if it decides between two ways, or only whether the run goes on.
    fn detail(&self, terms: &mut Terms, edge: EdgeId, position: usize) -> Option<Detail> {
        let step = self.steps[edge.index()][position];
        match self.cfa.commands.get(step) {
            Cmd::Assign(..) => Some(Detail::Value(step)),
            Cmd::Assume(condition) if terms.as_bool(*condition).is_none() => {
                let from = self.cfa.edges[edge].from;
                let decides = self.decides[from.index()];
                match position {
                    0 if decides.is_some() => decides,
                    _ if decides.is_some() || self.outgoing[from.index()].len() == 1 => {
                        Some(Detail::Condition(atom(terms, *condition)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

struct TakenApart<'a> {
    task: &'a Task,
    terms: &'a mut Terms,
    cfa: Cfa,
    steps: Vec<Vec<CmdId>>,
    ends: Vec<Option<EdgeId>>,
}

/// Where the execution of a prefix ends: at a location, or so many commands behind it.
type Place = (LocId, Vec<CmdId>);

impl TakenApart<'_> {
    /// The edges out of one location of the task, prefix by prefix.
    fn ways_out(&mut self, from: LocId) {
        let task = self.task;
        let commands = &task.cfa.commands;
        // By prefix, children first: the number of ways on from there.
        let mut ways_on: BTreeMap<CmdId, usize> = BTreeMap::new();
        for &edge in task.outgoing(from) {
            let mut open = vec![task.form(edge).edge.command];
            while let Some(cmd) = open.pop() {
                let ways = ways_on.entry(cmd).or_default();
                *ways += 1;
                if *ways > 1 {
                    continue; // What is before it was counted.
                }
                match commands.get(cmd) {
                    Cmd::Seq(first, _) => open.push(*first),
                    Cmd::Choice { alternatives, .. } => open.extend(alternatives),
                    _ => {}
                }
            }
        }
        let mut places: BTreeMap<CmdId, Place> = BTreeMap::new();
        for (&cmd, &ways) in &ways_on {
            let mut place = match commands.get(cmd) {
                Cmd::Seq(first, second) => {
                    let mut place = take(&mut places, &ways_on, *first);
                    place.1.push(*second);
                    place
                }
                Cmd::Choice { alternatives, .. } => {
                    let join = self.inner(from);
                    for &alternative in alternatives {
                        let place = take(&mut places, &ways_on, alternative);
                        self.edge(place, join, None);
                    }
                    (join, Vec::new())
                }
                _ => (from, vec![cmd]),
            };
            if ways > 1 && !place.1.is_empty() {
                let inner = self.inner(from);
                self.edge(place, inner, None);
                place = (inner, Vec::new());
            }
            places.insert(cmd, place);
        }
        for &edge in task.outgoing(from) {
            let form = task.form(edge);
            let place = take(&mut places, &ways_on, form.edge.command);
            self.edge(place, form.edge.to, Some(edge));
        }
    }

    /// Give each decision a location of its own; returns the decisions, by location.
    fn decisions(&mut self) -> Vec<Option<Detail>> {
        let outgoing = self.cfa.outgoing();
        let mut decides = vec![None; outgoing.len()];
        for (number, ways) in outgoing.iter().enumerate() {
            let Some(condition) = decision(&self.cfa, self.terms, &self.steps, ways) else {
                continue;
            };
            let loc = LocId::new(number);
            let inner = self.inner(loc);
            for &way in ways {
                self.cfa.edges[way].from = inner;
            }
            self.edge((loc, Vec::new()), inner, None);
            decides.push(Some(Detail::Condition(condition)));
        }
        decides
    }

    fn inner(&mut self, from: LocId) -> LocId {
        let mut location = self.cfa.locations[from].clone();
        location.is_loop_head = false;
        self.cfa.locations.push(location)
    }

    fn edge(&mut self, (from, mut steps): Place, to: LocId, ends: Option<EdgeId>) {
        steps.retain(|&step| !self.cfa.commands.is_skip(self.terms, step));
        let mut command = self.cfa.commands.skip(self.terms);
        for &step in &steps {
            command = self.cfa.commands.seq(self.terms, command, step);
        }
        self.cfa.add_edge(from, command, to);
        self.steps.push(steps);
        self.ends.push(ends);
    }
}

/// The place of a prefix: moved out if nobody else needs it.
fn take(
    places: &mut BTreeMap<CmdId, Place>,
    ways_on: &BTreeMap<CmdId, usize>,
    cmd: CmdId,
) -> Place {
    let place = if ways_on[&cmd] > 1 {
        places.get(&cmd).cloned()
    } else {
        places.remove(&cmd)
    };
    place.expect("children come first")
}

/// The condition that decides between exactly these ways.
fn decision(cfa: &Cfa, terms: &mut Terms, steps: &[Vec<CmdId>], ways: &[EdgeId]) -> Option<TermId> {
    let &[a, b] = ways else {
        return None;
    };
    let condition = |edge: EdgeId| match cfa.commands.get(*steps[edge.index()].first()?) {
        Cmd::Assume(condition) => Some(*condition),
        _ => None,
    };
    let (a, b) = (condition(a)?, condition(b)?);
    (terms.not(a) == b).then(|| atom(terms, a))
}

/// The same term for a condition and its negation.
fn atom(terms: &mut Terms, condition: TermId) -> TermId {
    let negated = terms.not(condition);
    condition.min(negated)
}

fn distances(cfa: &Cfa) -> Vec<usize> {
    let incoming = cfa.incoming();
    let mut distance = vec![usize::MAX; cfa.locations.len()];
    distance[cfa.error.index()] = 0;
    let mut queue = VecDeque::from([cfa.error]);
    while let Some(loc) = queue.pop_front() {
        for &edge in &incoming[loc.index()] {
            let from = cfa.edges[edge].from;
            if distance[from.index()] == usize::MAX {
                distance[from.index()] = distance[loc.index()] + 1;
                queue.push_back(from);
            }
        }
    }
    distance
}

//! The fixpoint: a work list in reverse postorder, widening where control comes back.
//!
//! 1. Up: states grow until nothing changes, with widening at the cut points of large blocks.
//! 2. Down: a few rounds without widening, which find the bounds that loops check.
//! 3. Up again: operations on abstract states are not monotone, so the result of the second phase
//!    need not be inductive; nothing leaves here that is not.
//!
//! Effort is bounded. Once it is used up, variables that still change are forgotten; if even that
//! takes too long, everything is.

use std::collections::BTreeSet;

use ferric3_term::{FloatFormat, Terms};
use rustc_hash::FxHashMap;

use super::FactOptions;
use super::evaluate::Evaluator;
use super::float_set;
use super::pack::{Around, Packs};
use super::refine::assume;
use super::relate::Relate;
use super::size::size;
use super::state::{Pace, State, Variables};
use super::threshold::{float_variables, thresholds};
use super::zone_commands::Zones;
use super::zone_pack::ZonePacks;
use crate::large_block::CutPoints;
use crate::{Cfa, Cmd, CmdId, EdgeId, LocId, Stop, Stopped};

/// A variable may change so often at a cut point before it is widened.
const DELAY: u32 = 2;
/// So often while it has few values.
const CONSTANTS: u32 = 5;
/// And so often before thresholds are skipped: each step of a large loop costs a pass over it.
const STEPS: u32 = 11;
/// And so often before it is forgotten.
const MAX_CHANGES: u32 = 16;
/// Relations that change are forgotten after so many changes of a cut point.
const MAX_RELATION_CHANGES: u32 = 40;
/// Rounds of the second phase.
const NARROWING: usize = 2;

/// What is known at each location. `None`: no run gets there.
pub(super) struct Fixpoint {
    pub(super) states: Vec<Option<State>>,
    /// By edge: does no run take it?
    pub(super) infeasible: Vec<bool>,
    /// Locations visited.
    pub(super) visits: u64,
    /// Was the effort too much? Then nothing is known.
    pub(super) gave_up: bool,
}

/// Compute it.
pub(super) fn fixpoint(
    cfa: &Cfa,
    terms: &Terms,
    variables: &Variables,
    (packs, zones): (&Packs, &ZonePacks),
    around: &Around,
    (options, stop): (&FactOptions, Stop<'_>),
) -> Result<Fixpoint, Stopped> {
    let cuts = around.cuts;
    let mut search = Search::new(cfa, terms, variables, (packs, zones), around);
    let size = size(cfa, terms, &search.commands);
    search.limit = options.effort.saturating_mul(2000 + size);
    search.states[cfa.initial.index()] = Some(State::top(variables, packs, zones));
    search.up(stop)?;
    for _ in 0..NARROWING {
        if search.has_limit_passed() {
            break;
        }
        search.down(stop)?;
    }
    search.begin_again();
    search.up(stop)?;
    let gave_up = search.is_hopeless();
    let mut infeasible = vec![false; cfa.edges.len()];
    if !gave_up {
        for &edge in cuts.order.iter().flat_map(|&loc| cuts.outgoing(loc)) {
            infeasible[edge.index()] = search.after[edge.index()].is_none();
        }
    }
    Ok(Fixpoint {
        gave_up,
        infeasible,
        states: search.states,
        visits: search.visits,
    })
}

struct Search<'a> {
    cfa: &'a Cfa,
    terms: &'a Terms,
    variables: &'a Variables,
    relate: Relate<'a>,
    zones: Zones<'a>,
    /// By cut point: the places of zones whose variables nobody reads there.
    dead: Vec<Vec<(usize, usize)>>,
    cuts: &'a CutPoints,
    incoming: Vec<Vec<EdgeId>>,
    /// Position in reverse postorder.
    position: Vec<usize>,
    /// By edge: its command and what it starts with, children first.
    commands: Vec<Vec<CmdId>>,
    thresholds: Vec<Vec<i128>>,
    floats: Vec<(usize, FloatFormat)>,
    states: Vec<Option<State>>,
    after: Vec<Option<State>>,
    changes: Vec<u32>,
    variable_changes: Vec<FxHashMap<usize, u32>>,
    /// By cut point: the variables that its loop changes, if that is known. What changes others is
    /// an outer loop, and widening them twice would cost them the bounds that its condition gives.
    changed: Vec<Option<BTreeSet<usize>>>,
    evaluator: Evaluator,
    visits: u64,
    limit: u64,
}

impl<'a> Search<'a> {
    fn new(
        cfa: &'a Cfa,
        terms: &'a Terms,
        variables: &'a Variables,
        (packs, zones): (&'a Packs, &'a ZonePacks),
        around: &'a Around,
    ) -> Search<'a> {
        let cuts = around.cuts;
        let mut position = vec![usize::MAX; cfa.locations.len()];
        for (i, &loc) in cuts.order.iter().enumerate() {
            if loc != cfa.error {
                position[loc.index()] = i;
            }
        }
        let mut changed = vec![None; cfa.locations.len()];
        for inner in around.loops {
            changed[inner.head.index()] = Some(inner.changed(cfa, variables, cuts));
        }
        let commands = cfa.edges.iter();
        Search {
            cfa,
            terms,
            variables,
            relate: Relate {
                terms,
                variables,
                packs,
            },
            zones: Zones {
                terms,
                variables,
                packs: zones,
            },
            dead: zones.dead(cfa, variables, around),
            cuts,
            incoming: cfa.incoming(),
            position,
            commands: commands
                .map(|edge| cfa.commands.prefixes(edge.command))
                .collect(),
            thresholds: thresholds(cfa, terms, variables),
            floats: float_variables(cfa, terms, variables),
            states: vec![None; cfa.locations.len()],
            after: vec![None; cfa.edges.len()],
            changes: vec![0; cfa.locations.len()],
            variable_changes: vec![FxHashMap::default(); cfa.locations.len()],
            changed,
            evaluator: Evaluator::default(),
            visits: 0,
            limit: u64::MAX,
        }
    }

    fn effort(&self) -> u64 {
        self.evaluator.effort + self.visits
    }

    fn has_limit_passed(&self) -> bool {
        self.effort() > self.limit
    }

    fn is_hopeless(&self) -> bool {
        self.effort() / 3 > self.limit
    }

    /// What has shrunk may grow again, as patiently as before, for a part of the effort.
    fn begin_again(&mut self) {
        self.variable_changes.iter_mut().for_each(FxHashMap::clear);
        self.changes.fill(0);
        self.limit = self.limit.max(self.effort()) + self.limit / 2;
    }

    /// The states that come in over the edges, as far as they are known.
    fn incoming_state(&self, loc: LocId) -> Option<State> {
        if loc == self.cfa.initial {
            return self.states[loc.index()].clone();
        }
        let mut ways = self.incoming[loc.index()]
            .iter()
            .filter_map(|edge| self.after[edge.index()].as_ref());
        let first = ways.next()?.clone();
        let mut all = ways.fold(first, |all, one| all.join(one));
        if self.cuts.is_head[loc.index()] {
            self.settle(&mut all, loc);
        }
        Some(all)
    }

    /// Clauses at a cut point only speak of live variables, must say all that is known, and be easy
    /// to prove again.
    fn settle(&self, state: &mut State, loc: LocId) {
        for &(pack, place) in &self.dead[loc.index()] {
            if let Some(zone) = state.zones.get(pack) {
                let mut zone = zone.clone();
                zone.forget(place);
                state.set_zone(pack, zone);
            }
        }
        for &(variable, format) in &self.floats {
            if let Some(word) = state.words.get(variable) {
                let constants = &self.thresholds[variable];
                let settled = float_set::settled(word.clone(), constants, format);
                if settled.as_ref() != Some(word) {
                    state.set(variable, settled);
                }
            }
        }
    }

    /// Let states grow until nothing changes.
    fn up(&mut self, stop: Stop<'_>) -> Result<(), Stopped> {
        let order = &self.cuts.order;
        let mut open: BTreeSet<usize> = (0..order.len()).collect();
        let mut first = vec![true; order.len()];
        while let Some(position) = open.pop_first() {
            stop.ask()?;
            if self.is_hopeless() {
                return Ok(());
            }
            let loc = order[position];
            self.visits += 1;
            let is_first = std::mem::replace(&mut first[position], false);
            if !self.grow(loc) && !is_first {
                continue;
            }
            let cuts = self.cuts;
            for &edge in cuts.outgoing(loc) {
                let to = self.cfa.edges[edge].to;
                let next = self.transfer(edge);
                let old = &self.after[edge.index()];
                let changed = match (&next, old) {
                    (Some(next), Some(old)) => !next.is_same(old),
                    (None, None) => false,
                    _ => true,
                };
                self.after[edge.index()] = next;
                if changed && self.position[to.index()] != usize::MAX {
                    open.insert(self.position[to.index()]);
                }
            }
        }
        Ok(())
    }

    /// Enlarge the state of a location by what comes in. Has it changed?
    fn grow(&mut self, loc: LocId) -> bool {
        let Some(newer) = self.incoming_state(loc) else {
            return false;
        };
        let Some(old) = &self.states[loc.index()] else {
            self.states[loc.index()] = Some(newer);
            return true;
        };
        if newer.is_within(old) {
            return false;
        }
        self.changes[loc.index()] += 1;
        let grown = if self.cuts.is_head[loc.index()] {
            let give_up = self.has_limit_passed();
            let keep_relations = !give_up && self.changes[loc.index()] <= MAX_RELATION_CHANGES;
            // By variable: one that is stable must not suffer from those that are not.
            let changes = &mut self.variable_changes[loc.index()];
            let (changed, count) = (&self.changed[loc.index()], self.variables.len());
            let mut pace = |variable: usize| {
                let is_kept =
                    |changed: &BTreeSet<usize>| variable < count && !changed.contains(&variable);
                let is_kept = changed.as_ref().is_some_and(is_kept);
                let changes = changes.entry(variable).or_default();
                *changes += 1;
                if *changes <= DELAY || is_kept && !give_up && *changes <= MAX_CHANGES {
                    Pace::Join
                } else if give_up || *changes > MAX_CHANGES {
                    Pace::Forget
                } else if *changes <= CONSTANTS {
                    Pace::Constants
                } else if *changes <= STEPS {
                    Pace::Thresholds
                } else {
                    Pace::Widen
                }
            };
            old.widen(&newer, &self.thresholds, keep_relations, &mut pace)
        } else {
            old.join(&newer)
        };
        self.states[loc.index()] = Some(grown);
        true
    }

    /// One round without widening, in reverse postorder.
    fn down(&mut self, stop: Stop<'_>) -> Result<(), Stopped> {
        let cuts = self.cuts;
        for &loc in &cuts.order {
            stop.ask()?;
            self.visits += 1;
            let newer = self.incoming_state(loc);
            self.states[loc.index()] = match (self.states[loc.index()].take(), newer) {
                (Some(old), Some(newer)) => Some(old.narrow(&newer)),
                _ => None,
            };
            for &edge in cuts.outgoing(loc) {
                self.after[edge.index()] = self.transfer(edge);
            }
        }
        Ok(())
    }

    /// The state behind an edge.
    fn transfer(&mut self, edge: EdgeId) -> Option<State> {
        let before = self.states[self.cfa.edges[edge].from.index()].clone()?;
        let commands = std::mem::take(&mut self.commands[edge.index()]);
        let mut after: Vec<Option<State>> = Vec::with_capacity(commands.len());
        for &cmd in &commands {
            let of = |cmd: CmdId| {
                let place = commands.binary_search(&cmd).expect("children come first");
                after[place].clone()
            };
            let state = match self.cfa.commands.get(cmd) {
                Cmd::Seq(first, second) => {
                    let state = of(*first);
                    state.and_then(|state| self.simple(state, *second))
                }
                Cmd::Choice { alternatives, .. } => alternatives
                    .iter()
                    .filter_map(|&cmd| of(cmd))
                    .reduce(|all, one| all.join(&one)),
                _ => self.simple(before.clone(), cmd),
            };
            after.push(state);
        }
        self.commands[edge.index()] = commands;
        after.pop()?
    }

    /// The state behind a command that is neither a sequence nor a choice.
    fn simple(&mut self, mut state: State, cmd: CmdId) -> Option<State> {
        match self.cfa.commands.get(cmd) {
            Cmd::Assume(condition) => {
                let (terms, variables) = (self.terms, self.variables);
                let state = assume(terms, variables, &mut self.evaluator, state, *condition)?;
                if !self.relate.concerns(*condition) && !self.zones.concerns(*condition) {
                    return Some(state);
                }
                let evaluator = &mut self.evaluator;
                evaluator.forget();
                evaluator.eval(terms, variables, &state, *condition);
                let state = self.relate.assume(state, evaluator, *condition)?;
                return self.zones.assume(state, evaluator, *condition);
            }
            Cmd::Assign(symbol, value) => {
                self.evaluator.forget();
                let word = self
                    .evaluator
                    .eval(self.terms, self.variables, &state, *value);
                if let Some(variable) = self.variables.number(*symbol) {
                    let effort = self
                        .relate
                        .assign(&mut state, &self.evaluator, variable, *value);
                    self.evaluator.effort += effort;
                    self.evaluator.effort +=
                        self.zones
                            .assign(&mut state, &self.evaluator, variable, *value);
                    state.set(variable, word);
                    return self.zones.settle(state, variable);
                }
            }
            Cmd::Havoc(havoc) => {
                let symbol = self.cfa.commands.havoc_info(*havoc).var;
                if let Some(variable) = self.variables.number(symbol) {
                    state.set(variable, None);
                    self.evaluator.effort += self.relate.forget(&mut state, variable);
                    self.evaluator.effort += self.zones.forget(&mut state, variable);
                }
            }
            Cmd::Reach(_) | Cmd::Seq(..) | Cmd::Choice { .. } => {}
        }
        Some(state)
    }
}

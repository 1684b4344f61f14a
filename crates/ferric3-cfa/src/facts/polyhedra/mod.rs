//! Linear relations among integers or real numbers: convex polyhedra (Cousot, Halbwachs 1978).
//!
//! Each pack of variables is analysed by itself, in the phases of `fixpoint.rs`: up with widening, down a few
//! rounds, and up again until it is inductive. What takes too long or needs large numbers says nothing.
//!
//! | file | idea |
//! |---|---|
//! | `cone.rs` | from constraints to generators and back |
//! | `polyhedron.rs` | polyhedra: meet, join, images, widening |
//! | `pack.rs` | which variables |
//! | `commands.rs` | terms and commands |
//! | `mod.rs` | the fixpoint, and clauses |

mod commands;
mod cone;
mod pack;
mod polyhedron;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ferric3_term::{Rational, TermId, Terms};

use self::commands::Pack;
use self::cone::{TooLarge, Vector};
use self::polyhedron::Polyhedron;
use super::pack::Around;
use super::state::Variables;
use crate::{Cfa, Cmd, CmdId, EdgeId, LocId, Stop, Stopped};

/// A cut point may change so often before it is widened.
const DELAY: u32 = 3;
/// And so often before landmarks are skipped.
const LANDMARKS: u32 = 12;
/// And so often before nothing is known there.
const MAX_CHANGES: u32 = 30;
/// Rounds of the second phase.
const NARROWING: usize = 2;
/// Comparisons of the program to stop at.
const MAX_LANDMARKS: usize = 80;

/// What is known about numbers.
pub(super) struct Found {
    /// By location: clauses that are inductive together, beside those that were known.
    pub(super) clauses: Vec<Vec<TermId>>,
    /// By edge: does no run take it?
    pub(super) infeasible: Vec<bool>,
    pub(super) visits: u64,
}

/// Analyses all packs, each for at most `limit` steps. Edges that are known to be infeasible are not looked at.
pub(super) fn analyse(
    cfa: &Cfa,
    terms: &mut Terms,
    variables: &Variables,
    around: &Around,
    infeasible: &[bool],
    (limit, stop): (u64, Stop<'_>),
) -> Result<Found, Stopped> {
    let mut found = Found {
        clauses: vec![Vec::new(); cfa.locations.len()],
        infeasible: infeasible.to_vec(),
        visits: 0,
    };
    for pack in &pack::packs(cfa, terms, variables, around) {
        let mut search = Search::new(cfa, terms, variables, around, pack, infeasible);
        search.limit = limit;
        let outcome = search.fixpoint(stop)?;
        found.visits += search.visits;
        if outcome.is_err() {
            continue;
        }
        let Search { states, after, .. } = search;
        for &loc in &around.cuts.order {
            for &edge in around.cuts.outgoing(loc) {
                found.infeasible[edge.index()] |= after[edge.index()].is_none();
            }
            if !around.cuts.is_head[loc.index()] || loc == cfa.initial || loc == cfa.error {
                continue;
            }
            match &states[loc.index()] {
                None => found.clauses[loc.index()].push(terms.ff()),
                Some(state) => found.clauses[loc.index()].extend(clauses(cfa, terms, pack, state)),
            }
        }
    }
    Ok(found)
}

/// The constraints of a polyhedron, with positive coefficients only: `x + 2·y ≤ z + 3`.
fn clauses(cfa: &Cfa, terms: &mut Terms, pack: &Pack, state: &Polyhedron) -> Vec<TermId> {
    let mut found = Vec::new();
    let constraints = &state.constraints;
    let equations = constraints.lines.iter().map(|c| (c, true));
    for (c, is_equation) in equations.chain(constraints.rays.iter().map(|c| (c, false))) {
        let mut sides = [Vec::new(), Vec::new()];
        for (i, &entry) in c.iter().enumerate().filter(|&(_, &entry)| entry != 0) {
            let size = terms.number(Rational::from(entry.abs()), pack.sort);
            let part = match i.checked_sub(1) {
                Some(place) => terms.mul(size, cfa.state[pack.variables[place]].term),
                None => size,
            };
            sides[usize::from(entry > 0)].push(part);
        }
        let [low, high] = sides.map(|side| match side[..] {
            [] => terms.number(Rational::ZERO, pack.sort),
            _ => terms.sum(&side),
        });
        found.push(match is_equation {
            true => terms.eq(low, high),
            false => terms.le(low, high),
        });
    }
    found
}

struct Search<'a> {
    cfa: &'a Cfa,
    terms: &'a Terms,
    around: &'a Around<'a>,
    pack: &'a Pack,
    infeasible: &'a [bool],
    incoming: Vec<Vec<EdgeId>>,
    position: Vec<usize>,
    /// By edge: its command and what it starts with, children first.
    commands: Vec<Vec<CmdId>>,
    /// By cut point: the places of variables that nobody reads there.
    dead: Vec<Vec<usize>>,
    landmarks: Vec<Vector>,
    states: Vec<Option<Polyhedron>>,
    after: Vec<Option<Polyhedron>>,
    changes: Vec<u32>,
    visits: u64,
    limit: u64,
}

impl<'a> Search<'a> {
    fn new(
        cfa: &'a Cfa,
        terms: &'a Terms,
        variables: &Variables,
        around: &'a Around<'a>,
        pack: &'a Pack,
        infeasible: &'a [bool],
    ) -> Search<'a> {
        let mut position = vec![usize::MAX; cfa.locations.len()];
        let mut dead = vec![Vec::new(); cfa.locations.len()];
        for (i, &loc) in around.cuts.order.iter().enumerate() {
            if loc != cfa.error {
                position[loc.index()] = i;
            }
            if around.cuts.is_head[loc.index()] {
                let live: BTreeSet<usize> = around
                    .live
                    .at(loc)
                    .filter_map(|s| variables.number(s))
                    .collect();
                let places = pack.variables.iter().enumerate();
                let is_dead = places.filter(|(_, variable)| !live.contains(variable));
                dead[loc.index()] = is_dead.map(|(place, _)| place).collect();
            }
        }
        let commands = cfa.edges.iter();
        let commands: Vec<Vec<CmdId>> = commands
            .map(|edge| cfa.commands.prefixes(edge.command))
            .collect();
        let mut landmarks = Vec::new();
        for &cmd in commands.iter().flatten() {
            let simple = match cfa.commands.get(cmd) {
                Cmd::Seq(_, second) => cfa.commands.get(*second),
                other => other,
            };
            if let Cmd::Assume(condition) = simple
                && landmarks.len() < MAX_LANDMARKS
            {
                pack.landmarks(terms, *condition, &mut landmarks);
            }
        }
        Search {
            cfa,
            terms,
            around,
            pack,
            infeasible,
            incoming: cfa.incoming(),
            position,
            commands,
            dead,
            landmarks,
            states: vec![None; cfa.locations.len()],
            after: vec![None; cfa.edges.len()],
            changes: vec![0; cfa.locations.len()],
            visits: 0,
            limit: u64::MAX,
        }
    }

    fn fixpoint(&mut self, stop: Stop<'_>) -> Result<Result<(), TooLarge>, Stopped> {
        self.states[self.cfa.initial.index()] = Some(self.pack.space.top());
        let mut done = self.up(stop)?;
        for _ in 0..NARROWING {
            if done.is_ok() {
                done = self.down(stop)?;
            }
        }
        if done.is_ok() {
            self.changes.fill(0);
            done = self.up(stop)?;
        }
        Ok(done)
    }

    fn check_effort(&self) -> Result<(), TooLarge> {
        match self.pack.space.effort.get() + self.visits > self.limit {
            true => Err(TooLarge),
            false => Ok(()),
        }
    }

    /// The states that come in over the edges, as far as they are known.
    fn incoming_state(&self, loc: LocId) -> Result<Option<Polyhedron>, TooLarge> {
        if loc == self.cfa.initial {
            return Ok(self.states[loc.index()].clone());
        }
        let space = &self.pack.space;
        let mut all: Option<Polyhedron> = None;
        for edge in &self.incoming[loc.index()] {
            if let Some(one) = &self.after[edge.index()] {
                all = Some(match all {
                    Some(all) => space.join(&all, one)?,
                    None => one.clone(),
                });
            }
        }
        if let Some(state) = &mut all {
            for &place in &self.dead[loc.index()] {
                *state = space.forget(state, place)?;
            }
        }
        Ok(all)
    }

    /// Let states grow until nothing changes.
    fn up(&mut self, stop: Stop<'_>) -> Result<Result<(), TooLarge>, Stopped> {
        let around = self.around;
        let order = &around.cuts.order;
        let mut open: BTreeSet<usize> = (0..order.len()).collect();
        let mut first = vec![true; order.len()];
        while let Some(position) = open.pop_first() {
            stop.ask()?;
            let is_first = std::mem::replace(&mut first[position], false);
            match self.visit(order[position], is_first, &mut open) {
                Ok(()) => {}
                Err(TooLarge) => return Ok(Err(TooLarge)),
            }
        }
        Ok(Ok(()))
    }

    fn visit(
        &mut self,
        loc: LocId,
        is_first: bool,
        open: &mut BTreeSet<usize>,
    ) -> Result<(), TooLarge> {
        self.check_effort()?;
        self.visits += 1;
        if !self.grow(loc)? && !is_first {
            return Ok(());
        }
        let around = self.around;
        for &edge in around.cuts.outgoing(loc) {
            let next = self.transfer(edge)?;
            let changed = match (&next, &self.after[edge.index()]) {
                (Some(next), Some(old)) => !(next.is_within(old) && old.is_within(next)),
                (None, None) => false,
                _ => true,
            };
            self.after[edge.index()] = next;
            let to = self.position[self.cfa.edges[edge].to.index()];
            if changed && to != usize::MAX {
                open.insert(to);
            }
        }
        Ok(())
    }

    /// Enlarge the state of a location by what comes in. Has it changed?
    fn grow(&mut self, loc: LocId) -> Result<bool, TooLarge> {
        let Some(newer) = self.incoming_state(loc)? else {
            return Ok(false);
        };
        let Some(old) = &self.states[loc.index()] else {
            self.states[loc.index()] = Some(newer);
            return Ok(true);
        };
        if newer.is_within(old) {
            return Ok(false);
        }
        let space = &self.pack.space;
        let mut grown = space.join(old, &newer)?;
        if self.around.cuts.is_head[loc.index()] {
            self.changes[loc.index()] += 1;
            grown = match self.changes[loc.index()] {
                0..=DELAY => grown,
                changes if changes <= LANDMARKS => space.widen(old, &grown, &self.landmarks)?,
                changes if changes <= MAX_CHANGES => space.widen(old, &grown, &[])?,
                _ => space.top(),
            };
        }
        self.states[loc.index()] = Some(grown);
        Ok(true)
    }

    /// One round without widening, in reverse postorder.
    fn down(&mut self, stop: Stop<'_>) -> Result<Result<(), TooLarge>, Stopped> {
        let around = self.around;
        for &loc in &around.cuts.order {
            stop.ask()?;
            self.visits += 1;
            if let Err(TooLarge) = self.settle(loc) {
                return Ok(Err(TooLarge));
            }
        }
        Ok(Ok(()))
    }

    fn settle(&mut self, loc: LocId) -> Result<(), TooLarge> {
        self.check_effort()?;
        self.states[loc.index()] = self.incoming_state(loc)?;
        let around = self.around;
        for &edge in around.cuts.outgoing(loc) {
            self.after[edge.index()] = self.transfer(edge)?;
        }
        Ok(())
    }

    /// The state behind an edge.
    fn transfer(&self, edge: EdgeId) -> Result<Option<Polyhedron>, TooLarge> {
        if self.infeasible[edge.index()] {
            return Ok(None);
        }
        let Some(before) = &self.states[self.cfa.edges[edge].from.index()] else {
            return Ok(None);
        };
        let commands = &self.commands[edge.index()];
        let mut after: Vec<Option<Polyhedron>> = Vec::with_capacity(commands.len());
        for &cmd in commands {
            let of = |cmd: CmdId| {
                let place = commands.binary_search(&cmd).expect("children come first");
                after[place].clone()
            };
            let simple = |state, cmd| self.pack.simple(self.cfa, self.terms, state, cmd);
            let state = match self.cfa.commands.get(cmd) {
                Cmd::Seq(first, second) => match of(*first) {
                    Some(state) => simple(state, *second)?,
                    None => None,
                },
                Cmd::Choice { alternatives, .. } => {
                    let mut all: Option<Polyhedron> = None;
                    for one in alternatives.iter().filter_map(|&cmd| of(cmd)) {
                        all = Some(match all {
                            Some(all) => self.pack.space.join(&all, &one)?,
                            None => one,
                        });
                    }
                    all
                }
                _ => simple(before.clone(), cmd)?,
            };
            after.push(state);
        }
        Ok(after.pop().flatten())
    }
}

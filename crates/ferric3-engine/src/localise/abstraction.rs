//! The automaton in which only some details are seen.
//!
//! With `R(e)` the relation of an edge `e` and `R'(e)` that of the same edge with details hidden,
//! `R(e) ⊆ R'(e)`: a hidden assignment gives its variable any value, a hidden condition may hold or
//! not. So an invariant of the abstraction is one of the automaton.
//!
//! What is known of the automaton, `K(l)`, is inductive there, but not here. It is assumed behind
//! every edge: `R''(e) = R'(e) ∩ {(s, s') : s' ⊨ K(l')}` for an edge to `l'`. From states of `K(l)`
//! this still contains `R(e)`, so that an invariant `I` of the abstraction gives the invariant
//! `I ∧ K` of the automaton.

use std::collections::BTreeSet;

use ferric3_cfa::{
    BlockSize, Cfa, Clauses, Cmd, CmdId, Commands, EdgeId, Facts, Image, LocId, Pass, PassOptions,
    PassSet, Reduced, Reduction, Stop, Stopped, blocks_until, live_variables, reduce_until,
};
use ferric3_term::{Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::details::Detail;
use super::small_blocks::SmallBlocks;
use crate::{Counterexample, Invariant, Original, ReplayError, Task};

/// Steps that a run of the abstraction may take.
const MAX_EDGES: usize = 2_000_000;

/// Makes abstractions of one automaton. Inputs for what is hidden are made once for each place.
pub(super) struct Abstractor {
    /// The commands of the automaton, and those for hidden details.
    commands: Commands,
    /// Holds, for a moment, whether a hidden condition holds.
    holds: (SymbolId, TermId),
    /// By edge and position: the havoc of a hidden assignment; by location: that of a condition.
    values: FxHashMap<(EdgeId, usize), CmdId>,
    conditions: FxHashMap<LocId, CmdId>,
    /// The passes over an abstraction.
    pub(super) passes: PassSet,
}

/// An abstraction.
pub(super) struct Abstraction {
    /// What is left of it, with large blocks.
    pub(super) task: Task,
    /// By location of the task before: what is assumed there.
    pub(super) assumed: Vec<Vec<TermId>>,
    reduction: Reduction,
    /// The abstraction with small blocks, and what became of it.
    original: Original,
}

impl Abstractor {
    pub(super) fn new(blocks: &SmallBlocks, terms: &mut Terms) -> Abstractor {
        Abstractor {
            commands: blocks.cfa.commands.clone(),
            holds: terms.fresh_symbol("holds?", Sort::Bool),
            values: FxHashMap::default(),
            conditions: FxHashMap::default(),
            passes: PassSet::of(&[
                Pass::Unreachable,
                Pass::Dead,
                Pass::Slice,
                Pass::Bisimulation,
            ]),
        }
    }

    /// The automaton with everything hidden but `seen`. `known` is inductive on the automaton
    /// itself, by location of the task.
    pub(super) fn abstraction(
        &mut self,
        blocks: &SmallBlocks,
        terms: &mut Terms,
        seen: &BTreeSet<Detail>,
        known: &Clauses,
        stop: Stop<'_>,
    ) -> Result<Abstraction, Stopped> {
        let small = self.hide(blocks, terms, seen);
        let passes = PassOptions::with_passes(self.passes);
        let mut reduced = reduce_until(small.clone(), terms, &passes, stop)?;
        let facts = facts_after(&small, &reduced, terms, known);
        assume_behind_edges(&mut reduced.cfa, terms, &facts);
        let large = blocks_until(reduced.cfa, terms, BlockSize::default(), stop)?;
        let assumed = |loc: usize| match reduced.reduction.image(LocId::new(loc)) {
            Image::At(now) => facts.at(now).to_vec(),
            _ => Vec::new(),
        };
        let assumed = (0..blocks.heads).map(assumed).collect();
        let facts = facts.after(&large.reduction);
        let reduction = reduced.reduction.then(&large.reduction);
        Ok(Abstraction {
            task: Task::new_until(large.cfa, terms, stop)?.with_facts(facts),
            assumed,
            original: Original::new(small, reduction.clone()),
            reduction,
        })
    }

    /// `R'`: the automaton with small blocks, without the details that are not seen.
    fn hide(&mut self, blocks: &SmallBlocks, terms: &mut Terms, seen: &BTreeSet<Detail>) -> Cfa {
        let mut cfa = blocks.cfa.clone();
        cfa.add_state_var(terms, self.holds.0, None);
        for edge in blocks.cfa.edges.ids() {
            let is_hidden =
                |detail: Option<Detail>| detail.is_some_and(|detail| !seen.contains(&detail));
            let mut command = self.commands.skip(terms);
            for (position, &step) in blocks.steps[edge.index()].iter().enumerate() {
                let step = match is_hidden(blocks.details[edge.index()][position]) {
                    true => self.instead(blocks, terms, edge, position),
                    false => step,
                };
                command = self.commands.seq(terms, command, step);
            }
            let to = cfa.edges[edge].to;
            if is_hidden(blocks.decides[to.index()]) {
                let choose = self.choose(terms, to);
                command = self.commands.seq(terms, command, choose);
            }
            cfa.edges[edge].command = command;
        }
        cfa.commands = self.commands.clone();
        cfa
    }

    /// The command instead of a hidden one.
    fn instead(
        &mut self,
        blocks: &SmallBlocks,
        terms: &mut Terms,
        edge: EdgeId,
        position: usize,
    ) -> CmdId {
        let commands = &mut self.commands;
        if let Cmd::Assign(variable, _) = *commands.get(blocks.steps[edge.index()][position]) {
            let havoc = self.values.entry((edge, position));
            return *havoc.or_insert_with(|| commands.havoc(terms, variable, None));
        }
        let from = blocks.cfa.edges[edge].from;
        if position > 0 || blocks.decides[from.index()].is_none() {
            return commands.skip(terms);
        }
        // Where a pass leaves the decision out, a run that is followed here reads 0, and should
        // come to an end.
        let ways = blocks.outgoing[from.index()].iter().copied();
        let nearest = ways.min_by_key(|&way| {
            let to = blocks.cfa.edges[way].to;
            (blocks.distance[to.index()], way)
        });
        let (_, holds) = self.holds;
        commands.assume(match nearest == Some(edge) {
            true => terms.not(holds),
            false => holds,
        })
    }

    /// An input for a hidden condition that decides at `loc`. Both ways read it, so that one of
    /// them is open.
    fn choose(&mut self, terms: &mut Terms, loc: LocId) -> CmdId {
        let (commands, (holds, _)) = (&mut self.commands, self.holds);
        let havoc = self.conditions.entry(loc);
        *havoc.or_insert_with(|| commands.havoc(terms, holds, None))
    }
}

/// What is known at a location of the reduced automaton: what is known at all locations that have
/// become this one, as far as it speaks of variables that are live.
fn facts_after(small: &Cfa, reduced: &Reduced, terms: &Terms, known: &Clauses) -> Facts {
    let (cfa, reduction) = (&reduced.cfa, &reduced.reduction);
    let mut common: Vec<Option<Vec<TermId>>> = vec![None; cfa.locations.len()];
    for loc in small.locations.ids() {
        let Image::At(now) = reduction.image(loc) else {
            continue;
        };
        let here = known.at(loc);
        match &mut common[now.index()] {
            Some(common) => common.retain(|clause| here.contains(clause)),
            unset => *unset = Some(here.to_vec()),
        }
    }
    let live = live_variables(cfa, terms);
    let facts = common
        .into_iter()
        .zip(cfa.locations.ids())
        .map(|(common, loc)| {
            let Some(mut clauses) = common.filter(|_| loc != cfa.initial && loc != cfa.error)
            else {
                return Vec::new();
            };
            let live: BTreeSet<SymbolId> = live.at(loc).collect();
            clauses.retain(|&clause| terms.symbols_of(clause).iter().all(|s| live.contains(s)));
            clauses
        });
    Facts::new(facts.collect())
}

fn assume_behind_edges(cfa: &mut Cfa, terms: &mut Terms, facts: &Facts) {
    for edge in cfa.edges.ids() {
        let to = cfa.edges[edge].to;
        let mut command = cfa.edges[edge].command;
        for &fact in facts.at(to) {
            let assume = cfa.commands.assume(fact);
            command = cfa.commands.seq(terms, command, assume);
        }
        cfa.edges[edge].command = command;
    }
}

impl Abstraction {
    /// What became of a location of the task before.
    pub(super) fn image(&self, loc: LocId) -> Image {
        self.reduction.image(loc)
    }

    /// The locations of the task before that have become `now`.
    pub(super) fn before(&self, now: LocId) -> impl Iterator<Item = LocId> + '_ {
        let heads = (0..self.assumed.len()).map(LocId::new);
        heads.filter(move |&loc| self.image(loc) == Image::At(now))
    }

    /// What an invariant of the abstraction says about the task, with what is known about it.
    pub(super) fn carry_back(
        &self,
        task: &Task,
        terms: &mut Terms,
        invariant: &Invariant,
        known: &Clauses,
    ) -> Option<Invariant> {
        let mut clauses = vec![Vec::new(); task.cfa.locations.len()];
        for loc in task.cfa.locations.ids() {
            if loc == task.cfa.error {
                continue;
            }
            let at = |now: LocId| invariant.at(now).to_vec();
            let here = &mut clauses[loc.index()];
            *here = self.reduction.invariant_at(terms, loc, &at)?;
            for &clause in known.at(loc) {
                if !here.contains(&clause) {
                    here.push(clause);
                }
            }
        }
        Some(Invariant::new(clauses))
    }

    /// The edges with small blocks that a run of the abstraction takes.
    pub(super) fn path(
        &self,
        terms: &Terms,
        run: &Counterexample,
    ) -> Result<Vec<EdgeId>, ReplayError> {
        let mut path = Vec::new();
        let visit = &mut |edge| path.push(edge);
        self.original
            .follow(terms, &self.task, run, None, MAX_EDGES, visit)?;
        Ok(path)
    }
}

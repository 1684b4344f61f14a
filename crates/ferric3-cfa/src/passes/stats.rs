//! What passes did.

use std::time::Duration;

use ferric3_term::{TermId, Terms};
use rustc_hash::FxHashSet;

use super::Pass;
use super::straight::steps;
use crate::{Cfa, Cmd};

/// Sizes of an automaton.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AutomatonSize {
    /// Locations.
    pub locations: usize,
    /// Edges.
    pub edges: usize,
    /// Variables of the state.
    pub variables: usize,
    /// Simple commands on all edges and, each once, the subterms that they mention.
    pub formula: usize,
}

impl AutomatonSize {
    /// The sizes of an automaton with small blocks.
    pub(super) fn of(cfa: &Cfa, terms: &Terms) -> AutomatonSize {
        let mut formula = 0;
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = Vec::new();
        for edge in cfa.edges.iter() {
            for step in steps(&cfa.commands, edge.command) {
                formula += 1;
                match cfa.commands.get(step) {
                    Cmd::Assume(t) | Cmd::Assign(_, t) => stack.push(*t),
                    _ => {}
                }
                while let Some(t) = stack.pop() {
                    if seen.insert(t) {
                        stack.extend_from_slice(terms.args(t));
                    }
                }
            }
        }
        AutomatonSize {
            locations: cfa.locations.len(),
            edges: cfa.edges.len(),
            variables: cfa.state.len(),
            formula: formula + seen.len(),
        }
    }
}

/// What one pass did.
#[derive(Clone, Copy, Debug)]
pub struct PassStats {
    /// The pass.
    pub pass: Pass,
    /// How often it ran.
    pub runs: usize,
    /// How often it changed something.
    pub changed: usize,
    /// What it removed, all runs together.
    pub locations: i64,
    /// What it removed, all runs together.
    pub edges: i64,
    /// What it removed, all runs together.
    pub variables: i64,
    /// What it removed, all runs together. Negative if it made formulas larger.
    pub formula: i64,
    /// The automaton before its first run.
    pub before: AutomatonSize,
    /// The automaton after its last run.
    pub after: AutomatonSize,
    /// Time, all runs together.
    pub time: Duration,
}

impl PassStats {
    pub(super) fn new(pass: Pass, size: AutomatonSize) -> PassStats {
        PassStats {
            pass,
            runs: 0,
            changed: 0,
            locations: 0,
            edges: 0,
            variables: 0,
            formula: 0,
            before: size,
            after: size,
            time: Duration::ZERO,
        }
    }

    pub(super) fn record(
        &mut self,
        changed: bool,
        before: AutomatonSize,
        after: AutomatonSize,
        time: Duration,
    ) {
        let less = |before: usize, after: usize| {
            let signed = |n| i64::try_from(n).unwrap_or(i64::MAX);
            signed(before) - signed(after)
        };
        if self.runs == 0 {
            self.before = before;
        }
        self.runs += 1;
        self.changed += usize::from(changed);
        self.locations += less(before.locations, after.locations);
        self.edges += less(before.edges, after.edges);
        self.variables += less(before.variables, after.variables);
        self.formula += less(before.formula, after.formula);
        self.after = after;
        self.time += time;
    }
}

//! The automaton as peers get it.

use std::collections::BTreeSet;

use ferric3_cfa::{Cfa, Cmd, CmdId, EdgeForm, LocId, TargetId, canonical_edges, live_in_forms};
use ferric3_term::{FloatExpansion, SymbolId, Terms};

/// An automaton, the canonical forms of the edges that can be taken, and where which variable
/// matters.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    cfa: &'a Cfa,
    forms: Vec<EdgeForm>,
    live: Vec<BTreeSet<SymbolId>>,
}

impl<'a> Problem<'a> {
    /// Prepares an automaton.
    pub fn new(cfa: &'a Cfa, terms: &mut Terms) -> Problem<'a> {
        let mut forms: Vec<EdgeForm> = canonical_edges(cfa, terms)
            .iter()
            .filter(|form| terms.as_bool(form.guard) != Some(false))
            .cloned()
            .collect();
        // Not every format knows floating-point numbers, and those that do differ about encodings.
        let mut expansion = FloatExpansion::default();
        for form in &mut forms {
            form.guard = expansion.apply(terms, form.guard);
            for part in &mut form.guard_parts {
                *part = expansion.apply(terms, *part);
            }
            for value in form.next.values_mut() {
                *value = expansion.apply(terms, *value);
            }
        }
        let liveness = live_in_forms(cfa, &forms, terms, |_| true);
        let live = cfa.locations.ids().map(|loc| {
            let variables = liveness.live(loc);
            variables
                .map(|variable| cfa.state[variable].symbol)
                .collect()
        });
        let live = live.collect();
        Problem { cfa, forms, live }
    }

    /// The automaton.
    pub fn cfa(&self) -> &'a Cfa {
        self.cfa
    }

    /// The edges, without those whose guard is `false`. The guards of the edges out of one location
    /// exclude one another once the inputs are fixed.
    pub fn forms(&self) -> &[EdgeForm] {
        &self.forms
    }

    /// The variables whose values at `loc` can decide whether a run gets to the error location:
    /// `x` is live if a guard reads it, or a value that is given to a live variable does.
    pub fn live(&self, loc: LocId) -> &BTreeSet<SymbolId> {
        &self.live[loc.index()]
    }

    /// The constructs that the automaton does not model and that an edge passes, in order. None of
    /// them can be told apart from an error in the exported problem.
    pub fn obstacles(&self) -> Vec<TargetId> {
        let commands = &self.cfa.commands;
        let mut seen: BTreeSet<CmdId> = BTreeSet::new();
        let mut found: BTreeSet<TargetId> = BTreeSet::new();
        let mut stack: Vec<CmdId> = self.forms.iter().map(|form| form.edge.command).collect();
        while let Some(cmd) = stack.pop() {
            if !seen.insert(cmd) {
                continue;
            }
            match commands.get(cmd) {
                Cmd::Seq(first, second) => stack.extend([*first, *second]),
                Cmd::Choice { alternatives, .. } => stack.extend(alternatives),
                Cmd::Reach(target) if self.cfa.targets[*target].kind.is_obstacle() => {
                    found.insert(*target);
                }
                _ => {}
            }
        }
        found.into_iter().collect()
    }
}

//! What is known when there is no verdict: which properties hold all the same, and which are open.
//!
//! Clauses that an engine has proved on the way to nowhere are still an invariant. It is carried
//! back and checked like any other, but for the edges into the error location; then each property
//! is asked for by itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ferric3_cfa::{Cfa, Cmd, CmdId, TargetKind, canonical_edges};
use ferric3_ivl::{Program, PropertyId, PropertyKind};
use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{TermId, Terms};

use crate::certificate::check_invariant;
use crate::{Invariant, Knowledge, Original, Proof, Task};

/// Nobody waits longer than this for what is known.
const LIMIT: Duration = Duration::from_millis(1000);

/// A property, and whether it was proved to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyStatus {
    /// The property.
    pub property: PropertyId,
    /// Can it not be violated? If so, a fresh solver has confirmed it.
    pub is_proved: bool,
}

/// The status of all properties of a program for which there is no verdict.
pub(crate) fn open_properties(
    program: &Program,
    original: &Original,
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    knowledge: &Knowledge,
) -> Vec<PropertyStatus> {
    // The time limit has passed already, so there is a limit of its own.
    let solvers = SolverConfig {
        sat: solvers.sat.another(),
        interrupt: Interrupt::new().with_deadline(Instant::now() + LIMIT),
        record: None,
    };
    let proved = proved(original, task, terms, &solvers, knowledge).unwrap_or_default();
    let properties = program.properties.iter_enumerated();
    properties
        .filter(|(_, property)| property.kind != PropertyKind::Unsupported)
        .map(|(property, _)| PropertyStatus {
            property,
            is_proved: proved.get(&property).copied().unwrap_or(false),
        })
        .collect()
}

/// By property whether it was proved. None if there is no time, or the knowledge cannot be
/// confirmed.
fn proved(
    original: &Original,
    task: &Task,
    terms: &mut Terms,
    solvers: &SolverConfig,
    knowledge: &Knowledge,
) -> Option<BTreeMap<PropertyId, bool>> {
    let mut clauses: Vec<Vec<TermId>> = vec![Vec::new(); task.cfa.locations.len()];
    for loc in task.cfa.locations.ids() {
        clauses[loc.index()].extend(task.facts.at(loc));
    }
    for &(loc, clause) in &knowledge.known {
        if !clauses[loc.index()].contains(&clause) {
            clauses[loc.index()].push(clause);
        }
    }
    let known = Proof::Invariant(Invariant::new(clauses));
    let (whole, Proof::Invariant(known)) = original.carry_back(terms, &known)? else {
        return None;
    };
    check_invariant(&whole, terms, solvers, &known, false).ok()?;

    // Properties to whose violation no edge leads at all hold.
    let targets = original.cfa().targets.iter();
    let mut proved: BTreeMap<PropertyId, bool> = targets
        .filter_map(|target| match target.kind {
            TargetKind::Property(property) => Some((property, true)),
            _ => None,
        })
        .collect();
    let ways = ways_by_property(&whole.cfa)?;
    let forms = canonical_edges(&ways.0, terms);
    for (form, property) in forms.iter().zip(&ways.1) {
        let entry = proved.entry(*property).or_insert(true);
        if !*entry {
            continue;
        }
        let mut solver = solvers.create();
        for &clause in known.at(form.edge.from) {
            solver.assert(terms, clause);
        }
        *entry = solver.check(terms, &[form.guard]) == CheckResult::Unsat;
    }
    Some(proved)
}

/// An automaton whose edges are the ways into the error location, one for each location and
/// property; and the property of each. None if a way does not say what it violates: then nothing
/// can be said about any property.
fn ways_by_property(cfa: &Cfa) -> Option<(Cfa, Vec<PropertyId>)> {
    let mut ways = cfa.clone();
    ways.edges = ferric3_ivl::IdxVec::new();
    let mut properties = Vec::new();
    for edge in cfa.edges.iter().filter(|edge| edge.to == cfa.error) {
        let mut found: BTreeMap<PropertyId, Vec<CmdId>> = BTreeMap::new();
        let mut stack = vec![edge.command];
        while let Some(cmd) = stack.pop() {
            let last = match cfa.commands.get(cmd) {
                Cmd::Choice { alternatives, .. } => {
                    stack.extend(alternatives.iter().rev());
                    continue;
                }
                Cmd::Seq(_, last) => *last,
                _ => cmd,
            };
            let Cmd::Reach(target) = cfa.commands.get(last) else {
                return None;
            };
            if let TargetKind::Property(property) = cfa.targets[*target].kind {
                found.entry(property).or_default().push(cmd);
            }
        }
        for (property, alternatives) in found {
            let command = ways.commands.choice(alternatives, cfa.deterministic);
            ways.add_edge(edge.from, command, edge.to);
            properties.push(property);
        }
    }
    Some((ways, properties))
}

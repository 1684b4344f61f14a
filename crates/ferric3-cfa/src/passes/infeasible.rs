//! Edges that no run takes by the facts go.
//!
//! Facts by data flow tell a state machine's states apart, know bounds and relations; a condition
//! that they contradict is a condition that no run meets. The facts at the loop heads, on which
//! that rests, become part of every proof.

use ferric3_ivl::IdxVec;
use ferric3_term::Terms;

use super::Outcome;
use crate::{Cfa, FactOptions, Reduction, Stop, Stopped, analyse_until};

/// Less than for the facts that engines get: a pass may run several times.
const EFFORT: u64 = 30;

pub(super) fn run(mut cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    let mut reduction = Reduction::identity(cfa.locations.ids());
    let analysis = analyse_until(&cfa, terms, &FactOptions { effort: EFFORT }, stop)?;
    let changed = cfa.edges.ids().any(|edge| analysis.is_infeasible(edge));
    if changed {
        let mut kept = IdxVec::new();
        for (id, edge) in cfa.edges.iter_enumerated() {
            if !analysis.is_infeasible(id) {
                kept.push(*edge);
            }
        }
        cfa.edges = kept;
        for loc in cfa.locations.ids() {
            let facts = analysis.facts().at(loc);
            if !facts.is_empty() {
                reduction.rely_on(loc, facts.iter().copied());
            }
        }
    }
    Ok(Outcome {
        cfa,
        reduction,
        changed,
    })
}

//! Facts by data flow as text.
//!
//! ```text
//! l2 main:7 (a.c:7:3)
//!   x <= 10
//! ```

use ferric3_cfa::{Analysis, Cfa};
use ferric3_ivl::Program;
use ferric3_term::{Infix, Terms};

/// Nodes of one fact, at most.
const MAX_NODES: usize = 400;

/// The facts of each location that has some, and what it took to find them.
pub(crate) fn facts(analysis: &Analysis, cfa: &Cfa, program: &Program, terms: &Terms) -> String {
    let stats = analysis.stats();
    let mut text = format!("{} facts", analysis.facts().len());
    let domains = stats
        .clauses
        .iter()
        .map(|(domain, count)| format!("{} {}", count, domain.name()));
    let domains: Vec<String> = domains.collect();
    if !domains.is_empty() {
        text.push_str(&format!(" ({})", domains.join(", ")));
    }
    text.push_str(&format!(
        ", {} edges that no run takes, {} visits of {} locations, {:.3} s{}\n",
        stats.infeasible,
        stats.visits,
        cfa.locations.len(),
        stats.time.as_secs_f64(),
        if stats.gave_up { ", given up" } else { "" }
    ));
    for (id, location) in cfa.locations.iter_enumerated() {
        let facts = analysis.facts().at(id);
        if facts.is_empty() {
            continue;
        }
        text.push_str(&format!("\nl{} {}", id.index(), location.label));
        if let Some(span) = location.span {
            text.push_str(&format!(" ({})", program.sources.place(span)));
        }
        text.push('\n');
        for &fact in facts {
            text.push_str(&format!("  {}\n", Infix::new(terms, fact).limit(MAX_NODES)));
        }
    }
    text
}

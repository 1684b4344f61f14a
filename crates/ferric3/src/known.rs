//! What is known when there is no verdict, as sentences.

use ferric3_engine::CheckReport;
use ferric3_ivl::Program;
use ferric3_term::{Infix, Terms};

use crate::output::Paint;

/// Open properties that are named.
const SHOWN: usize = 10;
/// Literals of a cube that are shown, and how much of each.
const LITERALS: usize = 6;
const NODES: usize = 40;

/// Which properties are proved and which are open, how deep the search got, and what blocks it.
pub(crate) fn known_so_far(
    report: &CheckReport,
    program: &Program,
    terms: &Terms,
    fault: &str,
    paint: Paint,
) -> String {
    let mut text = paint.bold("Known so far");
    text.push('\n');
    match report.stats.knowledge.depth {
        0 => text.push_str("  nothing about runs of any length\n"),
        depth => text.push_str(&format!(
            "  no run of up to {depth} transition{} {fault}\n",
            if depth == 1 { "" } else { "s" }
        )),
    }
    let of_file = |place: &str, what: &str| format!("{place}: {what}");
    let open: Vec<String> = report
        .properties
        .iter()
        .filter(|status| !status.is_proved)
        .map(|status| {
            let property = &program.properties[status.property];
            let place = program.sources.place(property.span).to_string();
            of_file(&place, &property.description)
        })
        .collect();
    let (all, open_count) = (report.properties.len(), open.len());
    if all > 0 {
        text.push_str(&format!(
            "  {} of {all} propert{} proved, {open_count} open\n",
            all - open_count,
            if all == 1 { "y is" } else { "ies are" },
        ));
    }
    for line in open.iter().take(SHOWN) {
        text.push_str(&format!("  {}  {line}\n", paint.yellow("open")));
    }
    if open_count > SHOWN {
        text.push_str(&format!("  … and {} more\n", open_count - SHOWN));
    }
    if let Some(stuck) = &report.hot_spot {
        let place = match stuck.location.span {
            Some(span) => program.sources.place(span).to_string(),
            None => stuck.location.label.clone(),
        };
        text.push_str(&format!(
            "  stuck at {place}: {} lemma{} there, and still not excluded:\n",
            stuck.lemmas,
            if stuck.lemmas == 1 { "" } else { "s" }
        ));
        for &literal in stuck.cube.iter().take(LITERALS) {
            let literal = Infix::new(terms, literal).limit(NODES);
            text.push_str(&format!("    {literal}\n"));
        }
        if stuck.cube.len() > LITERALS {
            let more = stuck.cube.len() - LITERALS;
            text.push_str(&format!("    … and {more} more conditions\n"));
        }
    }
    text
}

//! What is known when there is no verdict, as sentences.

use ferric3_engine::{CheckReport, Depth};
use ferric3_ivl::{Program, PropertyKind, Span};
use ferric3_term::{Infix, Terms};

use crate::output::Paint;

/// Open properties that are named, and constructs.
const SHOWN: usize = 10;
/// Literals of a cube that are shown, and how much of each.
const LITERALS: usize = 6;
const NODES: usize = 40;

/// Which properties are proved and which are open, how deep the search got, and what it was at.
pub(crate) fn known_so_far(
    report: &CheckReport,
    program: &Program,
    terms: &Terms,
    fault: &str,
    paint: Paint,
) -> String {
    let mut text = paint.bold("Known so far");
    text.push('\n');
    let depth = report.depth;
    if depth == Depth::default() {
        text.push_str("  nothing about runs of any length\n");
    } else {
        let transitions = transitions(report, depth);
        text.push_str(&format!("  no run of up to {transitions} {fault}\n"));
    }
    properties(&mut text, report, program, paint);
    if let Some(stuck) = &report.hot_spot {
        let place = match stuck.location.span {
            Some(span) => program.sources.place(span).to_string(),
            None => stuck.location.label.clone(),
        };
        text.push_str(&format!(
            "  at work on {place}: {} lemma{} there, and still to be excluded:\n",
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

/// A number of transitions, and of which automaton: passes may have taken loops out, so that one
/// transition of what is left is many of the program.
pub(crate) fn transitions(report: &CheckReport, depth: Depth) -> String {
    let number = depth.edges();
    format!(
        "{number} transition{} of the {}automaton",
        if number == 1 { "" } else { "s" },
        if report.is_reduced() { "reduced " } else { "" }
    )
}

fn properties(text: &mut String, report: &CheckReport, program: &Program, paint: Paint) {
    let open: Vec<(Option<Span>, &str)> = report
        .properties
        .iter()
        .filter(|status| !status.is_proved)
        .map(|status| &program.properties[status.property])
        .map(|property| (Some(property.span), property.description.as_str()))
        .collect();
    let (all, open_count) = (report.properties.len(), open.len());
    open_properties(text, program, all, &open, paint);
    let obstacles: Vec<(Option<Span>, &str)> = report
        .obstacles
        .iter()
        .map(|obstacle| (obstacle.span, obstacle.construct.as_str()))
        .collect();
    if !obstacles.is_empty() {
        text.push_str(if open_count < all {
            "  what is proved holds up to these constructs, which cannot be modelled:\n"
        } else {
            "  runs may get to these constructs, which cannot be modelled:\n"
        });
        list(text, program, &obstacles, paint);
    }
}

fn open_properties(
    text: &mut String,
    program: &Program,
    all: usize,
    open: &[(Option<Span>, &str)],
    paint: Paint,
) {
    if all > 0 {
        text.push_str(&format!(
            "  {} of {all} propert{} proved, {} open\n",
            all - open.len(),
            if all == 1 { "y is" } else { "ies are" },
            open.len(),
        ));
    }
    list(text, program, open, paint);
}

/// What is known of a program whose check had to be given up: what it is about.
pub(crate) fn all_open(program: &Program, paint: Paint) -> String {
    let mut text = paint.bold("Known so far");
    text.push('\n');
    let properties = program.properties.iter();
    let open: Vec<(Option<Span>, &str)> = properties
        .filter(|property| property.kind != PropertyKind::Unsupported)
        .map(|property| (Some(property.span), property.description.as_str()))
        .collect();
    open_properties(&mut text, program, open.len(), &open, paint);
    text
}

fn list(text: &mut String, program: &Program, lines: &[(Option<Span>, &str)], paint: Paint) {
    for (span, what) in lines.iter().take(SHOWN) {
        let place = span.map(|span| format!("{}: ", program.sources.place(span)));
        let place = place.unwrap_or_default();
        text.push_str(&format!("  {}  {place}{what}\n", paint.yellow("open")));
    }
    if lines.len() > SHOWN {
        text.push_str(&format!("  … and {} more\n", lines.len() - SHOWN));
    }
}

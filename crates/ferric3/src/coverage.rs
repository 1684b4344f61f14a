//! `check --cover`: which coverage goals runs reach, as text and for documents.
//!
//! Coverage is no verdict: a goal that no run reaches violates nothing. It has a table and a last line
//! of its own.

use ferric3_engine::Replay;
use ferric3_ivl::{Program, PropertyId};
use ferric3_witness::{Conclusion, display_value};

use crate::each::{Part, behind};
use crate::output::Paint;

/// So many inputs of a run are shown.
const MOST_SHOWN: usize = 8;

/// What became of a goal, in a word for documents.
pub(crate) fn verdict(conclusion: &Conclusion) -> &'static str {
    match conclusion {
        Conclusion::False { .. } => "REACHED",
        Conclusion::True => "UNREACHABLE",
        Conclusion::Unknown { .. } | Conclusion::Coverage { .. } => "UNKNOWN",
    }
}

/// The inputs that lead to a goal, in order.
pub(crate) fn inputs(program: &Program, replay: &Replay) -> String {
    let given = replay.inputs();
    let shown = given.iter().take(MOST_SHOWN).map(|given| {
        let site = &program.inputs[given.input];
        display_value(&given.value, site.reading, "")
    });
    let mut shown: Vec<String> = shown.collect();
    if given.len() > MOST_SHOWN {
        shown.push(format!("and {} more", given.len() - MOST_SHOWN));
    }
    match shown.is_empty() {
        true => "whatever it reads".to_owned(),
        false => format!("input {}", shown.join(", ")),
    }
}

/// What all goals come to; and the table, then proofs.
pub(crate) fn summary(
    program: &Program,
    file: &str,
    parts: &[Part],
    paint: Paint,
) -> (Conclusion, String) {
    let count = |word: &str| -> usize {
        let parts = parts.iter();
        let parts = parts.filter(|part| verdict(&part.conclusion) == word);
        parts.map(|part| part.goals.len()).sum()
    };
    let (reached, unreachable) = (count("REACHED"), count("UNREACHABLE"));
    let open = count("UNKNOWN");
    let all = reached + unreachable + open;
    let mut text = format!(
        "{all} coverage goal{} of {file}: {reached} reached, {unreachable} unreachable, {open} open.\n",
        if all == 1 { "" } else { "s" }
    );
    let mut rows: Vec<(PropertyId, &Part)> = parts
        .iter()
        .flat_map(|part| part.goals.iter().map(move |&goal| (goal, part)))
        .collect();
    rows.sort_by_key(|(goal, _)| (program.properties[*goal].span, *goal));
    let place = |goal: PropertyId| program.sources.place(program.properties[goal].span);
    let places = rows.iter().map(|(goal, _)| place(*goal).chars().count());
    let width = places.max().unwrap_or(0);
    for (goal, part) in rows {
        let (mark, how) = match &part.conclusion {
            Conclusion::False { .. } => (
                paint.green("reached    "),
                format!("{}: {}", part.engine, part.text),
            ),
            Conclusion::True => (paint.red("unreachable"), part.engine.to_owned()),
            Conclusion::Unknown { reason } => (paint.yellow("open       "), reason.clone()),
            Conclusion::Coverage { .. } => (paint.yellow("open       "), String::new()),
        };
        let what = &program.properties[goal].description;
        let place = place(goal);
        text.push_str(&format!("  {mark}  {place:width$}  {what} ({how})\n"));
    }
    text.push_str(&behind(program, parts, paint));
    let proofs = parts
        .iter()
        .filter(|part| !matches!(part.conclusion, Conclusion::False { .. }));
    for part in proofs.filter(|part| !part.text.is_empty()) {
        text.push('\n');
        text.push_str(&part.text);
    }
    let mut reasons = parts
        .iter()
        .filter(|part| !part.goals.is_empty())
        .filter_map(|part| match &part.conclusion {
            Conclusion::Unknown { reason } => Some(reason.clone()),
            _ => None,
        });
    let conclusion = Conclusion::Coverage {
        reached,
        unreachable,
        open,
        reason: reasons.next(),
    };
    (conclusion, text)
}

//! `check --all`: what became of each assertion (or check) by itself, as text and for documents.

use ferric3_engine::{CheckReport, Verdict};
use ferric3_ivl::{Program, PropertyId, PropertyKind};
use ferric3_witness::Conclusion;
use ferric3_witness::schema::{Evidence, GoalEntry, PlaceEntry};

use crate::coverage;
use crate::output::Paint;

/// What one search has settled, in words.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The properties.
    pub(crate) goals: Vec<PropertyId>,
    pub(crate) conclusion: Conclusion,
    /// Who decided.
    pub(crate) engine: &'static str,
    /// The trace of a violation, or how the rest was proved.
    pub(crate) text: String,
    /// For a document.
    pub(crate) evidence: Option<Evidence>,
}

impl Part {
    /// What was not settled, and why.
    pub(crate) fn open(goals: Vec<PropertyId>, reason: &str) -> Part {
        Part {
            goals,
            conclusion: Conclusion::Unknown {
                reason: reason.to_owned(),
            },
            engine: "",
            text: String::new(),
            evidence: None,
        }
    }
}

/// The properties that a program is asked about.
pub(crate) fn asked(program: &Program) -> impl Iterator<Item = PropertyId> + '_ {
    let properties = program.properties.iter_enumerated();
    let asked = properties.filter(|(_, property)| property.kind != PropertyKind::Unsupported);
    asked.map(|(id, _)| id)
}

/// What all of them come to.
pub(crate) fn together(parts: &[Part]) -> Conclusion {
    let find = |verdict: &str| {
        let mut all = parts.iter().map(|part| &part.conclusion);
        all.find(|conclusion| conclusion.verdict() == verdict)
    };
    let decisive = find("FALSE").or_else(|| find("UNKNOWN"));
    // TRUE needs somebody who has said so.
    let decisive = decisive.or_else(|| find("TRUE")).cloned();
    decisive.unwrap_or_else(|| Conclusion::Unknown {
        reason: "nothing was settled".to_owned(),
    })
}

/// The table, then traces and proofs.
pub(crate) fn text(program: &Program, file: &str, parts: &[Part], paint: Paint) -> String {
    let count = |verdict: &str| -> usize {
        let parts = parts.iter();
        let parts = parts.filter(|part| part.conclusion.verdict() == verdict);
        parts.map(|part| part.goals.len()).sum()
    };
    let (violated, hold, open) = (count("FALSE"), count("TRUE"), count("UNKNOWN"));
    let all = violated + hold + open;
    let mut text = format!(
        "{all} propert{} of {file}: {violated} violated, {hold} proved, {open} open.\n",
        if all == 1 { "y" } else { "ies" }
    );
    let mut rows: Vec<(PropertyId, &Part)> = parts
        .iter()
        .flat_map(|part| part.goals.iter().map(move |&goal| (goal, part)))
        .collect();
    rows.sort_by_key(|(goal, _)| *goal);
    let place = |goal: PropertyId| program.sources.place(program.properties[goal].span);
    let places = rows.iter().map(|(goal, _)| place(*goal).chars().count());
    let width = places.max().unwrap_or(0);
    for (goal, part) in rows {
        let mark = match &part.conclusion {
            Conclusion::True => paint.green("proved  "),
            Conclusion::False { .. } => paint.red("violated"),
            Conclusion::Unknown { .. } | Conclusion::Coverage { .. } => paint.yellow("open    "),
        };
        let how = match &part.conclusion {
            Conclusion::Unknown { reason } => reason,
            _ => part.engine,
        };
        let what = &program.properties[goal].description;
        let place = place(goal);
        text.push_str(&format!("  {mark}  {place:width$}  {what} ({how})\n"));
    }
    text.push_str(&behind(program, parts, paint));
    for part in parts.iter().filter(|part| !part.text.is_empty()) {
        text.push('\n');
        text.push_str(&part.text);
    }
    text
}

/// Constructs that are not modelled. A proof about any property shows that no run gets to one; without,
/// nobody has looked at what lies behind them, and assertions there are not even in the table.
pub(crate) fn behind(program: &Program, parts: &[Part], paint: Paint) -> String {
    let mut text = String::new();
    if parts.iter().any(|part| part.conclusion == Conclusion::True) {
        return text;
    }
    let properties = program.properties.iter();
    for property in properties.filter(|p| p.kind == PropertyKind::Unsupported) {
        let (mark, what) = (paint.yellow("not modelled"), &property.description);
        let place = program.sources.place(property.span);
        text.push_str(&format!(
            "  {mark}  {place}  {what}: what lies behind it was not checked\n"
        ));
    }
    text
}

/// The same for a document, by property. Of several properties with the same proof only the first one
/// has it, and the others name it.
pub(crate) fn entries(program: &Program, parts: &[Part]) -> Vec<GoalEntry> {
    let mut entries: Vec<GoalEntry> = Vec::new();
    for part in parts {
        let first = part.goals.first().map(|goal| goal.index());
        for &goal in &part.goals {
            let property = &program.properties[goal];
            let is_first = first == Some(goal.index());
            entries.push(GoalEntry {
                id: goal.index(),
                description: property.description.clone(),
                place: PlaceEntry::new(&program.sources, property.span),
                property: ferric3_witness::property_name(property.kind),
                verdict: match property.kind {
                    PropertyKind::Coverage => coverage::verdict(&part.conclusion),
                    _ => part.conclusion.verdict(),
                },
                reason: match &part.conclusion {
                    Conclusion::Unknown { reason } => Some(reason.clone()),
                    _ => None,
                },
                engine: (!part.engine.is_empty()).then_some(part.engine),
                proved_with: first.filter(|_| !is_first && part.conclusion == Conclusion::True),
                evidence: part.evidence.clone().filter(|_| is_first),
            });
        }
    }
    entries.sort_by_key(|entry| entry.id);
    entries
}

/// The same for a check that ends with the first violation, or proves everything at once.
pub(crate) fn entries_of(program: &Program, report: &CheckReport) -> Vec<GoalEntry> {
    let all: Vec<PropertyId> = asked(program).collect();
    let part = |goals, conclusion| Part {
        conclusion,
        engine: report.engine,
        ..Part::open(goals, "")
    };
    let parts = match &report.verdict {
        Verdict::True(_) => vec![part(all, Conclusion::True)],
        Verdict::False(replay) => {
            let violated = replay.property();
            let others = all.into_iter().filter(|&goal| goal != violated).collect();
            vec![
                part(vec![violated], Conclusion::of(report, program)),
                Part::open(others, "another one was violated first"),
            ]
        }
        // What is known of each stands in the document as `known`.
        Verdict::Unknown(_) => {
            let reason = Conclusion::of(report, program);
            vec![part(all, reason)]
        }
    };
    entries(program, &parts)
}

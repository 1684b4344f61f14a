//! Dead goals with their reasons, one finding for each cause.

use super::excerpt::excerpt;
use super::{one_line, place, plural};
use crate::findings::{Finding, findings};
use crate::paint::Paint;
use crate::{Report, Sources, Status, Why};

/// Where dead code is, and why it is dead. Goals that are dead because of another one are only counted.
pub fn dead(report: &Report, sources: &Sources, paint: Paint) -> String {
    let shown = findings(report, sources);
    let shown = shown
        .iter()
        .map(|found| finding(report, found, sources, paint));
    shown.collect::<Vec<String>>().join("\n")
}

fn finding(report: &Report, finding: &Finding, sources: &Sources, paint: Paint) -> String {
    let goal = &report.goals[finding.goal];
    let status = &goal.status;
    let Status::Dead { why, .. } = status else {
        return String::new();
    };
    let width = gutter(report, finding, *why);
    let bar = paint.dim("|");
    let equals = paint.dim("=");
    let arrow = paint.dim("-->");
    let mut text = format!(
        "{}: {}\n{:width$}{arrow} {}, in {}\n{:width$} {bar}\n",
        paint.status(status, "dead"),
        paint.bold(&one_line(&finding.message)),
        "",
        place(&goal.place),
        one_line(&goal.function),
        "",
    );
    text.push_str(&excerpt(&goal.place, sources, width, status, paint));
    let mut note = |line: String| text.push_str(&format!("{:width$} {equals} {line}\n", ""));
    if let Some(why) = report.whys.get(*why) {
        reason(why, &mut note);
    }
    if !finding.related.is_empty() {
        note(related(report, finding));
    }
    text
}

/// As wide as the largest line number that is shown.
fn gutter(report: &Report, finding: &Finding, why: usize) -> usize {
    let lines = report.whys.get(why).into_iter().flat_map(|why| &why.lines);
    let lines = lines.map(|line| line.place.line);
    let line = report.goals[finding.goal].place.line;
    let largest = lines.chain([line]).max().unwrap_or(line);
    largest.to_string().len()
}

fn reason(why: &Why, note: &mut impl FnMut(String)) {
    if !why.text.is_empty() {
        note(format!("why: {}", one_line(&why.text)));
    }
    for line in &why.lines {
        note(format!(
            "always at {}: {}",
            place(&line.place),
            one_line(&line.holds)
        ));
    }
    note(format!(
        "proved by {}, checked by {}",
        why.engine, why.checked_by
    ));
}

fn related(report: &Report, finding: &Finding) -> String {
    let places = finding
        .related
        .iter()
        .map(|&goal| &report.goals[goal].place);
    let file = &report.goals[finding.goal].place.file;
    let lines = places.filter(|place| place.file == *file);
    let lines = lines.map(|place| place.line);
    let range = lines.clone().min().zip(lines.max());
    let range = match range {
        Some((first, last)) if first < last => format!(" (lines {first} to {last})"),
        Some((first, _)) => format!(" (line {first})"),
        None => String::new(),
    };
    match finding.related.len() {
        1 => format!("1 more goal is dead with it{range}"),
        more => format!("{} are dead with it{range}", plural(more, "more goal")),
    }
}

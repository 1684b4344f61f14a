//! What is printed of a report, and the exit code.

use ferric3_coverage::baseline::Baseline;
use ferric3_coverage::{Count, Report, Status, justify, table};

use super::work::{Analysed, Job};
use crate::cli::deadcode::{DeadcodeArgs, FailOn};
use crate::exit::Exit;
use crate::output::Paint;

/// Colours as the reports have them.
pub(super) fn paint_of(paint: Paint) -> ferric3_coverage::Paint {
    match paint.is_enabled() {
        true => ferric3_coverage::Paint::Ansi,
        false => ferric3_coverage::Paint::Plain,
    }
}

/// Everything that is printed.
pub(super) fn text(
    job: &Job,
    analysed: &Analysed,
    baseline: Option<&Baseline>,
    paint: Paint,
) -> String {
    let report = &analysed.report;
    if job.args.quiet {
        return last_line(report);
    }
    let colours = paint_of(paint);
    let mut text = String::new();
    let mut part = |next: String| {
        if !next.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&next);
        }
    };
    part(table::dead(report, &analysed.sources, colours));
    part(table::open(report, colours));
    part(table::justified(report, colours));
    if job.args.verbose {
        part(reached(report));
    }
    let rows = match job.args.verbose || report.goals.len() < 200 {
        true => table::Rows::Functions,
        false => table::Rows::Totals,
    };
    part(table::summary(report, rows, colours));
    part(remarks(analysed, baseline));
    if job.args.verbose && !report.assumptions.is_empty() {
        let lines = report.assumptions.iter().map(|text| format!("  {text}\n"));
        part(format!("Assumptions\n{}", lines.collect::<String>()));
    }
    text + &last_line(report)
}

/// The goals that are reached, each with its test.
fn reached(report: &Report) -> String {
    let mut text = String::new();
    for goal in &report.goals {
        if let Status::Reached { test, partner } = goal.status {
            let place = &goal.place;
            let tests = match partner {
                Some(partner) => format!("tests {} and {}", test + 1, partner + 1),
                None => format!("test {}", test + 1),
            };
            text.push_str(&format!(
                "  reached  {}:{}:{}  {}  {} ({tests})\n",
                place.file, place.line, place.column, goal.criterion, goal.text
            ));
        }
    }
    text
}

fn remarks(analysed: &Analysed, baseline: Option<&Baseline>) -> String {
    let report = &analysed.report;
    let mut lines = analysed.remarks.clone();
    for (goal, test) in justify::reached_nevertheless(report) {
        let goal = &report.goals[goal];
        lines.push(format!(
            "warning: {}:{}: {} is justified, but test {} reaches it",
            goal.place.file,
            goal.place.line,
            goal.text,
            test + 1
        ));
    }
    if let Some(baseline) = baseline {
        let changes = baseline.changes(report);
        lines.push(format!(
            "Compared with the baseline, {} goals are newly dead and {} are dead no more.",
            changes.new.len(),
            changes.gone.len()
        ));
        for &goal in &changes.new {
            let goal = &report.goals[goal];
            lines.push(format!(
                "  newly dead: {}:{}:{}  {}",
                goal.place.file, goal.place.line, goal.place.column, goal.text
            ));
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The last line.
pub(super) fn last_line(report: &Report) -> String {
    let count = report.count(None);
    format!(
        "Coverage result: {} reached, {} dead, {} justified, {} open\n",
        count.reached, count.dead, count.justified, count.open
    )
}

/// How the process ends.
pub(super) fn exit(args: &DeadcodeArgs, report: &Report, baseline: Option<&Baseline>) -> Exit {
    let count = report.count(None);
    let fails = |what: &FailOn| match what {
        FailOn::Dead => count.dead > 0,
        FailOn::NewDead => match baseline {
            Some(baseline) => !baseline.changes(report).new.is_empty(),
            None => count.dead > 0,
        },
        FailOn::Open => count.open > 0,
        FailOn::Justified => !justify::reached_nevertheless(report).is_empty(),
    };
    match &args.fail_on[..] {
        [] if Count::of(&report.goals).open > 0 => Exit::Unknown,
        whats if whats.iter().any(fails) => Exit::Violation,
        _ => Exit::Ok,
    }
}

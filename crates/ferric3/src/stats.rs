//! The table of `--stats`.

mod course;

use std::time::Duration;

use ferric3_engine::{Contribution, TechniqueReport, Verdict};
use ferric3_solver::SolverStats;

use crate::memory::{self, MEGABYTE};
use crate::report::Findings;

/// The table: one number per line, so that scripts can read it, too.
pub(crate) fn table(
    findings: &Findings<'_>,
    phases: &[(&'static str, Duration)],
    wall_time: Duration,
) -> String {
    let (program, report) = (findings.program, findings.report);
    let mut rows = Rows::default();
    rows.heading("Size");
    let size = &report.size;
    let sizes = [
        ("procedures", program.procs.len()),
        ("properties", program.properties.len()),
        ("inputs", program.inputs.len()),
        ("locations before large blocks", size.small_locations),
        ("edges before large blocks", size.small_edges),
        ("locations", size.locations),
        ("edges", size.edges),
        ("state variables", size.variables),
        ("terms", findings.terms.len()),
    ];
    for (name, number) in sizes {
        rows.row(name, number.to_string());
    }
    rows.heading("Time");
    for (name, time) in phases {
        rows.row(name, seconds(*time));
    }
    rows.row("in all", seconds(wall_time));
    rows.solver("Solver", &report.stats.solver);
    rows.heading(&format!("Engine {}", report.engine));
    rows.row("level", report.stats.level.to_string());
    for (name, number) in &report.stats.counters {
        rows.row(name, number.to_string());
    }
    if let Some(refused) = &report.refused {
        rows.text
            .push_str(&format!("  searched again: {refused}\n"));
    }
    rows.techniques(&report.stats.techniques);
    rows.contributions(&report.stats.contributions);
    rows.courses(report);
    if let Verdict::True(certified) = &report.verdict {
        rows.solver("Solver of the certificate check", &certified.stats);
    }
    if let Some(bytes) = memory::peak() {
        rows.heading("Memory");
        rows.row("peak", format!("{:.1} MB", bytes as f64 / MEGABYTE as f64));
    }
    rows.text
}

#[derive(Default)]
struct Rows {
    text: String,
}

impl Rows {
    fn heading(&mut self, title: &str) {
        self.text.push_str(title);
        self.text.push('\n');
    }

    fn row(&mut self, name: &str, value: String) {
        self.text.push_str(&format!("  {name:<40} {value:>12}\n"));
    }

    fn techniques(&mut self, techniques: &[TechniqueReport]) {
        if techniques.is_empty() {
            return;
        }
        self.text.push_str(&format!(
            "{:<23}{:>9}{:>11}{:>9}{:>9}{:>11}  {}\n",
            "Techniques", "tried", "succeeded", "queries", "saved", "time", "source"
        ));
        for TechniqueReport {
            name,
            source,
            stats,
        } in techniques
        {
            self.text.push_str(&format!(
                "  {:<21}{:>9}{:>11}{:>9}{:>9}{:>11}  {}\n",
                name,
                stats.tried,
                stats.succeeded,
                stats.queries,
                stats.saved,
                seconds(stats.time),
                source
            ));
        }
    }

    fn contributions(&mut self, contributions: &[Contribution]) {
        if contributions.is_empty() {
            return;
        }
        self.text.push_str(&format!(
            "{:<23}{:>9}{:>14}{:>9}{:>9}{:>11}{:>11}\n",
            "Group", "level", "work", "queries", "told", "was told", "time"
        ));
        for member in contributions {
            self.text.push_str(&format!(
                "  {:<21}{:>9}{:>14}{:>9}{:>9}{:>11}{:>11}{}\n",
                member.engine,
                member.level,
                member.work,
                member.queries,
                member.published,
                member.received,
                seconds(member.time),
                if member.decided { "  decided" } else { "" }
            ));
        }
    }

    fn solver(&mut self, title: &str, stats: &SolverStats) {
        self.heading(title);
        let counters = [
            ("queries", stats.queries),
            ("satisfiable", stats.sat),
            ("unsatisfiable", stats.unsat),
            ("terms translated", stats.terms),
            ("SAT variables", stats.vars),
            ("SAT clauses", stats.clauses),
            ("conflicts", stats.conflicts),
        ];
        for (name, number) in counters {
            self.row(name, number.to_string());
        }
        if stats.intervals.contractions > 0 {
            for (name, number) in stats.intervals.counters() {
                self.row(&format!("intervals: {name}"), number.to_string());
            }
        }
        self.row("time in queries", seconds(stats.solve_time));
        self.row("time translating", seconds(stats.translate_time));
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

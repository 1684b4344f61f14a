//! Why a goal is dead, in the program's words: a sentence, and what always holds where.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_c::HARNESS;
use ferric3_coverage::{Place, Why, WhyLine};
use ferric3_engine::{
    By, Certified, CheckReport, Few, Ground, Invariant, Proof, Reason, Task, Verdict,
};
use ferric3_ivl::{Program, Sources, Span};
use ferric3_term::{TermId, Terms};
use ferric3_witness::clause_in_c;

/// Of a whole proof, so many lines are shown. One that long is read by nobody, but it says where to look.
const MOST_LINES: usize = 40;

/// The reason of goals that the report is about, in words.
pub(crate) fn why(program: &Program, terms: &Terms, report: &CheckReport, reason: &Reason) -> Why {
    let sources = &program.sources;
    let (text, lines, checked_by) = match &reason.ground {
        Ground::OnlyRun { steps } => {
            let text = format!(
                "The program does the same in every run, and that run of {steps} statements does not get there."
            );
            (text, Vec::new(), "only run".to_owned())
        }
        Ground::NoWay => (
            "No way leads there: its condition is false already by types and constants, what stands before never goes this way, or nobody calls the function."
                .to_owned(),
            Vec::new(),
            checker(certified(report)),
        ),
        Ground::Clauses(few) => {
            let lines = lines_of(sources, terms, few);
            (few_text(few, &lines), lines, checker(Some(&few.certified)))
        }
        Ground::Whole => {
            let (text, lines) = whole(sources, terms, report);
            (text, lines, checker(certified(report)))
        }
    };
    Why {
        engine: report.engine.to_owned(),
        checked_by,
        text,
        lines,
    }
}

/// The same of all goals that a search has proved, for people.
pub(crate) fn why_text(
    program: &Program,
    terms: &Terms,
    report: &CheckReport,
    reasons: &[Reason],
) -> String {
    let mut goals = Vec::new();
    for reason in reasons {
        let why = why(program, terms, report, reason);
        for &goal in &reason.goals {
            let property = &program.properties[goal];
            let place = program.sources.place(property.span);
            let mut text = format!("  {place}  {}: {}\n", property.description, why.text);
            // A single line is part of the sentence.
            for WhyLine { place, holds } in why.lines.iter().filter(|_| why.lines.len() > 1) {
                text.push_str(&format!("    {}:{}: {holds}\n", place.file, place.line));
            }
            goals.push((property.span, goal, text));
        }
    }
    goals.sort();
    goals.into_iter().map(|(.., text)| text).collect()
}

fn certified(report: &CheckReport) -> Option<&Certified> {
    match &report.verdict {
        Verdict::True(certified) => Some(certified),
        _ => None,
    }
}

/// Who checked a certificate.
fn checker(certified: Option<&Certified>) -> String {
    let by = certified.and_then(Certified::checked_by).unwrap_or("bits");
    format!("certificate: {by}")
}

fn few_text(few: &Few, lines: &[WhyLine]) -> String {
    match (few.by, lines) {
        (By::Itself, _) => "Its condition is never true, whatever the values are.".to_owned(),
        (By::Path, _) => {
            "The conditions on each way there contradict each other, whatever the values are before."
                .to_owned()
        }
        (By::Clauses, [only]) if is_harness(&only.place) => format!(
            "`{}` always holds in the beginning of a cycle, and so nothing gets there.",
            only.holds
        ),
        (By::Clauses, [only]) => format!(
            "`{}` always holds at {}:{}, and so nothing gets there.",
            only.holds, only.place.file, only.place.line
        ),
        (By::Clauses, lines) => format!(
            "{} facts, which always hold where they stand, exclude it together.",
            lines.len()
        ),
    }
}

/// Does it stand around the program? The only loop there is that of cycles.
fn is_harness(place: &Place) -> bool {
    place.file.starts_with(HARNESS)
}

/// The same reason with places that people can look up: what holds between cycles is said where the entry begins.
pub(crate) fn in_program(mut why: Why, entry: Option<&Place>) -> Why {
    let Some(entry) = entry else {
        return why;
    };
    for line in why.lines.iter_mut().filter(|line| is_harness(&line.place)) {
        line.holds = format!("in the beginning of a cycle, {}", line.holds);
        line.place = entry.clone();
    }
    why
}

/// What holds at the places that matter, by place.
fn lines_of(sources: &Sources, terms: &Terms, few: &Few) -> Vec<WhyLine> {
    let Proof::Invariant(invariant) = few.certified.proof() else {
        return Vec::new();
    };
    let places = few.places.iter();
    let clauses = places.map(|&loc| (few.task.cfa.locations[loc].span, invariant.at(loc)));
    lines(sources, terms, clauses)
}

/// Clauses by place. What holds at one place is one line.
fn lines<'a>(
    sources: &Sources,
    terms: &Terms,
    clauses: impl Iterator<Item = (Option<Span>, &'a [TermId])>,
) -> Vec<WhyLine> {
    let mut by_place: BTreeMap<Place, BTreeSet<String>> = BTreeMap::new();
    for (span, clauses) in clauses.filter(|(_, clauses)| !clauses.is_empty()) {
        let here = by_place.entry(place(sources, span)).or_default();
        here.extend(clauses.iter().map(|&clause| clause_in_c(terms, clause)));
    }
    let lines = by_place.into_iter().map(|(place, holds)| WhyLine {
        place,
        holds: holds.into_iter().collect::<Vec<String>>().join(" && "),
    });
    lines.collect()
}

/// A place for people. What has none, because it was made by the front end, is at the beginning of the program.
fn place(sources: &Sources, span: Option<Span>) -> Place {
    let first = sources.files.iter().next();
    let file = match span {
        Some(span) => Some(&sources.files[span.file]),
        None => first,
    };
    let (line, column) = span.map_or((1, 0), |span| (span.line, span.column));
    Place {
        file: file.map_or_else(String::new, |file| file.name.clone()),
        line,
        column,
        end_line: 0,
        end_column: 0,
    }
}

/// A whole proof.
fn whole(sources: &Sources, terms: &Terms, report: &CheckReport) -> (String, Vec<WhyLine>) {
    let Some(certified) = certified(report) else {
        return (String::new(), Vec::new());
    };
    let invariant_lines = |invariant: &Invariant| match &report.task {
        Some(task) => all_lines(sources, terms, task, invariant),
        None => Vec::new(),
    };
    match certified.proof() {
        Proof::Invariant(invariant) => {
            let mut lines = invariant_lines(invariant);
            let all = lines.len();
            lines.truncate(MOST_LINES);
            let shown = match all > MOST_LINES {
                true => format!(" The first {MOST_LINES} of {all} places are shown."),
                false => String::new(),
            };
            let text = format!(
                "An invariant of {} clauses excludes it; which of them it needs took too much effort to find out.{shown}",
                invariant.len()
            );
            (text, lines)
        }
        Proof::Unrolling { depth } => (
            format!("No run is longer than {depth} steps, and none of them gets there."),
            Vec::new(),
        ),
        Proof::Unwinding { .. } => (
            "Every loop ends after a bounded number of rounds, and no run gets there on the way."
                .to_owned(),
            Vec::new(),
        ),
        Proof::KInduction { k, auxiliary } => (
            format!(
                "No run gets there in its first {k} steps, nor does any run that has gone on for {k} steps without getting there."
            ),
            invariant_lines(auxiliary),
        ),
        Proof::OnlyRun { .. } => (String::new(), Vec::new()),
    }
}

fn all_lines(sources: &Sources, terms: &Terms, task: &Task, invariant: &Invariant) -> Vec<WhyLine> {
    let locations = task.cfa.locations.iter_enumerated();
    let locations = locations.filter(|(loc, _)| *loc != task.cfa.error);
    let clauses = locations.map(|(loc, location)| (location.span, invariant.at(loc)));
    lines(sources, terms, clauses)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};
    use ferric3_c::{Criterion, FrontendOptions, Translation, translate_text};
    use ferric3_engine::{
        AutoOptions, CheckOptions, EngineKind, Ic3CfaOptions, ReasonEffort, check_each, reasons,
    };

    use super::*;

    /// The reasons of all branches of a program that are dead.
    fn check(engine: EngineKind, text: &str, expected: &Expect) {
        let options = FrontendOptions {
            cover: vec![Criterion::Branch],
            ..FrontendOptions::default()
        };
        let translation = translate_text("unit.c", text, &options).expect("a program");
        let Translation {
            program, mut terms, ..
        } = translation;
        let options = CheckOptions::new(engine);
        let settled = check_each(&program, &mut terms, &options, &mut (), &mut |_, _| {});
        let mut found = Vec::new();
        for one in settled.expect("every answer stands") {
            let effort = ReasonEffort::default();
            for reason in reasons(&mut terms, &options.solvers, &one, effort) {
                let said = why(&program, &terms, &one.report, &reason);
                assert_eq!(
                    said.checked_by.contains("certificate"),
                    said.checked_by != "only run"
                );
                for &goal in &reason.goals {
                    let property = &program.properties[goal];
                    let mut text = format!(
                        "{} {}: {}\n",
                        program.sources.place(property.span),
                        property.description,
                        said.text
                    );
                    for WhyLine { place, holds } in &said.lines {
                        writeln!(text, "  {}:{}: {holds}", place.line, place.column)
                            .expect("a string can be written to");
                    }
                    found.push((property.span, text));
                }
            }
        }
        found.sort();
        let found: String = found.into_iter().map(|(_, text)| text).collect();
        expected.assert_eq(&found);
    }

    const CONTROLLER: &str = "\
extern int read_input(void);
enum { IDLE, RUN, STOP, FAULT };
static int state = IDLE;
static int level;
static const int limit = 100;
static int clamp(int v, int lo, int hi) {
  if (v < lo) return lo;
  if (v > hi) return hi;
  return v;
}
static void step(int in) {
  level = clamp(in, 0, limit);
  switch (state) {
  case IDLE: if (level > 50) state = RUN; break;
  case RUN: if (level < 10) state = STOP; break;
  case STOP: state = IDLE; break;
  case FAULT: state = IDLE; break;
  }
  if (level > 120) state = FAULT;
  unsigned u = (unsigned)in;
  if (u < 0) level = 0;
  if (in > 10 && in < 5) level = 1;
  if ((in & 1) == 1) { if (in % 2 == 0) level = 2; }
}
int main(void) { while (1) step(read_input()); }
";

    #[test]
    fn planted_dead_code_of_a_controller() {
        let auto = EngineKind::Auto(AutoOptions::default());
        check(
            auto,
            CONTROLLER,
            &expect![[r#"
            unit.c:13:11 no case is chosen: `limit == 100 && state < 3` always holds at unit.c:25, and so nothing gets there.
              25:5: limit == 100 && state < 3
            unit.c:17:3 case FAULT is chosen: `limit == 100 && state < 3` always holds at unit.c:25, and so nothing gets there.
              25:5: limit == 100 && state < 3
            unit.c:19:7 level > 120 is true: `limit == 100` always holds at unit.c:25, and so nothing gets there.
              25:5: limit == 100
            unit.c:21:7 u < 0 is true: No way leads there: its condition is false already by types and constants, what stands before never goes this way, or nobody calls the function.
            unit.c:22:7 in > 10 && in < 5 is true: The conditions on each way there contradict each other, whatever the values are before.
            unit.c:23:28 in % 2 == 0 is true: The conditions on each way there contradict each other, whatever the values are before.
        "#]],
        );
    }

    #[test]
    fn a_relation_that_an_engine_finds() {
        let text = "\
extern unsigned char read_input(void);
int main(void) {
  unsigned char up = 0, down = 10;
  while (up < 10) {
    if (read_input() > 7) { up++; down--; }
    if (up + down > 10) return 1;
  }
  if (down != 0) return 2;
  return 0;
}
";
        let ic3 = EngineKind::Ic3Cfa(Ic3CfaOptions::default());
        check(
            ic3,
            text,
            &expect![[r#"
            unit.c:6:9 up + down > 10 is true: `(up + down) == 10` always holds at unit.c:4, and so nothing gets there.
              4:10: (up + down) == 10
            unit.c:8:7 down != 0 is true: `(up + down) == 10 && up < 11` always holds at unit.c:4, and so nothing gets there.
              4:10: (up + down) == 10 && up < 11
        "#]],
        );
    }

    #[test]
    fn programs_with_one_run_and_with_few() {
        let once = "\
int main(void) {
  int x = 0;
  for (int i = 0; i < 3; i++) x += 2;
  if (x > 6) return 1;
  return 0;
}
";
        let auto = EngineKind::Auto(AutoOptions::default());
        check(
            auto,
            once,
            &expect![[r#"
            unit.c:4:7 x > 6 is true: The program does the same in every run, and that run of 36 statements does not get there.
        "#]],
        );
        let few = "\
extern int read_input(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 3; i++) { if (read_input()) x += 2; }
  if (x == 3) return 1;
  return 0;
}
";
        let unwind = EngineKind::Unwind { max_bound: None };
        check(
            unwind,
            few,
            &expect![[r#"
            unit.c:5:7 x == 3 is true: `x[0] != 1` always holds at unit.c:4, and so nothing gets there.
              4:19: x[0] != 1
        "#]],
        );
    }
}

//! `ferric3 check --all`: a goal is decided property by property.

use std::time::Duration;

use ferric3_c::Translation;
use ferric3_engine::{CheckOptions, ReasonEffort, Settled, Verdict, check_each, reasons};
use ferric3_ivl::{Program, PropertyId};
use ferric3_term::Terms;
use ferric3_witness::schema::Evidence;
use ferric3_witness::{Conclusion, DocumentInput, assumptions, document};

use super::Job;
use crate::answers::GoalAnswer;
use crate::deadcode::why::why_text;
use crate::each::{self, Part};
use crate::goal::Goal;
use crate::limits::Cause;
use crate::printed::Printed;
use crate::report::{self, Detail, Findings};
use crate::{coverage, frontend, stats};

impl Job {
    /// Decides one goal, property by property.
    pub(super) fn decide_each(
        &self,
        goal: &Goal,
        translation: Translation,
        options: &CheckOptions,
        translate_time: Duration,
    ) -> Result<GoalAnswer, Box<Printed>> {
        let Translation {
            program,
            mut terms,
            warnings,
        } = translation;
        let mut progress = self.progress();
        let mut tell = |terms: &Terms, settled: &Settled| {
            let part = self.part(goal, &program, terms, settled);
            self.parts().push(part);
        };
        let settled = check_each(&program, &mut terms, options, &mut progress, &mut tell);
        let settled = match settled {
            Ok(settled) => settled,
            Err(error) => return Err(Box::new(Printed::internal_error(error.to_string()))),
        };
        let mut answer = self.answer_of_parts(goal, &program, &self.parts());
        self.add_courses(&mut answer, &settled);
        if goal.is_coverage() && self.detail() == Detail::Everything {
            let found = |one: &Settled| {
                let effort = ReasonEffort::default();
                let reasons = reasons(&mut terms, &options.solvers, one, effort);
                why_text(&program, &terms, &one.report, &reasons)
            };
            let texts: String = settled.iter().map(found).collect();
            if !texts.is_empty() {
                let text = format!("\nWhy nothing reaches these goals:\n{texts}");
                answer.text.push_str(&text);
            }
        }
        if !self.args.quiet {
            answer.err = frontend::render(&warnings, &program.sources);
        }
        let last = settled
            .iter()
            .max_by_key(|settled| settled.report.phases.len());
        if let Some(Settled { report, .. }) = last.filter(|_| self.args.stats) {
            let mut phases = vec![("front end", translate_time)];
            phases.extend(report.phases.iter().copied());
            let findings = Findings {
                goal,
                file: &self.file(),
                program: &program,
                terms: &terms,
                report,
                trace: None,
                solvers: &self.solvers,
            };
            let table = stats::table(&findings, &phases, self.status.elapsed());
            if self.json_to_stdout() {
                answer.err.push_str(&table);
            } else {
                answer.text.push_str(&table);
            }
        }
        if let Some(document) = &mut answer.json {
            document.diagnostics = frontend::entries(&warnings, &program.sources);
        }
        Ok(answer)
    }

    /// What one search has settled.
    fn part(&self, goal: &Goal, program: &Program, terms: &Terms, settled: &Settled) -> Part {
        let mut report = settled.report.clone();
        self.adjust(goal, program, &mut report);
        let trace = match goal.is_coverage() {
            true => None,
            false => self.trace(program, terms, &report),
        };
        let (file, trace) = (&self.file(), trace.as_ref());
        let findings = Findings {
            goal,
            file,
            program,
            terms,
            report: &report,
            trace,
            solvers: &self.solvers,
        };
        let conclusion = Conclusion::of(&report, program);
        let evidence = self.args.json.as_ref().map(|_| {
            let document = document(&DocumentInput {
                program: Some((program, terms)),
                report: Some(&report),
                trace,
                ..self.document_input(goal.property, Some(&conclusion), file)
            });
            // Assumptions are those of the document.
            Evidence {
                assumptions: None,
                ..document.evidence
            }
        });
        Part {
            goals: settled.goals.clone(),
            engine: report.engine,
            text: match &report.verdict {
                Verdict::False(replay) if goal.is_coverage() => coverage::inputs(program, replay),
                _ => report::evidence(&findings, self.detail(), self.paint),
            },
            evidence,
            conclusion,
        }
    }

    /// What is known of all properties of a program.
    fn answer_of_parts(&self, goal: &Goal, program: &Program, parts: &[Part]) -> GoalAnswer {
        let file = self.file();
        let (conclusion, text) = match goal.is_coverage() {
            true => coverage::summary(program, &file, parts, self.paint),
            false => (
                each::together(parts),
                each::text(program, &file, parts, self.paint),
            ),
        };
        let mut answer = self.without_report(goal, conclusion, text);
        answer.assumed = report::assumed(program);
        if let Some(document) = &mut answer.json {
            document.goals = each::entries(program, parts);
            document.evidence.assumptions = Some(assumptions(program));
        }
        answer
    }

    /// The same with `--all`: what was settled before stands.
    pub(super) fn given_up_each(&self, goal: &Goal, program: &Program, cause: Cause) -> GoalAnswer {
        let mut parts = self.parts().clone();
        let is_settled = |goal: &PropertyId| parts.iter().any(|part| part.goals.contains(goal));
        let asked = self.asked(program).into_iter();
        let open: Vec<PropertyId> = asked.filter(|goal| !is_settled(goal)).collect();
        parts.push(Part::open(open, cause.reason()));
        self.answer_of_parts(goal, program, &parts)
    }
}

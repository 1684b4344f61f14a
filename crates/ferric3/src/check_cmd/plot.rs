//! `--plot`: the course of searches as a picture.

use std::time::Instant;

use ferric3_engine::{CheckReport, Settled, Verdict};

use super::Job;
use crate::answers::{self, GoalAnswer};
use crate::plot::{Course, picture};
use crate::printed::Printed;
use crate::progress::EngineProgress;

impl Job {
    /// Who wants to know how far engines have got.
    pub(super) fn progress(&self) -> EngineProgress<'_> {
        EngineProgress {
            status: &self.status,
            engine: self.args.engine.name(),
            history_since: (self.args.plot.is_some() || self.args.stats).then(Instant::now),
        }
    }

    /// What is to be drawn of a check.
    pub(super) fn courses(&self, report: &CheckReport) -> Vec<Course> {
        match self.args.plot {
            Some(_) => Course::of(report),
            None => Vec::new(),
        }
    }

    /// The same for a check of each property by itself, where one search may settle several.
    pub(super) fn add_courses(&self, answer: &mut GoalAnswer, settled: &[Settled]) {
        let mut shown: Vec<Course> = Vec::new();
        for Settled { goals, report, .. } in settled {
            let what = match (&report.verdict, goals.len()) {
                (Verdict::True(_), 1) => "one property proved".to_owned(),
                (Verdict::True(_), n) => format!("{n} properties proved"),
                (Verdict::False(_), _) => "one property decided".to_owned(),
                (Verdict::Unknown(_), _) => "open".to_owned(),
            };
            for course in self.courses(report) {
                if !shown.iter().any(|other| other.is_same(&course)) {
                    shown.push(course.about(&what));
                }
            }
        }
        answer.courses = shown;
        if let Some(last) = settled.last() {
            answer.why_empty = self.why_empty(&last.report);
        }
    }

    /// Draws what the answers have to show; says so if that is nothing.
    pub(super) fn draw(&self, answers: &[GoalAnswer], printed: &mut Printed) {
        if self.args.plot.is_none() {
            return;
        }
        let drawn = answers::drawn(answers, &self.name());
        printed.picture = Some(drawn.unwrap_or_else(|(empty, why)| {
            if !self.args.quiet {
                printed
                    .err
                    .push_str(&format!("note: the plot is empty: {why}\n"));
            }
            empty
        }));
    }

    /// A picture without any search.
    pub(super) fn picture_of_nothing(&self, why: &str) -> Option<String> {
        let name = self.name();
        self.args.plot.as_ref().map(|_| picture(&name, &[], why))
    }

    /// The program for a title: without folders.
    fn name(&self) -> String {
        let files = self.args.frontend.files.iter();
        let names = files.filter_map(|file| file.file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        names.collect::<Vec<_>>().join(" ")
    }

    /// Why a check has nothing to draw.
    pub(super) fn why_empty(&self, report: &CheckReport) -> String {
        let chosen = self.args.engine;
        if !chosen.has_techniques() {
            return format!(
                "The engine {} is no IC3: ic3cfa, ic3, ic3ia, pdr, ic3icp, treeic3, local and auto have frames to draw.",
                chosen.name()
            );
        }
        match (report.engine, &report.verdict) {
            ("facts", _) => "Facts by data flow were enough, IC3 had nothing to search.".to_owned(),
            ("run", _) => "The program has only one run: IC3 had nothing to search.".to_owned(),
            (_, Verdict::Unknown(_)) => "There was no verdict before IC3 could begin.".to_owned(),
            (engine, _) if engine != chosen.name() => format!(
                "The engine {engine} has decided before IC3 began: --engine ic3cfa has something to draw."
            ),
            _ => "IC3 had nothing to search.".to_owned(),
        }
    }
}

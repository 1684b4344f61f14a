//! The answers for several properties, and what they come to together.

use std::time::Duration;

use ferric3_ivl::PropertyKind;
use ferric3_witness::Conclusion;
use ferric3_witness::schema::{Document, PropertyEntry};
use serde_json::Value as Json;

use crate::arith;
use crate::exit::Exit;
use crate::output::Paint;
use crate::plot::{self, Course};
use crate::printed::Printed;
use crate::report::{self, Assumed, Detail};

/// What is known of one property.
#[derive(Clone, Debug)]
pub(crate) struct GoalAnswer {
    /// The goal's name.
    pub(crate) name: String,
    /// The property's name in the competitions.
    pub(crate) property: &'static str,
    pub(crate) conclusion: Conclusion,
    /// Which kinds of properties it is about.
    pub(crate) kinds: Vec<PropertyKind>,
    /// Sentences.
    pub(crate) text: String,
    /// What they rest on.
    pub(crate) assumed: Vec<Assumed>,
    /// For standard error.
    pub(crate) err: String,
    /// The document of this property alone, if one is wanted.
    pub(crate) json: Option<Document>,
    /// Searches to be drawn.
    pub(crate) courses: Vec<Course>,
    /// Why there are none.
    pub(crate) why_empty: String,
}

/// What all answers come to.
fn conclusion(answers: &[GoalAnswer]) -> Conclusion {
    match answers {
        [only] => only.conclusion.clone(),
        _ => Conclusion::together(answers.iter().map(|a| (a.name.as_str(), &a.conclusion))),
    }
}

/// The searches of all of them as a picture, or why it is empty.
pub(crate) fn drawn(answers: &[GoalAnswer], file: &str) -> Result<String, (String, String)> {
    let title = format!("{file}: {}", conclusion(answers));
    let courses: Vec<Course> = match answers {
        [only] => only.courses.clone(),
        _ => {
            let all = answers.iter().flat_map(|answer| {
                let courses = answer.courses.iter().cloned();
                courses.map(|course| course.about(&answer.name))
            });
            all.collect()
        }
    };
    if !courses.is_empty() {
        return Ok(plot::picture(&title, &courses, ""));
    }
    let why = answers.last().map(|answer| answer.why_empty.as_str());
    let why = why.unwrap_or_default();
    Err((plot::picture(&title, &[], why), why.to_owned()))
}

/// What is printed in the end. There is at least one answer.
pub(crate) fn together(
    answers: &[GoalAnswer],
    detail: Detail,
    paint: Paint,
    wall_time: Duration,
    arith: bool,
) -> Printed {
    let conclusion = conclusion(answers);
    let mut out = match answers {
        [only] => full_text(only, answers, detail, paint),
        _ if detail == Detail::Verdict => String::new(),
        _ => several(answers, detail, paint, arith),
    };
    if arith && detail != Detail::Verdict {
        out.push_str(arith::SENTENCE);
    }
    out.push_str(&report::verdict_line(&conclusion, arith, paint));
    let mut json = together_json(answers, &conclusion, wall_time);
    if arith {
        json.iter_mut().for_each(arith::mark_document);
    }
    Printed {
        out,
        err: answers.iter().map(|answer| answer.err.as_str()).collect(),
        json,
        picture: None,
        exit: match conclusion {
            Conclusion::True => Exit::Ok,
            Conclusion::False { .. } => Exit::Violation,
            Conclusion::Coverage { open: 0, .. } => Exit::Ok,
            Conclusion::Unknown { .. } | Conclusion::Coverage { .. } => Exit::Unknown,
        },
    }
}

/// The sentences of an answer, and what is left of its assumptions.
fn full_text(answer: &GoalAnswer, answers: &[GoalAnswer], detail: Detail, paint: Paint) -> String {
    let lines: Vec<String> = answer
        .assumed
        .iter()
        .filter_map(|assumed| match decided_by(assumed, answers) {
            None => Some(assumed.line.clone()),
            Some(other) if other.conclusion == Conclusion::True => None,
            Some(other) => Some(format!(
                "{} (here; {} is a property of its own)",
                assumed.line, other.name
            )),
        })
        .collect();
    answer.text.clone() + &report::assumptions(&lines, detail, paint)
}

/// The answer about a property that says whether an assumption is true.
fn decided_by<'a>(assumed: &Assumed, answers: &'a [GoalAnswer]) -> Option<&'a GoalAnswer> {
    let kind = assumed.checked_by?;
    answers.iter().find(|answer| answer.kinds.contains(&kind))
}

/// A document without the assumptions that other answers have shown to be true.
fn without_proved(answer: &GoalAnswer, answers: &[GoalAnswer]) -> Option<Document> {
    let mut document = answer.json.clone()?;
    let is_proved = |assumed: &Assumed| {
        decided_by(assumed, answers).is_some_and(|other| other.conclusion == Conclusion::True)
    };
    if let Some(entries) = &mut document.evidence.assumptions {
        let mut assumed = answer.assumed.iter();
        entries.retain(|_| !assumed.next().is_some_and(is_proved));
    }
    Some(document)
}

fn several(answers: &[GoalAnswer], detail: Detail, paint: Paint, arith: bool) -> String {
    let mut text = String::new();
    for answer in answers {
        let title = format!("Property {}", title(answer));
        let sentences = full_text(answer, answers, detail, paint);
        text.push_str(&format!("{}\n{sentences}\n", paint.bold(&title)));
    }
    text.push_str(&format!("{}\n", paint.bold("Results")));
    let width = answers.iter().map(|a| a.name.len()).max().unwrap_or(0);
    for answer in answers {
        let mut said = answer.conclusion.to_string();
        if arith {
            said = arith::marked(&said);
        }
        text.push_str(&format!("  {:width$}  {said}\n", answer.name));
    }
    text
}

/// `overflow (no-overflow)`.
fn title(answer: &GoalAnswer) -> String {
    if answer.name == answer.property {
        return answer.name.clone();
    }
    format!("{} ({})", answer.name, answer.property)
}

/// The document of the answer that decided the verdict, with what all came to.
fn together_json(
    answers: &[GoalAnswer],
    conclusion: &Conclusion,
    wall_time: Duration,
) -> Option<Json> {
    let verdict = conclusion.verdict();
    let decisive = answers
        .iter()
        .find(|answer| answer.conclusion.verdict() == verdict)?;
    let mut document = without_proved(decisive, answers)?;
    let is_one = answers.len() == 1;
    let entries = answers.iter();
    document.properties = entries
        .map(|answer| entry(answer, answers, is_one))
        .collect();
    if !is_one {
        // Each property has its own.
        document.goals.clear();
        let names: Vec<&str> = answers.iter().map(|answer| answer.property).collect();
        document.property = names.join(",");
        document.result = Some(conclusion.to_string());
        document.reason = reason(conclusion).or(document.reason);
        document.statistics.wall_seconds = wall_time.as_secs_f64();
        // Warnings are those of the first program.
        if let Some(first) = answers.first().and_then(|answer| answer.json.as_ref()) {
            document.diagnostics.clone_from(&first.diagnostics);
        }
    }
    serde_json::to_value(document).ok()
}

/// Why something is open.
pub(crate) fn reason(conclusion: &Conclusion) -> Option<String> {
    match conclusion {
        Conclusion::Unknown { reason } => Some(reason.clone()),
        Conclusion::Coverage { reason, .. } => reason.clone(),
        _ => None,
    }
}

fn entry(answer: &GoalAnswer, answers: &[GoalAnswer], short: bool) -> PropertyEntry {
    let document = without_proved(answer, answers).filter(|_| !short);
    let goals = document.as_ref().map(|document| document.goals.clone());
    let (evidence, statistics) = document
        .map(|document| (document.evidence, document.statistics))
        .unzip();
    PropertyEntry {
        check: answer.name.clone(),
        property: answer.property.to_owned(),
        verdict: answer.conclusion.verdict(),
        result: answer.conclusion.to_string(),
        reason: reason(&answer.conclusion),
        evidence,
        statistics,
        goals: goals.unwrap_or_default(),
    }
}

//! The answers for several properties, and what they come to together.

use std::time::Duration;

use ferric3_witness::Conclusion;
use serde_json::{Map, Value as Json, json};

use crate::exit::Exit;
use crate::output::Paint;
use crate::printed::Printed;
use crate::report::{self, Detail};

/// What is known of one property.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The goal's name.
    pub(crate) name: String,
    /// The property's name in the competitions.
    pub(crate) property: &'static str,
    pub(crate) conclusion: Conclusion,
    /// Sentences.
    pub(crate) text: String,
    /// For standard error.
    pub(crate) err: String,
    /// The document of this property alone, if one is wanted.
    pub(crate) json: Option<Json>,
}

/// Members of a document that belong to one of several properties.
const EVIDENCE: [&str; 9] = [
    "known",
    "unsupported",
    "violation",
    "inputs",
    "trace",
    "proof",
    "invariant",
    "assumptions",
    "statistics",
];

/// What is printed in the end. There is at least one answer.
pub(crate) fn together(
    answers: &[Answer],
    detail: Detail,
    paint: Paint,
    wall_time: Duration,
) -> Printed {
    let conclusion = match answers {
        [only] => only.conclusion.clone(),
        _ => Conclusion::together(answers.iter().map(|a| (a.name.as_str(), &a.conclusion))),
    };
    let mut out = match answers {
        [only] => only.text.clone(),
        _ if detail == Detail::Verdict => String::new(),
        _ => several(answers, paint),
    };
    out.push_str(&report::verdict_line(&conclusion, paint));
    Printed {
        out,
        err: answers.iter().map(|answer| answer.err.as_str()).collect(),
        json: together_json(answers, &conclusion, wall_time),
        exit: match conclusion {
            Conclusion::True => Exit::Ok,
            Conclusion::False { .. } => Exit::Violation,
            Conclusion::Unknown { .. } => Exit::Unknown,
        },
    }
}

fn several(answers: &[Answer], paint: Paint) -> String {
    let mut text = String::new();
    for answer in answers {
        let title = format!("Property {}", title(answer));
        text.push_str(&format!("{}\n{}\n", paint.bold(&title), answer.text));
    }
    text.push_str(&format!("{}\n", paint.bold("Results")));
    let width = answers.iter().map(|a| a.name.len()).max().unwrap_or(0);
    for answer in answers {
        text.push_str(&format!(
            "  {:width$}  {}\n",
            answer.name, answer.conclusion
        ));
    }
    text
}

/// `overflow (no-overflow)`.
fn title(answer: &Answer) -> String {
    if answer.name == answer.property {
        return answer.name.clone();
    }
    format!("{} ({})", answer.name, answer.property)
}

/// The document of the answer that decided the verdict, with what all came to.
fn together_json(answers: &[Answer], conclusion: &Conclusion, wall_time: Duration) -> Option<Json> {
    let verdict = conclusion.verdict();
    let decisive = answers
        .iter()
        .find(|answer| answer.conclusion.verdict() == verdict)?;
    let mut document = decisive.json.clone()?;
    let is_one = answers.len() == 1;
    let properties: Vec<Json> = answers.iter().map(|answer| entry(answer, is_one)).collect();
    document["properties"] = properties.into();
    if !is_one {
        let names: Vec<&str> = answers.iter().map(|answer| answer.property).collect();
        document["property"] = names.join(",").into();
        document["result"] = conclusion.to_string().into();
        if let Conclusion::Unknown { reason } = conclusion {
            document["reason"] = reason.as_str().into();
        }
        document["statistics"]["wall_seconds"] = wall_time.as_secs_f64().into();
        // Warnings are those of the first program.
        if let Some(first) = answers
            .first()
            .and_then(|a| a.json.as_ref()?.get("diagnostics"))
        {
            document["diagnostics"] = first.clone();
        }
    }
    Some(document)
}

fn entry(answer: &Answer, short: bool) -> Json {
    let mut entry = Map::new();
    entry.insert("check".into(), answer.name.as_str().into());
    entry.insert("property".into(), answer.property.into());
    entry.insert("verdict".into(), answer.conclusion.verdict().into());
    entry.insert("result".into(), json!(answer.conclusion.to_string()));
    if let Conclusion::Unknown { reason } = &answer.conclusion {
        entry.insert("reason".into(), reason.as_str().into());
    }
    for member in EVIDENCE.into_iter().filter(|_| !short) {
        if let Some(value) = answer.json.as_ref().and_then(|json| json.get(member)) {
            entry.insert(member.into(), value.clone());
        }
    }
    Json::Object(entry)
}

//! One page with everything: what is settled, goals with filters, the annotated source, tests and reasons.
//!
//! It needs nothing from anywhere: style and script are in it, and a policy in its head forbids to load anything. The
//! data are embedded once, as JSON by the schema of the report, and the script makes the page of them. Texts of
//! programs become text nodes and never markup.
//!
//! | file        | what                                                     |
//! |-------------|----------------------------------------------------------|
//! | `page.html` | the frame                                                |
//! | `page.css`  | colours that colour-blind people tell apart, light, dark, print |
//! | `data.js`   | the data, with indices by line and by function            |
//! | `summary.js`| tables by criterion and by function                       |
//! | `goals.js`  | the list of goals: filters, order                         |
//! | `source.js` | the annotated source                                      |
//! | `panel.js`  | what is known of a line or a goal                         |
//! | `causes.js` | dead code, with reasons                                   |
//! | `shared.rs` | lines of statements that share a goal                     |
//! | `start.js`  | makes the page, keys, addresses                           |

mod shared;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::paint::Paint;
use crate::{Report, Sources, findings, justify, table};

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 7] = [
    include_str!("data.js"),
    include_str!("summary.js"),
    include_str!("goals.js"),
    include_str!("source.js"),
    include_str!("panel.js"),
    include_str!("causes.js"),
    include_str!("start.js"),
];

/// The page.
pub fn page(report: &Report, sources: &Sources) -> String {
    let title = title(report);
    let script = SCRIPTS.join("\n");
    let without_script = table::summary(report, table::Rows::Functions, Paint::Plain);
    let parts = [
        ("TITLE", escaped(&title)),
        ("STYLE", STYLE.to_owned()),
        ("WITHOUT", escaped(&without_script)),
        ("DATA", data(report, sources)),
        ("SCRIPT", script),
    ];
    filled(FRAME, &parts)
}

/// The frame with its `{{NAME}}`s replaced. What is put in is not looked at again.
fn filled(frame: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("the frame is well-formed");
        let part = parts.iter().find(|(known, _)| *known == name);
        page.push_str(before);
        page.push_str(&part.expect("the frame names parts that there are").1);
        rest = after;
    }
    page.push_str(rest);
    page
}

fn title(report: &Report) -> String {
    let files = report.subject.files.iter();
    let names: Vec<&str> = files.map(|file| file.name.as_str()).collect();
    match names[..] {
        [name] => format!("Coverage of {name}"),
        [first, ..] => format!("Coverage of {first} and {} more", names.len() - 1),
        [] => "Coverage".to_owned(),
    }
}

/// The report, the texts and the findings. Of what a test reaches only the number: the page asks for no more, and it would be
/// the largest part.
fn data(report: &Report, sources: &Sources) -> String {
    let mut slim = report.clone();
    let reaches: Vec<usize> = report.tests.iter().map(|test| test.reaches.len()).collect();
    for test in &mut slim.tests {
        test.reaches.clear();
    }
    let texts: BTreeMap<&str, &str> = sources.iter().collect();
    let shared: BTreeMap<&str, BTreeMap<u32, usize>> = texts
        .iter()
        .map(|(&name, text)| (name, shared::shared_lines(report, name, text)))
        .collect();
    let found = findings::findings(report, sources);
    let found: Vec<Value> = found
        .into_iter()
        .map(|finding| json!([finding.goal, finding.message, finding.related]))
        .collect();
    let data = json!({
        "report": slim,
        "reaches": reaches,
        "sources": texts,
        "shared": shared,
        "findings": found,
        "nevertheless": justify::reached_nevertheless(report),
    });
    // Within a script, `<` could begin its end or a comment. In JSON it stands in strings only.
    data.to_string().replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

//! Test suites in the exchange format of Test-Comp: a file `metadata.xml`, and a file for each test.
//!
//! A test is the sequence of values that the program reads, in order. Types are written along, names are not: the
//! format wants the variable that a value is received by, and what a harness sets is not received by one.

use crate::Report;

/// What the format wants to know and a report does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// The program that reads the values: with a harness, the one that was made.
    pub program_file: String,
    /// The SHA-256 of that file, in hexadecimal.
    pub program_hash: String,
    /// The coverage specification: `COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )`.
    pub specification: String,
    /// When it was made: `2026-11-19T21:44:11Z`.
    pub creation_time: String,
}

/// Names and contents of the files of a suite.
pub fn suite(report: &Report, metadata: &Metadata) -> Vec<(String, String)> {
    let mut files = vec![("metadata.xml".to_owned(), head(report, metadata))];
    for (number, test) in report.tests.iter().enumerate() {
        let mut text = declaration("testcase");
        text.push_str("<testcase>\n");
        for input in &test.inputs {
            let (type_name, value) = (escaped(&input.type_name), escaped(&input.value));
            text.push_str(&format!("  <input type=\"{type_name}\">{value}</input>\n"));
        }
        text.push_str("</testcase>\n");
        files.push((format!("testcase-{}.xml", number + 1), text));
    }
    files
}

fn head(report: &Report, metadata: &Metadata) -> String {
    let architecture = match report.subject.data_model.as_str() {
        "ILP32" => "32bit",
        _ => "64bit",
    };
    let producer = format!("Ferric3 {}", report.tool);
    let members = [
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &metadata.specification),
        ("programfile", &metadata.program_file),
        ("programhash", &metadata.program_hash),
        ("entryfunction", "main"),
        ("architecture", architecture),
        ("creationtime", &metadata.creation_time),
    ];
    let mut text = declaration("test-metadata");
    text.push_str("<test-metadata>\n");
    for (name, value) in members {
        text.push_str(&format!("  <{name}>{}</{name}>\n", escaped(value)));
    }
    text.push_str("</test-metadata>\n");
    text
}

fn declaration(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

/// As content or value of an attribute. XML has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

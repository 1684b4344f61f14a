//! Verdicts about mathematical integers (`--arith`) never look like verdicts about the program as
//! compilers build it.

use serde_json::Value as Json;

/// What the sentences say, in front of the last line.
pub(crate) const SENTENCE: &str =
    "This is about mathematical integers (--arith), not about those of the machine.\n";

/// The text of a verdict: `TRUE(arith)`, `FALSE(arith: unreach-call)`. That nothing is known needs no mark.
pub(crate) fn marked(verdict: &str) -> String {
    match verdict.split_once('(') {
        None if matches!(verdict, "TRUE" | "FALSE") => format!("{verdict}(arith)"),
        Some(("FALSE", rest)) => format!("FALSE(arith: {rest}"),
        _ => verdict.to_owned(),
    }
}

/// The same in a document: for the verdict as a whole, and for each property and goal.
pub(crate) fn mark_document(document: &mut Json) {
    for name in ["verdict", "result"] {
        if let Some(Json::String(text)) = document.get_mut(name) {
            *text = marked(text);
        }
    }
    for name in ["properties", "goals"] {
        if let Some(Json::Array(entries)) = document.get_mut(name) {
            entries.iter_mut().for_each(mark_document);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{mark_document, marked};

    #[test]
    fn verdicts_have_a_mark() {
        assert_eq!(marked("TRUE"), "TRUE(arith)");
        assert_eq!(marked("FALSE"), "FALSE(arith)");
        assert_eq!(marked("FALSE(a,b)"), "FALSE(arith: a,b)");
        assert_eq!(marked("UNKNOWN(timeout)"), "UNKNOWN(timeout)");
        let mut document = json!({
            "verdict": "FALSE", "result": "FALSE(unreach-call)",
            "properties": [{"verdict": "TRUE", "result": "TRUE", "goals": [{"verdict": "TRUE"}]}],
        });
        mark_document(&mut document);
        let expected = json!({
            "verdict": "FALSE(arith)", "result": "FALSE(arith: unreach-call)",
            "properties": [{
                "verdict": "TRUE(arith)", "result": "TRUE(arith)", "goals": [{"verdict": "TRUE(arith)"}],
            }],
        });
        assert_eq!(document, expected);
    }
}

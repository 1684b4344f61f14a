//! The JSON document.

use serde_json::Value;

use crate::support::{Folder, SAFE, UNSAFE};

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

#[test]
fn standard_output_is_nothing_but_json() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&[
        "check", "safe.c", "--json", "-", "--stats", "-v", "--passes", "none",
    ]);
    assert_eq!(ran.code, Some(0));
    let doc = parse(&ran.out);
    assert_eq!(doc["format"], "ferric3-report");
    assert_eq!(doc["version"], 1);
    assert_eq!(doc["verdict"], "TRUE");
    assert_eq!(doc["engine"], "auto");
    assert_eq!(doc["proof"]["kind"], "invariant");
    let location = &doc["invariant"][0];
    assert_eq!(
        (&location["file"], &location["line"]),
        (&"safe.c".into(), &5.into())
    );
    assert!(
        location["smtlib"][0]
            .as_str()
            .is_some_and(|text| text.starts_with('('))
    );
    assert!(
        location["declarations"][0]
            .as_str()
            .is_some_and(|text| text.contains("declare-fun"))
    );
    assert!(doc["assumptions"][0]["text"].is_string());
    assert!(doc["statistics"]["solver"]["queries"].as_u64() > Some(0));
    assert!(doc["statistics"]["peak_memory_bytes"].as_u64() > Some(0));
    assert_eq!(doc["statistics"]["phases"][0]["name"], "front end");
    assert_eq!(doc["options"]["data_model"], "LP64");
}

/// What a document says about passes and blocks is what a second run of the same kind has to be told.
#[test]
fn a_run_can_be_repeated_from_its_document() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let first = ["check", "safe.c", "--json", "-", "--no-pass", "slice"];
    let blocks = ["--blocks", "joins"];
    let options = |args: &[&str]| {
        let ran = folder.run(args);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        parse(&ran.out)["options"].clone()
    };
    let said = options(&[&first[..], &blocks[..]].concat());
    let passes = said["passes"].as_array().expect("a list of passes");
    let passes: Vec<&str> = passes.iter().filter_map(Value::as_str).collect();
    assert!(
        passes.contains(&"dead") && !passes.contains(&"slice"),
        "{passes:?}"
    );
    assert_eq!(said["blocks"], "joins");
    let passes = passes.join(",");
    let blocks = said["blocks"].as_str().expect("a name");
    let again = options(&[
        "check", "safe.c", "--json", "-", "--passes", &passes, "--blocks", blocks,
    ]);
    assert_eq!(again, said);
}

#[test]
fn a_file_gets_the_trace_and_its_inputs_can_be_run() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    let ran = folder.run(&["check", "unsafe.c", "--json", "report.json"]);
    ran.expect(10, "Verification result: FALSE(unreach-call)");
    let doc = parse(&folder.read("report.json"));
    assert_eq!(doc["result"], "FALSE(unreach-call)");
    assert_eq!(doc["violation"]["line"], 15);
    let nondet = |input: &&Value| input["kind"] == "nondet";
    let inputs = doc["inputs"].as_array().expect("a violation has inputs");
    assert_eq!(inputs.iter().filter(nondet).count(), 2);
    let trace = doc["trace"].as_array().expect("a violation has a trace");
    let m = trace
        .iter()
        .find(|step| step["variable"] == "m")
        .expect("m gets a value");
    assert_eq!(
        (&m["value"], &m["function"], &m["depth"]),
        (&"42".into(), &"twice".into(), &1.into())
    );
    assert_eq!(trace.last().expect("it has steps")["kind"], "violation");

    let ran = folder.run(&["run", "unsafe.c", "--input-file", "report.json"]);
    assert_eq!(ran.code, Some(10), "{ran:#?}");
}

#[test]
fn unknown_and_bad_input_have_documents_too() {
    let folder = Folder::new(&[("safe.c", SAFE), ("bad.c", "int main(void) { return 0 }\n")]);
    let args = [
        "check",
        "safe.c",
        "--engine",
        "bmc",
        "--max-depth",
        "2",
        "--passes",
        "none",
        "--no-facts",
        "--json",
        "-",
    ];
    let ran = folder.run(&args);
    assert_eq!(ran.code, Some(5));
    let doc = parse(&ran.out);
    assert_eq!(
        (&doc["verdict"], &doc["reason"]),
        (&"UNKNOWN".into(), &"bound 2".into())
    );

    let ran = folder.run(&["check", "bad.c", "--json", "-"]);
    assert_eq!(ran.code, Some(2));
    let doc = parse(&ran.out);
    assert!(doc["verdict"].is_null());
    assert_eq!(doc["diagnostics"][0]["severity"], "error");
    assert_eq!(doc["diagnostics"][0]["line"], 1);
}

#[test]
fn a_file_that_cannot_be_written_is_refused_at_once() {
    let folder = Folder::new(&[("safe.c", SAFE)]);
    let ran = folder.run(&["check", "safe.c", "--json", "no/such/folder.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran:#?}");
}

#[test]
fn every_property_has_an_entry() {
    let text = "int __VERIFIER_nondet_int(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); return x / (x + 1); }\n";
    let folder = Folder::new(&[("a.c", text)]);
    let ran = folder.run(&["check", "a.c", "--check", "shift,division", "--json", "-"]);
    assert_eq!(ran.code, Some(10));
    let doc = parse(&ran.out);
    assert_eq!(doc["verdict"], "FALSE");
    assert_eq!(doc["result"], "FALSE(no-division-by-zero)");
    assert_eq!(doc["property"], "no-division-by-zero,no-invalid-shift");
    let entries = doc["properties"].as_array().expect("it is a list");
    let verdicts: Vec<_> = entries
        .iter()
        .map(|e| (&e["check"], &e["verdict"]))
        .collect();
    assert_eq!(
        verdicts,
        [
            (&"division".into(), &"FALSE".into()),
            (&"shift".into(), &"TRUE".into())
        ]
    );
    assert_eq!(entries[0]["inputs"][0]["value"], "-1");
    assert_eq!(doc["inputs"], entries[0]["inputs"]);
    assert!(entries[1]["proof"].is_object() && entries[1]["trace"].is_null());
}

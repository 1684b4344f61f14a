//! The document conforms to its schema, and the schema is about this document.
//!
//! The conformance check knows the words of JSON Schema that the schema uses, and fails on any other.

use ferric3_coverage::{Confirmation, Criterion, Report};
use serde_json::{Map, Value};

use crate::sample;

fn schema() -> Value {
    let text = include_str!("../../../../docs/schema/ferric3-coverage.schema.json");
    serde_json::from_str(text).expect("the schema is JSON")
}

/// Does the value conform? Says where it does not. With `closed` members that the schema does not name are wrong, too.
struct Checker {
    root: Value,
    closed: bool,
}

impl Checker {
    fn check(&self, schema: &Value, value: &Value, path: &str) -> Result<(), String> {
        let schema = schema.as_object().expect("schemas are objects");
        let wrong = |what: &str| Err(format!("{path}: {what}: {value}"));
        for (word, asked) in schema {
            match word.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let pointer = asked.as_str().and_then(|name| name.strip_prefix('#'));
                    let target = self.root.pointer(pointer.expect("in this document"));
                    self.check(target.expect("it is there"), value, path)?;
                }
                "type" => {
                    let is_so = match asked.as_str().expect("one type") {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "boolean" => value.is_boolean(),
                        "number" => value.is_number(),
                        "integer" => value.is_u64() || value.is_i64(),
                        other => panic!("the type {other}"),
                    };
                    if !is_so {
                        return wrong("another type");
                    }
                }
                "const" if asked != value => return wrong("another value"),
                "enum" if !asked.as_array().expect("values").contains(value) => {
                    return wrong("none of the values");
                }
                "const" | "enum" => {}
                "minimum" => {
                    if value
                        .as_f64()
                        .is_some_and(|value| value < asked.as_f64().expect("a number"))
                    {
                        return wrong("too small");
                    }
                }
                "required" => {
                    let names = asked.as_array().expect("names").iter();
                    let mut names = names.map(|name| name.as_str().expect("a name"));
                    if let Some(name) = names.find(|name| value.get(name).is_none()) {
                        return wrong(&format!("{name} is missing"));
                    }
                }
                "properties" => self.members(asked, value, path)?,
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(asked, item, &format!("{path}/{index}"))?;
                    }
                }
                "oneOf" => {
                    let cases = asked.as_array().expect("schemas").iter();
                    let fitting = cases.filter(|case| self.check(case, value, path).is_ok());
                    if fitting.count() != 1 {
                        return wrong("not one of the cases");
                    }
                }
                other => panic!("the word {other} is not known here"),
            }
        }
        Ok(())
    }

    fn members(&self, asked: &Value, value: &Value, path: &str) -> Result<(), String> {
        for (name, member) in value.as_object().into_iter().flatten() {
            match asked.get(name) {
                Some(schema) => self.check(schema, member, &format!("{path}/{name}"))?,
                None if self.closed => return Err(format!("{path}/{name} is not described")),
                None => {}
            }
        }
        Ok(())
    }
}

fn check(document: &Value, closed: bool) -> Result<(), String> {
    let root = schema();
    let checker = Checker {
        root: root.clone(),
        closed,
    };
    checker.check(&root, document, "")
}

/// The sample, and with it every member and every case.
fn documents() -> Vec<Report> {
    let mut other = sample::report();
    other.subject.cycles = Some(7);
    other.subject.init = None;
    other.subject.inputs[0].to = Some("5".to_owned());
    other.tests[0].inputs[0].place = Some(sample::place("src/motor.c", 8, "speed"));
    let by = "cc".to_owned();
    other.tests[1].confirmed = Some(Confirmation::Confirmed { by });
    vec![sample::report(), other]
}

#[test]
fn documents_conform_and_nothing_is_left_undescribed() {
    for report in documents() {
        let document = serde_json::to_value(&report).expect("JSON");
        assert_eq!(check(&document, true), Ok(()));
        assert_eq!(Report::from_json(&report.to_json()), Ok(report));
    }
}

#[test]
fn criteria_are_those_that_there_are() {
    let names: Vec<&str> = Criterion::ALL
        .iter()
        .map(|criterion| criterion.name())
        .collect();
    assert_eq!(
        schema()["$defs"]["criterion"]["enum"],
        serde_json::json!(names)
    );
}

/// Every required member, left out or made something else, is missed; at any place of the document.
#[test]
fn broken_documents_do_not_conform() {
    let document = serde_json::to_value(sample::report()).expect("JSON");
    let mut paths = Vec::new();
    collect(&document, String::new(), &mut paths);
    let optional = [
        "entry",
        "init",
        "compiler",
        "from",
        "decision",
        "condition",
        "value",
        "partner",
        "cycles",
        "cycle",
        "confirmed",
    ];
    let mut broken = 0;
    for path in paths {
        let (parent, name) = path.rsplit_once('/').expect("not the root");
        let mut other = document.clone();
        *other.pointer_mut(&path).expect("it is there") = Value::Null;
        assert!(check(&other, false).is_err(), "{path} is null");
        let is_value = parent.contains("/inputs/") && name == "value";
        if let Some(members) = other.pointer_mut(parent).and_then(Value::as_object_mut) {
            members.remove(name);
            let is_subject = parent == "/subject" && name == "inputs";
            let may_go = is_subject || optional.contains(&name) && !is_value;
            assert_eq!(check(&other, false).is_ok(), may_go, "{path} is missing");
        }
        broken += 1;
    }
    assert!(broken > 300, "{broken}");
}

fn collect(value: &Value, path: String, paths: &mut Vec<String>) {
    let members = value.as_object().into_iter().flat_map(Map::iter);
    for (name, member) in members {
        paths.push(format!("{path}/{name}"));
        collect(member, format!("{path}/{name}"), paths);
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        paths.push(format!("{path}/{index}"));
        collect(item, format!("{path}/{index}"), paths);
    }
}

#[test]
fn what_names_nothing_is_refused() {
    let broken = |change: fn(&mut Report)| {
        let mut report = sample::report();
        change(&mut report);
        Report::from_json(&report.to_json()).expect_err("it is broken")
    };
    assert!(broken(|report| report.version = 2).contains("ferric3-coverage 2"));
    assert!(broken(|report| report.whys.clear()).contains("evidence"));
    assert!(broken(|report| report.tests.truncate(1)).contains("evidence"));
    assert!(broken(|report| report.tests[0].reaches.push(999)).contains("test 0"));
}

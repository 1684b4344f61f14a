//! Programs for the judge, and goals to ask about.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;
use std::process::Command;

use ferric3_c::{DataModel, FrontendOptions};
use ferric3_confirm::{Build, Given, Judge, Program, Reading, Run, Unit};
use ferric3_coverage::{
    Criterion, Goal, GoalKey, Place, REPORT_FORMAT, REPORT_VERSION, Report, Status, Subject, Test,
};

pub(crate) fn program(text: &str, model: DataModel) -> Program {
    let unit = Unit {
        name: "test.c".to_owned(),
        text: text.to_owned(),
        options: FrontendOptions {
            data_model: model,
            ..FrontendOptions::default()
        },
    };
    Program {
        units: vec![unit],
        ..Program::default()
    }
}

pub(crate) fn judge(text: &str) -> Judge {
    let program = program(text, DataModel::Lp64);
    Judge::build(&program, Build::Plain).unwrap_or_else(|refused| panic!("{refused}\n{text}"))
}

/// What the system's compiler makes of a text, with these options, prints.
pub(crate) fn compile_and_run(text: &str, options: &[&str], folder: &Path) -> String {
    let (source, binary) = (folder.join("plain.c"), folder.join("plain"));
    std::fs::write(&source, text).expect("a writable folder");
    let output = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", "-ffp-contract=off"])
        .args(options)
        .arg("-o")
        .args([&binary, &source])
        .arg("-lm")
        .output()
        .expect("there is a compiler");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    run(&binary)
}

pub(crate) fn run(binary: &Path) -> String {
    let output = Command::new(binary).output().expect("it can be run");
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        output.status
    )
}

/// A run in which these functions return these values.
pub(crate) fn reading(values: &[(&str, u128)]) -> Run {
    let given = values.iter().map(|(function, bits)| Given {
        reading: Reading::Call {
            function: (*function).to_owned(),
            place: None,
        },
        bits: format!("{bits:x}"),
    });
    Run {
        inputs: given.collect(),
        cycles: None,
    }
}

/// A goal at the first place of `what` behind the mark `after`.
pub(crate) fn goal(text: &str, criterion: Criterion, after: &str, what: &str) -> Goal {
    let from = text
        .find(after)
        .unwrap_or_else(|| panic!("`{after}` is there"));
    let start = from
        + text[from..]
            .find(what)
            .unwrap_or_else(|| panic!("`{what}` is there"));
    let line = text[..start].matches('\n').count() as u32 + 1;
    let column = (start - text[..start].rfind('\n').map_or(0, |at| at + 1)) as u32 + 1;
    Goal {
        key: GoalKey::new("test.c", "main", criterion, what, start),
        criterion,
        function: "main".to_owned(),
        place: Place {
            file: "test.c".to_owned(),
            line,
            column,
            end_line: line,
            end_column: column + what.chars().count() as u32,
        },
        text: what.to_owned(),
        decision: None,
        condition: None,
        value: None,
        status: Status::Open {
            reason: String::new(),
        },
    }
}

/// Goals that one test each is said to reach.
pub(crate) fn report(goals: Vec<Goal>, reaches: Vec<Vec<usize>>) -> Report {
    let tests = reaches.into_iter().map(|reaches| Test {
        inputs: Vec::new(),
        cycles: None,
        reaches,
        confirmed: None,
    });
    Report {
        format: REPORT_FORMAT.to_owned(),
        version: REPORT_VERSION,
        tool: String::new(),
        subject: Subject {
            files: Vec::new(),
            entry: None,
            init: None,
            cycles: None,
            inputs: Vec::new(),
            data_model: "LP64".to_owned(),
            compiler: Vec::new(),
        },
        criteria: Vec::new(),
        goals,
        tests: tests.collect(),
        whys: Vec::new(),
        assumptions: Vec::new(),
        seconds: 0.0,
    }
}

//! Stores in temporary folders, with the goals of a small program that nobody parses.

mod fresh;
mod kill;
mod merge;
mod tails;

use std::path::Path;
use std::time::Duration;

use super::*;
use crate::{
    Criterion, FileEntry, Fingerprint, Goal, GoalKey, InputValue, Place, Shard, Status, Subject,
    Why,
};

/// The `n`-th goal: in a function for every four.
fn goal(n: usize) -> Goal {
    let function = format!("f{}", n / 4);
    let text = format!("x > {n} is true");
    Goal {
        key: GoalKey::new("a.c", &function, Criterion::Condition, &text, 0),
        criterion: Criterion::Condition,
        function,
        place: Place {
            file: "a.c".to_owned(),
            line: n as u32 + 1,
            column: 5,
            end_line: n as u32 + 1,
            end_column: 10,
        },
        text,
        decision: Some(n),
        condition: Some(0),
        value: Some(true),
        status: Status::Open {
            reason: String::new(),
        },
    }
}

fn key(n: usize) -> GoalKey {
    goal(n).key
}

fn program(text: &str) -> Program {
    Program {
        tool: "0.1.0".to_owned(),
        subject: Subject {
            files: vec![FileEntry {
                name: "a.c".to_owned(),
                hash: Fingerprint::of_text(text).to_string(),
            }],
            entry: Some("step".to_owned()),
            init: None,
            cycles: None,
            inputs: Vec::new(),
            data_model: "LP64".to_owned(),
            compiler: Vec::new(),
        },
        criteria: vec![Criterion::Condition],
        fingerprint: Fingerprint::of_c_tokens(text),
        sources: vec![SourceFile::new("a.c", text)],
    }
}

/// A program with this text, with so many goals. What a goal depends on is for the caller to say, by its number.
fn listing(text: &str, goals: usize, basis: impl Fn(usize) -> String) -> Listing {
    let goals: Vec<Goal> = (0..goals).map(goal).collect();
    let basis = |goal: &Goal| Fingerprint::of_text(&basis(goal.place.line as usize - 1));
    Listing::new(program(text), &goals, Shard::WHOLE, basis).expect("keys differ")
}

/// The part of `int x;` with eight goals.
fn part(shard: Shard) -> Listing {
    let goals: Vec<Goal> = (0..8).map(goal).collect();
    let basis = |_: &Goal| Fingerprint::of_text("int x;");
    Listing::new(program("int x;"), &goals, shard, basis).expect("keys differ")
}

/// All goals depend on all of the program.
fn plain(text: &str, goals: usize) -> Listing {
    listing(text, goals, |_| text.to_owned())
}

fn run(inputs: &[i32]) -> TestRun {
    let value = |&value: &i32| InputValue {
        name: "x".to_owned(),
        type_name: "int".to_owned(),
        value: value.to_string(),
        bits: format!("{value:08x}"),
        cycle: None,
        place: None,
    };
    TestRun {
        inputs: inputs.iter().map(value).collect(),
        cycles: Some(inputs.len() as u64),
    }
}

fn reached(goals: &[usize], inputs: &[i32]) -> Finding {
    Finding::Reached {
        goals: goals.iter().copied().map(key).collect(),
        test: run(inputs),
        partner: None,
    }
}

fn why(text: &str) -> Why {
    Why {
        engine: "ic3cfa".to_owned(),
        checked_by: "certificate: bits".to_owned(),
        text: text.to_owned(),
        lines: Vec::new(),
    }
}

fn dead(goals: &[usize], text: &str) -> Finding {
    Finding::Dead {
        goals: goals.iter().copied().map(key).collect(),
        why: why(text),
        cycles: None,
    }
}

fn tried(goals: &[usize], turn: u32, seconds: u64) -> Finding {
    Finding::Tried {
        goals: goals.iter().copied().map(key).collect(),
        engine: "ic3cfa".to_owned(),
        turn,
        budget: Duration::from_secs(seconds),
        spent: Duration::from_secs(seconds),
        reason: "timeout".to_owned(),
    }
}

fn session(folder: &Path, listing: Listing) -> Session {
    let store = Store::open(folder).expect("a store");
    store.begin(listing).expect("a session")
}

/// A letter for each goal: reached, dead, justified, open.
fn letters(results: Results<'_>) -> String {
    let goals = results.listing().by_place();
    let letter = |goal: &&ListedGoal| match results.known(&goal.key).expect("listed") {
        Known::Reached(_) => 'r',
        Known::Dead(_) => 'd',
        Known::Justified(_) => 'j',
        Known::Open(_) => '.',
    };
    goals.iter().map(letter).collect()
}

//! A stand-in for `ferric3 deadcode` that analyses nothing: the driver of `scripts/cluster/` is tested with it, because what
//! it does takes as long as one says. The store, the shards and the merging are the real ones, and this is also how one
//! uses them.
//!
//! ```text
//! deadcode_stand_in deadcode FILE… --store DIR [--shard I/N] [--json FILE]
//! deadcode_stand_in deadcode merge --store OUT DIR… [--json FILE]
//! ```
//!
//! A line of FILE is a goal: its function, what becomes of it (`reached`, `dead`, `open`), how many milliseconds that takes.
//! Exit codes are those of Ferric3: 0, 1 bad usage, 2 bad input, 5 some goals are open or the store is in use, 6 a
//! contradiction.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ferric3_coverage::store::{
    Finding, Listing, Program, Results, SourceFile, Store, StoreError, TestRun,
};
use ferric3_coverage::{
    Criterion, FileEntry, Fingerprint, Goal, GoalKey, InputValue, Place, Shard, Status, Subject,
    Why,
};

fn main() -> ExitCode {
    let answer = Request::read(std::env::args().skip(1)).and_then(|request| match request.merges {
        true => merge(&request),
        false => analyse(&request),
    });
    match answer {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say(&format!("error: {error}"));
            ExitCode::from(match error.downcast_ref::<StoreError>() {
                None => 1,
                Some(StoreError::Contradiction(_)) => 6,
                Some(StoreError::InUse { .. }) => 5,
                Some(_) => 2,
            })
        }
    }
}

struct Request {
    merges: bool,
    inputs: Vec<PathBuf>,
    store: PathBuf,
    shard: Shard,
    json: Option<PathBuf>,
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Request, Box<dyn Error>> {
        if words.next().as_deref() != Some("deadcode") {
            return Err("the command is `deadcode`".into());
        }
        let (mut merges, mut inputs, mut store, mut shard, mut json) =
            (false, Vec::new(), None, Shard::WHOLE, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} wants a value"));
            match word.as_str() {
                "merge" if inputs.is_empty() => merges = true,
                "--store" => store = Some(value()?.into()),
                "--shard" => shard = value()?.parse()?,
                "--json" => json = Some(value()?.into()),
                _ => inputs.push(word.into()),
            }
        }
        Ok(Request {
            merges,
            inputs,
            store: store.ok_or("--store is missing")?,
            shard,
            json,
        })
    }
}

/// A line of the file.
struct Task {
    goal: Goal,
    outcome: String,
    takes: Duration,
}

/// Settles the goals of a shard that are open, one after the other.
fn analyse(request: &Request) -> Result<u8, Box<dyn Error>> {
    let begin = Instant::now();
    let (program, tasks) = read_program(&request.inputs)?;
    let fingerprint = program.fingerprint;
    let goals: Vec<Goal> = tasks.iter().map(|task| task.goal.clone()).collect();
    let basis = |_: &Goal| fingerprint;
    let listing = Listing::new(program, &goals, request.shard, basis)?;

    let store = Store::open(&request.store)?;
    if let Some(tail) = store.tail() {
        say(&format!("note: {tail}"));
    }
    let mut session = store.begin(listing)?;
    let open: Vec<GoalKey> = session
        .results()
        .open()
        .map(|(key, _)| key.clone())
        .collect();
    for (n, task) in tasks.iter().enumerate() {
        let key = &task.goal.key;
        if !open.contains(key) {
            continue;
        }
        std::thread::sleep(task.takes);
        session.record(&Finding::Tried {
            goals: vec![key.clone()],
            engine: "stand-in".to_owned(),
            turn: 0,
            budget: task.takes,
            spent: task.takes,
            reason: "it stays open".to_owned(),
        })?;
        match task.outcome.as_str() {
            "reached" => session.record(&Finding::Reached {
                goals: vec![key.clone()],
                test: test(n),
                partner: None,
            })?,
            "dead" => session.record(&Finding::Dead {
                goals: vec![key.clone()],
                why: Why {
                    engine: "stand-in".to_owned(),
                    checked_by: "only run".to_owned(),
                    text: "the file says so".to_owned(),
                    lines: Vec::new(),
                },
                cycles: None,
            })?,
            _ => {}
        }
        session.spend(begin.elapsed())?;
    }
    finish(session.results(), request)
}

/// The union of stores.
fn merge(request: &Request) -> Result<u8, Box<dyn Error>> {
    let store = Store::merge(&request.store, &request.inputs)?;
    let results = store.last_results()?.ok_or("nothing to merge")?;
    for shard in results.missing_shards() {
        say(&format!("note: shard {shard} is missing"));
    }
    finish(results, request)
}

fn finish(results: Results<'_>, request: &Request) -> Result<u8, Box<dyn Error>> {
    let report = results.report();
    if let Some(file) = &request.json {
        fs::write(file, serde_json::to_string_pretty(&report)?)?;
    }
    let count = report.count(None);
    say(&format!(
        "{} of {} goals settled",
        count.settled(),
        count.all()
    ));
    Ok(if count.open == 0 { 0 } else { 5 })
}

fn read_program(files: &[PathBuf]) -> Result<(Program, Vec<Task>), Box<dyn Error>> {
    let (mut entries, mut sources, mut tasks) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let (name, text) = (file.to_string_lossy(), fs::read_to_string(file)?);
        let source = SourceFile::new(&name, &text);
        entries.push(FileEntry {
            name: name.clone().into_owned(),
            hash: source.text.to_string(),
        });
        sources.push(source);
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[function, outcome, takes] = words.as_slice() else {
                return Err(format!("{name}:{}: not a goal: {line}", number + 1).into());
            };
            tasks.push(Task {
                goal: goal(&name, function, number),
                outcome: outcome.to_owned(),
                takes: Duration::from_millis(takes.parse()?),
            });
        }
    }
    let texts = sources.iter().map(|source| source.text.to_string());
    let texts: Vec<String> = texts.collect();
    let program = Program {
        tool: "stand-in".to_owned(),
        subject: Subject {
            files: entries,
            entry: None,
            init: None,
            cycles: None,
            inputs: Vec::new(),
            data_model: "LP64".to_owned(),
            compiler: Vec::new(),
        },
        criteria: vec![Criterion::Statement],
        fingerprint: Fingerprint::of_parts(texts.iter().map(String::as_str)),
        sources,
    };
    Ok((program, tasks))
}

fn goal(file: &str, function: &str, number: usize) -> Goal {
    Goal {
        key: GoalKey::new(file, function, Criterion::Statement, "line", number),
        criterion: Criterion::Statement,
        function: function.to_owned(),
        place: Place {
            file: file.to_owned(),
            line: number as u32 + 1,
            column: 1,
            end_line: 0,
            end_column: 0,
        },
        text: "line".to_owned(),
        decision: None,
        condition: None,
        value: None,
        status: Status::Open {
            reason: String::new(),
        },
    }
}

/// Four numbers and three cycles: about what a test of a controller has.
fn test(n: usize) -> TestRun {
    let input = |cycle: u64| InputValue {
        name: "in.speed".to_owned(),
        type_name: "unsigned short".to_owned(),
        value: n.to_string(),
        bits: format!("{:04x}", n & 0xffff),
        cycle: Some(cycle),
        place: None,
    };
    TestRun {
        inputs: (0..4).map(|k| input(k / 2)).collect(),
        cycles: Some(3),
    }
}

fn say(text: &str) {
    use std::io::Write;
    // Nobody may be listening any more.
    let _ = writeln!(std::io::stderr(), "{text}");
}

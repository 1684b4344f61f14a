//! Asks recorded queries of several solvers, one after the other, and compares them by kind of query.
//!
//! ```text
//! ferric3 check FILE --engine ic3cfa --record-terms DIR
//! cargo run --release -p ferric3-solver --example compare_solvers -- --seconds 1 --queries 50 \
//!     --solver intervals --solver bits --solver icp --solver z3 --solver bitwuzla DIR/*.smt2
//! ```
//!
//! Each query may take so many seconds, and of each context the first queries are asked. Once a solver has not known
//! three answers of a context, it is not asked about the rest of it, which counts as not known, in no time. *Floats* are queries of contexts
//! in which at most four times as many operations on words have occurred as on floating-point numbers; *few floats* have more. Times
//! include translation. Two solvers that contradict each other end the program.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use ferric3_sat::SatBackend;
use ferric3_solver::record::{Patience, Recording, Replay};
use ferric3_solver::{BitBlaster, CheckResult, HybridSolver, IntervalSolver, SmtLibSolver, Solver};
use ferric3_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// Floating-point operations are few if there are so many times more on words.
const FEW: u64 = 4;

/// What queries are about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Floats,
    FewFloats,
    Words,
}

/// What became of the queries of a kind.
#[derive(Clone, Default)]
struct Row {
    queries: u64,
    solved: Vec<u64>,
    seconds: Vec<f64>,
    /// Of queries that the first solver has answered, and what the others take for these.
    seconds_on_first: Vec<f64>,
    solved_of_first: Vec<u64>,
}

enum Maker {
    Bits,
    Intervals,
    Icp,
    Process(SmtLibSolver),
}

impl Maker {
    fn new(name: &str) -> Result<Maker, Box<dyn Error>> {
        Ok(match name {
            "bits" => Maker::Bits,
            "intervals" => Maker::Intervals,
            "icp" => Maker::Icp,
            command => Maker::Process(SmtLibSolver::find(command)?),
        })
    }

    fn create(&self) -> Box<dyn Solver> {
        match self {
            Maker::Bits => Box::new(BitBlaster::new(SatBackend::default())),
            Maker::Intervals => Box::new(IntervalSolver::new()),
            Maker::Icp => Box::new(HybridSolver::<IntervalSolver>::new(SatBackend::default())),
            Maker::Process(solver) => Box::new(solver.create()),
        }
    }
}

/// The kinds of the queries of a context.
fn kinds(recording: &Recording) -> Vec<Kind> {
    let terms = recording.terms();
    let (mut seen, mut floats, mut words) = (FxHashSet::default(), 0u64, 0u64);
    let mut kinds = Vec::new();
    for new in recording.new_terms() {
        count(terms, new, &mut seen, &mut floats, &mut words);
        kinds.push(match floats {
            0 => Kind::Words,
            _ if floats * FEW < words => Kind::FewFloats,
            _ => Kind::Floats,
        });
    }
    kinds
}

fn count(
    terms: &Terms,
    mut stack: Vec<TermId>,
    seen: &mut FxHashSet<TermId>,
    floats: &mut u64,
    words: &mut u64,
) {
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let args = terms.args(term);
        match terms.op(term) {
            Op::Float(_) => *floats += 1,
            Op::Ite | Op::Eq => {}
            _ if args.iter().any(|&arg| terms.sort(arg).width().is_some()) => *words += 1,
            _ => {}
        }
        stack.extend(args);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut patience = Patience {
        each: Duration::from_secs(1),
        unknown: 3,
    };
    let mut queries = usize::MAX;
    let (mut names, mut makers, mut files) = (Vec::new(), Vec::new(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("something should follow {arg}"));
        match &*arg {
            "--seconds" => patience.each = Duration::from_secs_f64(value()?.parse()?),
            "--queries" => queries = value()?.parse()?,
            "--solver" => {
                let name = value()?;
                makers.push(Maker::new(&name)?);
                names.push(name);
            }
            _ => files.push(arg),
        }
    }
    let mut table: BTreeMap<(Kind, Option<bool>), Row> = BTreeMap::new();
    for path in &files {
        let reader = BufReader::new(File::open(path)?);
        let mut recording = Recording::read(reader).map_err(|error| format!("{path}: {error}"))?;
        recording.keep(queries);
        let replays: Vec<Replay> = (makers.iter())
            .map(|maker| recording.ask(&mut *maker.create(), Some(patience)))
            .collect();
        for (at, kind) in kinds(&recording).into_iter().enumerate() {
            let known = |replay: &Replay| match replay.answers.get(at) {
                Some(CheckResult::Unknown(_)) | None => None,
                Some(answer) => Some(*answer == CheckResult::Unsat),
            };
            let is_unsat = replays.iter().find_map(known);
            if (replays.iter().filter_map(known)).any(|other| Some(other) != is_unsat) {
                return Err(format!("{path}: query {at}: solvers contradict each other").into());
            }
            let row = table.entry((kind, is_unsat)).or_insert_with(|| Row {
                solved: vec![0; names.len()],
                seconds: vec![0.0; names.len()],
                seconds_on_first: vec![0.0; names.len()],
                solved_of_first: vec![0; names.len()],
                ..Row::default()
            });
            row.queries += 1;
            let by_first = replays.first().and_then(known).is_some();
            for (i, replay) in replays.iter().enumerate() {
                let seconds = replay.times.get(at).map_or(0.0, Duration::as_secs_f64);
                let is_known = u64::from(known(replay).is_some());
                row.solved[i] += is_known;
                row.seconds[i] += seconds;
                if by_first {
                    row.solved_of_first[i] += is_known;
                    row.seconds_on_first[i] += seconds;
                }
            }
        }
    }
    print(&names, &table);
    Ok(())
}

fn print(names: &[String], table: &BTreeMap<(Kind, Option<bool>), Row>) {
    let first = names.first().map_or("", |name| name);
    println!(
        "| queries | of them | solver | answered | seconds | answered of those by {first} | seconds |"
    );
    println!("|---|---:|---|---:|---:|---:|---:|");
    for ((kind, is_unsat), row) in table {
        let kind = match kind {
            Kind::Floats => "floats",
            Kind::FewFloats => "few floats",
            Kind::Words => "words",
        };
        let answer = match is_unsat {
            Some(true) => "unsat",
            Some(false) => "sat",
            None => "unknown to all",
        };
        for (i, name) in names.iter().enumerate() {
            println!(
                "| {kind}, {answer} | {} | {name} | {} | {:.2} | {} | {:.2} |",
                row.queries,
                row.solved[i],
                row.seconds[i],
                row.solved_of_first[i],
                row.seconds_on_first[i],
            );
        }
    }
}

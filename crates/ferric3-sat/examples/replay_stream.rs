//! Replays recorded query streams on every SAT back end and prints a table.
//!
//! ```text
//! cargo run --release -p ferric3-sat --example replay_stream -- streams/*.txt
//! cargo run --release -p ferric3-sat --example replay_stream -- --only native streams/*.txt
//! ```
//!
//! Exits with 1 if two back ends disagree on the answer of a query.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use ferric3_sat::stream::{Replay, replay};
use ferric3_sat::{SatBackend, SatResult};

/// Sums over all streams, for one back end.
#[derive(Default)]
struct Total {
    queries: u64,
    sat: u64,
    unsat: u64,
    failed: u64,
    conflicts: u64,
    decisions: u64,
    propagations: u64,
    solve_seconds: f64,
    seconds: f64,
}

impl Total {
    fn add(&mut self, replay: &Replay) {
        self.queries += replay.stats.queries;
        self.sat += replay.stats.sat;
        self.unsat += replay.stats.unsat;
        self.failed += replay.failed;
        self.conflicts += replay.stats.conflicts;
        self.decisions += replay.stats.decisions;
        self.propagations += replay.stats.propagations;
        self.solve_seconds += replay.stats.time.as_secs_f64();
        self.seconds += replay.time.as_secs_f64();
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let mut backends: Vec<SatBackend> = SatBackend::ALL.to_vec();
    if paths.first().is_some_and(|option| option == "--only") {
        let name = paths.get(1).ok_or("--only wants the name of a back end")?;
        backends.retain(|backend| backend.name() == name);
        paths.drain(..2);
    }
    let mut totals: Vec<Total> = backends.iter().map(|_| Total::default()).collect();
    let mut disagreements = 0_usize;
    for path in paths {
        let mut first: Option<Replay> = None;
        for (&backend, total) in backends.iter().zip(&mut totals) {
            let reader = BufReader::new(File::open(&path)?);
            let outcome = replay(reader, &mut *backend.create())
                .map_err(|error| format!("{path}: {error}"))?;
            total.add(&outcome);
            let reference = first.get_or_insert_with(|| outcome.clone());
            for (query, pair) in reference.answers.iter().zip(&outcome.answers).enumerate() {
                if let (SatResult::Sat, SatResult::Unsat) | (SatResult::Unsat, SatResult::Sat) =
                    pair
                {
                    eprintln!(
                        "{path}: query {query}: {} disagrees: {pair:?}",
                        backend.name()
                    );
                    disagreements += 1;
                }
            }
        }
    }
    println!(
        "{:<10} {:>9} {:>9} {:>9} {:>10} {:>10} {:>10} {:>12} {:>9} {:>9}",
        "backend",
        "queries",
        "sat",
        "unsat",
        "core lits",
        "conflicts",
        "decisions",
        "propagations",
        "solve s",
        "all s"
    );
    for (backend, total) in backends.iter().zip(&totals) {
        println!(
            "{:<10} {:>9} {:>9} {:>9} {:>10} {:>10} {:>10} {:>12} {:>9.3} {:>9.3}",
            backend.name(),
            total.queries,
            total.sat,
            total.unsat,
            total.failed,
            total.conflicts,
            total.decisions,
            total.propagations,
            total.solve_seconds,
            total.seconds
        );
    }
    println!("disagreements: {disagreements}");
    Ok(if disagreements == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

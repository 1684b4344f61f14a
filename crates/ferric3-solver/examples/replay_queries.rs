//! Asks the queries of recorded scripts again, and prints the answers as other solvers do, one a line.
//!
//! ```text
//! ferric3 check FILE --engine ic3ia --record-terms DIR
//! cargo run --release -p ferric3-solver --example replay_queries -- [--sat NAME] [--solver intervals|icp] DIR/*.smt2
//! ```
//!
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use ferric3_sat::SatBackend;
use ferric3_solver::record::replay;
use ferric3_solver::{BitBlaster, CheckResult, HybridSolver, IntervalSolver, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut sat = SatBackend::default();
    let mut name = "bits".to_owned();
    let mut args = std::env::args().skip(1);
    while let Some(path) = args.next() {
        if path == "--sat" {
            let name = args.next().ok_or("a SAT solver should follow")?;
            sat = SatBackend::from_name(&name).ok_or("no such SAT solver")?;
            continue;
        }
        if path == "--solver" {
            name = args.next().ok_or("a solver should follow")?;
            continue;
        }
        let reader = BufReader::new(File::open(&path)?);
        let mut solver: Box<dyn Solver> = match name.as_str() {
            "bits" => Box::new(BitBlaster::new(sat)),
            "intervals" => Box::new(IntervalSolver::new()),
            "icp" => Box::new(HybridSolver::<IntervalSolver>::new(sat)),
            other => return Err(format!("no solver is called {other}").into()),
        };
        let replay = replay(reader, &mut *solver).map_err(|error| format!("{path}: {error}"))?;
        for answer in &replay.answers {
            println!(
                "{}",
                match answer {
                    CheckResult::Sat => "sat",
                    CheckResult::Unsat => "unsat",
                    CheckResult::Unknown(_) => "unknown",
                }
            );
        }
        let total: Duration = replay.times.iter().sum();
        let longest = replay.times.iter().max().copied().unwrap_or_default();
        eprintln!(
            "{path}: {} queries, {total:.3?}, the longest {longest:.3?}, {} assumptions failed",
            replay.answers.len(),
            replay.failed
        );
    }
    Ok(())
}

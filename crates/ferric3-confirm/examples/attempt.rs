//! Try things out.
#![allow(clippy::print_stdout)]
use ferric3_confirm::*;
use std::time::{Duration, Instant};
fn main() {
    let files: Vec<String> = std::env::args().skip(2).collect();
    let entry = std::env::args().nth(1).filter(|e| e != "-");
    let units = files
        .iter()
        .map(|f| Unit {
            name: f.clone(),
            text: std::fs::read_to_string(f).unwrap(),
            options: Default::default(),
        })
        .collect();
    let program = Program {
        units,
        entry,
        ..Program::default()
    };
    for build in [Build::Plain, Build::Fast] {
        let start = Instant::now();
        let judge = match Judge::build(&program, build) {
            Ok(j) => j,
            Err(e) => {
                println!("REFUSED {e}");
                return;
            }
        };
        println!(
            "{build:?} built in {:?}; unprobed {:?}",
            start.elapsed(),
            judge.unprobed()
        );
        let start = Instant::now();
        let hits = judge
            .random(&Search {
                seed: 1,
                cycles: 1_000_000,
                reads_of_a_run: 1_000_000,
                limit: Duration::from_secs(15),
            })
            .unwrap();
        let all = judge.probes(&hits).count();
        let hit = judge.probes(&hits).filter(|p| p.2.is_some()).count();
        println!(
            "cycles {} runs {} inputs {} lost {} probes {hit}/{all} evaluations {} in {:?}",
            hits.cycles,
            hits.runs,
            hits.inputs,
            hits.lost,
            hits.evaluations.len(),
            start.elapsed()
        );
    }
}

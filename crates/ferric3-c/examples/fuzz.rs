//! A long run of broken C through the front end: `cargo run --release --example fuzz -- COUNT SEED`.
//!
//! Prints the slowest programs at the end; a program that made it panic is printed at once.

// An example may talk.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../tests/support/mutate.rs"]
mod mutate;

use std::time::{Duration, Instant};

use ferric3_c::{FrontendOptions, translate_text};
use mutate::{CORPUS, Random, mutant, truncations};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>().ok());
    let count = arguments.next().flatten().unwrap_or(10_000);
    let seed = arguments.next().flatten().unwrap_or(1);
    let options = FrontendOptions {
        compiler: "/no/such/compiler".to_owned(),
        ..Default::default()
    };
    let mut random = Random::new(seed);
    let mut slowest = (Duration::ZERO, String::new());
    let mut translated = 0_u64;
    let beginnings = CORPUS
        .iter()
        .flat_map(|text| truncations(text))
        .map(str::to_owned);
    let mutants = (0..count).map(|_| mutant(CORPUS, &mut random));
    for text in beginnings.chain(mutants) {
        let start = Instant::now();
        match translate_text("t.c", &text, &options) {
            Ok(_) => translated += 1,
            Err(error)
                if error
                    .diagnostics
                    .iter()
                    .any(|d| d.message.starts_with("internal")) =>
            {
                println!("--- this program made it panic:\n{text}\n---");
            }
            Err(_) => {}
        }
        if start.elapsed() > slowest.0 {
            slowest = (start.elapsed(), text);
        }
    }
    println!(
        "{count} mutants and all truncations, {translated} of them good C; the slowest took {:?}:",
        slowest.0
    );
    println!("{}", slowest.1);
}

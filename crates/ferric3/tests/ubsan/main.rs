//! Sanitizers judge the checks: random small C programs, with and without undefined behaviour, are
//! compiled with UBSan and ASan, run, and checked property by property.
//!
//! A run without complaint means that every property is TRUE, a complaint that the property which
//! it is about is FALSE. UNKNOWN is counted. What comes after the first complaint is not compared:
//! the run ends there, while a check gives what it does not check its documented meaning.
//!
//! `scripts/long-tests ubsan` is the long run; `FERRIC3_UBSAN_CASES` and `FERRIC3_UBSAN_SEED` choose
//! how many and which.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "../corpus_support/compiler.rs"]
mod compiler;

mod classes;
mod conversions;
mod generate;
mod judge;
mod leaks;
mod native;
mod shrink;

use std::collections::BTreeMap;

use ferric3_testkit::{Extra, need};
use generate::Sample;
use judge::Opinion;
use native::{Kind, Sanitizers};

/// Programs of a usual run.
const CASES: u64 = 40;
/// Programs in one binary.
const BATCH: u64 = 20;

#[test]
fn sanitizers_agree_with_the_checks() {
    if need(Extra::Sanitizers, "sanitizers_agree_with_the_checks") {
        compare(CASES, 1);
    }
}

#[test]
#[ignore = "long: scripts/long-tests ubsan"]
fn sanitizers_agree_with_the_checks_for_long() {
    if need(
        Extra::Sanitizers,
        "sanitizers_agree_with_the_checks_for_long",
    ) {
        compare(
            from_environment("FERRIC3_UBSAN_CASES", 500),
            from_environment("FERRIC3_UBSAN_SEED", 2),
        );
    }
}

fn from_environment(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn compare(cases: u64, seed: u64) {
    let sanitizers = Sanitizers::new();
    let mut faults: BTreeMap<Option<Kind>, u64> = BTreeMap::new();
    let mut without: BTreeMap<String, u64> = BTreeMap::new();
    let mut differences = Vec::new();
    let first = seed * 1_000_000;
    for batch in (first..first + cases).step_by(usize::try_from(BATCH).expect("small")) {
        let seeds = batch..(batch + BATCH).min(first + cases);
        let samples: Vec<Sample> = seeds.map(Sample::new).collect();
        let texts: Vec<String> = samples.iter().map(Sample::text).collect();
        for (sample, run) in samples.iter().zip(sanitizers.run(&texts)) {
            if let Some(fault) = run.as_ref().filter(|fault| fault.kind == Kind::Unchecked) {
                eprintln!("not compared: {}", fault.message);
            }
            *faults
                .entry(run.as_ref().map(|fault| fault.kind))
                .or_default() += 1;
            let opinion = Opinion::of(&sample.text());
            for reason in opinion.unknown() {
                *without.entry(reason).or_default() += 1;
            }
            if opinion.difference(run.as_ref()).is_some() {
                differences.push(shrink::smallest(sample, &sanitizers));
            }
        }
    }
    eprintln!("{cases} programs: {faults:?}; properties without a verdict: {without:?}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let clean = faults.get(&None).copied().unwrap_or(0);
    assert!(
        clean > cases / 10 && clean < cases * 9 / 10,
        "one-sided: {faults:?}"
    );
    let unknown: u64 = without.values().sum();
    assert!(unknown <= cases / 4, "too many without a verdict");
}

//! A million broken programs: no panic, and memory stays below a gigabyte.
//!
//! ```text
//! FERRIC3_FUZZ_CASES=1000000 FERRIC3_FUZZ_SEED=1 \
//!     cargo test --release -p ferric3-c --test fuzz -- --ignored --nocapture
//! ```
//!
//! Mutants are made of the front end's own programs and of every program of `tests/corpus`, so
//! that a new one there is broken here without further ado. The report names the slowest one; what
//! makes the front end panic is kept in the folder that the report names.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[path = "support/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ferric3_c::{DataModel, FrontendOptions, translate_text};
use mutate::{CORPUS, Random, mutant, truncations};

/// Mutants that one seed is for.
const BATCH: u64 = 1_000;
/// After so many different panics there is enough to do.
const ENOUGH: usize = 20;
/// What the front end says after a panic, which it survives by itself.
const PANICKED: &str = "internal error";
/// In bytes.
const MOST_MEMORY: u64 = 1 << 30;

#[test]
#[ignore = "long; FERRIC3_FUZZ_CASES and FERRIC3_FUZZ_SEED choose how many and which"]
fn a_million_mutants() {
    let cases = from_environment("FERRIC3_FUZZ_CASES", 1_000_000);
    let seed = from_environment("FERRIC3_FUZZ_SEED", 1);
    let programs = programs();
    let seeds: Vec<&str> = programs.iter().map(String::as_str).collect();
    let start = Instant::now();
    let run = Run {
        seeds: &seeds,
        first: seed.wrapping_mul(1_000_003),
        batches: cases.div_ceil(BATCH),
        next: AtomicU64::new(0),
        found: Mutex::default(),
    };
    note_panics();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| run.work());
        }
    });
    drop(std::panic::take_hook());
    let found = run.found.into_inner().expect("no worker panics");
    let memory = peak_memory();
    eprintln!(
        "fuzz: {} mutants of {} programs in {:.0?}, {} accepted, {} panics, slowest {:.1?}, peak \
         memory {} MB",
        found.mutants,
        seeds.len(),
        start.elapsed(),
        found.accepted,
        found.panics.len(),
        found.slowest.0,
        memory.map_or("?".to_owned(), |bytes| (bytes >> 20).to_string()),
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let keep = |name: String, text: &str| {
        std::fs::write(folder.join(name), text).expect("the folder is writable");
    };
    keep("slowest.c".to_owned(), &found.slowest.1);
    for (number, (message, text)) in found.panics.iter().enumerate() {
        eprintln!(
            "  {}: {message}",
            folder.join(format!("{number}.c")).display()
        );
        keep(format!("{number}.c"), text);
    }
    assert!(found.panics.is_empty(), "see {}", folder.display());
    assert!(
        memory.is_none_or(|bytes| bytes < MOST_MEMORY),
        "too much memory"
    );
}

/// Every beginning of every program of the corpus.
#[test]
#[ignore = "long"]
fn all_truncations() {
    let programs = programs();
    let run = Run {
        seeds: &[],
        first: 0,
        batches: 0,
        next: AtomicU64::new(0),
        found: Mutex::default(),
    };
    note_panics();
    for text in programs.iter().flat_map(|text| truncations(text)) {
        run.feed(text, DataModel::Lp64);
    }
    drop(std::panic::take_hook());
    let found = run.found.into_inner().expect("nothing panics here");
    eprintln!("fuzz: {} truncations", found.mutants);
    assert!(found.panics.is_empty(), "{:?}", found.panics);
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// What the last panic said, and where.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn note_panics() {
    std::panic::set_hook(Box::new(|panic| {
        *LAST_PANIC.lock().expect("no hook panics") = panic.to_string();
    }));
}

/// What was found so far.
#[derive(Default)]
struct Found {
    mutants: u64,
    accepted: u64,
    /// By message, the first program that shows it.
    panics: Vec<(String, String)>,
    slowest: (Duration, String),
}

struct Run<'a> {
    seeds: &'a [&'a str],
    first: u64,
    batches: u64,
    /// The next batch to be done.
    next: AtomicU64,
    found: Mutex<Found>,
}

impl Run<'_> {
    fn work(&self) {
        loop {
            let batch = self.next.fetch_add(1, Ordering::Relaxed);
            if batch >= self.batches || self.is_enough() {
                return;
            }
            let mut random = Random::new(self.first.wrapping_add(batch));
            for case in 0..BATCH {
                let model = [DataModel::Lp64, DataModel::Ilp32][usize::from(case % 8 == 7)];
                self.feed(&mutant(self.seeds, &mut random), model);
            }
        }
    }

    fn is_enough(&self) -> bool {
        let found = self.found.lock().expect("no worker panics");
        found.panics.len() >= ENOUGH
    }

    fn feed(&self, text: &str, data_model: DataModel) {
        let options = FrontendOptions {
            data_model,
            // Nothing is started: a mutant with a directive is an error.
            compiler: "/no/such/compiler".to_owned(),
            ..FrontendOptions::default()
        };
        let start = Instant::now();
        let result = translate_text("t.c", text, &options);
        let taken = start.elapsed();
        let mut found = self.found.lock().expect("no worker panics");
        found.mutants += 1;
        if taken > found.slowest.0 {
            found.slowest = (taken, text.to_owned());
        }
        match result {
            Ok(_) => found.accepted += 1,
            Err(error) if error.diagnostics[0].message.starts_with(PANICKED) => {
                // With two workers it may be the other one's panic; the text is right.
                let message = LAST_PANIC.lock().expect("no worker panics").clone();
                if found.panics.iter().all(|(known, _)| *known != message) {
                    found.panics.push((message, text.to_owned()));
                }
            }
            Err(_) => {}
        }
    }
}

/// The programs that are broken. Directives but pragmas are taken out, because nothing would be left of a
/// mutant that has one.
fn programs() -> Vec<String> {
    let mut files = Vec::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    collect(&corpus, &mut files);
    assert!(files.len() > 100, "the corpus is at {}", corpus.display());
    let texts = files
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok());
    CORPUS
        .iter()
        .map(|&text| text.to_owned())
        .chain(texts.map(|text| without_directives(&text)))
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "c") {
            files.push(path);
        }
    }
}

fn without_directives(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        let is_directive = line.starts_with('#') && !line.starts_with("#pragma");
        !is_directive && !line.starts_with("// ")
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The most memory that this process had at a time, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

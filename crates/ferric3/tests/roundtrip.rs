//! What `export` writes, `check` reads: programs of the corpus in every format give the verdict that
//! they have as C, or none in time. Witnesses and certificates of circuits are run by the readers of the
//! formats that are here for that; z3 checks models and refutations of Horn clauses and traces of VMT.
//! The usual run takes a part of the programs, `scripts/long-tests roundtrip` all.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

#[allow(dead_code, reason = "the test of peers uses all of it")]
mod peer_support;
#[path = "corpus_support/program.rs"]
#[allow(dead_code, reason = "the corpus test uses all of it")]
mod program;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ferric3_c::{Translation, translate_file};
use ferric3_cfa::{BuildOptions, build, large_blocks};
use ferric3_engine::{
    CheckOptions, CheckReport, EngineKind, Ic3CfaOptions, Preset, Proof, Verdict, check,
};
use ferric3_export::{
    AigerEncoding, Problem, StartValues, TransitionSystem, aiger, aiger_gates, btor2, btor2_nodes,
    chc, vmt,
};
use ferric3_import::{Added, Format, ImportOptions, Imported, NoWitness, import, induction};
use ferric3_ivl::{InputSource, SplitMix64};
use ferric3_sat::Interrupt;
use ferric3_solver::{CheckResult, SolverConfig};
use ferric3_term::{BitVecValue, TermId};
use ferric3_testkit::{Extra, need};
use peer_support::{aiger as aiger_reader, btor2 as btor2_reader};
use program::{CorpusProgram, Expect};

/// Every so many programs are read in the usual run.
const USUAL_PART: usize = 40;

/// Circuits of more bytes are left out.
const MAX_CIRCUIT: usize = 50_000;

/// Time for each check.
const PATIENCE: Duration = Duration::from_secs(2);

/// A program in all formats that can say it.
fn exported(program: &CorpusProgram) -> Option<Vec<(Format, Vec<u8>)>> {
    if !matches!(program.expect, Expect::True | Expect::False) {
        return None;
    }
    let Translation {
        program: translated,
        mut terms,
        ..
    } = translate_file(&program.path, &program.options).ok()?;
    // A violation must not rest on these, and a file cannot say that.
    let proves_nothing = |source: &InputSource| {
        matches!(
            source,
            InputSource::Approximated(_) | InputSource::Doubtful(_)
        )
    };
    let mut sources = translated.inputs.iter().map(|site| &site.source);
    if sources.any(proves_nothing) {
        return None;
    }
    let cfa = build(&translated, &mut terms, BuildOptions::default()).expect("it is small");
    let cfa = large_blocks(cfa, &terms).cfa;
    let problem = Problem::new(&cfa, &mut terms);
    if !problem.obstacles().is_empty() {
        return None;
    }
    let mut files = Vec::new();
    let clauses = chc(&problem, &mut terms.clone());
    files.push((Format::Horn, clauses.into_bytes()));
    let system = TransitionSystem::new(&problem, &mut terms, StartValues::Arbitrary);
    let annotated = vmt(&problem, &system, &mut terms.clone());
    files.push((Format::Vmt, annotated.into_bytes()));
    if system.btor2_obstacle(&terms).is_none() {
        let words = btor2(&problem, &system, &mut terms);
        files.push((Format::Btor2, words.into_bytes()));
    }
    let system = TransitionSystem::new(&problem, &mut terms, StartValues::Inputs);
    if system.aiger_obstacle(&terms).is_none() {
        for encoding in [AigerEncoding::Binary, AigerEncoding::Ascii] {
            let circuit = aiger(&problem, &system, &terms, encoding);
            // Passes look at every latch by itself: large circuits take longer than the limit.
            if circuit.len() < MAX_CIRCUIT {
                files.push((Format::Aiger, circuit));
            }
        }
    }
    Some(files)
}

/// Reads a file and decides it.
fn decide(format: Format, bytes: &[u8]) -> Result<(Imported, CheckReport), String> {
    let options = ImportOptions {
        cuts: true,
        ..ImportOptions::default()
    };
    let mut imported = import(format, "file", bytes, &options)
        .map_err(|error| error.diagnostics[0].render(&error.sources))?;
    let deadline = Instant::now() + PATIENCE;
    let options = CheckOptions {
        solvers: SolverConfig {
            interrupt: Interrupt::default().with_deadline(deadline),
            ..SolverConfig::default()
        },
        ..CheckOptions::new(EngineKind::Ic3Cfa(Ic3CfaOptions::from(Preset::Default)))
    };
    let report = check(&imported.program, &mut imported.terms, &options, &mut ());
    let report = report.map_err(|error| error.to_string())?;
    Ok((imported, report))
}

fn judge(
    program: &CorpusProgram,
    format: Format,
    bytes: &[u8],
    imported: &mut Imported,
    report: &CheckReport,
) -> Result<bool, String> {
    match (&report.verdict, &program.expect) {
        (Verdict::Unknown(_), _) => Ok(false),
        (Verdict::True(_), Expect::True) => {
            if matches!(format, Format::Btor2 | Format::Aiger) {
                certified(format, bytes, imported, report)?;
            }
            Ok(true)
        }
        (Verdict::False(_), Expect::False) => {
            match (format, violation(imported, report)) {
                (_, Err(NoWitness::Disagreement(what))) => return Err(what),
                (Format::Btor2, Ok(text)) if !has_arrays(bytes) => run_btor2(bytes, &text)?,
                (Format::Aiger, Ok(text)) => run_aiger(bytes, &text)?,
                (Format::Btor2, _) => {}
                (_, Err(NoWitness::Inexpressible)) => return Err("there is no witness".to_owned()),
                (_, Ok(_)) => {}
            }
            Ok(true)
        }
        (verdict, expected) => Err(format!("{verdict:?}, expected {expected}")),
    }
}

fn violation(imported: &mut Imported, report: &CheckReport) -> Result<String, NoWitness> {
    let Verdict::False(replay) = &report.verdict else {
        panic!("there is a violation");
    };
    let Imported { origin, terms, .. } = imported;
    origin.violation(terms, replay.property(), replay.inputs())
}

/// Is the certificate of a circuit inductive, and does it do what the circuit does?
fn certified(
    format: Format,
    bytes: &[u8],
    imported: &mut Imported,
    report: &CheckReport,
) -> Result<(), String> {
    let Imported { origin, terms, .. } = imported;
    let Some(formula) = with_invariant(report, |holds| origin.formula(terms, holds)) else {
        return Ok(());
    };
    let leaves = origin.leaves();
    let nodes = match format {
        Format::Aiger => Some(aiger_gates(terms, formula, &leaves.numbers, leaves.last)),
        _ => btor2_nodes(terms, formula, &leaves.numbers, leaves.last),
    };
    let Some(nodes) = nodes else {
        return Ok(());
    };
    let text = origin.certificate(&Added {
        lines: nodes.lines,
        last: nodes.last,
        formula: nodes.formula,
    });
    let again = induction(format, "certificate", text.as_bytes())
        .map_err(|error| error.diagnostics[0].render(&error.sources))?;
    for formulas in [&again.start, &again.step] {
        let mut solver = SolverConfig::default().create();
        for &formula in formulas {
            solver.assert(&again.terms, formula);
        }
        if solver.check(&again.terms, &[]) != CheckResult::Unsat {
            return Err(format!("the certificate is not inductive:\n{text}"));
        }
    }
    let mut random = SplitMix64::new(7);
    match format {
        Format::Btor2 if has_arrays(bytes) => Ok(()),
        Format::Btor2 => {
            let read = |text: &str| btor2_reader::read(text);
            let (model, strong) = (read(&String::from_utf8_lossy(bytes))?, read(&text)?);
            let any = |random: &mut SplitMix64, width| {
                BitVecValue::from_bits((0..width).map(|_| random.below(2) == 1))
            };
            let start = model.start(|width| any(&mut random, width));
            let mut both = [start.clone(), start];
            for _ in 0..100 {
                let widths = model.inputs.iter().map(|&input| model.width(input));
                let inputs: Vec<BitVecValue> = widths.map(|w| any(&mut random, w)).collect();
                let ((one, _), (other, is_bad)) = (
                    model.step(&both[0], &inputs),
                    strong.step(&both[1], &inputs),
                );
                both = [one, other];
                in_step(both[0] == both[1], is_bad)?;
            }
            Ok(())
        }
        _ => {
            let (model, strong) = (
                aiger_reader::read(bytes)?,
                aiger_reader::read(text.as_bytes())?,
            );
            let mut both = [model.start(), strong.start()];
            for _ in 0..100 {
                let inputs: Vec<bool> = (0..model.inputs).map(|_| random.below(2) == 1).collect();
                let ((one, _), (other, is_bad)) = (
                    model.step(&both[0], &inputs),
                    strong.step(&both[1], &inputs),
                );
                both = [one, other];
                in_step(both[0] == both[1], is_bad)?;
            }
            Ok(())
        }
    }
}

fn in_step(is_equal: bool, is_bad: bool) -> Result<(), String> {
    match (is_equal, is_bad) {
        (true, false) => Ok(()),
        (false, _) => Err("the certificate goes to other states than the circuit".to_owned()),
        (_, true) => Err("a state of a run violates the certificate".to_owned()),
    }
}

fn has_arrays(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).contains("sort array")
}

/// Does the system do what the witness says?
fn run_btor2(bytes: &[u8], witness: &str) -> Result<(), String> {
    let system = btor2_reader::read(&String::from_utf8_lossy(bytes))?;
    let lines: Vec<&str> = witness.lines().collect();
    if lines[..2] != ["sat", "b0"] || lines.last() != Some(&".") {
        return Err(format!("strange witness {witness}"));
    }
    let value = |word: &str| BitVecValue::from_bits(word.bytes().rev().map(|bit| bit == b'1'));
    let mut states: Vec<Option<BitVecValue>> = vec![None; system.states.len()];
    let mut frames: Vec<Vec<BitVecValue>> = Vec::new();
    for line in &lines[2..lines.len() - 1] {
        if *line == "#0" {
        } else if let Some(number) = line.strip_prefix('@') {
            assert_eq!(number.parse(), Ok(frames.len()), "frames are in order");
            let zeros = system
                .inputs
                .iter()
                .map(|&input| BitVecValue::zero(system.width(input)));
            frames.push(zeros.collect());
        } else {
            let words: Vec<&str> = line.split(' ').collect();
            let position: usize = words[0].parse().map_err(|_| line.to_string())?;
            match frames.last_mut() {
                None => states[position] = Some(value(words[1])),
                Some(frame) => frame[position] = value(words[1]),
            }
        }
    }
    let mut given = states.into_iter();
    // Only those without a value to start with are asked for, in order.
    let free: Vec<BitVecValue> = given.by_ref().flatten().collect();
    let mut free = free.into_iter();
    let mut state = system.start(|width| free.next().unwrap_or_else(|| BitVecValue::zero(width)));
    let mut was_bad = false;
    for frame in &frames {
        let (next, bad) = system.step(&state, frame);
        (state, was_bad) = (next, bad);
    }
    match was_bad {
        true => Ok(()),
        false => Err(format!("the run does not end in a bad state:\n{witness}")),
    }
}

fn run_aiger(bytes: &[u8], witness: &str) -> Result<(), String> {
    let circuit = aiger_reader::read(bytes)?;
    let lines: Vec<&str> = witness.lines().collect();
    let bits = |line: &str| -> Vec<bool> { line.bytes().map(|bit| bit == b'1').collect() };
    if lines[..2] != ["1", "b0"] || lines.last() != Some(&".") {
        return Err(format!("strange witness {witness}"));
    }
    let mut latches = circuit.start();
    if bits(lines[2]) != latches {
        return Err("the latches start with other values".to_owned());
    }
    let mut was_bad = false;
    for line in &lines[3..lines.len() - 1] {
        let (next, bad) = circuit.step(&latches, &bits(line));
        (latches, was_bad) = (next, bad);
    }
    match was_bad {
        true => Ok(()),
        false => Err(format!("the run does not end in a bad state:\n{witness}")),
    }
}

/// Calls `work` on every program of a part, on as many threads as there are processors.
fn for_all(part: usize, work: impl Fn(&CorpusProgram) -> Result<(), String> + Sync) {
    let (programs, faults) = program::all();
    assert!(faults.is_empty(), "{faults:?}");
    let programs: Vec<&CorpusProgram> = programs.iter().step_by(part).collect();
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let worker = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(complaint) = work(program) {
                let mut complaints = complaints.lock().expect("no worker panics with the lock");
                complaints.push(format!("{}: {complaint}", program.name));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            let thread = thread.spawn_scoped(scope, worker);
            thread.expect("threads can be started");
        }
    });
    let mut complaints = complaints.into_inner().expect("no worker panics");
    complaints.sort();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn round_trip(part: usize) {
    let (decided, files) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for_all(part, |program| {
        for (format, bytes) in exported(program).unwrap_or_default() {
            let (mut imported, report) =
                decide(format, &bytes).map_err(|e| format!("{}: {e}", format.name()))?;
            let is_decided = judge(program, format, &bytes, &mut imported, &report)
                .map_err(|complaint| format!("{}: {complaint}", format.name()))?;
            files.fetch_add(1, Ordering::Relaxed);
            decided.fetch_add(usize::from(is_decided), Ordering::Relaxed);
        }
        Ok(())
    });
    let (decided, files) = (decided.into_inner(), files.into_inner());
    eprintln!("{decided} of {files} files were decided");
    assert!(
        2 * decided > files,
        "only {decided} of {files} files were decided"
    );
}

#[test]
fn what_is_written_can_be_read() {
    round_trip(USUAL_PART);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn what_is_written_of_all_programs_can_be_read() {
    round_trip(1);
}

/// Models of Horn clauses satisfy the clauses: the file with the model's definitions in place of the
/// predicates' declarations has assertions that z3 finds valid.
#[test]
fn models_satisfy_the_clauses() {
    if !need(Extra::Z3, "models_satisfy_the_clauses") {
        return;
    }
    let checked = AtomicUsize::new(0);
    for_all(USUAL_PART + 1, |program| {
        let files = exported(program).unwrap_or_default();
        let Some((format, bytes)) = files.into_iter().next() else {
            return Ok(());
        };
        let (mut imported, report) = decide(format, &bytes)?;
        if let Some(model) = model(&mut imported, &report) {
            let answer = ask_z3(&String::from_utf8_lossy(&bytes), &model);
            if answer != "sat" {
                return Err(format!("z3 says {answer} about the model\n{model}"));
            }
            checked.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    });
    assert!(checked.into_inner() > 1, "hardly any model was checked");
}

/// Refutations of Horn clauses have no model, traces of VMT are consistent step by step.
#[test]
fn violations_are_confirmed() {
    if !need(Extra::Z3, "violations_are_confirmed") {
        return;
    }
    let checked = [AtomicUsize::new(0), AtomicUsize::new(0)];
    for_all(USUAL_PART / 2 + 1, |program| {
        if !matches!(program.expect, Expect::False) {
            return Ok(());
        }
        let files = exported(program).unwrap_or_default();
        for (format, bytes) in files.into_iter().take(2) {
            let (mut imported, report) = decide(format, &bytes)?;
            if !matches!(report.verdict, Verdict::False(_)) {
                continue;
            }
            let text = violation(&mut imported, &report).map_err(|why| format!("{why:?}"))?;
            let wanted = match format {
                Format::Horn => "unsat",
                _ => "sat",
            };
            let answers = answers_of_z3(&text);
            if answers.lines().any(|answer| answer == "timeout") {
                // Divisions that are cheap to compute need not be for z3.
                continue;
            }
            if answers.is_empty() || answers.lines().any(|answer| answer != wanted) {
                let name = format.name();
                return Err(format!(
                    "{name}: z3 says {answers} about the witness\n{text}"
                ));
            }
            checked[usize::from(format == Format::Vmt)].fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    });
    for checked in checked {
        assert!(checked.into_inner() > 1, "hardly any witness was checked");
    }
}

/// What holds at a location, by its name.
type Holds<'a> = &'a dyn Fn(&str) -> Option<Vec<TermId>>;

/// Hands the invariant of a proof over, if it is one.
fn with_invariant<T>(report: &CheckReport, then: impl FnOnce(Holds<'_>) -> T) -> Option<T> {
    let (Verdict::True(certified), Some(task)) = (&report.verdict, &report.task) else {
        return None;
    };
    let Proof::Invariant(invariant) = certified.proof() else {
        return None;
    };
    Some(then(&|name| {
        let mut locations = task.cfa.locations.iter_enumerated();
        let (location, _) = locations.find(|(_, location)| location.label == name)?;
        Some(invariant.at(location).to_vec())
    }))
}

fn model(imported: &mut Imported, report: &CheckReport) -> Option<String> {
    let Imported { origin, terms, .. } = imported;
    with_invariant(report, |holds| origin.invariant(terms, holds))
}

/// Puts the model into the clauses.
fn ask_z3(clauses: &str, model: &str) -> String {
    let is_declaration =
        |line: &&str| line.starts_with("(declare-fun") || line.starts_with("(set-logic");
    let rest: Vec<&str> = clauses
        .lines()
        .filter(|line| !is_declaration(line))
        .collect();
    let definitions = model.strip_prefix("sat\n").unwrap_or(model);
    answers_of_z3(&format!("{definitions}\n{}\n", rest.join("\n")))
}

fn answers_of_z3(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("script.smt2");
    std::fs::write(&path, text).expect("it can be written");
    let output = std::process::Command::new("z3")
        .arg("-T:30")
        .arg(&path)
        .output()
        .expect("z3 runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

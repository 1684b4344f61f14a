//! Every program of `tests/corpus` and `examples`, by every engine.
//!
//! A verdict counts only with what the checker proves about it anyway: the certificate of a TRUE,
//! the replay of a FALSE. On top of that, every FALSE is replayed here by the interpreter and by the
//! compiled program; and random runs of the interpreter and of the compiled program must come to the
//! same end, which checks the expectations themselves.
//!
//! `FERRIC3_CORPUS=switch/ cargo test -p ferric3 --test corpus` runs the programs whose names
//! contain that text, and lists them all with their times.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

mod corpus_support;

use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use corpus_support::check::{Outcome, Setup, run, setups};
use corpus_support::native::{Native, NativeBuilder, NativeEnd};
use corpus_support::program::{self, CorpusProgram, Expect};
use ferric3_c::{DataModel, FrontendOptions, Translation, translate_file};
use ferric3_ivl::{
    Interpreter, ListInputs, Program, PropertyKind, RandomInputs, RecordedInput, RecordingInputs,
    RunLimits, RunOutcome,
};
use ferric3_sat::SatBackend;
use ferric3_testkit::{Extra, need};

/// Time for one check. Each takes a few seconds at most where nothing else runs, but a machine with
/// other things to do is no reason to fail.
const LIMIT: Duration = Duration::from_secs(90);
/// Time for a check that need not come to a verdict.
const SHORT_LIMIT: Duration = Duration::from_millis(500);
/// Every so many programs are also checked with the SAT solvers that are not the default.
const OTHER_SOLVERS_EVERY: usize = 10;
/// Engines whose questions to solvers are those of others. They check the programs of some folders, and of
/// all others one in so many, in turn.
const IN_TURN: [&str; 12] = [
    "cegar",
    "treeic3",
    "treeic3:itp",
    "treeic3:ia",
    "pdr:team",
    "ic3icp",
    "ic3icp:ind0",
    "ic3icp:mono",
    "itp",
    "itp:pudlak",
    "itp:inverse",
    "itp:icp",
];
const ONE_IN: usize = 8;
/// Of these, which take long or differ from another engine in one choice, each program of the folders below has one, in
/// turn.
const VARIANTS: [&str; 6] = [
    "ic3icp",
    "ic3icp:ind0",
    "ic3icp:mono",
    "itp:pudlak",
    "itp:inverse",
    "itp:icp",
];
/// These folders: programs with loops, for engines that unwind them.
const FOR_ALL: [&str; 11] = [
    "arrays",
    "interpolation",
    "irreducible",
    "locks",
    "nested_loops",
    "nondet_in_loops",
    "predicates",
    "recursion",
    "relations",
    "state_machines",
    "trees",
];
/// Random runs of each program.
const RANDOM_RUNS: u64 = 4;
/// Steps of a random run.
const RANDOM_STEPS: u64 = 20_000;
/// Steps of one that is longer than that, where the compiled program has ended.
const LONG_STEPS: u64 = 2_000_000;
/// Steps that the interpreter can leap over, and for which a compiled program may need more time than it has.
const LEAPT_STEPS: u64 = 100_000_000;
/// Time of a native run that need not end.
const RANDOM_MILLISECONDS: u32 = 100;

/// One line of the final table.
struct Row {
    program: String,
    by: String,
    expected: String,
    got: String,
    time: Duration,
    bad: bool,
}

/// What is known about one program while it is tested.
struct Case<'a> {
    program: &'a CorpusProgram,
    rows: Vec<Row>,
}

impl Case<'_> {
    fn row(&mut self, by: impl Into<String>, got: impl Into<String>, start: Instant, bad: bool) {
        self.rows.push(Row {
            program: self.program.name.clone(),
            by: by.into(),
            expected: self.program.expect.to_string(),
            got: got.into(),
            time: start.elapsed(),
            bad,
        });
    }
}

#[test]
fn every_program_gets_its_verdict() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let native = need(Extra::X86, "every_program_gets_its_verdict")
        .then(|| NativeBuilder::new(folder.path(), DataModel::Lp64));
    test_all(|index, case| {
        test_program(case, index, native.as_ref());
    });
}

/// The part of the same that needs compiled programs of 32 bits: all of it for programs of that
/// data model, random runs for the others.
#[test]
fn every_program_runs_like_compiled_for_32_bits() {
    let test = "every_program_runs_like_compiled_for_32_bits";
    if !need(Extra::CLibrary32, test) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let native = NativeBuilder::new(folder.path(), DataModel::Ilp32);
    test_all(|_, case| match case.program.options.data_model {
        DataModel::Ilp32 => test_program(case, 1, Some(&native)),
        DataModel::Lp64 => in_the_other_model(case, &native),
    });
}

/// Calls `work` on every program; none of the results may be bad.
fn test_all(work: impl Fn(usize, &mut Case<'_>) + Sync) {
    let filter = std::env::var("FERRIC3_CORPUS").ok();
    let (mut programs, faults) = program::all();
    assert!(
        faults.is_empty(),
        "files that are not as they should be:\n{}",
        faults.join("\n")
    );
    if let Some(part) = &filter {
        programs.retain(|program| program.name.contains(part.as_str()));
    }
    assert!(!programs.is_empty(), "there are no programs to check");
    let rows = in_parallel(&programs, |index, program| {
        let mut case = Case {
            program,
            rows: Vec::new(),
        };
        work(index, &mut case);
        case.rows
    });
    let shown = |row: &&Row| row.bad || filter.is_some();
    let table = table(rows.iter().filter(shown));
    let bad = rows.iter().filter(|row| row.bad).count();
    eprintln!(
        "{} programs, {} results, {bad} of them bad",
        programs.len(),
        rows.len()
    );
    eprint!("{table}");
    assert_eq!(bad, 0, "results that are not as expected, see the table");
}

/// Calls `work` on every program, on as many threads as there are processors. The results come in
/// the order of the programs.
fn in_parallel(
    programs: &[CorpusProgram],
    work: impl Fn(usize, &CorpusProgram) -> Vec<Row> + Sync,
) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(program) = programs.get(index) else {
                break;
            };
            let rows = work(index, program);
            done.lock()
                .expect("no worker panics with the lock")
                .push((index, rows));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread
                .spawn_scoped(scope, worker)
                .expect("threads can be started");
        }
    });
    let mut done = done.into_inner().expect("no worker panics with the lock");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// Check the program of this number by all whose turn it is.
fn test_program(case: &mut Case<'_>, index: usize, builder: Option<&NativeBuilder>) {
    let start = Instant::now();
    let program = case.program;
    let translation = match translate_file(&program.path, &program.options) {
        Ok(translation) => translation,
        Err(error) => {
            let text: Vec<String> = error
                .diagnostics
                .iter()
                .map(|one| one.render(&error.sources))
                .collect();
            let text = text.join("\n");
            let wanted = matches!(&program.expect, Expect::Error(part) if text.contains(part));
            case.row(
                "front end",
                format!("ERROR {}", text.trim()),
                start,
                !wanted,
            );
            return;
        }
    };
    let native = native(case, &translation, builder);
    let chosen = |setup: &&Setup| {
        let is_default = setup.sat == SatBackend::default();
        (is_default || index.is_multiple_of(OTHER_SOLVERS_EVERY)) && is_for(setup, program, index)
    };
    for setup in setups().iter().filter(chosen) {
        check_by(case, &translation, setup, native.as_ref());
    }
    random_runs(case, &translation, native.as_ref(), true);
    if let Some(builder) = builder.filter(|builder| builder.model() != program.options.data_model) {
        in_the_other_model(case, builder);
    }
}

/// Has this engine to check the program of this number?
fn is_for(setup: &Setup, program: &CorpusProgram, index: usize) -> bool {
    let Some(turn) = IN_TURN.iter().position(|&engine| engine == setup.engine) else {
        return true;
    };
    let variant = VARIANTS.iter().position(|&engine| engine == setup.engine);
    let has_turn = variant.is_none_or(|variant| index % VARIANTS.len() == variant);
    let mut folders = FOR_ALL.iter();
    index % (ONE_IN * IN_TURN.len()) == ONE_IN * turn
        || has_turn && folders.any(|folder| program.name.contains(&format!("corpus/{folder}/")))
}

fn is_itp(setup: &Setup) -> bool {
    setup.engine.starts_with("itp")
}

fn is_boxes(setup: &Setup) -> bool {
    setup.engine.starts_with("ic3icp")
}

fn is_tree(setup: &Setup) -> bool {
    setup.engine.starts_with("treeic3")
}

/// Random runs with the other sizes of types. What is expected need not hold there, but the
/// interpreter must still do as the compiled program does. Not every program is one there:
/// `__int128` is not.
fn in_the_other_model(case: &mut Case<'_>, builder: &NativeBuilder) {
    let program = case.program;
    let verdict = matches!(program.expect, Expect::True | Expect::False);
    if !verdict || !program.native {
        return;
    }
    let options = FrontendOptions {
        data_model: builder.model(),
        ..program.options.clone()
    };
    let Ok(translation) = translate_file(&program.path, &options) else {
        return;
    };
    if let Ok(native) = builder.build(program, &translation.program) {
        random_runs(case, &translation, Some(&native), false);
    }
}

fn check_by(
    case: &mut Case<'_>,
    translation: &Translation,
    setup: &Setup,
    native: Option<&Native>,
) {
    let start = Instant::now();
    let limit = if may_give_up(case.program, setup) {
        SHORT_LIMIT
    } else {
        LIMIT
    };
    let outcome = run(translation, setup, limit);
    let by = format!("{} {}", setup.engine, setup.sat.name());
    let (got, bad) = judge(case.program, setup, &outcome);
    case.row(&by, got, start, bad);
    if let Outcome::False(inputs) = outcome {
        replay(case, translation, inputs, &by, native);
    }
}

/// Is no verdict fine, for want of time or depth?
fn may_give_up(program: &CorpusProgram, setup: &Setup) -> bool {
    // Bounded model checking (by depth or along loops) proves little, so nobody expects it to; k-induction proves what has
    // a proof of its kind, and must where the programs are about that.
    let is_about_kind = program.name.contains("corpus/kind/");
    let proves = match setup.engine {
        "bmc" | "unwind" => false,
        "kind" => is_about_kind,
        // It is for large programs, and these are not; but for those that are made for it.
        "local" => program.name.contains("corpus/localisation/"),
        // They are here for their answers, and must find those that are made for them.
        "ic3ia" | "pdr" | "pdr:team" | "cegar" => program.name.contains("corpus/predicates/"),
        _ if is_tree(setup) => program.name.contains("corpus/trees/"),
        _ if is_itp(setup) => program.name.contains("corpus/interpolation/"),
        _ if is_boxes(setup) => program.name.contains("corpus/float_ranges/"),
        // It tries a little, and finds what is made for it.
        "simulate" if !program.name.contains("corpus/simulation/") => return true,
        "simulate" => return program.expect != Expect::False,
        _ => true,
    };
    // Its errors are those of the bounded search.
    let may_fail = |engine: &String| {
        engine == setup.engine || (engine == "bmc" && setup.engine == "kind" && !is_about_kind)
    };
    let others = ["local", "ic3ia", "pdr", "pdr:team", "cegar"];
    let is_kind_of_other = is_tree(setup) || is_itp(setup) || is_boxes(setup);
    let is_spared = (is_kind_of_other || others.contains(&setup.engine)) && !proves;
    is_spared
        || program.may_fail.iter().any(may_fail)
        || (!proves && program.expect == Expect::True)
}

/// The outcome for people, and whether it is not what was expected.
fn judge(program: &CorpusProgram, setup: &Setup, outcome: &Outcome) -> (String, bool) {
    match outcome {
        Outcome::True => ("TRUE".to_owned(), program.expect != Expect::True),
        Outcome::False(_) => ("FALSE".to_owned(), program.expect != Expect::False),
        Outcome::GaveUp(reason) => (format!("UNKNOWN({reason})"), !may_give_up(program, setup)),
        Outcome::Unsupported(construct) => {
            let wanted =
                matches!(&program.expect, Expect::Unknown(part) if construct.contains(part));
            (format!("UNKNOWN({construct})"), !wanted)
        }
        Outcome::Bug(text) => (format!("BUG {text}"), true),
    }
}

/// Runs a counterexample again, by the interpreter and natively.
fn replay(
    case: &mut Case<'_>,
    translation: &Translation,
    inputs: Vec<RecordedInput>,
    by: &str,
    native: Option<&Native>,
) {
    let start = Instant::now();
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    let limits = RunLimits::default();
    let outcome = interpreter.run(
        &mut ListInputs::new(inputs.iter().cloned()),
        &mut (),
        &limits,
    );
    if !matches!(outcome, RunOutcome::Violated { .. }) {
        case.row(
            format!("{by}, interpreter"),
            format!("{outcome:?}"),
            start,
            true,
        );
    }
    let Some(native) = native else { return };
    let start = Instant::now();
    let end = native.run(&translation.program, &inputs, 5_000);
    let by = format!("{by}, native");
    let is_late = end == NativeEnd::OutOfTime && interpreter.steps() > LEAPT_STEPS;
    let is_bad = end != NativeEnd::Error && !is_late;
    case.row(by, format!("{end:?}"), start, is_bad);
}

/// The program compiled, if it is one to compare with and of the builder's data model.
fn native(
    case: &mut Case<'_>,
    translation: &Translation,
    builder: Option<&NativeBuilder>,
) -> Option<Native> {
    let program = case.program;
    let builder = builder.filter(|builder| builder.model() == program.options.data_model)?;
    let verdict = matches!(program.expect, Expect::True | Expect::False);
    if !verdict || !program.native {
        return None;
    }
    let start = Instant::now();
    match builder.build(program, &translation.program) {
        Ok(native) => Some(native),
        Err(text) => {
            case.row("cc", text, start, true);
            None
        }
    }
}

fn is_unsupported(program: &Program, outcome: &RunOutcome) -> bool {
    matches!(outcome, RunOutcome::Violated { property, .. }
        if program.properties[*property].kind == PropertyKind::Unsupported)
}

/// Random runs must end as they do natively, and if asked for must not contradict the expected
/// verdict.
fn random_runs(
    case: &mut Case<'_>,
    translation: &Translation,
    native: Option<&Native>,
    judged: bool,
) {
    let mut interpreter = Interpreter::new(&translation.program, &translation.terms);
    // Without inputs, all runs are the same.
    let runs = if translation.program.inputs.is_empty() {
        1
    } else {
        RANDOM_RUNS
    };
    for seed in 0..runs {
        let start = Instant::now();
        let mut inputs = RecordingInputs::new(RandomInputs::new(seed));
        let outcome = interpreter.run(&mut inputs, &mut (), &RunLimits::steps(RANDOM_STEPS));
        let violated = matches!(outcome, RunOutcome::Violated { .. });
        if judged && violated && case.program.expect == Expect::True {
            case.row(
                format!("random run {seed}"),
                format!("{outcome:?}"),
                start,
                true,
            );
        }
        let Some(native) = native else { continue };
        if !judged && is_unsupported(&translation.program, &outcome) {
            continue;
        }
        // The interpreter may have leapt over iterations that the compiled program has to execute.
        let steps = interpreter.steps();
        let has_leapt = steps > RANDOM_STEPS;
        let milliseconds = RANDOM_MILLISECONDS * if has_leapt { 5 } else { 1 };
        let end = native.run(&translation.program, inputs.given(), milliseconds);
        let agree = match (&outcome, &end) {
            (RunOutcome::StepLimit, NativeEnd::InputsExhausted | NativeEnd::OutOfTime) => true,
            (_, NativeEnd::OutOfTime) if steps > LEAPT_STEPS => true,
            // Millions of steps take a compiled program no time; on a fast machine even billions.
            (RunOutcome::StepLimit, _) => {
                let mut again = ListInputs::new(inputs.given().to_vec());
                let longer = interpreter.run(&mut again, &mut (), &RunLimits::steps(LONG_STEPS));
                longer == RunOutcome::StepLimit || is_same_end(&longer, &end)
            }
            _ => is_same_end(&outcome, &end),
        };
        if !agree {
            let got = format!("interpreter {outcome:?}, native {end:?}");
            let model = if judged { "" } else { ", other data model" };
            case.row(format!("random run {seed}{model}"), got, start, true);
        }
    }
}

/// Did both runs come to the same end?
fn is_same_end(outcome: &RunOutcome, native: &NativeEnd) -> bool {
    match outcome {
        RunOutcome::Violated { .. } => *native == NativeEnd::Error,
        RunOutcome::Finished { .. } | RunOutcome::Stopped { .. } => *native == NativeEnd::Ended,
        RunOutcome::AssumptionFailed { .. } => *native == NativeEnd::AssumptionFailed,
        _ => false,
    }
}

fn table<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let mut text = String::new();
    for row in rows {
        let mark = if row.bad { "BAD " } else { "ok  " };
        let Row {
            program,
            by,
            expected,
            got,
            time,
            ..
        } = row;
        let time = time.as_secs_f64();
        writeln!(
            text,
            "{mark}{program:<52} {by:<24} {time:>6.2} s  want {expected}, got {got}"
        )
        .expect("a string can be written to");
    }
    text
}

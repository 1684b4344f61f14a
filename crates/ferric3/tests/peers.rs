//! Exported files: programs of the corpus and examples, in every format.
//!
//! BTOR2 and AIGER files are read back and run with random inputs against the automaton's own
//! executor. SMT-LIB files are well-formed, and z3 accepts them. The answers of Spacer and ABC must
//! agree with the expectations; no answer is fine. The usual run takes a part of the programs,
//! `scripts/long-tests` all.
#![allow(clippy::print_stderr, reason = "a test reports to a person")]

mod peer_support;
#[path = "corpus_support/program.rs"]
#[allow(dead_code, reason = "the corpus test uses all of it")]
mod program;

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use ferric3_c::{DataModel, Translation, translate_file};
use ferric3_cfa::{BuildOptions, Cfa, LocId, State, build, large_blocks, run_edge};
use ferric3_export::{
    AigerEncoding, Problem, StartValues, TransitionSystem, aiger, btor2, chc, smt2, vmt,
};
use ferric3_ivl::InputSource;
use ferric3_term::{BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use ferric3_testkit::{Extra, need};
use peer_support::{aiger as aiger_reader, btor2 as btor2_reader, sexpr};
use program::{CorpusProgram, Expect};

/// Random runs of each file, and their length.
const RUNS: u64 = 3;
const STEPS: usize = 16;

/// Every so many programs the peers are asked in the usual run.
const USUAL_PART: usize = 12;

/// Every so many programs are written in all formats in the usual run.
const USUAL_FILES: usize = 3;

/// Programs that are C, with the automaton of each.
struct Case<'a> {
    program: &'a CorpusProgram,
    terms: Terms,
    cfa: Cfa,
    /// Has it inputs on which no violation may rest? A peer does not know that.
    is_doubtful: bool,
}

impl Case<'_> {
    fn has_arrays(&self) -> bool {
        let mut state = self.cfa.state.iter();
        state.any(|var| self.terms.sort(var.term).is_array())
    }

    /// Is it about mathematical integers?
    fn has_numbers(&self) -> bool {
        self.program.options.arith
    }
}

/// Calls `work` on every program that is C and whose number is chosen, on as many threads as there
/// are processors. There must be no complaints.
fn for_all(
    chosen: impl Fn(usize) -> bool,
    work: impl Fn(usize, &mut Case<'_>) -> Result<(), String> + Sync,
) {
    let (programs, faults) = program::all();
    assert!(faults.is_empty(), "{faults:?}");
    let numbered = programs.iter().enumerate();
    let programs: Vec<_> = numbered.filter(|&(index, _)| chosen(index)).collect();
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(index, program)) = programs.get(place) else {
                break;
            };
            if let Some(mut case) = case(program)
                && let Err(complaint) = work(index, &mut case)
            {
                let mut complaints = complaints.lock().expect("no worker panics with the lock");
                complaints.push(format!("{}: {complaint}", program.name));
            }
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
    let mut complaints = complaints.into_inner().expect("no worker panics");
    complaints.sort();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn case(program: &CorpusProgram) -> Option<Case<'_>> {
    if matches!(program.expect, Expect::Error(_)) {
        return None;
    }
    let Translation {
        program: translated,
        mut terms,
        ..
    } = translate_file(&program.path, &program.options).expect("the corpus test checks that");
    let cfa = build(&translated, &mut terms, BuildOptions::default()).expect("it is small");
    let cfa = large_blocks(cfa, &terms).cfa;
    let mut sources = translated.inputs.iter().map(|site| &site.source);
    let is_doubtful = |source: &InputSource| {
        matches!(
            source,
            InputSource::Approximated(_) | InputSource::Doubtful(_)
        )
    };
    Some(Case {
        program,
        terms,
        cfa,
        is_doubtful: sources.any(is_doubtful),
    })
}

#[test]
fn circuits_and_btor2_run_like_the_automaton() {
    circuits_and_btor2(USUAL_FILES);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn circuits_and_btor2_of_all_programs_run_like_the_automaton() {
    circuits_and_btor2(1);
}

fn circuits_and_btor2(part: usize) {
    let chosen = |index| index % part == 0;
    for_all(chosen, |index, case| {
        // Circuits have neither arrays nor numbers, and the reader of BTOR2 here knows none.
        if case.has_arrays() || case.has_numbers() {
            return Ok(());
        }
        run_both(&case.cfa, &mut case.terms, index as u64)
    });
}

/// Few programs show the value of an operator: mostly it decides whether an error is reached or
/// not. Here every operator has a variable that keeps its value.
#[test]
fn every_operator_runs_like_in_the_automaton() {
    for width in [1, 2, 3, 8, 33] {
        let mut terms = Terms::new();
        let cfa = operators(&mut terms, width);
        for seed in 0..50 {
            let result = run_both(&cfa, &mut terms.clone(), seed);
            assert_eq!(result, Ok(()), "width {width}, seed {seed}");
        }
    }
}

/// `init ─► loop ─ havoc a, b, c; x := op(a, b); … ─► loop`, and an error if all of them are zero.
fn operators(terms: &mut Terms, width: u32) -> Cfa {
    let mut cfa = Cfa::new();
    let var = |terms: &mut Terms, cfa: &mut Cfa, name: String, sort: Sort| {
        let (symbol, term) = terms.fresh_symbol(name, sort);
        cfa.add_state_var(terms, symbol, None);
        (symbol, term)
    };
    let word = Sort::BitVec(width);
    let head = cfa.add_location("loop", None);
    let skip = cfa.commands.skip(terms);
    cfa.add_edge(cfa.initial, skip, head);
    let mut step = skip;
    let mut operands = Vec::new();
    for (name, sort) in [("a", word), ("b", word), ("c", Sort::Bool)] {
        let (symbol, term) = var(terms, &mut cfa, name.to_owned(), sort);
        let havoc = cfa.commands.havoc(terms, symbol, None);
        step = cfa.commands.seq(terms, step, havoc);
        operands.push(term);
    }
    let &[a, b, c] = &operands[..] else {
        unreachable!("there are three of them")
    };
    let less = terms.mk(Op::BvUlt, &[a, b]);
    let mut values: Vec<(Op, Vec<TermId>)> = vec![
        (Op::Ite, vec![c, a, b]),
        (Op::Ite, vec![less, c, less]),
        (Op::Not, vec![c]),
        (Op::And, vec![c, less]),
        (Op::Or, vec![c, less]),
        (Op::Xor, vec![c, less]),
        (Op::Eq, vec![c, less]),
    ];
    let (hi, lo) = (width - 1, width / 2);
    for op in [
        Op::BvNot,
        Op::BvNeg,
        Op::ZeroExtend(3),
        Op::SignExtend(3),
        Op::RotateLeft(1),
        Op::RotateRight(1),
        Op::Extract { hi, lo },
    ] {
        values.push((op, vec![a]));
    }
    for op in binary() {
        values.push((op, vec![a, b]));
    }
    let mut zeros = Vec::new();
    for (number, (op, args)) in values.into_iter().enumerate() {
        let value = terms.mk(op, &args);
        let sort = terms.sort(value);
        let (symbol, term) = var(terms, &mut cfa, format!("x{number}"), sort);
        let assign = cfa.commands.assign(symbol, value);
        step = cfa.commands.seq(terms, step, assign);
        let zero = terms.zero_of(sort);
        zeros.push(terms.eq(term, zero));
    }
    let all_zero = terms.and(&zeros);
    let some_not = terms.not(all_zero);
    // In the beginning the variables have any values, which may well be zero.
    let goes_on = cfa.commands.assume(some_not);
    let step = cfa.commands.seq(terms, goes_on, step);
    cfa.add_edge(head, step, head);
    let wrong = cfa.commands.assume(all_zero);
    cfa.add_edge(head, wrong, cfa.error);
    cfa.deterministic = true;
    cfa
}

/// The operators with two arguments of the same width.
fn binary() -> impl Iterator<Item = Op> {
    let words = Op::ON_WORDS.into_iter().chain(Op::COMPARISONS);
    words.chain([Op::Concat])
}

/// Runs the BTOR2 file and the AIGER files of an automaton beside it.
fn run_both(cfa: &Cfa, terms: &mut Terms, seed: u64) -> Result<(), String> {
    let problem = Problem::new(cfa, terms);
    let system = TransitionSystem::new(&problem, terms, StartValues::Arbitrary);
    let text = btor2(&problem, &system, terms);
    let read = btor2_reader::read(&text)?;
    for run in 0..RUNS {
        run_btor2(&problem, &system, terms, &read, seed * RUNS + run)?;
    }

    let system = TransitionSystem::new(&problem, terms, StartValues::Inputs);
    let [binary, ascii] = [AigerEncoding::Binary, AigerEncoding::Ascii].map(|encoding| {
        let bytes = aiger(&problem, &system, terms, encoding);
        aiger_reader::read(&bytes)
    });
    let (binary, ascii) = (binary?, ascii?);
    if binary != ascii {
        return Err("the two forms of AIGER differ".to_owned());
    }
    for run in 0..RUNS {
        run_aiger(&problem, &system, terms, &binary, seed * RUNS + run)?;
    }
    Ok(())
}

/// Values with a taste for those that matter to programs.
struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn value(&mut self, sort: Sort) -> Value {
        let width = match sort {
            Sort::Bool => return Value::Bool(self.next() & 1 == 1),
            Sort::BitVec(width) => width,
            _ => panic!("no values of sort {sort}"),
        };
        Value::BitVec(match self.next() % 4 {
            0 => BitVecValue::from_u64(self.next() % 2, width),
            1 => BitVecValue::from_i64(self.next() as i64 % 16, width),
            _ => {
                let wide = u128::from(self.next()) << 64 | u128::from(self.next());
                BitVecValue::from_u128(wide, width)
            }
        })
    }
}

/// A run of the automaton.
struct Reference<'a> {
    problem: &'a Problem<'a>,
    state: State,
    /// None once it is stuck.
    loc: Option<LocId>,
}

impl Reference<'_> {
    fn step(&mut self, terms: &Terms, inputs: &State) {
        let Some(loc) = self.loc else { return };
        if loc == self.problem.cfa().error {
            return;
        }
        let forms = self.problem.forms().iter();
        let taken = forms.filter(|form| form.edge.from == loc).find_map(|form| {
            let run = run_edge(self.problem.cfa(), terms, form, &self.state, inputs)?;
            Some((form.edge.to, run.state))
        });
        self.loc = taken.map(|(to, state)| {
            self.state = state;
            to
        });
    }

    /// Compares the program counter and the variables that are live.
    fn compare(
        &self,
        system: &TransitionSystem,
        values: &[BitVecValue],
        terms: &Terms,
        step: usize,
    ) -> Result<(), String> {
        let code = self.loc.map_or(system.sink(), |loc| system.code(loc));
        if values[0].to_u64() != Some(code) {
            return Err(format!("step {step}: pc = {} instead of {code}", values[0]));
        }
        let Some(loc) = self.loc else { return Ok(()) };
        for (element, got) in system.states.iter().zip(values).skip(1) {
            let symbol = element.symbol;
            let expected = value_of(&self.state, terms, symbol);
            if self.problem.live(loc).contains(&symbol) && *got != bits(&expected) {
                let name = &terms.symbol(symbol).name;
                return Err(format!("step {step}: {name} = {got} instead of {expected}"));
            }
        }
        Ok(())
    }
}

fn value_of(state: &State, terms: &Terms, symbol: SymbolId) -> Value {
    let known = state.get(&symbol).cloned();
    known.unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
}

/// A Bool is a bit-vector of width 1.
fn bits(value: &Value) -> BitVecValue {
    match value {
        Value::Bool(value) => BitVecValue::from_u64(u64::from(*value), 1),
        Value::BitVec(value) => value.clone(),
        other => panic!("no bits in {other:?}"),
    }
}

fn random_inputs(system: &TransitionSystem, terms: &Terms, random: &mut Random) -> State {
    let inputs = system.inputs.iter();
    inputs
        .map(|&symbol| (symbol, random.value(terms.symbol(symbol).sort)))
        .collect()
}

fn run_btor2(
    problem: &Problem<'_>,
    system: &TransitionSystem,
    terms: &Terms,
    read: &btor2_reader::System,
    seed: u64,
) -> Result<(), String> {
    let mut random = Random(seed);
    let mut values = read.start(|width| bits(&random.value(Sort::BitVec(width))));
    let mut reference = Reference {
        problem,
        state: State::default(),
        loc: Some(problem.cfa().initial),
    };
    for (element, value) in system.states.iter().zip(&values).skip(1) {
        let value = match terms.symbol(element.symbol).sort {
            Sort::Bool => Value::Bool(value.is_one()),
            _ => Value::BitVec(value.clone()),
        };
        reference.state.insert(element.symbol, value);
    }
    if read.inputs.len() != system.inputs.len() || values.len() != system.states.len() {
        return Err("inputs or states got lost".to_owned());
    }
    for step in 0..STEPS {
        reference.compare(system, &values, terms, step)?;
        let inputs = random_inputs(system, terms, &mut random);
        let given: Vec<BitVecValue> = system.inputs.iter().map(|i| bits(&inputs[i])).collect();
        let (next, bad) = read.step(&values, &given);
        if bad != (reference.loc == Some(problem.cfa().error)) {
            return Err(format!("step {step}: bad = {bad}"));
        }
        values = next;
        reference.step(terms, &inputs);
    }
    Ok(())
}

fn run_aiger(
    problem: &Problem<'_>,
    system: &TransitionSystem,
    terms: &Terms,
    read: &aiger_reader::Circuit,
    seed: u64,
) -> Result<(), String> {
    let mut random = Random(seed);
    let mut latches = read.start();
    let mut reference = Reference {
        problem,
        state: State::default(),
        loc: Some(problem.cfa().initial),
    };
    if read.symbols.len() != read.inputs + latches.len() + 1 {
        return Err("every bit should have a name".to_owned());
    }
    for step in 0..STEPS {
        let inputs = random_inputs(system, terms, &mut random);
        if step == 0 {
            for (variable, input) in &system.start_inputs {
                if let Some(value) = inputs.get(input) {
                    reference.state.insert(*variable, value.clone());
                }
            }
        } else {
            let mut rest = &latches[..];
            let mut values = Vec::new();
            for element in &system.states {
                let width = terms.symbol(element.symbol).sort.width().unwrap_or(1);
                let (own, others) = rest.split_at(width as usize);
                rest = others;
                values.push(BitVecValue::from_bits(own.iter().copied()));
            }
            reference.compare(system, &values, terms, step)?;
        }
        let given: Vec<bool> = system
            .inputs
            .iter()
            .flat_map(|input| {
                let value = bits(&inputs[input]);
                (0..value.width()).map(move |bit| value.bit(bit))
            })
            .collect();
        let (next, bad) = read.step(&latches, &given);
        if bad != (reference.loc == Some(problem.cfa().error)) {
            return Err(format!("step {step}: bad = {bad}"));
        }
        latches = next;
        reference.step(terms, &inputs);
    }
    Ok(())
}

/// What z3 says about a file.
fn z3(text: &str) -> Result<String, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), text).map_err(|error| error.to_string())?;
    let output = Command::new("z3")
        .args(["-smt2", "-T:2"])
        .arg(file.path())
        .output()
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn smt_lib_files_are_well_formed() {
    smt_lib_files(USUAL_FILES);
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn smt_lib_files_of_all_programs_are_well_formed() {
    smt_lib_files(1);
}

fn smt_lib_files(part: usize) {
    let chosen = |index| index % part == 0;
    for_all(chosen, |_, case| {
        let (terms, cfa) = (&mut case.terms, &case.cfa);
        let problem = Problem::new(cfa, terms);
        let clauses = chc(&problem, &mut terms.clone());
        let system = TransitionSystem::new(&problem, terms, StartValues::Arbitrary);
        let annotated = vmt(&problem, &system, &mut terms.clone());
        let query = smt2(&problem, &system, &mut terms.clone(), Some(4));
        let expect = |text: &str, head: &str, count: usize| {
            let heads = sexpr::heads(text)?;
            let found = heads.iter().filter(|found| *found == head).count();
            let complaint = format!("{found} × {head} instead of {count}");
            if found == count {
                Ok(())
            } else {
                Err(complaint)
            }
        };
        // A fact, a clause for each edge, a query.
        expect(&clauses, "assert", problem.forms().len() + 2)?;
        expect(&clauses, "declare-fun", cfa.locations.len())?;
        expect(&annotated, "define-fun", system.states.len() + 3)?;
        expect(&query, "assert", 4 + 2)
    });
}

#[test]
fn z3_reads_smt_lib_files() {
    if !need(Extra::Z3, "z3_reads_smt_lib_files") {
        return;
    }
    let reached = AtomicUsize::new(0);
    let chosen = |index| index % USUAL_PART == 1;
    for_all(chosen, |_, case| {
        let terms = &mut case.terms;
        let problem = Problem::new(&case.cfa, terms);
        let system = TransitionSystem::new(&problem, terms, StartValues::Arbitrary);
        let said = z3(&vmt(&problem, &system, &mut terms.clone()))?;
        if said.contains("error") {
            return Err(format!("VMT-LIB: z3 says {said}"));
        }
        let query = smt2(&problem, &system, terms, Some(4));
        match (z3(&query)?.as_str(), &case.program.expect) {
            ("sat", Expect::True) => Err("an error where none is expected".to_owned()),
            ("sat", _) => {
                reached.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            ("unsat" | "timeout" | "unknown", _) => Ok(()),
            (said, _) => Err(format!("SMT-LIB: z3 says {said}")),
        }
    });
    assert!(reached.into_inner() > 0, "some error should be near");
}

/// Asks a peer by the command line, and holds its answers against the expectations.
fn ask(peer: &str, part: usize, seconds: &str) {
    let start = Instant::now();
    let (agreed, silent) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let chosen = |index| index % part == 0;
    for_all(chosen, |_, case| {
        // Peers are asked about assertions only, and circuits have neither arrays nor numbers.
        let other = !case.program.options.checks.is_empty();
        let is_too_much = case.has_arrays() || case.has_numbers();
        if other || (peer == "abc" && is_too_much) {
            return Ok(());
        }
        let program = case.program;
        let said = answer(peer, program, seconds)?;
        let wrong = match (said.as_str(), &program.expect) {
            ("TRUE", Expect::True) | ("FALSE", Expect::False) => {
                agreed.fetch_add(1, Ordering::Relaxed);
                false
            }
            ("UNKNOWN(timeout)" | "UNKNOWN(memory)", _) => {
                silent.fetch_add(1, Ordering::Relaxed);
                false
            }
            ("FALSE", Expect::Unknown(_)) if case.is_doubtful => false,
            (said, Expect::Unknown(_)) => {
                agreed.fetch_add(1, Ordering::Relaxed);
                !said.starts_with("UNKNOWN(unsupported")
            }
            _ => true,
        };
        if wrong {
            return Err(format!("{peer} says {said}, expected {}", program.expect));
        }
        Ok(())
    });
    let agreed = agreed.into_inner();
    eprintln!(
        "{peer}: {agreed} agree, {} without an answer in {seconds} s, {:.1} s",
        silent.into_inner(),
        start.elapsed().as_secs_f64()
    );
    assert!(agreed > 0, "it should be able to answer something");
}

/// The answer in the last line.
fn answer(peer: &str, program: &CorpusProgram, seconds: &str) -> Result<String, String> {
    let model = match program.options.data_model {
        DataModel::Ilp32 => "--32",
        DataModel::Lp64 => "--64",
    };
    let preprocessor = program.options.preprocessor_args.iter();
    let preprocessor = preprocessor.map(|word| match word.as_str() {
        "-include" => "--include",
        word => word,
    });
    let output = Command::new(env!("CARGO_BIN_EXE_ferric3"))
        .args([
            "peer",
            peer,
            "-q",
            model,
            "--timeout",
            seconds,
            "--memory",
            "2000",
        ])
        .args(preprocessor)
        .args(
            program
                .options
                .malloc_may_fail
                .then_some("--malloc-may-fail"),
        )
        .args(program.options.arith.then_some("--arith"))
        .arg(&program.path)
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    match said.trim().strip_prefix("Peer result: ") {
        // That it is about mathematical integers was asked for.
        Some(said) if program.options.arith => Ok(said.replace("(arith)", "")),
        Some(said) => Ok(said.to_owned()),
        None => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

#[test]
fn spacer_agrees() {
    if need(Extra::Z3, "spacer_agrees") {
        ask("spacer", USUAL_PART, "2");
    }
}

#[test]
fn abc_agrees() {
    if need(Extra::Abc, "abc_agrees") {
        ask("abc", USUAL_PART, "2");
    }
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn spacer_agrees_on_all_programs() {
    if need(Extra::Z3, "spacer_agrees_on_all_programs") {
        ask("spacer", 1, "5");
    }
}

#[test]
#[ignore = "long: run by scripts/long-tests"]
fn abc_agrees_on_all_programs() {
    if need(Extra::Abc, "abc_agrees_on_all_programs") {
        ask("abc", 1, "5");
    }
}

//! Random incremental queries about integers, real numbers, truth values and bit-vectors: our word against
//! Z3's. Every model is evaluated, every core is asked about. A difference is shrunk before it is shown.
//!
//! `FERRIC3_ARITH_QUERIES` says how many (`scripts/long-tests arith`), `FERRIC3_ARITH_SEED` where to begin.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::RandomNumbers;
use ferric3_solver::{BitBlaster, CheckResult, Solver};
use ferric3_term::{Op, SmtLib, Sort, TermId, Terms, Value, declare_symbol};
use ferric3_testkit::{Extra, need};

const SORTS: [Sort; 9] = [
    Sort::Int,
    Sort::Int,
    Sort::Int,
    Sort::Real,
    Sort::Real,
    Sort::Real,
    Sort::Bool,
    Sort::Bool,
    Sort::BitVec(3),
];

/// A Z3 that is asked one query after the other.
struct Z3 {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    time: Duration,
}

impl Z3 {
    fn new() -> Z3 {
        let mut command = Command::new("z3");
        command
            .args(["-in", "-t:5000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("z3 is installed");
        Z3 {
            input: child.stdin.take().expect("piped"),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
            time: Duration::ZERO,
        }
    }

    fn tell(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("z3 reads");
    }

    fn start(&mut self, random: &RandomNumbers) {
        let mut text = String::from("(reset)\n");
        for &symbol in &random.symbols {
            writeln!(text, "{}", declare_symbol(&random.terms, symbol)).expect("a string");
        }
        self.tell(&text);
    }

    /// `None`: it does not know.
    fn check(&mut self, terms: &Terms, formulas: &[TermId]) -> Option<bool> {
        self.check_all(terms, &[formulas.to_vec()])[0]
    }

    /// All queries at once, so that nobody waits for anybody.
    fn check_all(&mut self, terms: &Terms, queries: &[Vec<TermId>]) -> Vec<Option<bool>> {
        let mut text = String::new();
        for formulas in queries {
            text.push_str("(push)\n");
            for &formula in formulas {
                writeln!(text, "(assert {})", SmtLib::new(terms, formula)).expect("a string");
            }
            text.push_str("(check-sat)\n(pop)\n");
        }
        let start = Instant::now();
        self.tell(&text);
        self.input.flush().expect("z3 reads");
        let mut answers = Vec::new();
        for _ in queries {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("z3 answers");
            answers.push(match line.trim() {
                "sat" => Some(true),
                "unsat" => Some(false),
                "unknown" | "timeout" => None,
                other => panic!("z3 says {other}\n{text}"),
            });
        }
        self.time += start.elapsed();
        answers
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    we_do_not_know: u64,
    z3_does_not_know: u64,
}

/// A fresh context is asked the same: what does it say?
fn afresh(sat: SatBackend, terms: &Terms, formulas: &[TermId]) -> CheckResult {
    BitBlaster::new(sat).check(terms, formulas)
}

/// Formulas on which we and Z3 differ, as few as possible, as a script.
fn shrunk(sat: SatBackend, z3: &mut Z3, terms: &Terms, formulas: &[TermId]) -> String {
    let mut formulas = formulas.to_vec();
    let mut place = 0;
    while place < formulas.len() {
        let mut fewer = formulas.clone();
        fewer.remove(place);
        let expected = z3.check(terms, &fewer);
        let differs = match afresh(sat, terms, &fewer) {
            CheckResult::Sat => expected == Some(false),
            CheckResult::Unsat => expected == Some(true),
            CheckResult::Unknown(_) => false,
        };
        if differs {
            formulas = fewer;
        } else {
            place += 1;
        }
    }
    let lines = formulas.iter();
    let lines = lines.map(|&formula| format!("(assert {})\n", SmtLib::new(terms, formula)));
    lines.collect()
}

/// One context and some queries to it.
fn trace(sat: SatBackend, seed: u64, z3: &mut Z3, tally: &mut Tally, our_time: &mut Duration) {
    let mut random = RandomNumbers::new(seed, &SORTS);
    z3.start(&random);
    let mut solver = BitBlaster::new(sat);
    let mut asserted: Vec<TermId> = Vec::new();
    // What Z3 is asked, and what it may not say, for the reason beside it.
    let mut asked: Vec<Vec<TermId>> = Vec::new();
    let mut excluded: Vec<(bool, &str)> = Vec::new();
    for _ in 0..20 {
        let count = 1 + random.rng().below(6);
        let depth = 1 + u32::try_from(random.rng().below(3)).expect("small");
        let formulas: Vec<TermId> = (0..count).map(|_| random.term(Sort::Bool, depth)).collect();
        let terms = &random.terms;
        if formulas.len() < 3 && seed.is_multiple_of(3) {
            solver.assert_clause(terms, &formulas);
            let clause = match formulas[..] {
                [only] => only,
                _ => random.terms.mk(Op::Or, &formulas),
            };
            asserted.push(clause);
            continue;
        }
        let start = Instant::now();
        let answer = solver.check(terms, &formulas);
        *our_time += start.elapsed();
        let all: Vec<TermId> = asserted.iter().chain(&formulas).copied().collect();
        match answer {
            CheckResult::Sat => {
                tally.sat += 1;
                let holds = |&term: &TermId| solver.value(terms, term) == Value::Bool(true);
                if !all.iter().all(holds) {
                    panic!("seed {seed}: not a model\n{}", shrunk(sat, z3, terms, &all));
                }
                asked.push(all);
                excluded.push((false, "z3 has no model, and ours is one by evaluation"));
            }
            CheckResult::Unsat => {
                tally.unsat += 1;
                let failed = solver.failed_assumptions();
                let core: Vec<TermId> = asserted.iter().chain(failed).copied().collect();
                if core.len() < all.len() {
                    asked.push(core);
                    excluded.push((true, "not a core"));
                }
                asked.push(all);
                excluded.push((true, "z3 has a model"));
            }
            CheckResult::Unknown(_) => tally.we_do_not_know += 1,
        }
    }
    let answers = z3.check_all(&random.terms, &asked);
    for ((formulas, (wrong, what)), answer) in asked.iter().zip(excluded).zip(answers) {
        tally.z3_does_not_know += u64::from(answer.is_none());
        if answer == Some(wrong) {
            let script = shrunk(sat, z3, &random.terms, formulas);
            panic!("seed {seed}: {what}\n{script}");
        }
    }
}

fn number(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(usual, |text| text.parse().expect("a number"))
}

fn agree(sat: SatBackend, queries: u64) {
    let mut z3 = Z3::new();
    let mut tally = Tally::default();
    let mut our_time = Duration::ZERO;
    let mut seed = number("FERRIC3_ARITH_SEED", 0);
    while tally.sat + tally.unsat + tally.we_do_not_know < queries {
        trace(sat, seed, &mut z3, &mut tally, &mut our_time);
        seed += 1;
    }
    let z3_time = z3.time;
    // For whoever asks for it with --nocapture.
    writeln!(
        std::io::stderr(),
        "{}: {tally:?}, ours {our_time:.1?}, z3 {z3_time:.1?}, next seed {seed}",
        sat.name()
    )
    .expect("standard error");
    let decided = tally.sat + tally.unsat;
    assert!(
        tally.sat > decided / 10 && tally.unsat > decided / 10,
        "{tally:?}"
    );
    assert!(tally.we_do_not_know <= queries / 50, "{tally:?}");
}

#[test]
fn native_agrees_with_z3() {
    if need(Extra::Z3, "native_agrees_with_z3") {
        agree(SatBackend::Native, number("FERRIC3_ARITH_QUERIES", 1000));
    }
}

#[test]
fn batsat_agrees_with_z3() {
    if need(Extra::Z3, "batsat_agrees_with_z3") {
        agree(
            SatBackend::Batsat,
            number("FERRIC3_ARITH_QUERIES", 1000) / 5,
        );
    }
}

//! Random incremental queries about integers, real numbers, truth values and bit-vectors: our word against
//! that of Z3 and, for a part, of cvc5. Every model is evaluated, every core is asked about. A difference is shrunk
//! before it is shown.
//!
//! Contexts are of several kinds ([`Kind`]). `FERRIC3_ARITH_QUERIES` says how many queries there are
//! (`scripts/long-tests arith`), `FERRIC3_ARITH_SEED` where to begin, and `FERRIC3_ARITH_RECORD` is a folder for
//! the script of the last context.

mod judge;

use std::io::Write;
use std::time::{Duration, Instant};

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::RandomNumbers;
use ferric3_solver::record::QueryRecorder;
use ferric3_solver::{BitBlaster, CheckResult, Solver};
use ferric3_term::{Op, SmtLib, Sort, TermId, Terms, Value};
use ferric3_testkit::{Extra, need};

use self::judge::Judge;

const MIXED: [Sort; 9] = [
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

/// What a context is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Fresh formulas over all sorts in every query.
    Mixed,
    /// The same with numbers of up to seventy bits.
    Large,
    /// Rows over many numbers of one sort: little Boolean structure, much arithmetic.
    Rows(Sort),
    /// A long life: queries assume some of the same literals again and again, and clauses over them are
    /// asserted on the way, as IC3 does.
    Deep,
}

impl Kind {
    fn of(seed: u64) -> Kind {
        match seed % 8 {
            0..=2 => Kind::Mixed,
            3 => Kind::Large,
            4 => Kind::Rows(Sort::Int),
            5 => Kind::Rows(Sort::Real),
            _ => Kind::Deep,
        }
    }

    fn random(self, seed: u64) -> RandomNumbers {
        match self {
            Kind::Mixed => RandomNumbers::new(seed, &MIXED),
            Kind::Large => RandomNumbers::new(seed, &MIXED).with_large_numbers(3),
            Kind::Rows(sort) => RandomNumbers::new(seed, &[sort; 7]),
            Kind::Deep => RandomNumbers::new(seed, &MIXED).with_large_numbers(50),
        }
    }

    fn steps(self) -> usize {
        match self {
            Kind::Deep => 60,
            _ => 20,
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    we_do_not_know: u64,
    judge_does_not_know: u64,
    /// Our time.
    time: Duration,
    /// The longest query, and the context that it was in.
    longest: (Duration, u64),
    /// The last query that we did not know the answer of.
    last_unknown: Option<(u64, Kind)>,
}

/// A fresh context is asked the same: what does it say?
fn afresh(sat: SatBackend, terms: &Terms, formulas: &[TermId]) -> CheckResult {
    BitBlaster::new(sat).check(terms, formulas)
}

/// Formulas on which we and the judge differ, as few as possible, as a script.
fn shrunk(sat: SatBackend, judge: &mut Judge, terms: &Terms, formulas: &[TermId]) -> String {
    let mut formulas = formulas.to_vec();
    let mut place = 0;
    while place < formulas.len() {
        let mut fewer = formulas.clone();
        fewer.remove(place);
        let expected = judge.check(terms, &fewer);
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
fn trace(sat: SatBackend, seed: u64, judge: &mut Judge, tally: &mut Tally) {
    let kind = Kind::of(seed);
    let mut random = kind.random(seed);
    judge.begin(&random);
    let mut solver: Box<dyn Solver> = Box::new(BitBlaster::new(sat));
    if let Ok(folder) = std::env::var("FERRIC3_ARITH_RECORD") {
        let recorder = QueryRecorder::new(folder).expect("a folder");
        solver = Box::new(recorder.wrap(solver));
    }
    let mut asserted: Vec<TermId> = Vec::new();
    // What the judge is asked, and what it may not say, for the reason beside it.
    let mut asked: Vec<Vec<TermId>> = Vec::new();
    let mut excluded: Vec<(bool, &str)> = Vec::new();
    let pool: Vec<TermId> = match kind {
        Kind::Deep => (0..12).map(|_| random.term(Sort::Bool, 2)).collect(),
        _ => Vec::new(),
    };
    for step in 0..kind.steps() {
        let formulas = some_formulas(&mut random, kind, &pool);
        let is_assertion = match kind {
            Kind::Deep => step % 6 == 5,
            _ => formulas.len() < 3 && seed.is_multiple_of(3),
        };
        if is_assertion {
            solver.assert_clause(&random.terms, &formulas);
            let clause = match formulas[..] {
                [only] => only,
                _ => random.terms.mk(Op::Or, &formulas),
            };
            asserted.push(clause);
            continue;
        }
        let terms = &random.terms;
        let start = Instant::now();
        let answer = solver.check(terms, &formulas);
        let time = start.elapsed();
        tally.time += time;
        tally.longest = tally.longest.max((time, seed));
        let all: Vec<TermId> = asserted.iter().chain(&formulas).copied().collect();
        match answer {
            CheckResult::Sat => {
                tally.sat += 1;
                let holds = |&term: &TermId| solver.value(terms, term) == Value::Bool(true);
                if !all.iter().all(holds) {
                    let script = shrunk(sat, judge, terms, &all);
                    panic!("seed {seed}: not a model\n{script}");
                }
                asked.push(all);
                excluded.push((
                    false,
                    "the judge has no model, and ours is one by evaluation",
                ));
            }
            CheckResult::Unsat => {
                tally.unsat += 1;
                let failed = solver.failed_assumptions();
                let core: Vec<TermId> = asserted.iter().chain(failed).copied().collect();
                // Without a model of the core there is none of all of them.
                asked.push(core);
                excluded.push((true, "the judge has a model of the core"));
            }
            CheckResult::Unknown(_) => {
                tally.we_do_not_know += 1;
                tally.last_unknown = Some((seed, kind));
            }
        }
    }
    let answers = judge.check_all(&random.terms, &asked);
    for ((formulas, (wrong, what)), answer) in asked.iter().zip(excluded).zip(answers) {
        tally.judge_does_not_know += u64::from(answer.is_none());
        if answer == Some(wrong) {
            let script = shrunk(sat, judge, &random.terms, formulas);
            panic!("seed {seed}, {kind:?}: {what}\n{script}");
        }
    }
}

/// The formulas of one query, or of one clause.
fn some_formulas(random: &mut RandomNumbers, kind: Kind, pool: &[TermId]) -> Vec<TermId> {
    let count = 1 + random.rng().below(6);
    match kind {
        Kind::Rows(sort) => {
            let row = |random: &mut RandomNumbers| {
                let size = 1 + random.rng().below(5);
                random.row(sort, size)
            };
            (0..count + 3).map(|_| row(random)).collect()
        }
        Kind::Deep => {
            let mut formulas: Vec<TermId> = (0..count).map(|_| random.rng().pick(pool)).collect();
            for formula in &mut formulas {
                if random.rng().one_in(2) {
                    *formula = random.terms.mk(Op::Not, &[*formula]);
                }
            }
            if random.rng().one_in(3) {
                formulas.push(random.term(Sort::Bool, 2));
            }
            formulas
        }
        _ => {
            let depth = 1 + u32::try_from(random.rng().below(3)).expect("small");
            (0..count).map(|_| random.term(Sort::Bool, depth)).collect()
        }
    }
}

fn number(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok();
    set.map_or(usual, |text| text.parse().expect("a number"))
}

/// Reports come after so many queries.
const REPORT: u64 = 20_000;

fn agree(sat: SatBackend, mut judge: Judge, queries: u64) {
    let mut tally = Tally::default();
    let mut seed = number("FERRIC3_ARITH_SEED", 0);
    let mut next_report = REPORT;
    loop {
        let done = tally.sat + tally.unsat + tally.we_do_not_know;
        if done >= next_report || done >= queries {
            next_report += REPORT;
            // For whoever asks for it with --nocapture.
            writeln!(
                std::io::stderr(),
                "{}: {done} queries, {tally:.1?}, judge {:.1?}, next seed {seed}",
                sat.name(),
                judge.time
            )
            .expect("standard error");
        }
        if done >= queries {
            break;
        }
        trace(sat, seed, &mut judge, &mut tally);
        seed += 1;
    }
    let decided = tally.sat + tally.unsat;
    assert!(
        tally.sat > decided / 10 && tally.unsat > decided / 10,
        "{tally:?}"
    );
    assert!(tally.we_do_not_know <= queries / 500, "{tally:?}");
}

#[test]
fn native_agrees_with_z3() {
    if need(Extra::Z3, "native_agrees_with_z3") {
        let queries = number("FERRIC3_ARITH_QUERIES", 1000);
        agree(SatBackend::Native, Judge::z3(), queries);
    }
}

/// A multiple of 12 is an integer, and so is its product with 5, wherever it is. (Neither Z3 nor cvc5 says so.)
#[test]
fn multiples_are_integers() {
    let mut terms = Terms::new();
    let (_, x) = terms.fresh_symbol("x", Sort::Real);
    let [twelve, five] = [12, 5].map(|value| terms.real(value));
    let twelfth = terms.mk(Op::RealDiv, &[x, twelve]);
    let product = terms.mk(Op::Mul, &[five, x]);
    let is_multiple = terms.mk(Op::IsInt, &[twelfth]);
    let is_integer = terms.mk(Op::IsInt, &[product]);
    let query = [is_multiple, terms.mk(Op::Not, &[is_integer])];
    for sat in [SatBackend::Native, SatBackend::Checked] {
        let mut solver = BitBlaster::new(sat);
        assert_eq!(solver.check(&terms, &query), CheckResult::Unsat);
        assert_eq!(solver.failed_assumptions(), query);
    }
}

/// The judge of certificates: the same search, followed by a checker.
#[test]
fn checked_agrees_with_z3() {
    if need(Extra::Z3, "checked_agrees_with_z3") {
        let queries = number("FERRIC3_ARITH_QUERIES", 1000);
        agree(SatBackend::Checked, Judge::z3(), queries / 5);
    }
}

#[test]
fn batsat_agrees_with_z3() {
    if need(Extra::Z3, "batsat_agrees_with_z3") {
        let queries = number("FERRIC3_ARITH_QUERIES", 1000);
        agree(SatBackend::Batsat, Judge::z3(), queries / 5);
    }
}

#[test]
fn native_agrees_with_cvc5() {
    if need(Extra::Cvc5, "native_agrees_with_cvc5") {
        let queries = number("FERRIC3_ARITH_QUERIES", 1000);
        agree(SatBackend::Native, Judge::cvc5(), queries / 5);
    }
}

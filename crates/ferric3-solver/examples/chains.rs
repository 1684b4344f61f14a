//! Chains of floating-point operations with given ranges: the interval solver against the bit-blaster and z3.
//!
//! ```console
//! $ cargo run --release -p ferric3-solver --example chains -- [seconds for each query] [seeds]
//! ```
//!
//! A chain is `s := s + x`, `s := s * x` or `s := s > c ? s - x : s + x` again and again, with a fresh `x` in a given
//! range each time. The query is whether `s` can get beyond the end of the range that it has by arithmetic on ends,
//! which it cannot, or (in the other half) beyond the middle of it.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use ferric3_sat::{Interrupt, SatBackend};
use ferric3_solver::{BitBlaster, CheckResult, IntervalSolver, SmtLibSolver, Solver};
use ferric3_term::{BitVecValue, FloatFormat, Sort, TermId, Terms};
use ferric3_testkit::Rng;

const F64: FloatFormat = FloatFormat::F64;

/// A chain, with its assertions and the query.
struct Chain {
    terms: Terms,
    assertions: Vec<TermId>,
    query: TermId,
}

fn number(terms: &mut Terms, value: f64) -> TermId {
    terms.bv(BitVecValue::from_u64(value.to_bits(), 64))
}

fn chain(length: usize, seed: u64, beyond: bool) -> Chain {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let mut assertions = Vec::new();
    let mut sum = number(&mut terms, 0.0);
    let (mut lo, mut hi) = (0.0f64, 0.0f64);
    for i in 0..length {
        let x = terms.fresh_symbol(format!("x{i}"), Sort::BitVec(64)).1;
        let from = (rng.below(2000) as f64 - 1000.0) / 16.0;
        let (a, b) = (from, from + (1 + rng.below(1000)) as f64 / 64.0);
        let kind = rng.below(4);
        // Factors stay near 1, so that nothing overflows.
        let (a, b) = if kind == 1 {
            (0.5 + a.abs() / 125.0, 1.0 + b.abs() / 250.0)
        } else {
            (a, b)
        };
        let (a, b) = (a.min(b), a.max(b));
        let (low, high) = (number(&mut terms, a), number(&mut terms, b));
        assertions.push(terms.fp_le(F64, low, x));
        assertions.push(terms.fp_le(F64, x, high));
        match kind {
            1 => {
                sum = terms.fp_mul(F64, sum, x);
                let ends = [lo * a, lo * b, hi * a, hi * b];
                lo = ends.iter().copied().fold(f64::INFINITY, f64::min);
                hi = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            }
            2 => {
                let limit = number(&mut terms, lo + (hi - lo) / 2.0);
                let above = terms.fp_lt(F64, limit, sum);
                let less = terms.fp_sub(F64, sum, x);
                let more = terms.fp_add(F64, sum, x);
                sum = terms.ite(above, less, more);
                (lo, hi) = ((lo + a).min(lo - b), (hi + b).max(hi - a));
            }
            _ => {
                sum = terms.fp_add(F64, sum, x);
                (lo, hi) = (lo + a, hi + b);
            }
        }
    }
    let limit = if beyond { hi } else { lo + (hi - lo) / 2.0 };
    let limit = number(&mut terms, limit);
    let query = terms.fp_lt(F64, limit, sum);
    Chain {
        terms,
        assertions,
        query,
    }
}

fn run(solver: &mut dyn Solver, chain: &Chain, limit: Duration) -> (CheckResult, f64) {
    let start = Instant::now();
    solver.set_interrupt(Interrupt::new().with_deadline(start + limit));
    for &assertion in &chain.assertions {
        solver.assert(&chain.terms, assertion);
    }
    let result = solver.check(&chain.terms, &[chain.query]);
    (result, start.elapsed().as_secs_f64())
}

fn main() {
    let arg = |i: usize, otherwise: u64| {
        let given = std::env::args().nth(i);
        given.map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let limit = Duration::from_secs(arg(1, 10));
    let seeds = arg(2, 3);
    let z3 = SmtLibSolver::find("z3").ok();
    println!("| operations | query | seeds | intervals | bit-blaster | z3 |");
    println!("|---:|---|---:|---:|---:|---:|");
    for length in [20, 50, 100, 200] {
        for beyond in [true, false] {
            let mut cells = vec![String::new(); 3];
            for (i, cell) in cells.iter_mut().enumerate() {
                let (mut solved, mut seconds) = (0, 0.0);
                for seed in 0..seeds {
                    let chain = chain(length, seed, beyond);
                    let mut solver: Box<dyn Solver> = match (i, &z3) {
                        (0, _) => Box::new(IntervalSolver::new()),
                        (1, _) => Box::new(BitBlaster::new(SatBackend::default())),
                        (_, Some(z3)) => Box::new(z3.create()),
                        (_, None) => continue,
                    };
                    let (result, took) = run(&mut *solver, &chain, limit);
                    let expected = if beyond {
                        CheckResult::Unsat
                    } else {
                        CheckResult::Sat
                    };
                    match result {
                        CheckResult::Unknown(_) => {}
                        result => {
                            assert!(!beyond || result == expected, "{length} {seed}");
                            solved += 1;
                        }
                    }
                    seconds += took;
                }
                *cell = format!("{solved} in {seconds:.3} s");
            }
            let query = if beyond {
                "beyond the end"
            } else {
                "beyond the middle"
            };
            println!("| {length} | {query} | {seeds} | {} |", cells.join(" | "));
        }
    }
}

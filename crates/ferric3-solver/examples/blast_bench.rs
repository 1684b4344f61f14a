//! Times the bit-blaster on small queries that show how good its encodings are.
//!
//! ```text
//! cargo run --release -p ferric3-solver --example blast_bench [-- NAME_PART [DIRECTORY]]
//! ```
//!
//! With a directory, the SAT queries of the case `lemmas` are recorded there.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::time::{Duration, Instant};

use ferric3_sat::conformance::Rng;
use ferric3_sat::stream::StreamRecorder;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_solver::{Backend, BitBlaster, CheckResult, Solver, SolverConfig};
use ferric3_term::{Op, Sort, TermId, Terms};

const LIMIT: Duration = Duration::from_secs(20);

/// A query, and whether it has a model.
type Case = (
    &'static str,
    fn(&mut Terms, u32) -> TermId,
    u32,
    CheckResult,
);

const CASES: &[Case] = &[
    ("add-associative", add_associative, 32, CheckResult::Unsat),
    ("sub-add-back", sub_add_back, 64, CheckResult::Unsat),
    ("abs-difference", abs_difference, 64, CheckResult::Unsat),
    ("mul-distributes", mul_distributes, 8, CheckResult::Unsat),
    ("mul-constant", mul_constant, 24, CheckResult::Unsat),
    ("mul-square-mod-8", mul_square, 16, CheckResult::Unsat),
    ("mul-factor", mul_factor, 36, CheckResult::Sat),
    (
        "mul-signed-overflow",
        mul_signed_overflow,
        16,
        CheckResult::Unsat,
    ),
    ("div-rebuild", div_rebuild, 9, CheckResult::Unsat),
    ("div-at-most", div_at_most, 32, CheckResult::Unsat),
    ("div-rem-below", div_rem_below, 18, CheckResult::Unsat),
    ("div-find", div_find, 32, CheckResult::Sat),
    ("div-find-signed", div_find_signed, 32, CheckResult::Sat),
    ("div-monotone", div_monotone, 10, CheckResult::Unsat),
    ("div-by-10-below", div_by_10_below, 32, CheckResult::Unsat),
    (
        "div-by-10-rebuild",
        div_by_10_rebuild,
        32,
        CheckResult::Unsat,
    ),
    (
        "div-by-3-neighbours",
        div_by_3_neighbours,
        31,
        CheckResult::Unsat,
    ),
    ("div-signed-by-7", div_signed_by_7, 24, CheckResult::Unsat),
    ("div-digits", div_digits, 32, CheckResult::Sat),
    ("shift-twice", shift_twice, 64, CheckResult::Unsat),
];

fn xy(terms: &mut Terms, width: u32) -> [TermId; 2] {
    ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(width)).1)
}

fn differ(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let equal = terms.mk(Op::Eq, &[a, b]);
    terms.mk(Op::Not, &[equal])
}

fn add_associative(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let [z, _] = xy(terms, width);
    let xy = terms.mk(Op::BvAdd, &[x, y]);
    let left = terms.mk(Op::BvAdd, &[xy, z]);
    let yz = terms.mk(Op::BvAdd, &[y, z]);
    let right = terms.mk(Op::BvAdd, &[x, yz]);
    differ(terms, left, right)
}

fn sub_add_back(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let difference = terms.mk(Op::BvSub, &[x, y]);
    let back = terms.mk(Op::BvAdd, &[difference, y]);
    differ(terms, back, x)
}

/// `|x - y| = |y - x|`, by comparison and subtraction.
fn abs_difference(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let below = terms.mk(Op::BvUlt, &[x, y]);
    let above = terms.mk(Op::BvUlt, &[y, x]);
    let minus = terms.mk(Op::BvSub, &[x, y]);
    let back = terms.mk(Op::BvSub, &[y, x]);
    let left = terms.mk(Op::Ite, &[below, back, minus]);
    let right = terms.mk(Op::Ite, &[above, minus, back]);
    differ(terms, left, right)
}

fn mul_distributes(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let one = terms.bv_u64(1, width);
    let next = terms.mk(Op::BvAdd, &[y, one]);
    let left = terms.mk(Op::BvMul, &[x, next]);
    let product = terms.mk(Op::BvMul, &[x, y]);
    let right = terms.mk(Op::BvAdd, &[product, x]);
    differ(terms, left, right)
}

/// `1000 x = (x << 10) - 24 x`.
fn mul_constant(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let [thousand, ten, rest] = [1000, 10, 24].map(|value| terms.bv_u64(value, width));
    let left = terms.mk(Op::BvMul, &[thousand, x]);
    let shifted = terms.mk(Op::BvShl, &[x, ten]);
    let product = terms.mk(Op::BvMul, &[x, rest]);
    let right = terms.mk(Op::BvSub, &[shifted, product]);
    differ(terms, left, right)
}

/// No square is 3 modulo 8.
fn mul_square(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let [seven, three] = [7, 3].map(|value| terms.bv_u64(value, width));
    let square = terms.mk(Op::BvMul, &[x, x]);
    let low = terms.mk(Op::BvAnd, &[square, seven]);
    terms.mk(Op::Eq, &[low, three])
}

fn mul_factor(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width / 2);
    let product = terms.bv_u64(131_071 * 131_063, width);
    let one = terms.bv_u64(1, width / 2);
    let wide = [x, y].map(|factor| terms.mk(Op::ZeroExtend(width / 2), &[factor]));
    let factors = terms.mk(Op::BvMul, &wide);
    let is_product = terms.mk(Op::Eq, &[factors, product]);
    let above = terms.mk(Op::BvUlt, &[one, x]);
    let order = terms.mk(Op::BvUlt, &[x, y]);
    terms.mk(Op::And, &[is_product, above, order])
}

/// If `|x|, |y| < 100` then the product of 16 bits is that of 32 bits.
fn mul_signed_overflow(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let [low, high] = [-100_i64, 100].map(|value| terms.bv_u64(value.cast_unsigned(), width));
    let mut all = Vec::new();
    for factor in [x, y] {
        all.push(terms.mk(Op::BvSlt, &[low, factor]));
        all.push(terms.mk(Op::BvSlt, &[factor, high]));
    }
    let wide = [x, y].map(|factor| terms.mk(Op::SignExtend(width), &[factor]));
    let wide = terms.mk(Op::BvMul, &wide);
    let narrow = terms.mk(Op::BvMul, &[x, y]);
    let extended = terms.mk(Op::SignExtend(width), &[narrow]);
    all.push(differ(terms, wide, extended));
    terms.mk(Op::And, &all)
}

fn div_rebuild(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let quotient = terms.mk(Op::BvUdiv, &[x, y]);
    let remainder = terms.mk(Op::BvUrem, &[x, y]);
    let product = terms.mk(Op::BvMul, &[quotient, y]);
    let sum = terms.mk(Op::BvAdd, &[product, remainder]);
    differ(terms, sum, x)
}

/// `x / y ≤ x` unless `y = 0`.
fn div_at_most(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let zero = terms.bv_u64(0, width);
    let nonzero = differ(terms, y, zero);
    let quotient = terms.mk(Op::BvUdiv, &[x, y]);
    let above = terms.mk(Op::BvUlt, &[x, quotient]);
    terms.mk(Op::And, &[nonzero, above])
}

/// `x mod y < y` unless `y = 0`.
fn div_rem_below(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let zero = terms.bv_u64(0, width);
    let nonzero = differ(terms, y, zero);
    let remainder = terms.mk(Op::BvUrem, &[x, y]);
    let above = terms.mk(Op::BvUle, &[y, remainder]);
    terms.mk(Op::And, &[nonzero, above])
}

fn div_find_with(terms: &mut Terms, width: u32, ops: [Op; 2]) -> TermId {
    let [x, y] = xy(terms, width);
    let [q, r, least] = [4321, 1234, 2000].map(|value| terms.bv_u64(value, width));
    let [quotient, remainder] = ops.map(|op| terms.mk(op, &[x, y]));
    let is_q = terms.mk(Op::Eq, &[quotient, q]);
    let is_r = terms.mk(Op::Eq, &[remainder, r]);
    let large = terms.mk(Op::BvSlt, &[least, y]);
    terms.mk(Op::And, &[is_q, is_r, large])
}

fn div_find(terms: &mut Terms, width: u32) -> TermId {
    div_find_with(terms, width, [Op::BvUdiv, Op::BvUrem])
}

fn div_find_signed(terms: &mut Terms, width: u32) -> TermId {
    div_find_with(terms, width, [Op::BvSdiv, Op::BvSrem])
}

/// `x ≤ y` implies `x / z ≤ y / z`.
fn div_monotone(terms: &mut Terms, width: u32) -> TermId {
    let [x, y] = xy(terms, width);
    let [z, _] = xy(terms, width);
    let order = terms.mk(Op::BvUle, &[x, y]);
    let left = terms.mk(Op::BvUdiv, &[x, z]);
    let right = terms.mk(Op::BvUdiv, &[y, z]);
    let above = terms.mk(Op::BvUlt, &[right, left]);
    terms.mk(Op::And, &[order, above])
}

fn div_by_10_below(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let ten = terms.bv_u64(10, width);
    let remainder = terms.mk(Op::BvUrem, &[x, ten]);
    terms.mk(Op::BvUle, &[ten, remainder])
}

fn div_by_10_rebuild(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let ten = terms.bv_u64(10, width);
    let quotient = terms.mk(Op::BvUdiv, &[x, ten]);
    let remainder = terms.mk(Op::BvUrem, &[x, ten]);
    let product = terms.mk(Op::BvMul, &[quotient, ten]);
    let sum = terms.mk(Op::BvAdd, &[product, remainder]);
    differ(terms, sum, x)
}

/// `x` and `x + 1` are not both divisible by 3.
fn div_by_3_neighbours(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let [zero, one, three, last] =
        [0, 1, 3, (1 << width) - 1].map(|value| terms.bv_u64(value, width));
    let next = terms.mk(Op::BvAdd, &[x, one]);
    let remainders = [x, next].map(|n| terms.mk(Op::BvUrem, &[n, three]));
    let mut all = remainders
        .map(|remainder| terms.mk(Op::Eq, &[remainder, zero]))
        .to_vec();
    all.push(differ(terms, x, last));
    terms.mk(Op::And, &all)
}

/// `(x / 7) * 7 + x % 7 = x`, signed, and the remainder has the sign of `x`.
fn div_signed_by_7(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let [seven, zero] = [7, 0].map(|value| terms.bv_u64(value, width));
    let quotient = terms.mk(Op::BvSdiv, &[x, seven]);
    let remainder = terms.mk(Op::BvSrem, &[x, seven]);
    let product = terms.mk(Op::BvMul, &[quotient, seven]);
    let sum = terms.mk(Op::BvAdd, &[product, remainder]);
    let wrong = differ(terms, sum, x);
    let x_negative = terms.mk(Op::BvSlt, &[x, zero]);
    let above = terms.mk(Op::BvSlt, &[zero, remainder]);
    let wrong_sign = terms.mk(Op::And, &[x_negative, above]);
    terms.mk(Op::Or, &[wrong, wrong_sign])
}

/// A number whose five low decimal digits sum to 40.
fn div_digits(terms: &mut Terms, width: u32) -> TermId {
    let [x, _] = xy(terms, width);
    let [ten, forty] = [10, 40].map(|value| terms.bv_u64(value, width));
    let mut rest = x;
    let mut sum = terms.bv_u64(0, width);
    for _ in 0..5 {
        let digit = terms.mk(Op::BvUrem, &[rest, ten]);
        sum = terms.mk(Op::BvAdd, &[sum, digit]);
        rest = terms.mk(Op::BvUdiv, &[rest, ten]);
    }
    terms.mk(Op::Eq, &[sum, forty])
}

/// `(x << a) << b = x << (a + b)` for small `a` and `b`.
fn shift_twice(terms: &mut Terms, width: u32) -> TermId {
    let [x, a] = xy(terms, width);
    let [b, _] = xy(terms, width);
    let bound = terms.bv_u64(20, width);
    let small = [a, b].map(|amount| terms.mk(Op::BvUlt, &[amount, bound]));
    let once = terms.mk(Op::BvShl, &[x, a]);
    let left = terms.mk(Op::BvShl, &[once, b]);
    let sum = terms.mk(Op::BvAdd, &[a, b]);
    let right = terms.mk(Op::BvShl, &[x, sum]);
    let differ = differ(terms, left, right);
    terms.mk(Op::And, &[small[0], small[1], differ])
}

fn run(case: &Case, backend: SatBackend) {
    let (name, build, width, expected) = (case.0, case.1, case.2, &case.3);
    let mut terms = Terms::new();
    let query = build(&mut terms, width);
    let mut solver = BitBlaster::new(backend);
    let start = Instant::now();
    solver.set_interrupt(Interrupt::new().with_deadline(start + LIMIT));
    let answer = solver.check(&terms, &[query]);
    let stats = solver.stats();
    let note = match answer {
        CheckResult::Unknown(_) => "TIMEOUT",
        _ if answer == *expected => "",
        _ => "WRONG",
    };
    println!(
        "{name:<22} {:<8} {:>7} {:>8} {:>9} {:>9.3} {note}",
        backend.name(),
        stats.vars,
        stats.clauses,
        stats.conflicts,
        start.elapsed().as_secs_f64()
    );
}

/// Many small queries on a growing context, as an IC3 engine makes them: two counters, lemmas
/// `¬(x ≥ a ∧ y ≤ b)` behind activation literals, and cubes of the next state.
fn run_lemmas(backend: SatBackend, record: Option<StreamRecorder>) {
    let mut terms = Terms::new();
    let mut rng = Rng::new(1);
    let width = 32;
    let [x, y] = xy(&mut terms, width);
    let [one, three, limit] = [1, 3, 1000].map(|value| terms.bv_u64(value, width));
    let guard = terms.bv_ult(x, limit);
    let next_x = terms.bv_add(x, one);
    let grown = terms.bv_mul(y, three);
    let even = terms.extract(x, 0, 0);
    let even = terms.bv_to_bool(even);
    let sum = terms.bv_add(grown, x);
    let next_y = terms.ite(even, sum, y);
    let mut solver = SolverConfig {
        backend: Backend::BitBlast(backend),
        record,
        ..SolverConfig::default()
    }
    .create();
    let start = Instant::now();
    let mut active = Vec::new();
    for _ in 0..3000 {
        let bounds = [0, 1].map(|_| {
            let bits = u32::try_from(1 + rng.below(12)).expect("small");
            terms.bv_u64(rng.next_u64() % (1 << bits), width)
        });
        let cube = [
            terms.bv_uge(next_x, bounds[0]),
            terms.bv_ule(next_y, bounds[1]),
        ];
        let mut query = vec![guard, cube[0], cube[1]];
        query.extend(&active);
        if solver.check(&terms, &query) == CheckResult::Unsat || rng.one_in(10) {
            let lemma = [terms.bv_ult(x, bounds[0]), terms.bv_ugt(y, bounds[1])];
            let (_, activation) = terms.fresh_symbol("active", Sort::Bool);
            let inactive = terms.not(activation);
            solver.assert_clause(&terms, &[inactive, lemma[0], lemma[1]]);
            if active.len() < 40 {
                active.push(activation);
            } else {
                let index = rng.below(active.len());
                active[index] = activation;
            }
        } else {
            solver.value(&terms, x);
            solver.value(&terms, y);
        }
    }
    let stats = solver.stats();
    println!(
        "{:<22} {:<8} {:>7} {:>8} {:>9} {:>9.3} {} sat, {} unsat, {:.3} s in SAT",
        "lemmas",
        backend.name(),
        stats.vars,
        stats.clauses,
        stats.conflicts,
        start.elapsed().as_secs_f64(),
        stats.sat,
        stats.unsat,
        stats.solve_time.as_secs_f64()
    );
}

fn main() -> std::io::Result<()> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let recorder = std::env::args()
        .nth(2)
        .map(StreamRecorder::new)
        .transpose()?;
    println!(
        "{:<22} {:<8} {:>7} {:>8} {:>9} {:>9}",
        "case", "backend", "vars", "clauses", "conflicts", "seconds"
    );
    for backend in SatBackend::ALL {
        for case in CASES.iter().filter(|case| case.0.contains(&part)) {
            run(case, backend);
        }
        if "lemmas".contains(&part) {
            run_lemmas(backend, recorder.clone());
        }
    }
    recorder
        .and_then(|recorder| recorder.take_error())
        .map_or(Ok(()), Err)
}

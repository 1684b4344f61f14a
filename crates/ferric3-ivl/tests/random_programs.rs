//! Random straight-line programs: the interpreter's own arithmetic against the evaluator of terms.

use ferric3_ivl::builder::{Builder, Var};
use ferric3_ivl::{Interpreter, RunLimits, RunOutcome};
use ferric3_term::{BitVecValue, Op, Sort, SymbolId, TermId, Terms, Value};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Numbers that decide everything about a program, so that proptest can shrink them.
struct Choices {
    numbers: std::vec::IntoIter<u64>,
}

impl Choices {
    fn number(&mut self) -> u64 {
        self.numbers.next().unwrap_or(0)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.number() % bound as u64).expect("it is below the bound")
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// Widths around the limits of a machine word.
const WIDTHS: [u32; 10] = [1, 2, 7, 8, 32, 63, 64, 65, 100, 128];
/// No term is wider.
const MAX_WIDTH: u32 = 200;

const UNARY: [Op; 2] = [Op::BvNot, Op::BvNeg];

fn constant(choices: &mut Choices, width: u32) -> BitVecValue {
    match choices.below(7) {
        0 => BitVecValue::zero(width),
        1 => BitVecValue::ones(width),
        2 => BitVecValue::signed_min(width),
        // As far as a shift may go, and one further.
        5 => BitVecValue::from_u64(u64::from(width) - choices.number() % 2, width),
        3 => BitVecValue::from_u64(choices.number() % 100, width),
        4 => BitVecValue::from_i64(-1 - choices.number().cast_signed() % 100, width),
        _ => {
            let (high, low) = (choices.number(), choices.number());
            BitVecValue::from_u128(u128::from(high) << 64 | u128::from(low), width)
        }
    }
}

/// A term over those of the pool.
fn random_term(choices: &mut Choices, terms: &mut Terms, pool: &[TermId]) -> TermId {
    let a = choices.pick(pool);
    let sort = terms.sort(a);
    let alike: Vec<TermId> = pool
        .iter()
        .copied()
        .filter(|&t| terms.sort(t) == sort)
        .collect();
    let bools: Vec<TermId> = pool
        .iter()
        .copied()
        .filter(|&t| terms.sort(t).is_bool())
        .collect();
    let b = choices.pick(&alike);
    match (sort, choices.below(10)) {
        (_, 0) => {
            let condition = choices.pick(&bools);
            terms.mk(Op::Ite, &[condition, a, b])
        }
        (Sort::Bool, 1..=3) => terms.mk(choices.pick(&[&Op::Xor, &Op::Eq]).clone(), &[a, b]),
        (Sort::Bool, 4) => terms.mk(Op::Not, &[a]),
        (Sort::Bool, _) => {
            let args: Vec<TermId> = (0..2 + choices.below(4))
                .map(|_| choices.pick(&bools))
                .collect();
            terms.mk(choices.pick(&[&Op::And, &Op::Or]).clone(), &args)
        }
        (Sort::BitVec(_), 1) => terms.mk(UNARY[choices.below(UNARY.len())].clone(), &[a]),
        (Sort::BitVec(_), 2..=5) => terms.mk(choices.pick(&Op::ON_WORDS), &[a, b]),
        (Sort::BitVec(_), 6) => terms.mk(choices.pick(&Op::COMPARISONS), &[a, b]),
        (Sort::BitVec(width), _) => random_resize(choices, terms, a, width, pool),
        _ => a,
    }
}

fn random_resize(
    choices: &mut Choices,
    terms: &mut Terms,
    a: TermId,
    width: u32,
    pool: &[TermId],
) -> TermId {
    let below = |choices: &mut Choices, bound: u32| {
        u32::try_from(choices.below(bound as usize)).expect("it is below the bound")
    };
    let more = below(choices, (MAX_WIDTH + 1).saturating_sub(width).max(1));
    match choices.below(6) {
        0 => {
            let hi = below(choices, width);
            let lo = below(choices, hi + 1);
            terms.mk(Op::Extract { hi, lo }, &[a])
        }
        1 => terms.mk(Op::ZeroExtend(more), &[a]),
        2 => terms.mk(Op::SignExtend(more), &[a]),
        3 => terms.mk(Op::RotateLeft(below(choices, 2 * width)), &[a]),
        4 => terms.mk(Op::RotateRight(below(choices, 2 * width)), &[a]),
        _ => {
            let fits = |&t: &TermId| {
                terms
                    .sort(t)
                    .width()
                    .is_some_and(|w| w + width <= MAX_WIDTH)
            };
            let others: Vec<TermId> = pool.iter().copied().filter(fits).collect();
            if others.is_empty() {
                a
            } else {
                terms.mk(Op::Concat, &[a, choices.pick(&others)])
            }
        }
    }
}

/// Builds a program and computes, term by term, what its variables must hold at the end.
fn check(numbers: Vec<u64>) {
    let mut choices = Choices {
        numbers: numbers.into_iter(),
    };
    let mut b = Builder::new();
    b.proc("main");
    let mut expected: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let mut vars: Vec<Var> = vec![];
    let mut pool: Vec<TermId> = vec![];
    for sort in [Sort::Bool].into_iter().chain(WIDTHS.map(Sort::BitVec)) {
        for name in ["x", "y"] {
            let var = b.local(name, sort);
            let value = match sort {
                Sort::BitVec(width) => Value::BitVec(constant(&mut choices, width)),
                _ => Value::Bool(choices.below(2) == 1),
            };
            let value = b.terms.constant(&value);
            assign(&mut b, &mut expected, var, value);
            vars.push(var);
            pool.extend([var.term, value]);
        }
    }
    for _ in 0..40 {
        let term = random_term(&mut choices, &mut b.terms, &pool);
        pool.push(term);
        let sort = b.terms.sort(term);
        let targets: Vec<Var> = vars
            .iter()
            .copied()
            .filter(|var| var.sort == sort)
            .collect();
        let var = if targets.is_empty() || choices.below(3) == 0 {
            let var = b.local("t", sort);
            vars.push(var);
            pool.push(var.term);
            var
        } else {
            choices.pick(&targets)
        };
        assign(&mut b, &mut expected, var, term);
    }
    let (program, terms) = b.finish();
    let mut interpreter = Interpreter::new(&program, &terms);
    let outcome = interpreter.run(&mut (), &mut (), &RunLimits::default());
    assert_eq!(outcome, RunOutcome::Finished { result: None });
    for (id, var) in program.vars.iter_enumerated() {
        assert_eq!(
            interpreter.value(id),
            expected[&var.symbol],
            "{id:?} of\n{}",
            ferric3_ivl::display_program(&program, &terms)
        );
    }
}

fn assign(b: &mut Builder, expected: &mut FxHashMap<SymbolId, Value>, var: Var, term: TermId) {
    let value = b.terms.eval(term, &*expected);
    b.assign(var, term);
    let symbol = b.terms.as_symbol(var.term).expect("it is a variable");
    expected.insert(symbol, value);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    #[test]
    fn interpreter_and_evaluator_agree(
        numbers in proptest::collection::vec(any::<u64>(), 300..400)
    ) {
        check(numbers);
    }
}

//! Random formulas: the interval solver, with a checker behind it, against the bit-blaster; models by the evaluator.
//!
//! `FERRIC3_ICP_QUERIES` says how many for each sort.

use ferric3_sat::SatBackend;
use ferric3_solver::{BitBlaster, CheckResult, CheckedIntervals, ModelOf, Solver};
use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Op, RoundingMode, Sort, TermId, Terms};
use ferric3_testkit::Rng;

/// What both may do in a query, in conflicts: hard ones say nothing about agreement.
const LIMIT: u64 = 100;

fn queries() -> u64 {
    let given = std::env::var("FERRIC3_ICP_QUERIES").ok();
    given.map_or(200, |text| text.parse().expect("a number"))
}

/// Builds random terms of one width, which hold integers or numbers of a format.
struct Generator {
    terms: Terms,
    rng: Rng,
    symbols: Vec<TermId>,
    format: Option<FloatFormat>,
    width: u32,
    arrays: Vec<TermId>,
}

/// Width of indices of arrays.
const INDEX: u32 = 3;

impl Generator {
    fn new(seed: u64, format: Option<FloatFormat>, width: u32, arrays: usize) -> Generator {
        let mut terms = Terms::new();
        let symbols = (0..3)
            .map(|i| terms.fresh_symbol(format!("x{i}"), Sort::BitVec(width)).1)
            .collect();
        let sort = Sort::Array {
            index: INDEX,
            element: width,
        };
        let arrays = (0..arrays)
            .map(|i| terms.fresh_symbol(format!("a{i}"), sort).1)
            .collect();
        Generator {
            arrays,
            terms,
            rng: Rng::new(seed),
            symbols,
            format,
            width,
        }
    }

    fn constant(&mut self) -> TermId {
        let word = match (self.format, self.rng.below(6)) {
            (_, 0) => BitVecValue::zero(self.width),
            (Some(format), 1) => format.infinity(),
            (Some(format), 2) => format.nan(),
            (Some(FloatFormat::F64), _) => {
                let value = (self.rng.below(64) as f64 - 32.0) / 4.0;
                BitVecValue::from_u64(value.to_bits(), 64)
            }
            (Some(FloatFormat::F32), _) => {
                let value = (self.rng.below(64) as f32 - 32.0) / 4.0;
                BitVecValue::from_u64(value.to_bits().into(), 32)
            }
            (None, 1) => BitVecValue::ones(self.width),
            (None, 2) => BitVecValue::signed_min(self.width),
            (None, 3) => BitVecValue::from_u64(self.rng.number() % 16, self.width.max(4))
                .extract(self.width - 1, 0),
            _ => BitVecValue::from_u64(
                self.rng.number() & (u64::MAX >> (64 - self.width)),
                self.width,
            ),
        };
        self.terms.bv(word)
    }

    fn word(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.rng.one_in(5) {
            return match self.rng.one_in(4) {
                true => self.constant(),
                false => self.rng.pick(&self.symbols.clone()),
            };
        }
        if self.rng.one_in(6) {
            let (c, a, b) = (
                self.truth(depth - 1),
                self.word(depth - 1),
                self.word(depth - 1),
            );
            return self.terms.mk(Op::Ite, &[c, a, b]);
        }
        if !self.arrays.is_empty() && self.rng.one_in(3) {
            let (array, index) = (self.array(depth - 1), self.index(depth - 1));
            return self.terms.mk(Op::Select, &[array, index]);
        }
        let (op, args) = match self.format {
            Some(f) => {
                let float = match self.rng.below(12) {
                    0..=2 => FloatOp::Add(f),
                    3 => FloatOp::Sub(f),
                    4..=6 => FloatOp::Mul(f),
                    7 => FloatOp::Div(f),
                    8 => FloatOp::Sqrt(f),
                    9 => FloatOp::RoundToIntegral(f, RoundingMode::Zero),
                    10 => {
                        let a = self.word(depth - 1);
                        return self.terms.fp_neg(f, a);
                    }
                    _ => {
                        let a = self.word(depth - 1);
                        return self.terms.fp_abs(f, a);
                    }
                };
                let args = if matches!(float, FloatOp::Sqrt(_) | FloatOp::RoundToIntegral(..)) {
                    1
                } else {
                    2
                };
                (Op::Float(float), args)
            }
            None => {
                let at = self.rng.below(Op::ON_WORDS.len() + 2);
                match Op::ON_WORDS.get(at) {
                    Some(op) => (op.clone(), 2),
                    None if at == Op::ON_WORDS.len() => (Op::BvNot, 1),
                    None => (Op::BvNeg, 1),
                }
            }
        };
        let args: Vec<TermId> = (0..args).map(|_| self.word(depth - 1)).collect();
        self.terms.mk(op, &args)
    }

    fn array(&mut self, depth: u32) -> TermId {
        let kind = self.rng.below(6);
        if depth == 0 || kind < 2 {
            let arrays = self.arrays.clone();
            return self.rng.pick(&arrays);
        }
        match kind {
            2 => {
                let c = self.truth(depth - 1);
                let (a, b) = (self.array(depth - 1), self.array(depth - 1));
                self.terms.mk(Op::Ite, &[c, a, b])
            }
            3 => {
                let element = self.word(depth - 1);
                self.terms.mk(Op::ConstArray { index: INDEX }, &[element])
            }
            _ => {
                let (a, i) = (self.array(depth - 1), self.index(depth - 1));
                let element = self.word(depth - 1);
                self.terms.mk(Op::Store, &[a, i, element])
            }
        }
    }

    fn index(&mut self, depth: u32) -> TermId {
        if self.rng.one_in(3) {
            let index = self.rng.below(1 << INDEX) as u64;
            return self.terms.bv_u64(index, INDEX);
        }
        let word = self.word(depth);
        let (hi, lo) = (INDEX - 1, 0);
        self.terms.mk(Op::Extract { hi, lo }, &[word])
    }

    fn truth(&mut self, depth: u32) -> TermId {
        match self.rng.below(6) {
            3 if depth > 0 && !self.arrays.is_empty() && self.rng.one_in(2) => {
                let (a, b) = (self.array(depth - 1), self.array(depth - 1));
                self.terms.mk(Op::Eq, &[a, b])
            }
            0 if depth > 0 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.terms.mk(Op::And, &[a, b])
            }
            1 if depth > 0 => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.terms.mk(Op::Or, &[a, b])
            }
            2 if depth > 0 => {
                let a = self.truth(depth - 1);
                self.terms.mk(Op::Not, &[a])
            }
            _ => {
                let (a, b) = (self.word(depth), self.word(depth));
                let op = match self.format {
                    Some(f) => {
                        Op::Float(
                            self.rng
                                .pick(&[FloatOp::Lt(f), FloatOp::Le(f), FloatOp::Eq(f)]),
                        )
                    }
                    None => {
                        let at = self.rng.below(Op::COMPARISONS.len());
                        Op::COMPARISONS[at].clone()
                    }
                };
                self.terms.mk(op, &[a, b])
            }
        }
    }
}

/// One context, some assertions, some queries; returns how many both have answered.
fn compare(seed: u64, format: Option<FloatFormat>, width: u32, arrays: usize) -> (u64, u64) {
    let mut random = Generator::new(seed, format, width, arrays);
    let mut intervals = CheckedIntervals::new();
    let mut bits = BitBlaster::new(SatBackend::Native);
    for solver in [&mut intervals as &mut dyn Solver, &mut bits] {
        solver.set_conflict_limit(Some(LIMIT));
    }
    let (mut asked, mut answered) = (0, 0);
    let mut asserted = Vec::new();
    for round in 0..4 {
        if round % 2 == 0 {
            let assertion = random.truth(2);
            asserted.push(assertion);
            intervals.assert(&random.terms, assertion);
            bits.assert(&random.terms, assertion);
        }
        let assumptions: Vec<TermId> = (0..random.rng.below(4)).map(|_| random.truth(2)).collect();
        let found = intervals.check(&random.terms, &assumptions);
        asked += 1;
        if found == CheckResult::Sat {
            let terms = &random.terms;
            let model = ModelOf(&intervals);
            for &term in asserted.iter().chain(&assumptions) {
                assert!(
                    terms.eval(term, &model).as_bool(),
                    "seed {seed}: {}",
                    terms.sort(term)
                );
            }
        }
        let expected = bits.check(&random.terms, &assumptions);
        if matches!(expected, CheckResult::Unknown(_)) || matches!(found, CheckResult::Unknown(_)) {
            continue;
        }
        answered += 1;
        assert_eq!(found, expected, "seed {seed}, {format:?} {width}");
        if found == CheckResult::Unsat {
            // The core is enough, and so are the weaker bounds.
            let weakened = intervals.weakened(&random.terms);
            let enough: Vec<TermId> = (weakened.iter())
                .map(|(term, bound)| match bound {
                    None => *term,
                    Some(bound) => bound.literal(&mut random.terms),
                })
                .collect();
            let again = bits.check(&random.terms, &enough);
            assert_ne!(again, CheckResult::Sat, "seed {seed}: no core");
        }
    }
    (asked, answered)
}

fn try_all(format: Option<FloatFormat>, width: u32, at_least: u64) {
    try_with(format, width, 0, at_least);
}

fn try_with(format: Option<FloatFormat>, width: u32, arrays: usize, at_least: u64) {
    let (mut asked, mut answered) = (0, 0);
    for seed in 0..queries() / 4 {
        let counts = compare(seed, format, width, arrays);
        asked += counts.0;
        answered += counts.1;
    }
    assert!(
        answered * 100 >= asked * at_least,
        "only {answered} of {asked}"
    );
}

#[test]
fn words_of_few_bits_agree() {
    try_all(None, 4, 90);
    try_all(None, 1, 99);
}

#[test]
fn words_agree() {
    try_all(None, 32, 50);
    try_all(None, 64, 50);
}

#[test]
fn small_floats_agree() {
    let format = FloatFormat::new(3, 4);
    try_all(Some(format), format.width(), 90);
}

#[test]
fn binary32_agrees() {
    try_all(Some(FloatFormat::F32), 32, 50);
}

#[test]
fn binary64_agrees() {
    try_all(Some(FloatFormat::F64), 64, 40);
}

#[test]
fn arrays_agree() {
    try_with(None, 4, 2, 80);
    try_with(None, 32, 1, 40);
    try_with(Some(FloatFormat::F64), 64, 2, 40);
}

//! Random formulas: the interval solver, with a checker behind it, judged by whoever can.
//!
//! A query costs the bit-blaster much more than the intervals, and circuits are nearly all of that. So formulas are small, and
//! a context asks many questions about few of them: each circuit is made once. Judges are
//!
//! * the *evaluator*, of every answer: models satisfy the query, and no point that was known before satisfies a core;
//! * the *checker* of derivations, of every `Unsat`: a deduction that it finds wrong is a failure, and of a thousand questions
//!   only one may end with a deduction that it could not follow (the context is left then);
//! * the *bit-blaster*, of every query where its circuits are small, otherwise in one context of so many: the answer, and
//!   that the core, with the weaker bounds that are said to be enough, is unsatisfiable;
//! * the solver itself: it says `Unsat` of that core, too.
//!
//! Half of the questions hold at a point that was chosen before, so that `Unsat` is wrong without anybody else knowing.
//!
//! `FERRIC3_ICP_QUERIES` says how many are to be answered for each sort, `FERRIC3_ICP_SEED` where they begin.

mod words;

use ferric3_icp::Rejected;
use ferric3_sat::SatBackend;
use ferric3_solver::{BitBlaster, CheckResult, CheckedIntervals, ModelOf, Solver, WhyUnknown};
use ferric3_term::{FloatFormat, Op, SymbolId, TermId, Value};
use rustc_hash::FxHashMap;

use self::words::{Kind, RandomWords, Theme};

/// What they may do in a query, in conflicts: hard ones say nothing about agreement. Where words are longer than this,
/// intervals may do less, or most time would go into queries that they do not answer.
const OF_BITS: u64 = 100;
const OF_INTERVALS: [u64; 2] = [100, 20];
const LONG: u32 = 8;

/// What a context has.
const FORMULAS: usize = 10;
const QUERIES: u64 = 32;
const POINTS: usize = 4;

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// What was asked and answered.
#[derive(Default, Debug)]
struct Tally {
    asked: u64,
    sat: u64,
    unsat: u64,
    /// The interval solver gave up.
    unknown: u64,
    /// The checker had too few pieces for a deduction: one that is wrong is a failure.
    not_shown: u64,
    /// Queries that the bit-blaster has decided, too.
    judged: u64,
    /// Cores, bounds in them that are weaker than what was assumed, and those that the bit-blaster has confirmed.
    cores: u64,
    weakened: u64,
    confirmed: u64,
}

/// A formula, by the points at which it holds.
#[derive(Clone, Copy)]
struct Formula {
    term: TermId,
    holds: [bool; POINTS],
}

/// One context, and what it is told and asked.
struct Context {
    random: RandomWords,
    points: Vec<FxHashMap<SymbolId, Value>>,
    intervals: CheckedIntervals,
    bits: Option<BitBlaster>,
    asserted: Vec<Formula>,
    place: String,
}

impl Context {
    fn new(seed: u64, theme: &Theme, has_bits: bool) -> Context {
        let mut random = RandomWords::new(seed, theme);
        let points = (0..POINTS).map(|_| random.point()).collect();
        let mut intervals = CheckedIntervals::new();
        let is_long = theme.kinds.iter().any(|kind| kind.width() > LONG);
        intervals.set_conflict_limit(Some(OF_INTERVALS[usize::from(is_long)]));
        let bits = has_bits.then(|| {
            let mut bits = BitBlaster::new(SatBackend::Native);
            bits.set_conflict_limit(Some(OF_BITS));
            bits
        });
        Context {
            random,
            points,
            intervals,
            bits,
            asserted: Vec::new(),
            place: format!("seed {seed}, {theme:?}"),
        }
    }

    /// A random formula.
    fn formula(&mut self) -> Formula {
        let depth = 1 + self.random.rng.below_u32(2);
        let term = self.random.truth(depth);
        self.evaluated(term)
    }

    fn evaluated(&self, term: TermId) -> Formula {
        let terms = &self.random.terms;
        let mut holds = [false; POINTS];
        for (holds, point) in holds.iter_mut().zip(&self.points) {
            *holds = terms.eval(term, point).as_bool();
        }
        Formula { term, holds }
    }

    fn negated(&mut self, formula: Formula) -> Formula {
        let term = self.random.terms.mk(Op::Not, &[formula.term]);
        Formula {
            term,
            holds: formula.holds.map(|holds| !holds),
        }
    }

    /// The formula or its negation: what holds at the first point, or at random.
    fn signed(&mut self, formula: Formula, holds_first: bool) -> Formula {
        let keep = match holds_first {
            true => formula.holds[0],
            false => self.random.rng.one_in(2),
        };
        match keep {
            true => formula,
            false => self.negated(formula),
        }
    }

    fn assert(&mut self, formula: Formula) {
        self.intervals.assert(&self.random.terms, formula.term);
        if let Some(bits) = &mut self.bits {
            bits.assert(&self.random.terms, formula.term);
        }
        self.asserted.push(formula);
    }

    /// What was asserted and these have no model: then they do not hold at a point, either.
    fn is_no_point(&self, query: &[Formula], what: &str) {
        for at in 0..POINTS {
            let mut all = self.asserted.iter().chain(query);
            let is_model = all.all(|formula| formula.holds[at]);
            assert!(!is_model, "{}: {what} holds at point {at}", self.place);
        }
    }

    fn ask(&mut self, query: &[Formula], tally: &mut Tally) {
        tally.asked += 1;
        let assumptions: Vec<TermId> = query.iter().map(|formula| formula.term).collect();
        let terms = &self.random.terms;
        let found = self.intervals.check(terms, &assumptions);
        match &found {
            CheckResult::Sat => {
                tally.sat += 1;
                let model = ModelOf(&self.intervals);
                for formula in self.asserted.iter().chain(query) {
                    let holds = terms.eval(formula.term, &model).as_bool();
                    assert!(holds, "{}: no model", self.place);
                }
            }
            CheckResult::Unsat => {
                tally.unsat += 1;
                self.is_no_point(query, "the query");
            }
            CheckResult::Unknown(why) => {
                match self.intervals.rejected() {
                    None => {
                        assert_eq!(*why, WhyUnknown::Limit, "{}", self.place);
                        tally.unknown += 1;
                    }
                    Some(rejected) => {
                        assert_eq!(*rejected, Rejected::NotShown, "{}", self.place);
                        tally.not_shown += 1;
                    }
                }
                return;
            }
        }
        if let Some(bits) = &mut self.bits {
            let expected = bits.check(terms, &assumptions);
            if !matches!(expected, CheckResult::Unknown(_)) {
                tally.judged += 1;
                assert_eq!(found, expected, "{}", self.place);
            }
        }
        if found == CheckResult::Unsat {
            self.core(&assumptions, tally);
        }
    }

    /// The core is enough, and so are the weaker bounds.
    fn core(&mut self, assumptions: &[TermId], tally: &mut Tally) {
        let weakened = self.intervals.weakened(&self.random.terms);
        let mut core = Vec::with_capacity(weakened.len());
        for (term, bound) in weakened {
            assert!(assumptions.contains(&term), "{}: not assumed", self.place);
            core.push(match bound {
                None => self.evaluated(term),
                Some(bound) => {
                    tally.weakened += 1;
                    let weaker = bound.literal(&mut self.random.terms);
                    self.evaluated(weaker)
                }
            });
        }
        tally.cores += 1;
        self.is_no_point(&core, "the core");
        let enough: Vec<TermId> = core.iter().map(|formula| formula.term).collect();
        let terms = &self.random.terms;
        let again = self.intervals.check(terms, &enough);
        assert_ne!(again, CheckResult::Sat, "{}: no core", self.place);
        if let Some(bits) = &mut self.bits {
            let again = bits.check(terms, &enough);
            assert_ne!(again, CheckResult::Sat, "{}: no core", self.place);
            tally.confirmed += u64::from(again == CheckResult::Unsat);
        }
    }
}

/// A context that is asked about random parts of few formulas, with one more assertion half way.
fn context(seed: u64, theme: &Theme, has_bits: bool, tally: &mut Tally) {
    let mut context = Context::new(seed, theme, has_bits);
    let formulas: Vec<Formula> = (0..FORMULAS).map(|_| context.formula()).collect();
    // Most contexts have a model: another one has little to ask about.
    let has_model = !seed.is_multiple_of(8);
    for round in 0..QUERIES {
        if round == QUERIES / 4 || round == QUERIES / 2 {
            let formula = context.formula();
            let formula = context.signed(formula, has_model);
            context.assert(formula);
        }
        let is_planted = context.random.rng.one_in(2);
        let mut left = formulas.clone();
        let count = 1 + context.random.rng.below(5);
        let query: Vec<Formula> = (0..count)
            .map(|_| {
                let formula = left.swap_remove(context.random.rng.below(left.len()));
                context.signed(formula, is_planted)
            })
            .collect();
        context.ask(&query, tally);
        if context.intervals.rejected().is_some() {
            return;
        }
    }
}

/// Who judges, beside evaluator and checker: bits in one context of so many.
struct Share(u64);

/// All agree, and so many of a hundred are decided.
#[allow(clippy::print_stdout, reason = "a test reports to a person")]
fn agree(name: &str, theme: &Theme, share: Share, at_least: u64) {
    let mut tally = Tally::default();
    let mut seed = number("FERRIC3_ICP_SEED", 0);
    let wanted = number("FERRIC3_ICP_QUERIES", 640);
    while tally.sat + tally.unsat < wanted {
        context(seed, theme, seed.is_multiple_of(share.0), &mut tally);
        seed += 1;
    }
    println!("{name}: {tally:?}");
    let decided = tally.sat + tally.unsat;
    assert!(decided * 100 >= tally.asked * at_least, "{tally:?}");
    assert!(tally.sat.min(tally.unsat) * 10 > decided, "{tally:?}");
    assert!(tally.judged * share.0 * 4 > decided, "{tally:?}");
    assert!(tally.not_shown <= 1 + tally.asked / 1000, "{tally:?}");
}

fn words(width: u32) -> Theme {
    of(&[Kind::Word(width)])
}

fn floats(format: FloatFormat) -> Theme {
    of(&[Kind::Float(format)])
}

fn of(kinds: &[Kind]) -> Theme {
    Theme {
        kinds: kinds.to_vec(),
        arrays: 0,
        remainders: kinds.iter().all(|kind| kind.width() <= 9),
    }
}

#[test]
fn words_of_1_bit() {
    agree("1 bit", &words(1), Share(1), 99);
}

#[test]
fn words_of_4_bits() {
    agree("4 bits", &words(4), Share(1), 99);
}

#[test]
fn words_of_8_bits() {
    agree("8 bits", &words(8), Share(1), 90);
}

#[test]
fn words_of_16_bits() {
    agree("16 bits", &words(16), Share(1), 80);
}

#[test]
fn words_of_32_bits() {
    agree("32 bits", &words(32), Share(4), 80);
}

#[test]
fn words_of_64_bits() {
    agree("64 bits", &words(64), Share(16), 80);
}

#[test]
fn floats_of_5_bits() {
    agree("float 2, 3", &floats(FloatFormat::new(2, 3)), Share(1), 90);
}

#[test]
fn floats_of_7_bits() {
    agree("float 3, 4", &floats(FloatFormat::new(3, 4)), Share(1), 90);
}

#[test]
fn binary16() {
    agree("binary16", &floats(FloatFormat::new(5, 11)), Share(16), 80);
}

#[test]
fn binary32() {
    agree("binary32", &floats(FloatFormat::F32), Share(16), 80);
}

#[test]
fn binary64() {
    agree("binary64", &floats(FloatFormat::F64), Share(64), 80);
}

fn with_arrays(arrays: usize, kind: Kind) -> Theme {
    Theme {
        arrays,
        ..of(&[kind])
    }
}

#[test]
fn arrays_of_4_bits() {
    let theme = with_arrays(2, Kind::Word(4));
    agree("arrays of 4 bits", &theme, Share(1), 80);
}

#[test]
fn arrays_of_32_bits() {
    let theme = with_arrays(1, Kind::Word(32));
    agree("arrays of 32 bits", &theme, Share(4), 70);
}

#[test]
fn arrays_of_binary64() {
    let theme = with_arrays(2, Kind::Float(FloatFormat::F64));
    agree("arrays of binary64", &theme, Share(64), 70);
}

#[test]
fn small_mixtures() {
    let small = [
        Kind::Word(5),
        Kind::Word(8),
        Kind::Float(FloatFormat::new(3, 4)),
        Kind::Float(FloatFormat::new(4, 5)),
    ];
    agree("small mixture", &of(&small), Share(1), 80);
}

#[test]
fn mixtures() {
    let usual = [
        Kind::Word(32),
        Kind::Word(64),
        Kind::Float(FloatFormat::F32),
        Kind::Float(FloatFormat::F64),
    ];
    agree("mixture", &of(&usual), Share(64), 70);
}

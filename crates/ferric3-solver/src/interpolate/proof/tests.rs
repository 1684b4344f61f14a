//! Random formulas in two parts: what is read off their proofs is an interpolant, in every system, over bits and over intervals.

use ferric3_sat::conformance::Rng;
use ferric3_term::{FloatFormat, FloatOp, Sort};

use super::*;

/// Words, also as numbers of a small format.
const WIDTH: u32 = 5;

struct Random {
    rng: Rng,
    terms: Terms,
    words: Vec<TermId>,
    truths: Vec<TermId>,
}

impl Random {
    fn new(seed: u64) -> Random {
        let mut terms = Terms::new();
        let word = Sort::BitVec(WIDTH);
        let words = (0..6).map(|_| terms.fresh_symbol("x", word).1).collect();
        let truths = (0..3)
            .map(|_| terms.fresh_symbol("p", Sort::Bool).1)
            .collect();
        Random {
            rng: Rng::new(seed),
            terms,
            words,
            truths,
        }
    }

    /// What both parts know.
    fn shared(&self) -> [TermId; 3] {
        [self.words[2], self.words[3], self.truths[1]]
    }

    /// Symbols 0 and 1 are `A`'s, 4 and 5 `B`'s; of truth values the middle one is shared.
    fn word(&mut self, part: Part, depth: usize) -> TermId {
        if depth == 0 {
            if self.rng.below(4) == 0 {
                let value = self.rng.below(1 << WIDTH) as u64;
                return self.terms.bv_u64(value, WIDTH);
            }
            let first = if part == Part::A { 0 } else { 2 };
            return self.words[first + self.rng.below(4)];
        }
        let (a, b) = (self.word(part, depth - 1), self.word(part, depth - 1));
        let format = FloatFormat::new(2, 3);
        let op = match self.rng.below(8) {
            0 => Op::BvAdd,
            1 => Op::BvSub,
            2 => Op::BvMul,
            3 => Op::BvAnd,
            4 => Op::BvUrem,
            5 => Op::Float(FloatOp::Add(format)),
            6 => Op::Float(FloatOp::Mul(format)),
            _ => {
                let condition = self.truth(part, 0);
                return self.terms.ite(condition, a, b);
            }
        };
        self.terms.mk(op, &[a, b])
    }

    fn truth(&mut self, part: Part, depth: usize) -> TermId {
        if depth == 0 && self.rng.below(3) == 0 {
            let first = if part == Part::A { 0 } else { 1 };
            return self.truths[first + self.rng.below(2)];
        }
        let (a, b) = (self.word(part, depth), self.word(part, depth));
        let format = FloatFormat::new(2, 3);
        let atom = match self.rng.below(5) {
            0 => self.terms.eq(a, b),
            1 => self.terms.bv_ult(a, b),
            2 => self.terms.bv_sle(a, b),
            3 => self.terms.mk(Op::Float(FloatOp::Lt(format)), &[a, b]),
            _ => self.terms.mk(Op::Float(FloatOp::Le(format)), &[a, b]),
        };
        match self.rng.below(3) {
            0 => self.terms.not(atom),
            _ => atom,
        }
    }

    fn formula(&mut self, part: Part) -> TermId {
        let atoms: Vec<TermId> = (0..2).map(|_| self.truth(part, 1)).collect();
        self.terms.or(&atoms)
    }

    /// A conjunction of atoms that is possible together with others.
    fn assumption(&mut self, part: Part, others: &[TermId]) -> TermId {
        loop {
            let atoms: Vec<TermId> = (0..5)
                .map(|i| self.truth(part, usize::from(i > 1)))
                .collect();
            let all = self.terms.and(&atoms);
            if is_possible(&self.terms, others, all) {
                return all;
            }
        }
    }
}

fn is_possible(terms: &Terms, asserted: &[TermId], formula: TermId) -> bool {
    let mut solver = crate::interpolate::solver(&Interrupt::new());
    for &term in asserted {
        crate::Solver::assert(&mut solver, terms, term);
    }
    crate::Solver::check(&mut solver, terms, &[formula]) == CheckResult::Sat
}

/// Contexts with several queries each, about parts that are possible by themselves. Each interpolant is checked by fresh
/// solvers, which need no limit for words so small.
#[test]
fn interpolants_of_random_formulas() {
    let (mut found, mut proper) = ([0; 2], [0; 2]);
    for seed in 0..200 {
        let system = System::ALL[seed as usize % 3];
        let mut random = Random::new(seed);
        let shared = random.shared();
        let intervals = [Intervals::Always, Intervals::Never][seed as usize / 3 % 2];
        let uses = [Part::A, Part::B].map(|part| random.formula(part));
        let mut context = Interpolator::new(&mut random.terms, system, &shared, &uses, intervals);
        let mut asserted = [Vec::new(), Vec::new()];
        for _ in 0..6 {
            let mut assumed = [random.terms.tt(); 2];
            for (place, part) in [Part::A, Part::B].into_iter().enumerate() {
                let formula = random.formula(part);
                if is_possible(&random.terms, &asserted[place], formula) {
                    context.assert(&random.terms, part, formula);
                    asserted[place].push(formula);
                }
                assumed[place] = random.assumption(part, &asserted[place]);
            }
            match context.check(&random.terms, assumed[0], assumed[1]) {
                CheckResult::Unsat => {}
                CheckResult::Sat => continue,
                CheckResult::Unknown(why) => panic!("{why}"),
            }
            let interpolant = context.interpolant(&mut random.terms);
            assert!(
                context.is_interpolant(&mut random.terms, interpolant.formula),
                "seed {seed}"
            );
            let kind = usize::from(interpolant.kind == ProofKind::Intervals);
            found[kind] += 1;
            proper[kind] += usize::from(random.terms.as_bool(interpolant.formula).is_none());
        }
    }
    assert!(
        found.iter().chain(&proper).all(|&count| count > 40),
        "{found:?} {proper:?}"
    );
}

/// The order of strength: McMillan's interpolant implies Pudlák's, and that the inverse one, for the same derivation.
#[test]
fn systems_are_ordered_by_strength() {
    let mut proper = 0;
    for seed in 0..300 {
        let mut random = Random::new(1000 + seed);
        let shared = random.shared();
        let [a, b] = [Part::A, Part::B].map(|part| random.assumption(part, &[]));
        let intervals = [Intervals::Always, Intervals::Never][seed as usize % 2];
        let mut interpolants = Vec::new();
        for system in System::ALL {
            let terms = &mut random.terms;
            let mut context = Interpolator::new(terms, system, &shared, &[a, b], intervals);
            if context.check(terms, a, b) != CheckResult::Unsat {
                break;
            }
            interpolants.push(context.interpolant(terms).formula);
        }
        for pair in interpolants.windows(2) {
            let weaker = random.terms.not(pair[1]);
            assert!(
                !is_possible(&random.terms, &[pair[0]], weaker),
                "seed {seed}"
            );
            proper += usize::from(pair[0] != pair[1]);
        }
    }
    assert!(proper > 10, "{proper}");
}

/// A conflict of bounds alone: the interpolant of intervals is a bound.
#[test]
fn intervals_have_bounds_as_interpolants() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh_symbol(name, Sort::BitVec(8)).1);
    let [ten, fifty, wide] = [10, 50, 200].map(|value| terms.bv_u64(value, 8));
    // y = x + 10 with x ≤ 50, and z = y with z ≥ 200.
    let sum = terms.bv_add(x, ten);
    let (small, is_sum) = (terms.bv_ule(x, fifty), terms.eq(y, sum));
    let (same, large) = (terms.eq(z, y), terms.bv_uge(z, wide));
    let mut context = Interpolator::new(
        &mut terms,
        System::McMillan,
        &[y],
        &[small, large, same],
        Intervals::Always,
    );
    context.assert(&terms, Part::A, is_sum);
    context.assert(&terms, Part::B, same);
    assert_eq!(context.check(&terms, small, large), CheckResult::Unsat);
    let interpolant = context.interpolant(&mut terms);
    assert_eq!(interpolant.kind, ProofKind::Intervals);
    assert!(
        ferric3_term::Bound::of(&terms, interpolant.formula).is_some(),
        "{:?}",
        terms.op(interpolant.formula)
    );
}

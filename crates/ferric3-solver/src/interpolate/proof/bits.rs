//! Interpolants over bits: the two formulas as clauses in one SAT solver, whose derivation is a refutation by resolution.

use ferric3_sat::{Derivation, Interrupt, Lit, Origin, Part, SatStats};
use ferric3_term::{SymbolId, TermId, Terms};

use super::formula::Literal;
use super::refutation::{Partial, Refutation, Source};
use super::system::{Label, System};
use crate::CheckResult;
use crate::bitblast::Parts;

impl Literal for Lit {
    fn implies(self, other: Lit) -> bool {
        self == other
    }
}

/// Two growing formulas over bits.
pub(super) struct Bits {
    parts: Parts,
    partial: Partial<Lit>,
    /// The assumptions of the last query.
    assumed: [Lit; 2],
}

impl Bits {
    pub(super) fn new(terms: &Terms, system: System, shared: &[TermId]) -> Bits {
        let mut parts = Parts::new();
        for &symbol in shared {
            parts.share(terms, symbol);
        }
        Bits {
            parts,
            partial: Partial::new(system),
            assumed: [Lit::from_dimacs(1).expect("1 is a number of a literal"); 2],
        }
    }

    pub(super) fn assert(&mut self, terms: &Terms, part: Part, term: TermId) {
        self.parts.assert(terms, part, term);
    }

    pub(super) fn check(&mut self, terms: &Terms, assumptions: [TermId; 2]) -> CheckResult {
        let (result, assumed) = self.parts.check(terms, assumptions);
        self.assumed = assumed;
        result
    }

    /// After `Unsat`: an interpolant, and the size of its formula.
    pub(super) fn interpolant(&mut self, terms: &mut Terms) -> (TermId, u64) {
        let mut sat = self.parts.sat();
        let derivation = sat.derivation().expect("it is kept");
        let last = derivation.refutation().expect("the query had no model");
        let labels = derivation.relabelled();
        let mut refutation = Resolution { derivation };
        let assumed = self.assumed.map(Some);
        let found = (self.partial).interpolant(&mut refutation, labels, last, assumed);
        drop(sat);
        let formulas = self.partial.formulas();
        formulas.term(terms, found, |terms, lit| {
            let known = self.parts.shared(lit.var());
            let (symbol, bit) = known.expect("variables of both parts are shared bits");
            let positive = bit_of(terms, symbol, bit);
            match lit.is_negative() {
                true => terms.not(positive),
                false => positive,
            }
        })
    }

    /// How many clauses the derivation has.
    pub(super) fn derived(&self) -> usize {
        let mut sat = self.parts.sat();
        sat.derivation().map_or(0, |derivation| derivation.len())
    }

    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.parts.set_interrupt(interrupt);
    }

    pub(super) fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.parts.set_conflict_limit(limit);
    }

    pub(super) fn stats(&self) -> (SatStats, u64) {
        self.parts.stats()
    }
}

/// The bit of a word as a formula.
fn bit_of(terms: &mut Terms, symbol: SymbolId, bit: u32) -> TermId {
    let word = terms.symbol_term(symbol);
    if terms.sort(word).is_bool() {
        return word;
    }
    let bit = terms.extract(word, bit, bit);
    let one = terms.bv_u64(1, 1);
    terms.eq(bit, one)
}

/// The derivation of a SAT solver.
struct Resolution<'a> {
    derivation: &'a mut Derivation,
}

impl Refutation for Resolution<'_> {
    type Literal = Lit;

    fn clause(&self, number: u32) -> Vec<Lit> {
        self.derivation.clause(number).to_vec()
    }

    fn source(&mut self, number: u32) -> Source<Lit> {
        match self.derivation.origin(number) {
            Origin::Given(part) => Source::Given(part),
            Origin::Derived(chain) => Source::Derived(Some(chain.first), chain.steps),
        }
    }

    fn label(&self, literal: Lit) -> Label {
        let occurs = self.derivation.occurrences(literal.var());
        match (occurs.in_a, occurs.in_b) {
            (true, true) => Label::Shared,
            (_, true) => Label::Local(Part::B),
            _ => Label::Local(Part::A),
        }
    }
}

//! Interpolants over bounds: the two formulas as clauses and primitive constraints in one search of the interval solver.
//!
//! A contraction is a clause of the part whose constraint it is, so a derivation is a refutation by resolution upon bounds,
//! and an interpolant is made of bounds of shared words. A bound of a key is exactly one bound of the word in an order that
//! terms have: for floating-point numbers too ([`Bound::of_float`]).

use ferric3_icp::{Answer, ClauseId, IcpParts, IcpStats, Literal as BoundLiteral, Origin, View};
use ferric3_sat::{Interrupt, Part, WORK_PER_CONFLICT};
use ferric3_term::{Bound, SymbolId, TermId, Terms};

use super::formula::Literal;
use super::refutation::{Partial, Refutation, Source};
use super::system::{Label, System};
use crate::{CheckResult, Refusal, WhyUnknown};

impl Literal for BoundLiteral {
    fn implies(self, other: BoundLiteral) -> bool {
        BoundLiteral::implies(self, other)
    }
}

/// Two growing formulas over bounds.
pub(super) struct Boxes {
    parts: IcpParts,
    partial: Partial<BoundLiteral>,
    /// The assumptions of the last query, or what they always are.
    assumed: [Result<BoundLiteral, bool>; 2],
}

impl Boxes {
    /// The views of shared words are those that these uses of them suggest.
    pub(super) fn new(terms: &Terms, system: System, shared: &[TermId], uses: &[TermId]) -> Boxes {
        let mut parts = IcpParts::new();
        parts.share(terms, shared, uses);
        Boxes {
            parts,
            partial: Partial::new(system),
            assumed: [Err(true); 2],
        }
    }

    pub(super) fn assert(&mut self, terms: &Terms, part: Part, term: TermId) {
        self.parts.assert(terms, part, term);
    }

    pub(super) fn check(&mut self, terms: &Terms, assumptions: [TermId; 2]) -> CheckResult {
        let (answer, assumed) = self.parts.check(terms, assumptions);
        self.assumed = assumed;
        match answer {
            Answer::Sat => CheckResult::Sat,
            Answer::Unsat => CheckResult::Unsat,
            Answer::Stopped => CheckResult::Unknown(WhyUnknown::Stopped),
            Answer::Limit => CheckResult::Unknown(WhyUnknown::Limit),
            Answer::Unrepresented(what) => {
                CheckResult::Unknown(WhyUnknown::refused(Refusal::Sort(what.sort)))
            }
            Answer::Candidate => CheckResult::Unknown(WhyUnknown::because("no box was decided")),
        }
    }

    /// After `Unsat`: an interpolant, and the size of its formula.
    pub(super) fn interpolant(&mut self, terms: &mut Terms) -> (TermId, u64) {
        match self.assumed {
            [Err(false), _] => return (terms.ff(), 1),
            [_, Err(false)] => return (terms.tt(), 1),
            _ => {}
        }
        let last = self.parts.refutation().expect("the query had no model");
        let assumed = self.assumed.map(Result::ok);
        let labels = self.parts.relabelled();
        let mut refutation = Contractions(&self.parts);
        let found = (self.partial).interpolant(&mut refutation, labels, last.0, assumed);
        let formulas = self.partial.formulas();
        formulas.term(terms, found, |terms, literal| {
            let symbol = self.parts.shared(literal.var);
            let symbol = symbol.expect("variables of both parts are shared");
            self.bound(terms, symbol, literal)
        })
    }

    /// A bound of a shared variable as a formula.
    fn bound(&self, terms: &mut Terms, symbol: SymbolId, literal: BoundLiteral) -> TermId {
        let t = terms.symbol_term(symbol);
        if terms.sort(t).is_bool() {
            return match literal.upper {
                true => terms.not(t),
                false => t,
            };
        }
        let domain = self.parts.domain(literal.var);
        let (upper, value) = (literal.upper, domain.value(literal.bound));
        let bound = match domain.view {
            View::Float(_) => Bound::of_float(t, upper, value),
            view => Bound {
                t,
                signed: view == View::Signed,
                upper,
                value,
            },
        };
        bound.literal(terms)
    }

    /// How many clauses the derivation has.
    pub(super) fn derived(&self) -> usize {
        self.parts.clauses()
    }

    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.parts.set_interrupt(interrupt);
    }

    pub(super) fn set_conflict_limit(&mut self, limit: Option<u64>) {
        let work = limit.map(|limit| limit.saturating_mul(WORK_PER_CONFLICT));
        self.parts.set_limit(work);
    }

    pub(super) fn stats(&self) -> IcpStats {
        self.parts.stats()
    }
}

/// The derivation of the interval solver.
struct Contractions<'a>(&'a IcpParts);

impl Refutation for Contractions<'_> {
    type Literal = BoundLiteral;

    fn clause(&self, number: u32) -> Vec<BoundLiteral> {
        self.0.clause(ClauseId(number)).to_vec()
    }

    fn source(&mut self, number: u32) -> Source<BoundLiteral> {
        match self.0.origin(ClauseId(number)) {
            Origin::Given(part) => Source::Given(part),
            Origin::Derived(chain) => {
                let steps = chain.steps.into_iter().map(|(upon, other)| (upon, other.0));
                Source::Derived(chain.first.map(|first| first.0), steps.collect())
            }
        }
    }

    fn label(&self, literal: BoundLiteral) -> Label {
        match self.0.occurrences(literal.var) {
            (true, true) => Label::Shared,
            (_, true) => Label::Local(Part::B),
            _ => Label::Local(Part::A),
        }
    }
}

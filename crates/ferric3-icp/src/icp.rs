//! The solver: terms in, answers out.

use ferric3_sat::Interrupt;
use ferric3_term::{ArrayValue, BitVecValue, Bound, Sort, SymbolId, TermId, Terms, Value};

use crate::number::nearest;
use crate::proof::Step;
pub use crate::search::IcpStats;
use crate::search::{Outcome, Search};
pub use crate::translate::Unrepresented;
use crate::translate::{Translation, Truth};
use crate::{Literal, View};

/// The answer of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model, evaluated exactly.
    Sat,
    /// There is none.
    Unsat,
    /// The interrupt was raised.
    Stopped,
    /// The query took more work than it may.
    Limit,
    /// There may be a model, but a term is not represented.
    Unrepresented(Unrepresented),
    /// There is a box of single keys that nothing refutes, and no model was found in it: keys of real numbers and of large
    /// integers stand for many. [`Icp::candidate`] says what the box is.
    Candidate,
}

/// What rotation does to bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// They become as wide as they may be.
    Wider,
    /// They stay as they were assumed, or go.
    Whole,
}

/// An incremental context over the terms of one store.
#[derive(Debug)]
pub struct Icp {
    search: Search,
    translation: Translation,
    /// The assumptions of the last query that are not known, with their literals.
    assumed: Vec<(TermId, Literal)>,
    /// After `Unsat`: an assumption that is false by itself.
    known_false: Option<TermId>,
    /// Nothing is satisfiable any more: `false` was asserted.
    is_false: bool,
    /// Work of one query, at most.
    limit: Option<u64>,
}

impl Default for Icp {
    fn default() -> Icp {
        Icp::new()
    }
}

impl Icp {
    /// An empty context.
    pub fn new() -> Icp {
        Icp {
            search: Search::new(),
            translation: Translation::default(),
            assumed: Vec::new(),
            known_false: None,
            is_false: false,
            limit: None,
        }
    }

    /// Keeps a derivation from now on, when nothing has been asserted yet.
    pub fn keep_derivation(&mut self) {
        self.search.log().start();
    }

    /// The steps of the derivation since the last call. After `Unsat` the last step is the clause of the core: at
    /// least one assumption of the core does not hold.
    pub fn take_derivation(&mut self) -> Vec<Step> {
        self.search.log().take()
    }

    /// Asserts a Bool term for good.
    pub fn assert(&mut self, terms: &Terms, term: TermId) {
        self.is_false |= !self.translation.assert(&mut self.search, terms, term);
    }

    /// Asserts a disjunction of Bool terms for good.
    pub fn assert_clause(&mut self, terms: &Terms, clause: &[TermId]) {
        let translation = &mut self.translation;
        self.is_false |= !translation.assert_clause(&mut self.search, terms, clause);
    }

    /// The same question about two groups of assumptions. Without a model the second one is [rotated](crate::search), which
    /// leaves fewer of it in the core and makes its bounds wider; the first one stays in front.
    pub fn check_rotating(
        &mut self,
        terms: &Terms,
        fixed: &[TermId],
        rotated: &[TermId],
        bounds: Bounds,
    ) -> Answer {
        let answer = self.check(terms, &[fixed, rotated].concat());
        if answer == Answer::Unsat && self.known_false.is_none() && !self.is_false {
            let is_fixed = |term: &TermId| fixed.contains(term);
            let (fixed, rotated): (Vec<_>, Vec<_>) =
                (self.assumed.iter()).partition(|(term, _)| is_fixed(term));
            let literals = |part: Vec<(TermId, Literal)>| -> Vec<Literal> {
                part.into_iter().map(|(_, literal)| literal).collect()
            };
            let (fixed, rotated) = (literals(fixed), literals(rotated));
            let whole = (bounds == Bounds::Whole).then_some(&*rotated);
            self.search.rotate(&fixed, whole, self.limit);
        }
        answer
    }

    /// Is there a model in which all assumptions hold? They are pseudo-decisions, one at a time and in this order.
    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Answer {
        self.assumed.clear();
        self.known_false = None;
        self.search.forget_core();
        if self.is_false {
            return Answer::Unsat;
        }
        for &term in assumptions {
            match self.translation.truth(&mut self.search, terms, term) {
                Truth::Known(true) => {}
                Truth::Known(false) => {
                    self.known_false = Some(term);
                    return Answer::Unsat;
                }
                Truth::Literal(literal) => self.assumed.push((term, literal)),
            }
        }
        let literals: Vec<Literal> = self.assumed.iter().map(|&(_, literal)| literal).collect();
        match self.search.solve(&literals, self.limit) {
            Outcome::Unsat => Answer::Unsat,
            Outcome::Stopped => Answer::Stopped,
            Outcome::Limit => Answer::Limit,
            Outcome::Undecided => match self.translation.unrepresented {
                Some(unrepresented) => Answer::Unrepresented(unrepresented),
                None => Answer::Candidate,
            },
            Outcome::Sat => match self.translation.unrepresented {
                Some(unrepresented) => Answer::Unrepresented(unrepresented),
                None => Answer::Sat,
            },
        }
    }

    /// After `Unsat`: the assumptions that were used, in their order, each with the weaker bound that is enough, if
    /// it bounds a word and more of it was assumed than used.
    pub fn core(&self, terms: &Terms) -> Vec<(TermId, Option<Bound>)> {
        if let Some(term) = self.known_false {
            return vec![(term, None)];
        }
        let core = self.search.core();
        let mut used: Vec<(usize, Literal)> = Vec::new();
        for &literal in core {
            // Each is implied by an assumption; one that is already among them will do.
            let implies = |&i: &usize| self.assumed[i].1.implies(literal);
            if used.iter().map(|&(i, _)| i).any(|i| implies(&i)) {
                let at = used.iter().position(|&(i, _)| implies(&i));
                let stronger = &mut used[at.expect("there is one")].1;
                if literal.implies(*stronger) {
                    *stronger = literal;
                }
                continue;
            }
            let found = (0..self.assumed.len()).find(implies);
            used.push((found.expect("cores follow from assumptions"), literal));
        }
        used.sort_by_key(|&(i, _)| i);
        used.iter()
            .map(|&(i, literal)| (self.assumed[i].0, self.weaker(terms, i, literal)))
            .collect()
    }

    /// After `Unsat`: the clause that says that not all of the core holds; `None` if an assumption is false by itself.
    pub fn refuted(&self) -> Option<Vec<Literal>> {
        match self.known_false {
            Some(_) => None,
            None => Some(self.search.core().iter().map(|&literal| !literal).collect()),
        }
    }

    /// How much of an assumption is used, if it is a bound of a word.
    fn weaker(&self, terms: &Terms, assumption: usize, used: Literal) -> Option<Bound> {
        let (term, literal) = self.assumed[assumption];
        if literal == used {
            return None;
        }
        let bound = Bound::of(terms, term)?;
        let domain = self.search.domain(used.var);
        let value = domain.value(used.bound);
        let weaker = match domain.view {
            View::Float(_) => Bound::of_float(bound.t, used.upper, value),
            view => {
                let signed = view == View::Signed;
                Bound {
                    signed,
                    upper: used.upper,
                    value,
                    ..bound.clone()
                }
            }
        };
        let is_word_of_it = bound.value.width() == weaker.value.width();
        (is_word_of_it && bound.implies(&weaker)).then_some(weaker)
    }

    /// After `Sat`: the value of a symbol; zero if it was never seen.
    pub fn symbol_value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let sort = terms.symbol(symbol).sort;
        if let Sort::Array { index, element } = sort {
            let mut array = ArrayValue::constant(index, BitVecValue::zero(element));
            for (at, domain, key) in self.search.elements(symbol.index()) {
                array.set(BitVecValue::from_u64(at, index), domain.value(key));
            }
            return array.into();
        }
        let Some(var) = self.translation.symbol(symbol) else {
            return Value::zero(sort);
        };
        match (sort, self.search.exact_value(var)) {
            (Sort::BitVec(_), Value::Bool(bit)) => BitVecValue::from_u64(u64::from(bit), 1).into(),
            (_, value) => value,
        }
    }

    /// After [`Answer::Candidate`]: where the numbers in the box that nothing refutes are, about, by symbol.
    pub fn candidate(&self) -> Vec<(SymbolId, f64)> {
        let symbols = self.translation.symbols();
        let numbers = symbols.filter(|&(_, var)| self.search.domain(var).is_number());
        numbers
            .map(|(symbol, var)| (symbol, nearest(self.search.exact_value(var).as_number())))
            .collect()
    }

    /// Who may interrupt a query.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.search.interrupt = interrupt;
    }

    /// How much [work](IcpStats::work) a query may take.
    pub fn set_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    /// Counters.
    pub fn stats(&self) -> IcpStats {
        self.search.stats
    }

    /// Terms translated, variables and clauses of the formula.
    pub fn sizes(&self) -> (u64, u64, u64) {
        let (vars, clauses) = self.search.sizes();
        (self.translation.terms, vars, clauses)
    }
}

//! The definitions that a conjunct makes.

use ferric3_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::normal::flatten;
use super::{Definition, Effort};

/// Choices nested deeper than this are not looked into, since that takes a call for each level.
const MAX_DEPTH: usize = 200;

/// How many conjuncts are looked at inside of one: choices may be shared, and one that is shared is
/// looked at again.
const MAX_CONJUNCTS: usize = 100_000;

/// What is known about the unknowns, and how far to go.
#[derive(Debug)]
pub(super) struct Extractor {
    unknowns: FxHashSet<SymbolId>,
    /// Fresh inputs, which nothing may define.
    inputs: FxHashSet<SymbolId>,
    pub(super) effort: Effort,
    /// Disjunctions as choices, so that one of them is one choice.
    pub(super) choices: FxHashMap<TermId, TermId>,
    /// Inputs in place of what one side of a choice does not define.
    free: FxHashMap<(TermId, SymbolId), TermId>,
    fuel: usize,
}

impl Extractor {
    pub(super) fn new(unknowns: &[SymbolId]) -> Extractor {
        Extractor {
            unknowns: unknowns.iter().copied().collect(),
            inputs: FxHashSet::default(),
            effort: Effort::Plain,
            choices: FxHashMap::default(),
            free: FxHashMap::default(),
            fuel: 0,
        }
    }

    /// Is it to be read if nothing defines it?
    pub(super) fn is_unknown(&self, symbol: SymbolId) -> bool {
        self.unknowns.contains(&symbol) || self.inputs.contains(&symbol)
    }

    /// Is there something in it that could be defined?
    pub(super) fn is_open(&self, terms: &Terms, t: TermId) -> bool {
        let symbols = terms.symbols_of(t);
        symbols.iter().any(|symbol| self.unknowns.contains(symbol))
    }

    /// A new input.
    pub(super) fn input(
        &mut self,
        terms: &mut Terms,
        name: &str,
        sort: ferric3_term::Sort,
    ) -> TermId {
        let (symbol, term) = terms.fresh_symbol(name, sort);
        self.inputs.insert(symbol);
        term
    }

    /// The definitions that a conjunct makes, each symbol once, and what it says beyond them.
    pub(super) fn extract(
        &mut self,
        terms: &mut Terms,
        part: TermId,
    ) -> (Vec<Definition>, Vec<TermId>) {
        self.fuel = MAX_CONJUNCTS;
        self.conjunct(terms, part, 0)
    }

    fn conjunct(
        &mut self,
        terms: &mut Terms,
        part: TermId,
        depth: usize,
    ) -> (Vec<Definition>, Vec<TermId>) {
        self.fuel = self.fuel.saturating_sub(1);
        let nothing = (Vec::new(), vec![part]);
        let args = terms.args(part).to_vec();
        let defined = match (terms.op(part).clone(), &args[..]) {
            (Op::Symbol(symbol), _) if self.unknowns.contains(&symbol) => {
                Some((symbol, terms.tt()))
            }
            (Op::Not, &[inner]) => match terms.as_symbol(inner) {
                Some(symbol) if self.unknowns.contains(&symbol) => Some((symbol, terms.ff())),
                _ => None,
            },
            (Op::Xor, &[a, b]) => {
                let b = terms.not(b);
                self.equation(terms, a, b)
            }
            (Op::Eq, &[a, b]) => self.equation(terms, a, b),
            (Op::Ite, &[condition, then, otherwise]) => {
                if self.fuel == 0 || depth > MAX_DEPTH || !self.is_open(terms, part) {
                    return nothing;
                }
                let sides = [then, otherwise];
                return match self.sides(terms, condition, sides, depth + 1) {
                    Some(found) => found,
                    None => nothing,
                };
            }
            (Op::Or, _) if self.effort > Effort::Plain => {
                if self.fuel == 0 || depth > MAX_DEPTH || !self.is_open(terms, part) {
                    return nothing;
                }
                let choice = self.choice(terms, part);
                let (definitions, rest) = self.conjunct(terms, choice, depth + 1);
                // Nothing gained: no input for nothing.
                return if definitions.is_empty() {
                    nothing
                } else {
                    (definitions, rest)
                };
            }
            _ => None,
        };
        match defined {
            Some(definition) => (vec![definition], vec![]),
            None => nothing,
        }
    }

    /// What `ite(condition, then, otherwise)` defines, if anything.
    fn sides(
        &mut self,
        terms: &mut Terms,
        condition: TermId,
        sides: [TermId; 2],
        depth: usize,
    ) -> Option<(Vec<Definition>, Vec<TermId>)> {
        let [(then, mut then_rest), (mut otherwise, mut otherwise_rest)] =
            sides.map(|side| self.conjunction(terms, side, depth));
        let mut common = Vec::new();
        let mut alone = [Vec::new(), Vec::new()];
        for (symbol, value) in then {
            match otherwise.iter().position(|(other, _)| *other == symbol) {
                Some(position) => {
                    let (_, other) = otherwise.remove(position);
                    common.push((symbol, terms.ite(condition, value, other)));
                }
                None => alone[0].push((symbol, value)),
            }
        }
        alone[1] = otherwise;
        for (side, alone) in alone.into_iter().enumerate() {
            for (symbol, value) in alone {
                let reads_it = |t| terms.symbols_of(t).contains(&symbol);
                let is_partial = self.effort == Effort::Partial
                    && !reads_it(sides[1 - side])
                    && !reads_it(condition);
                if is_partial {
                    let free = self.free(terms, condition, symbol);
                    let value = match side {
                        0 => terms.ite(condition, value, free),
                        _ => terms.ite(condition, free, value),
                    };
                    common.push((symbol, value));
                } else {
                    let rest = match side {
                        0 => &mut then_rest,
                        _ => &mut otherwise_rest,
                    };
                    rest.push(equation(terms, symbol, value));
                }
            }
        }
        if common.is_empty() {
            return None;
        }
        let then = terms.and(&then_rest);
        let otherwise = terms.and(&otherwise_rest);
        let rest = terms.ite(condition, then, otherwise);
        match terms.as_bool(rest) {
            Some(true) => Some((common, vec![])),
            _ => Some((common, vec![rest])),
        }
    }

    /// Any value of a symbol where a choice leaves it open.
    fn free(&mut self, terms: &mut Terms, condition: TermId, symbol: SymbolId) -> TermId {
        if let Some(&free) = self.free.get(&(condition, symbol)) {
            return free;
        }
        let declared = terms.symbol(symbol);
        let (name, sort) = (declared.name.clone(), declared.sort);
        let free = self.input(terms, &name, sort);
        self.free.insert((condition, symbol), free);
        free
    }

    /// The definitions that a conjunction makes, each symbol once.
    fn conjunction(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        depth: usize,
    ) -> (Vec<Definition>, Vec<TermId>) {
        let mut definitions: Vec<Definition> = Vec::new();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut rest = Vec::new();
        for part in flatten(terms, &[formula]) {
            let (found, remainder) = self.conjunct(terms, part, depth);
            rest.extend(remainder);
            for (symbol, value) in found {
                if seen.insert(symbol) {
                    definitions.push((symbol, value));
                } else {
                    rest.push(equation(terms, symbol, value));
                }
            }
        }
        (definitions, rest)
    }

    /// The definition in `a = b`, if there is one.
    fn equation(&self, terms: &mut Terms, a: TermId, b: TermId) -> Option<Definition> {
        for (side, value) in [(a, b), (b, a)] {
            if let Some(symbol) = terms.as_symbol(side)
                && self.unknowns.contains(&symbol)
                && !terms.symbols_of(value).contains(&symbol)
            {
                return Some((symbol, value));
            }
        }
        if terms.sort(a).is_number() {
            let mut symbols = terms.symbols_of(a);
            symbols.extend(terms.symbols_of(b));
            symbols.retain(|symbol| self.unknowns.contains(symbol));
            // The youngest: in a transition that is a next value rather than an input that it is made of.
            symbols.sort_unstable();
            let mut solved = symbols.into_iter().rev();
            return solved.find_map(|symbol| Some((symbol, terms.solved_for(a, b, symbol)?)));
        }
        self.isolate(terms, a, b)
            .or_else(|| self.isolate(terms, b, a))
    }

    /// `y = …` from `side = value`, where `side` is a sum, difference or complement with `y` in it.
    fn isolate(
        &self,
        terms: &mut Terms,
        mut side: TermId,
        mut value: TermId,
    ) -> Option<Definition> {
        for _ in 0..MAX_DEPTH {
            if let Some(symbol) = terms.as_symbol(side) {
                let is_open = self.unknowns.contains(&symbol);
                let fits = is_open && !terms.symbols_of(value).contains(&symbol);
                return fits.then_some((symbol, value));
            }
            let args = terms.args(side).to_vec();
            let of_two = |a, b| {
                if self.is_open(terms, a) {
                    (a, b)
                } else {
                    (b, a)
                }
            };
            (side, value) = match (terms.op(side), &args[..]) {
                (Op::BvAdd, &[a, b]) => {
                    let (inner, known) = of_two(a, b);
                    (inner, terms.bv_sub(value, known))
                }
                (Op::BvXor, &[a, b]) => {
                    let (inner, known) = of_two(a, b);
                    (inner, terms.bv_xor(value, known))
                }
                (Op::BvSub, &[a, b]) if self.is_open(terms, a) => (a, terms.bv_add(value, b)),
                (Op::BvSub, &[a, b]) => (b, terms.bv_sub(a, value)),
                (Op::BvNot, &[a]) => (a, terms.bv_not(value)),
                (Op::BvNeg, &[a]) => (a, terms.bv_neg(value)),
                (Op::Not, &[a]) => (a, terms.not(value)),
                _ => return None,
            };
        }
        None
    }
}

/// `symbol = value`.
pub(super) fn equation(terms: &mut Terms, symbol: SymbolId, value: TermId) -> TermId {
    let term = terms.symbol_term(symbol);
    terms.eq(term, value)
}

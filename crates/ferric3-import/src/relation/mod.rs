//! Relations as guarded assignments.
//!
//! A clause says which next states are possible: `x' = x + 1 ∧ (c ∨ y' = 0) ∧ …`. Read as *any `x'`,
//! if the formula holds*, that is poison for IC3, which would have to find out by queries what the
//! text says plainly. So definitions are taken out of the formula:
//!
//! ```text
//! y = t          defines y if y does not occur in t; also `t = y`, `y + s = t`, a literal `y` or `¬y`
//! ite(c, A, B)   defines y if A and B do: y = ite(c, a, b); so do (¬c ∨ A) ∧ (c ∨ B)
//! A ∨ B          is ite(c, A, B) if A implies c and B implies ¬c, or else for an input c
//! ```
//!
//! One disjunction at the top, if there is one, makes cases instead: these are the edges of the
//! program that the relation was made from. What a case does not define is an input, and what is left
//! of the formula is its guard.
//!
//! | file          | what                                             |
//! |---------------|--------------------------------------------------|
//! | `normal.rs`   | conjuncts and disjuncts                          |
//! | `extract.rs`  | the definitions that a conjunct makes            |
//! | `choice.rs`   | disjunctions as choices                          |
//! | `order.rs`    | definitions that read no symbol that they define |
//! | `select.rs`   | cases by the bits of a program counter           |

mod choice;
mod extract;
mod normal;
mod order;
mod select;
#[cfg(test)]
mod tests;

use ferric3_term::{Op, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use extract::{Extractor, equation};
use normal::complete_cases;
pub(crate) use normal::flatten;
use order::in_order;

/// A symbol and the term that it stands for.
pub(crate) type Definition = (SymbolId, TermId);

/// `∃ unknowns: ⋀ parts`, and what is to be known of each solution.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// Symbols that the parts may define.
    pub(crate) unknowns: Vec<SymbolId>,
    pub(crate) parts: Vec<TermId>,
    pub(crate) outputs: Vec<TermId>,
    /// If the outputs are the next values of variables: these, in the same order. Otherwise empty.
    pub(crate) state: Vec<SymbolId>,
}

/// One case: for all inputs with which the guard holds, the outputs are those of a solution, and the
/// cases together have the outputs of all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) inputs: Vec<SymbolId>,
    pub(crate) guard: Vec<TermId>,
    pub(crate) outputs: Vec<TermId>,
    /// The unknowns of that solution, over inputs and symbols that are known. One that is missing here
    /// and is no input may have any value.
    pub(crate) solution: Vec<Definition>,
}

/// The cases of a relation.
pub(crate) fn cases(terms: &mut Terms, relation: &Relation) -> Vec<Case> {
    let mut extractor = Extractor::new(&relation.unknowns);
    let mut first = State {
        rest: flatten(terms, &relation.parts),
        definitions: Vec::new(),
    };
    if !first.solve(terms, &mut extractor, Effort::Plain) {
        return Vec::new();
    }
    if let Some(cases) = select::by_counter(terms, relation, &mut extractor, &first) {
        return cases;
    }
    let disjuncts = match first.disjunction(terms, &extractor) {
        None => vec![terms.tt()],
        Some(position) => {
            let part = first.rest.remove(position);
            terms.args(part).to_vec()
        }
    };
    let mut done = Vec::new();
    for disjunct in disjuncts {
        let mut state = first.clone();
        state.rest.push(disjunct);
        state.rest = flatten(terms, &state.rest);
        if state.solve_all(terms, &mut extractor) {
            done.push(state.case(terms, &extractor, &relation.outputs));
        }
    }
    done
}

/// How far to go for definitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Effort {
    /// Those in the text.
    Plain,
    /// Also those in both sides of disjunctions.
    Choices,
    /// Also those in one side only: on the other one it is an input.
    Partial,
}

/// A case under construction.
#[derive(Clone, Debug)]
struct State {
    /// Conjuncts over symbols that are not defined.
    rest: Vec<TermId>,
    /// Each over symbols that none of those before it defines.
    definitions: Vec<Definition>,
}

impl State {
    /// Takes all definitions out of the rest. False if it has no solution.
    fn solve_all(&mut self, terms: &mut Terms, extractor: &mut Extractor) -> bool {
        let efforts = [Effort::Plain, Effort::Choices, Effort::Partial];
        efforts.iter().all(|&e| self.solve(terms, extractor, e))
    }

    /// Takes definitions out of the rest until there are none. False if it has no solution.
    fn solve(&mut self, terms: &mut Terms, extractor: &mut Extractor, effort: Effort) -> bool {
        extractor.effort = effort;
        loop {
            self.rest = complete_cases(terms, std::mem::take(&mut self.rest));
            let found = self.definitions_in_rest(terms, extractor);
            if found.is_empty() {
                return !self.rest.iter().any(|&p| terms.as_bool(p) == Some(false));
            }
            let mut put_in = Substitution::new(found.iter().copied());
            for part in &mut self.rest {
                *part = put_in.apply(terms, *part);
            }
            self.rest = flatten(terms, &self.rest);
            self.definitions.extend(found);
        }
    }

    /// Definitions that read nothing that one of them defines. They are no longer in the rest.
    fn definitions_in_rest(
        &mut self,
        terms: &mut Terms,
        extractor: &mut Extractor,
    ) -> Vec<Definition> {
        let mut candidates: Vec<Definition> = Vec::new();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut rest = Vec::with_capacity(self.rest.len());
        for part in std::mem::take(&mut self.rest) {
            let (definitions, remainder) = extractor.extract(terms, part);
            rest.extend(remainder);
            for (symbol, value) in definitions {
                if seen.insert(symbol) {
                    candidates.push((symbol, value));
                } else {
                    rest.push(equation(terms, symbol, value));
                }
            }
        }
        let (found, refused) = in_order(terms, &candidates);
        for (symbol, value) in refused {
            rest.push(equation(terms, symbol, value));
        }
        self.rest = flatten(terms, &rest);
        found
    }

    /// The largest disjunction of the rest that is about something unknown.
    fn disjunction(&self, terms: &Terms, extractor: &Extractor) -> Option<usize> {
        let is_choice = |part: TermId| *terms.op(part) == Op::Or && extractor.is_open(terms, part);
        let parts = self.rest.iter().enumerate();
        let choices = parts.filter(|&(_, &part)| is_choice(part));
        choices
            .rev()
            .max_by_key(|&(_, &part)| terms.args(part).len())
            .map(|(position, _)| position)
    }

    fn case(mut self, terms: &mut Terms, extractor: &Extractor, outputs: &[TermId]) -> Case {
        // A definition reads only what those after it define.
        self.definitions.reverse();
        let mut put_in = Substitution::new([]);
        let mut known: Vec<Definition> = Vec::new();
        let mut defined: FxHashSet<SymbolId> = FxHashSet::default();
        for (symbol, mut value) in self.definitions {
            if terms.symbols_of(value).iter().any(|s| defined.contains(s)) {
                put_in = Substitution::new(known.iter().copied());
                value = put_in.apply(terms, value);
            }
            known.push((symbol, value));
            defined.insert(symbol);
        }
        drop(put_in);
        let mut put_in = Substitution::new(known.iter().copied());
        let outputs: Vec<TermId> = outputs.iter().map(|&t| put_in.apply(terms, t)).collect();
        let read = self.rest.iter().chain(&outputs);
        let mut inputs: Vec<SymbolId> = read.flat_map(|&t| terms.symbols_of(t)).collect();
        inputs.retain(|symbol| extractor.is_unknown(*symbol));
        inputs.sort_unstable();
        inputs.dedup();
        Case {
            inputs,
            guard: self.rest,
            outputs,
            solution: known,
        }
    }
}

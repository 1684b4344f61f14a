//! The automaton with a program counter: values to start with, next-state functions, `bad`.
//!
//! ```text
//! pc' = ite(pc = l ∧ G(x, w), m, …)       for each edge from l to m
//! x'  = ite(pc = l ∧ G(x, w), f(x, w), …)  for each edge into a location where x is live
//! bad = (pc = error)
//! ```
//!
//! One step of the system is one edge. The edge that is taken depends on the state and the inputs
//! alone: canonical guards exclude one another, if need be by inputs that pick. If no guard holds,
//! the run is stuck: the program counter goes to a sink, which it never leaves and which is not
//! `bad`. Neither does it leave the error location, so that `bad` after `k` steps means that the
//! error is at most `k` edges away.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{EdgeForm, LocId};
use ferric3_term::{BitVecValue, Sort, Substitution, SymbolId, TermId, Terms, Value};

use crate::Problem;

/// Where the values of the variables in the beginning, which are arbitrary, come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartValues {
    /// State elements without an initial value have any.
    Arbitrary,
    /// All state elements start with zero. Edges out of the initial location, which nothing enters
    /// again, read inputs in place of the variables. For formats (or their readers) that know no
    /// uninitialised state.
    Inputs,
}

/// A state element.
#[derive(Clone, Debug)]
pub struct StateElement {
    /// Its symbol.
    pub symbol: SymbolId,
    /// The term of the symbol.
    pub term: TermId,
    /// The value in the beginning; any if there is none.
    pub start: Option<Value>,
    /// The value after a step, over the symbols of states and inputs.
    pub next: TermId,
}

/// A transition system with functions for the next state.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// State elements, the program counter first.
    pub states: Vec<StateElement>,
    /// Free inputs, read anew in each step.
    pub inputs: Vec<SymbolId>,
    /// The states that should not be reachable.
    pub bad: TermId,
    /// With [`StartValues::Inputs`]: variables, and the inputs that edges out of the initial
    /// location read in place of them.
    pub start_inputs: Vec<(SymbolId, SymbolId)>,
    codes: Vec<u64>,
    sink: u64,
}

impl TransitionSystem {
    /// Encodes an automaton.
    pub fn new(problem: &Problem<'_>, terms: &mut Terms, start: StartValues) -> TransitionSystem {
        let cfa = problem.cfa();
        let codes = codes(problem);
        let sink = codes.len() as u64;
        let width = u64::BITS - sink.leading_zeros();
        let (pc_symbol, pc) = terms.fresh_symbol("pc", Sort::BitVec(width));
        let at = codes
            .iter()
            .map(|&code| {
                let code = terms.bv_u64(code, width);
                terms.eq(pc, code)
            })
            .collect();
        let start_inputs = start_inputs(problem, terms, start);
        let mut encoder = Encoder {
            problem,
            outgoing: outgoing(problem, terms, &start_inputs, start),
            at,
            terms,
        };
        let counter = encoder.next_pc(&codes, sink, width);
        let zero = |sort| (start == StartValues::Inputs).then(|| Value::zero(sort));
        let mut states = vec![StateElement {
            symbol: pc_symbol,
            term: pc,
            start: Some(Value::BitVec(BitVecValue::zero(width))),
            next: counter,
        }];
        for symbol in variables(problem, start) {
            let term = encoder.terms.symbol_term(symbol);
            let next = encoder.next_value(symbol, term);
            let sort = encoder.terms.sort(term);
            states.push(StateElement {
                symbol,
                term,
                start: zero(sort),
                next,
            });
        }
        let bad = encoder.at[cfa.error.index()];
        let inputs = inputs(terms, &states);
        TransitionSystem {
            states,
            inputs,
            bad,
            start_inputs,
            codes,
            sink,
        }
    }

    /// The value of the program counter at a location.
    pub fn code(&self, loc: LocId) -> u64 {
        self.codes[loc.index()]
    }

    /// The value of the program counter of a run that is stuck.
    pub fn sink(&self) -> u64 {
        self.sink
    }

    /// What the values of the program counter stand for, as lines for a comment.
    pub(crate) fn legend(&self, problem: &Problem<'_>) -> Vec<String> {
        let locations = problem.cfa().locations.iter_enumerated();
        let mut lines: Vec<(u64, &str)> = locations
            .map(|(loc, location)| (self.code(loc), location.label.as_str()))
            .collect();
        lines.push((self.sink, "stuck"));
        lines.sort_unstable();
        lines
            .into_iter()
            .map(|(code, label)| format!("pc = {code}: {}", one_line(label)))
            .collect()
    }
}

/// A text that fits into a comment that ends with its line.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Values of the program counter, dense, by location. The initial location has 0, which formats
/// without other initial values need.
fn codes(problem: &Problem<'_>) -> Vec<u64> {
    let cfa = problem.cfa();
    let mut next = 0;
    let ids = cfa.locations.ids();
    ids.map(|loc| {
        if loc == cfa.initial {
            return 0;
        }
        next += 1;
        next
    })
    .collect()
}

/// The variables that matter at some location where their value is kept in the state.
fn variables(problem: &Problem<'_>, start: StartValues) -> BTreeSet<SymbolId> {
    let cfa = problem.cfa();
    let ids = cfa.locations.ids();
    ids.filter(|&loc| loc != cfa.initial || start == StartValues::Arbitrary)
        .flat_map(|loc| problem.live(loc).iter().copied())
        .collect()
}

/// Inputs for the variables that matter in the beginning.
fn start_inputs(
    problem: &Problem<'_>,
    terms: &mut Terms,
    start: StartValues,
) -> Vec<(SymbolId, SymbolId)> {
    if start == StartValues::Arbitrary {
        return Vec::new();
    }
    let live = problem.live(problem.cfa().initial).iter();
    live.map(|&symbol| {
        let name = format!("{}.start", terms.symbol(symbol).name);
        let sort = terms.symbol(symbol).sort;
        (symbol, terms.fresh_symbol(name, sort).0)
    })
    .collect()
}

/// Edges out of each location, by location.
fn outgoing(
    problem: &Problem<'_>,
    terms: &mut Terms,
    start_inputs: &[(SymbolId, SymbolId)],
    start: StartValues,
) -> Vec<Vec<EdgeForm>> {
    let cfa = problem.cfa();
    let mut table = vec![Vec::new(); cfa.locations.len()];
    let renamed: Vec<(SymbolId, TermId)> = start_inputs
        .iter()
        .map(|&(symbol, input)| (symbol, terms.symbol_term(input)))
        .collect();
    let mut renaming = Substitution::new(renamed);
    for form in problem.forms() {
        let mut form = form.clone();
        if start == StartValues::Inputs && form.edge.from == cfa.initial {
            form.guard = renaming.apply(terms, form.guard);
            let mut next = BTreeMap::new();
            for &symbol in problem.live(form.edge.to) {
                let unchanged = terms.symbol_term(symbol);
                let value = form.next.get(&symbol).copied().unwrap_or(unchanged);
                next.insert(symbol, renaming.apply(terms, value));
            }
            form.next = next;
        }
        table[form.edge.from.index()].push(form);
    }
    table
}

struct Encoder<'a, 'c> {
    problem: &'a Problem<'c>,
    outgoing: Vec<Vec<EdgeForm>>,
    /// `pc = l`, by location.
    at: Vec<TermId>,
    terms: &'a mut Terms,
}

impl Encoder<'_, '_> {
    fn next_pc(&mut self, codes: &[u64], sink: u64, width: u32) -> TermId {
        let stuck = self.terms.bv_u64(sink, width);
        let error = self.problem.cfa().error;
        let error_code = self.terms.bv_u64(codes[error.index()], width);
        let mut result = self.terms.ite(self.at[error.index()], error_code, stuck);
        for (position, edges) in self.outgoing.iter().enumerate().rev() {
            let mut target = stuck;
            for form in edges.iter().rev() {
                let code = self.terms.bv_u64(codes[form.edge.to.index()], width);
                target = self.terms.ite(form.guard, code, target);
            }
            if !edges.is_empty() {
                result = self.terms.ite(self.at[position], target, result);
            }
        }
        result
    }

    /// Where a variable is not live afterwards, its value does not matter: such edges count as
    /// whatever makes the function smaller. So does a run that gets stuck.
    fn next_value(&mut self, symbol: SymbolId, unchanged: TermId) -> TermId {
        let mut result = unchanged;
        for (position, edges) in self.outgoing.iter().enumerate().rev() {
            let mut kept = edges
                .iter()
                .filter(|form| self.problem.live(form.edge.to).contains(&symbol))
                .rev();
            let value_on = |form: &EdgeForm| form.next.get(&symbol).copied().unwrap_or(unchanged);
            let Some(last) = kept.next() else {
                continue;
            };
            let mut value = value_on(last);
            for form in kept {
                value = self.terms.ite(form.guard, value_on(form), value);
            }
            if value != unchanged {
                result = self.terms.ite(self.at[position], value, result);
            }
        }
        result
    }
}

/// The symbols in next-state functions that are not state elements.
fn inputs(terms: &Terms, states: &[StateElement]) -> Vec<SymbolId> {
    let own: BTreeSet<SymbolId> = states.iter().map(|state| state.symbol).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut inputs = BTreeSet::new();
    let mut stack: Vec<TermId> = states.iter().map(|state| state.next).collect();
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            inputs.extend(terms.as_symbol(t).filter(|symbol| !own.contains(symbol)));
            stack.extend_from_slice(terms.args(t));
        }
    }
    inputs.into_iter().collect()
}

//! A run of the program as states of the file, one after the other.
//!
//! The program reads an input at the end of each clause, which tells which one it was; what else was
//! read until then are the inputs of the step. So the states can be computed from the inputs alone.

use ferric3_ivl::{PropertyId, RecordedInput};
use ferric3_term::{Evaluator, SymbolId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::{NoWitness, Origin, Site};
use crate::system::Instance;

/// Values of symbols; those that are missing are 0.
pub(super) type Values = FxHashMap<SymbolId, Value>;

/// The inputs of a step, and the clause that it was, if it was not given up for a violation.
pub(super) struct Frame {
    pub(super) inputs: Values,
    pub(super) clause: Option<usize>,
}

/// The inputs of a run, cut after each clause.
pub(super) fn frames(origin: &Origin, inputs: &[RecordedInput]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut now = Values::default();
    for recorded in inputs {
        match origin.sites[recorded.input.index()] {
            Site::Taken(clause) => frames.push(Frame {
                inputs: std::mem::take(&mut now),
                clause: Some(clause),
            }),
            Site::Choice => {}
            Site::Symbol(symbol) => {
                now.insert(symbol, recorded.value.clone());
            }
        }
    }
    frames.push(Frame {
        inputs: now,
        clause: None,
    });
    frames
}

/// A state of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The location, by number; `None` for one that is not in the file.
    pub(super) predicate: Option<usize>,
    /// The values of its variables, in order.
    pub(super) values: Vec<Value>,
}

/// A step of the file, or a violation.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where it comes from: a run begins with a step from nowhere.
    pub(super) from: Option<State>,
    /// The formula of the file, by number, where the file has formulas.
    pub(super) formula: Option<usize>,
    /// The variables of the formula and the state, and what was read.
    pub(super) values: Values,
    /// Where it leads to; `None` for a violation.
    pub(super) to: Option<State>,
}

/// The steps of a run that violates a property. The last one is the violation.
pub(super) fn walk(
    origin: &Origin,
    terms: &Terms,
    property: PropertyId,
    inputs: &[RecordedInput],
) -> Result<Vec<Step>, NoWitness> {
    let mut steps = Vec::new();
    let mut at = None;
    let mut state: Option<State> = None;
    let mut evaluator = Evaluator::new();
    for frame in frames(origin, inputs) {
        let mut values = frame.inputs;
        if let Some(state) = &state {
            values.extend(origin.assignment(state));
        }
        evaluator.clear();
        let mut eval = |term: TermId| evaluator.eval(terms, &values, term);
        let (instance, to) = match frame.clause {
            Some(number) => {
                let clause = &origin.system.clauses[number];
                if clause.from != at {
                    return Err(disagreement("a step begins where the last one did not end"));
                }
                let new = clause.values.iter().map(|&value| eval(value));
                let new = origin.state(terms, clause.to, new.collect());
                at = Some(clause.to);
                (clause.instance, Some(new))
            }
            None => (violated(origin, at, property, &mut eval)?, None),
        };
        let instance: Option<&Instance> = instance.map(|number| &origin.instances[number]);
        if let Some(instance) = instance {
            let solution = instance.solution.iter();
            let found: Vec<(SymbolId, Value)> = solution
                .map(|&(symbol, value)| (symbol, eval(value)))
                .collect();
            values.extend(found);
        }
        steps.push(Step {
            from: state,
            formula: instance.map(|instance| instance.formula),
            values,
            to: to.clone(),
        });
        state = to;
    }
    Ok(steps)
}

/// The instance that is violated at a location, where the file has any.
fn violated(
    origin: &Origin,
    at: Option<usize>,
    property: PropertyId,
    eval: &mut dyn FnMut(TermId) -> Value,
) -> Result<Option<usize>, NoWitness> {
    let queries = origin.system.queries.iter();
    let mut own =
        queries.filter(|query| Some(query.at) == at && query.property == property.index());
    let mut holds = |guard: &[TermId]| {
        let mut parts = guard.iter();
        parts.all(|&part| eval(part) == Value::Bool(true))
    };
    let Some(query) = own.find(|query| holds(&query.guard)) else {
        return Err(disagreement("the run ends where nothing is violated"));
    };
    if query.instances.is_empty() {
        return Ok(None);
    }
    let mut instances = query.instances.clone();
    match instances.find(|&number| holds(&origin.instances[number].guard)) {
        Some(found) => Ok(Some(found)),
        None => Err(disagreement("no case of the query holds")),
    }
}

/// The program did what the file does not say.
pub(super) fn disagreement(what: impl Into<String>) -> NoWitness {
    NoWitness::Disagreement(what.into())
}

impl Origin {
    /// A state, given the values of those variables that a location of the program has.
    fn state(&self, terms: &Terms, location: usize, values: Vec<Value>) -> State {
        let location = &self.system.locations[location];
        let Some((_, vars)) = self.predicates.get(location.origin) else {
            return State {
                predicate: None,
                values,
            };
        };
        let mut others = values.into_iter();
        let all = (0..vars.len()).map(|position| {
            let fixed = location.fixed.iter().find(|(at, _)| *at == position);
            match fixed {
                Some(&(_, constant)) => terms.eval(constant, &Values::default()),
                None => others.next().expect("a value for each other variable"),
            }
        });
        State {
            predicate: Some(location.origin),
            values: all.collect(),
        }
    }

    /// The variables of a state with their values.
    pub(super) fn assignment(&self, state: &State) -> Vec<(SymbolId, Value)> {
        let Some(predicate) = state.predicate else {
            return Vec::new();
        };
        let vars = self.predicates[predicate].1.iter().map(|var| var.symbol);
        vars.zip(state.values.iter().cloned()).collect()
    }
}

//! Concrete execution of an edge.

use ferric3_ivl::InputId;
use ferric3_term::{Assignment, Evaluator, SymbolId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::{Cfa, EdgeForm, TargetId, split};

/// A concrete state (and inputs): values by symbol. Symbols without a value read as zero.
pub type State = FxHashMap<SymbolId, Value>;

/// What happened on an edge.
#[derive(Clone, Debug)]
pub struct EdgeRun {
    /// The state afterwards.
    pub state: State,
    /// The inputs of the program that were read, in the order of reading.
    pub inputs: Vec<(InputId, Value)>,
    /// The target that was hit, if the edge leads to the error location.
    pub target: Option<TargetId>,
}

/// Execute an edge from `state` with the given inputs; `None` if its guard does not hold.
pub fn run_edge(
    cfa: &Cfa,
    terms: &Terms,
    form: &EdgeForm,
    state: &State,
    inputs: &State,
) -> Option<EdgeRun> {
    let now = Both { state, inputs };
    let mut evaluator = Evaluator::new();
    if !evaluator.eval(terms, &now, form.guard).as_bool() {
        return None;
    }
    let mut after = state.clone();
    for (&var, &value) in &form.next {
        after.insert(var, evaluator.eval(terms, &now, value));
    }
    let path = split(&cfa.commands, terms, form, &now);
    let read = path.havocs(&cfa.commands).filter_map(|havoc| {
        let havoc = cfa.commands.havoc_info(havoc);
        Some((havoc.site?, now.value(terms, havoc.input)))
    });
    Some(EdgeRun {
        inputs: read.collect(),
        target: path.target(&cfa.commands),
        state: after,
    })
}

struct Both<'a> {
    state: &'a State,
    inputs: &'a State,
}

impl Assignment for Both<'_> {
    fn value(&self, terms: &Terms, symbol: SymbolId) -> Value {
        let known = self.inputs.get(&symbol).or_else(|| self.state.get(&symbol));
        known
            .cloned()
            .unwrap_or_else(|| Value::zero(terms.symbol(symbol).sort))
    }
}

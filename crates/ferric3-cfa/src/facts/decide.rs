//! Conditions that are decided by ranges of values alone.

use ferric3_term::{TermId, Terms};

use super::evaluate::Evaluator;
use super::pack::Packs;
use super::state::{State, Variables};
use super::zone_pack::ZonePacks;

/// What ranges and known bits say about terms whose symbols may have any value: after
/// `s := s + (b ? 1 : 0)` for the third time, `s` is at most 3. Every subterm is looked at once, so
/// terms that grow out of one another, as in an unrolling, cost what is new about them.
#[derive(Debug)]
pub struct Decider {
    evaluator: Evaluator,
    variables: Variables,
    state: State,
}

impl Default for Decider {
    fn default() -> Decider {
        let variables = Variables::default();
        let state = State::top(&variables, &Packs::default(), &ZonePacks::default());
        Decider {
            evaluator: Evaluator::default(),
            variables,
            state,
        }
    }
}

impl Decider {
    /// The value that a condition has whatever its symbols are, if that is seen. Always use the
    /// same store.
    pub fn truth(&mut self, terms: &Terms, condition: TermId) -> Option<bool> {
        let word = self
            .evaluator
            .eval(terms, &self.variables, &self.state, condition)?;
        word.as_truth()
    }
}

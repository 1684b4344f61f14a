//! What an equation with a constant says about the other members of `and` and `or`.

use super::boolean::{Junction, List};
use crate::{Op, TermId, Terms, Value, apply_op};

/// Only this many equations are used, which bounds the work.
const MAX_FACTS: usize = 8;

/// `term` has the value of the constant `value`, where it matters, because of `literal`.
struct Fact {
    literal: TermId,
    term: TermId,
    value: TermId,
}

impl Terms {
    /// In `x = 3 ∧ x < 5 ∧ y = 4` the second literal says nothing; `x = 3 ∧ x = 4` is false.
    /// Dually, `¬(x = 3) ∨ x < 5` is true.
    pub(super) fn by_facts(&mut self, junction: Junction, list: &[TermId]) -> Option<TermId> {
        let facts: Vec<Fact> = list
            .iter()
            .filter_map(|&t| self.as_fact(junction, t))
            .take(MAX_FACTS)
            .collect();
        if facts.is_empty() {
            return None;
        }
        let mut rest = List::new();
        for &literal in list {
            match self.value_given(&facts, literal) {
                None => rest.push(literal),
                Some(value) if value == junction.neutral() => {}
                Some(value) => return Some(self.bool(value)),
            }
        }
        (rest.len() < list.len()).then(|| self.junction(junction, &rest))
    }

    /// The equation that may be assumed in the other members: in `and` an equation, in `or` a
    /// negated one.
    fn as_fact(&self, junction: Junction, literal: TermId) -> Option<Fact> {
        let equation = match junction {
            Junction::And => literal,
            Junction::Or => self.as_unary(&Op::Not, literal)?,
        };
        let (term, value) = self.as_binary(&Op::Eq, equation)?;
        if !self.is_value(value) {
            return None;
        }
        Some(Fact {
            literal,
            term,
            value,
        })
    }

    /// The truth value of `literal` by the facts, if it relates such a term and a constant.
    fn value_given(&self, facts: &[Fact], literal: TermId) -> Option<bool> {
        let negation = self.as_unary(&Op::Not, literal);
        let atom = negation.unwrap_or(literal);
        let op = self.op(atom);
        if !matches!(op, Op::Eq | Op::BvUlt | Op::BvSlt | Op::Lt | Op::Le) {
            return None;
        }
        let value = |t: TermId| {
            let known = facts.iter().find(|f| f.term == t && f.literal != literal);
            self.as_value(known.map_or(t, |f| f.value))
        };
        let args: [Value; 2] = [value(self.args(atom)[0])?, value(self.args(atom)[1])?];
        Some(apply_op(op, &args).as_bool() != negation.is_some())
    }
}

//! Which conditions decide, as terms over what was recorded of an evaluation.
//!
//! The definition is that of [`ferric3_coverage::mcdc`]. Here it speaks about all evaluations at once: for
//! each condition a term that says whether it was evaluated, one for its value, and one that says whether
//! nodes on the way up have the value of its operand. The size of all of them together is linear in that of
//! the decision, because what holds of a node is shared by all conditions below.

use ferric3_coverage::mcdc::Shape;
use ferric3_term::TermId;

use super::evaluation::Evaluation;
use crate::lower::Lower;

/// What terms say about a condition when the evaluation of its decision has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    /// Was it evaluated?
    pub(super) evaluated: TermId,
    /// Its value, if it was.
    pub(super) value: TermId,
    /// Does its value carry up to the root, if it was evaluated?
    pub(super) carries: TermId,
    /// Are there an odd number of `!` on the way?
    pub(super) is_negated: bool,
}

/// The value of a node, and how many nodes there are from it down. Nodes are in preorder.
type Values = Vec<(TermId, usize)>;

/// What holds at a node, seen from the root.
#[derive(Clone, Copy)]
struct Way {
    evaluated: TermId,
    carries: TermId,
    is_negated: bool,
}

/// Where a walk in preorder is.
#[derive(Default)]
struct Walk {
    node: usize,
    choice: usize,
}

impl Lower<'_> {
    /// The notes of all leaves, by number.
    pub(super) fn notes(&mut self, evaluation: &Evaluation) -> Vec<Note> {
        let mut values = Values::new();
        self.values(&evaluation.shape, evaluation, &mut 0, &mut values);
        let tt = self.terms.tt();
        let root = Way {
            evaluated: tt,
            carries: tt,
            is_negated: false,
        };
        let mut notes = Vec::new();
        let mut walk = Walk::default();
        self.note(
            &evaluation.shape,
            evaluation,
            &values,
            &mut walk,
            root,
            &mut notes,
        );
        notes
    }

    /// The value of a node: that of the nodes below, in which what was not evaluated does not matter.
    fn values(
        &mut self,
        shape: &Shape,
        evaluation: &Evaluation,
        choice: &mut usize,
        out: &mut Values,
    ) -> TermId {
        let at = out.len();
        let tt = self.terms.tt();
        out.push((tt, 1));
        let value = match shape {
            Shape::Condition(i) => match evaluation.variables[*i] {
                Some(var) => self.read(var),
                None => tt,
            },
            Shape::Constant(_, value) => self.truth_value(*value),
            Shape::Not(a) => {
                let a = self.values(a, evaluation, choice, out);
                self.terms.not(a)
            }
            Shape::And(a, b) => {
                let a = self.values(a, evaluation, choice, out);
                let b = self.values(b, evaluation, choice, out);
                self.terms.and2(a, b)
            }
            Shape::Or(a, b) => {
                let a = self.values(a, evaluation, choice, out);
                let b = self.values(b, evaluation, choice, out);
                self.terms.or2(a, b)
            }
            Shape::Choose(a, b) => {
                let first = self.read(evaluation.choices[*choice].1);
                *choice += 1;
                let a = self.values(a, evaluation, choice, out);
                let b = self.values(b, evaluation, choice, out);
                self.terms.ite(first, a, b)
            }
        };
        out[at] = (value, out.len() - at);
        value
    }

    /// The notes of the leaves below a node, from left to right.
    fn note(
        &mut self,
        shape: &Shape,
        evaluation: &Evaluation,
        values: &Values,
        walk: &mut Walk,
        way: Way,
        out: &mut Vec<Note>,
    ) {
        let (value, _) = values[walk.node];
        walk.node += 1;
        match shape {
            Shape::Condition(_) | Shape::Constant(..) => out.push(Note {
                evaluated: way.evaluated,
                value,
                carries: way.carries,
                is_negated: way.is_negated,
            }),
            Shape::Not(a) => {
                let way = Way {
                    is_negated: !way.is_negated,
                    ..way
                };
                self.note(a, evaluation, values, walk, way, out);
            }
            Shape::And(a, b) | Shape::Or(a, b) => {
                let (left, size) = values[walk.node];
                let (right, _) = values[walk.node + size];
                // The second operand is evaluated if the first one leaves the value open.
                let (goes_on, agrees) = match shape {
                    Shape::And(..) => {
                        let stops = self.terms.not(left);
                        (left, self.terms.or2(stops, right))
                    }
                    _ => {
                        let is_false = self.terms.not(right);
                        (self.terms.not(left), self.terms.or2(left, is_false))
                    }
                };
                let first = Way {
                    carries: self.terms.and2(way.carries, agrees),
                    ..way
                };
                self.note(a, evaluation, values, walk, first, out);
                let second = Way {
                    evaluated: self.terms.and2(way.evaluated, goes_on),
                    ..way
                };
                self.note(b, evaluation, values, walk, second, out);
            }
            Shape::Choose(a, b) => {
                let first = self.read(evaluation.choices[walk.choice].1);
                walk.choice += 1;
                for (operand, chosen) in [(a, true), (b, false)] {
                    let is_it = if chosen { first } else { self.terms.not(first) };
                    let way = Way {
                        evaluated: self.terms.and2(way.evaluated, is_it),
                        ..way
                    };
                    self.note(operand, evaluation, values, walk, way, out);
                }
            }
        }
    }
}

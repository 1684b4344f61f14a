//! Modified condition/decision coverage as a matter of trees and vectors: which conditions decide.
//!
//! A decision is a tree of `!`, `&&`, `||` and `? :` over conditions, and an evaluation of it is a
//! [`Vector`]. What C does not evaluate, for short circuit, decides nothing.
//!
//! *Masking* (Chilenski, *An Investigation of Three Forms of the Modified Condition Decision Coverage
//! (MCDC) Criterion*, 2001): a condition decides in an evaluation if its value carries up to the root,
//! so that every node on the way has the value of the operand that the condition is in:
//!
//! ```text
//! decides(i, root)
//! decides(i, l && r), i in l  =  decides(i, l) ∧ (¬l ∨ r)
//! decides(i, l || r), i in l  =  decides(i, l) ∧ (l ∨ ¬r)
//! decides(i, l ∘ r),  i in r  =  decides(i, r)                  r was evaluated, so l left it open
//! ```
//!
//! *Unique cause*: two evaluations show that a condition decides ([`independence_pairs`]).

mod vector;

#[cfg(test)]
mod tests;

pub use vector::{Vector, independence_pairs};

/// A decision as a tree over conditions, which are numbered from 0, from left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A condition.
    Condition(usize),
    /// A constant as an operand of `? :`: it has a number as conditions have, and always this value.
    Constant(usize, bool),
    /// `!`
    Not(Box<Shape>),
    /// `&&`
    And(Box<Shape>, Box<Shape>),
    /// `||`
    Or(Box<Shape>, Box<Shape>),
    /// The last two operands of `? :`. What chooses between them is a decision of its own.
    Choose(Box<Shape>, Box<Shape>),
}

impl Shape {
    /// How many numbers it has: those of conditions and constants.
    pub fn len(&self) -> usize {
        match self {
            Shape::Condition(_) | Shape::Constant(..) => 1,
            Shape::Not(a) => a.len(),
            Shape::And(a, b) | Shape::Or(a, b) | Shape::Choose(a, b) => a.len() + b.len(),
        }
    }

    /// Never: a tree has a leaf.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Is it a condition by itself, but for `!`?
    pub fn is_single(&self) -> bool {
        match self {
            Shape::Condition(_) | Shape::Constant(..) => true,
            Shape::Not(a) => a.is_single(),
            Shape::And(..) | Shape::Or(..) | Shape::Choose(..) => false,
        }
    }

    /// The value in an evaluation; none if something was not evaluated that is needed for it.
    pub fn outcome(&self, vector: &Vector) -> Option<bool> {
        match self {
            Shape::Condition(i) | Shape::Constant(i, _) => vector.get(*i),
            Shape::Not(a) => a.outcome(vector).map(|value| !value),
            Shape::And(a, b) => match a.outcome(vector)? {
                true => b.outcome(vector),
                false => Some(false),
            },
            Shape::Or(a, b) => match a.outcome(vector)? {
                true => Some(true),
                false => b.outcome(vector),
            },
            Shape::Choose(a, b) => match a.begins(vector) {
                true => a.outcome(vector),
                false => b.outcome(vector),
            },
        }
    }

    /// Was any of it evaluated? Its first leaf is evaluated first.
    fn begins(&self, vector: &Vector) -> bool {
        match self {
            Shape::Condition(i) | Shape::Constant(i, _) => vector.get(*i).is_some(),
            Shape::Not(a) | Shape::And(a, _) | Shape::Or(a, _) => a.begins(vector),
            Shape::Choose(a, b) => a.begins(vector) || b.begins(vector),
        }
    }

    /// Does a condition decide the outcome, by masking, in this evaluation?
    pub fn decides(&self, vector: &Vector, condition: usize) -> bool {
        vector.get(condition).is_some() && self.carries(vector, condition)
    }

    /// Is the condition inside, with all nodes on the way up having the value of its operand?
    fn carries(&self, vector: &Vector, condition: usize) -> bool {
        match self {
            Shape::Condition(i) | Shape::Constant(i, _) => *i == condition,
            Shape::Not(a) => a.carries(vector, condition),
            Shape::And(a, b) | Shape::Or(a, b) => {
                let unmasked = || self.outcome(vector) == a.outcome(vector);
                b.carries(vector, condition) || (a.carries(vector, condition) && unmasked())
            }
            Shape::Choose(a, b) => a.carries(vector, condition) || b.carries(vector, condition),
        }
    }

    /// All ways through it, as far as short circuit says, with their outcomes; none if there are more
    /// than `most`. Those that are true come first.
    pub fn evaluations(&self, most: usize) -> Option<Vec<(Vector, bool)>> {
        let (yes, no) = self.count();
        if yes.saturating_add(no) > most {
            return None;
        }
        let start = Vector::new(self.len());
        let with = |value: bool| {
            self.ways(value, &start)
                .into_iter()
                .map(move |v| (v, value))
        };
        let mut all: Vec<(Vector, bool)> = with(true).chain(with(false)).collect();
        let before = all.len();
        all.dedup();
        debug_assert_eq!(before, all.len(), "ways differ in what they evaluate");
        Some(all)
    }

    /// How many ways there are to be true, and to be false.
    fn count(&self) -> (usize, usize) {
        match self {
            Shape::Condition(_) => (1, 1),
            Shape::Constant(_, value) => (usize::from(*value), usize::from(!value)),
            Shape::Not(a) => {
                let (yes, no) = a.count();
                (no, yes)
            }
            Shape::And(a, b) => {
                let ((yes, no), (b_yes, b_no)) = (a.count(), b.count());
                let both = yes.saturating_mul(b_no);
                (yes.saturating_mul(b_yes), no.saturating_add(both))
            }
            Shape::Or(a, b) => {
                let ((yes, no), (b_yes, b_no)) = (a.count(), b.count());
                let both = no.saturating_mul(b_yes);
                (yes.saturating_add(both), no.saturating_mul(b_no))
            }
            Shape::Choose(a, b) => {
                let ((yes, no), (b_yes, b_no)) = (a.count(), b.count());
                (yes.saturating_add(b_yes), no.saturating_add(b_no))
            }
        }
    }

    /// The ways to have a value, each added to what was evaluated before.
    fn ways(&self, value: bool, before: &Vector) -> Vec<Vector> {
        match self {
            Shape::Condition(i) => {
                let mut vector = before.clone();
                vector.0[*i] = Some(value);
                vec![vector]
            }
            Shape::Constant(_, constant) if *constant != value => Vec::new(),
            Shape::Constant(i, _) => {
                let mut vector = before.clone();
                vector.0[*i] = Some(value);
                vec![vector]
            }
            Shape::Not(a) => a.ways(!value, before),
            // `&&` is false, and `||` is true, at once if the first operand is.
            Shape::And(a, b) | Shape::Or(a, b) => {
                let short = matches!(self, Shape::Or(..));
                let mut ways = match value == short {
                    true => a.ways(short, before),
                    false => Vec::new(),
                };
                let first = a.ways(!short, before);
                ways.extend(first.iter().flat_map(|vector| b.ways(value, vector)));
                ways
            }
            Shape::Choose(a, b) => {
                let mut ways = a.ways(value, before);
                ways.extend(b.ways(value, before));
                ways
            }
        }
    }
}

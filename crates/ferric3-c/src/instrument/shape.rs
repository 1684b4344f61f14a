//! How a decision is made of its conditions, and which of them decide its outcome.

/// A decision as a tree over its conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The condition with this number.
    Condition(u32),
    /// `!`
    Not(Box<Shape>),
    /// `&&`
    And(Box<Shape>, Box<Shape>),
    /// `||`
    Or(Box<Shape>, Box<Shape>),
    /// `c ? a : b`, where `c` is a decision of its own: the bit that holds its outcome, `a` and `b`.
    Choice(u32, Box<Shape>, Box<Shape>),
}

/// One evaluation of a decision: bits by the numbers of conditions (from 0) and of choices (from 63 down).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Vector {
    /// Which of them were evaluated.
    pub evaluated: u64,
    /// Which of these were true.
    pub values: u64,
}

impl Vector {
    /// The value of a condition or choice, if it was evaluated.
    #[must_use]
    pub fn get(self, at: u32) -> Option<bool> {
        let bit = |bits: u64| bits.checked_shr(at).is_some_and(|bits| bits & 1 == 1);
        bit(self.evaluated).then(|| bit(self.values))
    }
}

impl Shape {
    /// The value in an evaluation; none if it needs what was not evaluated.
    #[must_use]
    pub fn value(&self, vector: Vector) -> Option<bool> {
        match self {
            Shape::Condition(at) => vector.get(*at),
            Shape::Not(a) => a.value(vector).map(|value| !value),
            Shape::And(a, b) => match a.value(vector)? {
                false => Some(false),
                true => b.value(vector),
            },
            Shape::Or(a, b) => match a.value(vector)? {
                true => Some(true),
                false => b.value(vector),
            },
            Shape::Choice(c, a, b) => match vector.get(*c)? {
                true => a.value(vector),
                false => b.value(vector),
            },
        }
    }

    /// Does this condition decide the outcome of the evaluation (masking)? It was evaluated, and on the whole way to
    /// the root each `&&`, `||` and `? :` has the value of the operand that the condition is in.
    #[must_use]
    pub fn decides(&self, condition: u32, vector: Vector) -> bool {
        match self {
            Shape::Condition(at) => *at == condition && vector.get(*at).is_some(),
            Shape::Not(a) => a.decides(condition, vector),
            Shape::And(a, b) | Shape::Or(a, b) => [a, b].into_iter().any(|operand| {
                let value = operand.value(vector);
                value.is_some() && value == self.value(vector) && operand.decides(condition, vector)
            }),
            Shape::Choice(c, a, b) => match vector.get(*c) {
                Some(true) => a.decides(condition, vector),
                Some(false) => b.decides(condition, vector),
                None => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a && (b || !c)` in the evaluation that is written as in the report: `T-F`.
    fn deciding(text: &str) -> Vec<u32> {
        let leaf = |at| Box::new(Shape::Condition(at));
        let or = Shape::Or(leaf(1), Box::new(Shape::Not(leaf(2))));
        let shape = Shape::And(leaf(0), Box::new(or));
        let mut vector = Vector {
            evaluated: 0,
            values: 0,
        };
        for (at, value) in text.chars().enumerate() {
            vector.evaluated |= u64::from(value != '-') << at;
            vector.values |= u64::from(value == 'T') << at;
        }
        (0..3).filter(|&at| shape.decides(at, vector)).collect()
    }

    #[test]
    fn what_is_masked_does_not_decide() {
        assert_eq!(deciding("F--"), [0]);
        assert_eq!(deciding("TT-"), [0, 1]);
        assert_eq!(deciding("TFF"), [0, 2]);
        assert_eq!(
            deciding("TFT"),
            [1, 2],
            "`a` is true, but the outcome is false"
        );
    }

    #[test]
    fn a_choice_has_the_value_of_the_operand_that_was_evaluated() {
        // `c ? y : x`
        let shape = Shape::Choice(
            63,
            Box::new(Shape::Condition(0)),
            Box::new(Shape::Condition(1)),
        );
        let chosen = Vector {
            evaluated: 1 << 63 | 1,
            values: 1 << 63 | 1,
        };
        assert_eq!(shape.value(chosen), Some(true));
        assert!(shape.decides(0, chosen) && !shape.decides(1, chosen));
        let other = Vector {
            evaluated: 1 << 63 | 2,
            values: 0,
        };
        assert_eq!(shape.value(other), Some(false));
        assert!(!shape.decides(0, other) && shape.decides(1, other));
    }
}

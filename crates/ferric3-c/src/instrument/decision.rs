//! Probes of decisions and their conditions.
//!
//! A *decision* is a controlling expression, the first operand of `? :`, or `&&` and `||` anywhere else; from it `!`,
//! `&&`, `||`, the last operand of a comma and both branches of `? :` lead to its *conditions*. A controlling expression
//! that is a constant decides nothing; other constants are conditions.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::expression::{is_logical, is_same_as_condition};
use super::probe::{Decision, Extent, ProbeKind};
use super::shape::Shape;
use super::statement::REWRITTEN;
use super::walk::Walk;

/// Bits of a record.
const BITS: usize = 64;

/// What a decision consists of, while it is walked over.
struct Parts<'t> {
    conditions: Vec<&'t Node<Expression>>,
    /// First operands of choices inside.
    choices: Vec<&'t Node<Expression>>,
    /// What is evaluated beside them: operands of commas.
    others: Vec<&'t Node<Expression>>,
}

/// What is noted of the evaluations of a decision.
#[derive(Clone, Copy)]
enum Noted {
    /// Nothing.
    Nothing,
    /// Values of its conditions, each for itself: the number of the decision.
    Values(u32),
    /// The vector of each evaluation as well: the record, and the number of the decision.
    Vector(u32, u32),
}

/// The place of a part in the decision, in the order of the text.
enum Part<'t> {
    Condition(u32, &'t Node<Expression>),
    Choice(u32, &'t Node<Expression>),
    Other(&'t Node<Expression>),
}

impl Walk<'_> {
    /// An expression of which only the truth counts.
    pub(super) fn controlling(&mut self, e: &Node<Expression>) {
        match self.is_constant(&e.node) {
            true => self.inside(e),
            false => self.decision(e),
        }
    }

    /// A decision.
    pub(super) fn decision(&mut self, e: &Node<Expression>) {
        let mut parts = Parts {
            conditions: Vec::new(),
            choices: Vec::new(),
            others: Vec::new(),
        };
        let shape = self.shape(e, &mut parts);
        let has_vectors = parts.conditions.len() + parts.choices.len() <= BITS;
        if !has_vectors {
            self.skip(
                e.span,
                "more than 64 conditions: which of them decide is not recorded",
            );
        }
        if parts
            .conditions
            .iter()
            .any(|c| self.text(c.span).contains("setjmp"))
        {
            self.skip(e.span, "a decision that calls `setjmp` has no probes");
            return self.parts(parts, Noted::Nothing);
        }
        let Some((start, end)) = self.ends(e.span) else {
            self.skip(e.span, REWRITTEN);
            return self.parts(parts, Noted::Nothing);
        };
        let slot = self.slot();
        let number = self.declare_decision(e, &parts, shape, has_vectors);
        self.insert(
            start,
            format!("(__f3_b(&__f3_v[{slot}]), __f3_d(&__f3_v[{slot}], {number}u, ("),
        );
        let noted = match has_vectors {
            true => Noted::Vector(slot, number),
            false => Noted::Values(number),
        };
        self.parts(parts, noted);
        self.insert(end, ") ? 1 : 0))".to_owned());
    }

    fn declare_decision(
        &mut self,
        e: &Node<Expression>,
        parts: &Parts<'_>,
        shape: Shape,
        has_vectors: bool,
    ) -> u32 {
        let number = self.next_decision();
        let conditions: Vec<Extent> = parts
            .conditions
            .iter()
            .map(|c| self.extent(c.span))
            .collect();
        self.decisions.push(Decision {
            function: self.function(),
            extent: self.extent(e.span),
            conditions,
            shape,
            has_vectors,
        });
        number
    }

    /// Walk over the parts of a decision.
    fn parts(&mut self, parts: Parts<'_>, noted: Noted) {
        let conditions = parts.conditions.into_iter().zip(0..);
        let choices = parts.choices.into_iter().zip(0..);
        let mut all: Vec<Part<'_>> = conditions.map(|(e, at)| Part::Condition(at, e)).collect();
        all.extend(choices.map(|(e, at)| Part::Choice(BITS as u32 - 1 - at, e)));
        all.extend(parts.others.into_iter().map(Part::Other));
        all.sort_by_key(|part| match part {
            Part::Condition(_, e) | Part::Choice(_, e) | Part::Other(e) => e.span.start,
        });
        for part in all {
            match (part, noted) {
                (Part::Condition(at, e), Noted::Vector(slot, number)) => {
                    self.condition(e, at, Some(slot), number);
                }
                (Part::Condition(at, e), Noted::Values(number)) => {
                    self.condition(e, at, None, number);
                }
                (Part::Condition(_, e), Noted::Nothing) => self.inside(e),
                (Part::Choice(at, e), Noted::Vector(slot, _)) => self.choice(e, at, slot),
                (Part::Choice(_, e), Noted::Values(_) | Noted::Nothing) => self.controlling(e),
                (Part::Other(e), _) => self.value(e),
            }
        }
    }

    fn condition(&mut self, e: &Node<Expression>, at: u32, slot: Option<u32>, decision: u32) {
        let Some((start, end)) = self.ends(e.span) else {
            self.skip(e.span, REWRITTEN);
            return self.inside(e);
        };
        let [first, _] = [false, true].map(|value| {
            let kind = ProbeKind::Condition {
                decision,
                condition: at,
                value,
            };
            self.probe(kind, e.span)
        });
        let probe = match slot {
            Some(slot) => format!("__f3_c(&__f3_v[{slot}], {at}, {first}u, ("),
            None => format!("__f3_n({first}u, ("),
        };
        self.insert(start, probe);
        self.inside(e);
        self.insert(end, ") ? 1 : 0)".to_owned());
    }

    /// The first operand of a choice inside of a decision: a decision of its own, whose outcome is noted.
    fn choice(&mut self, e: &Node<Expression>, at: u32, slot: u32) {
        let Some((start, end)) = self.ends(e.span) else {
            self.skip(e.span, REWRITTEN);
            return self.controlling(e);
        };
        self.insert(start, format!("__f3_s(&__f3_v[{slot}], {at}, ("));
        self.controlling(e);
        self.insert(end, ") ? 1 : 0)".to_owned());
    }

    /// The tree of a decision; its conditions are numbered from left to right.
    fn shape<'t>(&self, e: &'t Node<Expression>, parts: &mut Parts<'t>) -> Shape {
        if self.is_constant(&e.node) {
            return condition(e, parts);
        }
        match &e.node {
            Expression::UnaryOperator(node) if node.node.operator.node == UnaryOperator::Negate => {
                Shape::Not(Box::new(self.shape(&node.node.operand, parts)))
            }
            Expression::BinaryOperator(node) => {
                let (a, b) = (&node.node.lhs, &node.node.rhs);
                match node.node.operator.node {
                    BinaryOperator::LogicalAnd => {
                        let a = Box::new(self.shape(a, parts));
                        Shape::And(a, Box::new(self.shape(b, parts)))
                    }
                    BinaryOperator::LogicalOr => {
                        let a = Box::new(self.shape(a, parts));
                        Shape::Or(a, Box::new(self.shape(b, parts)))
                    }
                    BinaryOperator::NotEquals if is_truth(&a.node) && is_zero(&b.node) => {
                        self.shape(a, parts)
                    }
                    _ => condition(e, parts),
                }
            }
            Expression::Comma(operands) => match operands.split_last() {
                Some((last, others)) => {
                    parts.others.extend(others);
                    self.shape(last, parts)
                }
                None => condition(e, parts),
            },
            Expression::Conditional(node)
                if !is_same_as_condition(&node.node.then_expression.node) =>
            {
                let node = &node.node;
                let at = parts.choices.len() as u32;
                parts.choices.push(&node.condition);
                let a = self.shape(&node.then_expression, parts);
                let b = self.shape(&node.else_expression, parts);
                // Beyond the bits of a record there are no vectors.
                Shape::Choice(
                    (BITS as u32 - 1).saturating_sub(at),
                    Box::new(a),
                    Box::new(b),
                )
            }
            Expression::Cast(node) if is_truth(&node.node.expression.node) => {
                self.shape(&node.node.expression, parts)
            }
            Expression::Call(node) => match (&node.node.callee.node, &node.node.arguments[..]) {
                (Expression::Identifier(name), [value, expected])
                    if name.node.name == "__builtin_expect" && self.is_constant(&expected.node) =>
                {
                    self.shape(value, parts)
                }
                _ => condition(e, parts),
            },
            _ => condition(e, parts),
        }
    }

    /// The first operand of `a ?: b`, which is also a value.
    pub(super) fn condition_that_is_a_value(&mut self, e: &Node<Expression>) {
        if is_logical(&e.node) {
            // It is 0 or 1, which is what the probes return.
            return self.controlling(e);
        }
        if self.is_constant(&e.node) {
            return;
        }
        let ends = self.ends(e.span);
        // What a compound literal designates lives as long as the block around it.
        let Some((start, end)) = ends.filter(|_| !self.text(e.span).contains('{')) else {
            self.skip(e.span, "the first operand of this `?:` has no probes");
            return self.inside(e);
        };
        let parts = Parts {
            conditions: vec![e],
            choices: Vec::new(),
            others: Vec::new(),
        };
        let slot = self.slot();
        let number = self.declare_decision(e, &parts, Shape::Condition(0), true);
        let [first, _] = [false, true].map(|value| {
            let kind = ProbeKind::Condition {
                decision: number,
                condition: 0,
                value,
            };
            self.probe(kind, e.span)
        });
        self.insert(
            start,
            format!("({{ __f3_b(&__f3_v[{slot}]); __auto_type __f3_t{slot} = ("),
        );
        self.inside(e);
        self.insert(
            end,
            format!(
                ") + 0; __f3_d(&__f3_v[{slot}], {number}u, __f3_c(&__f3_v[{slot}], 0, {first}u, \
                 __f3_t{slot} ? 1 : 0)); __f3_t{slot}; }})"
            ),
        );
    }
}

fn condition<'t>(e: &'t Node<Expression>, parts: &mut Parts<'t>) -> Shape {
    parts.conditions.push(e);
    Shape::Condition(parts.conditions.len() as u32 - 1)
}

/// Is its value 0 or 1 because of its operator?
fn is_truth(e: &Expression) -> bool {
    use BinaryOperator::{
        Equals, Greater, GreaterOrEqual, Less, LessOrEqual, LogicalAnd, LogicalOr, NotEquals,
    };
    match e {
        Expression::UnaryOperator(node) => node.node.operator.node == UnaryOperator::Negate,
        Expression::BinaryOperator(node) => matches!(
            node.node.operator.node,
            Equals
                | Greater
                | GreaterOrEqual
                | Less
                | LessOrEqual
                | LogicalAnd
                | LogicalOr
                | NotEquals
        ),
        _ => false,
    }
}

/// Is it written as `0`?
fn is_zero(e: &Expression) -> bool {
    match e {
        Expression::Constant(constant) => match &constant.node {
            lang_c::ast::Constant::Integer(integer) => {
                integer.number.bytes().all(|digit| digit == b'0')
            }
            _ => false,
        },
        _ => false,
    }
}

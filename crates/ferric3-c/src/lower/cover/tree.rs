//! Decisions as trees over conditions.
//!
//! `!`, `&&`, `||` and the last two operands of `? :` are nodes; what chooses between the latter is a decision
//! of its own, and so is every decision inside of a condition. Looked through are `,` (at its last operand),
//! conversions that keep the truth, `e != 0` for a truth value, and `__builtin_expect`. All else is a
//! condition. A constant is one as well, as an operand of `!`, `&&` and `||`: that it does not have the other
//! value is what the text says, and may not be what was meant. As an operand of `? :` it only has a number,
//! so that vectors say which operand was evaluated.

use ferric3_coverage::mcdc::Shape;
use rustc_hash::FxHashMap;

use crate::lower::condition::is_truth_value;
use crate::lower::walk::operands;
use crate::sema::hir::{CompareOp, Expr, ExprKind, Range, Unit};
use crate::sema::types::Type;

/// A decision, taken apart.
pub(super) struct Tree<'a> {
    /// How its conditions are connected.
    pub(super) shape: Shape,
    /// Conditions, and constants that have a number, from left to right.
    pub(super) leaves: Vec<Leaf>,
    /// The number of the leaf that an expression is, by its address.
    pub(super) numbers: FxHashMap<usize, usize>,
    /// The conditional expressions in it, in the order of [`Shape::Choose`] from the root on.
    pub(super) choices: Vec<&'a Expr>,
}

/// A condition.
pub(super) struct Leaf {
    pub(super) range: Range,
    /// Its value, if it is a constant as an operand of `? :`.
    pub(super) constant: Option<bool>,
}

/// What tells an expression from all others.
pub(super) fn address(e: &Expr) -> usize {
    std::ptr::from_ref(e).addr()
}

/// What an expression is an operand of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    Conditional,
    Other,
}

impl<'a> Tree<'a> {
    /// Take a decision apart.
    pub(super) fn of(unit: &'a Unit, e: &'a Expr) -> Tree<'a> {
        let mut tree = Tree::empty();
        tree.shape = tree.add(unit, e, Parent::Other);
        tree
    }

    /// A decision that is one condition, whatever it looks like.
    pub(super) fn of_one(e: &'a Expr) -> Tree<'a> {
        let mut tree = Tree::empty();
        tree.shape = tree.leaf(e, &[]);
        tree
    }

    fn empty() -> Tree<'a> {
        Tree {
            shape: Shape::Condition(0),
            leaves: Vec::new(),
            numbers: FxHashMap::default(),
            choices: Vec::new(),
        }
    }

    fn add(&mut self, unit: &'a Unit, mut e: &'a Expr, parent: Parent) -> Shape {
        // The expressions that have the same truth, down to the innermost.
        let mut around = Vec::new();
        while let Some(inner) = same_truth(unit, e) {
            around.push(address(e));
            e = inner;
        }
        let other = Parent::Other;
        match &e.kind {
            ExprKind::LogicalNot(a) => Shape::Not(Box::new(self.add(unit, a, other))),
            ExprKind::LogicalAnd(a, b) => {
                let a = Box::new(self.add(unit, a, other));
                Shape::And(a, Box::new(self.add(unit, b, other)))
            }
            ExprKind::LogicalOr(a, b) => {
                let a = Box::new(self.add(unit, a, other));
                Shape::Or(a, Box::new(self.add(unit, b, other)))
            }
            ExprKind::Comma(_, b) => self.add(unit, b, parent),
            ExprKind::Conditional(_, Some(a), b) => {
                self.choices.push(e);
                let a = Box::new(self.add(unit, a, Parent::Conditional));
                Shape::Choose(a, Box::new(self.add(unit, b, Parent::Conditional)))
            }
            ExprKind::Int(bits) if parent == Parent::Conditional => {
                let (number, value) = (self.leaves.len(), *bits != 0);
                self.leaves.push(Leaf {
                    range: e.range,
                    constant: Some(value),
                });
                Shape::Constant(number, value)
            }
            _ => self.leaf(e, &around),
        }
    }

    fn leaf(&mut self, e: &'a Expr, around: &[usize]) -> Shape {
        let number = self.leaves.len();
        self.leaves.push(Leaf {
            range: e.range,
            constant: None,
        });
        for &address in around.iter().chain(&[address(e)]) {
            self.numbers.insert(address, number);
        }
        Shape::Condition(number)
    }
}

/// An expression inside `e` that is true if and only if `e` is, and whose evaluation is all that the
/// evaluation of `e` does, if nobody checks conversions.
pub(in crate::lower) fn same_truth<'a>(unit: &'a Unit, e: &'a Expr) -> Option<&'a Expr> {
    match &e.kind {
        ExprKind::Convert(inner) => {
            let to = unit.types.scalar_width(e.ty.ty)?;
            let from = unit.types.scalar_width(inner.ty.ty)?;
            let to_bool = matches!(unit.types.get(e.ty.ty), Type::Bool);
            (to_bool || to >= from || is_truth_value(inner)).then_some(inner)
        }
        ExprKind::Call(f, args) => match (unit.function(*f).name.as_str(), &args[..]) {
            ("__builtin_expect", [value, expected]) if !expected.effects => Some(value),
            _ => None,
        },
        // `x != 0`, where `x` is a truth value.
        ExprKind::Compare(CompareOp::Ne, a, b) => match b.kind {
            ExprKind::Int(0) if is_truth_value(a) => Some(a),
            _ => None,
        },
        _ => None,
    }
}

/// Is there a decision in an expression, itself included?
pub(in crate::lower) fn has_decision(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::LogicalAnd(..)
        | ExprKind::LogicalOr(..)
        | ExprKind::Conditional(..)
        // What is in statements is not looked at closely.
        | ExprKind::Statement(..) => true,
        _ => operands(e).into_iter().any(has_decision),
    }
}

//! Probes of calls; which expressions are decisions by themselves.

use lang_c::ast::{
    BinaryOperator, CallExpression, DeclarationSpecifier, EnumType, Expression, Integer,
    IntegerBase, Statement, TypeSpecifier,
};
use lang_c::span::{Node, Span as Offsets};

use super::probe::{Constant, ProbeKind};
use super::statement::REWRITTEN;
use super::walk::Walk;
use crate::preprocess::{SAME_AS_CONDITION, UNSUPPORTED_PREFIX};

/// Builtins whose arguments are looked at when the program is compiled.
const AT_COMPILE_TIME: [&str; 5] = [
    "__builtin_constant_p",
    "__builtin_types_compatible_p",
    "__builtin_choose_expr",
    "__builtin_object_size",
    "__builtin_offsetof",
];

impl Walk<'_> {
    /// An expression that is evaluated, and that is no part of a decision around it.
    pub(super) fn value(&mut self, e: &Node<Expression>) {
        if is_logical(&e.node) && !self.is_constant(&e.node) {
            return self.decision(e);
        }
        self.inside(e);
    }

    /// What an expression evaluates, if it is not itself `&&` or `||`.
    pub(super) fn inside(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(name) => {
                if name.node.name.starts_with(UNSUPPORTED_PREFIX) {
                    self.skip(e.span, "the parser has no words for it");
                }
            }
            Expression::Constant(constant) => self.constant(&constant.node),
            Expression::StringLiteral(_)
            | Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_) => {}
            Expression::GenericSelection(_) => {
                self.skip(e.span, "operands of `_Generic` have no probes");
            }
            Expression::VaArg(node) => self.value(&node.node.va_list),
            Expression::Member(node) => self.value(&node.node.expression),
            Expression::Call(call) => self.call(&call.node, e.span),
            Expression::CompoundLiteral(node) => {
                for item in &node.node.initializer_list {
                    self.initialiser(&item.node.initializer.node);
                }
            }
            Expression::UnaryOperator(node) => self.value(&node.node.operand),
            Expression::Cast(node) => self.value(&node.node.expression),
            Expression::BinaryOperator(node) => {
                self.value(&node.node.lhs);
                self.value(&node.node.rhs);
            }
            Expression::Conditional(node) => {
                let node = &node.node;
                if is_same_as_condition(&node.then_expression.node) {
                    self.condition_that_is_a_value(&node.condition);
                } else {
                    self.controlling(&node.condition);
                    self.value(&node.then_expression);
                }
                self.value(&node.else_expression);
            }
            Expression::Comma(operands) => {
                for operand in operands.iter() {
                    self.value(operand);
                }
            }
            Expression::Statement(node) => match (&node.node, self.behind_brace(node.span)) {
                (Statement::Compound(items), Some(at)) => self.items(items, at),
                _ => self.skip(node.span, REWRITTEN),
            },
        }
    }

    fn call(&mut self, call: &CallExpression, place: Offsets) {
        let name = match &call.callee.node {
            Expression::Identifier(name) => Some(name.node.name.as_str()),
            _ => None,
        };
        if name.is_some_and(|name| AT_COMPILE_TIME.contains(&name)) {
            return;
        }
        if name.is_some_and(|name| name.starts_with(UNSUPPORTED_PREFIX)) {
            return self.skip(place, "the parser has no words for it");
        }
        // Builtins need no probe, and `setjmp` may only be called in a few forms.
        let is_special = |name: &str| name.starts_with("__builtin_") || name.contains("setjmp");
        let ends = match name.is_some_and(is_special) {
            true => None,
            false => self.ends(place),
        };
        if let Some((start, _)) = ends {
            let number = self.probe(ProbeKind::Call, place);
            self.insert(start, format!("(__f3_call({number}u), "));
        } else if name.is_some_and(|name| name.contains("setjmp")) {
            self.skip(place, "calls of `setjmp` have no probes");
        } else if !name.is_some_and(is_special) {
            self.skip(place, REWRITTEN);
        }
        self.value(&call.callee);
        for argument in &call.arguments {
            self.value(argument);
        }
        if let Some((_, end)) = ends {
            self.insert(end, ")".to_owned());
        }
    }

    fn constant(&mut self, constant: &lang_c::ast::Constant) {
        use lang_c::ast::Constant as Written;
        let value = match constant {
            Written::Integer(integer) => integer_value(integer).map(Constant::Integer),
            Written::Float(float) => float.number.parse().ok().map(Constant::Float),
            Written::Character(text) => match text.as_bytes() {
                [b'\'', byte, b'\''] => Some(Constant::Integer(u64::from(*byte))),
                _ => None,
            },
        };
        self.constants.extend(value);
    }

    /// Is it an integer constant by its form?
    pub(super) fn is_constant(&self, e: &Expression) -> bool {
        match e {
            Expression::Constant(constant) => {
                !matches!(constant.node, lang_c::ast::Constant::Float(_))
            }
            Expression::Identifier(name) => self.enumerators.contains(&name.node.name),
            Expression::SizeOfTy(_) | Expression::AlignOf(_) | Expression::OffsetOf(_) => true,
            Expression::SizeOfVal(_) => true,
            Expression::UnaryOperator(node) => {
                use lang_c::ast::UnaryOperator::{Complement, Minus, Negate, Plus};
                matches!(node.node.operator.node, Plus | Minus | Complement | Negate)
                    && self.is_constant(&node.node.operand.node)
            }
            Expression::Cast(node) => self.is_constant(&node.node.expression.node),
            Expression::BinaryOperator(node) => {
                !is_assignment_or_index(&node.node.operator.node)
                    && self.is_constant(&node.node.lhs.node)
                    && self.is_constant(&node.node.rhs.node)
            }
            Expression::Conditional(node) => {
                let node = &node.node;
                [
                    &node.condition,
                    &node.then_expression,
                    &node.else_expression,
                ]
                .into_iter()
                .all(|e| self.is_constant(&e.node))
            }
            _ => false,
        }
    }

    /// Remember the enumeration constants that specifiers declare.
    pub(super) fn enumerators_of(&mut self, specifiers: &[Node<DeclarationSpecifier>]) {
        for specifier in specifiers {
            if let DeclarationSpecifier::TypeSpecifier(ty) = &specifier.node
                && let TypeSpecifier::Enum(node) = &ty.node
            {
                let EnumType { enumerators, .. } = &node.node;
                let names = enumerators
                    .iter()
                    .map(|e| e.node.identifier.node.name.clone());
                self.enumerators.extend(names);
            }
        }
    }
}

/// `a && b`, `a || b`
pub(super) fn is_logical(e: &Expression) -> bool {
    use BinaryOperator::{LogicalAnd, LogicalOr};
    matches!(e, Expression::BinaryOperator(node)
        if matches!(node.node.operator.node, LogicalAnd | LogicalOr))
}

/// The operand that `a ?: b` does not have.
pub(super) fn is_same_as_condition(e: &Expression) -> bool {
    matches!(e, Expression::Identifier(name) if name.node.name == SAME_AS_CONDITION)
}

fn is_assignment_or_index(operator: &BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(
        operator,
        Index
            | Assign
            | AssignMultiply
            | AssignDivide
            | AssignModulo
            | AssignPlus
            | AssignMinus
            | AssignShiftLeft
            | AssignShiftRight
            | AssignBitwiseAnd
            | AssignBitwiseXor
            | AssignBitwiseOr
    )
}

fn integer_value(integer: &Integer) -> Option<u64> {
    let radix = match integer.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    u64::from_str_radix(&integer.number, radix).ok()
}

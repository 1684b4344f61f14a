//! Expressions (6.5).

use lang_c::ast::{
    AlignOf, BinaryOperator, BinaryOperatorExpression, CallExpression, CastExpression,
    CompoundLiteral, ConditionalExpression, Expression, GenericAssociation, GenericAssociationType,
    GenericSelection, Identifier, MemberExpression, MemberOperator, OffsetDesignator, OffsetMember,
    OffsetOfExpression, SizeOfTy, SizeOfVal, TypeName, UnaryOperator, UnaryOperatorExpression,
    VaArgExpression,
};
use lang_c::span::{Node, Span};

use super::operator::{assignment_operator, binary_operator, prefix_operator};
use super::{EXPRESSION, Parsed, Parser};
use crate::preprocess::lex::TokenKind;

/// An expression with its place.
type Expr = Node<Expression>;

impl Parser<'_> {
    /// An expression, with commas.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let first = self.assignment()?;
        if !self.is(",") {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![first];
        while self.take(",") {
            parts.push(self.assignment()?);
        }
        Ok(self.node(start, Expression::Comma(Box::new(parts))))
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let (first, is_unary) = self.cast()?;
        if is_unary && let Some(operator) = assignment_operator(self.word()) {
            let operator = self.operator(operator);
            let right = self.assignment()?;
            return Ok(binary(operator, first, right));
        }
        self.conditional_after(first)
    }

    /// An expression without commas and assignments.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let (first, _) = self.cast()?;
        self.conditional_after(first)
    }

    fn conditional_after(&mut self, first: Expr) -> Parsed<Expr> {
        let condition = self.binary_after(first, 0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let then_expression = Box::new(self.expression()?);
        self.expect(":")?;
        let else_expression = Box::new(self.conditional()?);
        let start = condition.span.start;
        let node = ConditionalExpression {
            condition: Box::new(condition),
            then_expression,
            else_expression,
        };
        let node = Box::new(self.node(start, node));
        Ok(self.node(start, Expression::Conditional(node)))
    }

    /// What follows a first operand, as long as its operators bind more tightly than `level`.
    /// Operators of one level in a row are a loop, so only brackets make this recursion deep.
    fn binary_after(&mut self, first: Expr, level: u8) -> Parsed<Expr> {
        let mut left = first;
        while let Some((operator, binding)) = binary_operator(self.word()) {
            if binding <= level {
                break;
            }
            let operator = self.operator(operator);
            let (operand, _) = self.cast()?;
            let right = self.binary_after(operand, binding)?;
            left = binary(operator, left, right);
        }
        Ok(left)
    }

    /// Go over an operator.
    fn operator<T>(&mut self, operator: T) -> Node<T> {
        let start = self.start();
        self.advance();
        self.node(start, operator)
    }

    /// An operand of a binary operator. Is it more than a cast, so that it could be assigned to?
    fn cast(&mut self) -> Parsed<(Expr, bool)> {
        if self.word() == "(" && self.begins_type_ahead(1) {
            let start = self.start();
            let type_name = self.parenthesised_type()?;
            if self.is("{") {
                let literal = self.compound_literal(start, type_name)?;
                return Ok((self.postfix_after(literal)?, true));
            }
            let (operand, _) = self.cast()?;
            let node = CastExpression {
                type_name,
                expression: Box::new(operand),
            };
            let node = Box::new(self.node(start, node));
            return Ok((self.node(start, Expression::Cast(node)), false));
        }
        Ok((self.unary()?, true))
    }

    /// The rest of a compound literal, behind its type.
    fn compound_literal(&mut self, start: usize, type_name: Node<TypeName>) -> Parsed<Expr> {
        let initializer_list = self.initializer_list()?;
        let node = CompoundLiteral {
            type_name,
            initializer_list,
        };
        let node = Box::new(self.node(start, node));
        Ok(self.node(start, Expression::CompoundLiteral(node)))
    }

    /// A unary expression.
    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        let start = self.start();
        match self.word() {
            "sizeof" => self.size_of(),
            "_Alignof" | "__alignof" | "__alignof__" => {
                self.advance();
                if self.word() != "(" {
                    return self.expect("(").and_then(|()| self.fail());
                }
                let node = AlignOf(Box::new(self.parenthesised_type()?));
                let node = Box::new(self.node(start, node));
                Ok(self.node(start, Expression::AlignOf(node)))
            }
            "__extension__" => {
                self.advance();
                let node = self.unary()?.node;
                Ok(self.node(start, node))
            }
            word => {
                let Some(operator) = prefix_operator(word) else {
                    return self.postfix();
                };
                let step = matches!(
                    operator,
                    UnaryOperator::PreIncrement | UnaryOperator::PreDecrement
                );
                let operator = self.operator(operator);
                let operand = match step {
                    true => self.unary()?,
                    false => self.cast()?.0,
                };
                let node = UnaryOperatorExpression {
                    operator,
                    operand: Box::new(operand),
                };
                let node = Box::new(self.node(start, node));
                Ok(self.node(start, Expression::UnaryOperator(node)))
            }
        }
    }

    fn size_of(&mut self) -> Parsed<Expr> {
        let start = self.start();
        self.advance();
        let operand = if self.word() == "(" && self.begins_type_ahead(1) {
            let open = self.start();
            let type_name = self.parenthesised_type()?;
            if !self.is("{") {
                let node = Box::new(self.node(start, SizeOfTy(type_name)));
                return Ok(self.node(start, Expression::SizeOfTy(node)));
            }
            let literal = self.compound_literal(open, type_name)?;
            self.postfix_after(literal)?
        } else {
            self.unary()?
        };
        let node = Box::new(self.node(start, SizeOfVal(Box::new(operand))));
        Ok(self.node(start, Expression::SizeOfVal(node)))
    }

    /// `( type )`
    fn parenthesised_type(&mut self) -> Parsed<Node<TypeName>> {
        self.expect("(")?;
        let type_name = self.type_name()?;
        self.expect(")")?;
        Ok(type_name)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let first = self.primary()?;
        self.postfix_after(first)
    }

    fn postfix_after(&mut self, first: Expr) -> Parsed<Expr> {
        let mut left = first;
        loop {
            let start = left.span.start;
            let node = match self.word() {
                "[" => {
                    let open = self.start();
                    self.advance();
                    let index = self.expression()?;
                    self.expect("]")?;
                    let operator = self.node(open, BinaryOperator::Index);
                    let node = BinaryOperatorExpression {
                        operator,
                        lhs: Box::new(left),
                        rhs: Box::new(index),
                    };
                    Expression::BinaryOperator(Box::new(self.node(start, node)))
                }
                "(" => {
                    self.advance();
                    let arguments = self.arguments()?;
                    let node = CallExpression {
                        callee: Box::new(left),
                        arguments,
                    };
                    Expression::Call(Box::new(self.node(start, node)))
                }
                "." | "->" => {
                    let operator = match self.word() {
                        "." => MemberOperator::Direct,
                        _ => MemberOperator::Indirect,
                    };
                    let operator = self.operator(operator);
                    let identifier = self.identifier()?;
                    let node = MemberExpression {
                        operator,
                        expression: Box::new(left),
                        identifier,
                    };
                    Expression::Member(Box::new(self.node(start, node)))
                }
                "++" | "--" => {
                    let operator = match self.word() {
                        "++" => UnaryOperator::PostIncrement,
                        _ => UnaryOperator::PostDecrement,
                    };
                    let node = UnaryOperatorExpression {
                        operator: self.operator(operator),
                        operand: Box::new(left),
                    };
                    Expression::UnaryOperator(Box::new(self.node(start, node)))
                }
                _ => return Ok(left),
            };
            left = self.node(start, node);
        }
    }

    /// Arguments up to the closing parenthesis, which is gone over.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.take(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let node = match self.kind() {
            Some(TokenKind::Number) => Expression::Constant(Box::new(self.number()?)),
            Some(TokenKind::Text) if self.is_string() => {
                Expression::StringLiteral(Box::new(self.string()?))
            }
            Some(TokenKind::Text) => Expression::Constant(Box::new(self.character()?)),
            Some(TokenKind::Punct) if self.word() == "(" => return self.parenthesised(),
            Some(TokenKind::Word) if self.is_name() => {
                Expression::Identifier(Box::new(self.identifier()?))
            }
            Some(TokenKind::Word) => return self.keyword(),
            _ => return self.missing(EXPRESSION),
        };
        Ok(self.node(start, node))
    }

    /// `( expression )`, or a statement expression of GNU C.
    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.start();
        self.advance();
        let node = if self.word() == "{" {
            Expression::Statement(Box::new(self.compound()?))
        } else {
            self.expression()?.node
        };
        self.expect(")")?;
        Ok(self.node(start, node))
    }

    /// An expression that begins with a keyword.
    fn keyword(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let node = match self.word() {
            name @ ("__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                self.advance();
                let name = name.to_owned();
                Expression::Identifier(Box::new(self.node(start, Identifier { name })))
            }
            "_Generic" => {
                self.advance();
                let node = self.generic()?;
                Expression::GenericSelection(Box::new(self.node(start, node)))
            }
            "__builtin_offsetof" => {
                self.advance();
                let node = self.offset_of()?;
                Expression::OffsetOf(Box::new(self.node(start, node)))
            }
            "__builtin_va_arg" => {
                self.advance();
                self.expect("(")?;
                let va_list = Box::new(self.assignment()?);
                self.expect(",")?;
                let type_name = self.type_name()?;
                self.expect(")")?;
                let node = VaArgExpression { va_list, type_name };
                Expression::VaArg(Box::new(self.node(start, node)))
            }
            _ => return self.missing(EXPRESSION),
        };
        Ok(self.node(start, node))
    }

    fn generic(&mut self) -> Parsed<GenericSelection> {
        self.expect("(")?;
        let expression = Box::new(self.assignment()?);
        let mut associations = Vec::new();
        while self.take(",") {
            let start = self.start();
            let association = if self.take("default") {
                self.expect(":")?;
                GenericAssociation::Default(Box::new(self.assignment()?))
            } else {
                let type_name = self.type_name()?;
                self.expect(":")?;
                let expression = Box::new(self.assignment()?);
                let node = GenericAssociationType {
                    type_name,
                    expression,
                };
                GenericAssociation::Type(self.node(start, node))
            };
            associations.push(self.node(start, association));
        }
        if associations.is_empty() {
            return self.fail();
        }
        self.expect(")")?;
        Ok(GenericSelection {
            expression,
            associations,
        })
    }

    fn offset_of(&mut self) -> Parsed<OffsetOfExpression> {
        self.expect("(")?;
        let type_name = self.type_name()?;
        self.expect(",")?;
        let start = self.start();
        let base = self.identifier()?;
        let mut members = Vec::new();
        loop {
            let start = self.start();
            let member = if self.take(".") {
                OffsetMember::Member(self.identifier()?)
            } else if self.take("->") {
                OffsetMember::IndirectMember(self.identifier()?)
            } else if self.take("[") {
                let index = self.expression()?;
                self.expect("]")?;
                OffsetMember::Index(index)
            } else {
                break;
            };
            members.push(self.node(start, member));
        }
        let designator = self.node(start, OffsetDesignator { base, members });
        self.expect(")")?;
        Ok(OffsetOfExpression {
            type_name,
            designator,
        })
    }
}

fn binary(operator: Node<BinaryOperator>, left: Expr, right: Expr) -> Expr {
    let span = Span::span(left.span.start, right.span.end);
    let node = BinaryOperatorExpression {
        operator,
        lhs: Box::new(left),
        rhs: Box::new(right),
    };
    Node::new(
        Expression::BinaryOperator(Box::new(Node::new(node, span))),
        span,
    )
}

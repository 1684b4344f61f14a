//! The conditional operator (6.5.15), also without its second operand.

use lang_c::ast::{ConditionalExpression, Expression};
use lang_c::span::Node;

use super::Sema;
use super::convert::error_expr;
use super::hir::{Expr, ExprKind, Range};
use super::types::{QualType, TypeId, Types};
use crate::preprocess::SAME_AS_CONDITION;

impl<'a> Sema<'a> {
    /// `? :` (6.5.15).
    pub(crate) fn conditional(&mut self, node: &'a ConditionalExpression, range: Range) -> Expr {
        let condition = self.condition(&node.condition);
        if let Expression::Identifier(id) = &node.then_expression.node
            && id.node.name == SAME_AS_CONDITION
        {
            return self.conditional_or(condition, &node.else_expression, range);
        }
        let then = self.value_of(&node.then_expression);
        let otherwise = self.value_of(&node.else_expression);
        if condition.is_error() || then.is_error() || otherwise.is_error() {
            return error_expr(range);
        }
        let Some(ty) = self.conditional_type(&then, &otherwise, range) else {
            return error_expr(range);
        };
        let then = self.convert(then, ty);
        let otherwise = self.convert(otherwise, ty);
        let effects = condition.effects || then.effects || otherwise.effects;
        let kind = ExprKind::Conditional(
            Box::new(condition),
            Some(Box::new(then)),
            Box::new(otherwise),
        );
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects,
        }
    }

    /// GNU `a ?: b`.
    fn conditional_or(
        &mut self,
        condition: Expr,
        otherwise: &'a Node<Expression>,
        range: Range,
    ) -> Expr {
        let otherwise = self.value_of(otherwise);
        if condition.is_error() || otherwise.is_error() {
            return error_expr(range);
        }
        let Some(ty) = self.conditional_type(&condition, &otherwise, range) else {
            return error_expr(range);
        };
        let otherwise = self.convert(otherwise, ty);
        let effects = condition.effects || otherwise.effects;
        let kind = ExprKind::Conditional(Box::new(condition), None, Box::new(otherwise));
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects,
        }
    }

    /// The type of a conditional with these operands.
    fn conditional_type(&mut self, a: &Expr, b: &Expr, range: Range) -> Option<TypeId> {
        let (ta, tb) = (a.ty.ty, b.ty.ty);
        if self.types.is_arithmetic(ta) && self.types.is_arithmetic(tb) {
            return Some(self.common_type(a, b));
        }
        if ta == Types::VOID || tb == Types::VOID {
            return Some(Types::VOID);
        }
        match (self.types.pointee(ta), self.types.pointee(tb)) {
            (Some(pa), Some(pb)) => {
                let target = if self.is_null_constant(a) {
                    pb
                } else if self.is_null_constant(b) {
                    pa
                } else if pa.ty == Types::VOID || pb.ty == Types::VOID {
                    QualType::plain(Types::VOID)
                } else {
                    if !self.types.compatible_ids(pa.ty, pb.ty) {
                        self.warn(range, "the operands of `?:` point to different types");
                        return Some(self.types.pointer_to(QualType::plain(Types::VOID)));
                    }
                    pa
                };
                let target = target.with(pa.quals.union(pb.quals));
                return Some(self.types.pointer_to(target));
            }
            (Some(_), None) if self.types.is_integer(tb) => {
                if !self.is_null_constant(b) {
                    self.warn(range, "the operands of `?:` are a pointer and an integer");
                }
                return Some(ta);
            }
            (None, Some(_)) if self.types.is_integer(ta) => {
                if !self.is_null_constant(a) {
                    self.warn(range, "the operands of `?:` are a pointer and an integer");
                }
                return Some(tb);
            }
            _ => {}
        }
        if self.types.compatible_ids(ta, tb) {
            return Some(ta);
        }
        let (a, b) = (self.types.show(a.ty), self.types.show(b.ty));
        self.error(
            range,
            format!("the operands of `?:` have the types `{a}` and `{b}`"),
        );
        None
    }
}

//! Expressions (6.5): names, constants, casts, `sizeof`, conditionals, statement expressions.

use lang_c::ast::{
    BlockItem, CastExpression, Constant, Expression, GenericAssociation, GenericSelection,
    Statement, UnaryOperator,
};
use lang_c::span::Node;

use super::constant::{character_constant, integer_constant, string_literal};
use super::convert::error_expr;
use super::hir::{Expr, ExprKind, Range};
use super::scope::Entry;
use super::types::{ArrayLen, FloatKind, IntKind, QualType, Type, TypeId, Types};
use super::{Sema, range_of};
use crate::preprocess::UNSUPPORTED_PREFIX;

impl<'a> Sema<'a> {
    /// An expression as a value.
    pub(crate) fn value_of(&mut self, node: &'a Node<Expression>) -> Expr {
        let e = self.expr(node);
        self.value(e)
    }

    /// An expression: a value or a place.
    pub(crate) fn expr(&mut self, node: &'a Node<Expression>) -> Expr {
        let range = range_of(node);
        match &node.node {
            Expression::Identifier(id) => match self.label_address(&id.node.name, range) {
                Some(address) => address,
                None => self.identifier(&id.node.name, range),
            },
            Expression::Constant(constant) => self.constant(&constant.node, range),
            Expression::StringLiteral(parts) => self.string(&parts.node, range),
            Expression::GenericSelection(g) => self.generic_selection(g, range),
            Expression::Member(m) => self.member(m),
            Expression::Call(call) => self.call(call, range),
            Expression::CompoundLiteral(literal) => self.compound_literal(literal),
            Expression::SizeOfTy(name) => {
                let before = self.lengths.len();
                let ty = self.type_name(&name.node.0);
                self.size_of(ty, before, range)
            }
            Expression::SizeOfVal(inner) => {
                let before = self.lengths.len();
                let ty = self.expr(&inner.node.0).ty;
                self.size_of(ty, before, range)
            }
            Expression::AlignOf(inner) => self.align_of(inner, range),
            Expression::UnaryOperator(unary) => {
                let operand = self.expr(&unary.node.operand);
                self.unary(&unary.node.operator.node, operand, range)
            }
            Expression::Cast(cast) => self.cast(cast, range),
            Expression::BinaryOperator(binary) => self.binary(&binary.node, range),
            Expression::Conditional(conditional) => self.conditional(&conditional.node, range),
            Expression::Comma(list) => self.comma(list, range),
            Expression::OffsetOf(offset) => self.offset_of(offset),
            Expression::VaArg(va_arg) => self.next_argument(va_arg, range),
            Expression::Statement(statement) => self.statement_expression(statement, range),
        }
    }

    /// An integer of a type.
    pub(crate) fn int(&self, bits: u128, ty: TypeId, range: Range) -> Expr {
        Expr {
            kind: ExprKind::Int(bits),
            ty: QualType::plain(ty),
            range,
            effects: false,
        }
    }

    fn identifier(&mut self, name: &str, range: Range) -> Expr {
        let (kind, ty) = match self.scopes.lookup(name) {
            Some(Entry::Object(id)) => (ExprKind::Object(id), self.objects[id.0 as usize].ty),
            Some(Entry::Function(id)) => (
                ExprKind::Function(id),
                QualType::plain(self.functions[id.0 as usize].ty),
            ),
            Some(Entry::Constant(bits, ty)) => (ExprKind::Int(bits), QualType::plain(ty)),
            Some(Entry::Typedef(_)) => {
                self.error(range, format!("`{name}` is a type, not a value"));
                return error_expr(range);
            }
            None if name.starts_with(UNSUPPORTED_PREFIX) => {
                let what = unsupported_construct(name);
                let ty = self.types.pointer_to(QualType::plain(Types::VOID));
                (ExprKind::Unsupported(what), QualType::plain(ty))
            }
            None => {
                self.undeclared(name, range);
                return error_expr(range);
            }
        };
        Expr {
            kind,
            ty,
            range,
            effects: false,
        }
    }

    fn undeclared(&mut self, name: &str, range: Range) {
        let message = format!("`{name}` is not declared");
        let header = match name {
            "NULL" | "size_t" | "offsetof" => Some("stddef.h"),
            "true" | "false" => Some("stdbool.h"),
            "EOF" | "stdin" | "stdout" | "stderr" => Some("stdio.h"),
            "errno" => Some("errno.h"),
            _ if name.starts_with("INT") && name.ends_with("_MAX") && name.len() > 7 => {
                Some("stdint.h")
            }
            _ if name.ends_with("_MAX") || name.ends_with("_MIN") || name == "CHAR_BIT" => {
                Some("limits.h")
            }
            _ => None,
        };
        if let Some(header) = header {
            return self.error_hint(range, message, format!("add `#include <{header}>`"));
        }
        match self
            .scopes
            .closest(name)
            .map(|other| format!("did you mean `{other}`?"))
        {
            Some(hint) => self.error_hint(range, message, hint),
            None => self.error(range, message),
        }
    }

    fn constant(&mut self, constant: &Constant, range: Range) -> Expr {
        match constant {
            Constant::Integer(integer) => match integer_constant(&self.types, integer) {
                Some(_) if integer.suffix.imaginary => {
                    let ty = self.types.intern(Type::Complex(FloatKind::Double));
                    let kind = ExprKind::Unsupported("complex arithmetic");
                    Expr {
                        kind,
                        ty: QualType::plain(ty),
                        range,
                        effects: false,
                    }
                }
                Some((bits, kind)) => self.int(bits, Types::int(kind), range),
                None => {
                    self.error(range, "this number is too large for every integer type");
                    error_expr(range)
                }
            },
            Constant::Float(float) => self.float_constant(float, range),
            Constant::Character(text) => match character_constant(&self.types, text) {
                Ok((bits, ty)) => self.int(bits, ty, range),
                Err(why) => {
                    self.error(range, why);
                    error_expr(range)
                }
            },
        }
    }

    fn string(&mut self, parts: &[String], range: Range) -> Expr {
        let (elements, element) = match string_literal(parts) {
            Ok((elements, prefix)) => {
                let element = match prefix {
                    "L" => self.types.wchar_t(),
                    "u" => Types::int(IntKind::UShort),
                    "U" => Types::int(IntKind::UInt),
                    _ => Types::int(IntKind::Char),
                };
                (elements, element)
            }
            Err(why) => {
                self.error(range, why);
                return error_expr(range);
            }
        };
        let ty = self.types.array_of(
            QualType::plain(element),
            ArrayLen::Known(elements.len() as u64),
        );
        Expr {
            kind: ExprKind::String(elements),
            ty: QualType::plain(ty),
            range,
            effects: false,
        }
    }

    fn generic_selection(&mut self, node: &'a Node<GenericSelection>, range: Range) -> Expr {
        let control = self.value_of(&node.node.expression);
        if control.is_error() {
            return error_expr(range);
        }
        let mut default = None;
        for association in &node.node.associations {
            match &association.node {
                GenericAssociation::Type(candidate) => {
                    let ty = self.type_name(&candidate.node.type_name);
                    if self.types.compatible(ty, control.ty) {
                        let chosen = self.expr(&candidate.node.expression);
                        return match keeps_bit_field(&node.node.expression.node) {
                            true => self.chosen_by(&control, chosen),
                            false => chosen,
                        };
                    }
                }
                GenericAssociation::Default(e) => default = Some(e),
            }
        }
        match default {
            Some(e) => self.expr(e),
            None => {
                let shown = self.types.show(control.ty);
                self.error(range, format!("no association for the type `{shown}`"));
                error_expr(range)
            }
        }
    }

    /// For GCC, a bit-field has a type of its width, which no association has; for Clang, it has the
    /// declared one.
    fn chosen_by(&self, control: &Expr, chosen: Expr) -> Expr {
        let ty = control.ty.ty;
        let precision = match self.types.get(ty) {
            Type::Bool => Some(1),
            _ => self.types.scalar_width(ty),
        };
        match self.bit_field_width(control) {
            Some(bits) if Some(bits) != precision => Expr {
                kind: ExprKind::Unsupported("choice by the type of a bit-field"),
                effects: true,
                ..chosen
            },
            _ => chosen,
        }
    }

    /// `sizeof` of a type (6.5.3.4). Its operand is not evaluated, except for the size of a
    /// variable-length array. So many hidden variables were there before it.
    fn size_of(&mut self, ty: QualType, before: usize, range: Range) -> Expr {
        let size_t = self.types.size_t();
        if ty.ty == Types::ERROR {
            return error_expr(range);
        }
        if let Some(size) = self.types.size_of(ty.ty) {
            self.forget_lengths(before);
            return self.int(u128::from(size), size_t, range);
        }
        // Declared here, and so evaluated once, whatever its effects.
        let effects = std::mem::take(&mut self.size_effects);
        if self.types.is_variably_modified(ty.ty) {
            if let Some((count, size)) = self.variable_size(ty.ty, range) {
                let size = self.int(u128::from(size), size_t, range);
                let size = self.product(count, size);
                return self.with_lengths(size);
            }
            let kind = ExprKind::Unsupported("size of a variable-length array");
            return Expr {
                kind,
                ty: QualType::plain(size_t),
                range,
                effects,
            };
        }
        let shown = self.types.show(ty);
        self.error(range, format!("`sizeof` of the incomplete type `{shown}`"));
        error_expr(range)
    }

    fn cast(&mut self, node: &'a Node<CastExpression>, range: Range) -> Expr {
        let to = self.type_name(&node.node.type_name);
        let size_effects = std::mem::take(&mut self.size_effects);
        let lengths = std::mem::take(&mut self.lengths);
        let e = self.value_of(&node.node.expression);
        self.lengths.extend(lengths);
        let e = self.with_lengths(e);
        if e.is_error() || to.ty == Types::ERROR {
            return error_expr(range);
        }
        if size_effects {
            let kind = ExprKind::Unsupported("side effect in the size of an array");
            return Expr {
                kind,
                ty: QualType::plain(to.ty),
                range,
                effects: true,
            };
        }
        let effects = e.effects;
        let allowed = match (self.types.get(e.ty.ty), self.types.get(to.ty)) {
            (_, Type::Void) => true,
            (Type::Float(_) | Type::Complex(_), Type::Pointer(_))
            | (Type::Pointer(_), Type::Float(_) | Type::Complex(_)) => false,
            (Type::Vector(..), _) | (_, Type::Vector(..)) => true,
            (_, Type::Record(_)) => {
                let shown = self.types.show(to);
                if !self.types.compatible_ids(e.ty.ty, to.ty) {
                    // GNU C: to a union that has a member of the type.
                    if self.is_union_of(to.ty, e.ty.ty) {
                        return self.union_of(e, to.ty, "cast to a union");
                    }
                    self.error(range, format!("a value cannot be cast to `{shown}`"));
                    return error_expr(range);
                }
                true
            }
            _ => self.types.is_scalar(e.ty.ty) && self.types.is_scalar(to.ty),
        };
        if !allowed {
            let (from, to) = (self.types.show(e.ty), self.types.show(to));
            self.error(range, format!("`{from}` cannot be cast to `{to}`"));
            return error_expr(range);
        }
        let ty = QualType::plain(to.ty);
        if let ExprKind::Int(bits) = e.kind
            && let Some(bits) = self.types.convert_constant(bits, e.ty.ty, to.ty)
        {
            return self.int(bits, to.ty, range);
        }
        if self.types.float_format(e.ty.ty).is_some() && to.ty != e.ty.ty {
            return Expr {
                range,
                ..self.convert(e, to.ty)
            };
        }
        // A cast is never an lvalue, even to the type that the operand has.
        Expr {
            kind: ExprKind::Convert(Box::new(e)),
            ty,
            range,
            effects,
        }
    }

    fn is_union_of(&self, union: TypeId, member: TypeId) -> bool {
        let Type::Record(record) = self.types.get(union) else {
            return false;
        };
        let fields = self.types.record(*record).fields.as_deref().unwrap_or(&[]);
        fields
            .iter()
            .any(|f| self.types.compatible_ids(f.ty.ty, member))
    }

    fn comma(&mut self, list: &'a [Node<Expression>], range: Range) -> Expr {
        let mut values = list.iter();
        let Some(first) = values.next() else {
            return error_expr(range);
        };
        let mut result = self.value_of(first);
        for node in values {
            let next = self.value_of(node);
            let (ty, effects) = (next.ty, result.effects || next.effects);
            let range = Range {
                start: result.range.start,
                end: next.range.end,
            };
            let kind = ExprKind::Comma(Box::new(result), Box::new(next));
            result = Expr {
                kind,
                ty,
                range,
                effects,
            };
        }
        result
    }

    /// `({ … })`: the value is that of the last expression statement.
    fn statement_expression(&mut self, node: &'a Node<Statement>, range: Range) -> Expr {
        if self.function.is_none() {
            self.error(range, "a statement expression can only stand in a function");
            return error_expr(range);
        }
        let Statement::Compound(items) = &node.node else {
            return error_expr(range);
        };
        if let Some(function) = &mut self.function {
            function.enter_expression();
        }
        let (stmts, value) = self.scoped(|sema| {
            let mut stmts = Vec::new();
            let last = match items.split_last() {
                Some((last, before)) => {
                    sema.block_items(before, &mut stmts);
                    last
                }
                None => return (stmts, None),
            };
            if let BlockItem::Statement(statement) = &last.node
                && let Some(e) = sema.labelled_value(statement, &mut stmts)
            {
                return (stmts, Some(sema.value_of(e)));
            }
            sema.block_items(std::slice::from_ref(last), &mut stmts);
            (stmts, None)
        });
        if let Some(function) = &mut self.function {
            function.leave_expression();
        }
        let ty = value
            .as_ref()
            .map_or(QualType::plain(Types::VOID), |e| e.ty);
        let kind = ExprKind::Statement(stmts, value.map(Box::new));
        Expr {
            kind,
            ty,
            range,
            effects: true,
        }
    }
}

/// What an identifier stands for that the preprocessor put in for something else.
pub(crate) fn unsupported_construct(name: &str) -> &'static str {
    match name.strip_prefix(UNSUPPORTED_PREFIX) {
        Some("asm_goto") => "inline assembly",
        _ => "construct that the parser does not know",
    }
}

/// Is it an operator that changes its operand?
pub(crate) fn is_step(op: &UnaryOperator) -> bool {
    matches!(
        op,
        UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement
    )
}

/// May the value of an expression be that of a bit-field, before any promotion?
fn keeps_bit_field(e: &Expression) -> bool {
    match e {
        Expression::UnaryOperator(unary) => is_step(&unary.node.operator.node),
        Expression::Cast(_) | Expression::Conditional(_) => false,
        _ => true,
    }
}

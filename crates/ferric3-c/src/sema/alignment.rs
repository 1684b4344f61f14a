//! `_Alignof` and `__alignof__` (6.5.3.4): of types and, in GNU C, of what expressions designate.

use lang_c::ast::{AlignOf, Expression, SpecifierQualifier, TypeName, TypeOf, TypeSpecifier};
use lang_c::span::Node;

use super::hir::{Expr, ExprKind, Range};
use super::types::Types;
use super::{Sema, range_of};
use crate::preprocess::ALIGNMENT_OF;

impl<'a> Sema<'a> {
    /// The value of `_Alignof` or `__alignof__`, which differ only for types.
    pub(crate) fn align_of(&mut self, node: &'a Node<AlignOf>, range: Range) -> Expr {
        let before = self.lengths.len();
        let align = match designated(&node.node.0.node) {
            Some(e) => {
                let e = self.expr(e);
                self.designated_align(&e, range)
            }
            None => {
                let ty = self.type_name(&node.node.0);
                // Not the range of the expression, which may have parentheses around it.
                match self.text(range_of(node)).starts_with("__") {
                    true => self.types.align_of(ty),
                    false => self.types.field_align(ty),
                }
            }
        };
        self.forget_lengths(before);
        self.int(u128::from(align), self.types.size_t(), range)
    }

    /// The alignment that GCC takes for granted of what an expression designates.
    fn designated_align(&mut self, e: &Expr, range: Range) -> u64 {
        let natural = self.types.align_of(e.ty);
        match &e.kind {
            ExprKind::Object(id) => match self.objects[id.0 as usize].align {
                0 => natural,
                align => align,
            },
            ExprKind::Function(id) => self.functions[id.0 as usize].align.max(1),
            ExprKind::Member(_, record, index) => {
                if self.bit_field_width(e).is_some() {
                    self.error(range, "a bit-field has no alignment");
                }
                self.types.member_align(*record, *index)
            }
            ExprKind::Deref(pointer, false) => match &pointer.kind {
                ExprKind::AddressOf(place) => self.designated_align(place, range),
                _ => self.pointed_alignment(pointer).max(natural),
            },
            _ => natural,
        }
    }

    /// The greatest alignment that a pointer has had on the way through conversions.
    fn pointed_alignment(&self, pointer: &Expr) -> u64 {
        let mut best = 1;
        let mut e = pointer;
        while let Some(pointee) = self.types.pointee(e.ty.ty) {
            if pointee.ty != Types::VOID {
                best = best.max(self.types.align_of(pointee));
            }
            let ExprKind::Convert(from) = &e.kind else {
                break;
            };
            e = from;
        }
        best
    }
}

/// The expression that a repair has put into a type name.
fn designated(name: &TypeName) -> Option<&Node<Expression>> {
    let [specifier] = name.specifiers.as_slice() else {
        return None;
    };
    let SpecifierQualifier::TypeSpecifier(specifier) = &specifier.node else {
        return None;
    };
    let TypeSpecifier::TypeOf(of) = &specifier.node else {
        return None;
    };
    let TypeOf::Expression(e) = &of.node else {
        return None;
    };
    let Expression::Comma(list) = &e.node else {
        return None;
    };
    match list.as_slice() {
        [mark, e] if matches!(&mark.node, Expression::Identifier(id) if id.node.name == ALIGNMENT_OF) => {
            Some(e)
        }
        _ => None,
    }
}

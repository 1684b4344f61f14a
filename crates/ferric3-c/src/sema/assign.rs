//! Assignment (6.5.16): what can be assigned to, and how values are converted.

use super::Sema;
use super::convert::{Purpose, error_expr};
use super::hir::{BinaryOp, CompoundOp, Expr, ExprKind, Range};
use super::types::{QualType, Type, TypeId};

impl Sema<'_> {
    /// Is it a modifiable lvalue (6.3.2.1 §1)?
    pub(crate) fn check_modifiable(&mut self, place: &Expr, range: Range) -> bool {
        if !place.is_place() {
            self.error_hint(
                range,
                "this value cannot be assigned to",
                "only variables, members, elements and what pointers point to can",
            );
            return false;
        }
        let ty = place.ty;
        let what = match &place.kind {
            ExprKind::Object(id) => format!("`{}`", self.objects[id.0 as usize].name),
            _ => "this place".to_owned(),
        };
        if ty.quals.is_const || self.has_const_member(ty.ty) {
            self.error(
                range,
                format!("{what} is `const` and cannot be assigned to"),
            );
            return false;
        }
        if matches!(self.types.get(ty.ty), Type::Array(..) | Type::Function(_)) {
            let shown = self.types.show(ty);
            self.error(
                range,
                format!("{what} has type `{shown}` and cannot be assigned to"),
            );
            return false;
        }
        if !self.types.is_complete(ty.ty) {
            let shown = self.types.show(ty);
            self.error(range, format!("{what} has the incomplete type `{shown}`"));
            return false;
        }
        true
    }

    fn has_const_member(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Record(r) => {
                let fields = self.types.record(*r).fields.as_deref().unwrap_or(&[]);
                fields
                    .iter()
                    .any(|f| f.ty.quals.is_const || self.has_const_member(f.ty.ty))
            }
            Type::Array(element, _) => element.quals.is_const || self.has_const_member(element.ty),
            _ => false,
        }
    }

    pub(crate) fn assign(&mut self, place: Expr, value: Expr, range: Range) -> Expr {
        let ty = QualType::plain(place.ty.ty);
        let value = self.assign_convert(value, place.ty, Purpose::Assignment);
        if value.is_error() {
            return error_expr(range);
        }
        let kind = ExprKind::Assign(Box::new(place), Box::new(value));
        Expr {
            kind,
            ty,
            range,
            effects: true,
        }
    }

    /// `E1 op= E2` (6.5.16.2).
    pub(crate) fn compound_assign(
        &mut self,
        op: BinaryOp,
        sign: &str,
        place: Expr,
        value: Expr,
        range: Range,
    ) -> Expr {
        let ty = QualType::plain(place.ty.ty);
        if let Some(exotic) = self.exotic(&place, &value, range) {
            return Expr {
                effects: true,
                ty,
                ..exotic
            };
        }
        let is_pointer = self.types.pointee(place.ty.ty).is_some();
        let (op, value) = if is_pointer
            && matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && self.types.is_integer(value.ty.ty)
        {
            let size = self.pointee_size(&place, range);
            let value = self.offset(value, range);
            (
                CompoundOp::Pointer {
                    subtract: op == BinaryOp::Sub,
                    size,
                },
                value,
            )
        } else if !self.operands_fit(op, place.ty.ty, value.ty.ty) {
            return self.bad_operands(sign, &place, &value, range);
        } else if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            (
                CompoundOp::Arithmetic(op, self.promoted(&place)),
                self.promote(value),
            )
        } else {
            let common = self.common_type(&place, &value);
            (
                CompoundOp::Arithmetic(op, common),
                self.convert(value, common),
            )
        };
        let kind = ExprKind::CompoundAssign(op, Box::new(place), Box::new(value));
        Expr {
            kind,
            ty,
            range,
            effects: true,
        }
    }
}

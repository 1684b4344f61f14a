//! Elements of arrays in records that are values (6.2.4 §8), such as `f().a[i]`.
//!
//! They are read from an object that holds the record. In C it lives until the end of the full expression,
//! here to the end of its block: nobody can tell, because its address is not given away.

use super::Sema;
use super::hir::{Expr, ExprKind, Init, Storage};
use super::types::Type;

/// The name of such an object.
const HELD: &str = "returned record";

impl Sema<'_> {
    /// What a subscript is applied to: if it is an array of scalars in a record that is a value, the same
    /// array in an object.
    pub(super) fn held(&mut self, array: Expr) -> Expr {
        let is_read = match *self.types.get(array.ty.ty) {
            Type::Array(element, _) => self.types.is_scalar(element.ty),
            _ => false,
        };
        match self.function.is_some() && is_read && !array.is_place() {
            true => self.in_object(array),
            false => array,
        }
    }

    fn in_object(&mut self, e: Expr) -> Expr {
        let (ty, range, effects) = (e.ty, e.range, e.effects);
        let kind = match e.kind {
            ExprKind::Member(record, id, position) => {
                ExprKind::Member(Box::new(self.in_object(*record)), id, position)
            }
            _ => {
                let object = self.new_object(HELD, ty, Storage::Auto, range);
                ExprKind::CompoundLiteral(object, Box::new(Init::Value(e)))
            }
        };
        Expr {
            kind,
            ty,
            range,
            effects,
        }
    }

    /// Does a pointer point into such an object?
    pub(super) fn is_held(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::PointerAdd(inner, ..) | ExprKind::Decay(inner) => self.is_held(inner),
            ExprKind::Member(record, ..) => self.is_held(record),
            ExprKind::CompoundLiteral(id, _) => self.objects[id.0 as usize].name == HELD,
            _ => false,
        }
    }
}

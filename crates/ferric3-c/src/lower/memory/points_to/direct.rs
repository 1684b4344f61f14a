//! What expressions of pointers say by themselves.

use crate::sema::hir::{Expr, ExprKind};
use crate::sema::types::{IntKind, TypeId, Types};

/// Does the expression itself say which variable the pointer points into?
pub(in crate::lower) fn is_direct(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => is_direct_place(place),
        ExprKind::PointerAdd(pointer, ..) | ExprKind::Convert(pointer) => is_direct(pointer),
        _ => false,
    }
}

fn is_direct_place(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Object(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Member(record, ..) => is_direct_place(record),
        ExprKind::Deref(pointer, _) => is_direct(pointer),
        _ => false,
    }
}

/// The type that a pointer argument pointed to before it was converted.
pub(in crate::lower) fn argument_view(types: &Types, arg: &Expr) -> Option<TypeId> {
    let mut arg = arg;
    while let ExprKind::Convert(inner) = &arg.kind
        && types.pointee(inner.ty.ty).is_some()
    {
        arg = inner;
    }
    let view = types.pointee(arg.ty.ty)?.ty;
    let usable = types.size_of(view).is_some_and(|size| size > 0) && types.is_complete(view);
    Some(if usable {
        view
    } else {
        Types::int(IntKind::Char)
    })
}

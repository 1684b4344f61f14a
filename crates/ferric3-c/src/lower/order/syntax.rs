//! What the form of expressions says about their evaluation.

use rustc_hash::FxHashSet;

use super::effects::has_label;
use super::key_of;
use crate::lower::walk::{operands, values};
use crate::sema::hir::{BinaryOp, Expr, ExprKind, Stmt, Unit};

/// Is an expression evaluated in a fixed order, as one of several steps?
pub(super) fn is_block(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..)
            | ExprKind::Conditional(..)
            | ExprKind::Comma(..)
            | ExprKind::Statement(..)
    )
}

/// Does it stand for what a function does?
pub(super) fn is_call(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Call(..) | ExprKind::CallPointer(..))
}

/// Are they `x` and `y` of `x = y = z`? All orders of their stores have the same result.
pub(super) fn is_chain(outer: &Expr, inner: &Expr) -> bool {
    let (ExprKind::Assign(x, value), ExprKind::Assign(y, _)) = (&outer.kind, &inner.kind) else {
        return false;
    };
    let mut value = value;
    while let ExprKind::Convert(converted) = &value.kind {
        value = converted;
    }
    key_of(value) == key_of(inner) && x.ty.ty == y.ty.ty
}

/// The place that an expression accesses by itself.
pub(super) fn place_of(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        _ if e.is_place() => Some(e),
        ExprKind::Load(place)
        | ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign(_, place, _)
        | ExprKind::Step(_, place, _) => Some(place),
        _ => None,
    }
}

/// Can an operand end the run while another one of the same operator violates a check?
pub(super) fn checks_beside_stops(e: &Expr, stopping: &FxHashSet<usize>) -> bool {
    let operands = operands(e);
    let pairs = || {
        operands
            .iter()
            .flat_map(|a| operands.iter().map(move |b| (a, b)))
    };
    let here = !is_block(e)
        && pairs().any(|(a, b)| {
            key_of(a) != key_of(b)
                && contains(a, &|e| stopping.contains(&key_of(e)))
                && contains(b, &is_checked)
        });
    here || operands
        .iter()
        .any(|operand| checks_beside_stops(operand, stopping))
}

/// Is it, or a part of it, what is looked for? Not what stands in statements.
fn contains(e: &Expr, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    wanted(e)
        || operands(e)
            .into_iter()
            .any(|operand| contains(operand, wanted))
}

/// Could a check fail that belongs to it?
fn is_checked(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Load(place) => !matches!(place.kind, ExprKind::Object(_)),
        ExprKind::Step(..) | ExprKind::CompoundAssign(..) => true,
        ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
        _ => false,
    }
}

/// Can control jump into a part of it?
pub(super) fn contains_label(e: &Expr) -> bool {
    contains(e, &|e| match &e.kind {
        ExprKind::Statement(stmts, _) => stmts.iter().any(has_label),
        _ => false,
    })
}

/// How many of the given parts can an evaluation come across?
pub(super) fn most_on_a_path(unit: &Unit, e: &Expr, parts: &FxHashSet<usize>) -> usize {
    let own = usize::from(parts.contains(&key_of(e)));
    let count = |e: &Expr| most_on_a_path(unit, e, parts);
    own + match &e.kind {
        ExprKind::Conditional(c, a, b) => {
            count(c) + a.as_ref().map_or(0, |a| count(a)).max(count(b))
        }
        ExprKind::Statement(stmts, value) => {
            let inside = stmts.iter().map(|stmt| match stmt {
                Stmt::Expr(e) => count(e),
                Stmt::Declare(id) => {
                    let init = unit.object(*id).init.as_ref();
                    init.map_or(0, |init| values(init).into_iter().map(count).sum())
                }
                // A loop may come across one more than once.
                _ => 2,
            });
            inside.sum::<usize>() + value.as_ref().map_or(0, |value| count(value))
        }
        _ => operands(e).into_iter().map(count).sum(),
    }
}

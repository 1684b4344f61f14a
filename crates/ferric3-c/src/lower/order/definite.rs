//! Accesses that happen in every evaluation, to known bits of known variables.

use super::effects::is_automatic;
use crate::lower::walk::operands;
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Stmt, Unit};
use crate::sema::types::{Type, TypeId};

/// Bits of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    object: ObjectId,
    from: u64,
    to: u64,
}

impl Bits {
    /// Do they have a bit in common?
    pub(super) fn overlap(self, other: Bits) -> bool {
        self.object == other.object && self.from < other.to && other.from < self.to
    }
}

/// An access to known bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    bits: Bits,
    writes: bool,
}

impl Access {
    /// Does one of them write what the other reads or writes?
    pub(super) fn interferes_with(self, other: Access) -> bool {
        (self.writes || other.writes) && self.bits.overlap(other.bits)
    }
}

/// Functions inside of functions are followed this far.
const MOST_DEPTH: u32 = 8;

/// The bits that a place is, if that is plain from the expression.
pub(super) fn bits_of(unit: &Unit, place: &Expr) -> Option<Bits> {
    let (object, from) = start_of(unit, place)?;
    let width = match &place.kind {
        ExprKind::Member(_, id, position) => {
            let field = unit.types.record(*id).fields.as_ref()?.get(*position)?;
            field.bits.map(u64::from)
        }
        _ => None,
    };
    let width = match width {
        Some(bits) => bits,
        None => unit.types.size_of(place.ty.ty)?.checked_mul(8)?,
    };
    let to = from.checked_add(width)?;
    Some(Bits { object, from, to })
}

fn start_of(unit: &Unit, place: &Expr) -> Option<(ObjectId, u64)> {
    match &place.kind {
        ExprKind::Object(id) => Some((*id, 0)),
        ExprKind::Member(record, id, position) => {
            let (object, start) = start_of(unit, record)?;
            let offset = unit.types.record(*id).layout.offsets.get(*position)?;
            Some((object, start.checked_add(*offset)?))
        }
        // A subscript inside of the array.
        ExprKind::Deref(pointer, _) => match &pointer.kind {
            ExprKind::PointerAdd(array, index, Some(size), false) => {
                let ExprKind::Decay(array) = &array.kind else {
                    return None;
                };
                let index = u64::try_from(unit.types.fold(index)?).ok()?;
                let (object, start) = start_of(unit, array)?;
                let end = index.checked_add(1)?.checked_mul(*size)?;
                let inside = unit.types.size_of(array.ty.ty)? >= end;
                let at = start.checked_add(index.checked_mul(*size)?.checked_mul(8)?)?;
                inside.then_some((object, at))
            }
            ExprKind::Decay(array) => start_of(unit, array),
            ExprKind::AddressOf(place) => start_of(unit, place),
            _ => None,
        },
        _ => None,
    }
}

/// Can two places have no bit in common, because they are different members of one type of
/// records, or different bits of one variable?
pub(super) fn are_apart(unit: &Unit, a: &Expr, b: &Expr) -> bool {
    if let (Some(a), Some(b)) = (bits_of(unit, a), bits_of(unit, b)) {
        return !a.overlap(b);
    }
    let (of_a, of_b) = (members(a), members(b));
    of_a.iter().any(|&(record, one)| {
        of_b.iter().any(|&(other, two)| {
            record == other && {
                let range = |position: usize| {
                    let record = unit.types.record(record);
                    let field = record.fields.as_ref()?.get(position)?;
                    let from = *record.layout.offsets.get(position)?;
                    let width = match field.bits {
                        Some(bits) => u64::from(bits),
                        None => unit.types.size_of(field.ty.ty)? * 8,
                    };
                    Some((from, from + width))
                };
                match (range(one), range(two)) {
                    (Some(one), Some(two)) => one.1 <= two.0 || two.1 <= one.0,
                    _ => false,
                }
            }
        })
    })
}

/// The members that a place lies in.
fn members(place: &Expr) -> Vec<(crate::sema::types::RecordId, usize)> {
    let mut all = Vec::new();
    let mut place = place;
    loop {
        place = match &place.kind {
            ExprKind::Member(record, id, position) => {
                all.push((*id, *position));
                record
            }
            // A subscript stays in the array that is a member.
            ExprKind::Deref(pointer, _) => match &pointer.kind {
                ExprKind::PointerAdd(array, ..) => match &array.kind {
                    ExprKind::Decay(array) => array,
                    _ => return all,
                },
                ExprKind::Decay(array) => array,
                _ => return all,
            },
            _ => return all,
        };
    }
}

/// What an expression accesses by itself in any case.
pub(super) fn of_node(unit: &Unit, e: &Expr) -> Vec<Access> {
    let access = |place: &Expr, writes: bool| {
        let bits = bits_of(unit, place).filter(|_| is_scalar(unit, place.ty.ty));
        bits.map(|bits| Access { bits, writes })
    };
    match &e.kind {
        _ if e.is_place() => access(e, false).into_iter().collect(),
        ExprKind::Load(place) => access(place, false).into_iter().collect(),
        ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign(_, place, _)
        | ExprKind::Step(_, place, _) => access(place, true).into_iter().collect(),
        ExprKind::Call(f, _) => of_function(unit, *f, 0),
        _ => Vec::new(),
    }
}

fn is_scalar(unit: &Unit, ty: TypeId) -> bool {
    !matches!(unit.types.get(ty), Type::Record(_) | Type::Array(..))
}

/// Variables with static storage that every call of a function accesses before it returns.
fn of_function(unit: &Unit, f: FunctionId, depth: u32) -> Vec<Access> {
    let mut all = Vec::new();
    if let Some(body) = &unit.function(f).body
        && depth < MOST_DEPTH
    {
        of_stmts(unit, &body.stmts, depth, &mut all);
        all.retain(|access| !is_automatic(unit, access.bits.object));
    }
    all
}

/// Does control get to the end of the statements for certain, unless the run ends?
fn of_stmts(unit: &Unit, stmts: &[Stmt], depth: u32, out: &mut Vec<Access>) -> bool {
    stmts.iter().all(|stmt| match stmt {
        Stmt::Expr(e) => {
            of_expr(unit, e, depth, out);
            true
        }
        Stmt::Declare(id) => {
            let object = unit.object(*id);
            if let (true, Some(Init::Value(e))) = (is_automatic(unit, *id), &object.init) {
                of_expr(unit, e, depth, out);
            }
            true
        }
        Stmt::Block(stmts) => of_stmts(unit, stmts, depth, out),
        Stmt::Empty => true,
        Stmt::Return(Some(e), _) | Stmt::If(e, ..) | Stmt::While(e, _) => {
            of_expr(unit, e, depth, out);
            false
        }
        Stmt::Switch(switch) => {
            of_expr(unit, &switch.value, depth, out);
            false
        }
        _ => false,
    })
}

fn of_expr(unit: &Unit, e: &Expr, depth: u32, out: &mut Vec<Access>) {
    match &e.kind {
        ExprKind::LogicalAnd(a, _) | ExprKind::LogicalOr(a, _) | ExprKind::Conditional(a, ..) => {
            of_expr(unit, a, depth, out);
        }
        ExprKind::Statement(stmts, _) => {
            of_stmts(unit, stmts, depth, out);
        }
        _ => {
            for operand in operands(e) {
                of_expr(unit, operand, depth, out);
            }
            match &e.kind {
                ExprKind::Call(f, _) => out.extend(of_function(unit, *f, depth + 1)),
                _ if e.is_place() => {}
                _ => out.extend(of_node(unit, e)),
            }
        }
    }
}

//! Variable arguments (7.16).
//!
//! The arguments that `...` stands for lie in a record of the caller, the *argument area*: for each
//! of them a tag that tells its type and its value, and in the end a tag of no type. The called
//! function gets the address of the area by a hidden last parameter. A `va_list` holds the address
//! of the next tag, so `va_arg` is an access to memory like any other, wherever the list comes from.
//!
//! An argument is taken by its class, as calling conventions do: integers and pointers of one size
//! are interchangeable. All else that does not fit, and what is behind the last argument, does not
//! match its tag: that is undefined behaviour (7.16.1.1 §2).

use lang_c::ast::{Expression, VaArgExpression};
use lang_c::span::Node;

use super::Sema;
use super::convert::error_expr;
use super::hir::{CompareOp, Expr, ExprKind, ObjectId, Range, Storage};
use super::scope::Entry;
use super::types::{
    Field, FloatKind, FunctionType, IntKind, QualType, RecordKind, RecordLayout, Type, TypeId,
    Types,
};
use crate::DataModel;

/// Bytes from a tag to its value: enough for the alignment of any value.
const HEADER: u64 = 16;

/// Areas consist of units of so many bytes. All scalars take one, so that where a list may point to
/// is a congruence that tells tags from values.
const UNIT: u64 = 32;

/// The tag behind the last argument.
pub(crate) const NO_ARGUMENT: u64 = 0;

/// The type of tags.
pub(crate) const TAG: TypeId = Types::int(IntKind::ULongLong);

/// The builtin that must be called with a true argument: does a tag match?
pub(crate) const MATCH: &str = "__builtin_va_match";

/// Where an argument lies in an area, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Where its tag is.
    pub(crate) tag: u64,
    /// Where its value is.
    pub(crate) value: u64,
    /// Where the next tag is.
    pub(crate) next: u64,
}

impl Types {
    /// The slot of an argument of a type whose tag is at an offset.
    pub(crate) fn slot(&self, tag: u64, ty: TypeId) -> Slot {
        let size = self.size_of(ty).unwrap_or(0);
        Slot {
            tag,
            value: tag + HEADER,
            next: tag + (HEADER + size).next_multiple_of(UNIT),
        }
    }

    /// The tag of arguments of a type.
    pub(crate) fn argument_tag(&self, ty: TypeId) -> Option<u64> {
        let size = self.size_of(ty)?;
        let class = match self.get(ty) {
            Type::Float(FloatKind::Double) => 2,
            Type::Float(FloatKind::LongDouble) => 3,
            Type::Float(_) => return None,
            Type::Record(_) => 4 + u64::from(ty.index()),
            _ if self.is_integer(ty) || self.pointee(ty).is_some() => 1,
            _ => return None,
        };
        Some(class << 32 | size)
    }
}

impl<'a> Sema<'a> {
    /// The hidden parameter of a function that takes variable arguments.
    pub(crate) fn rest_parameter(&mut self, ty: TypeId, range: Range) -> Option<ObjectId> {
        if !self.types.function(ty)?.variadic {
            return None;
        }
        let ty = self.types.pointer_to(QualType::plain(Types::VOID));
        Some(self.new_object("...", QualType::plain(ty), Storage::Param, range))
    }

    /// Make room for the variable arguments of a call.
    pub(crate) fn argument_area(&mut self, function: &FunctionType, args: &[Expr], range: Range) {
        if !function.variadic {
            return;
        }
        let rest = args.get(function.params.len()..).unwrap_or(&[]);
        let mut members = Members::default();
        for arg in rest {
            let slot = self.types.slot(members.size, arg.ty.ty);
            members.add("tag", TAG, 8);
            members.fill(slot.value);
            let size = self.types.size_of(arg.ty.ty).unwrap_or(0);
            members.add("value", arg.ty.ty, size);
            members.fill(slot.next);
        }
        members.add("end", TAG, 8);
        members.fill((members.size).next_multiple_of(UNIT));
        let record = self.types.new_record(RecordKind::Struct, None);
        let of_record = self.types.record_mut(record);
        of_record.fields = Some(members.fields);
        of_record.layout = RecordLayout {
            size: members.size,
            align: HEADER,
            offsets: members.offsets,
        };
        let ty = QualType::plain(self.types.intern(Type::Record(record)));
        let area = self.new_object("<arguments>", ty, Storage::Auto, range);
        self.areas.insert(range, area);
    }

    /// `va_start`, `va_copy` and `va_end`.
    pub(crate) fn list_builtin(
        &mut self,
        plain: &str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        let e = match (plain, args) {
            ("va_start" | "c23_va_start", [list, last @ ..]) => {
                for e in last {
                    self.expr(e);
                }
                let Some(rest) = self.function.as_ref().and_then(|f| f.rest) else {
                    self.error(range, "`va_start` in a function without variable arguments");
                    return Some(error_expr(range));
                };
                let ty = self.objects[rest.0 as usize].ty;
                let first = self.at(ExprKind::Object(rest), ty, range, false);
                let first = self.value(first);
                let list = self.next_of_list(list, range);
                self.set_list(list, first, range)
            }
            ("va_copy", [to, from]) => {
                let to = self.next_of_list(to, range);
                let from = self.next_of_list(from, range);
                let from = self.value(from);
                self.set_list(to, from, range)
            }
            ("va_end", [list]) => self.value_of(list),
            _ => return None,
        };
        Some(self.convert(e, Types::VOID))
    }

    /// The place in a list that holds the address of the next tag.
    fn next_of_list(&mut self, list: &'a Node<Expression>, range: Range) -> Expr {
        let list = self.expr(list);
        self.next_in(list, range)
    }

    fn next_in(&mut self, list: Expr, range: Range) -> Expr {
        if list.is_error() {
            return list;
        }
        let place = match self.types.model {
            DataModel::Ilp32 => Some(list),
            DataModel::Lp64 => {
                let pointer = self.value(list);
                let target = self.types.pointee(pointer.ty.ty);
                let record = target.and_then(|target| match self.types.get(target.ty) {
                    Type::Record(record) if self.is_list(target.ty) => Some(*record),
                    _ => None,
                });
                match record {
                    Some(record) => {
                        let effects = pointer.effects;
                        let list = self.deref(pointer, false, range);
                        let ty = self.types.pointer_to(QualType::plain(Types::VOID));
                        // `overflow_arg_area`
                        let kind = ExprKind::Member(Box::new(list), record, 2);
                        Some(self.at(kind, QualType::plain(ty), range, effects))
                    }
                    None => None,
                }
            }
        };
        let is_list = |place: &Expr| place.is_place() && self.types.pointee(place.ty.ty).is_some();
        match place.filter(is_list) {
            // It is evaluated more than once.
            Some(place) if place.effects => {
                let kind = ExprKind::Unsupported("argument list by an expression with effects");
                self.at(kind, place.ty, range, true)
            }
            Some(place) => place,
            None => {
                self.error(range, "this is no `va_list`");
                error_expr(range)
            }
        }
    }

    fn set_list(&mut self, list: Expr, value: Expr, range: Range) -> Expr {
        if list.is_error() || !list.is_place() {
            return list;
        }
        let ty = list.ty;
        let value = self.convert(value, ty.ty);
        let kind = ExprKind::Assign(Box::new(list), Box::new(value));
        self.at(kind, QualType::plain(ty.ty), range, true)
    }

    /// `va_arg`: the tag of the next argument matches, and this is its value.
    pub(crate) fn next_argument(&mut self, node: &'a Node<VaArgExpression>, range: Range) -> Expr {
        let list = self.expr(&node.node.va_list);
        let ty = QualType::plain(self.type_name(&node.node.type_name).ty);
        self.size_effects = false;
        let next = self.next_in(list, range);
        if next.is_error() || ty.ty == Types::ERROR {
            return error_expr(range);
        }
        if !next.is_place() {
            return self.at(next.kind, ty, range, true);
        }
        let Some(tag) = self.types.argument_tag(ty.ty) else {
            let kind = ExprKind::Unsupported("argument of a type that none has after promotion");
            return self.at(kind, ty, range, true);
        };
        let slot = self.types.slot(0, ty.ty);
        let found = self.value(next.clone());
        let found = self.pointed_at_as(found, QualType::plain(TAG), range);
        let wanted = self.int(u128::from(tag), TAG, range);
        let kind = ExprKind::Compare(CompareOp::Eq, Box::new(found), Box::new(wanted));
        let matches = self.at(kind, QualType::plain(Types::INT), range, false);
        let function = FunctionType {
            result: QualType::plain(Types::VOID),
            params: vec![QualType::plain(Types::INT)],
            prototype: true,
            variadic: false,
        };
        let id = self.compiler_function(MATCH, function, range);
        let void = QualType::plain(Types::VOID);
        let check = self.at(ExprKind::Call(id, vec![matches]), void, range, true);
        let here = self.value(next.clone());
        let behind = self.moved_by(here, slot.next, false, range);
        let advanced = self.set_list(next, behind, range);
        let address = self.moved_by(advanced, slot.next - slot.value, true, range);
        let value = self.pointed_at_as(address, ty, range);
        let kind = ExprKind::Comma(Box::new(check), Box::new(value));
        self.at(kind, ty, range, true)
    }

    /// The value of a type that a pointer points to.
    fn pointed_at_as(&mut self, pointer: Expr, ty: QualType, range: Range) -> Expr {
        let to = self.types.pointer_to(ty);
        let pointer = self.convert(pointer, to);
        let place = self.deref(pointer, false, range);
        self.value(place)
    }

    /// A pointer, moved by a number of bytes.
    fn moved_by(&mut self, pointer: Expr, bytes: u64, back: bool, range: Range) -> Expr {
        let (ty, effects) = (pointer.ty, pointer.effects);
        let bytes = self.int(u128::from(bytes), self.types.ptrdiff_t(), range);
        let kind = ExprKind::PointerAdd(Box::new(pointer), Box::new(bytes), Some(1), back);
        self.at(kind, ty, range, effects)
    }

    /// Is it the record that a `va_list` is an array of?
    fn is_list(&self, record: TypeId) -> bool {
        let Some(Entry::Typedef(list)) = self.scopes.lookup("__builtin_va_list") else {
            return false;
        };
        matches!(self.types.get(list.ty), Type::Array(element, _) if element.ty == record)
    }

    fn at(&self, kind: ExprKind, ty: QualType, range: Range, effects: bool) -> Expr {
        Expr {
            kind,
            ty,
            range,
            effects,
        }
    }
}

/// The members of an area, without padding: whoever looks at an area by the wrong offset sees what
/// is there.
#[derive(Default)]
struct Members {
    fields: Vec<Field>,
    offsets: Vec<u64>,
    size: u64,
}

impl Members {
    fn add(&mut self, name: &str, ty: TypeId, size: u64) {
        self.fields.push(Field {
            name: Some(format!("{name}{}", self.fields.len())),
            ty: QualType::plain(ty),
            bits: None,
            align: None,
            packed: false,
            range: super::hir::Range::default(),
        });
        self.offsets.push(self.size * 8);
        self.size += size;
    }

    /// Fill up to an offset.
    fn fill(&mut self, to: u64) {
        let kinds = [
            (8, IntKind::ULongLong),
            (4, IntKind::UInt),
            (2, IntKind::UShort),
            (1, IntKind::UChar),
        ];
        while self.size < to {
            let fits = |&&(size, _): &&(u64, IntKind)| {
                self.size.is_multiple_of(size) && self.size + size <= to
            };
            let Some(&(size, kind)) = kinds.iter().find(fits) else {
                return;
            };
            self.add("filler", Types::int(kind), size);
        }
    }
}

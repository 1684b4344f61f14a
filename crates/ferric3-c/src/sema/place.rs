//! Places: members, elements, what pointers point to, addresses (6.5.2.1, 6.5.2.3, 6.5.3.2).

use lang_c::ast::{Expression, MemberExpression, MemberOperator, OffsetMember, OffsetOfExpression};
use lang_c::span::Node;

use super::convert::error_expr;
use super::hir::{BinaryOp, Expr, ExprKind, Range};
use super::scope::closest;
use super::types::{QualType, RecordId, Type, Types};
use super::{Sema, range_of};

impl Types {
    /// The way to a member of a record through anonymous records, and its type.
    pub(crate) fn find_member(
        &self,
        record: RecordId,
        name: &str,
    ) -> Option<(Vec<usize>, QualType)> {
        let fields = self.record(record).fields.as_ref()?;
        if let Some(i) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
            return Some((vec![i], fields[i].ty));
        }
        for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.name.is_none()) {
            if let Type::Record(inner) = self.get(field.ty.ty)
                && let Some((mut path, ty)) = self.find_member(*inner, name)
            {
                path.insert(0, i);
                return Some((path, ty.with(field.ty.quals)));
            }
        }
        None
    }

    /// Names of all members, those of anonymous records included.
    fn member_names(&self, record: RecordId) -> Vec<&str> {
        let fields = self.record(record).fields.as_deref().unwrap_or(&[]);
        let mut names = Vec::new();
        for field in fields {
            match (&field.name, self.get(field.ty.ty)) {
                (Some(name), _) => names.push(name.as_str()),
                (None, Type::Record(inner)) => names.extend(self.member_names(*inner)),
                _ => {}
            }
        }
        names
    }
}

impl<'a> Sema<'a> {
    /// `a.b` and `p->b`.
    pub(crate) fn member(&mut self, node: &'a Node<MemberExpression>) -> Expr {
        let range = range_of(node);
        let mut base = self.expr(&node.node.expression);
        if base.is_error() {
            return error_expr(range);
        }
        if node.node.operator.node == MemberOperator::Indirect {
            base = self.value(base);
            if self.types.pointee(base.ty.ty).is_none() {
                let shown = self.types.show(base.ty);
                let message = format!("`->` needs a pointer, not `{shown}`");
                match self.types.get(base.ty.ty) {
                    Type::Record(_) => self.error_hint(range, message, "use `.` instead"),
                    _ => self.error(range, message),
                }
                return error_expr(range);
            }
            base = self.deref(base, false, range);
        }
        let Type::Record(record) = *self.types.get(base.ty.ty) else {
            let shown = self.types.show(base.ty);
            let name = &node.node.identifier.node.name;
            let message = format!("`{shown}` has no members, so it has no `{name}`");
            if matches!(self.types.get(base.ty.ty), Type::Pointer(_)) {
                self.error_hint(range, message, "use `->` instead");
            } else {
                self.error(range, message);
            }
            return error_expr(range);
        };
        let name = &node.node.identifier;
        match self.types.find_member(record, &name.node.name) {
            Some((path, _)) => self.member_at(base, record, &path, range),
            None => {
                self.no_member(record, &name.node.name, range_of(name));
                error_expr(range)
            }
        }
    }

    /// Follow a path of field positions.
    fn member_at(&self, base: Expr, record: RecordId, path: &[usize], range: Range) -> Expr {
        let mut base = base;
        let mut record = record;
        for &index in path {
            let fields = self.types.record(record).fields.as_deref().unwrap_or(&[]);
            let Some(field) = fields.get(index) else {
                return error_expr(range);
            };
            let ty = field.ty.with(base.ty.quals);
            let effects = base.effects;
            base = Expr {
                kind: ExprKind::Member(Box::new(base), record, index),
                ty,
                range,
                effects,
            };
            if let Type::Record(inner) = self.types.get(ty.ty) {
                record = *inner;
            }
        }
        base
    }

    /// Report that a record has no such member.
    pub(crate) fn no_member(&mut self, record: RecordId, name: &str, range: Range) {
        let ty = self.types.intern(Type::Record(record));
        let shown = self.types.show_id(ty);
        if self.types.record(record).fields.is_none() {
            self.error(
                range,
                format!("`{shown}` is incomplete, so it has no member `{name}`"),
            );
            return;
        }
        let message = format!("`{shown}` has no member `{name}`");
        let names = self.types.member_names(record);
        match closest(name, names.into_iter()).map(|other| format!("did you mean `{other}`?")) {
            Some(hint) => self.error_hint(range, message, hint),
            None => self.error(range, message),
        }
    }

    /// What a pointer value points to.
    pub(crate) fn deref(&mut self, pointer: Expr, index: bool, range: Range) -> Expr {
        let Some(target) = self.types.pointee(pointer.ty.ty) else {
            if !pointer.is_error() {
                let shown = self.types.show(pointer.ty);
                self.error(range, format!("`*` needs a pointer, not `{shown}`"));
            }
            return error_expr(range);
        };
        // `*&x` is `x`, and `*f` is the function `f`.
        if let ExprKind::AddressOf(place) = pointer.kind {
            return Expr { range, ..*place };
        }
        let effects = pointer.effects;
        Expr {
            kind: ExprKind::Deref(Box::new(pointer), index),
            ty: target,
            range,
            effects,
        }
    }

    /// `a[i]`, which is `*(a + i)`.
    pub(crate) fn index(
        &mut self,
        lhs: &'a Node<Expression>,
        rhs: &'a Node<Expression>,
        range: Range,
    ) -> Expr {
        let a = self.expr(lhs);
        let a = self.held(a);
        let a = self.value(a);
        let b = self.expr(rhs);
        let b = self.held(b);
        let b = self.value(b);
        if a.is_error() || b.is_error() {
            return error_expr(range);
        }
        let is_pointer = |e: &Expr| self.types.pointee(e.ty.ty).is_some();
        if let Type::Vector(element, _) = *self.types.get(a.ty.ty) {
            let effects = a.effects || b.effects;
            let ty = QualType {
                ty: element,
                ..a.ty
            };
            return Expr {
                kind: ExprKind::Deref(Box::new(a), true),
                ty,
                range,
                effects,
            };
        }
        let (pointer, offset) = match (is_pointer(&a), is_pointer(&b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => {
                let shown = self.types.show(a.ty);
                self.error(
                    range,
                    format!("`[]` needs an array or a pointer, not `{shown}`"),
                );
                return error_expr(range);
            }
        };
        if !self.types.is_integer(offset.ty.ty) {
            let shown = self.types.show(offset.ty);
            self.error(
                offset.range,
                format!("an index must be an integer, not `{shown}`"),
            );
            return error_expr(range);
        }
        let sum = self.pointer_add(pointer, offset, false, range);
        self.deref(sum, true, range)
    }

    /// `&e`.
    pub(crate) fn address_of(&mut self, operand: Expr, range: Range) -> Expr {
        if operand.is_error() {
            return error_expr(range);
        }
        if !operand.is_place() {
            self.error(range, "`&` needs a variable or another place, not a value");
            return error_expr(range);
        }
        if let ExprKind::Member(_, record, index) = &operand.kind {
            let fields = self.types.record(*record).fields.as_deref().unwrap_or(&[]);
            if fields.get(*index).is_some_and(|f| f.bits.is_some()) {
                self.error(range, "a bit-field has no address");
                return error_expr(range);
            }
        }
        let ty = QualType::plain(self.types.pointer_to(operand.ty));
        let unsupported = match &operand.kind {
            // What stands there is no pointer, and must not be taken for one.
            ExprKind::Deref(vector, _)
                if matches!(self.types.get(vector.ty.ty), Type::Vector(..)) =>
            {
                Some("vector arithmetic")
            }
            ExprKind::Deref(pointer, _) if self.is_held(pointer) => {
                Some("address of a part of a returned record")
            }
            _ => None,
        };
        if let Some(what) = unsupported {
            return Expr {
                kind: ExprKind::Unsupported(what),
                ty,
                range,
                effects: true,
            };
        }
        // `&*p` is `p` (6.5.3.2 §3).
        if let ExprKind::Deref(pointer, _) = operand.kind {
            return Expr {
                range,
                ty,
                ..*pointer
            };
        }
        let effects = operand.effects;
        Expr {
            kind: ExprKind::AddressOf(Box::new(operand)),
            ty,
            range,
            effects,
        }
    }

    /// `offsetof`.
    pub(crate) fn offset_of(&mut self, node: &'a Node<OffsetOfExpression>) -> Expr {
        let range = range_of(node);
        let mut ty = self.type_name(&node.node.type_name);
        let designator = &node.node.designator.node;
        let mut bits = 0u64;
        // GNU C: what subscripts add that are not constant.
        let mut variable: Option<Expr> = None;
        let mut names = vec![OffsetStep::Member(&designator.base.node.name)];
        for member in &designator.members {
            names.push(match &member.node {
                OffsetMember::Member(name) | OffsetMember::IndirectMember(name) => {
                    OffsetStep::Member(&name.node.name)
                }
                OffsetMember::Index(e) => OffsetStep::Index(e),
            });
        }
        for step in names {
            let Some((more, next)) = self.offset_step(ty, step, range) else {
                return error_expr(range);
            };
            match more {
                Offset::Bits(more) => bits = bits.saturating_add(more),
                Offset::Bytes(more) => {
                    variable = Some(match variable {
                        Some(sum) => sum_of(sum, more),
                        None => more,
                    });
                }
            }
            ty = next;
        }
        let size_t = self.types.size_t();
        let constant = self.int(u128::from(bits / 8), size_t, range);
        match variable {
            Some(sum) => Expr {
                range,
                ..sum_of(sum, constant)
            },
            None => constant,
        }
    }

    fn offset_step(
        &mut self,
        ty: QualType,
        step: OffsetStep<'a>,
        range: Range,
    ) -> Option<(Offset, QualType)> {
        match (step, self.types.get(ty.ty)) {
            (OffsetStep::Member(name), &Type::Record(record)) => {
                let Some((path, member)) = self.types.find_member(record, name) else {
                    self.no_member(record, name, range);
                    return None;
                };
                Some((Offset::Bits(self.path_offset(record, &path)?), member))
            }
            (OffsetStep::Index(e), &Type::Array(element, _)) => {
                let size = self.types.size_of(element.ty)?;
                let index = self.value_of(e);
                if index.is_error() {
                    return None;
                }
                if self.types.is_integer(index.ty.ty) && self.types.fold(&index).is_none() {
                    let size_t = self.types.size_t();
                    let size = self.int(u128::from(size), size_t, range);
                    let index = self.convert(index, size_t);
                    return Some((Offset::Bytes(self.product(index, size)), element));
                }
                let index = self.constant_size(e)?;
                let bits = index.saturating_mul(size.saturating_mul(8));
                Some((Offset::Bits(bits), element))
            }
            _ => {
                if ty.ty != Types::ERROR {
                    let shown = self.types.show(ty);
                    self.error(range, format!("`{shown}` has no such member"));
                }
                None
            }
        }
    }

    fn path_offset(&self, record: RecordId, path: &[usize]) -> Option<u64> {
        let mut record = record;
        let mut bits = 0;
        for &index in path {
            let of = self.types.record(record);
            bits += of.layout.offsets.get(index)?;
            if let Type::Record(inner) = self.types.get(of.fields.as_ref()?.get(index)?.ty.ty) {
                record = *inner;
            }
        }
        Some(bits)
    }
}

/// One step of the second argument of `offsetof`.
enum OffsetStep<'a> {
    Member(&'a str),
    Index(&'a Node<Expression>),
}

/// What one step adds to an offset.
enum Offset {
    /// A constant, in bits.
    Bits(u64),
    /// A value of type `size_t`, in bytes.
    Bytes(Expr),
}

/// The sum of two values of one integer type.
fn sum_of(a: Expr, b: Expr) -> Expr {
    let (ty, range) = (a.ty, a.range);
    let effects = a.effects || b.effects;
    Expr {
        kind: ExprKind::Binary(BinaryOp::Add, Box::new(a), Box::new(b)),
        ty,
        range,
        effects,
    }
}

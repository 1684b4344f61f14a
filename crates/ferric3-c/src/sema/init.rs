//! Initialisation (6.7.9): of variables and of compound literals. How lists in braces fill
//! aggregates stands in [`init_fill`](super::init_fill).

use lang_c::ast::{self, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;

use super::convert::Purpose;
use super::hir::{Expr, ExprKind, Init, ObjectId, Part, Range, Stmt, Storage};
use super::init_fill::Filler;
use super::types::{ArrayLen, IntKind, QualType, Type, TypeId};
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// Give a variable its initialiser.
    pub(crate) fn initialize(&mut self, id: ObjectId, node: &'a Node<Initializer>) {
        let object = &self.objects[id.0 as usize];
        let (ty, range) = (object.ty, object.range);
        if object.init.is_some() {
            let name = object.name.clone();
            self.error(range, format!("redefinition of `{name}`"));
            return;
        }
        if object.storage == Storage::Extern {
            self.objects[id.0 as usize].storage = Storage::Static;
        }
        let (mut init, ty) = self.initializer(ty, node);
        let object = &self.objects[id.0 as usize];
        if object.storage == Storage::Static {
            self.put_calls_in_initializer(&mut init);
            self.check_constant_initializer(&init);
        }
        let filled = self.filled_record(ty.ty, &init);
        let object = &mut self.objects[id.0 as usize];
        object.ty = ty;
        object.init = Some(init);
        object.filled = filled;
    }

    /// GNU C: an initialiser may fill a flexible array member, and the object has room for that. The
    /// structure with an array of that length.
    fn filled_record(&mut self, ty: TypeId, init: &Init) -> Option<TypeId> {
        let (Type::Record(id), Init::Parts(parts)) = (self.types.get(ty), init) else {
            return None;
        };
        let record = self.types.record(*id);
        let (last, start) = (
            record.fields.as_ref()?.last()?,
            *record.layout.offsets.last()?,
        );
        let Type::Array(element, ArrayLen::Incomplete) = *self.types.get(last.ty.ty) else {
            return None;
        };
        let size = self.types.size_of(element.ty)?.saturating_mul(8).max(1);
        let ends = parts.iter().flat_map(|part| {
            let width = match &part.value.kind {
                ExprKind::String(elements) => size.saturating_mul(elements.len() as u64),
                _ => size,
            };
            let behind = part.offsets().filter(move |&offset| offset >= start);
            behind.map(move |offset| {
                let first = (offset - start) / size * size;
                first.saturating_add(width)
            })
        });
        let len = ends.max().unwrap_or(0).div_ceil(size);
        let (mut record, array) = (
            record.clone(),
            self.types.array_of(element, ArrayLen::Known(len)),
        );
        record.layout.size = (start / 8 + len.saturating_mul(size / 8)).max(record.layout.size);
        record.fields.as_mut()?.last_mut()?.ty.ty = array;
        let filled = self.types.new_record(record.kind, None);
        *self.types.record_mut(filled) = record;
        (len > 0).then(|| self.types.intern(Type::Record(filled)))
    }

    /// The value of an initialiser, and the type completed by it.
    pub(crate) fn initializer(
        &mut self,
        ty: QualType,
        node: &'a Node<Initializer>,
    ) -> (Init, QualType) {
        let range = range_of(node);
        match &node.node {
            Initializer::Expression(e) => self.expression_initializer(ty, e),
            Initializer::List(list) => self.list_initializer(ty, list, range),
        }
    }

    fn expression_initializer(
        &mut self,
        ty: QualType,
        node: &'a Node<Expression>,
    ) -> (Init, QualType) {
        let e = self.expr(node);
        if let Some(len) = self.string_for(ty.ty, &e) {
            let ty = self.with_length(ty, len);
            return (Init::Parts(vec![whole(ty, e)]), ty);
        }
        let is_array = matches!(self.types.get(ty.ty), Type::Array(..));
        if is_array && !e.is_error() {
            // GNU C: a compound literal of the same type, whose parts are then those of the array.
            let compatible = self.types.compatible_ids(e.ty.ty, ty.ty);
            if let ExprKind::CompoundLiteral(_, init) = e.kind
                && compatible
            {
                let ty = QualType { ty: e.ty.ty, ..ty };
                return (*init, ty);
            }
            self.error(
                range_of(node),
                "an array needs a list in braces as its initialiser",
            );
            return (Init::Parts(Vec::new()), ty);
        }
        let e = self.value(e);
        (
            Init::Value(self.assign_convert(e, ty, Purpose::Initialisation)),
            ty,
        )
    }

    /// A list in braces, for an object of the given type.
    pub(crate) fn list_initializer(
        &mut self,
        ty: QualType,
        list: &'a [Node<InitializerListItem>],
        range: Range,
    ) -> (Init, QualType) {
        if self.types.is_scalar(ty.ty) {
            return (Init::Value(self.scalar_in_braces(ty, list, range)), ty);
        }
        let mut filler = Filler::default();
        let len = self.fill_list(&mut filler, ty, 0, list, range);
        (Init::Parts(filler.into_parts()), self.with_length(ty, len))
    }

    /// The value of a scalar that stands in braces.
    pub(crate) fn scalar_in_braces(
        &mut self,
        ty: QualType,
        list: &'a [Node<InitializerListItem>],
        range: Range,
    ) -> Expr {
        if list.len() > 1 {
            self.warn(range, "more than one value for a scalar");
        }
        match list.first().map(|item| &item.node.initializer.node) {
            Some(Initializer::Expression(e)) => {
                let e = self.value_of(e);
                self.assign_convert(e, ty, Purpose::Initialisation)
            }
            Some(Initializer::List(list)) => self.scalar_in_braces(ty, list, range),
            None => self.zero(ty.ty, range),
        }
    }

    /// The number of elements of an array that a string literal initialises, if the expression
    /// is a literal that can.
    pub(crate) fn string_for(&self, ty: TypeId, e: &Expr) -> Option<u64> {
        let ExprKind::String(elements) = &e.kind else {
            return None;
        };
        let (Type::Array(to, _), Type::Array(from, _)) =
            (self.types.get(ty), self.types.get(e.ty.ty))
        else {
            return None;
        };
        let (to, from) = (self.types.int_kind(to.ty)?, self.types.int_kind(from.ty)?);
        let fits = match from {
            IntKind::Char => to.rank() == IntKind::Char.rank(),
            _ => to == from,
        };
        fits.then_some(elements.len() as u64)
    }

    /// An array type without a length gets one.
    pub(crate) fn with_length(&mut self, ty: QualType, len: u64) -> QualType {
        match *self.types.get(ty.ty) {
            Type::Array(element, ArrayLen::Incomplete) => QualType {
                ty: self.types.array_of(element, ArrayLen::Known(len)),
                ..ty
            },
            _ => ty,
        }
    }

    /// The declaration of an automatic variable is executed.
    pub(crate) fn declare_automatic(&mut self, id: ObjectId, stmts: &mut Vec<Stmt>) {
        if let Some(function) = &mut self.function {
            function.pass(id);
        }
        self.declare_lengths(stmts);
        stmts.push(Stmt::Declare(id));
    }

    /// A compound literal (6.5.2.5).
    pub(crate) fn compound_literal(&mut self, node: &'a Node<ast::CompoundLiteral>) -> Expr {
        let ty = self.type_name(&node.node.type_name);
        let range = range_of(node);
        let (init, ty) = self.list_initializer(ty, &node.node.initializer_list, range);
        let storage = match self.function {
            Some(_) => Storage::Auto,
            None => Storage::Static,
        };
        let object = self.new_object("compound literal", ty, storage, range);
        // It has its value before the program starts, whoever is initialised with its address.
        if storage == Storage::Static {
            self.check_constant_initializer(&init);
            self.objects[object.0 as usize].init = Some(init.clone());
        }
        let effects = init.effects();
        Expr {
            kind: ExprKind::CompoundLiteral(object, Box::new(init)),
            ty,
            range,
            effects,
        }
    }
}

/// The only part of an object.
pub(crate) fn whole(ty: QualType, value: Expr) -> Part {
    Part {
        offset: 0,
        bits: None,
        ty,
        value,
        repeats: Vec::new(),
    }
}

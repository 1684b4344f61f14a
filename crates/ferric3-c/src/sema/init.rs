//! Initialisation (6.7.9).

use lang_c::ast::{self, Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;

use super::constant::string_literal;
use super::convert::Purpose;
use super::hir::{Expr, ExprKind, Init, ObjectId, Range, Stmt, Storage};
use super::types::{ArrayLen, IntKind, QualType, RecordKind, Type, TypeId};
use super::{Sema, range_of};

/// The items of one brace-enclosed list, taken one by one.
struct Items<'a> {
    list: &'a [Node<InitializerListItem>],
    next: usize,
    /// The next item's designation has been followed.
    designated: bool,
}

impl<'a> Items<'a> {
    fn peek(&self) -> Option<&'a Node<InitializerListItem>> {
        self.list.get(self.next)
    }

    /// The next item, if it belongs to the part that is being filled: an item with a designation
    /// belongs to the part that is designated.
    fn peek_undesignated(&self) -> Option<&'a Node<InitializerListItem>> {
        self.peek()
            .filter(|item| item.node.designation.is_empty() || self.designated)
    }

    fn advance(&mut self) {
        self.next += 1;
        self.designated = false;
    }
}

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
        let (init, ty) = self.initializer(ty, node);
        let object = &self.objects[id.0 as usize];
        if object.storage == Storage::Static {
            self.check_constant_initializer(&init);
        }
        let object = &mut self.objects[id.0 as usize];
        object.ty = ty;
        object.init = Some(init);
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
        if let Some(len) = self.string_for(ty.ty, node) {
            let e = self.expr(node);
            return (Init::Parts(vec![e]), self.with_length(ty, len));
        }
        let e = self.expr(node);
        let is_array = matches!(self.types.get(ty.ty), Type::Array(..));
        if is_array && !e.is_error() {
            // GNU C: a compound literal of the same type.
            if matches!(e.kind, ExprKind::CompoundLiteral(_))
                && self.types.compatible_ids(e.ty.ty, ty.ty)
            {
                let ty = QualType { ty: e.ty.ty, ..ty };
                return (Init::Parts(vec![e]), ty);
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
        let mut parts = Vec::new();
        let mut items = Items {
            list,
            next: 0,
            designated: false,
        };
        if self.types.is_scalar(ty.ty) {
            let value = match list.first().map(|item| &item.node) {
                Some(InitializerListItem { initializer, .. }) => {
                    self.initializer(ty, initializer).0
                }
                None => Init::Value(self.zero(ty, range)),
            };
            if list.len() > 1 {
                self.warn(range, "more than one value for a scalar");
            }
            return (value, ty);
        }
        // `char a[] = {"text"}`.
        if let [item] = list
            && item.node.designation.is_empty()
            && let Initializer::Expression(e) = &item.node.initializer.node
            && let Some(len) = self.string_for(ty.ty, e)
        {
            parts.push(self.expr(e));
            return (Init::Parts(parts), self.with_length(ty, len));
        }
        let len = self.fill(ty, &mut items, true, &mut parts);
        if items.peek().is_some() {
            self.warn(range, "more values than the initialised object has parts");
            while let Some(item) = items.peek() {
                self.loose_item(item, &mut parts);
                items.advance();
            }
        }
        (Init::Parts(parts), self.with_length(ty, len))
    }

    /// An item that no part of the object takes is still evaluated.
    fn loose_item(&mut self, item: &'a Node<InitializerListItem>, parts: &mut Vec<Expr>) {
        match &item.node.initializer.node {
            Initializer::Expression(e) => parts.push(self.expr(e)),
            Initializer::List(list) => {
                for item in list {
                    self.loose_item(item, parts);
                }
            }
        }
    }

    fn zero(&mut self, ty: QualType, range: Range) -> Expr {
        let kind = if self.types.is_float(ty.ty) {
            ExprKind::Float(0.0)
        } else {
            ExprKind::Int(0)
        };
        Expr {
            kind,
            ty: QualType::plain(ty.ty),
            range,
            effects: false,
        }
    }

    /// Fill an aggregate with items; how many elements an array has then at least. `braced` says
    /// that all items of the list are for this aggregate.
    fn fill(
        &mut self,
        ty: QualType,
        items: &mut Items<'a>,
        braced: bool,
        parts: &mut Vec<Expr>,
    ) -> u64 {
        let mut index: u64 = 0;
        let mut longest = 0;
        while let Some(item) = items.peek() {
            if !item.node.designation.is_empty() && !items.designated {
                if !braced {
                    break;
                }
                match self.designated(ty, &item.node.designation, items, parts) {
                    Some(at) => index = at.saturating_add(1),
                    None => items.advance(),
                }
                longest = longest.max(index);
                continue;
            }
            let Some(part) = self.part(ty.ty, index) else {
                break;
            };
            let before = items.next;
            self.fill_part(part, items, parts);
            index += 1;
            longest = longest.max(index);
            if items.next == before && !matches!(self.types.get(ty.ty), Type::Record(_)) {
                // Elements without parts take nothing, however many there are.
                break;
            }
        }
        longest
    }

    /// The type of the part at a position that takes a value without a designator.
    fn part(&self, ty: TypeId, index: u64) -> Option<QualType> {
        match self.types.get(ty) {
            Type::Array(element, ArrayLen::Known(len)) => (index < *len).then_some(*element),
            Type::Array(element, _) => Some(*element),
            Type::Vector(element, size) => {
                let len = size / self.types.size_of(*element)?.max(1);
                (index < len).then(|| QualType::plain(*element))
            }
            Type::Record(r) => {
                let record = self.types.record(*r);
                let fields = record.fields.as_ref()?;
                let mut named = fields
                    .iter()
                    .filter(|f| f.name.is_some() || f.bits.is_none());
                match record.kind {
                    RecordKind::Union if index > 0 => None,
                    _ => named.nth(usize::try_from(index).ok()?).map(|f| f.ty),
                }
            }
            _ => None,
        }
    }

    /// Give one part its value: the next item, or several if its braces are left out.
    fn fill_part(&mut self, ty: QualType, items: &mut Items<'a>, parts: &mut Vec<Expr>) {
        let Some(item) = items.peek_undesignated() else {
            return;
        };
        let initializer = &*item.node.initializer;
        let aggregate = matches!(
            self.types.get(ty.ty),
            Type::Array(..) | Type::Record(_) | Type::Vector(..)
        );
        match &initializer.node {
            Initializer::Expression(e) if aggregate => {
                if self.string_for(ty.ty, e).is_some() {
                    parts.push(self.expr(e));
                    items.advance();
                } else if let Some(value) = self.whole_value(ty, e) {
                    parts.push(value);
                    items.advance();
                } else {
                    let before = items.next;
                    items.designated = true;
                    self.fill(ty, items, false, parts);
                    if items.next == before {
                        // An aggregate without parts takes nothing.
                        items.designated = false;
                        if self.part(ty.ty, 0).is_some() {
                            items.advance();
                        }
                    }
                }
            }
            _ => {
                match self.initializer(ty, initializer).0 {
                    Init::Value(e) => parts.push(e),
                    Init::Parts(list) => parts.extend(list),
                }
                items.advance();
            }
        }
    }

    /// The expression as a value of the whole record, if it is one.
    fn whole_value(&mut self, ty: QualType, node: &'a Node<Expression>) -> Option<Expr> {
        if !matches!(self.types.get(ty.ty), Type::Record(_) | Type::Vector(..)) {
            return None;
        }
        // Only these can have such a type; nothing else is checked twice.
        if !matches!(
            node.node,
            Expression::Identifier(_)
                | Expression::Member(_)
                | Expression::Call(_)
                | Expression::CompoundLiteral(_)
                | Expression::UnaryOperator(_)
                | Expression::BinaryOperator(_)
                | Expression::Statement(_)
                | Expression::Conditional(_)
                | Expression::Cast(_)
        ) {
            return None;
        }
        let saved = (self.diagnostics.len(), self.errors);
        let e = self.expr(node);
        if !e.is_error() && self.types.compatible_ids(e.ty.ty, ty.ty) {
            return Some(self.value(e));
        }
        self.diagnostics.truncate(saved.0);
        self.errors = saved.1;
        None
    }

    /// Follow a designation (6.7.9 §6) and fill what it names; the position in the outermost
    /// array or record.
    fn designated(
        &mut self,
        ty: QualType,
        designation: &'a [Node<Designator>],
        items: &mut Items<'a>,
        parts: &mut Vec<Expr>,
    ) -> Option<u64> {
        let mut first = None;
        let mut current = ty;
        for designator in designation {
            let (index, part) = self.designator(current, designator)?;
            first.get_or_insert(index);
            current = part;
        }
        items.designated = true;
        self.fill_part(current, items, parts);
        first
    }

    /// The position and type of the part that a designator names.
    fn designator(&mut self, ty: QualType, node: &'a Node<Designator>) -> Option<(u64, QualType)> {
        let range = range_of(node);
        match (&node.node, self.types.get(ty.ty)) {
            (Designator::Index(e), &Type::Array(element, len)) => {
                let index = self.constant_size(e)?;
                self.check_index(index, len, range);
                Some((index, element))
            }
            (Designator::Range(r), &Type::Array(element, len)) => {
                let (from, to) = (
                    self.constant_size(&r.node.from)?,
                    self.constant_size(&r.node.to)?,
                );
                if from > to {
                    self.error(range, "this range of elements is empty");
                }
                self.check_index(to, len, range);
                Some((to, element))
            }
            (Designator::Member(name), Type::Record(r)) => {
                let record = *r;
                let path = self.types.find_member(record, &name.node.name);
                let Some((path, field_ty)) = path else {
                    self.no_member(record, &name.node.name, range_of(name));
                    return None;
                };
                let fields = self.types.record(record).fields.as_deref().unwrap_or(&[]);
                let position = path.first().copied().unwrap_or(0);
                let before = fields[..position.min(fields.len())].iter();
                let index = before
                    .filter(|f| f.name.is_some() || f.bits.is_none())
                    .count();
                Some((index as u64, field_ty))
            }
            _ => {
                let shown = self.types.show(ty);
                self.error(
                    range,
                    format!("this designator does not fit the type `{shown}`"),
                );
                None
            }
        }
    }

    fn check_index(&mut self, index: u64, len: ArrayLen, range: Range) {
        if let ArrayLen::Known(len) = len
            && index >= len
        {
            self.error(range, format!("the array has only {len} elements"));
        }
    }

    /// The array that a string literal makes of an array type, if the expression is a literal
    /// that can initialise it: its number of elements.
    fn string_for(&self, ty: TypeId, node: &'a Node<Expression>) -> Option<u64> {
        let Expression::StringLiteral(literal) = &node.node else {
            return None;
        };
        let Type::Array(element, _) = self.types.get(ty) else {
            return None;
        };
        let (len, prefix) = string_literal(&literal.node).ok()?;
        let kind = self.types.int_kind(element.ty)?;
        let fits = match prefix {
            "" | "u8" => kind.rank() == IntKind::Char.rank(),
            "L" => Some(kind) == self.types.int_kind(self.types.wchar_t()),
            "u" => kind == IntKind::UShort,
            _ => kind == IntKind::UInt,
        };
        fits.then_some(len)
    }

    /// An array type without a length gets one.
    fn with_length(&mut self, ty: QualType, len: u64) -> QualType {
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
        let object = &self.objects[id.0 as usize];
        let (ty, range) = (object.ty.ty, object.range);
        if let Some(function) = &mut self.function {
            function.pass(id);
        }
        if matches!(self.types.get(ty), Type::Array(..)) && self.types.is_variably_modified(ty) {
            stmts.push(Stmt::Unsupported("variable-length array", range));
        }
        stmts.push(Stmt::Declare(id));
    }

    /// A compound literal (6.5.2.5).
    pub(crate) fn compound_literal(&mut self, node: &'a Node<ast::CompoundLiteral>) -> Expr {
        let ty = self.type_name(&node.node.type_name);
        let range = range_of(node);
        let (init, ty) = self.list_initializer(ty, &node.node.initializer_list, range);
        let effects = match &init {
            Init::Value(e) => e.effects,
            Init::Parts(parts) => parts.iter().any(|e| e.effects),
        };
        Expr {
            kind: ExprKind::CompoundLiteral(Box::new(init)),
            ty,
            range,
            effects,
        }
    }
}

//! Declarators (6.7.6): the part of a declaration that has the name.

use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression,
    FunctionDeclarator, Identifier, PointerQualifier,
};
use lang_c::span::Node;

use super::hir::{Object, ObjectId, Range, Storage};
use super::scope::{BesideParams, Entry};
use super::specifier::{Attributes, add_qualifier};
use super::symbol::{Label, label};
use super::types::{ArrayLen, FunctionType, QualType, Quals, Type, Types};
use super::{Sema, range_of};

/// A declared name and its type.
#[derive(Debug)]
pub(crate) struct Declared<'a> {
    /// The name, if there is one, and where it stands.
    pub(crate) name: Option<(&'a str, Range)>,
    /// The type.
    pub(crate) ty: QualType,
    /// If it is a function: its parameters.
    pub(crate) params: Params<'a>,
    /// Attributes of the declarator.
    pub(crate) attributes: Attributes,
    /// The name for the linker.
    pub(crate) label: Option<Label<'a>>,
}

/// The parameters of a function declarator.
#[derive(Debug)]
pub(crate) enum Params<'a> {
    /// Not a function declarator.
    None,
    /// A list of types (6.7.6.3 §10): a variable for each, and what else the list declares.
    Prototype(Vec<ObjectId>, BesideParams<'a>),
    /// A list of names (6.7.6.3 §14).
    Names(&'a [Node<Identifier>]),
}

impl<'a> Sema<'a> {
    /// What a declarator makes of the type of the specifiers.
    pub(crate) fn declarator(
        &mut self,
        base: QualType,
        node: &'a Node<Declarator>,
    ) -> Declared<'a> {
        let declarator = &node.node;
        let mut attributes = self.attributes(&declarator.extensions);
        let mut ty = self.attributed_type(base, &attributes);
        let mut params = Params::None;
        // `*a[2][3]()`: pointers come first, then the suffixes from right to left.
        let is_pointer = |d: &Node<DerivedDeclarator>| {
            matches!(
                d.node,
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
            )
        };
        for derived in declarator.derived.iter().filter(|d| is_pointer(d)) {
            ty = self.derive_pointer(ty, derived);
        }
        for derived in declarator.derived.iter().rev().filter(|d| !is_pointer(d)) {
            (ty, params) = self.derive_suffix(ty, derived);
        }
        let name = match &declarator.kind.node {
            DeclaratorKind::Abstract => None,
            DeclaratorKind::Identifier(id) => Some((id.node.name.as_str(), range_of(id))),
            DeclaratorKind::Declarator(inner) => {
                let only_brackets = adds_nothing(&inner.node);
                let mut declared = self.declarator(ty, inner);
                if only_brackets {
                    declared.params = params;
                }
                attributes.merge(declared.attributes);
                return Declared {
                    attributes,
                    label: declared.label.or(label(&declarator.extensions)),
                    ..declared
                };
            }
        };
        Declared {
            name,
            ty,
            params,
            attributes,
            label: label(&declarator.extensions),
        }
    }

    fn derive_pointer(&mut self, ty: QualType, node: &'a Node<DerivedDeclarator>) -> QualType {
        let (DerivedDeclarator::Pointer(list) | DerivedDeclarator::Block(list)) = &node.node else {
            return ty;
        };
        let mut quals = Quals::default();
        for qualifier in list {
            if let PointerQualifier::TypeQualifier(q) = &qualifier.node {
                add_qualifier(&mut quals, &q.node);
            }
        }
        QualType {
            ty: self.types.pointer_to(ty),
            quals,
            align: 0,
        }
    }

    fn derive_suffix(
        &mut self,
        ty: QualType,
        node: &'a Node<DerivedDeclarator>,
    ) -> (QualType, Params<'a>) {
        let range = range_of(node);
        match &node.node {
            DerivedDeclarator::Array(array) => {
                let len = match &array.node.size {
                    ArraySize::Unknown => ArrayLen::Incomplete,
                    ArraySize::VariableUnknown => ArrayLen::Variable(None),
                    ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                        self.array_length(e)
                    }
                };
                (self.checked_array(ty, len, range), Params::None)
            }
            // Nothing between the parentheses says nothing about parameters, also without a name.
            DerivedDeclarator::Function(f) if f.node.parameters.is_empty() => {
                self.check_function_result(ty, range);
                (self.unprototyped(ty), Params::None)
            }
            DerivedDeclarator::Function(f) => {
                self.check_function_result(ty, range);
                let (function, params, beside) = self.prototype(ty, &f.node);
                let id = self.types.intern(Type::Function(Box::new(function)));
                (QualType::plain(id), Params::Prototype(params, beside))
            }
            DerivedDeclarator::KRFunction(names) => {
                self.check_function_result(ty, range);
                (self.unprototyped(ty), Params::Names(names))
            }
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => (ty, Params::None),
        }
    }

    /// The type of functions without a prototype.
    fn unprototyped(&mut self, result: QualType) -> QualType {
        let function = FunctionType {
            result: QualType::plain(result.ty),
            params: Vec::new(),
            prototype: false,
            variadic: false,
        };
        QualType::plain(self.types.intern(Type::Function(Box::new(function))))
    }

    fn check_function_result(&mut self, ty: QualType, range: Range) {
        if matches!(self.types.get(ty.ty), Type::Array(..) | Type::Function(_)) {
            let shown = self.types.show(ty);
            self.error(range, format!("a function cannot return `{shown}`"));
        }
    }

    fn checked_array(&mut self, element: QualType, len: ArrayLen, range: Range) -> QualType {
        if !self.types.is_complete(element.ty) {
            let shown = self.types.show(element);
            self.error(
                range,
                format!("an array cannot have elements of type `{shown}`"),
            );
            return QualType::plain(Types::ERROR);
        }
        // As for GCC, half of the address space is the most that an object can have.
        let most = u64::MAX >> (65 - self.types.pointer_width());
        let size = self.types.size_of(element.ty);
        if let (ArrayLen::Known(len), Some(size)) = (len, size)
            && size.checked_mul(len).is_none_or(|size| size > most)
        {
            self.error(range, "this array is too large for the address space");
            return QualType::plain(Types::ERROR);
        }
        QualType::plain(self.types.array_of(element, len))
    }

    /// The number of elements that an expression between brackets gives (6.7.6.2).
    fn array_length(&mut self, node: &'a Node<Expression>) -> ArrayLen {
        let range = range_of(node);
        let size = self.expr(node);
        let size = self.value(size);
        if size.is_error() {
            self.unknown_constant(range);
            return ArrayLen::Known(1);
        }
        if !self.types.is_integer(size.ty.ty) {
            let shown = self.types.show(size.ty);
            self.error(
                range,
                format!("the size of an array must be an integer, not `{shown}`"),
            );
            return ArrayLen::Known(1);
        }
        let constant = self.types.fold(&size).or_else(|| {
            let mut known = size.clone();
            self.put_in_constants(&mut known);
            self.put_in_calls(&mut known);
            self.types.fold(&known)
        });
        match constant {
            Some(bits) => match u64::try_from(self.signed_value(bits, size.ty.ty)) {
                Ok(len) => ArrayLen::Known(len),
                Err(_) => {
                    self.error(range, "the size of an array must not be negative");
                    ArrayLen::Known(1)
                }
            },
            None => {
                if size.effects {
                    self.size_effects = true;
                }
                if self.scopes.at_file_scope() {
                    self.error(range, "the size of an array at file scope must be constant");
                }
                ArrayLen::Variable(Some(self.hidden_length(size)))
            }
        }
    }

    /// The type of a prototype, a variable for each parameter, and what else it declares.
    fn prototype(
        &mut self,
        result: QualType,
        f: &'a FunctionDeclarator,
    ) -> (FunctionType, Vec<ObjectId>, BesideParams<'a>) {
        self.scopes.enter();
        let lengths = std::mem::take(&mut self.lengths);
        let size_effects = std::mem::take(&mut self.size_effects);
        let mut params = Vec::new();
        let mut types = Vec::new();
        for (i, node) in f.parameters.iter().enumerate() {
            let parameter = &node.node;
            let range = range_of(node);
            let specifiers = self.specifiers(&parameter.specifiers, range, false);
            let mut name = None;
            let mut ty = self.attributed_type(specifiers.ty, &specifiers.attributes);
            if let Some(declarator) = &parameter.declarator {
                let declared = self.declarator(ty, declarator);
                (ty, name) = (declared.ty, declared.name);
            }
            let only = f.parameters.len() == 1 && f.ellipsis == Ellipsis::None;
            if ty.ty == Types::VOID && name.is_none() && only {
                break;
            }
            ty = self.adjust_parameter(ty);
            if ty.ty == Types::VOID {
                self.error(range, format!("parameter {} has type void", i + 1));
                ty = QualType::plain(Types::ERROR);
            }
            types.push(QualType::plain(ty.ty));
            params.push(self.declare_parameter(name, ty, range));
        }
        let mut beside = self.scopes.leave_params();
        beside.lengths = std::mem::replace(&mut self.lengths, lengths);
        beside.size_effects = std::mem::replace(&mut self.size_effects, size_effects);
        let function = FunctionType {
            result: QualType::plain(result.ty),
            params: types,
            prototype: true,
            variadic: f.ellipsis == Ellipsis::Some,
        };
        (function, params, beside)
    }

    /// Arrays and functions become pointers (6.7.6.3 §7, §8).
    pub(crate) fn adjust_parameter(&mut self, ty: QualType) -> QualType {
        match self.types.get(ty.ty) {
            Type::Array(element, _) => {
                let element = element.with(ty.quals);
                QualType::plain(self.types.pointer_to(element))
            }
            Type::Function(_) => QualType::plain(self.types.pointer_to(ty)),
            _ => ty,
        }
    }

    /// A variable for a parameter, which those behind it see.
    pub(crate) fn declare_parameter(
        &mut self,
        name: Option<(&'a str, Range)>,
        ty: QualType,
        range: Range,
    ) -> ObjectId {
        let (name, range) = name.unwrap_or(("", range));
        let object = self.new_object(name, ty, Storage::Param, range);
        if !name.is_empty() {
            if self.scopes.lookup_here(name).is_some() {
                self.error(range, format!("two parameters have the name `{name}`"));
            }
            self.scopes.declare(name, Entry::Object(object));
        }
        object
    }

    /// A new variable.
    pub(crate) fn new_object(
        &mut self,
        name: &str,
        ty: QualType,
        storage: Storage,
        range: Range,
    ) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(Object {
            name: name.to_owned(),
            ty,
            align: 0,
            storage,
            weak: false,
            range,
            init: None,
            filled: None,
        });
        id
    }
}

/// `(f)`, `((f))`: brackets around a name, which change nothing.
fn adds_nothing(declarator: &Declarator) -> bool {
    declarator.derived.is_empty()
        && match &declarator.kind.node {
            DeclaratorKind::Declarator(inner) => adds_nothing(&inner.node),
            DeclaratorKind::Abstract | DeclaratorKind::Identifier(_) => true,
        }
}

//! Declarations (6.7, 6.9): typedefs, variables, function declarations, static assertions.

use lang_c::ast::{
    Declaration, Expression, ExternalDeclaration, InitDeclarator, Initializer, StaticAssert,
    StorageClassSpecifier,
};
use lang_c::span::Node;

use super::declarator::Declared;
use super::hir::{Function, FunctionId, ObjectId, Range, Stmt, Storage, Symbol};
use super::scope::Entry;
use super::specifier::{Specifiers, is_auto};
use super::symbol::Linked;
use super::types::{ArrayLen, QualType, Type, TypeId, Types};
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// Something at file scope.
    pub(crate) fn external_declaration(&mut self, node: &'a Node<ExternalDeclaration>) {
        match &node.node {
            ExternalDeclaration::Declaration(declaration) => {
                self.declaration(declaration, &mut Vec::new());
            }
            ExternalDeclaration::StaticAssert(assert) => self.static_assert(assert),
            ExternalDeclaration::FunctionDefinition(definition) => {
                self.function_definition(definition);
            }
        }
        self.size_effects = false;
        self.lengths.clear();
    }

    /// A declaration; what it does when it is executed goes to `stmts`.
    pub(crate) fn declaration(&mut self, node: &'a Node<Declaration>, stmts: &mut Vec<Stmt>) {
        let declaration = &node.node;
        let range = range_of(node);
        let alone = declaration.declarators.is_empty();
        let mut specifiers = self.specifiers(&declaration.specifiers, range, alone);
        let auto = is_auto(&declaration.specifiers);
        for declarator in &declaration.declarators {
            if auto {
                specifiers.ty = self.inferred_type(specifiers.ty, declarator);
            }
            self.init_declarator(&specifiers, declarator, stmts);
        }
        self.declare_lengths(stmts);
        if std::mem::take(&mut self.size_effects) {
            stmts.push(Stmt::Unsupported(
                "side effect in the size of an array",
                range,
            ));
        }
    }

    /// GNU `__auto_type`: the type of the initialiser, with the qualifiers of the declaration.
    fn inferred_type(&mut self, ty: QualType, node: &'a Node<InitDeclarator>) -> QualType {
        match node
            .node
            .initializer
            .as_ref()
            .map(|initializer| &initializer.node)
        {
            Some(Initializer::Expression(e)) => {
                let quals = ty.quals;
                self.value_of(e).ty.with(quals)
            }
            _ => {
                self.error(range_of(node), "`__auto_type` needs an initialiser");
                ty
            }
        }
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        node: &'a Node<InitDeclarator>,
        stmts: &mut Vec<Stmt>,
    ) {
        let range = range_of(node);
        let base = self.attributed_type(specifiers.ty, &specifiers.attributes);
        let declared = self.declarator(base, &node.node.declarator);
        let Some((name, name_range)) = declared.name else {
            self.error(range, "this declaration has no name");
            return;
        };
        let initializer = node.node.initializer.as_ref();
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            self.declare_typedef(specifiers, &declared, name, name_range);
            if initializer.is_some() {
                self.error(
                    name_range,
                    format!("the type name `{name}` cannot have a value"),
                );
            }
        } else if self.types.function(declared.ty.ty).is_some() {
            let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
            let linked = self.linked_name(name, declared.label);
            if is_static && self.scopes.at_file_scope() {
                self.declare_internal(linked.key);
            }
            let id = self.declare_function(name, linked, declared.ty.ty, name_range);
            let noreturn = specifiers.attributes.noreturn || declared.attributes.noreturn;
            let weak = specifiers.attributes.weak || declared.attributes.weak;
            let align = specifiers.attributes.align.max(declared.attributes.align);
            let function = &mut self.functions[id.0 as usize];
            function.noreturn |= noreturn;
            function.align = function.align.max(align.unwrap_or(0));
            if weak {
                self.declare_weak(id);
            }
            if initializer.is_some() {
                self.error(
                    name_range,
                    format!("the function `{name}` cannot have a value"),
                );
            }
        } else {
            let object = self.declare_variable(specifiers, &declared, name, name_range, range);
            let Some(object) = object else { return };
            let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
            if self.scopes.at_file_scope() && (!is_extern || initializer.is_some()) {
                self.defined_once(object, name, name_range);
            }
            let align = specifiers.attributes.align.max(declared.attributes.align);
            let weak = specifiers.attributes.weak || declared.attributes.weak;
            let known = &mut self.objects[object.0 as usize];
            known.align = align.unwrap_or(0).max(known.align);
            known.weak |= weak;
            if let Some(initializer) = initializer {
                self.initialize(object, initializer);
            }
            self.check_complete(object);
            if self.objects[object.0 as usize].storage == Storage::Auto {
                self.declare_automatic(object, stmts);
                let attributes = [declared.attributes, specifiers.attributes.clone()];
                if let Some(cleanup) = attributes.into_iter().find_map(|a| a.cleanup) {
                    stmts.extend(self.cleanup(object, cleanup));
                }
            }
        }
    }

    fn declare_typedef(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared<'a>,
        name: &'a str,
        range: Range,
    ) {
        let mut ty = declared.ty;
        if let Some(align) = specifiers.attributes.align.max(declared.attributes.align) {
            ty.align = u32::try_from(align).unwrap_or(0);
        }
        if specifiers.attributes.transparent || declared.attributes.transparent {
            self.make_transparent(ty.ty);
        }
        ty.quals.may_alias |= specifiers.attributes.may_alias || declared.attributes.may_alias;
        match self.scopes.lookup_here(name) {
            Some(Entry::Typedef(old)) if self.types.compatible(old, ty) => {}
            Some(_) => self.error(range, format!("conflicting declarations of `{name}`")),
            None => {}
        }
        self.scopes.declare(name, Entry::Typedef(ty));
    }

    /// Declare a function at file or block scope.
    pub(crate) fn declare_function(
        &mut self,
        name: &'a str,
        linked: Linked<'a>,
        ty: TypeId,
        range: Range,
    ) -> FunctionId {
        if let Some(Entry::Object(_) | Entry::Typedef(_) | Entry::Constant(..)) =
            self.scopes.lookup_here(name)
        {
            self.error(
                range,
                format!("`{name}` is declared as another kind of thing already"),
            );
        }
        let id = self.linked_function(name, linked, ty, range);
        self.scopes.linked.insert(linked.key, Entry::Function(id));
        self.scopes.declare(name, Entry::Function(id));
        id
    }

    pub(super) fn redeclare_function(&mut self, id: FunctionId, ty: TypeId, range: Range) {
        let old = &self.functions[id.0 as usize];
        let (old_ty, implicit, name) = (old.ty, old.implicit, old.name.clone());
        let before = old.range;
        if !self.types.compatible_ids(old_ty, ty) {
            let (was, is) = (self.types.show_id(old_ty), self.types.show_id(ty));
            let message = format!("conflicting types for `{name}`: `{is}`, before `{was}`");
            if implicit {
                self.warn(range, message);
            } else {
                match self.agree(old_ty, ty, range) {
                    // This unit knows it by its own type.
                    Ok(()) => self.functions[id.0 as usize].ty = ty,
                    Err(true) => {}
                    Err(false) => self.conflict(range, message, before),
                }
                return;
            }
        }
        let merged = if implicit {
            ty
        } else {
            self.types
                .composite(QualType::plain(old_ty), QualType::plain(ty))
                .ty
        };
        let function = &mut self.functions[id.0 as usize];
        function.ty = merged;
        function.implicit = false;
    }

    /// A new function without a body.
    pub(crate) fn new_function(&mut self, name: &str, ty: TypeId, range: Range) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        let name = name.to_owned();
        self.functions.push(Function {
            name,
            ty,
            range,
            implicit: false,
            noreturn: false,
            weak: false,
            align: 0,
            replaceable: false,
            is_library: false,
            has_label: false,
            symbol: Symbol::Known,
            body: None,
        });
        id
    }

    fn declare_variable(
        &mut self,
        specifiers: &Specifiers,
        declared: &Declared<'a>,
        name: &'a str,
        name_range: Range,
        range: Range,
    ) -> Option<ObjectId> {
        let ty = declared.ty;
        if ty.ty == Types::VOID {
            self.error(name_range, format!("the variable `{name}` has type void"));
            return None;
        }
        let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let is_static = specifiers.storage == Some(StorageClassSpecifier::Static);
        if self.scopes.at_file_scope() || is_extern {
            let linked = self.linked_name(name, declared.label);
            if linked.symbol == Symbol::Unclear {
                self.unclear_variable(declared.label, name_range);
            }
            if is_static && self.scopes.at_file_scope() {
                self.declare_internal(linked.key);
            }
            return self.declare_linked(name, linked.key, ty, is_extern, name_range);
        }
        if is_static {
            self.unclear_variable(declared.label, name_range);
        }
        if self.scopes.lookup_here(name).is_some() {
            self.error_hint(
                name_range,
                format!("redefinition of `{name}`"),
                "the same block declares it already",
            );
        }
        let storage = match specifiers.storage {
            Some(StorageClassSpecifier::Static) => Storage::Static,
            _ => Storage::Auto,
        };
        // The whole declarator is the place of a havoc.
        let place = if storage == Storage::Auto {
            range
        } else {
            name_range
        };
        let object = self.new_object(name, ty, storage, place);
        self.scopes.declare(name, Entry::Object(object));
        Some(object)
    }

    /// A variable with linkage (6.2.2): all its declarations mean the same variable.
    fn declare_linked(
        &mut self,
        name: &'a str,
        key: &'a str,
        ty: QualType,
        is_extern: bool,
        range: Range,
    ) -> Option<ObjectId> {
        if let Some(entry) = self.scopes.lookup_here(name)
            && !matches!(entry, Entry::Object(_))
        {
            self.error(
                range,
                format!("`{name}` is declared as another kind of thing already"),
            );
            return None;
        }
        let storage = if is_extern {
            Storage::Extern
        } else {
            Storage::Static
        };
        let id = match self.scopes.linked.get(key) {
            Some(&Entry::Object(id)) => {
                let object = &self.objects[id.0 as usize];
                let (old, before) = (object.ty, object.range);
                if !self.types.compatible(old, ty) {
                    let (was, is) = (self.types.show(old), self.types.show(ty));
                    let message = format!("conflicting types for `{name}`: `{is}`, before `{was}`");
                    let same_quals = old.quals.same_as(ty.quals);
                    match self.agree(old.ty, ty.ty, range) {
                        Ok(()) if same_quals => {}
                        Err(true) => {}
                        _ => {
                            self.conflict(range, message, before);
                            return None;
                        }
                    }
                }
                let merged = match self.types.compatible(old, ty) {
                    true => self.types.composite(old, ty),
                    false if !self.types.is_complete(ty.ty) => old,
                    false => ty,
                };
                let object = &mut self.objects[id.0 as usize];
                object.ty = merged;
                if storage == Storage::Static {
                    object.storage = Storage::Static;
                }
                id
            }
            Some(_) => {
                self.error(range, format!("`{name}` is declared as a function already"));
                return None;
            }
            None => self.new_object(key, ty, storage, range),
        };
        self.scopes.linked.insert(key, Entry::Object(id));
        self.scopes.declare(name, Entry::Object(id));
        Some(id)
    }

    /// A variable must have a complete type where it is defined (6.7 §7).
    fn check_complete(&mut self, id: ObjectId) {
        let object = &self.objects[id.0 as usize];
        let (ty, range) = (object.ty, object.range);
        if self.types.is_complete(ty.ty) || self.scopes.at_file_scope() {
            return;
        }
        if object.storage != Storage::Extern {
            let (name, shown) = (object.name.clone(), self.types.show(ty));
            self.error(range, format!("`{name}` has the incomplete type `{shown}`"));
        }
    }

    /// Tentative definitions of an incomplete type (6.9.2): arrays get one element.
    pub(crate) fn finish_tentative_definitions(&mut self) {
        for i in 0..self.objects.len() {
            let object = &self.objects[i];
            if object.storage != Storage::Static || self.types.is_complete(object.ty.ty) {
                continue;
            }
            match *self.types.get(object.ty.ty) {
                Type::Array(element, ArrayLen::Incomplete) => {
                    let ty = self.types.array_of(element, ArrayLen::Known(1));
                    self.objects[i].ty.ty = ty;
                }
                _ => {
                    let (range, name) = (object.range, object.name.clone());
                    let shown = self.types.show(object.ty);
                    self.error(range, format!("`{name}` has the incomplete type `{shown}`"));
                }
            }
        }
    }

    /// `_Static_assert` (6.7.10).
    pub(crate) fn static_assert(&mut self, node: &'a Node<StaticAssert>) {
        let Some((bits, _)) = self.integer_constant_expression(&node.node.expression) else {
            return;
        };
        if bits == 0 {
            let message = node.node.message.node.concat();
            self.error(
                range_of(node),
                format!("static assertion failed: {message}"),
            );
        }
    }

    /// The value and type of an integer constant expression (6.6 §6).
    pub(crate) fn integer_constant_expression(
        &mut self,
        node: &'a Node<Expression>,
    ) -> Option<(u128, TypeId)> {
        let e = self.expr(node);
        let mut e = self.value(e);
        let range = range_of(node);
        if e.is_error() {
            self.unknown_constant(range);
            return None;
        }
        if !self.types.is_integer(e.ty.ty) {
            let shown = self.types.show(e.ty);
            self.error(
                range,
                format!("an integer constant is needed here, not `{shown}`"),
            );
            return None;
        }
        self.put_in_calls(&mut e);
        match self.types.fold(&e) {
            Some(bits) => Some((bits, e.ty.ty)),
            None => {
                self.error(
                    range,
                    "the value of this expression must be known to the compiler",
                );
                None
            }
        }
    }

    /// Report a constant whose value is not known, unless an error was reported already.
    pub(crate) fn unknown_constant(&mut self, range: Range) {
        if self.errors == 0 {
            self.error(range, "the value of this expression is not known");
        }
    }

    /// A constant expression that gives a size.
    pub(crate) fn constant_size(&mut self, node: &'a Node<Expression>) -> Option<u64> {
        let (bits, ty) = self.integer_constant_expression(node)?;
        match u64::try_from(self.signed_value(bits, ty)) {
            Ok(size) => Some(size),
            Err(_) => {
                self.error(range_of(node), "this number must not be negative");
                None
            }
        }
    }

    /// The bits of an integer as a number.
    pub(crate) fn signed_value(&self, bits: u128, ty: TypeId) -> i128 {
        match self.types.scalar_width(ty) {
            Some(width) if self.types.is_signed(ty) => super::constant::sign_extend(bits, width),
            _ => bits as i128,
        }
    }
}

//! Models of library functions: their types where the program declares none, and their bodies
//! where it gives none.

use lang_c::ast::{Declarator, DeclaratorKind, ExternalDeclaration, TranslationUnit};
use lang_c::span::Node;

use super::Sema;
use super::hir::{FunctionId, Range, Storage};
use super::scope::Entry;
use super::types::{FunctionType, Types};
use crate::library::{DISTURB_ERRNO, ERRNO, SET_ERRNO};

impl<'a> Sema<'a> {
    /// Keep the models at hand; their type names are declared.
    pub(crate) fn offer_models(&mut self, models: &'a TranslationUnit) {
        for node in &models.0 {
            match &node.node {
                ExternalDeclaration::FunctionDefinition(definition) => {
                    if let Some(name) = declared_name(&definition.node.declarator) {
                        self.library.insert(name, definition);
                    }
                }
                _ => self.external_declaration(node),
            }
        }
    }

    /// The type of a library function that is called without a declaration.
    pub(crate) fn model_type(&mut self, name: &str) -> Option<FunctionType> {
        // Out of reach meanwhile: the type of `div` is given by that of a call of it.
        let (name, definition) = self.library.remove_entry(name)?;
        let (found, errors) = (self.diagnostics.len(), self.errors);
        let node = &definition.node;
        let range = super::range_of(&node.declarator);
        let specifiers = self.specifiers(&node.specifiers, range, false);
        let declared = self.declarator(specifiers.ty, &node.declarator);
        self.library.insert(name, definition);
        let wrong = self.errors > errors;
        self.diagnostics.truncate(found);
        self.errors = errors;
        self.types
            .function(declared.ty.ty)
            .filter(|_| !wrong)
            .cloned()
    }

    /// Give the models' bodies to the functions that have none. A model that does not fit the
    /// program's declaration is left out: the function then has no meaning here.
    pub(crate) fn take_models(&mut self) {
        self.in_models = true;
        self.linkage.symbols.clear();
        self.judge_versions();
        self.share_errno();
        for name in [SET_ERRNO, DISTURB_ERRNO] {
            // The lowering calls them.
            if self.library.contains_key(name)
                && let Some(ty) = self.model_type(name)
            {
                self.compiler_function(name, ty, Range::default());
            }
        }
        let mut next = 0;
        // Models may use further ones.
        while let Some(function) = self.functions.get(next) {
            let id = FunctionId(next as u32);
            next += 1;
            if function.body.is_some() {
                continue;
            }
            let name = function.name.clone();
            // One of several that share the name has its type.
            match self.scopes.linked.get(name.as_str()) {
                Some(&Entry::Function(linked)) if linked == id => {}
                _ => continue,
            }
            let Some(fits) = self.model_fits(&name, id) else {
                continue;
            };
            let Some((_, definition)) = self.library.remove_entry(name.as_str()) else {
                continue;
            };
            if !fits {
                continue;
            }
            let saved = (self.diagnostics.len(), self.errors);
            let (ty, range) = {
                let function = &self.functions[id.0 as usize];
                (function.ty, function.range)
            };
            self.function_definition(definition);
            let wrong = self.errors > saved.1;
            self.diagnostics.truncate(saved.0);
            self.errors = saved.1;
            let function = &mut self.functions[id.0 as usize];
            if wrong {
                (function.ty, function.range, function.body) = (ty, range, None);
            } else {
                function.is_library = true;
            }
        }
    }

    /// A program may also declare `extern int errno;` instead of including the header.
    fn share_errno(&mut self) {
        let Some(Entry::Object(errno)) = self.scopes.lookup(ERRNO) else {
            return;
        };
        "errno".clone_into(&mut self.objects[errno.0 as usize].name);
        let Some(&Entry::Object(own)) = self.scopes.linked.get("errno") else {
            return;
        };
        let object = &mut self.objects[own.0 as usize];
        if object.storage == Storage::Extern && object.ty.ty == Types::INT {
            object.storage = Storage::Static;
            self.scopes.declare(ERRNO, Entry::Object(own));
        }
    }

    /// Does the model have the type that the program declares? `None` if there is no model.
    fn model_fits(&mut self, name: &str, id: FunctionId) -> Option<bool> {
        if !self.library.contains_key(name) {
            return None;
        }
        let declared = self.functions[id.0 as usize].ty;
        // A model whose type depends on the declaration has it for sure, if it has any.
        let Some(model) = self.model_type(name) else {
            return Some(false);
        };
        let prototype = self.types.function(declared).is_some_and(|f| f.prototype);
        let convertible = prototype || model.params.is_empty();
        let model = self
            .types
            .intern(super::types::Type::Function(Box::new(model)));
        // Arguments of calls without a prototype were not converted.
        Some(convertible && self.types.compatible_ids(declared, model))
    }
}

/// The name that a declarator declares.
fn declared_name(declarator: &Node<Declarator>) -> Option<&str> {
    match &declarator.node.kind.node {
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(inner),
        DeclaratorKind::Abstract => None,
    }
}

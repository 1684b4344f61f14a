//! The type check: from the syntax tree to the typed tree ([`hir`]).
//!
//! One file per chapter of the standard: [`types`], [`layout`], [`constant`], [`convert`],
//! expressions, declarations, initialisers, statements. Errors are collected, not thrown: a part
//! that is wrong becomes an expression of the error type, which fits everywhere.

mod agree;
mod alignment;
mod assembler;
mod assign;
mod atomic;
mod builtin;
mod builtin_call;
mod call;
mod cleanup;
mod compat;
mod conditional;
pub(crate) mod constant;
mod constant_call;
mod convert;
mod decl;
mod declarator;
mod display;
mod expr;
mod float;
mod function;
pub(crate) mod hir;
mod init;
mod init_fill;
mod jump;
mod kinds;
mod layout;
mod library;
mod linkage;
mod operator;
mod place;
mod record;
pub(crate) mod scope;
mod signature;
mod specifier;
mod static_init;
mod stmt;
mod symbol;
mod temporary;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_init;
#[cfg(test)]
mod tests_layout;
mod transparent;
pub(crate) mod types;
pub(crate) mod variadic;
mod vla;

use ferric3_ivl::{Check, Span};
use lang_c::ast::{FunctionDefinition, TranslationUnit};
use lang_c::span::{Node, Span as Offsets};
use rustc_hash::FxHashMap;

use crate::preprocess::Preprocessed;
use crate::{Diagnostic, FrontendOptions, Severity};
use function::FunctionState;
use hir::{Function, Object, Range, Unit};
use linkage::Linkage;
use scope::Scopes;
use types::Types;

/// Errors after which the check gives up.
const MAX_ERRORS: usize = 20;

/// The state of the check.
pub(crate) struct Sema<'a> {
    source: &'a Preprocessed,
    types: Types,
    objects: Vec<Object>,
    functions: Vec<Function>,
    scopes: Scopes<'a>,
    /// The function whose body is checked.
    function: Option<FunctionState<'a>>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// What several units have in common.
    linkage: Linkage<'a>,
    /// Models of library functions, by name, that have not been used yet.
    library: FxHashMap<&'a str, &'a Node<FunctionDefinition>>,
    /// Is one of them checked, rather than the program?
    in_models: bool,
    /// The size of a variable-length array was seen whose evaluation has side effects.
    size_effects: bool,
    /// Hidden variables for the lengths of arrays, to be declared by the next statement.
    lengths: Vec<hir::ObjectId>,
    /// Where the variable arguments of calls lie.
    areas: FxHashMap<Range, hir::ObjectId>,
    /// Are conversions of constants that change their values kept, because they are checked?
    keeps_conversions: bool,
    /// Are conversions of floating-point constants to integers checked?
    keeps_floats: bool,
    /// What keeps the whole program from being modelled.
    obstacles: Vec<(Range, String)>,
}

/// Check translation units, each with its part of the text, with models of library functions. The
/// warnings come with the tree, all messages with the failure.
pub(crate) fn check(
    source: &Preprocessed,
    units: &[(std::ops::Range<usize>, &TranslationUnit)],
    models: Option<&TranslationUnit>,
    options: &FrontendOptions,
) -> Result<(Unit, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut sema = Sema {
        source,
        types: Types::new(options.data_model, options.dialect),
        objects: Vec::new(),
        functions: Vec::new(),
        scopes: Scopes::new(),
        function: None,
        diagnostics: Vec::new(),
        errors: 0,
        linkage: Linkage::new(units.len() > 1),
        library: FxHashMap::default(),
        in_models: false,
        size_effects: false,
        lengths: Vec::new(),
        areas: FxHashMap::default(),
        keeps_conversions: options.checks.contains(&Check::Conversion),
        keeps_floats: options.checks.contains(&Check::Range),
        obstacles: Vec::new(),
    };
    sema.declare_builtin_types();
    if let Some(models) = models {
        sema.offer_models(models);
    }
    sema.scopes.begin_units();
    let mut names = Vec::new();
    for (text, tree) in units {
        sema.begin_unit(text.clone());
        for external in &tree.0 {
            if sema.errors >= MAX_ERRORS {
                break;
            }
            sema.external_declaration(external);
        }
        if sema.errors == 0 {
            sema.finish_tentative_definitions();
        }
        names.push(sema.unit_names());
        if units.len() > 1 {
            sema.end_unit();
        }
    }
    if sema.errors == 0 {
        sema.take_models();
    }
    if sema.errors > 0 {
        return Err(sema.diagnostics);
    }
    let unit = Unit {
        types: sema.types,
        objects: sema.objects,
        functions: sema.functions,
        areas: sema.areas,
        obstacles: sema.obstacles,
        names,
    };
    Ok((unit, sema.diagnostics))
}

/// The range of a node.
fn range_of<T>(node: &Node<T>) -> Range {
    offsets(node.span)
}

fn offsets(span: Offsets) -> Range {
    Range {
        start: span.start as u32,
        end: span.end as u32,
    }
}

impl Sema<'_> {
    fn place(&self, range: Range) -> Span {
        range.place(self.source)
    }

    /// Report an error.
    fn error(&mut self, range: Range, message: impl Into<String>) {
        let diagnostic = Diagnostic::error(self.place(range), message);
        self.report(diagnostic);
    }

    /// Report an error with a hint.
    fn error_hint(&mut self, range: Range, message: impl Into<String>, hint: impl Into<String>) {
        let diagnostic = Diagnostic::error(self.place(range), message).with_hint(hint);
        self.report(diagnostic);
    }

    /// Report a warning.
    fn warn(&mut self, range: Range, message: impl Into<String>) {
        let diagnostic = Diagnostic::warning(self.place(range), message);
        self.report(diagnostic);
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
            if self.errors > MAX_ERRORS {
                return;
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// The text of a range of the parsed text.
    fn text(&self, range: Range) -> &str {
        self.source
            .text
            .get(range.start as usize..range.end as usize)
            .unwrap_or("")
    }
}

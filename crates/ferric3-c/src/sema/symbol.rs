//! Names for the linker: `int f(void) __asm__("g");` of GNU C says that `f` is what the linker calls
//! `g`. The headers of the GNU C library choose versions of functions in that way (`fopen64` for
//! `fopen`).
//!
//! Linkage goes by these names: `f` and `g` are one function, in one unit or in several, and what is
//! called `g` in the table of the library is what a call of `f` does. Types need not fit for that,
//! the linker knows none. Where they do not, or where the name cannot be told, a call is unsupported.

use lang_c::ast::Extension;
use lang_c::span::Node;

use super::Sema;
use super::hir::{FunctionId, Range, Symbol};
use super::scope::Entry;
use super::types::TypeId;
use crate::library::table::{find, has_row, is_wide_time};

/// The name for the linker that a declarator gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Label<'a> {
    /// A name.
    Name(&'a str),
    /// Something else, such as `name@VERSION`.
    Odd,
}

/// What the linker calls a function or variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linked<'a> {
    /// The name.
    pub(super) key: &'a str,
    /// Is it one that a declaration gives?
    pub(super) is_given: bool,
    /// What that says about what it is.
    pub(super) symbol: Symbol,
}

/// The name for the linker among what follows a declarator.
pub(super) fn label(extensions: &[Node<Extension>]) -> Option<Label<'_>> {
    let mut labels = extensions.iter().filter_map(|node| match &node.node {
        Extension::AsmLabel(label) => Some(&label.node),
        _ => None,
    });
    let parts = labels.next()?.iter().map(|part| part.trim_matches('"'));
    let mut parts = parts.filter(|part| !part.is_empty());
    let is_name = |part: &&str| {
        let mut letters = part.chars();
        letters.all(|c| c == '_' || c.is_ascii_alphanumeric())
    };
    // A name that is put together of several strings has no text to refer to.
    match (parts.next().filter(is_name), parts.next()) {
        (Some(name), None) => Some(Label::Name(name)),
        _ => Some(Label::Odd),
    }
}

impl<'a> Sema<'a> {
    /// What the linker calls a declared name.
    pub(super) fn linked_name(&mut self, name: &'a str, label: Option<Label<'a>>) -> Linked<'a> {
        let given = match label {
            Some(Label::Odd) => {
                return Linked {
                    key: name,
                    is_given: true,
                    symbol: Symbol::Unclear,
                };
            }
            Some(Label::Name(given)) => Some(given),
            // Further declarations in the unit mean the same.
            None => self.linkage.symbols.get(name).copied(),
        };
        let Some(given) = given.filter(|given| *given != name) else {
            return Linked {
                key: name,
                is_given: label.is_some(),
                symbol: Symbol::Known,
            };
        };
        self.linkage.symbols.insert(name, given);
        // Versions of a function that differ in what is not modelled, or in types only.
        let same_base =
            find(given).is_some_and(|row| find(name).is_some_and(|n| n.base == row.base));
        let is_version = !has_row(given) && (same_base || is_wide_time(name, given));
        if is_version {
            self.linkage.versions.push((given, name));
        }
        let is_lost = !is_version && find(name).is_some() && find(given).is_none();
        Linked {
            key: if is_version { name } else { given },
            is_given: true,
            symbol: match is_lost {
                true => Symbol::Renamed,
                false => Symbol::Known,
            },
        }
    }

    /// The function that the linker knows by this name, unless there is none of such a type; then
    /// there will be another one.
    pub(super) fn linked_function(
        &mut self,
        name: &'a str,
        linked: Linked<'a>,
        ty: TypeId,
        range: Range,
    ) -> FunctionId {
        self.late_label(name, linked);
        let id = match self.scopes.linked.get(linked.key) {
            Some(&Entry::Function(id)) => {
                let old = &self.functions[id.0 as usize];
                let by_label = linked.is_given || old.has_label;
                if by_label && !self.types.compatible_ids(old.ty, ty) {
                    let other = self.new_function(linked.key, ty, range);
                    // What the table says about the name, it says about both.
                    if !has_row(linked.key) {
                        self.functions[id.0 as usize].symbol = Symbol::Unclear;
                        self.functions[other.0 as usize].symbol = Symbol::Unclear;
                    }
                    other
                } else {
                    self.redeclare_function(id, ty, range);
                    id
                }
            }
            Some(_) => {
                let key = linked.key;
                self.error(range, format!("`{key}` is declared as a variable already"));
                self.new_function(key, ty, range)
            }
            None => self.new_function(linked.key, ty, range),
        };
        let function = &mut self.functions[id.0 as usize];
        function.has_label |= linked.is_given;
        function.symbol = function.symbol.max(linked.symbol);
        id
    }

    /// A name for the linker that comes after other declarations holds for them, too.
    fn late_label(&mut self, name: &'a str, linked: Linked<'a>) {
        let Some(Entry::Function(id)) = self.scopes.lookup(name) else {
            return;
        };
        let old = &mut self.functions[id.0 as usize];
        let key = linked.key;
        if key == name || old.name != name {
            return;
        }
        let is_of_unit = id.0 >= self.linkage.first_function;
        if is_of_unit && old.body.is_none() && !self.scopes.linked.contains_key(key) {
            key.clone_into(&mut old.name);
            if let Some(entry) = self.scopes.linked.remove(name) {
                self.scopes.linked.insert(key, entry);
            }
            return;
        }
        old.symbol = Symbol::Unclear;
        if let Some(&Entry::Function(other)) = self.scopes.linked.get(key) {
            self.functions[other.0 as usize].symbol = Symbol::Unclear;
        }
    }

    /// A program that defines what is taken for a version of a function of the library knows better.
    pub(super) fn judge_versions(&mut self) {
        for (given, name) in std::mem::take(&mut self.linkage.versions) {
            let of = |key: &str| match self.scopes.linked.get(key) {
                Some(&Entry::Function(id)) => Some(id),
                _ => None,
            };
            let (version, function) = (of(given), of(name));
            if version.is_some_and(|id| self.functions[id.0 as usize].body.is_some())
                && let Some(function) = function
            {
                self.functions[function.0 as usize].symbol = Symbol::Unclear;
            }
        }
    }

    /// A variable with linkage has a name for the linker that cannot be told, or one without has any:
    /// what else is there in memory is not known.
    pub(super) fn unclear_variable(&mut self, label: Option<Label<'a>>, range: Range) {
        let name = match label {
            Some(Label::Name(name)) => name,
            Some(Label::Odd) => "?",
            None => return,
        };
        let what = format!("linker name `{name}` of another declaration");
        self.obstacles.push((range, what));
    }
}

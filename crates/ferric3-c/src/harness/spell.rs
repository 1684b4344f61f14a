//! Types as C text that declares something: with the names that the unit has for them.

use crate::sema::hir::UnitNames;
use crate::sema::types::{ArrayLen, FunctionType, QualType, Quals, Type, TypeId, Types};

/// Writes declarations for a unit.
pub(super) struct Speller<'a> {
    pub(super) types: &'a Types,
    pub(super) names: &'a UnitNames,
}

impl Speller<'_> {
    /// `declarator` declared with the type; none if the type has no name here.
    pub(super) fn declare(&self, ty: QualType, declarator: &str) -> Option<String> {
        match self.types.get(ty.ty) {
            Type::Pointer(target) => {
                let mut inner = format!("*{}", qualifiers(ty.quals));
                inner.push_str(declarator);
                if matches!(
                    self.types.get(target.ty),
                    Type::Array(..) | Type::Function(_)
                ) {
                    inner = format!("({inner})");
                }
                self.declare(*target, &inner)
            }
            Type::Array(element, len) => {
                let len = match len {
                    ArrayLen::Known(n) => n.to_string(),
                    ArrayLen::Incomplete => String::new(),
                    ArrayLen::Variable(_) => return None,
                };
                self.declare(*element, &format!("{declarator}[{len}]"))
            }
            Type::Function(f) => {
                let params = self.params(f, |_| String::new())?;
                self.declare(f.result, &format!("{declarator}({params})"))
            }
            _ => {
                let base = self.base(ty.ty)?;
                let space = if declarator.is_empty() { "" } else { " " };
                Some(format!("{}{base}{space}{declarator}", qualifiers(ty.quals)))
            }
        }
    }

    /// The parameters of a prototype.
    pub(super) fn params(
        &self,
        f: &FunctionType,
        name: impl Fn(usize) -> String,
    ) -> Option<String> {
        if !f.prototype {
            return Some(String::new());
        }
        let params = f.params.iter().enumerate();
        let params = params.map(|(i, ty)| self.declare(*ty, &name(i)));
        let mut params = params.collect::<Option<Vec<_>>>()?;
        if f.variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        Some(params.join(", "))
    }

    fn base(&self, ty: TypeId) -> Option<String> {
        let tag = match self.types.get(ty) {
            Type::Record(id) => self.types.record(*id).tag.as_ref(),
            Type::Enum(id) => self.types.enumeration(*id).tag.as_ref(),
            _ => return Some(self.types.show_id(ty)),
        };
        if tag.is_some() {
            return Some(self.types.show_id(ty));
        }
        let mut names = self.names.types.iter();
        let found = names.find(|(_, named)| {
            named.ty == ty && named.quals.same_as(Quals::default()) && named.align == 0
        });
        // An enumeration is compatible with an integer type, whatever its name is.
        let kind = || Some(self.types.int_kind(ty)?.name().to_owned());
        found.map(|(name, _)| name.clone()).or_else(kind)
    }
}

fn qualifiers(quals: Quals) -> String {
    let all = [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (quals.is_atomic, "_Atomic "),
    ];
    let wanted = all.iter().filter(|(on, _)| *on);
    wanted.map(|(_, name)| *name).collect()
}

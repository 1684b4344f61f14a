//! Compatible and composite types (6.2.7).

use super::types::{ArrayLen, FunctionType, QualType, Type, TypeId, Types};

impl Types {
    /// Are the types compatible, qualifiers included?
    pub(crate) fn compatible(&self, a: QualType, b: QualType) -> bool {
        a.quals.same_as(b.quals) && self.compatible_ids(a.ty, b.ty)
    }

    /// Are the unqualified types compatible?
    pub(crate) fn compatible_ids(&self, a: TypeId, b: TypeId) -> bool {
        if a == b || a == Types::ERROR || b == Types::ERROR {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) => self.compatible(*a, *b),
            (Type::Array(a, la), Type::Array(b, lb)) => {
                let lengths = match (la, lb) {
                    (ArrayLen::Known(la), ArrayLen::Known(lb)) => la == lb,
                    _ => true,
                };
                lengths && self.compatible(*a, *b)
            }
            (Type::Function(a), Type::Function(b)) => self.compatible_functions(a, b),
            (Type::Enum(_), Type::Int(kind)) => self.int_kind(a) == Some(*kind),
            (Type::Int(kind), Type::Enum(_)) => self.int_kind(b) == Some(*kind),
            _ => false,
        }
    }

    fn compatible_functions(&self, a: &FunctionType, b: &FunctionType) -> bool {
        if !self.compatible_ids(a.result.ty, b.result.ty) {
            return false;
        }
        if !a.prototype || !b.prototype {
            return true;
        }
        a.variadic == b.variadic
            && a.params.len() == b.params.len()
            && a.params
                .iter()
                .zip(&b.params)
                .all(|(a, b)| self.compatible_ids(a.ty, b.ty))
    }

    /// A type that says what both compatible types say.
    pub(crate) fn composite(&mut self, a: QualType, b: QualType) -> QualType {
        match (self.get(a.ty), self.get(b.ty)) {
            (Type::Array(ea, ArrayLen::Incomplete), Type::Array(eb, _))
            | (Type::Array(eb, _), Type::Array(ea, ArrayLen::Incomplete)) => {
                let (ea, eb) = (*ea, *eb);
                let longer = match self.get(a.ty) {
                    Type::Array(_, ArrayLen::Incomplete) => b.ty,
                    _ => a.ty,
                };
                let Type::Array(_, len) = *self.get(longer) else {
                    return a;
                };
                let element = self.composite(ea, eb);
                QualType {
                    ty: self.array_of(element, len),
                    ..a
                }
            }
            (Type::Function(fa), Type::Function(fb)) if !fa.prototype && fb.prototype => {
                QualType { ty: b.ty, ..a }
            }
            _ => a,
        }
    }
}

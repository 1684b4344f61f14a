//! Initialisers of objects with static storage: constants (6.6 §7, 6.7.9 §4).

use super::Sema;
use super::hir::{Expr, ExprKind, Init, Storage};

impl Sema<'_> {
    /// Objects with static storage need constant initialisers (6.7.9 §4).
    pub(crate) fn check_constant_initializer(&mut self, init: &Init) {
        let wrong = match init {
            Init::Value(e) => Some(e).filter(|e| !self.is_constant(e)),
            Init::Parts(parts) => {
                let mut values = parts.iter().map(|part| &part.value);
                values.find(|e| !self.is_constant(e))
            }
        };
        if let Some(range) = wrong.map(|e| e.range) {
            self.error_hint(
                range,
                "the initialiser of a variable that lives as long as the program must be constant",
                "assign the value at the start of the entry function instead",
            );
        }
    }

    /// Is it an arithmetic or address constant?
    fn is_constant(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Error
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Convert(a) | ExprKind::Unary(_, a) | ExprKind::LogicalNot(a) => {
                self.is_constant(a)
            }
            ExprKind::AddressOf(a) | ExprKind::Decay(a) => self.is_address_constant(a),
            // GCC takes the value of a literal too.
            ExprKind::Load(a) => match &a.kind {
                ExprKind::CompoundLiteral(_, init) => self.is_constant_init(init),
                _ => false,
            },
            ExprKind::CompoundLiteral(_, init) => self.is_constant_init(init),
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::PointerAdd(a, b, ..)
            | ExprKind::PointerDiff(a, b, _) => self.is_constant(a) && self.is_constant(b),
            ExprKind::Conditional(c, a, b) => {
                let then = a.as_ref().is_none_or(|a| self.is_constant(a));
                self.is_constant(c) && then && self.is_constant(b)
            }
            // `__builtin_inff()`, `__builtin_bswap32(1)`, `sqrt(2.0)`.
            ExprKind::Call(f, args) => {
                let function = &self.functions[f.0 as usize];
                let is_known = function.name.starts_with("__builtin_")
                    || (function.body.is_none() && is_exact(&function.name));
                is_known && args.iter().all(|a| self.is_constant(a))
            }
            _ => false,
        }
    }

    fn is_constant_init(&self, init: &Init) -> bool {
        match init {
            Init::Value(e) => self.is_constant(e),
            Init::Parts(parts) => parts.iter().all(|part| self.is_constant(&part.value)),
        }
    }

    /// Is it a place whose address is constant?
    fn is_address_constant(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Member(a, ..) => self.is_address_constant(a),
            ExprKind::Deref(a, _) => self.is_constant(a),
            ExprKind::Object(id) | ExprKind::CompoundLiteral(id, _) => {
                let storage = self.objects[id.0 as usize].storage;
                matches!(storage, Storage::Static | Storage::Extern)
            }
            ExprKind::Function(_) | ExprKind::String(_) | ExprKind::Error => true,
            _ => false,
        }
    }

    /// Put the values of `const` variables in their places. Whoever changes one has undefined
    /// behaviour (6.7.3 §6), so they have the values that they were initialised with.
    pub(crate) fn put_in_constants(&self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Load(place) => {
                if let ExprKind::Object(id) = place.kind
                    && let object = &self.objects[id.0 as usize]
                    && object.ty.quals.is_const
                    && !object.ty.quals.is_volatile
                    && self.types.is_integer(object.ty.ty)
                    && let Some(Init::Value(value)) = &object.init
                    && let Some(bits) = self.types.fold(value)
                {
                    e.kind = ExprKind::Int(bits);
                }
            }
            ExprKind::Convert(a) | ExprKind::Unary(_, a) | ExprKind::LogicalNot(a) => {
                self.put_in_constants(a);
            }
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                self.put_in_constants(a);
                self.put_in_constants(b);
            }
            _ => {}
        }
    }
}

/// Is it a function of `<math.h>` that GCC computes, and so does the lowering?
fn is_exact(name: &str) -> bool {
    let is_stem = |stem: &str| matches!(stem, "sqrt" | "fabs" | "floor" | "ceil" | "trunc");
    is_stem(name) || name.strip_suffix(['f', 'l']).is_some_and(is_stem)
}

//! Calls in constant expressions: GCC computes those of builtins and of a few functions of the library
//! whose arguments are constants, so that `char a[__builtin_strlen("abc")]` is an array of three.

use super::Sema;
use super::constant::{sign_extend, truncate};
use super::hir::{Expr, ExprKind, Init};
use super::types::TypeId;

/// The elements of two texts up to a length, with the zero at their ends.
type Texts<'e> = (&'e [u32], &'e [u32]);

impl Sema<'_> {
    /// Put the values of calls in their places, where a constant is needed. Elsewhere calls stay what
    /// they are.
    pub(crate) fn put_in_calls(&self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Convert(a) | ExprKind::Unary(_, a) | ExprKind::LogicalNot(a) => {
                self.put_in_calls(a);
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::LogicalAnd(a, b)
            | ExprKind::LogicalOr(a, b)
            | ExprKind::PointerAdd(a, b, ..) => {
                self.put_in_calls(a);
                self.put_in_calls(b);
            }
            ExprKind::Conditional(c, a, b) => {
                self.put_in_calls(c);
                if let Some(a) = a {
                    self.put_in_calls(a);
                }
                self.put_in_calls(b);
            }
            ExprKind::Call(f, args) => {
                for arg in args.iter_mut() {
                    self.put_in_calls(arg);
                }
                let function = &self.functions[f.0 as usize];
                let own = function.body.is_some() && !function.is_library;
                let name = function.name.as_str();
                if !own && let Some(bits) = self.constant_call(name, args, e.ty.ty) {
                    e.kind = ExprKind::Int(bits);
                    e.effects = false;
                }
            }
            _ => {}
        }
    }

    /// The same in all values of an initialiser.
    pub(crate) fn put_calls_in_initializer(&self, init: &mut Init) {
        match init {
            Init::Value(e) => self.put_in_calls(e),
            Init::Parts(parts) => {
                for part in parts {
                    self.put_in_calls(&mut part.value);
                }
            }
        }
    }

    /// The value of a call with constant arguments, as bits of its type.
    fn constant_call(&self, name: &str, args: &[Expr], ty: TypeId) -> Option<u128> {
        let width = self.types.scalar_width(ty)?;
        if !self.types.is_integer(ty) {
            return None;
        }
        let plain = name.strip_prefix("__builtin_");
        let value = match (plain.unwrap_or(name), args) {
            ("strlen", [text]) => length(self.constant_text(text)?)? as i128,
            ("strcmp", [a, b]) => compare(self.texts(a, b)?, usize::MAX, true)?,
            ("strncmp", [a, b, n]) => compare(self.texts(a, b)?, self.count(n)?, true)?,
            ("memcmp", [a, b, n]) => compare(self.texts(a, b)?, self.count(n)?, false)?,
            ("abs" | "labs" | "llabs", [a]) => {
                let a = sign_extend(self.types.fold(a)?, width);
                // The smallest one has no absolute value.
                (truncate(a as u128, width) != 1 << (width - 1)).then_some(a.abs())?
            }
            // `ffs` has a model, so the builtin is a call of that.
            (bits, [a]) if plain.is_some() || bits.starts_with("ffs") => {
                let (operand, of) = (self.types.fold(a)?, self.types.scalar_width(a.ty.ty)?);
                bit_builtin(bits, operand, of)?
            }
            ("expect", [a, _]) if plain.is_some() => self.types.fold(a)? as i128,
            _ => return None,
        };
        Some(truncate(value as u128, width))
    }

    fn count(&self, e: &Expr) -> Option<usize> {
        usize::try_from(self.types.fold(e)?).ok()
    }

    fn texts<'e>(&self, a: &'e Expr, b: &'e Expr) -> Option<Texts<'e>> {
        Some((self.constant_text(a)?, self.constant_text(b)?))
    }

    /// What an address in a string literal points to, up to the end of the literal.
    fn constant_text<'e>(&self, e: &'e Expr) -> Option<&'e [u32]> {
        match &e.kind {
            ExprKind::Convert(a) => self.constant_text(a),
            ExprKind::Decay(a) | ExprKind::AddressOf(a) => match &a.kind {
                ExprKind::String(elements) if self.has_bytes(a) => Some(elements),
                ExprKind::Deref(pointer, _) => self.constant_text(pointer),
                _ => None,
            },
            ExprKind::PointerAdd(a, by, Some(1), false) => {
                self.constant_text(a)?.get(self.count(by)?..)
            }
            _ => None,
        }
    }

    /// Is it a literal without `L` or the like?
    fn has_bytes(&self, literal: &Expr) -> bool {
        match &literal.kind {
            ExprKind::String(elements) => {
                self.types.size_of(literal.ty.ty) == Some(elements.len() as u64)
            }
            _ => false,
        }
    }
}

/// Elements before the zero.
fn length(text: &[u32]) -> Option<usize> {
    text.iter().position(|&c| c == 0)
}

/// The sign of the first difference, if both texts are long enough to tell.
fn compare((a, b): Texts<'_>, most: usize, stops: bool) -> Option<i128> {
    for i in 0..most {
        let (a, b) = (*a.get(i)?, *b.get(i)?);
        if a != b {
            return Some(if a < b { -1 } else { 1 });
        }
        if stops && a == 0 {
            break;
        }
    }
    Some(0)
}

/// Builtins on bits of an operand of `width` bits.
fn bit_builtin(plain: &str, operand: u128, width: u32) -> Option<i128> {
    let leading = operand.leading_zeros().saturating_sub(128 - width);
    let stem = plain.trim_end_matches('l');
    Some(match stem {
        "popcount" => i128::from(operand.count_ones()),
        "parity" => i128::from(operand.count_ones() % 2),
        "ffs" if operand == 0 => 0,
        "ffs" => i128::from(operand.trailing_zeros() + 1),
        // Undefined for 0.
        "clz" if operand != 0 => i128::from(leading),
        "ctz" if operand != 0 => i128::from(operand.trailing_zeros()),
        "bswap16" => i128::from((operand as u16).swap_bytes()),
        "bswap32" => i128::from((operand as u32).swap_bytes()),
        "bswap64" => i128::from((operand as u64).swap_bytes()),
        _ => return None,
    })
}

//! Calls of the builtins for atomic accesses, whose types follow from what they work on.
//!
//! Their pointers become `&*p`, a place that is looked at like any other, and their values get the
//! type of what is accessed.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Sema;
use super::convert::error_expr;
use super::hir::{Expr, ExprKind, Range};
use super::types::{FunctionType, IntKind, QualType, Type, TypeId, Types};
use crate::library::atomic::{Atomic, is_fence};

/// The widest access that is no call of another library, in bytes.
const WIDEST: u64 = 8;

impl<'a> Sema<'a> {
    /// An atomic access, a fence, or a question about such accesses.
    pub(crate) fn atomic_call(
        &mut self,
        name: &'a str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        if matches!(name, "__atomic_is_lock_free" | "__atomic_always_lock_free") {
            return self.is_lock_free(args, range);
        }
        if is_fence(name) {
            let args: Vec<Expr> = args.iter().map(|arg| self.value_of(arg)).collect();
            return Some(self.compiler_call(name, args, Types::VOID, range));
        }
        let atomic = Atomic::named(name)?;
        let (operands, count) = atomic.arguments();
        // The old family ignores what follows, which is not evaluated.
        let is_old = name.starts_with("__sync_");
        let count = if is_old { operands.len() } else { count };
        if args.len() < count || (args.len() > count && !is_old) {
            self.error(range, format!("`{name}` takes {count} arguments"));
            return Some(error_expr(range));
        }
        let args = args[..count].iter();
        let mut args: Vec<Expr> = args.map(|arg| self.value_of(arg)).collect();
        if args.iter().any(Expr::is_error) {
            return Some(error_expr(range));
        }
        let rest = args.split_off(operands.len());
        let Some(ty) = self.accessed_type(atomic, &args[0]) else {
            let shown = self.types.show(args[0].ty);
            let message = format!("`{name}` does not work on what a `{shown}` points to");
            self.error(range, message);
            return Some(error_expr(range));
        };
        if !self.is_known_access(atomic, ty) {
            let kind = ExprKind::Unsupported("atomic access to what is no number of up to 8 bytes");
            return Some(Expr {
                kind,
                ty: QualType::plain(self.result_of(atomic, ty)),
                range,
                effects: true,
            });
        }
        let mut all = Vec::new();
        for (arg, is_pointer) in args.into_iter().zip(operands) {
            all.push(match is_pointer {
                true => {
                    let pointer = self.pointer_to(arg, ty);
                    self.accessed_place(pointer)?
                }
                // Pointers are moved by bytes.
                false => match (atomic, self.types.pointee(ty)) {
                    (Atomic::FetchThen(_) | Atomic::ThenFetch(_), Some(_)) => {
                        let number = self.types.size_t();
                        self.convert(arg, number)
                    }
                    _ => self.convert(arg, ty),
                },
            });
        }
        all.extend(rest);
        Some(self.compiler_call(name, all, self.result_of(atomic, ty), range))
    }

    fn compiler_call(
        &mut self,
        name: &'a str,
        args: Vec<Expr>,
        result: TypeId,
        range: Range,
    ) -> Expr {
        let function = FunctionType {
            result: QualType::plain(result),
            params: args.iter().map(|arg| arg.ty).collect(),
            prototype: true,
            variadic: false,
        };
        let id = self.compiler_function(name, function, range);
        Expr {
            kind: ExprKind::Call(id, args),
            ty: QualType::plain(result),
            range,
            effects: true,
        }
    }

    /// The type of what is accessed.
    fn accessed_type(&mut self, atomic: Atomic, pointer: &Expr) -> Option<TypeId> {
        let target = self.types.pointee(pointer.ty.ty)?.ty;
        if matches!(atomic, Atomic::TestAndSet | Atomic::Clear) {
            // `atomic_flag` is a structure with a `_Bool`.
            let is_flag = match self.types.get(target) {
                Type::Record(r) => {
                    let fields = self.types.record(*r).fields.as_deref().unwrap_or(&[]);
                    fields.first().is_some_and(|f| f.ty.ty == Types::BOOL)
                }
                _ => target == Types::BOOL,
            };
            return Some(match is_flag {
                true => Types::BOOL,
                false => Types::int(IntKind::UChar),
            });
        }
        let is_complete = target != Types::VOID && self.types.is_complete(target);
        let is_number = self.types.is_integer(target) || self.types.pointee(target).is_some();
        let fits = match atomic {
            Atomic::LoadInto | Atomic::StoreFrom | Atomic::ExchangeInto => is_complete,
            Atomic::CompareExchangeFrom => is_complete,
            Atomic::FetchThen(_) | Atomic::ThenFetch(_) => is_number && target != Types::BOOL,
            _ => is_number,
        };
        (fits && self.types.function(target).is_none()).then_some(target)
    }

    /// Copies of values of any type are known, other accesses to numbers.
    fn is_known_access(&self, atomic: Atomic, ty: TypeId) -> bool {
        let is_copy = matches!(
            atomic,
            Atomic::LoadInto | Atomic::StoreFrom | Atomic::ExchangeInto
        );
        let is_number = self.types.is_integer(ty) || self.types.pointee(ty).is_some();
        let is_narrow = self.types.size_of(ty).is_some_and(|size| size <= WIDEST);
        let is_array = matches!(self.types.get(ty), Type::Array(..));
        (is_copy && !is_array) || (is_number && is_narrow)
    }

    fn result_of(&self, atomic: Atomic, ty: TypeId) -> TypeId {
        match atomic {
            Atomic::Load
            | Atomic::Exchange
            | Atomic::SwapValue
            | Atomic::FetchThen(_)
            | Atomic::ThenFetch(_) => ty,
            Atomic::CompareExchange
            | Atomic::CompareExchangeFrom
            | Atomic::Swap
            | Atomic::TestAndSet => Types::BOOL,
            Atomic::LoadInto
            | Atomic::Store
            | Atomic::StoreFrom
            | Atomic::ExchangeInto
            | Atomic::Clear
            | Atomic::Release => Types::VOID,
        }
    }

    /// A pointer as one to what is accessed.
    fn pointer_to(&mut self, pointer: Expr, ty: TypeId) -> Expr {
        match self.types.pointee(pointer.ty.ty) {
            Some(target) if target.ty == ty => pointer,
            _ => {
                let to = self.types.pointer_to(QualType::plain(ty));
                self.convert(pointer, to)
            }
        }
    }

    /// `&*p`: the address of a place that a builtin accesses.
    pub(super) fn accessed_place(&mut self, pointer: Expr) -> Option<Expr> {
        let (address, range, effects) = (pointer.ty, pointer.range, pointer.effects);
        let place = self.deref(pointer, false, range);
        (!place.is_error()).then(|| Expr {
            kind: ExprKind::AddressOf(Box::new(place)),
            ty: address,
            range,
            effects,
        })
    }

    /// Is an access of this size one without a lock? Those of 1, 2, 4 and 8 bytes are, where types
    /// promise that they are aligned.
    fn is_lock_free(&mut self, args: &'a [Node<Expression>], range: Range) -> Option<Expr> {
        let [size, pointer] = args else {
            return None;
        };
        let (size, pointer) = (self.value_of(size), self.value_of(pointer));
        let is_null = self.is_null_constant(&pointer);
        let mut pointer = &pointer;
        while let ExprKind::Convert(inner) = &pointer.kind {
            pointer = inner;
        }
        let target = self.types.pointee(pointer.ty.ty);
        let align = target.filter(|target| target.ty != Types::VOID);
        let align = align.map(|target| self.types.align_of(target));
        let is_known = |size: u128| {
            let align = align.map_or(u128::MAX, u128::from);
            size.is_power_of_two() && size <= u128::from(WIDEST) && (is_null || align >= size)
        };
        if size.effects || pointer.effects || !self.types.fold(&size).is_some_and(is_known) {
            let what = "atomic access to what is no number of up to 8 bytes";
            return Some(Expr {
                kind: ExprKind::Unsupported(what),
                ty: QualType::plain(Types::BOOL),
                range,
                effects: true,
            });
        }
        Some(self.int(1, Types::BOOL, range))
    }
}

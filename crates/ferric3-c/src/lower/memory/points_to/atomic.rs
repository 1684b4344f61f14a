//! What atomic accesses do.

use super::super::location::Addresses;
use super::PointsTo;
use crate::library::atomic::{Atomic, Combine};
use crate::sema::hir::Expr;

impl<'a> PointsTo<'a> {
    /// An atomic access with these arguments; what its value may be the address of. That its pointers
    /// are followed is known from the arguments, which are addresses of places.
    pub(super) fn atomic(
        &mut self,
        atomic: Atomic,
        args: &'a [Expr],
        sets: &[Addresses],
    ) -> Addresses {
        let nothing = Addresses::default();
        let target = args
            .first()
            .and_then(|arg| self.unit.types.pointee(arg.ty.ty));
        let (Some(ty), Some(places)) = (target.map(|target| target.ty), sets.first()) else {
            return nothing;
        };
        let set = |i: usize| sets.get(i).unwrap_or(&nothing);
        let size = self.bytes(ty);
        match atomic {
            Atomic::Load => self.read(places, ty),
            Atomic::LoadInto => {
                self.copy(set(1), places, size);
                nothing
            }
            Atomic::StoreFrom => {
                self.copy(places, set(1), size);
                nothing
            }
            Atomic::ExchangeInto => {
                self.copy(set(2), places, size);
                self.copy(places, set(1), size);
                nothing
            }
            Atomic::Store | Atomic::Exchange => {
                self.write(places, ty, set(1));
                self.read(places, ty)
            }
            Atomic::CompareExchange => {
                self.write(places, ty, set(2));
                self.copy(set(1), places, size);
                nothing
            }
            Atomic::CompareExchangeFrom => {
                self.copy(places, set(2), size);
                self.copy(set(1), places, size);
                nothing
            }
            Atomic::Swap | Atomic::SwapValue => {
                self.write(places, ty, set(2));
                self.read(places, ty)
            }
            Atomic::FetchThen(combine) | Atomic::ThenFetch(combine) => {
                let old = self.read(places, ty);
                let mut new = match (combine, args.get(1)) {
                    (Combine::Add, Some(by)) => self.moved(old.clone(), by, Some(1), false),
                    (Combine::Sub, Some(by)) => self.moved(old.clone(), by, Some(1), true),
                    _ => old.clone().blurred(),
                };
                new.union(&set(1).clone().blurred());
                self.write(places, ty, &new);
                new.union(&old);
                new
            }
            Atomic::TestAndSet | Atomic::Clear | Atomic::Release => nothing,
        }
    }
}

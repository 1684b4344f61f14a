//! What atomic accesses do.

use super::PointsTo;
use super::solver::{Change, NodeId};
use crate::library::atomic::{Atomic, Combine};
use crate::sema::hir::Expr;

impl<'a> PointsTo<'a> {
    /// An atomic access with these arguments; what its value may be the address of. That its pointers
    /// are followed is known from the arguments, which are addresses of places.
    pub(super) fn atomic(&mut self, atomic: Atomic, args: &'a [Expr], sets: &[NodeId]) -> NodeId {
        let nothing = NodeId::NOTHING;
        let target = args
            .first()
            .and_then(|arg| self.unit.types.pointee(arg.ty.ty));
        let (Some(ty), Some(&places)) = (target.map(|target| target.ty), sets.first()) else {
            return nothing;
        };
        let set = |i: usize| sets.get(i).copied().unwrap_or(nothing);
        let size = self.bytes(ty);
        match atomic {
            Atomic::Load => self.read(places, ty),
            Atomic::LoadInto => {
                self.solver.copy(set(1), places, size);
                nothing
            }
            Atomic::StoreFrom => {
                self.solver.copy(places, set(1), size);
                nothing
            }
            Atomic::ExchangeInto => {
                self.solver.copy(set(2), places, size);
                self.solver.copy(places, set(1), size);
                nothing
            }
            Atomic::Store | Atomic::Exchange => {
                self.write(places, ty, set(1));
                self.read(places, ty)
            }
            Atomic::CompareExchange => {
                self.write(places, ty, set(2));
                self.solver.copy(set(1), places, size);
                nothing
            }
            Atomic::CompareExchangeFrom => {
                self.solver.copy(places, set(2), size);
                self.solver.copy(set(1), places, size);
                nothing
            }
            Atomic::Swap | Atomic::SwapValue => {
                self.write(places, ty, set(2));
                self.read(places, ty)
            }
            Atomic::FetchThen(combine) | Atomic::ThenFetch(combine) => {
                let old = self.read(places, ty);
                let moved = match (combine, args.get(1)) {
                    (Combine::Add, Some(by)) => self.moved(old, by, Some(1), false),
                    (Combine::Sub, Some(by)) => self.moved(old, by, Some(1), true),
                    _ => self.solver.changed(old, Change::Blur),
                };
                let added = self.solver.changed(set(1), Change::Blur);
                let new = self.solver.union(moved, added);
                self.write(places, ty, new);
                self.solver.union(new, old)
            }
            Atomic::TestAndSet | Atomic::Clear | Atomic::Release => nothing,
        }
    }
}

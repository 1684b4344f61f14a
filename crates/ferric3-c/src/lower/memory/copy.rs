//! `memcpy`, `memmove` and `memset` with constant sizes: whole values are moved.

use ferric3_term::TermId;

use super::points_to::argument_view;
use crate::lower::Lower;
use crate::sema::hir::{Expr, Range};
use crate::sema::types::{IntKind, Type, TypeId, Types};

/// More values than this are moved by a loop instead.
pub(super) const MOST_VALUES: u64 = 256;

impl Types {
    /// In how many values of which type a number of bytes is moved between what is seen as these
    /// types.
    fn moved_as(&self, views: &[Option<TypeId>], bytes: u64) -> Option<(TypeId, u64)> {
        // The extended format of x87 does not keep all bits of what it reads.
        let fits = |ty: &TypeId| {
            let size = self.size_of(*ty).unwrap_or(0);
            let whole = !self.is_extended(*ty);
            whole && size > 0 && bytes.is_multiple_of(size) && self.value_width(*ty).is_some()
        };
        let scalar = |ty: TypeId| {
            // The elements of an array are moved one by one.
            let mut ty = ty;
            while let Type::Array(element, _) = self.get(ty) {
                ty = element.ty;
            }
            ty
        };
        let mut units = views.iter().flatten().map(|&ty| scalar(ty)).filter(fits);
        let ty = units.next().unwrap_or(Types::int(IntKind::Char));
        Some((ty, bytes / self.size_of(ty)?))
    }

    /// The same. `None` if that has to be done by a loop.
    fn copied_as(&self, views: &[Option<TypeId>], bytes: u64) -> Option<(TypeId, u64)> {
        let moved = self.moved_as(views, bytes);
        moved.filter(|&(_, count)| count <= MOST_VALUES)
    }

    /// Do values of the type consist of bytes?
    fn is_whole(&self, ty: TypeId) -> bool {
        self.value_width(ty).is_some_and(|w| w.is_multiple_of(8))
    }

    /// In how many values of which type an object becomes 0.
    pub(super) fn zeroed_as(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        let bytes = self.size_of(ty)?;
        let moved = self.moved_as(&[Some(ty)], bytes);
        let whole = moved.filter(|&(ty, _)| self.is_whole(ty));
        whole.or(Some((Types::int(IntKind::Char), bytes)))
    }

    /// In how many values of which type a number of bytes is filled.
    fn filled_as(&self, view: Option<TypeId>, bytes: u64) -> Option<(TypeId, u64)> {
        let copied = self.copied_as(&[view], bytes);
        copied.filter(|&(ty, _)| self.is_whole(ty))
    }

    /// In how many values of which type a call of `memcpy` (or the like) copies. `None` if that is
    /// done by a loop over bytes.
    pub(super) fn unit_of_copy(&self, args: &[Expr]) -> Option<(TypeId, u64)> {
        let [to, from, size, ..] = args else {
            return None;
        };
        let bytes = u64::try_from(self.fold(size)?).ok()?;
        self.copied_as(&[argument_view(self, to), argument_view(self, from)], bytes)
    }

    /// Does a call of `realloc` move its object? It does if the new size is a small constant; else the
    /// object stays where it is, because there is room for any size.
    pub(in crate::lower) fn is_moved(&self, args: &[Expr]) -> bool {
        let bytes = args.get(1).and_then(|size| self.fold(size));
        bytes.is_some_and(|bytes| (1..=u128::from(MOST_VALUES)).contains(&bytes))
    }

    /// In how many values of which type a call of `memset` fills. `None` if that is done by a loop
    /// over bytes.
    pub(super) fn unit_of_fill(&self, args: &[Expr]) -> Option<(TypeId, u64)> {
        let [to, _, size, ..] = args else {
            return None;
        };
        let bytes = u64::try_from(self.fold(size)?).ok()?;
        self.filled_as(argument_view(self, to), bytes)
    }
}

impl<'a> Lower<'a> {
    /// Copy a constant number of bytes, between areas that may overlap or not. `None` if that has to
    /// be done by a loop.
    pub(in crate::lower) fn copy_bytes(
        &mut self,
        (to, from): (&'a Expr, &'a Expr),
        bytes: u64,
        may_overlap: bool,
        range: Range,
    ) -> Option<TermId> {
        let types = self.types();
        let views = [argument_view(types, to), argument_view(types, from)];
        let (ty, count) = types.copied_as(&views, bytes)?;
        let size = types.size_of(ty)? * 8;
        let target = self.pointed_at(to, views[0]?)?;
        let target = self.stable_place(target, from.effects);
        let source = self.pointed_at(from, views[1]?)?;
        if !may_overlap && self.may_overlap(to, from, range) {
            let addresses = (self.address_of(&target), self.address_of(&source));
            let bytes = self.terms.bv_u64(bytes, self.types().pointer_width());
            self.check_apart(addresses, bytes, range);
        }
        // The areas may overlap: everything is read before anything is written.
        let mut values = Vec::new();
        for i in 0..count {
            let source = source.part(i * size, None, ty);
            let (value, mask) = (self.load_unchecked(&source), self.mask_of(&source));
            values.push(if count > 1 {
                let mask = mask.map(|mask| self.stable_term(mask, range));
                (self.stable_term(value, range), mask)
            } else {
                (value, mask)
            });
        }
        let target = self.stable_place(target, count > 1);
        self.check_writable(&target);
        for (i, (value, mask)) in (0..count).zip(values) {
            self.store_masked(&target.part(i * size, None, ty), value, mask);
        }
        Some(self.address_of(&target))
    }

    /// Can a constant number of bytes be filled without a loop?
    pub(in crate::lower) fn can_fill(&self, to: &Expr, bytes: u64) -> bool {
        let view = argument_view(self.types(), to);
        self.types().filled_as(view, bytes).is_some()
    }

    /// Fill a constant number of bytes. `None` if that has to be done by a loop.
    pub(in crate::lower) fn fill_bytes(
        &mut self,
        to: &'a Expr,
        byte: TermId,
        bytes: u64,
        range: Range,
    ) -> Option<TermId> {
        let view = argument_view(self.types(), to);
        let (ty, count) = self.types().filled_as(view, bytes)?;
        let size = self.types().size_of(ty)? * 8;
        let target = self.pointed_at(to, view?)?;
        let byte = self.terms.resize(byte, 8, false);
        let byte = self.stable_term(byte, range);
        let width = self.value_width(ty)?;
        let value = self.terms.repeat(byte, width / 8);
        let target = self.stable_place(target, count > 1);
        self.check_writable(&target);
        for i in 0..count {
            self.store_place(&target.part(i * size, None, ty), value);
        }
        Some(self.address_of(&target))
    }
}

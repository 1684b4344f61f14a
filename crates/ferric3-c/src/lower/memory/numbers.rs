//! Where a program can see which numbers addresses are: that is stated, for they are chosen here.

use super::location::{Location, Target};
use super::place::{Base, Place};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{Expr, ExprKind};
use crate::sema::types::{RecordKind, Type};

/// Pairs of targets that are looked at; with more, some may meet.
const MOST_PAIRS: usize = 1 << 12;

impl<'a> Lower<'a> {
    /// Two pointers are compared for equality. An address behind the end of a variable may be that of
    /// another one, and equal string literals may be one object (6.5.9 §6, 6.4.5 §7).
    pub(in crate::lower) fn note_equality(&mut self, a: &'a Expr, b: &'a Expr) {
        let is_null = |e: &Expr| matches!(e.kind, ExprKind::Int(0));
        let is_pointer = self.types().pointee(a.ty.ty).is_some();
        if !is_pointer || is_null(a) || is_null(b) {
            return;
        }
        if self.some_pair(a, b, Lower::may_meet) {
            self.assume_once(Assumed::Equality, Some(a.range));
        }
    }

    /// The difference of two pointers is taken: they may point to different objects.
    pub(in crate::lower) fn note_difference(&mut self, a: &'a Expr, b: &'a Expr) {
        if self.some_pair(a, b, |_, x, y| x.location != y.location) {
            self.assume_once(Assumed::Addresses, Some(a.range));
        }
    }

    fn some_pair(
        &mut self,
        a: &'a Expr,
        b: &'a Expr,
        holds: impl Fn(&Self, &Target, &Target) -> bool,
    ) -> bool {
        let pairs = self
            .points_to
            .count(a)
            .saturating_mul(self.points_to.count(b));
        if pairs > MOST_PAIRS {
            return true;
        }
        let known = |target: &Target| target.location != Location::Unknown;
        let mut targets = |e| {
            let targets = self.points_to.exact_targets(e).into_iter();
            targets.filter(known).collect::<Vec<_>>()
        };
        let (xs, ys) = (targets(a), targets(b));
        xs.iter().any(|x| ys.iter().any(|y| holds(self, x, y)))
    }

    /// May addresses in different objects be equal elsewhere?
    fn may_meet(&self, x: &Target, y: &Target) -> bool {
        let is_behind = |x: &Target, y: &Target| {
            let Some(size) = self.extent(x.location) else {
                return false;
            };
            let follows = matches!(y.location, Location::Variable(_) | Location::Literal(_));
            follows && !x.offsets.avoid(size, size + 1) && !y.offsets.avoid(0, 1)
        };
        let literals = matches!(
            (x.location, y.location),
            (Location::Literal(_), Location::Literal(_))
        );
        x.location != y.location && (literals || is_behind(x, y) || is_behind(y, x))
    }

    /// The size of a variable or a string literal, in bytes. Behind allocated memory there is none.
    fn extent(&self, location: Location) -> Option<i64> {
        let ty = match location {
            Location::Variable(id) => self.unit.object(id).stored(),
            Location::Literal(range) => self.points_to.literal(range)?.0,
            _ => return None,
        };
        i64::try_from(self.types().size_of(ty)?).ok()
    }

    /// A number is read through a pointer: it may be an address, or a part of one.
    pub(super) fn note_number(&mut self, place: &Place, pointer: &'a Expr, e: &'a Expr) {
        if !self.is_number(e) {
            return;
        }
        let targets = match &place.base {
            Base::Pointer { targets, .. } => targets.clone(),
            _ => self.points_to.exact_targets(pointer),
        };
        let types = self.types();
        let is_other = |target: &Target| match target.location {
            Location::Variable(id) => {
                let ty = types.fixed_part(self.unit.object(id).stored());
                self.points_to.may_hold_pointer(ty)
                    && !types.is_seen_as_it_is(ty, e.ty.ty, target.offsets)
            }
            _ => false,
        };
        if targets.iter().any(is_other) {
            self.note_stored(e);
        }
    }

    /// A number is read from a union, where an address may have been stored.
    pub(in crate::lower) fn note_member(&mut self, place: &'a Expr) {
        let mut around = place;
        while let ExprKind::Member(record, id, _) = &around.kind {
            let is_union = self.types().record(*id).kind == RecordKind::Union;
            if is_union && self.is_number(place) && self.points_to.may_hold_pointer(record.ty.ty) {
                return self.note_stored(place);
            }
            around = record;
        }
    }

    fn is_number(&self, e: &Expr) -> bool {
        let ty = self.types().get(e.ty.ty);
        !matches!(ty, Type::Pointer(_) | Type::Record(_) | Type::Array(..))
    }

    fn note_stored(&mut self, place: &'a Expr) {
        let stored = self.points_to.stored(place);
        if stored.iter().any(|&at| at != Location::Unknown) {
            self.assume_once(Assumed::Addresses, Some(place.range));
        }
    }
}

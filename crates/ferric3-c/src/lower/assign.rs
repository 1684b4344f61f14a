//! Assignments: `=`, `op=`, `++` and `--`.

use ferric3_term::{BitVecValue, FloatOp, Op, TermId};

use super::Lower;
use super::conversion::Conversion;
use super::memory::Place;
use super::purpose::Purpose;
use crate::sema::hir::{BinaryOp, CompoundOp, Expr, Range, Step};
use crate::sema::types::{Type, TypeId};

impl<'a> Lower<'a> {
    /// `=`; the new value.
    pub(super) fn assignment(
        &mut self,
        place: &'a Expr,
        value: &'a Expr,
        purpose: Purpose,
        range: Range,
    ) -> TermId {
        let is_copy = !purpose.wants_value() && self.is_copy(value);
        if let Some(var) = self.plain_variable(place) {
            if is_copy {
                self.copy_into(var, value, range);
            } else {
                self.value_into(var, value, range);
            }
            return self.read(var);
        }
        let Some(target) = self.place(place) else {
            return self.any_value(place);
        };
        let target = self.stable_place(target, value.effects);
        if is_copy {
            return self.copy_to(&target, value);
        }
        let Some(new) = self.modelled_value(value) else {
            return self.any_value(place);
        };
        self.store_for(purpose, &target, new, range)
    }

    /// Write a value; what is there then. If that is used, it does not change with what comes later.
    fn store_for(
        &mut self,
        purpose: Purpose,
        place: &Place,
        value: TermId,
        range: Range,
    ) -> TermId {
        let value = if purpose.wants_value() {
            self.stable_term(value, range)
        } else {
            value
        };
        self.check_writable(place);
        self.check_bit_field(place, value, range);
        self.store_place(place, value);
        self.as_stored(place, value)
    }

    /// `op=`; the new value. As GCC does it, the right operand is evaluated before the left one
    /// is read, unless that was taken before.
    pub(super) fn compound_assignment(
        &mut self,
        op: CompoundOp,
        place: &'a Expr,
        value: &'a Expr,
        purpose: Purpose,
        range: Range,
    ) -> TermId {
        let variable = self.plain_variable(place);
        let target = match variable {
            Some(_) => None,
            None => match self.place(place) {
                Some(target) => Some(self.stable_place(target, value.effects)),
                None => return self.any_value(place),
            },
        };
        if !self.is_modelled(place.ty) {
            self.unsupported(self.describe_type(place.ty.ty), range);
            return self.any_value(place);
        }
        let Some(operand) = self.modelled_value(value) else {
            return self.any_value(place);
        };
        let old = match (self.taken(place), &target, variable) {
            (Some(old), ..) => old,
            (None, Some(target), _) => self.load_place(target),
            (None, None, Some(var)) => self.read_variable(var, place.range),
            (None, None, None) => return self.any_value(place),
        };
        let new = match op {
            CompoundOp::Arithmetic(op, ty) => {
                if self.value_width(ty).is_none() {
                    self.unsupported(self.describe_type(ty), range);
                    return old;
                }
                let (stored, implicit) = (place.ty.ty, Conversion::Implicit);
                let converted = self.convert_checked(old, (stored, ty), implicit, place.range);
                let result = self.arithmetic(op, converted, operand, (ty, value.ty.ty), range);
                self.convert_checked(result, (ty, stored), implicit, range)
            }
            CompoundOp::Pointer { subtract, size } => {
                let sum = self.pointer_add(old, operand, size, subtract, range);
                self.check_stored_arithmetic(place, old, sum, range);
                sum
            }
        };
        match (target, variable) {
            (Some(target), _) => self.store_for(purpose, &target, new, range),
            (None, Some(var)) => {
                self.assign(var, new, range);
                self.read(var)
            }
            (None, None) => new,
        }
    }

    /// Pointer arithmetic on what is stored in a place.
    fn check_stored_arithmetic(&mut self, place: &'a Expr, old: TermId, new: TermId, range: Range) {
        if self.checks_pointers() {
            let targets = self.points_to.stored(place);
            self.check_pointer_arithmetic(old, new, &targets, range);
        }
    }

    /// `++` and `--`, for pointers with the size of what they point to; the value for which it is
    /// evaluated.
    pub(super) fn step(
        &mut self,
        (step, size): (Step, Option<u64>),
        place: &'a Expr,
        purpose: Purpose,
        range: Range,
    ) -> TermId {
        let variable = self.plain_variable(place);
        let target = match variable {
            Some(_) => None,
            None => match self.place(place) {
                Some(target) => Some(target),
                None => return self.any_value(place),
            },
        };
        if !self.is_modelled(place.ty) {
            self.unsupported(self.describe_type(place.ty.ty), range);
            return self.any_value(place);
        }
        let old = match (&target, variable) {
            (Some(target), _) => self.load_place(target),
            (None, Some(var)) => self.read_variable(var, place.range),
            (None, None) => return self.any_value(place),
        };
        let new = self.stepped(old, step, place.ty.ty, size, range);
        if matches!(self.types().get(place.ty.ty), Type::Pointer(_)) {
            self.check_stored_arithmetic(place, old, new, range);
        }
        let (of_old, of_new) = if step.prefix {
            (Purpose::Effects, purpose)
        } else {
            (purpose, Purpose::Effects)
        };
        let old = if of_old.wants_value() {
            self.stable(old, true, place)
        } else {
            old
        };
        let new = match (target, variable) {
            (Some(target), _) => self.store_for(of_new, &target, new, range),
            (None, Some(var)) => {
                self.assign(var, new, range);
                self.read(var)
            }
            (None, None) => new,
        };
        if step.prefix { new } else { old }
    }

    /// A value one further on, or back.
    fn stepped(
        &mut self,
        old: TermId,
        step: Step,
        ty: TypeId,
        size: Option<u64>,
        range: Range,
    ) -> TermId {
        let width = self.terms.width(old);
        let one = self.bits(1, width);
        let op = if step.up {
            BinaryOp::Add
        } else {
            BinaryOp::Sub
        };
        if let Some(format) = self.format(ty) {
            let one = self.terms.mk(Op::Const(BitVecValue::one(8)), &[]);
            let one = self.float_op(FloatOp::FromUnsigned(format), &[one]);
            return self.float_arithmetic(op, old, one, format);
        }
        if self.is_mathematical(ty) {
            return self.number_step(old, ty, step.up);
        }
        match self.types().get(ty) {
            Type::Pointer(_) => self.pointer_add(old, one, size, !step.up, range),
            Type::Bool => {
                let sum = self.mk2(if step.up { Op::BvAdd } else { Op::BvSub }, old, one);
                let truth = self.truth(sum);
                self.bool_to_bits(truth, width)
            }
            // Narrow operands are promoted, and their sums do not overflow.
            _ if width < 32 => {
                self.check_narrow_step(old, ty, step.up, range);
                self.mk2(if step.up { Op::BvAdd } else { Op::BvSub }, old, one)
            }
            _ => self.arithmetic(op, old, one, (ty, ty), range),
        }
    }
}

//! Expressions: their values as terms, their side effects as statements.

use ferric3_ivl::{StmtKind, TerminatorKind, VarId};
use ferric3_term::{BitVecValue, FloatOp, Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::conversion::Conversion;
use super::memory::{Location, Place};
use crate::sema::hir::{BinaryOp, CompoundOp, Expr, ExprKind, Range, Step, Storage};
use crate::sema::types::{Type, TypeId, Types};

impl<'a> Lower<'a> {
    /// Evaluate an expression; its value. Values that cannot be modelled end the run, and any
    /// term stands for them in what follows.
    pub(super) fn value(&mut self, e: &'a Expr) -> TermId {
        match self.taken(e) {
            Some(value) if self.is_modelled(e.ty) => value,
            _ => self.in_any_order(e, |this| this.value_of(e)),
        }
    }

    fn value_of(&mut self, e: &'a Expr) -> TermId {
        let Some(width) = self.value_width(e.ty.ty) else {
            let what = match &e.kind {
                ExprKind::Unsupported(what) => what,
                ExprKind::Error => "compiler builtin",
                ExprKind::Load(place) => self.describe_place(place),
                _ => self.describe_type(e.ty.ty),
            };
            self.unsupported(what, e.range);
            return self.bits(0, 8);
        };
        match &e.kind {
            ExprKind::Int(bits) => self.bits(*bits, width),
            ExprKind::Float(bits) => self.terms.mk(Op::Const(bits.clone()), &[]),
            ExprKind::Load(place) => self.stored_value(place),
            ExprKind::Member(..) => match self.place(e) {
                Some(place) => self.load_place(&place),
                None => self.bits(0, width),
            },
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.address(place, width),
            ExprKind::LabelAddress(f, label) => self.label_address(*f, *label),
            ExprKind::Convert(inner) => self.converted(e, inner),
            ExprKind::Unary(op, a) => self.unary(*op, a, e.range),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::LogicalNot(_) | ExprKind::Compare(..) => {
                let truth = self.truth_of(e);
                self.bool_to_bits(truth, width)
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                let temp = self.temp(e.ty.ty, e.range);
                let (one, zero) = (self.bits(1, width), self.bits(0, width));
                self.decide_into(e, temp, one, zero);
                self.read(temp)
            }
            ExprKind::PointerAdd(pointer, offset, size, subtract) => {
                let (x, y) = self.operands(pointer, offset);
                let steps = self.negated_if(*subtract, y);
                self.check_formed(pointer, steps, e.range);
                let sum = self.pointer_add(x, y, *size, *subtract, e.range);
                if self.checks_pointers() {
                    let targets = self.points_to.targets(pointer);
                    self.check_pointer_arithmetic(x, sum, &targets, e.range);
                }
                sum
            }
            ExprKind::PointerDiff(a, b, size) => self.pointer_diff(a, b, *size, e.range),
            ExprKind::Conditional(..) => {
                let temp = self.temp(e.ty.ty, e.range);
                self.conditional(e, Some(temp));
                self.read(temp)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.value(b)
            }
            ExprKind::Assign(place, value) => self.assignment(place, value, true, e.range),
            ExprKind::CompoundAssign(op, place, value) => {
                self.compound_assignment(*op, place, value, true, e.range)
            }
            ExprKind::Step(step, place, size) => self.step(*step, place, *size, true, e.range),
            ExprKind::Call(f, args) => {
                let value = self.call(e, *f, args, None, true);
                value.unwrap_or_else(|| self.bits(0, width))
            }
            ExprKind::Statement(stmts, value) => {
                self.stmts(stmts);
                match value {
                    Some(value) => self.value(value),
                    None => self.bits(0, width),
                }
            }
            ExprKind::CallPointer(callee, args) => {
                let value = self.call_pointer(e, callee, args, true);
                value.unwrap_or_else(|| self.bits(0, width))
            }
            _ => {
                let what = self.describe_value(e);
                self.unsupported(what, e.range);
                self.bits(0, width)
            }
        }
    }

    /// What is stored in a place.
    pub(super) fn stored_value(&mut self, place: &'a Expr) -> TermId {
        if let Some(var) = self.plain_variable(place) {
            return self.read_variable(var, place.range);
        }
        if let Some(entry) = self.character_entry(place) {
            return entry;
        }
        self.note_member(place);
        match self.place(place) {
            Some(place) => self.load_place(&place),
            None => self.any_value(place),
        }
    }

    /// In words: what a scalar value is that cannot be modelled.
    fn describe_value(&self, e: &Expr) -> &'static str {
        match &e.kind {
            ExprKind::Unsupported(what) => what,
            ExprKind::Member(..) => "member access",
            _ => "expression",
        }
    }

    /// Is it a weak function or variable without a definition? Another file may have one, or its
    /// address is null.
    fn is_missing(&self, place: &Expr) -> bool {
        match place.kind {
            ExprKind::Function(f) => {
                let function = self.unit.function(f);
                function.weak && function.body.is_none()
            }
            ExprKind::Object(id) => {
                let object = self.unit.object(id);
                object.weak && object.storage == Storage::Extern
            }
            _ => false,
        }
    }

    /// The address of a place or function.
    fn address(&mut self, place: &'a Expr, width: u32) -> TermId {
        if self.is_missing(place) {
            self.unsupported("address of a weak symbol without a definition", place.range);
        }
        if let ExprKind::Function(f) = place.kind {
            let address = self.memory.function_address(f);
            return self.bits(u128::from(address), width);
        }
        if let ExprKind::CompoundLiteral(id, _) = place.kind
            && self.unit.object(id).storage == Storage::Static
            && let Some(object) = self.object_of(Location::Variable(id))
        {
            // It has its value anyway.
            return self.address_of(&Place::start(object, place.ty.ty, place.range));
        }
        if let ExprKind::Deref(pointer, _) = &place.kind
            && self.types().function(place.ty.ty).is_some()
        {
            return self.value(pointer);
        }
        match self.place(place) {
            Some(place) => self.address_of(&place),
            None => self.bits(0, width),
        }
    }

    /// The value of an expression, if values of its type are modelled. Otherwise the run has
    /// ended.
    pub(super) fn modelled_value(&mut self, e: &'a Expr) -> Option<TermId> {
        let value = self.value(e);
        self.is_modelled(e.ty).then_some(value)
    }

    fn converted(&mut self, e: &'a Expr, inner: &'a Expr) -> TermId {
        if !self.is_modelled(inner.ty) {
            self.effect(inner);
            self.unsupported(self.describe_type(inner.ty.ty), inner.range);
            return self.any_value(e);
        }
        if matches!(self.types().get(e.ty.ty), Type::Bool) {
            let truth = self.truth_of(inner);
            return self.bool_to_bits(truth, 8);
        }
        if self.types().pointee(inner.ty.ty).is_some() && self.types().is_integer(e.ty.ty) {
            self.assume_once(Assumed::Addresses, Some(e.range));
            if self.points_to.may_be_label(inner) {
                self.assume_once(Assumed::Labels, Some(e.range));
            }
        }
        let value = self.value(inner);
        let types = (inner.ty.ty, e.ty.ty);
        self.convert_checked(value, types, Conversion::of(e, inner), e.range)
    }

    /// Evaluate an expression for its side effects only.
    pub(super) fn effect(&mut self, e: &'a Expr) {
        if self.taken(e).is_none() {
            self.in_any_order(e, |this| this.effect_of(e));
        }
    }

    fn effect_of(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Convert(inner)
                if e.ty.ty == Types::VOID || !(e.effects || self.checks_conversions()) =>
            {
                self.effect(inner);
            }
            ExprKind::Load(place) | ExprKind::Decay(place) | ExprKind::AddressOf(place)
                if is_name(place) => {}
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Conditional(..) => self.conditional(e, None),
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                let (then, otherwise) = self.decide(e);
                let join = self.new_block();
                for block in [then, otherwise] {
                    self.switch_to(block);
                    self.goto(join);
                }
                self.switch_to(join);
            }
            ExprKind::Step(step, place, size) => {
                self.step(*step, place, *size, false, e.range);
            }
            ExprKind::Call(f, args) => {
                self.call(e, *f, args, None, false);
            }
            ExprKind::CallPointer(callee, args) => {
                self.call_pointer(e, callee, args, false);
            }
            ExprKind::Statement(stmts, value) => {
                self.stmts(stmts);
                if let Some(value) = value {
                    self.effect(value);
                }
            }
            ExprKind::Assign(place, value) => {
                self.assignment(place, value, false, e.range);
            }
            ExprKind::CompoundAssign(op, place, value) => {
                self.compound_assignment(*op, place, value, false, e.range);
            }
            // A value that nobody uses need not be one that is modelled.
            ExprKind::Load(place) if place.effects && self.options.checks.is_empty() => {
                self.place_effects(place);
            }
            ExprKind::Load(_) if !self.is_modelled(e.ty) => {}
            _ => {
                self.value(e);
            }
        }
    }

    /// Evaluate an expression into a variable of its type.
    pub(super) fn value_into(&mut self, var: VarId, e: &'a Expr, range: Range) {
        self.in_any_order(e, |this| this.value_of_into(var, e, range));
    }

    fn value_of_into(&mut self, var: VarId, e: &'a Expr, range: Range) {
        if let ExprKind::Call(f, args) = &e.kind
            && self.is_modelled(e.ty)
            && self.taken(e).is_none()
        {
            if let Some(value) = self.call(e, *f, args, Some(var), true)
                && value != self.read(var)
            {
                self.assign(var, value, range);
            }
            return;
        }
        let value = self.value(e);
        if self.is_modelled(e.ty) {
            self.assign(var, value, range);
        }
    }

    /// `? :`, with its value going to `target` if there is one.
    fn conditional(&mut self, e: &'a Expr, target: Option<VarId>) {
        let ExprKind::Conditional(condition, then, otherwise) = &e.kind else {
            return;
        };
        let Some(then) = then else {
            return self.conditional_or(e, condition, otherwise, target);
        };
        let (then_block, otherwise_block) = self.decide(condition);
        let join = self.new_block();
        for (block, value) in [(then_block, then), (otherwise_block, otherwise)] {
            self.switch_to(block);
            match target {
                Some(target) => self.value_into(target, value, value.range),
                None => self.effect(value),
            }
            self.here = value.range;
            self.goto(join);
        }
        self.switch_to(join);
    }

    /// GNU `a ?: b`: the first operand is evaluated once.
    fn conditional_or(
        &mut self,
        e: &'a Expr,
        condition: &'a Expr,
        otherwise: &'a Expr,
        target: Option<VarId>,
    ) {
        let value = self.value(condition);
        if !self.is_modelled(condition.ty) {
            return;
        }
        let value = self.stable(value, true, condition);
        let decision = self.decision(condition.range);
        let point = Some(self.condition_point(decision, condition.range));
        let blocks = (self.new_block(), self.new_block());
        let truth = self.truth_of_value(value, condition.ty.ty);
        self.here = condition.range;
        self.terminate(TerminatorKind::Branch {
            condition: truth,
            then: blocks.0,
            otherwise: blocks.1,
            point,
        });
        let join = self.new_block();
        self.switch_to(blocks.0);
        self.emit(
            StmtKind::Decision {
                point: decision,
                outcome: true,
            },
            condition.range,
        );
        self.cover_outcome(condition, true);
        if let Some(target) = target {
            let types = (condition.ty.ty, e.ty.ty);
            let implicit = Conversion::Implicit;
            let converted = self.convert_checked(value, types, implicit, condition.range);
            self.assign(target, converted, condition.range);
        }
        self.goto(join);
        self.switch_to(blocks.1);
        self.emit(
            StmtKind::Decision {
                point: decision,
                outcome: false,
            },
            condition.range,
        );
        self.cover_outcome(condition, false);
        match target {
            Some(target) => self.value_into(target, otherwise, otherwise.range),
            None => self.effect(otherwise),
        }
        self.here = otherwise.range;
        self.goto(join);
        self.switch_to(join);
    }

    /// Evaluate a place for its side effects only.
    fn place_effects(&mut self, place: &'a Expr) {
        match &place.kind {
            ExprKind::Deref(pointer, _) => self.effect(pointer),
            ExprKind::Member(record, ..) if record.is_place() => self.place_effects(record),
            ExprKind::Member(record, ..) => self.effect(record),
            _ => {
                self.place(place);
            }
        }
    }

    /// The variable that a place is, if it is all of one.
    pub(super) fn plain_variable(&mut self, place: &Expr) -> Option<VarId> {
        match place.kind {
            ExprKind::Object(id) => self.scalar_variable(id),
            _ => None,
        }
    }

    /// `=`; the new value.
    fn assignment(
        &mut self,
        place: &'a Expr,
        value: &'a Expr,
        wanted: bool,
        range: Range,
    ) -> TermId {
        let is_copy = !wanted && self.is_copy(value);
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
        self.store_wanted(&target, new, wanted, range)
    }

    /// Write a value; what is there then, if it is wanted.
    fn store_wanted(&mut self, place: &Place, value: TermId, wanted: bool, range: Range) -> TermId {
        let value = if wanted {
            self.stable_term(value, range)
        } else {
            value
        };
        self.check_writable(place);
        self.check_bit_field(place, value, range);
        self.store_place(place, value);
        self.as_stored(place, value)
    }

    /// Any term of the sort of a place, behind the end of a run.
    fn any_value(&mut self, place: &Expr) -> TermId {
        let width = self.value_width(place.ty.ty).unwrap_or(8);
        self.bits(0, width)
    }

    /// `op=`; the new value. As GCC does it, the right operand is evaluated before the left one
    /// is read, unless that was taken before.
    fn compound_assignment(
        &mut self,
        op: CompoundOp,
        place: &'a Expr,
        value: &'a Expr,
        wanted: bool,
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
            (Some(target), _) => self.store_wanted(&target, new, wanted, range),
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

    /// `++` and `--`; the value if it is wanted.
    fn step(
        &mut self,
        step: Step,
        place: &'a Expr,
        size: Option<u64>,
        wanted: bool,
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
        let old = if wanted && !step.prefix {
            self.stable(old, true, place)
        } else {
            old
        };
        let new = match (target, variable) {
            (Some(target), _) => self.store_wanted(&target, new, wanted && step.prefix, range),
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

/// Is it the name of something, so that its evaluation alone does nothing?
fn is_name(place: &Expr) -> bool {
    matches!(
        place.kind,
        ExprKind::Object(_) | ExprKind::Function(_) | ExprKind::String(_)
    )
}

//! Expressions: their values as terms, their side effects as statements.

use ferric3_ivl::VarId;
use ferric3_term::{Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::call::Call;
use super::conversion::Conversion;
use super::memory::{Location, Place};
use super::purpose::Purpose;
use crate::sema::hir::{Expr, ExprKind, Range, Storage};
use crate::sema::types::{Type, Types};

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
            ExprKind::Assign(place, value) => {
                self.assignment(place, value, Purpose::Value, e.range)
            }
            ExprKind::CompoundAssign(op, place, value) => {
                self.compound_assignment(*op, place, value, Purpose::Value, e.range)
            }
            ExprKind::Step(step, place, size) => {
                self.step((*step, *size), place, Purpose::Value, e.range)
            }
            ExprKind::Call(f, args) => {
                let value = self.call(Call::new(e, *f, args, Purpose::Value));
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
                let value = self.call_pointer(e, callee, args, Purpose::Value);
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
                self.step((*step, *size), place, Purpose::Effects, e.range);
            }
            ExprKind::Call(f, args) => {
                self.call(Call::new(e, *f, args, Purpose::Effects));
            }
            ExprKind::CallPointer(callee, args) => {
                self.call_pointer(e, callee, args, Purpose::Effects);
            }
            ExprKind::Statement(stmts, value) => {
                self.stmts(stmts);
                if let Some(value) = value {
                    self.effect(value);
                }
            }
            ExprKind::Assign(place, value) => {
                self.assignment(place, value, Purpose::Effects, e.range);
            }
            ExprKind::CompoundAssign(op, place, value) => {
                self.compound_assignment(*op, place, value, Purpose::Effects, e.range);
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
            if let Some(value) = self.call(Call::new(e, *f, args, Purpose::Into(var)))
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

    /// Any term of the sort of a place, behind the end of a run.
    pub(super) fn any_value(&mut self, place: &Expr) -> TermId {
        let width = self.value_width(place.ty.ty).unwrap_or(8);
        self.bits(0, width)
    }
}

/// Is it the name of something, so that its evaluation alone does nothing?
fn is_name(place: &Expr) -> bool {
    matches!(
        place.kind,
        ExprKind::Object(_) | ExprKind::Function(_) | ExprKind::String(_)
    )
}

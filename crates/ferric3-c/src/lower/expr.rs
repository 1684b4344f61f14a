//! Expressions: their values as terms, their side effects as statements.

use ferric3_ivl::{StmtKind, TerminatorKind, VarId};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::{CompoundOp, Expr, ExprKind, Init, Range, Step};
use crate::sema::types::{Type, Types};

impl<'a> Lower<'a> {
    /// Evaluate an expression; its value. Values that cannot be modelled end the run, and any
    /// term stands for them in what follows.
    pub(super) fn value(&mut self, e: &'a Expr) -> TermId {
        let Some(width) = self.types().scalar_width(e.ty.ty) else {
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
            ExprKind::Load(place) => self.load(place, width, e.range),
            ExprKind::Convert(inner) => self.converted(e, inner),
            ExprKind::Unary(op, a) => self.unary(*op, a),
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
                self.pointer_add(x, y, *size, *subtract, e.range)
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
            ExprKind::Assign(place, value) => self.assignment(place, value, e.range),
            ExprKind::CompoundAssign(op, place, value) => {
                self.compound_assignment(*op, place, value, e.range)
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
                self.call_pointer(callee, args, e.range);
                self.bits(0, width)
            }
            _ => {
                let what = self.describe_value(e);
                self.unsupported(what, e.range);
                self.bits(0, width)
            }
        }
    }

    /// A call of an unknown function: its arguments are still evaluated.
    fn call_pointer(&mut self, callee: &'a Expr, args: &'a [Expr], range: Range) {
        for part in std::iter::once(callee)
            .chain(args)
            .filter(|part| part.effects)
        {
            self.effect(part);
        }
        self.unsupported("call through a function pointer", range);
    }

    /// In words: what a scalar value is that cannot be modelled.
    fn describe_value(&self, e: &Expr) -> &'static str {
        match &e.kind {
            ExprKind::Unsupported(what) => what,
            ExprKind::Decay(place) => match place.kind {
                ExprKind::String(_) => "string literal as a value",
                _ => "array as a value",
            },
            ExprKind::AddressOf(place) => match place.kind {
                ExprKind::Function(_) => "function as a value",
                _ => "address of a variable",
            },
            ExprKind::Member(..) => "member access",
            _ => "expression",
        }
    }

    /// The value of a place of modelled type.
    fn load(&mut self, place: &'a Expr, width: u32, range: Range) -> TermId {
        match &place.kind {
            ExprKind::Object(id) if self.opaque_initializer(*id) => {
                self.unsupported("variable whose initialiser is not modelled", range);
                self.bits(0, width)
            }
            ExprKind::Object(id) => {
                let var = self.var_of(*id);
                self.read(var)
            }
            kind => {
                // A literal of scalar type is its value.
                if let ExprKind::CompoundLiteral(_, init) = kind
                    && let Init::Value(value) = &**init
                {
                    return self.value(value);
                }
                let what = self.describe_place(place);
                self.unsupported(what, range);
                self.bits(0, width)
            }
        }
    }

    fn converted(&mut self, e: &'a Expr, inner: &'a Expr) -> TermId {
        if matches!(self.types().get(e.ty.ty), Type::Bool) && self.is_modelled(inner.ty) {
            let truth = self.truth_of(inner);
            return self.bool_to_bits(truth, 8);
        }
        let value = self.value(inner);
        self.convert(value, inner.ty.ty, e.ty.ty)
    }

    /// Evaluate an expression for its side effects only.
    pub(super) fn effect(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Convert(inner) if e.ty.ty == Types::VOID || !e.effects => self.effect(inner),
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
            ExprKind::CallPointer(callee, args) => self.call_pointer(callee, args, e.range),
            ExprKind::Statement(stmts, value) => {
                self.stmts(stmts);
                if let Some(value) = value {
                    self.effect(value);
                }
            }
            ExprKind::Assign(place, value) => {
                self.assignment(place, value, e.range);
            }
            _ => {
                self.value(e);
            }
        }
    }

    /// Evaluate an expression into a variable of its type.
    pub(super) fn value_into(&mut self, var: VarId, e: &'a Expr, range: Range) {
        if let ExprKind::Call(f, args) = &e.kind
            && self.is_modelled(e.ty)
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
        let truth = self.truth(value);
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
        if let Some(target) = target {
            let converted = self.convert(value, condition.ty.ty, e.ty.ty);
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
        match target {
            Some(target) => self.value_into(target, otherwise, otherwise.range),
            None => self.effect(otherwise),
        }
        self.here = otherwise.range;
        self.goto(join);
        self.switch_to(join);
    }

    /// The variable that a place is, or the end of the run if it is none.
    fn target(&mut self, place: &'a Expr, range: Range) -> Option<VarId> {
        match &place.kind {
            ExprKind::Object(id) if self.is_modelled(place.ty) => {
                if self.opaque_initializer(*id) {
                    self.unsupported("variable whose initialiser is not modelled", range);
                    return None;
                }
                Some(self.var_of(*id))
            }
            _ => {
                let what = self.describe_place(place);
                self.unsupported(what, range);
                None
            }
        }
    }

    /// `=`; the new value.
    fn assignment(&mut self, place: &'a Expr, value: &'a Expr, range: Range) -> TermId {
        match self.target(place, range) {
            Some(var) => {
                self.value_into(var, value, range);
                self.read(var)
            }
            None => self.any_value(place),
        }
    }

    /// Any term of the sort of a place, behind the end of a run.
    fn any_value(&mut self, place: &Expr) -> TermId {
        let width = self.types().scalar_width(place.ty.ty).unwrap_or(8);
        self.bits(0, width)
    }

    /// `op=`; the new value. As GCC does it, the right operand is evaluated before the left one
    /// is read.
    fn compound_assignment(
        &mut self,
        op: CompoundOp,
        place: &'a Expr,
        value: &'a Expr,
        range: Range,
    ) -> TermId {
        let Some(var) = self.target(place, range) else {
            return self.any_value(place);
        };
        let operand = self.value(value);
        let old = self.read(var);
        let new = match op {
            CompoundOp::Arithmetic(op, ty) => {
                if self.types().scalar_width(ty).is_none() {
                    self.unsupported(self.describe_type(ty), range);
                    return old;
                }
                let converted = self.convert(old, place.ty.ty, ty);
                let result = self.arithmetic(op, converted, operand, ty, value.ty.ty);
                self.convert(result, ty, place.ty.ty)
            }
            CompoundOp::Pointer { subtract, size } => {
                self.pointer_add(old, operand, size, subtract, range)
            }
        };
        self.assign(var, new, range);
        self.read(var)
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
        let Some(var) = self.target(place, range) else {
            return self.any_value(place);
        };
        let old = self.read(var);
        let width = self.terms.width(old);
        let one = self.bits(1, width);
        let ty = place.ty.ty;
        let new = match self.types().get(ty) {
            Type::Pointer(_) => self.pointer_add(old, one, size, !step.up, range),
            Type::Bool => {
                let sum = self.mk2(if step.up { Op::BvAdd } else { Op::BvSub }, old, one);
                let truth = self.truth(sum);
                self.bool_to_bits(truth, width)
            }
            _ => {
                if self.types().is_signed(ty) {
                    self.assume_once(Assumed::Overflow, None);
                }
                self.mk2(if step.up { Op::BvAdd } else { Op::BvSub }, old, one)
            }
        };
        let value = if wanted && !step.prefix {
            self.stable(old, true, place)
        } else {
            old
        };
        self.assign(var, new, range);
        if step.prefix { self.read(var) } else { value }
    }
}

/// Is it the name of something, so that its evaluation alone does nothing?
fn is_name(place: &Expr) -> bool {
    matches!(
        place.kind,
        ExprKind::Object(_) | ExprKind::Function(_) | ExprKind::String(_)
    )
}

//! Calls of functions by name.

use ferric3_ivl::{InputSource, StmtKind, VarId};
use ferric3_term::TermId;

use super::Lower;
use super::cover::has_decision;
use super::errno::Disturbance;
use super::library::{Known, NOT_MODELLED, known};
use super::purpose::Purpose;
use crate::preprocess::{LABEL_ADDRESS, SAME_AS_CONDITION};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Range};

/// A call of a function by name, or of one that a pointer points to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'a> {
    /// The call as an expression, whose type the result has.
    pub(super) e: &'a Expr,
    pub(super) f: FunctionId,
    pub(super) args: &'a [Expr],
    pub(super) purpose: Purpose,
}

impl<'a> Call<'a> {
    pub(super) fn new(e: &'a Expr, f: FunctionId, args: &'a [Expr], purpose: Purpose) -> Call<'a> {
        Call {
            e,
            f,
            args,
            purpose,
        }
    }
}

impl<'a> Lower<'a> {
    /// Call a function. The result, if it is wanted and the call comes back.
    pub(super) fn call(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        if matches!(e.kind, ExprKind::Call(..)) {
            self.cover_call(e);
        }
        let function = self.unit.function(f);
        let name = function.name.as_str();
        if function.is_unclear() {
            let what = format!("linker name `{name}` of another declaration");
            self.unsupported(&what, e.range);
            return None;
        }
        self.note_magnitude(call);
        let has_body = function.body.is_some();
        let mut known = known(name, has_body, function.is_library, &self.options.errors);
        if function.is_library && self.is_number_only(name, args) {
            known = Known::Rough;
        }
        match known {
            Known::Violation => self.call_violation(call),
            Known::Assert => self.call_assert(args),
            Known::AssertOrStop => self.call_assert_or_stop(call),
            Known::Cover => self.call_cover(args),
            Known::Assume => self.call_assume(call),
            Known::Stop => self.call_stop(call),
            Known::Unreachable => self.call_unreachable(e.range),
            Known::Nothing => {
                self.effects_of(args);
                None
            }
            Known::Nondet => self.call_nondet(call),
            Known::Output => self.call_output(call),
            known @ (Known::Attempt | Known::Rough | Known::Arbitrary) => {
                if let Some(number) = self.number_in_literal(e, name, args) {
                    return Some(number);
                }
                self.leave_program(call, Disturbance::ByLibrary)?;
                match known {
                    Known::Attempt => self.attempt(call),
                    Known::Rough => self.rough_result(call),
                    _ => self.extern_result(call),
                }
            }
            Known::First => {
                let (first, rest) = args.split_first()?;
                let value = self.value(first);
                let value = self.stable(value, rest.iter().any(|a| a.effects), first);
                self.effects_of(rest);
                Some(value)
            }
            Known::SwapBytes => {
                let value = self.value(args.first()?);
                Some(self.swap_bytes(value))
            }
            Known::Absolute => {
                let argument = args.first()?;
                let value = self.value(argument);
                if self.is_mathematical(argument.ty.ty) {
                    return Some(self.number_absolute(value, argument.ty.ty));
                }
                self.check_negation(value, e.range);
                Some(self.absolute(value))
            }
            Known::Memory(memory) => self.call_memory(memory, call),
            Known::Math(name) => self.call_math(e, name, args),
            Known::Approximate(name) => self.call_approximated(e, name, args),
            Known::SetRounding => self.call_set_rounding(e, args),
            Known::GetRounding => {
                let width = self.value_width(e.ty.ty)?;
                Some(self.bits(0, width))
            }
            Known::MathPredicate(name) => self.call_predicate(e, name, args),
            Known::Classify => self.call_classify(e, args),
            Known::FloatConstant(name) => self.float_constant(e, name),
            Known::Bits(name) => self.call_bits(e, name, args),
            Known::Overflow(name) => self.call_overflow(e, name, args),
            Known::OverflowOf(name) => self.call_overflow_of(e, name, args),
            Known::Atomic(atomic) => self.call_atomic(e, atomic, args),
            Known::Perhaps => self.call_perhaps(e),
            Known::Apart => self.call_apart(args, e.range),
            Known::Match => self.match_argument(e, args),
            Known::Between(low, high) => self.input_between(call, low, high),
            Known::Unsupported => {
                let what = match name.strip_prefix(NOT_MODELLED) {
                    Some(what) => format!("no model of {}", what.replace('_', " ")),
                    None => format!("call of {name}()"),
                };
                self.unsupported(&what, e.range);
                None
            }
            Known::Ordinary if has_body => {
                let formatted = self.call_formatted(e, f, args);
                formatted
                    .or_else(|| self.call_scanned(e, f, args))
                    .or_else(|| self.call_procedure(call))
            }
            Known::Ordinary if function.noreturn => self.call_without_return(call),
            Known::Ordinary => {
                self.leave_program(call, Disturbance::Any)?;
                self.extern_result(call)
            }
        }
    }

    /// Evaluate arguments whose values do not matter.
    pub(super) fn effects_of(&mut self, args: &'a [Expr]) {
        let checked = !self.options.checks.is_empty();
        let covered = self.covers_decisions();
        let is_wanted = |arg: &&Expr| checked || arg.effects || (covered && has_decision(arg));
        for arg in args.iter().filter(is_wanted) {
            self.effect(arg);
        }
    }

    /// The source text of a range, in one line.
    pub(super) fn text(&self, range: Range) -> String {
        let text = self
            .source
            .text
            .get(range.start as usize..range.end as usize)
            .unwrap_or("");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace(LABEL_ADDRESS, "&&");
        let elvis = format!("? {SAME_AS_CONDITION} :");
        text.replace(&elvis, "?:")
    }

    /// Call a function with a body.
    pub(super) fn call_procedure(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, purpose, .. } = call;
        let args = self.procedure_arguments(call);
        let proc = self.proc_of(f);
        let returned = self.program.procs[proc].result;
        let result = self.result_variable(call, returned);
        self.emit(StmtKind::Call { proc, args, result }, e.range);
        if let Some(var) = result {
            self.check_returned(returned, e.range);
            self.has_value(var, true, e.range);
        }
        if !purpose.wants_value() {
            return None;
        }
        match (result, self.is_modelled(e.ty)) {
            (Some(var), true) => {
                let declared = self.types().function(self.unit.function(f).ty)?.result;
                let value = self.read(var);
                Some(self.convert(value, declared.ty, e.ty.ty))
            }
            // It was declared with another result than it is defined with.
            (None, true) => {
                let source = InputSource::Uninitialised(self.unit.function(f).name.clone());
                self.input(e, source, purpose.variable())
            }
            (_, false) => {
                if self.types().is_complete(e.ty.ty) {
                    self.unsupported(self.describe_type(e.ty.ty), e.range);
                }
                None
            }
        }
    }

    /// Where the result of a call goes.
    fn result_variable(&mut self, call: Call<'a>, returned: Option<VarId>) -> Option<VarId> {
        let returned = returned.filter(|_| call.purpose.wants_value())?;
        let sort = self.program.vars[returned].sort;
        let fits = |var: &VarId| self.program.vars[*var].sort == sort;
        if let Some(into) = call.purpose.variable().filter(fits) {
            return Some(into);
        }
        let declared = self.types().function(self.unit.function(call.f).ty)?.result;
        Some(self.temp(declared.ty, call.e.range))
    }

    /// The arguments that the parameters take. Further ones go where variable arguments do, if the
    /// function takes any; for missing ones (possible without a prototype) any value is passed.
    fn procedure_arguments(&mut self, call: Call<'a>) -> Vec<TermId> {
        let Call { e, f, args, .. } = call;
        let unit = self.unit;
        let body = unit.function(f).body.as_ref();
        let params = body.map_or(&[][..], |body| body.visible_params());
        let takes_rest = body.is_some_and(|body| body.rest.is_some());
        let mut values = Vec::with_capacity(params.len());
        let mut rest = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let later = args[i + 1..].iter().any(|arg| arg.effects);
            let value = self.value(arg);
            let Some(&param) = params.get(i) else {
                if takes_rest && self.is_modelled(arg.ty) {
                    rest.push((self.stable(value, later, arg), arg.ty.ty));
                }
                continue;
            };
            let ty = unit.object(param).ty;
            match (self.is_modelled(ty), self.is_modelled(arg.ty)) {
                (true, true) => {
                    let value = self.stable(value, later, arg);
                    values.push(self.convert(value, arg.ty.ty, ty.ty));
                }
                // The run has ended at the argument.
                (true, false) => {
                    let width = self.value_width(ty.ty).unwrap_or(8);
                    values.push(self.bits(0, width));
                }
                (false, true) => self.unsupported(self.describe_type(ty.ty), arg.range),
                (false, false) => {}
            }
        }
        for &param in params.iter().skip(args.len()) {
            let object = unit.object(param);
            if self.is_modelled(object.ty) {
                let temp = self.temp(object.ty.ty, e.range);
                self.havoc(
                    temp,
                    InputSource::Uninitialised(object.name.clone()),
                    e.range,
                );
                values.push(self.read(temp));
            }
        }
        if takes_rest {
            values.push(self.pass_variadic(e, &rest));
        }
        values
    }
}

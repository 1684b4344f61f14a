//! Calls.

use ferric3_ivl::{InputSource, PropertyKind, StmtKind, TerminatorKind, VarId};
use ferric3_term::{Op, TermId};

use super::assumption::Assumed;
use super::errno::Disturbance;
use super::format::{format_position, is_harmless, string_literal};
use super::library::{Known, NOT_MODELLED, is_error_call, known, shown_name};
use super::memory::Location;
use super::{Lower, words};
use crate::preprocess::LABEL_ADDRESS;
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, Range};

impl<'a> Lower<'a> {
    /// Call a function. `into` is a variable of the type of the call that may take the result.
    /// The result, if it is wanted and the call comes back.
    pub(super) fn call(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
        into: Option<VarId>,
        wanted: bool,
    ) -> Option<TermId> {
        let function = self.unit.function(f);
        let name = function.name.as_str();
        if function.is_unclear() {
            let what = format!("linker name `{name}` of another declaration");
            self.unsupported(&what, e.range);
            return None;
        }
        let has_body = function.body.is_some();
        let known = known(name, has_body, function.is_library, &self.options.errors);
        match known {
            Known::Violation => {
                self.effects_of(args);
                let never = self.truth_value(false);
                let (description, place) = self.violation_of(name, args, e.range);
                self.assert_at(never, PropertyKind::UnreachCall, description, place);
                self.stop(None, e.range)
            }
            Known::Assert => {
                let (first, rest) = args.split_first()?;
                let condition = self.truth_of(first);
                let text = self.text(first.range);
                self.effects_of(rest);
                let description = format!("assertion {text}");
                self.assert(
                    condition,
                    PropertyKind::UnreachCall,
                    description,
                    first.range,
                );
                None
            }
            Known::AssertOrStop => {
                let (first, rest) = args.split_first()?;
                self.program.not_asked.push(self.span(first.range));
                let condition = self.truth_of(first);
                self.effects_of(rest);
                let (then, otherwise) = (self.new_block(), self.new_block());
                self.here = e.range;
                let point = None;
                self.terminate(TerminatorKind::Branch {
                    condition,
                    then,
                    otherwise,
                    point,
                });
                self.switch_to(otherwise);
                self.terminate(TerminatorKind::Stop { status: None });
                self.switch_to(then);
                None
            }
            Known::Cover => {
                let (first, rest) = args.split_first()?;
                let condition = self.truth_of(first);
                self.effects_of(rest);
                self.cover_mark(condition, first.range);
                None
            }
            Known::Assume => {
                let (first, rest) = args.split_first()?;
                let condition = self.truth_of(first);
                self.effects_of(rest);
                self.emit(StmtKind::Assume(condition), e.range);
                None
            }
            Known::Stop => {
                if is_error_call(name) {
                    let (_, place) = self.violation_of(name, args, e.range);
                    self.program.not_asked.push(place);
                }
                // Only a number can be a status: a failed assertion is called with texts.
                let status = args
                    .first()
                    .filter(|a| !matches!(a.kind, ExprKind::Decay(_)));
                let status = status.map(|status| self.value(status));
                self.exit(name, e.range);
                self.stop(status, e.range)
            }
            Known::Unreachable => {
                self.assume_once(Assumed::Unreachable, Some(e.range));
                let never = self.truth_value(false);
                self.emit(StmtKind::Assume(never), e.range);
                self.stop(None, e.range)
            }
            Known::Nothing => {
                self.effects_of(args);
                None
            }
            Known::Nondet => {
                self.extern_writes(name, args, e.range)?;
                self.effects_of(args);
                let source = InputSource::Nondet(shown_name(name).to_owned());
                let value = self.input(e, source, into)?;
                self.name_input(words::read_by(name));
                Some(value)
            }
            Known::Output => {
                if !self.has_harmless_format(f, args) {
                    self.extern_writes(name, args, e.range)?;
                }
                self.output_arguments(args);
                self.disturb_errno(f, Disturbance::ByLibrary, e.range);
                self.attempt(e, f, wanted)
            }
            Known::Attempt | Known::Rough | Known::Arbitrary => {
                if let Some(number) = self.number_in_literal(e, name, args) {
                    return Some(number);
                }
                self.extern_writes(name, args, e.range)?;
                self.extern_arguments(args);
                self.disturb_errno(f, Disturbance::ByLibrary, e.range);
                match known {
                    Known::Attempt => self.attempt(e, f, wanted),
                    Known::Rough => self.rough_result(e, f, wanted),
                    _ => self.extern_result(e, f, into, wanted),
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
                let value = self.value(args.first()?);
                self.check_negation(value, e.range);
                Some(self.absolute(value))
            }
            Known::Memory(memory) => self.call_memory(e, memory, f, args, into, wanted),
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
            Known::Atomic(atomic) => self.call_atomic(e, atomic, args),
            Known::Perhaps => self.call_perhaps(e),
            Known::Apart => self.call_apart(args, e.range),
            Known::Match => self.match_argument(e, args),
            Known::Between(low, high) => self.input_between(e, f, args, low, high),
            Known::Unsupported => {
                let what = match name.strip_prefix(NOT_MODELLED) {
                    Some(what) => format!("no model of {}", what.replace('_', " ")),
                    None => format!("call of {name}()"),
                };
                self.unsupported(&what, e.range);
                None
            }
            Known::Ordinary if function.body.is_some() => {
                let formatted = self.call_formatted(e, f, args);
                formatted
                    .or_else(|| self.call_scanned(e, f, args))
                    .or_else(|| self.call_procedure(e, f, args, into, wanted))
            }
            Known::Ordinary if function.noreturn => {
                self.extern_arguments(args);
                self.assume_once(Assumed::NoReturn(f), Some(e.range));
                self.stop(None, e.range)
            }
            Known::Ordinary => {
                self.extern_writes(name, args, e.range)?;
                self.extern_arguments(args);
                self.disturb_errno(f, Disturbance::Any, e.range);
                self.extern_result(e, f, into, wanted)
            }
        }
    }

    /// A function without a body may change what its arguments point to, unless their types say
    /// that it does not; that is not modelled. `None` after the end of the run.
    fn extern_writes(&mut self, name: &str, args: &'a [Expr], range: Range) -> Option<()> {
        for arg in args {
            let arg = in_transparent_union(arg);
            let target = self.types().pointee(arg.ty.ty);
            if target.is_none_or(|target| target.quals.is_const) {
                continue;
            }
            let targets = self.points_to.targets(arg);
            let ours = |l: &Location| {
                !matches!(
                    l,
                    Location::Unknown
                        | Location::Literal(_)
                        | Location::Function(_)
                        | Location::Label
                )
            };
            if targets.iter().any(ours) {
                let what = format!("address of a variable as an argument of {name}()");
                self.unsupported(&what, range);
                return None;
            }
        }
        Some(())
    }

    pub(super) fn text(&self, range: Range) -> String {
        let text = self
            .source
            .text
            .get(range.start as usize..range.end as usize)
            .unwrap_or("");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.replace(LABEL_ADDRESS, "&&")
    }

    fn stop(&mut self, status: Option<TermId>, range: Range) -> Option<TermId> {
        self.here = range;
        self.terminate(TerminatorKind::Stop { status });
        None
    }

    /// Evaluate arguments whose values do not matter.
    pub(super) fn effects_of(&mut self, args: &'a [Expr]) {
        let checked = !self.options.checks.is_empty();
        for arg in args.iter().filter(|arg| checked || arg.effects) {
            self.effect(arg);
        }
    }

    /// A fresh input of the type of the call.
    pub(super) fn input(
        &mut self,
        e: &'a Expr,
        source: InputSource,
        into: Option<VarId>,
    ) -> Option<TermId> {
        if !self.is_modelled(e.ty) {
            if self.types().is_complete(e.ty.ty) {
                self.unsupported(self.describe_type(e.ty.ty), e.range);
            }
            return None;
        }
        if self.is_odd_input(e.ty.ty) {
            let what = "check of a _Bool that comes from outside of the program";
            self.unsupported(what, e.range);
            return None;
        }
        let var = into.unwrap_or_else(|| self.temp(e.ty.ty, e.range));
        self.havoc(var, source, e.range);
        Some(self.read(var))
    }

    /// A library function that returns an arbitrary value between two bounds.
    fn input_between(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
        low: i64,
        high: i64,
    ) -> Option<TermId> {
        self.output_arguments(args);
        self.disturb_errno(f, Disturbance::ByLibrary, e.range);
        let name = shown_name(&self.unit.function(f).name).to_owned();
        let value = self.input(e, InputSource::Extern(name), None)?;
        self.name_input(words::read_by(&self.unit.function(f).name));
        let width = self.terms.width(value);
        let low = self.bits(low as i128 as u128, width);
        let high = self.bits(high as i128 as u128, width);
        let above = self.mk2(Op::BvSle, low, value);
        let below = self.mk2(Op::BvSle, value, high);
        let condition = self.mk2(Op::And, above, below);
        self.emit(StmtKind::Assume(condition), e.range);
        Some(value)
    }

    /// Is the format of a function that prints known, and does it write nothing through pointers?
    fn has_harmless_format(&mut self, f: FunctionId, args: &'a [Expr]) -> bool {
        let function = self.unit.function(f);
        let params = self.types().function(function.ty).map(|ty| ty.params.len());
        let position = params.and_then(|params| format_position(&function.name, params));
        let Some(format) = position.and_then(|position| args.get(position)) else {
            // Without a prototype it is one of the strings.
            let mut strings = args.iter().filter_map(string_literal).peekable();
            return strings.peek().is_some() && strings.all(is_harmless);
        };
        let targets = self.points_to.targets(format);
        let is_harmless_text = |target: &Location| match target {
            Location::Literal(range) => {
                let literal = self.points_to.literal(*range);
                literal.is_some_and(|(_, codes)| is_harmless(codes))
            }
            _ => false,
        };
        !targets.is_empty() && targets.iter().all(is_harmless_text)
    }

    /// Arguments of a function without a body. String literals need no evaluation.
    fn extern_arguments(&mut self, args: &'a [Expr]) {
        for arg in args.iter().filter(|arg| !is_string(arg)) {
            self.value(arg);
        }
    }

    /// Arguments of a function that only prints: what it reads through pointers, or of types that
    /// are not modelled, changes nothing.
    fn output_arguments(&mut self, args: &'a [Expr]) {
        for arg in args {
            let types = self.types();
            let harmless = types.is_float(arg.ty.ty) || types.pointee(arg.ty.ty).is_some();
            let checked = !self.options.checks.is_empty() && !is_string(arg);
            if !arg.effects && harmless && !checked && !takes_address(arg) {
                continue;
            }
            self.value(arg);
        }
    }

    /// The result of a function without a body.
    pub(super) fn extern_result(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        into: Option<VarId>,
        wanted: bool,
    ) -> Option<TermId> {
        self.assume_once(Assumed::Extern(f), Some(e.range));
        if !wanted {
            return None;
        }
        let name = self.unit.function(f).name.clone();
        self.input(e, InputSource::Extern(name), into)
    }

    /// Call a function with a body.
    pub(super) fn call_procedure(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
        into: Option<VarId>,
        wanted: bool,
    ) -> Option<TermId> {
        let args = self.procedure_arguments(e, f, args);
        let proc = self.proc_of(f);
        let returned = self.program.procs[proc].result;
        let result = self.result_variable(e, f, returned, into, wanted);
        self.emit(StmtKind::Call { proc, args, result }, e.range);
        if let Some(var) = result {
            self.check_returned(returned, e.range);
            self.has_value(var, true, e.range);
        }
        if !wanted {
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
                self.input(e, source, into)
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
    fn result_variable(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        returned: Option<VarId>,
        into: Option<VarId>,
        wanted: bool,
    ) -> Option<VarId> {
        let returned = returned.filter(|_| wanted)?;
        let sort = self.program.vars[returned].sort;
        let fits = |var: &VarId| self.program.vars[*var].sort == sort;
        if let Some(into) = into.filter(fits) {
            return Some(into);
        }
        let declared = self.types().function(self.unit.function(f).ty)?.result;
        Some(self.temp(declared.ty, e.range))
    }

    /// The arguments that the parameters take. Further ones go where variable arguments do, if the
    /// function takes any; for missing ones (possible without a prototype) any value is passed.
    fn procedure_arguments(&mut self, e: &'a Expr, f: FunctionId, args: &'a [Expr]) -> Vec<TermId> {
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

fn is_string(e: &Expr) -> bool {
    string_literal(e).is_some()
}

/// Is it, before conversions, the address of something?
fn takes_address(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(inner) => takes_address(inner),
        ExprKind::AddressOf(_) => true,
        ExprKind::Conditional(_, a, b) => {
            a.as_ref().is_some_and(|a| takes_address(a)) || takes_address(b)
        }
        _ => false,
    }
}

/// What an argument is: the member's value, if a transparent union was made for it.
fn in_transparent_union(arg: &Expr) -> &Expr {
    if let ExprKind::Load(place) = &arg.kind
        && let ExprKind::CompoundLiteral(_, init) = &place.kind
        && let Init::Parts(parts) = init.as_ref()
        && let [part] = parts.as_slice()
    {
        return &part.value;
    }
    arg
}

//! Calls of functions without a body: what is passed to them, and what may come back.

use ferric3_ivl::{InputSource, StmtKind, VarId};
use ferric3_term::{Op, TermId};

use super::assumption::Assumed;
use super::call::Call;
use super::cover::has_decision;
use super::errno::Disturbance;
use super::format::{format_position, is_harmless, string_literal};
use super::library::shown_name;
use super::memory::Location;
use super::{Lower, words};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, Range};

impl<'a> Lower<'a> {
    /// An arbitrary value.
    pub(super) fn call_nondet(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        let name = self.unit.function(f).name.as_str();
        self.extern_writes(name, args, e.range)?;
        self.effects_of(args);
        let source = InputSource::Nondet(shown_name(name).to_owned());
        let value = self.input(e, source, call.purpose.variable())?;
        self.name_input(words::read_by(name));
        Some(value)
    }

    /// Output: nothing that the program can see but whether it fails.
    pub(super) fn call_output(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        if !self.has_harmless_format(f, args) {
            self.extern_writes(&self.unit.function(f).name, args, e.range)?;
        }
        self.output_arguments(args);
        self.disturb_errno(f, Disturbance::ByLibrary, e.range);
        self.attempt(call)
    }

    /// Arguments go to a function without a body, and it runs. `None` after the end of the run.
    pub(super) fn leave_program(&mut self, call: Call<'a>, disturbance: Disturbance) -> Option<()> {
        let Call { e, f, args, .. } = call;
        self.extern_writes(&self.unit.function(f).name, args, e.range)?;
        self.extern_arguments(args);
        self.disturb_errno(f, disturbance, e.range);
        Some(())
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
    pub(super) fn input_between(&mut self, call: Call<'a>, low: i64, high: i64) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        self.output_arguments(args);
        self.disturb_errno(f, Disturbance::ByLibrary, e.range);
        let name = shown_name(&self.unit.function(f).name).to_owned();
        let value = self.input(e, InputSource::Extern(name), None)?;
        self.name_input(words::read_by(&self.unit.function(f).name));
        if self.is_mathematical(e.ty.ty) {
            let number = self.number_of_value(value, e.ty.ty);
            let condition = self.lies_between(number, low.into(), high.into());
            self.emit(StmtKind::Assume(condition), e.range);
            return Some(value);
        }
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
    pub(super) fn extern_arguments(&mut self, args: &'a [Expr]) {
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
            let covered = self.covers_decisions() && has_decision(arg);
            if !arg.effects && harmless && !checked && !covered && !takes_address(arg) {
                continue;
            }
            self.value(arg);
        }
    }

    /// The result of a function without a body.
    pub(super) fn extern_result(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, purpose, .. } = call;
        self.assume_once(Assumed::Extern(f), Some(e.range));
        if !purpose.wants_value() {
            return None;
        }
        let name = self.unit.function(f).name.clone();
        self.input(e, InputSource::Extern(name), purpose.variable())
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

//! Calls that say what is asked about runs, which of them count, and where they end.

use ferric3_ivl::{Check, PropertyKind, StmtKind, TerminatorKind};
use ferric3_term::TermId;

use super::Lower;
use super::assumption::Assumed;
use super::call::Call;
use super::library::is_error_call;
use crate::sema::hir::{Expr, ExprKind, Range};

impl<'a> Lower<'a> {
    /// A call that no run may get to.
    pub(super) fn call_violation(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        self.effects_of(args);
        let never = self.truth_value(false);
        let name = self.unit.function(f).name.as_str();
        let (description, place) = self.violation_of(name, args, e.range);
        self.assert_at(never, PropertyKind::UnreachCall, description, place);
        self.stop(None, e.range)
    }

    /// The first argument must be true.
    pub(super) fn call_assert(&mut self, args: &'a [Expr]) -> Option<TermId> {
        let (first, rest) = args.split_first()?;
        let condition = self.truth_of(first);
        let description = format!("assertion {}", self.text(first.range));
        self.effects_of(rest);
        let kind = PropertyKind::UnreachCall;
        self.assert(condition, kind, description, first.range);
        None
    }

    /// The run ends if the first argument is false.
    pub(super) fn call_assert_or_stop(&mut self, call: Call<'a>) -> Option<TermId> {
        let (first, rest) = call.args.split_first()?;
        self.program.not_asked.push(self.span(first.range));
        let condition = self.truth_of(first);
        self.effects_of(rest);
        let (then, otherwise) = (self.new_block(), self.new_block());
        self.here = call.e.range;
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

    /// It is a coverage goal that the first argument is true.
    pub(super) fn call_cover(&mut self, args: &'a [Expr]) -> Option<TermId> {
        let (first, rest) = args.split_first()?;
        let condition = self.truth_of(first);
        self.effects_of(rest);
        self.cover_mark(condition, first.range);
        None
    }

    /// Runs in which the first argument is false do not count.
    pub(super) fn call_assume(&mut self, call: Call<'a>) -> Option<TermId> {
        let (first, rest) = call.args.split_first()?;
        let condition = self.truth_of(first);
        self.effects_of(rest);
        self.emit(StmtKind::Assume(condition), call.e.range);
        None
    }

    /// The run ends.
    pub(super) fn call_stop(&mut self, call: Call<'a>) -> Option<TermId> {
        let Call { e, f, args, .. } = call;
        let name = self.unit.function(f).name.as_str();
        if is_error_call(name) {
            let (_, place) = self.violation_of(name, args, e.range);
            self.program.not_asked.push(place);
        }
        // Only a number can be a status: a failed assertion is called with texts.
        let is_number = |arg: &&Expr| !matches!(arg.kind, ExprKind::Decay(_));
        let status = args.first().filter(is_number);
        let status = status.map(|status| self.value(status));
        self.exit(name, e.range);
        self.stop(status, e.range)
    }

    /// No run gets here.
    pub(super) fn call_unreachable(&mut self, range: Range) -> Option<TermId> {
        let never = self.truth_value(false);
        if self.options.checks.contains(&Check::Promise) {
            let description = "call of `__builtin_unreachable`".to_owned();
            let kind = PropertyKind::Check(Check::Promise);
            self.assert(never, kind, description, range);
        } else {
            self.assume_once(Assumed::Unreachable, Some(range));
        }
        self.emit(StmtKind::Assume(never), range);
        self.stop(None, range)
    }

    /// A function without a body that does not come back.
    pub(super) fn call_without_return(&mut self, call: Call<'a>) -> Option<TermId> {
        self.extern_arguments(call.args);
        self.assume_once(Assumed::NoReturn(call.f), Some(call.e.range));
        self.stop(None, call.e.range)
    }

    fn stop(&mut self, status: Option<TermId>, range: Range) -> Option<TermId> {
        self.here = range;
        self.terminate(TerminatorKind::Stop { status });
        None
    }
}

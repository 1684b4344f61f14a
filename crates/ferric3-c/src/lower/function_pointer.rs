//! Calls through pointers: a choice over the functions that the pointer may point to.

use ferric3_ivl::{Check, StmtKind, TerminatorKind};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::call::Call;
use super::library::{Memory, memory_function};
use super::memory::Location;
use super::purpose::Purpose;
use crate::sema::hir::{Expr, FunctionId};
use crate::sema::types::TypeId;

impl<'a> Lower<'a> {
    /// Call what a pointer points to. The result, if it is wanted and the call comes back.
    pub(super) fn call_pointer(
        &mut self,
        e: &'a Expr,
        callee: &'a Expr,
        args: &'a [Expr],
        purpose: Purpose,
    ) -> Option<TermId> {
        self.cover_call(e);
        let pointer = self.value(callee);
        let pointer = self.stable(pointer, args.iter().any(|arg| arg.effects), callee);
        let values = self.argument_values(args)?;
        let count = self.points_to.count(callee);
        if self.are_too_many(count) {
            self.unsupported("call that may go to too many functions", e.range);
            return None;
        }
        let targets = self.points_to.targets(callee);
        if self.allocating(&targets) > 1 {
            // Each of them would have objects of its own.
            self.unsupported(
                "call of several allocating functions through a pointer",
                e.range,
            );
            return None;
        }
        let result =
            (purpose.wants_value() && self.is_modelled(e.ty)).then(|| self.temp(e.ty.ty, e.range));
        let join = self.new_block();
        for &target in &targets {
            let Location::Function(f) = target else {
                continue;
            };
            let width = self.terms.width(pointer);
            let address = self.memory.function_address(f);
            let address = self.bits(u128::from(address), width);
            let condition = self.mk2(Op::Eq, pointer, address);
            let (then, otherwise) = (self.new_block(), self.new_block());
            self.here = e.range;
            self.terminate(TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                point: None,
            });
            self.switch_to(then);
            let value = match self.unit.function(f).body {
                Some(_) if !self.unit.function(f).is_unclear() => {
                    self.call_target(e, f, &values, purpose)
                }
                _ => self.call_outside(callee, Call::new(e, f, args, purpose)),
            };
            if let (Some(result), Some(value)) = (result, value) {
                self.assign(result, value, e.range);
            }
            self.here = e.range;
            self.goto(join);
            self.switch_to(otherwise);
        }
        if targets.contains(&Location::Unknown) {
            self.unsupported(
                "call through a pointer that comes from outside of the program",
                e.range,
            );
        } else {
            // A call of what is no function ends the run.
            let never = self.truth_value(false);
            self.check(
                Check::Pointer,
                never,
                super::assumption::Assumed::Pointers,
                e.range,
            );
            self.here = e.range;
            self.terminate(TerminatorKind::Stop { status: None });
        }
        self.here = e.range;
        self.goto(join);
        self.switch_to(join);
        result.map(|result| self.read(result))
    }

    /// How many of the functions allocate.
    fn allocating(&self, targets: &[Location]) -> usize {
        let allocates = |target: &&Location| match target {
            Location::Function(f) => {
                let function = self.unit.function(*f);
                let own = function.body.is_some() && !function.is_library;
                let memory = memory_function(&function.name).filter(|_| !own);
                matches!(memory, Some(Memory::Allocate | Memory::Reallocate))
            }
            _ => false,
        };
        targets.iter().filter(allocates).count()
    }

    /// Call a function without a body, which may be one of the library. Its arguments are evaluated
    /// again: without effects, they have the values that they had.
    fn call_outside(&mut self, callee: &'a Expr, call: Call<'a>) -> Option<TermId> {
        let function = self.unit.function(call.f);
        let types = self.types();
        let called = types.pointee(callee.ty.ty);
        let fits = called.is_some_and(|called| types.compatible_ids(called.ty, function.ty));
        if !fits || call.args.iter().any(|arg| arg.effects) {
            let what = format!("call of {}() through a pointer", function.name);
            self.unsupported(&what, call.e.range);
            return None;
        }
        self.call(call)
    }

    /// Evaluate arguments; `None` if the run has ended at one of them.
    fn argument_values(&mut self, args: &'a [Expr]) -> Option<Vec<(TermId, TypeId)>> {
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let later = args[i + 1..].iter().any(|arg| arg.effects);
            let value = self.modelled_value(arg)?;
            values.push((self.stable(value, later, arg), arg.ty.ty));
        }
        Some(values)
    }

    /// Call a function with values.
    fn call_target(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        values: &[(TermId, TypeId)],
        purpose: Purpose,
    ) -> Option<TermId> {
        let unit = self.unit;
        let function = unit.function(f);
        let Some(body) = &function.body else {
            let what = format!("call of {}() through a pointer", function.name);
            self.unsupported(&what, e.range);
            return None;
        };
        let params = body.visible_params();
        if values.len() < params.len() {
            self.unsupported("call through a pointer with missing arguments", e.range);
            return None;
        }
        let mut args = Vec::with_capacity(body.params.len());
        for (&param, &(value, from)) in params.iter().zip(values) {
            let to = unit.object(param).ty;
            let record =
                self.types().record_of(to.ty).is_some() || self.types().record_of(from).is_some();
            if !self.is_modelled(to) || (record && to.ty != from) {
                self.unsupported(self.describe_type(to.ty), e.range);
                return None;
            }
            args.push(self.convert(value, from, to.ty));
        }
        if body.rest.is_some() {
            args.push(self.pass_variadic(e, &values[params.len()..]));
        }
        let proc = self.proc_of(f);
        let declared = self.types().function(function.ty)?.result;
        let returned = self.program.procs[proc].result;
        let is_taken = purpose.wants_value() && returned.is_some();
        let result = is_taken.then(|| self.temp(declared.ty, e.range));
        self.emit(StmtKind::Call { proc, args, result }, e.range);
        if is_taken {
            self.check_returned(returned, e.range);
        }
        let value = self.read(result?);
        (self.types().record_of(e.ty.ty).is_none() || declared.ty == e.ty.ty)
            .then(|| self.convert(value, declared.ty, e.ty.ty))
    }
}

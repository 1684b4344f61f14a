//! What calls do.

use super::super::location::Location;
use super::super::offsets::Offsets;
use super::solver::{CallSite, Change, EVERYTHING, NodeId, UNKNOWN};
use super::{PointerCall, PointsTo, Site};
use crate::library::atomic::Atomic;
use crate::lower::library::{Memory, memory_function};
use crate::sema::hir::{Expr, ExprKind, FunctionId, ObjectId, Range};
use crate::sema::types::{Type, TypeId};

/// Where a call is.
#[derive(Clone, Copy)]
struct At<'a> {
    call: &'a Expr,
    caller: Option<FunctionId>,
    /// May it happen more than once in a call of the caller?
    is_looped: bool,
}

impl<'a> PointsTo<'a> {
    /// The node for what a function may return.
    pub(super) fn result_of(&mut self, f: FunctionId) -> NodeId {
        let solver = &mut self.solver;
        *self.results.entry(f).or_insert_with(|| solver.node())
    }

    /// A call of a function; the node of its value.
    pub(super) fn call(&mut self, e: &'a Expr, f: FunctionId, args: &'a [Expr]) -> NodeId {
        let at = At {
            call: e,
            caller: self.current,
            is_looped: self.loops > 0,
        };
        let sets: Vec<NodeId> = args.iter().map(|arg| self.value(arg)).collect();
        self.call_function(at, f, args, &sets)
    }

    /// A call through a pointer; the node of its value.
    pub(super) fn call_pointer(
        &mut self,
        e: &'a Expr,
        callee: &'a Expr,
        args: &'a [Expr],
    ) -> NodeId {
        let callees = self.value(callee);
        for arg in args {
            self.value(arg);
        }
        let result = self.solver.node();
        self.solver.call(callees, self.pointer_calls.len());
        self.pointer_calls.push(PointerCall {
            call: e,
            args,
            caller: self.current,
            is_looped: self.loops > 0,
            result,
        });
        result
    }

    /// What a pointer may point to that is called.
    pub(super) fn call_found(&mut self, site: CallSite, location: usize) {
        let PointerCall {
            call,
            args,
            caller,
            is_looped,
            result,
        } = self.pointer_calls[site];
        let value = match self.locations[location] {
            Location::Function(f) => {
                let at = At {
                    call,
                    caller,
                    is_looped,
                };
                let sets: Vec<NodeId> = args.iter().map(|arg| self.value(arg)).collect();
                self.call_function(at, f, args, &sets)
            }
            Location::Unknown => self.solver.address(UNKNOWN, Offsets::ANY),
            _ => return,
        };
        self.solver.include(value, result);
    }

    fn call_function(
        &mut self,
        at: At<'a>,
        f: FunctionId,
        args: &'a [Expr],
        sets: &[NodeId],
    ) -> NodeId {
        let function = self.unit.function(f);
        let e = at.call;
        let nothing = NodeId::NOTHING;
        let set = |i: usize| sets.get(i).copied().unwrap_or(nothing);
        self.reach(f);
        if let Some(caller) = at.caller {
            self.calls.insert((e.range, f), (caller, at.is_looped));
        }
        let own = function.body.is_some() && !function.is_library;
        match memory_function(&function.name).filter(|_| !own) {
            Some(Memory::Allocate) => {
                return self.allocation(e.range, &function.name, args);
            }
            Some(Memory::Reallocate) => {
                let new = self.allocation(e.range, &function.name, args);
                let is_moved = self.unit.types.is_moved(args);
                self.reallocated.push((set(0), !is_moved));
                // With checks of pointers, it is moved in any case.
                self.solver.copy(new, set(0), EVERYTHING);
                if is_moved {
                    return new;
                }
                return self.solver.union(new, set(0));
            }
            Some(Memory::Free) => return nothing,
            Some(Memory::Copy) if self.unit.types.unit_of_copy(args).is_none() => {}
            Some(Memory::Set) if self.unit.types.unit_of_fill(args).is_none() => {}
            Some(Memory::Copy) => {
                let unit = self.unit.types.unit_of_copy(args);
                self.view_argument(args.first(), set(0), unit);
                self.view_argument(args.get(1), set(1), unit);
                let bytes = args.get(2).and_then(|size| self.constant(size));
                let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok());
                self.solver
                    .copy(set(0), set(1), bytes.unwrap_or(EVERYTHING));
                return set(0);
            }
            Some(Memory::Set) => {
                let types = &self.unit.types;
                let unit = types.unit_of_fill(args);
                let byte = args.get(1).and_then(|byte| self.constant(byte));
                let is_truth = byte.is_some_and(|byte| byte.cast_unsigned() & 0xff <= 1);
                self.fills_truth |= !is_truth && unit.is_some_and(|(ty, _)| types.has_truth(ty));
                self.view_argument(args.first(), set(0), unit);
                return set(0);
            }
            None => {}
        }
        if let Some(atomic) = Atomic::named(&function.name).filter(|_| !own) {
            return self.atomic(atomic, args, sets);
        }
        let Some(body) = &function.body else {
            return match self.may_hold_pointer(e.ty.ty) {
                true => self.solver.address(UNKNOWN, Offsets::ANY),
                false => nothing,
            };
        };
        if let (Some(rest), Some(&area)) = (body.rest, self.unit.areas.get(&e.range)) {
            let fixed = body.visible_params().len();
            self.pass_variadic(at.caller, rest, area, args.get(fixed..).unwrap_or(&[]));
        }
        for ((param, arg), &set) in body.visible_params().iter().zip(args).zip(sets) {
            let n = self.number(Location::Variable(*param));
            let start = self.solver.address(n, Offsets::exactly(0));
            match &arg.kind {
                ExprKind::Load(_) if matches!(self.unit.types.get(arg.ty.ty), Type::Record(_)) => {
                    self.assign(start, arg);
                }
                _ => self.write(start, arg.ty.ty, set),
            }
        }
        self.result_of(f)
    }

    /// Variable arguments are stored in the area of a call, whose address a hidden parameter gets.
    fn pass_variadic(
        &mut self,
        caller: Option<FunctionId>,
        hidden: ObjectId,
        area: ObjectId,
        args: &'a [Expr],
    ) {
        if let Some(caller) = caller {
            self.owners.insert(area, caller);
        }
        let start = Offsets::exactly(0);
        let area = self.number(Location::Variable(area));
        let hidden = self.number(Location::Variable(hidden));
        let size = u64::from(self.unit.types.pointer_width() / 8);
        let address = self.solver.address(area, start);
        let parameter = self.solver.address(hidden, start);
        self.solver.store(parameter, size, address);
        let mut at = 0;
        for arg in args {
            let slot = self.unit.types.slot(at, arg.ty.ty);
            let offset = i64::try_from(slot.value).unwrap_or(i64::MAX);
            let place = self.solver.address(area, Offsets::exactly(offset));
            self.assign(place, arg);
            at = slot.next;
        }
    }

    /// What an argument of `memcpy` and its like points to is accessed, in so many units of a type.
    fn view_argument(&mut self, arg: Option<&'a Expr>, set: NodeId, unit: Option<(TypeId, u64)>) {
        let (Some(arg), Some((ty, count))) = (arg, unit) else {
            return;
        };
        let size = self.unit.types.size_of(ty).unwrap_or(1);
        let units = match count {
            0 => return,
            1 => set,
            _ => self.solver.changed(set, Change::Spread(size)),
        };
        self.access(units, arg, ty);
    }

    fn allocation(&mut self, range: Range, name: &str, args: &'a [Expr]) -> NodeId {
        let types = &self.unit.types;
        let size = |i: usize| {
            let bits = types.fold(args.get(i)?)?;
            u64::try_from(bits).ok()
        };
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let (size, zeroed) = match plain {
            "calloc" => (size(0).and_then(|n| n.checked_mul(size(1)?)), true),
            "realloc" | "aligned_alloc" | "memalign" => (size(1), false),
            _ => (size(0), false),
        };
        self.sites.insert(range, Site { size, zeroed });
        let n = self.number(Location::Allocation(range));
        self.solver.address(n, Offsets::exactly(0))
    }
}

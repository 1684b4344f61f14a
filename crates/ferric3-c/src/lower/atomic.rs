//! Atomic accesses. There is one thread, so they are accesses like any other that happen at once.
//!
//! Only a weak comparison has more to it: C lets it fail though the values are equal. TRUE must hold
//! if it does. On some machines it never happens, so no violation rests on it.

use ferric3_ivl::{BlockId, InputSource, PropertyKind, TerminatorKind};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::assumption::Assumed;
use super::memory::Place;
use crate::library::atomic::{Atomic, Combine};
use crate::sema::hir::{BinaryOp, Expr, ExprKind, Range, UnaryOp};
use crate::sema::types::{TypeId, Types};

/// An argument, evaluated.
enum Operand {
    Place(Place),
    Value(TermId),
}

impl<'a> Lower<'a> {
    /// Call a builtin for atomic accesses.
    pub(super) fn call_atomic(
        &mut self,
        e: &'a Expr,
        atomic: Atomic,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let (operands, _) = atomic.arguments();
        let (operands, rest) = args.split_at(operands.len().min(args.len()));
        let operands = self.atomic_operands(atomic, operands)?;
        self.effects_of(rest);
        let Some((Operand::Place(place), others)) = operands.split_first() else {
            return self.unknown_atomic(e);
        };
        let range = e.range;
        match (atomic, others) {
            (Atomic::Load, []) => Some(self.load_place(place)),
            (Atomic::LoadInto, [Operand::Place(into)]) => self.copy_atomically(into, place, range),
            (Atomic::StoreFrom, [Operand::Place(from)]) => self.copy_atomically(place, from, range),
            (Atomic::Store, &[Operand::Value(value)]) => self.write_atomically(place, value),
            (Atomic::Exchange, &[Operand::Value(value)]) => {
                let old = self.load_stable(place, range);
                self.write_atomically(place, value);
                Some(old)
            }
            (Atomic::ExchangeInto, [Operand::Place(from), Operand::Place(into)]) => {
                let old = self.load_stable(place, range);
                let new = self.load_stable(from, range);
                self.write_atomically(place, new);
                self.write_atomically(into, old)
            }
            (Atomic::CompareExchange, [Operand::Place(expected), Operand::Value(new)]) => {
                let weak = rest.first().is_some_and(|weak| self.is_weak(weak));
                self.compare_exchange(place, expected, *new, weak, range)
            }
            (Atomic::CompareExchangeFrom, [Operand::Place(expected), Operand::Place(from)]) => {
                let weak = rest.first().is_some_and(|weak| self.is_weak(weak));
                let new = self.load_stable(from, range);
                self.compare_exchange(place, expected, new, weak, range)
            }
            (
                Atomic::Swap | Atomic::SwapValue,
                &[Operand::Value(expected), Operand::Value(new)],
            ) => {
                let old = self.load_stable(place, range);
                let equal = self.mk2(Op::Eq, old, expected);
                self.check_writable(place);
                let join = self.new_block();
                self.if_so(equal, range, |this| {
                    this.store_place(place, new);
                    this.goto(join);
                });
                self.goto(join);
                self.switch_to(join);
                match atomic {
                    Atomic::Swap => Some(self.bool_to_bits(equal, 8)),
                    _ => Some(old),
                }
            }
            (Atomic::FetchThen(combine), &[Operand::Value(value)]) => {
                let old = self.load_stable(place, range);
                let new = self.combine(combine, old, value, place.ty, range);
                self.write_atomically(place, new);
                Some(old)
            }
            (Atomic::ThenFetch(combine), &[Operand::Value(value)]) => {
                let old = self.load_stable(place, range);
                let new = self.combine(combine, old, value, place.ty, range);
                let new = self.stable_term(new, range);
                self.write_atomically(place, new);
                Some(new)
            }
            (Atomic::TestAndSet, []) => self.test_and_set(place, range),
            (Atomic::Clear | Atomic::Release, []) => {
                let width = self.value_width(place.ty)?;
                let zero = self.bits(0, width);
                self.write_atomically(place, zero)
            }
            _ => self.unknown_atomic(e),
        }
    }

    /// A builtin that the program has declared as another function.
    fn unknown_atomic(&mut self, e: &'a Expr) -> Option<TermId> {
        if let ExprKind::Call(f, _) = e.kind {
            let what = format!("call of {}()", self.unit.function(f).name);
            self.unsupported(&what, e.range);
        }
        None
    }

    /// Evaluate arguments; nothing after the end of the run.
    fn atomic_operands(&mut self, atomic: Atomic, args: &'a [Expr]) -> Option<Vec<Operand>> {
        let (pointers, _) = atomic.arguments();
        let mut operands = Vec::with_capacity(args.len());
        for (arg, is_pointer) in args.iter().zip(pointers) {
            operands.push(match (&arg.kind, is_pointer) {
                (ExprKind::AddressOf(place), true) => {
                    let place = self.place(place)?;
                    // The access itself may change what the address depends on.
                    Operand::Place(self.stable_place(place, true))
                }
                _ => {
                    let value = self.modelled_value(arg)?;
                    Operand::Value(self.stable_term(value, arg.range))
                }
            });
        }
        Some(operands)
    }

    fn load_stable(&mut self, place: &Place, range: Range) -> TermId {
        let value = self.load_place(place);
        self.stable_term(value, range)
    }

    fn write_atomically(&mut self, place: &Place, value: TermId) -> Option<TermId> {
        self.check_writable(place);
        self.store_place(place, value);
        None
    }

    fn copy_atomically(&mut self, into: &Place, from: &Place, range: Range) -> Option<TermId> {
        let value = self.load_stable(from, range);
        self.write_atomically(into, value)
    }

    fn combine(
        &mut self,
        combine: Combine,
        old: TermId,
        value: TermId,
        ty: TypeId,
        range: Range,
    ) -> TermId {
        if self.is_mathematical(ty) {
            return self.combine_numbers(combine, old, value, ty, range);
        }
        let op = match combine {
            Combine::Add => Op::BvAdd,
            Combine::Sub => Op::BvSub,
            Combine::And | Combine::Nand => Op::BvAnd,
            Combine::Or => Op::BvOr,
            Combine::Xor => Op::BvXor,
        };
        let new = self.mk2(op, old, value);
        match combine {
            Combine::Nand => self.terms.mk(Op::BvNot, &[new]),
            _ => new,
        }
    }

    /// The same without wrapping around.
    fn combine_numbers(
        &mut self,
        combine: Combine,
        old: TermId,
        value: TermId,
        ty: TypeId,
        range: Range,
    ) -> TermId {
        let op = match combine {
            Combine::Add => BinaryOp::Add,
            Combine::Sub => BinaryOp::Sub,
            Combine::And | Combine::Nand => BinaryOp::And,
            Combine::Or => BinaryOp::Or,
            Combine::Xor => BinaryOp::Xor,
        };
        let new = self.arithmetic(op, old, value, (ty, ty), range);
        match combine {
            Combine::Nand => self.number_unary(UnaryOp::Not, new, ty),
            _ => new,
        }
    }

    /// As GCC has it, a comparison is weak if that is plain from the text.
    fn is_weak(&self, weak: &Expr) -> bool {
        self.types().fold(weak).is_some_and(|bits| bits != 0)
    }

    /// Was a place as expected, and is it a new value now? If not, what was there was expected.
    fn compare_exchange(
        &mut self,
        place: &Place,
        expected: &Place,
        new: TermId,
        weak: bool,
        range: Range,
    ) -> Option<TermId> {
        let old = self.load_stable(place, range);
        let wanted = self.load_stable(expected, range);
        let equal = self.mk2(Op::Eq, old, wanted);
        self.check_writable(place);
        let result = self.temp(Types::BOOL, range);
        let (failure, join) = (self.new_block(), self.new_block());
        self.if_so(equal, range, |this| {
            if weak {
                this.fail_for_no_reason(failure, range);
            }
            this.store_place(place, new);
            let yes = this.bits(1, 8);
            this.assign(result, yes, range);
            this.goto(join);
        });
        self.goto(failure);
        self.switch_to(failure);
        self.write_atomically(expected, old);
        let no = self.bits(0, 8);
        self.assign(result, no, range);
        self.goto(join);
        self.switch_to(join);
        Some(self.read(result))
    }

    /// An input decides whether to go on with a failure.
    fn fail_for_no_reason(&mut self, failure: BlockId, range: Range) {
        self.assume_once(Assumed::Spurious, Some(range));
        let fails = self.bool_temp(range);
        let choice = "a weak compare-and-exchange fails on equal values".to_owned();
        self.havoc(fails, InputSource::Choice(choice), range);
        let condition = self.read(fails);
        self.if_so(condition, range, |this| {
            let doubt = this.bool_temp(range);
            let what = "a run in which a weak compare-and-exchange fails on equal values";
            this.havoc(doubt, InputSource::Doubtful(what.to_owned()), range);
            this.goto(failure);
        });
    }

    /// Do something if a condition is true, and go on where it is not.
    fn if_so(&mut self, condition: TermId, range: Range, inside: impl FnOnce(&mut Self)) {
        let (then, otherwise) = (self.new_block(), self.new_block());
        self.here = range;
        self.terminate(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            point: None,
        });
        self.switch_to(then);
        inside(self);
        self.switch_to(otherwise);
    }

    /// A byte that is neither 0 nor 1 is neither clear nor set.
    fn test_and_set(&mut self, place: &Place, range: Range) -> Option<TermId> {
        let old = self.load_stable(place, range);
        let (zero, one) = (self.bits(0, 8), self.bits(1, 8));
        if place.ty != Types::BOOL {
            let (is_clear, is_set) = (self.mk2(Op::Eq, old, zero), self.mk2(Op::Eq, old, one));
            let is_flag = self.mk2(Op::Or, is_clear, is_set);
            let name = "__atomic_test_and_set";
            let what = format!("call of {name}()");
            self.assert(is_flag, PropertyKind::Unsupported, what, range);
        }
        self.write_atomically(place, one);
        Some(old)
    }
}

//! What a run depends on: beside every register, the bits in it that could be others.
//!
//! A bit is *open* if it could differ in another run that has taken the same branches so far. As
//! long as no condition of a branch, an assumption or an assertion is open, there is no such run
//! that takes another way. The rules err on the open side only. They are for words; what is not a
//! word is open as a whole.
//!
//! Where openness comes from is what the question is about:
//! * *Does the program have one run, whatever it reads?* Every input is open.
//! * *Does a violation happen, whatever functions return that are known only roughly?* Their results
//!   are open, other inputs are not: they are given. Most runs read no such result, so this begins
//!   with the first one ([`UntilRough`], [`Beside`]).

mod bits;
mod open;

pub(super) use open::{OpenBits, Opened};

use super::code::{Instr, Memory, Slot, WideInstr};
use super::compile::{Argument, ProcCode};

/// What runs beside the instructions of a run.
pub(super) trait Shadow {
    /// Is there anything to do at all?
    const ACTIVE: bool;
    /// Does the run pause before it reads what is known only roughly?
    const PAUSES: bool = false;
    /// An instruction is about to be executed.
    fn execute(&mut self, _: &Instr, _: &[WideInstr], _: &Memory) {}
    /// Could the condition in this word be another one?
    fn is_open(&self, _: u32) -> bool {
        false
    }
    /// Is no bit of the register open?
    fn is_closed(&self, _: Slot) -> bool {
        true
    }
    /// An input was read into a register; is its value known only roughly?
    fn read(&mut self, _: Slot, _is_rough: bool) {}
    /// A procedure is entered; with arguments, and perhaps hiding an earlier activation.
    fn enter(&mut self, _: &ProcCode, _hides: bool, _: &[Argument]) {}
    /// It is left; its result goes to a register of the caller.
    fn leave(&mut self, _: &ProcCode, _hides: bool, _result: Option<Slot>) {}
    /// The branch at a command was decided.
    fn branch(&mut self, _at: u32, _taken: bool) {}
}

/// Nobody asks what a run depends on.
impl Shadow for () {
    const ACTIVE: bool = false;
}

/// Pauses before the first value that is known only roughly; until then nothing is open, and only
/// branches are of interest.
#[derive(Debug)]
pub(super) struct UntilRough<'a, S>(pub(super) &'a mut S);

impl<S: Shadow> Shadow for UntilRough<'_, S> {
    const ACTIVE: bool = false;
    const PAUSES: bool = true;

    #[inline]
    fn branch(&mut self, at: u32, taken: bool) {
        self.0.branch(at, taken);
    }
}

/// Open bits, and beside them somebody who wants to know the branches.
#[derive(Debug)]
pub(super) struct Beside<'a, S> {
    pub(super) open: OpenBits,
    pub(super) branches: &'a mut S,
}

impl<S: Shadow> Shadow for Beside<'_, S> {
    const ACTIVE: bool = true;

    #[inline]
    fn execute(&mut self, instr: &Instr, wide: &[WideInstr], memory: &Memory) {
        self.open.execute(instr, wide, memory);
    }

    #[inline]
    fn is_open(&self, word: u32) -> bool {
        self.open.is_open(word)
    }

    fn is_closed(&self, slot: Slot) -> bool {
        self.open.is_closed(slot)
    }

    fn read(&mut self, slot: Slot, is_rough: bool) {
        self.open.read(slot, is_rough);
    }

    fn enter(&mut self, callee: &ProcCode, hides: bool, args: &[Argument]) {
        self.open.enter(callee, hides, args);
    }

    fn leave(&mut self, callee: &ProcCode, hides: bool, result: Option<Slot>) {
        self.open.leave(callee, hides, result);
    }

    fn branch(&mut self, at: u32, taken: bool) {
        self.branches.branch(at, taken);
    }
}

//! What a run depends on: beside every register, the bits in it that some input could change.
//!
//! A bit is *open* if it could differ in another run that has taken the same branches so far. As
//! long as no condition of a branch, an assumption or an assertion is open, there is no such run
//! that takes another way: the program has one run, whatever it reads. The rules err on the open
//! side only. They are for words; what is not a word is open as a whole.

use super::cells::Cells;
use super::code::{Code, Instr, Memory, Slot, WideInstr, mask, shift, signed};
use super::compile::{Argument, ProcCode};
use ferric3_term::Sort;

/// What runs beside the instructions of a run.
pub(super) trait Shadow {
    /// Is there anything to do at all?
    const ACTIVE: bool;
    /// An instruction is about to be executed.
    fn execute(&mut self, instr: &Instr, wide: &[WideInstr], memory: &Memory);
    /// Could the condition in this word be another one?
    fn is_open(&self, word: u32) -> bool;
    /// An input was read into a register.
    fn read(&mut self, slot: Slot, sort: Sort);
    /// A procedure is entered; with arguments, and perhaps hiding an earlier activation.
    fn enter(&mut self, callee: &ProcCode, hides: bool, args: &[Argument]);
    /// It is left; its result goes to a register of the caller.
    fn leave(&mut self, callee: &ProcCode, hides: bool, result: Option<Slot>);
    /// The branch at a command was decided.
    fn branch(&mut self, at: u32, taken: bool) {
        let _ = (at, taken);
    }
}

/// Nobody asks what a run depends on.
impl Shadow for () {
    const ACTIVE: bool = false;
    fn execute(&mut self, _: &Instr, _: &[WideInstr], _: &Memory) {}
    fn is_open(&self, _: u32) -> bool {
        false
    }
    fn read(&mut self, _: Slot, _: Sort) {}
    fn enter(&mut self, _: &ProcCode, _: bool, _: &[Argument]) {}
    fn leave(&mut self, _: &ProcCode, _: bool, _: Option<Slot>) {}
}

/// The open bits of all registers.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenBits {
    words: Vec<u64>,
    wides: Vec<bool>,
    arrays: Vec<OpenCells>,
    /// Those of activations that a recursive call has hidden.
    saved_words: Vec<u64>,
    saved_wides: Vec<bool>,
    saved_arrays: Vec<OpenCells>,
}

/// The open bits of an array's elements.
#[derive(Clone, Debug)]
enum OpenCells {
    /// Elements at indices that are words, both of them.
    Words(Cells),
    /// Anything else: is any bit open?
    Wide(bool),
}

impl OpenCells {
    /// Nothing is open.
    fn close(&mut self) {
        match self {
            OpenCells::Words(cells) => cells.fill_word(0),
            OpenCells::Wide(open) => *open = false,
        }
    }

    /// Everything is open.
    fn open(&mut self) {
        match self {
            OpenCells::Words(cells) => cells.fill_word(u64::MAX),
            OpenCells::Wide(open) => *open = true,
        }
    }

    fn is_any_open(&self) -> bool {
        match self {
            OpenCells::Words(cells) => cells.is_any_set(),
            OpenCells::Wide(open) => *open,
        }
    }

    fn copy_from(&mut self, other: &OpenCells) {
        match (self, other) {
            (OpenCells::Words(cells), OpenCells::Words(other)) => cells.copy_from(other),
            (this, other) => *this = other.clone(),
        }
    }
}

impl OpenBits {
    /// Nothing is open at the start of a run with these registers.
    pub(super) fn new(memory: &Memory) -> OpenBits {
        let cells = |cells: &Cells| match cells {
            Cells::Wide(_) => OpenCells::Wide(false),
            Cells::Dense { .. } => OpenCells::Words(Cells::default()),
            Cells::Sparse { .. } => OpenCells::Words(Cells::Sparse {
                default: 0,
                words: rustc_hash::FxHashMap::default(),
            }),
        };
        OpenBits {
            words: vec![0; memory.words.len()],
            wides: vec![false; memory.wides.len()],
            arrays: memory.arrays.iter().map(cells).collect(),
            ..OpenBits::default()
        }
    }

    fn is_slot_open(&self, slot: Slot) -> bool {
        match slot {
            Slot::Word(i) => self.words[i as usize] != 0,
            Slot::Wide(i) => self.wides[i as usize],
            Slot::Array(i) => self.arrays[i as usize].is_any_open(),
        }
    }

    fn set(&mut self, slot: Slot, is_open: bool) {
        match slot {
            Slot::Word(i) => self.words[i as usize] = if is_open { u64::MAX } else { 0 },
            Slot::Wide(i) => self.wides[i as usize] = is_open,
            Slot::Array(i) if is_open => self.arrays[i as usize].open(),
            Slot::Array(i) => self.arrays[i as usize].close(),
        }
    }

    fn copy(&mut self, from: Slot, to: Slot) {
        match (from, to) {
            (Slot::Word(from), Slot::Word(to)) => {
                self.words[to as usize] = self.words[from as usize];
            }
            (Slot::Array(from), Slot::Array(to)) => self.copy_array(from, to),
            _ => self.set(to, self.is_slot_open(from)),
        }
    }

    fn copy_array(&mut self, from: u32, to: u32) {
        if from != to {
            let mut target =
                std::mem::replace(&mut self.arrays[to as usize], OpenCells::Wide(false));
            target.copy_from(&self.arrays[from as usize]);
            self.arrays[to as usize] = target;
        }
    }

    /// The register of an index or an element; `wideness` has the bit if it is wide.
    fn is_register_open(&self, register: u32, is_wide: bool) -> bool {
        if is_wide {
            self.wides[register as usize]
        } else {
            self.words[register as usize] != 0
        }
    }

    fn load(&mut self, instr: &Instr, memory: &Memory) {
        let index_is_open = self.is_register_open(instr.b, instr.extra & 1 != 0);
        let open = match &self.arrays[instr.a as usize] {
            _ if index_is_open => u64::MAX,
            OpenCells::Words(cells) => cells.word(memory.words[instr.b as usize]),
            OpenCells::Wide(open) => u64::from(*open).wrapping_neg(),
        };
        if instr.extra & 2 != 0 {
            self.wides[instr.dst as usize] = open != 0;
        } else {
            self.words[instr.dst as usize] = open;
        }
    }

    /// A store, fill or copy.
    fn change_array(&mut self, instr: &Instr, memory: &Memory) {
        let (index_is_wide, element_is_wide) = (instr.extra & 1 != 0, instr.extra & 2 != 0);
        if self.words[instr.c as usize] != 0 {
            // Whether anything changes is open, and so is what it changes.
            match (instr.code, &mut self.arrays[instr.dst as usize]) {
                (Code::Store, OpenCells::Words(cells)) if self.words[instr.a as usize] == 0 => {
                    cells.set_word(memory.words[instr.a as usize], u64::MAX);
                }
                (_, array) => array.open(),
            }
            return;
        }
        if memory.words[instr.c as usize] == 0 {
            return;
        }
        match instr.code {
            Code::CopyArray => self.copy_array(instr.a, instr.dst),
            Code::Fill => {
                let open = self.is_register_open(instr.b, element_is_wide);
                let word = if element_is_wide {
                    0
                } else {
                    self.words[instr.b as usize]
                };
                match &mut self.arrays[instr.dst as usize] {
                    OpenCells::Words(cells) => cells.fill_word(word),
                    OpenCells::Wide(any) => *any = open,
                }
            }
            _ => {
                let index_is_open = self.is_register_open(instr.a, index_is_wide);
                let open = self.is_register_open(instr.b, element_is_wide);
                let word = if element_is_wide {
                    0
                } else {
                    self.words[instr.b as usize]
                };
                match &mut self.arrays[instr.dst as usize] {
                    array if index_is_open => array.open(),
                    OpenCells::Words(cells) => {
                        cells.set_word(memory.words[instr.a as usize], word);
                    }
                    OpenCells::Wide(any) => *any |= open,
                }
            }
        }
    }
}

impl Shadow for OpenBits {
    const ACTIVE: bool = true;

    #[inline]
    fn execute(&mut self, instr: &Instr, wide: &[WideInstr], memory: &Memory) {
        match instr.code {
            Code::Wide | Code::Float => {
                let WideInstr { args, dst, .. } = &wide[instr.a as usize];
                let open = args.iter().any(|arg| self.is_slot_open(arg.slot));
                self.set(dst.slot, open);
            }
            Code::Load => self.load(instr, memory),
            Code::Store | Code::Fill | Code::CopyArray => self.change_array(instr, memory),
            _ => {
                let open = open_bits(instr, &memory.words, &self.words);
                self.words[instr.dst as usize] = open;
            }
        }
    }

    #[inline]
    fn is_open(&self, word: u32) -> bool {
        self.words[word as usize] & 1 != 0
    }

    fn read(&mut self, slot: Slot, _: Sort) {
        self.set(slot, true);
    }

    fn enter(&mut self, callee: &ProcCode, hides: bool, args: &[Argument]) {
        let (words, wides) = (callee.words.clone(), callee.wides.clone());
        if hides {
            self.saved_words
                .extend_from_slice(&self.words[words.clone()]);
            self.saved_wides
                .extend_from_slice(&self.wides[wides.clone()]);
            let arrays = &self.arrays[callee.arrays.clone()];
            self.saved_arrays.extend_from_slice(arrays);
        }
        self.words[words].fill(0);
        self.wides[wides].fill(false);
        for array in callee.arrays.clone() {
            self.arrays[array].close();
        }
        for arg in args {
            self.copy(arg.from, arg.to.slot);
        }
    }

    fn leave(&mut self, callee: &ProcCode, hides: bool, result: Option<Slot>) {
        let from = callee.result.map(|place| place.slot);
        // The caller's register may be one that is restored.
        let mut kept = None;
        if let (Some(from), Some(_)) = (from, result) {
            kept = Some(match from {
                Slot::Word(i) => Kept::Word(self.words[i as usize]),
                Slot::Wide(i) => Kept::Wide(self.wides[i as usize]),
                Slot::Array(i) => Kept::Array(self.arrays[i as usize].clone()),
            });
        }
        if hides {
            let from = self.saved_words.len() - callee.words.len();
            self.words[callee.words.clone()].copy_from_slice(&self.saved_words[from..]);
            self.saved_words.truncate(from);
            let from = self.saved_wides.len() - callee.wides.len();
            self.wides[callee.wides.clone()].copy_from_slice(&self.saved_wides[from..]);
            self.saved_wides.truncate(from);
            let from = self.saved_arrays.len() - callee.arrays.len();
            let saved = self.saved_arrays.drain(from..);
            for (array, cells) in callee.arrays.clone().zip(saved) {
                self.arrays[array] = cells;
            }
        }
        match (kept, result) {
            (Some(Kept::Word(open)), Some(Slot::Word(i))) => self.words[i as usize] = open,
            (Some(Kept::Wide(open)), Some(Slot::Wide(i))) => self.wides[i as usize] = open,
            (Some(Kept::Array(open)), Some(Slot::Array(i))) => self.arrays[i as usize] = open,
            (_, Some(slot)) => self.set(slot, true),
            (_, None) => {}
        }
    }
}

/// The open bits of a result.
enum Kept {
    Word(u64),
    Wide(bool),
    Array(OpenCells),
}

/// The open bits of the result of an instruction on words.
#[inline]
fn open_bits(instr: &Instr, words: &[u64], open: &[u64]) -> u64 {
    let width = u32::from(instr.width);
    let extra = u32::from(instr.extra);
    let (a, open_a) = (words[instr.a as usize], open[instr.a as usize]);
    let b = || words[instr.b as usize];
    let open_b = || open[instr.b as usize];
    let cut = |bits: u64| bits & mask(width);
    // Anything open makes everything open.
    let all = |open: u64| if open == 0 { 0 } else { mask(width) };
    // What a bit is depends on it and on the bits below it.
    let upwards = |open: u64| match open {
        0 => 0,
        _ => cut(u64::MAX << open.trailing_zeros()),
    };
    match instr.code {
        Code::Copy => open_a,
        Code::Not => cut(open_a),
        Code::Neg => upwards(open_a),
        // A bit that is 0 for good on one side decides.
        Code::And => (open_a | a) & (open_b() | b()) & (open_a | open_b()),
        Code::Or => (open_a | !a) & (open_b() | !b()) & (open_a | open_b()),
        Code::Xor => open_a | open_b(),
        Code::Add | Code::Sub => upwards(open_a | open_b()),
        Code::Mul => {
            // An open bit is moved by the lowest bit of the other factor, at least.
            let (b, open_b) = (b(), open_b());
            let least = |open: u64, other: u64| open.trailing_zeros() + other.trailing_zeros();
            let lowest = least(open_a, b | open_b).min(least(open_b, a | open_a));
            if lowest < width {
                cut(u64::MAX << lowest)
            } else {
                0
            }
        }
        Code::Udiv | Code::Urem | Code::Sdiv | Code::Srem | Code::Smod => all(open_a | open_b()),
        Code::Shl | Code::Lshr | Code::Ashr if open_b() != 0 => mask(width),
        Code::Shl => shift(b(), width).map_or(0, |by| cut(open_a << by)),
        Code::Lshr => shift(b(), width).map_or(0, |by| cut(open_a) >> by),
        Code::Ashr => {
            let by = shift(b(), width).unwrap_or(width - 1);
            cut((signed(open_a, width) >> by).cast_unsigned())
        }
        Code::Eq => {
            let open = open_a | open_b();
            // They differ for good in a bit that is not open.
            u64::from(open != 0 && (a ^ b()) & !open == 0)
        }
        Code::Ult | Code::Ule | Code::Slt | Code::Sle => u64::from(open_a | open_b() != 0),
        Code::Ite if open_a & 1 == 0 => open[if a != 0 { instr.b } else { instr.c } as usize],
        Code::Ite => {
            let (c, open_c) = (words[instr.c as usize], open[instr.c as usize]);
            open_b() | open_c | (b() ^ c)
        }
        Code::Concat => (open_a << extra) | (open_b() & mask(extra)),
        Code::Extract => cut(open_a >> extra),
        Code::SignExtend => cut(signed(open_a, extra).cast_unsigned()),
        Code::RotateLeft if extra == 0 => open_a,
        Code::RotateLeft => cut(open_a << extra) | (cut(open_a) >> (width - extra)),
        Code::Load | Code::Store | Code::Fill | Code::CopyArray | Code::Float | Code::Wide => {
            unreachable!("it is no instruction on words")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::code::compute;

    /// Every instruction on words of three bits: whatever the open bits of the arguments are, a bit
    /// of the result that is not open is the same.
    #[test]
    fn what_is_not_open_does_not_change() {
        const WIDTH: u8 = 3;
        let codes = [
            (Code::Copy, 0),
            (Code::Not, 0),
            (Code::Neg, 0),
            (Code::And, 0),
            (Code::Or, 0),
            (Code::Xor, 0),
            (Code::Add, 0),
            (Code::Sub, 0),
            (Code::Mul, 0),
            (Code::Udiv, 0),
            (Code::Urem, 0),
            (Code::Sdiv, 0),
            (Code::Srem, 0),
            (Code::Smod, 0),
            (Code::Shl, 0),
            (Code::Lshr, 0),
            (Code::Ashr, 0),
            (Code::Eq, 0),
            (Code::Ult, 0),
            (Code::Ule, 0),
            (Code::Slt, 0),
            (Code::Sle, 0),
            (Code::Ite, 0),
            (Code::Concat, 3),
            (Code::Extract, 1),
            (Code::SignExtend, 2),
            (Code::RotateLeft, 0),
            (Code::RotateLeft, 2),
        ];
        for (code, extra) in codes {
            let width = if code == Code::Concat { 6 } else { WIDTH };
            let instr = Instr {
                code,
                width,
                extra,
                dst: 0,
                a: 0,
                b: 1,
                c: 2,
            };
            let all = 1u64 << WIDTH;
            for numbers in 0..all.pow(4) {
                let (a, b) = (numbers % all, numbers / all % all);
                let open = [
                    numbers / all.pow(2) % all,
                    numbers / all.pow(3) % all,
                    0b101,
                ];
                let c = 0b010;
                if code == Code::Ite && (a > 1 || open[0] > 1) {
                    continue; // A condition has one bit.
                }
                let result = compute(&instr, &[a, b, c]);
                let open_result = open_bits(&instr, &[a, b, c], &open);
                for (other_a, other_b) in (0..all).flat_map(|a| (0..all).map(move |b| (a, b))) {
                    if (a ^ other_a) & !open[0] == 0 && (b ^ other_b) & !open[1] == 0 {
                        for other_c in [c, c ^ 1, c ^ 4, c ^ 5] {
                            let other = compute(&instr, &[other_a, other_b, other_c]);
                            let changed = (result ^ other) & !open_result;
                            assert_eq!(changed, 0, "{instr:?} {a} {b} {open:?}");
                        }
                    }
                }
            }
        }
    }
}

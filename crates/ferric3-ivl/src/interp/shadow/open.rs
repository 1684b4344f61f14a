//! The open bits of all registers, beside a run.

use super::Shadow;
use super::bits::open_bits;
use crate::interp::cells::Cells;
use crate::interp::code::{Code, Instr, Memory, Slot, WideInstr};
use crate::interp::compile::{Argument, ProcCode};

/// What is open when it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::interp) enum Opened {
    /// Every input.
    Inputs,
    /// What is known only roughly.
    Rough,
}

/// The open bits of all registers.
#[derive(Clone, Debug)]
pub(in crate::interp) struct OpenBits {
    opened: Opened,
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
    /// Nothing is open in this array.
    fn closed(cells: &Cells) -> OpenCells {
        match cells {
            Cells::Wide(_) => OpenCells::Wide(false),
            Cells::Dense { .. } => OpenCells::Words(Cells::default()),
            Cells::Sparse { .. } => OpenCells::Words(Cells::Sparse {
                default: 0,
                words: rustc_hash::FxHashMap::default(),
            }),
        }
    }

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
    /// Nothing is open yet in a run with these registers, and those that calls have hidden.
    pub(in crate::interp) fn new(opened: Opened, memory: &Memory, saved: &Memory) -> OpenBits {
        let closed = |arrays: &[Cells]| arrays.iter().map(OpenCells::closed).collect();
        OpenBits {
            opened,
            words: vec![0; memory.words.len()],
            wides: vec![false; memory.wides.len()],
            arrays: closed(&memory.arrays),
            saved_words: vec![0; saved.words.len()],
            saved_wides: vec![false; saved.wides.len()],
            saved_arrays: closed(&saved.arrays),
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

    fn is_closed(&self, slot: Slot) -> bool {
        !self.is_slot_open(slot)
    }

    fn read(&mut self, slot: Slot, is_rough: bool) {
        self.set(slot, is_rough || self.opened == Opened::Inputs);
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

//! The machine that terms are compiled to: registers in three banks, one instruction per operator.
//!
//! Booleans and bit-vectors of up to 64 bits are words; a Boolean is a word of one bit, and the
//! bits above the width are always 0. Arrays are [`Cells`] in a bank of their own. Everything else
//! is a [`Value`] in the third bank.

use ferric3_term::{ArrayValue, BitVecValue, Op, Sort, Value, apply_op, float_on_words};

use super::cells::Cells;

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// In the bank of words.
    Word(u32),
    /// In the bank of values.
    Wide(u32),
    /// In the bank of arrays.
    Array(u32),
}

/// A register and the sort of what it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) slot: Slot,
    pub(super) sort: Sort,
}

/// The width of a word that holds a value of the sort, if a word can.
pub(super) fn word_width(sort: Sort) -> Option<u8> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width @ 1..=64) => u8::try_from(width).ok(),
        _ => None,
    }
}

/// The word that stands for a value, if one can.
pub(super) fn word_of(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(b) => Some((*b).into()),
        Value::BitVec(bv) if bv.width() <= 64 => bv.to_u64(),
        _ => None,
    }
}

/// The registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    pub(super) words: Vec<u64>,
    pub(super) wides: Vec<Value>,
    pub(super) arrays: Vec<Cells>,
    /// The bits of large numbers that instructions have computed since somebody looked.
    pub(super) large: u64,
}

impl Memory {
    /// The value in a register.
    pub(super) fn load(&self, place: Place) -> Value {
        match (place.slot, place.sort) {
            (Slot::Word(i), Sort::Bool) => Value::Bool(self.words[i as usize] != 0),
            (Slot::Word(i), Sort::BitVec(width)) => {
                Value::BitVec(BitVecValue::from_u64(self.words[i as usize], width))
            }
            (Slot::Word(_), sort) => panic!("a word cannot hold a value of sort {sort}"),
            (Slot::Wide(i), _) => self.wides[i as usize].clone(),
            (Slot::Array(i), Sort::Array { index, element }) => {
                self.arrays[i as usize].value(index, element).into()
            }
            (Slot::Array(_), sort) => panic!("no array holds a value of sort {sort}"),
        }
    }

    /// Puts a value of the right sort into a register.
    pub(super) fn store(&mut self, place: Place, value: Value) {
        match place.slot {
            Slot::Word(i) => {
                self.words[i as usize] = word_of(&value).expect("the sort fits into a word");
            }
            Slot::Wide(i) => self.wides[i as usize] = value,
            Slot::Array(i) => self.arrays[i as usize].set_value(value.as_array().clone()),
        }
    }

    /// Copies between registers of one sort.
    pub(super) fn copy(&mut self, from: Slot, to: Slot) {
        match (from, to) {
            (Slot::Word(from), Slot::Word(to)) => {
                self.words[to as usize] = self.words[from as usize];
            }
            (Slot::Wide(from), Slot::Wide(to)) => {
                self.wides[to as usize] = self.wides[from as usize].clone();
            }
            (Slot::Array(from), Slot::Array(to)) => self.copy_array(from, to),
            _ => panic!("the registers are of different kinds"),
        }
    }

    fn copy_array(&mut self, from: u32, to: u32) {
        if from != to {
            let mut target = std::mem::take(&mut self.arrays[to as usize]);
            target.copy_from(&self.arrays[from as usize]);
            self.arrays[to as usize] = target;
        }
    }

    /// The bit-vector in a register.
    fn bit_vector(&self, register: u32, is_wide: bool, width: u32) -> BitVecValue {
        if is_wide {
            self.wides[register as usize].as_bv().clone()
        } else {
            BitVecValue::from_u64(self.words[register as usize], width)
        }
    }
}

/// What an instruction computes. `a`, `b`, `c` are words, `width` is that of the result unless
/// said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Code {
    Copy,
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Smod,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ult,
    Ule,
    /// `width` is that of the arguments.
    Slt,
    /// `width` is that of the arguments.
    Sle,
    /// `a ? b : c`.
    Ite,
    /// `extra` is the width of `b`.
    Concat,
    /// `extra` is the lowest bit.
    Extract,
    /// `extra` is the width of `a`.
    SignExtend,
    /// By `extra`, which is below the width.
    RotateLeft,
    /// The element of the array `a` at `b`. In the two lowest bits, `extra` says whether the index
    /// and the element are wide.
    Load,
    /// If `c`, the array `dst` gets the element `b` at the index `a`; `extra` as above.
    Store,
    /// If `c`, all elements of the array `dst` become `b`; `extra` as above.
    Fill,
    /// If `c`, the array `dst` becomes the array `a`.
    CopyArray,
    /// A floating-point operation of the machine: `a` is an index into the table of [`WideInstr`],
    /// which names the words.
    Float,
    /// Anything on values: `a` is an index into the table of [`WideInstr`].
    Wide,
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instr {
    pub(super) code: Code,
    pub(super) width: u8,
    pub(super) extra: u8,
    pub(super) dst: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
}

/// An instruction with arguments or a result that are not words.
#[derive(Clone, Debug)]
pub(super) struct WideInstr {
    pub(super) op: Op,
    pub(super) args: Box<[Place]>,
    pub(super) dst: Place,
}

/// Runs instructions in order.
#[inline]
pub(super) fn execute(instrs: &[Instr], wide: &[WideInstr], memory: &mut Memory) {
    for instr in instrs {
        match instr.code {
            Code::Wide => execute_wide(&wide[instr.a as usize], memory),
            Code::Float => execute_float(instr, &wide[instr.a as usize], memory),
            Code::Load if instr.extra == 0 => {
                let index = memory.words[instr.b as usize];
                let word = memory.arrays[instr.a as usize].word(index);
                memory.words[instr.dst as usize] = word;
            }
            Code::Load => load_wide(instr, memory),
            Code::Store | Code::Fill | Code::CopyArray => {
                if memory.words[instr.c as usize] != 0 {
                    change_array(instr, memory);
                }
            }
            _ => {
                let word = compute(instr, &memory.words);
                memory.words[instr.dst as usize] = word;
            }
        }
    }
}

fn execute_float(instr: &Instr, float: &WideInstr, memory: &mut Memory) {
    let Op::Float(op) = float.op else {
        unreachable!("it is a floating-point operation")
    };
    let mut args = [0; 3];
    for (arg, place) in args.iter_mut().zip(&float.args) {
        if let Slot::Word(i) = place.slot {
            *arg = memory.words[i as usize];
        }
    }
    let word = float_on_words(op, &args, u32::from(instr.extra));
    memory.words[instr.dst as usize] = word.expect("the compiler has asked for it");
}

fn load_wide(instr: &Instr, memory: &mut Memory) {
    let (array, index, _) = memory.arrays[instr.a as usize]
        .as_wide()
        .expect("index or element are wide");
    let index = memory.bit_vector(instr.b, instr.extra & 1 != 0, index);
    let element = array.select(&index).clone();
    if instr.extra & 2 != 0 {
        memory.wides[instr.dst as usize] = element.into();
    } else {
        memory.words[instr.dst as usize] = element.to_u64().expect("it fits into a word");
    }
}

/// A store, fill or copy whose condition holds.
#[inline]
fn change_array(instr: &Instr, memory: &mut Memory) {
    let (index, element) = (instr.extra & 1 != 0, instr.extra & 2 != 0);
    if instr.code == Code::CopyArray {
        return memory.copy_array(instr.a, instr.dst);
    }
    let Some((_, index_width, element_width)) = memory.arrays[instr.dst as usize].as_wide() else {
        let word = memory.words[instr.b as usize];
        let array = &mut memory.arrays[instr.dst as usize];
        match instr.code {
            Code::Store => array.set_word(memory.words[instr.a as usize], word),
            _ => array.fill_word(word),
        }
        return;
    };
    let element = memory.bit_vector(instr.b, element, element_width);
    let index = (instr.code == Code::Store).then(|| memory.bit_vector(instr.a, index, index_width));
    if let Some(array) = memory.arrays[instr.dst as usize].as_wide_mut() {
        match index {
            Some(index) => array.set(index, element),
            None => *array = ArrayValue::constant(index_width, element),
        }
    }
}

fn execute_wide(instr: &WideInstr, memory: &mut Memory) {
    let args: Vec<Value> = instr.args.iter().map(|&place| memory.load(place)).collect();
    let result = apply_op(&instr.op, &args);
    if let Value::Int(number) | Value::Real(number) = &result {
        let beyond_a_word = number.bits().saturating_sub(64);
        memory.large = memory.large.saturating_add(beyond_a_word);
    }
    memory.store(instr.dst, result);
}

/// The result of an instruction on words.
#[inline]
pub(super) fn compute(instr: &Instr, words: &[u64]) -> u64 {
    let width = u32::from(instr.width);
    let extra = u32::from(instr.extra);
    let a = words[instr.a as usize];
    let b = || words[instr.b as usize];
    let cut = |word: u64| word & mask(width);
    match instr.code {
        Code::Copy => a,
        Code::Not => cut(!a),
        Code::Neg => cut(a.wrapping_neg()),
        Code::And => a & b(),
        Code::Or => a | b(),
        Code::Xor => a ^ b(),
        Code::Add => cut(a.wrapping_add(b())),
        Code::Sub => cut(a.wrapping_sub(b())),
        Code::Mul => cut(a.wrapping_mul(b())),
        Code::Udiv => a.checked_div(b()).unwrap_or(mask(width)),
        Code::Urem => a.checked_rem(b()).unwrap_or(a),
        Code::Sdiv => {
            let (x, y) = (signed(a, width), signed(b(), width));
            let quotient = match y {
                0 if x < 0 => 1,
                0 => -1,
                _ => x.wrapping_div(y),
            };
            cut(quotient.cast_unsigned())
        }
        Code::Srem => match signed(b(), width) {
            0 => a,
            y => cut(signed(a, width).wrapping_rem(y).cast_unsigned()),
        },
        Code::Smod => match signed(b(), width) {
            0 => a,
            y => {
                let rest = signed(a, width).wrapping_rem(y);
                let adjust = rest != 0 && (rest < 0) != (y < 0);
                cut(if adjust { rest.wrapping_add(y) } else { rest }.cast_unsigned())
            }
        },
        Code::Shl => shift(b(), width).map_or(0, |by| cut(a << by)),
        Code::Lshr => shift(b(), width).map_or(0, |by| a >> by),
        Code::Ashr => {
            let by = shift(b(), width).unwrap_or(width - 1);
            cut((signed(a, width) >> by).cast_unsigned())
        }
        Code::Eq => (a == b()).into(),
        Code::Ult => (a < b()).into(),
        Code::Ule => (a <= b()).into(),
        Code::Slt => (signed(a, width) < signed(b(), width)).into(),
        Code::Sle => (signed(a, width) <= signed(b(), width)).into(),
        Code::Ite => words[if a != 0 { instr.b } else { instr.c } as usize],
        Code::Concat => (a << extra) | b(),
        Code::Extract => cut(a >> extra),
        Code::SignExtend => cut(signed(a, extra).cast_unsigned()),
        Code::RotateLeft => {
            // A shift by the whole width, for a rotation by 0, must not reach 64.
            if extra == 0 {
                a
            } else {
                cut(a << extra) | (a >> (width - extra))
            }
        }
        Code::Load | Code::Store | Code::Fill | Code::CopyArray | Code::Float | Code::Wide => {
            unreachable!("it is no instruction on words")
        }
    }
}

/// The lowest `width` bits, of which there are 1 to 64.
#[inline]
pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The lowest `width` bits as a signed number.
#[inline]
pub(super) fn signed(word: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (word << unused).cast_signed() >> unused
}

/// The number of bits to shift by, if it is below the width.
#[inline]
pub(super) fn shift(by: u64, width: u32) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < width)
}

//! The machine that terms are compiled to: registers in two banks, one instruction per operator.
//!
//! Booleans and bit-vectors of up to 64 bits are words; a Boolean is a word of one bit, and the
//! bits above the width are always 0. Everything else is a [`Value`] in the other bank.

use ferric3_term::{BitVecValue, Op, Sort, Value, apply_op};

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    /// In the bank of words.
    Word(u32),
    /// In the bank of values.
    Wide(u32),
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
        }
    }

    /// Puts a value of the right sort into a register.
    pub(super) fn store(&mut self, place: Place, value: Value) {
        match place.slot {
            Slot::Word(i) => {
                self.words[i as usize] = word_of(&value).expect("the sort fits into a word");
            }
            Slot::Wide(i) => self.wides[i as usize] = value,
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
            _ => panic!("the registers are of different kinds"),
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
        if instr.code == Code::Wide {
            execute_wide(&wide[instr.a as usize], memory);
        } else {
            let word = compute(instr, &memory.words);
            memory.words[instr.dst as usize] = word;
        }
    }
}

fn execute_wide(instr: &WideInstr, memory: &mut Memory) {
    let args: Vec<Value> = instr.args.iter().map(|&place| memory.load(place)).collect();
    memory.store(instr.dst, apply_op(&instr.op, &args));
}

/// The result of an instruction on words.
#[inline]
fn compute(instr: &Instr, words: &[u64]) -> u64 {
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
        Code::Wide => unreachable!("it is no instruction on words"),
    }
}

/// The lowest `width` bits, of which there are 1 to 64.
#[inline]
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The lowest `width` bits as a signed number.
#[inline]
fn signed(word: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (word << unused).cast_signed() >> unused
}

/// The number of bits to shift by, if it is below the width.
#[inline]
fn shift(by: u64, width: u32) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < width)
}

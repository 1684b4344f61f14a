//! Compiling terms to instructions.

use ferric3_term::{Op, Sort, TermId, Terms, Value, float_on_words};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cells::cells_of;
use super::code::{Code, Instr, Memory, Place, Slot, WideInstr, word_of, word_width};

/// Compiles terms, and hands out the registers that they need.
#[derive(Debug)]
pub(super) struct ExprCompiler<'a> {
    pub(super) terms: &'a Terms,
    /// Contents of all registers at the start of a run.
    pub(super) memory: Memory,
    pub(super) instrs: Vec<Instr>,
    pub(super) wide: Vec<WideInstr>,
    /// Registers of the variables, by symbol.
    pub(super) symbols: Vec<Option<Place>>,
    constants: FxHashMap<Value, Slot>,
    /// Registers of intermediate results; every statement uses them from the start.
    word_temps: Temps,
    wide_temps: Temps,
    array_temps: FxHashMap<Sort, Temps>,
    /// Where subterms of the current statement are.
    pub(super) places: FxHashMap<TermId, Slot>,
    /// Arrays of the current statement that are in registers.
    pub(super) array_places: FxHashMap<TermId, u32>,
}

#[derive(Debug, Default)]
struct Temps {
    slots: Vec<Slot>,
    used: usize,
}

impl<'a> ExprCompiler<'a> {
    pub(super) fn new(terms: &'a Terms) -> ExprCompiler<'a> {
        ExprCompiler {
            terms,
            memory: Memory::default(),
            instrs: vec![],
            wide: vec![],
            symbols: vec![None; terms.symbols().count()],
            constants: FxHashMap::default(),
            word_temps: Temps::default(),
            wide_temps: Temps::default(),
            array_temps: FxHashMap::default(),
            places: FxHashMap::default(),
            array_places: FxHashMap::default(),
        }
    }

    /// A new register for the variable of the given symbol.
    pub(super) fn variable(&mut self, symbol: ferric3_term::SymbolId, sort: Sort) -> Place {
        let slot = self.register(Value::zero(sort));
        let place = Place { slot, sort };
        self.symbols[symbol.index()] = Some(place);
        place
    }

    /// Begins a statement: intermediate results of the last one are no longer needed.
    pub(super) fn begin(&mut self) {
        self.places.clear();
        self.word_temps.used = 0;
        self.wide_temps.used = 0;
        self.array_places.clear();
        self.array_temps = std::mem::take(&mut self.array_temps)
            .into_iter()
            .map(|(sort, temps)| (sort, Temps { used: 0, ..temps }))
            .collect();
    }

    pub(super) fn sort(&self, t: TermId) -> Sort {
        self.terms.sort(t)
    }

    /// Computes `t`; it may end up in the register of a variable or constant.
    pub(super) fn compute(&mut self, t: TermId) -> Slot {
        self.compile(t, None)
    }

    /// Computes `t` into `target`. The target may occur in `t`. Nothing else may be computed in
    /// the same statement afterwards.
    pub(super) fn compute_into(&mut self, t: TermId, target: Slot) {
        if let Slot::Array(target) = target {
            self.compile_scalars(t);
            return self.assign_array(t, target);
        }
        let slot = self.compile(t, Some(target));
        if slot != target {
            self.copy(slot, target, self.terms.sort(t));
        }
    }

    /// Computes `t` into a register that nobody else uses in this statement.
    pub(super) fn compute_into_temp(&mut self, t: TermId) -> Slot {
        let sort = self.terms.sort(t);
        if sort.is_array() {
            let to = self.temp(sort);
            self.compute_into(t, to);
            return to;
        }
        let from = self.compile(t, None);
        let to = self.temp(sort);
        self.copy(from, to, sort);
        to
    }

    fn copy(&mut self, from: Slot, to: Slot, sort: Sort) {
        match (from, to) {
            (Slot::Word(a), Slot::Word(dst)) => self.emit(Code::Copy, dst, [a, 0, 0], 1, 0),
            _ => {
                // There is no operator for a copy: choose between the value and itself.
                let condition = Place {
                    slot: self.constant(&true.into()),
                    sort: Sort::Bool,
                };
                let from = Place { slot: from, sort };
                self.emit_wide(
                    Op::Ite,
                    vec![condition, from, from],
                    Place { slot: to, sort },
                );
            }
        }
    }

    /// Emits what is missing of `t`, its root last, into `target` if that is given and the root
    /// is not just a register.
    fn compile(&mut self, t: TermId, target: Option<Slot>) -> Slot {
        self.compile_missing(t, target);
        if self.terms.sort(t).is_array() {
            return Slot::Array(self.materialised(t));
        }
        self.places[&t]
    }

    /// Emits what is missing of everything in the array `t` that is not an array.
    fn compile_scalars(&mut self, t: TermId) {
        self.compile_missing(t, None);
    }

    fn compile_missing(&mut self, t: TermId, target: Option<Slot>) {
        // Arguments have smaller ids: the order of ids is an order of evaluation.
        let mut missing = vec![];
        let mut seen = FxHashSet::from_iter([t]);
        let mut stack = vec![t];
        while let Some(top) = stack.pop() {
            if !self.places.contains_key(&top) {
                missing.push(top);
                stack.extend(self.terms.args(top).iter().filter(|a| seen.insert(**a)));
            }
        }
        missing.sort_unstable();
        // Arrays are not computed by themselves, but where they are read or assigned.
        missing.retain(|&subterm| !self.terms.sort(subterm).is_array());
        for subterm in missing {
            let target = target.filter(|_| subterm == t);
            let slot = self.node(subterm, target);
            self.places.insert(subterm, slot);
        }
    }

    /// Emits the instruction for one node, whose arguments are done.
    fn node(&mut self, t: TermId, target: Option<Slot>) -> Slot {
        let terms = self.terms;
        let sort = terms.sort(t);
        match terms.op(t) {
            Op::True => self.constant(&true.into()),
            Op::False => self.constant(&false.into()),
            Op::Const(value) => self.constant(&value.clone().into()),
            Op::Int(value) => self.constant(&Value::Int(value.clone())),
            Op::Real(value) => self.constant(&Value::Real(value.clone())),
            Op::Symbol(symbol) => {
                self.symbols[symbol.index()]
                    .expect("only variables occur in a program")
                    .slot
            }
            Op::Select => {
                let (array, index) = (terms.args(t)[0], terms.args(t)[1]);
                let index = Place {
                    slot: self.places[&index],
                    sort: terms.sort(index),
                };
                self.read_array(array, index)
            }
            op => {
                let args: Vec<Place> = terms
                    .args(t)
                    .iter()
                    .map(|&a| Place {
                        slot: match terms.sort(a) {
                            Sort::Array { .. } => Slot::Array(self.materialised(a)),
                            _ => self.places[&a],
                        },
                        sort: terms.sort(a),
                    })
                    .collect();
                if let Op::ZeroExtend(_) = op
                    && let (Some(_), Slot::Word(_)) = (word_width(sort), args[0].slot)
                {
                    // Bits above the width are 0 already.
                    return args[0].slot;
                }
                let slot = target.unwrap_or_else(|| self.temp(sort));
                self.operation_into(op, args, Place { slot, sort });
                slot
            }
        }
    }

    /// Emits an operator; its result goes to a register of the statement's own.
    pub(super) fn operation(&mut self, op: &Op, args: Vec<Place>, sort: Sort) -> Slot {
        let slot = self.temp(sort);
        self.operation_into(op, args, Place { slot, sort });
        slot
    }

    fn operation_into(&mut self, op: &Op, args: Vec<Place>, dst: Place) {
        if !self.emit_words(op, &args, dst) {
            self.emit_wide(op.clone(), args, dst);
        }
    }

    /// Emits an operator as instructions on words, if possible.
    fn emit_words(&mut self, op: &Op, args: &[Place], dst: Place) -> bool {
        let (Slot::Word(slot), Some(width)) = (dst.slot, word_width(dst.sort)) else {
            return false;
        };
        let mut words = [0; 3];
        for (i, arg) in args.iter().enumerate() {
            match arg.slot {
                Slot::Word(word) if i < 3 => words[i] = word,
                Slot::Word(_) => {}
                Slot::Wide(_) | Slot::Array(_) => return false,
            }
        }
        let arg_width = |i: usize| word_width(args[i].sort).expect("it is in a word");
        let bits = |n: u32| u8::try_from(n).expect("it is below the width of a word");
        let (code, width, extra) = match op {
            Op::And | Op::Or => {
                let code = if *op == Op::And { Code::And } else { Code::Or };
                self.emit_chain(code, args, slot);
                return true;
            }
            Op::Not | Op::BvNot => (Code::Not, width, 0),
            Op::Xor | Op::BvXor => (Code::Xor, width, 0),
            Op::Eq => (Code::Eq, width, 0),
            Op::Ite => (Code::Ite, width, 0),
            Op::BvNeg => (Code::Neg, width, 0),
            Op::BvAnd => (Code::And, width, 0),
            Op::BvOr => (Code::Or, width, 0),
            Op::BvAdd => (Code::Add, width, 0),
            Op::BvSub => (Code::Sub, width, 0),
            Op::BvMul => (Code::Mul, width, 0),
            Op::BvUdiv => (Code::Udiv, width, 0),
            Op::BvUrem => (Code::Urem, width, 0),
            Op::BvSdiv => (Code::Sdiv, width, 0),
            Op::BvSrem => (Code::Srem, width, 0),
            Op::BvSmod => (Code::Smod, width, 0),
            Op::BvShl => (Code::Shl, width, 0),
            Op::BvLshr => (Code::Lshr, width, 0),
            Op::BvAshr => (Code::Ashr, width, 0),
            Op::BvUlt => (Code::Ult, width, 0),
            Op::BvUle => (Code::Ule, width, 0),
            Op::BvSlt => (Code::Slt, arg_width(0), 0),
            Op::BvSle => (Code::Sle, arg_width(0), 0),
            Op::Concat => (Code::Concat, width, arg_width(1)),
            Op::Extract { lo, .. } => (Code::Extract, width, bits(*lo)),
            Op::SignExtend(_) => (Code::SignExtend, width, arg_width(0)),
            Op::RotateLeft(by) => (Code::RotateLeft, width, bits(by % u32::from(width))),
            Op::RotateRight(by) => {
                let width_u32 = u32::from(width);
                let left = (width_u32 - by % width_u32) % width_u32;
                (Code::RotateLeft, width, bits(left))
            }
            Op::Float(float) => {
                let from = arg_width(0);
                if float_on_words(*float, &[0; 3], u32::from(from)).is_none() {
                    return false;
                }
                let index = self.add_wide(op.clone(), args.to_vec(), dst);
                self.emit(Code::Float, slot, [index, 0, 0], width, from);
                return true;
            }
            // Operators that came later: the general instruction knows them.
            _ => return false,
        };
        self.emit(code, slot, words, width, extra);
        true
    }

    /// Two or more Booleans. The target is written only at the end: it may be one of them.
    fn emit_chain(&mut self, code: Code, args: &[Place], dst: u32) {
        let words: Vec<u32> = args
            .iter()
            .filter_map(|arg| match arg.slot {
                Slot::Word(word) => Some(word),
                Slot::Wide(_) | Slot::Array(_) => None,
            })
            .collect();
        let mut done = words[0];
        for (i, &word) in words.iter().enumerate().skip(1) {
            let to = match self.temp_unless(i + 1 == words.len(), dst) {
                Slot::Word(to) => to,
                Slot::Wide(_) | Slot::Array(_) => unreachable!("a Boolean is a word"),
            };
            self.emit(code, to, [done, word, 0], 1, 0);
            done = to;
        }
    }

    fn temp_unless(&mut self, last: bool, dst: u32) -> Slot {
        if last {
            Slot::Word(dst)
        } else {
            self.temp(Sort::Bool)
        }
    }

    pub(super) fn emit(&mut self, code: Code, dst: u32, [a, b, c]: [u32; 3], width: u8, extra: u8) {
        self.instrs.push(Instr {
            code,
            width,
            extra,
            dst,
            a,
            b,
            c,
        });
    }

    fn emit_wide(&mut self, op: Op, args: Vec<Place>, dst: Place) {
        let index = self.add_wide(op, args, dst);
        self.emit(Code::Wide, 0, [index, 0, 0], 1, 0);
    }

    fn add_wide(&mut self, op: Op, args: Vec<Place>, dst: Place) -> u32 {
        let index = u32::try_from(self.wide.len()).expect("fewer than 2^32 instructions");
        self.wide.push(WideInstr {
            op,
            args: args.into(),
            dst,
        });
        index
    }

    pub(super) fn constant(&mut self, value: &Value) -> Slot {
        if let Some(&slot) = self.constants.get(value) {
            return slot;
        }
        let slot = self.register(value.clone());
        self.constants.insert(value.clone(), slot);
        slot
    }

    pub(super) fn temp(&mut self, sort: Sort) -> Slot {
        let temps = self.temps(sort);
        temps.used += 1;
        if let Some(&slot) = temps.slots.get(temps.used - 1) {
            return slot;
        }
        let slot = self.register(Value::zero(sort));
        self.temps(sort).slots.push(slot);
        slot
    }

    fn temps(&mut self, sort: Sort) -> &mut Temps {
        match sort {
            Sort::Array { .. } => self.array_temps.entry(sort).or_default(),
            _ if word_width(sort).is_some() => &mut self.word_temps,
            _ => &mut self.wide_temps,
        }
    }

    /// A new register that holds `value` at the start of a run.
    fn register(&mut self, value: Value) -> Slot {
        let number = |len: usize| u32::try_from(len).expect("fewer than 2^32 registers");
        if let Some(cells) = cells_of(&value) {
            self.memory.arrays.push(cells);
            return Slot::Array(number(self.memory.arrays.len() - 1));
        }
        match word_of(&value) {
            Some(word) => {
                self.memory.words.push(word);
                Slot::Word(number(self.memory.words.len() - 1))
            }
            None => {
                self.memory.wides.push(value);
                Slot::Wide(number(self.memory.wides.len() - 1))
            }
        }
    }
}

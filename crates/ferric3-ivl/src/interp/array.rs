//! Compiling terms with arrays.
//!
//! An array that is assigned is changed in place: `a := ite(c, store(a, i, v), a)` is a store that
//! happens if `c`. Reads go to the variables below the stores and choices. Only where terms are so
//! shared that this would make much of them, arrays are built in registers of their own.

use ferric3_term::{Op, Sort, TermId, Value};
use rustc_hash::FxHashMap;

use super::code::{Code, Place, Slot};
use super::expr::ExprCompiler;

/// The most steps that an assignment is unfolded to.
const MAX_STEPS: u64 = 256;
/// The most parts of an array that a read looks at.
const MAX_READ: u64 = 64;

impl ExprCompiler<'_> {
    /// Computes the array `t` into the register `target`. What is not an array in it is done.
    pub(super) fn assign_array(&mut self, t: TermId, target: u32) {
        let truth = self.constant_word(true);
        if self.unfolded_size(t) <= MAX_STEPS {
            self.assign_if(t, target, truth);
        } else {
            // Everything is read before the target changes.
            let from = self.materialised(t);
            self.copy_array(from, target, truth);
        }
    }

    /// The steps for `t` if the word `guard` is true. Nothing with that guard was done before.
    fn assign_if(&mut self, t: TermId, target: u32, guard: u32) {
        let terms = self.terms;
        let mut stores = vec![];
        let mut base = t;
        while let (Op::Store, &[below, index, element]) = (terms.op(base), terms.args(base)) {
            stores.push((index, element));
            base = below;
        }
        match (terms.op(base), terms.args(base)) {
            (Op::ConstArray { .. }, &[element]) => self.fill_array(element, target, guard),
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.word(condition);
                let negation = self.word_op(Code::Not, [condition, 0, 0]);
                for (branch, condition) in [(then, condition), (otherwise, negation)] {
                    let guard = self.word_op(Code::And, [guard, condition, 0]);
                    self.assign_if(branch, target, guard);
                }
            }
            _ => {
                let from = self.array_variable(base);
                if from != target {
                    self.copy_array(from, target, guard);
                }
            }
        }
        for (index, element) in stores.into_iter().rev() {
            self.store_array(index, element, target, guard);
        }
    }

    /// A register that holds the array `t`: that of a variable, or one of this statement's own.
    pub(super) fn materialised(&mut self, t: TermId) -> u32 {
        let terms = self.terms;
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            let below: &[TermId] = match terms.op(top) {
                _ if self.array_places.contains_key(&top) => &[],
                Op::Store => &terms.args(top)[..1],
                Op::Ite => &terms.args(top)[1..],
                _ => &[],
            };
            let before = stack.len();
            let missing = |a: &&TermId| !self.array_places.contains_key(a);
            stack.extend(below.iter().filter(missing));
            if stack.len() == before {
                stack.pop();
                if !self.array_places.contains_key(&top) {
                    let register = self.materialise_node(top);
                    self.array_places.insert(top, register);
                }
            }
        }
        self.array_places[&t]
    }

    /// A register for one node; the arrays below it have theirs.
    fn materialise_node(&mut self, t: TermId) -> u32 {
        let terms = self.terms;
        if let Op::Symbol(_) = terms.op(t) {
            return self.array_variable(t);
        }
        let register = self.array_temp(terms.sort(t));
        let truth = self.constant_word(true);
        match (terms.op(t), terms.args(t)) {
            (Op::ConstArray { .. }, &[element]) => self.fill_array(element, register, truth),
            (Op::Store, &[below, index, element]) => {
                self.copy_array(self.array_places[&below], register, truth);
                self.store_array(index, element, register, truth);
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.word(condition);
                self.copy_array(self.array_places[&otherwise], register, truth);
                self.copy_array(self.array_places[&then], register, condition);
            }
            (op, _) => panic!("{op:?} is not an array"),
        }
        register
    }

    /// The element of an array at an index that is in `index`.
    pub(super) fn read_array(&mut self, array: TermId, index: Place) -> Slot {
        let terms = self.terms;
        let Sort::Array { element: width, .. } = terms.sort(array) else {
            unreachable!("only arrays are read")
        };
        let sort = Sort::BitVec(width);
        if !matches!(terms.op(array), Op::Symbol(_)) && self.unfolded_size(array) > MAX_READ {
            let register = self.materialised(array);
            return self.load(register, index, sort);
        }
        match (terms.op(array), terms.args(array)) {
            (Op::ConstArray { .. }, &[element]) => self.places[&element],
            (Op::Store, &[below, written, element]) => {
                let written = self.place(written);
                let same = self.operation(&Op::Eq, vec![written, index], Sort::Bool);
                let other = self.read_array(below, index);
                let element = self.place(element);
                self.choice(same, element.slot, other, sort)
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let then = self.read_array(then, index);
                let otherwise = self.read_array(otherwise, index);
                self.choice(self.places[&condition], then, otherwise, sort)
            }
            _ => {
                let register = self.array_variable(array);
                self.load(register, index, sort)
            }
        }
    }

    fn choice(&mut self, condition: Slot, then: Slot, otherwise: Slot, sort: Sort) -> Slot {
        let condition = Place {
            slot: condition,
            sort: Sort::Bool,
        };
        let [then, otherwise] = [then, otherwise].map(|slot| Place { slot, sort });
        self.operation(&Op::Ite, vec![condition, then, otherwise], sort)
    }

    fn load(&mut self, register: u32, index: Place, sort: Sort) -> Slot {
        let slot = self.temp(sort);
        let (index, index_is_wide) = number(index.slot);
        let (dst, element_is_wide) = number(slot);
        let extra = wideness(index_is_wide, element_is_wide);
        self.emit(Code::Load, dst, [register, index, 0], 1, extra);
        slot
    }

    fn store_array(&mut self, index: TermId, element: TermId, target: u32, guard: u32) {
        let (index, index_is_wide) = number(self.places[&index]);
        let (element, element_is_wide) = number(self.places[&element]);
        let extra = wideness(index_is_wide, element_is_wide);
        self.emit(Code::Store, target, [index, element, guard], 1, extra);
    }

    fn fill_array(&mut self, element: TermId, target: u32, guard: u32) {
        let (element, is_wide) = number(self.places[&element]);
        self.emit(
            Code::Fill,
            target,
            [0, element, guard],
            1,
            wideness(false, is_wide),
        );
    }

    pub(super) fn copy_array(&mut self, from: u32, target: u32, guard: u32) {
        self.emit(Code::CopyArray, target, [from, 0, guard], 1, 0);
    }

    fn array_variable(&self, t: TermId) -> u32 {
        let symbol = self.terms.as_symbol(t);
        let place = symbol.and_then(|symbol| self.symbols[symbol.index()]);
        match place.map(|place| place.slot) {
            Some(Slot::Array(register)) => register,
            _ => panic!("an array is made of variables, stores, choices and constant arrays"),
        }
    }

    fn array_temp(&mut self, sort: Sort) -> u32 {
        match self.temp(sort) {
            Slot::Array(register) => register,
            _ => unreachable!("arrays are in the bank of arrays"),
        }
    }

    pub(super) fn constant_word(&mut self, value: bool) -> u32 {
        number(self.constant(&Value::Bool(value))).0
    }

    fn word(&self, t: TermId) -> u32 {
        number(self.places[&t]).0
    }

    fn word_op(&mut self, code: Code, words: [u32; 3]) -> u32 {
        let (dst, _) = number(self.temp(Sort::Bool));
        self.emit(code, dst, words, 1, 0);
        dst
    }

    fn place(&self, t: TermId) -> Place {
        Place {
            slot: self.places[&t],
            sort: self.terms.sort(t),
        }
    }

    /// The nodes of the array `t` as a tree, down to variables and constant arrays.
    fn unfolded_size(&self, t: TermId) -> u64 {
        let mut sizes: FxHashMap<TermId, u64> = FxHashMap::default();
        for part in self.terms.subterms(t) {
            let args = self.terms.args(part).iter();
            let is_array = self.terms.sort(part).is_array();
            let below = args.filter_map(|a| sizes.get(a));
            if is_array {
                let size = below.fold(1u64, |sum, &size| sum.saturating_add(size));
                sizes.insert(part, size);
            }
        }
        sizes[&t]
    }
}

/// The number of a register, and whether it is in the bank of wide values.
fn number(slot: Slot) -> (u32, bool) {
    match slot {
        Slot::Word(number) => (number, false),
        Slot::Wide(number) => (number, true),
        Slot::Array(_) => panic!("an array is no element"),
    }
}

/// Which of index and element are wide: see [`Code::Load`].
fn wideness(index: bool, element: bool) -> u8 {
    u8::from(index) | u8::from(element) << 1
}

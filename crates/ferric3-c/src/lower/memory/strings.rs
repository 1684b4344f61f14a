//! The strings that a program is called with: `argv` and `envp` of `main` (5.1.2.2.1).
//!
//! The array of pointers is no variable. Its element `i` is the address of the `i`-th string if
//! there are so many, and a null pointer otherwise; programs that change it are not modelled. The
//! strings are bytes with any values, at addresses that are as far apart as a string may be long.
//! Their last bytes are 0, so that every string ends: that there are not more and not longer ones
//! is an assumption.

use ferric3_ivl::{InputSource, PropertyKind, Reading, StmtKind, VarId, VarRole};
use ferric3_term::{Op, Sort, TermId};

use super::initialised::Plane;
use super::location::{Location, Strings};
use super::object::Object;
use super::resolve::{Alternative, At};
use crate::DataModel;
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::lower::walk::mention;
use crate::sema::hir::{FunctionId, ObjectId, Range, Unit};
use crate::sema::types::TypeId;

/// The strings that a parameter of the entry function points to, if that is `main`.
pub(in crate::lower) fn strings_parameter(
    unit: &Unit,
    entry: FunctionId,
    position: usize,
) -> Option<Strings> {
    let types = &unit.types;
    let function = unit.function(entry);
    let params = &function.body.as_ref()?.params;
    let first = unit.object(*params.first()?).ty.ty;
    let strings = match position {
        1 => Strings::Arguments,
        2 => Strings::Environment,
        _ => return None,
    };
    let ty = unit.object(*params.get(position)?).ty.ty;
    let byte = types.pointee(types.pointee(ty)?.ty)?.ty;
    let is_main = function.name == "main" && types.scalar_width(first) == Some(32);
    (is_main && types.is_integer(byte) && types.size_of(byte) == Some(1)).then_some(strings)
}

impl<'a> Lower<'a> {
    /// There are fewer strings than two to this power.
    pub(super) fn count_bits(&self) -> u32 {
        match self.types().model {
            DataModel::Lp64 => 22,
            DataModel::Ilp32 => 11,
        }
    }

    /// Strings have fewer bytes than two to this power.
    pub(super) fn string_bits(&self) -> u32 {
        match self.types().model {
            DataModel::Lp64 => 20,
            DataModel::Ilp32 => 17,
        }
    }

    /// There are fewer strings than this.
    pub(super) fn most_strings(&self) -> u64 {
        1 << self.count_bits()
    }

    /// The parameter that points to strings.
    fn parameter_of(&self, strings: Strings) -> Option<ObjectId> {
        let position = match strings {
            Strings::Arguments => 1,
            Strings::Environment => 2,
        };
        let body = self.unit.function(self.entry).body.as_ref()?;
        body.params.get(position).copied()
    }

    /// Name and type of the elements of an array of strings.
    pub(super) fn strings_variable(&self, strings: Strings) -> Option<(String, TypeId, Range)> {
        let parameter = self.unit.object(self.parameter_of(strings)?);
        let ty = self.types().pointee(parameter.ty.ty)?.ty;
        Some((parameter.name.clone(), ty, parameter.range))
    }

    /// The variable with the number of strings.
    pub(super) fn strings_count(&mut self, strings: Strings) -> Option<VarId> {
        if let Some(&count) = self.memory.strings.get(&strings) {
            return Some(count);
        }
        let (name, _, range) = self.strings_variable(strings)?;
        let name = format!("{name}.count");
        let (sort, reading) = (Sort::BitVec(32), Reading::Signed);
        let role = VarRole::Global;
        let count = self.new_var_of_sort(name, sort, reading, "int".to_owned(), role, range);
        self.memory.strings.insert(strings, count);
        Some(count)
    }

    fn strings_of(&self, object: Object) -> Option<Location> {
        let all = [Strings::Arguments, Strings::Environment];
        let locations = all.map(|strings| [Location::Strings(strings), Location::Text(strings)]);
        let mut locations = locations.into_iter().flatten();
        locations.find(|&location| self.memory.find(location) == Some(object))
    }

    /// The number of the element that an access goes to, if it goes to all of one.
    fn element_of(&mut self, alternative: &Alternative, size: u64, width: u32) -> Option<TermId> {
        if u64::from(width) != size {
            return None;
        }
        let index_bits = super::object::index_width(self.memory.data(alternative.object).size);
        match alternative.at {
            At::Bits(at) if at % size == 0 => Some(self.terms.bv_u64(at / size, index_bits)),
            At::Element {
                index, offset: 0, ..
            } => Some(index),
            _ => None,
        }
    }

    /// Read an alternative.
    pub(super) fn read_alternative(
        &mut self,
        alternative: &Alternative,
        width: u32,
        range: Range,
    ) -> TermId {
        match self.strings_of(alternative.object) {
            None => self.gather(alternative, width, Plane::Values),
            Some(Location::Strings(strings)) => {
                let size = u64::from(self.types().pointer_width());
                match self.element_of(alternative, size, width) {
                    Some(index) => self.string_address(strings, index),
                    None => self.odd_access(alternative, width, range),
                }
            }
            Some(_) => {
                let value = self.gather(alternative, width, Plane::Values);
                match self.element_of(alternative, 8, width) {
                    Some(index) => {
                        let last = self.is_last(index);
                        let zero = self.terms.bv_u64(0, 8);
                        self.terms.ite(last, zero, value)
                    }
                    None => self.odd_access(alternative, width, range),
                }
            }
        }
    }

    /// An access to strings by a type that they do not have.
    fn odd_access(&mut self, alternative: &Alternative, width: u32, range: Range) -> TermId {
        let elsewhere = self.terms.not(alternative.condition);
        let what = "access of another type to the strings that the program is called with";
        self.assert(elsewhere, PropertyKind::Unsupported, what.to_owned(), range);
        self.bits(0, width)
    }

    /// An element of an array of strings.
    fn string_address(&mut self, strings: Strings, index: TermId) -> TermId {
        let pointer_width = self.types().pointer_width();
        let null = self.terms.bv_u64(0, pointer_width);
        let text = self.object_of(Location::Text(strings));
        let (Some(count), Some(text)) = (self.strings_count(strings), text) else {
            return null;
        };
        self.assume_once(Assumed::Strings(strings), None);
        let base = self.address_of_object(text);
        let (count_bits, string_bits) = (self.count_bits(), self.string_bits());
        let low = count_bits + string_bits;
        let number = self.terms.resize(index, count_bits, false);
        let high = self.terms.bv_u64(base >> low, pointer_width - low);
        let start = self.terms.bv_u64(0, string_bits);
        let address = self.terms.concat(number, start);
        let address = self.terms.concat(high, address);
        let number = self.terms.resize(index, 32, false);
        let exists = self.terms.bv_ult(number, self.read(count));
        self.terms.ite(exists, address, null)
    }

    /// Is it the last byte that there is room for in a string?
    fn is_last(&mut self, index: TermId) -> TermId {
        let bits = self.string_bits();
        let offset = self.terms.resize(index, bits, false);
        let last = self.terms.bv_u64((1 << bits) - 1, bits);
        self.terms.eq(offset, last)
    }

    /// What must not be written to strings.
    pub(super) fn check_string_writes(
        &mut self,
        alternatives: &[Alternative],
        stored: TermId,
        range: Range,
    ) {
        for alternative in alternatives {
            let wrong = match self.strings_of(alternative.object) {
                None => continue,
                Some(Location::Strings(_)) => self.terms.tt(),
                Some(_) => {
                    let width = self.terms.width(stored);
                    match self.element_of(alternative, 8, width) {
                        Some(index) => {
                            let zero = self.terms.bv_u64(0, 8);
                            let is_last = if self.checks_pointers() {
                                self.is_end_of_string(alternative.object, index)
                            } else {
                                self.is_last(index)
                            };
                            let is_end = self.terms.eq(stored, zero);
                            let is_text = self.terms.not(is_end);
                            self.terms.and2(is_last, is_text)
                        }
                        None => self.terms.tt(),
                    }
                }
            };
            let wrong = self.terms.and2(alternative.condition, wrong);
            let right = self.terms.not(wrong);
            if self.terms.as_bool(right) != Some(true) {
                let what = "change of the array of strings that the program is called with";
                self.assert(right, PropertyKind::Unsupported, what.to_owned(), range);
            }
        }
    }

    /// Are so many bytes from an offset on those of an array of strings? The null pointer behind
    /// the last one belongs to it.
    pub(super) fn is_in_strings(&mut self, strings: Strings, offset: TermId, bytes: u64) -> TermId {
        let Some(count) = self.strings_count(strings) else {
            return self.terms.ff();
        };
        let size = u64::from(self.types().pointer_width() / 8);
        let width = self.terms.width(offset).max(32) + 4;
        let count = self.terms.resize(self.read(count), width, false);
        let one = self.terms.bv_u64(1, width);
        let elements = self.terms.bv_add(count, one);
        let size = self.terms.bv_u64(size, width);
        let end = self.terms.bv_mul(elements, size);
        let offset = self.terms.resize(offset, width, false);
        let bytes = self.terms.bv_u64(bytes, width);
        let last = self.terms.bv_add(offset, bytes);
        self.terms.bv_ule(last, end)
    }

    /// The array of strings that a parameter of the entry function points to, if it is mentioned.
    pub(in crate::lower) fn strings_argument(
        &mut self,
        position: usize,
        param: ObjectId,
    ) -> Option<(Strings, TermId)> {
        let strings = strings_parameter(self.unit, self.entry, position)?;
        let body = self.unit.function(self.entry).body.as_ref()?;
        if !mention(self.unit, &body.stmts, param) {
            return None;
        }
        let object = self.object_of(Location::Strings(strings))?;
        let address = self.address_of_object(object);
        let width = self.types().pointer_width();
        Some((strings, self.bits(u128::from(address), width)))
    }

    /// The number of strings is known from now on.
    pub(in crate::lower) fn begin_strings(
        &mut self,
        strings: Strings,
        count: TermId,
        range: Range,
    ) {
        let Some(&var) = self.memory.strings.get(&strings) else {
            return;
        };
        let most = self.bits(u128::from(self.most_strings()), 32);
        let fits = self.mk2(Op::BvUlt, count, most);
        self.emit(StmtKind::Assume(fits), range);
        self.assign(var, count, range);
    }

    /// Any number of strings.
    pub(in crate::lower) fn any_count(&mut self, strings: Strings, range: Range) -> Option<TermId> {
        self.memory.strings.get(&strings)?;
        let (name, ..) = self.strings_variable(strings)?;
        let (name, sort) = (format!("number of strings of {name}"), Sort::BitVec(32));
        let (temp, reading, role) = (self.temp_name(), Reading::Signed, VarRole::Temp);
        let var = self.new_var_of_sort(temp, sort, reading, String::new(), role, range);
        self.havoc(var, InputSource::Parameter(name), range);
        Some(self.read(var))
    }

    /// Bytes of strings, before the program starts.
    pub(in crate::lower) fn any_text(&mut self, strings: Strings, object: Object, range: Range) {
        let name = self.strings_variable(strings).map(|(name, ..)| name);
        for var in self.memory.variables(object) {
            let source = InputSource::Strings {
                name: name.clone().unwrap_or_default(),
                bits: self.string_bits(),
            };
            self.havoc(var, source, range);
        }
    }

    /// In words: what is assumed about strings.
    pub(in crate::lower) fn strings_limits(&self, strings: Strings) -> String {
        let name = self.strings_variable(strings).map(|(name, ..)| name);
        let name = name.unwrap_or_default();
        format!(
            "`{name}` has fewer than {} strings of fewer than {} bytes each",
            self.most_strings(),
            1u64 << self.string_bits()
        )
    }
}

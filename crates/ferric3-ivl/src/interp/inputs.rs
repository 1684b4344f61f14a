//! Where a run gets the values of its inputs from.

use std::collections::VecDeque;

use ferric3_term::{BitVecValue, Sort, Value};

use crate::{InputId, InputSite};

/// A source of input values.
pub trait Inputs {
    /// The next value, which is read at `input`; `None` ends the run. The value must be of the
    /// sort of the site.
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value>;

    /// After [`next`](Inputs::next) gave `None`: the input that the next value was recorded for,
    /// if it was recorded for another one than was asked for.
    fn mismatch(&self) -> Option<InputId> {
        None
    }
}

/// No inputs at all.
impl Inputs for () {
    fn next(&mut self, _: InputId, _: &InputSite) -> Option<Value> {
        None
    }
}

/// A value and the input that it was read at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedInput {
    /// The input.
    pub input: InputId,
    /// Its value.
    pub value: Value,
}

/// Gives recorded inputs in order, each only to the input that it was recorded for.
#[derive(Clone, Debug, Default)]
pub struct ListInputs {
    rest: VecDeque<RecordedInput>,
    mismatch: Option<InputId>,
}

impl ListInputs {
    /// These inputs.
    pub fn new(inputs: impl IntoIterator<Item = RecordedInput>) -> ListInputs {
        ListInputs {
            rest: inputs.into_iter().collect(),
            mismatch: None,
        }
    }

    /// How many inputs were not asked for.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }
}

impl Inputs for ListInputs {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        self.mismatch = None;
        let next = self.rest.front()?;
        if next.input != input || next.value.sort() != site.sort {
            self.mismatch = Some(next.input);
            return None;
        }
        self.rest.pop_front().map(|recorded| recorded.value)
    }

    fn mismatch(&self) -> Option<InputId> {
        self.mismatch
    }
}

/// Gives plain numbers in order, whatever input asks for them, each converted to the input's sort:
/// modulo `2^width`, whether it is not 0, or the number itself. Arrays take none of them: they are all zeros.
#[derive(Clone, Debug, Default)]
pub struct PlainInputs {
    rest: VecDeque<i128>,
}

impl PlainInputs {
    /// These numbers.
    pub fn new(numbers: impl IntoIterator<Item = i128>) -> PlainInputs {
        PlainInputs {
            rest: numbers.into_iter().collect(),
        }
    }

    /// How many numbers were not asked for.
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }
}

impl Inputs for PlainInputs {
    fn next(&mut self, _: InputId, site: &InputSite) -> Option<Value> {
        if site.sort.is_array() {
            return Some(Value::zero(site.sort));
        }
        let number = self.rest.pop_front()?;
        Some(match site.sort {
            Sort::Bool => Value::Bool(number != 0),
            Sort::BitVec(width) => Value::BitVec(convert(number, width)),
            sort => Value::number(number.into(), sort)
                .unwrap_or_else(|| panic!("a number cannot be read as a value of sort {sort}")),
        })
    }
}

/// `number` modulo `2^width`.
fn convert(number: i128, width: u32) -> BitVecValue {
    let low = BitVecValue::from_u128(number.cast_unsigned(), width.min(128));
    match width.checked_sub(128) {
        None | Some(0) => low,
        Some(more) => low.sign_extend(more),
    }
}

/// Hands on the inputs of another source and records them, so that the run can be replayed.
#[derive(Clone, Debug, Default)]
pub struct RecordingInputs<I> {
    source: I,
    given: Vec<RecordedInput>,
}

impl<I: Inputs> RecordingInputs<I> {
    /// Records what `source` gives.
    pub fn new(source: I) -> RecordingInputs<I> {
        RecordingInputs {
            source,
            given: vec![],
        }
    }

    /// What was given, in order.
    pub fn given(&self) -> &[RecordedInput] {
        &self.given
    }

    /// What was given, in order.
    pub fn into_given(self) -> Vec<RecordedInput> {
        self.given
    }
}

impl<I: Inputs> Inputs for RecordingInputs<I> {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        let value = self.source.next(input, site)?;
        self.given.push(RecordedInput {
            input,
            value: value.clone(),
        });
        Some(value)
    }

    fn mismatch(&self) -> Option<InputId> {
        self.source.mismatch()
    }
}

//! The elements of an array that one write changes.

use std::collections::BTreeSet;

use ferric3_term::{ArrayValue, BitVecValue, Value};

use crate::state::Written;

/// More elements of one write are only counted.
const MOST_ELEMENTS: usize = 8;

/// Elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Indices and values, at most a few.
    pub shown: Vec<(BitVecValue, BitVecValue)>,
    /// Number of further ones.
    pub omitted: usize,
    /// The value of all others, if they are written too.
    pub rest: Option<BitVecValue>,
}

impl Elements {
    /// One element.
    pub(crate) fn one(index: BitVecValue, value: BitVecValue) -> Elements {
        Elements {
            shown: vec![(index, value)],
            omitted: 0,
            rest: None,
        }
    }

    /// What a write to a variable has changed, if it is an array.
    pub(crate) fn of_write(written: &Written, old: &Value, new: &Value) -> Option<Elements> {
        let (Value::Array(old), Value::Array(new)) = (old, new) else {
            return None;
        };
        let rest = new.default_element();
        let indices: Vec<BitVecValue> = match written {
            Written::Nothing => Vec::new(),
            Written::Elements(indices) => indices.clone(),
            Written::All | Written::CopyOf(_) => return Some(Elements::of_copy(old, new, rest)),
        };
        Some(Elements::listed(indices.iter(), new, None))
    }

    fn of_copy(old: &ArrayValue, new: &ArrayValue, rest: &BitVecValue) -> Elements {
        if old.default_element() != rest {
            let indices = new.entries().map(|(index, _)| index);
            return Elements::listed(indices, new, Some(rest.clone()));
        }
        let indices = old.entries().chain(new.entries()).map(|(index, _)| index);
        let indices: BTreeSet<&BitVecValue> = indices.collect();
        let changed = indices
            .into_iter()
            .filter(|index| old.select(index) != new.select(index));
        Elements::listed(changed, new, None)
    }

    fn listed<'v>(
        indices: impl Iterator<Item = &'v BitVecValue>,
        array: &ArrayValue,
        rest: Option<BitVecValue>,
    ) -> Elements {
        let mut shown = Vec::new();
        let mut omitted = 0;
        for index in indices {
            if shown.len() < MOST_ELEMENTS {
                shown.push((index.clone(), array.select(index).clone()));
            } else {
                omitted += 1;
            }
        }
        Elements {
            shown,
            omitted,
            rest,
        }
    }

    /// Are all of them 0?
    pub(crate) fn are_zero(&self) -> bool {
        self.omitted == 0
            && self.shown.iter().all(|(_, value)| value.is_zero())
            && self.rest.as_ref().is_none_or(BitVecValue::is_zero)
    }
}

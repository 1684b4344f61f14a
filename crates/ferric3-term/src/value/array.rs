//! Array values: a default element, and the elements that differ from it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::{BitVecValue, Sort};

/// An array of bit-vectors. Copies share their elements until one of them is changed.
///
/// Two values that agree at every index are equal unless every single index was stored to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: u32,
    default: BitVecValue,
    /// Elements that differ from the default.
    entries: Arc<BTreeMap<BitVecValue, BitVecValue>>,
}

impl ArrayValue {
    /// The array with indices of the given width whose elements all are `element`.
    pub fn constant(index: u32, element: BitVecValue) -> ArrayValue {
        ArrayValue {
            index,
            default: element,
            entries: Arc::default(),
        }
    }

    /// Its sort.
    pub fn sort(&self) -> Sort {
        Sort::Array {
            index: self.index,
            element: self.default.width(),
        }
    }

    /// The element at an index.
    pub fn select(&self, index: &BitVecValue) -> &BitVecValue {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the element at an index; in place if no copy shares the elements.
    pub fn set(&mut self, index: BitVecValue, element: BitVecValue) {
        debug_assert_eq!(index.width(), self.index, "width of an index");
        let entries = Arc::make_mut(&mut self.entries);
        if element == self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
    }

    /// The element at every index that is not among [`entries`](ArrayValue::entries).
    pub fn default_element(&self) -> &BitVecValue {
        &self.default
    }

    /// Indices and elements that differ from the default, by index.
    pub fn entries(&self) -> impl Iterator<Item = (&BitVecValue, &BitVecValue)> {
        self.entries.iter()
    }
}

/// `{0: 5, 3: 7, else: 0}`
impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (index, element) in self.entries.iter() {
            write!(f, "{index}: {element}, ")?;
        }
        write!(f, "else: {}}}", self.default)
    }
}

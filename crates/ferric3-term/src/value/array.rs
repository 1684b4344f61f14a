//! Array values: a default element, and the elements that differ from it.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{BitVecValue, Sort};

/// An array of bit-vectors. Copies share their elements until one of them is changed.
///
/// Two values are equal if they agree at every index, whatever their default is.
#[derive(Clone, Debug)]
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

impl ArrayValue {
    /// The same array with the default that most of its elements have, the least one of those if
    /// there are several. Equal arrays have equal such forms.
    fn canonical(&self) -> Cow<'_, ArrayValue> {
        let stored = self.entries.len();
        // With less than half of the indices stored to, the default has the majority.
        let is_small = self.index < usize::BITS - 1 && 2 * stored >= 1 << self.index;
        if !is_small {
            return Cow::Borrowed(self);
        }
        let mut votes: BTreeMap<&BitVecValue, usize> = BTreeMap::new();
        votes.insert(&self.default, (1 << self.index) - stored);
        for element in self.entries.values() {
            *votes.entry(element).or_default() += 1;
        }
        let most = votes.values().copied().max().unwrap_or(0);
        let winner = votes.iter().find(|&(_, &count)| count == most);
        let default = winner.map_or(&self.default, |(&element, _)| element);
        if *default == self.default {
            return Cow::Borrowed(self);
        }
        let mut array = ArrayValue::constant(self.index, default.clone());
        for i in 0..1u64 << self.index {
            let index = BitVecValue::from_u64(i, self.index);
            let element = self.select(&index).clone();
            array.set(index, element);
        }
        Cow::Owned(array)
    }

    fn key(&self) -> (u32, &BitVecValue, &BTreeMap<BitVecValue, BitVecValue>) {
        (self.index, &self.default, &self.entries)
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        self.canonical().key() == other.canonical().key()
    }
}

impl Eq for ArrayValue {}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().key().hash(state);
    }
}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &ArrayValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &ArrayValue) -> Ordering {
        self.canonical().key().cmp(&other.canonical().key())
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

//! Typed indices and the vectors that they index, so that a block number is never taken for a
//! variable number.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A position in an [`IdxVec<T>`].
pub struct Idx<T> {
    raw: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Idx<T> {
    /// The index with the given position.
    pub fn new(position: usize) -> Idx<T> {
        let raw = u32::try_from(position).expect("a table holds fewer than 2^32 entries");
        Idx {
            raw,
            of: PhantomData,
        }
    }

    /// The position.
    pub fn index(self) -> usize {
        self.raw as usize
    }
}

impl<T> Clone for Idx<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Idx<T> {}
impl<T> PartialEq for Idx<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}
impl<T> Eq for Idx<T> {}
impl<T> PartialOrd for Idx<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Idx<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}
impl<T> Hash for Idx<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}
impl<T> fmt::Debug for Idx<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.raw)
    }
}

/// A vector that is indexed by [`Idx<T>`] only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdxVec<T> {
    items: Vec<T>,
}

impl<T> Default for IdxVec<T> {
    fn default() -> Self {
        IdxVec { items: Vec::new() }
    }
}

impl<T> IdxVec<T> {
    /// An empty vector.
    pub fn new() -> IdxVec<T> {
        IdxVec::default()
    }

    /// Append, and return the position.
    pub fn push(&mut self, item: T) -> Idx<T> {
        let idx = self.next_idx();
        self.items.push(item);
        idx
    }

    /// The position that the next [`push`](IdxVec::push) will return.
    pub fn next_idx(&self) -> Idx<T> {
        Idx::new(self.items.len())
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, if the position exists.
    pub fn get(&self, idx: Idx<T>) -> Option<&T> {
        self.items.get(idx.index())
    }

    /// Items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Items in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All positions in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Idx<T>> + use<T> {
        (0..self.items.len()).map(Idx::new)
    }

    /// Positions and items in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (Idx<T>, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(i, item)| (Idx::new(i), item))
    }
}

impl<T> Index<Idx<T>> for IdxVec<T> {
    type Output = T;

    fn index(&self, idx: Idx<T>) -> &T {
        &self.items[idx.index()]
    }
}

impl<T> IndexMut<Idx<T>> for IdxVec<T> {
    fn index_mut(&mut self, idx: Idx<T>) -> &mut T {
        &mut self.items[idx.index()]
    }
}

impl<T> FromIterator<T> for IdxVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        IdxVec {
            items: iter.into_iter().collect(),
        }
    }
}

/// A value for each item of an [`IdxVec<K>`], indexed like it.
#[derive(Debug)]
pub struct IdxMap<K, V> {
    values: Vec<V>,
    of: PhantomData<fn() -> K>,
}

impl<K, V> IdxMap<K, V> {
    /// The same value for each of so many items.
    pub fn filled(len: usize, value: V) -> IdxMap<K, V>
    where
        V: Clone,
    {
        IdxMap::from(vec![value; len])
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Values in order.
    pub fn iter(&self) -> std::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// Values in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.values.iter_mut()
    }

    /// Positions and values in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (Idx<K>, &V)> {
        let values = self.values.iter().enumerate();
        values.map(|(i, value)| (Idx::new(i), value))
    }
}

impl<K, V: Clone> Clone for IdxMap<K, V> {
    fn clone(&self) -> Self {
        IdxMap::from(self.values.clone())
    }
}

impl<K, V: PartialEq> PartialEq for IdxMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}
impl<K, V: Eq> Eq for IdxMap<K, V> {}

/// No values, for no items.
impl<K, V> Default for IdxMap<K, V> {
    fn default() -> Self {
        IdxMap::from(Vec::new())
    }
}

impl<K, V> From<Vec<V>> for IdxMap<K, V> {
    fn from(values: Vec<V>) -> Self {
        IdxMap {
            values,
            of: PhantomData,
        }
    }
}

impl<K, V> FromIterator<V> for IdxMap<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(iter: I) -> Self {
        IdxMap::from(Vec::from_iter(iter))
    }
}

impl<K, V> Index<Idx<K>> for IdxMap<K, V> {
    type Output = V;

    fn index(&self, idx: Idx<K>) -> &V {
        &self.values[idx.index()]
    }
}

impl<K, V> IndexMut<Idx<K>> for IdxMap<K, V> {
    fn index_mut(&mut self, idx: Idx<K>) -> &mut V {
        &mut self.values[idx.index()]
    }
}

//! Arrays of the interpreter: written in place, and cheap to clear.

use ferric3_term::{ArrayValue, BitVecValue, Sort, Value};
use rustc_hash::FxHashMap;

/// Arrays with at most this many bits of index lie in one piece.
const DENSE: u32 = 20;

/// The elements of an array.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    /// Elements that are words; those behind the end are the default.
    Dense { default: u64, words: Vec<u64> },
    /// Elements that are words, at indices that are words.
    Sparse {
        default: u64,
        words: FxHashMap<u64, u64>,
    },
    /// Anything else.
    Wide(ArrayValue),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Dense {
            default: 0,
            words: vec![],
        }
    }
}

impl Cells {
    /// An array of zeros.
    pub(super) fn new(index: u32, element: u32) -> Cells {
        match (index, element) {
            (..=DENSE, ..=64) => Cells::default(),
            (..=64, ..=64) => Cells::Sparse {
                default: 0,
                words: FxHashMap::default(),
            },
            _ => Cells::Wide(ArrayValue::constant(index, BitVecValue::zero(element))),
        }
    }

    /// The element at an index, both words.
    #[inline]
    pub(super) fn word(&self, index: u64) -> u64 {
        match self {
            Cells::Dense { default, words } => {
                let index = usize::try_from(index).expect("it has at most 20 bits");
                words.get(index).copied().unwrap_or(*default)
            }
            Cells::Sparse { default, words } => words.get(&index).copied().unwrap_or(*default),
            Cells::Wide(_) => panic!("the elements are not words"),
        }
    }

    /// Writes an element, both words.
    #[inline]
    pub(super) fn set_word(&mut self, index: u64, element: u64) {
        match self {
            Cells::Dense { default, words } => {
                let index = usize::try_from(index).expect("it has at most 20 bits");
                if index >= words.len() {
                    words.resize(index + 1, *default);
                }
                words[index] = element;
            }
            Cells::Sparse { words, .. } => {
                words.insert(index, element);
            }
            Cells::Wide(_) => panic!("the elements are not words"),
        }
    }

    /// Gives all elements the same word.
    pub(super) fn fill_word(&mut self, element: u64) {
        match self {
            Cells::Dense { default, words } => {
                words.clear();
                *default = element;
            }
            Cells::Sparse { default, words } => {
                words.clear();
                *default = element;
            }
            Cells::Wide(_) => panic!("the elements are not words"),
        }
    }

    /// Is any element, all of them words, not 0?
    pub(super) fn is_any_set(&self) -> bool {
        match self {
            Cells::Dense { default, words } => *default != 0 || words.iter().any(|&word| word != 0),
            Cells::Sparse { default, words } => {
                *default != 0 || words.values().any(|&word| word != 0)
            }
            Cells::Wide(_) => panic!("the elements are not words"),
        }
    }

    /// Takes the elements of another array of the same sort.
    pub(super) fn copy_from(&mut self, other: &Cells) {
        match (self, other) {
            (
                Cells::Dense { default, words },
                Cells::Dense {
                    default: other,
                    words: others,
                },
            ) => {
                *default = *other;
                words.clone_from(others);
            }
            (this, other) => *this = other.clone(),
        }
    }

    /// The array as a value.
    pub(super) fn value(&self, index: u32, element: u32) -> ArrayValue {
        let constant =
            |default: u64| ArrayValue::constant(index, BitVecValue::from_u64(default, element));
        let (mut array, entries): (ArrayValue, Vec<(u64, u64)>) = match self {
            Cells::Dense { default, words } => {
                let different = |(_, word): &(u64, u64)| word != default;
                let entries = (0..).zip(words.iter().copied()).filter(different);
                (constant(*default), entries.collect())
            }
            Cells::Sparse { default, words } => {
                let mut entries: Vec<(u64, u64)> = words.iter().map(|(&i, &w)| (i, w)).collect();
                entries.sort_unstable();
                (constant(*default), entries)
            }
            Cells::Wide(array) => return array.clone(),
        };
        for (i, word) in entries {
            array.set(
                BitVecValue::from_u64(i, index),
                BitVecValue::from_u64(word, element),
            );
        }
        array
    }

    /// Takes the elements of a value of the right sort.
    pub(super) fn set_value(&mut self, value: ArrayValue) {
        if let Cells::Wide(array) = self {
            *array = value;
            return;
        }
        let word = |bv: &BitVecValue| bv.to_u64().expect("it fits into a word");
        self.fill_word(word(value.default_element()));
        for (index, element) in value.entries() {
            self.set_word(word(index), word(element));
        }
    }

    /// The width of an index and of an element, if they are not both words.
    pub(super) fn as_wide(&self) -> Option<(&ArrayValue, u32, u32)> {
        match self {
            Cells::Wide(array) => match array.sort() {
                Sort::Array { index, element } => Some((array, index, element)),
                _ => unreachable!("an array has an array sort"),
            },
            _ => None,
        }
    }

    /// The array whose elements are not all words, to be changed.
    pub(super) fn as_wide_mut(&mut self) -> Option<&mut ArrayValue> {
        match self {
            Cells::Wide(array) => Some(array),
            _ => None,
        }
    }
}

/// The cells that hold an array value.
pub(super) fn cells_of(value: &Value) -> Option<Cells> {
    let Value::Array(array) = value else {
        return None;
    };
    let Sort::Array { index, element } = array.sort() else {
        unreachable!("an array has an array sort")
    };
    let mut cells = Cells::new(index, element);
    cells.set_value(array.clone());
    Some(cells)
}

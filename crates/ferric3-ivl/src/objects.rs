//! Objects in memory, for people: which variable an address is the address of, and what the
//! elements of an array are called. It changes nothing but what is shown.

use ferric3_term::SymbolId;

/// Something with an address, or with variables that are arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedObject {
    /// Name in the source; a string literal is its own name, with the quotes.
    pub name: String,
    /// Its address, if somebody takes it.
    pub address: Option<u64>,
    /// Size in bytes; 0 for a function.
    pub size: u64,
    /// The scalars that it consists of, in the order of their offsets.
    pub parts: Vec<ObjectPart>,
}

/// A scalar of an object, or the same scalar of all elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectPart {
    /// The variable that holds it.
    pub symbol: SymbolId,
    /// First byte, from the start of the object.
    pub offset: u64,
    /// How it is written behind the name of the object; in an array, what stands in front of the
    /// subscripts.
    pub path: String,
    /// Source type of the scalar, for people.
    pub type_name: String,
    /// If it stands for all elements of an array.
    pub elements: Option<Elements>,
}

/// The elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Number of elements.
    pub count: u64,
    /// Bytes from one element to the next.
    pub stride: u64,
    /// Lengths of the inner arrays of a matrix, the innermost one last.
    pub lengths: Vec<u64>,
    /// What stands behind the subscripts.
    pub suffix: String,
    /// Bytes from one value in the variable to the next: fewer than `stride` if the variable holds
    /// parts of elements.
    pub unit: u64,
}

impl Elements {
    /// The subscripts of an element: `[2][3]`.
    pub fn subscripts(&self, index: u64) -> String {
        let mut rest = index;
        let mut subscripts = Vec::new();
        for &length in self.lengths.iter().rev() {
            subscripts.push(rest % length.max(1));
            rest /= length.max(1);
        }
        subscripts.push(rest);
        subscripts
            .iter()
            .rev()
            .map(|at| format!("[{at}]"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Elements;

    #[test]
    fn rows_lie_one_behind_the_other() {
        let elements = |lengths: &[u64]| Elements {
            count: 24,
            stride: 4,
            lengths: lengths.to_vec(),
            suffix: String::new(),
            unit: 4,
        };
        assert_eq!(elements(&[]).subscripts(23), "[23]");
        assert_eq!(elements(&[3, 4]).subscripts(23), "[1][2][3]");
        assert_eq!(elements(&[3, 4]).subscripts(12), "[1][0][0]");
    }
}

//! The hull of what is left in several cases.

use crate::Range;
use crate::contract::Empty;

/// What is left in those cases that are possible.
pub(super) struct Union<const N: usize>(Option<[Range; N]>);

impl<const N: usize> Union<N> {
    /// No case yet.
    pub(super) const fn new() -> Union<N> {
        Union(None)
    }

    /// One more case.
    pub(super) fn add(&mut self, case: [Range; N]) {
        self.0 = Some(match self.0 {
            None => case,
            Some(hull) => std::array::from_fn(|i| hull[i].join(case[i])),
        });
    }

    /// One more case, if it is possible.
    pub(super) fn add_some(&mut self, case: Option<[Range; N]>) {
        if let Some(case) = case {
            self.add(case);
        }
    }

    /// All of them.
    pub(super) fn hull(self) -> Result<[Range; N], Empty> {
        self.0.ok_or(Empty)
    }
}

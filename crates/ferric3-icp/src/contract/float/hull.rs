//! The least box with all that the cases of an operation leave.

use super::Empty;
use crate::Range;

/// A box, or nothing yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull<const N: usize>(Option<[Range; N]>);

impl<const N: usize> Hull<N> {
    pub(super) const EMPTY: Hull<N> = Hull(None);

    /// Adds a box.
    #[inline]
    pub(super) fn add(&mut self, other: [Range; N]) {
        self.0 = Some(match self.0 {
            None => other,
            Some(ranges) => std::array::from_fn(|i| ranges[i].join(other[i])),
        });
    }

    /// Adds what a case has left, if anything.
    #[inline]
    pub(super) fn add_some(&mut self, other: Option<[Range; N]>) {
        if let Some(other) = other {
            self.add(other);
        }
    }

    /// The box, if there is one.
    #[inline]
    pub(super) fn get(self) -> Option<[Range; N]> {
        self.0
    }

    /// Replaces the ranges, of which all cases were parts.
    #[inline]
    pub(super) fn write(self, ranges: &mut [Range]) -> Result<(), Empty> {
        ranges.copy_from_slice(&self.0.ok_or(Empty)?);
        Ok(())
    }
}

//! How much a search may do before it gives up.

/// Limits at which a search gives up by itself, with what it knows; an interrupt stops it from
/// outside. They are about work and never about time, so that a search ends in the same way everywhere.
/// By default there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// How deep: edges, iterations of loops, or `k`.
    bound: Option<usize>,
    /// Terms and clauses built, and literals propagated.
    effort: Option<u64>,
    /// Terms and clauses built: memory.
    size: Option<u64>,
}

impl Budget {
    /// So deep.
    pub fn bound(bound: Option<usize>) -> Budget {
        Budget {
            bound,
            ..Budget::default()
        }
    }

    /// So many terms and clauses built and literals propagated.
    pub fn effort(effort: u64) -> Budget {
        Budget {
            effort: Some(effort),
            ..Budget::default()
        }
    }

    /// So many terms and clauses built.
    pub fn size(size: u64) -> Budget {
        Budget {
            size: Some(size),
            ..Budget::default()
        }
    }

    /// The greatest depth.
    pub(crate) fn max_bound(&self) -> usize {
        self.bound.unwrap_or(usize::MAX)
    }

    /// What is left of the effort, if it is limited.
    pub(crate) fn left(&self, spent: u64) -> Option<u64> {
        self.effort.map(|effort| effort.saturating_sub(spent))
    }

    /// Has too much been built?
    pub(crate) fn is_too_large(&self, size: u64) -> bool {
        self.size.is_some_and(|max| size > max)
    }

    /// So many times the effort is worth it.
    pub(crate) fn multiply_effort(&mut self, factor: u64) {
        self.effort = self.effort.map(|effort| effort.saturating_mul(factor));
    }
}

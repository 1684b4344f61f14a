//! How an automaton is built, and why it may not be.

use std::collections::BTreeSet;
use std::fmt;

use ferric3_ivl::PropertyId;

/// What to do with constructs that cannot be modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Obstacles {
    /// They lead to the error location: if it is unreachable, so are they.
    #[default]
    AsErrors,
    /// Runs end there, and where they come to depend on what proves nothing. Only a counterexample
    /// counts on such an automaton.
    AsDeadEnds,
}

/// Options of [`build`].
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// What to do with constructs that cannot be modelled.
    pub obstacles: Obstacles,
    /// The coverage goals that are asked about. All others leave nothing behind.
    pub coverage: BTreeSet<PropertyId>,
    /// Give up when inlining makes more locations than this.
    pub max_locations: usize,
    /// Width of the stack pointer of recursive procedures, at least 1 and at most 32: one call
    /// less than 2 to this power fits.
    pub stack_bits: u32,
}

impl Default for BuildOptions {
    fn default() -> Self {
        BuildOptions {
            obstacles: Obstacles::default(),
            coverage: BTreeSet::new(),
            max_locations: 1_000_000,
            stack_bits: 8,
        }
    }
}

/// The automaton could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// Inlining makes too many locations.
    TooManyLocations(usize),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::TooManyLocations(limit) => {
                write!(f, "inlining the calls makes more than {limit} locations")
            }
        }
    }
}

impl std::error::Error for BuildError {}

//! Levels of frames.

use std::fmt;

/// The number of a frame: `F(i, l)` contains what runs of at most `i` edges lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Level(usize);

impl Level {
    /// The frame of the initial states.
    pub(crate) const ZERO: Level = Level(0);

    /// The level with this number.
    pub(crate) fn new(number: usize) -> Level {
        Level(number)
    }

    /// Its number.
    pub(crate) fn number(self) -> usize {
        self.0
    }

    /// One level up.
    #[must_use]
    pub(crate) fn above(self) -> Level {
        Level(self.0 + 1)
    }

    /// One level down: where predecessors are. Requires that it is not [`Level::ZERO`].
    #[must_use]
    pub(crate) fn below(self) -> Level {
        debug_assert!(self > Level::ZERO, "nothing comes before the first frame");
        Level(self.0 - 1)
    }

    /// From this level to another one.
    pub(crate) fn to(self, last: Level) -> impl Iterator<Item = Level> {
        (self.0..=last.0).map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

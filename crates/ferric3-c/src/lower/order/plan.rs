//! What has to be done about a region.

use super::schedule::Schedule;
use crate::sema::hir::{Expr, Range};

/// What has to be done about a region.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan<'a> {
    /// Units whose order matters.
    pub(super) events: Vec<&'a Expr>,
    /// How all their orders are tried.
    pub(super) schedule: Schedule,
    /// Do parts of it access one object in no order at all, which is undefined?
    pub(super) unsequenced: bool,
    /// Are there orders that are not tried?
    pub(super) fixed: bool,
    /// Pairs of parts that interfere.
    pub(super) pairs: Vec<Pair<'a>>,
    /// Where it stands.
    pub(super) range: Range,
}

/// Parts that may interfere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub(super) a: &'a Expr,
    pub(super) b: &'a Expr,
    pub(super) when: When,
}

/// When do parts interfere?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// In every run that gets there.
    Always,
    /// If the places that they access overlap.
    Overlap,
    /// That is not known.
    Perhaps,
}

impl Plan<'_> {
    /// Is there nothing to do?
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty() && !self.unsequenced && !self.fixed && self.pairs.is_empty()
    }
}

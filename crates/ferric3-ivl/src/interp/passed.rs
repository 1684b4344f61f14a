//! Coverage goals that a run passes. They do not end it, so that one run shows many.

use crate::PropertyId;

/// A goal, and when a run has passed it for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The goal.
    pub goal: PropertyId,
    /// Number of inputs that the run had read by then: they are enough to get there.
    pub inputs: usize,
    /// Number of statements and terminators that it had executed.
    pub steps: u64,
}

/// The goals of a run so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    found: Vec<Passed>,
    /// By number of the property: is it among them?
    is_found: Vec<bool>,
    is_open: bool,
}

impl Passes {
    /// Forgets everything, and makes room for so many properties.
    pub(super) fn reset(&mut self, properties: usize) {
        for passed in self.found.drain(..) {
            self.is_found[passed.goal.index()] = false;
        }
        self.is_found.resize(properties, false);
        self.is_open = false;
    }

    /// A run passes a goal.
    pub(super) fn pass(&mut self, goal: PropertyId, inputs: usize, steps: u64) {
        if !std::mem::replace(&mut self.is_found[goal.index()], true) {
            self.found.push(Passed {
                goal,
                inputs,
                steps,
            });
        }
    }

    /// Whether a run passes a goal depends on what the shadow of the run asks about.
    pub(super) fn leave_open(&mut self) {
        self.is_open = true;
    }

    pub(super) fn found(&self) -> &[Passed] {
        &self.found
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }
}

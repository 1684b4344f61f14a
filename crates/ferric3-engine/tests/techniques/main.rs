//! For each technique of `ic3cfa` a small automaton on which it acts: the verdict stays right (it
//! is certified or run), the technique's own statistics show that it did something, and the
//! search is the better for it.
//!
//! The automata of the thesis's examples are among them, on bit-vectors, so that what goes down
//! there must be kept from wrapping around here.

mod abstraction;
mod blocking;
mod boxes;
mod dropping;
mod interpolation;
mod lazy;
mod predecessors;
mod reuse;
mod support;
mod trees;
mod weakening;

use ferric3_engine::{Technique, TechniqueSet};

/// The techniques, and preconditions as predecessors.
fn with(techniques: &[Technique]) -> TechniqueSet {
    TechniqueSet::of(techniques).with(Technique::WepCubes)
}

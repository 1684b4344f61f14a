//! Passes: the automaton gets smaller before an engine sees it.
//!
//! Every pass takes an automaton with small blocks and returns a smaller one together with the
//! [`Reduction`] that leads back. Passes run in the order of [`Pass::ALL`] until nothing changes;
//! large blocks come last. Nobody trusts a pass: a proof or a run that was found on the small
//! automaton is checked on the one that came in.

mod reduction;

pub use reduction::{Image, Reduction};

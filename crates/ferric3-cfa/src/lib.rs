//! Control flow automata: locations, and a guarded command on each edge.
//!
//! ```text
//! IVL program ─ build (calls inlined) ─► Cfa ─ large blocks ─► Cfa ─ canonical ─► EdgeForm
//! ```
//!
//! * [`Commands`] holds the guarded commands `assume b`, `x := a`, `havoc x`, `c1; c2`,
//!   `c1 [] c2`, shared like terms are.
//! * [`build()`] turns an IVL program into an automaton with one initial location (no way in) and
//!   one error location (no way out); recursion uses an explicit stack.
//! * [`large_blocks`] leaves only the initial location, loop heads and the error location.
//! * [`restrict`] leaves out errors that nobody asks about.
//! * Passes make the automaton smaller, each with a [`Reduction`] that leads back; [`Facts`] are
//!   what data flow knows about a location.
//! * [`EdgeForm`] is what solvers see of an edge: inputs `w`, guard `G(x, w)`, next-state
//!   functions `f(x, w)`.
//! * [`split`] and [`wep`] are the weakest existential precondition and its path-wise variant.
//!
//! This crate knows nothing about engines or solvers.

mod automaton;
mod bit_set;
mod build;
mod build_options;
mod call_graph;
mod canonical;
mod clauses;
mod command;
mod dot;
mod execute;
mod facts;
mod large_block;
mod live;
mod live_forms;
mod passes;
mod persistent;
mod restrict;
mod split;
mod stack;
mod stop;
mod svg;
mod validate;
mod wep;

pub use automaton::{
    Cfa, Edge, EdgeId, LocId, Location, RecursionLimit, StateVar, Target, TargetId, TargetKind,
};
pub use build::build;
pub use build_options::{BuildError, BuildOptions, Obstacles};
pub use canonical::{
    EdgeForm, KnownValues, canonical_edges, canonical_edges_under, canonical_edges_until,
};
pub use clauses::{Clauses, Facts};
pub use command::{Cmd, CmdId, Commands, Havoc, HavocId};
pub use dot::dot;
pub use execute::{EdgeRun, State, run_edge};
pub use facts::{Analysis, Decider, FactDomain, FactOptions, FactStats, analyse, analyse_until};
pub use large_block::{
    BlockSize, LargeBlocks, blocks, blocks_until, large_blocks, mark_loop_heads,
};
pub use live_forms::{FormLiveness, live_in_forms};
pub use passes::{
    AutomatonSize, Image, LiveVariables, Pass, PassOptions, PassSet, PassStats, Reduced, Reduction,
    UnknownPass, live_variables, reduce, reduce_until,
};
pub use restrict::{errors_apart, restrict, ways_by_target};
pub use split::{SplitPath, paths, split, split_literals};
pub use stop::{Stop, Stopped};
pub use svg::svg;
pub use validate::CfaError;
pub use wep::wep;

//! The C front end: a C file goes in, an IVL program comes out.
//!
//! ```text
//! file ─► preprocess ─► parse ─► sema: typed tree ─► lower ─► IVL
//! ```
//!
//! What is not C is an error with a place and a hint. What is C but cannot be modelled yet is
//! lowered to a property of kind [`Unsupported`](ferric3_ivl::PropertyKind::Unsupported) at the
//! point where it would be evaluated: a verdict then never depends on a guess about it.
//!
//! This crate knows nothing about control flow automata or solvers.

mod harness;
pub mod instrument;
mod library;
mod lower;
mod options;
mod parse;
mod preprocess;
mod sema;
mod stack;
mod translate;

pub use ferric3_ivl::{Diagnostic, Severity};
pub use harness::{
    Constant, Contents, Defaults, Harness, HarnessInput, HarnessRequest, InputRequest, InputSite,
    Moment, make_harness,
};
pub use lower::{Criterion, Uncalled};
pub use options::{Appended, DataModel, Dialect, ErrorCalls, FrontendOptions, HARNESS};
pub use sema::scope::closest as closest_name;
pub use translate::{FrontendError, Translation, translate_file, translate_files, translate_text};

//! Streams of queries: recorded from real runs, replayed to compare back ends.
//!
//! A stream is a text file with one event per line, literals in DIMACS numbers:
//!
//! ```text
//! v             a new variable
//! c 1 -2 0      a clause
//! d 1 -2 0      a clause of a definition
//! r 1 2 3 0     queries about the first variable are about the others, too
//! l 1000        conflict limit of the queries that follow; without a number: none
//! s 1 -3 0      a query under assumptions
//! ```

mod files;
mod record;
mod replay;

pub use files::{NumberedFiles, RecordFile};
pub use record::{RecordingSolver, StreamRecorder};
pub use replay::{Replay, ReplayError, replay};

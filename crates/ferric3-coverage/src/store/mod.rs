//! A store: a folder that keeps what is known of the goals of a program, from one session to the next and from one
//! machine to another.
//!
//! ```text
//! Store::open ──► Store ──begin(listing)──► Session ──record(finding)──► log
//!                   ▲                          │
//! Store::merge ─────┘                          └─► Results ─► Known: Reached | Dead | Justified | Open
//!                                                     └────► Report
//! ```
//!
//! * *Nothing is lost*: the log is appended to, a line for a record, each with its length and checksum. Whoever was killed
//!   while writing leaves a line that is not whole, and nothing else (`log.rs` says what a power cut takes).
//! * *Nothing is taken for what it is not*: an answer is recorded under the fingerprint of what it depends on, and the
//!   session, which knows the program as it is now, puts that fingerprint there. An answer with another fingerprint never
//!   comes out as [`Reached`] or [`Dead`], only as a candidate of an [`Open`] goal, and nobody else can make one of those.
//! * *Order does not matter*: what is known of a goal is a set, and sets are joined by union. So a log that is read twice, or
//!   compacted, or merged with others in any order says the same.
//! * *A goal that is reached and dead* is an error, when recorded, read or merged: nobody resolves it silently.
//!
//! How one uses it:
//!
//! ```
//! use std::path::{Path, PathBuf};
//! use std::time::{Duration, Instant};
//!
//! use ferric3_coverage::store::{Finding, Listing, Program, Snapshot, Store, StoreError};
//! use ferric3_coverage::{Goal, Report, Shard, Why};
//!
//! /// `deadcode --store DIR --shard I/N`
//! fn analyse(dir: &Path, program: Program, goals: &[Goal], shard: Shard) -> Result<Report, StoreError> {
//!     let begin = Instant::now();
//!     let fingerprint = program.fingerprint;
//!     let listing = Listing::new(program, goals, shard, |_goal| fingerprint)?;
//!     let mut session = Store::open(dir)?.begin(listing)?;
//!     // Candidates first: `session.results().tests()` to be replayed, `.lemmas()` to be proved. Then what is open.
//!     let open: Vec<_> = session.results().open().map(|(key, open)| (key.clone(), open.next_turn())).collect();
//!     for (key, turn) in open {
//!         let finding = match settle(&key, turn) {
//!             Some(why) => Finding::Dead { goals: vec![key], why, cycles: None },
//!             None => Finding::Tried {
//!                 goals: vec![key],
//!                 engine: "ic3cfa".to_owned(),
//!                 turn,
//!                 budget: Duration::from_secs(1 << turn),
//!                 spent: Duration::from_secs(1 << turn),
//!                 reason: "timeout".to_owned(),
//!             },
//!         };
//!         session.record(&finding)?;
//!         session.spend(begin.elapsed())?;
//!     }
//!     let report = session.report();
//!     session.end()?;
//!     Ok(report)
//! }
//! # fn settle(_: &ferric3_coverage::GoalKey, _: u32) -> Option<Why> { None }
//!
//! /// `deadcode merge --store OUT DIR…`
//! fn merge(out: &Path, stores: &[PathBuf]) -> Result<Option<Report>, StoreError> {
//!     let merged = Store::merge(out, stores)?;
//!     let results = merged.last_results()?;
//!     // `results.missing_shards()` says what is not there yet.
//!     Ok(results.map(|results| results.report()))
//! }
//!
//! /// How far is somebody else?
//! fn look(dir: &Path) -> Result<Option<Report>, StoreError> {
//!     Ok(Snapshot::read(dir)?.results()?.map(|results| results.report()))
//! }
//! ```
//!
//! [`StoreError::Contradiction`] is exit code 6; [`Store::tail`] is worth a note to the user.
//!
//! | file          | what                                                                          |
//! |---------------|-------------------------------------------------------------------------------|
//! | `folder.rs`   | the folder: opening, compaction                                               |
//! | `lock.rs`     | one process at a time                                                         |
//! | `line.rs`     | a line of the log                                                             |
//! | `log.rs`      | the log as a file                                                             |
//! | `record.rs`   | records, the documents in it                                                  |
//! | `finding.rs`  | what a session finds out                                                      |
//! | `listing.rs`  | what is analysed, its goals, what has changed                                 |
//! | `answers.rs`  | what is known of a goal, as sets                                              |
//! | `state.rs`    | all that a store knows: the join of its records                               |
//! | `write.rs`    | a state as records                                                            |
//! | `session.rs`  | a store and the program as it is now                                          |
//! | `translate.rs`| a finding as records                                                          |
//! | `results.rs`  | what of it is fresh                                                           |
//! | `report.rs`   | the report of it                                                              |
//! | `merge.rs`    | the union of stores                                                           |

mod answers;
mod error;
mod finding;
mod folder;
mod line;
mod listing;
mod lock;
mod log;
mod merge;
mod record;
mod report;
mod results;
mod session;
mod state;
mod translate;
mod write;

#[cfg(test)]
mod tests;

use answers::{Answers, DeadBy, ReachedBy};
use state::State;

pub use error::{Contradiction, StoreError};
pub use finding::{Attempt, Finding, Lemma, Outcome, TestRun};
pub use folder::{Snapshot, Store};
pub use listing::{Changes, FileChange, ListedGoal, Listing, Program, SourceFile};
pub use log::Tail;
pub use results::{Dead, Known, Open, Reached, Results};
pub use session::Session;

//! A benchmark set: every task with every engine, each check in a process of its own.
//!
//! | file          | what                                                     |
//! |---------------|----------------------------------------------------------|
//! | `args.rs`     | options                                                  |
//! | `tasks.rs`    | the task list                                            |
//! | `goals.rs`    | coverage goals as tasks                                  |
//! | `row.rs`      | one result and how it is judged                          |
//! | `csv.rs`      | results as CSV, the limits that they were made with      |
//! | `store.rs`    | the growing result file, and how a run is resumed        |
//! | `child.rs`    | one check in a process of its own                        |
//! | `pool.rs`     | many checks at a time                                    |
//! | `bar.rs`      | the progress bar                                         |
//! | `summary.rs`  | what an engine achieved, by category                     |
//! | `compare.rs`  | two engines, or an old run against a new one             |
//! | `table.rs`    | columns of text                                          |
//! | `cactus.rs`   | cactus plots                                             |
//! | `scatter.rs`  | scatter plots                                            |

pub(crate) mod args;
pub(crate) mod bar;
pub(crate) mod cactus;
pub(crate) mod child;
pub(crate) mod compare;
pub(crate) mod csv;
pub(crate) mod goals;
pub(crate) mod pool;
pub(crate) mod row;
pub(crate) mod scatter;
pub(crate) mod store;
pub(crate) mod summary;
mod table;
pub(crate) mod tasks;

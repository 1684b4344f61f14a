//! Reports: what a check came to, for people and for other programs.
//!
//! Everything here is a function from data to data: no input, no output, no clock.
//!
//! | file            | what                                                            |
//! |-----------------|-----------------------------------------------------------------|
//! | `conclusion.rs` | the last line: `TRUE`, `FALSE(unreach-call)`, `UNKNOWN(reason)`  |
//! | `trace.rs`      | a run as steps of the program's own variables                   |
//! | `builder.rs`    | from what the interpreter reports to the steps of a trace       |
//! | `pending.rs`    | inputs that are on their way to a variable                       |
//! | `insides.rs`    | what nobody wrote: models of the library, hidden records        |
//! | `cursor.rs`     | which statement a step is                                       |
//! | `state.rs`      | the values of all variables, and what is read and written       |
//! | `uninitialised.rs` | which uninitialised values are read                          |
//! | `elements.rs`   | the elements of an array that are written                       |
//! | `text.rs`       | a trace as lines of text                                        |
//! | `fold.rs`       | steps that become one line                                      |
//! | `condense.rs`   | many inputs in few lines                                        |
//! | `names.rs`      | addresses and elements of arrays by name                        |
//! | `value.rs`      | values as C writes them                                         |
//! | `invariant.rs`  | an inductive invariant, location by location                    |
//! | `clause.rs`     | clauses as people write conditions in C                         |
//! | `document.rs`   | the JSON document (its schema is described there)               |
//! | `schema.rs`     | its members                                                     |
//! | `course.rs`     | the course of a search in the document                          |
//! | `steps.rs`      | inputs and steps of a trace in the document                     |
//! | `inputs.rs`     | lists of inputs, written by people or read from a document      |
//!
//! This crate knows nothing about the engines' insides, and it prints nothing.

mod builder;
mod clause;
mod conclusion;
mod condense;
mod course;
mod cursor;
mod document;
mod elements;
mod fold;
mod inputs;
mod insides;
mod invariant;
mod names;
mod pending;
pub mod schema;
mod state;
mod steps;
mod text;
mod trace;
mod uninitialised;
mod value;

pub use builder::TraceBuilder;
pub use clause::clause_in_c;
pub use conclusion::{Conclusion, property_name, unknown_reason};
pub use document::{DOCUMENT_VERSION, DocumentInput, assumptions, document};
pub use elements::Elements;
pub use inputs::{InputList, InputListError, ListedInputs, ListedValue, parse_inputs};
pub use invariant::{LocationInvariant, describe_invariant};
pub use names::Names;
pub use text::{TextOptions, TraceLine, input_source, trace_line, trace_lines};
pub use trace::{Detail, GivenInput, Trace, TraceKind, TraceStep, build_trace};
pub use value::display_value;

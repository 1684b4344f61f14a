//! IVL, the intermediate verification language: what a program means, independent of C.
//!
//! A [`Program`] is a set of procedures over typed variables; a procedure is a graph of basic
//! blocks. Statements are those of the guarded command language plus calls: assign, havoc, assume,
//! assert, cover, call, return, branch, goto. Every statement keeps its place in the source, and every
//! decision and condition keeps a coverage point.
//!
//! Expressions are plain terms over the variables' symbols. They have no side effects and no
//! errors: front ends turn evaluation order, short circuits and faults into statements.
//!
//! This crate knows nothing about C or about control flow automata.

pub mod builder;
mod check;
mod coverage;
mod diagnostic;
mod display;
mod index;
mod interp;
mod objects;
mod program;
mod source;
mod validate;

pub use check::Check;
pub use coverage::{
    CoverageAsk, CoverageCondition, CoverageDecision, CoverageGap, CoverageGoal, CoverageTable,
    DecisionId, Iterations,
};
pub use diagnostic::{Diagnostic, Severity};
pub use display::display_program;
pub use index::{Idx, IdxMap, IdxVec};
pub use interp::{
    Coverage, Inputs, Interpreter, ListInputs, Observer, Passed, PlainInputs, RandomInputs,
    RecordedInput, RecordingInputs, RunLimits, RunOutcome, SplitMix64, Step, StepKind,
};
pub use objects::{Elements, NamedObject, ObjectPart};
pub use program::{
    Assumption, Block, BlockId, CoverId, CoverKind, CoverPoint, InputId, InputSite, InputSource,
    InputWords, ProcId, Procedure, Program, Property, PropertyId, PropertyKind, Reading, Stmt,
    StmtKind, Terminator, TerminatorKind, VarDecl, VarId, VarRole,
};
pub use source::{FileId, SourceFile, Sources, Span};
pub use validate::{ValidationError, validate};

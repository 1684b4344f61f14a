//! Terms: sorts, values and hash-consed expressions over Booleans, bit-vectors, floating-point
//! numbers (as their encodings), arrays, integers and real numbers.
//!
//! A [`Terms`] store owns every node; a [`TermId`] is a copyable handle into it. Equal structure
//! means equal id, so equality of terms is equality of integers, and side tables (bit-blasting
//! caches, substitutions) are keyed by id.
//!
//! There are two ways to build a term:
//! * [`Terms::mk`] builds exactly the node asked for (the *plain* term). Front ends use it, so
//!   that the program that is replayed is the program that was written.
//! * the named constructors (`and`, `bv_add`, `ite`, …) *simplify* while building. Everything
//!   between the front end and the solver uses them.
//!
//! Both denote the same function; `tests/` checks that on random terms.
//!
//! This crate knows nothing about solvers or programs.

mod abstraction;
mod bound;
mod bound_number;
mod build;
mod build_number;
mod cases;
mod eval;
mod float;
mod graph;
mod infix;
mod op;
mod power;
mod simplify;
mod smtlib;
mod smtlib_float;
mod sort;
mod subst;
mod table;
mod terms;
mod transfer;
mod value;

pub use abstraction::FloatAbstraction;
pub use bound::{Bound, equality};
pub use bound_number::NumberBound;
pub use eval::{Assignment, Evaluator, apply_op};
pub use float::{FloatExpansion, FloatFormat, RoundingMode, float_on_words, soft_float};
pub use graph::Transcendental;
pub use infix::Infix;
pub use op::{FloatOp, Op};
pub use power::{has_power, power};
pub use smtlib::{SmtLib, SmtLibNode, declare_symbol, symbol_name};
pub use smtlib_float::{FloatInTheory, define_float, float_of_name};
pub use sort::Sort;
pub use subst::Substitution;
pub use terms::{Symbol, SymbolId, TermId, Terms};
pub use transfer::{Common, Parcel};
pub use value::{ArrayValue, BitVecValue, NotARational, Rational, Value};

//! SMT-LIB as Horn clauses and VMT-LIB use it: sorts, functions, terms with `let`.

mod numbers;
mod operators;
mod sorts;
mod terms;

pub(crate) use sorts::read_sort;
pub(crate) use terms::{Entry, Reader};

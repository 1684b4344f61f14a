//! SMT-LIB as Horn clauses and VMT-LIB use it: sorts, functions, terms with `let`.

mod defined;
mod functions;
mod numbers;
mod operators;
mod sorts;
mod terms;

pub(crate) use defined::defined;
pub(crate) use functions::Functions;
pub(crate) use sorts::read_sort;
pub(crate) use terms::{Entry, Reader};

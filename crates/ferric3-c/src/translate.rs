//! The whole way from a file to an IVL program.

use std::path::Path;

use ferric3_ivl::{Program, Sources};
use ferric3_term::Terms;

use crate::{Diagnostic, FrontendOptions};

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The program.
    pub program: Program,
    /// The store of its terms.
    pub terms: Terms,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// The file is not a C program that can be checked.
#[derive(Clone, Debug)]
pub struct FrontendError {
    /// For showing source lines.
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

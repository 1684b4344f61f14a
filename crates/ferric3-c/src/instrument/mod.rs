//! The program's own text with probes in it, for the system's compiler to run.
//!
//! What our lowering says of a run must not be judged by our lowering. So the compiled program reports by itself which
//! functions, calls, statements, cases and loops it executed and how its decisions were evaluated: calls of probes are
//! put into the text *before repairs* ([`Original`](crate::preprocess::Original)), at the places of the syntax tree.
//! Types, attributes and everything else that the parser leaves out stay as they were written.
//!
//! | file            | what                                                                  |
//! |-----------------|-----------------------------------------------------------------------|
//! | `probe.rs`      | what probes there are: plain data for whoever reads the reports        |
//! | `shape.rs`      | how a decision is made of its conditions; which of them decide         |
//! | `walk.rs`       | functions; the ways between the tree and the text                      |
//! | `statement.rs`  | probes of statements, cases and loops                                  |
//! | `expression.rs` | probes of calls; how values are used                                   |
//! | `decision.rs`   | probes of decisions and their conditions                               |
//! | `signature.rs`  | what functions without a body return                                   |
//! | `emit.rs`       | the text with its probes and line markers                              |
//! | `prelude.c`     | the probes                                                             |
//!
//! What a probe must not do is change the program. A value is replaced only where it is a truth value already, or where
//! only its truth counts; constant expressions, operands of `sizeof` and the like, and initialisers of static variables
//! are left alone. Each activation of a function has its own records of decisions, loops and switches, so recursion and
//! jumps need no care.

mod decision;
mod emit;
mod expression;
mod probe;
mod shape;
mod signature;
mod statement;
mod walk;

pub use self::probe::{
    Constant, Decision, Extent, FunctionSignature, Instrumented, Numbers, Probe, ProbeKind,
    Returns, Skipped, Turns,
};
pub use self::shape::{Shape, Vector};

use crate::preprocess::preprocess_with_original;
use crate::stack::{Failure, on_stack};
use crate::translate::FrontendError;
use crate::{Diagnostic, FrontendOptions, Severity, parse};

/// Put probes into a text as if it were the contents of a file of the given name. The numbers of its probes begin
/// where those of the files before it end.
pub fn instrument_text(
    name: &str,
    text: &str,
    options: &FrontendOptions,
    first: Numbers,
) -> Result<Instrumented, FrontendError> {
    let (source, original) = preprocess_with_original(name, text, options)?;
    let fail = |diagnostic| FrontendError {
        sources: source.sources.clone(),
        diagnostics: vec![diagnostic],
    };
    let tokens = parse::tokens(&source, 0..source.text.len()).map_err(fail)?;
    let work = || {
        let tree = parse::parse(&source, &tokens).map_err(fail)?;
        let functions = signature::signatures(&source, &tree, options)?;
        let mut walk = walk::Walk::new(&source, &original, first);
        walk.unit(&tree);
        Ok(walk.finish(functions))
    };
    match on_stack(tokens.stack(), work) {
        Ok(result) => result,
        Err(failure) => {
            let why = match failure {
                Failure::Panicked => "internal error: the instrumentation panicked",
                Failure::NoThread => "the nesting of the program needs more memory than there is",
            };
            Err(fail(Diagnostic {
                severity: Severity::Error,
                span: None,
                message: why.to_owned(),
                hint: None,
            }))
        }
    }
}

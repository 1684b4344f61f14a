//! Traces of VMT-LIB: the states of a run, each with what makes it one.
//!
//! ```text
//! (declare-fun x () Bool) …        what the file declares and defines, without annotations
//! (push 1)                         for each step
//! (assert (= x true)) …            the values of all variables
//! (assert trace.init)              :init in the first one, :trans in the next, and in the end the
//! (check-sat)                      negation of the property: sat, each time
//! (pop 1)
//! ```

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ferric3_term::Terms;

use super::Origin;
use super::refutation::{constant, name, unused};
use super::second::value_of;
use super::walk::Step;
use crate::vmt::{INIT, TRANS, Vmt};

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

/// The trace of a run.
pub(super) fn trace(origin: &Origin, vmt: &Vmt, terms: &mut Terms, steps: &[Step]) -> String {
    let mut text = "; Ferric3: a run that violates a property. Every answer is sat.\n\
                    (set-logic ALL)\n"
        .to_owned();
    for pieces in &vmt.prelude {
        let pieces = pieces.iter().map(|piece| &origin.text[piece.clone()]);
        text.extend(pieces);
        text.push('\n');
    }
    let prefix = unused(&origin.text, "trace.");
    let function = |number: usize| match number {
        INIT => format!("{prefix}init"),
        TRANS => format!("{prefix}trans"),
        _ => format!("{prefix}property"),
    };
    let used: BTreeSet<usize> = steps.iter().filter_map(|step| step.formula).collect();
    for &number in &used {
        let formula = vmt.formulas[number].as_ref();
        let formula = formula.map_or("true", |formula| &origin.text[formula.text.clone()]);
        let function = function(number);
        writeln!(text, "(define-fun {function} () Bool {formula})").expect(FITS);
    }
    for (number, step) in steps.iter().enumerate() {
        let formula = step.formula.expect("each step has a formula");
        let (what, claim) = match formula {
            INIT => ("the first state".to_owned(), function(formula)),
            TRANS => (
                format!("from state {} to state {number}", number - 1),
                function(formula),
            ),
            _ => (
                format!("what is wrong with state {}", number - 1),
                format!("(not {})", function(formula)),
            ),
        };
        writeln!(text, "; {what}\n(push 1)").expect(FITS);
        for &symbol in &vmt.declared {
            let value = value_of(terms, &step.values, symbol);
            let (name, value) = (name(terms, symbol), constant(terms, &value));
            writeln!(text, "(assert (= {name} {value}))").expect(FITS);
        }
        writeln!(text, "(assert {claim})\n(check-sat)\n(pop 1)").expect(FITS);
    }
    text
}

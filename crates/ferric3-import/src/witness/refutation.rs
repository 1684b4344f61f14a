//! Refutations of Horn clauses: instances without variables that have no model together.
//!
//! ```text
//! (declare-fun inv ((_ BitVec 8)) Bool)              what the file declares and defines, as it stands there
//! (define-fun clause.1 ((x (_ BitVec 8))) Bool …)    what is inside of the quantifiers of an assertion
//! (assert (clause.1 #x00))                           an instance of it
//! ; so (inv #x00)                                    what follows from that, and from those before it
//! (check-sat)                                        unsat
//! ```

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ferric3_term::{SmtLib, SymbolId, Terms, Value};

use super::Origin;
use super::model::quoted;
use super::second::value_of;
use super::walk::{State, Step};
use crate::horn::Horn;

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

/// The refutation that a run is.
pub(super) fn refutation(
    origin: &Origin,
    horn: &Horn,
    terms: &mut Terms,
    steps: &[Step],
) -> String {
    let mut text = "; Ferric3: unsat. These instances of the clauses have no model together.\n\
                    (set-logic ALL)\n"
        .to_owned();
    for range in &horn.prelude {
        writeln!(text, "{}", &origin.text[range.clone()]).expect(FITS);
    }
    let prefix = unused(&origin.text, "clause.");
    let clauses = |step: &Step| step.formula.map(|number| &horn.clauses[number]);
    let used: BTreeSet<usize> = steps
        .iter()
        .filter_map(clauses)
        .map(|c| c.assertion)
        .collect();
    for &number in &used {
        let assertion = &horn.assertions[number];
        let params = parameters(terms, &assertion.variables).into_iter();
        let params: Vec<String> = params
            .map(|s| format!("({} {})", name(terms, s), terms.symbol(s).sort))
            .collect();
        let matrix = &origin.text[assertion.matrix.clone()];
        let matrix = match assertion.is_negated {
            true => format!("(not {matrix})"),
            false => matrix.to_owned(),
        };
        let params = params.join(" ");
        writeln!(
            text,
            "(define-fun {prefix}{number} ({params}) Bool {matrix})"
        )
        .expect(FITS);
    }
    for step in steps {
        let Some(clause) = clauses(step) else {
            continue;
        };
        let assertion = &horn.assertions[clause.assertion];
        writeln!(text, "; by the clause in line {}", clause.span.line).expect(FITS);
        let function = format!("{prefix}{}", clause.assertion);
        let args = parameters(terms, &assertion.variables).into_iter();
        let args: Vec<Value> = args
            .map(|symbol| value_of(terms, &step.values, symbol))
            .collect();
        let instance = applied(terms, &function, &args);
        writeln!(text, "(assert {instance})").expect(FITS);
        let conclusion = match &step.to {
            Some(state) => fact(origin, terms, state),
            None => "false".to_owned(),
        };
        writeln!(text, "; so {conclusion}").expect(FITS);
    }
    text.push_str("(check-sat)\n");
    text
}

/// What a state says of its predicate.
fn fact(origin: &Origin, terms: &mut Terms, state: &State) -> String {
    match state.predicate {
        Some(predicate) => {
            let name = quoted(&origin.predicates[predicate].0);
            applied(terms, &name, &state.values)
        }
        None => "true".to_owned(),
    }
}

/// `(f v …)`, or `f` if it has no arguments.
fn applied(terms: &mut Terms, function: &str, args: &[Value]) -> String {
    if args.is_empty() {
        return function.to_owned();
    }
    let args: Vec<String> = args.iter().map(|value| constant(terms, value)).collect();
    format!("({function} {})", args.join(" "))
}

/// A value in SMT-LIB.
pub(super) fn constant(terms: &mut Terms, value: &Value) -> String {
    let term = terms.constant(value);
    SmtLib::new(terms, term).to_string().replace('\n', " ")
}

/// The name of a symbol in the file.
pub(super) fn name(terms: &Terms, symbol: SymbolId) -> String {
    quoted(&terms.symbol(symbol).name)
}

/// The variables that the inside of nested quantifiers sees: of two with one name, the inner one.
fn parameters(terms: &Terms, variables: &[SymbolId]) -> Vec<SymbolId> {
    let is_hidden = |position: usize| {
        let own = &terms.symbol(variables[position]).name;
        let mut inner = variables[position + 1..].iter();
        inner.any(|&other| terms.symbol(other).name == *own)
    };
    let seen = (0..variables.len()).filter(|&position| !is_hidden(position));
    seen.map(|position| variables[position]).collect()
}

/// Names that begin like this are not in the file.
pub(super) fn unused(file: &str, wanted: &str) -> String {
    let mut prefix = wanted.to_owned();
    while file.contains(&prefix) {
        prefix.push('.');
    }
    prefix
}

//! VMT-LIB: SMT-LIB definitions with annotations, as nuXmv, Kratos and ic3ia read them.
//!
//! Variables without `:next` are inputs. The property is that the program counter never gets to the
//! error location.

use std::fmt::Write as _;

use ferric3_term::{SmtLib, Sort, SymbolId, TermId, Terms, declare_symbol, symbol_name};

use crate::names::fresh_name;
use crate::smt2::{relation, start_condition};
use crate::{Problem, TransitionSystem};

/// The system in VMT-LIB.
pub fn vmt(problem: &Problem<'_>, system: &TransitionSystem, terms: &mut Terms) -> String {
    let primed = primed_symbols(system, terms);
    let mut text = String::from("; Ferric3: a program as a transition system in VMT-LIB.\n");
    for line in system.legend(problem) {
        writeln!(text, "; {line}").expect(FITS);
    }
    writeln!(text, "(set-logic {})", system.logic(terms)).expect(FITS);
    for (state, &(next, _)) in system.states.iter().zip(&primed) {
        for symbol in [state.symbol, next] {
            writeln!(text, "{}", declare_symbol(terms, symbol)).expect(FITS);
        }
    }
    for &input in &system.inputs {
        writeln!(text, "{}", declare_symbol(terms, input)).expect(FITS);
    }
    for (number, (state, &(next, _))) in system.states.iter().zip(&primed).enumerate() {
        let name = fresh_name(terms, &format!("sv{number}"));
        let sort = terms.sort(state.term);
        let (now, next) = (symbol_name(terms, state.symbol), symbol_name(terms, next));
        writeln!(text, "(define-fun {name} () {sort} (! {now} :next {next}))").expect(FITS);
    }
    let start = start_condition(system, terms);
    let after: Vec<TermId> = primed.iter().map(|&(_, term)| term).collect();
    let step = relation(system, terms, &after);
    let safe = terms.not(system.bad);
    for (wish, term, annotation) in [
        ("init", start, ":init true"),
        ("trans", step, ":trans true"),
        ("safe", safe, ":invar-property 0"),
    ] {
        let name = fresh_name(terms, wish);
        let body = SmtLib::new(terms, term);
        writeln!(
            text,
            "(define-fun {name} () Bool\n  (! {body} {annotation}))"
        )
        .expect(FITS);
    }
    text.push_str("(assert true)\n");
    text
}

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

/// A symbol for the next value of each state element.
pub(crate) fn primed_symbols(
    system: &TransitionSystem,
    terms: &mut Terms,
) -> Vec<(SymbolId, TermId)> {
    let states = system.states.iter();
    states
        .map(|state| {
            let name = format!("{}.next", terms.symbol(state.symbol).name);
            let sort: Sort = terms.sort(state.term);
            terms.fresh_symbol(name, sort)
        })
        .collect()
}

//! Plain SMT-LIB: `init`, `trans` and `bad` as functions, and maybe a bounded query.
//!
//! With a depth `K`, the file ends with a query over `K + 1` copies of the state. `sat`: an error is
//! at most `K` edges away, and the model is a run. `unsat`: it is further away or unreachable.
//! Without one there are only the definitions, to build other queries from them.

use std::fmt::Write as _;

use ferric3_term::{Op, SmtLib, Sort, SymbolId, TermId, Terms, symbol_name};

use crate::names::fresh_name;
use crate::vmt::primed_symbols;
use crate::{Problem, TransitionSystem};

/// The system in SMT-LIB.
pub fn smt2(
    problem: &Problem<'_>,
    system: &TransitionSystem,
    terms: &mut Terms,
    depth: Option<usize>,
) -> String {
    let mut text = String::from("; Ferric3: a program as a transition system in SMT-LIB.\n");
    for line in system.legend(problem) {
        writeln!(text, "; {line}").expect(FITS);
    }
    writeln!(text, "(set-logic {})", system.logic(terms)).expect(FITS);
    let primed = primed_symbols(system, terms);
    let now: Vec<SymbolId> = system.states.iter().map(|state| state.symbol).collect();
    let next: Vec<SymbolId> = primed.iter().map(|&(symbol, _)| symbol).collect();
    let step: Vec<SymbolId> = [&now[..], &system.inputs, &next].concat();
    let start = start_condition(system, terms);
    let after: Vec<TermId> = primed.iter().map(|&(_, term)| term).collect();
    let trans = relation(system, terms, &after);
    let [init_name, trans_name, bad_name] = [
        ("init", &now, start),
        ("trans", &step, trans),
        ("bad", &now, system.bad),
    ]
    .map(|(wish, symbols, term)| {
        let name = fresh_name(terms, wish);
        let parameters: Vec<String> = symbols
            .iter()
            .map(|&symbol| {
                let sort = terms.symbol(symbol).sort;
                format!("({} {sort})", symbol_name(terms, symbol))
            })
            .collect();
        let (parameters, body) = (parameters.join(" "), SmtLib::new(terms, term));
        writeln!(text, "(define-fun {name} ({parameters}) Bool\n  {body})").expect(FITS);
        name
    });
    let Some(depth) = depth else {
        return text;
    };
    writeln!(
        text,
        "; {depth} steps. sat: an error is at most that far away. unsat: further, or unreachable."
    )
    .expect(FITS);
    let mut copies = |symbols: &[SymbolId], step: usize, text: &mut String| -> Vec<String> {
        let symbols = symbols.iter();
        symbols
            .map(|&symbol| {
                let wish = format!("{}.{step}", terms.symbol(symbol).name);
                let sort: Sort = terms.symbol(symbol).sort;
                let name = fresh_name(terms, &wish);
                writeln!(text, "(declare-fun {name} () {sort})").expect(FITS);
                name
            })
            .collect()
    };
    let mut state = copies(&now, 0, &mut text);
    writeln!(text, "(assert ({init_name} {}))", state.join(" ")).expect(FITS);
    for step in 0..depth {
        let inputs = copies(&system.inputs, step, &mut text);
        let after = copies(&now, step + 1, &mut text);
        let arguments = [&state[..], &inputs, &after].concat().join(" ");
        writeln!(text, "(assert ({trans_name} {arguments}))").expect(FITS);
        state = after;
    }
    // The error location is never left, so the last state is enough.
    writeln!(text, "(assert ({bad_name} {}))", state.join(" ")).expect(FITS);
    text.push_str("(check-sat)\n");
    text
}

/// Writing to a string cannot fail.
const FITS: &str = "a string can be written to";

/// What holds in the beginning.
pub(crate) fn start_condition(system: &TransitionSystem, terms: &mut Terms) -> TermId {
    let mut parts = Vec::new();
    for state in &system.states {
        if let Some(value) = &state.start {
            let value = terms.constant(value);
            parts.push(terms.mk(Op::Eq, &[state.term, value]));
        }
    }
    match parts[..] {
        [only] => only,
        _ => terms.and(&parts),
    }
}

/// `x' = f(x, w)` for all state elements, where `after` gives their symbols `x'`.
pub(crate) fn relation(system: &TransitionSystem, terms: &mut Terms, after: &[TermId]) -> TermId {
    let parts: Vec<TermId> = system
        .states
        .iter()
        .zip(after)
        .map(|(state, &next)| terms.mk(Op::Eq, &[next, state.next]))
        .collect();
    match parts[..] {
        [only] => only,
        _ => terms.mk(Op::And, &parts),
    }
}

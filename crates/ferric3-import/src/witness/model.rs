//! Invariants: `define-fun`s over the predicates or variables of the file.
//!
//! A location of the file may be several of the program, one for each value of its program counters:
//! `P(x) = ⋁ (counters of l have their values ∧ I_l(x))`.

use ferric3_term::{SmtLib, SymbolId, TermId, Terms, symbol_name};
use rustc_hash::FxHashSet;

use super::Origin;
use crate::Format;
use crate::system::System;

/// The invariant in the terms of the file.
pub(super) fn model(
    origin: &Origin,
    terms: &mut Terms,
    holds: &dyn Fn(&str) -> Option<Vec<TermId>>,
) -> String {
    let formulas = formulas(origin, terms, holds);
    let mut text = match origin.format {
        Format::Horn => "sat\n".to_owned(),
        _ => String::new(),
    };
    for ((name, params), formula) in origin.predicates.iter().zip(formulas) {
        let own: Vec<SymbolId> = params.iter().map(|var| var.symbol).collect();
        text.push_str(&definition(terms, origin.format, name, &own, formula));
    }
    text
}

/// What holds at each location of the file.
pub(super) fn formulas(
    origin: &Origin,
    terms: &mut Terms,
    holds: &dyn Fn(&str) -> Option<Vec<TermId>>,
) -> Vec<TermId> {
    let reached = reached(&origin.system);
    let mut formulas = Vec::new();
    for (number, (_, params)) in origin.predicates.iter().enumerate() {
        let mut cases = Vec::new();
        for (at, location) in origin.system.locations.iter().enumerate() {
            if location.origin != number || !reached[at] {
                continue;
            }
            let mut parts: Vec<TermId> = Vec::new();
            for &(position, value) in &location.fixed {
                let counter = terms.symbol_term(params[position].symbol);
                parts.push(terms.eq(counter, value));
            }
            // A location from which no query can be reached is not in the proof: anything goes.
            parts.extend(holds(&location.name).unwrap_or_default());
            cases.push(terms.and(&parts));
        }
        formulas.push(terms.or(&cases));
    }
    formulas
}

/// `(define-fun P ((x S) …) Bool I)`.
fn definition(
    terms: &Terms,
    format: Format,
    name: &str,
    params: &[SymbolId],
    formula: TermId,
) -> String {
    let bound = |symbols: &[SymbolId]| -> String {
        let bound: Vec<String> = symbols
            .iter()
            .map(|&s| format!("({} {})", symbol_name(terms, s), terms.symbol(s).sort))
            .collect();
        bound.join(" ")
    };
    // What was read on the way and is of no use here: some value of it.
    let others: Vec<SymbolId> = terms
        .symbols_of(formula)
        .into_iter()
        .filter(|symbol| !params.contains(symbol))
        .collect();
    let mut body = SmtLib::new(terms, formula).to_string().replace('\n', " ");
    if !others.is_empty() {
        body = format!("(exists ({}) {body})", bound(&others));
    }
    match format {
        Format::Horn => format!(
            "(define-fun {} ({}) Bool {body})\n",
            quoted(name),
            bound(params)
        ),
        // Variables are declared in the file.
        _ => format!("(define-fun .invariant () Bool {body})\n"),
    }
}

/// A name that may need bars.
pub(super) fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = !name.starts_with(|c: char| c.is_ascii_digit());
    match !name.is_empty() && starts_well && name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("|{name}|"),
    }
}

/// The locations that clauses lead to.
fn reached(system: &System) -> Vec<bool> {
    let mut reached = vec![false; system.locations.len()];
    let mut seen: FxHashSet<Option<usize>> = FxHashSet::default();
    let mut open = vec![None];
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        for clause in system.clauses.iter().filter(|clause| clause.from == at) {
            reached[clause.to] = true;
            open.push(Some(clause.to));
        }
    }
    reached
}

//! One step of induction about a circuit, read anew: what has to have no model.
//!
//! This is how a certificate is checked. Of all that makes programs of files only the reader is used:
//! no blocks, no locations for program counters, no automaton.

use ferric3_term::{Substitution, SymbolId, TermId, Terms};

use crate::system::System;
use crate::{Format, ImportError, text};

/// Two formulas without a model: then nothing bad can be reached.
#[derive(Clone, Debug)]
pub struct Induction {
    /// The store of their terms.
    pub terms: Terms,
    /// Conjuncts: a state to start with, which is bad.
    pub start: Vec<TermId>,
    /// Conjuncts: a state that is not bad, and a successor that is.
    pub step: Vec<TermId>,
}

/// The induction for all properties of a circuit together.
pub fn induction(format: Format, name: &str, contents: &[u8]) -> Result<Induction, ImportError> {
    let as_text = std::str::from_utf8(contents).ok();
    let sources = text::sources(name, as_text);
    let read = match format {
        Format::Aiger => crate::aiger::read(contents).map(|(system, terms, _)| (system, terms)),
        _ => crate::utf8(as_text).and_then(|contents| {
            let text = text::Text::new(contents);
            crate::btor2::read(&text).map(|(system, terms, _)| (system, terms))
        }),
    };
    let (system, terms) = read.map_err(|diagnostic| ImportError {
        diagnostics: vec![diagnostic],
        sources,
    })?;
    Ok(of_system(&system, terms))
}

/// The induction of a system with one location, one clause to start with and one step.
fn of_system(system: &System, mut terms: Terms) -> Induction {
    let location = &system.locations[0];
    let now: Vec<TermId> = location.constraints.iter().map(|c| c.term).collect();
    let bads = system.queries.iter().map(|query| terms.and(&query.guard));
    let bads: Vec<TermId> = bads.collect();
    let bad = terms.or(&bads);
    let values = |from: Option<usize>| -> Vec<(SymbolId, TermId)> {
        let mut clauses = system.clauses.iter();
        let clause = clauses.find(|clause| clause.from == from);
        let values = clause.map_or(&[][..], |clause| &clause.values);
        let vars = location.vars.iter().map(|var| var.symbol);
        vars.zip(values.iter().copied()).collect()
    };
    let mut put_in = Substitution::new(values(None));
    let mut start: Vec<TermId> = Vec::new();
    for &part in now.iter().chain([&bad]) {
        start.push(put_in.apply(&mut terms, part));
    }
    let mut after = values(Some(0));
    for input in &location.inputs {
        let (_, fresh) = terms.fresh_symbol(&input.name, input.sort);
        after.push((input.symbol, fresh));
    }
    let mut put_in = Substitution::new(after);
    let mut step = now.clone();
    step.push(terms.not(bad));
    for &part in now.iter().chain([&bad]) {
        step.push(put_in.apply(&mut terms, part));
    }
    Induction { terms, start, step }
}

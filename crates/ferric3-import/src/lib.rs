//! Transition systems and Horn clauses as programs: one reader for each format, each of which makes
//! an IVL program, so that engines, certificates, replay and reports know nothing of formats.
//!
//! ```text
//! .smt2 (HORN) ─► horn ──┐ relation: definitions instead of equations
//! .vmt ─────────► vmt ───┤
//! .btor2 ───────► btor2 ─┼─► System (locations, clauses) ─► emit ─► IVL program
//! .aag, .aig ───► aiger ─┘                           parts: what many values share
//! ```
//!
//! What cannot be read is a diagnostic with a place, for any input: never a panic, never a part that
//! is skipped.
//!
//! This crate knows nothing about automata, engines or solvers.

mod aiger;
mod btor2;
mod counter;
mod emit;
mod format;
mod horn;
mod induction;
mod limits;
mod parts;
mod relation;
mod sexpr;
mod smt;
mod system;
mod text;
mod vmt;
mod witness;

use ferric3_ivl::{Diagnostic, Program, Sources};
use ferric3_term::Terms;

pub use format::Format;
pub use induction::{Induction, induction};
use system::System;
use witness::Quoted;
pub use witness::{Added, Leaves, NoWitness, Origin};

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The property that is asked for, by name or by number from 0; all of them if none is given.
    pub property: Option<String>,
    /// Should proofs say what holds at every location? Needed to write a model.
    pub cuts: bool,
}

/// A file as a program.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The program.
    pub program: Program,
    /// The store of its terms.
    pub terms: Terms,
    /// What it was read from, for answers in the terms of the format.
    pub origin: Origin,
}

/// A file that cannot be read.
#[derive(Clone, Debug)]
pub struct ImportError {
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The text that they are about.
    pub sources: Sources,
}

/// Reads a file, given its name and its contents.
pub fn import(
    format: Format,
    name: &str,
    contents: &[u8],
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let text = std::str::from_utf8(contents).ok();
    let sources = text::sources(name, text);
    read(format, contents, text, &sources, options).map_err(|diagnostic| ImportError {
        diagnostics: vec![diagnostic],
        sources,
    })
}

fn read(
    format: Format,
    contents: &[u8],
    text: Option<&str>,
    sources: &Sources,
    options: &ImportOptions,
) -> Result<Imported, Diagnostic> {
    let (mut words, mut bits) = (btor2::Words::default(), aiger::Bits::default());
    let mut quoted = Quoted::Circuit;
    let (mut system, mut terms) = match format {
        Format::Horn => {
            let exprs = sexpr::SExprs::parse(text::Text::new(utf8(text)?))?;
            let (horn, mut terms) = horn::read(exprs)?;
            let system = horn::system(&horn, &mut terms)?;
            quoted = Quoted::Horn(horn);
            (system, terms)
        }
        Format::Vmt => {
            let exprs = sexpr::SExprs::parse(text::Text::new(utf8(text)?))?;
            let (system, terms, vmt) = vmt::read(exprs)?;
            quoted = Quoted::Vmt(vmt);
            (system, terms)
        }
        Format::Btor2 => {
            let (system, terms, read) = btor2::read(&text::Text::new(utf8(text)?))?;
            words = read;
            (system, terms)
        }
        Format::Aiger => {
            let (system, terms, read) = aiger::read(contents)?;
            bits = read;
            (system, terms)
        }
    };
    if let Some(property) = &options.property {
        let chosen = select(&mut system, property)?;
        words.bads = vec![chosen];
        bits.bads = vec![chosen];
    }
    let predicates = system.locations.iter();
    let predicates = predicates.filter(|location| location.origin != usize::MAX);
    let predicates = predicates.map(|location| (location.name.clone(), location.vars.clone()));
    let predicates = predicates.collect();
    let instances = std::mem::take(&mut system.instances);
    let file = match (&quoted, options.cuts) {
        (Quoted::Circuit, true) => system.clone(),
        _ => System::default(),
    };
    let system = counter::recover(system, &mut terms);
    let (program, sites) = emit::emit(&system, &mut terms, sources.clone(), options.cuts);
    let origin = Origin {
        format,
        sites,
        system,
        instances,
        file,
        quoted,
        text: match options.cuts {
            true => text.unwrap_or_default().to_owned(),
            false => String::new(),
        },
        predicates,
        words,
        bits,
    };
    Ok(Imported {
        program,
        terms,
        origin,
    })
}

/// The text of a format that is text.
fn utf8(text: Option<&str>) -> Result<&str, Diagnostic> {
    text.ok_or_else(|| without_place("the file is no text (UTF-8)"))
}

fn without_place(message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        severity: ferric3_ivl::Severity::Error,
        span: None,
        message: message.into(),
        hint: None,
    }
}

/// Asks for one property only. Its number in the file is the result.
fn select(system: &mut system::System, wanted: &str) -> Result<usize, Diagnostic> {
    let asked = system.properties.iter();
    let properties: Vec<&system::Asked> = asked.filter(|asked| asked.obstacle.is_none()).collect();
    let by_name = properties
        .iter()
        .position(|asked| asked.name.as_deref() == Some(wanted));
    let by_number = wanted
        .parse()
        .ok()
        .filter(|&n: &usize| n < properties.len());
    let Some(chosen) = by_name.or(by_number) else {
        let names: Vec<String> = properties
            .iter()
            .enumerate()
            .map(|(number, asked)| asked.name.clone().unwrap_or_else(|| number.to_string()))
            .collect();
        let hint = match names.len() {
            0 => "the file has no property".to_owned(),
            _ => format!("there are: {}", names.join(", ")),
        };
        return Err(without_place(format!("there is no property `{wanted}`")).with_hint(hint));
    };
    // What is in the way of runs stays, or they would end there without a word.
    let is_kept = |number: usize, asked: &system::Asked| match asked.obstacle {
        None | Some(system::Obstacle::Property(_)) if number == chosen => true,
        Some(system::Obstacle::Property(of)) => of == chosen,
        Some(system::Obstacle::Step) => true,
        None => false,
    };
    let mut numbers = Vec::with_capacity(system.properties.len());
    let mut kept = Vec::new();
    for (number, asked) in system.properties.drain(..).enumerate() {
        let is_kept = is_kept(number, &asked);
        numbers.push(is_kept.then_some(kept.len()));
        if is_kept {
            kept.push(asked);
        }
    }
    system.properties = kept;
    system
        .queries
        .retain(|query| numbers[query.property].is_some());
    for query in &mut system.queries {
        query.property = numbers[query.property].expect("kept");
    }
    Ok(chosen)
}

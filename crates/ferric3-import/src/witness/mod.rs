//! Answers in the terms of the format: runs as witnesses, invariants over the file's own names.

mod model;
mod run;

use ferric3_ivl::{PropertyId, RecordedInput};
use ferric3_term::{SymbolId, TermId, Terms};

use crate::Format;
use crate::aiger::Bits;
use crate::btor2::Words;
use crate::system::{System, Variable};

/// What a program keeps of the file that it was read from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub(crate) format: Format,
    /// By input of the program: what is read.
    pub(crate) sites: Vec<Site>,
    /// The system that the program was made from.
    pub(crate) system: System,
    /// The locations of the file, with all their variables.
    pub(crate) predicates: Vec<(String, Vec<Variable>)>,
    pub(crate) words: Words,
    pub(crate) bits: Bits,
}

/// What an input of the program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    /// A symbol of the system.
    Symbol(SymbolId),
    /// A run arrives at a location.
    Arrival,
    /// Which clause comes next.
    Choice,
}

impl Origin {
    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// A run that violates a property, as the format writes it; `None` if the format has no way.
    /// The program must have been read with [`cuts`](crate::ImportOptions::cuts).
    pub fn violation(&self, property: PropertyId, inputs: &[RecordedInput]) -> Option<String> {
        match self.format {
            Format::Btor2 => run::btor2(self, property.index(), inputs),
            Format::Aiger => run::aiger(self, property.index(), inputs),
            Format::Horn | Format::Vmt => None,
        }
    }

    /// An invariant, given what holds at a location of the program, by the name of its block: `None`
    /// where the proof has no such location. The program must have been read with
    /// [`cuts`](crate::ImportOptions::cuts).
    pub fn invariant(
        &self,
        terms: &mut Terms,
        holds: &dyn Fn(&str) -> Option<Vec<TermId>>,
    ) -> String {
        model::model(self, terms, holds)
    }
}

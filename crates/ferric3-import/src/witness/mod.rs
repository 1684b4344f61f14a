//! Answers in the terms of the format: runs as witnesses, invariants over the file's own names.

mod certificate;
mod model;
mod refutation;
mod run;
mod second;
#[cfg(test)]
mod tests;
mod trace;
mod walk;

use ferric3_ivl::{PropertyId, RecordedInput};
use ferric3_term::{Substitution, SymbolId, TermId, Terms, Value};

use crate::Format;
use crate::aiger::Bits;
use crate::btor2::Words;
use crate::horn::Horn;
use crate::system::{Instance, System, Variable};
use crate::vmt::Vmt;

/// What a program keeps of the file that it was read from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub(crate) format: Format,
    /// By input of the program: what is read.
    pub(crate) sites: Vec<Site>,
    /// The system that the program was made from.
    pub(crate) system: System,
    /// What its clauses and queries are in the terms of the file.
    pub(crate) instances: Vec<Instance>,
    /// For circuits: the system before program counters became locations, as the file has it.
    pub(crate) file: System,
    /// What witnesses quote of the file.
    pub(crate) quoted: Quoted,
    /// The file, if it is text and answers are wanted.
    pub(crate) text: String,
    /// The locations of the file, with all their variables.
    pub(crate) predicates: Vec<(String, Vec<Variable>)>,
    pub(crate) words: Words,
    pub(crate) bits: Bits,
}

/// The formulas of a file as they stand there.
#[derive(Clone, Debug)]
pub(crate) enum Quoted {
    /// None: a circuit has next values.
    Circuit,
    Horn(Horn),
    Vmt(Vmt),
}

/// Why there is no witness of a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoWitness {
    /// The format has no way to say it.
    Inexpressible,
    /// The file does not say what the program did: one of its readers is wrong, and so may be the
    /// verdict.
    Disagreement(String),
}

/// What an input of the program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    /// A symbol of the system.
    Symbol(SymbolId),
    /// A run has taken a clause of the system.
    Taken(usize),
    /// Which clause comes next.
    Choice,
}

impl Origin {
    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// A run that violates a property, as the format writes it. The run has been followed in the file
    /// as it was read, which knows nothing of the program. The program must have been read with
    /// [`cuts`](crate::ImportOptions::cuts).
    pub fn violation(
        &self,
        terms: &mut Terms,
        property: PropertyId,
        inputs: &[RecordedInput],
    ) -> Result<String, NoWitness> {
        // What was read is no number that could be written for it.
        if terms.has_transcendentals() {
            return Err(NoWitness::Inexpressible);
        }
        let steps = walk::walk(self, terms, property, inputs)?;
        second::follow(self, terms, property, &steps)?;
        let text = match (&self.quoted, self.format) {
            (Quoted::Horn(horn), _) => Some(refutation::refutation(self, horn, terms, &steps)),
            (Quoted::Vmt(vmt), _) => Some(trace::trace(self, vmt, terms, &steps)),
            (Quoted::Circuit, Format::Aiger) => run::aiger(self, property.index(), inputs),
            (Quoted::Circuit, _) => run::btor2(self, property.index(), inputs),
        };
        text.ok_or(NoWitness::Inexpressible)
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

    /// Of a circuit: what [`invariant`](Origin::invariant) says as a formula over state elements.
    /// Whatever else a proof reads is 0 in it, so it is to be [checked](crate::induction) whether it
    /// is an invariant still.
    pub fn formula(
        &self,
        terms: &mut Terms,
        holds: &dyn Fn(&str) -> Option<Vec<TermId>>,
    ) -> TermId {
        let formulas = model::formulas(self, terms, holds);
        let formula = terms.and(&formulas);
        let is_own = |symbol: &SymbolId| {
            let mut vars = self.predicates.iter().flat_map(|(_, vars)| vars);
            vars.any(|var| var.symbol == *symbol)
        };
        let mut others = terms.symbols_of(formula);
        others.retain(|symbol| !is_own(symbol));
        let mut zeros = Vec::with_capacity(others.len());
        for symbol in others {
            let zero = Value::zero(terms.symbol(symbol).sort);
            zeros.push((symbol, terms.constant(&zero)));
        }
        Substitution::new(zeros).apply(terms, formula)
    }

    /// Of a circuit: where its state elements stand, for formulas that go after it.
    pub fn leaves(&self) -> Leaves {
        certificate::leaves(self)
    }

    /// The circuit with a stronger property, which is inductive: not bad, and a formula over state
    /// elements that was added.
    pub fn certificate(&self, added: &Added) -> String {
        certificate::certificate(self, added)
    }
}

/// The state elements of a circuit by their numbers: nodes of BTOR2, literals of AIGER.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// Symbols and numbers.
    pub numbers: Vec<(SymbolId, u64)>,
    /// The greatest number (BTOR2) or variable (AIGER) that is in use.
    pub last: u64,
}

/// A formula after a circuit.
#[derive(Clone, Debug)]
pub struct Added {
    /// Nodes or gates, one in each line.
    pub lines: Vec<String>,
    /// The greatest number or variable now.
    pub last: u64,
    /// The node or literal of the formula.
    pub formula: u64,
}

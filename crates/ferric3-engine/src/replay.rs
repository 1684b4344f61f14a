//! Replay: a counterexample is run again, concretely, on the program before any transformation.

use std::fmt;

use ferric3_cfa::{TargetId, TargetKind};
use ferric3_ivl::{
    Interpreter, ListInputs, Program, PropertyId, RecordedInput, RunLimits, RunOutcome,
};
use ferric3_term::Terms;

use crate::original::Execution;
use crate::{Counterexample, Original, Task};

/// A counterexample that was replayed. Can only be made by the interpreter.
#[derive(Clone, Debug)]
pub struct Replay {
    property: PropertyId,
    inputs: Vec<RecordedInput>,
}

impl Replay {
    /// The property that the run violates.
    pub fn property(&self) -> PropertyId {
        self.property
    }

    /// The inputs of the run, in order. Fed to the interpreter they give the run again.
    pub fn inputs(&self) -> &[RecordedInput] {
        &self.inputs
    }
}

/// Why a counterexample was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// An edge of the counterexample cannot be taken: a bug.
    BrokenStep(usize),
    /// It does not end in the error location: a bug.
    NotAnError,
    /// The run gets to something that the automaton does not model: no verdict.
    Obstacle(TargetId),
    /// The run is longer than the interpreter follows it: no verdict.
    TooLong,
    /// The interpreter comes to another end: a bug.
    Differs(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::BrokenStep(step) => {
                write!(f, "step {step} of the counterexample cannot be taken")
            }
            ReplayError::NotAnError => write!(f, "the counterexample does not end in an error"),
            ReplayError::Obstacle(_) => write!(f, "the run gets to an unsupported construct"),
            ReplayError::TooLong => write!(f, "the run is too long to be replayed"),
            ReplayError::Differs(outcome) => {
                write!(f, "the interpreter comes to another end: {outcome}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Replay a counterexample of `task`: first on the automaton as it was built, to know which inputs
/// the program reads in which order, then by the interpreter on `program`.
pub fn replay(
    program: &Program,
    terms: &Terms,
    original: &Original,
    task: &Task,
    counterexample: &Counterexample,
) -> Result<Replay, ReplayError> {
    let Execution { inputs, target } = original.execute(terms, task, counterexample)?;
    let expected = match original.cfa().targets[target].kind {
        TargetKind::Property(property) => property,
        _ => return Err(ReplayError::Obstacle(target)),
    };
    replay_inputs(program, terms, inputs, expected)
}

/// Run the program on inputs that are said to violate a property.
pub(crate) fn replay_inputs(
    program: &Program,
    terms: &Terms,
    inputs: Vec<RecordedInput>,
    expected: PropertyId,
) -> Result<Replay, ReplayError> {
    let mut given = ListInputs::new(inputs.clone());
    let mut interpreter = Interpreter::new(program, terms);
    match interpreter.run(&mut given, &mut (), &RunLimits::default()) {
        RunOutcome::Violated { property, .. } if property == expected => {
            Ok(Replay { property, inputs })
        }
        RunOutcome::StepLimit => Err(ReplayError::TooLong),
        outcome => Err(ReplayError::Differs(format!("{outcome:?}"))),
    }
}

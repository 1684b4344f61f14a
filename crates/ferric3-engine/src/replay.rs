//! Replay: a counterexample is run again, concretely, on the program before any transformation.
//!
//! A run is evidence if it is one of the program. What functions return that are known only roughly
//! is not: the run has read *some* value. It counts all the same if no decision up to the violation
//! depends on such a value ([`Interpreter::run_robust`]), because then the run with the real values
//! takes the same steps to the same violation. So [`Replay`] never rests on an approximated value.

use std::fmt;

use ferric3_cfa::{TargetId, TargetKind};
use ferric3_ivl::{
    InputId, InputSource, Interpreter, ListInputs, Program, PropertyId, RecordedInput, RunLimits,
    RunOutcome,
};
use ferric3_term::Terms;

use crate::original::Execution;
use crate::{Counterexample, Original, Task, UnknownReason};

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
    /// The run reads something doubtful here, or depends on what is read here and is known only
    /// roughly, so it may not exist: no verdict.
    MayNotExist(InputId),
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
            ReplayError::MayNotExist(_) => {
                write!(f, "the run depends on a value that is known only roughly")
            }
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
        RunOutcome::Violated { property, .. } if property == expected => {}
        RunOutcome::StepLimit => return Err(ReplayError::TooLong),
        outcome => return Err(ReplayError::Differs(format!("{outcome:?}"))),
    }
    let find = |is_meant: fn(&InputSource) -> bool| {
        let mut read = inputs.iter().map(|given| given.input);
        read.find(|&input| is_meant(&program.inputs[input].source))
    };
    if let Some(doubtful) = find(|source| matches!(source, InputSource::Doubtful(_))) {
        return Err(ReplayError::MayNotExist(doubtful));
    }
    if let Some(rough) = find(|source| matches!(source, InputSource::Approximated(_))) {
        let mut given = ListInputs::new(inputs.clone());
        match interpreter.run_robust(&mut given, &RunLimits::default()) {
            Ok(RunOutcome::Violated { property, .. }) if property == expected => {}
            Ok(outcome) => return Err(ReplayError::Differs(format!("{outcome:?}"))),
            Err(_) => return Err(ReplayError::MayNotExist(rough)),
        }
    }
    Ok(Replay {
        property: expected,
        inputs,
    })
}

/// No verdict, because of what a run reads: see [`ReplayError::MayNotExist`].
pub(crate) fn may_not_exist(program: &Program, input: InputId) -> UnknownReason {
    let site = &program.inputs[input];
    let construct = match &site.source {
        InputSource::Approximated(name) => {
            format!("a run that depends on the result of {name}()")
        }
        InputSource::Doubtful(what) => what.clone(),
        // No other input makes a run doubtful, see `replay_inputs`.
        _ => unreachable!(),
    };
    UnknownReason::Unsupported {
        construct,
        span: Some(site.span),
    }
}

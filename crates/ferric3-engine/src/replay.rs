//! Replay: a counterexample is run again, concretely, on the program before any transformation.
//!
//! A run is evidence if it is one of the program. What functions return that are known only roughly
//! is not: the run has read *some* value. It counts all the same if no decision up to the violation
//! depends on such a value ([`Interpreter::run_robust`]), because then the run with the real values
//! takes the same steps to the same violation. So [`Replay`] never rests on an approximated value.
//!
//! A coverage goal is reached by a run that passes it, which may go on: one run is a [`Replay`] of all
//! goals that it passes, each with the inputs up to there.

use std::fmt;

use ferric3_cfa::{TargetId, TargetKind};
use ferric3_ivl::{
    InputId, InputSite, InputSource, Inputs, Interpreter, ListInputs, Program, PropertyId,
    PropertyKind, RecordedInput, RecordingInputs, RunLimits, RunOutcome,
};
use ferric3_term::{Terms, Value};

use crate::original::Execution;
use crate::{Counterexample, Original, Task, UnknownReason};

/// A counterexample that was replayed. Can only be made by the interpreter.
#[derive(Clone, Debug)]
pub struct Replay {
    property: PropertyId,
    inputs: Vec<RecordedInput>,
}

impl Replay {
    /// The property that the run violates, or the coverage goal that it reaches.
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
    let execution = original.execute(terms, task, counterexample)?;
    replay_execution(program, terms, original, execution)
}

/// The same for a counterexample that was made for a goal: what it passes before does not count.
pub(crate) fn replay_to(
    program: &Program,
    terms: &Terms,
    original: &Original,
    task: &Task,
    counterexample: &Counterexample,
    goal: PropertyId,
) -> Result<Replay, ReplayError> {
    let execution = original.execute_to(terms, task, counterexample, goal)?;
    replay_execution(program, terms, original, execution)
}

fn replay_execution(
    program: &Program,
    terms: &Terms,
    original: &Original,
    Execution { inputs, target }: Execution,
) -> Result<Replay, ReplayError> {
    match original.cfa().targets[target].kind {
        TargetKind::Property(property) => replay_inputs(program, terms, inputs, property),
        TargetKind::Coverage(goal) => replay_goal(program, terms, &inputs, goal),
        _ => Err(ReplayError::Obstacle(target)),
    }
}

/// Run the program on inputs that are said to violate a property.
pub(crate) fn replay_inputs(
    program: &Program,
    terms: &Terms,
    inputs: Vec<RecordedInput>,
    expected: PropertyId,
) -> Result<Replay, ReplayError> {
    let mut interpreter = Interpreter::new(program, terms);
    loop {
        let mut given = ListInputs::new(inputs.clone());
        match interpreter.run(&mut given, &mut (), &RunLimits::default()) {
            RunOutcome::Violated { property, .. } if property == expected => {}
            RunOutcome::StepLimit => return Err(ReplayError::TooLong),
            outcome => return Err(ReplayError::Differs(format!("{outcome:?}"))),
        }
        if !interpreter.can_do_without_leaps() {
            break;
        }
        interpreter = interpreter.without_leaps();
    }
    if let Some(doubtful) = first_read(program, &inputs, is_doubtful) {
        return Err(ReplayError::MayNotExist(doubtful));
    }
    if let Some(rough) = first_read(program, &inputs, is_rough) {
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

/// Once it has passed the goal that it was made for, a run goes on for so many steps, in case that it
/// passes others.
const ONWARD: u64 = 100_000;

/// Gives what was recorded, and then zeros.
struct ThenZeros(ListInputs);

impl Inputs for ThenZeros {
    fn next(&mut self, input: InputId, site: &InputSite) -> Option<Value> {
        match self.0.remaining() {
            0 => Some(Value::zero(site.sort)),
            _ => self.0.next(input, site),
        }
    }

    fn mismatch(&self) -> Option<InputId> {
        self.0.mismatch()
    }
}

/// Run the program on inputs, once: the coverage goals that the run passes, in the order of their first
/// time. It goes on for a while behind `last`, with zeros. Goals do not count whose conditions depend on
/// values that are known only roughly, nor those behind anything doubtful.
pub(crate) fn replay_goals(
    program: &Program,
    terms: &Terms,
    inputs: &[RecordedInput],
    last: PropertyId,
) -> Vec<Replay> {
    let given = ThenZeros(ListInputs::new(inputs.to_vec()));
    let mut given = RecordingInputs::new(given);
    let mut interpreter = Interpreter::new(program, terms);
    let limits = RunLimits {
        after_goal: Some((last, ONWARD)),
        ..RunLimits::default()
    };
    // However it ends, and whatever it would depend on next: up to there it is a run.
    let _ = interpreter.run_robust(&mut given, &limits);
    let given = given.into_given();
    let passed = interpreter.passed().iter();
    let passed = passed.map(|passed| Replay {
        property: passed.goal,
        inputs: given[..passed.inputs].to_vec(),
    });
    passed
        .take_while(|replay| first_read(program, &replay.inputs, is_doubtful).is_none())
        .collect()
}

/// Run the program on inputs that somebody has kept, and no further: the coverage goals that the run passes, as
/// [`replay_goals`] says, and what it violates in the end.
pub(crate) fn replay_seed(
    program: &Program,
    terms: &Terms,
    inputs: &[RecordedInput],
) -> (Vec<Replay>, Option<Replay>) {
    let mut given = RecordingInputs::new(ListInputs::new(inputs.to_vec()));
    let mut interpreter = Interpreter::new(program, terms);
    let outcome = interpreter.run_robust(&mut given, &RunLimits::default());
    let given = given.into_given();
    let passed = interpreter.passed().iter();
    let passed = passed.map(|passed| Replay {
        property: passed.goal,
        inputs: given[..passed.inputs].to_vec(),
    });
    let passed = passed
        .take_while(|replay| first_read(program, &replay.inputs, is_doubtful).is_none())
        .collect();
    let violation = match outcome {
        Ok(RunOutcome::Violated { property, .. })
            if program.properties[property].kind != PropertyKind::Unsupported =>
        {
            replay_inputs(program, terms, given, property).ok()
        }
        _ => None,
    };
    (passed, violation)
}

/// Run the program on inputs that are said to reach a coverage goal.
fn replay_goal(
    program: &Program,
    terms: &Terms,
    inputs: &[RecordedInput],
    goal: PropertyId,
) -> Result<Replay, ReplayError> {
    debug_assert_eq!(program.properties[goal].kind, PropertyKind::Coverage);
    let mut replays = replay_goals(program, terms, inputs, goal).into_iter();
    if let Some(replay) = replays.find(|replay| replay.property == goal) {
        return Ok(replay);
    }
    let mut interpreter = Interpreter::new(program, terms);
    let mut given = ListInputs::new(inputs.to_vec());
    let limits = RunLimits {
        after_goal: Some((goal, 0)),
        ..RunLimits::default()
    };
    let outcome = interpreter.run(&mut given, &mut (), &limits);
    let mut passed = interpreter.passed().iter();
    let proves_nothing = |source: &InputSource| is_doubtful(source) || is_rough(source);
    match passed.find(|passed| passed.goal == goal) {
        Some(passed) => match first_read(program, &inputs[..passed.inputs], proves_nothing) {
            Some(input) => Err(ReplayError::MayNotExist(input)),
            None => Err(ReplayError::Differs("the goal is passed once".to_owned())),
        },
        None if outcome == RunOutcome::StepLimit => Err(ReplayError::TooLong),
        None => Err(ReplayError::Differs(format!("{outcome:?}"))),
    }
}

/// The first input of a kind among those that were read.
fn first_read(
    program: &Program,
    inputs: &[RecordedInput],
    is_meant: fn(&InputSource) -> bool,
) -> Option<InputId> {
    let mut read = inputs.iter().map(|given| given.input);
    read.find(|&input| is_meant(&program.inputs[input].source))
}

fn is_doubtful(source: &InputSource) -> bool {
    matches!(source, InputSource::Doubtful(_))
}

fn is_rough(source: &InputSource) -> bool {
    matches!(source, InputSource::Approximated(_))
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

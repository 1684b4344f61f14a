//! Programs that have one run, whatever they read: the run is the proof.
//!
//! A program without inputs, or whose inputs decide nothing, does the same in every run. The
//! interpreter follows it as long as that is so ([`Interpreter::run_determined`]); if it gets to
//! the end, every question about the program is answered, after many more steps than a solver could
//! unroll. It is the certificate at the same time, because no engine and no solver takes part; what
//! it rests on, that nothing the run has decided depends on an input, is tried on a run with other
//! inputs.

use ferric3_ivl::{
    Inputs, Interpreter, Program, PropertyId, PropertyKind, RandomInputs, RecordingInputs,
    RunLimits, RunOutcome,
};
use ferric3_sat::Interrupt;
use ferric3_term::{Terms, Value};

use crate::certificate::certified_run;
use crate::replay::{replay_goals, replay_inputs};
use crate::{CertificateError, Certified, CheckError, Replay, ReplayError};

/// Runs of more steps than this are not followed to the end: that takes a second or two.
const MOST_STEPS: u64 = 30_000_000;

/// Nor are runs that read more inputs than this: a loop that goes on reading and decides nothing by
/// it is hardly one that ends.
const MOST_INPUTS: usize = 50_000;

/// What the only run of a program shows.
pub(crate) struct OnlyRun {
    /// The property that it violates at its end, if it does. No other is violated.
    pub(crate) violation: Option<Replay>,
    /// The coverage goals that it passes, if all that it passes are known. No other is reached.
    pub(crate) reached: Option<Vec<Replay>>,
    /// There is no other run.
    pub(crate) certified: Certified,
}

/// Inputs that are zero, as many as are left.
#[derive(Debug)]
struct Zeros {
    left: usize,
}

impl Inputs for Zeros {
    fn next(&mut self, _: ferric3_ivl::InputId, site: &ferric3_ivl::InputSite) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        Some(Value::zero(site.sort))
    }
}

/// Follow the only run of a program. None if there is more than one, or it is too long, or gets to what
/// is not modelled.
pub(crate) fn only_run(
    program: &Program,
    terms: &Terms,
    interrupt: &Interrupt,
) -> Result<Option<OnlyRun>, CheckError> {
    let is_raised = || interrupt.is_raised();
    let limits = RunLimits {
        max_steps: MOST_STEPS,
        interrupt: Some(&is_raised),
        ..RunLimits::default()
    };
    let mut inputs = RecordingInputs::new(Zeros { left: MOST_INPUTS });
    let mut interpreter = Interpreter::new(program, terms);
    let Ok(outcome) = interpreter.run_determined(&mut inputs, &limits) else {
        return Ok(None);
    };
    let violation = match outcome {
        RunOutcome::Finished { .. }
        | RunOutcome::Stopped { .. }
        | RunOutcome::AssumptionFailed { .. } => None,
        RunOutcome::Violated { property, .. } => {
            if program.properties[property].kind == PropertyKind::Unsupported {
                return Ok(None);
            }
            match replay_inputs(program, terms, inputs.given().to_vec(), property) {
                Ok(replayed) => Some(replayed),
                Err(ReplayError::MayNotExist(_)) => return Ok(None),
                Err(error) => return Err(CheckError::Replay(error)),
            }
        }
        _ => return Ok(None),
    };
    let goals = passed(&interpreter);
    let reached = match goals.last() {
        _ if interpreter.has_open_goals() => None,
        None => Some(Vec::new()),
        Some(&last) => {
            let replays = replay_goals(program, terms, inputs.given(), last);
            replays
                .iter()
                .map(Replay::property)
                .eq(goals.iter().copied())
                .then_some(replays)
        }
    };
    let steps = interpreter.steps();
    let mut other = Interpreter::new(program, terms);
    if interpreter.can_do_without_leaps() {
        other = other.without_leaps();
    }
    match other.run(&mut RandomInputs::new(steps), &mut (), &limits) {
        RunOutcome::Interrupted => Ok(None),
        again
            if is_same_end(&again, &outcome)
                && other.steps() == steps
                && (interpreter.has_open_goals() || passed(&other) == goals) =>
        {
            Ok(Some(OnlyRun {
                violation,
                reached,
                certified: certified_run(steps),
            }))
        }
        _ => Err(CheckError::Certificate(CertificateError::OtherRun)),
    }
}

/// The coverage goals that the last run has passed.
fn passed(interpreter: &Interpreter<'_>) -> Vec<PropertyId> {
    let passed = interpreter.passed().iter();
    passed.map(|passed| passed.goal).collect()
}

/// Do runs end in the same way and at the same place? Results may differ.
fn is_same_end(a: &RunOutcome, b: &RunOutcome) -> bool {
    match (a, b) {
        (RunOutcome::Finished { .. }, RunOutcome::Finished { .. }) => true,
        (RunOutcome::Stopped { span: a, .. }, RunOutcome::Stopped { span: b, .. }) => a == b,
        (RunOutcome::AssumptionFailed { span: a }, RunOutcome::AssumptionFailed { span: b }) => {
            a == b
        }
        (RunOutcome::Violated { property: a, .. }, RunOutcome::Violated { property: b, .. }) => {
            a == b
        }
        _ => false,
    }
}

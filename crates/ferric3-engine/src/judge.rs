//! From an answer to a verdict: proofs are certified, runs are replayed, and nothing else counts.

use std::time::{Duration, Instant};

use ferric3_cfa::{Cfa, TargetId};
use ferric3_ivl::Program;
use ferric3_sat::Interrupt;
use ferric3_solver::SolverConfig;
use ferric3_term::Terms;

use crate::prepare::Prepared;
use crate::replay::may_not_exist;
use crate::{
    Answer, CertificateError, CheckError, Judge, Patience, ReplayError, Task, UnknownReason,
    Verdict, certify, replay,
};

/// A verdict on an answer.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) verdict: Verdict,
    /// What the run of a counterexample gets to that is not modelled.
    pub(crate) obstacle: Option<UnknownReason>,
    /// The task that a proof was certified on.
    pub(crate) certified_on: Option<Task>,
    /// Another answer of the same search, which did not stand.
    pub(crate) refused: Option<CheckError>,
}

impl From<Verdict> for Judged {
    fn from(verdict: Verdict) -> Judged {
        Judged {
            verdict,
            obstacle: None,
            certified_on: None,
            refused: None,
        }
    }
}

/// What a [`Judge`] thinks of an answer.
#[derive(Debug)]
pub struct Opinion {
    ends_search: bool,
    reasons: Option<Result<Judged, CheckError>>,
    time: Duration,
}

impl Opinion {
    /// An opinion of somebody who keeps the reasons.
    pub fn without_reasons(ends_search: bool) -> Opinion {
        Opinion {
            ends_search,
            reasons: None,
            time: Duration::ZERO,
        }
    }

    /// Is the answer accepted, or is there nothing to search for any more?
    pub fn ends_search(&self) -> bool {
        self.ends_search
    }
}

/// Judges answers, while an engine works or afterwards.
pub(crate) struct Court<'a> {
    program: &'a Program,
    solvers: &'a SolverConfig,
    prepared: &'a Prepared,
    /// Has no pass touched the automaton?
    is_plain: bool,
    accepted: Option<Judged>,
    refused: Option<CheckError>,
    /// Why another answer of the same search neither passed its check nor failed it.
    undecided: Option<UnknownReason>,
    time: Duration,
}

impl<'a> Court<'a> {
    /// A court for answers about a task.
    pub(crate) fn new(
        program: &'a Program,
        solvers: &'a SolverConfig,
        prepared: &'a Prepared,
        is_plain: bool,
    ) -> Court<'a> {
        Court {
            program,
            solvers,
            prepared,
            is_plain,
            accepted: None,
            refused: None,
            undecided: None,
            time: Duration::ZERO,
        }
    }

    /// Time spent on answers while the engine worked.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// The verdict, now that the engine has ended with this answer.
    pub(crate) fn rule(mut self, terms: &mut Terms, answer: &Answer) -> Result<Judged, CheckError> {
        if let Some(error) = self.refused.take_if(|error| error.is_disagreement()) {
            return Err(error);
        }
        let refused = self.refused.clone();
        let judged = match (self.accepted.take(), answer) {
            (Some(judged), _) => judged,
            // Out of time: then it does not matter for the verdict what was refused. (A group all of
            // whose answers were refused has none to give either, but nobody has interrupted it.)
            (None, Answer::Unknown(UnknownReason::Interrupted))
                if self.is_out_of_time() || (refused.is_none() && self.undecided.is_none()) =>
            {
                self.interrupted().into()
            }
            (None, Answer::Unknown(_)) if refused.is_none() && self.undecided.is_some() => {
                Verdict::Unknown(self.undecided.take().expect("just seen")).into()
            }
            (None, answer) => match self.refused.take() {
                Some(error) if matches!(answer, Answer::Unknown(_)) => return Err(error),
                _ => self.judge(terms, answer, &self.solvers.interrupt)?,
            },
        };
        Ok(Judged { refused, ..judged })
    }

    fn judge(
        &self,
        terms: &mut Terms,
        answer: &Answer,
        interrupt: &Interrupt,
    ) -> Result<Judged, CheckError> {
        let Prepared { original, task, .. } = self.prepared;
        match answer {
            Answer::Safe(proof) => {
                let patience = if self.is_plain {
                    Patience::Unlimited
                } else {
                    Patience::AsProved
                };
                let solvers = SolverConfig {
                    interrupt: interrupt.clone(),
                    ..self.solvers.clone()
                };
                let carried = original.carry_back(terms, proof, interrupt);
                let certified = carried.and_then(|(whole, proof)| {
                    let certified = certify(&whole, terms, &solvers, proof, patience)?;
                    Ok((whole, certified))
                });
                match certified {
                    Ok((whole, certified)) => Ok(Judged {
                        certified_on: Some(whole),
                        ..Verdict::True(certified).into()
                    }),
                    Err(CertificateError::Interrupted) => Ok(self.interrupted().into()),
                    Err(error @ CertificateError::Undecided(_)) => {
                        let reason = UnknownReason::Solver(error.to_string());
                        Ok(Verdict::Unknown(reason).into())
                    }
                    Err(error) => Err(CheckError::Certificate(error)),
                }
            }
            Answer::Unsafe(counterexample) => {
                let obstacle = match replay(self.program, terms, original, task, counterexample) {
                    Ok(replay) => return Ok(Verdict::False(replay).into()),
                    Err(ReplayError::MayNotExist(input)) => may_not_exist(self.program, input),
                    Err(ReplayError::Obstacle(target)) => self.unsupported(original.cfa(), target),
                    Err(error @ ReplayError::TooLong) if self.is_plain => {
                        let reason = UnknownReason::TooLarge(error.to_string());
                        return Ok(Verdict::Unknown(reason).into());
                    }
                    Err(error) => return Err(CheckError::Replay(error)),
                };
                Ok(Judged {
                    obstacle: Some(obstacle.clone()),
                    ..Verdict::Unknown(obstacle).into()
                })
            }
            Answer::Unknown(UnknownReason::Interrupted) => Ok(self.interrupted().into()),
            Answer::Unknown(reason) => Ok(Verdict::Unknown(reason.clone()).into()),
        }
    }

    fn is_out_of_time(&self) -> bool {
        self.solvers.interrupt.is_raised()
    }

    /// Why was it interrupted?
    fn interrupted(&self) -> Verdict {
        Verdict::Unknown(UnknownReason::interrupted(&self.solvers.interrupt))
    }

    fn unsupported(&self, cfa: &Cfa, target: TargetId) -> UnknownReason {
        let target = cfa.targets[target];
        let construct = target.kind.describe(self.program);
        UnknownReason::Unsupported {
            construct,
            span: target.span,
        }
    }
}

impl Judge for Court<'_> {
    fn consider(&self, terms: &mut Terms, answer: &Answer, interrupt: &Interrupt) -> Opinion {
        let start = Instant::now();
        let reasons = self.judge(terms, answer, interrupt);
        let ends_search = match &reasons {
            // Without a verdict others may go on, unless all of it is to stop, or a run has got to
            // something that is not modelled.
            Ok(judged) => {
                let is_verdict = !matches!(judged.verdict, Verdict::Unknown(_));
                is_verdict || judged.obstacle.is_some() || self.is_out_of_time()
            }
            // Where solvers disagree there is nothing to search for any more.
            Err(error) => error.is_disagreement(),
        };
        Opinion {
            ends_search,
            reasons: Some(reasons),
            time: start.elapsed(),
        }
    }

    fn keep(&mut self, opinion: Opinion) {
        self.time += opinion.time;
        match opinion.reasons {
            Some(Ok(judged)) if opinion.ends_search => self.accepted = Some(judged),
            Some(Ok(judged)) => {
                if let Verdict::Unknown(reason @ UnknownReason::Solver(_)) = judged.verdict {
                    self.undecided = Some(reason);
                }
            }
            Some(Err(error)) => self.refused = Some(error),
            None => {}
        }
    }
}

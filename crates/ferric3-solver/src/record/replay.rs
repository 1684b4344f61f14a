//! Reading scripts that [`QueryRecorder`](super::QueryRecorder) has written, and asking their queries.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use ferric3_term::{TermId, Terms};

use super::read::{Event, Reader};
use crate::smtlib_process::SExpr;
use crate::{CheckResult, Solver};

/// What came of a script.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The answers, in order.
    pub answers: Vec<CheckResult>,
    /// How long each took, with what was asserted since the one before.
    pub times: Vec<Duration>,
    /// Assumptions that were used, over all queries without a model.
    pub failed: u64,
}

/// How long a solver is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For each query.
    pub each: Duration,
    /// After so many without an answer, no more are asked.
    pub unknown: usize,
}

/// Asks `solver`, which is fresh, all queries of a script. Each assumption is the term that it stands for.
pub fn replay(script: impl BufRead, solver: &mut dyn Solver) -> io::Result<Replay> {
    Ok(Recording::read(script)?.ask(solver, None))
}

/// A script that was read, to be asked as often as one likes.
#[derive(Default)]
pub struct Recording {
    terms: Terms,
    events: Vec<Event>,
}

impl Recording {
    /// Reads a script.
    pub fn read(script: impl BufRead) -> io::Result<Recording> {
        let mut reader = Reader::default();
        let mut events = Vec::new();
        for (number, line) in script.lines().enumerate() {
            let mut line = line?;
            line.push('\n');
            let wrong = || {
                let text = format!("line {}: not understood: {line}", number + 1);
                io::Error::new(io::ErrorKind::InvalidData, text)
            };
            let command = SExpr::parse(&line).ok_or_else(wrong)?;
            events.extend(reader.read(&command).ok_or_else(wrong)?);
        }
        Ok(Recording {
            terms: reader.terms,
            events,
        })
    }

    /// The terms of the script.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Keeps the first queries only.
    pub fn keep(&mut self, queries: usize) {
        let is_query = |event: &Event| matches!(event, Event::Check(_));
        let mut seen = 0;
        let end = self.events.iter().position(|event| {
            seen += usize::from(is_query(event));
            seen > queries
        });
        self.events.truncate(end.unwrap_or(self.events.len()));
    }

    /// For each query the terms that are new with it: what was asserted since the query before, and its assumptions.
    pub fn new_terms(&self) -> Vec<Vec<TermId>> {
        let mut all = Vec::new();
        let mut new = Vec::new();
        for event in &self.events {
            match event {
                Event::Assert(clause) => new.extend(clause),
                Event::Limit(_) => {}
                Event::Check(assumptions) => {
                    new.extend(assumptions);
                    all.push(std::mem::take(&mut new));
                }
            }
        }
        all
    }

    /// Asks all queries; with a `patience`, as long as it lasts, whatever were their limits.
    pub fn ask(&self, solver: &mut dyn Solver, patience: Option<Patience>) -> Replay {
        let mut result = Replay::default();
        let mut time = Duration::ZERO;
        let mut unknown = 0;
        for event in &self.events {
            let start = Instant::now();
            match event {
                Event::Assert(clause) => match clause[..] {
                    [term] => solver.assert(&self.terms, term),
                    _ => solver.assert_clause(&self.terms, clause),
                },
                Event::Limit(limit) if patience.is_none() => solver.set_conflict_limit(*limit),
                Event::Limit(_) => {}
                Event::Check(assumptions) => {
                    if let Some(patience) = patience {
                        let interrupt = Interrupt::new().with_deadline(start + patience.each);
                        solver.set_interrupt(interrupt);
                    }
                    let answer = solver.check(&self.terms, assumptions);
                    result.times.push(time + start.elapsed());
                    time = Duration::ZERO;
                    if answer == CheckResult::Unsat {
                        result.failed += solver.failed_assumptions().len() as u64;
                    }
                    unknown += usize::from(matches!(answer, CheckResult::Unknown(_)));
                    result.answers.push(answer);
                    if patience.is_some_and(|patience| unknown >= patience.unknown) {
                        break;
                    }
                    continue;
                }
            }
            time += start.elapsed();
        }
        result
    }
}

//! Reading streams back.

use std::fmt;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use crate::{Lit, SatResult, SatSolver, SatStats};

/// What came out of a replay.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// The answer of every query, in order.
    pub answers: Vec<SatResult>,
    /// Counters of the solver at the end.
    pub stats: SatStats,
    /// Time of everything the solver was asked to do, clauses included.
    pub time: Duration,
    /// Assumptions that failed, over all queries: how small the cores are.
    pub failed: u64,
}

/// Why a stream could not be replayed.
#[derive(Debug)]
pub enum ReplayError {
    /// Reading failed.
    Io(io::Error),
    /// The line with this number (from 1) is not an event.
    BadLine(usize),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Io(error) => write!(f, "cannot read the stream: {error}"),
            ReplayError::BadLine(number) => write!(f, "line {number} is not an event of a stream"),
        }
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReplayError::Io(error) => Some(error),
            ReplayError::BadLine(_) => None,
        }
    }
}

impl From<io::Error> for ReplayError {
    fn from(error: io::Error) -> ReplayError {
        ReplayError::Io(error)
    }
}

enum Event {
    Var,
    Clause(Vec<Lit>),
    Definition(Vec<Lit>),
    Relate(Vec<Lit>),
    Limit(Option<u64>),
    Solve(Vec<Lit>),
}

/// Ask `solver` everything that is in the stream. After `Unsat` the core is read and after `Sat`
/// a value, as any user would: some solvers do part of their work only then.
pub fn replay(reader: impl BufRead, solver: &mut dyn SatSolver) -> Result<Replay, ReplayError> {
    let mut replay = Replay::default();
    let mut vars = 0;
    for (index, line) in reader.lines().enumerate() {
        // Parsed before the clock starts, one line at a time: streams can be large.
        let event = parse(&line?, vars).ok_or(ReplayError::BadLine(index + 1))?;
        let start = Instant::now();
        match event {
            Event::Var => {
                solver.new_var();
                vars += 1;
            }
            Event::Clause(clause) => solver.add_clause(&clause),
            Event::Definition(clause) => solver.add_definition(&clause),
            Event::Relate(lits) => {
                if let [first, rest @ ..] = &lits[..] {
                    solver.relate(first.var(), rest);
                }
            }
            Event::Limit(limit) => solver.set_conflict_limit(limit),
            Event::Solve(assumptions) => {
                let answer = solver.solve(&assumptions);
                match answer {
                    SatResult::Sat => {
                        let holds = assumptions.iter().all(|&lit| solver.value(lit));
                        debug_assert!(holds, "assumptions hold in the model");
                    }
                    SatResult::Unsat => {
                        let failed = assumptions.iter().filter(|&&lit| solver.failed(lit));
                        replay.failed += failed.count() as u64;
                    }
                    SatResult::Unknown => {}
                }
                replay.answers.push(answer);
            }
        }
        replay.time += start.elapsed();
    }
    replay.stats = solver.stats();
    Ok(replay)
}

/// The event of a line, if it is one and its literals are among the first `vars` variables.
fn parse(line: &str, vars: usize) -> Option<Event> {
    let mut words = line.split_ascii_whitespace();
    let event = match words.next()? {
        "v" => Event::Var,
        "c" => Event::Clause(parse_lits(&mut words, vars)?),
        "d" => Event::Definition(parse_lits(&mut words, vars)?),
        "r" => Event::Relate(parse_lits(&mut words, vars)?),
        "s" => Event::Solve(parse_lits(&mut words, vars)?),
        "l" => Event::Limit(match words.next() {
            Some(limit) => Some(limit.parse().ok()?),
            None => None,
        }),
        _ => return None,
    };
    words.next().is_none().then_some(event)
}

fn parse_lits<'a>(words: &mut impl Iterator<Item = &'a str>, vars: usize) -> Option<Vec<Lit>> {
    let mut lits = Vec::new();
    loop {
        match words.next()?.parse().ok()? {
            0 => return Some(lits),
            number => {
                lits.push(Lit::from_dimacs(number).filter(|lit| lit.var().index() < vars)?);
            }
        }
    }
}

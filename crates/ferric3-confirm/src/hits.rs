//! What a program reported: the contents of the file that its runtime maps into memory.

use ferric3_c::instrument::{Numbers, Vector};

/// Places in the table of evaluations. A power of two.
pub(crate) const VECTORS: usize = 1 << 17;

const HEADER: usize = 64;
const HIT: usize = 16;
const VECTOR: usize = 40;

/// When something happened first in random runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    /// The run, from 0; its seed is that of the search plus this number.
    pub run: u32,
    /// Cycles that had begun in it.
    pub cycle: u64,
}

/// An evaluation of a decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Evaluation {
    /// Its number.
    pub decision: u32,
    /// The values of its conditions.
    pub vector: Vector,
    /// Its outcome.
    pub outcome: bool,
    /// When it was seen first.
    pub first: Moment,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, by a signal, or because it took too long.
    Itself,
    /// It read more inputs than were given.
    InputsUsedUp,
    /// An assumption did not hold.
    Assumption,
    /// It called an error function that has no body.
    ErrorCall,
    /// There were enough cycles.
    Cycles,
    /// It read enough inputs.
    Reads,
    /// The inputs that were left are of other functions.
    NoSuchInput,
    /// It called a function without a body whose value cannot be given.
    UnknownValue,
}

/// What a program reported.
#[derive(Clone, Debug)]
pub struct Hits {
    /// How the last run ended.
    pub end: End,
    /// How many inputs were read.
    pub inputs: u64,
    /// How many cycles began.
    pub cycles: u64,
    /// Random runs.
    pub runs: u64,
    /// Evaluations that found no place in the table.
    pub lost: u64,
    /// For each probe when it was hit first; behind them for each call when it marked a goal.
    pub(crate) hits: Vec<Option<Moment>>,
    /// Evaluations, in order.
    pub evaluations: Vec<Evaluation>,
    probes: usize,
}

impl Hits {
    /// When the probe was hit first.
    #[must_use]
    pub fn probe(&self, number: u32) -> Option<Moment> {
        self.hits.get(number as usize).copied().flatten()
    }

    /// When the call with this probe marked a goal.
    pub(crate) fn mark(&self, number: u32) -> Option<Moment> {
        self.hits
            .get(self.probes + number as usize)
            .copied()
            .flatten()
    }

    /// Evaluations of one decision.
    pub fn of_decision(&self, decision: u32) -> impl Iterator<Item = &Evaluation> {
        let from = self.evaluations.partition_point(|e| e.decision < decision);
        self.evaluations[from..]
            .iter()
            .take_while(move |e| e.decision == decision)
    }

    /// The contents of the file.
    pub(crate) fn read(bytes: &[u8], sizes: Numbers) -> Option<Hits> {
        let probes = sizes.probes as usize;
        let hits = bytes.get(HEADER..)?;
        let vectors = hits.get(2 * probes * HIT..)?;
        let table = vectors
            .chunks_exact(VECTOR)
            .filter(|one| u32_at(one, 0) != 0);
        let mut evaluations: Vec<Evaluation> = table
            .map(|one| Evaluation {
                decision: u32_at(one, 4),
                vector: Vector {
                    evaluated: u64_at(one, 8),
                    values: u64_at(one, 16),
                },
                outcome: u32_at(one, 24) != 0,
                first: Moment {
                    run: u32_at(one, 28),
                    cycle: u64_at(one, 32),
                },
            })
            .collect();
        evaluations.sort_unstable();
        let hits = hits[..2 * probes * HIT].chunks_exact(HIT).map(|one| {
            (u32_at(one, 0) != 0).then(|| Moment {
                run: u32_at(one, 4),
                cycle: u64_at(one, 8),
            })
        });
        Some(Hits {
            end: match u64_at(bytes, 0) {
                1 => End::InputsUsedUp,
                2 => End::Assumption,
                3 => End::ErrorCall,
                4 => End::Cycles,
                5 => End::Reads,
                6 => End::NoSuchInput,
                7 => End::UnknownValue,
                _ => End::Itself,
            },
            inputs: u64_at(bytes, 8),
            cycles: u64_at(bytes, 16),
            runs: u64_at(bytes, 24),
            lost: u64_at(bytes, 32),
            hits: hits.collect(),
            evaluations,
            probes,
        })
    }
}

/// A number as the program wrote it, on this very machine. The caller gives enough bytes.
fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let bytes = bytes[at..at + 4].try_into();
    u32::from_ne_bytes(bytes.expect("four bytes were taken"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes[at..at + 8].try_into();
    u64::from_ne_bytes(bytes.expect("eight bytes were taken"))
}

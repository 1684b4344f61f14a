//! Passes: the automaton gets smaller before an engine sees it.
//!
//! Every pass takes an automaton with small blocks and returns a smaller one together with the
//! [`Reduction`] that leads back. Passes run in the order of [`Pass::ALL`] until nothing changes;
//! large blocks come last. Nobody trusts a pass: a proof or a run that was found on the small
//! automaton is checked on the one that came in.

mod bisimulation;
mod dead;
mod expand;
mod infeasible;
mod live;
mod merge_equal;
mod options;
mod postdominators;
mod reduction;
mod slice;
mod stats;
mod straight;
mod unreachable;
mod value_numbers;
mod values;

use std::time::Instant;

use ferric3_term::Terms;

pub(crate) use live::live_variables_until;
pub use live::{LiveVariables, live_variables};
pub use options::{Pass, PassOptions, PassSet, UnknownPass};
pub use reduction::{Image, Reduction};
pub use stats::{AutomatonSize, PassStats};

use crate::{Cfa, Stop, Stopped};

/// A smaller automaton, and how it came about.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The automaton.
    pub cfa: Cfa,
    /// The way back to the automaton that came in.
    pub reduction: Reduction,
    /// What each pass did that was switched on, in the order of [`Pass::ALL`].
    pub stats: Vec<PassStats>,
}

/// What one pass returns.
struct Outcome {
    cfa: Cfa,
    reduction: Reduction,
    /// Is the automaton another one?
    changed: bool,
}

/// Make an automaton with small blocks smaller: all passes of `options`, again and again until
/// none of them changes anything. An automaton with choices on its edges comes back as it is.
pub fn reduce(cfa: Cfa, terms: &mut Terms, options: &PassOptions) -> Reduced {
    reduce_until(cfa, terms, options, Stop::NEVER).expect("nobody asks to stop")
}

/// The same, unless somebody asks to stop.
pub fn reduce_until(
    mut cfa: Cfa,
    terms: &mut Terms,
    options: &PassOptions,
    stop: Stop<'_>,
) -> Result<Reduced, Stopped> {
    let mut reduction = Reduction::identity(cfa.locations.ids());
    let mut stats: Vec<PassStats> = Vec::new();
    if !straight::is_straight(&cfa) {
        return Ok(Reduced {
            cfa,
            reduction,
            stats,
        });
    }
    let mut size = AutomatonSize::of(&cfa, terms);
    stats.extend(
        Pass::ALL
            .into_iter()
            .filter(|&pass| options.passes.has(pass))
            .map(|pass| PassStats::new(pass, size)),
    );
    // Passes that have seen the automaton as it is now.
    let mut idle = 0;
    for _ in 0..options.max_rounds {
        for entry in &mut stats {
            if idle == options.passes.len() {
                break;
            }
            let start = Instant::now();
            let outcome = run(entry.pass, cfa, terms, stop)?;
            let before = size;
            cfa = outcome.cfa;
            idle += 1;
            debug_assert_eq!(cfa.validate(terms), Ok(()), "after {:?}", entry.pass);
            if outcome.changed {
                idle = 1;
                reduction = reduction.then(&outcome.reduction);
                size = AutomatonSize::of(&cfa, terms);
            }
            // Some passes give up rather than stop.
            stop.ask()?;
            entry.record(outcome.changed, before, size, start.elapsed());
        }
    }
    Ok(Reduced {
        cfa,
        reduction,
        stats,
    })
}

fn run(pass: Pass, cfa: Cfa, terms: &mut Terms, stop: Stop<'_>) -> Result<Outcome, Stopped> {
    match pass {
        Pass::Unreachable => Ok(unreachable::run(cfa, terms)),
        Pass::Constants => values::run(cfa, terms, values::Domain::Expressions, stop),
        Pass::Copies => values::run(cfa, terms, values::Domain::Copies, stop),
        Pass::MergeEqual => merge_equal::run(cfa, terms, stop),
        Pass::Dead => dead::run(cfa, terms, stop),
        Pass::Infeasible => infeasible::run(cfa, terms, stop),
        Pass::Slice => slice::run(cfa, terms, stop),
        Pass::Bisimulation => bisimulation::run(cfa, stop),
    }
}

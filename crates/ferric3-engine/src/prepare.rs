//! From a program to the task that engines get: build, reduce, look for facts, large blocks.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ferric3_cfa::{
    BuildOptions, Cfa, Clauses, FactOptions, Facts, Obstacles, PassOptions, PassStats, Stop,
    Stopped, TargetKind, analyse_until, blocks_until, build, mark_loop_heads, reduce_until,
};
use ferric3_ivl::{Program, PropertyId};
use ferric3_sat::Interrupt;
use ferric3_term::Terms;

use crate::{Original, Progress, SizeStats, Task, UnknownReason};

/// A task, and the automaton that it came from.
pub(crate) struct Prepared {
    pub(crate) original: Original,
    pub(crate) task: Task,
    pub(crate) size: SizeStats,
    pub(crate) passes: Vec<PassStats>,
    /// Time by phase, in order.
    pub(crate) phases: Vec<(&'static str, Duration)>,
}

impl Prepared {
    /// The same without the errors that nobody asks about, and with `lemmas` as facts. None if it is
    /// not known what an edge into the error location leads to.
    ///
    /// Nothing is built or analysed again; `lemmas` are inductive together with the facts.
    pub(crate) fn restricted(
        &self,
        terms: &mut Terms,
        is_asked: &dyn Fn(TargetKind) -> bool,
        lemmas: &Clauses,
    ) -> Option<Prepared> {
        let task = self.task.restricted(terms, is_asked)?;
        let facts = task.facts.clone().with(lemmas);
        Some(Prepared {
            original: self.original.restricted(is_asked)?,
            task: task.with_facts(facts),
            size: self.size,
            passes: self.passes.clone(),
            phases: Vec::new(),
        })
    }
}

/// Prepare a program, with some of its coverage goals, unless that takes too long.
pub(crate) fn prepare(
    program: &Program,
    terms: &mut Terms,
    (obstacles, coverage): (Obstacles, &BTreeSet<PropertyId>),
    passes: &PassOptions,
    facts: Option<&FactOptions>,
    (interrupt, progress): (&Interrupt, &mut dyn Progress),
) -> Result<Prepared, UnknownReason> {
    progress.enter("automaton");
    let start = Instant::now();
    let options = BuildOptions {
        obstacles,
        coverage: coverage.clone(),
        ..BuildOptions::default()
    };
    let mut small = build(program, terms, options)
        .map_err(|error| UnknownReason::TooLarge(error.to_string()))?;
    mark_loop_heads(&mut small);
    let phase = ("automaton", start.elapsed());
    let is_over = || interrupt.is_raised();
    let how = (passes, facts, Stop::when(&is_over));
    make_smaller(small, terms, how, phase, progress)
        .map_err(|Stopped| UnknownReason::interrupted(interrupt))
}

/// Reduce an automaton, look for facts, and make large blocks.
fn make_smaller(
    small: Cfa,
    terms: &mut Terms,
    (passes, facts, stop): (&PassOptions, Option<&FactOptions>, Stop<'_>),
    before: (&'static str, Duration),
    progress: &mut dyn Progress,
) -> Result<Prepared, Stopped> {
    let mut phases = vec![before];
    let mut size = SizeStats {
        small_locations: small.locations.len(),
        small_edges: small.edges.len(),
        small_variables: small.state.len(),
        ..SizeStats::default()
    };

    progress.enter("passes");
    let start = Instant::now();
    let reduced = reduce_until(small.clone(), terms, passes, stop)?;
    phases.push(("passes", start.elapsed()));

    progress.enter("facts");
    let start = Instant::now();
    let facts = match facts {
        Some(options) => {
            let analysis = analyse_until(&reduced.cfa, terms, options, stop)?;
            analysis.facts().clone()
        }
        None => Facts::default(),
    };
    phases.push(("facts", start.elapsed()));

    progress.enter("large blocks");
    let start = Instant::now();
    let large = blocks_until(reduced.cfa, terms, passes.blocks, stop)?;
    let facts = facts.after(&large.reduction);
    size.locations = large.cfa.locations.len();
    size.edges = large.cfa.edges.len();
    size.variables = large.cfa.state.len();
    let task = Task::new_until(large.cfa, terms, stop)?.with_facts(facts);
    phases.push(("large blocks", start.elapsed()));
    Ok(Prepared {
        original: Original::new(small, reduced.reduction.then(&large.reduction)),
        task,
        size,
        passes: reduced.stats,
        phases,
    })
}

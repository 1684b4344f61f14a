//! Localisation (Kurshan 1994; Clarke et al.: CEGAR, CAV 2000): a proof need not know everything.
//!
//! IC3 searches an abstraction in which only some details are seen: at first the conditions of the
//! property and what cheaply decides their variables. Everything else is an input, so that solvers
//! never meet the circuits of what a proof does not need. A run of the abstraction is looked for
//! again in the automaton, along its path; if there is none, the details that tell are seen from
//! then on.
//!
//! | file | idea |
//! |---|---|
//! | `small_blocks.rs` | large blocks taken apart, so that details have places |
//! | `details.rs` | what can be hidden, and what it costs to see it |
//! | `abstraction.rs` | the automaton with details hidden, and the way back |
//! | `path.rs` | a run along a path, or the details that exclude it |
//! | `kept.rs` | lemmas that stay from one abstraction to the next |
//!
//! The relations of abstractions contain that of the automaton and get smaller, so lemmas that were
//! inductive stay, and invariants are invariants of the automaton. Every refinement sees a detail
//! more, and with all details seen the abstraction is the automaton: no run is lost, and the search
//! ends where IC3 does.

mod abstraction;
mod details;
mod kept;
mod path;
mod small_blocks;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ferric3_cfa::{Pass, Stop};
use ferric3_term::Terms;

use self::abstraction::{Abstraction, Abstractor};
use self::details::{Detail, Details, count, variable};
use self::kept::{Kept, Known};
use self::path::{Found, Path};
use self::small_blocks::SmallBlocks;
use crate::engine::TERM_WORK;
use crate::ic3::{REFINEMENTS, SPURIOUS_RUNS};
use crate::{
    Answer, Counterexample, Engine, EngineStats, History, Ic3Cfa, Ic3CfaOptions, Knowledge, Moment,
    Precision, Proof, Session, Task, UnknownReason,
};

/// An automaton with fewer variables is small.
const MANY_VARIABLES: usize = 60;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Localise {
    options: Ic3CfaOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Localise {
    /// An engine whose IC3 has the given options.
    pub fn new(options: Ic3CfaOptions) -> Localise {
        Localise {
            options,
            ..Localise::default()
        }
    }

    /// Is there enough to hide? A refinement costs about what IC3 needs to decide a small program.
    pub(crate) fn pays(task: &Task) -> bool {
        task.cfa.deterministic && task.cfa.state.len() >= MANY_VARIABLES
    }
}

impl Engine for Localise {
    fn name(&self) -> &'static str {
        "local"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut ic3 = Ic3Cfa::new(self.options.clone());
        if !task.cfa.deterministic {
            // Only an automaton with one way for each input can be followed along a path.
            let answer = ic3.solve(task, terms, session);
            self.stats = ic3.stats();
            self.knowledge = ic3.knowledge();
            return answer;
        }
        let blocks = SmallBlocks::of(task, terms);
        let details = Details::of(&blocks, terms);
        let mut search = Search {
            task,
            seen: details.of_property(&blocks, terms),
            abstractor: Abstractor::new(&blocks, terms),
            known: Known::of(task),
            blocks: &blocks,
            details: &details,
            refinements: 0,
            stats: EngineStats::default(),
        };
        let answer = search.run(&mut ic3, terms, session);
        (self.stats, self.knowledge) = search.into_stats();
        answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

/// One run of the engine.
struct Search<'a> {
    task: &'a Task,
    blocks: &'a SmallBlocks,
    details: &'a Details,
    abstractor: Abstractor,
    /// What is seen.
    seen: BTreeSet<Detail>,
    known: Known,
    refinements: u64,
    stats: EngineStats,
}

impl Search<'_> {
    fn run(&mut self, ic3: &mut Ic3Cfa, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        loop {
            let size = terms.len();
            self.known.learn(session.exchange.receive(terms));
            let known = self.known.clauses();
            let interrupt = &session.solvers.interrupt;
            let is_over = || interrupt.is_raised();
            let (seen, stop) = (&self.seen, Stop::when(&is_over));
            let abstraction = self
                .abstractor
                .abstraction(self.blocks, terms, seen, known, stop);
            interrupt.work(TERM_WORK * (terms.len() - size) as u64);
            let Some(abstraction) = abstraction.ok().filter(|_| !interrupt.is_raised()) else {
                return Answer::Unknown(UnknownReason::Interrupted);
            };
            let mut kept = Kept {
                abstraction: &abstraction,
                known: &mut self.known,
                outer: &mut *session.exchange,
            };
            let mut inner = Session {
                solvers: session.solvers,
                progress: &mut *session.progress,
                exchange: &mut kept,
                judge: &mut (),
                unrollings: session.unrollings,
            };
            let answer = ic3.solve(&abstraction.task, terms, &mut inner);
            let stats = ic3.stats();
            self.keep(stats.history);
            self.stats.solver.add(&stats.solver);
            self.stats.level = stats.level;
            self.stats.counters = stats.counters;
            let run = match answer {
                Answer::Safe(Proof::Invariant(invariant)) => {
                    let known = self.known.clauses();
                    let carried = abstraction.carry_back(self.task, terms, &invariant, known);
                    let carried = carried.expect("passes keep the locations of the task");
                    return Answer::Safe(Proof::Invariant(carried));
                }
                Answer::Unsafe(run) => run,
                Answer::Unknown(reason) => return Answer::Unknown(reason),
                Answer::Safe(_) => unreachable!("its proofs are invariants"),
            };
            if let Some(answer) = self.refine(&abstraction, &run, terms, session) {
                return answer;
            }
            self.refinements += 1;
        }
    }

    /// Keep the course of a search on an abstraction.
    fn keep(&mut self, history: Option<History>) {
        if let Some(history) = history {
            let now = Moment {
                queries: self.stats.solver.queries,
                precision: self.seen.len() as u64,
                refinements: self.refinements,
                spurious: self.refinements,
                ..Moment::default()
            };
            let kept = self.stats.history.get_or_insert_default();
            kept.append(Precision::Details, &now, history);
        }
    }

    /// Look for a run along the path of one of the abstraction. If there is none, more is seen, and
    /// there is no answer yet.
    fn refine(
        &mut self,
        abstraction: &Abstraction,
        run: &Counterexample,
        terms: &mut Terms,
        session: &mut Session<'_>,
    ) -> Option<Answer> {
        let path = match abstraction.path(terms, run) {
            Ok(path) => path,
            // A pass has left out a loop that does not end.
            Err(_) if self.abstractor.passes.has(Pass::Slice) => {
                self.abstractor.passes = self.abstractor.passes.without(Pass::Slice);
                return None;
            }
            Err(error) => {
                let reason = format!("a run of an abstraction cannot be followed: {error}");
                return Some(Answer::Unknown(UnknownReason::TooLarge(reason)));
            }
        };
        let assumed = &abstraction.assumed;
        let mut path = Path::execute(
            self.blocks,
            self.details,
            terms,
            session.solvers,
            &self.seen,
            assumed,
            &path,
        );
        let found = path.search();
        self.stats.solver.add(&path.stats());
        match found {
            Found::Run(run) => return Some(Answer::Unsafe(run)),
            Found::Nothing(why) => return Some(Answer::Unknown(why.into())),
            Found::Reasons(details) => self.see(&details),
            Found::Hidden(details) => {
                let cheap = details.iter().copied();
                let cheap: Vec<Detail> = cheap.filter(|&d| self.details.is_cheap(d)).collect();
                self.see(if cheap.is_empty() { &details } else { &cheap });
            }
        }
        None
    }

    /// See these details, and what cheaply decides the same variables.
    fn see(&mut self, details: &[Detail]) {
        debug_assert!(details.iter().any(|detail| !self.seen.contains(detail)));
        for &detail in details {
            self.seen.insert(detail);
            if let Some(variable) = variable(&self.blocks.cfa.commands, detail) {
                self.seen.extend(self.details.cheap_values(variable));
            }
        }
    }

    fn into_stats(self) -> (EngineStats, Knowledge) {
        let mut stats = self.stats;
        let (values, conditions) = self.details.count();
        let (seen_values, seen_conditions) = count(self.seen.iter());
        stats.counters.extend([
            (REFINEMENTS, self.refinements),
            // Each of them has refuted one.
            (SPURIOUS_RUNS, self.refinements),
            ("assignments", values as u64),
            ("assignments seen", seen_values as u64),
            ("conditions", conditions as u64),
            ("conditions seen", seen_conditions as u64),
        ]);
        let knowledge = Knowledge {
            known: self.known.into_clauses(),
            ..Knowledge::default()
        };
        (stats, knowledge)
    }
}

//! Monolithic IC3: the program counter is a variable, and there is one sequence of frames.
//!
//! This is how IC3 came from circuits to programs (IC3SMT in the comparisons of Cimatti and Griggio,
//! CAV 2012, and of IC3CFA, FMCAD 2015): no use is made of control flow. It is the core of IC3 with
//! the policies of `ic3cfa`, on an automaton with one location that loops, so what the two engines
//! differ in is control flow alone.
//!
//! | file        | idea |
//! |-------------|------|
//! | `system.rs` | the automaton as a transition system with a program counter |
//! | `back.rs`   | proofs, runs and clauses, back to the automaton |

mod back;
mod system;

use ferric3_cfa::LocId;
use ferric3_term::{SymbolId, TermId, Terms};

use self::back::Back;
use self::system::System;
use crate::{
    Answer, Engine, EngineStats, Exchange, Ic3Cfa, Ic3CfaOptions, Knowledge, Preset, Proof,
    Session, Task, Technique, TechniqueSet, UnknownReason,
};

/// The variants of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ic3Preset {
    /// Predecessors are preconditions, as in `ic3cfa`.
    #[default]
    Default,
    /// Predecessors are single states, lifted by unsat cores, as for circuits.
    States,
}

impl Ic3Preset {
    /// All presets.
    pub const ALL: [Ic3Preset; 2] = [Ic3Preset::Default, Ic3Preset::States];

    /// The engine's name with this preset.
    pub fn engine_name(self) -> &'static str {
        match self {
            Ic3Preset::Default => "ic3",
            Ic3Preset::States => "ic3:states",
        }
    }

    /// The techniques of the preset.
    pub fn techniques(self) -> TechniqueSet {
        let default = Preset::Default.techniques();
        match self {
            Ic3Preset::Default => default,
            Ic3Preset::States => default.without(Technique::WepCubes),
        }
    }
}

impl From<Ic3Preset> for Ic3CfaOptions {
    fn from(preset: Ic3Preset) -> Ic3CfaOptions {
        Ic3CfaOptions {
            techniques: preset.techniques(),
        }
    }
}

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Ic3 {
    options: Ic3CfaOptions,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl Ic3 {
    /// An engine with the given options.
    pub fn new(options: Ic3CfaOptions) -> Ic3 {
        Ic3 {
            options,
            ..Ic3::default()
        }
    }
}

impl Engine for Ic3 {
    fn name(&self) -> &'static str {
        "ic3"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let options = self.options.clone();
        let solved = solve(task, terms, session, |_| Ic3Cfa::new(options));
        (self.stats, self.knowledge) = (solved.stats, solved.knowledge);
        solved.answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

/// What an engine did on the system, as if it had been the automaton.
pub(crate) struct Solved {
    pub(crate) answer: Answer,
    pub(crate) stats: EngineStats,
    pub(crate) knowledge: Knowledge,
}

/// Let an engine that proves by invariants, or by k-induction, decide the system of a task. It is made for the symbol of
/// the program counter.
pub(crate) fn solve<E: Engine>(
    task: &Task,
    terms: &mut Terms,
    session: &mut Session<'_>,
    make: impl FnOnce(SymbolId) -> E,
) -> Solved {
    let system = System::of(task, terms);
    let mut told = Told {
        system: &system,
        task,
        outer: &mut *session.exchange,
    };
    let mut inner = Session {
        solvers: session.solvers,
        progress: &mut *session.progress,
        exchange: &mut told,
        judge: &mut (),
        unrollings: session.unrollings,
    };
    let mut engine = make(system.pc.symbol);
    let answer = engine.solve(&system.task, terms, &mut inner);
    let back = Back {
        task,
        system: &system,
        solvers: session.solvers,
    };
    let mut stats = engine.stats();
    let width = u64::from(system.pc.width);
    stats.counters.insert("bits of the program counter", width);
    let knowledge = back.knowledge(terms, engine.knowledge());
    let answer = match answer {
        Answer::Safe(Proof::Invariant(invariant)) => {
            Answer::Safe(Proof::Invariant(back.invariant(terms, &invariant)))
        }
        // The loop's edges are those of the automaton, so the step case is the same. Its runs are shorter by one edge, the
        // first; but one of exactly `k` edges is a path from the initial states, which the step case excludes.
        Answer::Safe(Proof::KInduction { k, auxiliary }) => {
            let auxiliary = back.invariant(terms, &auxiliary);
            Answer::Safe(Proof::KInduction { k, auxiliary })
        }
        Answer::Unsafe(run) => match back.run(terms, &run) {
            Some(run) => Answer::Unsafe(run),
            None if session.solvers.interrupt.is_raised() => {
                Answer::Unknown(UnknownReason::Interrupted)
            }
            None => {
                debug_assert!(false, "a run of the system is one of the automaton");
                let reason = "a run of the system cannot be followed".to_owned();
                Answer::Unknown(UnknownReason::TooLarge(reason))
            }
        },
        other @ (Answer::Safe(_) | Answer::Unknown(_)) => other,
    };
    Solved {
        answer,
        stats,
        knowledge,
    }
}

/// What other engines tell holds where the program counter says. What this one finds is not told:
/// nobody waits for the slowest of the family.
struct Told<'a> {
    system: &'a System,
    task: &'a Task,
    outer: &'a mut dyn Exchange,
}

impl Exchange for Told<'_> {
    fn publish(&mut self, _: &Terms, _: &[(LocId, TermId)]) {}

    fn has_others(&self) -> bool {
        false
    }

    fn receive(&mut self, terms: &mut Terms) -> Vec<(LocId, TermId)> {
        let told = self.outer.receive(terms).into_iter();
        let ends = [self.task.cfa.initial, self.task.cfa.error];
        let told = told.filter(|(loc, _)| !ends.contains(loc));
        told.map(|(loc, clause)| {
            let clause = self.system.pc.only_at(terms, loc, clause);
            (self.system.head, clause)
        })
        .collect()
    }
}

//! The engine for everybody: a short bounded search, then several engines side by side.
//!
//! Bounded model checking decides at once what ends soon (programs without loops, short loops over
//! known values, shallow bugs), which is where IC3 wastes its generality. What is left is for a
//! group of engines that complement one another. The bounded search is limited by effort, not by
//! time, and so are the turns of the group, so that the same input gives the same result.

use ferric3_term::Terms;

use crate::portfolio::{self, GroupAnswer};
use crate::{
    Answer, Bmc, Engine, EngineKind, EngineStats, Ic3CfaOptions, Session, Task, UnknownReason,
    Unwind,
};

/// How much the bounded search may do before the group takes over; see [`Bmc::with_effort`].
const BMC_EFFORT: u64 = 500_000;

/// The same for the search along loops, unless all of them end.
const UNWIND_EFFORT: u64 = 150_000;

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutoOptions {
    /// Options of the group's IC3.
    pub ic3cfa: Ic3CfaOptions,
    /// So many members of the group run at a time. The result does not depend on it.
    pub cores: usize,
}

impl Default for AutoOptions {
    fn default() -> AutoOptions {
        AutoOptions {
            ic3cfa: Ic3CfaOptions::default(),
            cores: 1,
        }
    }
}

/// The engine.
#[derive(Debug)]
pub struct Auto {
    options: AutoOptions,
    name: &'static str,
    stats: EngineStats,
}

impl Auto {
    /// An engine with the given options.
    pub fn new(options: AutoOptions) -> Auto {
        Auto {
            options,
            name: "auto",
            stats: EngineStats::default(),
        }
    }

    /// The members of the group.
    fn members(&self) -> Vec<EngineKind> {
        vec![
            EngineKind::Ic3Cfa(self.options.ic3cfa.clone()),
            EngineKind::KInduction { max_k: None },
        ]
    }
}

impl Engine for Auto {
    /// The name of the part that decided.
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut unwind = Unwind::with_effort(UNWIND_EFFORT);
        let answer = unwind.solve(task, terms, session);
        let unwound = unwind.stats();
        if !matches!(answer, Answer::Unknown(UnknownReason::Bound(_))) {
            self.name = unwind.name();
            self.stats = unwound;
            return answer;
        }
        let mut bmc = Bmc::with_effort(BMC_EFFORT);
        let answer = bmc.solve(task, terms, session);
        let mut first = bmc.stats();
        first.solver.add(&unwound.solver);
        let depth = &mut first.knowledge.depth;
        *depth = unwound.knowledge.depth.max(*depth);
        if !matches!(answer, Answer::Unknown(UnknownReason::Bound(_))) {
            self.name = bmc.name();
            self.stats = first;
            return answer;
        }
        let GroupAnswer {
            answer,
            engine,
            stats,
            contributions,
        } = portfolio::solve(&self.members(), self.options.cores, task, terms, session);
        self.name = engine.unwrap_or("auto");
        self.stats = EngineStats {
            contributions,
            ..stats
        };
        self.stats.solver.add(&first.solver);
        let depth = &mut self.stats.knowledge.depth;
        *depth = first.knowledge.depth.max(*depth);
        let depth = first.level as u64;
        let counters = &mut self.stats.counters;
        counters.insert("depth of the first bounded search", depth);
        answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }
}

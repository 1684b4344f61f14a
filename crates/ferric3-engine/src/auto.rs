//! The engine for everybody: a bounded search first, IC3 after it.
//!
//! Bounded model checking decides at once what ends soon (short loops over known values, shallow
//! bugs), which is where IC3 wastes its generality; IC3 has the rest of the time. The bounded
//! search is limited by effort, not by time, so that the same input gives the same result.

use ferric3_term::Terms;

use crate::{
    Answer, Bmc, Engine, EngineStats, Ic3Cfa, Ic3CfaOptions, Session, Task, UnknownReason,
};

/// How much the bounded search may do before IC3 takes over; see [`Bmc::with_effort`].
const BMC_EFFORT: u64 = 1_500_000;

/// The engine.
#[derive(Debug)]
pub struct Auto {
    bmc: Bmc,
    ic3cfa: Ic3Cfa,
    /// Did the bounded search decide?
    by_bmc: bool,
}

impl Auto {
    /// An engine whose second part has the given options.
    pub fn new(options: Ic3CfaOptions) -> Auto {
        Auto {
            bmc: Bmc::with_effort(BMC_EFFORT),
            ic3cfa: Ic3Cfa::new(options),
            by_bmc: false,
        }
    }
}

impl Engine for Auto {
    /// The name of the part that decided.
    fn name(&self) -> &'static str {
        if self.by_bmc {
            self.bmc.name()
        } else {
            self.ic3cfa.name()
        }
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let answer = self.bmc.solve(task, terms, session);
        self.by_bmc = !matches!(answer, Answer::Unknown(UnknownReason::Bound(_)));
        if self.by_bmc {
            return answer;
        }
        self.ic3cfa.solve(task, terms, session)
    }

    fn stats(&self) -> EngineStats {
        let bmc = self.bmc.stats();
        if self.by_bmc {
            return bmc;
        }
        let mut stats = self.ic3cfa.stats();
        stats.solver.add(&bmc.solver);
        stats
            .counters
            .insert("depth of the bounded search", bmc.level as u64);
        stats
    }
}

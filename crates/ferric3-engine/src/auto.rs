//! The engine for everybody: a short bounded search, then several engines side by side.
//!
//! Bounded model checking decides at once what ends soon (programs without loops, short loops over
//! known values, shallow bugs), which is where IC3 wastes its generality. What is left is for a
//! group of engines that complement one another. The bounded search is limited by effort, not by
//! time, so that it ends in the same way everywhere; the group is as fast as the machine lets it,
//! unless the same result is asked for.

use ferric3_term::Terms;

use crate::attempt::judging;
use crate::portfolio::{self, GroupAnswer, GroupOptions, Member};
use crate::{
    Answer, Bmc, Budget, Engine, EngineStats, Ic3Cfa, Ic3CfaOptions, KInduction, Knowledge,
    Localise, Preset, Session, Task, Technique, UnknownReason, Unwind,
};

/// How much the bounded search may do before the group takes over; see [`Budget::effort`].
const BMC_EFFORT: u64 = 500_000;

/// The same for the search along loops, unless all of them end.
const UNWIND_EFFORT: u64 = 150_000;

/// What the searches of the group may build, in terms and clauses: memory is for all members.
const SIZE_LIMIT: u64 = 8_000_000;

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AutoOptions {
    /// Options of the group's IC3.
    pub ic3cfa: Ic3CfaOptions,
    /// So many members of the group run at a time.
    pub cores: usize,
    /// The same result on any machine: members advance in step, and wait for one another.
    pub deterministic: bool,
}

impl Default for AutoOptions {
    fn default() -> AutoOptions {
        AutoOptions {
            ic3cfa: Ic3CfaOptions::default(),
            cores: 1,
            deterministic: false,
        }
    }
}

/// The engine.
#[derive(Debug)]
pub struct Auto {
    options: AutoOptions,
    /// The part that has answered.
    decided_by: &'static str,
    stats: EngineStats,
    knowledge: Knowledge,
}

/// The name of the engine.
const NAME: &str = "auto";

impl Auto {
    /// An engine with the given options.
    pub fn new(options: AutoOptions) -> Auto {
        Auto {
            options,
            decided_by: NAME,
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }

    /// The members of the group. IC3 has as much as the others together: a core for itself where there
    /// are two.
    fn members(&self, task: &Task) -> Vec<Member> {
        let ic3cfa = self.options.ic3cfa.clone();
        let local = ic3cfa.clone();
        let has_local = !self.options.deterministic && Localise::pays(task);
        let others = 2 + u32::from(has_local);
        let mut members = vec![
            Member::new(others, move || Ic3Cfa::new(ic3cfa.clone())),
            Member::new(1, || KInduction::new(Budget::size(SIZE_LIMIT))),
        ];
        if self.options.deterministic {
            return members;
        }
        members.push(Member::new(1, || Unwind::new(Budget::size(SIZE_LIMIT))));
        if has_local {
            members.push(Member::new(1, move || Localise::new(local.clone())));
        }
        // Other variants of IC3, where nobody has to wait for them.
        let with_ctg = Ic3CfaOptions {
            techniques: Preset::Default.techniques().with(Technique::Ctg),
        };
        let variants = [with_ctg, Preset::Thesis.into()];
        let others = variants
            .into_iter()
            .filter(|other| *other != self.options.ic3cfa);
        let more = self.options.cores.saturating_sub(members.len());
        let others = others.take(more);
        members.extend(others.map(|options| Member::new(1, move || Ic3Cfa::new(options.clone()))));
        members
    }

    /// Is this an answer that ends the search?
    fn is_final(answer: &Answer, terms: &mut Terms, session: &mut Session<'_>) -> bool {
        match answer {
            Answer::Unknown(UnknownReason::Bound(_) | UnknownReason::OnlyUnrolled(_)) => false,
            // Whether intervals decide a query depends on the query, and others ask other ones.
            Answer::Unknown(UnknownReason::Solver(_)) => !terms.has_nonlinear(),
            Answer::Unknown(_) => true,
            answer => {
                session.progress.enter(judging(answer));
                let interrupt = &session.solvers.interrupt;
                session.judge.accepts(terms, answer, interrupt)
            }
        }
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        NAME
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let mut unwind = Unwind::new(Budget::effort(UNWIND_EFFORT));
        let answer = unwind.solve(task, terms, session);
        let unwound = unwind.stats();
        self.knowledge = unwind.knowledge();
        if Auto::is_final(&answer, terms, session) {
            self.decided_by = unwind.name();
            self.stats = unwound;
            return answer;
        }
        // If the proof was refused, its like will be.
        let was_refused = !matches!(answer, Answer::Unknown(_));
        let mut session = Session {
            unrollings: session.unrollings && !was_refused,
            solvers: session.solvers,
            progress: &mut *session.progress,
            exchange: &mut *session.exchange,
            judge: &mut *session.judge,
        };
        let session = &mut session;
        let mut bmc = Bmc::new(Budget::effort(BMC_EFFORT));
        let answer = bmc.solve(task, terms, session);
        let mut first = bmc.stats();
        first.solver.add(&unwound.solver);
        let depth = &mut self.knowledge.depth;
        *depth = bmc.knowledge().depth.max(*depth);
        if Auto::is_final(&answer, terms, session) {
            self.decided_by = bmc.name();
            self.stats = first;
            return answer;
        }
        session.unrollings &= matches!(answer, Answer::Unknown(_));
        let options = GroupOptions {
            cores: self.options.cores,
            is_deterministic: self.options.deterministic,
        };
        let GroupAnswer {
            answer,
            engine,
            stats,
            knowledge,
            contributions,
        } = portfolio::solve(&self.members(task), options, task, terms, session);
        self.decided_by = engine.unwrap_or(NAME);
        self.knowledge = Knowledge {
            depth: knowledge.depth.max(self.knowledge.depth),
            ..knowledge
        };
        self.stats = EngineStats {
            contributions,
            ..stats
        };
        self.stats.solver.add(&first.solver);
        let depth = first.level as u64;
        let counters = &mut self.stats.counters;
        counters.insert("depth of the first bounded search", depth);
        answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }

    fn decided_by(&self) -> &'static str {
        self.decided_by
    }
}

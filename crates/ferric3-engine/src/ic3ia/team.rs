//! Several searches of the engine `pdr`, one for each core, which share lemmas and predicates (`ic3/team.rs`).

use std::sync::Arc;

use ferric3_term::Terms;

use super::Pdr;
use crate::ic3::{Team, Teammate};
use crate::portfolio::{self, GroupAnswer, GroupOptions, Member};
use crate::{Answer, Engine, EngineStats, Ic3CfaOptions, Knowledge, Session, Task, Technique};

/// The engine `pdr:team`. Which of its searches is first depends on the machine; that the answer is right does not.
#[derive(Debug)]
pub struct PdrTeam {
    options: Ic3CfaOptions,
    cores: usize,
    stats: EngineStats,
    knowledge: Knowledge,
}

impl PdrTeam {
    /// An engine with the given options, on so many cores.
    pub fn new(options: Ic3CfaOptions, cores: usize) -> PdrTeam {
        PdrTeam {
            options,
            cores: cores.max(1),
            stats: EngineStats::default(),
            knowledge: Knowledge::default(),
        }
    }
}

impl Engine for PdrTeam {
    fn name(&self) -> &'static str {
        "pdr"
    }

    fn solve(&mut self, task: &Task, terms: &mut Terms, session: &mut Session<'_>) -> Answer {
        let team = Arc::new(Team::default());
        let common = terms.common();
        // What holds at every level has to be the same for all of them.
        let options = Ic3CfaOptions {
            techniques: self.options.techniques.without(Technique::Exchange),
        };
        let members = (0..self.cores).map(|number| {
            let (team, options) = (Arc::clone(&team), options.clone());
            Member::new(1, move || Pdr {
                teammate: Some(Teammate::new(Arc::clone(&team), number, common)),
                ..Pdr::new(options.clone())
            })
        });
        let group = GroupOptions {
            cores: self.cores,
            is_deterministic: false,
        };
        let members: Vec<Member> = members.collect();
        let GroupAnswer {
            answer,
            stats,
            knowledge,
            contributions,
            ..
        } = portfolio::solve(&members, group, task, terms, session);
        self.stats = EngineStats {
            contributions,
            ..stats
        };
        self.knowledge = knowledge;
        answer
    }

    fn stats(&self) -> EngineStats {
        self.stats.clone()
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge.clone()
    }
}

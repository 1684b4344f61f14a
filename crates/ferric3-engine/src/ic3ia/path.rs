//! A chain as an automaton: a location for each of its cubes, an edge for each of its steps, and an
//! assumption for what is needed of the cube.
//!
//! Where control is known, the alternatives of a command that begin with another one are left out.

use ferric3_cfa::{Cfa, Clauses, Cmd, CmdId, Commands, LocId};
use ferric3_term::{Substitution, TermId, Terms};

use super::predicates::Predicates;
use crate::Task;
use crate::ic3::{Chain, Search};

/// Makes automata of chains.
pub(super) struct Paths {
    /// The commands of the task's automaton, and those that chains needed so far.
    commands: Commands,
}

/// A chain as an automaton.
pub(super) struct Path {
    pub(super) task: Task,
    /// By step but the first: the location of the automaton where it starts, and that of the task.
    pub(super) locations: Vec<(LocId, LocId)>,
}

impl Paths {
    pub(super) fn of(task: &Task) -> Paths {
        Paths {
            commands: task.cfa.commands.clone(),
        }
    }

    /// The automaton of a chain, with the literals of its cubes that are needed.
    pub(super) fn path(
        &mut self,
        search: &mut Search<'_>,
        predicates: &Predicates,
        chain: &Chain<'_>,
        needed: &[Vec<TermId>],
    ) -> Path {
        let old = &search.task.cfa;
        let mut cfa = Cfa::new();
        cfa.commands = std::mem::take(&mut self.commands);
        cfa.state.clone_from(&old.state);
        cfa.targets = old.targets.clone();
        cfa.deterministic = old.deterministic;
        let mut locations = Vec::new();
        let mut facts: Vec<(LocId, TermId)> = Vec::new();
        let mut here = cfa.initial;
        for (i, (step, needed)) in chain.steps().iter().zip(needed).enumerate() {
            let edge = old.edges[step.edge];
            let mut assumed = needed.clone();
            let mut command = edge.command;
            for &literal in step.cube.literals() {
                if let Some(value) = predicates.value_of_control(search.terms, literal) {
                    assumed.push(literal);
                    let control = predicates.control().into_iter();
                    let mut at = Substitution::new(control.map(|control| (control, value)));
                    command = only_at(&mut cfa.commands, search.terms, command, &mut at);
                }
            }
            if i > 0 {
                locations.push((here, edge.from));
                facts.extend(search.known(edge.from).iter().map(|&fact| (here, fact)));
            }
            let assumed = search.terms.and(&assumed);
            let assumed = cfa.commands.assume(assumed);
            let command = cfa.commands.seq(search.terms, assumed, command);
            let is_last = i + 1 == chain.steps().len();
            let to = match is_last {
                true => cfa.error,
                false => cfa.add_location(format!("step {}", i + 1), None),
            };
            cfa.add_edge(here, command, to);
            here = to;
        }
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for (loc, fact) in facts {
            clauses.insert(loc, fact);
        }
        let task = Task::new(cfa, search.terms).with_facts(clauses);
        Path { task, locations }
    }

    /// A path is not needed any more. Its commands are: the next one is likely to need the same.
    pub(super) fn done(&mut self, path: Path) {
        self.commands = path.task.cfa.commands;
    }
}

/// A command without the alternatives that begin with an assumption that is false there.
fn only_at(
    commands: &mut Commands,
    terms: &mut Terms,
    command: CmdId,
    at: &mut Substitution,
) -> CmdId {
    let Cmd::Choice {
        alternatives,
        exclusive,
    } = commands.get(command).clone()
    else {
        return command;
    };
    let mut left = alternatives.clone();
    left.retain(|&way| {
        let mut first = way;
        while let Cmd::Seq(before, _) = *commands.get(first) {
            first = before;
        }
        match *commands.get(first) {
            Cmd::Assume(condition) => {
                let condition = at.apply(terms, condition);
                terms.as_bool(condition) != Some(false)
            }
            _ => true,
        }
    });
    match left.is_empty() {
        true => command,
        false => commands.choice(left, exclusive),
    }
}

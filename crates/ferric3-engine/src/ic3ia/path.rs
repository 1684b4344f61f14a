//! A chain as an automaton: a location for each of its cubes, an edge for each of its steps. What is assumed of
//! a cube is assumed by its edge.
//!
//! Where control is known, the alternatives of a command that begin with another one are left out.

use ferric3_cfa::{Cfa, Clauses, Cmd, CmdId, Commands, EdgeForm, EdgeId, LocId, canonical_edges};
use ferric3_ivl::IdxVec;
use ferric3_term::{Substitution, TermId, Terms};
use rustc_hash::FxHashMap;

use super::predicates::Predicates;
use crate::Task;
use crate::ic3::{Predecessor, Search};

/// Makes automata of chains.
pub(super) struct Paths {
    /// The commands of the task's automaton, and those that chains needed so far.
    commands: Commands,
    /// Edges that begin with assumptions, and their forms.
    restricted: FxHashMap<(EdgeId, Vec<TermId>), EdgeForm>,
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
            restricted: FxHashMap::default(),
        }
    }

    /// The automaton of steps of a chain, with what is assumed of the state before each. Its error is
    /// that the last step can be taken.
    pub(super) fn path(
        &mut self,
        search: &mut Search<'_>,
        predicates: &Predicates,
        steps: &[&Predecessor],
        assumed: &[Vec<TermId>],
    ) -> Path {
        let old = &search.task.cfa;
        let mut cfa = Cfa::new();
        cfa.commands = std::mem::take(&mut self.commands);
        cfa.state.clone_from(&old.state);
        cfa.targets = old.targets.clone();
        cfa.deterministic = old.deterministic;
        let (mut locations, mut forms) = (Vec::new(), Vec::new());
        let mut facts: Vec<(LocId, TermId)> = Vec::new();
        let mut here = cfa.initial;
        for (i, (step, assumed)) in steps.iter().zip(assumed).enumerate() {
            let mut form = match assumed.is_empty() {
                true => search.task.form(step.edge).clone(),
                false => self.under(&mut cfa, search, predicates, (step.edge, assumed.clone())),
            };
            if i > 0 {
                let from = search.source(step.edge);
                locations.push((here, from));
                facts.extend(search.known(from).iter().map(|&fact| (here, fact)));
            }
            let is_last = i + 1 == steps.len();
            let to = match is_last {
                true => cfa.error,
                false => cfa.add_location(format!("step {}", i + 1), None),
            };
            let edge = cfa.add_edge(here, form.edge.command, to);
            form.edge = cfa.edges[edge];
            forms.push(form);
            here = to;
        }
        let mut clauses = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for (loc, fact) in facts {
            clauses.insert(loc, fact);
        }
        let forms = forms.into_iter().collect();
        let task = Task::with_forms(cfa, forms, Clauses::default()).with_facts(clauses);
        Path { task, locations }
    }

    /// The form of an edge that begins with assumptions.
    fn under(
        &mut self,
        cfa: &mut Cfa,
        search: &mut Search<'_>,
        predicates: &Predicates,
        key: (EdgeId, Vec<TermId>),
    ) -> EdgeForm {
        if let Some(known) = self.restricted.get(&key) {
            return known.clone();
        }
        let whole = search.task.form(key.0);
        let mut command = whole.edge.command;
        for &literal in &key.1 {
            if let Some(value) = predicates.value_of_control(search.terms, literal) {
                let control = predicates.control().into_iter();
                let mut at = Substitution::new(control.map(|control| (control, value)));
                command = only_at(&mut cfa.commands, search.terms, command, &mut at);
            }
        }
        let assumed = search.terms.and(&key.1);
        let assumed = cfa.commands.assume(assumed);
        let command = cfa.commands.seq(search.terms, assumed, command);
        let others = std::mem::replace(&mut cfa.edges, IdxVec::new());
        cfa.add_edge(cfa.initial, command, cfa.error);
        let form = canonical_edges(cfa, search.terms).iter().next().cloned();
        cfa.edges = others;
        let form = form.unwrap_or_else(|| whole.clone());
        self.restricted.insert(key, form.clone());
        form
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

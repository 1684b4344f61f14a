//! From the system back to the automaton: proofs, runs, and what is known.

use ferric3_cfa::{Clauses, EdgeId, EdgeRun, LocId, State, run_edge};
use ferric3_solver::{CheckResult, ModelOf, SolverConfig};
use ferric3_term::{Assignment, Substitution, SymbolId, TermId, Terms, Value};

use super::system::System;
use crate::{Counterexample, CounterexampleStep, HotSpot, Invariant, Knowledge, Task};

/// Choices that are tried for a step of an automaton that is not deterministic.
const MAX_CHOICES: usize = 1000;

/// Carries answers about a system back to the task that it was made of.
pub(super) struct Back<'a> {
    pub(super) task: &'a Task,
    pub(super) system: &'a System,
    pub(super) solvers: &'a SolverConfig,
}

impl Back<'_> {
    /// `I(l)(x) = I(x, pc)[pc := l]`; nothing at `initial`, where it is valid.
    pub(super) fn invariant(&self, terms: &mut Terms, proof: &Invariant) -> Invariant {
        self.split(terms, proof.at(self.system.head)).into()
    }

    /// Clauses about the system as clauses about locations but `initial`.
    fn split(&self, terms: &mut Terms, clauses: &[TermId]) -> Clauses {
        let cfa = &self.task.cfa;
        let mut split = Clauses::new(vec![Vec::new(); cfa.locations.len()]);
        for loc in cfa.locations.ids() {
            if loc == cfa.initial || loc == cfa.error {
                continue;
            }
            let mut here = self.system.pc.at(terms, loc);
            for &clause in clauses {
                let clause = here.apply(terms, clause);
                if terms.as_bool(clause) != Some(true) {
                    split.insert(loc, clause);
                }
            }
        }
        split
    }

    /// What is known about the automaton. The first edge of the system only sets the program
    /// counter.
    pub(super) fn knowledge(&self, terms: &mut Terms, knowledge: Knowledge) -> Knowledge {
        let clauses: Vec<TermId> = knowledge.known.iter().map(|(_, clause)| clause).collect();
        Knowledge {
            known: self.split(terms, &clauses),
            depth: knowledge.depth.without_first_edge(),
            hot_spot: knowledge
                .hot_spot
                .and_then(|spot| self.hot_spot(terms, &spot)),
        }
    }

    /// The location that a cube is about, if it is one, and what the cube says there.
    fn hot_spot(&self, terms: &mut Terms, spot: &HotSpot) -> Option<HotSpot> {
        let mut found = None;
        for loc in self.task.cfa.locations.ids() {
            if spot.loc != self.system.head || loc == self.task.cfa.error {
                continue;
            }
            let mut here = self.system.pc.at(terms, loc);
            let cube = spot.cube.iter().map(|&l| here.apply(terms, l));
            let mut cube: Vec<TermId> = cube.collect();
            if cube.iter().any(|&l| terms.as_bool(l) == Some(false)) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            cube.retain(|&l| terms.as_bool(l) != Some(true));
            found = Some(HotSpot {
                loc,
                lemmas: spot.lemmas,
                cube,
            });
        }
        found
    }

    /// The run of the automaton, edge by edge. None if there is none: a bug of ours.
    pub(super) fn run(&self, terms: &mut Terms, run: &Counterexample) -> Option<Counterexample> {
        let (cfa, system) = (&self.task.cfa, &self.system.task);
        let mut of_system = run.initial.clone();
        let mut state = run.initial.clone();
        state.remove(&self.system.pc.symbol);
        let initial = state.clone();
        let mut loc = cfa.initial;
        let mut steps = Vec::new();
        for (number, step) in run.steps.iter().enumerate() {
            let form = system.form(step.edge);
            of_system = run_edge(&system.cfa, terms, form, &of_system, &step.inputs)?.state;
            if number == 0 {
                continue; // It only sets the program counter.
            }
            let to = if form.edge.to == system.cfa.error {
                cfa.error
            } else {
                self.system
                    .pc
                    .location(of_system.get(&self.system.pc.symbol)?)?
            };
            let (edge, inputs, taken) =
                self.step(terms, (loc, &state), &step.inputs, (to, &of_system))?;
            steps.push(CounterexampleStep { edge, inputs });
            state = taken.state;
            loc = to;
        }
        (loc == cfa.error).then_some(Counterexample { initial, steps })
    }

    /// An edge between two locations that leads from a state to one with the same values of live
    /// variables as `after`.
    fn step(
        &self,
        terms: &mut Terms,
        (from, before): (LocId, &State),
        inputs: &State,
        (to, after): (LocId, &State),
    ) -> Option<(EdgeId, State, EdgeRun)> {
        let edges = self.task.outgoing(from).iter().copied();
        let edges: Vec<EdgeId> = edges
            .filter(|&edge| self.task.form(edge).edge.to == to)
            .collect();
        for &edge in &edges {
            let form = self.task.form(edge);
            if let Some(taken) = run_edge(&self.task.cfa, terms, form, before, inputs)
                && self.agree(terms, to, &taken.state, after)
            {
                let own = form.inputs.iter();
                let own = own.filter_map(|w| Some((*w, inputs.get(w)?.clone())));
                return Some((edge, own.collect(), taken));
            }
        }
        // The canonical forms of automaton and system have inputs of their own that choose between
        // ways; those of programs have none.
        edges
            .into_iter()
            .find_map(|edge| self.choose(terms, edge, before, inputs, (to, after)))
    }

    /// Do the states have the same values of the variables that are live?
    fn agree(&self, terms: &Terms, loc: LocId, state: &State, other: &State) -> bool {
        let value = |state: &State, symbol: SymbolId| {
            let sort = terms.symbol(symbol).sort;
            let value = state.get(&symbol).cloned();
            value.unwrap_or_else(|| Value::zero(sort))
        };
        let mut live = self.system.live(loc).iter();
        live.all(|&symbol| value(state, symbol) == value(other, symbol))
    }

    /// Inputs that lead over an edge from a state to values of live variables, where those of the
    /// program are given.
    fn choose(
        &self,
        terms: &mut Terms,
        edge: EdgeId,
        before: &State,
        given: &State,
        (to, after): (LocId, &State),
    ) -> Option<(EdgeId, State, EdgeRun)> {
        let form = self.task.form(edge);
        let own = form.inputs.iter().copied();
        let mut known: Vec<(SymbolId, TermId)> = Vec::new();
        for var in &self.task.cfa.state {
            if let Some(value) = before.get(&var.symbol) {
                known.push((var.symbol, terms.constant(value)));
            }
        }
        for w in own.clone() {
            if let Some(value) = given.get(&w) {
                known.push((w, terms.constant(value)));
            }
        }
        let mut put_in = Substitution::new(known);
        let mut solver = self.solvers.create();
        let guard = put_in.apply(terms, form.guard);
        solver.assert(terms, guard);
        for (&symbol, &next) in &form.next {
            let is_live = self.system.live(to).contains(&symbol);
            if !is_live || terms.symbol(symbol).sort.is_array() {
                continue; // Arrays are compared when there is a run.
            }
            let (next, value) = (put_in.apply(terms, next), after.get(&symbol)?);
            let value = terms.constant(value);
            let arrives = terms.eq(next, value);
            solver.assert(terms, arrives);
        }
        for _ in 0..MAX_CHOICES {
            if solver.check(terms, &[]) != CheckResult::Sat {
                return None;
            }
            let model = ModelOf(solver.as_ref());
            let value = |w: SymbolId| {
                given
                    .get(&w)
                    .cloned()
                    .unwrap_or_else(|| model.value(terms, w))
            };
            let inputs: State = own.clone().map(|w| (w, value(w))).collect();
            if let Some(taken) = run_edge(&self.task.cfa, terms, form, before, &inputs)
                && self.agree(terms, to, &taken.state, after)
            {
                return Some((edge, inputs, taken));
            }
            let mut another = Vec::new();
            for w in own.clone().filter(|w| !given.contains_key(w)) {
                let value = terms.constant(&inputs[&w]);
                let symbol = terms.symbol_term(w);
                another.push(terms.ne(symbol, value));
            }
            let another = terms.or(&another);
            solver.assert(terms, another);
        }
        None
    }
}

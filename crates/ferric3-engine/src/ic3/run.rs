//! From a chain of obligations to a run.

use ferric3_cfa::{State, run_edge};
use ferric3_term::{Assignment, Evaluator, Substitution, SymbolId, TermId};

use super::Search;
use super::obligation::{Chain, Predecessor};
use crate::{Counterexample, CounterexampleStep, Cube, Interrupted};

impl Search<'_> {
    /// The run from the initial location through the cubes of a chain. Requires that from *any*
    /// state of a cube some inputs lead into the next one, so that the first state can be any one of
    /// the first cube.
    pub(crate) fn run_along(&mut self, chain: &Chain<'_>) -> Result<Counterexample, Interrupted> {
        let task = self.task;
        let loc = task.cfa.initial;
        let cubes = chain.steps().iter().map(|step| &step.cube);
        let first = chain.steps().first().map(|step| step.cube.literals());
        self.contexts.check_without_frames(
            self.terms,
            &self.frames,
            loc,
            first.unwrap_or_default(),
        )?;
        let model = self.contexts.model(loc);
        let symbols = task.cfa.state.iter().map(|var| var.symbol);
        let initial: State = symbols
            .map(|symbol| (symbol, model.value(self.terms, symbol)))
            .collect();
        let mut state = initial.clone();
        let mut steps = Vec::new();
        let anywhere = Cube::default();
        let goals = cubes.skip(1).chain([&anywhere]);
        for (step, goal) in chain.steps().iter().zip(goals) {
            let (inputs, after) = self.step_into(step, &state, goal)?;
            state = after;
            steps.push(CounterexampleStep {
                edge: step.edge,
                inputs,
            });
        }
        Ok(Counterexample { initial, steps })
    }

    /// Inputs that lead from `state` over the step's edge into `goal`, and the state there: the
    /// step's own inputs if they do, else by the solver.
    fn step_into(
        &mut self,
        step: &Predecessor,
        state: &State,
        goal: &Cube,
    ) -> Result<(State, State), Interrupted> {
        let task = self.task;
        let form = task.form(step.edge);
        let run = |search: &Search<'_>, inputs: &State| {
            let run = run_edge(&task.cfa, search.terms, form, state, inputs)?;
            let mut evaluator = Evaluator::new();
            let mut literals = goal.literals().iter();
            literals
                .all(|&l| evaluator.eval(search.terms, &run.state, l).as_bool())
                .then_some(run.state)
        };
        if let Some(after) = run(self, &step.inputs) {
            return Ok((step.inputs.clone(), after));
        }
        let mut assumptions = vec![form.guard];
        for &literal in goal.literals() {
            assumptions.push(self.contexts.before(self.terms, step.edge, literal));
        }
        if state.values().any(|value| value.sort().is_array()) {
            // Arrays are not compared: the whole state is put in.
            let mut values: Vec<(SymbolId, TermId)> = Vec::new();
            for var in &task.cfa.state {
                if let Some(value) = state.get(&var.symbol) {
                    values.push((var.symbol, self.terms.constant(value)));
                }
            }
            let mut put_in = Substitution::new(values);
            for assumption in &mut assumptions {
                *assumption = put_in.apply(self.terms, *assumption);
            }
        } else {
            for var in &task.cfa.state {
                if let Some(value) = state.get(&var.symbol) {
                    let value = self.terms.constant(value);
                    assumptions.push(self.terms.eq(var.term, value));
                }
            }
        }
        let from = form.edge.from;
        self.contexts
            .check_without_frames(self.terms, &self.frames, from, &assumptions)?;
        let model = self.contexts.model(from);
        let inputs: State = form
            .inputs
            .iter()
            .map(|&w| (w, model.value(self.terms, w)))
            .collect();
        // Were the cube wrong, the replay would find out: no verdict hangs on this.
        let after = run(self, &inputs).unwrap_or_default();
        Ok((inputs, after))
    }
}

//! Is a chain of cubes a run? It is executed symbolically, edge by edge.
//!
//! First any run along the edges will do (and along the values of control, which are put in). The first
//! edge that no run can take is where the chain fails: what comes behind it is of no interest. Only where
//! that is not decided soon, the run has to go through the cubes as well; if there is none, the literals
//! that the solver needed to see it are enough to exclude the chain.

use ferric3_cfa::State;
use ferric3_solver::{CheckResult, Solver, WhyUnknown};
use ferric3_term::{Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::predicates::Predicates;
use crate::ic3::{Chain, Search};
use crate::{Counterexample, CounterexampleStep, Interrupted};

/// The search for a run that need not go through the cubes gives up after so many conflicts.
const CONFLICTS: u64 = 2000;

/// What a chain is.
pub(super) enum Simulated {
    /// A run.
    Run(Counterexample),
    /// None. By step, up to the one that fails: literals of its cube; no run goes along the edges of these
    /// steps through all of them, and through the values of control.
    Spurious(Vec<Vec<TermId>>),
}

/// Find out what a chain is.
pub(super) fn simulate(
    search: &mut Search<'_>,
    predicates: &Predicates,
    chain: &Chain<'_>,
) -> Result<Simulated, Interrupted> {
    let mut solver = search.new_solver();
    let state = search.task.cfa.state.iter();
    let mut execution = Execution {
        initial: state.map(|var| var.symbol).collect(),
        ..Execution::default()
    };
    let result = execution.follow(search, solver.as_mut(), predicates, chain);
    search.count_solver(&solver.stats());
    result
}

/// A chain that is being executed.
#[derive(Default)]
struct Execution {
    /// The variables.
    initial: Vec<SymbolId>,
    /// Values of variables that have changed.
    now: FxHashMap<SymbolId, TermId>,
    /// By step: what stands for its inputs.
    inputs: Vec<Vec<(SymbolId, SymbolId)>>,
    /// By step: the literals of its cube, and what they are in terms of the initial state.
    cubes: Vec<Vec<(TermId, TermId)>>,
}

impl Execution {
    fn step(
        &mut self,
        search: &mut Search<'_>,
        solver: &mut dyn Solver,
        predicates: &Predicates,
        edge: ferric3_cfa::EdgeId,
        cube: &[TermId],
    ) {
        let task = search.task;
        let form = task.form(edge);
        let mut literals = Vec::new();
        for &literal in cube {
            let now = self.under(search.terms, literal, &[]);
            match (
                predicates.control(),
                predicates.value_of_control(search.terms, literal),
            ) {
                (Some(control), Some(value)) => {
                    solver.assert(search.terms, now);
                    self.now.insert(control, value);
                }
                _ => literals.push((literal, now)),
            }
        }
        self.cubes.push(literals);
        for fact in search.known(form.edge.from).to_vec() {
            let fact = self.under(search.terms, fact, &[]);
            solver.assert(search.terms, fact);
        }
        let (mut inputs, mut read) = (Vec::new(), Vec::new());
        for &input in &form.inputs {
            let info = search.terms.symbol(input);
            let (name, sort) = (info.name.clone(), info.sort);
            let (symbol, term) = search.terms.fresh_symbol(name, sort);
            inputs.push((input, symbol));
            read.push((input, term));
        }
        self.inputs.push(inputs);
        let guard = self.under(search.terms, form.guard, &read);
        solver.assert(search.terms, guard);
        let next: Vec<(SymbolId, TermId)> = {
            let mut now = self.substitution(&read);
            let next = form.next.iter();
            next.map(|(&symbol, &value)| (symbol, now.apply(search.terms, value)))
                .collect()
        };
        self.now.extend(next);
    }

    fn substitution(&self, read: &[(SymbolId, TermId)]) -> Substitution {
        let now = self.now.iter().map(|(&symbol, &value)| (symbol, value));
        Substitution::new(now.chain(read.iter().copied()))
    }

    fn under(&self, terms: &mut Terms, t: TermId, read: &[(SymbolId, TermId)]) -> TermId {
        self.substitution(read).apply(terms, t)
    }

    /// Take one step after the other until one fails.
    fn follow(
        &mut self,
        search: &mut Search<'_>,
        solver: &mut dyn Solver,
        predicates: &Predicates,
        chain: &Chain<'_>,
    ) -> Result<Simulated, Interrupted> {
        solver.set_conflict_limit(Some(CONFLICTS));
        let mut is_run = false;
        for step in chain.steps() {
            let cube = step.cube.literals();
            self.step(search, solver, predicates, step.edge, cube);
            is_run = match solver.check(search.terms, &[]) {
                CheckResult::Unsat => {
                    return Ok(Simulated::Spurious(vec![Vec::new(); self.cubes.len()]));
                }
                CheckResult::Sat => true,
                CheckResult::Unknown(WhyUnknown::Limit) => false,
                CheckResult::Unknown(why) => return Err(why),
            };
        }
        if is_run {
            return Ok(Simulated::Run(self.run(search.terms, solver, chain)));
        }
        self.through_cubes(search.terms, solver, chain)
    }

    /// The same for all steps, through their cubes.
    fn through_cubes(
        &self,
        terms: &mut Terms,
        solver: &mut dyn Solver,
        chain: &Chain<'_>,
    ) -> Result<Simulated, Interrupted> {
        solver.set_conflict_limit(None);
        let all = self.cubes.iter().flatten();
        let mut assumed: Vec<TermId> = all.map(|&(_, now)| now).collect();
        assumed.sort_unstable();
        assumed.dedup();
        if solver.check(terms, &assumed).decided()? {
            return Ok(Simulated::Run(self.run(terms, solver, chain)));
        }
        let used = solver.failed_assumptions();
        let cubes = self.cubes.iter().map(|cube| {
            let needed = cube.iter().filter(|(_, now)| used.contains(now));
            needed.map(|&(literal, _)| literal).collect()
        });
        Ok(Simulated::Spurious(cubes.collect()))
    }

    /// The run of the last model.
    fn run(&self, terms: &mut Terms, solver: &dyn Solver, chain: &Chain<'_>) -> Counterexample {
        let steps = chain.steps().iter().zip(&self.inputs);
        let steps = steps.map(|(step, inputs)| {
            let inputs = inputs.iter();
            let inputs = inputs.map(|&(own, symbol)| (own, solver.symbol_value(terms, symbol)));
            CounterexampleStep {
                edge: step.edge,
                inputs: inputs.collect::<State>(),
            }
        });
        let steps = steps.collect();
        let initial = self.initial.iter();
        let initial = initial.map(|&symbol| (symbol, solver.symbol_value(terms, symbol)));
        Counterexample {
            initial: initial.collect(),
            steps,
        }
    }
}

//! One path of the automaton: is there a run along it, and if not, which hidden details tell?
//!
//! The path is executed symbolically. Details that are seen are put in; of a hidden one with the
//! activation literal `a`, an assignment of `t` gives a fresh value `v` with `a ⇒ v = t`, and a
//! condition `b` gives `a ⇒ b`. A core of the activation literals is enough to exclude the path.
//! Circuits of expensive details are built only if the cheap ones do not exclude it.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_cfa::{Cmd, EdgeId, State};
use ferric3_solver::{CheckResult, Solver, SolverConfig, SolverStats, WhyUnknown};
use ferric3_term::{Sort, Substitution, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::details::{Detail, Details};
use super::small_blocks::SmallBlocks;
use crate::{Counterexample, CounterexampleStep};

/// The search for a run gives up after so many conflicts.
const CONFLICTS: u64 = 20_000;
/// A query that makes a core smaller gives up after so many.
const CORE_CONFLICTS: u64 = 300;
/// So many such queries for a path.
const CORE_QUERIES: usize = 60;

/// What was found out about a path.
pub(super) enum Found {
    /// A run along it.
    Run(Counterexample),
    /// There is none, because of these details, not one of which was seen.
    Reasons(Vec<Detail>),
    /// It was too hard. These hidden details are on the path.
    Hidden(Vec<Detail>),
    /// There was no answer, and nothing is hidden.
    Nothing(WhyUnknown),
}

/// A hidden detail on the path.
#[derive(Clone, Copy)]
struct Hidden {
    active: TermId,
    is_cheap: bool,
}

/// A path that is being executed.
pub(super) struct Path<'a> {
    blocks: &'a SmallBlocks,
    details: &'a Details,
    terms: &'a mut Terms,
    solver: Box<dyn Solver>,
    /// Values of variables that have changed.
    now: FxHashMap<SymbolId, TermId>,
    /// Activation literals of hidden details.
    active: BTreeMap<Detail, TermId>,
    /// What follows from details that are not cheap, each with its activation literal.
    expensive: Vec<(TermId, TermId)>,
    /// By edge of the task on the path: the edge, and what stands for its inputs.
    steps: Vec<(EdgeId, Vec<(SymbolId, SymbolId)>)>,
    inputs: Vec<(SymbolId, SymbolId)>,
}

impl<'a> Path<'a> {
    /// Execute a path. `assumed` holds at the locations of the task in any case.
    pub(super) fn execute(
        blocks: &'a SmallBlocks,
        details: &'a Details,
        terms: &'a mut Terms,
        solvers: &SolverConfig,
        seen: &BTreeSet<Detail>,
        assumed: &[Vec<TermId>],
        edges: &[EdgeId],
    ) -> Path<'a> {
        let mut path = Path {
            blocks,
            details,
            terms,
            solver: solvers.create(),
            now: FxHashMap::default(),
            active: BTreeMap::new(),
            expensive: Vec::new(),
            steps: Vec::new(),
            inputs: Vec::new(),
        };
        for &edge in edges {
            path.take(edge, seen);
            if let Some(ended) = blocks.ends[edge.index()] {
                let inputs = std::mem::take(&mut path.inputs);
                path.steps.push((ended, inputs));
                let to = blocks.cfa.edges[edge].to;
                for &fact in assumed.get(to.index()).into_iter().flatten() {
                    let fact = path.under(fact);
                    path.solver.assert(path.terms, fact);
                }
            }
        }
        path
    }

    fn take(&mut self, edge: EdgeId, seen: &BTreeSet<Detail>) {
        let blocks = self.blocks;
        for (position, &step) in blocks.steps[edge.index()].iter().enumerate() {
            let detail = blocks.details[edge.index()][position];
            let hidden = detail.filter(|detail| !seen.contains(detail));
            let hidden = hidden.map(|detail| Hidden {
                active: self.activation(detail),
                is_cheap: self.details.is_cheap(detail),
            });
            match *blocks.cfa.commands.get(step) {
                Cmd::Assume(condition) => {
                    let condition = self.under(condition);
                    self.assert_if(hidden, condition);
                }
                Cmd::Assign(variable, value) => {
                    let value = self.under(value);
                    let value = match hidden {
                        None => value,
                        Some(hidden) => self.hidden_value(variable, hidden, value),
                    };
                    self.now.insert(variable, value);
                }
                Cmd::Havoc(havoc) => {
                    let havoc = blocks.cfa.commands.havoc_info(havoc);
                    let (symbol, value) = self.fresh(havoc.var);
                    self.inputs.push((havoc.input, symbol));
                    self.now.insert(havoc.var, value);
                }
                Cmd::Reach(_) => {}
                Cmd::Seq(..) | Cmd::Choice { .. } => unreachable!("a step is a simple command"),
            }
        }
    }

    fn fresh(&mut self, variable: SymbolId) -> (SymbolId, TermId) {
        let variable = self.terms.symbol(variable);
        let (name, sort) = (format!("{}@", variable.name), variable.sort);
        self.terms.fresh_symbol(name, sort)
    }

    fn activation(&mut self, detail: Detail) -> TermId {
        let terms = &mut *self.terms;
        let active = self.active.entry(detail);
        *active.or_insert_with(|| terms.fresh_symbol("active?", Sort::Bool).1)
    }

    fn assert_if(&mut self, hidden: Option<Hidden>, condition: TermId) {
        match hidden {
            None => self.solver.assert(self.terms, condition),
            Some(Hidden { active, is_cheap }) if is_cheap => self.imply(active, condition),
            Some(Hidden { active, .. }) => self.expensive.push((active, condition)),
        }
    }

    fn imply(&mut self, active: TermId, condition: TermId) {
        let inactive = self.terms.not(active);
        self.solver
            .assert_clause(self.terms, &[inactive, condition]);
    }

    fn hidden_value(&mut self, variable: SymbolId, hidden: Hidden, value: TermId) -> TermId {
        let (_, any) = self.fresh(variable);
        if self.terms.sort(value).is_array() {
            return self.terms.ite(hidden.active, value, any); // Arrays are not compared.
        }
        let is_value = self.terms.eq(any, value);
        self.assert_if(Some(hidden), is_value);
        any
    }

    fn under(&mut self, t: TermId) -> TermId {
        let symbols = self.terms.symbols_of(t).into_iter();
        let changed = symbols.filter_map(|symbol| Some((symbol, *self.now.get(&symbol)?)));
        let changed: Vec<(SymbolId, TermId)> = changed.collect();
        if changed.is_empty() {
            return t;
        }
        Substitution::new(changed).apply(self.terms, t)
    }

    /// Is there a run? Cheap details are asked first: if they exclude the path, the others stay
    /// hidden.
    pub(super) fn search(&mut self) -> Found {
        self.solver.set_conflict_limit(Some(CONFLICTS));
        let all: Vec<Detail> = self.active.keys().copied().collect();
        let is_cheap = |detail: &Detail| self.details.is_cheap(*detail);
        let cheap: Vec<Detail> = all.iter().copied().filter(is_cheap).collect();
        let mut result = self.check(&cheap);
        if result == CheckResult::Sat && cheap.len() < all.len() {
            for (active, condition) in std::mem::take(&mut self.expensive) {
                self.imply(active, condition);
            }
            result = self.check(&all);
        }
        match result {
            CheckResult::Sat => Found::Run(self.run()),
            CheckResult::Unsat => {
                let core = self.core();
                Found::Reasons(self.minimise(core))
            }
            // With all details in sight it is the engine's turn to decide.
            CheckResult::Unknown(WhyUnknown::Limit | WhyUnknown::Incomplete(_))
                if !all.is_empty() =>
            {
                Found::Hidden(all)
            }
            CheckResult::Unknown(why) => Found::Nothing(why),
        }
    }

    fn check(&mut self, details: &[Detail]) -> CheckResult {
        let active: Vec<TermId> = details.iter().map(|detail| self.active[detail]).collect();
        self.solver.check(self.terms, &active)
    }

    /// The details that were used.
    fn core(&self) -> Vec<Detail> {
        let failed = self.solver.failed_assumptions();
        let used = self
            .active
            .iter()
            .filter(|(_, active)| failed.contains(active));
        used.map(|(&detail, _)| detail).collect()
    }

    /// Leave out what is not needed, the most expensive first.
    fn minimise(&mut self, mut core: Vec<Detail>) -> Vec<Detail> {
        self.solver.set_conflict_limit(Some(CORE_CONFLICTS));
        core.sort_by_key(|&detail| std::cmp::Reverse(self.details.weight(detail)));
        let mut position = 0;
        for _ in 0..CORE_QUERIES {
            if position >= core.len() {
                break;
            }
            let mut fewer = core.clone();
            fewer.remove(position);
            if self.check(&fewer) == CheckResult::Unsat {
                let used = self.core();
                core.retain(|detail| used.contains(detail));
            } else {
                position += 1;
            }
        }
        core
    }

    /// The run of the last model.
    fn run(&self) -> Counterexample {
        let value = |symbol| self.solver.symbol_value(self.terms, symbol);
        let variables = self.blocks.cfa.state.iter();
        let initial: State = variables
            .map(|var| (var.symbol, value(var.symbol)))
            .collect();
        let steps = self.steps.iter().map(|(edge, inputs)| {
            let inputs = inputs.iter();
            CounterexampleStep {
                edge: *edge,
                inputs: inputs.map(|&(input, read)| (input, value(read))).collect(),
            }
        });
        Counterexample {
            initial,
            steps: steps.collect(),
        }
    }

    /// What the solver did.
    pub(super) fn stats(&self) -> SolverStats {
        self.solver.stats()
    }
}

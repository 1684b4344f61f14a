//! Small automata, and runs of the engine on them whose answers are checked.

use ferric3_cfa::{Cfa, CmdId, LocId, Target, TargetKind, run_edge};
use ferric3_engine::{
    Answer, EngineKind, EngineStats, Ic3CfaOptions, Invariant, Patience, Progress, ProgressInfo,
    Proof, Session, Task, Technique, TechniqueSet, TechniqueStats, UnknownReason, certify,
};
use ferric3_solver::SolverConfig;
use ferric3_term::{BitVecValue, Sort, SymbolId, TermId, Terms, Value};

/// A variable: its symbol and the symbol's term.
pub(crate) type Var = (SymbolId, TermId);

/// One command of an edge.
#[derive(Clone)]
pub(crate) enum Step {
    Assume(TermId),
    Assign(Var, TermId),
    Havoc(Var),
    /// One of several sequences.
    Choice(Vec<Vec<Step>>),
    /// The same, where the guards exclude one another.
    Branch(Vec<Vec<Step>>),
}

/// An automaton under construction.
#[derive(Clone)]
pub(crate) struct Automaton {
    pub(crate) terms: Terms,
    pub(crate) cfa: Cfa,
    width: u32,
}

impl Automaton {
    /// All variables will have this width.
    pub(crate) fn new(width: u32) -> Automaton {
        Automaton {
            terms: Terms::new(),
            cfa: Cfa::new(),
            width,
        }
    }

    pub(crate) fn vars<const N: usize>(&mut self, names: [&str; N]) -> [Var; N] {
        names.map(|name| {
            let var = self.terms.fresh_symbol(name, Sort::BitVec(self.width));
            self.cfa.add_state_var(&mut self.terms, var.0, None);
            var
        })
    }

    pub(crate) fn locs<const N: usize>(&mut self) -> [LocId; N] {
        std::array::from_fn(|i| self.cfa.add_location(format!("l{}", i + 1), None))
    }

    pub(crate) fn num(&mut self, value: u64) -> TermId {
        self.terms.bv_u64(value, self.width)
    }

    /// `x = value`.
    pub(crate) fn is(&mut self, x: Var, value: u64) -> TermId {
        let value = self.num(value);
        self.terms.eq(x.1, value)
    }

    /// `x ≠ value`.
    pub(crate) fn is_not(&mut self, x: Var, value: u64) -> TermId {
        let value = self.num(value);
        self.terms.ne(x.1, value)
    }

    /// `x < value`, unsigned.
    pub(crate) fn below(&mut self, x: Var, value: u64) -> TermId {
        let value = self.num(value);
        self.terms.bv_ult(x.1, value)
    }

    /// `x > value`, unsigned.
    pub(crate) fn above(&mut self, x: Var, value: u64) -> TermId {
        let value = self.num(value);
        self.terms.bv_ugt(x.1, value)
    }

    /// `x + value`.
    pub(crate) fn plus(&mut self, x: Var, value: u64) -> TermId {
        let value = self.num(value);
        self.terms.bv_add(x.1, value)
    }

    /// `x := value`.
    pub(crate) fn set(&mut self, x: Var, value: u64) -> Step {
        Step::Assign(x, self.num(value))
    }

    /// `x := x + value`.
    pub(crate) fn add(&mut self, x: Var, value: u64) -> Step {
        Step::Assign(x, self.plus(x, value))
    }

    fn command(&mut self, steps: &[Step]) -> CmdId {
        let mut command = self.cfa.commands.skip(&mut self.terms);
        for step in steps {
            let step = match step {
                Step::Assume(b) => self.cfa.commands.assume(*b),
                Step::Assign(x, a) => self.cfa.commands.assign(x.0, *a),
                Step::Havoc(x) => self.cfa.commands.havoc(&mut self.terms, x.0, None),
                Step::Choice(ways) | Step::Branch(ways) => {
                    let ways = ways.iter().map(|steps| self.command(steps)).collect();
                    let exclusive = matches!(step, Step::Branch(_));
                    self.cfa.commands.choice(ways, exclusive)
                }
            };
            command = self.cfa.commands.seq(&self.terms, command, step);
        }
        command
    }

    pub(crate) fn edge(&mut self, from: LocId, steps: &[Step], to: LocId) {
        let command = self.command(steps);
        self.cfa.add_edge(from, command, to);
    }

    /// The edge out of the initial location.
    pub(crate) fn start(&mut self, steps: &[Step], to: LocId) {
        self.edge(self.cfa.initial, steps, to);
    }

    /// An edge into the error location.
    pub(crate) fn error(&mut self, from: LocId, steps: &[Step]) {
        let target = self.cfa.targets.push(Target {
            kind: TargetKind::Plain,
            span: None,
        });
        let command = self.command(steps);
        let reach = self.cfa.commands.reach(target);
        let command = self.cfa.commands.seq(&self.terms, command, reach);
        self.cfa.add_edge(from, command, self.cfa.error);
    }

    /// The engine says that the error is unreachable, and its invariant is certified.
    pub(crate) fn proved(&self, techniques: TechniqueSet) -> Outcome {
        self.proved_by(EngineKind::Ic3Cfa(Ic3CfaOptions { techniques }))
    }

    /// The same for another engine.
    pub(crate) fn proved_by(&self, engine: EngineKind) -> Outcome {
        let outcome = self.solve(&engine, u64::MAX);
        assert!(
            outcome.invariant.is_some(),
            "no proof with {engine:?}: {:?}",
            outcome.unknown
        );
        outcome
    }

    /// The engine says that the error is reachable, and its run can be taken.
    pub(crate) fn refuted(&self, techniques: TechniqueSet) -> Outcome {
        self.refuted_by(EngineKind::Ic3Cfa(Ic3CfaOptions { techniques }))
    }

    /// The same for another engine.
    pub(crate) fn refuted_by(&self, engine: EngineKind) -> Outcome {
        let outcome = self.solve(&engine, u64::MAX);
        assert!(
            outcome.steps.is_some(),
            "no counterexample with {engine:?}: {:?}",
            outcome.unknown
        );
        outcome
    }

    /// The engine does not know, for a reason that is its own.
    pub(crate) fn gives_up(&self, engine: EngineKind) -> String {
        match self.solve(&engine, u64::MAX).unknown {
            Some(UnknownReason::Solver(reason)) => reason,
            other => panic!("no reason with {engine:?}: {other:?}"),
        }
    }

    /// The engine still does not know after so many queries.
    pub(crate) fn undecided(&self, techniques: TechniqueSet, queries: u64) {
        let engine = EngineKind::Ic3Cfa(Ic3CfaOptions { techniques });
        let outcome = self.solve(&engine, queries);
        assert_eq!(
            outcome.unknown,
            Some(UnknownReason::Interrupted),
            "decided with {techniques:?}"
        );
    }

    fn solve(&self, kind: &EngineKind, queries: u64) -> Outcome {
        let mut terms = self.terms.clone();
        let task = Task::new(self.cfa.clone(), &mut terms);
        let solvers = SolverConfig::default();
        let mut engine = kind.create();
        let mut limit = Limit {
            queries,
            interrupt: solvers.interrupt.clone(),
        };
        let answer = engine.solve(
            &task,
            &mut terms,
            &mut Session {
                solvers: &solvers,
                progress: &mut limit,
                exchange: &mut (),
                judge: &mut (),
                unrollings: true,
            },
        );
        let (mut invariant, mut steps, mut unknown) = (None, None, None);
        match answer {
            Answer::Safe(proof) => {
                let certified = certify(&task, &mut terms, &solvers, proof, Patience::Unlimited)
                    .unwrap_or_else(|error| panic!("{kind:?}: {error}"));
                let Proof::Invariant(proof) = certified.proof() else {
                    panic!("an invariant was expected");
                };
                invariant = Some(proof.clone());
            }
            Answer::Unsafe(counterexample) => {
                let mut state = counterexample.initial.clone();
                let mut loc = task.cfa.initial;
                for step in &counterexample.steps {
                    let form = task.form(step.edge);
                    assert_eq!(form.edge.from, loc, "the edges do not meet");
                    let run = run_edge(&task.cfa, &terms, form, &state, &step.inputs);
                    state = run.expect("a step cannot be taken").state;
                    loc = form.edge.to;
                }
                assert_eq!(loc, task.cfa.error, "the run does not end in the error");
                steps = Some(counterexample.steps.len());
            }
            Answer::Unknown(reason) => unknown = Some(reason),
        }
        Outcome {
            terms,
            invariant,
            steps,
            unknown,
            stats: engine.stats(),
        }
    }
}

/// Interrupts the engine after so many queries.
struct Limit {
    queries: u64,
    interrupt: ferric3_sat::Interrupt,
}

impl Progress for Limit {
    fn update(&mut self, info: &ProgressInfo) {
        if info.queries >= self.queries {
            self.interrupt.raise();
        }
    }
}

/// What came of a run.
pub(crate) struct Outcome {
    pub(crate) terms: Terms,
    invariant: Option<Invariant>,
    /// Length of the counterexample.
    pub(crate) steps: Option<usize>,
    unknown: Option<UnknownReason>,
    pub(crate) stats: EngineStats,
}

impl Outcome {
    /// Solver queries.
    pub(crate) fn queries(&self) -> u64 {
        self.stats.solver.queries
    }

    /// A counter by its name.
    pub(crate) fn counter(&self, name: &str) -> u64 {
        self.stats.counters[name]
    }

    /// What the technique did.
    pub(crate) fn technique(&self, technique: Technique) -> TechniqueStats {
        let mut techniques = self.stats.techniques.iter();
        techniques
            .find(|report| report.name == technique.name())
            .map(|report| report.stats)
            .unwrap_or_else(|| panic!("{technique} is off"))
    }

    /// What the technique did; it must have done something.
    pub(crate) fn acted(&self, technique: Technique) -> TechniqueStats {
        let stats = self.technique(technique);
        assert!(stats.succeeded > 0, "{technique} did nothing: {stats:?}");
        stats
    }

    /// The clauses of the invariant at a location.
    pub(crate) fn clauses(&self, loc: LocId) -> &[TermId] {
        self.invariant.as_ref().expect("a proof").at(loc)
    }

    /// Does the invariant at `loc` hold for these values?
    pub(crate) fn holds(&self, loc: LocId, values: &[(Var, u64)]) -> bool {
        self.clauses(loc).iter().all(|&clause| {
            let value = self.terms.eval(clause, &|symbol: SymbolId| {
                let mut values = values.iter();
                let value = values.find(|((s, _), _)| *s == symbol).map(|&(_, v)| v);
                let width = self
                    .terms
                    .symbol(symbol)
                    .sort
                    .width()
                    .expect("a bit-vector");
                Value::BitVec(BitVecValue::from_u64(value.unwrap_or(0), width))
            });
            value.as_bool()
        })
    }
}

//! The trait that every SAT back end implements.

use std::time::Duration;

#[cfg(feature = "cadical")]
use crate::CadicalSolver;
use crate::theory::offline;
use crate::{BatsatSolver, Interrupt, Lit, NativeSolver, RaceSolver, Theory, Var};

/// Answer of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    /// A model was found: [`SatSolver::value`] may be called.
    Sat,
    /// No model extends the assumptions: [`SatSolver::failed`] may be called.
    Unsat,
    /// Interrupted, or the conflict limit was hit.
    Unknown,
}

/// What a solver has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatStats {
    /// Queries answered.
    pub queries: u64,
    /// Of these, satisfiable.
    pub sat: u64,
    /// Of these, unsatisfiable.
    pub unsat: u64,
    /// Variables created.
    pub vars: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Variables decided.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Variables that a query was about, added up over all queries. Back ends that do not tell
    /// relevant variables from others count none.
    pub relevant: u64,
    /// Time inside `solve`.
    pub time: Duration,
}

impl SatStats {
    /// Count a query that took `time`.
    pub(crate) fn count(&mut self, result: SatResult, time: Duration) {
        self.queries += 1;
        self.time += time;
        match result {
            SatResult::Sat => self.sat += 1,
            SatResult::Unsat => self.unsat += 1,
            SatResult::Unknown => {}
        }
    }
}

/// An incremental SAT solver.
///
/// Contract: `value` is meaningful only after `Sat`, `failed` only after `Unsat`, both until the
/// next change. The failed assumptions together with the clauses are unsatisfiable. The same
/// calls in the same order give the same answers.
pub trait SatSolver {
    /// A new variable.
    fn new_var(&mut self) -> Var;

    /// Add a clause for good. The empty clause makes every later query `Unsat`.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Add a clause for good that matters only to some queries, as far as [`relate`] says.
    ///
    /// Contract, by the time of a query: let `D` be any set of variables that contains those of
    /// the assumptions and of all clauses added by [`add_clause`], and that is closed under
    /// [`relate`]. Every assignment of `D` that satisfies the clauses within `D` can be extended
    /// to a model of all clauses, with false for the undefined variables outside of `D`. (A
    /// variable is defined if the others determine it, as inputs determine the output of a gate.)
    ///
    /// After `Sat`, the value of defined variables outside of the least such `D` may then be
    /// wrong; all others form a model.
    ///
    /// [`add_clause`]: SatSolver::add_clause
    /// [`relate`]: SatSolver::relate
    fn add_definition(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    /// Queries that are about `var` are also about the variables of `to`.
    fn relate(&mut self, _var: Var, _to: &[Lit]) {}

    /// Is there a model of all clauses in which all `assumptions` hold?
    fn solve(&mut self, assumptions: &[Lit]) -> SatResult;

    /// A new variable whose meaning a theory knows.
    fn new_atom(&mut self) -> Var {
        self.new_var()
    }

    /// Is there a model of all clauses in which all `assumptions` hold and the values of the atoms are
    /// possible in the theory? It is always the same one, and knows all atoms. (Back ends with no place for a
    /// theory in their search ask it about whole models.)
    ///
    /// As [`add_definition`](SatSolver::add_definition) has it, where atoms are defined by what they mean.
    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        offline(self, assumptions, theory, Self::solve)
    }

    /// Value of a literal in the model (an unconstrained one reads as false).
    fn value(&self, lit: Lit) -> bool;

    /// After `Sat`: was the query about the variable of `lit`? (Is it in the least `D` of
    /// [`add_definition`](SatSolver::add_definition)?) Back ends that do not know say yes.
    fn is_relevant(&self, _lit: Lit) -> bool {
        true
    }

    /// Was the assumption `lit` used to show unsatisfiability?
    fn failed(&self, lit: Lit) -> bool;

    /// Who may interrupt a running query.
    fn set_interrupt(&mut self, interrupt: Interrupt);

    /// Give up (`Unknown`) after that many conflicts in one query; `None`: never.
    fn set_conflict_limit(&mut self, limit: Option<u64>);

    /// The limit that was set.
    fn conflict_limit(&self) -> Option<u64>;

    /// Counters.
    fn stats(&self) -> SatStats;
}

impl<S: SatSolver + ?Sized> SatSolver for Box<S> {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }

    fn add_definition(&mut self, clause: &[Lit]) {
        (**self).add_definition(clause);
    }

    fn relate(&mut self, var: Var, to: &[Lit]) {
        (**self).relate(var, to);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> SatResult {
        (**self).solve(assumptions)
    }

    fn new_atom(&mut self) -> Var {
        (**self).new_atom()
    }

    fn solve_with(&mut self, assumptions: &[Lit], theory: &mut dyn Theory) -> SatResult {
        (**self).solve_with(assumptions, theory)
    }

    fn value(&self, lit: Lit) -> bool {
        (**self).value(lit)
    }

    fn is_relevant(&self, lit: Lit) -> bool {
        (**self).is_relevant(lit)
    }

    fn failed(&self, lit: Lit) -> bool {
        (**self).failed(lit)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        (**self).set_interrupt(interrupt);
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        (**self).set_conflict_limit(limit);
    }

    fn conflict_limit(&self) -> Option<u64> {
        (**self).conflict_limit()
    }

    fn stats(&self) -> SatStats {
        (**self).stats()
    }
}

/// The back ends that exist in this build.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SatBackend {
    /// Our own, made for many small queries.
    #[default]
    Native,
    /// The same, followed by a checker that trusts none of its steps.
    Checked,
    /// Pure Rust, MiniSat family.
    Batsat,
    /// Both of these side by side, where a query is hard.
    Race,
    /// CaDiCaL, C++. Only with the feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl SatBackend {
    /// All back ends, for tests and measurements.
    #[cfg(feature = "cadical")]
    pub const ALL: [SatBackend; 5] = [
        SatBackend::Native,
        SatBackend::Checked,
        SatBackend::Batsat,
        SatBackend::Race,
        SatBackend::Cadical,
    ];

    /// All back ends, for tests and measurements.
    #[cfg(not(feature = "cadical"))]
    pub const ALL: [SatBackend; 4] = [
        SatBackend::Native,
        SatBackend::Checked,
        SatBackend::Batsat,
        SatBackend::Race,
    ];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            SatBackend::Native => "native",
            SatBackend::Checked => "checked",
            SatBackend::Batsat => "batsat",
            SatBackend::Race => "race",
            #[cfg(feature = "cadical")]
            SatBackend::Cadical => "cadical",
        }
    }

    /// A back end to check the answers of this one: nothing that is wrong with this one can make both
    /// say `Unsat` wrongly.
    pub fn another(self) -> SatBackend {
        match self {
            SatBackend::Checked | SatBackend::Race => SatBackend::Batsat,
            _ => SatBackend::Checked,
        }
    }

    /// The same where there are cores to spare.
    pub fn on_cores(self, cores: usize) -> SatBackend {
        match self {
            SatBackend::Checked if cores > 1 => SatBackend::Race,
            backend => backend,
        }
    }

    /// The back end with that [`name`](SatBackend::name), if it exists in this build.
    pub fn from_name(name: &str) -> Option<SatBackend> {
        SatBackend::ALL
            .into_iter()
            .find(|backend| backend.name() == name)
    }

    /// A fresh solver.
    pub fn create(self) -> Box<dyn SatSolver> {
        match self {
            SatBackend::Native => Box::new(NativeSolver::new()),
            SatBackend::Checked => Box::new(NativeSolver::checked()),
            SatBackend::Batsat => Box::new(BatsatSolver::new()),
            SatBackend::Race => Box::new(RaceSolver::new()),
            #[cfg(feature = "cadical")]
            SatBackend::Cadical => Box::new(CadicalSolver::new()),
        }
    }
}

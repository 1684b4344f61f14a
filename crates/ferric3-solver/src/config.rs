//! The one place that makes solvers.

use std::fmt;

use ferric3_sat::stream::StreamRecorder;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_term::Terms;

use crate::confirm::Confirmed;
use crate::record::QueryRecorder;
use crate::{
    BitBlaster, HybridSolver, IntervalSolver, JudgeSolver, SmtLibSolver, Solver, Tally, Witnesses,
};

/// What answers queries.
#[derive(Clone, Debug)]
pub enum Backend {
    /// Bit-blasting, with this SAT solver.
    BitBlast(SatBackend),
    /// Intervals and bit-blasting in turns.
    Icp(SatBackend),
    /// The same with intervals first, whatever the operations are: for engines whose cubes are boxes.
    IcpFirst(SatBackend),
    /// What checks answers of these: the same with another SAT solver, and with a checker behind intervals.
    IcpJudge(SatBackend, Tally),
    /// A solver in another process.
    Process(SmtLibSolver),
    /// One of these, with others that have to confirm that there is no model.
    Confirmed(Box<Backend>, Witnesses),
    /// One of these, with something around every solver that it makes: to watch it, or to say more than
    /// it does.
    Wrapped(Box<Backend>, fn(Box<dyn Solver>) -> Box<dyn Solver>),
}

impl Backend {
    /// A back end with other code than this one, to check its answers about terms of this store: no single
    /// solver can make a wrong TRUE. (What arithmetic tells any SAT solver was proved before.) The bit-blaster
    /// refuses products of numbers that are not linear, so a process that answers about these is checked by
    /// [another program](SmtLibSolver::another), or, if there is none, by a fresh context of the same one:
    /// whoever reports a certificate says by whom.
    pub fn another(&self, terms: &Terms) -> Backend {
        match self {
            Backend::BitBlast(sat) => Backend::BitBlast(sat.another()),
            Backend::Icp(sat) | Backend::IcpFirst(sat) | Backend::IcpJudge(sat, _) => {
                Backend::IcpJudge(sat.another(), Tally::default())
            }
            Backend::Process(solver) if has_numbers(terms) => Backend::Process(solver.another()),
            Backend::Process(_) => Backend::BitBlast(SatBackend::default()),
            Backend::Confirmed(first, _) | Backend::Wrapped(first, _) => first.another(terms),
        }
    }

    /// The same with intervals [where there are floating-point operations](Backend::Icp), unless it is a program that is not
    /// ours.
    pub fn with_intervals(&self) -> Backend {
        match self {
            Backend::BitBlast(sat) => Backend::Icp(*sat),
            backend => backend.clone(),
        }
    }

    /// The same with [intervals first](Backend::IcpFirst), unless it is a program that is not ours.
    pub fn with_intervals_first(&self) -> Backend {
        match self {
            Backend::BitBlast(sat) | Backend::Icp(sat) => Backend::IcpFirst(*sat),
            backend => backend.clone(),
        }
    }

    /// The same for a few hard queries, on so many cores.
    fn on_cores(&self, cores: usize) -> Backend {
        match self {
            Backend::BitBlast(sat) => Backend::BitBlast(sat.on_cores(cores)),
            Backend::Confirmed(first, witnesses) => {
                Backend::Confirmed(Box::new(first.on_cores(cores)), witnesses.clone())
            }
            backend => backend.clone(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Backend::BitBlast(sat) => sat.name(),
            Backend::Icp(_) | Backend::IcpFirst(_) | Backend::IcpJudge(..) => "icp",
            Backend::Process(solver) => solver.name(),
            Backend::Confirmed(first, _) | Backend::Wrapped(first, _) => first.name(),
        }
    }

    /// The version of a program that is not ours.
    pub fn version(&self) -> Option<&str> {
        match self {
            Backend::BitBlast(_)
            | Backend::Icp(_)
            | Backend::IcpFirst(_)
            | Backend::IcpJudge(..) => None,
            Backend::Process(solver) => Some(solver.version()),
            Backend::Confirmed(first, _) | Backend::Wrapped(first, _) => first.version(),
        }
    }

    /// Who has answered, if it was not a bit-blaster alone.
    pub fn credits(&self) -> Option<String> {
        match self {
            Backend::BitBlast(_) | Backend::Icp(_) | Backend::IcpFirst(_) => None,
            Backend::IcpJudge(_, tally) => match tally.derivations() {
                0 => None,
                1 => Some("a checker of interval derivations (1 query) and a fresh solver".into()),
                n => Some(format!(
                    "a checker of interval derivations ({n} queries) and a fresh solver"
                )),
            },
            Backend::Process(_) => Some(self.to_string()),
            Backend::Confirmed(first, _) | Backend::Wrapped(first, _) => first.credits(),
        }
    }
}

impl Default for Backend {
    fn default() -> Backend {
        Backend::BitBlast(SatBackend::default())
    }
}

/// Are there integers or real numbers among the symbols?
fn has_numbers(terms: &Terms) -> bool {
    terms.symbols().any(|(_, symbol)| symbol.sort.is_number())
}

/// The name, with the version if it has one.
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())?;
        match self.version() {
            Some(version) => write!(f, " {version}"),
            None => Ok(()),
        }
    }
}

/// How to make solvers: the one place that engines get them from.
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// What answers queries.
    pub backend: Backend,
    /// Interrupt handed to every solver.
    pub interrupt: Interrupt,
    /// Write the SAT queries of every context to a file of its own, to be replayed later. (Other
    /// processes ask no SAT queries that could be written.)
    pub record: Option<StreamRecorder>,
    /// Write the queries of every context to a file of its own, as a script for any solver.
    pub record_terms: Option<QueryRecorder>,
    /// Who has to confirm certificates.
    pub witnesses: Witnesses,
    /// So many may ask at a time, where questions do not depend on one another.
    pub cores: usize,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig {
            backend: Backend::default(),
            interrupt: Interrupt::default(),
            record: None,
            record_terms: None,
            witnesses: Witnesses::default(),
            cores: 1,
        }
    }
}

impl SolverConfig {
    /// The same with [another](Backend::another) back end.
    pub fn another(&self, terms: &Terms) -> SolverConfig {
        SolverConfig {
            backend: self.backend.another(terms),
            ..self.clone()
        }
    }

    /// Solvers for certificates: another back end, and the witnesses, who have not said anything yet.
    pub fn certifier(&self, terms: &Terms) -> SolverConfig {
        let another = self.another(terms);
        if self.witnesses.is_empty() {
            return another;
        }
        let witnesses = self.witnesses.afresh();
        SolverConfig {
            backend: Backend::Confirmed(Box::new(another.backend), witnesses.clone()),
            witnesses,
            ..another
        }
    }

    /// A fresh context.
    pub fn create(&self) -> Box<dyn Solver> {
        let mut solver = self.recorded(&self.backend);
        solver.set_interrupt(self.interrupt.clone());
        solver
    }

    /// A fresh context for a few hard queries, which may use all cores at once.
    pub fn create_for_hard(&self) -> Box<dyn Solver> {
        let mut solver = self.recorded(&self.backend.on_cores(self.cores));
        solver.set_interrupt(self.interrupt.clone());
        solver
    }

    fn recorded(&self, backend: &Backend) -> Box<dyn Solver> {
        let solver = self.create_from(backend);
        match &self.record_terms {
            Some(recorder) => Box::new(recorder.wrap(solver)),
            None => solver,
        }
    }

    fn create_from(&self, backend: &Backend) -> Box<dyn Solver> {
        match backend {
            Backend::BitBlast(sat) => {
                let sat = sat.create();
                Box::new(BitBlaster::with_sat(match &self.record {
                    Some(recorder) => Box::new(recorder.wrap(sat)),
                    None => sat,
                }))
            }
            Backend::Icp(sat) => Box::new(HybridSolver::<IntervalSolver>::new(*sat)),
            Backend::IcpFirst(sat) => {
                Box::new(HybridSolver::<IntervalSolver>::intervals_first(*sat))
            }
            Backend::IcpJudge(sat, tally) => Box::new(JudgeSolver::new(*sat, tally.clone())),
            Backend::Process(solver) => Box::new(solver.create()),
            Backend::Confirmed(first, witnesses) => {
                Box::new(Confirmed::new(self.create_from(first), witnesses))
            }
            Backend::Wrapped(first, wrap) => wrap(self.create_from(first)),
        }
    }
}

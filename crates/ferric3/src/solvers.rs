//! The solvers that a check is to use. They are looked for before any work begins.

use ferric3_sat::SatBackend;
use ferric3_solver::{Backend, SmtLibProcessError, SmtLibSolver, Witnesses};

use crate::called::Program;
use crate::cli::CheckArgs;
use crate::exit::Exit;
use crate::output;

/// The name of the interval solver.
pub(crate) const INTERVALS: &str = "icp";

/// Who answers queries, and who confirms certificates.
#[derive(Clone, Debug)]
pub(crate) struct Solvers {
    pub(crate) backend: Backend,
    pub(crate) witnesses: Witnesses,
}

impl Solvers {
    /// Those that were asked for. What is wrong is said here.
    pub(crate) fn find(args: &CheckArgs) -> Result<Solvers, Exit> {
        let sat = SatBackend::from_name(&args.sat).unwrap_or_default();
        let backend = match &args.solver {
            Some(name) if name == INTERVALS => Backend::Icp(sat),
            Some(command) => Backend::Process(find(command)?),
            None => Backend::BitBlast(sat),
        };
        let witnesses: Result<Vec<SmtLibSolver>, Exit> =
            args.certify.iter().map(|command| find(command)).collect();
        Ok(Solvers {
            backend,
            witnesses: Witnesses::new(witnesses?),
        })
    }

    /// The program that answers queries, if it is another one.
    pub(crate) fn program(&self) -> Option<Program> {
        match &self.backend {
            Backend::Process(solver) => Some(program(solver)),
            _ => None,
        }
    }

    /// The programs that confirm certificates.
    pub(crate) fn certifiers(&self) -> Vec<Program> {
        self.witnesses.solvers().iter().map(program).collect()
    }
}

fn program(solver: &SmtLibSolver) -> Program {
    Program {
        name: solver.name().to_owned(),
        version: solver.version().to_owned(),
    }
}

fn find(command: &str) -> Result<SmtLibSolver, Exit> {
    SmtLibSolver::find(command).map_err(|error: SmtLibProcessError| {
        let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
        output::bad_usage(&format!("{error}{}", hint.unwrap_or_default()))
    })
}

//! `ferric3 export`: the checked automaton in the formats of other tools.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ferric3_c::{FrontendOptions, Translation};
use ferric3_cfa::{BuildOptions, Obstacles, Target, build, large_blocks};
use ferric3_export::{
    AigerEncoding, Problem, StartValues, TransitionSystem, aiger, btor2, chc, smt2, vmt,
};
use ferric3_ivl::{Program, Span};
use ferric3_term::Terms;

use crate::cli::compiler::CompilerOptions;
use crate::cli::export::{ExportArgs, FormatName, ObstacleName};
use crate::exit::Exit;
use crate::limits::Guard;
use crate::prepare::frontend_options;
use crate::progress::{ProgressLine, Status};
use crate::supervise::{Outcome, supervise};
use crate::{frontend, output};

/// How a problem is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) format: FormatName,
    pub(crate) depth: Option<usize>,
    pub(crate) ascii: bool,
}

/// A written problem.
#[derive(Clone, Debug)]
pub(crate) struct Exported {
    pub(crate) bytes: Vec<u8>,
    /// The constructs that were taken for errors, in order.
    pub(crate) obstacles: Vec<Construct>,
}

/// A construct that cannot be modelled.
#[derive(Clone, Debug)]
pub(crate) struct Construct {
    pub(crate) name: String,
    pub(crate) span: Option<Span>,
}

/// The problem of a program. An obstacle that is no error is the end of a run. The error is a text.
pub(crate) fn export(
    program: &Program,
    terms: &mut Terms,
    obstacles: Obstacles,
    style: Style,
) -> Result<Exported, String> {
    let options = BuildOptions {
        obstacles,
        ..BuildOptions::default()
    };
    let cfa = build(program, terms, options).map_err(|error| error.to_string())?;
    let cfa = large_blocks(cfa, terms).cfa;
    let problem = Problem::new(&cfa, terms);
    let obstacles = problem.obstacles();
    let obstacles = obstacles
        .into_iter()
        .map(|target| construct(program, cfa.targets[target]))
        .collect();
    let system = |terms: &mut Terms, start| TransitionSystem::new(&problem, terms, start);
    let bytes = match style.format {
        FormatName::Chc => chc(&problem, terms).into_bytes(),
        FormatName::Vmt => {
            let system = system(terms, StartValues::Arbitrary);
            vmt(&problem, &system, terms).into_bytes()
        }
        FormatName::Btor2 => {
            let system = system(terms, StartValues::Arbitrary);
            if let Some(obstacle) = system.btor2_obstacle(terms) {
                return Err(obstacle);
            }
            btor2(&problem, &system, terms).into_bytes()
        }
        FormatName::Aiger => {
            let system = system(terms, StartValues::Inputs);
            if let Some(obstacle) = system.aiger_obstacle(terms) {
                return Err(obstacle);
            }
            let encoding = if style.ascii {
                AigerEncoding::Ascii
            } else {
                AigerEncoding::Binary
            };
            aiger(&problem, &system, terms, encoding)
        }
        FormatName::Smt2 => {
            let system = system(terms, StartValues::Arbitrary);
            smt2(&problem, &system, terms, style.depth).into_bytes()
        }
    };
    Ok(Exported { bytes, obstacles })
}

fn construct(program: &Program, target: Target) -> Construct {
    Construct {
        name: target.kind.describe(program),
        span: target.span,
    }
}

/// Runs the command.
pub(crate) fn run(args: ExportArgs, compiler: &CompilerOptions, start: Instant) -> Exit {
    let (frontend, spec) = (&args.frontend, args.spec.as_deref());
    let options = match frontend_options(frontend, spec, compiler) {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let is_binary = args.format == FormatName::Aiger && !args.ascii;
    if is_binary && args.output.is_none() && std::io::stdout().is_terminal() {
        return output::bad_usage("binary AIGER is not for terminals: add -o FILE or --ascii");
    }
    let mut guard = match Guard::new(args.limits.limits(), start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let status = Arc::new(Status::new(start, "export"));
    let path = args.output.clone();
    let work = move || work(&args, &options);
    match supervise(&mut guard, &status, ProgressLine::new(true), work) {
        Outcome::Done(Ok(bytes)) => write(path.as_deref(), &bytes),
        Outcome::Done(Err((text, exit))) => {
            output::err(&text);
            exit
        }
        Outcome::GivenUp(cause) => output::given_up(cause),
        Outcome::Panicked(text) => output::internal_error(&text),
    }
}

/// The file's contents, or what to say instead.
fn work(args: &ExportArgs, options: &FrontendOptions) -> Result<Vec<u8>, (String, Exit)> {
    let Translation {
        program, mut terms, ..
    } = frontend::translate(&args.frontend.files, options).map_err(|error| {
        let text = frontend::render(&error.diagnostics, &error.sources);
        (text, Exit::BadInput)
    })?;
    let obstacles = match args.obstacles {
        ObstacleName::Refuse | ObstacleName::Errors => Obstacles::AsErrors,
        ObstacleName::DeadEnds => Obstacles::AsDeadEnds,
    };
    let style = Style {
        format: args.format,
        depth: args.depth,
        ascii: args.ascii,
    };
    let exported = export(&program, &mut terms, obstacles, style)
        .map_err(|error| (format!("ferric3: {error}\n"), Exit::Unknown))?;
    match exported.obstacles.first() {
        Some(Construct { name, span }) if args.obstacles == ObstacleName::Refuse => {
            let hint = "nothing was written, since the program may get there: replace the \
                        construct, or see `ferric3 export --help` on --obstacles";
            let sources = &program.sources;
            let text = frontend::labelled("unsupported", name, *span, Some(hint), sources);
            Err((text, Exit::Unknown))
        }
        _ => Ok(exported.bytes),
    }
}

fn write(path: Option<&Path>, bytes: &[u8]) -> Exit {
    match path {
        None => {
            output::out_bytes(bytes);
            Exit::Ok
        }
        Some(path) => match std::fs::write(path, bytes) {
            Ok(()) => Exit::Ok,
            Err(error) => output::bad_usage(&format!("cannot write {}: {error}", path.display())),
        },
    }
}

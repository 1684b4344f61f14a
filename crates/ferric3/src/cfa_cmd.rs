//! `ferric3 cfa`: show the control flow automaton.

use std::sync::Arc;
use std::time::Instant;

use ferric3_c::{FrontendOptions, Translation};
use ferric3_cfa::{
    BuildOptions, FactOptions, PassSet, PassStats, analyse, blocks, build, dot, mark_loop_heads,
    reduce, svg,
};
use ferric3_ivl::display_program;

use crate::cli::CfaArgs;
use crate::cli::compiler::CompilerOptions;
use crate::exit::Exit;
use crate::facts_view::facts;
use crate::limits::Guard;
use crate::listing::listing;
use crate::progress::{ProgressLine, Status};
use crate::supervise::{Outcome, supervise};
use crate::{frontend, output};

/// A text and what goes wrong instead of it.
type Shown = Result<String, (String, Exit)>;

/// Runs the command.
pub(crate) fn run(args: CfaArgs, compiler: &CompilerOptions, start: Instant) -> Exit {
    let options = frontend::options(&args.frontend, compiler);
    if let Err(text) = frontend::check_readable(&args.frontend.files) {
        return output::bad_input(&text);
    }
    let mut guard = match Guard::new(args.limits.limits(), start) {
        Ok(guard) => guard,
        Err(error) => return output::internal_error(&format!("no signal handlers: {error}")),
    };
    let status = Arc::new(Status::new(start, "automaton"));
    let path = args.output.clone();
    let work = move || show(&args, &options);
    match supervise(&mut guard, &status, ProgressLine::new(true), work) {
        Outcome::Done(Ok(text)) => match path {
            None => {
                output::out(&text);
                Exit::Ok
            }
            Some(path) => match std::fs::write(&path, text) {
                Ok(()) => Exit::Ok,
                Err(error) => {
                    output::bad_usage(&format!("cannot write {}: {error}", path.display()))
                }
            },
        },
        Outcome::Done(Err((text, exit))) => {
            output::err(&text);
            exit
        }
        Outcome::GivenUp(cause) => output::given_up(cause),
        Outcome::Panicked(text) => output::internal_error(&text),
    }
}

fn show(args: &CfaArgs, options: &FrontendOptions) -> Shown {
    let Translation {
        program, mut terms, ..
    } = frontend::translate(&args.frontend.files, options).map_err(|error| {
        (
            frontend::render(&error.diagnostics, &error.sources),
            Exit::BadInput,
        )
    })?;
    if args.ivl {
        return Ok(display_program(&program, &terms));
    }
    let mut cfa = build(&program, &mut terms, BuildOptions::default())
        .map_err(|error| (format!("ferric3: {error}\n"), Exit::Unknown))?;
    let passes = args.passes.options(PassSet::NONE);
    mark_loop_heads(&mut cfa);
    let reduced = reduce(cfa, &mut terms, &passes);
    if args.stats {
        return Ok(pass_table(&reduced.stats));
    }
    let mut cfa = reduced.cfa;
    if args.facts {
        let analysis = analyse(&cfa, &mut terms, &FactOptions::default());
        return Ok(facts(&analysis, &cfa, &program, &terms));
    }
    if !args.small {
        cfa = blocks(cfa, &terms, passes.blocks).cfa;
    }
    Ok(if args.dot {
        dot(&cfa, &terms)
    } else if args.svg {
        svg(&cfa, &terms)
    } else {
        listing(&cfa, &program, &terms)
    })
}

/// What each pass did, and how large the automaton is in the end.
fn pass_table(stats: &[PassStats]) -> String {
    let mut text = format!(
        "{:<14}{:>6}{:>9}{:>11}{:>8}{:>11}{:>10}{:>10}\n",
        "removed by", "runs", "changes", "locations", "edges", "variables", "formula", "time"
    );
    for pass in stats {
        text.push_str(&format!(
            "{:<14}{:>6}{:>9}{:>11}{:>8}{:>11}{:>10}{:>9.3}s\n",
            pass.pass.name(),
            pass.runs,
            pass.changed,
            pass.locations,
            pass.edges,
            pass.variables,
            pass.formula,
            pass.time.as_secs_f64()
        ));
    }
    let before = stats.first().map(|pass| ("before", pass.before));
    let after = stats.last().map(|pass| ("after", pass.after));
    for (name, size) in before.into_iter().chain(after) {
        text.push_str(&format!(
            "{name:<14}{:>6}{:>9}{:>11}{:>8}{:>11}{:>10}\n",
            "", "", size.locations, size.edges, size.variables, size.formula
        ));
    }
    text
}

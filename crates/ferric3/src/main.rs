//! The command line of Ferric3: the only crate that prints, reads the environment or exits.
//!
//! | file            | what                                                             |
//! |-----------------|------------------------------------------------------------------|
//! | `cli.rs`        | commands and options                                             |
//! | `check_cmd.rs`  | `ferric3 check`                                                  |
//! | `check_cmd/`    | `check --all`, property by property                              |
//! | `called.rs`     | how a check was called, for its document                         |
//! | `goal.rs`       | what is to be decided: a goal for each property                  |
//! | `turns.rs`      | how several goals share the time                                 |
//! | `answers.rs`    | the answers for several goals, and what they come to             |
//! | `engines.rs`    | engines by their names                                           |
//! | `solvers.rs`    | the solvers that a check is to use                               |
//! | `endless.rs`    | programs whose runs all end because of their shape               |
//! | `prepare.rs`    | what can be checked before a check begins                        |
//! | `run_cmd.rs`    | `ferric3 run`                                                    |
//! | `cfa_cmd.rs`    | `ferric3 cfa`                                                    |
//! | `export_cmd.rs` | `ferric3 export`                                                 |
//! | `peer_cmd.rs`   | `ferric3 peer`                                                   |
//! | `peer/`         | other tools: how they are called, what their words mean          |
//! | `deadcode/`     | `ferric3 deadcode` and `ferric3 cover`                           |
//! | `bench_cmd.rs`  | `ferric3 bench`                                                  |
//! | `bench/`        | task lists, results, tables and plots of `bench`                 |
//! | `plot/`         | pictures: what plots have in common, the course of a search      |
//! | `listing.rs`    | an automaton as text                                             |
//! | `facts_view.rs` | facts by data flow as text                                       |
//! | `frontend.rs`   | options of the front end, its diagnostics                        |
//! | `systems.rs`    | transition systems and Horn clauses instead of C                 |
//! | `spec.rs`       | property files                                                   |
//! | `supervise.rs`  | the work on a thread of its own, watched by the main thread      |
//! | `limits.rs`     | time limit, memory limit, signals                                |
//! | `progress.rs`   | how far the work has got, the progress line                      |
//! | `report.rs`     | the result as sentences                                          |
//! | `known.rs`      | what is known when there is no verdict, as sentences             |
//! | `each.rs`       | the same for each assertion by itself                            |
//! | `deadcode/`     | dead code: what nothing reaches, and why                         |
//! | `stats.rs`      | the table of `--stats`                                           |
//! | `printed.rs`    | what a check prints in the end                                   |
//! | `output.rs`     | standard output, standard error, colours                         |
//! | `memory.rs`     | how much memory the process uses                                 |
//! | `exit.rs`       | exit codes                                                       |

mod answers;
mod arith;
mod bench;
mod bench_cmd;
mod called;
mod cfa_cmd;
mod check_cmd;
mod cli;
mod coverage;
mod deadcode;
mod each;
mod endless;
mod engines;
mod exit;
mod export_cmd;
mod facts_view;
mod frontend;
mod goal;
mod known;
mod limits;
mod listing;
mod memory;
mod output;
mod peer;
mod peer_cmd;
mod plot;
mod prepare;
mod printed;
mod progress;
mod report;
mod run_cmd;
mod selection;
mod solvers;
mod spec;
mod stats;
mod supervise;
mod systems;
mod turns;

use std::process::ExitCode;
use std::time::Instant;

use cli::{Command, Invocation};

fn main() -> ExitCode {
    let start = Instant::now();
    supervise::install_panic_hook();
    let exit = match cli::parse(std::env::args_os()) {
        Ok(Invocation {
            command,
            color,
            compiler,
        }) => {
            if let Some(note) = compiler.note().filter(|_| !is_quiet(&command)) {
                output::err(&note);
            }
            match command {
                Command::Check(args) => check_cmd::run(*args, &compiler, color, start),
                Command::Run(args) => run_cmd::run(args, &compiler, start),
                Command::Cfa(args) => cfa_cmd::run(args, &compiler, start),
                Command::Export(args) => export_cmd::run(args, &compiler, start),
                Command::Peer(args) => peer_cmd::run(args, &compiler, start),
                Command::Deadcode(args) => {
                    deadcode::run(*args, deadcode::Want::Everything, &compiler, color, start)
                }
                Command::Cover(args) => {
                    deadcode::run(*args, deadcode::Want::Tests, &compiler, color, start)
                }
                Command::Bench(args) => bench_cmd::run(&args, color),
            }
        }
        Err(exit) => exit,
    };
    exit.into()
}

/// Does the user want to see nothing but the result?
fn is_quiet(command: &Command) -> bool {
    match command {
        Command::Check(args) => args.quiet,
        Command::Peer(args) => args.quiet,
        Command::Deadcode(args) | Command::Cover(args) => args.quiet,
        _ => false,
    }
}

//! Options of `deadcode` and `cover`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::{LimitArgs, cores, parse_seconds};
use crate::goal::CoverName;

/// Below the options.
pub(super) const DEADCODE_HELP: &str = "\
For every goal of the chosen criteria there is a test that reaches it, replayed by the interpreter, or a proof
that nothing does, for any number of cycles and checked again by a fresh solver; or it is open, with the reason.
The last line on standard output counts them:
  Coverage result: 118 reached, 7 dead, 0 justified, 1 open

With --entry the function is called for ever, after one call of --init, and each cycle gives all inputs any value
within their ranges. Inputs are globals that the program reads and nobody writes, parameters of the entry, and
results of functions without a body; the list is printed, because a wrong one makes code look dead. Without
--entry the program is one with `main`, as it is.
A comment in the program leaves a goal out:  /* ferric3: justified: REASON */
A file ferric3.toml beside the first file may say all of this; docs/deadcode.md has the keys.

Exit codes: 0; 10 if something is found that --fail-on names; 5 if goals are open (without --fail-on); 1 bad usage;
2 bad input; 6 a bug of Ferric3, or a compiled program that contradicts a result.

Examples:
  ferric3 deadcode controller.c --entry step --init initialise
  ferric3 deadcode controller.c --entry step --html report.html --tests suite --confirm
  ferric3 deadcode *.c -Iinclude --entry step --store state --timeout 3600
  ferric3 deadcode controller.c --entry step --baseline dead.txt --fail-on new-dead --sarif dead.sarif
  ferric3 deadcode program.c --coverage statement,decision --only parse.c:120-180
  ferric3 deadcode controller.c --entry step --print-harness";

/// Below the options of `cover`.
pub(super) const COVER_HELP: &str = "\
The same goals, options and outputs as `deadcode`, without proofs: runs with chosen inputs, and bounded searches, until
the time is up (a minute, if --timeout does not say otherwise). What is not reached is open, unless a bounded search
happens to come to an end.

Examples:
  ferric3 cover controller.c --entry step --tests suite
  ferric3 cover program.c --coverage decision --timeout 10 --csv vectors";

/// Options of `deadcode` and `cover`.
#[derive(Clone, Debug, Args)]
#[command(before_help = super::help::COMPILER_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct DeadcodeArgs {
    #[command(subcommand)]
    pub(crate) command: Option<DeadcodeCommand>,

    /// The C files of the program, preprocessed or not
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// int, long and pointers have 32 bits (ILP32)
    #[arg(long = "32", conflicts_with = "lp64")]
    pub(crate) ilp32: bool,

    /// int has 32 bits, long and pointers have 64 (LP64) [default]
    #[arg(long = "64")]
    pub(crate) lp64: bool,

    /// The function that is called in each cycle, for ever [default: the program has a main]
    #[arg(long, value_name = "NAME", help_heading = "What is analysed")]
    pub(crate) entry: Option<String>,

    /// The function that is called once before
    #[arg(
        long,
        value_name = "NAME",
        requires = "entry",
        help_heading = "What is analysed"
    )]
    pub(crate) init: Option<String>,

    /// What may have any value in each cycle, separated by commas: globals, members, elements [default: see below]
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        requires = "entry",
        help_heading = "What is analysed"
    )]
    pub(crate) inputs: Option<Vec<String>>,

    /// Only runs of at most so many cycles: what is dead is dead in these
    #[arg(
        long,
        value_name = "N",
        requires = "entry",
        help_heading = "What is analysed"
    )]
    pub(crate) cycles: Option<u64>,

    /// Entry, inputs, ranges and more from a file [default: ferric3.toml beside the first file, if there is one]
    #[arg(long, value_name = "FILE.toml", help_heading = "What is analysed")]
    pub(crate) config: Option<PathBuf>,

    /// Options of the compiler for each file from its compilation database
    #[arg(long, value_name = "FILE.json", help_heading = "What is analysed")]
    pub(crate) compile_commands: Option<PathBuf>,

    /// malloc, calloc, realloc, strdup and their like may return null [default: they never do]
    #[arg(long, help_heading = "What is analysed")]
    pub(crate) malloc_may_fail: bool,

    /// Show the main function that was made, as a C file to compile, and stop
    #[arg(long, help_heading = "What is analysed")]
    pub(crate) print_harness: bool,

    /// Write it into this folder, a file for each file of the program, and stop
    #[arg(long, value_name = "DIR", help_heading = "What is analysed")]
    pub(crate) harness_dir: Option<PathBuf>,

    /// What is to be covered, separated by commas [default: statement,decision,condition,mcdc]
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "NAME,…",
        help_heading = "Goals"
    )]
    pub(crate) coverage: Vec<CoverName>,

    /// Only goals of these functions or lines, separated by commas: step, control.c, control.c:120, control.c:120-180
    #[arg(
        long,
        value_name = "WHERE,…",
        value_delimiter = ',',
        help_heading = "Goals"
    )]
    pub(crate) only: Vec<String>,

    /// Show the goals and do not settle them: criterion, place, function and text, with tabs between
    #[arg(long, help_heading = "Goals")]
    pub(crate) list_goals: bool,

    /// Keep what is found in this folder, and go on from there
    #[arg(long, value_name = "DIR", help_heading = "Large programs")]
    pub(crate) store: Option<PathBuf>,

    /// Only the I-th of N parts of the goals (from 1)
    #[arg(
        long,
        value_name = "I/N",
        requires = "store",
        help_heading = "Large programs"
    )]
    pub(crate) shard: Option<String>,

    /// Seconds for one goal, once those that are easy together are settled
    #[arg(long, value_name = "S", value_parser = parse_seconds, allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) goal_timeout: Option<Duration>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Use so many cores [default: all]
    #[arg(long, value_name = "N", default_value_t = cores(), hide_default_value = true, help_heading = "Limits")]
    pub(crate) cores: usize,

    /// Compile the program with `cc` and run each test: does it reach what it should?
    #[arg(long, help_heading = "Evidence")]
    pub(crate) confirm: bool,

    /// Run the compiled program for so many random cycles: does it reach what is said to be dead?
    #[arg(long, value_name = "N", help_heading = "Evidence")]
    pub(crate) try_dead: Option<u64>,

    /// Which random cycles, and which inputs simulation begins with
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        hide_default_value = true,
        help_heading = "Evidence"
    )]
    pub(crate) seed: u64,

    /// Write a page with the annotated source
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) html: Option<PathBuf>,

    /// Write a JSON document; `-`: to standard output, and nothing else there
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,

    /// Write dead code for code review, as SARIF
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) sarif: Option<PathBuf>,

    /// Write test vectors and goals as CSV into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,

    /// Write the smallest test suite that was found as C unit tests into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) tests: Option<PathBuf>,

    /// Write the same in the format of Test-Comp
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) test_comp: Option<PathBuf>,

    /// Dead goals that are known: what is not among them is new
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the dead goals as a baseline
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// What makes the exit code 10, separated by commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "NAME,…",
        help_heading = "Output"
    )]
    pub(crate) fail_on: Vec<FailOn>,

    /// Only the last line
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Also goals that are reached, and assumptions
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
}

/// What `deadcode` does besides analysing.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum DeadcodeCommand {
    /// Put stores together that were filled on several machines
    Merge(MergeArgs),
}

/// Options of `deadcode merge`.
#[derive(Clone, Debug, Args)]
pub(crate) struct MergeArgs {
    /// The stores
    #[arg(value_name = "DIR", required = true)]
    pub(crate) stores: Vec<PathBuf>,

    /// The store to make, or to add to
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,

    /// Write the report of all of them as a JSON document; `-`: to standard output, and nothing else there
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write a page with the annotated source
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// What may be a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A dead goal
    Dead,
    /// A dead goal that the baseline does not have
    NewDead,
    /// An open goal
    Open,
    /// A goal that is justified and reached all the same
    Justified,
}

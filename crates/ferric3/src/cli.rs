//! Commands and options.

pub(crate) mod compiler;
pub(crate) mod deadcode;
pub(crate) mod export;
mod help;
pub(crate) mod passes;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ferric3_engine::Technique;
use ferric3_import::Format;
use ferric3_ivl::Check;
use ferric3_sat::SatBackend;

use crate::bench::args::{BENCH_HELP, BenchArgs};
use crate::engines::EngineName;
use crate::exit::Exit;
use crate::goal::{CheckName, CoverName};
use crate::limits::Limits;
use crate::memory::MEGABYTE;
use crate::selection::GoalPattern;
use crate::systems::{self, formats};
use compiler::CompilerOptions;
use deadcode::{COVER_HELP, DEADCODE_HELP, DeadcodeArgs};
use export::{EXPORT_HELP, ExportArgs, FormatName, PEER_HELP, PeerArgs};
use help::{CFA_HELP, CHECK_HELP, EXAMPLES, RUN_HELP};
use passes::PassArgs;

/// Ferric3, a software model checker for C: proves assertions for all inputs and all loop
/// iterations, or shows a run that violates one.
#[derive(Debug, Parser)]
#[command(name = "ferric3", version, after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Colours on standard output
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Decide whether an assertion or another property of a program can be violated
    #[command(after_help = CHECK_HELP)]
    Check(Box<CheckArgs>),
    /// Find dead code: every coverage goal is reached by a test, or proved to be dead
    #[command(after_help = DEADCODE_HELP)]
    Deadcode(Box<DeadcodeArgs>),
    /// Make tests that reach as many coverage goals as possible in a given time
    #[command(after_help = COVER_HELP)]
    Cover(Box<DeadcodeArgs>),
    /// Run a program with given or random inputs
    #[command(after_help = RUN_HELP)]
    Run(RunArgs),
    /// Show the control flow automaton of a program
    #[command(after_help = CFA_HELP)]
    Cfa(CfaArgs),
    /// Write the problem for other tools: Horn clauses, VMT-LIB, BTOR2, AIGER, SMT-LIB
    #[command(after_help = EXPORT_HELP)]
    Export(ExportArgs),
    /// Ask another tool about a program, to compare
    #[command(after_help = PEER_HELP)]
    Peer(PeerArgs),
    /// Run a set of tasks with several engines: tables, CSV and plots
    #[command(after_help = BENCH_HELP)]
    Bench(BenchArgs),
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// If standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Options of the front end.
#[derive(Clone, Debug, Args)]
#[command(before_help = help::COMPILER_HELP)]
pub(crate) struct FrontendArgs {
    /// The C files of the program, preprocessed or not; or one transition system
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// int, long and pointers have 32 bits (ILP32)
    #[arg(long = "32", conflicts_with = "lp64")]
    pub(crate) ilp32: bool,

    /// int has 32 bits, long and pointers have 64 (LP64) [default]
    #[arg(long = "64")]
    lp64: bool,

    /// The function where the program starts [default: main]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// What to check, separated by commas [default: assertions]
    #[arg(
        long = "check",
        value_enum,
        value_delimiter = ',',
        value_name = "NAME,…"
    )]
    pub(crate) checks: Vec<CheckName>,

    /// Integers are mathematical ones: nothing overflows or wraps around [default: bit-precise]
    #[arg(long)]
    pub(crate) arith: bool,

    /// malloc, calloc, realloc, strdup and their like may return null [default: they never do]
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,
}

impl FrontendArgs {
    /// The program for people and documents: its files.
    pub(crate) fn program(&self) -> String {
        let names = self.files.iter().map(|file| file.display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }
}

/// How long a command may take, and how much memory.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// Give up after that many seconds (fractions are fine)
    #[arg(long, value_name = "S", value_parser = parse_seconds, allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) timeout: Option<Duration>,

    /// Give up when more than that many megabytes are in use
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
}

impl LimitArgs {
    /// What is to be watched.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            timeout: self.timeout,
            memory: self.memory.map(|mb| mb * MEGABYTE),
        }
    }
}

/// Options of `check`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) frontend: FrontendArgs,

    /// Property file, instead of --check: unreach-call, no-overflow, valid-deref, valid-free,
    /// valid-memtrack, valid-memcleanup
    #[arg(long, value_name = "FILE.prp", conflicts_with = "checks")]
    pub(crate) spec: Option<PathBuf>,

    /// Decide each assertion (or checked place) by itself, also after one is violated
    #[arg(long, conflicts_with = "witness")]
    pub(crate) all: bool,

    /// Which coverage goals runs reach, separated by commas; without --check or --spec, only these
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "NAME,…",
        conflicts_with = "witness"
    )]
    pub(crate) cover: Vec<CoverName>,

    /// Decide only these assertions (or checked places, or coverage goals), each by itself: by number or by
    /// line, separated by commas
    #[arg(long, value_name = "N|FILE:LINE,…", value_delimiter = ',', value_parser = GoalPattern::parse, conflicts_with = "witness")]
    pub(crate) goal: Vec<GoalPattern>,

    /// Show what there is to decide and do not decide it: number, place and description, with tabs between
    #[arg(long, conflicts_with_all = ["goal", "witness", "json", "plot"])]
    pub(crate) list_goals: bool,

    /// What the file is, if its name does not say so: a transition system, not C
    #[arg(long, value_name = "FORMAT", value_parser = formats(), help_heading = "Transition systems")]
    pub(crate) format: Option<Format>,

    /// The property to decide, by name or by number from 0 [default: all]
    #[arg(long, value_name = "NAME", help_heading = "Transition systems")]
    pub(crate) property: Option<String>,

    /// Write the answer in the terms of the format: a run that violates a property, or an invariant
    #[arg(long, value_name = "FILE", help_heading = "Transition systems")]
    pub(crate) witness: Option<PathBuf>,

    /// How to decide
    #[arg(long, value_enum, default_value_t = EngineName::Auto, value_name = "NAME")]
    pub(crate) engine: EngineName,

    /// Engines ic3cfa, ic3, local and auto: switch techniques on, separated by commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',', value_parser = techniques(), help_heading = "Techniques of IC3", hide_possible_values = true)]
    pub(crate) with: Vec<Technique>,

    /// Engines ic3cfa, ic3, local and auto: switch techniques off, separated by commas
    #[arg(long, value_name = "TECHNIQUE", value_delimiter = ',', value_parser = techniques(), help_heading = "Techniques of IC3")]
    pub(crate) without: Vec<Technique>,

    /// Engine bmc: give up after that many transitions; engine unwind: after that many iterations of
    /// each loop
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<usize>,

    /// Do without facts by data flow
    #[arg(long, help_heading = "Passes")]
    pub(crate) no_facts: bool,

    /// Use so many cores, for the engines of the group and for certificates [default: all cores]
    #[arg(long, value_name = "N", default_value_t = cores(), hide_default_value = true, value_parser = parse_cores)]
    pub(crate) cores: usize,

    /// Engine auto: the same result and the same lemmas on any machine, at the price of waiting
    #[arg(long)]
    pub(crate) deterministic: bool,

    /// Engine ic3icp: which orders it takes bounds in, where any order would do
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Techniques of IC3"
    )]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) passes: PassArgs,

    /// SAT solver
    #[arg(
        long,
        value_name = "NAME",
        default_value = SatBackend::default().name(),
        value_parser = PossibleValuesParser::new(SatBackend::ALL.map(SatBackend::name))
    )]
    pub(crate) sat: String,

    /// Have queries answered by the interval solver where there are floating-point numbers or products
    /// of numbers that are not linear (icp), or by another program: z3, cvc5, bitwuzla, mathsat, yices, or
    /// any command that reads SMT-LIB 2 from its standard input
    #[arg(long, value_name = "NAME|COMMAND", conflicts_with_all = ["sat", "record_queries"])]
    pub(crate) solver: Option<String>,

    /// Have certificates confirmed by these programs, too, query by query (as for --solver, separated
    /// by commas); if one of them does not know, neither does the check
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) certify: Vec<String>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Show sizes, times and counters, and the course of an IC3 search
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// Write a JSON document; `-`: to standard output, and nothing else there
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,

    /// Draw how IC3 has searched, as an SVG: frames, lemmas and predicates over time
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub(crate) plot: Option<PathBuf>,

    /// Record the SAT queries of every solver into this folder, to compare SAT solvers on them
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) record_queries: Option<PathBuf>,

    /// Record the queries of every solver into this folder, as SMT-LIB scripts with answers and times
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) record_terms: Option<PathBuf>,

    /// Only the verdict
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Also the invariant, and traces without gaps
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,
}

/// The machine's cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn parse_cores(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number of at least 1 is expected".to_owned()),
        Ok(cores) => Ok(cores),
    }
}

/// Reads a technique by name.
fn techniques() -> impl TypedValueParser<Value = Technique> {
    let names = Technique::ALL
        .iter()
        .map(|t| PossibleValue::new(t.name()).help(t.source()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Technique>())
}

/// Options of `run`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) frontend: FrontendArgs,

    /// Inputs in order, separated by commas; uninitialised variables are 0
    #[arg(long, value_name = "N,N,…", allow_hyphen_values = true, conflicts_with_all = ["input_file", "random"])]
    pub(crate) input: Option<String>,

    /// Inputs from a file: numbers, or a JSON document of `check`
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    pub(crate) input_file: Option<PathBuf>,

    /// Random inputs, chosen as the engine `simulate` does: special values, and constants that
    /// the program compares an input with, each often repeated
    #[arg(long)]
    pub(crate) random: bool,

    /// Which random inputs
    #[arg(long, value_name = "N", default_value_t = 0, requires = "random")]
    pub(crate) seed: u64,

    /// Stop after that many steps
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub(crate) max_steps: u64,

    /// Show every step
    #[arg(long)]
    pub(crate) trace: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Options of `cfa`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CfaArgs {
    #[command(flatten)]
    pub(crate) frontend: FrontendArgs,

    /// As a Graphviz graph
    #[arg(long)]
    pub(crate) dot: bool,

    /// As a picture that browsers show
    #[arg(long, conflicts_with = "dot")]
    pub(crate) svg: bool,

    /// One location per basic block, before large-block encoding
    #[arg(long)]
    pub(crate) small: bool,

    /// The program in the intermediate language instead
    #[arg(long, conflicts_with_all = ["dot", "svg", "small"])]
    pub(crate) ivl: bool,

    /// What data flow knows at loop heads instead
    #[arg(long, conflicts_with_all = ["dot", "small", "ivl", "stats"])]
    pub(crate) facts: bool,

    /// What each pass did instead
    #[arg(long, conflicts_with_all = ["dot", "svg", "ivl"])]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) passes: PassArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What the user asked for.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) command: Command,
    pub(crate) color: ColorChoice,
    /// What the compiler's own options say.
    pub(crate) compiler: CompilerOptions,
}

/// Reads the command line. Help, version and complaints are printed here.
pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, Exit> {
    try_parse(args).map_err(|error| {
        // Nobody is left to tell if this fails.
        let _ = error.print();
        if error.use_stderr() {
            Exit::Usage
        } else {
            Exit::Ok
        }
    })
}

/// The options of a `check`.
#[cfg(test)]
pub(crate) fn check_args(line: &[&str]) -> CheckArgs {
    let invocation = try_parse(line.iter().map(OsString::from)).expect("it is a command line");
    match invocation.command {
        Command::Check(args) => *args,
        other => panic!("{other:?}"),
    }
}

/// What is wrong with a command line, if anything.
pub(crate) fn complaint(args: impl IntoIterator<Item = OsString>) -> Option<String> {
    try_parse(args).err().map(|error| error.to_string())
}

fn try_parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, clap::Error> {
    let (args, compiler) = compiler::split(&Cli::command(), args)
        .map_err(|text| Cli::command().error(clap::error::ErrorKind::InvalidValue, text))?;
    let matches = Cli::command().try_get_matches_from(args)?;
    let Cli { command, color } = Cli::from_arg_matches(&matches)?;
    validate(&command, &compiler)?;
    Ok(Invocation {
        command,
        color,
        compiler,
    })
}

/// What clap cannot check.
fn validate(command: &Command, compiler: &CompilerOptions) -> Result<(), clap::Error> {
    let frontend = match command {
        Command::Check(args) => Some(&args.frontend),
        Command::Run(args) => Some(&args.frontend),
        Command::Cfa(args) => Some(&args.frontend),
        Command::Export(args) => Some(&args.frontend),
        Command::Peer(args) => Some(&args.frontend),
        Command::Bench(_) | Command::Deadcode(_) | Command::Cover(_) => None,
    };
    let checks = frontend.map_or(&[][..], |frontend| &frontend.checks);
    let arith = frontend.is_some_and(|frontend| frontend.arith);
    if compiler.wraps && checks.contains(&CheckName::One(Check::Overflow)) {
        return Err(Cli::command().error(
            clap::error::ErrorKind::ArgumentConflict,
            "with -fwrapv signed overflow is no fault: leave out --check overflow, or -fwrapv",
        ));
    }
    if arith && let Some(name) = checks.iter().find_map(|check| check.without_meaning()) {
        let text = format!(
            "with --arith nothing overflows and conversions keep values: leave out --check {name}, or --arith"
        );
        return Err(Cli::command().error(clap::error::ErrorKind::ArgumentConflict, text));
    }
    if let Command::Check(args) = command
        && let Some(text) = systems::complaint(args)
    {
        return Err(Cli::command().error(clap::error::ErrorKind::ArgumentConflict, text));
    }
    if let Command::Check(args) = command
        && args.max_depth.is_some()
        && !args.engine.has_depth()
    {
        return Err(Cli::command().error(
            clap::error::ErrorKind::ArgumentConflict,
            "--max-depth is an option of the engines bmc and unwind: add --engine bmc",
        ));
    }
    if let Command::Check(args) = command
        && !(args.with.is_empty() && args.without.is_empty())
        && !args.engine.has_techniques()
    {
        return Err(Cli::command().error(
            clap::error::ErrorKind::ArgumentConflict,
            "--with and --without are options of the engine ic3cfa: add --engine ic3cfa",
        ));
    }
    if let Command::Export(args) = command {
        let only_for = |is_given: bool, option: &str, format: FormatName, name: &str| {
            let wrong = is_given && args.format != format;
            let text = format!("{option} is an option of the format {name}: add --format {name}");
            let error = || Cli::command().error(clap::error::ErrorKind::ArgumentConflict, text);
            if wrong { Err(error()) } else { Ok(()) }
        };
        only_for(args.depth.is_some(), "--depth", FormatName::Smt2, "smt2")?;
        only_for(args.ascii, "--ascii", FormatName::Aiger, "aiger")?;
    }
    Ok(())
}

pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    match number.parse::<f64>().map(Duration::try_from_secs_f64) {
        Ok(Ok(duration)) if !duration.is_zero() => Ok(duration),
        _ => Err("a positive number of seconds was expected, such as 60 or 0.5".to_owned()),
    }
}

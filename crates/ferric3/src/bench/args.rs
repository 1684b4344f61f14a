//! Options of `bench`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::parse_seconds;
use crate::goal::CoverName;

/// Below the options.
pub(crate) const BENCH_HELP: &str = "\
The task list has one task a line, columns separated by tabs, and their names in the first line:
  file        the C file, relative to the list or to --root; lines without one are skipped
  expected    true: no run violates an assertion; false: some run does; unknown
  category    for the tables                                                        (optional)
  data_model  ILP32 or LP64                                                         (optional)

An engine may carry further options of `check`: --engine \"bmc,bmc --max-depth 50\".
Other tools count as engines too, if they are installed: peer:spacer (z3) and peer:abc. They get the
exported problem, under the same limits, which include the time of the export. Their answers have no
certificate and no replay; see `ferric3 peer --help`.
With --cover each coverage goal of each file is a task of its own, FILE#N for the goal with the number N
(check --list-goals). TRUE: no run reaches it; FALSE: some run does. What is expected is not asked.
Two engines that contradict each other count as a failed check.
Results go to DIR/results.csv as they come in; Ctrl-C keeps what is there, --resume carries on.
In the end there are tables on standard output, and plots in DIR: cactus.svg and, for each pair of
engines, scatter-A-B.svg. Score: 2 for each TRUE, 1 for each FALSE.
Exit codes: 0, 6 if a verdict was wrong or a check failed, 5 if interrupted, 1 bad usage, 2 bad input.

Examples:
  ferric3 bench tasks.tsv
  ferric3 bench tasks.tsv --engine ic3cfa,bmc --timeout 60 --memory 4000 -j 2 --out today
  ferric3 bench tasks.tsv --engine ic3cfa,bmc --timeout 60 --memory 4000 -j 2 --out today --resume
  ferric3 bench tasks.tsv --engine ic3cfa,peer:spacer,peer:abc --timeout 60 --out peers
  ferric3 bench tasks.tsv --spec no-overflow.prp --out overflow
  ferric3 bench tasks.tsv --engine bmc,kind,itp --cover branch --every 5 --timeout 30 --out goals
  ferric3 bench tasks.tsv --only loops/ --out new --compare old/results.csv";

/// Options of `bench`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BenchArgs {
    /// The task list
    #[arg(value_name = "TASKS.tsv")]
    pub(crate) tasks: PathBuf,

    /// Engines to run, separated by commas
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "auto"
    )]
    pub(crate) engine: Vec<String>,

    /// Look for files of the list there as well
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,

    /// Only tasks whose file or category contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,

    /// Property file for every check; `expected` is about its properties then
    #[arg(long, value_name = "FILE.prp")]
    pub(crate) spec: Option<PathBuf>,

    /// Every coverage goal of these kinds is a task, instead of the assertions: statement, branch, mark
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "NAME,…",
        conflicts_with = "spec"
    )]
    pub(crate) cover: Vec<CoverName>,

    /// With --cover: only every N-th goal of each file
    #[arg(long, value_name = "N", default_value = "1", requires = "cover")]
    pub(crate) every: NonZeroUsize,

    /// Tasks without a data model: ILP32
    #[arg(long = "32", conflicts_with = "lp64")]
    pub(crate) ilp32: bool,

    /// Tasks without a data model: LP64 [default]
    #[arg(long = "64")]
    pub(crate) lp64: bool,

    /// Seconds for each check
    #[arg(long, value_name = "S", value_parser = parse_seconds, default_value = "60", allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) timeout: Duration,

    /// Megabytes for each check
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 4000, help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Checks at a time
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "1",
        help_heading = "Limits"
    )]
    pub(crate) jobs: NonZeroUsize,

    /// Where results and plots go
    #[arg(
        long,
        value_name = "DIR",
        default_value = "bench-results",
        help_heading = "Output"
    )]
    pub(crate) out: PathBuf,

    /// Keep the results that are there, made with the same limits, and run the rest
    #[arg(long, help_heading = "Output")]
    pub(crate) resume: bool,

    /// Compare with the results of another run
    #[arg(long, value_name = "OLD.csv", help_heading = "Output")]
    pub(crate) compare: Option<PathBuf>,
}

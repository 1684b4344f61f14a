//! Options of `export` and `peer`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FrontendArgs, LimitArgs};

/// Below the options of `export`.
pub(crate) const EXPORT_HELP: &str = "\
What the file says is what `check` decides: can a run get to the error location?
  chc    one predicate per location, one clause per edge; sat: no, unsat: yes
  vmt    transition system with a program counter; the property is invar-property 0
  btor2  the same; the error is bad 0
  aiger  the same, bit by bit; the error is bad 0, all latches start with 0
  smt2   definitions of init, trans and bad; with --depth K also a query: sat: an error is at most
         K edges away
Inputs of the program are free inputs of the system. A run that cannot go on ends in a state of its
own, which is not the error.

A construct that cannot be modelled would look like an error (or like the end of the run), so the
default is to refuse. With --obstacles errors only `no error` counts, with --obstacles dead-ends
only `error`.
Exit codes: 0, 5 refused or given up, 1 bad usage, 2 bad input, 6 internal error.

Examples:
  ferric3 export --format chc counter.c -o counter.smt2; z3 fp.engine=spacer counter.smt2
  ferric3 export --format aiger counter.c -o counter.aig; berkeley-abc -c 'read_aiger counter.aig; pdr'
  ferric3 export --format btor2 --32 --spec unreach-call.prp counter.c > counter.btor2
  ferric3 export --format smt2 --depth 20 counter.c | z3 -in";

/// Below the options of `peer`.
pub(crate) const PEER_HELP: &str = "\
The last line on standard output is the answer: `Peer result: TRUE`, `FALSE` or `UNKNOWN(reason)`, with
the exit codes of `check`. It is the word of the other tool: there is no certificate and no replay,
so it is not a verdict of Ferric3. Limits hold for export and tool together.

  spacer  z3 on Horn clauses: z3 fp.engine=spacer
  abc     ABC on AIGER: scorr, then pdr

Examples:
  ferric3 peer spacer counter.c --timeout 60
  ferric3 peer abc counter.c --problem counter.aig
  ferric3 bench tasks.tsv --engine ic3cfa,peer:spacer,peer:abc --timeout 60";

/// Options of `export`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) frontend: FrontendArgs,

    /// In which format
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) format: FormatName,

    /// Property file, instead of --check: unreach-call, no-overflow, valid-deref, valid-free
    #[arg(long, value_name = "FILE.prp", conflicts_with = "checks")]
    pub(crate) spec: Option<PathBuf>,

    /// Constructs that cannot be modelled and that the program may get to
    #[arg(long, value_enum, default_value_t = ObstacleName::Refuse, value_name = "HOW")]
    pub(crate) obstacles: ObstacleName,

    /// Format smt2: ask whether an error is at most that many edges away
    #[arg(long, value_name = "K")]
    pub(crate) depth: Option<usize>,

    /// Format aiger: the ASCII form
    #[arg(long)]
    pub(crate) ascii: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// Constrained Horn clauses (SMT-LIB, logic HORN)
    Chc,
    /// VMT-LIB
    Vmt,
    /// BTOR2
    Btor2,
    /// AIGER 1.9, binary unless --ascii
    Aiger,
    /// SMT-LIB
    Smt2,
}

/// What to do with constructs that cannot be modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObstacleName {
    /// Export nothing, and name the first one
    Refuse,
    /// They count as errors
    Errors,
    /// Runs end there
    DeadEnds,
}

/// Options of `peer`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PeerArgs {
    /// Whom to ask
    #[arg(value_enum, value_name = "PEER")]
    pub(crate) peer: PeerName,

    #[command(flatten)]
    pub(crate) frontend: FrontendArgs,

    /// Property file, instead of --check: unreach-call, no-overflow, valid-deref, valid-free
    #[arg(long, value_name = "FILE.prp", conflicts_with = "checks")]
    pub(crate) spec: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Keep the exported problem in this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) problem: Option<PathBuf>,

    /// Write a JSON document; `-`: to standard output, and nothing else there
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,

    /// Only the answer
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// Other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PeerName {
    /// Z3's Spacer, on Horn clauses
    Spacer,
    /// ABC's PDR, on AIGER
    Abc,
}

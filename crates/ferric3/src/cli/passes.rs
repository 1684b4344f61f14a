//! Which passes make the automaton smaller.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use ferric3_cfa::{BlockSize, Pass, PassOptions, PassSet};

/// Options about passes.
#[derive(Clone, Debug, Args)]
pub(crate) struct PassArgs {
    /// Passes that make the automaton smaller, separated by commas
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = names(), help_heading = "Passes")]
    passes: Vec<PassName>,

    /// Passes to leave out, separated by commas
    #[arg(id = "no-pass", long = "no-pass", value_name = "NAME,…", value_delimiter = ',', value_parser = one(), help_heading = "Passes", hide_possible_values = true)]
    without: Vec<Pass>,

    /// Which locations stay besides loop heads
    #[arg(long, value_enum, default_value_t = BlocksName::Loops, value_name = "SIZE", help_heading = "Passes")]
    blocks: BlocksName,
}

/// What `--blocks` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BlocksName {
    /// None: an edge goes from loop head to loop head
    Loops,
    /// Those where branches meet
    Joins,
    /// All of them
    Single,
}

/// What `--passes` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PassName {
    All,
    None,
    One(Pass),
}

impl PassArgs {
    /// What `--blocks` says.
    pub(crate) fn blocks(&self) -> String {
        let name = self.blocks.to_possible_value();
        name.map_or(String::new(), |name| name.get_name().to_owned())
    }

    /// The passes that were asked for; `default` if nothing was said.
    pub(crate) fn options(&self, default: PassSet) -> PassOptions {
        let mut passes = default;
        if !self.passes.is_empty() {
            passes = PassSet::NONE;
            for &name in &self.passes {
                passes = match name {
                    PassName::All => PassSet::all(),
                    PassName::None => passes,
                    PassName::One(pass) => passes.with(pass),
                };
            }
        }
        for &pass in &self.without {
            passes = passes.without(pass);
        }
        PassOptions {
            blocks: match self.blocks {
                BlocksName::Loops => BlockSize::Loops,
                BlocksName::Joins => BlockSize::Joins,
                BlocksName::Single => BlockSize::Single,
            },
            ..PassOptions::with_passes(passes)
        }
    }
}

fn possible(pass: Pass) -> PossibleValue {
    PossibleValue::new(pass.name()).help(pass.summary())
}

fn one() -> impl TypedValueParser<Value = Pass> {
    PossibleValuesParser::new(Pass::ALL.map(possible)).try_map(|name| name.parse::<Pass>())
}

fn names() -> impl TypedValueParser<Value = PassName> {
    let groups = [
        PossibleValue::new("all").help("all of them"),
        PossibleValue::new("none").help("none of them"),
    ];
    let names = groups.into_iter().chain(Pass::ALL.map(possible));
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "all" => Ok(PassName::All),
        "none" => Ok(PassName::None),
        name => name.parse::<Pass>().map(PassName::One),
    })
}

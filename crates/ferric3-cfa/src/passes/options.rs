//! Which passes there are, and which of them run.

use std::fmt;
use std::str::FromStr;

use crate::BlockSize;

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// Locations that no run from initial to error passes.
    Unreachable,
    /// Variables whose value is known: a constant, or a small expression.
    Constants,
    /// Variables that are copies of other ones.
    Copies,
    /// Variables that are always equal.
    MergeEqual,
    /// Assignments to variables that nobody reads.
    Dead,
    /// Edges that no run takes by what data flow knows.
    Infeasible,
    /// Branches and loops that decide nothing.
    Slice,
    /// Locations with the same future.
    Bisimulation,
}

impl Pass {
    /// All passes, in the order in which they run.
    pub const ALL: [Pass; 8] = [
        Pass::Constants,
        Pass::Unreachable,
        Pass::Copies,
        Pass::MergeEqual,
        Pass::Dead,
        Pass::Infeasible,
        Pass::Slice,
        Pass::Bisimulation,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Unreachable => "unreachable",
            Pass::Constants => "constants",
            Pass::Copies => "copies",
            Pass::MergeEqual => "merge-equal",
            Pass::Dead => "dead",
            Pass::Infeasible => "infeasible",
            Pass::Slice => "slice",
            Pass::Bisimulation => "bisimulation",
        }
    }

    /// What it does, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Pass::Unreachable => "remove what lies on no way from the start to an error",
            Pass::Constants => "put in values that are known: constants and small expressions",
            Pass::Copies => "read the variable that was copied instead of the copy",
            Pass::MergeEqual => "read one of several variables that are always equal",
            Pass::Infeasible => "remove edges that no run takes by the facts of data flow",
            Pass::Dead => "remove assignments and variables that no condition depends on",
            Pass::Slice => "leave out branches and loops that do not decide about errors",
            Pass::Bisimulation => "merge locations from where it goes on in the same way",
        }
    }
}

/// There is no pass with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPass(pub String);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no pass `{}`", self.0)
    }
}

impl std::error::Error for UnknownPass {}

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(name: &str) -> Result<Pass, UnknownPass> {
        let found = Pass::ALL.into_iter().find(|pass| pass.name() == name);
        found.ok_or_else(|| UnknownPass(name.to_owned()))
    }
}

/// A set of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PassSet {
    bits: u32,
}

impl PassSet {
    /// No pass.
    pub const NONE: PassSet = PassSet { bits: 0 };

    /// All passes.
    pub fn all() -> PassSet {
        PassSet::of(&Pass::ALL)
    }

    /// These passes.
    pub fn of(passes: &[Pass]) -> PassSet {
        passes
            .iter()
            .fold(PassSet::NONE, |set, &pass| set.with(pass))
    }

    /// Is it in the set?
    pub fn has(self, pass: Pass) -> bool {
        self.bits & bit(pass) != 0
    }

    /// The set with one pass more.
    pub fn with(self, pass: Pass) -> PassSet {
        PassSet {
            bits: self.bits | bit(pass),
        }
    }

    /// The set with one pass less.
    pub fn without(self, pass: Pass) -> PassSet {
        PassSet {
            bits: self.bits & !bit(pass),
        }
    }

    /// The passes in it, in the order of [`Pass::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Pass> {
        Pass::ALL.into_iter().filter(move |&pass| self.has(pass))
    }

    /// Number of passes.
    pub fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Is there none?
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }
}

fn bit(pass: Pass) -> u32 {
    1 << pass as u32
}

/// Options of [`reduce`](crate::reduce).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassOptions {
    /// The passes that run.
    pub passes: PassSet,
    /// All of them run at most that many times.
    pub max_rounds: usize,
    /// How large the blocks are afterwards.
    pub blocks: BlockSize,
}

impl PassOptions {
    /// These passes, as often as by default.
    pub fn with_passes(passes: PassSet) -> PassOptions {
        PassOptions {
            passes,
            ..PassOptions::default()
        }
    }
}

impl Default for PassOptions {
    fn default() -> Self {
        PassOptions {
            passes: PassSet::all(),
            max_rounds: 6,
            blocks: BlockSize::default(),
        }
    }
}

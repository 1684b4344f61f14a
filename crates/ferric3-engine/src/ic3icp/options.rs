//! Options and presets: the rows of the paper's Table I.

use crate::ic3::{Technique, TechniqueSet};

/// The paper's.
const PATIENCE: u64 = 128;

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ic3IcpOptions {
    /// The techniques that are on.
    pub techniques: TechniqueSet,
    /// Edges between the targets and the last edge of a run (`IND'`); `None`: targets are those of the error edges.
    pub suffix: Option<usize>,
    /// Obligations at one frontier until the first restart (technique `suffix-restart`).
    pub patience: u64,
    /// On the system with a program counter instead of the automaton.
    pub monolithic: bool,
    /// Which orders by chance.
    pub seed: u64,
}

/// The engine with suffixes of given lengths, and what is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ic3IcpPreset {
    /// A suffix of two edges, and restarts with longer ones: `ind2 +abort`.
    #[default]
    Default,
    /// Always the same suffix: `ind0` to `ind4`.
    Suffix(usize),
    /// The default, with a program counter.
    Monolithic,
}

impl Ic3IcpPreset {
    /// All presets.
    pub const ALL: [Ic3IcpPreset; 7] = [
        Ic3IcpPreset::Default,
        Ic3IcpPreset::Suffix(0),
        Ic3IcpPreset::Suffix(1),
        Ic3IcpPreset::Suffix(2),
        Ic3IcpPreset::Suffix(3),
        Ic3IcpPreset::Suffix(4),
        Ic3IcpPreset::Monolithic,
    ];

    /// The engine's name with this preset.
    pub fn engine_name(self) -> &'static str {
        match self {
            Ic3IcpPreset::Default => "ic3icp",
            Ic3IcpPreset::Suffix(0) => "ic3icp:ind0",
            Ic3IcpPreset::Suffix(1) => "ic3icp:ind1",
            Ic3IcpPreset::Suffix(2) => "ic3icp:ind2",
            Ic3IcpPreset::Suffix(3) => "ic3icp:ind3",
            Ic3IcpPreset::Suffix(_) => "ic3icp:ind4",
            Ic3IcpPreset::Monolithic => "ic3icp:mono",
        }
    }

    /// The techniques of the preset: those of III-F, and what the core of the family has.
    pub fn techniques(self) -> TechniqueSet {
        use Technique as T;
        let all = TechniqueSet::of(&[
            T::Facts,
            T::Exchange,
            T::InitialFrames,
            T::Gentr,
            T::Requeue,
            T::LimitConflicts,
            T::Cores,
            T::LiteralRotation,
            T::BoundGeneralisation,
            T::NarrowLemmas,
            T::Ungeneralise,
            T::Layers,
            T::Climb,
            T::SuffixRestart,
            T::Push,
            T::TriggeredPush,
        ]);
        match self {
            Ic3IcpPreset::Suffix(_) => all.without(T::SuffixRestart),
            Ic3IcpPreset::Default | Ic3IcpPreset::Monolithic => all,
        }
    }

    /// The options of the preset, with these techniques.
    pub fn with_techniques(self, techniques: TechniqueSet) -> Ic3IcpOptions {
        Ic3IcpOptions {
            techniques,
            suffix: match self {
                Ic3IcpPreset::Suffix(0) if !techniques.has(Technique::SuffixRestart) => None,
                Ic3IcpPreset::Suffix(length) => Some(length),
                Ic3IcpPreset::Default | Ic3IcpPreset::Monolithic => Some(2),
            },
            patience: PATIENCE,
            monolithic: self == Ic3IcpPreset::Monolithic,
            seed: 0,
        }
    }
}

impl From<Ic3IcpPreset> for Ic3IcpOptions {
    fn from(preset: Ic3IcpPreset) -> Ic3IcpOptions {
        preset.with_techniques(preset.techniques())
    }
}

//! Options and presets.

use crate::ic3::{Technique, TechniqueSet};

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ic3CfaOptions {
    /// The techniques that are on.
    pub techniques: TechniqueSet,
}

/// The published variants of the algorithm, and ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Preset {
    /// No generalisation at all: IC3CFA Alg. 1 to 3 (Thesis Table 6.2).
    None,
    /// Literal dropping, edge by edge: Thesis 4.3 (Table 6.1).
    Old,
    /// The thesis's own algorithm: 5.12.
    Thesis,
    /// All that pays.
    #[default]
    Default,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 4] = [Preset::None, Preset::Old, Preset::Thesis, Preset::Default];

    /// The engine's name with this preset.
    pub fn engine_name(self) -> &'static str {
        match self {
            Preset::None => "ic3cfa:none",
            Preset::Old => "ic3cfa:old",
            Preset::Thesis => "ic3cfa:thesis",
            Preset::Default => "ic3cfa",
        }
    }

    /// The techniques of the preset. The published algorithms have no pushing phase: the same
    /// cubes are blocked anew for each frontier, which is what their query caches are for.
    pub fn techniques(self) -> TechniqueSet {
        use Technique as T;
        match self {
            Preset::None => TechniqueSet::of(&[T::WepCubes]),
            Preset::Old => Preset::None.techniques().with(T::BinaryDrop).with(T::Drop),
            Preset::Thesis => TechniqueSet::of(&[
                T::InitialFrames,
                T::WepCubes,
                T::OrderBySize,
                T::QueryCache,
                T::Contexts,
                T::ContextSupersets,
                T::PredecessorCubes,
                T::MultiplePredecessors,
                T::NecessaryLiterals,
                T::Assumes,
                T::BinaryDrop,
                T::Drop,
                T::Interpolation,
            ]),
            Preset::Default => TechniqueSet::of(&[
                T::Facts,
                T::Exchange,
                T::InitialFrames,
                T::WepCubes,
                T::FixProducts,
                T::Lift,
                T::ProjectInputs,
                T::Requeue,
                T::QueryCache,
                T::LimitConflicts,
                T::Cores,
                T::BoundGeneralisation,
                T::Contexts,
                T::ContextSupersets,
                T::MultiplePredecessors,
                T::NecessaryLiterals,
                T::Drop,
                T::Relate,
                T::WeakenToBounds,
                T::WeakenToBits,
                T::Layers,
                T::Climb,
                T::Push,
                T::TriggeredPush,
            ]),
        }
    }
}

impl From<Preset> for Ic3CfaOptions {
    fn from(preset: Preset) -> Ic3CfaOptions {
        Ic3CfaOptions {
            techniques: preset.techniques(),
        }
    }
}

impl Default for Ic3CfaOptions {
    fn default() -> Ic3CfaOptions {
        Preset::Default.into()
    }
}

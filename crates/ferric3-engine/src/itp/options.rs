//! Options and presets.

use ferric3_solver::System;

use crate::ic3::{Technique, TechniqueSet};

/// Options of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItpOptions {
    /// The techniques that are on.
    pub techniques: TechniqueSet,
    /// How interpolants are read off proofs.
    pub system: System,
    /// Are intervals asked where there are floating-point operations, whatever solver was chosen?
    pub with_intervals: bool,
}

/// The engine with each interpolation system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ItpPreset {
    /// McMillan's.
    #[default]
    Default,
    /// Pudlák's.
    Pudlak,
    /// The inverse of McMillan's.
    Inverse,
    /// McMillan's, and intervals where there are floating-point operations.
    Intervals,
}

impl ItpPreset {
    /// All presets.
    pub const ALL: [ItpPreset; 4] = [
        ItpPreset::Default,
        ItpPreset::Pudlak,
        ItpPreset::Inverse,
        ItpPreset::Intervals,
    ];

    /// The engine's name with this preset.
    pub fn engine_name(self) -> &'static str {
        match self {
            ItpPreset::Default => "itp",
            ItpPreset::Pudlak => "itp:pudlak",
            ItpPreset::Inverse => "itp:inverse",
            ItpPreset::Intervals => "itp:icp",
        }
    }

    /// The techniques of the preset.
    pub fn techniques(self) -> TechniqueSet {
        TechniqueSet::of(&[
            Technique::Facts,
            Technique::Exchange,
            Technique::FrontierImages,
            Technique::DropConjuncts,
        ])
    }

    /// The options of the preset, with these techniques.
    pub fn with_techniques(self, techniques: TechniqueSet) -> ItpOptions {
        let system = match self {
            ItpPreset::Default | ItpPreset::Intervals => System::McMillan,
            ItpPreset::Pudlak => System::Pudlak,
            ItpPreset::Inverse => System::Inverse,
        };
        ItpOptions {
            techniques,
            system,
            with_intervals: self == ItpPreset::Intervals,
        }
    }
}

impl From<ItpPreset> for ItpOptions {
    fn from(preset: ItpPreset) -> ItpOptions {
        preset.with_techniques(preset.techniques())
    }
}

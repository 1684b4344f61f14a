//! The engines by their names on the command line: one table. A row is a name, what `--help` says about
//! it, and how the engine is made; there is no engine without one.

use clap::ValueEnum;
use ferric3_engine::{
    AutoOptions, EngineKind, Ic3CfaOptions, Ic3IcpOptions, Ic3IcpPreset, Ic3Preset, ItpPreset,
    Preset, SimulateOptions, Technique, TechniqueSet, TreeOptions, TreePreset,
    abstraction_techniques, cegar_techniques,
};

use crate::cli::CheckArgs;

/// How an engine is made of the options that it has.
enum Make {
    /// From a set of techniques, which `--with` and `--without` change.
    Techniques(TechniqueSet, MakeByTechniques),
    /// With `--max-depth`.
    Depth(fn(Option<usize>) -> EngineKind),
    /// Without options.
    Plain(fn() -> EngineKind),
}

/// The engine with these techniques, and with what else the command line says.
type MakeByTechniques = Box<dyn Fn(Ic3CfaOptions, &CheckArgs) -> EngineKind>;

macro_rules! engines {
    ($($(#[doc = $help:literal])+ $id:ident = $name:literal, $make:expr;)+) => {
        /// The engines.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub(crate) enum EngineName {
            $($(#[doc = $help])+ #[value(name = $name)] $id,)+
        }

        impl EngineName {
            /// The name on the command line.
            pub(crate) fn name(self) -> &'static str {
                match self { $(EngineName::$id => $name,)+ }
            }

            fn make(self) -> Make {
                match self { $(EngineName::$id => $make,)+ }
            }
        }
    };
}

engines! {
    /// A run if there is only one, a short simulation, bounded searches for what ends soon, then
    /// several engines side by side
    Auto = "auto", techniques(Preset::Default.techniques(), |ic3cfa, args| {
        EngineKind::Auto(AutoOptions {
            ic3cfa,
            cores: args.cores,
            deterministic: args.deterministic,
        })
    });
    /// IC3 on the control flow automaton: proofs and counterexamples, without a bound
    Ic3cfa = "ic3cfa", ic3cfa(Preset::Default);
    /// The same without generalisation
    Ic3cfaNone = "ic3cfa:none", ic3cfa(Preset::None);
    /// The same with the generalisation of the first publication
    Ic3cfaOld = "ic3cfa:old", ic3cfa(Preset::Old);
    /// The same with the generalisation of the thesis
    Ic3cfaThesis = "ic3cfa:thesis", ic3cfa(Preset::Thesis);
    /// IC3 with the program counter as a variable: what ic3cfa is compared with
    Ic3 = "ic3", ic3(Ic3Preset::Default);
    /// The same with single states as predecessors
    Ic3States = "ic3:states", ic3(Ic3Preset::States);
    /// IC3 with implicit predicate abstraction, and the program counter as a variable: cubes over
    /// predicates, which interpolants refine
    Ic3ia = "ic3ia", techniques(abstraction_techniques(), |options, _| {
        EngineKind::Ic3Ia(options)
    });
    /// The same on the control flow automaton, with predicates of each location's own
    Pdr = "pdr", techniques(abstraction_techniques(), |options, _| EngineKind::Pdr(options));
    /// The same with several searches that share lemmas and predicates, one for each core
    PdrTeam = "pdr:team", techniques(abstraction_techniques(), |options, args| {
        EngineKind::PdrTeam { options, cores: args.cores }
    });
    /// IC3 over boxes, on the interval solver, with targets several edges before the error: for
    /// floating-point programs
    Ic3icp = "ic3icp", ic3icp(Ic3IcpPreset::Default);
    /// The same with targets one edge before the error, and without restarts
    Ic3icpInd0 = "ic3icp:ind0", ic3icp(Ic3IcpPreset::Suffix(0));
    /// The same, two edges before
    Ic3icpInd1 = "ic3icp:ind1", ic3icp(Ic3IcpPreset::Suffix(1));
    /// The same, three edges before
    Ic3icpInd2 = "ic3icp:ind2", ic3icp(Ic3IcpPreset::Suffix(2));
    /// The same, four edges before
    Ic3icpInd3 = "ic3icp:ind3", ic3icp(Ic3IcpPreset::Suffix(3));
    /// The same, five edges before
    Ic3icpInd4 = "ic3icp:ind4", ic3icp(Ic3IcpPreset::Suffix(4));
    /// ic3icp with the program counter as a variable
    Ic3icpMono = "ic3icp:mono", ic3icp(Ic3IcpPreset::Monolithic);
    /// Interpolation-based model checking: images of the states reached so far as interpolants, from proofs of the
    /// SAT solver, and with --solver icp of the interval solver
    Itp = "itp", itp(ItpPreset::Default);
    /// The same with Pudlák's interpolants
    ItpPudlak = "itp:pudlak", itp(ItpPreset::Pudlak);
    /// The same with the weakest ones, the inverse of McMillan's
    ItpInverse = "itp:inverse", itp(ItpPreset::Inverse);
    /// itp with interpolants over intervals where there are floating-point operations
    ItpIcp = "itp:icp", itp(ItpPreset::Intervals);
    /// Lazy predicate abstraction: Boolean abstraction of large blocks, which interpolants of spurious
    /// paths refine
    Cegar = "cegar", cegar(cegar_techniques());
    /// The same with Cartesian abstraction: abstract states are conjunctions of literals
    CegarCartesian = "cegar:cartesian", cegar(cegar_techniques().with(Technique::Cartesian));
    /// IC3 on the unwinding of the control flow automaton into a tree, with exact preimages
    TreeIc3 = "treeic3", tree(TreePreset::Default);
    /// The same with interpolants of paths first, and preimages where they fail
    TreeIc3Itp = "treeic3:itp", tree(TreePreset::Interpolants);
    /// The same with implicit predicate abstraction
    TreeIc3Ia = "treeic3:ia", tree(TreePreset::Abstraction);
    /// IC3 on abstractions: only what a proof needs is seen, the rest are inputs. Proofs and
    /// counterexamples, without a bound; for large programs
    Local = "local", techniques(Preset::Default.techniques(), |options, _| {
        EngineKind::Localise(options)
    });
    /// k-induction: proofs and counterexamples, without a bound
    Kind = "kind", Make::Plain(|| EngineKind::KInduction { max_k: None });
    /// Bounded model checking: counterexamples, and proofs for programs whose runs all end
    Bmc = "bmc", Make::Depth(|max_depth| EngineKind::Bmc { max_depth });
    /// Bounded model checking along loops, as they stand in the program: the same, better where
    /// counters of loops are known
    Unwind = "unwind", Make::Depth(|max_bound| EngineKind::Unwind { max_bound });
    /// Runs with chosen inputs: counterexamples only, fast where solvers are not
    Simulate = "simulate", Make::Plain(|| EngineKind::Simulate(SimulateOptions::default()));
}

fn ic3cfa(preset: Preset) -> Make {
    techniques(preset.techniques(), |options, _| {
        EngineKind::Ic3Cfa(options)
    })
}

fn cegar(on: TechniqueSet) -> Make {
    techniques(on, |options, _| EngineKind::Cegar(options))
}

fn ic3(preset: Ic3Preset) -> Make {
    techniques(preset.techniques(), |options, _| EngineKind::Ic3(options))
}

fn ic3icp(preset: Ic3IcpPreset) -> Make {
    techniques(preset.techniques(), move |options, args| {
        EngineKind::Ic3Icp(Ic3IcpOptions {
            seed: args.seed,
            ..preset.with_techniques(options.techniques)
        })
    })
}

fn itp(preset: ItpPreset) -> Make {
    techniques(preset.techniques(), move |options, _| {
        EngineKind::Itp(preset.with_techniques(options.techniques))
    })
}

fn tree(preset: TreePreset) -> Make {
    techniques(preset.techniques(), move |options, _| {
        EngineKind::TreeIc3(TreeOptions {
            predecessors: preset.predecessors(),
            techniques: options.techniques,
        })
    })
}

/// An engine made of a set of techniques.
fn techniques(
    techniques: TechniqueSet,
    make: impl Fn(Ic3CfaOptions, &CheckArgs) -> EngineKind + 'static,
) -> Make {
    Make::Techniques(techniques, Box::new(make))
}

impl EngineName {
    /// Does it have techniques to switch?
    pub(crate) fn has_techniques(self) -> bool {
        matches!(self.make(), Make::Techniques(..))
    }

    /// Does it have a bound?
    pub(crate) fn has_depth(self) -> bool {
        matches!(self.make(), Make::Depth(_))
    }

    /// The engine that the command line asks for.
    pub(crate) fn kind(self, args: &CheckArgs) -> EngineKind {
        match self.make() {
            Make::Plain(make) => make(),
            Make::Depth(make) => make(args.max_depth),
            Make::Techniques(mut techniques, make) => {
                for &technique in &args.with {
                    techniques = techniques.with(technique);
                }
                for &technique in &args.without {
                    techniques = techniques.without(technique);
                }
                make(Ic3CfaOptions { techniques }, args)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name stands for the engine of that name, whatever its preset.
    #[test]
    fn names_are_those_of_the_engines() {
        for &name in EngineName::value_variants() {
            let engine = match name.make() {
                Make::Plain(make) => make(),
                Make::Depth(make) => make(None),
                Make::Techniques(techniques, make) => {
                    let line = ["ferric3", "check", "program.c", "--engine", name.name()];
                    make(Ic3CfaOptions { techniques }, &crate::cli::check_args(&line))
                }
            };
            let family = name.name().split(':').next();
            assert_eq!(Some(engine.create().name()), family);
        }
    }

    /// The page about engines has a section for each, names its presets, and all techniques.
    #[test]
    fn engines_are_described() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines.md");
        let page = std::fs::read_to_string(page).expect("the page can be read");
        let mut sections = std::collections::BTreeMap::new();
        for section in page.split("\n## ").skip(1) {
            let (title, text) = section.split_once('\n').expect("a section has text");
            sections.insert(title.trim_matches('`'), text);
        }
        for &engine in EngineName::value_variants() {
            let name = engine.name();
            let family = name.split(':').next().expect("names are not empty");
            let section = sections
                .get(family)
                .unwrap_or_else(|| panic!("no {family}"));
            assert!(
                name == family || section.contains(&format!("`{name}`")),
                "{name}"
            );
            for part in ["*What.*", "*Source.*", "*When.*", "*Switches.*"] {
                assert!(section.contains(part), "{family}: {part}");
            }
        }
        for technique in Technique::ALL {
            assert!(
                sections["Techniques"].contains(&format!("`{technique}`")),
                "{technique}"
            );
        }
    }

    /// The names of presets are the same everywhere.
    #[test]
    fn presets_have_names() {
        let names: Vec<&str> = EngineName::value_variants()
            .iter()
            .map(|engine| engine.name())
            .collect();
        let presets = Preset::ALL.map(Preset::engine_name);
        let of_ic3 = Ic3Preset::ALL.map(Ic3Preset::engine_name);
        let of_trees = TreePreset::ALL.map(TreePreset::engine_name);
        let of_boxes = Ic3IcpPreset::ALL.map(Ic3IcpPreset::engine_name);
        let of_interpolation = ItpPreset::ALL.map(ItpPreset::engine_name);
        for preset in presets
            .iter()
            .chain(&of_ic3)
            .chain(&of_trees)
            .chain(&of_boxes)
            .chain(&of_interpolation)
        {
            assert!(names.contains(preset), "{preset}");
        }
    }
}

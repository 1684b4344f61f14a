//! One check of one program by one engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ferric3_c::Translation;
use ferric3_engine::{
    AutoOptions, CertificateError, CheckError, CheckOptions, CheckReport, EngineKind,
    Ic3CfaOptions, Ic3IcpPreset, Ic3Preset, ItpPreset, ReplayError, SimulateOptions, TreePreset,
    UnknownReason, Verdict, abstraction_techniques, cegar_techniques, check,
};
use ferric3_ivl::RecordedInput;
use ferric3_sat::{Interrupt, SatBackend};
use ferric3_solver::{Backend, SolverConfig};

/// An engine and a SAT solver.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// Name of the engine, as in `// engine NAME: ...`.
    pub(crate) engine: &'static str,
    /// The engine.
    pub(crate) kind: EngineKind,
    /// The SAT solver.
    pub(crate) sat: SatBackend,
}

/// How far bounded model checking goes.
const BMC_DEPTH: usize = 60;

/// How far k-induction goes: as deep for errors, and no proof here needs more.
const MAX_K: usize = 40;

/// Iterations of loops that `unwind` may follow.
const UNWIND_BOUND: usize = 64;

/// Nearly every engine with every SAT solver, those with the default solver first.
pub(crate) fn setups() -> Vec<Setup> {
    let mut solvers = vec![SatBackend::default()];
    solvers.extend(
        SatBackend::ALL
            .into_iter()
            .filter(|&sat| sat != SatBackend::default()),
    );
    let mut setups = Vec::new();
    for sat in solvers {
        let bmc = EngineKind::Bmc {
            max_depth: Some(BMC_DEPTH),
        };
        setups.push(Setup {
            engine: "bmc",
            kind: bmc,
            sat,
        });
        // What it asks solvers is what bmc asks them.
        if sat == SatBackend::default() {
            setups.push(Setup {
                engine: "unwind",
                kind: EngineKind::Unwind {
                    max_bound: Some(UNWIND_BOUND),
                },
                sat,
            });
        }
        // Its IC3 asks what ic3cfa asks.
        if sat == SatBackend::default() {
            setups.push(Setup {
                engine: "local",
                kind: EngineKind::Localise(Ic3CfaOptions::default()),
                sat,
            });
        }
        // What it asks solvers is about larger formulas, of the same kinds.
        if sat == SatBackend::default() {
            setups.push(Setup {
                engine: "ic3",
                kind: EngineKind::Ic3(Ic3Preset::Default.into()),
                sat,
            });
        }
        // What they ask is what ic3 and ic3cfa ask, about predicates.
        if sat == SatBackend::default() {
            let techniques = abstraction_techniques();
            let options = Ic3CfaOptions { techniques };
            setups.push(Setup {
                engine: "ic3ia",
                kind: EngineKind::Ic3Ia(options.clone()),
                sat,
            });
            setups.push(Setup {
                engine: "pdr",
                kind: EngineKind::Pdr(options.clone()),
                sat,
            });
            setups.push(Setup {
                engine: "pdr:team",
                kind: EngineKind::PdrTeam { options, cores: 2 },
                sat,
            });
        }
        // It asks intervals first, whatever the SAT solver.
        if sat == SatBackend::default() {
            for preset in [
                Ic3IcpPreset::Default,
                Ic3IcpPreset::Suffix(0),
                Ic3IcpPreset::Monolithic,
            ] {
                setups.push(Setup {
                    engine: preset.engine_name(),
                    kind: EngineKind::Ic3Icp(preset.into()),
                    sat,
                });
            }
        }
        // Its proofs are those of a SAT solver of its own, whatever others ask.
        if sat == SatBackend::default() {
            for preset in ItpPreset::ALL {
                setups.push(Setup {
                    engine: preset.engine_name(),
                    kind: EngineKind::Itp(preset.into()),
                    sat,
                });
            }
        }
        // What it asks is what pdr asks, for many models.
        if sat == SatBackend::default() {
            let techniques = cegar_techniques();
            setups.push(Setup {
                engine: "cegar",
                kind: EngineKind::Cegar(Ic3CfaOptions { techniques }),
                sat,
            });
        }
        // The same, on trees.
        if sat == SatBackend::default() {
            for preset in TreePreset::ALL {
                setups.push(Setup {
                    engine: preset.engine_name(),
                    kind: EngineKind::TreeIc3(preset.options()),
                    sat,
                });
            }
        }
        // It asks no solver, and ends soon where it sees nothing new.
        if sat == SatBackend::default() {
            setups.push(Setup {
                engine: "simulate",
                kind: EngineKind::Simulate(SimulateOptions {
                    effort: 1_000_000,
                    patience: 300_000,
                    seed: 0,
                }),
                sat,
            });
        }
        let ic3cfa = EngineKind::Ic3Cfa(Ic3CfaOptions::default());
        setups.push(Setup {
            engine: "ic3cfa",
            kind: ic3cfa,
            sat,
        });
        setups.push(Setup {
            engine: "kind",
            kind: EngineKind::KInduction { max_k: Some(MAX_K) },
            sat,
        });
    }
    setups.push(Setup {
        engine: "auto",
        kind: EngineKind::Auto(AutoOptions {
            cores: 2,
            deterministic: true,
            ..AutoOptions::default()
        }),
        sat: SatBackend::default(),
    });
    setups
}

/// What came out.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// TRUE.
    True,
    /// FALSE, with the inputs of the run.
    False(Vec<RecordedInput>),
    /// UNKNOWN because of the bound, the time or the memory.
    GaveUp(String),
    /// UNKNOWN because of a construct.
    Unsupported(String),
    /// A bug of ours.
    Bug(String),
}

/// Can an answer be refused for this, although nothing is wrong: a loop that a pass has forgotten runs
/// for long?
fn is_about_forgotten_loops(error: &CheckError) -> bool {
    matches!(
        error,
        CheckError::Certificate(CertificateError::Unrolling | CertificateError::Step)
            | CheckError::Replay(ReplayError::TooLong)
    )
}

/// Runs an engine.
pub(crate) fn run(translation: &Translation, setup: &Setup, limit: Duration) -> Outcome {
    let deadline = Instant::now() + limit;
    let options = CheckOptions {
        solvers: SolverConfig {
            backend: Backend::BitBlast(setup.sat),
            interrupt: Interrupt::new().with_deadline(deadline),
            ..SolverConfig::default()
        },
        ..CheckOptions::new(setup.kind.clone())
    };
    let mut terms = translation.terms.clone();
    let result = catch_unwind(AssertUnwindSafe(|| {
        check(&translation.program, &mut terms, &options, &mut ())
    }));
    match result {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            Outcome::Bug(format!("panic: {}", text.unwrap_or_default()))
        }
        Ok(Err(error)) => Outcome::Bug(error.to_string()),
        // Loops that passes forget may make a second search necessary; an invariant or a run that
        // cannot be carried back is a bug, also if that search hides it.
        Ok(Ok(CheckReport {
            refused: Some(error),
            ..
        })) if !is_about_forgotten_loops(&error) => Outcome::Bug(format!("refused: {error}")),
        Ok(Ok(report)) => match report.verdict {
            Verdict::True(_) => Outcome::True,
            Verdict::False(replay) => Outcome::False(replay.inputs().to_vec()),
            Verdict::Unknown(UnknownReason::Unsupported { construct, .. }) => {
                Outcome::Unsupported(construct)
            }
            Verdict::Unknown(reason) => Outcome::GaveUp(format!("{reason:?}")),
        },
    }
}

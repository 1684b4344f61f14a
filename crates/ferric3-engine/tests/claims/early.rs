//! Ways to stop early.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ferric3_engine::{
    AutoOptions, Bmc, Budget as Limits, Engine, EngineKind, Ic3CfaOptions, Ic3IcpPreset, Ic3Preset,
    ItpPreset, KInduction, Preset, TreePreset, abstraction_techniques, cegar_techniques,
};
use ferric3_sat::{Interrupt, Turns};
use ferric3_solver::SolverConfig;

/// Asks to stop when so many units of work are done.
#[derive(Debug)]
struct Budget(AtomicU64);

impl Turns for Budget {
    fn work(&self, units: u64) -> bool {
        let take = |left: u64| Some(left.saturating_sub(units));
        let before = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        before.is_ok_and(|before| before > units)
    }
}

/// Solvers that are interrupted when so many units of work are done.
pub(crate) fn after_work(units: u64) -> SolverConfig {
    SolverConfig {
        interrupt: Interrupt::new().part(Arc::new(Budget(AtomicU64::new(units)))),
        ..SolverConfig::default()
    }
}

/// Solvers that are interrupted after some time: members of a group count their work themselves.
pub(crate) fn after_time(time: Duration) -> SolverConfig {
    SolverConfig {
        interrupt: Interrupt::new().with_deadline(Instant::now() + time),
        ..SolverConfig::default()
    }
}

/// Different amounts of work, for each seed others: from none to what decides most of the
/// automata.
pub(crate) fn amounts(seed: u64) -> impl Iterator<Item = u64> {
    (0..14).map(move |power| (1 << power) + seed % (1 << power) - 1)
}

/// All engines; those that stop by themselves do so when that much is done.
pub(crate) fn engines(amount: u64) -> Vec<Box<dyn Engine>> {
    let depth = usize::try_from(amount % 7).expect("small");
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(Bmc::new(Limits::default())),
        Box::new(Bmc::new(Limits::bound(Some(depth)))),
        Box::new(Bmc::new(Limits::effort(amount))),
        Box::new(KInduction::new(Limits::default())),
        Box::new(KInduction::new(Limits::bound(Some(depth)))),
        Box::new(KInduction::new(Limits::effort(amount))),
    ];
    for preset in Preset::ALL {
        engines.push(EngineKind::Ic3Cfa(Ic3CfaOptions::from(preset)).create());
    }
    for preset in Ic3Preset::ALL {
        engines.push(EngineKind::Ic3(preset.into()).create());
    }
    let techniques = abstraction_techniques();
    engines.push(EngineKind::Pdr(Ic3CfaOptions { techniques }).create());
    engines.push(EngineKind::Ic3Ia(Ic3CfaOptions { techniques }).create());
    for preset in Ic3IcpPreset::ALL {
        engines.push(EngineKind::Ic3Icp(preset.into()).create());
    }
    for preset in ItpPreset::ALL {
        engines.push(EngineKind::Itp(preset.into()).create());
    }
    let techniques = cegar_techniques();
    engines.push(EngineKind::Cegar(Ic3CfaOptions { techniques }).create());
    for preset in TreePreset::ALL {
        engines.push(EngineKind::TreeIc3(preset.options()).create());
    }
    engines
}

/// The group.
pub(crate) fn auto(cores: usize) -> EngineKind {
    EngineKind::Auto(AutoOptions {
        cores,
        deterministic: true,
        ..AutoOptions::default()
    })
}

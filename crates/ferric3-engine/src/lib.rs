//! Engines: they decide whether the error location of an automaton can be reached.
//!
//! [`check`](check()) is the way in: it builds the automaton, runs an [`Engine`], and lets no
//! answer out that was not checked again. A proof is certified by a fresh solver
//! ([`certify`]), a counterexample is replayed by the interpreter on the program as it was before
//! any transformation ([`replay`]). The types see to it: [`Verdict`] can only be made here, from
//! an answer and the evidence that it passed.
//!
//! This crate knows nothing about C, and it prints nothing.

mod answer;
mod attempt;
mod auto;
mod bmc;
mod bounded;
mod budget;
mod cegar;
mod certificate;
mod check;
mod cube;
mod depth;
mod engine;
mod goals;
mod houdini;
mod ic3;
mod ic3cfa;
mod ic3ia;
mod ic3icp;
mod itp;
mod judge;
mod kind;
mod known_values;
mod localise;
mod monolithic;
mod only_run;
mod open;
mod original;
mod path_interpolants;
mod portfolio;
mod prepare;
mod replay;
mod simulate;
mod subsumption;
mod task;
mod threads;
mod tree;
mod unroll;
mod unwind;

pub use answer::{
    Answer, Counterexample, CounterexampleStep, HotSpot, Invariant, Knowledge, Proof, UnknownReason,
};
pub use auto::{Auto, AutoOptions};
pub use bmc::Bmc;
pub use budget::Budget;
pub use cegar::{Cegar, cegar_techniques};
pub use certificate::{CertificateError, Certified, Patience, certify};
pub use check::{
    CheckError, CheckOptions, CheckReport, EngineKind, SizeStats, StuckAt, Verdict, check,
    check_with,
};
pub use cube::Cube;
pub use depth::Depth;
pub use engine::{
    Contribution, Engine, EngineStats, Exchange, Interrupted, Judge, Progress, ProgressInfo,
    Session, TechniqueReport, TechniqueStats,
};
pub use goals::{
    By, Few, GoalOptions, Ground, Reason, ReasonEffort, Settled, check_each, reasons, settle_each,
};
pub use ic3::{History, Moment, Precision, Technique, TechniqueSet, UnknownTechnique};
pub use ic3cfa::{GENERALISATION_QUERIES, Ic3Cfa, Ic3CfaOptions, Preset};
pub use ic3ia::{Ic3Ia, Pdr, PdrTeam, abstraction_techniques};
pub use ic3icp::{Ic3Icp, Ic3IcpOptions, Ic3IcpPreset};
pub use itp::{Itp, ItpOptions, ItpPreset};
pub use judge::Opinion;
pub use kind::KInduction;
pub use localise::Localise;
pub use monolithic::{Ic3, Ic3Preset};
pub use open::{Obstacle, PropertyStatus};
pub use original::Original;
pub use replay::{Replay, ReplayError, replay};
pub use simulate::{ChosenInputs, Simulate, SimulateOptions};
pub use task::Task;
pub use tree::{Predecessors, TreeIc3, TreeOptions, TreePreset};
pub use unwind::Unwind;

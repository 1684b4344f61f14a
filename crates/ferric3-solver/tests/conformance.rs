//! The conformance suite on every back end.

use ferric3_sat::SatBackend;
use ferric3_solver::conformance::{self, Effort};
use ferric3_solver::{BitBlaster, SolverConfig};

#[test]
fn bit_blaster_over_native_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Native)),
        Effort::Thorough,
    );
}

#[test]
fn bit_blaster_over_batsat_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Batsat)),
        Effort::Thorough,
    );
}

#[cfg(feature = "cadical")]
#[test]
fn bit_blaster_over_cadical_conforms() {
    conformance::check(
        &|| Box::new(BitBlaster::new(SatBackend::Cadical)),
        Effort::Thorough,
    );
}

#[test]
fn the_default_solver_conforms() {
    conformance::check(&|| SolverConfig::default().create(), Effort::Quick);
}

#[test]
fn bit_blasters_know_arrays() {
    for sat in SatBackend::ALL {
        conformance::check_arrays(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
    }
}

#[test]
fn bit_blasters_know_floats() {
    for sat in SatBackend::ALL {
        conformance::check_floats(&|| Box::new(BitBlaster::new(sat)), Effort::Thorough);
    }
}

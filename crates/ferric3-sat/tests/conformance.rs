//! The conformance suite on every back end, and on every pair of back ends.

use ferric3_sat::{SatBackend, conformance};

#[test]
fn native_conforms() {
    conformance::check(&|| SatBackend::Native.create());
}

#[test]
fn checked_conforms() {
    conformance::check(&|| SatBackend::Checked.create());
}

#[test]
fn batsat_conforms() {
    conformance::check(&|| SatBackend::Batsat.create());
}

#[test]
fn race_conforms() {
    conformance::check(&|| SatBackend::Race.create());
}

#[cfg(feature = "cadical")]
#[test]
fn cadical_conforms() {
    conformance::check(&|| SatBackend::Cadical.create());
}

#[test]
fn back_ends_agree() {
    let all = SatBackend::ALL;
    for (index, left) in all.iter().enumerate() {
        for right in &all[index..] {
            conformance::check_agreement(&|| left.create(), &|| right.create());
        }
    }
}

#[test]
fn names_are_unique() {
    for backend in SatBackend::ALL {
        assert_eq!(SatBackend::from_name(backend.name()), Some(backend));
    }
    assert_eq!(SatBackend::from_name("no such solver"), None);
}

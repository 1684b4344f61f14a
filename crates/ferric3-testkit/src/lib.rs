//! What tests need beyond a Rust toolchain and a C and C++ compiler.
//!
//! Such a test asks first, by its own name, and is skipped without it:
//!
//! ```
//! # use ferric3_testkit::{Extra, need};
//! # fn conforms() {}
//! // #[test]
//! fn z3_conforms() {
//!     if need(Extra::Z3, "z3_conforms") {
//!         conforms();
//!     }
//! }
//! ```
//!
//! A skipped test says so on standard error and leaves a line in `target/skipped-tests`, which
//! `scripts/test` shows at the end. With `FERRIC3_EXTRAS=require` it fails instead.
//!
//! And random numbers ([`Rng`]).
//!
//! For the tests of the other crates, and only for them; it knows nothing of what they test.

mod extra;
mod probe;
mod rng;
mod skipped;

pub use extra::Extra;
pub use rng::Rng;

/// Is there what this test needs? If not, the test (or the part of it that asks) is to be skipped,
/// and this is on record now.
///
/// # Panics
///
/// If it is not there and `FERRIC3_EXTRAS=require`, or if this is another test than it says.
#[must_use]
pub fn need(extra: Extra, test: &str) -> bool {
    skipped::check_name(std::thread::current().name(), test);
    let is_there = extra.is_there();
    if !is_there {
        let wish = std::env::var("FERRIC3_EXTRAS").ok();
        skipped::permit(wish.as_deref(), extra, test);
        skipped::record(extra, test);
    }
    is_there
}

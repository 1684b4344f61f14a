//! Dynamic choice of strength (in the manner of DynAMic; Su, Yang, Ci, 2025).
//!
//! Most cubes are blocked once and never seen again: strong generalisation is wasted on them. A
//! cube that comes back at higher levels was generalised too little. So the expensive techniques
//! wait until a cube has come back often enough.

use crate::ic3::{Search, Technique};

/// Should the technique be applied to a cube that was blocked so often before?
pub(super) fn is_worth_it(search: &mut Search<'_>, technique: Technique, visits: u32) -> bool {
    if !search.has(Technique::DynamicStrength) {
        return true;
    }
    let patience = match technique {
        Technique::Ctg | Technique::WidenBounds => 2,
        Technique::WeakenToBounds | Technique::WeakenToBits | Technique::Interpolation => 1,
        _ => 0,
    };
    let worth_it = visits >= patience;
    if patience > 0 {
        search.count(Technique::DynamicStrength, !worth_it, 0);
    }
    worth_it
}

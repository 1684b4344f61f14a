//! Operations on floating-point numbers.

use ferric3_term::FloatOp;

use super::Empty;
use crate::{Domain, Range};

pub(super) fn contract(
    _op: FloatOp,
    _domains: &[Domain],
    _ranges: &mut [Range],
) -> Result<(), Empty> {
    Ok(())
}

pub(super) fn contract_neg(_domains: &[Domain], _ranges: &mut [Range]) -> Result<(), Empty> {
    Ok(())
}

pub(super) fn contract_magnitude(_domains: &[Domain], _ranges: &mut [Range]) -> Result<(), Empty> {
    Ok(())
}

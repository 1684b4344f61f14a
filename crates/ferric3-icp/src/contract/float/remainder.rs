//! `fmod` and `remainder`. Only points yet.

use ferric3_term::FloatOp;

use super::arithmetic::{Arithmetic, evaluate};
use super::{Domain, Empty, Range};
use crate::contract::narrow;

pub(super) fn contract(
    op: FloatOp,
    format: impl Arithmetic,
    ranges: &mut [Range],
) -> Result<(), Empty> {
    let domain = Domain::float(format.landmarks().format);
    if ranges[1..].iter().all(|range| range.is_point()) {
        let result = evaluate(op, domain, [domain; 2], [ranges[1].lo, ranges[2].lo]);
        narrow(&mut ranges[0], Range::point(result))?;
    }
    Ok(())
}

//! `x · y + z`, rounded once. Only points yet.

use super::arithmetic::Arithmetic;
use super::{Empty, Range};
use crate::contract::narrow;

pub(super) fn contract(format: impl Arithmetic, ranges: &mut [Range]) -> Result<(), Empty> {
    if ranges[1..].iter().all(|range| range.is_point()) {
        let result = format.fma(ranges[1].lo, ranges[2].lo, ranges[3].lo);
        narrow(&mut ranges[0], Range::point(result))?;
    }
    Ok(())
}

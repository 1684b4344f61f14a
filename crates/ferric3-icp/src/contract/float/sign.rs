//! Operations on the sign bit. Tightest everywhere: negation reverses the keys, and a magnitude is the distance
//! of a key from that of the zero with its sign.

use super::hull::Hull;
use super::{Domain, Empty, Range};
use crate::contract::narrow;

pub(in crate::contract) fn contract_neg(
    domains: &[Domain],
    ranges: &mut [Range],
) -> Result<(), Empty> {
    let greatest = domains[0].greatest();
    let flip = |range: Range| Range::new(greatest - range.hi, greatest - range.lo);
    let result = flip(ranges[1]);
    narrow(&mut ranges[0], result)?;
    ranges[1] = flip(ranges[0]);
    Ok(())
}

pub(in crate::contract) fn contract_magnitude(
    domains: &[Domain],
    ranges: &mut [Range],
) -> Result<(), Empty> {
    let sign = domains[1].sign();
    let [result, arg] = [ranges[0], ranges[1]];
    let mut hull = Hull::EMPTY;
    let positive = arg.meet(Range::new(sign + result.lo, sign + result.hi));
    hull.add_some(positive.map(|arg| [Range::new(arg.lo - sign, arg.hi - sign), arg]));
    let last = sign - 1;
    let negative = arg.meet(Range::new(last - result.hi, last - result.lo));
    hull.add_some(negative.map(|arg| [Range::new(last - arg.hi, last - arg.lo), arg]));
    hull.write(ranges)
}

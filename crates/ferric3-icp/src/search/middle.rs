//! Where to split a range of real numbers, and which number to try in it.
//!
//! The middle of keys is that of exponents: right for what is far from 0 on both sides, and useless between 0 and 1, where
//! half of all keys are.

use crate::{Domain, Range};

const REAL: Domain = Domain::REAL;

/// A key of the range, but not the last one, such that both parts are about as large. The range has several keys.
pub(super) fn middle(range: Range) -> u64 {
    let (lo, hi) = (REAL.double(range.lo), REAL.double(range.hi));
    let wanted = if lo < 0.0 && hi > 0.0 {
        0.0
    } else if lo.abs().max(hi.abs()) > 4.0 * (1.0 + lo.abs().min(hi.abs())) {
        // Of one sign, and from small to large: by exponents, from 1 on.
        let sign = if hi > 0.0 { 1.0 } else { -1.0 };
        let (least, most) = (lo.abs().min(hi.abs()).max(1.0), lo.abs().max(hi.abs()));
        let keys = [least, most].map(|end| REAL.key_of_double(end));
        sign * REAL.double(keys[0] + (keys[1] - keys[0]) / 2)
    } else {
        roundest(lo, hi)
    };
    let key = REAL.key_of_double(wanted);
    // Points belong to the lower part.
    let key = key - u64::from(!REAL.is_exact(key));
    key.clamp(range.lo, range.hi - 1)
}

/// The number to try: the saved one, if there is one in the range, or one from the middle with few digits.
pub(super) fn candidate(range: Range, saved: Option<u64>) -> u64 {
    match saved {
        Some(saved) if range.has(saved) => saved,
        _ if range.is_point() => range.lo,
        _ => middle(range),
    }
}

/// A number in the middle half with few binary digits.
fn roundest(lo: f64, hi: f64) -> f64 {
    let middle = lo + (hi - lo) / 2.0;
    let quarter = (hi - lo) / 4.0;
    for bits in 1..52 {
        let mask = !((1_u64 << (52 - bits)) - 1);
        let round = f64::from_bits(middle.to_bits() & mask);
        if (round - middle).abs() <= quarter {
            return round;
        }
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(lo: f64, hi: f64) -> Range {
        Range::new(REAL.key_of_double(lo), REAL.key_of_double(hi))
    }

    fn middle_of(lo: f64, hi: f64) -> f64 {
        REAL.double(middle(range(lo, hi)))
    }

    #[test]
    fn middles_are_numbers_that_people_would_take() {
        assert_eq!(middle_of(-3.0, 5.0), 0.0);
        assert_eq!(middle_of(0.0, 1.0), 0.5);
        assert_eq!(middle_of(0.7, 1.0), 0.8125);
        assert_eq!(middle_of(-1.0, -0.5), -0.75);
        assert!(middle_of(0.0, 1.0e300) > 1.0e100);
        assert!(middle_of(-1.0e300, -2.0) < -1.0e100);
    }

    /// Every range gets narrower, down to one key.
    #[test]
    fn splits_end() {
        for [lo, hi] in [
            [-1.0e308, 1.0e308],
            [0.0, 1.0e-320],
            [1.0, 1.5],
            [-2.0, 0.0],
        ] {
            let mut range = range(lo, hi);
            let mut steps = 0;
            while !range.is_point() {
                let middle = middle(range);
                assert!(range.lo <= middle && middle < range.hi);
                let upper = steps % 3 == 0;
                range = match upper {
                    true => Range::new(middle + 1, range.hi),
                    false => Range::new(range.lo, middle),
                };
                steps += 1;
                assert!(steps < 5_000, "{range:?}");
            }
        }
    }
}

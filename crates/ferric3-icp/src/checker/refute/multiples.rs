//! Multiples of a constant, modulo: is one of some first ones in an interval? Exact.

/// The least `t` with `lo ≤ a * t mod m ≤ hi`, for `0 ≤ lo ≤ hi < m ≤ 2^64`.
///
/// If a multiple of `a` is in the interval, the first one is it: nothing has wrapped. Otherwise, after `k` times round,
/// `a * t - m * k` is in it for some `t` if and only if `-m * k` is, modulo `a`; and as the interval has no multiple of
/// `a`, its remainders are an interval. More often round is later, so the least `k` has the least `t`. Going backwards
/// instead, if that is less, halves the modulus each time.
pub(super) fn first(a: u128, m: u128, lo: u128, hi: u128) -> Option<u128> {
    let a = a % m;
    if lo == 0 {
        return Some(0);
    }
    if a == 0 {
        return None;
    }
    if 2 * a > m {
        return first(m - a, m, m - hi, m - lo);
    }
    let without = lo.div_ceil(a);
    if without * a <= hi {
        return Some(without);
    }
    let k = first(a - m % a, a, lo % a, hi % a)?;
    Some((lo + m * k).div_ceil(a))
}

//! Relations with small coefficients.
//!
//! After `i++; t += 5` the relation of `i` and `t` may be written `t = 5·i` or `i = t / 5`, with
//! the inverse of 5 modulo `2^width`. Both mean the same, but a solver that has to multiply by the
//! inverse proves nothing about the product by 5. So: which multiple of a relation by an odd
//! number (they all mean the same) has the smallest coefficients, and which variable should the
//! others be expressed by?

use super::affine::{Module, inverse};
use super::bits::mask;

/// A linear form over variables, the constant last.
type Row = Vec<u64>;

/// The size of a number modulo `2^width` that may be negative.
fn size(value: u64, width: u32) -> u64 {
    value.min(value.wrapping_neg() & mask(width))
}

/// What a solver has to pay for a relation: first for its coefficients, then for the constant.
fn cost(row: &[u64], width: u32) -> (u128, u64) {
    let Some((&constant, coefficients)) = row.split_last() else {
        return (0, 0);
    };
    let sizes = coefficients.iter().map(|&c| u128::from(size(c, width)));
    (sizes.sum(), size(constant, width))
}

/// Rows that make the same module as these, with small coefficients.
pub(super) fn smallest(rows: &[Row], width: u32) -> Vec<Row> {
    let Some(length) = rows.first().map(Vec::len) else {
        return Vec::new();
    };
    // Forms in front are expressed by variables behind. The constant stays behind all of them.
    let mut best: Option<(u128, Vec<Row>)> = None;
    for last in 0..length.saturating_sub(1) {
        if rows.iter().all(|row| row[last] == 0) {
            continue;
        }
        let mut order: Vec<usize> = (0..length - 1).filter(|&i| i != last).collect();
        order.extend([last, length - 1]);
        let found = in_order(rows, &order, width);
        let total = found.iter().map(|row| cost(row, width).0).sum();
        if best.as_ref().is_none_or(|(least, _)| total < *least) {
            best = Some((total, found));
        }
    }
    let as_it_is: Vec<usize> = (0..length).collect();
    best.map_or_else(|| in_order(rows, &as_it_is, width), |(_, rows)| rows)
}

/// Generators where the first variables of an order are expressed by the others.
fn in_order(rows: &[Row], order: &[usize], width: u32) -> Vec<Row> {
    let mut module = Module::empty(order.len(), width);
    for row in rows {
        module.insert(order.iter().map(|&i| row[i]).collect());
    }
    let mut found = Vec::new();
    let mut made = Module::empty(order.len(), width);
    for row in module.into_reduced() {
        if !made.insert(row.clone()) {
            continue; // The ones before make it.
        }
        let mut place = vec![0; order.len()];
        for (&i, &entry) in order.iter().zip(&row) {
            place[i] = entry;
        }
        found.push(scaled(&place, width));
    }
    found
}

/// The smallest multiple by an odd number. For two coefficients `a` and `b`, small multiples come
/// from the convergents of `a / b` (modulo `2^width`) to `2^width`.
fn scaled(row: &[u64], width: u32) -> Row {
    let mask = mask(width);
    let times = |factor: u64| -> Row {
        let product = |&entry: &u64| entry.wrapping_mul(factor) & mask;
        row.iter().map(product).collect()
    };
    let mut best = row.to_vec();
    let coefficients = &row[..row.len() - 1];
    let mut used = coefficients.iter().copied().filter(|&c| c != 0);
    let Some(first) = used.next() else {
        return best;
    };
    let odd = |value: u64| value >> value.trailing_zeros();
    let to_one = inverse(odd(first));
    for other in used.chain([1]) {
        // Where coefficients are even, fewer bits count.
        let even = first.trailing_zeros().max(other.trailing_zeros());
        let modulus = 1u128 << (width - even);
        let ratio = u128::from(odd(other).wrapping_mul(to_one)) % modulus;
        // Remainders are multiples of the ratio, by factors that grow while they shrink.
        let (mut old, mut new) = (modulus, ratio);
        let (mut old_factor, mut factor) = (0u64, 1u64);
        while new != 0 {
            for factor in [factor, factor.wrapping_add(old_factor)] {
                let candidate = times(factor.wrapping_mul(to_one));
                if factor % 2 == 1 && cost(&candidate, width) < cost(&best, width) {
                    best = candidate;
                }
            }
            let quotient = old / new;
            let next = old_factor.wrapping_sub(factor.wrapping_mul(quotient as u64));
            (old, new) = (new, old % new);
            (old_factor, factor) = (factor, next);
        }
    }
    // More than one sign is right: the first one is positive.
    let is_negative = |&&c: &&u64| c >> (width - 1) == 1;
    let negative = best[..best.len() - 1].iter().filter(is_negative).count();
    let all = best[..best.len() - 1].iter().filter(|&&c| c != 0).count();
    if negative * 2 > all {
        for entry in &mut best {
            *entry = entry.wrapping_neg() & mask;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(rows: &[Row], width: u32) -> Module {
        let mut module = Module::empty(rows[0].len(), width);
        for row in rows {
            module.insert(row.clone());
        }
        module
    }

    /// `t = 5·i + 2`, whatever order the variables have.
    #[test]
    fn coefficients_are_small() {
        for width in [8, 16, 32, 64] {
            let minus = |value: u64| value.wrapping_neg() & mask(width);
            for wanted in [
                vec![minus(5), 1, minus(2)],
                vec![1, minus(5), 7],
                vec![3, 7, 100],
                vec![3, minus(5), 0],
                vec![6, minus(4), 2],
            ] {
                let spoiled: Row = wanted
                    .iter()
                    .map(|&c| c.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask(width))
                    .collect();
                let found = smallest(&[spoiled], width);
                let [found] = &found[..] else {
                    panic!("{found:?}")
                };
                assert!(cost(found, width).0 <= cost(&wanted, width).0, "{found:?}");
            }
        }
    }

    /// `t = 5·i` and `s = 3·i`: not `5·s = 3·t`.
    #[test]
    fn variables_are_expressed_by_the_slowest_one() {
        let minus = |value: u64| value.wrapping_neg() & mask(32);
        let rows = [vec![minus(5), 1, 0, 0], vec![minus(3), 0, 1, 0]];
        let found = smallest(&rows, 32);
        let total: u128 = found.iter().map(|row| cost(row, 32).0).sum();
        assert_eq!(total, 10, "{found:?}");
    }

    #[test]
    fn the_module_stays() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 40
        };
        for i in 0..300 {
            let width = [3, 5, 8, 32][i % 4];
            let rows: Vec<Row> = (0..1 + i % 3)
                .map(|_| {
                    (0..4)
                        .map(|_| (next() << (next() % 3)) & mask(width))
                        .collect()
                })
                .collect();
            let found = smallest(&rows, width);
            let (before, after) = (module(&rows, width), module(&found, width));
            assert!(
                before.is_within(&after) && after.is_within(&before),
                "{rows:?} {found:?}"
            );
        }
    }
}

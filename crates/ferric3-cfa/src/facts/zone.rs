//! Bounds on differences of integers: `x - y ≤ c` (Miné, A new numerical abstract domain based on
//! difference-bound matrices, 2001), without bounds on single ones, which words have.
//!
//! Variables are words that are read as integers, so nothing wraps around in here: whoever adds a
//! bound must know that. Matrices are closed: `d(x, z) ≤ d(x, y) + d(y, z)`.

/// No bound.
const NONE: i64 = i64::MAX;
/// Bounds beyond this are none; those below its negation are that.
const LIMIT: i64 = 1 << 40;
/// Where bounds that grow may stop: ordered strictly, ordered, and next to one another.
const THRESHOLDS: [i64; 3] = [-1, 0, 1];

/// The points where all bounds hold; not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Zone {
    size: usize,
    /// Row by row. On the diagonal are zeros.
    bounds: Vec<i64>,
}

fn plus(a: i64, b: i64) -> i64 {
    if a == NONE || b == NONE {
        return NONE;
    }
    limited(a + b)
}

fn limited(bound: i64) -> i64 {
    if bound > LIMIT {
        NONE
    } else {
        bound.max(-LIMIT)
    }
}

/// A bound of any size.
fn rounded(bound: i128) -> i64 {
    i64::try_from(bound).map_or(if bound > 0 { NONE } else { -LIMIT }, limited)
}

impl Zone {
    /// All points.
    pub(super) fn top(size: usize) -> Zone {
        let mut bounds = vec![NONE; size * size];
        for i in 0..size {
            bounds[i * size + i] = 0;
        }
        Zone { size, bounds }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn is_top(&self) -> bool {
        let n = self.size;
        (0..n * n).all(|at| at % (n + 1) == 0 || self.bounds[at] == NONE)
    }

    fn at(&self, x: usize, y: usize) -> i64 {
        self.bounds[x * self.size + y]
    }

    fn at_mut(&mut self, x: usize, y: usize) -> &mut i64 {
        &mut self.bounds[x * self.size + y]
    }

    /// The least `c` that is known with `x - y ≤ c`.
    pub(super) fn bound(&self, x: usize, y: usize) -> Option<i64> {
        Some(self.at(x, y)).filter(|&c| c != NONE)
    }

    /// The points where `x - y ≤ c`. Returns false, and is of no use any more, if there are none.
    #[must_use]
    pub(super) fn add(&mut self, x: usize, y: usize, c: i128) -> bool {
        let c = rounded(c);
        if x == y {
            return c >= 0;
        }
        if self.at(x, y) <= c {
            return true;
        }
        let back = self.at(y, x);
        if back != NONE && back + c < 0 {
            return false;
        }
        for i in 0..self.size {
            let to_y = plus(self.at(i, x), c);
            if to_y == NONE {
                continue;
            }
            for j in 0..self.size {
                let sum = plus(to_y, self.at(y, j));
                if sum < self.at(i, j) {
                    *self.at_mut(i, j) = sum;
                }
            }
        }
        true
    }

    /// `x` gets any value.
    pub(super) fn forget(&mut self, x: usize) {
        for i in (0..self.size).filter(|&i| i != x) {
            *self.at_mut(x, i) = NONE;
            *self.at_mut(i, x) = NONE;
        }
    }

    /// `x` grows by an amount from `low` to `high`, as far as these are known.
    pub(super) fn shift(&mut self, x: usize, low: Option<i128>, high: Option<i128>) {
        let up = high.map_or(NONE, rounded);
        let down = low.map_or(NONE, |low| rounded(-low));
        for i in (0..self.size).filter(|&i| i != x) {
            *self.at_mut(x, i) = plus(self.at(x, i), up);
            *self.at_mut(i, x) = plus(self.at(i, x), down);
        }
    }

    /// Is every point of this one a point of the other?
    pub(super) fn is_within(&self, other: &Zone) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(a, b)| a <= b)
    }

    /// An upper bound.
    pub(super) fn join(&self, other: &Zone) -> Zone {
        let both = self.bounds.iter().zip(&other.bounds);
        Zone {
            size: self.size,
            bounds: both.map(|(&a, &b)| a.max(b)).collect(),
        }
    }

    /// An upper bound where bounds that grow go to the next threshold, or, without thresholds,
    /// away. Closing it may bring one back; so who widens must lose patience in the end.
    pub(super) fn widen(&self, newer: &Zone, thresholds: bool) -> Zone {
        let both = self.bounds.iter().zip(&newer.bounds);
        let grown = both.map(|(&a, &b)| {
            if b <= a {
                return a;
            }
            let next = THRESHOLDS.into_iter().find(|&t| t >= b);
            next.filter(|_| thresholds).unwrap_or(NONE)
        });
        let mut zone = Zone {
            size: self.size,
            bounds: grown.collect(),
        };
        zone.close();
        zone
    }

    fn close(&mut self) {
        for k in 0..self.size {
            for i in 0..self.size {
                let first = self.at(i, k);
                if first == NONE {
                    continue;
                }
                for j in 0..self.size {
                    let sum = plus(first, self.at(k, j));
                    if sum < self.at(i, j) {
                        *self.at_mut(i, j) = sum;
                    }
                }
            }
        }
    }

    /// Bounds from which all others follow, together with those that are `known` anyway.
    pub(super) fn needed(&self, known: &dyn Fn(usize, usize, i64) -> bool) -> Vec<(usize, usize)> {
        let places = (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y)));
        let bounded = |&(x, y): &(usize, usize)| x != y && self.at(x, y) != NONE;
        let mut left: Vec<(usize, usize)> = places
            .filter(bounded)
            .filter(|&(x, y)| !known(x, y, self.at(x, y)))
            .collect();
        // Larger ones first: they are the ones that follow from others.
        left.sort_by_key(|&(x, y)| std::cmp::Reverse(self.at(x, y)));
        let mut i = 0;
        while i < left.len() {
            let mut rest = Zone::top(self.size);
            for (j, &(x, y)) in left.iter().enumerate() {
                if j != i {
                    *rest.at_mut(x, y) = self.at(x, y);
                }
            }
            rest.close();
            let (x, y) = left[i];
            if rest.at(x, y) <= self.at(x, y) {
                left.remove(i);
            } else {
                i += 1;
            }
        }
        left.sort_unstable();
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: i64 = 6;

    /// All points with three coordinates.
    fn points() -> Vec<[i64; 3]> {
        (0..SIZE.pow(3))
            .map(|code| [code % SIZE, code / SIZE % SIZE, code / SIZE / SIZE])
            .collect()
    }

    fn has(zone: &Zone, point: &[i64; 3]) -> bool {
        let mut pairs = (0..3).flat_map(|x| (0..3).map(move |y| (x, y)));
        pairs.all(|(x, y)| zone.bound(x, y).is_none_or(|c| point[x] - point[y] <= c))
    }

    /// `x - y ≤ c`.
    type Bound = (usize, usize, i64);

    /// Zones by the bounds that make them.
    fn zones() -> Vec<(Zone, Vec<Bound>)> {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) % below
        };
        let mut found = Vec::new();
        while found.len() < 80 {
            let mut zone = Zone::top(3);
            let mut bounds = Vec::new();
            for _ in 0..next(5) {
                let (x, y) = (next(3) as usize, next(3) as usize);
                let c = next(7) as i64 - 3;
                let before = zone.clone();
                if x == y {
                    continue;
                }
                if zone.add(x, y, i128::from(c)) {
                    bounds.push((x, y, c));
                } else {
                    zone = before;
                }
            }
            found.push((zone, bounds));
        }
        found
    }

    #[test]
    fn zones_have_the_points_where_all_bounds_hold() {
        for (zone, bounds) in zones() {
            for point in points() {
                let holds = bounds.iter().all(|&(x, y, c)| point[x] - point[y] <= c);
                assert_eq!(has(&zone, &point), holds, "{zone:?} {bounds:?}");
            }
            // A few of them say it all.
            let mut again = Zone::top(3);
            for (x, y) in zone.needed(&|_, _, _| false) {
                let c = zone.bound(x, y).expect("it is needed");
                assert!(again.add(x, y, i128::from(c)));
            }
            assert_eq!(again, zone);
        }
    }

    #[test]
    fn an_empty_zone_is_noticed() {
        for (zone, _) in zones() {
            for c in -4..4 {
                let mut met = zone.clone();
                let left = met.add(0, 1, i128::from(c));
                let mut holds = points().into_iter().filter(|p| p[0] - p[1] <= c);
                // Bounds are between -4 and 4 here, and points are few: most, not all, are seen.
                if holds.any(|point| has(&zone, &point)) {
                    assert!(left, "{zone:?} {c}");
                }
            }
        }
    }

    #[test]
    fn operations_lose_no_point() {
        let zones = zones();
        for (zone, _) in &zones {
            let mut free = zone.clone();
            free.forget(1);
            let mut moved = zone.clone();
            moved.shift(2, Some(-1), Some(2));
            let mut up = zone.clone();
            up.shift(2, Some(1), None);
            for point in points().iter().filter(|point| has(zone, point)) {
                for value in 0..SIZE {
                    assert!(has(&free, &[point[0], value, point[2]]));
                }
                for amount in -1..=2 {
                    let after = [point[0], point[1], point[2] + amount];
                    assert!(has(&moved, &after));
                    assert!(amount < 1 || has(&up, &after));
                }
            }
            for (other, _) in &zones {
                let (join, wide) = (zone.join(other), zone.widen(other, true));
                let wider = zone.widen(other, false);
                assert!(join.is_within(&wide) && join.is_within(&wider));
                for point in points() {
                    let either = has(zone, &point) || has(other, &point);
                    assert!(!either || has(&join, &point), "{zone:?} {other:?}");
                    let within = other.is_within(zone) && has(other, &point);
                    assert!(!within || has(zone, &point));
                }
            }
        }
    }

    #[test]
    fn huge_bounds_are_none() {
        let mut zone = Zone::top(2);
        assert!(zone.add(0, 1, 1i128 << 70) && zone.is_top());
        assert!(zone.add(0, 1, -(1i128 << 70)));
        assert_eq!(zone.bound(0, 1), Some(-LIMIT));
        zone.shift(0, Some(1 << 63), Some(1 << 63));
        assert!(zone.is_top(), "{zone:?}");
    }
}

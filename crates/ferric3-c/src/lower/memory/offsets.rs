//! Where in an object a pointer may point to: offsets in bytes from its start.
//!
//! A few offsets are kept as they are; more of them become the congruence that they have in
//! common, `residue + k · modulus` for all integers `k`. So `&s.x` is exact, a pointer that walks
//! over an array keeps the distance of its elements, and one that moved by any number of bytes may
//! be anywhere. Nothing is concluded from the types of pointers: an access goes to the bytes that
//! it names.

/// More offsets than this become a congruence.
const MOST: usize = 4;

/// Offsets beyond this are not told apart: no object is that large.
const FAR: i64 = 1 << 48;

/// A set of offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::lower) enum Offsets {
    /// These, in order; the rest of the array is 0.
    Few([i64; MOST], u8),
    /// All that are congruent to the residue, which is below the modulus.
    Every {
        residue: u64,
        /// Not 0.
        modulus: u64,
    },
}

impl Offsets {
    /// Any offset.
    pub(in crate::lower) const ANY: Offsets = Offsets::Every {
        residue: 0,
        modulus: 1,
    };

    /// Just this one.
    pub(super) fn exactly(offset: i64) -> Offsets {
        if offset.unsigned_abs() > FAR as u64 {
            return Offsets::ANY;
        }
        let mut few = [0; MOST];
        few[0] = offset;
        Offsets::Few(few, 1)
    }

    /// All that differ from this one by multiples of a number, which is not 0.
    pub(super) fn every(member: i64, modulus: u64) -> Offsets {
        let residue = i128::from(member).rem_euclid(i128::from(modulus)) as u64;
        Offsets::Every { residue, modulus }
    }

    /// The parts that are told apart where something is stored: each of a few, or the congruence.
    pub(super) fn parts(self) -> impl Iterator<Item = Offsets> {
        let (few, len, every) = match self {
            Offsets::Few(few, len) => (few, usize::from(len), None),
            every => ([0; MOST], 0, Some(every)),
        };
        let each = few.into_iter().take(len).map(Offsets::exactly);
        each.chain(every)
    }

    /// One of them, and the greatest number by which all differ from it; 0 for a single one.
    fn common(&self) -> (i64, u64) {
        match self {
            Offsets::Few(few, len) => {
                let few = &few[..usize::from(*len)];
                let first = few[0];
                let difference = |&other: &i64| first.abs_diff(other);
                (first, few.iter().map(difference).fold(0, gcd))
            }
            Offsets::Every { residue, modulus } => (*residue as i64, *modulus),
        }
    }

    /// Add the offsets of another set. Is the set another one now?
    pub(super) fn join(&mut self, other: &Offsets) -> bool {
        if self == other {
            return false;
        }
        let joined = match (&self, other) {
            (Offsets::Few(a, a_len), Offsets::Few(b, b_len)) => {
                let mut all = a[..usize::from(*a_len)].to_vec();
                all.extend(&b[..usize::from(*b_len)]);
                all.sort_unstable();
                all.dedup();
                if all.len() <= MOST {
                    let mut few = [0; MOST];
                    few[..all.len()].copy_from_slice(&all);
                    Offsets::Few(few, all.len() as u8)
                } else {
                    let difference = all.iter().map(|&o| all[0].abs_diff(o)).fold(0, gcd);
                    Offsets::every(all[0], difference)
                }
            }
            _ => {
                let ((a, a_modulus), (b, b_modulus)) = (self.common(), other.common());
                Offsets::every(a, gcd(gcd(a_modulus, b_modulus), a.abs_diff(b)))
            }
        };
        let changed = *self != joined;
        *self = joined;
        changed
    }

    /// Those from 0 up to a limit, unless there are more than `most`.
    pub(super) fn within(&self, limit: u64, most: u64) -> Option<Vec<u64>> {
        match *self {
            Offsets::Few(few, len) => {
                let few = few[..usize::from(len)].iter();
                let inside = few.filter_map(|&offset| u64::try_from(offset).ok());
                Some(inside.filter(|&offset| offset < limit).collect())
            }
            Offsets::Every { residue, modulus } => {
                let count = limit.saturating_sub(residue).div_ceil(modulus);
                let all = (0..count).map(|k| residue + k * modulus);
                (count <= most).then(|| all.collect())
            }
        }
    }

    /// All of them, so many bytes further on.
    pub(super) fn shifted(self, bytes: i64) -> Offsets {
        match self {
            Offsets::Few(mut few, len) => {
                for offset in &mut few[..usize::from(len)] {
                    *offset = offset.saturating_add(bytes);
                    if offset.unsigned_abs() > FAR as u64 {
                        return Offsets::ANY;
                    }
                }
                Offsets::Few(few, len)
            }
            Offsets::Every { residue, modulus } => {
                let moved = i128::from(residue) + i128::from(bytes);
                let residue = moved.rem_euclid(i128::from(modulus)) as u64;
                Offsets::Every { residue, modulus }
            }
        }
    }

    /// All of them, any number of steps of so many bytes further on or back.
    pub(super) fn spread(self, step: u64) -> Offsets {
        if step == 0 {
            return self;
        }
        let (member, modulus) = self.common();
        Offsets::every(member, gcd(modulus, step))
    }

    /// Their distances from any of `others`.
    pub(super) fn relative_to(&self, others: &Offsets) -> Offsets {
        match others {
            Offsets::Few(few, 1) => self.shifted(few[0].saturating_neg()),
            _ => {
                let (a, a_modulus) = self.common();
                let (b, b_modulus) = others.common();
                match gcd(a_modulus, b_modulus) {
                    0 => Offsets::exactly(a.saturating_sub(b)),
                    modulus => Offsets::every(a.saturating_sub(b), modulus),
                }
            }
        }
    }

    /// The sums with any of `others`.
    pub(super) fn plus(&self, others: &Offsets) -> Offsets {
        match others {
            Offsets::Few(few, 1) => self.shifted(few[0]),
            _ => {
                let (a, a_modulus) = self.common();
                let (b, b_modulus) = others.common();
                match gcd(a_modulus, b_modulus) {
                    0 => Offsets::exactly(a.saturating_add(b)),
                    modulus => Offsets::every(a.saturating_add(b), modulus),
                }
            }
        }
    }

    /// Those from `from` on that are below `to`, in order.
    pub(super) fn between(&self, from: i64, to: i64) -> Box<dyn Iterator<Item = i64>> {
        match *self {
            Offsets::Few(few, len) => Box::new(
                few.into_iter()
                    .take(usize::from(len))
                    .filter(move |&offset| from <= offset && offset < to),
            ),
            Offsets::Every { residue, modulus } => {
                let ahead = (i128::from(residue) - i128::from(from)).rem_euclid(modulus.into());
                let first = from.saturating_add(ahead as i64);
                let step = usize::try_from(modulus).unwrap_or(usize::MAX);
                Box::new((first..to.max(first)).step_by(step))
            }
        }
    }

    /// Is none of them from `from` on and below `to`?
    pub(super) fn avoid(&self, from: i64, to: i64) -> bool {
        self.between(from, to).next().is_none()
    }

    /// May `size` bytes at one of them and `other_size` bytes at one of `other` have a byte in common?
    pub(super) fn overlap(&self, size: u64, other: &Offsets, other_size: u64) -> bool {
        match (self, other) {
            (Offsets::Few(few, len), _) => few[..usize::from(*len)].iter().any(|&at| {
                let before = 1 - i64::try_from(other_size).unwrap_or(FAR);
                let behind = i64::try_from(size).unwrap_or(FAR);
                !other.avoid(at + before, at + behind)
            }),
            (_, Offsets::Few(..)) => other.overlap(other_size, self, size),
            (
                Offsets::Every {
                    residue: a,
                    modulus: m,
                },
                Offsets::Every {
                    residue: b,
                    modulus: n,
                },
            ) => {
                let modulus = gcd(*m, *n);
                // From the one to the next of the others.
                let ahead = (i128::from(*b) - i128::from(*a)).rem_euclid(modulus.into()) as u64;
                ahead < size || modulus - ahead < other_size
            }
        }
    }

    /// The remainders modulo `stride` of those from `from` on that are below `to`, counted from
    /// `from`, in order.
    pub(super) fn remainders(&self, from: i64, to: i64, stride: u64) -> Vec<u64> {
        let stride = stride.max(1);
        let mut remainders: Vec<u64> = match *self {
            Offsets::Every { modulus, .. } => {
                // They repeat after as many elements as the least common multiple has.
                let first = self.between(from, to).next();
                let Some(first) = first else {
                    return Vec::new();
                };
                let distance = gcd(modulus, stride);
                let lowest = (first - from) as u64 % distance;
                let step = usize::try_from(distance).unwrap_or(usize::MAX);
                (lowest..stride).step_by(step).collect()
            }
            Offsets::Few(..) => {
                let inside = self.between(from, to);
                inside.map(|o| (o - from) as u64 % stride).collect()
            }
        };
        remainders.sort_unstable();
        remainders.dedup();
        remainders
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offsets of small sets between -40 and 40.
    fn members(offsets: &Offsets) -> Vec<i64> {
        offsets.between(-40, 40).collect()
    }

    fn samples() -> Vec<Offsets> {
        let mut samples = vec![Offsets::ANY];
        for offset in [-8, 0, 3, 4, 12] {
            samples.push(Offsets::exactly(offset));
            for step in [1, 4, 6, 12] {
                samples.push(Offsets::exactly(offset).spread(step));
            }
            let mut pair = Offsets::exactly(offset);
            pair.join(&Offsets::exactly(7));
            samples.push(pair);
        }
        samples
    }

    #[test]
    fn a_join_holds_both_and_grows_only_so_often() {
        for a in samples() {
            for b in samples() {
                let mut joined = a;
                joined.join(&b);
                for offset in members(&a).into_iter().chain(members(&b)) {
                    assert!(members(&joined).contains(&offset), "{a:?} {b:?} {offset}");
                }
                assert!(!joined.clone().join(&a) && !joined.clone().join(&b));
            }
        }
        let mut walking = Offsets::exactly(0);
        let mut changes = 0;
        while walking.clone().join(&walking.shifted(12)) {
            let moved = walking.shifted(12);
            walking.join(&moved);
            changes += 1;
        }
        assert_eq!(walking, Offsets::exactly(0).spread(12));
        assert!(changes <= 8);
    }

    #[test]
    fn shifts_and_steps_are_exact() {
        for a in samples() {
            for bytes in [-5, 0, 4, 9] {
                let moved = a.shifted(bytes);
                for offset in -20..20 {
                    let before = members(&a).contains(&offset);
                    assert_eq!(members(&moved).contains(&(offset + bytes)), before);
                }
            }
            for step in [1, 4, 6] {
                let spread = a.spread(step);
                for offset in members(&a) {
                    for k in -2..2 {
                        let member = offset + k * step as i64;
                        if (-40..40).contains(&member) {
                            assert!(members(&spread).contains(&member));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sums_and_differences_hold_all_pairs() {
        for a in samples() {
            for b in samples() {
                let (sums, differences) = (a.plus(&b), a.relative_to(&b));
                for x in members(&a).into_iter().filter(|x| x.abs() < 20) {
                    for y in members(&b).into_iter().filter(|y| y.abs() < 20) {
                        assert!(members(&sums).contains(&(x + y)), "{a:?} {b:?}");
                        assert!(members(&differences).contains(&(x - y)), "{a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn overlaps_are_found() {
        for a in samples() {
            for b in samples() {
                for (size, other) in [(1, 1), (4, 1), (4, 4), (8, 2)] {
                    let (size_, other_) = (size as i64, other as i64);
                    let near = |x: i64, y: i64| x < y + other_ && y < x + size_;
                    let found = members(&a)
                        .iter()
                        .any(|&x| members(&b).iter().any(|&y| near(x, y)));
                    assert_eq!(a.overlap(size, &b, other), found, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn remainders_are_those_of_the_members() {
        for a in samples() {
            for (from, stride) in [(0, 4), (2, 12), (-3, 8), (5, 1)] {
                let all = a.between(from, from + 3 * 48);
                let mut expected: Vec<u64> = all.map(|o| (o - from) as u64 % stride).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(a.remainders(from, from + 3 * 48, stride), expected, "{a:?}");
            }
        }
    }
}

//! Orders by chance: the same ones for the same seed.

/// A generator of pseudo-random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Shuffle(u64);

impl Shuffle {
    /// The orders of a seed.
    pub(super) fn new(seed: u64) -> Shuffle {
        Shuffle(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The same things in another order (Fisher and Yates).
    pub(super) fn shuffled<T>(&mut self, mut things: Vec<T>) -> Vec<T> {
        for i in (1..things.len()).rev() {
            let other = (self.next() % (i as u64 + 1)) as usize;
            things.swap(i, other);
        }
        things
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations_and_come_again() {
        let things: Vec<u32> = (0..20).collect();
        let orders = |seed| {
            let mut shuffle = Shuffle::new(seed);
            [0; 3].map(|_| shuffle.shuffled(things.clone()))
        };
        let [first, second, _] = orders(1);
        assert_eq!(orders(1)[..2], [first.clone(), second.clone()]);
        assert!(first != second && first != things && orders(2)[0] != first);
        let mut sorted = first;
        sorted.sort_unstable();
        assert_eq!(sorted, things);
    }
}

//! A smallest set, where there is little to choose from: branch and bound.

use std::collections::{BTreeMap, BTreeSet};

use crate::TestId;

/// More choices are not tried: they are bits of a word.
const MOST_CHOICES: usize = 128;
/// So many sets are looked at; then what is known has to do.
const MOST_STEPS: usize = 100_000;

/// A smallest set with one of each choice, if it has fewer than `bound` tests and the search ends.
pub(super) fn smaller(open: &[BTreeSet<TestId>], bound: usize) -> Option<BTreeSet<TestId>> {
    if open.len() > MOST_CHOICES {
        return None;
    }
    let mut reaches: BTreeMap<TestId, u128> = BTreeMap::new();
    for (choice, tests) in open.iter().enumerate() {
        for &test in tests {
            *reaches.entry(test).or_default() |= 1 << choice;
        }
    }
    let all = match open.len() {
        MOST_CHOICES => u128::MAX,
        count => (1 << count) - 1,
    };
    let mut search = Search {
        open,
        most: reaches
            .values()
            .map(|set| set.count_ones())
            .max()
            .unwrap_or(0),
        reaches,
        bound,
        best: None,
        steps: MOST_STEPS,
    };
    search.run(all, &mut Vec::new());
    search.best.filter(|_| search.steps > 0)
}

struct Search<'a> {
    open: &'a [BTreeSet<TestId>],
    /// What each test reaches, as a set of choices.
    reaches: BTreeMap<TestId, u128>,
    /// The most that one test reaches.
    most: u32,
    /// Sets of this size are of no use.
    bound: usize,
    best: Option<BTreeSet<TestId>>,
    steps: usize,
}

impl Search<'_> {
    /// With these tests, what is left to reach?
    fn run(&mut self, left: u128, chosen: &mut Vec<TestId>) {
        self.steps = self.steps.saturating_sub(1);
        if left == 0 {
            if chosen.len() < self.bound {
                self.bound = chosen.len();
                self.best = Some(chosen.iter().copied().collect());
            }
            return;
        }
        let at_least = left.count_ones().div_ceil(self.most.max(1));
        let at_least = usize::try_from(at_least).expect("at most 128");
        if self.steps == 0 || chosen.len() + at_least >= self.bound {
            return;
        }
        // One of the tests of each choice is needed: the choice with the fewest branches least.
        let choices = (0..self.open.len()).filter(|choice| left >> choice & 1 == 1);
        let choice = choices.min_by_key(|&choice| self.open[choice].len());
        let open = self.open;
        for &test in &open[choice.expect("something is left")] {
            chosen.push(test);
            self.run(left & !self.reaches[&test], chosen);
            chosen.pop();
        }
    }
}

//! What is known of one goal on one basis: a set of reached, dead and tried. Sets are joined by union, so what is known
//! does not depend on the order in which it was found out or stores were merged; the answer is the least element.

use super::{Attempt, TestRun};
use crate::Fingerprint;

/// A test that reaches the goal. Short ones are less than long ones.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ReachedBy {
    /// Cycles of the test and its partner, the larger number; 0 where a test does not count them.
    pub(super) cycles: u64,
    /// Inputs of both.
    pub(super) inputs: usize,
    pub(super) test: Fingerprint,
    pub(super) partner: Option<Fingerprint>,
}

/// A proof that nothing reaches it. One about any number of cycles is less than one about some.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct DeadBy {
    /// 0: any number of cycles. Otherwise the larger, the fewer cycles it is about.
    weakness: u64,
    pub(super) why: Fingerprint,
}

impl ReachedBy {
    /// By this test and, for a goal that asks for two evaluations, its partner.
    pub(super) fn new(
        (test, run): (Fingerprint, &TestRun),
        partner: Option<(Fingerprint, &TestRun)>,
    ) -> ReachedBy {
        let runs = [Some(run), partner.map(|(_, run)| run)];
        let runs = runs.into_iter().flatten();
        ReachedBy {
            cycles: runs.clone().filter_map(|run| run.cycles).max().unwrap_or(0),
            inputs: runs.map(|run| run.inputs.len()).sum(),
            test,
            partner: partner.map(|(test, _)| test),
        }
    }
}

impl DeadBy {
    pub(super) fn new(why: Fingerprint, cycles: Option<u64>) -> DeadBy {
        let weakness = cycles.map_or(0, |cycles| u64::MAX - cycles.min(u64::MAX - 1));
        DeadBy { weakness, why }
    }

    /// Only for runs of at most so many cycles.
    pub(super) fn cycles(&self) -> Option<u64> {
        (self.weakness > 0).then(|| u64::MAX - self.weakness)
    }

    /// Cannot both be right? Where the proof is about fewer cycles than the test has, they can.
    pub(super) fn contradicts(&self, reached: &ReachedBy) -> bool {
        self.cycles().is_none_or(|most| reached.cycles <= most)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Answers {
    pub(super) reached: Sorted<ReachedBy>,
    pub(super) dead: Sorted<DeadBy>,
    pub(super) tried: Sorted<Attempt>,
}

impl Answers {
    pub(super) fn is_settled(&self) -> bool {
        !self.reached.is_empty() || !self.dead.is_empty()
    }

    /// A test and a proof that cannot both be right.
    pub(super) fn contradiction(&self) -> Option<(&ReachedBy, &DeadBy)> {
        // The first proof is about the most cycles, the first test has the fewest.
        let (reached, dead) = (self.reached.first()?, self.dead.first()?);
        dead.contradicts(reached).then_some((reached, dead))
    }

    pub(super) fn join(&mut self, other: Answers) {
        self.reached.join(other.reached);
        self.dead.join(other.dead);
        self.tried.join(other.tried);
    }
}

/// A set with few elements, as there are many of them: a tree has room for eleven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sorted<T>(Vec<T>);

impl<T: Ord> Sorted<T> {
    pub(super) fn insert(&mut self, element: T) {
        if let Err(place) = self.0.binary_search(&element) {
            // Most have one.
            if self.0.is_empty() {
                self.0.reserve_exact(1);
            }
            self.0.insert(place, element);
        }
    }

    fn join(&mut self, other: Sorted<T>) {
        for element in other.0 {
            self.insert(element);
        }
    }

    pub(super) fn contains(&self, element: &T) -> bool {
        self.0.binary_search(element).is_ok()
    }

    pub(super) fn first(&self) -> Option<&T> {
        self.0.first()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Sorted<T> {
    fn default() -> Self {
        Sorted(Vec::new())
    }
}

impl<'a, T> IntoIterator for &'a Sorted<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

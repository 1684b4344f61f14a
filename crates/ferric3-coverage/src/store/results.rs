//! What is known of the goals of a listing. Here, and only here, it is decided whether an answer is about the program
//! that is listed: what comes out is fresh by its type, or is a candidate that has to be tried again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::answers::{Answers, DeadBy, ReachedBy};
use super::state::State;
use super::{Attempt, Lemma, Listing, Outcome, StoreError, TestRun};
use crate::{Fingerprint, GoalKey, Shard, Why};

/// A listing with what is known of its goals.
#[derive(Clone, Copy, Debug)]
pub struct Results<'a> {
    pub(super) state: &'a State,
    pub(super) listing: &'a Listing,
}

/// What is known of a goal.
#[derive(Clone, Copy, Debug)]
pub enum Known<'a> {
    /// A test reaches it, in the program as it is listed.
    Reached(Reached<'a>),
    /// Nothing reaches it, in the program as it is listed.
    Dead(Dead<'a>),
    /// It is not analysed, for this reason.
    Justified(&'a str),
    /// There is no answer about the program as it is listed.
    Open(Open<'a>),
}

/// A test that reaches the goal. Only the store makes one, and only of a fresh answer.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    state: &'a State,
    pub(super) by: &'a ReachedBy,
}

impl<'a> Reached<'a> {
    /// The test: of those that are known the one with the fewest cycles and inputs.
    pub fn test(self) -> &'a TestRun {
        &self.state.tests[&self.by.test]
    }

    /// For goals that ask for two evaluations: the test with the other one.
    pub fn partner(self) -> Option<&'a TestRun> {
        self.by.partner.map(|test| &self.state.tests[&test])
    }
}

/// A proof that nothing reaches the goal. Only the store makes one, and only of a fresh answer.
#[derive(Clone, Copy, Debug)]
pub struct Dead<'a> {
    state: &'a State,
    pub(super) by: &'a DeadBy,
}

impl<'a> Dead<'a> {
    /// Why.
    pub fn why(self) -> &'a Why {
        &self.state.whys[&self.by.why]
    }

    /// Only for runs of at most so many cycles.
    pub fn cycles(self) -> Option<u64> {
        self.by.cycles()
    }
}

/// What there is about a goal without an answer: what was tried, and what earlier versions of the program left behind.
#[derive(Clone, Copy, Debug)]
pub struct Open<'a> {
    state: &'a State,
    key: &'a GoalKey,
    basis: Fingerprint,
}

impl<'a> Open<'a> {
    fn bases(self) -> impl Iterator<Item = (&'a Fingerprint, &'a Answers)> {
        self.state.answers.get(self.key).into_iter().flatten()
    }

    /// What was tried on the program as it is listed, the shortest turns first.
    pub fn attempts(self) -> impl Iterator<Item = &'a Attempt> {
        let fresh = self.bases().filter(move |&(&basis, _)| basis == self.basis);
        fresh.flat_map(|(_, answers)| &answers.tried)
    }

    /// The turn that comes next: one more than the last that was tried.
    pub fn next_turn(self) -> u32 {
        let turns = self.attempts().map(|attempt| attempt.turn);
        turns.max().map_or(0, |turn| turn.saturating_add(1))
    }

    /// The time that was spent on it. Attempts at several goals count for each of them.
    pub fn spent(self) -> Duration {
        let spent = self.attempts().map(|attempt| attempt.spent);
        Duration::from_millis(spent.fold(0, u64::saturating_add))
    }

    fn stale(self) -> impl Iterator<Item = &'a Answers> {
        let stale = self.bases().filter(move |&(&basis, _)| basis != self.basis);
        stale.map(|(_, answers)| answers)
    }

    /// Tests that reached it before the program changed. They may reach it still: replay them.
    pub fn stale_tests(self) -> impl Iterator<Item = &'a TestRun> {
        let by = self.stale().flat_map(|answers| &answers.reached);
        let tests: BTreeSet<Fingerprint> = by
            .flat_map(|by| [Some(by.test), by.partner])
            .flatten()
            .collect();
        tests.into_iter().map(|test| &self.state.tests[&test])
    }

    /// Why nothing reached it before the program changed. What held then may hold still: prove it.
    pub fn stale_whys(self) -> impl Iterator<Item = &'a Why> {
        let by = self.stale().flat_map(|answers| &answers.dead);
        let whys: BTreeSet<Fingerprint> = by.map(|by| by.why).collect();
        whys.into_iter().map(|why| &self.state.whys[&why])
    }

    /// Why there is no answer, in a few words.
    pub(super) fn reason(self) -> String {
        let last = self.attempts().last().map(|attempt| attempt.reason.clone());
        last.unwrap_or_else(|| {
            let stale = |what: &str| format!("was {what} before the program changed");
            match () {
                () if self.stale_whys().next().is_some() => stale("dead"),
                () if self.stale_tests().next().is_some() => stale("reached"),
                () => "not analysed yet".to_owned(),
            }
        })
    }
}

impl<'a> Results<'a> {
    /// Refused if a goal of the listing is both reached and dead.
    pub(super) fn new(state: &'a State, listing: &'a Listing) -> Result<Self, StoreError> {
        let results = Results { state, listing };
        for (key, goal) in &listing.goals {
            if let Some(answers) = results.fresh(key, goal.basis) {
                state.contradiction_of(key, goal.basis, answers)?;
            }
        }
        Ok(results)
    }

    fn fresh(self, key: &GoalKey, basis: Fingerprint) -> Option<&'a Answers> {
        self.state.answers.get(key)?.get(&basis)
    }

    /// What is analysed, and its goals.
    pub fn listing(self) -> &'a Listing {
        self.listing
    }

    /// What is known of a goal; none: it is not listed.
    pub fn known(self, key: &GoalKey) -> Option<Known<'a>> {
        let (key, goal) = self.listing.goals.get_key_value(key)?;
        let state = self.state;
        let answers = self.fresh(key, goal.basis);
        if let Some(reason) = &goal.justified {
            return Some(Known::Justified(reason));
        }
        // A proof about fewer cycles than the test has may be there, too: the test says more.
        if let Some(by) = answers.and_then(|answers| answers.reached.first()) {
            return Some(Known::Reached(Reached { state, by }));
        }
        if let Some(by) = answers.and_then(|answers| answers.dead.first()) {
            return Some(Known::Dead(Dead { state, by }));
        }
        let basis = goal.basis;
        Some(Known::Open(Open { state, key, basis }))
    }

    /// The goals without an answer, by key.
    pub fn open(self) -> impl Iterator<Item = (&'a GoalKey, Open<'a>)> {
        let keys = self.listing.goals.keys();
        keys.filter_map(move |key| match self.known(key) {
            Some(Known::Open(open)) => Some((key, open)),
            _ => None,
        })
    }

    /// All tests that are known, of this program and of earlier ones: candidates to be replayed.
    pub fn tests(self) -> impl Iterator<Item = &'a TestRun> {
        self.state.tests.values()
    }

    /// All lemmas that are known, of this program and of earlier ones: candidates to be proved.
    pub fn lemmas(self) -> impl Iterator<Item = &'a Lemma> {
        let all: BTreeSet<&Lemma> = self.state.lemmas.values().flatten().collect();
        all.into_iter()
    }

    /// What the compiled program as it is listed said of a test.
    pub fn confirmation(self, test: &TestRun) -> Option<&'a Outcome> {
        let key = (test.fingerprint(), self.listing.program.fingerprint);
        self.state.confirmations.get(&key)
    }

    /// The shards that would have to be merged with this for all goals to be listed.
    pub fn missing_shards(self) -> Vec<Shard> {
        Shard::missing(&self.listing.parts)
    }

    /// The time that all sessions have taken.
    pub fn spent(self) -> Duration {
        let sessions = self.state.spent.values();
        Duration::from_millis(sessions.copied().fold(0, u64::saturating_add))
    }

    /// The goals that each test is known to reach in the program as it is listed.
    pub(super) fn reached_by_test(self) -> BTreeMap<Fingerprint, Vec<&'a GoalKey>> {
        let mut reached: BTreeMap<Fingerprint, Vec<&GoalKey>> = BTreeMap::new();
        for (key, goal) in &self.listing.goals {
            let answers = self.fresh(key, goal.basis);
            for by in answers.iter().flat_map(|answers| &answers.reached) {
                reached.entry(by.test).or_default().push(key);
            }
        }
        reached
    }
}

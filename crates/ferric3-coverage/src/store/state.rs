//! Everything that a store knows: the join of its records.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::answers::{Answers, DeadBy, ReachedBy};
use super::log::{self, Tail};
use super::record::{FORMAT, Record, VERSION};
use super::{Contradiction, Lemma, Listing, Outcome, StoreError, TestRun};
use crate::{Fingerprint, GoalKey, Why};

/// What a store knows, for any program that it was used with. What of it is about the program as it is now, is for
/// [`super::Results`] to say.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct State {
    /// The last listing that is whole.
    pub(super) listing: Option<Listing>,
    pub(super) answers: BTreeMap<GoalKey, BTreeMap<Fingerprint, Answers>>,
    pub(super) tests: BTreeMap<Fingerprint, TestRun>,
    pub(super) whys: BTreeMap<Fingerprint, Why>,
    /// By test and program.
    pub(super) confirmations: BTreeMap<(Fingerprint, Fingerprint), Outcome>,
    /// By program.
    pub(super) lemmas: BTreeMap<Fingerprint, BTreeSet<Lemma>>,
    /// By program.
    pub(super) assumptions: BTreeMap<Fingerprint, BTreeSet<String>>,
    /// Milliseconds by session.
    pub(super) spent: BTreeMap<Fingerprint, u64>,
}

/// A state that is read from its log, and where the log's whole lines end.
pub(super) struct Read {
    pub(super) state: State,
    pub(super) length: usize,
    pub(super) tail: Option<Tail>,
}

impl State {
    /// Reads a log; one that is not there is empty. A process that has it open may go on writing to it.
    pub(super) fn read(path: &Path) -> Result<Read, StoreError> {
        let mut state = State::default();
        let mut growing = None;
        let (length, tail) = log::read(path, |json, offset| {
            let foreign = |found: String| StoreError::Foreign {
                file: path.to_owned(),
                found: format!("at offset {offset}: {found}"),
            };
            let record: Record =
                serde_json::from_str(json).map_err(|error| foreign(error.to_string()))?;
            let is_head = matches!(record, Record::Store { .. });
            if is_head != (offset == 0) {
                return Err(foreign(
                    "the head of a store is in the first line".to_owned(),
                ));
            }
            match record {
                Record::Subject(head) => {
                    growing = Some(head.listing());
                    Ok(())
                }
                Record::Goal(goal) => {
                    let listing = growing.as_mut();
                    let listing = listing.ok_or_else(|| foreign("a goal of nothing".to_owned()))?;
                    listing.goals.insert(goal.key.clone(), *goal);
                    Ok(())
                }
                Record::Listed { goals } => {
                    let whole = growing
                        .take()
                        .filter(|listing| listing.goals.len() == goals);
                    let whole = whole.ok_or_else(|| foreign("goals are missing".to_owned()))?;
                    state.listing = Some(whole);
                    Ok(())
                }
                record => state.take(record).map_err(foreign),
            }
        })?;
        Ok(Read {
            state,
            length,
            tail,
        })
    }

    /// Joins a record that is no part of a listing. Whatever it refers to has to be there.
    pub(super) fn take(&mut self, record: Record) -> Result<(), String> {
        match record {
            Record::Store { format, version } if format == FORMAT && version == VERSION => {}
            Record::Store { format, version } => {
                return Err(format!("{format}, version {version}"));
            }
            Record::Subject(_) | Record::Goal(_) | Record::Listed { .. } => {
                unreachable!("a listing is taken as a whole")
            }
            Record::Session { .. } => {}
            Record::Test { test, run } => {
                self.tests.insert(test, run);
            }
            Record::Why { why, reason } => {
                self.whys.insert(why, reason);
            }
            Record::Reached {
                basis,
                test,
                partner,
                goals,
            } => {
                let by = self.reached_by(test, partner)?;
                for goal in goals {
                    self.answers_of(goal, basis).reached.insert(by.clone());
                }
            }
            Record::Dead {
                basis,
                why,
                cycles,
                goals,
            } => {
                if !self.whys.contains_key(&why) {
                    return Err(format!("no reason {why}"));
                }
                for goal in goals {
                    let by = DeadBy::new(why, cycles);
                    self.answers_of(goal, basis).dead.insert(by);
                }
            }
            Record::Tried {
                basis,
                attempt,
                goals,
            } => {
                for goal in goals {
                    self.answers_of(goal, basis).tried.insert(attempt.clone());
                }
            }
            Record::Confirmed {
                program,
                test,
                outcome,
            } => self.confirm(test, program, outcome),
            Record::Lemma { program, lemma } => {
                self.lemmas.entry(program).or_default().insert(lemma);
            }
            Record::Assumption { program, text } => {
                self.assumptions.entry(program).or_default().insert(text);
            }
            Record::Spent {
                session,
                milliseconds,
            } => self.spend(session, milliseconds),
        }
        Ok(())
    }

    pub(super) fn answers_of(&mut self, goal: GoalKey, basis: Fingerprint) -> &mut Answers {
        self.answers
            .entry(goal)
            .or_default()
            .entry(basis)
            .or_default()
    }

    fn reached_by(
        &self,
        test: Fingerprint,
        partner: Option<Fingerprint>,
    ) -> Result<ReachedBy, String> {
        let find = |test| {
            let run = self.tests.get(&test);
            run.map(|run| (test, run))
                .ok_or_else(|| format!("no test {test}"))
        };
        Ok(ReachedBy::new(find(test)?, partner.map(find).transpose()?))
    }

    pub(super) fn confirm(&mut self, test: Fingerprint, program: Fingerprint, outcome: Outcome) {
        let known = self.confirmations.entry((test, program));
        let known = known.or_insert_with(|| outcome.clone());
        if *known < outcome {
            *known = outcome;
        }
    }

    pub(super) fn spend(&mut self, session: Fingerprint, milliseconds: u64) {
        let known = self.spent.entry(session).or_default();
        *known = milliseconds.max(*known);
    }

    /// A goal that is both reached and dead.
    pub(super) fn contradiction(&self) -> Result<(), StoreError> {
        for (goal, bases) in &self.answers {
            for (&basis, answers) in bases {
                self.contradiction_of(goal, basis, answers)?;
            }
        }
        Ok(())
    }

    pub(super) fn contradiction_of(
        &self,
        goal: &GoalKey,
        basis: Fingerprint,
        answers: &Answers,
    ) -> Result<(), StoreError> {
        let Some((reached, dead)) = answers.contradiction() else {
            return Ok(());
        };
        let (test, why) = (&self.tests[&reached.test], &self.whys[&dead.why]);
        Err(Contradiction::error(goal, basis, test, why))
    }

    /// Drops what no later session can make use of: stale answers where there is a fresh one, and what is about neither
    /// the program that is listed nor the one before it. Answers about goals that are not listed stay: they may be
    /// listed again.
    pub(super) fn tidy(&mut self) {
        let Some(listing) = &self.listing else { return };
        for (key, goal) in &listing.goals {
            if let Some(bases) = self.answers.get_mut(key) {
                let fresh = bases.get(&goal.basis);
                if fresh.is_some_and(Answers::is_settled) {
                    bases.retain(|basis, _| *basis == goal.basis);
                }
            }
        }
        let (program, previous) = (listing.program.fingerprint, listing.previous);
        let all = || self.answers.values().flat_map(BTreeMap::values);
        let reached = || all().flat_map(|answers| &answers.reached);
        let tests = reached().flat_map(|by| [Some(by.test), by.partner]);
        // A test that the program was asked about may be of use to a store that this one is merged with.
        let is_current = |&(_, about): &(Fingerprint, Fingerprint)| about == program;
        self.confirmations.retain(|about, _| is_current(about));
        let asked = self.confirmations.keys().map(|&(test, _)| test);
        let tests: BTreeSet<Fingerprint> = tests.flatten().chain(asked).collect();
        let whys = all().flat_map(|answers| &answers.dead);
        let whys: BTreeSet<Fingerprint> = whys.map(|by| by.why).collect();
        self.tests.retain(|test, _| tests.contains(test));
        self.whys.retain(|why, _| whys.contains(why));
        self.assumptions.retain(|about, _| *about == program);
        self.lemmas
            .retain(|&about, _| about == program || Some(about) == previous);
    }
}

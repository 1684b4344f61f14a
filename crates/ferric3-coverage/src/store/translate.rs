//! A finding as records: what is new of it, under what it depends on now.

use std::collections::BTreeMap;
use std::time::Duration;

use super::record::Record;
use super::{
    Answers, Attempt, Contradiction, DeadBy, Finding, Listing, ReachedBy, State, StoreError,
    TestRun,
};
use crate::{Fingerprint, GoalKey, Why};

/// What a session knows when it records something.
pub(super) struct Translator<'a> {
    pub(super) state: &'a State,
    pub(super) listing: &'a Listing,
    pub(super) session: Fingerprint,
    /// The number of the next attempt.
    pub(super) attempt: u64,
}

impl Translator<'_> {
    /// The records that add this to the state, each behind those that it refers to. Refused if a goal is not listed, or
    /// would be both reached and dead.
    pub(super) fn records(&self, finding: &Finding) -> Result<Vec<Record>, StoreError> {
        let program = self.listing.program.fingerprint;
        match finding {
            Finding::Reached {
                goals,
                test,
                partner,
            } => self.reached(goals, test, partner.as_ref()),
            Finding::Dead { goals, why, cycles } => self.dead(goals, why, *cycles),
            Finding::Tried { goals, .. } => {
                let by_basis = self.by_basis(goals)?.into_iter();
                let tried = by_basis.map(|(basis, goals)| Record::Tried {
                    basis,
                    attempt: self.attempt(finding),
                    goals,
                });
                Ok(tried.collect())
            }
            Finding::Confirmed { test: run, outcome } => {
                let mut records = Vec::new();
                let test = self.test(run, &mut records);
                let known = self.state.confirmations.get(&(test, program));
                let outcome = outcome.clone();
                match known < Some(&outcome) {
                    true => records.push(Record::Confirmed {
                        program,
                        test,
                        outcome,
                    }),
                    false => records.clear(),
                }
                Ok(records)
            }
            Finding::Lemma(lemma) => {
                let known = self.state.lemmas.get(&program);
                let is_known = known.is_some_and(|known| known.contains(lemma));
                let lemma = lemma.clone();
                let record = (!is_known).then_some(Record::Lemma { program, lemma });
                Ok(record.into_iter().collect())
            }
            Finding::Assumption(text) => {
                let known = self.state.assumptions.get(&program);
                let is_known = known.is_some_and(|known| known.contains(text));
                let text = text.clone();
                let record = (!is_known).then_some(Record::Assumption { program, text });
                Ok(record.into_iter().collect())
            }
        }
    }

    fn reached(
        &self,
        goals: &[GoalKey],
        run: &TestRun,
        partner: Option<&TestRun>,
    ) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        let test = self.test(run, &mut records);
        let partner = partner.map(|run| (self.test(run, &mut records), run));
        let by = ReachedBy::new((test, run), partner);
        let partner = by.partner;
        let mut is_new = false;
        for (basis, mut goals) in self.by_basis(goals)? {
            for goal in &goals {
                let dead = self
                    .answers(goal, basis)
                    .and_then(|known| known.dead.first());
                if let Some(dead) = dead.filter(|dead| dead.contradicts(&by)) {
                    let why = &self.state.whys[&dead.why];
                    return Err(Contradiction::error(goal, basis, run, why));
                }
            }
            goals.retain(|goal| {
                let known = self.answers(goal, basis);
                !known.is_some_and(|known| known.reached.contains(&by))
            });
            if !goals.is_empty() {
                is_new = true;
                records.push(Record::Reached {
                    basis,
                    test,
                    partner,
                    goals,
                });
            }
        }
        Ok(if is_new { records } else { Vec::new() })
    }

    fn dead(
        &self,
        goals: &[GoalKey],
        reason: &Why,
        cycles: Option<u64>,
    ) -> Result<Vec<Record>, StoreError> {
        let text = serde_json::to_string(reason).expect("strings and numbers only");
        let why = Fingerprint::of_text(&text);
        let by = DeadBy::new(why, cycles);
        let mut records = Vec::new();
        for (basis, mut goals) in self.by_basis(goals)? {
            for goal in &goals {
                let known = self.answers(goal, basis);
                let reached = known.and_then(|known| known.reached.first());
                if let Some(reached) = reached.filter(|reached| by.contradicts(reached)) {
                    let run = &self.state.tests[&reached.test];
                    return Err(Contradiction::error(goal, basis, run, reason));
                }
            }
            goals.retain(|goal| {
                let known = self.answers(goal, basis);
                !known.is_some_and(|known| known.dead.contains(&by))
            });
            if !goals.is_empty() {
                records.push(Record::Dead {
                    basis,
                    why,
                    cycles,
                    goals,
                });
            }
        }
        if !records.is_empty() && !self.state.whys.contains_key(&why) {
            let reason = reason.clone();
            records.insert(0, Record::Why { why, reason });
        }
        Ok(records)
    }

    fn attempt(&self, finding: &Finding) -> Attempt {
        let Finding::Tried {
            engine,
            turn,
            budget,
            spent,
            reason,
            ..
        } = finding
        else {
            unreachable!("only what was tried is an attempt")
        };
        let milliseconds = |time: &Duration| time.as_millis().try_into().unwrap_or(u64::MAX);
        Attempt {
            turn: *turn,
            budget: milliseconds(budget),
            session: self.session,
            number: self.attempt,
            engine: engine.clone(),
            spent: milliseconds(spent),
            reason: reason.clone(),
        }
    }

    fn answers(&self, goal: &GoalKey, basis: Fingerprint) -> Option<&Answers> {
        self.state.answers.get(goal)?.get(&basis)
    }

    /// The fingerprint of a test, and its record if it is new.
    fn test(&self, run: &TestRun, records: &mut Vec<Record>) -> Fingerprint {
        let test = run.fingerprint();
        if !self.state.tests.contains_key(&test) {
            let run = run.clone();
            records.push(Record::Test { test, run });
        }
        test
    }

    /// The goals by what answers about them depend on now.
    fn by_basis(
        &self,
        goals: &[GoalKey],
    ) -> Result<BTreeMap<Fingerprint, Vec<GoalKey>>, StoreError> {
        let mut by_basis: BTreeMap<Fingerprint, Vec<GoalKey>> = BTreeMap::new();
        for goal in goals {
            let listed = self.listing.goals.get(goal);
            let listed = listed.ok_or_else(|| StoreError::NotListed { goal: goal.clone() })?;
            by_basis.entry(listed.basis).or_default().push(goal.clone());
        }
        Ok(by_basis)
    }
}

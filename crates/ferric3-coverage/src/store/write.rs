//! A state as records: the fewest that it is the join of, in an order that depends on nothing else.

use std::collections::BTreeMap;

use super::record::Record;
use super::state::State;
use crate::{Fingerprint, GoalKey};

/// The records of a state, the head of the store included.
pub(super) fn records(state: &State) -> impl Iterator<Item = Record> + '_ {
    let head = std::iter::once(Record::head());
    let listing = state.listing.iter().flat_map(Record::of_listing);
    let tests = state.tests.iter().map(|(&test, run)| Record::Test {
        test,
        run: run.clone(),
    });
    let whys = state.whys.iter().map(|(&why, reason)| Record::Why {
        why,
        reason: reason.clone(),
    });
    let facts = tests.chain(whys);
    let (reached, dead, tried) = answers(state);
    let answers = reached.into_iter().chain(dead).chain(tried);
    head.chain(listing)
        .chain(facts)
        .chain(answers)
        .chain(rest(state))
}

/// Answers by what is said, with the goals of which it is said.
fn answers(state: &State) -> (Vec<Record>, Vec<Record>, Vec<Record>) {
    let mut reached: BTreeMap<_, Vec<GoalKey>> = BTreeMap::new();
    let mut dead: BTreeMap<_, Vec<GoalKey>> = BTreeMap::new();
    let mut tried: BTreeMap<_, Vec<GoalKey>> = BTreeMap::new();
    for (goal, bases) in &state.answers {
        for (&basis, answers) in bases {
            for by in &answers.reached {
                let what = (basis, by.test, by.partner);
                reached.entry(what).or_default().push(goal.clone());
            }
            for by in &answers.dead {
                let what = (basis, by.why, by.cycles());
                dead.entry(what).or_default().push(goal.clone());
            }
            for attempt in &answers.tried {
                tried
                    .entry((basis, attempt))
                    .or_default()
                    .push(goal.clone());
            }
        }
    }
    let reached = reached
        .into_iter()
        .map(|((basis, test, partner), goals)| Record::Reached {
            basis,
            test,
            partner,
            goals,
        });
    let dead = dead
        .into_iter()
        .map(|((basis, why, cycles), goals)| Record::Dead {
            basis,
            why,
            cycles,
            goals,
        });
    let tried = tried
        .into_iter()
        .map(|((basis, attempt), goals)| Record::Tried {
            basis,
            attempt: attempt.clone(),
            goals,
        });
    (reached.collect(), dead.collect(), tried.collect())
}

fn rest(state: &State) -> impl Iterator<Item = Record> + '_ {
    let confirmed = state.confirmations.iter();
    let confirmed = confirmed.map(|(&(test, program), outcome)| Record::Confirmed {
        program,
        test,
        outcome: outcome.clone(),
    });
    let lemmas = each(&state.lemmas).map(|(program, lemma)| Record::Lemma {
        program,
        lemma: lemma.clone(),
    });
    let assumptions = each(&state.assumptions).map(|(program, text)| Record::Assumption {
        program,
        text: text.clone(),
    });
    let spent = state.spent.iter();
    let spent = spent.map(|(&session, &milliseconds)| Record::Spent {
        session,
        milliseconds,
    });
    confirmed.chain(lemmas).chain(assumptions).chain(spent)
}

fn each<T: Ord>(
    sets: &BTreeMap<Fingerprint, std::collections::BTreeSet<T>>,
) -> impl Iterator<Item = (Fingerprint, &T)> {
    sets.iter()
        .flat_map(|(&program, set)| set.iter().map(move |item| (program, item)))
}

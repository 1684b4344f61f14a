//! The report of a listing: a function of what is known, so the same whoever found it out, in which order.

use std::collections::BTreeMap;

use super::{Known, Outcome, Results};
use crate::{
    Confirmation, Fingerprint, GoalKey, REPORT_FORMAT, REPORT_VERSION, Report, Status, Test, Why,
};

impl Results<'_> {
    /// Everything that is known about the goals. Answers about earlier versions of the program are not in it.
    pub fn report(self) -> Report {
        let program = &self.listing.program;
        let listed = self.listing.by_place();
        let number = listed.iter().enumerate();
        let number: BTreeMap<&GoalKey, usize> = number.map(|(n, goal)| (&goal.key, n)).collect();
        let mut tests = Numbers::default();
        let mut whys = Numbers::default();
        let mut goals = Vec::with_capacity(listed.len());
        for goal in &listed {
            let known = self.known(&goal.key).expect("it is listed");
            let status = match known {
                Known::Reached(reached) => Status::Reached {
                    test: tests.of(reached.by.test),
                    partner: reached.by.partner.map(|partner| tests.of(partner)),
                },
                Known::Dead(dead) => Status::Dead {
                    why: whys.of(dead.by.why),
                    cycles: dead.cycles(),
                },
                Known::Justified(reason) => Status::Justified {
                    reason: reason.to_owned(),
                },
                Known::Open(open) => Status::Open {
                    reason: open.reason(),
                },
            };
            goals.push(goal.to_goal(status));
        }
        let reached = self.reached_by_test();
        let assumptions = self.state.assumptions.get(&program.fingerprint);
        Report {
            format: REPORT_FORMAT.to_owned(),
            version: REPORT_VERSION,
            tool: program.tool.clone(),
            subject: program.subject.clone(),
            criteria: program.criteria.clone(),
            goals,
            tests: tests
                .in_order
                .into_iter()
                .map(|test| self.test(test, &reached, &number))
                .collect(),
            whys: whys
                .in_order
                .iter()
                .map(|why| Why::clone(&self.state.whys[why]))
                .collect(),
            assumptions: assumptions.into_iter().flatten().cloned().collect(),
            seconds: self.spent().as_secs_f64(),
        }
    }

    fn test(
        self,
        test: Fingerprint,
        reached: &BTreeMap<Fingerprint, Vec<&GoalKey>>,
        number: &BTreeMap<&GoalKey, usize>,
    ) -> Test {
        let run = &self.state.tests[&test];
        let mut reaches: Vec<usize> = reached
            .get(&test)
            .into_iter()
            .flatten()
            .map(|key| number[key])
            .collect();
        reaches.sort_unstable();
        let outcome = self
            .state
            .confirmations
            .get(&(test, self.listing.program.fingerprint));
        Test {
            inputs: run.inputs.clone(),
            cycles: run.cycles,
            reaches,
            confirmed: outcome.map(|outcome| confirmation(outcome, number)),
        }
    }
}

fn confirmation(outcome: &Outcome, number: &BTreeMap<&GoalKey, usize>) -> Confirmation {
    match outcome.clone() {
        Outcome::NotAsked { reason } => Confirmation::NotAsked { reason },
        Outcome::Confirmed { by } => Confirmation::Confirmed { by },
        Outcome::Contradicted { by, missing } => Confirmation::Contradicted {
            by,
            // Goals that are not listed any more have no number.
            missing: missing
                .iter()
                .filter_map(|key| number.get(key).copied())
                .collect(),
        },
    }
}

/// Numbers in the order in which things are first asked for.
#[derive(Default)]
struct Numbers {
    in_order: Vec<Fingerprint>,
    known: BTreeMap<Fingerprint, usize>,
}

impl Numbers {
    fn of(&mut self, thing: Fingerprint) -> usize {
        let next = self.in_order.len();
        let number = *self.known.entry(thing).or_insert(next);
        if number == next {
            self.in_order.push(thing);
        }
        number
    }
}

//! Goals are settled by the engine, and every result is recorded as soon as it is known: who is killed on the way
//! loses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use ferric3_coverage::store::{Finding, Known, Session, StoreError, TestRun};
use ferric3_coverage::{Count, GoalKey, Place, Status, Why};
use ferric3_engine::{
    CheckError, CheckOptions, GoalOptions, Progress, ReasonEffort, Settled, UnknownReason, Verdict,
    reasons, settle_each,
};
use ferric3_ivl::{Program, PropertyId};
use ferric3_term::Terms;
use ferric3_witness::unknown_reason;

use super::goals::{Needs, PlannedGoal};
use super::runs::{run_of, test_of};
use super::subject::Subject;
use super::why::{in_program, why};
use crate::progress::Status as Phase;

/// What is needed to settle goals.
pub(crate) struct Settling<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) program: &'a Program,
    /// The goals that the session has listed.
    pub(crate) listed: &'a [PlannedGoal],
    pub(crate) options: &'a CheckOptions,
    /// One goal alone gets no more than this.
    pub(crate) per_goal: Option<Duration>,
    /// How much may be spent on reasons of dead goals.
    pub(crate) reasons: ReasonEffort,
    pub(crate) status: &'a Phase,
}

/// Why goals could not be settled to the end.
#[derive(Debug)]
pub(crate) enum SettleError {
    /// Our own bug.
    Check(CheckError),
    /// The store says so: it cannot be written, or a goal is both reached and dead.
    Store(StoreError),
}

impl From<CheckError> for SettleError {
    fn from(error: CheckError) -> SettleError {
        SettleError::Check(error)
    }
}

impl From<StoreError> for SettleError {
    fn from(error: StoreError) -> SettleError {
        SettleError::Store(error)
    }
}

impl Settling<'_> {
    /// Settle all goals that are open, as far as limits allow.
    pub(crate) fn run(
        &self,
        terms: &mut Terms,
        session: &mut Session,
        progress: &mut dyn Progress,
    ) -> Result<(), SettleError> {
        let start = Instant::now();
        let index = Index::new(self.listed);
        let mut book = Book {
            settling: self,
            index: &index,
            session,
            tests: BTreeMap::new(),
            vectors: BTreeMap::new(),
            dead_vectors: BTreeMap::new(),
            entry: self.entry(),
            failure: None,
            start,
        };
        book.settle_what_form_says()?;
        book.tally();
        let asked = book.asked();
        if asked.is_empty() {
            return Ok(());
        }
        let seeds = book.seeds(terms);
        let options = CheckOptions {
            goals: Some(asked),
            ..self.options.clone()
        };
        let how = GoalOptions {
            seeds,
            per_goal: self.per_goal,
        };
        let mut tell = |terms: &Terms, settled: &Settled| book.record(terms, settled);
        settle_each(self.program, terms, (&options, &how), progress, &mut tell)?;
        match book.failure {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

impl Settling<'_> {
    /// Where the function begins that is called in each cycle.
    fn entry(&self) -> Option<Place> {
        let name = self.subject.entry.as_ref()?;
        let proc = self.program.procs.iter().find(|proc| proc.name == *name)?;
        Some(Place {
            file: self.program.sources.files[proc.span.file].name.clone(),
            line: proc.span.line,
            column: proc.span.column,
            end_line: 0,
            end_column: 0,
        })
    }
}

/// Which listed goals a property of the program is about.
struct Index {
    of: BTreeMap<PropertyId, Vec<usize>>,
}

impl Index {
    fn new(listed: &[PlannedGoal]) -> Index {
        let mut of: BTreeMap<PropertyId, Vec<usize>> = BTreeMap::new();
        for (number, listed) in listed.iter().enumerate() {
            for property in listed.needs.properties() {
                of.entry(property).or_default().push(number);
            }
        }
        Index { of }
    }

    fn goals_of(&self, property: PropertyId) -> &[usize] {
        self.of.get(&property).map_or(&[], Vec::as_slice)
    }
}

/// Keeps the session's book while the engine works.
struct Book<'a, 'b> {
    settling: &'a Settling<'b>,
    index: &'a Index,
    session: &'a mut Session,
    /// The tests of this session, by the goal that they were made for.
    tests: BTreeMap<PropertyId, TestRun>,
    /// For goals that ask for two evaluations: those that a test has.
    vectors: BTreeMap<PropertyId, TestRun>,
    /// And those that no run has.
    dead_vectors: BTreeMap<PropertyId, Why>,
    /// Where the entry begins.
    entry: Option<Place>,
    /// The first thing that went wrong. The engine cannot be told, but for the interrupt.
    failure: Option<StoreError>,
    start: Instant,
}

impl Book<'_, '_> {
    /// Goals that need no engine: there is no pair that would show that a condition decides alone, or nobody can ask.
    fn settle_what_form_says(&mut self) -> Result<(), StoreError> {
        for listed in self.settling.listed {
            if listed.needs == Needs::Unknown
                && self.is_open(&listed.goal.key)
                && let Status::Open { reason } = &listed.goal.status
            {
                self.session.record(&Finding::Tried {
                    goals: vec![listed.goal.key.clone()],
                    engine: "front end".to_owned(),
                    turn: 0,
                    budget: Duration::ZERO,
                    spent: Duration::ZERO,
                    reason: reason.clone(),
                })?;
            }
            let Needs::Pair(pairs) = &listed.needs else {
                continue;
            };
            let is_open = matches!(self.session.known(&listed.goal.key), Some(Known::Open(_)));
            if pairs.is_empty() && is_open {
                self.session.record(&Finding::Dead {
                    goals: vec![listed.goal.key.clone()],
                    why: Why {
                        engine: "form".to_owned(),
                        checked_by: "form".to_owned(),
                        text: "There are no two evaluations of this decision that differ in this condition alone and have \
                               different outcomes."
                            .to_owned(),
                        lines: Vec::new(),
                    },
                    cycles: None,
                })?;
            }
        }
        Ok(())
    }

    fn is_open(&self, key: &GoalKey) -> bool {
        matches!(self.session.known(key), Some(Known::Open(_)))
    }

    /// The properties that open goals are about.
    fn asked(&self) -> BTreeSet<PropertyId> {
        let listed = self.settling.listed.iter();
        let open = listed.filter(|listed| self.is_open(&listed.goal.key));
        open.flat_map(|listed| listed.needs.properties()).collect()
    }

    /// Runs of earlier sessions, of this program and of earlier ones.
    fn seeds(&self, terms: &Terms) -> Vec<Vec<ferric3_ivl::RecordedInput>> {
        let mut tests: BTreeMap<_, &TestRun> = BTreeMap::new();
        for listed in self.settling.listed {
            match self.session.known(&listed.goal.key) {
                Some(Known::Reached(reached)) => {
                    tests.insert(reached.test().fingerprint(), reached.test());
                }
                Some(Known::Open(open)) => {
                    tests.extend(open.stale_tests().map(|test| (test.fingerprint(), test)));
                }
                _ => {}
            }
        }
        let runs = tests.values();
        let runs = runs.map(|test| run_of(self.settling.program, terms, test));
        runs.filter(|run| !run.is_empty()).collect()
    }

    /// Something is settled, or is given up.
    fn record(&mut self, terms: &Terms, settled: &Settled) {
        if self.failure.is_some() {
            return;
        }
        let recorded = match &settled.report.verdict {
            Verdict::False(_) => self.record_reached(terms, settled),
            Verdict::True(_) => self.record_dead(terms, settled),
            Verdict::Unknown(reason) => self.record_tried(settled, reason),
        };
        if let Err(error) = recorded.and_then(|()| self.session.spend(self.start.elapsed())) {
            self.failure = Some(error);
            self.settling.options.solvers.interrupt.raise();
        }
        self.tally();
    }

    fn record_reached(&mut self, terms: &Terms, settled: &Settled) -> Result<(), StoreError> {
        let Verdict::False(replay) = &settled.report.verdict else {
            return Ok(());
        };
        let goal = replay.property();
        let program = self.settling.program;
        let test = test_of(
            self.settling.subject,
            (program, terms),
            replay.inputs(),
            goal,
        );
        self.tests.insert(goal, test.clone());
        let mut goals = Vec::new();
        for &property in settled.passes.iter().chain(&settled.goals) {
            for &number in self.index.goals_of(property) {
                let listed = &self.settling.listed[number];
                match &listed.needs {
                    Needs::Property(_) => goals.push(listed.goal.key.clone()),
                    Needs::Pair(_) => {
                        self.vectors.entry(property).or_insert_with(|| test.clone());
                    }
                    Needs::Unknown => {}
                }
            }
        }
        goals.sort();
        goals.dedup();
        // Others may be those of another shard.
        goals.retain(|key| self.session.known(key).is_some());
        if !goals.is_empty() {
            self.session.record(&Finding::Reached {
                goals,
                test,
                partner: None,
            })?;
        }
        self.record_pairs()
    }

    /// Goals that ask for two evaluations: both are there, or one of each pair is not.
    fn record_pairs(&mut self) -> Result<(), StoreError> {
        for listed in self.settling.listed {
            let Needs::Pair(pairs) = &listed.needs else {
                continue;
            };
            if !self.is_open(&listed.goal.key) {
                continue;
            }
            let both = pairs
                .iter()
                .find_map(|(a, b)| Some((self.vectors.get(a)?, self.vectors.get(b)?)));
            if let Some((test, partner)) = both {
                self.session.record(&Finding::Reached {
                    goals: vec![listed.goal.key.clone()],
                    test: test.clone(),
                    partner: Some(partner.clone()),
                })?;
                continue;
            }
            let whys: Option<Vec<&Why>> = pairs
                .iter()
                .map(|(a, b)| {
                    self.dead_vectors
                        .get(a)
                        .or_else(|| self.dead_vectors.get(b))
                })
                .collect();
            if let Some(whys) = whys {
                self.session.record(&Finding::Dead {
                    goals: vec![listed.goal.key.clone()],
                    why: together(&whys),
                    cycles: self.settling.subject.cycles,
                })?;
            }
        }
        Ok(())
    }

    fn record_dead(&mut self, terms: &Terms, settled: &Settled) -> Result<(), StoreError> {
        let program = self.settling.program;
        // Reasons need terms of their own.
        let mut terms = terms.clone();
        let solvers = &self.settling.options.solvers;
        for reason in reasons(&mut terms, solvers, settled, self.settling.reasons) {
            let why = in_program(
                why(program, &terms, &settled.report, &reason),
                self.entry.as_ref(),
            );
            let mut goals = Vec::new();
            for &property in &reason.goals {
                for &number in self.index.goals_of(property) {
                    let listed = &self.settling.listed[number];
                    match &listed.needs {
                        Needs::Property(_) => goals.push(listed.goal.key.clone()),
                        Needs::Pair(_) => {
                            self.dead_vectors.insert(property, why.clone());
                        }
                        Needs::Unknown => {}
                    }
                }
            }
            goals.retain(|key| self.session.known(key).is_some());
            if !goals.is_empty() {
                self.session.record(&Finding::Dead {
                    goals,
                    why,
                    cycles: self.settling.subject.cycles,
                })?;
            }
        }
        self.record_pairs()
    }

    fn record_tried(
        &mut self,
        settled: &Settled,
        reason: &UnknownReason,
    ) -> Result<(), StoreError> {
        let numbers: BTreeSet<usize> = settled
            .goals
            .iter()
            .flat_map(|&property| self.index.goals_of(property))
            .copied()
            .collect();
        let keys = numbers
            .into_iter()
            .map(|number| self.settling.listed[number].goal.key.clone());
        let goals: Vec<GoalKey> = keys.filter(|key| self.is_open(key)).collect();
        if goals.is_empty() {
            return Ok(());
        }
        let turn = goals
            .iter()
            .filter_map(|key| match self.session.known(key) {
                Some(Known::Open(open)) => Some(open.next_turn()),
                _ => None,
            });
        let spent = self.start.elapsed();
        self.session.record(&Finding::Tried {
            turn: turn.max().unwrap_or(0),
            goals,
            engine: settled.report.engine.to_owned(),
            budget: spent,
            spent,
            reason: unknown_reason(reason, &self.settling.program.sources),
        })
    }

    /// Say how far it has got.
    fn tally(&self) {
        let mut count = Count::default();
        for listed in self.settling.listed {
            match self.session.known(&listed.goal.key) {
                Some(Known::Reached(_)) => count.reached += 1,
                Some(Known::Dead(_)) => count.dead += 1,
                Some(Known::Justified(_)) => count.justified += 1,
                Some(Known::Open(_)) | None => count.open += 1,
            }
        }
        self.settling.status.tally(count);
    }
}

/// One reason of several: of each pair, one evaluation is impossible.
fn together(whys: &[&Why]) -> Why {
    let mut lines: Vec<_> = whys.iter().flat_map(|why| why.lines.clone()).collect();
    lines.sort();
    lines.dedup();
    let mut texts: Vec<&str> = whys.iter().map(|why| why.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    Why {
        engine: whys[0].engine.clone(),
        checked_by: whys[0].checked_by.clone(),
        text: format!(
            "Of each two evaluations that would show it, one is impossible. {}",
            texts.join(" ")
        ),
        lines,
    }
}

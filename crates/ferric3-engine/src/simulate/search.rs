//! One run after the other; those that take new branches are kept and varied.

use std::collections::BTreeSet;

use ferric3_ivl::{
    Coverage, Interpreter, Program, PropertyId, PropertyKind, RecordedInput, RunLimits, RunOutcome,
};
use ferric3_sat::Interrupt;
use ferric3_term::Terms;

use super::layout::Layouts;
use super::player::{Mood, Pinned, Player};
use super::shorten::Shortening;
use super::{SimulateOptions, SimulationStats};

/// The shortest limit of a run, in statements, beside twice those of the program; it grows with what
/// was done so far.
const SHORTEST_LIMIT: u64 = 200;

/// What runs that are kept may have read, in the unit of [`Player::work`]: some ten megabytes.
const MOST_KEPT: u64 = 4_000_000;

/// Statements of more instructions than this count as several.
const INSTRUCTIONS_PER_STATEMENT: u64 = 8;

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// A violation of any property.
    AnyOne,
    /// One of each of these; of coverage goals, a run that passes it.
    Each(BTreeSet<PropertyId>),
}

/// What the runs have shown.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    /// Properties that are violated, and by which inputs.
    pub(super) violations: Vec<(PropertyId, Vec<RecordedInput>)>,
    /// Inputs up to coverage goals that no run before has passed, and the last of these goals.
    pub(super) passes: Vec<(PropertyId, Vec<RecordedInput>)>,
    /// What a run got to that is not modelled.
    pub(super) obstacle: Option<PropertyId>,
    /// Was it asked to stop?
    pub(super) was_interrupted: bool,
    pub(super) stats: SimulationStats,
}

/// Runs a program, and varies runs.
pub(super) struct Search<'p, 'i> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    player: Player<'p>,
    coverage: Coverage,
    /// By outcome of a branch: how often runs have seen it, a bit for each order of magnitude.
    seen: Vec<u8>,
    kept: Vec<Vec<RecordedInput>>,
    kept_work: u64,
    /// Inputs from outside that no run has read yet, last ones first.
    seeds: Vec<Vec<RecordedInput>>,
    options: SimulateOptions,
    interrupt: &'i Interrupt,
    wanted: Wanted,
    findings: Findings,
    /// Statements and what else took time, in the same unit.
    work: u64,
    /// The same, when something new was seen for the last time.
    work_at_news: u64,
}

impl<'p, 'i> Search<'p, 'i> {
    pub(super) fn new(
        program: &'p Program,
        terms: &'p Terms,
        options: SimulateOptions,
        interrupt: &'i Interrupt,
        wanted: Wanted,
    ) -> Search<'p, 'i> {
        let layouts = Layouts::new(program, terms);
        Search {
            program,
            interpreter: Interpreter::new(program, terms),
            player: Player::new(layouts, program.inputs.len(), options.seed),
            coverage: Coverage::new(),
            seen: vec![],
            kept: vec![],
            kept_work: 0,
            seeds: vec![],
            options,
            interrupt,
            wanted,
            findings: Findings {
                violations: vec![],
                passes: vec![],
                obstacle: None,
                was_interrupted: false,
                stats: SimulationStats::default(),
            },
            work: 0,
            work_at_news: 0,
        }
    }

    /// The same, but these runs come first.
    pub(super) fn with_seeds(mut self, seeds: &[Vec<RecordedInput>]) -> Search<'p, 'i> {
        self.seeds = seeds.iter().rev().cloned().collect();
        self
    }

    /// Goes on until something is violated, or the effort is used up.
    pub(super) fn run(mut self) -> Findings {
        while !self.is_over() {
            let (script, mood, pinned) = self.plan();
            self.player.begin(script, mood, pinned);
            let limit = self.limit();
            let is_raised = || self.interrupt.is_raised();
            let limits = RunLimits {
                interrupt: Some(&is_raised),
                ..RunLimits::steps(limit)
            };
            let outcome =
                self.interpreter
                    .run_covering(&mut self.player, &mut self.coverage, &limits);
            self.count();
            self.take_goals();
            match outcome {
                Ok(RunOutcome::Violated { property, .. }) => {
                    if self.program.properties[property].kind == PropertyKind::Unsupported {
                        self.findings.obstacle.get_or_insert(property);
                    } else if self.take(property) {
                        self.shorten(property);
                    }
                }
                Ok(RunOutcome::Interrupted) => self.findings.was_interrupted = true,
                // What it does next depends on a value that is known only roughly: up to here it is
                // a run all the same.
                Ok(_) | Err(_) => {}
            }
            if outcome != Ok(RunOutcome::Interrupted) {
                self.keep_if_new();
            }
        }
        self.findings
    }

    /// Is this a violation that was looked for, and none of its kind was found before?
    fn take(&mut self, property: PropertyId) -> bool {
        match &mut self.wanted {
            Wanted::AnyOne => true,
            Wanted::Each(properties) => properties.remove(&property),
        }
    }

    /// Keeps the last run if it passes coverage goals that were looked for.
    fn take_goals(&mut self) {
        let Wanted::Each(open) = &mut self.wanted else {
            return;
        };
        let passed = self.interpreter.passed().iter();
        if let Some(last) = passed.filter(|passed| open.remove(&passed.goal)).last() {
            let inputs = self.player.given()[..last.inputs].to_vec();
            self.findings.passes.push((last.goal, inputs));
            self.work_at_news = self.work;
        }
    }

    fn has_all(&self) -> bool {
        match &self.wanted {
            Wanted::AnyOne => !self.findings.violations.is_empty(),
            Wanted::Each(properties) => properties.is_empty(),
        }
    }

    fn is_over(&self) -> bool {
        let patience = self.options.patience.saturating_add(2 * self.work_at_news);
        self.has_all()
            || self.findings.was_interrupted
            || self.work >= self.options.effort
            || self.work >= patience
    }

    fn count(&mut self) {
        let steps = self.interpreter.executed();
        let registers = self.interpreter.size().1 as u64;
        // Statements of some programs are large.
        let effort = steps.max(self.interpreter.instructions() / INSTRUCTIONS_PER_STATEMENT);
        self.work += effort + registers / 4 + self.player.work() + 100;
        let stats = &mut self.findings.stats;
        stats.runs += 1;
        stats.steps += steps;
    }

    fn shorten(&mut self, property: PropertyId) {
        let inputs = self.player.given().to_vec();
        let layouts = &mut self.player.layouts;
        let shortening = Shortening::new(&mut self.interpreter, layouts, property, inputs);
        let shortened = shortening.run();
        self.findings.violations.push((property, shortened));
        self.work_at_news = self.work;
    }

    /// Most runs are short, some are long, and all of them get longer in time. What is left of the
    /// effort is left for more than one.
    fn limit(&mut self) -> u64 {
        let shortest = SHORTEST_LIMIT + 2 * self.interpreter.size().0 as u64;
        let base = shortest.max(self.work / 128);
        let factor = 1 << self.player.random.next().trailing_ones().min(4);
        let most = (self.options.effort / 4).max(shortest);
        (base * factor).min(most)
    }

    /// Keeps the last run if it has seen a branch with an outcome or a number of times that no run
    /// before has.
    fn keep_if_new(&mut self) {
        let mut is_new = false;
        for (outcome, count) in self.coverage.outcomes() {
            if outcome >= self.seen.len() {
                self.seen.resize(outcome + 1, 0);
            }
            let seen = &mut self.seen[outcome];
            if *seen == 0 {
                self.findings.stats.branches += 1;
            }
            let bit = 1 << magnitude(count);
            is_new |= *seen & bit == 0;
            *seen |= bit;
        }
        if is_new {
            self.work_at_news = self.work;
            let work = self.player.work();
            if work > 0 && self.kept_work + work <= MOST_KEPT {
                self.kept_work += work;
                self.kept.push(self.player.given().to_vec());
            }
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.player.random.below(bound as u64) as usize
    }

    /// What the next run reads.
    fn plan(&mut self) -> (Vec<RecordedInput>, Mood, Option<Pinned>) {
        if self.findings.stats.runs == 0 {
            return (vec![], Mood::default(), None);
        }
        if let Some(seed) = self.seeds.pop() {
            return (seed, Mood::default(), None);
        }
        let mood = Mood::any(&mut self.player.random);
        if self.kept.is_empty() || self.below(4) == 0 {
            return (vec![], mood, None);
        }
        // Young ones are more promising.
        let count = self.kept.len();
        let age = self.below(count);
        let age = if self.below(2) == 0 { age / 8 } else { age };
        let mut script = self.kept[count - 1 - age].clone();
        let at = self.below(script.len());
        let mut pinned = None;
        match self.below(6) {
            // Another end.
            0 => script.truncate(at),
            // Longer.
            1 => {}
            // An input that is repeated.
            2 => {
                let times = 1 + self.below(8);
                let again = vec![script[at].clone(); times];
                script.splice(at..at, again);
            }
            // The end of another one.
            3 => {
                let other = self.below(count);
                let from = self.below(self.kept[other].len());
                script.truncate(at);
                script.extend_from_slice(&self.kept[other][from..]);
            }
            // A field that changes and stays so.
            4 => pinned = self.pin(&script[at], at),
            // Some fields that change once.
            _ => {
                for _ in 0..=self.below(3) {
                    if let Some(pin) = self.pin(&script[at], at) {
                        let layout = self.player.layouts.get(pin.input);
                        let mut fields = layout.split(&script[at].value);
                        fields[pin.field] = pin.value;
                        script[at].value = layout.value(&fields);
                    }
                }
            }
        }
        (script, mood, pinned)
    }

    /// A new value for a field of an input.
    fn pin(&mut self, given: &RecordedInput, from: usize) -> Option<Pinned> {
        let layout = self.player.layouts.get(given.input);
        if layout.fields.is_empty() {
            return None;
        }
        let field = self.below(layout.fields.len());
        let value = layout.fields[field].palette.draw(&mut self.player.random);
        Some(Pinned {
            input: given.input,
            field,
            value,
            from,
        })
    }
}

/// 0 to 7: once, twice, up to 3, 7, 15, 31, 127 times, more often.
fn magnitude(count: u32) -> u32 {
    match count {
        0..=3 => count.saturating_sub(1),
        4..=7 => 3,
        8..=15 => 4,
        16..=31 => 5,
        32..=127 => 6,
        _ => 7,
    }
}

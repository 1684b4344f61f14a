//! Making a run that violates something easier to read: fewer inputs, more zeros, fewer changes.

use ferric3_ivl::{
    Inputs, Interpreter, ListInputs, PropertyId, RecordedInput, RecordingInputs, RunLimits,
    RunOutcome,
};
use ferric3_term::Value;

use super::layout::Layouts;

/// Statements that may be executed for it.
const MOST_WORK: u64 = 1_000_000;

/// Tries changes of a run, and keeps those after which the same property is violated.
pub(super) struct Shortening<'a, 'p> {
    interpreter: &'a mut Interpreter<'p>,
    layouts: &'a mut Layouts<'p>,
    property: PropertyId,
    best: Vec<RecordedInput>,
    work: u64,
}

impl<'a, 'p> Shortening<'a, 'p> {
    /// Begins with these inputs, which violate the property.
    pub(super) fn new(
        interpreter: &'a mut Interpreter<'p>,
        layouts: &'a mut Layouts<'p>,
        property: PropertyId,
        inputs: Vec<RecordedInput>,
    ) -> Shortening<'a, 'p> {
        Shortening {
            interpreter,
            layouts,
            property,
            best: inputs,
            work: 0,
        }
    }

    /// A run that violates the same property and is no longer.
    pub(super) fn run(mut self) -> Vec<RecordedInput> {
        self.drop_inputs();
        self.zeros();
        self.repeat();
        self.drop_inputs();
        self.best
    }

    /// Is there work left for another try?
    fn may_go_on(&self) -> bool {
        self.work < MOST_WORK
    }

    /// Takes the candidate if the run with it violates the property, and says so.
    fn accepts(&mut self, candidate: Vec<RecordedInput>) -> bool {
        let left = MOST_WORK.saturating_sub(self.work);
        let mut inputs = RecordingInputs::new(ListInputs::new(candidate));
        let source: &mut dyn Inputs = &mut inputs;
        let outcome = self.interpreter.run_robust(source, &RunLimits::steps(left));
        self.work += self.interpreter.executed() + self.interpreter.size().1 as u64 / 4;
        self.work += 100 + self.best.len() as u64;
        match outcome {
            Ok(RunOutcome::Violated { property, .. }) if property == self.property => {
                self.best = inputs.into_given();
                true
            }
            _ => false,
        }
    }

    /// Leaves out inputs, many at a time at first: whole cycles, then any.
    fn drop_inputs(&mut self) {
        let cycle = self.cycle();
        let mut counts = vec![];
        let mut cycles = self.best.len() / cycle / 2;
        while cycles > 0 {
            counts.push(cycles * cycle);
            cycles /= 2;
        }
        let mut count = cycle / 2;
        while count > 0 {
            counts.push(count);
            count /= 2;
        }
        for count in counts {
            let mut at = 0;
            while at + count <= self.best.len() && self.may_go_on() {
                let mut fewer = self.best.clone();
                fewer.drain(at..at + count);
                if !self.accepts(fewer) {
                    at += count;
                }
            }
        }
    }

    /// How many inputs a cycle of the program reads: as many as lie between the last one and the
    /// one before at the same place; at least 1.
    fn cycle(&self) -> usize {
        let mut from_the_end = self.best.iter().rev();
        let Some(last) = from_the_end.next() else {
            return 1;
        };
        let before = from_the_end.position(|given| given.input == last.input);
        before.map_or(1, |others| others + 1)
    }

    /// Makes inputs zero: all, then each of them, then fields.
    fn zeros(&mut self) {
        let all = 0..self.best.len();
        self.with_zeros(all);
        let mut at = 0;
        while at < self.best.len() && self.may_go_on() {
            if !self.with_zeros(at..at + 1) {
                self.zero_fields(at);
            }
            at += 1;
        }
    }

    fn with_zeros(&mut self, range: std::ops::Range<usize>) -> bool {
        let mut zeros = self.best.clone();
        for given in &mut zeros[range] {
            given.value = Value::zero(given.value.sort());
        }
        zeros == self.best || self.accepts(zeros)
    }

    /// Makes fields of one input zero, many at a time at first.
    fn zero_fields(&mut self, at: usize) {
        let layout = self.layouts.get(self.best[at].input);
        let fields = layout.fields.len();
        let mut count = fields / 2;
        while count > 0 {
            for first in (0..fields).step_by(count) {
                if at >= self.best.len() || !self.may_go_on() {
                    return;
                }
                let mut values = layout.split(&self.best[at].value);
                let end = fields.min(first + count);
                if values[first..end].iter().all(|&value| value == 0) {
                    continue;
                }
                values[first..end].fill(0);
                let mut candidate = self.best.clone();
                candidate[at].value = layout.value(&values);
                self.accepts(candidate);
            }
            count /= 2;
        }
    }

    /// Makes inputs the same as those before.
    fn repeat(&mut self) {
        let mut at = 1;
        while at < self.best.len() && self.may_go_on() {
            let given = &self.best[at];
            let before = self.best[..at].iter().rfind(|b| b.input == given.input);
            let is_zero = given.value == Value::zero(given.value.sort());
            if let Some(before) = before
                && !is_zero
                && before.value != given.value
            {
                let mut candidate = self.best.clone();
                candidate[at].value = before.value.clone();
                self.accepts(candidate);
            }
            at += 1;
        }
    }
}

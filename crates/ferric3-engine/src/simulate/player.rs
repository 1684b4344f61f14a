//! What a run reads: a script as far as it goes, then values that fit its mood.
//!
//! A run keeps to few values for each field, and often repeats the value before: state machines want
//! the same input for several cycles, and chaos leads nowhere.

use ferric3_ivl::{InputId, InputSite, Inputs, RandomInputs, RecordedInput, SplitMix64};
use ferric3_term::Value;

use super::layout::{Layout, Layouts};

/// More inputs than this are not read in one run: their record takes memory.
const MOST_INPUTS: usize = 1 << 15;

/// So far ahead a script is searched for a value for the input that is asked for.
const LOOK_AHEAD: usize = 16;

/// How a run chooses the values that are not in its script.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mood {
    /// Different values for each field; 0: all inputs are zero.
    pub(super) values: u64,
    /// Of 16 fields, so many keep the value before.
    pub(super) hold: u64,
    /// Of 16 fields, so many are always zero.
    pub(super) calm: u64,
}

impl Mood {
    /// Any mood but the first.
    pub(super) fn any(random: &mut SplitMix64) -> Mood {
        let mut pick = |from: [u64; 4]| from[random.below(4) as usize];
        Mood {
            values: pick([1, 2, 3, 6]),
            hold: pick([0, 8, 14, 15]),
            calm: pick([0, 0, 8, 14]),
        }
    }
}

/// A change of one field that stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pinned {
    pub(super) input: InputId,
    pub(super) field: usize,
    pub(super) value: u64,
    /// The first position in the script that it is for.
    pub(super) from: usize,
}

/// What is remembered about an input during a run.
#[derive(Clone, Debug, Default)]
struct Site {
    /// The run that this is about.
    run: u64,
    before: Vec<u64>,
    /// By field: the values that this run keeps to.
    choices: Vec<Vec<u64>>,
}

/// Gives inputs to one run after the other.
#[derive(Debug)]
pub(super) struct Player<'a> {
    pub(super) layouts: Layouts<'a>,
    pub(super) random: SplitMix64,
    script: Vec<RecordedInput>,
    at: usize,
    mood: Mood,
    pinned: Option<Pinned>,
    sites: Vec<Site>,
    run: u64,
    given: Vec<RecordedInput>,
    work: u64,
}

impl<'a> Player<'a> {
    pub(super) fn new(layouts: Layouts<'a>, inputs: usize, seed: u64) -> Player<'a> {
        Player {
            layouts,
            random: SplitMix64::new(seed),
            script: vec![],
            at: 0,
            mood: Mood::default(),
            pinned: None,
            sites: vec![Site::default(); inputs],
            run: 0,
            given: vec![],
            work: 0,
        }
    }

    /// Prepares for a run.
    pub(super) fn begin(&mut self, script: Vec<RecordedInput>, mood: Mood, pinned: Option<Pinned>) {
        self.script = script;
        self.at = 0;
        self.mood = mood;
        self.pinned = pinned;
        self.run += 1;
        self.given.clear();
        self.work = 0;
    }

    /// What the run has read.
    pub(super) fn given(&self) -> &[RecordedInput] {
        &self.given
    }

    /// What it took to make that, in about as many units as statements take.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The next value of the script, if it has one for this input not far ahead.
    fn scripted(&mut self, input: InputId) -> Option<Value> {
        let rest = self.script.get(self.at..)?;
        let ahead = rest
            .iter()
            .take(LOOK_AHEAD)
            .position(|next| next.input == input)?;
        self.at += ahead + 1;
        Some(rest[ahead].value.clone())
    }

    fn fresh(&mut self, input: InputId, layout: &Layout) -> Value {
        if self.mood.values == 0 {
            return Value::zero(layout.sort);
        }
        if layout.fields.is_empty() {
            return match self.random.below(2) {
                0 => Value::zero(layout.sort),
                _ => RandomInputs::new(self.random.next()).value(layout.sort),
            };
        }
        let (random, mood) = (&mut self.random, self.mood);
        let site = &mut self.sites[input.index()];
        let is_first = site.run != self.run;
        if is_first {
            site.run = self.run;
            site.before = vec![0; layout.fields.len()];
            site.choices.resize(layout.fields.len(), vec![]);
            for (choices, field) in site.choices.iter_mut().zip(&layout.fields) {
                choices.clear();
                if random.below(16) < mood.calm {
                    choices.push(0);
                } else {
                    choices.extend((0..mood.values).map(|_| field.palette.draw(random)));
                }
            }
        }
        for (before, choices) in site.before.iter_mut().zip(&site.choices) {
            if is_first || random.below(16) >= mood.hold {
                let count = choices.len() as u64;
                *before = choices[random.below(count) as usize];
            }
        }
        layout.value(&site.before)
    }

    /// The value for an input that is read now.
    pub(super) fn value(&mut self, input: InputId) -> Value {
        let layout = self.layouts.get(input);
        self.work += 4 + 4 * layout.fields.len() as u64;
        let position = self.at;
        let mut value = match self.scripted(input) {
            Some(value) => value,
            None => self.fresh(input, &layout),
        };
        if let Some(pinned) = self.pinned
            && pinned.input == input
            && pinned.from <= position
        {
            let mut fields = layout.split(&value);
            fields[pinned.field] = pinned.value;
            value = layout.value(&fields);
        }
        value
    }
}

impl Inputs for Player<'_> {
    fn next(&mut self, input: InputId, _: &InputSite) -> Option<Value> {
        if self.layouts.get(input).is_useless || self.given.len() >= MOST_INPUTS {
            return None;
        }
        let value = self.value(input);
        self.given.push(RecordedInput {
            input,
            value: value.clone(),
        });
        Some(value)
    }
}

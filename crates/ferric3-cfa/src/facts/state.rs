//! Abstract states: what is known about each variable, and about each pack of variables.

use ferric3_term::SymbolId;
use rustc_hash::FxHashMap;

use super::affine::Module;
use super::pack::Packs;
use super::word::Word;
use super::zone::Zone;
use super::zone_pack::ZonePacks;
use crate::Cfa;
use crate::persistent::{Map, Merged};

/// The variables that are modelled, numbered.
#[derive(Debug, Default)]
pub(super) struct Variables {
    numbers: FxHashMap<SymbolId, usize>,
    count: usize,
}

impl Variables {
    pub(super) fn of(cfa: &Cfa) -> Variables {
        let numbers = cfa.state.iter().enumerate();
        Variables {
            numbers: numbers.map(|(i, var)| (var.symbol, i)).collect(),
            count: cfa.state.len(),
        }
    }

    pub(super) fn number(&self, symbol: SymbolId) -> Option<usize> {
        self.numbers.get(&symbol).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }
}

/// What is known; absent means nothing.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// By variable.
    pub(super) words: Map<Word>,
    /// By pack.
    pub(super) relations: Map<Module>,
    /// By pack of zones.
    pub(super) zones: Map<Zone>,
}

impl State {
    /// Nothing is known.
    pub(super) fn top(variables: &Variables, packs: &Packs, zones: &ZonePacks) -> State {
        State {
            words: Map::new(variables.len()),
            relations: Map::new(packs.len()),
            zones: Map::new(zones.len()),
        }
    }

    pub(super) fn set_zone(&mut self, pack: usize, zone: Zone) {
        self.zones
            .set(pack, Some(zone).filter(|zone| !zone.is_top()));
    }

    pub(super) fn set(&mut self, variable: usize, word: Option<Word>) {
        let word = word.filter(|word| !word.is_top());
        self.words.set(variable, word);
    }

    pub(super) fn is_same(&self, other: &State) -> bool {
        self.words.is_same(&other.words)
            && self.relations.is_same(&other.relations)
            && self.zones.is_same(&other.zones)
    }

    /// Is every state of this one a state of the other?
    pub(super) fn is_within(&self, other: &State) -> bool {
        let words = &mut |_: usize, a: Option<&Word>, b: Option<&Word>| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_within(b),
        };
        let relations = &mut |_: usize, a: Option<&Module>, b: Option<&Module>| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_within(b),
        };
        let zones = &mut |_: usize, a: Option<&Zone>, b: Option<&Zone>| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.is_within(b),
        };
        self.words.all_differences(&other.words, words)
            && self.relations.all_differences(&other.relations, relations)
            && self.zones.all_differences(&other.zones, zones)
    }

    /// An upper bound.
    pub(super) fn join(&self, other: &State) -> State {
        State {
            words: self.words.merge(&other.words, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) if b.is_within(a) => Merged::First,
                (Some(a), Some(b)) if a.is_within(b) => Merged::Second,
                (Some(a), Some(b)) => known(a.join(b)),
                _ => Merged::Absent,
            }),
            relations: self.join_relations(other),
            zones: self.zones.merge(&other.zones, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) => joined(a.join(b), a, b),
                _ => Merged::Absent,
            }),
        }
    }

    fn join_relations(&self, other: &State) -> Map<Module> {
        let merge = &mut |_: usize, a: Option<&Module>, b: Option<&Module>| match (a, b) {
            (Some(a), Some(b)) => match a.join(b) {
                None => Merged::First,
                Some(both) if both.is_full() => Merged::Absent,
                Some(both) => Merged::New(both),
            },
            _ => Merged::Absent,
        };
        self.relations.merge(&other.relations, merge)
    }

    /// A lower bound that is not empty: where both contradict, what this one says.
    pub(super) fn narrow(&self, other: &State) -> State {
        State {
            words: self.words.merge(&other.words, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) if a.is_within(b) => Merged::First,
                (Some(a), Some(b)) => a.meet(b).map_or(Merged::First, Merged::New),
                (Some(_), None) => Merged::First,
                (None, Some(_)) => Merged::Second,
                (None, None) => Merged::Absent,
            }),
            relations: self
                .relations
                .merge(&other.relations, &mut |_, a, b| match (a, b) {
                    (Some(a), Some(b)) if b.is_within(a) => Merged::Second,
                    (None, Some(_)) => Merged::Second,
                    (Some(_), _) => Merged::First,
                    (None, None) => Merged::Absent,
                }),
            zones: self.zones.merge(&other.zones, &mut |_, a, b| match (a, b) {
                (Some(a), Some(b)) if b.is_within(a) => Merged::Second,
                (None, Some(_)) => Merged::Second,
                (Some(_), _) => Merged::First,
                (None, None) => Merged::Absent,
            }),
        }
    }

    /// An upper bound that does not grow for ever, if `pace` gets impatient with variables that have
    /// changed often; packs of zones are counted behind the variables. `thresholds` are those of
    /// each variable. (Relations need no widening.)
    pub(super) fn widen(
        &self,
        newer: &State,
        thresholds: &[Vec<i128>],
        keep_relations: bool,
        pace: &mut dyn FnMut(usize) -> Pace,
    ) -> State {
        let relations = if keep_relations {
            self.join_relations(newer)
        } else {
            self.relations
                .merge(&newer.relations, &mut |_, a, b| match (a, b) {
                    (Some(a), Some(b)) if b.is_within(a) => Merged::First,
                    _ => Merged::Absent,
                })
        };
        let zones = self.zones.merge(&newer.zones, &mut |i, a, b| match (a, b) {
            (Some(a), Some(b)) if b.is_within(a) => Merged::First,
            (Some(a), Some(b)) => match pace(thresholds.len() + i) {
                Pace::Forget => Merged::Absent,
                Pace::Join => joined(a.join(b), a, b),
                pace => joined(a.widen(b, pace != Pace::Widen), a, b),
            },
            _ => Merged::Absent,
        });
        State {
            zones,
            words: self.words.merge(&newer.words, &mut |i, a, b| match (a, b) {
                (Some(a), Some(b)) if b.is_within(a) => Merged::First,
                (Some(a), Some(b)) => match pace(i) {
                    Pace::Join => known(a.join(b)),
                    Pace::Forget => Merged::Absent,
                    pace => {
                        let thresholds = match pace {
                            Pace::Widen => None,
                            _ => thresholds.get(i),
                        };
                        let thresholds = thresholds.map_or(&[][..], Vec::as_slice);
                        known(a.widen(b, thresholds, pace == Pace::Constants))
                    }
                },
                _ => Merged::Absent,
            }),
            relations,
        }
    }
}

/// What becomes of a variable that has changed once more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    /// Both old and new values are possible.
    Join,
    /// Few values may become some more; otherwise, bounds go to the next threshold.
    Constants,
    /// Bounds go to the next threshold.
    Thresholds,
    /// Bounds go as far as they can.
    Widen,
    /// Nothing is known any more.
    Forget,
}

fn known(word: Word) -> Merged<Word> {
    if word.is_top() {
        Merged::Absent
    } else {
        Merged::New(word)
    }
}

/// What becomes of two zones: shared, if it is one of them.
fn joined(zone: Zone, a: &Zone, b: &Zone) -> Merged<Zone> {
    if zone.is_top() {
        Merged::Absent
    } else if zone == *a {
        Merged::First
    } else if zone == *b {
        Merged::Second
    } else {
        Merged::New(zone)
    }
}

//! The ranges of all variables, and in which order and why they became what they are.

use crate::proof::PrimitiveId;
use crate::search::clauses::ClauseRef;
use crate::{Literal, Range, VarId};

/// Where a bound comes from if no entry has set it: the domain of the variable.
pub(crate) const INITIAL: u32 = u32::MAX;

/// Why a bound holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// It was chosen: an assumption or a split.
    Decision,
    /// All other literals of this clause are false.
    Clause(ClauseRef),
    /// The contractor of this constraint, on the ranges that its variables had when the trail was `at` long.
    Primitive { id: PrimitiveId, at: u32 },
}

/// A bound that became tighter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// What holds since.
    pub(crate) literal: Literal,
    /// The bound of that side before.
    pub(crate) before: u64,
    /// The entry that set that one.
    pub(crate) previous: u32,
    /// Its decision level.
    pub(crate) level: u32,
    /// Why.
    pub(crate) reason: Reason,
}

/// Ranges, with their history.
#[derive(Default, Debug)]
pub(crate) struct Trail {
    ranges: Vec<Range>,
    /// What they are whatever is decided.
    roots: Vec<Range>,
    /// For each side of a variable the entry that set its bound.
    latest: Vec<[u32; 2]>,
    entries: Vec<Entry>,
    /// Where each level begins, from level 1 on.
    levels: Vec<u32>,
}

impl Trail {
    pub(crate) fn add_var(&mut self, range: Range) -> VarId {
        let var = VarId(self.ranges.len() as u32);
        self.ranges.push(range);
        self.roots.push(range);
        self.latest.push([INITIAL; 2]);
        var
    }

    pub(crate) fn vars(&self) -> usize {
        self.ranges.len()
    }

    pub(crate) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(crate) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub(crate) fn range(&self, var: VarId) -> Range {
        self.ranges[var.index()]
    }

    /// The range on level 0.
    pub(crate) fn root(&self, var: VarId) -> Range {
        self.roots[var.index()]
    }

    pub(crate) fn entry(&self, index: u32) -> &Entry {
        &self.entries[index as usize]
    }

    pub(crate) fn holds(&self, literal: Literal) -> bool {
        literal.holds_in(self.range(literal.var))
    }

    pub(crate) fn fails(&self, literal: Literal) -> bool {
        literal.fails_in(self.range(literal.var))
    }

    pub(crate) fn open_level(&mut self) {
        self.levels.push(self.len());
    }

    /// Makes a bound hold that is consistent with the range, and new.
    pub(crate) fn push(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(!self.holds(literal) && !self.fails(literal), "{literal:?}");
        let side = usize::from(literal.upper);
        let range = &mut self.ranges[literal.var.index()];
        let end = if literal.upper {
            &mut range.hi
        } else {
            &mut range.lo
        };
        let before = std::mem::replace(end, literal.bound);
        let latest = &mut self.latest[literal.var.index()][side];
        let previous = std::mem::replace(latest, self.entries.len() as u32);
        self.entries.push(Entry {
            literal,
            before,
            previous,
            level: self.levels.len() as u32,
            reason,
        });
        if self.levels.is_empty() {
            self.roots[literal.var.index()] = self.ranges[literal.var.index()];
        }
    }

    /// Takes back everything above a level; tells of each entry and the range that its variable had, the newest
    /// first.
    pub(crate) fn backtrack(&mut self, level: u32, mut undone: impl FnMut(&Entry, Range)) {
        if level >= self.level() {
            return;
        }
        let start = self.levels[level as usize] as usize;
        self.levels.truncate(level as usize);
        while self.entries.len() > start {
            let entry = self.entries.pop().expect("it is longer than start");
            let range = &mut self.ranges[entry.literal.var.index()];
            let had = *range;
            if entry.literal.upper {
                range.hi = entry.before;
            } else {
                range.lo = entry.before;
            }
            let side = usize::from(entry.literal.upper);
            self.latest[entry.literal.var.index()][side] = entry.previous;
            undone(&entry, had);
        }
    }

    /// The entry that set the bound of a side when the trail was `at` long.
    fn latest_at(&self, var: VarId, upper: bool, at: u32) -> u32 {
        let mut index = self.latest[var.index()][usize::from(upper)];
        while index != INITIAL && index >= at {
            index = self.entry(index).previous;
        }
        index
    }

    /// The range of a variable when the trail was `at` long.
    pub(crate) fn range_at(&self, var: VarId, at: u32) -> Range {
        let mut range = self.range(var);
        for upper in [false, true] {
            let mut index = self.latest[var.index()][usize::from(upper)];
            while index != INITIAL && index >= at {
                let entry = self.entry(index);
                if upper {
                    range.hi = entry.before;
                } else {
                    range.lo = entry.before;
                }
                index = entry.previous;
            }
        }
        range
    }

    /// The first entry that makes the literal hold, which it does when the trail is `at` long; [`INITIAL`] if it
    /// always holds.
    pub(crate) fn first_implying(&self, literal: Literal, at: u32) -> u32 {
        let mut index = self.latest_at(literal.var, literal.upper, at);
        loop {
            if index == INITIAL {
                return INITIAL;
            }
            let entry = self.entry(index);
            debug_assert!(entry.literal.implies(literal), "{entry:?} {literal:?}");
            let before = Literal {
                bound: entry.before,
                ..literal
            };
            if !before.implies(literal) {
                return index;
            }
            index = entry.previous;
        }
    }

    /// The bounds that a side has had, from before the trail was `at` long, the newest first.
    pub(crate) fn bounds_at(&self, var: VarId, upper: bool, at: u32) -> impl Iterator<Item = u64> {
        let mut index = self.latest_at(var, upper, at);
        std::iter::from_fn(move || {
            if index == INITIAL {
                return None;
            }
            let entry = self.entry(index);
            index = entry.previous;
            Some(entry.before)
        })
    }
}

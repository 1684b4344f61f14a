//! Sets of addresses that are kept once.
//!
//! Hash-consed points-to sets with memoised operations (Barbar and Sui, SAS 2021): a set is a number,
//! so equal sets are compared, copied and joined for nothing. Nearly all nodes of a large program that
//! have many members have those of some others: its literals, its heap. What is no longer in use is
//! swept from time to time.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::lower::memory::offsets::Offsets;

/// A set of addresses, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) struct SetId(u32);

impl SetId {
    /// The set without members.
    pub(in super::super) const EMPTY: SetId = SetId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Offsets, by their number. 0 is any.
pub(super) type OffsetsId = u32;

const ANY: OffsetsId = 0;

/// Addresses in one location: its number, and that of the offsets.
type Member = u64;

fn member(location: u32, offsets: OffsetsId) -> Member {
    u64::from(location) << 32 | u64::from(offsets)
}

fn location_of(member: Member) -> u32 {
    (member >> 32) as u32
}

fn offsets_of(member: Member) -> OffsetsId {
    member as u32
}

/// What becomes of all offsets on the way from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in super::super) enum Change {
    /// So many bytes further on.
    Shift(i64),
    /// Any number of steps of so many bytes further on or back.
    Spread(u64),
    /// Anywhere.
    Blur,
}

/// Members that are stored at most before sets are swept for the first time.
const FIRST_SWEEP: usize = 8_000_000;

/// All sets.
pub(super) struct Sets {
    members: Vec<Rc<[Member]>>,
    ids: FxHashMap<Rc<[Member]>, SetId>,
    free: Vec<SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    changed: FxHashMap<(SetId, Change), SetId>,
    offsets: Vec<Offsets>,
    offset_ids: FxHashMap<Offsets, OffsetsId>,
    joins: FxHashMap<(OffsetsId, OffsetsId), OffsetsId>,
    /// Members that are stored, and how many of them call for a sweep.
    stored: usize,
    sweep_at: usize,
    /// Are offsets no longer told apart?
    is_coarse: bool,
    /// Members that were looked at.
    pub(super) work: u64,
}

impl Sets {
    pub(super) fn new() -> Sets {
        let mut sets = Sets {
            members: Vec::new(),
            ids: FxHashMap::default(),
            free: Vec::new(),
            unions: FxHashMap::default(),
            changed: FxHashMap::default(),
            offsets: Vec::new(),
            offset_ids: FxHashMap::default(),
            joins: FxHashMap::default(),
            stored: 0,
            sweep_at: FIRST_SWEEP,
            is_coarse: false,
            work: 0,
        };
        sets.offsets_id(Offsets::ANY);
        sets.intern(Vec::new());
        sets
    }

    /// The number of offsets.
    pub(super) fn offsets_id(&mut self, offsets: Offsets) -> OffsetsId {
        if self.is_coarse {
            return ANY;
        }
        let next = self.offsets.len() as OffsetsId;
        let id = *self.offset_ids.entry(offsets).or_insert(next);
        if id == next {
            self.offsets.push(offsets);
        }
        id
    }

    /// Offsets by their number.
    pub(super) fn offsets(&self, id: OffsetsId) -> Offsets {
        self.offsets[id as usize]
    }

    fn intern(&mut self, members: Vec<Member>) -> SetId {
        if let Some(&id) = self.ids.get(members.as_slice()) {
            return id;
        }
        self.stored += members.len();
        let members: Rc<[Member]> = members.into();
        let id = match self.free.pop() {
            Some(id) => {
                self.members[id.index()] = Rc::clone(&members);
                id
            }
            None => {
                self.members.push(Rc::clone(&members));
                SetId(self.members.len() as u32 - 1)
            }
        };
        self.ids.insert(members, id);
        id
    }

    /// The set of addresses in one location.
    pub(super) fn one(&mut self, location: usize, offsets: Offsets) -> SetId {
        let offsets = self.offsets_id(offsets);
        self.intern(vec![member(location as u32, offsets)])
    }

    /// The numbers of the locations, in order, and the offsets.
    pub(super) fn iter(&self, set: SetId) -> impl Iterator<Item = (usize, Offsets)> + '_ {
        let members = self.members[set.index()].iter();
        members.map(|&m| (location_of(m) as usize, self.offsets(offsets_of(m))))
    }

    /// The only member of a set that has one.
    pub(super) fn single(&self, set: SetId) -> Option<(usize, Offsets)> {
        match *self.members[set.index()] {
            [m] => Some((location_of(m) as usize, self.offsets(offsets_of(m)))),
            _ => None,
        }
    }

    /// The number of locations.
    pub(super) fn len(&self, set: SetId) -> usize {
        self.members[set.index()].len()
    }

    /// The offsets of a location, if it is among them.
    pub(super) fn offsets_in(&self, set: SetId, location: usize) -> Option<Offsets> {
        let members = &self.members[set.index()];
        let found = members.binary_search_by_key(&(location as u32), |&m| location_of(m));
        let at = found.ok()?;
        Some(self.offsets(offsets_of(members[at])))
    }

    /// The members of a set that are not those of a smaller one, with all of their offsets.
    pub(super) fn difference(&mut self, set: SetId, smaller: SetId) -> Vec<(usize, Offsets)> {
        let old = Rc::clone(&self.members[smaller.index()]);
        let new = Rc::clone(&self.members[set.index()]);
        self.work += new.len() as u64;
        let mut old = old.iter().peekable();
        let mut result = Vec::new();
        for &m in new.iter() {
            while old
                .next_if(|&&o| o < m && location_of(o) < location_of(m))
                .is_some()
            {}
            let known = old.next_if(|&&o| location_of(o) == location_of(m));
            if known != Some(&m) {
                result.push((location_of(m) as usize, self.offsets(offsets_of(m))));
            }
        }
        result
    }

    /// All members of both.
    pub(super) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let result = self.merge(a, b);
        self.unions.insert(key, result);
        result
    }

    fn merge(&mut self, a: SetId, b: SetId) -> SetId {
        let (x, y) = (
            Rc::clone(&self.members[a.index()]),
            Rc::clone(&self.members[b.index()]),
        );
        self.work += (x.len() + y.len()) as u64;
        let mut merged = Vec::with_capacity(x.len().max(y.len()));
        let (mut i, mut j) = (0, 0);
        while let (Some(&m), Some(&n)) = (x.get(i), y.get(j)) {
            if m == n {
                merged.push(m);
                i += 1;
                j += 1;
            } else if location_of(m) == location_of(n) {
                let joined = self.join(offsets_of(m), offsets_of(n));
                merged.push(member(location_of(m), joined));
                i += 1;
                j += 1;
            } else if m < n {
                merged.push(m);
                i += 1;
            } else {
                merged.push(n);
                j += 1;
            }
        }
        merged.extend_from_slice(&x[i..]);
        merged.extend_from_slice(&y[j..]);
        if *merged == *x {
            return a;
        }
        if *merged == *y {
            return b;
        }
        self.intern(merged)
    }

    fn join(&mut self, a: OffsetsId, b: OffsetsId) -> OffsetsId {
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.joins.get(&key) {
            return known;
        }
        let mut joined = self.offsets(a);
        joined.join(&self.offsets(b));
        let result = self.offsets_id(joined);
        self.joins.insert(key, result);
        result
    }

    /// The same locations with other offsets.
    pub(super) fn change(&mut self, set: SetId, change: Change) -> SetId {
        if set == SetId::EMPTY || change == Change::Shift(0) {
            return set;
        }
        if let Some(&known) = self.changed.get(&(set, change)) {
            return known;
        }
        let function = |offsets: Offsets| match change {
            Change::Shift(bytes) => offsets.shifted(bytes),
            Change::Spread(step) => offsets.spread(step),
            Change::Blur => Offsets::ANY,
        };
        let result = self.map(set, function);
        self.changed.insert((set, change), result);
        result
    }

    /// The same locations, their offsets plus some.
    pub(super) fn plus(&mut self, set: SetId, distance: &Offsets) -> SetId {
        match distance {
            Offsets::Few(few, 1) => self.change(set, Change::Shift(few[0])),
            _ if *distance == Offsets::ANY => self.change(set, Change::Blur),
            _ => self.map(set, |offsets| offsets.plus(distance)),
        }
    }

    fn map(&mut self, set: SetId, change: impl Fn(Offsets) -> Offsets) -> SetId {
        let members = Rc::clone(&self.members[set.index()]);
        self.work += members.len() as u64;
        // Many locations, few offsets.
        let mut last = (ANY, self.offsets_id(change(Offsets::ANY)));
        let mut result = Vec::with_capacity(members.len());
        for &m in members.iter() {
            if last.0 != offsets_of(m) {
                let changed = change(self.offsets(offsets_of(m)));
                last = (offsets_of(m), self.offsets_id(changed));
            }
            result.push(member(location_of(m), last.1));
        }
        self.intern(result)
    }

    /// From now on, offsets are not told apart. Sets change by [`Change::Blur`].
    pub(super) fn coarsen(&mut self) {
        self.is_coarse = true;
        self.joins.clear();
        self.unions.clear();
        self.changed.clear();
    }

    /// Sets are not swept any more.
    pub(super) fn keep(&mut self) {
        self.sweep_at = usize::MAX;
    }

    /// Are there so many sets that those without a use should go?
    pub(super) fn wants_sweep(&self) -> bool {
        self.stored > self.sweep_at
    }

    /// Keep these sets only; which of all are kept.
    pub(super) fn sweep(&mut self, used: impl Iterator<Item = SetId>) -> Vec<bool> {
        let mut is_used = vec![false; self.members.len()];
        is_used[0] = true;
        for set in used {
            is_used[set.index()] = true;
        }
        self.unions.clear();
        self.changed.clear();
        self.ids.retain(|_, id| is_used[id.index()]);
        self.free.clear();
        self.stored = 0;
        for (i, &used) in is_used.iter().enumerate() {
            if used {
                self.stored += self.members[i].len();
            } else {
                self.members[i] = Rc::default();
                self.free.push(SetId(i as u32));
            }
        }
        self.sweep_at = FIRST_SWEEP.max(2 * self.stored);
        is_used
    }
}

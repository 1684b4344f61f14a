//! Accesses through pointers: what is read, written and copied, as it gets known where.
//!
//! What is done through a set of addresses is done at one node for all pointers that have this set.
//! When a pointer gets more targets, the node for all of them is that of the old ones and the
//! cells of the new ones.

use super::{Key, NodeId, SetId, Solver, UNKNOWN, Use};
use crate::lower::memory::offsets::Offsets;

/// More bytes than any object has.
pub(in super::super) const EVERYTHING: u64 = 1 << 48;

/// Bytes are copied.
pub(super) struct Copying {
    size: u64,
    targets: NodeId,
    /// The targets that are already taken in.
    done: SetId,
    /// What is copied, with offsets from the start of what is copied.
    what: Option<usize>,
}

impl Copying {
    /// Sets are other ones now: what is done has to be done again.
    pub(super) fn forget(&mut self) {
        self.done = SetId::EMPTY;
    }
}

impl Solver {
    /// What so many bytes hold at one of these places.
    pub(in super::super) fn load(&mut self, places: NodeId, size: u64) -> NodeId {
        if places == NodeId::NOTHING {
            return places;
        }
        if let Some((contents, at)) = self.definite(places) {
            return self.reader(contents, at, size);
        }
        let key = Key::Load(places, size);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let node = self.node();
        self.known.insert(key, node);
        self.add_use(places, Use::Load(size, node));
        node
    }

    /// So many bytes are stored at one of these places.
    pub(in super::super) fn store(&mut self, places: NodeId, size: u64, what: NodeId) {
        if places == NodeId::NOTHING || what == NodeId::NOTHING {
            return;
        }
        if let Some((contents, at)) = self.definite(places) {
            for part in at.parts() {
                let cell = self.cell(contents, part, size);
                self.include(what, cell);
            }
            return;
        }
        self.add_use(places, Use::Store(size, what));
    }

    /// The one place that a node is for good.
    fn definite(&self, places: NodeId) -> Option<(usize, Offsets)> {
        if !self.nodes[places.index()].is_fixed {
            return None;
        }
        let (location, at) = self.sets.single(self.set(places))?;
        let contents = self.of_location[location]?;
        (location != UNKNOWN && at.parts().nth(1).is_none()).then_some((contents, at))
    }

    /// So many bytes are copied from one of the sources to one of the targets.
    pub(in super::super) fn copy(&mut self, targets: NodeId, sources: NodeId, size: u64) {
        if targets == NodeId::NOTHING || sources == NodeId::NOTHING {
            return;
        }
        if !self.known_copies.insert((targets, sources, size)) {
            return;
        }
        let copy = self.copies.len();
        self.copies.push(Copying {
            size,
            targets,
            done: SetId::EMPTY,
            what: None,
        });
        self.add_use(sources, Use::Source(copy));
        self.add_use(targets, Use::Target(copy));
    }

    /// A node that is used has other addresses than before.
    pub(super) fn take_in(&mut self, what: Use, set: SetId, old: SetId) {
        match what {
            Use::Load(size, into) => {
                let read = self.read_node(set, size, old);
                self.include(read, into);
            }
            Use::Store(size, from) => {
                let written = self.write_node(set, size, old);
                self.include(from, written);
            }
            Use::Source(copy) => {
                let size = self.copies[copy].size;
                let what = self.gather(set, size, old);
                self.copies[copy].what = Some(what);
                self.contents[what].copied_by.push(copy);
                self.paste_all(copy, what, SetId::EMPTY);
            }
            Use::Target(copy) => {
                let done = std::mem::replace(&mut self.copies[copy].done, set);
                if let Some(what) = self.copies[copy].what {
                    self.paste_all(copy, what, done);
                }
            }
            Use::Call(site) => {
                let new = self.sets.difference(set, old);
                let known = |location: usize| self.sets.offsets_in(old, location).is_some();
                let new = new.into_iter().map(|(location, _)| location);
                let new: Vec<usize> = new.filter(|&location| !known(location)).collect();
                self.called.extend(new.into_iter().map(|f| (site, f)));
            }
        }
    }

    /// The node for what is read at addresses of a set, which grew.
    fn read_node(&mut self, set: SetId, size: u64, old: SetId) -> NodeId {
        if let Some(&known) = self.reads.get(&(set, size)) {
            return known;
        }
        let node = self.node();
        self.reads.insert((set, size), node);
        let before = self.reads.get(&(old, size)).copied();
        if let Some(before) = before {
            self.include(before, node);
        }
        let old = before.map_or(SetId::EMPTY, |_| old);
        for (location, at) in self.sets.difference(set, old) {
            let Some(contents) = self.of_location[location] else {
                continue;
            };
            for part in at.parts() {
                let reader = self.reader(contents, part, size);
                self.include(reader, node);
            }
            if location == UNKNOWN {
                let unknown = self.address(UNKNOWN, Offsets::ANY);
                self.include(unknown, node);
            }
        }
        node
    }

    /// The node for what is written to addresses of a set, which grew.
    fn write_node(&mut self, set: SetId, size: u64, old: SetId) -> NodeId {
        if let Some(&known) = self.writes.get(&(set, size)) {
            return known;
        }
        let node = self.node();
        self.writes.insert((set, size), node);
        let before = self.writes.get(&(old, size)).copied();
        if let Some(before) = before {
            self.include(node, before);
        }
        let old = before.map_or(SetId::EMPTY, |_| old);
        for (location, at) in self.sets.difference(set, old) {
            let Some(contents) = self.of_location[location] else {
                continue;
            };
            for part in at.parts() {
                let cell = self.cell(contents, part, size);
                self.include(node, cell);
            }
        }
        node
    }

    /// What so many bytes hold at addresses of a set, which grew.
    fn gather(&mut self, set: SetId, size: u64, old: SetId) -> usize {
        if let Some(&known) = self.gathered.get(&(set, size)) {
            return known;
        }
        let gathered = self.new_contents();
        self.gathered.insert((set, size), gathered);
        let before = self.gathered.get(&(old, size)).copied();
        if let Some(before) = before {
            self.copy_bytes(before, Offsets::exactly(0), EVERYTHING, gathered);
        }
        let old = before.map_or(SetId::EMPTY, |_| old);
        for (location, at) in self.sets.difference(set, old) {
            let Some(contents) = self.of_location[location] else {
                continue;
            };
            for part in at.parts() {
                self.copy_bytes(contents, part, size, gathered);
            }
            if location == UNKNOWN {
                let unknown = self.address(UNKNOWN, Offsets::ANY);
                let cell = self.cell(gathered, Offsets::ANY, 1);
                self.include(unknown, cell);
            }
        }
        gathered
    }

    /// All that is copied goes to the targets.
    fn paste_all(&mut self, copy: usize, what: usize, done: SetId) {
        let cells: Vec<_> = self.cells(what).collect();
        let targets = self.set(self.copies[copy].targets);
        for (at, size, cell) in cells {
            let old = self.sets.plus(done, &at);
            self.paste_to(targets, old, at, size, cell);
        }
    }

    /// A cell of what is copied goes to the targets.
    pub(super) fn paste(&mut self, copy: usize, at: Offsets, size: u64, cell: NodeId) {
        let targets = self.set(self.copies[copy].targets);
        self.paste_to(targets, SetId::EMPTY, at, size, cell);
    }

    fn paste_to(&mut self, targets: SetId, old: SetId, at: Offsets, size: u64, cell: NodeId) {
        if targets != SetId::EMPTY {
            let places = self.sets.plus(targets, &at);
            let written = self.write_node(places, size, old);
            self.include(cell, written);
        }
    }
}

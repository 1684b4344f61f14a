//! Maps from small numbers that share what they have in common (Okasaki and Gill: Fast Mergeable
//! Integer Maps, 1998).
//!
//! A data flow analysis has one map per location, most of them nearly the same. Here a change
//! copies one path, and merging two maps looks only at the parts that they do not share.

use std::rc::Rc;

/// Each node decides on that many bits of the key.
const BITS: u32 = 4;
const SLOTS: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Slot<V> {
    Empty,
    Value(V),
    Node(Rc<Node<V>>),
}

#[derive(Clone, Debug)]
struct Node<V> {
    slots: [Slot<V>; SLOTS],
}

/// A map from numbers below a bound.
#[derive(Clone, Debug)]
pub(super) struct Trie<V> {
    root: Slot<V>,
    /// Of the root, above the last one.
    levels: u32,
}

impl<V: Copy + Eq> Trie<V> {
    /// The empty map for keys below `len`.
    pub(super) fn new(len: usize) -> Trie<V> {
        let mut levels = 1;
        while len > 1 << (BITS * levels) {
            levels += 1;
        }
        Trie {
            root: Slot::Empty,
            levels,
        }
    }

    pub(super) fn get(&self, key: u32) -> Option<V> {
        let mut slot = &self.root;
        let mut level = self.levels;
        while let Slot::Node(node) = slot {
            level -= 1;
            slot = &node.slots[digit(key, level)];
        }
        match slot {
            Slot::Value(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn insert(&mut self, key: u32, value: V) {
        if self.get(key) != Some(value) {
            set(&mut self.root, self.levels, key, Slot::Value(value));
        }
    }

    pub(super) fn remove(&mut self, key: u32) {
        if self.get(key).is_some() {
            set(&mut self.root, self.levels, key, Slot::Empty);
        }
    }

    /// The map with `f(k, self[k], other[k])` for each key `k` at which the two differ; where they
    /// agree they stay as they are. Returns whether that is another map than `self`.
    pub(super) fn merge(
        &mut self,
        other: &Trie<V>,
        f: &mut impl FnMut(u32, Option<V>, Option<V>) -> Option<V>,
    ) -> bool {
        merge(&mut self.root, &other.root, self.levels, 0, f)
    }

    /// All entries in order.
    pub(super) fn entries(&self) -> Vec<(u32, V)> {
        let mut found = Vec::new();
        collect(&self.root, 0, &mut found);
        found
    }
}

fn digit(key: u32, level: u32) -> usize {
    (key >> (BITS * level)) as usize % SLOTS
}

fn set<V: Copy>(slot: &mut Slot<V>, level: u32, key: u32, leaf: Slot<V>) {
    if level == 0 {
        *slot = leaf;
        return;
    }
    if !matches!(slot, Slot::Node(_)) {
        *slot = Slot::Node(Rc::new(Node {
            slots: std::array::from_fn(|_| Slot::Empty),
        }));
    }
    if let Slot::Node(node) = slot {
        let node = Rc::make_mut(node);
        set(&mut node.slots[digit(key, level - 1)], level - 1, key, leaf);
    }
}

fn merge<V: Copy + Eq>(
    a: &mut Slot<V>,
    b: &Slot<V>,
    level: u32,
    prefix: u32,
    f: &mut impl FnMut(u32, Option<V>, Option<V>) -> Option<V>,
) -> bool {
    match (&*a, b) {
        (Slot::Empty, Slot::Empty) => return false,
        (Slot::Node(a), Slot::Node(b)) if Rc::ptr_eq(a, b) => return false,
        _ => {}
    }
    if level == 0 {
        let value = |slot: &Slot<V>| match slot {
            Slot::Value(value) => Some(*value),
            _ => None,
        };
        let (old, other) = (value(a), value(b));
        if old == other {
            return false;
        }
        let new = f(prefix, old, other);
        *a = new.map_or(Slot::Empty, Slot::Value);
        return new != old;
    }
    let empty: [Slot<V>; SLOTS] = std::array::from_fn(|_| Slot::Empty);
    let mut slots = match &*a {
        Slot::Node(node) => node.slots.clone(),
        _ => empty.clone(),
    };
    let others = match b {
        Slot::Node(node) => &node.slots,
        _ => &empty,
    };
    let mut changed = false;
    for (position, (slot, other)) in slots.iter_mut().zip(others).enumerate() {
        let digit = u32::try_from(position).expect("few slots");
        changed |= merge(slot, other, level - 1, prefix << BITS | digit, f);
    }
    if changed {
        *a = Slot::Node(Rc::new(Node { slots }));
    }
    changed
}

fn collect<V: Copy>(slot: &Slot<V>, prefix: u32, found: &mut Vec<(u32, V)>) {
    match slot {
        Slot::Empty => {}
        Slot::Value(value) => found.push((prefix, *value)),
        Slot::Node(node) => {
            for (position, slot) in node.slots.iter().enumerate() {
                let digit = u32::try_from(position).expect("few slots");
                collect(slot, prefix << BITS | digit, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Trie;

    /// Against a map of the standard library: changes, and merges that keep common entries.
    #[test]
    fn a_trie_is_a_map() {
        let mut seed = 1u32;
        let mut next = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for len in [1usize, 16, 17, 300, 5000] {
            let bound = u32::try_from(len).expect("small");
            let mut maps = [BTreeMap::new(), BTreeMap::new()];
            let mut tries = [Trie::new(len), Trie::new(len)];
            for _ in 0..2000 {
                let (side, key, value) = (next(2) as usize, next(bound), next(3));
                match next(20) {
                    0..10 => {
                        maps[side].insert(key, value);
                        tries[side].insert(key, value);
                    }
                    10..19 => {
                        maps[side].remove(&key);
                        tries[side].remove(key);
                    }
                    _ => {
                        let before = maps[0].clone();
                        let other = maps[1].clone();
                        maps[0].retain(|key, value| other.get(key) == Some(value));
                        let [ours, theirs] = &mut tries;
                        let changed = ours.merge(theirs, &mut |_, _, _| None);
                        assert_eq!(changed, maps[0] != before);
                        if next(2) == 0 {
                            maps[1] = maps[0].clone();
                            tries[1] = tries[0].clone();
                        }
                    }
                }
                assert_eq!(tries[side].get(key), maps[side].get(&key).copied());
            }
            for (map, trie) in maps.iter().zip(&tries) {
                let entries: Vec<(u32, u32)> = map.iter().map(|(&k, &v)| (k, v)).collect();
                assert_eq!(trie.entries(), entries);
            }
        }
    }
}

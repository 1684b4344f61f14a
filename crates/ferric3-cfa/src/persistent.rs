//! Persistent maps from small numbers: copies are free, and what two copies share is not looked at
//! when they are compared or merged.
//!
//! A data flow analysis of a program of a hundred thousand locations has states that differ in a variable or two
//! from one location to the next. So its cost is that of the differences (as in Okasaki and Gill: Fast Mergeable
//! Integer Maps, 1998).

use std::rc::Rc;

/// Children of a node.
const FANOUT: usize = 8;

/// A map from `0..capacity` to `T`; numbers may be absent.
#[derive(Debug)]
pub(crate) struct Map<T> {
    root: Link<T>,
    /// Levels below the root.
    height: u32,
}

type Link<T> = Option<Rc<Node<T>>>;

#[derive(Debug)]
enum Node<T> {
    Inner([Link<T>; FANOUT]),
    Leaf(T),
}

impl<T> Clone for Map<T> {
    fn clone(&self) -> Map<T> {
        Map {
            root: self.root.clone(),
            height: self.height,
        }
    }
}

fn same<T>(a: &Link<T>, b: &Link<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn child<T>(link: &Link<T>, slot: usize) -> &Link<T> {
    match link.as_deref() {
        Some(Node::Inner(children)) => &children[slot],
        _ => &None,
    }
}

fn leaf<T>(link: &Link<T>) -> Option<&T> {
    match link.as_deref() {
        Some(Node::Leaf(value)) => Some(value),
        _ => None,
    }
}

fn inner<T>(children: [Link<T>; FANOUT]) -> Link<T> {
    let some = children.iter().any(Option::is_some);
    some.then(|| Rc::new(Node::Inner(children)))
}

/// Something for a number and its entries in two maps.
type Each<'a, T, R> = dyn FnMut(usize, Option<&T>, Option<&T>) -> R + 'a;

/// What becomes of an entry in a merge.
pub(crate) enum Merged<T> {
    /// That of the first map.
    First,
    /// That of the second map.
    Second,
    /// Another value.
    New(T),
    /// No entry.
    Absent,
}

impl<T: PartialEq> Map<T> {
    /// The map without entries, for numbers below `capacity`.
    pub(crate) fn new(capacity: usize) -> Map<T> {
        let mut height = 1;
        while FANOUT.saturating_pow(height) < capacity {
            height += 1;
        }
        Map { root: None, height }
    }

    pub(crate) fn get(&self, key: usize) -> Option<&T> {
        let mut link = &self.root;
        for level in (0..self.height).rev() {
            link = child(link, slot(key, level));
        }
        leaf(link)
    }

    /// Change or remove an entry.
    pub(crate) fn set(&mut self, key: usize, value: Option<T>) {
        if self.get(key) == value.as_ref() {
            return;
        }
        self.root = changed(&self.root, self.height, key, value);
    }

    /// All entries in order.
    pub(crate) fn entries(&self) -> Vec<(usize, &T)> {
        let mut found = Vec::new();
        collect(&self.root, self.height, 0, &mut found);
        found
    }

    /// Is this the very same map?
    pub(crate) fn is_same(&self, other: &Map<T>) -> bool {
        same(&self.root, &other.root)
    }

    /// Does the test hold for every number whose entries are not shared?
    pub(crate) fn all_differences(&self, other: &Map<T>, test: &mut Each<'_, T, bool>) -> bool {
        differences(&self.root, &other.root, self.height, 0, test)
    }

    /// Both maps in one. Entries that they share stay, `merge` decides about the others.
    pub(crate) fn merge(&self, other: &Map<T>, merge: &mut Each<'_, T, Merged<T>>) -> Map<T> {
        Map {
            root: merged(&self.root, &other.root, self.height, 0, merge),
            height: self.height,
        }
    }
}

fn slot(key: usize, level: u32) -> usize {
    key / FANOUT.pow(level) % FANOUT
}

fn changed<T>(link: &Link<T>, level: u32, key: usize, value: Option<T>) -> Link<T> {
    if level == 0 {
        return value.map(|value| Rc::new(Node::Leaf(value)));
    }
    let at = slot(key, level - 1);
    let mut children: [Link<T>; FANOUT] = std::array::from_fn(|i| child(link, i).clone());
    children[at] = changed(&children[at], level - 1, key, value);
    inner(children)
}

fn collect<'m, T>(link: &'m Link<T>, level: u32, base: usize, found: &mut Vec<(usize, &'m T)>) {
    match link.as_deref() {
        None => {}
        Some(Node::Leaf(value)) => found.push((base, value)),
        Some(Node::Inner(children)) => {
            for (i, link) in children.iter().enumerate() {
                collect(link, level - 1, base + i * FANOUT.pow(level - 1), found);
            }
        }
    }
}

fn differences<T>(
    a: &Link<T>,
    b: &Link<T>,
    level: u32,
    base: usize,
    test: &mut Each<'_, T, bool>,
) -> bool {
    if same(a, b) {
        return true;
    }
    if level == 0 {
        return test(base, leaf(a), leaf(b));
    }
    (0..FANOUT).all(|i| {
        let base = base + i * FANOUT.pow(level - 1);
        differences(child(a, i), child(b, i), level - 1, base, test)
    })
}

fn merged<T>(
    a: &Link<T>,
    b: &Link<T>,
    level: u32,
    base: usize,
    merge: &mut Each<'_, T, Merged<T>>,
) -> Link<T> {
    if same(a, b) {
        return a.clone();
    }
    if level == 0 {
        return match merge(base, leaf(a), leaf(b)) {
            Merged::First => a.clone(),
            Merged::Second => b.clone(),
            Merged::New(value) => Some(Rc::new(Node::Leaf(value))),
            Merged::Absent => None,
        };
    }
    let children: [Link<T>; FANOUT] = std::array::from_fn(|i| {
        let base = base + i * FANOUT.pow(level - 1);
        merged(child(a, i), child(b, i), level - 1, base, merge)
    });
    // What has not changed stays shared.
    for whole in [a, b] {
        if (0..FANOUT).all(|i| same(&children[i], child(whole, i))) {
            return whole.clone();
        }
    }
    inner(children)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn entries_are_kept_and_merged() {
        for capacity in [1, 8, 9, 1000] {
            let mut map = Map::new(capacity);
            for key in 0..capacity {
                map.set(key, Some(key));
            }
            assert!((0..capacity).all(|key| map.get(key) == Some(&key)));
            let mut other = map.clone();
            other.set(capacity / 2, Some(77));
            other.set(capacity - 1, None);
            let mut looked_at = Vec::new();
            let both = map.merge(&other, &mut |key, a, _| {
                looked_at.push(key);
                if a.is_some() {
                    Merged::First
                } else {
                    Merged::Absent
                }
            });
            assert!(both.is_same(&map), "nothing has changed");
            assert!(looked_at.len() <= 2, "only differences are looked at");
            assert!(!map.all_differences(&other, &mut |_, a, b| a == b));
            assert_eq!(other.get(capacity - 1), None);
        }
    }

    /// Against a map of the standard library: changes, and merges that keep common entries.
    #[test]
    fn it_is_a_map() {
        let mut seed = 1u32;
        let mut next = |bound: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % bound
        };
        for len in [1usize, 16, 17, 300, 5000] {
            let bound = u32::try_from(len).expect("small");
            let mut maps = [BTreeMap::new(), BTreeMap::new()];
            let mut ours = [Map::new(len), Map::new(len)];
            for _ in 0..2000 {
                let (side, key, value) = (next(2) as usize, next(bound) as usize, next(3));
                match next(20) {
                    0..10 => {
                        maps[side].insert(key, value);
                        ours[side].set(key, Some(value));
                    }
                    10..19 => {
                        maps[side].remove(&key);
                        ours[side].set(key, None);
                    }
                    _ => {
                        let before = maps[0].clone();
                        let other = maps[1].clone();
                        maps[0].retain(|key, value| other.get(key) == Some(value));
                        let common = ours[0].merge(&ours[1], &mut |_, a, b| match a == b {
                            true => Merged::First,
                            false => Merged::Absent,
                        });
                        assert_eq!(common.is_same(&ours[0]), maps[0] == before);
                        ours[0] = common;
                        if next(2) == 0 {
                            maps[1] = maps[0].clone();
                            ours[1] = ours[0].clone();
                        }
                    }
                }
                assert_eq!(ours[side].get(key), maps[side].get(&key));
            }
            for (map, own) in maps.iter().zip(&ours) {
                let entries: Vec<(usize, &u32)> =
                    map.iter().map(|(&key, value)| (key, value)).collect();
                assert_eq!(own.entries(), entries);
            }
        }
    }
}

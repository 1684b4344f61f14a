//! The hash table behind hash-consing.

/// Finds numbers by the content that they stand for, which is stored elsewhere: a map with the
/// content as key would hold all of it twice. Open addressing with linear probing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// None, or a power of two, of which at most three quarters are in use.
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// [`FREE`] if the slot is.
    id: u32,
}

const FREE: u32 = u32::MAX;

impl Table {
    /// The number stored under `hash` for which `is_it` holds.
    pub(crate) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut i = hash as usize & mask;
        loop {
            let slot = self.slots[i];
            if slot.id == FREE {
                return None;
            }
            if slot.hash == hash && is_it(slot.id) {
                return Some(slot.id);
            }
            i = (i + 1) & mask;
        }
    }

    /// Stores `id`, which is not stored yet and not the greatest `u32`, under `hash`.
    pub(crate) fn insert(&mut self, hash: u32, id: u32) {
        debug_assert_ne!(id, FREE);
        if 4 * (self.used + 1) > 3 * self.slots.len() {
            self.grow();
        }
        self.put(Slot { hash, id });
        self.used += 1;
    }

    fn grow(&mut self) {
        let new = vec![Slot { hash: 0, id: FREE }; (2 * self.slots.len()).max(64)];
        let old = std::mem::replace(&mut self.slots, new);
        for slot in old {
            if slot.id != FREE {
                self.put(slot);
            }
        }
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut i = slot.hash as usize & mask;
        while self.slots[i].id != FREE {
            i = (i + 1) & mask;
        }
        self.slots[i] = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn finds_what_was_inserted_in_spite_of_collisions() {
        let mut table = Table::default();
        assert_eq!(table.find(0, |_| true), None);
        let hash = |id: u32| (id / 5).wrapping_mul(0x9e37_79b9);
        for id in 0..1000 {
            assert_eq!(table.find(hash(id), |other| other == id), None);
            table.insert(hash(id), id);
        }
        for id in 0..1000 {
            assert_eq!(table.find(hash(id), |other| other == id), Some(id));
        }
    }
}

//! How many processes run at a time.
//!
//! An engine has a context for each location, and a context is a process: a few hundred of them
//! would not fit into memory. The one that was not used for the longest time is ended if there are
//! too many. Its context finds out when it is used again, and tells all it knows to a new process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::connection::Connection;

/// So many processes of one back end run at a time.
const MOST: usize = 24;

/// Where a context keeps its process.
#[derive(Debug, Default)]
pub(super) struct Slot(Mutex<Option<Connection>>);

impl Slot {
    /// The process, if there is one.
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<Connection>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// End the process, unless it is in use. Returns whether it is gone.
    fn vacate(&self) -> bool {
        match self.0.try_lock() {
            Ok(mut connection) => {
                connection.take();
                true
            }
            Err(_) => false,
        }
    }
}

/// The slots of all contexts with a process, the one that was used last at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool(Arc<Mutex<VecDeque<Weak<Slot>>>>);

impl Pool {
    /// The process of this slot is used now.
    pub(super) fn touch(&self, slot: &Arc<Slot>) {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|other| {
            other.strong_count() > 0 && !Weak::ptr_eq(other, &Arc::downgrade(slot))
        });
        slots.push_back(Arc::downgrade(slot));
        let mut place = 0;
        while slots.len() > MOST && place + 1 < slots.len() {
            let is_gone = slots[place].upgrade().is_none_or(|slot| slot.vacate());
            if is_gone {
                slots.remove(place);
            } else {
                place += 1;
            }
        }
    }
}

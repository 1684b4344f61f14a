//! Sessions: a store together with the program as it is now. Findings are recorded here, under what they depend on now.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::lock::host;
use super::record::Record;
use super::translate::Translator;
use super::{Changes, Finding, Known, Listing, Results, Store, StoreError};
use crate::{Fingerprint, GoalKey, Report};

/// A store that knows what the program is now.
#[derive(Debug)]
pub struct Session {
    store: Store,
    id: Fingerprint,
    attempts: u64,
    changes: Changes,
}

impl Session {
    pub(super) fn begin(mut store: Store, mut listing: Listing) -> Result<Session, StoreError> {
        let old = store.state.listing.take();
        let changes = Changes::between(old.as_ref(), &listing);
        // The program before this one, not the listing before this one.
        listing.previous = old.as_ref().and_then(|old| {
            let is_same = old.program.fingerprint == listing.program.fingerprint;
            if is_same {
                old.previous
            } else {
                Some(old.program.fingerprint)
            }
        });
        let by = format!("process {} on {}", std::process::id(), host());
        let id = unique(&by);
        let mut documents = vec![Record::Session { session: id, by }.to_json()];
        if old.as_ref() != Some(&listing) {
            documents.extend(Record::of_listing(&listing).map(|record| record.to_json()));
        }
        store.log.append(&documents)?;
        store.state.listing = Some(listing);
        store.last_results()?;
        Ok(Session {
            store,
            id,
            attempts: 0,
            changes,
        })
    }

    /// What is known of the goals, for the program as it is now.
    pub fn results(&self) -> Results<'_> {
        Results {
            state: &self.store.state,
            listing: self.listing(),
        }
    }

    /// What is known of a goal; none: it is not listed.
    pub fn known(&self, goal: &GoalKey) -> Option<Known<'_>> {
        self.results().known(goal)
    }

    /// See [`Results::report`].
    pub fn report(&self) -> Report {
        self.results().report()
    }

    /// What is new since the session before.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    fn listing(&self) -> &Listing {
        let listing = self.store.state.listing.as_ref();
        listing.expect("a session begins with one")
    }

    /// Records something. When this returns it survives the end of this process, however it ends; [`Session::sync`] says
    /// what survives the end of the machine. What is known already is not written again.
    ///
    /// Refused, and not recorded, if a goal would be both reached and dead.
    pub fn record(&mut self, finding: &Finding) -> Result<(), StoreError> {
        let translator = Translator {
            state: &self.store.state,
            listing: self.listing(),
            session: self.id,
            attempt: self.attempts,
        };
        let records = translator.records(finding)?;
        self.attempts += u64::from(matches!(finding, Finding::Tried { .. }));
        let documents: Vec<String> = records.iter().map(Record::to_json).collect();
        if !documents.is_empty() {
            self.store.log.append(&documents)?;
        }
        for record in records {
            let taken = self.store.state.take(record);
            taken.expect("what it refers to was recorded before it");
        }
        Ok(())
    }

    /// Records how long this session has taken so far. Each call is a line of the log: now and then is enough.
    pub fn spend(&mut self, so_far: Duration) -> Result<(), StoreError> {
        let milliseconds = so_far.as_millis().try_into().unwrap_or(u64::MAX);
        let record = Record::Spent {
            session: self.id,
            milliseconds,
        };
        self.store.log.append(&[record.to_json()])?;
        self.store.state.spend(self.id, milliseconds);
        Ok(())
    }

    /// See [`Store::sync`].
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.store.sync()
    }

    /// See [`Store::compact`].
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.store.compact()
    }

    /// Ends the session; what was recorded survives a power cut.
    pub fn end(mut self) -> Result<Store, StoreError> {
        self.store.sync()?;
        Ok(self.store)
    }

    /// How large the log is, in bytes.
    pub fn log_length(&self) -> usize {
        self.store.log.length()
    }
}

/// A name that no other session has.
fn unique(by: &str) -> Fingerprint {
    static SESSIONS: AtomicU64 = AtomicU64::new(0);
    let count = SESSIONS.fetch_add(1, Ordering::Relaxed).to_string();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos()).to_string();
    Fingerprint::of_parts([by, &count, &now])
}

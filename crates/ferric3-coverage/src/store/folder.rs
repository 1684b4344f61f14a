//! The folder of a store: its lock, its log, and what the log says.

use std::fs;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::log::{Log, Tail};
use super::record::Record;
use super::state::State;
use super::{Listing, Results, Session, StoreError, write};

/// Compaction pays only for a log of this size, in bytes.
const LARGE: usize = 1 << 20;

/// A folder that keeps what is known of the goals of a program. Only one process has it open at a time.
///
/// What it knows says nothing of the program as it is now until somebody says what that is: see [`Store::begin`].
#[derive(Debug)]
pub struct Store {
    pub(super) folder: PathBuf,
    pub(super) state: State,
    pub(super) log: Log,
    tail: Option<Tail>,
    _lock: Lock,
}

/// What is known of the goals, without the right to add to it.
#[derive(Debug)]
pub struct Snapshot {
    state: State,
    tail: Option<Tail>,
}

impl Store {
    /// Opens a store, or makes one: the folder, too, if it is not there. What a process that was killed has left at the
    /// end of the log is dropped ([`Store::tail`] says what).
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(StoreError::io("make", folder))?;
        let lock = Lock::take(folder)?;
        let path = log_of(folder);
        let read = State::read(&path)?;
        let mut log = Log::open(&path, read.length, read.tail.as_ref())?;
        if read.length == 0 {
            log.append(&[Record::head().to_json()])?;
        }
        let mut store = Store {
            folder: folder.to_owned(),
            state: read.state,
            log,
            tail: read.tail,
            _lock: lock,
        };
        store.compact_if_it_pays(read.length)?;
        Ok(store)
    }

    /// Says what the program is now: what is known about it from now on is fresh, and the rest is stale. If nothing has
    /// changed since the last session, nothing is written but that a session begins.
    pub fn begin(self, listing: Listing) -> Result<Session, StoreError> {
        Session::begin(self, listing)
    }

    /// What is known of the goals that were listed last; none: no session has listed any.
    pub fn last_results(&self) -> Result<Option<Results<'_>>, StoreError> {
        results(&self.state)
    }

    /// What was wrong with the end of the log when it was opened.
    pub fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes what was recorded survive a power cut.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.log.sync()
    }

    /// Writes the log anew with what is of use still. Who is killed on the way has the old one.
    pub fn compact(&mut self) -> Result<(), StoreError> {
        self.state.tidy();
        let records = write::records(&self.state);
        self.log.replace(records.map(|record| record.to_json()))
    }

    /// Half of a large log is of no use any more.
    fn compact_if_it_pays(&mut self, length: usize) -> Result<(), StoreError> {
        if length < LARGE {
            return Ok(());
        }
        self.state.tidy();
        let records = write::records(&self.state);
        let of_use: usize = records.map(|record| record.to_json().len()).sum();
        match of_use < length / 2 {
            true => self.compact(),
            false => Ok(()),
        }
    }
}

impl Snapshot {
    /// Reads a store without a lock, also while a process works with it: what it has recorded so far. Nothing is
    /// written, and a folder without a store is an empty one.
    pub fn read(folder: &Path) -> Result<Snapshot, StoreError> {
        let read = State::read(&log_of(folder))?;
        Ok(Snapshot {
            state: read.state,
            tail: read.tail,
        })
    }

    /// See [`Store::last_results`].
    pub fn results(&self) -> Result<Option<Results<'_>>, StoreError> {
        results(&self.state)
    }

    /// See [`Store::tail`].
    pub fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    pub(super) fn into_state(self) -> State {
        self.state
    }
}

fn results(state: &State) -> Result<Option<Results<'_>>, StoreError> {
    let listing = state.listing.as_ref();
    listing
        .map(|listing| Results::new(state, listing))
        .transpose()
}

fn log_of(folder: &Path) -> PathBuf {
    folder.join("log")
}

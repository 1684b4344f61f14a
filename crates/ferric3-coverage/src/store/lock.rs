//! One process at a time: an advisory lock (`flock`) on the file `lock` of a store.
//!
//! The kernel holds it for the open file, and closes the file when the process ends, however it ends: there is no lock
//! file that a dead process leaves behind, and no process id that somebody else may have by now. Programs that the
//! process starts do not keep it: the file is closed when they are executed, which is a moment after they have been made as
//! copies of the process. So it is given back by name, and who finds it taken looks again for a moment.
//!
//! On network file systems: NFS of Linux makes a lock of the whole file on the server out of it, so it works between
//! machines, unless mounted with `nolock` or `local_lock=flock` (then it works within one machine). A machine that is
//! lost keeps its lock until the server's lease ends (NFS 4, some 90 seconds) or it comes back (NFS 3). Lustre wants to
//! be mounted with `flock`; without, and on others that know no locks, the store is refused and has to be on another
//! file system. CephFS and GPFS do it as a local file system does. SMB has locks if the server does.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::StoreError;

/// How often, and after how long, to look again.
const AGAIN: (usize, Duration) = (20, Duration::from_millis(10));

/// Ours until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of this store, which exists, or says who has it.
    pub(super) fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = store.join("lock");
        let opened = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let file = opened.map_err(StoreError::io("open", &path))?;
        for again in (0..=AGAIN.0).rev() {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => break,
                Err(Errno::WOULDBLOCK) if again > 0 => std::thread::sleep(AGAIN.1),
                Err(Errno::WOULDBLOCK) => return Err(in_use(store, &path)),
                Err(error) => return Err(StoreError::io("lock", &path)(error.into())),
            }
        }
        let mut lock = Lock { file };
        // For the message to others only.
        let holder = format!("process {} on {}\n", std::process::id(), host());
        let noted = note(&mut lock.file, &holder);
        noted.map_err(StoreError::io("write", &path))?;
        Ok(lock)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Where it fails, closing the file does it.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}

fn in_use(store: &Path, path: &Path) -> StoreError {
    let by = fs::read_to_string(path).unwrap_or_default();
    let by = match by.trim() {
        "" => "another process".to_owned(),
        by => by.to_owned(),
    };
    let store = store.to_owned();
    StoreError::InUse { store, by }
}

fn note(file: &mut File, holder: &str) -> io::Result<()> {
    file.set_len(0)?;
    file.write_all(holder.as_bytes())
}

/// The name of this machine, for people.
pub(super) fn host() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_one_learns_who_the_first_one_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Lock::take(folder.path()).expect("nobody has it");
        let message = Lock::take(folder.path()).expect_err("taken").to_string();
        let who = format!("is in use by process {} on ", std::process::id());
        assert!(message.contains(&who), "{message}");
        drop(first);
        Lock::take(folder.path()).expect("it is free again");
    }
}

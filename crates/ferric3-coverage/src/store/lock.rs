//! One process at a time: an advisory lock (`flock`) on the file `lock` of a store.
//!
//! The kernel holds it for the open file, and closes the file when the process ends, however it ends: there is no lock
//! file that a dead process leaves behind, and no process id that somebody else may have by now. Programs that the
//! process starts do not inherit it (the file is closed when they are executed).
//!
//! On network file systems: NFS of Linux makes a lock of the whole file on the server out of it, so it works between
//! machines, unless mounted with `nolock` or `local_lock=flock` (then it works within one machine). A machine that is
//! lost keeps its lock until the server's lease ends (NFS 4, some 90 seconds) or it comes back (NFS 3). Lustre wants to
//! be mounted with `flock`; without, and on others that know no locks, the store is refused and has to be on another
//! file system. CephFS and GPFS do it as a local file system does. SMB has locks if the server does.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::StoreError;

/// Ours until it is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
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
        let mut file = opened.map_err(StoreError::io("open", &path))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => {
                let by = fs::read_to_string(&path).unwrap_or_default();
                let by = match by.trim() {
                    "" => "another process".to_owned(),
                    by => by.to_owned(),
                };
                let store = store.to_owned();
                return Err(StoreError::InUse { store, by });
            }
            Err(error) => return Err(StoreError::io("lock", &path)(error.into())),
        }
        // For the message above only.
        let holder = format!("process {} on {}\n", std::process::id(), host());
        let noted = note(&mut file, &holder);
        noted.map_err(StoreError::io("write", &path))?;
        Ok(Lock { _file: file })
    }
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

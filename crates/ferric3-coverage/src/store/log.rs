//! The log: a file to which lines are appended, and which is replaced as a whole by renaming.
//!
//! *Killed at any moment*: each line is one `write`, so what the system has taken is there although the process is gone,
//! and what it has taken in part is a torn line at the end, which the next one to open the log cuts off.
//!
//! *Power cut at any moment*: lines are forced onto the disc when `sync` is called, and with a line if the last time is
//! more than [`SYNC_EVERY`] ago. So less than that, and one line, is lost; what is left at the end may be torn, and
//! where a file system has written blocks out of order, damaged. A new log is forced onto the disc before it gets its
//! name, and the folder after that.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::StoreError;
use super::line::{self, Line};

/// How much of the work of a session a power cut may take with it.
pub(super) const SYNC_EVERY: Duration = Duration::from_secs(2);

/// The end of a log that is no whole line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Somebody was stopped while writing. Nothing that was whole is lost.
    Torn {
        /// The log.
        file: PathBuf,
        /// Where the whole lines end.
        offset: usize,
        /// How much there was behind them.
        bytes: usize,
    },
    /// The disc, the file system or a person has changed what was written. What is before is as it was; what is
    /// behind is not used, and [`super::Store::open`] puts it aside.
    Damaged {
        /// The log.
        file: PathBuf,
        /// Where.
        offset: usize,
        /// How one sees it.
        what: &'static str,
        /// How much there was from there on.
        bytes: usize,
    },
}

impl std::fmt::Display for Tail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tail::Torn {
                file,
                offset,
                bytes,
            } => write!(
                f,
                "{}: the last line was not written to its end; its {bytes} bytes from offset {offset} on are dropped",
                file.display()
            ),
            Tail::Damaged {
                file,
                offset,
                what,
                bytes,
            } => write!(
                f,
                "{}: damaged at offset {offset} ({what}); what is before is used, the {bytes} bytes from there on are not",
                file.display()
            ),
        }
    }
}

/// What a log says: each document with its offset, in the order in which they were written, to the first line that is not
/// whole.
pub(super) fn read(
    path: &Path,
    take: impl FnMut(&str, usize) -> Result<(), StoreError>,
) -> Result<(usize, Option<Tail>), StoreError> {
    match fs::read(path) {
        Ok(bytes) => scan(path, &bytes, take),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((0, None)),
        Err(error) => Err(StoreError::io("read", path)(error)),
    }
}

fn scan(
    path: &Path,
    bytes: &[u8],
    mut take: impl FnMut(&str, usize) -> Result<(), StoreError>,
) -> Result<(usize, Option<Tail>), StoreError> {
    let mut offset = 0;
    let file = path.to_owned();
    let tail = loop {
        let behind = bytes.len() - offset;
        match line::decode(bytes, offset) {
            Line::Whole { json, end } => {
                take(json, offset)?;
                offset = end;
            }
            Line::End => break None,
            Line::Torn => {
                break Some(Tail::Torn {
                    file,
                    offset,
                    bytes: behind,
                });
            }
            Line::Damaged(what) => {
                break Some(Tail::Damaged {
                    file,
                    offset,
                    what,
                    bytes: behind,
                });
            }
        }
    };
    Ok((offset, tail))
}

/// A log that is written to. Its owner has the store's lock.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: File,
    /// Bytes, all of them whole lines.
    length: usize,
    synced: Instant,
    is_dirty: bool,
}

impl Log {
    /// Opens a log of which the first `length` bytes are whole lines and drops the rest; what is damaged is kept in
    /// another file, as it is somebody's work.
    pub(super) fn open(path: &Path, length: usize, tail: Option<&Tail>) -> Result<Log, StoreError> {
        if let Some(Tail::Damaged { offset, .. }) = tail {
            put_aside(path, *offset)?;
        }
        let opened = File::options().create(true).append(true).open(path);
        let file = opened.map_err(StoreError::io("open", path))?;
        if tail.is_some() {
            let cut = file.set_len(length as u64).and_then(|()| file.sync_all());
            cut.map_err(StoreError::io("cut", path))?;
        }
        if length == 0 {
            sync_folder(path)?;
        }
        Ok(Log {
            path: path.to_owned(),
            file,
            length,
            synced: Instant::now(),
            is_dirty: false,
        })
    }

    /// Appends lines: all of them or, if it fails, none that a reader would take.
    pub(super) fn append(&mut self, documents: &[String]) -> Result<(), StoreError> {
        let lines: String = documents.iter().map(|json| line::encode(json)).collect();
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // A full disc: the line that is written in part must not be followed by another.
            let cut = self.file.set_len(self.length as u64);
            cut.map_err(StoreError::io("cut", &self.path))?;
            return Err(StoreError::io("write", &self.path)(error));
        }
        self.length += lines.len();
        self.is_dirty = true;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces everything onto the disc.
    pub(super) fn sync(&mut self) -> Result<(), StoreError> {
        if self.is_dirty {
            let synced = self.file.sync_data();
            synced.map_err(StoreError::io("force to disc", &self.path))?;
            self.is_dirty = false;
        }
        self.synced = Instant::now();
        Ok(())
    }

    /// Bytes.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Replaces all lines at once: who opens the log sees the old ones or the new ones.
    pub(super) fn replace(
        &mut self,
        documents: impl Iterator<Item = String>,
    ) -> Result<(), StoreError> {
        let new = self.path.with_extension("new");
        let mut length = 0;
        let written = File::create(&new).and_then(|file| {
            let mut writer = io::BufWriter::new(file);
            for json in documents {
                let line = line::encode(&json);
                length += line.len();
                writer.write_all(line.as_bytes())?;
            }
            writer.into_inner()?.sync_all()
        });
        written.map_err(StoreError::io("write", &new))?;
        fs::rename(&new, &self.path).map_err(StoreError::io("rename", &new))?;
        sync_folder(&self.path)?;
        let opened = File::options().append(true).open(&self.path);
        self.file = opened.map_err(StoreError::io("open", &self.path))?;
        self.length = length;
        self.is_dirty = false;
        Ok(())
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        // Who wants to know of errors calls `sync`.
        let _ = self.sync();
    }
}

fn put_aside(path: &Path, offset: usize) -> Result<(), StoreError> {
    let bytes = fs::read(path).map_err(StoreError::io("read", path))?;
    let free = (0..)
        .map(|n| path.with_extension(format!("damaged-{n}")))
        .find(|aside| !aside.exists());
    let aside = free.expect("no folder has a file for every number");
    let kept = fs::write(&aside, &bytes[offset..]);
    kept.map_err(StoreError::io("write", &aside))
}

/// A name in a folder is on the disc when the folder is.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().expect("a log is in a folder");
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(StoreError::io("force to disc", folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(path: &Path) -> (Vec<String>, usize, Option<Tail>) {
        all_of(&fs::read(path).expect("there"))
    }

    fn all_of(bytes: &[u8]) -> (Vec<String>, usize, Option<Tail>) {
        let mut found = Vec::new();
        let (length, tail) = scan(Path::new("log"), bytes, |json, _| {
            found.push(json.to_owned());
            Ok(())
        })
        .expect("readable");
        (found, length, tail)
    }

    fn three() -> Vec<String> {
        ["{\"n\":1}", "{\"n\":\"zwei\"}", "{\"n\":[3]}"]
            .map(str::to_owned)
            .to_vec()
    }

    #[test]
    fn a_log_that_is_cut_anywhere_has_its_whole_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 0, None).expect("new");
        log.append(&three()).expect("written");
        drop(log);
        let bytes = fs::read(&path).expect("there");
        let ends: Vec<usize> = (1..=bytes.len())
            .filter(|&end| bytes[end - 1] == b'\n')
            .collect();
        for cut in 0..=bytes.len() {
            let (found, length, tail) = all_of(&bytes[..cut]);
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(found, three()[..whole], "cut at {cut}");
            assert_eq!(tail.is_none(), length == cut, "cut at {cut}");
            assert!(!matches!(tail, Some(Tail::Damaged { .. })), "cut at {cut}");
            // And it goes on. Files wait for the disc, so not at every byte.
            if cut % 9 != 0 {
                continue;
            }
            fs::write(&path, &bytes[..cut]).expect("written");
            let mut log = Log::open(&path, length, tail.as_ref()).expect("opened");
            log.append(&three()[..1]).expect("written");
            let (found, _, tail) = all(&path);
            assert_eq!((found.len(), tail), (whole + 1, None), "cut at {cut}");
        }
    }

    #[test]
    fn a_flipped_bit_is_named_and_what_is_before_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 0, None).expect("new");
        log.append(&three()).expect("written");
        drop(log);
        let bytes = fs::read(&path).expect("there");
        let starts: Vec<usize> = (0..bytes.len())
            .filter(|&at| at == 0 || bytes[at - 1] == b'\n')
            .collect();
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let (found, length, tail) = all_of(&flipped);
            let before = starts.iter().filter(|&&at| at <= bit / 8).count() - 1;
            assert_eq!(found, three()[..before], "bit {bit}");
            assert_eq!(length, starts[before], "bit {bit}");
            let tail = tail.expect("noticed");
            let named = format!("offset {}", starts[before]);
            assert!(tail.to_string().contains(&named), "bit {bit}: {tail}");
        }
    }

    #[test]
    fn what_is_damaged_is_put_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 0, None).expect("new");
        log.append(&three()).expect("written");
        drop(log);
        let mut bytes = fs::read(&path).expect("there");
        let second = bytes.iter().position(|&byte| byte == b'\n').expect("lines") + 1;
        bytes[second + 30] ^= 1;
        fs::write(&path, &bytes).expect("written");
        let (found, length, tail) = all(&path);
        drop(Log::open(&path, length, tail.as_ref()).expect("opened"));
        assert_eq!(found, three()[..1]);
        assert_eq!(fs::read(&path).expect("there"), bytes[..second]);
        let aside = fs::read(folder.path().join("log.damaged-0")).expect("there");
        assert_eq!(aside, bytes[second..]);
    }

    #[test]
    fn a_new_log_takes_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = Log::open(&path, 0, None).expect("new");
        log.append(&three()).expect("written");
        log.replace(three().into_iter().skip(2)).expect("replaced");
        log.append(&three()[..1]).expect("written");
        let (found, length, tail) = all(&path);
        assert_eq!(found, ["{\"n\":[3]}", "{\"n\":1}"]);
        assert_eq!((length, tail), (log.length(), None));
    }
}

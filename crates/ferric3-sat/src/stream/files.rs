//! Files that recordings go to: numbered, in one folder, one for each solver.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The first error of any of the files.
type SharedError = Arc<Mutex<Option<io::Error>>>;

/// The files of one recording. Clones share the numbering and the error.
#[derive(Clone, Debug)]
pub struct NumberedFiles {
    directory: PathBuf,
    /// What names of files begin and end with.
    affixes: [&'static str; 2],
    next: Arc<AtomicU32>,
    error: SharedError,
}

impl NumberedFiles {
    /// Files in `directory`, which is created if needed, over those of any older recording.
    pub fn new(
        directory: impl Into<PathBuf>,
        affixes: [&'static str; 2],
    ) -> io::Result<NumberedFiles> {
        let directory = directory.into();
        fs::create_dir_all(&directory)?;
        Ok(NumberedFiles {
            directory,
            affixes,
            next: Arc::new(AtomicU32::new(0)),
            error: SharedError::default(),
        })
    }

    /// Where they are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The next file. If it cannot be created, nothing is written, and the error is kept.
    pub fn create(&self) -> RecordFile {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let [before, after] = self.affixes;
        let path = self.directory.join(format!("{before}{number:05}{after}"));
        let mut file = RecordFile {
            writer: Box::new(io::sink()),
            error: Arc::clone(&self.error),
        };
        match File::create(path) {
            Ok(created) => file.writer = Box::new(BufWriter::new(created)),
            Err(error) => file.keep(error),
        }
        file
    }

    /// The first error met so far, if any.
    pub fn take_error(&self) -> Option<io::Error> {
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        error.take()
    }
}

/// What one solver is recorded into.
pub struct RecordFile {
    writer: Box<dyn Write>,
    error: SharedError,
}

impl RecordFile {
    /// Something to write to that is no numbered file.
    pub fn new(writer: impl Write + 'static) -> RecordFile {
        RecordFile {
            writer: Box::new(writer),
            error: SharedError::default(),
        }
    }

    /// Write something. After an error nothing more is written: a recording with a hole would mislead.
    pub fn write(&mut self, text: &str) {
        if let Err(error) = self.writer.write_all(text.as_bytes()) {
            self.keep(error);
            self.writer = Box::new(io::sink());
        }
    }

    fn keep(&self, error: io::Error) {
        let mut place = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        place.get_or_insert(error);
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        if let Err(error) = self.writer.flush() {
            self.keep(error);
        }
    }
}

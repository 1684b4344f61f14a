//! A tool as a process.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::memory;

/// How often the process is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// How a tool ended.
#[derive(Debug)]
pub(crate) enum End {
    /// By itself, having said this.
    Said(String),
    /// It needed more memory than it may.
    OutOfMemory,
    /// It was killed from outside.
    Killed,
}

/// A tool that one thread waits for and another one may kill.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running {
    child: Arc<Mutex<Slot>>,
}

#[derive(Debug, Default)]
struct Slot {
    child: Option<Child>,
    killed: bool,
    peak: u64,
}

impl Running {
    /// Starts a tool and waits for its end. Its output goes to a file meanwhile, since nobody reads
    /// it before. `limit` is in bytes.
    pub(crate) fn run(
        &self,
        command: &mut Command,
        output: &Path,
        limit: Option<u64>,
    ) -> io::Result<End> {
        let file = File::create(output)?;
        command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file);
        {
            let mut slot = self.lock();
            if slot.killed {
                return Ok(End::Killed);
            }
            slot.child = Some(command.spawn()?);
        }
        let out_of_memory = loop {
            {
                let mut slot = self.lock();
                if slot.killed {
                    return Ok(End::Killed);
                }
                let Some(child) = slot.child.as_mut() else {
                    return Ok(End::Killed);
                };
                let used = memory::of_process(child.id());
                if child.try_wait()?.is_some() {
                    slot.child = None;
                    break false;
                }
                slot.peak = slot.peak.max(used.unwrap_or(0));
                if limit.zip(used).is_some_and(|(limit, used)| used > limit) {
                    slot.end();
                    break true;
                }
            }
            std::thread::sleep(LOOK);
        };
        if out_of_memory {
            return Ok(End::OutOfMemory);
        }
        let said = std::fs::read(output)?;
        Ok(End::Said(String::from_utf8_lossy(&said).into_owned()))
    }

    /// Kills the tool, if there is one, and lets no other one start.
    pub(crate) fn kill(&self) {
        let mut slot = self.lock();
        slot.killed = true;
        slot.end();
    }

    /// The most memory that it was seen to use, in bytes.
    pub(crate) fn peak(&self) -> u64 {
        self.lock().peak
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

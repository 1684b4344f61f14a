//! Time limit, memory limit and signals: what can end a check before its time.
//!
//! All of them raise the same [`Interrupt`], which engines and solvers poll. Work that does not
//! react is given up by the main thread: see [`Guard::poll`].

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ferric3_sat::Interrupt;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::memory;

/// How long work that was asked to stop may take to do so, and to say what is known. With it, limits
/// hold within a second.
const GRACE: Duration = Duration::from_millis(850);

/// What the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// Time from the start of the process.
    pub(crate) timeout: Option<Duration>,
    /// Memory in bytes.
    pub(crate) memory: Option<u64>,
}

/// Why the work was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The time limit.
    Timeout,
    /// The memory limit.
    Memory,
    /// Ctrl-C or SIGTERM.
    Signal,
}

impl Cause {
    /// The reason in the last line.
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Cause::Timeout => "timeout",
            Cause::Memory => "memory",
            Cause::Signal => "interrupted",
        }
    }
}

/// Watches over the limits.
#[derive(Debug)]
pub(crate) struct Guard {
    interrupt: Interrupt,
    memory: Option<u64>,
    signalled: Arc<AtomicBool>,
    out_of_memory: Arc<AtomicBool>,
    /// When the guard saw that the work should stop, and why.
    stopping: Option<(Cause, Instant)>,
}

/// Was the memory limit the reason for the interrupt?
#[derive(Clone, Debug)]
pub(crate) struct MemoryFlag(Arc<AtomicBool>);

impl MemoryFlag {
    /// Asks.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Guard {
    /// Starts to watch, and installs handlers for signals: the first one asks the work to stop,
    /// the second one ends the process.
    pub(crate) fn new(limits: Limits, start: Instant) -> io::Result<Guard> {
        let mut interrupt = Interrupt::new();
        if let Some(deadline) = limits
            .timeout
            .and_then(|timeout| start.checked_add(timeout))
        {
            interrupt = interrupt.with_deadline(deadline);
        }
        let signalled = Arc::new(AtomicBool::new(false));
        for number in [SIGINT, SIGTERM] {
            // In this order: the shutdown looks at what an earlier signal has left.
            flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&signalled))?;
            flag::register(number, Arc::clone(&signalled))?;
            flag::register(number, interrupt.flag())?;
        }
        Ok(Guard {
            interrupt,
            memory: limits.memory,
            signalled,
            out_of_memory: Arc::new(AtomicBool::new(false)),
            stopping: None,
        })
    }

    /// What the work should poll.
    pub(crate) fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// For the work to know whether memory was the reason.
    pub(crate) fn memory_flag(&self) -> MemoryFlag {
        MemoryFlag(Arc::clone(&self.out_of_memory))
    }

    /// Looks at clock, memory and signals, and asks the work to stop if need be. Returns the cause
    /// if the main thread should give the work up: at once if it is not `responsive` (in a part
    /// that does not poll the interrupt), else after a grace period, or when memory grows on.
    pub(crate) fn poll(&mut self, responsive: bool) -> Option<Cause> {
        let used = self
            .memory
            .and_then(|limit| Some((memory::current()?, limit)));
        if self.stopping.is_none()
            && let Some(cause) = self.cause(used)
        {
            if cause == Cause::Memory {
                self.out_of_memory.store(true, Ordering::Relaxed);
            }
            self.interrupt.raise();
            self.stopping = Some((cause, Instant::now()));
        }
        let (cause, since) = self.stopping?;
        let bursting = used.is_some_and(|(used, limit)| used > limit + limit / 2);
        (!responsive || bursting || since.elapsed() >= GRACE).then_some(cause)
    }

    fn cause(&self, used: Option<(u64, u64)>) -> Option<Cause> {
        if self.signalled.load(Ordering::Relaxed) {
            Some(Cause::Signal)
        } else if self.interrupt.is_past_deadline() {
            Some(Cause::Timeout)
        } else if used.is_some_and(|(used, limit)| used > limit) {
            Some(Cause::Memory)
        } else {
            None
        }
    }
}

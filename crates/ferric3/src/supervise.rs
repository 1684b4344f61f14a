//! The work on a thread of its own, with a large stack, watched by the main thread.
//!
//! The work prints nothing: it hands what is to be printed to the main thread, which can therefore
//! give it up at any time without two verdicts getting mixed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::limits::{Cause, Guard};
use crate::progress::{ProgressLine, Status};

/// Stacks to try, largest first. Only what is used is ever committed.
const STACK_SIZES: [usize; 3] = [1 << 30, 128 << 20, 16 << 20];

/// How often the main thread looks at limits and progress.
const TICK: Duration = Duration::from_millis(20);

/// The text of the last panic.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

/// How the work ended.
#[derive(Debug)]
pub(crate) enum Outcome<T> {
    /// It finished.
    Done(T),
    /// It was asked to stop and did not.
    GivenUp(Cause),
    /// It panicked: our own bug.
    Panicked(String),
}

/// Panics are kept for the main thread instead of being printed in the middle of something.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let backtrace = std::backtrace::Backtrace::capture();
        let mut text = info.to_string();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            text.push_str(&format!("\n{backtrace}"));
        }
        let mut panic = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        // The first one is the cause of those that follow.
        panic.get_or_insert(text);
    }));
}

/// Does the work while watching the limits and showing the progress.
pub(crate) fn supervise<T: Send + 'static>(
    guard: &mut Guard,
    status: &Arc<Status>,
    mut progress: ProgressLine,
    work: impl FnOnce() -> T + Send + 'static,
) -> Outcome<T> {
    let (sender, receiver) = channel();
    let work = Arc::new(Mutex::new(Some(work)));
    let started = STACK_SIZES.into_iter().any(|stack_size| {
        let (sender, work) = (sender.clone(), Arc::clone(&work));
        let body = move || {
            let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(work) = work {
                // The main thread may have stopped listening.
                let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
            }
        };
        thread::Builder::new()
            .name("work".to_owned())
            .stack_size(stack_size)
            .spawn(body)
            .is_ok()
    });
    drop(sender);
    if !started {
        return Outcome::Panicked("no thread could be started".to_owned());
    }
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(result) => {
                progress.clear();
                return result.map_or_else(|_| Outcome::Panicked(panic_text()), Outcome::Done);
            }
            Err(RecvTimeoutError::Disconnected) => return Outcome::Panicked(panic_text()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(cause) = guard.poll(status.state().engine.is_some()) {
            progress.clear();
            return Outcome::GivenUp(cause);
        }
        progress.draw(status);
    }
}

/// Was there a panic, even if somebody has caught it?
pub(crate) fn has_panicked() -> bool {
    PANIC
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .is_some()
}

fn panic_text() -> String {
    let mut panic = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
    panic
        .take()
        .unwrap_or_else(|| "the working thread is gone".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::limits::Limits;

    fn supervised<T: Send + 'static>(
        limits: Limits,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let start = Instant::now();
        let mut guard = Guard::new(limits, start).expect("handlers can be installed");
        let status = Arc::new(Status::new(start, "test"));
        supervise(&mut guard, &status, ProgressLine::none(), work)
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        install_panic_hook();
        match supervised(Limits::default(), || -> () { panic!("should be seen") }) {
            Outcome::Panicked(text) => assert!(text.contains("should be seen"), "{text}"),
            other => panic!("a panic was expected, not {other:?}"),
        }
        assert!(!has_panicked());
    }

    #[test]
    fn work_that_does_not_listen_is_given_up() {
        let limits = Limits {
            timeout: Some(Duration::from_millis(50)),
            memory: None,
        };
        let outcome = supervised(limits, || thread::sleep(Duration::from_secs(30)));
        assert!(
            matches!(outcome, Outcome::GivenUp(Cause::Timeout)),
            "{outcome:?}"
        );
    }

    #[test]
    fn deep_recursion_has_a_stack() {
        fn depth(n: u64) -> u64 {
            if n == 0 {
                0
            } else {
                std::hint::black_box(depth(n - 1)) + 1
            }
        }
        let outcome = supervised(Limits::default(), || depth(500_000));
        assert!(matches!(outcome, Outcome::Done(500_000)));
    }
}

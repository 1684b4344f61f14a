//! Many checks at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the main thread looks around.
const TICK: Duration = Duration::from_millis(200);

/// Does `work` for each of the `jobs`, on so many threads, which take the jobs in order. A thread
/// whose work gives nothing ends. `done` sees every result, `tick` is called in between; both on the
/// calling thread.
pub(crate) fn run<T: Send>(
    threads: usize,
    jobs: &[usize],
    work: impl Fn(usize) -> Option<T> + Sync,
    mut done: impl FnMut(usize, T),
    mut tick: impl FnMut(),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(result) = work(job) else { break };
                    if sender.send((job, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((job, result)) => done(job, result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            tick();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let jobs: Vec<usize> = (10..60).collect();
        for threads in [1, 4, 100] {
            let mut seen = Vec::new();
            let done = |job, square| seen.push((job, square));
            run(threads, &jobs, |job| Some(job * job), done, || {});
            seen.sort_unstable();
            let expected: Vec<_> = jobs.iter().map(|&job| (job, job * job)).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn work_that_stops_ends_its_thread() {
        let jobs: Vec<usize> = (0..10).collect();
        let mut seen = Vec::new();
        run(
            1,
            &jobs,
            |job| (job < 3).then_some(()),
            |job, ()| seen.push(job),
            || {},
        );
        assert_eq!(seen, [0, 1, 2]);
    }
}

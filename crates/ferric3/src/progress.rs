//! How far the work has got, and the progress line.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ferric3_coverage::Count;
use ferric3_coverage::table::{Progress as Tally, progress_line};
use ferric3_engine::{Progress, ProgressInfo};

use crate::memory::{self, MEGABYTE};

/// Checks that end before this show no progress line.
const FIRST_SHOWN: Duration = Duration::from_millis(300);

/// Least time between two lines.
const INTERVAL: Duration = Duration::from_millis(100);

/// How far the work has got. Written by the work, read by the main thread.
#[derive(Debug)]
pub(crate) struct Status {
    start: Instant,
    state: Mutex<State>,
}

/// A moment of the work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// What the command is doing; the engine's name once it has begun.
    pub(crate) phase: &'static str,
    /// What the engine said last; none before it has begun.
    pub(crate) engine: Option<ProgressInfo>,
    /// Coverage goals, where these are what the command is about.
    pub(crate) tally: Option<Count>,
}

impl Status {
    /// At the start, in the given phase.
    pub(crate) fn new(start: Instant, phase: &'static str) -> Status {
        Status {
            start,
            state: Mutex::new(State {
                phase,
                engine: None,
                tally: None,
            }),
        }
    }

    /// A new phase begins.
    pub(crate) fn enter(&self, phase: &'static str) {
        let mut state = self.lock();
        (state.phase, state.engine) = (phase, None);
    }

    /// So many coverage goals are settled.
    pub(crate) fn tally(&self, count: Count) {
        self.lock().tally = Some(count);
    }

    /// The present moment.
    pub(crate) fn state(&self) -> State {
        *self.lock()
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic of the work does not make a copyable state wrong.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets an engine report to a [`Status`].
pub(crate) struct EngineProgress<'a> {
    /// Where to.
    pub(crate) status: &'a Status,
    /// The engine's name.
    pub(crate) engine: &'static str,
    /// Since when times of histories count, if somebody wants them.
    pub(crate) history_since: Option<Instant>,
}

impl Progress for EngineProgress<'_> {
    fn update(&mut self, info: &ProgressInfo) {
        let mut state = self.status.lock();
        (state.phase, state.engine) = (self.engine, Some(*info));
    }

    fn enter(&mut self, phase: &'static str) {
        self.status.enter(phase);
    }

    fn history_since(&self) -> Option<Instant> {
        self.history_since
    }
}

/// The live line on a terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    enabled: bool,
    last: Option<Instant>,
}

impl ProgressLine {
    /// A line, if standard error is a terminal and the user wants one.
    pub(crate) fn new(wanted: bool) -> ProgressLine {
        ProgressLine {
            enabled: wanted && std::io::stderr().is_terminal(),
            last: None,
        }
    }

    /// No line.
    pub(crate) fn none() -> ProgressLine {
        ProgressLine {
            enabled: false,
            last: None,
        }
    }

    /// Shows where the work is, unless it is too early.
    pub(crate) fn draw(&mut self, status: &Status) {
        let elapsed = status.elapsed();
        let recent = self.last.is_some_and(|last| last.elapsed() < INTERVAL);
        if self.enabled && !recent && elapsed >= FIRST_SHOWN {
            self.last = Some(Instant::now());
            write_raw(&format!(
                "\r{}\x1b[K",
                line(&status.state(), elapsed, memory::current())
            ));
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&mut self) {
        if self.last.take().is_some() {
            write_raw("\r\x1b[K");
        }
    }
}

fn write_raw(text: &str) {
    let mut stderr = std::io::stderr().lock();
    // A progress line that cannot be written is no reason to stop.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

/// No terminal is narrower.
const WIDTH: usize = 79;

/// Goals settled, their rate and what is being done.
fn tally(count: Count, state: &State, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let text = progress_line(
        &Tally {
            phase: state.engine.map_or(state.phase, |info| info.phase),
            count,
            rate: count.settled() as f64 / seconds.max(0.1),
            remaining: None,
        },
        WIDTH,
    );
    format!("{text}  {seconds:.0} s")
}

fn line(state: &State, elapsed: Duration, memory: Option<u64>) -> String {
    if let Some(count) = state.tally {
        return tally(count, state, elapsed);
    }
    let mut text = match &state.engine {
        None => format!("[{}]", state.phase),
        Some(info) => {
            let mut text = format!("[{}]", state.phase);
            if info.phase != state.phase {
                text.push_str(&format!(" {} ", info.phase));
            }
            text.push_str(&format!(" level {}", info.level));
            for (name, count) in [("lemmas", info.lemmas), ("obligations", info.obligations)] {
                if count > 0 {
                    text.push_str(&format!("  {name} {count}"));
                }
            }
            text.push_str(&format!("  queries {}", info.queries));
            text
        }
    };
    text.push_str(&format!("  {:.1} s", elapsed.as_secs_f64()));
    if let Some(bytes) = memory {
        text.push_str(&format!("  {} MB", bytes / MEGABYTE));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_going_on() {
        let elapsed = Duration::from_millis(1240);
        let mut state = State {
            phase: "front end",
            engine: None,
            tally: None,
        };
        assert_eq!(line(&state, elapsed, None), "[front end]  1.2 s");
        let info = ProgressInfo {
            phase: "bmc",
            level: 7,
            queries: 14,
            ..Default::default()
        };
        state = State {
            phase: "bmc",
            engine: Some(info),
            tally: None,
        };
        assert_eq!(
            line(&state, elapsed, None),
            "[bmc] level 7  queries 14  1.2 s"
        );
        let info = ProgressInfo {
            phase: "blocking",
            lemmas: 123,
            obligations: 4,
            ..info
        };
        state = State {
            phase: "ic3cfa",
            engine: Some(info),
            tally: None,
        };
        assert_eq!(
            line(&state, elapsed, Some(34_500_000)),
            "[ic3cfa] blocking  level 7  lemmas 123  obligations 4  queries 14  1.2 s  34 MB"
        );
    }
}

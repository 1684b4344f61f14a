//! The progress bar: a live line on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use super::row::{Row, Status};
use crate::output;

/// Width of the bar itself.
const WIDTH: usize = 24;

/// Least time between two lines.
const LIVE: Duration = Duration::from_millis(200);
const PLAIN: Duration = Duration::from_secs(60);

/// How far a run has got.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Results that were there when it began.
    before: usize,
    done: usize,
    total: usize,
    solved: usize,
    wrong: usize,
    errors: usize,
}

/// The progress bar.
#[derive(Debug)]
pub(crate) struct Bar {
    counts: Counts,
    start: Instant,
    last: Instant,
    live: bool,
    drawn: bool,
}

impl Bar {
    /// At the beginning, with the results that are there already.
    pub(crate) fn new<'a>(earlier: impl Iterator<Item = &'a Row>, total: usize) -> Bar {
        let mut counts = Counts {
            total,
            ..Counts::default()
        };
        earlier.for_each(|row| counts.add(row));
        counts.before = counts.done;
        let now = Instant::now();
        Bar {
            counts,
            start: now,
            last: now,
            live: std::io::stderr().is_terminal(),
            drawn: false,
        }
    }

    /// One more.
    pub(crate) fn add(&mut self, row: &Row) {
        self.counts.add(row);
    }

    /// Shows the line, unless it was shown just now.
    pub(crate) fn draw(&mut self) {
        let interval = if self.live { LIVE } else { PLAIN };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let line = self.counts.line(self.start.elapsed());
        if self.live {
            self.drawn = true;
            output::err(&format!("\r{line}\x1b[K"));
        } else {
            output::err(&format!("{line}\n"));
        }
    }

    /// Removes the line, so that something else can be printed.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            output::err("\r\x1b[K");
        }
    }
}

impl Counts {
    fn add(&mut self, row: &Row) {
        self.done += 1;
        match row.status() {
            Status::Correct => self.solved += 1,
            Status::Wrong => self.wrong += 1,
            Status::Error => self.errors += 1,
            Status::Unknown => {}
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let filled = WIDTH * self.done / self.total.max(1);
        let bar = "█".repeat(filled) + &"░".repeat(WIDTH - filled);
        let mut text = format!(
            "{bar} {}/{}  solved {}  wrong {}",
            self.done, self.total, self.solved, self.wrong
        );
        if self.errors > 0 {
            text.push_str(&format!("  errors {}", self.errors));
        }
        text.push_str(&format!("  {}", clock(elapsed)));
        let fresh = self.done - self.before;
        if fresh > 0 && self.done < self.total {
            let left = elapsed.mul_f64((self.total - self.done) as f64 / fresh as f64);
            text.push_str(&format!("  ETA {}", clock(left)));
        }
        text
    }
}

/// `1:02:03` or `2:03`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let mut counts = Counts {
            before: 2,
            done: 6,
            total: 12,
            solved: 4,
            ..Counts::default()
        };
        let line = counts.line(Duration::from_secs(100));
        let bar = "█".repeat(12) + &"░".repeat(12);
        assert_eq!(
            line,
            format!("{bar} 6/12  solved 4  wrong 0  1:40  ETA 2:30")
        );
        (counts.done, counts.errors, counts.wrong) = (12, 1, 1);
        let line = counts.line(Duration::from_secs(3723));
        assert!(line.ends_with("wrong 1  errors 1  1:02:03"), "{line}");
    }
}

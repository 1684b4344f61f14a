//! When to start over: when the clauses learnt lately are worse than usual (Biere, Fröhlich, POS
//! 2015, with exponential averages of the glue).

/// Conflicts between restarts, at least.
const INTERVAL: u64 = 30;

/// How much worse than usual is bad.
const MARGIN: f64 = 1.2;

/// Conflicts that count for "lately" and for "usual", about.
const LATELY: f64 = 32.0;
const USUAL: f64 = 4096.0;

/// Averages over all conflicts so far, and conflicts since the last start.
#[derive(Default)]
pub(super) struct Restarts {
    conflicts: f64,
    lately: f64,
    usual: f64,
    since_start: u64,
}

impl Restarts {
    pub(super) fn start(&mut self) {
        self.since_start = 0;
    }

    /// A clause was learnt.
    pub(super) fn count(&mut self, glue: u32) {
        self.since_start += 1;
        self.conflicts += 1.0;
        let glue = f64::from(glue);
        self.lately += (glue - self.lately) / LATELY.min(self.conflicts);
        self.usual += (glue - self.usual) / USUAL.min(self.conflicts);
    }

    pub(super) fn is_due(&self) -> bool {
        self.since_start >= INTERVAL && self.lately > MARGIN * self.usual
    }
}

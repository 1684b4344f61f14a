//! Pushing: lemmas move up to the next level where they hold there too.

use super::Search;
use super::consecution::Consecution;
use crate::Interrupted;

impl Search<'_> {
    /// For every level `i` up to the frontier and every lemma of exactly that level: if it can be
    /// blocked at `i + 1`, it moves there.
    pub(super) fn propagate(&mut self) -> Result<(), Interrupted> {
        for level in 1..=self.frontier {
            if !self.frames.has_lemmas_at(level) {
                continue;
            }
            for loc in self.task.cfa.locations.ids() {
                for cube in self.frames.at(level, loc).to_vec() {
                    if !self.frames.at(level, loc).contains(&cube) {
                        continue; // Subsumed by a lemma that moved just now.
                    }
                    self.report_progress("pushing", 0);
                    self.check_interrupt()?;
                    self.counters.pushes_tried += 1;
                    if let Consecution::Holds(core) = self.consecution(level + 1, loc, &cube)? {
                        self.counters.pushes_done += 1;
                        self.add_lemma(level + 1, loc, core);
                    }
                }
            }
        }
        Ok(())
    }
}

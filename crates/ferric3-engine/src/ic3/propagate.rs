//! Pushing: lemmas move up to the next level where they hold there too.
//!
//! With `triggered-push` (Suda, *Triggered Clause Pushing for IC3*, 2013) a lemma that cannot be
//! pushed remembers the state that stood in its way. It is tried again only when a new lemma has
//! excluded that state.

use ferric3_cfa::{EdgeId, LocId};

use super::frames::Time;
use super::outcome::{Consecution, union};
use super::state::PackedState;
use super::technique::Technique;
use super::{Level, Search};
use crate::{Cube, Interrupted};

/// Why a lemma of level `i` cannot be pushed.
#[derive(Clone, Debug)]
pub(super) struct PushFailure {
    /// Over this edge,
    edge: EdgeId,
    /// this state of `F(i, l)` leads into the lemma's cube,
    state: PackedState,
    /// as of this time.
    then: Time,
}

impl Search<'_> {
    /// For every level `i` up to the frontier and every lemma of exactly that level: if it can be
    /// blocked at `i + 1`, it moves there.
    pub(super) fn propagate(&mut self) -> Result<(), Interrupted> {
        if !self.has(Technique::Push) {
            return Ok(());
        }
        self.timed(Technique::Push, Search::push_all)
    }

    fn push_all(&mut self) -> Result<(), Interrupted> {
        for level in Level::new(1).to(self.frontier) {
            if !self.frames.has_lemmas_at(level) {
                continue;
            }
            for loc in self.in_order(self.task.cfa.locations.ids().collect()) {
                let lemmas = self.frames.at(level, loc).iter();
                for cube in lemmas.map(|lemma| lemma.cube().clone()).collect::<Vec<_>>() {
                    if self.frames.find_mut(level, loc, &cube).is_none() {
                        continue; // Subsumed by a lemma that moved just now.
                    }
                    self.report_progress("pushing", 0);
                    self.check_interrupt()?;
                    self.listen();
                    if self.others_are_done() {
                        return Ok(());
                    }
                    if !self.still_fails(level, loc, &cube)? {
                        self.push(level, loc, &cube)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, level: Level, loc: LocId, cube: &Cube) -> Result<(), Interrupted> {
        self.stats_of(Technique::Push).tried += 1;
        if self.is_settled(level, loc) {
            self.count(Technique::Layers, true, 1);
            self.add_lemma(level.above(), loc, cube);
            return Ok(());
        }
        match self.consecution(level.above(), loc, cube)? {
            Consecution::Holds(cores) => {
                self.stats_of(Technique::Push).succeeded += 1;
                self.add_lemma(level.above(), loc, &union(&cores));
            }
            Consecution::Fails(hit) if hit.search().has(Technique::TriggeredPush) => {
                let failure = PushFailure {
                    edge: hit.edge(),
                    state: hit.state(),
                    then: self.frames.now(),
                };
                if let Some(lemma) = self.frames.find_mut(level, loc, cube) {
                    lemma.failure = Some(Box::new(failure));
                }
            }
            Consecution::Fails(_) => {}
        }
        Ok(())
    }

    /// Does the state that stood in the way of a push stand there still?
    fn still_fails(&mut self, level: Level, loc: LocId, cube: &Cube) -> Result<bool, Interrupted> {
        if !self.has(Technique::TriggeredPush) {
            return Ok(false);
        }
        let Some(lemma) = self.frames.find_mut(level, loc, cube) else {
            return Ok(false);
        };
        let Some(failure) = lemma.failure.take() else {
            return Ok(false);
        };
        self.timed(Technique::TriggeredPush, |search| {
            let from = search.source(failure.edge);
            let excluded = search
                .frames
                .blocked_since(level, from, failure.then)
                .any(|new| search.layout.is_in(search.terms, &failure.state, new));
            let stats = search.stats_of(Technique::TriggeredPush);
            stats.tried += 1;
            if excluded {
                return Ok(false);
            }
            stats.succeeded += 1;
            stats.saved += 1;
            debug_assert!(!search.aside(|search| {
                let tested = search.consecution(level.above(), loc, cube);
                tested.map(|outcome| outcome.holds())
            })?);
            let now = search.frames.now();
            if let Some(lemma) = search.frames.find_mut(level, loc, cube) {
                lemma.failure = Some(Box::new(PushFailure {
                    then: now,
                    ..*failure
                }));
            }
            Ok(true)
        })
    }
}

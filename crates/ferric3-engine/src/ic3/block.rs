//! The blocking phase: obligations are discharged by lemmas, or lead to the initial location.
//!
//! A blocked obligation comes back one level up until the frontier (technique `requeue`), so that
//! counterexamples longer than the frontier are found early.

use ferric3_cfa::LocId;
use ferric3_ivl::Idx;

use super::obligation::{Obligation, Predecessor, Queue};
use super::outcome::{Consecution, union};
use super::policy::{AtInitial, Blocked, Policy};
use super::technique::Technique;
use super::{Blocking, LEMMA_LITERALS, LEMMAS, Level, OBLIGATIONS, Search};
use crate::{Cube, Interrupted};

/// What became of an obligation.
enum Discharge {
    /// It is blocked at this level, the highest known.
    Blocked(Level),
    /// A predecessor of it has to be blocked first.
    Waits,
    /// There was no need for it.
    Dropped,
}

impl Search<'_> {
    /// IC3CFA Alg. 3: block the first step of a path to the error at the frontier, or find a counterexample. If the
    /// policy refines something on the way, the obligations are given up: some of their states may not lead to the
    /// error after all.
    pub(super) fn block(
        &mut self,
        policy: &mut dyn Policy,
        path: Vec<Predecessor>,
    ) -> Result<Blocking, Interrupted> {
        let by_size = self.has(Technique::OrderBySize);
        let mut queue = Queue::new(by_size);
        let path = path.into_iter().map(|step| (self.source(step.edge), step));
        queue.begin(path.collect(), self.frontier);
        while let Some((level, id)) = queue.pop() {
            self.listen_for(policy)?;
            self.add(OBLIGATIONS, 1);
            if by_size {
                let others = queue.next_level() == Some(level);
                self.count(Technique::OrderBySize, others, 0);
            }
            self.report_progress("blocking", queue.len());
            self.check_interrupt()?;
            let obligation = queue.get(id);
            self.at_hand = Some((obligation.loc, obligation.step.cube.clone()));
            if obligation.loc == self.task.cfa.initial {
                return match policy.at_initial(self, &queue.chain(id))? {
                    AtInitial::Run(counterexample) => Ok(Blocking::Run(counterexample)),
                    AtInitial::Refined => Ok(Blocking::Done),
                };
            }
            if self.loses_patience() {
                self.at_hand = None;
                return Ok(Blocking::Abandoned);
            }
            let Discharge::Blocked(top) = self.discharge(policy, &mut queue, level, id)? else {
                continue;
            };
            self.at_hand = None;
            queue.count_visit(id);
            if top < self.frontier && self.has(Technique::Requeue) {
                self.stats_of(Technique::Requeue).tried += 1;
                queue.enqueue(id, top.above());
            }
        }
        Ok(Blocking::Done)
    }

    /// Block an obligation, or find out which one has to be blocked first.
    fn discharge(
        &mut self,
        policy: &mut dyn Policy,
        queue: &mut Queue,
        level: Level,
        id: Idx<Obligation>,
    ) -> Result<Discharge, Interrupted> {
        let Obligation {
            loc, step, visits, ..
        } = queue.get(id);
        let (loc, cube, visits) = (*loc, &step.cube, *visits);
        if let Some(top) = self.frames.blocked_at(self.terms, level, loc, cube) {
            return Ok(Discharge::Blocked(top));
        }
        match self.consecution(level, loc, cube)? {
            Consecution::Holds(cores) => {
                let blocked = Blocked {
                    level,
                    loc,
                    cube: cube.clone(),
                    cores,
                    visits,
                };
                self.learn(policy, blocked).map(Discharge::Blocked)
            }
            Consecution::Fails(hit) => {
                let predecessor = policy.predecessor(hit, cube)?;
                if policy.gives_way(self, level, loc, step)? {
                    return Ok(Discharge::Dropped);
                }
                if visits > 0 {
                    self.stats_of(Technique::Requeue).succeeded += 1;
                }
                queue.add(
                    self.source(predecessor.edge),
                    predecessor,
                    id,
                    level.below(),
                );
                queue.enqueue(id, level);
                Ok(Discharge::Waits)
            }
        }
    }

    /// Generalise a cube that can be blocked, find the highest level where it can, and add the
    /// lemma. Returns that level.
    fn learn(&mut self, policy: &mut dyn Policy, blocked: Blocked) -> Result<Level, Interrupted> {
        let (level, loc) = (blocked.level, blocked.loc);
        let cube = policy.generalise(self, blocked)?;
        debug_assert!(
            self.aside(|search| search.consecution(level, loc, &cube).map(|c| c.holds()))?,
            "a generalised cube cannot be blocked"
        );
        let (top, cube) = self.climb(level, loc, cube)?;
        self.add(LEMMAS, 1);
        self.add(LEMMA_LITERALS, cube.len() as u64);
        self.add_lemma(top, loc, &cube);
        self.at_hand = None;
        policy.learnt(self, top, loc, &cube)?;
        Ok(top)
    }

    /// The highest level up to the frontier at which the cube can be blocked, and what is left
    /// of it there (Eén et al.). Requires that it can be blocked at `level`.
    pub(crate) fn climb(
        &mut self,
        level: Level,
        loc: LocId,
        mut cube: Cube,
    ) -> Result<(Level, Cube), Interrupted> {
        let mut top = level;
        if level < self.frontier && self.is_settled(level, loc) {
            let saved = self.frontier.number() - level.number();
            self.count(Technique::Layers, true, saved as u64);
            return Ok((self.frontier, cube));
        }
        if !self.has(Technique::Climb) {
            return Ok((top, cube));
        }
        self.timed(Technique::Climb, |search| {
            while top < search.frontier {
                search.stats_of(Technique::Climb).tried += 1;
                match search.consecution(top.above(), loc, &cube)? {
                    Consecution::Holds(cores) => cube = union(&cores),
                    Consecution::Fails(_) => break,
                }
                search.stats_of(Technique::Climb).succeeded += 1;
                top = top.above();
            }
            Ok((top, cube))
        })
    }

    /// Add the lemma `¬cube`. Requires that consecution was shown for `(level, loc, cube)`.
    pub(crate) fn add_lemma(&mut self, level: Level, loc: LocId, cube: &Cube) {
        self.enter_lemma(level, loc, cube);
        self.tell_lemma(level, loc, cube);
    }

    /// Add a lemma that others know already.
    pub(super) fn enter_lemma(&mut self, level: Level, loc: LocId, cube: &Cube) {
        self.frames.add(self.terms, level, loc, cube.clone());
        self.contexts
            .add_lemma(self.terms, &self.frames, level, loc, cube);
    }
}

//! Several searches on one task that share what they learn: lemmas with their levels, and predicates.
//!
//! Each search has frames, terms and solvers of its own; a log carries what one of them adds to its frames
//! to all others. They take CTIs, edges and literals in different orders (see [`Search::varies`]), so that
//! they work on different obligations; what one has blocked, the others need not.
//!
//! *Frames stay frames.* Let a search add `¬c` at `(i, l')` because of `F(i-1, l) ∧ G ⇒ ¬c∘f`. That needs lemmas
//! that are in its frames by then. It has told all of them, or has heard of them, before it tells `¬c`, so they stand
//! before it in the log. Who reads the log in its order has frames `F'(i-1, l) ⇒ F(i-1, l)` when it comes to `¬c`, and
//! invariant 4 of the frames (`ic3/mod.rs`) holds of `F'`, too. What holds at every level has to be the same for
//! all: a team does not take part in the exchange of proved clauses.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferric3_cfa::LocId;
use ferric3_term::{Common, Parcel, TermId, Terms};

use super::{Level, Policy, Search};
use crate::{Cube, Interrupted};

const HEARD: &str = "lemmas of the others";

/// What one search tells the others.
#[derive(Clone, Copy, Debug)]
enum News {
    /// `¬c` holds at this location up to this level.
    Lemma(Level, LocId),
    /// A predicate of this location.
    Predicate(LocId),
}

#[derive(Debug)]
struct Entry {
    sender: usize,
    news: News,
    /// The literals of `c`, or the predicate.
    terms: Parcel,
}

/// What the searches of a team have in common.
#[derive(Debug, Default)]
pub(crate) struct Team {
    log: Mutex<Vec<Arc<Entry>>>,
    /// The length of the log, for those who only look whether there is something new.
    length: AtomicUsize,
    /// The highest frontier behind which somebody has blocked everything and pushed all lemmas.
    done: AtomicUsize,
}

impl Team {
    fn log(&self) -> MutexGuard<'_, Vec<Arc<Entry>>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search's place in its team.
#[derive(Clone, Debug)]
pub(crate) struct Teammate {
    team: Arc<Team>,
    number: usize,
    /// What all term stores begin with.
    common: Common,
    /// So many entries of the log were read.
    read: usize,
    /// Something could not be told, so nothing that may rest on it is told either.
    is_silent: bool,
}

impl Teammate {
    /// One of a team whose term stores are copies of one that had this in it.
    pub(crate) fn new(team: Arc<Team>, number: usize, common: Common) -> Teammate {
        Teammate {
            team,
            number,
            common,
            read: 0,
            is_silent: false,
        }
    }

    fn tell(&mut self, terms: &Terms, news: News, roots: &[TermId]) {
        // Lemmas and predicates are over the state, which all know.
        let packed = terms.pack(self.common, roots);
        self.is_silent |= packed.is_none();
        let Some(packed) = packed.filter(|_| !self.is_silent) else {
            return;
        };
        let entry = Entry {
            sender: self.number,
            news,
            terms: packed,
        };
        let mut log = self.team.log();
        log.push(Arc::new(entry));
        self.team.length.store(log.len(), Ordering::Release);
    }

    /// What the others have told since the last time, in the order of the log.
    fn hear(&mut self) -> Vec<Arc<Entry>> {
        if self.team.length.load(Ordering::Acquire) == self.read {
            return Vec::new();
        }
        let log = self.team.log();
        let new = log.iter().skip(self.read);
        let new = new.filter(|entry| entry.sender != self.number).cloned();
        let new = new.collect();
        self.read = log.len();
        new
    }
}

impl Search<'_> {
    /// Work with others on the same task. Nobody may have searched yet.
    pub(crate) fn join(&mut self, teammate: Teammate) {
        self.add(HEARD, 0);
        self.team = Some(teammate);
    }

    /// Does this search take things in another order than one that is alone?
    pub(crate) fn varies(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.number % 2 == 1)
    }

    /// Things in the order of this search.
    pub(crate) fn in_order<T>(&self, mut things: Vec<T>) -> Vec<T> {
        if self.varies() {
            things.reverse();
        }
        things
    }

    /// Tell the others about a lemma.
    pub(super) fn tell_lemma(&mut self, level: Level, loc: LocId, cube: &Cube) {
        if let Some(team) = &mut self.team {
            team.tell(self.terms, News::Lemma(level, loc), cube.literals());
        }
    }

    /// Tell the others about a predicate.
    pub(crate) fn tell_predicate(&mut self, loc: LocId, predicate: TermId) {
        if let Some(team) = &mut self.team {
            team.tell(self.terms, News::Predicate(loc), &[predicate]);
        }
    }

    /// Take in what the others have told. Predicates wait until the policy asks for them.
    pub(super) fn listen(&mut self) {
        let Some(team) = &mut self.team else {
            return;
        };
        for entry in team.hear() {
            let terms = self.terms.unpack(&entry.terms);
            match entry.news {
                News::Predicate(loc) => {
                    self.heard.extend(terms.into_iter().map(|term| (loc, term)));
                }
                News::Lemma(level, loc) => {
                    let cube = Cube::new(terms);
                    let is_new = self.frames.blocked_at(self.terms, level, loc, &cube);
                    if is_new.is_none() {
                        self.add(HEARD, 1);
                        self.enter_lemma(level, loc, &cube);
                    }
                }
            }
        }
    }

    /// Take in what the others have told, predicates included.
    pub(super) fn listen_for(&mut self, policy: &mut dyn Policy) -> Result<(), Interrupted> {
        self.listen();
        for (loc, predicate) in std::mem::take(&mut self.heard) {
            policy.told(self, loc, predicate)?;
        }
        Ok(())
    }

    /// The highest frontier behind which some search of the team has done everything.
    fn done(&self) -> Level {
        let team = self.team.as_ref();
        Level::new(team.map_or(0, |mate| mate.team.done.load(Ordering::Acquire)))
    }

    /// The next frontier: the one above, or above that of who is ahead.
    pub(super) fn next_frontier(&self) -> Level {
        self.frontier.max(self.done()).above()
    }

    /// Has somebody else done all the work behind this frontier?
    pub(super) fn others_are_done(&self) -> bool {
        self.team.is_some() && self.done() >= self.frontier
    }

    /// Everything behind the frontier is blocked, and all lemmas were pushed.
    pub(super) fn frontier_is_done(&self) {
        if let Some(mate) = &self.team {
            let frontier = self.frontier.number();
            mate.team.done.fetch_max(frontier, Ordering::AcqRel);
        }
    }
}

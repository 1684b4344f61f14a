//! The query cache of relative inductiveness (Thesis 5.3).
//!
//! A query is its source location, its level and its assumptions. Frames only get stronger, so
//! *unsatisfiable* stays true for this level and all levels below. *Satisfiable* stays true for
//! this level and all above as long as the frame has no new lemma.
//!
//! The cache has two halves. A full half replaces the old one, so an entry that is not used for
//! a while goes away.

use ferric3_term::TermId;
use rustc_hash::FxHashMap;

use ferric3_cfa::LocId;

use super::Search;
use super::frames::Time;
use super::relative::{EdgeAnswer, EdgeQuery, EdgeTest};
use crate::Cube;

/// Entries of one half.
const HALF: usize = 1 << 15;

type Key = (LocId, Box<[TermId]>);

#[derive(Clone, Debug)]
struct Entry {
    level: usize,
    answer: CachedAnswer,
}

#[derive(Clone, Debug)]
enum CachedAnswer {
    /// Unsatisfiable; the assumptions used.
    Unsat(Box<[TermId]>),
    /// Satisfiable at this time.
    Sat(Time),
}

/// Answers of earlier queries.
#[derive(Clone, Debug, Default)]
pub(super) struct QueryCache {
    young: FxHashMap<Key, Entry>,
    old: FxHashMap<Key, Entry>,
}

impl QueryCache {
    fn get(&mut self, key: &Key) -> Option<&Entry> {
        if !self.young.contains_key(key) {
            let entry = self.old.remove(key)?;
            self.insert(key.clone(), entry);
        }
        self.young.get(key)
    }

    fn insert(&mut self, key: Key, entry: Entry) {
        if self.young.len() >= HALF {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, entry);
    }
}

impl Search<'_> {
    /// The answer to the query, if it is known: the part of the cube used, or `None` for
    /// satisfiable.
    pub(super) fn cached(
        &mut self,
        test: &EdgeTest<'_>,
        query: &EdgeQuery,
    ) -> Option<Option<Cube>> {
        let (from, level) = (self.source(test.edge), test.level - 1);
        let key = (from, query.assumptions.clone().into_boxed_slice());
        let entry = self.cache.get(&key)?;
        match &entry.answer {
            CachedAnswer::Unsat(used) => (level <= entry.level).then(|| {
                let needed = query.before.iter().filter(|(t, _)| used.contains(t));
                Some(Cube::new(needed.map(|&(_, literal)| literal).collect()))
            }),
            CachedAnswer::Sat(then) => {
                let (old, then) = (entry.level, *then);
                self.frames.contains(level, from, old, then).then_some(None)
            }
        }
    }

    /// Remember an answer.
    pub(super) fn remember(&mut self, test: &EdgeTest<'_>, query: EdgeQuery, answer: &EdgeAnswer) {
        let level = test.level - 1;
        let answer = match answer {
            EdgeAnswer::Holds(core) => {
                let used = query
                    .before
                    .iter()
                    .filter(|(_, l)| core.literals().contains(l));
                CachedAnswer::Unsat(used.map(|&(t, _)| t).collect())
            }
            EdgeAnswer::Fails => CachedAnswer::Sat(self.frames.now()),
            EdgeAnswer::TooHard => return,
        };
        let key = (self.source(test.edge), query.assumptions.into_boxed_slice());
        self.cache.insert(key, Entry { level, answer });
    }
}

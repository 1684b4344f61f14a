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

use super::frames::Time;
use super::outcome::{EdgeAnswer, EdgeQuery, EdgeTest};
use super::{Level, Search};
use crate::Cube;

/// Entries of one half.
const HALF: usize = 1 << 15;

type Key = (LocId, Box<[TermId]>);

#[derive(Clone, Debug)]
struct Entry {
    level: Level,
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
    /// Satisfiable queries may no longer be.
    pub(super) fn forget_satisfiable(&mut self) {
        for half in [&mut self.young, &mut self.old] {
            half.retain(|_, entry| matches!(entry.answer, CachedAnswer::Unsat(_)));
        }
    }

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
    /// The answer to the query, if it is known.
    pub(super) fn cached(&mut self, test: &EdgeTest<'_>, query: &EdgeQuery) -> Option<EdgeAnswer> {
        let (from, level) = (self.source(test.edge), test.level.below());
        let key = (from, query.assumptions.clone().into_boxed_slice());
        let entry = self.cache.get(&key)?;
        match &entry.answer {
            CachedAnswer::Unsat(used) => (level <= entry.level).then(|| {
                let needed = query.before.iter().filter(|(t, _)| used.contains(t));
                EdgeAnswer::Holds(Cube::new(needed.map(|&(_, literal)| literal).collect()))
            }),
            CachedAnswer::Sat(then) => {
                let (old, then) = (entry.level, *then);
                let still = self.frames.contains(level, from, old, then);
                still.then_some(EdgeAnswer::Fails { has_model: false })
            }
        }
    }

    /// Remember an answer.
    pub(super) fn remember(&mut self, test: &EdgeTest<'_>, query: EdgeQuery, answer: &EdgeAnswer) {
        let level = test.level.below();
        let answer = match answer {
            EdgeAnswer::Holds(core) => {
                let used = query
                    .before
                    .iter()
                    .filter(|(_, l)| core.literals().contains(l));
                CachedAnswer::Unsat(used.map(|&(t, _)| t).collect())
            }
            EdgeAnswer::Fails { .. } => CachedAnswer::Sat(self.frames.now()),
            EdgeAnswer::TooHard => return,
        };
        let key = (self.source(test.edge), query.assumptions.into_boxed_slice());
        self.cache.insert(key, Entry { level, answer });
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Cores;
    use super::super::testing::Tiny;
    use super::*;

    #[test]
    fn entries_that_are_used_survive() {
        let mut tiny = Tiny::new();
        let mut key = |i: usize| -> Key {
            let t = tiny.terms.bv_u64(i as u64, 32);
            (tiny.loc, Box::new([t]))
        };
        let mut cache = QueryCache::default();
        let entry = || Entry {
            level: Level::new(1),
            answer: CachedAnswer::Sat(0),
        };
        let (used, unused) = (key(0), key(1));
        cache.insert(used.clone(), entry());
        cache.insert(unused.clone(), entry());
        for i in 2..3 * HALF {
            cache.insert(key(i), entry());
            assert!(i % 100 > 0 || cache.get(&used).is_some());
        }
        assert!(cache.get(&used).is_some());
        assert!(cache.get(&unused).is_none());
        assert!(cache.young.len() <= HALF && cache.old.len() <= HALF);
    }

    /// Unsatisfiable: at this level and below, for ever. Satisfiable: at this level and above,
    /// until the frame has a new lemma there.
    #[test]
    fn answers_are_valid_where_the_frames_allow() {
        let mut tiny = Tiny::new();
        let (loc, x) = (tiny.loc, tiny.vars[0]);
        let values = [1, 2].map(|value| tiny.terms.bv_u64(value, 3));
        let [one, two] = values.map(|value| tiny.terms.eq(x, value));
        tiny.search(|search| {
            let edge = search.task.outgoing(loc)[0];
            let (cube, other) = (Cube::new(vec![one]), Cube::new(vec![two]));
            let test = |level| EdgeTest {
                level: Level::new(level),
                edge,
                cube: &cube,
                not: &cube,
            };
            let query = |t| EdgeQuery {
                assumptions: vec![t],
                before: vec![(t, one)],
                cores: Cores::Parts,
            };
            let known = |search: &mut Search<'_>, t| {
                [3, 4, 5].map(|level| search.cached(&test(level), &query(t)))
            };
            let unsat = EdgeAnswer::Holds(cube.clone());
            search.remember(&test(4), query(one), &unsat);
            let holds = Some(EdgeAnswer::Holds(cube.clone()));
            let fails = Some(EdgeAnswer::Fails { has_model: false });
            assert_eq!(known(search, one), [holds.clone(), holds.clone(), None]);
            search.remember(&test(4), query(two), &EdgeAnswer::Fails { has_model: true });
            assert_eq!(known(search, two), [None, fails.clone(), fails.clone()]);
            search.add_lemma(Level::new(3), loc, &other); // In `F(3)`, not in `F(4)`.
            assert_eq!(known(search, one), [holds.clone(), holds, None]);
            assert_eq!(known(search, two), [None, None, fails]);
            search.add_lemma(Level::new(4), loc, &other);
            assert_eq!(known(search, two), [None, None, None]);
        });
    }
}

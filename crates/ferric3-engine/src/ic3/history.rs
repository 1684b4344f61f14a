//! The course of a search over time, for pictures and documents: frontier, lemmas by level, obligations,
//! what an abstraction is made of.
//!
//! A search is looked at where it reports its progress, and only if somebody wants to know
//! ([`Progress::history_since`](crate::Progress::history_since)). Nothing in it depends on what is seen here, and which moments
//! are kept depends on queries alone: two runs of one search have the same history but for times.
//!
//! *Memory is bounded.* At most [`MOST_MOMENTS`] are kept, at least `spacing` queries apart. Where there would be
//! more, the spacing doubles, and who stands too close to the one before is merged into the next: so
//! they stay evenly spread however long a search takes. Levels are counted in at most [`MOST_BANDS`] bands of a
//! width that doubles as well.

use std::time::{Duration, Instant};

/// So many moments are kept.
const MOST_MOMENTS: usize = 256;
/// Levels are told apart up to so many.
const MOST_BANDS: usize = 64;

/// What the abstraction of a search is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Predicates over states.
    Predicates,
    /// Assignments and conditions of the program that are seen.
    Details,
}

impl Precision {
    /// As people call them.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Predicates => "predicates",
            Precision::Details => "details seen",
        }
    }
}

/// A search at some time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Since the beginning.
    pub time: Duration,
    /// Solver queries so far.
    pub queries: u64,
    /// The frontier.
    pub level: usize,
    /// Lemmas that stand at a level, by band of levels (see [`History::band`]); bands without any in the end are left out.
    pub lemmas: Vec<usize>,
    /// The most obligations that have waited at a time since the moment before.
    pub obligations: usize,
    /// How much an abstraction sees (see [`History::precision`]).
    pub precision: u64,
    /// Refinements of the abstraction so far.
    pub refinements: u64,
    /// Runs of the abstraction so far that turned out to be none.
    pub spurious: u64,
}

impl Moment {
    /// Lemmas in all frames.
    pub fn all_lemmas(&self) -> usize {
        self.lemmas.iter().sum()
    }

    /// This and an earlier one as one moment.
    fn absorb(&mut self, earlier: &Moment) {
        self.obligations = self.obligations.max(earlier.obligations);
    }

    fn join_bands(&mut self) {
        let pairs = self.lemmas.chunks(2);
        self.lemmas = pairs.map(|pair| pair.iter().sum()).collect();
    }
}

/// The course of a search: moments in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    moments: Vec<Moment>,
    /// Least number of queries between two of them.
    spacing: u64,
    band: usize,
    precision: Option<Precision>,
}

impl Default for History {
    fn default() -> History {
        History {
            moments: Vec::new(),
            spacing: 1,
            band: 1,
            precision: None,
        }
    }
}

impl History {
    /// The moments, by time.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Band `b` of a moment's lemmas has the levels from `b * band` up to the next band.
    pub fn band(&self) -> usize {
        self.band
    }

    /// What abstractions are made of; none: nothing is abstracted.
    pub fn precision(&self) -> Option<Precision> {
        self.precision
    }

    /// The last moment.
    pub fn end(&self) -> Option<&Moment> {
        self.moments.last()
    }

    fn is_due(&self, queries: u64) -> bool {
        self.end()
            .is_none_or(|last| queries >= last.queries + self.spacing)
    }

    /// One moment more, not before the last one.
    fn push(&mut self, moment: Moment) {
        self.moments.push(moment);
        while self.moments.len() > MOST_MOMENTS {
            self.spacing *= 2;
            self.thin();
        }
    }

    /// Merge what stands closer together than the spacing. First and last moment stay.
    fn thin(&mut self) {
        let all = std::mem::take(&mut self.moments);
        let last = all.len().saturating_sub(1);
        let mut waiting: Option<Moment> = None;
        for (i, mut moment) in all.into_iter().enumerate() {
            if let Some(earlier) = waiting.take() {
                moment.absorb(&earlier);
            }
            if i == last || self.is_due(moment.queries) {
                self.moments.push(moment);
            } else {
                waiting = Some(moment);
            }
        }
    }

    /// Count lemmas in bands at least as wide as these.
    fn widen(&mut self, band: usize) {
        while self.band < band {
            self.band *= 2;
            self.moments.iter_mut().for_each(Moment::join_bands);
        }
    }

    /// Lemmas by band, given those of each level; bands get wider if there are too many of them.
    fn by_band(&mut self, levels: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
        let mut lemmas = Vec::new();
        for (level, count) in levels.filter(|&(_, count)| count > 0) {
            while level / self.band >= MOST_BANDS {
                self.widen(2 * self.band);
                let mut moment = Moment {
                    lemmas,
                    ..Moment::default()
                };
                moment.join_bands();
                lemmas = moment.lemmas;
            }
            let band = level / self.band;
            if lemmas.len() <= band {
                lemmas.resize(band + 1, 0);
            }
            lemmas[band] += count;
        }
        lemmas
    }

    /// A further search goes on where this one has ended. It is one on an abstraction, of which `now` says how much
    /// it sees, and after how many queries and refinements.
    pub(crate) fn append(&mut self, precision: Precision, now: &Moment, mut later: History) {
        self.precision = Some(precision);
        self.widen(later.band);
        later.widen(self.band);
        self.spacing = self.spacing.max(later.spacing);
        for moment in later.moments {
            self.push(Moment {
                queries: moment.queries + now.queries,
                precision: now.precision,
                refinements: now.refinements,
                spurious: now.spurious,
                ..moment
            });
        }
    }
}

/// What is to be seen of a search.
pub(super) struct View<L> {
    pub(super) queries: u64,
    pub(super) level: usize,
    pub(super) obligations: usize,
    /// How many lemmas stand at each level.
    pub(super) lemmas: L,
    /// Predicates, refinements and spurious runs of an abstraction.
    pub(super) abstraction: Option<[u64; 3]>,
}

/// Keeps the history of a search.
#[derive(Debug)]
pub(super) struct Recorder {
    since: Instant,
    /// Most obligations since the last moment.
    waiting: usize,
    history: History,
}

impl Recorder {
    /// A recorder whose times count from `since` on.
    pub(super) fn new(since: Instant) -> Recorder {
        Recorder {
            since,
            waiting: 0,
            history: History::default(),
        }
    }

    /// So many obligations wait, after so many queries. Is it time to look at all of the search?
    pub(super) fn is_due(&mut self, queries: u64, obligations: usize) -> bool {
        self.waiting = self.waiting.max(obligations);
        self.history.is_due(queries)
    }

    /// Keep a moment.
    pub(super) fn record<L: Iterator<Item = (usize, usize)>>(&mut self, view: View<L>) {
        let lemmas = self.history.by_band(view.lemmas);
        let [precision, refinements, spurious] = view.abstraction.unwrap_or_default();
        self.history.precision = view.abstraction.map(|_| Precision::Predicates);
        self.history.push(Moment {
            time: self.since.elapsed(),
            queries: view.queries,
            level: view.level,
            lemmas,
            obligations: std::mem::take(&mut self.waiting).max(view.obligations),
            precision,
            refinements,
            spurious,
        });
    }

    /// What was kept.
    pub(super) fn history(&self) -> &History {
        &self.history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moments after 0, 1, 2, … queries, each at a level of its own with one lemma at each level.
    fn recorded(n: u64) -> Recorder {
        let mut recorder = Recorder::new(Instant::now());
        for queries in 0..n {
            // The peak is at one moment only.
            let obligations = if queries == n / 3 { 777 } else { 1 };
            if recorder.is_due(queries, obligations) {
                let level = queries as usize;
                recorder.record(View {
                    queries,
                    level,
                    obligations,
                    lemmas: (1..=level).map(|level| (level, 1)),
                    abstraction: Some([queries, 2, 3]),
                });
            }
        }
        recorder
    }

    #[test]
    fn a_short_search_is_kept_whole() {
        let recorder = recorded(MOST_BANDS as u64);
        let history = recorder.history();
        assert_eq!(history.precision(), Some(Precision::Predicates));
        assert_eq!(history.band(), 1);
        assert_eq!(history.moments().len(), MOST_BANDS);
        for (i, moment) in history.moments().iter().enumerate() {
            assert_eq!((moment.queries, moment.level), (i as u64, i));
            assert_eq!(moment.all_lemmas(), i);
            assert!(moment.lemmas.iter().skip(1).all(|&count| count == 1));
        }
    }

    #[test]
    fn a_long_search_is_thinned_evenly() {
        for n in [257, 300, 1_000, 5_000] {
            let recorder = recorded(n);
            let history = recorder.history();
            let moments = history.moments();
            let kept = moments.len();
            assert!(
                kept <= MOST_MOMENTS && kept > MOST_MOMENTS / 4,
                "{kept} of {n}"
            );
            assert_eq!(moments[0].queries, 0);
            let spacing = history.spacing;
            assert!(moments[kept - 1].queries + spacing >= n - 1);
            for pair in moments[..kept - 1].windows(2) {
                let apart = pair[1].queries - pair[0].queries;
                assert!(
                    (spacing..2 * spacing).contains(&apart),
                    "{apart}, {spacing}"
                );
            }
            // Each moment is one that was, except for the peaks, of which none is lost.
            for moment in moments {
                assert_eq!(moment.all_lemmas(), moment.level);
                assert_eq!(moment.precision, moment.queries);
                assert!(moment.lemmas.len() <= MOST_BANDS);
            }
            let peaks = moments.iter().filter(|moment| moment.obligations == 777);
            assert_eq!(peaks.count(), 1);
        }
    }

    #[test]
    fn wide_bands_have_the_lemmas_of_their_levels() {
        let mut history = History::default();
        let low = history.by_band([(1, 5), (2, 7), (3, 1)].into_iter());
        assert_eq!(low, [0, 5, 7, 1]);
        history.push(Moment {
            lemmas: low,
            ..Moment::default()
        });
        let high = history.by_band([(1, 5), (2, 7), (4 * MOST_BANDS - 1, 2)].into_iter());
        assert_eq!(history.band(), 4);
        assert_eq!(high.len(), MOST_BANDS);
        assert_eq!((high[0], high[MOST_BANDS - 1]), (12, 2));
        assert_eq!(history.moments()[0].lemmas, [13]);
    }

    #[test]
    fn searches_one_after_another_are_one_course() {
        let mut all = History::default();
        for round in 0..5 {
            let now = Moment {
                queries: 1_000 * round,
                precision: 10 + round,
                refinements: round,
                spurious: round,
                ..Moment::default()
            };
            all.append(Precision::Details, &now, recorded(100).history().clone());
        }
        let moments = all.moments();
        assert!(moments.len() <= MOST_MOMENTS);
        assert!(
            moments
                .windows(2)
                .all(|pair| pair[0].queries < pair[1].queries)
        );
        assert!(
            moments
                .windows(2)
                .all(|pair| pair[0].precision <= pair[1].precision)
        );
        let end = &moments[moments.len() - 1];
        assert_eq!(
            (end.queries, end.precision, end.refinements),
            (4_099, 14, 4)
        );
        assert_eq!(all.band(), 2);
    }
}

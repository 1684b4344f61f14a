//! Terms near the variables of a zone: `t - x` lies between two numbers.

use ferric3_term::{Op, TermId, Terms};

use super::evaluate::{Evaluator, width_of};
use super::interval::{Interval, Reading};
use super::state::{State, Variables};
use super::word::Word;
use super::zone::Zone;
use super::zone_pack::ZonePack;

/// Terms are followed as deep as this.
const MAX_DEPTH: u32 = 6;
/// A term has at most so many variables nearby.
const MAX_NEAR: usize = 4;

/// The value of a term, as an integer, minus that of a variable is from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Near {
    /// The variable's place in the pack.
    pub(super) place: usize,
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Near {
    /// The same for a term that is larger by a number of the interval.
    fn plus(self, by: Interval) -> Near {
        Near {
            place: self.place,
            low: self.low.map(|low| low + by.lo),
            high: self.high.map(|high| high + by.hi),
        }
    }

    /// The same for a term that is not larger.
    fn below(self) -> Near {
        Near { low: None, ..self }
    }
}

/// Reads terms in one abstract state, whose words the evaluator knows.
pub(super) struct ZoneReader<'a> {
    pub(super) terms: &'a Terms,
    pub(super) variables: &'a Variables,
    pub(super) evaluator: &'a Evaluator,
    pub(super) pack: &'a ZonePack,
    pub(super) state: &'a State,
    pub(super) zone: &'a Zone,
}

impl ZoneReader<'_> {
    /// The integers that a term stands for; `None` if its sort is not modelled.
    fn range(&self, t: TermId) -> Option<Interval> {
        let reading = self.pack.reading;
        let all = reading.all(width_of(self.terms.sort(t))?);
        if let Op::Symbol(_) = self.terms.op(t)
            && let Some(place) = self.place(t)
        {
            return Some(range(self.state, self.pack, self.zone, place));
        }
        let known = self.evaluator.known(t);
        Some(known.map_or(all, |word| word.range(reading)))
    }

    fn place(&self, t: TermId) -> Option<usize> {
        let variable = self.variables.number(self.terms.as_symbol(t)?)?;
        self.pack.variables.iter().position(|&v| v == variable)
    }

    /// Is the term not negative, in any reading?
    fn is_natural(&self, t: TermId) -> bool {
        let known = self.evaluator.known(t);
        known.is_some_and(|word| word.signed().lo >= 0)
    }

    /// The variables near a term.
    pub(super) fn near(&self, t: TermId) -> Vec<Near> {
        self.search(t, MAX_DEPTH)
    }

    fn search(&self, t: TermId, depth: u32) -> Vec<Near> {
        let terms = self.terms;
        let Some(width) = width_of(terms.sort(t)) else {
            return Vec::new();
        };
        if depth == 0 || terms.sort(t).width().is_none() {
            return Vec::new();
        }
        let depth = depth - 1;
        let reading = self.pack.reading;
        let mut found = match (terms.op(t), terms.args(t)) {
            (Op::Symbol(_), _) => {
                let exact = |place| Near {
                    place,
                    low: Some(0),
                    high: Some(0),
                };
                self.place(t).map(exact).into_iter().collect()
            }
            (Op::BvAdd, &[a, b]) => {
                let (Some(x), Some(y)) = (self.range(a), self.range(b)) else {
                    return Vec::new();
                };
                let Some(turn) = turn(x.add(y), width, reading) else {
                    return Vec::new();
                };
                let left = self.search(a, depth).into_iter().map(|n| n.plus(y));
                let right = self.search(b, depth).into_iter().map(|n| n.plus(x));
                left.chain(right).map(|near| near.plus(turn)).collect()
            }
            (Op::BvSub, &[a, b]) => {
                let (Some(x), Some(y)) = (self.range(a), self.range(b)) else {
                    return Vec::new();
                };
                let Some(turn) = turn(x.sub(y), width, reading) else {
                    return Vec::new();
                };
                let by = Interval::point(0).sub(y).add(turn);
                self.search(a, depth)
                    .into_iter()
                    .map(|n| n.plus(by))
                    .collect()
            }
            (Op::SignExtend(_), &[a]) if reading == Reading::Signed || self.is_natural(a) => {
                self.search(a, depth)
            }
            (Op::ZeroExtend(_), &[a]) if reading == Reading::Unsigned || self.is_natural(a) => {
                self.search(a, depth)
            }
            (Op::Extract { lo: 0, .. }, &[a])
                if self
                    .range(a)
                    .is_some_and(|range| range.is_within(reading.all(width))) =>
            {
                self.search(a, depth)
            }
            (Op::Ite, &[_, a, b]) => hull(&self.search(a, depth), &self.search(b, depth)),
            (Op::BvUdiv, &[a, b]) => {
                let divides = self.known(b).is_some_and(|word| !word.contains(0));
                self.if_natural(t, &[a], divides, depth)
            }
            (Op::BvSdiv, &[a, b]) => {
                let divides = self.known(b).is_some_and(|word| word.signed().lo > 0);
                self.if_natural(t, &[a], divides && self.is_natural(a), depth)
            }
            (Op::BvLshr, &[a, _]) => self.if_natural(t, &[a], true, depth),
            (Op::BvAshr, &[a, _]) => self.if_natural(t, &[a], self.is_natural(a), depth),
            (Op::BvAnd, &[a, b]) => self.if_natural(t, &[a, b], true, depth),
            (Op::BvUrem, &[a, b]) => {
                let mut found = self.if_natural(t, &[a], true, depth);
                if self.known(b).is_some_and(|word| !word.contains(0)) {
                    let less = self.if_natural(t, &[b], true, depth);
                    found.extend(less.into_iter().map(|n| n.plus(Interval::point(-1))));
                }
                found
            }
            (Op::BvSrem, &[a, b]) if self.is_natural(a) => {
                let mut found = self.if_natural(t, &[a], true, depth);
                if self.known(b).is_some_and(|word| word.signed().lo > 0) {
                    let less = self.if_natural(t, &[b], true, depth);
                    found.extend(less.into_iter().map(|n| n.plus(Interval::point(-1))));
                }
                found
            }
            _ => Vec::new(),
        };
        found.truncate(MAX_NEAR);
        found
    }

    fn known(&self, t: TermId) -> Option<&Word> {
        self.evaluator.known(t)
    }

    /// `t` is at most each of the terms as an unsigned number; as a signed number, it is so if
    /// that term is not negative. `holds`: the condition for that.
    fn if_natural(&self, t: TermId, above: &[TermId], holds: bool, depth: u32) -> Vec<Near> {
        debug_assert!(
            above
                .iter()
                .all(|&a| self.terms.sort(a) == self.terms.sort(t))
        );
        let mut found = Vec::new();
        for &a in above {
            if holds && (self.pack.reading == Reading::Unsigned || self.is_natural(a)) {
                found.extend(self.search(a, depth).into_iter().map(Near::below));
            }
        }
        found
    }
}

/// What has to be added to exact integers to get the word's number, if that is one multiple of
/// `2^width` for all of them.
fn turn(exact: Interval, width: u32, reading: Reading) -> Option<Interval> {
    let all = reading.all(width);
    let power = all.hi - all.lo + 1;
    let turns = |value: i128| (value - all.lo).div_euclid(power);
    let (first, last) = (turns(exact.lo), turns(exact.hi));
    (first == last).then(|| Interval::point(-first * power))
}

/// Variables near both terms, for a term that is one of them.
fn hull(a: &[Near], b: &[Near]) -> Vec<Near> {
    let mut found = Vec::new();
    for one in a {
        if let Some(other) = b.iter().find(|other| other.place == one.place) {
            found.push(Near {
                place: one.place,
                low: one.low.zip(other.low).map(|(x, y)| x.min(y)),
                high: one.high.zip(other.high).map(|(x, y)| x.max(y)),
            });
        }
    }
    found
}

/// The integers that a variable may be, by its own word and by the words that are near it.
pub(super) fn range(state: &State, pack: &ZonePack, zone: &Zone, place: usize) -> Interval {
    let own = |place: usize| {
        let word = state.words.get(pack.variables[place]);
        let all = pack.reading.all(pack.widths[place]);
        word.map_or(all, |word| word.range(pack.reading))
    };
    let mut range = own(place);
    for other in (0..zone.size()).filter(|&other| other != place) {
        let word = own(other);
        let high = zone.bound(place, other).map(|c| word.hi + i128::from(c));
        let low = zone.bound(other, place).map(|c| word.lo - i128::from(c));
        let between = Interval {
            lo: low.map_or(range.lo, |low| low.max(range.lo)),
            hi: high.map_or(range.hi, |high| high.min(range.hi)),
        };
        if between.lo <= between.hi {
            range = between; // Otherwise no state is left, which others notice.
        }
    }
    range
}

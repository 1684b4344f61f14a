//! Abstract words as clauses: simple ones, and none that another one implies.

use ferric3_term::{BitVecValue, Sort, TermId, Terms};

use super::bits::Bits;
use super::interval::{Interval, Reading};
use super::word::Word;

/// The domain that a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum FactDomain {
    /// No run gets there.
    Unreachable,
    /// One of few constants.
    Constants,
    /// Bounds.
    Intervals,
    /// Known bits.
    Bits,
    /// Affine relations.
    Affine,
    /// Bounds on differences.
    Differences,
    /// Linear relations of integers or real numbers.
    Linear,
}

impl FactDomain {
    /// For tables.
    pub fn name(self) -> &'static str {
        match self {
            FactDomain::Unreachable => "unreachable",
            FactDomain::Constants => "constants",
            FactDomain::Intervals => "intervals",
            FactDomain::Bits => "bits",
            FactDomain::Affine => "affine",
            FactDomain::Differences => "differences",
            FactDomain::Linear => "linear",
        }
    }
}

/// A part of what a word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Bits,
    Low(Reading),
    High(Reading),
}

/// Clauses that together say that the value of `x` is among `word`.
pub(super) fn clauses(terms: &mut Terms, x: TermId, word: &Word) -> Vec<(FactDomain, TermId)> {
    if terms.sort(x) == Sort::Bool {
        return match word.as_truth() {
            Some(true) => vec![(FactDomain::Constants, x)],
            Some(false) => vec![(FactDomain::Constants, terms.not(x))],
            None => vec![],
        };
    }
    if let Some(constants) = word.constants() {
        let hull = (constants[0], *constants.last().expect("not empty"));
        let is_run = |reading: Reading| {
            let range = word.range(reading);
            range.hi - range.lo + 1 == constants.len() as i128
        };
        if hull.0 == hull.1 || !is_run(Reading::Unsigned) && !is_run(Reading::Signed) {
            let mut cases = Vec::new();
            for &constant in constants {
                let constant = terms.bv_u64(constant, word.width());
                cases.push(terms.eq(x, constant));
            }
            return vec![(FactDomain::Constants, terms.or(&cases))];
        }
    }
    let parts = needed(word);
    let mut clauses = Vec::new();
    for part in parts {
        match part {
            Part::Bits => clauses.extend(
                known_bits(terms, x, word)
                    .into_iter()
                    .map(|t| (FactDomain::Bits, t)),
            ),
            Part::Low(reading) => {
                let bound = constant(terms, word.range(reading).lo, word.width());
                let clause = match reading {
                    Reading::Unsigned => terms.bv_ule(bound, x),
                    Reading::Signed => terms.bv_sle(bound, x),
                };
                clauses.push((FactDomain::Intervals, clause));
            }
            Part::High(reading) => {
                let bound = constant(terms, word.range(reading).hi, word.width());
                let clause = match reading {
                    Reading::Unsigned => terms.bv_ule(x, bound),
                    Reading::Signed => terms.bv_sle(x, bound),
                };
                clauses.push((FactDomain::Intervals, clause));
            }
        }
    }
    clauses
}

fn constant(terms: &mut Terms, value: i128, width: u32) -> TermId {
    let word = u64::try_from(value & i128::from(u64::MAX)).expect("64 bits");
    terms.bv(BitVecValue::from_u64(word, width))
}

/// Parts that together say all of it, and none of which could be left out.
fn needed(word: &Word) -> Vec<Part> {
    use Reading::{Signed, Unsigned};
    let mut parts = vec![
        Part::Bits,
        Part::Low(Signed),
        Part::High(Signed),
        Part::Low(Unsigned),
        Part::High(Unsigned),
    ];
    // `0 ≤ x` is simpler than a bound of the unsigned number in the middle of its range.
    if word.unsigned().hi == Signed.all(word.width()).hi {
        parts.rotate_left(3);
        parts.swap(0, 2);
    }
    let mut at = 0;
    while at < parts.len() {
        let mut fewer = parts.clone();
        fewer.remove(at);
        let rest = fewer
            .iter()
            .try_fold(Word::top(word.width()), |rest, part| {
                restrict(&rest, *part, word)
            });
        if rest.as_ref().is_some_and(|rest| rest.is_within(word)) {
            parts = fewer;
        } else {
            at += 1;
        }
    }
    parts
}

fn restrict(rest: &Word, part: Part, word: &Word) -> Option<Word> {
    let all = |reading: Reading| reading.all(word.width());
    match part {
        Part::Bits => rest.meet_bits(word.bits()),
        Part::Low(reading) => {
            let range = Interval::new(word.range(reading).lo, all(reading).hi);
            rest.meet_range(range, reading)
        }
        Part::High(reading) => {
            let range = Interval::new(all(reading).lo, word.range(reading).hi);
            rest.meet_range(range, reading)
        }
    }
}

/// One clause for each run of known bits that intervals do not imply.
fn known_bits(terms: &mut Terms, x: TermId, word: &Word) -> Vec<TermId> {
    let implied = {
        let ranges = Word::top(word.width())
            .meet_range(word.unsigned(), Reading::Unsigned)
            .and_then(|rest| rest.meet_range(word.signed(), Reading::Signed));
        ranges.map_or(Bits::TOP, |rest| rest.bits())
    };
    let known = word.bits().known() & !implied.known();
    let mut clauses = Vec::new();
    let mut bit = 0;
    while bit < word.width() {
        if known >> bit & 1 == 0 {
            bit += 1;
            continue;
        }
        let lo = bit;
        while bit < word.width() && known >> bit & 1 == 1 {
            bit += 1;
        }
        let value = word.bits().ones >> lo;
        let field = terms.extract(x, bit - 1, lo);
        let value = terms.bv_u64(value, bit - lo);
        clauses.push(terms.eq(field, value));
    }
    clauses
}

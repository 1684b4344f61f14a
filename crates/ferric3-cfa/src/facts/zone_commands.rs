//! Commands on zones, and what zones and words tell one another.

use ferric3_term::{Op, TermId, Terms};

use super::evaluate::Evaluator;
use super::interval::{Interval, Reading};
use super::state::{State, Variables};
use super::word::Word;
use super::zone::Zone;
use super::zone_pack::{ZonePack, ZonePacks};
use super::zone_terms::{Near, ZoneReader};

/// A choice of values may be nested as deep as this.
const MAX_CHOICES: u32 = 3;
/// Conjuncts of an assumption that are looked at.
const MAX_CONJUNCTS: usize = 16;
/// Terms are searched for variables as far as this.
const MAX_NODES: usize = 24;

/// What zones need to know.
pub(super) struct Zones<'a> {
    pub(super) terms: &'a Terms,
    pub(super) variables: &'a Variables,
    pub(super) packs: &'a ZonePacks,
}

/// A state before a command, and the values of the command's terms in it.
#[derive(Clone, Copy)]
struct Before<'a> {
    state: &'a State,
    evaluator: &'a Evaluator,
    pack: &'a ZonePack,
}

impl Zones<'_> {
    fn zone(&self, state: &State, pack: usize) -> Zone {
        match state.zones.get(pack) {
            Some(zone) => zone.clone(),
            None => Zone::top(self.packs.packs[pack].variables.len()),
        }
    }

    fn near(&self, before: Before, zone: &Zone, t: TermId) -> Vec<Near> {
        let reader = ZoneReader {
            terms: self.terms,
            variables: self.variables,
            evaluator: before.evaluator,
            pack: before.pack,
            state: before.state,
            zone,
        };
        reader.near(t)
    }

    /// `x := value`; the evaluator knows the values of the term before. Its word comes later, and
    /// then [`Zones::settle`]. Returns the effort.
    pub(super) fn assign(
        &self,
        state: &mut State,
        evaluator: &Evaluator,
        variable: usize,
        value: TermId,
    ) -> u64 {
        let places = self.packs.of_variable(variable);
        for &(id, place) in places {
            let before = Before {
                state,
                evaluator,
                pack: &self.packs.packs[id],
            };
            let zone = self.zone(state, id);
            let after = self.value(before, zone, place, value, MAX_CHOICES);
            state.set_zone(id, after);
        }
        10 * places.len() as u64
    }

    /// The zone after `x_place := t`.
    fn value(&self, before: Before, zone: Zone, place: usize, t: TermId, choices: u32) -> Zone {
        if choices > 0
            && let (Op::Ite, &[condition, a, b]) = (self.terms.op(t), self.terms.args(t))
        {
            let way = |truth: bool, t: TermId| {
                let zone = self.conjuncts(before, zone.clone(), condition, truth)?;
                Some(self.value(before, zone, place, t, choices - 1))
            };
            match (way(true, a), way(false, b)) {
                (Some(one), Some(other)) => return one.join(&other),
                (Some(one), None) | (None, Some(one)) => return one,
                (None, None) => {} // No state is left; what follows is an upper bound.
            }
        }
        let near = self.near(before, &zone, t);
        let mut after = zone;
        match near.iter().find(|near| near.place == place) {
            Some(own) => after.shift(place, own.low, own.high),
            None => after.forget(place),
        }
        for other in near.iter().filter(|near| near.place != place) {
            let kept = after.clone();
            let above = other
                .high
                .is_none_or(|high| after.add(place, other.place, high));
            let below = other
                .low
                .is_none_or(|low| above && after.add(other.place, place, -low));
            if !above || !below {
                after = kept; // No state is left, which others notice.
            }
        }
        after
    }

    /// `x` gets any value. Returns the effort.
    pub(super) fn forget(&self, state: &mut State, variable: usize) -> u64 {
        let places = self.packs.of_variable(variable);
        for &(pack, place) in places {
            if let Some(zone) = state.zones.get(pack) {
                let mut zone = zone.clone();
                zone.forget(place);
                state.set_zone(pack, zone);
            }
        }
        places.len() as u64
    }

    /// What a variable's word says about its differences, if it is news. `None` if no state is
    /// left.
    pub(super) fn settle(&self, mut state: State, variable: usize) -> Option<State> {
        for &(id, place) in self.packs.of_variable(variable) {
            let pack = &self.packs.packs[id];
            let mut zone = self.zone(&state, id);
            let own = range(&state, pack, place);
            for other in (0..zone.size()).filter(|&other| other != place) {
                let that = range(&state, pack, other);
                // How far they are apart is for words to say; who is larger may outlive that.
                for (x, y, c) in [
                    (place, other, own.hi - that.lo),
                    (other, place, that.hi - own.lo),
                ] {
                    if c <= 0 && !zone.add(x, y, c.max(-1)) {
                        return None;
                    }
                }
            }
            state.set_zone(id, zone);
        }
        Some(state)
    }

    /// The states where an assumption holds; `None` if there are none. The evaluator knows the
    /// values of the term.
    pub(super) fn assume(
        &self,
        mut state: State,
        evaluator: &mut Evaluator,
        condition: TermId,
    ) -> Option<State> {
        let mentioned = self.mentioned(condition);
        let mut packs: Vec<usize> = Vec::new();
        for &variable in &mentioned {
            packs.extend(self.packs.of_variable(variable).iter().map(|&(id, _)| id));
        }
        packs.sort_unstable();
        packs.dedup();
        evaluator.effort += 10 * packs.len() as u64;
        for id in packs {
            let before = Before {
                state: &state,
                evaluator,
                pack: &self.packs.packs[id],
            };
            let zone = self.conjuncts(before, self.zone(&state, id), condition, true)?;
            state.set_zone(id, zone);
        }
        for &variable in &mentioned {
            state = self.settle(state, variable)?;
            state = self.inform(state, variable)?;
        }
        Some(state)
    }

    /// What a variable's word says about the words of variables near it.
    fn inform(&self, mut state: State, variable: usize) -> Option<State> {
        for &(id, place) in self.packs.of_variable(variable) {
            let pack = &self.packs.packs[id];
            let Some(zone) = state.zones.get(id).cloned() else {
                continue;
            };
            let own = range(&state, pack, place);
            for other in (0..zone.size()).filter(|&other| other != place) {
                let that = range(&state, pack, other);
                let high = zone.bound(other, place).map(|c| own.hi + i128::from(c));
                let low = zone.bound(place, other).map(|c| own.lo - i128::from(c));
                let between = Interval {
                    lo: low.map_or(that.lo, |low| low.max(that.lo)),
                    hi: high.map_or(that.hi, |high| high.min(that.hi)),
                };
                if between.lo > between.hi {
                    return None;
                }
                if between != that {
                    let number = pack.variables[other];
                    let word = state.words.get(number).cloned();
                    let word = word.unwrap_or_else(|| Word::top(pack.widths[other]));
                    state.set(number, Some(word.meet_range(between, pack.reading)?));
                }
            }
        }
        Some(state)
    }

    /// The points where the comparisons of a condition come out as they must.
    fn conjuncts(
        &self,
        before: Before,
        mut zone: Zone,
        condition: TermId,
        truth: bool,
    ) -> Option<Zone> {
        let mut stack = vec![(condition, truth)];
        let mut conjuncts = 0;
        while let Some((t, truth)) = stack.pop() {
            conjuncts += 1;
            if conjuncts > MAX_CONJUNCTS {
                break;
            }
            let (op, args) = (self.terms.op(t), self.terms.args(t));
            match (op, args) {
                (Op::Not, &[a]) => stack.push((a, !truth)),
                (Op::And, args) if truth => stack.extend(args.iter().map(|&a| (a, true))),
                (Op::Or, args) if !truth => stack.extend(args.iter().map(|&a| (a, false))),
                (Op::Eq, &[a, b]) if truth => {
                    zone = self.less(before, zone, (a, b), before.pack.reading, false)?;
                    zone = self.less(before, zone, (b, a), before.pack.reading, false)?;
                }
                (Op::Eq, &[a, b]) => zone = self.differ(before, zone, a, b)?,
                (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, &[a, b]) => {
                    let strict = matches!(op, Op::BvUlt | Op::BvSlt);
                    let reading = match op {
                        Op::BvUlt | Op::BvUle => Reading::Unsigned,
                        _ => Reading::Signed,
                    };
                    let (sides, strict) = if truth {
                        ((a, b), strict)
                    } else {
                        ((b, a), !strict)
                    };
                    zone = self.less(before, zone, sides, reading, strict)?;
                }
                _ => {}
            }
        }
        Some(zone)
    }

    /// `a < b` (or `a ≤ b`) in a reading.
    fn less(
        &self,
        before: Before,
        mut zone: Zone,
        (a, b): (TermId, TermId),
        reading: Reading,
        strict: bool,
    ) -> Option<Zone> {
        // Between numbers that are not negative, readings agree.
        let natural = |t: TermId| {
            let known = before.evaluator.known(t);
            known.is_some_and(|word| word.signed().lo >= 0)
        };
        let carries_over = match (reading, before.pack.reading) {
            (Reading::Unsigned, Reading::Signed) => natural(b),
            (Reading::Signed, Reading::Unsigned) => natural(a),
            _ => true,
        };
        if !carries_over {
            return Some(zone);
        }
        let (left, right) = (self.near(before, &zone, a), self.near(before, &zone, b));
        // x + low ≤ a ≤ b - room ≤ y + high - room.
        for x in &left {
            for y in &right {
                if let (Some(low), Some(high)) = (x.low, y.high)
                    && !zone.add(x.place, y.place, high - low - i128::from(strict))
                {
                    return None;
                }
            }
        }
        Some(zone)
    }

    /// `a ≠ b`: who was not larger is less.
    fn differ(&self, before: Before, mut zone: Zone, a: TermId, b: TermId) -> Option<Zone> {
        let exact = |near: Near| match (near.low, near.high) {
            (Some(low), Some(high)) if low == high => Some((near.place, low)),
            _ => None,
        };
        let left = self.near(before, &zone, a).into_iter().find_map(exact);
        let right = self.near(before, &zone, b).into_iter().find_map(exact);
        let (Some((x, at_x)), Some((y, at_y))) = (left, right) else {
            return Some(zone);
        };
        // x + at_x ≠ y + at_y.
        for (x, y, c) in [(x, y, at_y - at_x), (y, x, at_x - at_y)] {
            if x == y {
                if c == 0 {
                    return None;
                }
                continue;
            }
            if zone.bound(x, y).map(i128::from) == Some(c) && !zone.add(x, y, c - 1) {
                return None;
            }
        }
        Some(zone)
    }

    /// Is it worth while to look at an assumption?
    pub(super) fn concerns(&self, condition: TermId) -> bool {
        self.packs.len() > 0 && !self.mentioned(condition).is_empty()
    }

    /// The first variables of a condition that are in packs.
    fn mentioned(&self, condition: TermId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![condition];
        let mut nodes = 0;
        while let Some(t) = stack.pop() {
            nodes += 1;
            if nodes > MAX_NODES {
                break;
            }
            stack.extend(self.terms.args(t));
            let symbol = self.terms.as_symbol(t);
            if let Some(variable) = symbol.and_then(|symbol| self.variables.number(symbol))
                && !self.packs.of_variable(variable).is_empty()
                && !found.contains(&variable)
            {
                found.push(variable);
            }
        }
        found
    }
}

/// The integers that a variable may be by its own word.
fn range(state: &State, pack: &ZonePack, place: usize) -> Interval {
    let all = pack.reading.all(pack.widths[place]);
    let word = state.words.get(pack.variables[place]);
    word.map_or(all, |word| word.range(pack.reading))
}

//! `not`, `and` and `or`.

use smallvec::SmallVec;

use super::compare::Order;
use crate::{Op, TermId, Terms};

/// `and` or `or`. The rules are written once for both: each is the dual of the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Junction {
    And,
    Or,
}

impl Junction {
    pub(super) fn op(self) -> Op {
        match self {
            Junction::And => Op::And,
            Junction::Or => Op::Or,
        }
    }

    fn dual(self) -> Junction {
        match self {
            Junction::And => Junction::Or,
            Junction::Or => Junction::And,
        }
    }

    /// The value that may be left out; the other one absorbs everything.
    pub(super) fn neutral(self) -> bool {
        self == Junction::And
    }
}

pub(super) type List = SmallVec<[TermId; 8]>;

/// Nested junctions are flattened up to this number of members.
const MAX_FLAT: usize = 64;
/// Rules that compare all members of members stop at this number.
const MAX_INNER: usize = 256;
/// Rules that compare each member with each other stop at this number.
const MAX_PAIRED: usize = 8;

/// What the members of a junction say about one of them.
enum Member {
    Stays,
    /// It says nothing new.
    Goes,
    /// It contradicts the others (in `and`), or completes them (in `or`).
    Absorbs,
    /// Some of its own members can go; these stay.
    Shrinks(List),
}

impl Terms {
    pub(super) fn simplify_not(&mut self, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            (Op::Not, &[x]) => x,
            (Op::BvUlt, &[x, y]) => self.bv_ule(y, x),
            (Op::BvUle, &[x, y]) => self.bv_ult(y, x),
            (Op::BvSlt, &[x, y]) => self.bv_sle(y, x),
            (Op::BvSle, &[x, y]) => self.bv_slt(y, x),
            (Op::Lt, &[x, y]) => self.le(y, x),
            (Op::Le, &[x, y]) => self.lt(y, x),
            _ => self.mk(Op::Not, &[a]),
        }
    }

    /// The negation of the simplified `a`, if it was ever built. What was not built cannot stand
    /// beside `a`, so there is no need to build it.
    pub(super) fn find_not(&self, a: TermId) -> Option<TermId> {
        let (order, x, y) = match (self.op(a), self.args(a)) {
            (Op::Not, &[x]) => return Some(x),
            (Op::BvUle, &[x, y]) => return self.find(&Op::BvUlt, &[y, x]),
            (Op::BvSle, &[x, y]) => return self.find(&Op::BvSlt, &[y, x]),
            (Op::BvUlt, &[x, y]) => (Order::Unsigned, x, y),
            (Op::BvSlt, &[x, y]) => (Order::Signed, x, y),
            (Op::Lt | Op::Le, _) => return self.find_not_comparison(a),
            _ => return self.find(&Op::Not, &[a]),
        };
        // With a constant the negation is strict, too.
        if let Some(k) = self.as_const(y) {
            let below = self.find(&Op::Const(order.before(k)?), &[])?;
            self.find(&order.strict(), &[below, x])
        } else if let Some(k) = self.as_const(x) {
            let above = self.find(&Op::Const(order.after(k)?), &[])?;
            self.find(&order.strict(), &[y, above])
        } else {
            self.find(&order.weak(), &[y, x])
        }
    }

    pub(super) fn simplify_junction(&mut self, junction: Junction, args: &[TermId]) -> TermId {
        let Some(list) = self.flattened(junction, args) else {
            return self.bool(!junction.neutral());
        };
        match list[..] {
            [] => return self.bool(junction.neutral()),
            [single] => return single,
            _ => {}
        }
        let contains = |t: TermId| list.binary_search(&t).is_ok();
        if list.iter().any(|&t| self.find_not(t).is_some_and(contains)) {
            return self.bool(!junction.neutral());
        }
        if let Some(t) = self.by_facts(junction, &list) {
            return t;
        }
        if let Some(t) = self.by_members(junction, &list) {
            return t;
        }
        if let Some(t) = self.by_common_factor(junction, &list) {
            return t;
        }
        if let Some(t) = self.by_resolution(junction, &list) {
            return t;
        }
        self.mk(junction.op(), &list)
    }

    /// The members, flat, sorted and without constants; `None` if one of them absorbs all.
    fn flattened(&self, junction: Junction, args: &[TermId]) -> Option<List> {
        let op = junction.op();
        let mut list = List::from_slice(args);
        if list.iter().any(|&t| self.absorbs(junction, t)) {
            return None;
        }
        list.retain(|t| self.as_bool(*t).is_none());
        list.sort_unstable();
        list.dedup();
        loop {
            let fits =
                |t: &TermId| *self.op(*t) == op && self.args(*t).len() + list.len() - 1 <= MAX_FLAT;
            let Some(nested) = list.iter().position(fits) else {
                return Some(list);
            };
            let t = list.remove(nested);
            for &member in self.args(t) {
                if self.absorbs(junction, member) {
                    return None;
                }
                if self.as_bool(member).is_none()
                    && let Err(place) = list.binary_search(&member)
                {
                    list.insert(place, member);
                }
            }
        }
    }

    /// Is it the value that nothing can be added to?
    fn absorbs(&self, junction: Junction, t: TermId) -> bool {
        self.as_bool(t) == Some(!junction.neutral())
    }

    /// Absorption and unit resolution: `a ∧ (a ∨ b) = a`, `a ∧ (¬a ∨ b) = a ∧ b`, also where the
    /// inner junction is negated.
    fn by_members(&mut self, junction: Junction, list: &[TermId]) -> Option<TermId> {
        let inner = |t: &TermId| {
            self.as_junction(*t)
                .map_or(0, |(_, _, members)| members.len())
        };
        if list.iter().map(inner).sum::<usize>() > MAX_INNER {
            return None;
        }
        for (i, &t) in list.iter().enumerate() {
            let rest = match self.member(junction, list, t) {
                Member::Stays => continue,
                Member::Absorbs => return Some(self.bool(!junction.neutral())),
                Member::Goes => None,
                Member::Shrinks(rest) => Some(self.shrunk(t, &rest)),
            };
            // The other members get their turn then; the total size has become smaller.
            let others = list[..i].iter().chain(&list[i + 1..]).copied();
            let new: List = others.chain(rest).collect();
            return Some(self.junction(junction, &new));
        }
        None
    }

    /// What `list` says about its member `t`.
    fn member(&self, junction: Junction, list: &[TermId], t: TermId) -> Member {
        let Some((negated, inner, members)) = self.as_junction(t) else {
            return Member::Stays;
        };
        let contains = |t: TermId| list.binary_search(&t).is_ok();
        let mut rest = List::new();
        for &x in members {
            let (asserted, denied) = (contains(x), self.find_not(x).is_some_and(contains));
            // What `t` says is a junction of `x` or of `¬x`, with `inner` or its dual.
            let (same, opposite) = if negated {
                (denied, asserted)
            } else {
                (asserted, denied)
            };
            let is_dual = negated == (inner == junction);
            match (is_dual, same, opposite) {
                (true, true, _) => return Member::Goes,
                (false, _, true) => return Member::Absorbs,
                (true, _, true) | (false, true, _) => {}
                _ => rest.push(x),
            }
        }
        if rest.len() < members.len() {
            Member::Shrinks(rest)
        } else {
            Member::Stays
        }
    }

    /// The perhaps negated junction `t` with only these members left.
    fn shrunk(&mut self, t: TermId, rest: &[TermId]) -> TermId {
        let Some((negated, inner, _)) = self.as_junction(t) else {
            return t;
        };
        let shrunk = self.junction(inner, rest);
        if negated { self.not(shrunk) } else { shrunk }
    }

    /// `t` as a junction: is it negated, which one is it, what are its members?
    fn as_junction(&self, t: TermId) -> Option<(bool, Junction, &[TermId])> {
        let negation = self.as_unary(&Op::Not, t);
        let inner = negation.unwrap_or(t);
        let junction = match self.op(inner) {
            Op::And => Junction::And,
            Op::Or => Junction::Or,
            _ => return None,
        };
        Some((negation.is_some(), junction, self.args(inner)))
    }

    /// `(a ∧ b) ∨ (a ∧ c) = a ∧ (b ∨ c)`, if all members share some factor.
    fn by_common_factor(&mut self, junction: Junction, list: &[TermId]) -> Option<TermId> {
        if list.len() > MAX_PAIRED {
            return None;
        }
        let factors: SmallVec<[List; 4]> = list
            .iter()
            .map(|&t| self.factors(junction.dual(), t))
            .collect();
        let (first, others) = factors.split_first()?;
        let is_common = |x: &TermId| others.iter().all(|f| f.binary_search(x).is_ok());
        let mut common: List = first.iter().copied().filter(is_common).collect();
        if common.is_empty() {
            return None;
        }
        let mut rests = List::new();
        for factors in &factors {
            let rest: List = factors
                .iter()
                .copied()
                .filter(|x| !common.contains(x))
                .collect();
            rests.push(self.junction(junction.dual(), &rest));
        }
        common.push(self.junction(junction, &rests));
        Some(self.junction(junction.dual(), &common))
    }

    /// `(a ∧ b) ∨ (a ∧ ¬b) = a` for two of more members.
    fn by_resolution(&mut self, junction: Junction, list: &[TermId]) -> Option<TermId> {
        if list.len() > MAX_PAIRED {
            return None;
        }
        for (i, &s) in list.iter().enumerate() {
            for &t in &list[i + 1..] {
                let Some(resolvent) = self.resolvent(junction.dual(), s, t) else {
                    continue;
                };
                let new = self.junction(junction.dual(), &resolvent);
                let others = list.iter().copied().filter(|&x| x != s && x != t);
                let members: List = others.chain([new]).collect();
                return Some(self.junction(junction, &members));
            }
        }
        None
    }

    /// The common factors of `s` and `t` if they differ in just one factor and its negation.
    fn resolvent(&self, dual: Junction, s: TermId, t: TermId) -> Option<List> {
        let op = dual.op();
        if *self.op(s) != op || *self.op(t) != op || self.args(s).len() != self.args(t).len() {
            return None;
        }
        let (s, t) = (self.factors(dual, s), self.factors(dual, t));
        let mut differing = s.iter().filter(|x| t.binary_search(x).is_err());
        let pivot = *differing.next()?;
        let unique = differing.next().is_none();
        if !unique || t.binary_search(&self.find_not(pivot)?).is_err() {
            return None;
        }
        Some(s.into_iter().filter(|&x| x != pivot).collect())
    }

    /// The sorted members of `t` if it is such a junction, otherwise just `t`.
    fn factors(&self, junction: Junction, t: TermId) -> List {
        if *self.op(t) != junction.op() {
            return List::from_slice(&[t]);
        }
        let mut factors = List::from_slice(self.args(t));
        factors.sort_unstable();
        factors
    }

    pub(super) fn junction(&mut self, junction: Junction, members: &[TermId]) -> TermId {
        match junction {
            Junction::And => self.and(members),
            Junction::Or => self.or(members),
        }
    }
}

//! Comparison, choice, the lesser one, the opposite, and the same word in two views. Exact: a box is missed if it has no
//! point. Keys that stand for many numbers have some that are equal, and some on either side.

use super::apart;
use crate::{Domain, Operator, Range};

/// See [`super::misses`].
pub(super) fn misses(
    op: &Operator,
    domains: &[Domain],
    result: Range,
    arguments: &[Range],
) -> bool {
    match (op, arguments) {
        (Operator::Eq, [a, b]) => {
            let is_one = a.is_point() && domains[1].is_exact(a.lo);
            let (same, other) = (a.meet(*b).is_some(), !(is_one && a == b));
            misses_truth(result, same, other)
        }
        (Operator::Lt, [a, b]) => {
            misses_truth(result, is_less(domains[1], a.lo, b.hi), a.hi >= b.lo)
        }
        (Operator::Le, [a, b]) => {
            misses_truth(result, a.lo <= b.hi, is_less(domains[1], b.lo, a.hi))
        }
        (Operator::Min, [a, b]) => apart(result, a.lo.min(b.lo), a.hi.min(b.hi)),
        (Operator::Max, [a, b]) => apart(result, a.lo.max(b.lo), a.hi.max(b.hi)),
        (Operator::Negate, [a]) => {
            let greatest = domains[1].greatest();
            apart(result, greatest - a.hi, greatest - a.lo)
        }
        (Operator::Absolute, [a]) => absolute_misses(domains[1], result, *a),
        (Operator::Ite, [c, a, b]) => {
            let chooses =
                |truth: u64, branch: &Range| c.has(truth) && result.meet(*branch).is_some();
            !chooses(1, a) && !chooses(0, b)
        }
        (Operator::SameWord, [a]) => same_word_misses(domains, result, *a),
        _ => false,
    }
}

/// May a value of the first key be less than one of the other?
fn is_less(domain: Domain, key: u64, other: u64) -> bool {
    key < other || (key == other && !domain.is_exact(key))
}

/// The magnitude of a key is how far it is from that of 0.
fn absolute_misses(domain: Domain, result: Range, a: Range) -> bool {
    let zero = domain.zero();
    let below = (a.lo < zero).then(|| (zero - a.hi.min(zero), zero - a.lo));
    let above = (a.hi >= zero).then(|| (a.lo.max(zero) - zero, a.hi - zero));
    let mut halves = [below, above].into_iter().flatten();
    halves.all(|(least, most)| apart(result, zero + least, zero + most))
}

/// For a truth value that may be true and may be false.
pub(super) fn misses_truth(result: Range, may_hold: bool, may_fail: bool) -> bool {
    !((may_hold && result.has(1)) || (may_fail && result.has(0)))
}

/// In every view, one half of the keys are the words without the sign bit, the other half those with it, and each
/// half has its words in the order of numbers or against it. So from view to view, a half goes to a half, forwards
/// or backwards, and a part of a half to what is between its ends.
fn same_word_misses(domains: &[Domain], result: Range, a: Range) -> bool {
    let (to, from) = (domains[0], domains[1]);
    let sign = from.sign();
    let halves = [Range::new(0, sign - 1), Range::new(sign, from.greatest())];
    halves.iter().filter_map(|half| half.meet(a)).all(|part| {
        let ends = [part.lo, part.hi].map(|key| to.key(from.word(key)));
        apart(result, ends[0].min(ends[1]), ends[0].max(ends[1]))
    })
}

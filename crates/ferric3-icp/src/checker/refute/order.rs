//! Comparison of keys, choice, and the same word in two views. Exact: a box is missed if it has no point.

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
            let (same, other) = (a.meet(*b).is_some(), !(a.is_point() && a == b));
            misses_truth(result, same, other)
        }
        (Operator::Lt, [a, b]) => misses_truth(result, a.lo < b.hi, a.hi >= b.lo),
        (Operator::Le, [a, b]) => misses_truth(result, a.lo <= b.hi, a.hi > b.lo),
        (Operator::Ite, [c, a, b]) => {
            let chooses =
                |truth: u64, branch: &Range| c.has(truth) && result.meet(*branch).is_some();
            !chooses(1, a) && !chooses(0, b)
        }
        (Operator::SameWord, [a]) => same_word_misses(domains, result, *a),
        _ => false,
    }
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

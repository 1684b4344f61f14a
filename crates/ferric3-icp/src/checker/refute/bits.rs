//! Conjunction, disjunction and exclusion of the bits of words. Exact: a box is missed if it has no point.
//!
//! Words are chosen bit by bit, from the highest one on. What matters of the bits so far is only, for each of the
//! three words, whether they are those of the least key and whether they are those of the greatest one: then the next
//! bit must not be below, or above; otherwise, it is free. Sixty-four such situations are the bits of one number.

use ferric3_term::Op;

use crate::Range;

/// See [`super::misses`], for words of some width, unsigned.
pub(super) fn misses(op: &Op, width: u32, result: Range, a: Range, b: Range) -> bool {
    let of_bits = |x: bool, y: bool| match op {
        Op::BvAnd => x & y,
        Op::BvOr => x | y,
        _ => x ^ y,
    };
    let choices = [(false, false), (false, true), (true, false), (true, true)];
    // All three are at both ends.
    let mut situations: u64 = 1 << 0b11_11_11;
    for place in (0..width).rev() {
        let mut next = 0;
        while situations != 0 {
            let situation = situations.trailing_zeros();
            situations &= situations - 1;
            for (x, y) in choices {
                let words = [(result, of_bits(x, y)), (a, x), (b, y)];
                next |= after(situation, place, words).map_or(0, |situation| 1 << situation);
            }
        }
        // Nothing binds any more.
        if next & 1 != 0 {
            return false;
        }
        situations = next;
    }
    situations == 0
}

/// The situation after these bits at a place; `None` if one leaves its range.
fn after(situation: u32, place: u32, words: [(Range, bool); 3]) -> Option<u32> {
    let mut next = 0;
    for (i, (range, bit)) in words.into_iter().enumerate() {
        let at = situation >> (2 * i);
        let (least, greatest) = (range.lo >> place & 1 == 1, range.hi >> place & 1 == 1);
        let (at_least, at_greatest) = (at & 1 != 0, at & 2 != 0);
        if (at_least && !bit && least) || (at_greatest && bit && !greatest) {
            return None;
        }
        let stays =
            u32::from(at_least && bit == least) | u32::from(at_greatest && bit == greatest) << 1;
        next |= stays << (2 * i);
    }
    Some(next)
}

//! Bounds on differences as clauses.

use ferric3_term::{BitVecValue, TermId, Terms};

use super::interval::Reading;
use super::state::State;
use super::zone::Zone;
use super::zone_pack::ZonePack;
use crate::Cfa;

/// The bounds of a zone as comparisons, but for those that words imply. They are exact: where
/// numbers are moved, there is room for them.
pub(super) fn clauses(
    cfa: &Cfa,
    terms: &mut Terms,
    state: &State,
    (pack, zone): (&ZonePack, &Zone),
) -> Vec<TermId> {
    let range = |place: usize| {
        let all = pack.reading.all(pack.widths[place]);
        let word = state.words.get(pack.variables[place]);
        word.map_or(all, |word| word.range(pack.reading))
    };
    let known = |x: usize, y: usize, c: i64| range(x).hi - range(y).lo <= i128::from(c);
    let mut found = Vec::new();
    for (x, y) in zone.needed(&known) {
        let c = zone.bound(x, y).expect("it is needed");
        if c == 0 && zone.bound(y, x) == Some(0) && pack.widths[x] == pack.widths[y] {
            let [a, b] = [x, y].map(|place| cfa.state[pack.variables[place]].term);
            let equal = terms.eq(a, b);
            if !found.contains(&equal) {
                found.push(equal);
            }
            continue;
        }
        found.push(clause(cfa, terms, pack, (x, y), c));
    }
    found
}

/// `x - y ≤ c`.
fn clause(cfa: &Cfa, terms: &mut Terms, pack: &ZonePack, (x, y): (usize, usize), c: i64) -> TermId {
    let mut width = pack.widths[x].max(pack.widths[y]);
    let is_order = c == 0 || c == -1;
    if !is_order {
        // Two more bits than the numbers need: for the sum, and for the sign in either reading.
        let bits = 64 - c.unsigned_abs().leading_zeros();
        width = width.max(bits) + 2;
    }
    let [a, b] = [x, y].map(|place| {
        let by = width - pack.widths[place];
        let term = cfa.state[pack.variables[place]].term;
        match pack.reading {
            _ if by == 0 => term,
            Reading::Unsigned => terms.zero_extend(term, by),
            Reading::Signed => terms.sign_extend(term, by),
        }
    });
    if !is_order {
        // The constant is added where it is positive, so that small numbers stay small.
        let size = terms.bv(BitVecValue::from_u64(c.unsigned_abs(), width));
        let (a, b) = if c > 0 {
            (a, terms.bv_add(b, size))
        } else {
            (terms.bv_add(a, size), b)
        };
        return terms.bv_sle(a, b);
    }
    match (pack.reading, c) {
        (Reading::Unsigned, 0) => terms.bv_ule(a, b),
        (Reading::Unsigned, _) => terms.bv_ult(a, b),
        (Reading::Signed, 0) => terms.bv_sle(a, b),
        (Reading::Signed, _) => terms.bv_slt(a, b),
    }
}

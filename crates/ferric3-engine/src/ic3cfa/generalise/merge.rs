//! Merging lemmas over a common pattern (global guidance; Krishnan, Chen, Shoham, Gurfinkel,
//! CAV 2020).
//!
//! Lemmas that differ in constants only are a sign of divergence: `x ≠ 1`, `x ≠ 2`, `x ≠ 3`, …
//! Lemmas of a location are grouped by their pattern, the cube without its constants. When a
//! group has grown, the hull of its cubes is tried as one lemma: each constant is replaced by
//! the range that it had.

use std::collections::BTreeMap;

use ferric3_cfa::LocId;
use ferric3_term::{BitVecValue, TermId};
use rustc_hash::FxHashMap;

use super::Generaliser;
use super::vocabulary::{Bound, equality};
use crate::ic3::{Level, Search, Technique};
use crate::{Cube, Interrupted};

/// A group is tried when it has so many lemmas, and again whenever it has doubled.
const GROUP: usize = 3;

/// A literal without its constant.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Hole {
    /// A literal without a constant to vary.
    Fixed(TermId),
    /// `t = ?`.
    Equal(TermId),
    /// `t ≤ ?` or `t ≥ ?`.
    Bound {
        t: TermId,
        signed: bool,
        upper: bool,
    },
}

#[derive(Clone, Debug, Default)]
struct Group {
    /// One row of constants for each lemma.
    rows: Vec<Vec<BitVecValue>>,
    next_try: usize,
}

#[derive(Default)]
pub(super) struct MergeLemmas {
    groups: FxHashMap<(LocId, Vec<Hole>), Group>,
}

impl Generaliser for MergeLemmas {
    fn technique(&self) -> Technique {
        Technique::MergeLemmas
    }

    fn learnt(
        &mut self,
        search: &mut Search<'_>,
        level: Level,
        loc: LocId,
        cube: &Cube,
    ) -> Result<(), Interrupted> {
        let (pattern, row) = pattern(search, cube);
        if row.is_empty() {
            return Ok(());
        }
        let group = self.groups.entry((loc, pattern.clone())).or_default();
        if group.rows.contains(&row) {
            return Ok(());
        }
        group.rows.push(row);
        if group.rows.len() < group.next_try.max(GROUP) {
            return Ok(());
        }
        group.next_try = 2 * group.rows.len();
        let hull = hull(search, &pattern, &group.rows);
        let mut merged = false;
        if search
            .frames()
            .blocked_at(search.terms, level, loc, &hull)
            .is_none()
            && let Some(core) = search.blocks(level, loc, &hull)?.core()
        {
            let (top, core) = search.climb(level, loc, core)?;
            search.add_lemma(top, loc, &core);
            merged = true;
        }
        search.count(self.technique(), merged, 0);
        Ok(())
    }
}

/// The cube without its constants, and the constants.
fn pattern(search: &Search<'_>, cube: &Cube) -> (Vec<Hole>, Vec<BitVecValue>) {
    let mut holes: BTreeMap<Hole, Option<BitVecValue>> = BTreeMap::new();
    for &literal in cube.literals() {
        let (hole, value) = if let Some((t, value)) = equality(search.terms, literal) {
            (Hole::Equal(t), Some(value))
        } else if let Some(bound) = Bound::of(search.terms, literal) {
            let Bound {
                t,
                signed,
                upper,
                value,
            } = bound;
            (Hole::Bound { t, signed, upper }, Some(value))
        } else {
            (Hole::Fixed(literal), None)
        };
        holes.insert(hole, value);
    }
    let row = holes.values().flatten().cloned().collect();
    (holes.into_keys().collect(), row)
}

/// The smallest cube of the pattern's terms that contains all rows.
fn hull(search: &mut Search<'_>, pattern: &[Hole], rows: &[Vec<BitVecValue>]) -> Cube {
    let mut literals = Vec::new();
    let mut column = 0;
    for hole in pattern {
        let sides: &[(TermId, bool, bool)] = match *hole {
            Hole::Fixed(literal) => {
                literals.push(literal);
                continue;
            }
            Hole::Equal(t) => &[(t, true, true), (t, true, false)],
            Hole::Bound { t, signed, upper } => &[(t, signed, upper)],
        };
        for &(t, signed, upper) in sides {
            let mut bound = Bound {
                t,
                signed,
                upper,
                value: rows[0][column].clone(),
            };
            for row in rows {
                let other = bound.with(&row[column]);
                if other.is_wider_than(&bound.value) {
                    bound = other;
                }
            }
            literals.push(bound.literal(search.terms));
        }
        column += 1;
    }
    Cube::new(literals)
}

#[cfg(test)]
mod tests {
    use ferric3_term::SymbolId;

    use super::*;
    use crate::ic3::testing::{Tiny, VALUES, number};
    use ferric3_testkit::Rng;

    /// Every state of a merged cube is in the hull; the hull has no literal that they do not
    /// share.
    #[test]
    fn hulls_contain_all_rows() {
        let mut merged = 0;
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut tiny = Tiny::new();
            let ([x, y, z], symbols) = (tiny.vars, tiny.symbols);
            tiny.search(|search| {
                let fixed = search.terms.bv_ult(x, z);
                let (upper, signed) = (rng.below(2) == 0, rng.below(2) == 0);
                let mut cubes = Vec::new();
                for _ in 0..3 {
                    let value = search.terms.bv_u64(rng.number(), 3);
                    let equal = search.terms.bv_u64(rng.number(), 3);
                    let bound = match (signed, upper) {
                        (true, true) => search.terms.bv_sle(y, value),
                        (true, false) => search.terms.bv_sge(y, value),
                        (false, true) => search.terms.bv_ule(y, value),
                        (false, false) => search.terms.bv_uge(y, value),
                    };
                    cubes.push(Cube::new(vec![fixed, search.terms.eq(x, equal), bound]));
                }
                let (common, _) = pattern(search, &cubes[0]);
                let mut rows = Vec::new();
                for cube in &cubes {
                    let (pattern, row) = pattern(search, cube);
                    if pattern != common {
                        return; // The simplifier made something else of a bound.
                    }
                    rows.push(row);
                }
                merged += 1;
                let hull = hull(search, &common, &rows);
                assert!(hull.literals().contains(&fixed));
                for code in 0..VALUES.pow(3) {
                    let value = |symbol: SymbolId| {
                        let i = symbols
                            .iter()
                            .position(|&s| s == symbol)
                            .expect("a variable");
                        number(code >> (3 * i) & 7)
                    };
                    let is_in = |cube: &Cube| {
                        let mut literals = cube.literals().iter();
                        literals.all(|&l| search.terms.eval(l, &value).as_bool())
                    };
                    assert!(!cubes.iter().any(is_in) || is_in(&hull), "seed {seed}");
                }
            });
        }
        assert!(merged > 30, "{merged}");
    }
}

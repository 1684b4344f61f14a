//! Subsumption up to bounds: `x ≤ 3` is a part of `x ≤ 5`.
//!
//! A cube subsumes another one if each of its literals follows from a literal of the other: because it
//! is the same one, or a wider bound of the same term, or a bound that admits the value that the other
//! one fixes.
//!
//! ```text
//! c ⊒ d   iff   ∀ l ∈ c. ∃ k ∈ d.  k = l,  or  k is t ≤ v, l is t ≤ w, v ≤ w,  or  k is t = v, l is t ≤ w, v ≤ w
//! ```
//!
//! Then `d ⇒ c`. One cube is compared with hundreds, so what its literals say is read once, and what they
//! speak of is kept as a set of 64 bits: most pairs differ in that.

use ferric3_term::{BitVecValue, Bound, TermId, Terms, equality};

use crate::Cube;

/// What a literal says of a term.
#[derive(Clone, Debug)]
enum Says {
    /// `t = v`.
    Equal(TermId, BitVecValue),
    /// `t ≤ v` or `t ≥ v`.
    Bound(Bound),
    /// Something else.
    Other,
}

impl Says {
    fn of(terms: &Terms, literal: TermId) -> Says {
        if let Some((t, value)) = equality(terms, literal) {
            return Says::Equal(t, value);
        }
        Bound::of(terms, literal).map_or(Says::Other, Says::Bound)
    }

    /// Does the bound follow from it?
    fn implies(&self, bound: &Bound) -> bool {
        match self {
            Says::Equal(t, value) => *t == bound.t && bound.admits(value),
            Says::Bound(narrower) => narrower.implies(bound),
            Says::Other => false,
        }
    }

    /// The term that it speaks of, or else the literal itself: a literal can follow only from one with the
    /// same subject.
    fn subject(&self, literal: TermId) -> TermId {
        match self {
            Says::Equal(t, _) | Says::Bound(Bound { t, .. }) => *t,
            Says::Other => literal,
        }
    }
}

/// A cube that is ready to be compared with many.
#[derive(Clone, Debug)]
pub(crate) struct Comparable {
    cube: Cube,
    /// What its literals say, in their order.
    says: Box<[Says]>,
    /// The subjects of its literals, as hashes of 6 bits.
    subjects: u64,
}

impl Comparable {
    /// Reads the literals of a cube.
    pub(crate) fn new(terms: &Terms, cube: Cube) -> Comparable {
        let mut subjects = 0;
        let literals = cube.literals().iter();
        let says = literals.map(|&literal| {
            let says = Says::of(terms, literal);
            subjects |= 1 << hash(says.subject(literal));
            says
        });
        Comparable {
            says: says.collect(),
            subjects,
            cube,
        }
    }

    /// The cube.
    pub(crate) fn cube(&self) -> &Cube {
        &self.cube
    }

    /// Does each literal of this cube follow from one of `other`? Then `other ⇒ self`.
    pub(crate) fn subsumes(&self, other: &Comparable) -> bool {
        if self.subjects & !other.subjects != 0 {
            return false;
        }
        let mut literals = self.cube.literals().iter().zip(&self.says);
        literals.all(|(literal, says)| {
            other.cube.literals().binary_search(literal).is_ok()
                || matches!(says, Says::Bound(bound) if other.implies(bound))
        })
    }

    fn implies(&self, bound: &Bound) -> bool {
        self.says.iter().any(|says| says.implies(bound))
    }
}

/// A hash of 6 bits (Fibonacci hashing).
fn hash(t: TermId) -> u32 {
    (t.index() as u32).wrapping_mul(0x9E37_79B9) >> 26
}

#[cfg(test)]
mod tests {
    use ferric3_term::{Sort, SymbolId, Value};
    use ferric3_testkit::Rng;

    use super::*;

    const WIDTH: u32 = 3;

    /// The pairs of values of `x` and `y` in a cube.
    fn states(terms: &Terms, cube: &Cube, x: SymbolId) -> Vec<u64> {
        let holds = |&pair: &u64| {
            let at = |symbol: SymbolId| {
                let value = if symbol == x { pair } else { pair >> WIDTH };
                Value::BitVec(BitVecValue::from_u64(value, WIDTH))
            };
            let mut literals = cube.literals().iter();
            literals.all(|&literal| terms.eval(literal, &at).as_bool())
        };
        (0..1 << (2 * WIDTH)).filter(holds).collect()
    }

    /// Random cubes of comparisons with constants: what subsumes contains; and a cube of one bound
    /// subsumes each cube of one comparison whose states it contains, if they are about the same side.
    #[test]
    fn what_subsumes_contains_all_states() {
        let mut terms = Terms::new();
        let vars = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(WIDTH)));
        let mut rng = Rng::new(5);
        let mut cubes = Vec::new();
        for _ in 0..150 {
            let literals = (0..=rng.below(3)).map(|_| {
                let (_, t) = rng.pick(&vars);
                let c = terms.bv_u64(rng.number(), WIDTH);
                let literal = match rng.below(6) {
                    0 | 1 => terms.eq(t, c),
                    2 => terms.bv_ule(t, c),
                    3 => terms.bv_uge(t, c),
                    4 => terms.bv_sle(t, c),
                    _ => terms.bv_sgt(t, c),
                };
                match rng.below(4) {
                    0 => terms.not(literal),
                    _ => literal,
                }
            });
            let cube = Cube::new(literals.collect());
            let states = states(&terms, &cube, vars[0].0);
            cubes.push((Comparable::new(&terms, cube), states));
        }
        let (mut by_literals, mut by_bounds) = (0, 0);
        for (c, of_c) in &cubes {
            for (d, of_d) in &cubes {
                let is_subset = c.cube().subsumes(d.cube());
                if c.subsumes(d) {
                    assert!(of_d.iter().all(|s| of_c.contains(s)), "{c:?} {d:?}");
                    by_literals += usize::from(is_subset);
                    by_bounds += usize::from(!is_subset);
                } else {
                    assert!(!is_subset, "{c:?} {d:?}");
                }
            }
        }
        assert!(
            by_literals > 200 && by_bounds > 200,
            "{by_literals} {by_bounds}"
        );
    }

    #[test]
    fn wider_bounds_subsume_narrower_ones_and_values() {
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        let y = terms.fresh_symbol("y", Sort::Bool).1;
        let [three, five, seven] = [3, 5, 7].map(|value| terms.bv_u64(value, 8));
        let cubes = [
            vec![terms.bv_ule(x, three)],
            vec![terms.bv_ule(x, five)],
            vec![terms.eq(x, five), y],
            vec![terms.bv_sle(x, seven)],
            vec![terms.bv_ule(x, five), terms.bv_ule(x, seven)],
        ]
        .map(|literals| Comparable::new(&terms, Cube::new(literals)));
        let pairs = (0..cubes.len()).flat_map(|c| (0..cubes.len()).map(move |d| (c, d)));
        let found: Vec<(usize, usize)> = pairs
            .filter(|&(c, d)| c != d && cubes[c].subsumes(&cubes[d]))
            .collect();
        // A cube can subsume a shorter one.
        assert_eq!(
            found,
            [(1, 0), (1, 2), (1, 4), (3, 2), (4, 0), (4, 1), (4, 2)]
        );
    }
}

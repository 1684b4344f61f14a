//! Generalisation: a weaker cube makes a stronger lemma (Thesis 4.3 and beyond).
//!
//! *Dropping*: each literal that survived the unsat core is left out in turn; if the rest is
//! still relatively inductive, its core replaces the cube.
//!
//! *Weakening*: an equality `t = v` that cannot be dropped may be more than is needed. It is
//! replaced by a bound on `t`, or by the bits `t[i] = v[i]` that the unsat core needs.

use ferric3_cfa::LocId;
use ferric3_term::{BitVecValue, Op, TermId};

use super::Search;
use super::consecution::Consecution;
use crate::{Cube, Interrupted};

impl Search<'_> {
    /// A cube that `cube` implies and that can be blocked at `(level, loc)`. Requires that
    /// `cube` can.
    pub(super) fn generalise(
        &mut self,
        level: usize,
        loc: LocId,
        mut cube: Cube,
    ) -> Result<Cube, Interrupted> {
        if self.options.drop_literals {
            cube = self.drop_literals(level, loc, cube)?;
        }
        if self.options.weaken_literals {
            cube = self.weaken_literals(level, loc, cube)?;
        }
        Ok(cube)
    }

    fn drop_literals(
        &mut self,
        level: usize,
        loc: LocId,
        mut cube: Cube,
    ) -> Result<Cube, Interrupted> {
        // Newer literals have larger ids; they come from longer chains of preconditions and are
        // more particular, so they go first.
        let mut candidates: Vec<TermId> = cube.literals().to_vec();
        while let Some(literal) = candidates.pop() {
            if !cube.literals().contains(&literal) {
                continue;
            }
            self.counters.drops_tried += 1;
            let smaller = cube.without(literal);
            if let Consecution::Holds(core) = self.consecution(level, loc, &smaller)? {
                self.counters.drops_done += 1;
                cube = core;
            }
        }
        Ok(cube)
    }

    fn weaken_literals(
        &mut self,
        level: usize,
        loc: LocId,
        mut cube: Cube,
    ) -> Result<Cube, Interrupted> {
        for literal in cube.literals().to_vec() {
            let Some((t, value)) = self.equality(literal) else {
                continue;
            };
            if !cube.literals().contains(&literal) {
                continue;
            }
            cube = self.weaken_equality(level, loc, cube, literal, t, &value)?;
        }
        Ok(cube)
    }

    /// Replace the literal `t = v` by something weaker: the first candidate that can be blocked.
    /// Bounds come first: they make loop counters converge.
    fn weaken_equality(
        &mut self,
        level: usize,
        loc: LocId,
        cube: Cube,
        literal: TermId,
        t: TermId,
        value: &BitVecValue,
    ) -> Result<Cube, Interrupted> {
        let rest = cube.without(literal);
        for candidate in self.weaker_cubes(&rest, t, value) {
            self.counters.weakenings_tried += 1;
            if let Consecution::Holds(core) = self.consecution(level, loc, &candidate)? {
                self.counters.weakenings_done += 1;
                return Ok(core);
            }
        }
        Ok(cube)
    }

    /// Cubes that `rest ∧ t = v` implies: `t ≤ v` and `t ≥ v`, signed and unsigned, and the single
    /// bits of `t = v` (from which the unsat core picks).
    fn weaker_cubes(&mut self, rest: &Cube, t: TermId, value: &BitVecValue) -> [Cube; 5] {
        let v = self.terms.bv(value.clone());
        let mut bits = rest.literals().to_vec();
        for i in 0..value.width() {
            bits.push(self.bit_literal(t, i, value.bit(i)));
        }
        [
            rest.with(self.terms.bv_sle(t, v)),
            rest.with(self.terms.bv_sge(t, v)),
            rest.with(self.terms.bv_ule(t, v)),
            rest.with(self.terms.bv_uge(t, v)),
            Cube::new(bits),
        ]
    }

    /// `t` and `v`, if the literal is `t = v` with a constant `v` of at least two bits.
    fn equality(&self, literal: TermId) -> Option<(TermId, BitVecValue)> {
        if *self.terms.op(literal) != Op::Eq {
            return None;
        }
        let args = self.terms.args(literal);
        let (t, value) = match (self.terms.as_const(args[0]), self.terms.as_const(args[1])) {
            (Some(value), None) => (args[1], value),
            (None, Some(value)) => (args[0], value),
            _ => return None,
        };
        (value.width() > 1).then(|| (t, value.clone()))
    }

    /// `t[i] = bit`.
    fn bit_literal(&mut self, t: TermId, i: u32, bit: bool) -> TermId {
        let extracted = self.terms.extract(t, i, i);
        let value = self.terms.bv_u64(u64::from(bit), 1);
        self.terms.eq(extracted, value)
    }
}

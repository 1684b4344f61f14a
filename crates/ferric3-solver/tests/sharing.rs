//! What is translated only once.

use ferric3_sat::SatBackend;
use ferric3_solver::{BitBlaster, CheckResult, Solver};
use ferric3_term::{Op, Sort, TermId, Terms};

/// A store with two symbols of 16 bits, a Bool symbol, and a solver.
struct Fixture {
    terms: Terms,
    x: TermId,
    y: TermId,
    solver: BitBlaster,
}

impl Fixture {
    fn new() -> Fixture {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh_symbol(name, Sort::BitVec(16)).1);
        Fixture {
            terms,
            x,
            y,
            solver: BitBlaster::new(SatBackend::Batsat),
        }
    }

    /// New variables of the SAT solver for the bits of `term`.
    fn cost(&mut self, term: TermId) -> u64 {
        let before = self.solver.stats().vars;
        // To ask for each bit alone makes no gates of its own.
        if let Some(width) = self.terms.sort(term).width() {
            let bits: Vec<TermId> = (0..width)
                .map(|bit| {
                    let bit = self.terms.mk(Op::Extract { hi: bit, lo: bit }, &[term]);
                    let one = self.terms.bv_u64(1, 1);
                    self.terms.mk(Op::Eq, &[bit, one])
                })
                .collect();
            for bit in bits {
                self.solver.check(&self.terms, &[bit]);
            }
        } else {
            self.solver.check(&self.terms, &[term]);
        }
        self.solver.stats().vars - before
    }

    fn mk(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.terms.mk(op, args)
    }
}

#[test]
fn a_term_is_translated_once() {
    let mut f = Fixture::new();
    let product = f.mk(Op::BvMul, &[f.x, f.y]);
    let small = f.mk(Op::BvUlt, &[product, f.x]);
    assert_eq!(f.solver.check(&f.terms, &[small]), CheckResult::Sat);
    let before = f.solver.stats();
    let not_small = f.mk(Op::Not, &[small]);
    for _ in 0..3 {
        assert_eq!(f.solver.check(&f.terms, &[small]), CheckResult::Sat);
        assert_eq!(f.solver.check(&f.terms, &[not_small]), CheckResult::Sat);
    }
    let after = f.solver.stats();
    assert_eq!(
        after.terms,
        before.terms + 1,
        "the negation is new as a term"
    );
    assert_eq!((after.vars, after.clauses), (before.vars, before.clauses));
}

#[test]
fn moving_bits_is_free() {
    let mut f = Fixture::new();
    let three = f.terms.bv_u64(3, 16);
    f.cost(f.x);
    for (op, args) in [
        (Op::BvNot, vec![f.x]),
        (Op::BvShl, vec![f.x, three]),
        (Op::BvAshr, vec![f.x, three]),
        (Op::RotateLeft(5), vec![f.x]),
        (Op::Concat, vec![f.x, f.x]),
        (Op::SignExtend(4), vec![f.x]),
        (Op::Extract { hi: 9, lo: 2 }, vec![f.x]),
    ] {
        let term = f.mk(op.clone(), &args);
        assert_eq!(f.cost(term), 0, "{op:?}");
    }
    let eight = f.terms.bv_u64(8, 16);
    for op in [Op::BvMul, Op::BvUdiv, Op::BvUrem] {
        let term = f.mk(op.clone(), &[f.x, eight]);
        assert_eq!(f.cost(term), 0, "{op:?} with a power of two");
    }
}

#[test]
fn related_operators_share_their_circuits() {
    let mut f = Fixture::new();
    let related = |f: &mut Fixture, first: (Op, bool), second: (Op, bool)| {
        let [first, second] = [first, second].map(|(op, swapped)| {
            let args = if swapped { [f.y, f.x] } else { [f.x, f.y] };
            f.mk(op, &args)
        });
        assert_ne!(f.cost(first), 0);
        f.cost(second)
    };
    let straight = |op| (op, false);
    assert_eq!(
        related(&mut f, straight(Op::BvMul), (Op::BvMul, true)),
        0,
        "x * y and y * x"
    );
    assert_eq!(
        related(&mut f, straight(Op::BvUdiv), straight(Op::BvUrem)),
        0
    );
    // The borrow of the highest bit is all that is missing.
    assert_eq!(related(&mut f, straight(Op::BvSub), straight(Op::BvUlt)), 1);
    assert_eq!(related(&mut f, straight(Op::BvAdd), (Op::BvAdd, true)), 0);
}

#[test]
fn bounds_of_the_same_size_share_their_high_bits() {
    let mut f = Fixture::new();
    let bounds: Vec<TermId> = [5, 6]
        .map(|bound| {
            let bound = f.terms.bv_u64(bound, 16);
            f.mk(Op::BvUlt, &[f.x, bound])
        })
        .to_vec();
    f.cost(bounds[0]);
    assert!(f.cost(bounds[1]) <= 2, "only the low bits differ");
}

//! Equality and order.

use ferric3_sat::Lit;

use super::gates::Gates;

impl Gates {
    /// `a = b`.
    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.and_all(&same)
    }

    /// `a < b`, unsigned: the borrow of `a - b`, from the lowest bit up;
    /// `borrow' = majority(¬a, b, borrow)`.
    ///
    /// Where one side is constant that is `borrow ∨ x` or `borrow ∧ x`; runs of the same kind
    /// become one wide gate apart from the borrow, which all comparisons with constants of
    /// about the same size then share (`x < 5` and `x < 6` have all but their low bits in
    /// common). Bounds like these are what IC3 learns.
    pub(super) fn unsigned_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut borrow = self.constant(false);
        let mut index = 0;
        while index < a.len() {
            let (kind, _) = self.step(a[index], b[index]);
            let mut run = Vec::new();
            while index < a.len() {
                let (next_kind, lit) = self.step(a[index], b[index]);
                if next_kind != kind {
                    break;
                }
                run.push(lit);
                index += 1;
                if kind == Step::Majority {
                    break;
                }
            }
            borrow = match kind {
                Step::And => {
                    let all = self.and_all(&run);
                    self.and(borrow, all)
                }
                Step::Or => {
                    let any = self.or_all(&run);
                    self.or(borrow, any)
                }
                Step::Majority => self.majority(!a[index - 1], b[index - 1], borrow),
            };
        }
        borrow
    }

    /// `a < b`, two's complement: as unsigned, with the roles of the sign bits exchanged.
    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (&a_sign, a_rest) = a.split_last().expect("a bit-vector has at least one bit");
        let (&b_sign, b_rest) = b.split_last().expect("a bit-vector has at least one bit");
        let rest = self.unsigned_less(a_rest, b_rest);
        self.majority(a_sign, !b_sign, rest)
    }

    /// What `majority(¬a, b, ·)` amounts to, and for the simple kinds with which literal.
    fn step(&self, a: Lit, b: Lit) -> (Step, Lit) {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(false), _) => (Step::Or, b),
            (Some(true), _) => (Step::And, b),
            (_, Some(true)) => (Step::Or, !a),
            (_, Some(false)) => (Step::And, !a),
            (None, None) => (Step::Majority, a),
        }
    }
}

/// One step of the chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    And,
    Or,
    Majority,
}

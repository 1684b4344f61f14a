//! Sums, differences and negation: ripple-carry adders. Bits are least significant first.

use ferric3_sat::Lit;

use super::gates::Gates;

impl Gates {
    /// `a + b + carry` modulo `2^width`.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
        self.add_with_carry_out(a, b, carry, CarryOut::Drop).0
    }

    /// `a - b` modulo `2^width`.
    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let one = self.constant(true);
        self.add(a, &not(b), one)
    }

    /// `-a` modulo `2^width`.
    pub(super) fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        let one = self.constant(true);
        self.negate_if(a, one)
    }

    /// `-a` if `condition`, else `a`: flip all bits and add one, or do neither.
    pub(super) fn negate_if(&mut self, a: &[Lit], condition: Lit) -> Vec<Lit> {
        let flipped: Vec<Lit> = a.iter().map(|&bit| self.xor(bit, condition)).collect();
        let zero = vec![self.constant(false); a.len()];
        self.add(&flipped, &zero, condition)
    }

    /// `a + b + carry` and, if wanted, the bit that does not fit (else a constant).
    pub(super) fn add_with_carry_out(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        mut carry: Lit,
        wanted: CarryOut,
    ) -> (Vec<Lit>, Lit) {
        debug_assert_eq!(a.len(), b.len());
        let mut sum = Vec::with_capacity(a.len());
        for (index, (&a_bit, &b_bit)) in a.iter().zip(b).enumerate() {
            sum.push(self.xor3(a_bit, b_bit, carry));
            if index + 1 < a.len() || wanted == CarryOut::Keep {
                carry = self.majority(a_bit, b_bit, carry);
            }
        }
        (sum, carry)
    }
}

/// Does anybody need the carry out of an adder?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CarryOut {
    Keep,
    Drop,
}

/// All bits flipped.
pub(super) fn not(bits: &[Lit]) -> Vec<Lit> {
    bits.iter().map(|&bit| !bit).collect()
}

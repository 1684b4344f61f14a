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
            if index + 1 < a.len() || wanted == CarryOut::Keep {
                let (sum_bit, carry_out) = self.full_adder(a_bit, b_bit, carry);
                sum.push(sum_bit);
                carry = carry_out;
            } else {
                sum.push(self.xor3(a_bit, b_bit, carry));
                carry = self.constant(false);
            }
        }
        (sum, carry)
    }

    /// Sum and carry of three bits.
    fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        let gates = self.gate_count();
        let sum = self.xor3(a, b, c);
        let carry = self.majority(a, b, c);
        if self.gate_count() > gates {
            self.link_sum_and_carry(sum, carry, [a, b, c]);
        }
        (sum, carry)
    }

    /// If sum and carry are both 1 then so are all inputs, and likewise for 0. That follows from
    /// the gates, but not by unit propagation, and saves conflicts on most of `blast_bench`.
    fn link_sum_and_carry(&mut self, sum: Lit, carry: Lit, inputs: [Lit; 3]) {
        for (sum, carry, value) in [(sum, carry, true), (!sum, !carry, false)] {
            if inputs.contains(&self.constant(!value)) {
                self.add_definition(&[!sum, !carry]);
            } else {
                for input in inputs {
                    self.add_definition(&[!sum, !carry, input.flip_if(!value)]);
                }
            }
        }
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

//! Products: shift and add, with as few rows as the multiplier allows.

use ferric3_sat::Lit;

use super::arith::{CarryOut, not};
use super::divide::Description;
use super::gates::Gates;

/// One row of a product: `±2^position` if `bit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Digit {
    position: usize,
    bit: Lit,
    negative: bool,
}

impl Gates {
    /// `a * b` modulo `2^width`.
    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let (a_digits, b_digits) = (self.digits(a), self.digits(b));
        // The operand with fewer digits makes fewer rows. Ties are broken so that a * b and b * a
        // are the same circuit.
        let mut product = if (a_digits.len(), a) < (b_digits.len(), b) {
            self.add_rows(b, a_digits)
        } else {
            self.add_rows(a, b_digits)
        };
        self.extend_product(a, b, &mut product);
        product
    }

    /// What extensions say about the upper bits of a product: no SAT solver finds that out from its
    /// rows. Numbers of `m` and `n` bits have a product of `m + n` bits, and it has the sign that
    /// their signs make, unless one of them is 0.
    fn extend_product(&mut self, a: &[Lit], b: &[Lit], product: &mut [Lit]) {
        let zero = self.constant(false);
        if let (Some(m), Some(n)) = (self.unsigned_bits(a), self.unsigned_bits(b)) {
            product.iter_mut().skip(m + n).for_each(|bit| *bit = zero);
            return;
        }
        let bits = signed_bits(a) + signed_bits(b);
        if bits > product.len() {
            return;
        }
        let (Some(&a_sign), Some(&b_sign)) = (a.last(), b.last()) else {
            return;
        };
        let negative = self.xor(a_sign, b_sign);
        let sign = if self.as_constant(negative) == Some(false) {
            zero
        } else {
            product[bits - 1]
        };
        product
            .iter_mut()
            .skip(bits - 1)
            .for_each(|bit| *bit = sign);
        if sign != zero {
            self.add_definition(&[!sign, negative]);
            let (some_a, some_b) = (self.or_all(a), self.or_all(b));
            self.add_definition(&[sign, !negative, !some_a, !some_b]);
        }
    }

    /// The number of bits of a number whose upper bits are 0, if there are any.
    fn unsigned_bits(&self, bits: &[Lit]) -> Option<usize> {
        let zero = self.constant(false);
        let used = bits.iter().rposition(|&bit| bit != zero);
        let used = used.map_or(0, |last| last + 1);
        (used < bits.len()).then_some(used)
    }

    /// `a * b`, and the demand that it is below `2^width` as part of a description. The circuit
    /// is that of [`multiply`] if `b` is older than `a`, so that both share their gates.
    ///
    /// [`multiply`]: Gates::multiply
    pub(super) fn multiply_exactly(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        description: &mut Description,
    ) -> Vec<Lit> {
        let width = a.len();
        let zero = self.constant(false);
        let mut sum = vec![zero; width];
        for (position, &bit) in b.iter().enumerate() {
            let (kept, lost) = a.split_at(width - position);
            for &a_bit in lost {
                description.add(self, &[!bit, !a_bit]);
            }
            let row = self.row(kept, bit);
            let (high, carry) =
                self.add_with_carry_out(&sum[position..], &row, zero, CarryOut::Keep);
            description.add(self, &[!carry]);
            sum.truncate(position);
            sum.extend(high);
        }
        sum
    }

    /// `a` if `bit`, else 0.
    fn row(&mut self, a: &[Lit], bit: Lit) -> Vec<Lit> {
        a.iter().map(|&a_bit| self.and(a_bit, bit)).collect()
    }

    /// The sum of `±a * 2^position` over the digits, modulo `2^width`.
    fn add_rows(&mut self, a: &[Lit], mut digits: Vec<Digit>) -> Vec<Lit> {
        let zero = self.constant(false);
        let one = self.constant(true);
        let mut sum = vec![zero; a.len()];
        // The first row is free if it is positive.
        digits.sort_by_key(|digit| digit.negative);
        for Digit {
            position,
            bit,
            negative,
        } in digits
        {
            let row = self.row(&a[..a.len() - position], bit);
            let high = &sum[position..];
            let high = if negative {
                self.add(high, &not(&row), one)
            } else {
                self.add(high, &row, zero)
            };
            sum.truncate(position);
            sum.extend(high);
        }
        sum
    }

    /// Digits whose weighted sum is the number, modulo `2^width`.
    fn digits(&self, bits: &[Lit]) -> Vec<Digit> {
        match bits
            .iter()
            .map(|&bit| self.as_constant(bit))
            .collect::<Option<Vec<bool>>>()
        {
            Some(value) => self.constant_digits(&value),
            None => self.symbolic_digits(bits),
        }
    }

    /// One digit per bit, except that equal bits at the top (a sign extension) are one digit:
    /// `s * (2^(w-1) + … + 2^k) = -s * 2^k` modulo `2^w`.
    fn symbolic_digits(&self, bits: &[Lit]) -> Vec<Digit> {
        let sign = *bits.last().expect("a bit-vector has at least one bit");
        let top = bits.iter().rev().take_while(|&&bit| bit == sign).count();
        let rest = bits.len() - top;
        let low = bits[..rest].iter().enumerate();
        low.map(|(position, &bit)| Digit {
            position,
            bit,
            negative: false,
        })
        .chain([Digit {
            position: rest,
            bit: sign,
            negative: top > 1,
        }])
        .filter(|digit| self.as_constant(digit.bit) != Some(false))
        .collect()
    }

    /// Canonical signed digits: no two neighbours are both nonzero, which no other signed binary
    /// form beats (Reitwiesner 1960).
    fn constant_digits(&self, value: &[bool]) -> Vec<Digit> {
        let bit_at = |index: usize| u8::from(value.get(index).copied().unwrap_or(false));
        let mut carry = 0;
        let mut digits = Vec::new();
        for position in 0..value.len() {
            let sum = bit_at(position) + carry;
            // An odd rest is made even by -1 if the next bit is set as well, else by +1.
            let negative = sum == 1 && bit_at(position + 1) == 1;
            if sum == 1 {
                digits.push(Digit {
                    position,
                    bit: self.constant(true),
                    negative,
                });
            }
            carry = u8::from(sum == 2 || negative);
        }
        digits
    }
}

/// The number of bits of a number in two's complement, without the copies of its sign.
fn signed_bits(bits: &[Lit]) -> usize {
    let sign = bits.last();
    let copies = bits.iter().rev().take_while(|&bit| Some(bit) == sign);
    bits.len() + 1 - copies.count().max(1)
}

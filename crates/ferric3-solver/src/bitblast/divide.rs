//! Quotients and remainders.
//!
//! A quotient is not computed but described: it is the `q` with `q * d ≤ n` and `n - q * d < d`,
//! the product being exact. Against the textbook's long division this was measured to need
//! a fraction of the variables for constant divisors, and it makes the facts that programs rely
//! on (`n % d < d`, `n / d * d + n % d = n`) nearly free.
//!
//! The descriptions are added for good. That is sound because every `n` and `d` have exactly one
//! such `q`, so nothing is said about anything else. For the same reason a description is a
//! definition of the bits of `q`, all together.

use ferric3_sat::Lit;
use ferric3_term::BitVecValue;

use super::arith::{CarryOut, not};
use super::gates::Gates;

/// Unsigned quotient and remainder, as SMT-LIB defines them: `q = ~0` and `r = n` for `d = 0`.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub(super) quotient: Vec<Lit>,
    pub(super) remainder: Vec<Lit>,
}

/// Clauses that together define the bits of a quotient.
#[derive(Default)]
pub(super) struct Description {
    lits: Vec<Lit>,
}

impl Description {
    /// Demand that one of the literals is true.
    pub(super) fn add(&mut self, gates: &mut Gates, clause: &[Lit]) {
        gates.add_definition(clause);
        self.lits.extend_from_slice(clause);
    }

    /// The description of the `bits` is complete: who asks about one of them asks about all of
    /// them, and about all that the description mentions.
    fn finish(mut self, gates: &mut Gates, bits: &[Lit]) {
        self.lits.sort_unstable();
        self.lits.dedup();
        self.lits.retain(|&lit| gates.as_constant(lit).is_none());
        gates.sat.relate(bits[0].var(), &self.lits);
        gates.sat.relate(bits[0].var(), bits);
        for bit in &bits[1..] {
            gates.sat.relate(bit.var(), &bits[..1]);
        }
    }
}

impl Gates {
    /// `n / d` and `n mod d`, unsigned; built once for the same operands.
    pub(super) fn divide(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        let key: Box<[Lit]> = n.iter().chain(d).copied().collect();
        if let Some(division) = self.divisions.get(&key) {
            return division.clone();
        }
        let division = match self.constant_value(d) {
            Some(value) if value.is_zero() => Division {
                quotient: vec![self.constant(true); n.len()],
                remainder: n.to_vec(),
            },
            Some(value) if value.is_power_of_two() => {
                self.divide_by_power(n, value.trailing_zeros() as usize)
            }
            Some(value) => self.divide_by_constant(n, d, &value),
            None => self.divide_by_variable(n, d),
        };
        self.divisions.insert(key, division.clone());
        division
    }

    /// Division by `2^shift` only moves bits.
    fn divide_by_power(&self, n: &[Lit], shift: usize) -> Division {
        let (low, high) = n.split_at(shift);
        Division {
            quotient: self.zero_extend(high.to_vec(), n.len()),
            remainder: self.zero_extend(low.to_vec(), n.len()),
        }
    }

    /// `q ≤ max / d` and `0 ≤ n - q * d < d`, for a `d` that is neither 0 nor a power of two.
    ///
    /// The bound on `q` makes the product exact, however it is computed.
    fn divide_by_constant(&mut self, n: &[Lit], d: &[Lit], value: &BitVecValue) -> Division {
        let one = self.constant(true);
        let greatest = BitVecValue::ones(value.width()).udiv(value);
        let quotient_bits = greatest.significant_bits();
        let quotient: Vec<Lit> = (0..quotient_bits).map(|_| self.fresh()).collect();
        let mut description = Description::default();
        let bits = quotient.clone();
        let greatest: Vec<Lit> = (0..quotient_bits)
            .map(|bit| self.constant(greatest.bit(bit)))
            .collect();
        let too_large = self.unsigned_less(&greatest, &quotient);
        description.add(self, &[!too_large]);

        let quotient = self.zero_extend(quotient, n.len());
        let product = self.multiply(&quotient, d);
        let (mut rest, no_borrow) = self.add_with_carry_out(n, &not(&product), one, CarryOut::Keep);
        description.add(self, &[no_borrow]);

        let rest_bits = value.significant_bits() as usize;
        for bit in rest.split_off(rest_bits) {
            description.add(self, &[!bit]);
        }
        let below = self.unsigned_less(&rest, &d[..rest_bits]);
        description.add(self, &[below]);
        description.finish(self, &bits);
        Division {
            quotient,
            remainder: self.zero_extend(rest, n.len()),
        }
    }

    /// `q * d` is exact and `0 ≤ n - q * d`; if `d ≠ 0` also `n - q * d < d`, else `q = ~0`.
    fn divide_by_variable(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        let one = self.constant(true);
        let quotient: Vec<Lit> = n.iter().map(|_| self.fresh()).collect();
        let mut description = Description::default();
        let product = self.multiply_exactly(&quotient, d, &mut description);
        let (remainder, no_borrow) =
            self.add_with_carry_out(n, &not(&product), one, CarryOut::Keep);
        description.add(self, &[no_borrow]);

        let nonzero = self.or_all(d);
        let below = self.unsigned_less(&remainder, d);
        description.add(self, &[!nonzero, below]);
        for &bit in &quotient {
            description.add(self, &[nonzero, bit]);
        }
        // Implied, but much harder to find than to say: q ≤ n.
        let above = self.unsigned_less(n, &quotient);
        description.add(self, &[!nonzero, !above]);
        description.finish(self, &quotient);
        Division {
            quotient,
            remainder,
        }
    }

    /// `bvsdiv`: the quotient of the magnitudes, negated if the signs differ.
    pub(super) fn signed_quotient(&mut self, n: &[Lit], d: &[Lit]) -> Vec<Lit> {
        let quotient = self.divide_magnitudes(n, d).quotient;
        let differ = self.xor(sign(n), sign(d));
        self.negate_if(&quotient, differ)
    }

    /// `bvsrem`: the remainder of the magnitudes with the sign of the dividend.
    pub(super) fn signed_remainder(&mut self, n: &[Lit], d: &[Lit]) -> Vec<Lit> {
        let remainder = self.divide_magnitudes(n, d).remainder;
        self.negate_if(&remainder, sign(n))
    }

    /// `bvsmod`: `bvsrem`, plus the divisor if that is nonzero and the signs differ.
    pub(super) fn signed_modulo(&mut self, n: &[Lit], d: &[Lit]) -> Vec<Lit> {
        let remainder = self.signed_remainder(n, d);
        let nonzero = self.or_all(&remainder);
        let differ = self.xor(sign(n), sign(d));
        let correct = self.and(nonzero, differ);
        let correction: Vec<Lit> = d.iter().map(|&bit| self.and(bit, correct)).collect();
        let zero = self.constant(false);
        self.add(&remainder, &correction, zero)
    }

    fn divide_magnitudes(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        let n = self.negate_if(n, sign(n));
        let d = self.negate_if(d, sign(d));
        self.divide(&n, &d)
    }

    /// The value of bits that are all constant.
    fn constant_value(&self, bits: &[Lit]) -> Option<BitVecValue> {
        let values: Option<Vec<bool>> = bits.iter().map(|&bit| self.as_constant(bit)).collect();
        Some(BitVecValue::from_bits(values?.into_iter()))
    }

    /// Zeros on top, up to `width` bits.
    fn zero_extend(&self, mut bits: Vec<Lit>, width: usize) -> Vec<Lit> {
        bits.resize(width, self.constant(false));
        bits
    }
}

fn sign(bits: &[Lit]) -> Lit {
    *bits.last().expect("a bit-vector has at least one bit")
}

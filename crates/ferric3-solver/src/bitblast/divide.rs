//! Quotients and remainders.

use ferric3_sat::Lit;

use super::arith::{CarryOut, not};
use super::gates::Gates;

/// Unsigned quotient and remainder, as SMT-LIB defines them: `q = ~0` and `r = n` for `d = 0`.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub(super) quotient: Vec<Lit>,
    pub(super) remainder: Vec<Lit>,
}

impl Gates {
    /// `n / d` and `n mod d`, unsigned; built once for the same operands.
    pub(super) fn divide(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        let key: Box<[Lit]> = n.iter().chain(d).copied().collect();
        if let Some(division) = self.divisions.get(&key) {
            return division.clone();
        }
        let division = self.divide_new(n, d);
        self.divisions.insert(key, division.clone());
        division
    }

    fn divide_new(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        if let Some(value) = self.constant_bits(d) {
            if let [shift] = ones(&value)[..] {
                return self.divide_by_power(n, shift);
            }
        }
        self.restoring_division(n, d)
    }

    /// Division by `2^shift` only moves bits.
    fn divide_by_power(&self, n: &[Lit], shift: usize) -> Division {
        let zero = self.constant(false);
        let mut quotient = n[shift..].to_vec();
        quotient.resize(n.len(), zero);
        let mut remainder = n[..shift].to_vec();
        remainder.resize(n.len(), zero);
        Division {
            quotient,
            remainder,
        }
    }

    /// `bvsdiv`: the quotient of the magnitudes, negated if the signs differ.
    pub(super) fn signed_quotient(&mut self, n: &[Lit], d: &[Lit]) -> Vec<Lit> {
        let (n_sign, d_sign) = (sign(n), sign(d));
        let quotient = self.divide_magnitudes(n, d).quotient;
        let differ = self.xor(n_sign, d_sign);
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

    /// Long division: the rest takes up one bit of `n` at a time, and `d` is subtracted from it
    /// where it fits, which makes one bit of the quotient.
    ///
    /// For `d = 0` it always fits and changes nothing: that gives SMT-LIB's results by itself.
    fn restoring_division(&mut self, n: &[Lit], d: &[Lit]) -> Division {
        let width = n.len();
        let zero = self.constant(false);
        let one = self.constant(true);
        let mut quotient = vec![zero; width];
        let mut rest: Vec<Lit> = Vec::new();
        for index in (0..width).rev() {
            rest.insert(0, n[index]);
            // The rest has few bits at first; a longer divisor does not fit.
            let (low, high) = d.split_at(rest.len());
            let (difference, no_borrow) =
                self.add_with_carry_out(&rest, &not(low), one, CarryOut::Keep);
            let short = !self.or_all(high);
            let fits = self.and(no_borrow, short);
            quotient[index] = fits;
            rest = self.ite_bits(fits, &difference, &rest);
        }
        Division {
            quotient,
            remainder: rest,
        }
    }

    /// The value of bits that are all constant.
    fn constant_bits(&self, bits: &[Lit]) -> Option<Vec<bool>> {
        bits.iter().map(|&bit| self.as_constant(bit)).collect()
    }
}

fn sign(bits: &[Lit]) -> Lit {
    *bits.last().expect("a bit-vector has at least one bit")
}

/// Positions of the bits that are set.
fn ones(bits: &[bool]) -> Vec<usize> {
    bits.iter()
        .enumerate()
        .filter(|&(_, &bit)| bit)
        .map(|(index, _)| index)
        .collect()
}

//! Word-level operators. Bits are least significant first.

use super::graph::{Aig, Lit};

impl Aig {
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            let both = self.and(a, b);
            let passed = self.and(half, carry);
            carry = self.or(both, passed);
        }
        sum
    }

    pub(super) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        self.add(a, &complement(b), Lit::TRUE)
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        self.subtract(&vec![Lit::FALSE; a.len()], a)
    }

    fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Vec<Lit> {
        let negated = self.negate(a);
        self.select(condition, &negated, a)
    }

    pub(super) fn select(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
        let pairs = then.iter().zip(otherwise);
        pairs
            .map(|(&then, &otherwise)| self.ite(condition, then, otherwise))
            .collect()
    }

    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        // Rows for bits that are 0 vanish, so the operand with more of them makes the rows.
        let zeros = |bits: &[Lit]| bits.iter().filter(|&&bit| bit == Lit::FALSE).count();
        let (rows, other) = if zeros(a) > zeros(b) { (a, b) } else { (b, a) };
        let mut sum = vec![Lit::FALSE; a.len()];
        for (position, &bit) in rows.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let kept = &other[..other.len() - position];
            let row: Vec<Lit> = kept.iter().map(|&lit| self.and(lit, bit)).collect();
            let high = self.add(&sum[position..], &row, Lit::FALSE);
            sum.truncate(position);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder by long division. For the divisor 0, every subtraction succeeds:
    /// `q = ~0` and `r = n`, as in SMT-LIB.
    pub(super) fn divide(&mut self, n: &[Lit], d: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let mut quotient = vec![Lit::FALSE; n.len()];
        let mut rest = vec![Lit::FALSE; n.len()];
        for position in (0..n.len()).rev() {
            // Nothing is lost: so far the rest is at most the bits of `n` that were seen.
            rest.pop();
            rest.insert(0, n[position]);
            let fits = !self.unsigned_less(&rest, d);
            let less = self.subtract(&rest, d);
            rest = self.select(fits, &less, &rest);
            quotient[position] = fits;
        }
        (quotient, rest)
    }

    /// Quotient and remainder, rounding towards zero.
    pub(super) fn signed_divide(&mut self, n: &[Lit], d: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (n_sign, d_sign) = (sign(n), sign(d));
        let (n, d) = (self.negate_if(n_sign, n), self.negate_if(d_sign, d));
        let (quotient, rest) = self.divide(&n, &d);
        let differ = self.xor(n_sign, d_sign);
        (
            self.negate_if(differ, &quotient),
            self.negate_if(n_sign, &rest),
        )
    }

    /// The remainder with the sign of the divisor: that of [`signed_divide`](Aig::signed_divide),
    /// plus the divisor if it is not zero and the signs differ.
    pub(super) fn signed_modulo(&mut self, n: &[Lit], d: &[Lit]) -> Vec<Lit> {
        let (_, rest) = self.signed_divide(n, d);
        let differ = self.xor(sign(n), sign(d));
        let nonzero = self.or_all(&rest);
        let moved = self.and(differ, nonzero);
        let sum = self.add(&rest, d, Lit::FALSE);
        self.select(moved, &sum, &rest)
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.and_all(&same)
    }

    pub(super) fn unsigned_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            less = self.ite(differ, b, less);
        }
        less
    }

    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flip = |bits: &[Lit]| {
            let mut bits = bits.to_vec();
            let last = bits.last_mut().expect("a bit-vector has at least one bit");
            *last = !*last;
            bits
        };
        self.unsigned_less(&flip(a), &flip(b))
    }

    /// `a >> amount` with copies of `fill` moving in; all `fill` if the amount is the width or more.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let mut bits = a.to_vec();
        // Each layer handles one bit of the amount; those worth the width or more leave only `fill`.
        for (layer, &select) in amount.iter().enumerate() {
            let by = u32::try_from(layer)
                .ok()
                .and_then(|layer| 1usize.checked_shl(layer));
            let moved: Vec<Lit> = (0..bits.len())
                .map(|i| {
                    let from = by.and_then(|by| i.checked_add(by));
                    from.and_then(|from| bits.get(from))
                        .copied()
                        .unwrap_or(fill)
                })
                .collect();
            bits = self.select(select, &moved, &bits);
        }
        bits
    }

    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let reversed: Vec<Lit> = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }
}

pub(super) fn complement(bits: &[Lit]) -> Vec<Lit> {
    bits.iter().map(|&bit| !bit).collect()
}

pub(super) fn sign(bits: &[Lit]) -> Lit {
    *bits.last().expect("a bit-vector has at least one bit")
}

//! Shifts by a variable amount: barrel shifters, one layer of multiplexers per bit of the amount.

use ferric3_sat::Lit;

use super::gates::Gates;

impl Gates {
    /// `a << amount`; all zeros if the amount is the width or more.
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
        let reversed: Vec<Lit> = a.iter().rev().copied().collect();
        let zero = self.constant(false);
        let mut shifted = self.shift_right(&reversed, amount, zero);
        shifted.reverse();
        shifted
    }

    /// `a >> amount` with copies of `fill` moving in; all `fill` if the amount is the width or
    /// more. A constant amount costs nothing, since every multiplexer then folds away.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Vec<Lit> {
        let mut bits = a.to_vec();
        // Bits of the amount that are worth less than the width; together they may still exceed
        // it, which the layers handle by themselves.
        let layers = amount.len().min(width_bits(a.len()));
        for (layer, &select) in amount[..layers].iter().enumerate() {
            let by = 1 << layer;
            let moved: Vec<Lit> = (0..bits.len())
                .map(|i| bits.get(i + by).copied().unwrap_or(fill))
                .collect();
            bits = self.ite_bits(select, &moved, &bits);
        }
        let too_much = self.or_all(&amount[layers..]);
        bits.iter()
            .map(|&bit| self.ite(too_much, fill, bit))
            .collect()
    }
}

/// The number of `i` with `2^i < width`.
fn width_bits(width: usize) -> usize {
    (0..usize::BITS as usize)
        .take_while(|&i| 1 << i < width)
        .count()
}

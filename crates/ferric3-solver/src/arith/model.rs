//! Values of numbers: infinitesimals become a number that is small enough for all bounds.

use ferric3_term::Rational;

use super::Arith;
use super::delta::Delta;
use super::linear::Side;

impl Arith {
    /// Keep the current values, which satisfy all bounds, as the model.
    pub(super) fn make_model(&mut self) {
        let epsilon = self.epsilon();
        self.model.clear();
        for &number in &self.relevant {
            let Delta {
                real,
                infinitesimal,
            } = self.simplex.value(number);
            let mut value = real.clone();
            value.add_product(&epsilon, infinitesimal);
            self.model.insert(number, value);
        }
        debug_assert!(self.assigned.iter().all(|&lit| self.holds(lit)));
    }

    /// A positive number `ε` such that all bounds hold of the values with it.
    fn epsilon(&self) -> Rational {
        let mut epsilon = Rational::ONE;
        for (number, side) in self.simplex.bounds.changed_since(0) {
            let value = self.simplex.value(number);
            let Some(bound) = self.simplex.bounds.value(number, side) else {
                continue;
            };
            // 0 ≤ room, as numbers with infinitesimals.
            let room = match side {
                Side::Lower => value - bound,
                Side::Upper => bound - value,
            };
            if room.infinitesimal.is_negative() {
                epsilon = epsilon.min(&room.real / &-room.infinitesimal);
            }
        }
        epsilon
    }

    /// Does the literal hold in the model?
    fn holds(&self, lit: ferric3_sat::Lit) -> bool {
        let (number, side, bound) = self.atoms.bound(lit);
        let mut sum = Rational::ZERO;
        for (x, coefficient) in &self.forms[number.index()] {
            sum.add_product(coefficient, &self.value(*x));
        }
        // A strict bound is one with an infinitesimal.
        let is_strict = !bound.infinitesimal.is_zero();
        match side {
            _ if sum == bound.real => !is_strict,
            Side::Lower => sum > bound.real,
            Side::Upper => sum < bound.real,
        }
    }
}

//! The test of divisors: `2·x + 4·y = 3` has no solution in integers, and neither has `0 < x - 3·y < 1`.
//!
//! In a row, take together the numbers that are fixed by their bounds, and one more that is bounded on both sides. What
//! is left are integers: if no multiple of a common divisor of their coefficients lies where these bounds let
//! their sum be, there is no solution.

use ferric3_term::Rational;

use super::Arith;
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Num, Side, towards};
use super::simplex::Farkas;

impl Arith {
    /// A proof that the row of a basic number has no solution in integers, if that is so.
    pub(super) fn divisor_conflict(&self, basic: Num) -> Option<Proof> {
        let tableau = &self.simplex.tableau;
        let bounds = &self.simplex.bounds;
        if !tableau.is_basic(basic) {
            return None;
        }
        let row = tableau.row(basic);
        // Beside what is fixed, one number may be none of the integers that are left: the one that cannot be.
        let mut loose = None;
        for number in row.iter().map(|entry| entry.number).chain([basic]) {
            if !self.is_integer(number)
                && !bounds.is_fixed(number)
                && loose.replace(number).is_some()
            {
                return None;
            }
        }
        let mut multiple = Rational::ONE;
        for entry in row {
            if !entry.coefficient.is_integer() {
                multiple = multiple.lcm(&entry.coefficient.denominator().into());
            }
        }
        // multiple · basic - Σ multiple · coefficient · number = 0.
        let others = row
            .iter()
            .map(|e| (e.number, -(&e.coefficient * &multiple)));
        let mut divisor = Rational::ZERO;
        let mut bounded = Vec::new();
        let (mut least, mut greatest) = (Delta::default(), Delta::default());
        for (number, coefficient) in others.chain([(basic, multiple.clone())]) {
            if loose == Some(number) || bounds.is_fixed(number) {
                let lower = bounds.value(number, towards(Side::Lower, &coefficient))?;
                let upper = bounds.value(number, towards(Side::Upper, &coefficient))?;
                least.add_product(&coefficient, lower);
                greatest.add_product(&coefficient, upper);
                bounded.push((number, coefficient));
            } else {
                divisor = divisor.gcd(&coefficient);
            }
        }
        if divisor.is_zero() {
            return None;
        }
        let inverse = divisor.reciprocal();
        if (&greatest * &inverse).floor() >= (&least * &inverse).ceil() {
            return None;
        }
        // What is left adds up to the negated sum of these.
        let farkas = |side: Side| -> Option<Farkas> {
            let reasons = bounded.iter().map(|(number, coefficient)| {
                let bound = bounds.get(*number, towards(side.opposite(), coefficient))?;
                Some((bound.reason, coefficient.abs()))
            });
            reasons.collect()
        };
        Some(Proof::Rounding {
            upper: farkas(Side::Upper)?,
            lower: farkas(Side::Lower)?,
        })
    }
}

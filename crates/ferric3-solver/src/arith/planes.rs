//! Splits on planes other than those of single numbers: cuts from proofs (Dillig, Dillig, Aiken, CAV 2009).
//!
//! Let `A·x = b` be the bounds of integer forms that are tight at the current values. With a unimodular `U` such
//! that `A·U` is triangular, `y = U⁻¹·x` are as good as `x`: integers if and only if `x` are. The first `y` are
//! determined by the equations, `yₖ = λₖ·b` with `λₖ·A` the row `uₖ` of `U⁻¹`; the others are free.
//!
//! * If a determined `yₖ` is no integer, no integers lie where these bounds are tight. If all of them are
//!   equations that is a conflict, with `λₖ` as its proof. Else `uₖ·x ≤ ⌊yₖ⌋` or `uₖ·x ≥ ⌊yₖ⌋ + 1`.
//! * Else a free `yₖ` is none (or all numbers would be integers), and the split is on that.
//!
//! So equations alone need no more splits than there are numbers, whether these are bounded or not.

use ferric3_sat::Lit;
use ferric3_term::Rational;

use super::Arith;
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Linear, Num, Side};
use super::simplex::Farkas;

/// More numbers or bounds are left to simpler splits.
const MAX_SIZE: usize = 60;

/// And so are larger coefficients.
const MAX_COEFFICIENT: i64 = 1 << 40;

/// What to do about values that are no integers.
pub(super) enum Plane {
    /// Nothing helps.
    Conflict(Proof),
    /// The form is no integer at the moment.
    Split(Linear),
}

/// A tight bound: `Σ coefficient · x = value`.
struct Tight {
    number: Num,
    value: Rational,
    is_fixed: bool,
    /// By column.
    row: Vec<Rational>,
}

impl Arith {
    /// A plane around the current values, some of which should be integers and are not.
    pub(super) fn plane(&mut self) -> Option<Plane> {
        let integers = self
            .relevant
            .iter()
            .copied()
            .filter(|&x| self.is_integer(x));
        let columns: Vec<Num> = integers.collect();
        if columns.len() > MAX_SIZE {
            return None;
        }
        let mut rows = self.tight(&columns)?;
        self.work += (rows.len() * columns.len()) as u64;
        // Row by row: what is left of the row has one entry, on the diagonal.
        let mut inverse: Vec<Vec<Rational>> = (0..columns.len())
            .map(|i| {
                (0..columns.len())
                    .map(|j| i64::from(i == j).into())
                    .collect()
            })
            .collect();
        // Of the determined numbers: the row, the value, and λ by row.
        let mut determined: Vec<(Rational, Vec<Rational>)> = Vec::new();
        for index in 0..rows.len() {
            let rank = determined.len();
            if !eliminate(&mut rows, index, rank, &mut inverse) {
                continue;
            }
            let mut value = rows[index].value.clone();
            let mut lambda = vec![Rational::ZERO; rows.len()];
            lambda[index] = Rational::ONE;
            for (place, (other, factors)) in determined.iter().enumerate() {
                let entry = -&rows[index].row[place];
                value.add_product(&entry, other);
                for (sum, factor) in lambda.iter_mut().zip(factors) {
                    sum.add_product(&entry, factor);
                }
            }
            let scale = rows[index].row[rank].reciprocal();
            value *= &scale;
            lambda.iter_mut().for_each(|factor| *factor *= &scale);
            if !value.is_integer() {
                let mut used = rows
                    .iter()
                    .zip(&lambda)
                    .filter(|(_, factor)| !factor.is_zero());
                if used.all(|(row, _)| row.is_fixed) {
                    return self.equations(&rows, &lambda).map(Plane::Conflict);
                }
                return form(&columns, &inverse[rank]).map(Plane::Split);
            }
            determined.push((value, lambda));
        }
        let free = inverse[determined.len()..].iter();
        let mut forms = free.filter_map(|row| form(&columns, row));
        let is_fractional = |form: &Linear| {
            let mut value = Delta::default();
            for (x, c) in &form.terms {
                value.add_product(c, self.simplex.value(*x));
            }
            !value.is_integer()
        };
        forms.find(is_fractional).map(Plane::Split)
    }

    /// The tight bounds of integer forms over these numbers, equations first.
    fn tight(&self, columns: &[Num]) -> Option<Vec<Tight>> {
        let bounds = &self.simplex.bounds;
        let mut numbers: Vec<Num> = bounds.changed_since(0).map(|(number, _)| number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut rows = Vec::new();
        for number in numbers.into_iter().filter(|&x| self.is_integer(x)) {
            let value = self.simplex.value(number);
            let sides = [Side::Lower, Side::Upper];
            if !sides
                .iter()
                .any(|&side| bounds.value(number, side) == Some(value))
            {
                continue;
            }
            let mut row = vec![Rational::ZERO; columns.len()];
            for (x, coefficient) in &self.forms[number.index()] {
                row[columns.iter().position(|column| column == x)?] = coefficient.clone();
            }
            rows.push(Tight {
                number,
                value: value.real.clone(),
                is_fixed: bounds.is_fixed(number),
                row,
            });
        }
        rows.sort_by_key(|row| !row.is_fixed);
        (rows.len() <= MAX_SIZE).then_some(rows)
    }

    /// The sum of equations, times these factors, has integer coefficients and no integer value.
    fn equations(&self, rows: &[Tight], lambda: &[Rational]) -> Option<Proof> {
        let farkas = |side: Side| -> Option<Farkas> {
            let mut farkas = Vec::new();
            for (row, factor) in rows.iter().zip(lambda) {
                if !factor.is_zero() {
                    let towards = match factor.is_negative() {
                        true => side.opposite(),
                        false => side,
                    };
                    let reason: Lit = self.simplex.bounds.get(row.number, towards)?.reason;
                    farkas.push((reason, factor.abs()));
                }
            }
            Some(farkas)
        };
        Some(Proof::Rounding {
            upper: farkas(Side::Upper)?,
            lower: farkas(Side::Lower)?,
        })
    }
}

/// Column operations that leave nothing of the row beyond the place `rank`; the inverse operations on the
/// rows of `inverse`. Is there something at that place?
fn eliminate(rows: &mut [Tight], index: usize, rank: usize, inverse: &mut [Vec<Rational>]) -> bool {
    loop {
        // The smallest entry divides the others, as far as it can.
        let entries = rows[index].row.iter().enumerate().skip(rank);
        let smallest = entries
            .filter(|(_, entry)| !entry.is_zero())
            .min_by_key(|(_, entry)| entry.abs());
        let Some((place, _)) = smallest else {
            return false;
        };
        for row in rows.iter_mut() {
            row.row.swap(rank, place);
        }
        inverse.swap(rank, place);
        let mut is_done = true;
        for column in rank + 1..inverse.len() {
            let quotient = (&rows[index].row[column] / &rows[index].row[rank]).floor();
            if !quotient.is_zero() {
                // This column, less a multiple of the other; so that row of the inverse gets more.
                let negated = -&quotient;
                for row in rows.iter_mut() {
                    let other = row.row[rank].clone();
                    row.row[column].add_product(&negated, &other);
                }
                let added = inverse[column].clone();
                for (entry, more) in inverse[rank].iter_mut().zip(&added) {
                    entry.add_product(&quotient, more);
                }
            }
            is_done &= rows[index].row[column].is_zero();
        }
        if is_done {
            return true;
        }
    }
}

/// The form with these coefficients, unless they are too large.
fn form(columns: &[Num], row: &[Rational]) -> Option<Linear> {
    let is_small = |c: &Rational| c.to_i64().is_some_and(|c| c.abs() <= MAX_COEFFICIENT);
    if !row.iter().all(is_small) {
        return None;
    }
    let mut terms: Vec<(Num, Rational)> =
        columns.iter().copied().zip(row.iter().cloned()).collect();
    terms.retain(|(_, coefficient)| !coefficient.is_zero());
    terms.sort_unstable_by_key(|(number, _)| *number);
    Some(Linear {
        terms,
        constant: Rational::ZERO,
    })
}

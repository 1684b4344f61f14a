//! Equations over the integers, solved.
//!
//! Let some bounds be tight: `F(x, z) = b` for each, of integers `x` and real numbers `z`. What is left when the real
//! numbers are eliminated is `A·x = b`. With a unimodular `U` such that `A·U` is triangular (Hermite), `y = U⁻¹·x` are
//! as good as `x`: integers if and only if `x` are. The first `y` are determined by the equations, `yₖ = λₖ·b` with
//! `λₖ·A` the row `uₖ` of `U⁻¹`; the others are free. If a determined `yₖ` is no integer, no integers satisfy
//! the equations.

use ferric3_term::Rational;

use super::Arith;
use super::delta::Delta;
use super::farkas::Proof;
use super::linear::{Linear, Num, Side, add_form, content};
use super::simplex::Farkas;

/// More numbers are left to simpler ways.
const MAX_NUMBERS: usize = 60;

/// And so are more equations.
const MAX_EQUATIONS: usize = 100;

/// A sum of tight bounds, each times its factor: `Σ coefficient · x = value`.
pub(super) struct Equation {
    /// The numbers whose bounds they are, and the factors.
    pub(super) parts: Vec<(Num, Rational)>,
    /// Are all of them bounds on both sides?
    pub(super) is_fixed: bool,
    terms: Vec<(Num, Rational)>,
    value: Delta,
}

impl Equation {
    /// `self += factor · other`.
    fn add_product(&mut self, factor: &Rational, other: &Equation) {
        add_form(&mut self.parts, factor, &other.parts);
        add_form(&mut self.terms, factor, &other.terms);
        self.value.add_product(factor, &other.value);
        self.is_fixed &= other.is_fixed;
    }

    fn scale(&mut self, factor: &Rational) {
        for (_, coefficient) in self.parts.iter_mut().chain(&mut self.terms) {
            *coefficient *= factor;
        }
        self.value = &self.value * factor;
    }

    fn coefficient(&self, number: Num) -> Option<&Rational> {
        let place = self.terms.binary_search_by_key(&number, |(x, _)| *x);
        place.ok().map(|place| &self.terms[place].1)
    }
}

/// The solutions of equations.
pub(super) struct Lattice {
    columns: Vec<Num>,
    /// `U⁻¹`, by row.
    inverse: Vec<Vec<Rational>>,
    /// So many `y` are determined.
    rank: usize,
    /// The last of them, if it is no integer: why it has this value.
    pub(super) fraction: Option<Equation>,
    /// Coefficients that were computed.
    pub(super) work: u64,
}

impl Arith {
    /// The tight bounds of this query, those that are equations first; or only these.
    pub(super) fn tight(&self, only_fixed: bool) -> Vec<Equation> {
        let bounds = &self.simplex.bounds;
        let mut numbers: Vec<Num> = bounds.changed_since(0).map(|(number, _)| number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut equations = Vec::new();
        for number in numbers {
            let value = self.simplex.value(number);
            let is_fixed = bounds.is_fixed(number);
            let is_tight = |side| bounds.value(number, side) == Some(value);
            if is_fixed || (!only_fixed && (is_tight(Side::Lower) || is_tight(Side::Upper))) {
                equations.push(Equation {
                    parts: vec![(number, Rational::ONE)],
                    is_fixed,
                    terms: self.forms[number.index()].to_vec(),
                    value: value.clone(),
                });
            }
        }
        equations.sort_by_key(|equation| !equation.is_fixed);
        equations
    }

    /// The solutions of equations in the integers of this query. `None`: it is too large.
    pub(super) fn lattice(&mut self, equations: Vec<Equation>) -> Option<Lattice> {
        let integers = self.relevant.iter().copied();
        let mut columns: Vec<Num> = integers.filter(|&x| self.is_integer(x)).collect();
        if columns.len() > MAX_NUMBERS || equations.len() > MAX_EQUATIONS {
            return None;
        }
        columns.sort_unstable();
        let equations = without_reals(equations, |x| self.is_integer(x));
        let lattice = Lattice::new(columns, equations);
        self.work += lattice.work;
        Some(lattice)
    }

    /// Equations add up to one with integer coefficients and no integer value.
    pub(super) fn no_solution(&self, equation: &Equation) -> Option<Proof> {
        let farkas = |side: Side| -> Option<Farkas> {
            let reasons = equation.parts.iter().map(|(number, factor)| {
                let towards = match factor.is_negative() {
                    true => side.opposite(),
                    false => side,
                };
                let bound = self.simplex.bounds.get(*number, towards)?;
                Some((bound.reason, factor.abs()))
            });
            reasons.collect()
        };
        Some(Proof::Rounding {
            upper: farkas(Side::Upper)?,
            lower: farkas(Side::Lower)?,
        })
    }
}

/// What follows from the equations for integers alone. Those that come first are used to eliminate from the others,
/// so that sums of equations stay that if these come first.
fn without_reals(equations: Vec<Equation>, is_integer: impl Fn(Num) -> bool) -> Vec<Equation> {
    let mut left = equations;
    let mut pure = Vec::new();
    while !left.is_empty() {
        let mut first = left.remove(0);
        let real = first.terms.iter().find(|(x, _)| !is_integer(*x));
        let Some((real, coefficient)) = real.cloned() else {
            if !first.terms.is_empty() {
                first.scale(&content(&first.terms).reciprocal());
                pure.push(first);
            }
            continue;
        };
        for other in &mut left {
            if let Some(multiple) = other.coefficient(real).cloned() {
                other.add_product(&-(&multiple / &coefficient), &first);
            }
        }
    }
    pure
}

impl Lattice {
    fn new(columns: Vec<Num>, equations: Vec<Equation>) -> Lattice {
        let count = columns.len();
        let unit = |i: usize| (0..count).map(|j| i64::from(i == j).into()).collect();
        let mut lattice = Lattice {
            inverse: (0..count).map(unit).collect(),
            columns,
            rank: 0,
            fraction: None,
            work: (count * (count + equations.len())) as u64,
        };
        let mut rows: Vec<Vec<Rational>> = equations.iter().map(|e| lattice.row(e)).collect();
        let mut determined: Vec<Equation> = Vec::new();
        for (index, mut equation) in equations.into_iter().enumerate() {
            // Row by row: what is left of the row has one entry, on the diagonal.
            if !lattice.eliminate(&mut rows, index) {
                continue;
            }
            let row = &rows[index];
            // Only value and parts are needed.
            equation.terms.clear();
            for (other, entry) in determined.iter().zip(row) {
                if !entry.is_zero() {
                    equation.add_product(&-entry, other);
                }
            }
            equation.scale(&row[lattice.rank].reciprocal());
            lattice.rank += 1;
            if !equation.value.is_integer() {
                lattice.fraction = Some(equation);
                return lattice;
            }
            determined.push(equation);
        }
        lattice
    }

    fn row(&self, equation: &Equation) -> Vec<Rational> {
        let coefficients = self.columns.iter().map(|&x| equation.coefficient(x));
        let coefficients = coefficients.map(|c| c.cloned().unwrap_or_default());
        coefficients.collect()
    }

    /// Column operations that leave nothing of the row beyond the place `rank`; the inverse operations on the
    /// rows of `inverse`. Is there something at that place?
    fn eliminate(&mut self, rows: &mut [Vec<Rational>], index: usize) -> bool {
        let (rank, inverse) = (self.rank, &mut self.inverse);
        loop {
            // The smallest entry divides the others, as far as it can.
            let entries = rows[index].iter().enumerate().skip(rank);
            let smallest = entries
                .filter(|(_, entry)| !entry.is_zero())
                .min_by_key(|(_, entry)| entry.abs());
            let Some((place, _)) = smallest else {
                return false;
            };
            for row in rows.iter_mut() {
                row.swap(rank, place);
            }
            inverse.swap(rank, place);
            let mut is_done = true;
            for column in rank + 1..inverse.len() {
                if rows[index][column].is_zero() {
                    continue;
                }
                let quotient = (&rows[index][column] / &rows[index][rank]).floor();
                if !quotient.is_zero() {
                    // This column, less a multiple of the other; so that row of the inverse gets more.
                    let negated = -&quotient;
                    for row in rows.iter_mut() {
                        if !row[rank].is_zero() {
                            let other = row[rank].clone();
                            row[column].add_product(&negated, &other);
                        }
                    }
                    let added = inverse[column].clone();
                    for (entry, more) in inverse[rank].iter_mut().zip(&added) {
                        if !more.is_zero() {
                            entry.add_product(&quotient, more);
                        }
                    }
                    self.work += (rows.len() + added.len()) as u64;
                }
                is_done &= rows[index][column].is_zero();
            }
            if is_done {
                return true;
            }
        }
    }

    /// The `y` that is no integer, as a form.
    pub(super) fn determined(&self) -> Option<Linear> {
        let row = self.inverse.get(self.rank.checked_sub(1)?)?;
        Some(self.form(row))
    }

    /// The `y` that are free, as forms.
    pub(super) fn free(&self) -> impl Iterator<Item = Linear> + '_ {
        self.inverse[self.rank..].iter().map(|row| self.form(row))
    }

    fn form(&self, row: &[Rational]) -> Linear {
        let terms = self.columns.iter().copied().zip(row.iter().cloned());
        Linear {
            terms: terms.filter(|(_, c)| !c.is_zero()).collect(),
            constant: Rational::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use ferric3_sat::conformance::Rng;

    use super::*;

    type Point = [i64; 3];

    /// Pairwise products, added up.
    fn product(row: &[Rational], point: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for (a, b) in row.iter().zip(point) {
            sum.add_product(a, b);
        }
        sum
    }

    fn cross(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
        let minor = |i: usize, j: usize| &(&a[i] * &b[j]) - &(&a[j] * &b[i]);
        vec![minor(1, 2), minor(2, 0), minor(0, 1)]
    }

    /// The `x` with `rows · x = y`. Requires determinant 1 or -1.
    fn preimage(rows: &[Vec<Rational>], y: &[Rational]) -> Vec<Rational> {
        let columns = [
            cross(&rows[1], &rows[2]),
            cross(&rows[2], &rows[0]),
            cross(&rows[0], &rows[1]),
        ];
        let determinant = product(&rows[0], &columns[0]);
        assert!(determinant.abs().is_one(), "it is unimodular");
        let entry = |i: usize| {
            let row: Vec<Rational> = columns.iter().map(|c| c[i].clone()).collect();
            &product(&row, y) * &determinant
        };
        (0..3).map(entry).collect()
    }

    fn points() -> impl Iterator<Item = Point> {
        let range = -6..=6;
        let planes = range.clone().map(move |a| (a, range.clone()));
        planes.flat_map(|(a, range)| {
            let lines = range.clone().map(move |b| (b, range.clone()));
            lines.flat_map(move |(b, range)| range.map(move |c| [a, b, c]))
        })
    }

    /// With integers for the free coordinates all integers are integers, and satisfy the equations; or no point does.
    #[test]
    fn coordinates_are_those_of_the_solutions() {
        let mut answers = [0, 0];
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut small = || i64::try_from(rng.below(13)).unwrap() - 6;
            let rows: Vec<(Point, i64)> = (0..2)
                .map(|_| ([small(), small(), small()], small()))
                .collect();
            let equations = rows
                .iter()
                .enumerate()
                .map(|(index, (row, value))| Equation {
                    parts: vec![(Num::new(3 + index), Rational::ONE)],
                    is_fixed: true,
                    terms: (0..3)
                        .filter(|&x| row[x] != 0)
                        .map(|x| (Num::new(x), row[x].into()))
                        .collect(),
                    value: Delta::from(Rational::from(*value)),
                });
            if rows.iter().any(|(row, _)| row == &[0; 3]) {
                continue;
            }
            let equations: Vec<Equation> = equations.collect();
            let lattice = Lattice::new((0..3).map(Num::new).collect(), equations);
            let holds = |(row, value): &(Point, i64), point: &Point| {
                row.iter().zip(point).map(|(a, x)| a * x).sum::<i64>() == *value
            };
            let mut all = points();
            let point = all.find(|point| rows.iter().all(|row| holds(row, point)));
            answers[usize::from(lattice.fraction.is_some())] += 1;
            if lattice.fraction.is_some() {
                assert_eq!(point, None, "seed {seed}");
                continue;
            }
            // The determined coordinates of a solution are those of all of them.
            let Some(point) = point else { continue };
            let point = point.map(Rational::from);
            let mut y: Vec<Rational> = lattice
                .inverse
                .iter()
                .map(|row| product(row, &point))
                .collect();
            for free in &mut y[lattice.rank..] {
                *free = small().into();
            }
            let x = preimage(&lattice.inverse, &y);
            assert!(x.iter().all(Rational::is_integer));
            for (row, value) in rows {
                assert_eq!(product(&row.map(Rational::from), &x), value.into());
            }
        }
        assert!(answers.iter().all(|&count| count > 20), "{answers:?}");
    }

    /// `2·x + 4·z = 1` and `z - 2·y = 3` leave `2·x + 8·y = -11`.
    #[test]
    fn real_numbers_are_eliminated_first() {
        let [x, y, z] = [0, 1, 2].map(Num::new);
        let equation = |index: usize, terms: &[(Num, i64)], value: i64| Equation {
            parts: vec![(Num::new(index), Rational::ONE)],
            is_fixed: true,
            terms: terms.iter().map(|&(x, c)| (x, c.into())).collect(),
            value: Delta::from(Rational::from(value)),
        };
        let equations = vec![
            equation(3, &[(x, 2), (z, 4)], 1),
            equation(4, &[(y, -2), (z, 1)], 3),
        ];
        let pure = without_reals(equations, |number| number != z);
        assert_eq!(pure.len(), 1);
        let lattice = Lattice::new(vec![x, y], pure);
        let fraction = lattice.fraction.expect("11 is odd");
        assert_eq!(fraction.parts.len(), 2);
        assert!(!fraction.value.is_integer());
    }
}

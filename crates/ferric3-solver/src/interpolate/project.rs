//! `∃x. a` for a conjunction `a` of linear inequalities over integers, without a quantifier, where that is exact.
//!
//! * `c·x = t` in it: other rows, times `|c|`, lose `x` by adding a multiple of the equation, and `c` divides `t`.
//! * Otherwise every lower bound `l ≤ p·x` with every upper one `q·x ≤ u` gives `q·l ≤ p·u` (Fourier, Motzkin), which
//!   is exact if `p` or `q` is 1.
//!
//! Anything else is left alone: then there is no answer.

use std::collections::BTreeMap;

use ferric3_term::{Op, Rational, Sort, SymbolId, TermId, Terms};

/// More rows than this are no help to anybody.
const MAX_ROWS: usize = 64;

/// `Σ coefficient · symbol + constant`, with integer coefficients other than 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sum {
    coefficients: BTreeMap<SymbolId, Rational>,
    constant: Rational,
}

impl Sum {
    fn coefficient(&self, symbol: SymbolId) -> Rational {
        self.coefficients.get(&symbol).cloned().unwrap_or_default()
    }

    fn add_product(&mut self, factor: &Rational, other: &Sum) {
        self.constant.add_product(factor, &other.constant);
        for (&symbol, coefficient) in &other.coefficients {
            let sum = self.coefficients.entry(symbol).or_default();
            sum.add_product(factor, coefficient);
            if sum.is_zero() {
                self.coefficients.remove(&symbol);
            }
        }
    }

    fn scaled(&self, factor: &Rational) -> Sum {
        let mut result = Sum::default();
        result.add_product(factor, self);
        result
    }

    /// Divided by what all coefficients have in common, if the constant allows it; an inequality is rounded.
    fn reduced(&self, is_equation: bool) -> Sum {
        let mut divisor = Rational::ZERO;
        for coefficient in self.coefficients.values() {
            divisor = divisor.gcd(coefficient);
        }
        if divisor.is_zero() {
            return self.clone();
        }
        let mut sum = self.scaled(&divisor.reciprocal());
        if !sum.constant.is_integer() {
            match is_equation {
                true => return self.clone(),
                // Σ ≤ -constant.
                false => sum.constant = sum.constant.ceil(),
            }
        }
        sum
    }
}

/// `sum ≤ 0`, or `sum = 0`, or `modulus` divides `sum`.
#[derive(Default)]
struct Rows {
    at_most: Vec<Sum>,
    equal: Vec<Sum>,
    divided: Vec<(Rational, Sum)>,
}

/// Literals without the symbols that are not kept, together equivalent to `∃ these. literals`. `None`: not this
/// way.
pub(super) fn project(
    terms: &mut Terms,
    literals: &[TermId],
    is_kept: impl Fn(SymbolId) -> bool,
) -> Option<Vec<TermId>> {
    let mut rows = Rows::default();
    let mut rest = Vec::new();
    for &literal in literals {
        match terms.op(literal) {
            Op::Le | Op::Lt => rows.add(terms, literal)?,
            // A symbol or its negation, which says nothing about numbers.
            _ if terms.symbols_of(literal).into_iter().all(&is_kept) => rest.push(literal),
            _ => {}
        }
    }
    rows.find_equations();
    while let Some(symbol) = rows.next(&is_kept) {
        rows.eliminate(symbol)?;
        if rows.at_most.len() + rows.equal.len() + rows.divided.len() > MAX_ROWS {
            return None;
        }
    }
    rows.write(terms, &mut rest);
    Some(rest)
}

impl Rows {
    /// An inequality between integers.
    fn add(&mut self, terms: &Terms, literal: TermId) -> Option<()> {
        let &[a, b] = terms.args(literal) else {
            return None;
        };
        let mut sum = linear(terms, a)?;
        sum.add_product(&Rational::MINUS_ONE, &linear(terms, b)?);
        let mut multiple = Rational::ONE;
        for number in sum.coefficients.values().chain([&sum.constant]) {
            multiple = multiple.lcm(&number.denominator().into());
        }
        let mut sum = sum.scaled(&multiple);
        if *terms.op(literal) == Op::Lt {
            sum.constant += &Rational::ONE;
        }
        let sum = sum.reduced(false);
        if !self.at_most.contains(&sum) {
            self.at_most.push(sum);
        }
        Some(())
    }

    /// `s ≤ 0` and `-s ≤ 0` are an equation.
    fn find_equations(&mut self) {
        let mut left: Vec<Sum> = Vec::new();
        for sum in std::mem::take(&mut self.at_most) {
            let negated = sum.scaled(&Rational::MINUS_ONE);
            match left.iter().position(|other| *other == negated) {
                Some(place) => {
                    left.remove(place);
                    self.equal.push(sum);
                }
                None => left.push(sum),
            }
        }
        self.at_most = left;
    }

    /// A symbol that has to go: one of an equation, if there is one, with the least coefficient.
    fn next(&self, is_kept: &impl Fn(SymbolId) -> bool) -> Option<SymbolId> {
        let equations = self.equal.iter().flat_map(|sum| &sum.coefficients);
        let best = equations
            .filter(|(symbol, _)| !is_kept(**symbol))
            .min_by_key(|(symbol, coefficient)| (coefficient.abs(), **symbol));
        if let Some((&symbol, _)) = best {
            return Some(symbol);
        }
        let divided = self.divided.iter().map(|(_, sum)| sum);
        let sums = self.at_most.iter().chain(divided);
        let mut symbols = sums.flat_map(|sum| sum.coefficients.keys().copied());
        symbols.find(|&symbol| !is_kept(symbol))
    }

    fn eliminate(&mut self, symbol: SymbolId) -> Option<()> {
        let with = |sum: &Sum| !sum.coefficient(symbol).is_zero();
        let equations = self.equal.iter().enumerate().filter(|(_, sum)| with(sum));
        let best = equations.min_by_key(|(_, sum)| sum.coefficient(symbol).abs());
        if let Some((place, _)) = best {
            self.solve(symbol, place);
            return Some(());
        }
        if self.divided.iter().any(|(_, sum)| with(sum)) {
            return None;
        }
        self.shadow(symbol)
    }

    /// Put in what the equation at `place` says of the symbol.
    fn solve(&mut self, symbol: SymbolId, place: usize) {
        let mut equation = self.equal.remove(place);
        let mut own = equation.coefficient(symbol);
        if own.is_negative() {
            equation = equation.scaled(&Rational::MINUS_ONE);
            own = -own;
        }
        let without = |sum: &Sum| {
            let coefficient = sum.coefficient(symbol);
            if coefficient.is_zero() {
                return sum.clone();
            }
            let mut result = sum.scaled(&own);
            result.add_product(&-coefficient, &equation);
            result
        };
        self.equal = self
            .equal
            .iter()
            .map(|s| without(s).reduced(true))
            .collect();
        let at_most = self.at_most.iter();
        self.at_most = at_most.map(|s| without(s).reduced(false)).collect();
        for (modulus, sum) in &mut self.divided {
            if !sum.coefficient(symbol).is_zero() {
                *modulus *= &own;
                *sum = without(sum);
            }
        }
        if !own.is_one() {
            let mut rest = equation;
            rest.coefficients.remove(&symbol);
            self.divided.push((own, rest));
        }
    }

    /// Bounds of the symbol against one another.
    fn shadow(&mut self, symbol: SymbolId) -> Option<()> {
        let all = std::mem::take(&mut self.at_most);
        let (with, without): (Vec<Sum>, Vec<Sum>) = all
            .into_iter()
            .partition(|sum| !sum.coefficient(symbol).is_zero());
        self.at_most = without;
        for upper in &with {
            let p = upper.coefficient(symbol);
            if p.is_negative() {
                continue;
            }
            for lower in &with {
                let q = -lower.coefficient(symbol);
                if !q.is_positive() {
                    continue;
                }
                if !p.is_one() && !q.is_one() {
                    return None;
                }
                let mut sum = upper.scaled(&q);
                sum.add_product(&p, lower);
                let sum = sum.reduced(false);
                let is_true = sum.coefficients.is_empty() && !sum.constant.is_positive();
                if !is_true && !self.at_most.contains(&sum) {
                    self.at_most.push(sum);
                }
            }
        }
        Some(())
    }

    fn write(&self, terms: &mut Terms, literals: &mut Vec<TermId>) {
        let zero = terms.int(0);
        for sum in &self.at_most {
            let sum = term(terms, sum);
            literals.push(terms.le(sum, zero));
        }
        for sum in &self.equal {
            let sum = term(terms, sum);
            literals.push(terms.eq(sum, zero));
        }
        for (modulus, sum) in &self.divided {
            let (sum, modulus) = (term(terms, sum), terms.int(modulus.clone()));
            let remainder = terms.int_mod(sum, modulus);
            literals.push(terms.eq(remainder, zero));
        }
    }
}

fn term(terms: &mut Terms, sum: &Sum) -> TermId {
    let mut parts = vec![terms.int(sum.constant.clone())];
    for (&symbol, coefficient) in &sum.coefficients {
        let (factor, symbol) = (terms.int(coefficient.clone()), terms.symbol_term(symbol));
        parts.push(terms.mul(factor, symbol));
    }
    terms.sum(&parts)
}

/// A linear term over integers, whatever its own sort.
fn linear(terms: &Terms, term: TermId) -> Option<Sum> {
    let args = terms.args(term);
    Some(match (terms.op(term), args) {
        (Op::Int(value) | Op::Real(value), _) => Sum {
            constant: value.clone(),
            ..Sum::default()
        },
        (Op::Symbol(symbol), _) if terms.sort(term) == Sort::Int => Sum {
            coefficients: [(*symbol, Rational::ONE)].into(),
            ..Sum::default()
        },
        (Op::Add, args) => {
            let mut sum = Sum::default();
            for &arg in args {
                sum.add_product(&Rational::ONE, &linear(terms, arg)?);
            }
            sum
        }
        (Op::Sub, &[a, b]) => {
            let mut sum = linear(terms, a)?;
            sum.add_product(&Rational::MINUS_ONE, &linear(terms, b)?);
            sum
        }
        (Op::Neg, &[a]) => linear(terms, a)?.scaled(&Rational::MINUS_ONE),
        (Op::ToReal, &[a]) => linear(terms, a)?,
        (Op::Mul, &[a, b]) => match (terms.as_number(a), terms.as_number(b)) {
            (Some(factor), _) => linear(terms, b)?.scaled(factor),
            (_, Some(factor)) => linear(terms, a)?.scaled(factor),
            _ => return None,
        },
        _ => return None,
    })
}

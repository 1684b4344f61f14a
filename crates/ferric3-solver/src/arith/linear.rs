//! Linear forms over the variables of an arithmetic context.

use ferric3_term::Rational;

use super::delta::Delta;

/// A variable that stands for a number; dense, starting at 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Num(pub(super) u32);

impl Num {
    pub(super) fn new(index: usize) -> Num {
        Num(u32::try_from(index).expect("a context has fewer than 2^32 numbers"))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// `Σ coefficient · number`: numbers in order, no coefficient 0.
pub(crate) type Form = Box<[(Num, Rational)]>;

/// `Σ coefficient · number + constant`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Linear {
    /// As in a [`Form`].
    pub(crate) terms: Vec<(Num, Rational)>,
    pub(crate) constant: Rational,
}

impl Linear {
    pub(crate) fn constant(constant: Rational) -> Linear {
        Linear {
            terms: Vec::new(),
            constant,
        }
    }

    pub(crate) fn number(number: Num) -> Linear {
        Linear {
            terms: vec![(number, Rational::ONE)],
            constant: Rational::ZERO,
        }
    }

    /// The value, if there is no variable in it.
    pub(crate) fn as_constant(&self) -> Option<&Rational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub(crate) fn scaled(mut self, factor: &Rational) -> Linear {
        if factor.is_zero() {
            return Linear::default();
        }
        for (_, coefficient) in &mut self.terms {
            *coefficient *= factor;
        }
        self.constant *= factor;
        self
    }

    /// `self += factor · other`.
    pub(crate) fn add_product(&mut self, factor: &Rational, other: &Linear) {
        self.constant.add_product(factor, &other.constant);
        add_form(&mut self.terms, factor, &other.terms);
    }

    pub(crate) fn minus(&self, other: &Linear) -> Linear {
        let mut difference = self.clone();
        difference.add_product(&Rational::MINUS_ONE, other);
        difference
    }
}

/// `terms += factor · other`.
pub(crate) fn add_form(
    terms: &mut Vec<(Num, Rational)>,
    factor: &Rational,
    other: &[(Num, Rational)],
) {
    if factor.is_zero() || other.is_empty() {
        return;
    }
    let mut left = std::mem::take(terms).into_iter().peekable();
    terms.reserve(left.len() + other.len());
    for (number, coefficient) in other {
        while let Some(term) = left.next_if(|(mine, _)| mine < number) {
            terms.push(term);
        }
        match left.next_if(|(mine, _)| mine == number) {
            Some((_, mut sum)) => {
                sum.add_product(factor, coefficient);
                if !sum.is_zero() {
                    terms.push((*number, sum));
                }
            }
            None => terms.push((*number, factor * coefficient)),
        }
    }
    terms.extend(left);
}

/// The positive number that makes the coefficients integers without a common divisor, when they are
/// divided by it. Requires that there are some.
pub(crate) fn content(terms: &[(Num, Rational)]) -> Rational {
    if terms
        .iter()
        .any(|(_, c)| c.is_one() || *c == Rational::MINUS_ONE)
        && terms.iter().all(|(_, c)| c.is_integer())
    {
        return Rational::ONE;
    }
    let mut numerators = Rational::ZERO;
    let mut denominators = Rational::ONE;
    for (_, coefficient) in terms {
        let denominator = Rational::from(coefficient.denominator());
        numerators = numerators.gcd(&Rational::from(coefficient.numerator()));
        if !denominator.is_one() {
            denominators = denominators.lcm(&denominator);
        }
    }
    numerators / denominators
}

/// A side of an inequality.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Lower,
    Upper,
}

impl Side {
    pub(crate) fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Of two bounds on this side, is the first one stronger?
    pub(crate) fn is_stronger(self, a: &Delta, b: &Delta) -> bool {
        match self {
            Side::Lower => a > b,
            Side::Upper => a < b,
        }
    }
}

/// Which bound of a number bounds its term on this side?
pub(super) fn towards(side: Side, coefficient: &Rational) -> Side {
    match coefficient.is_negative() {
        false => side,
        true => side.opposite(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(u32, i64, i64)]) -> Vec<(Num, Rational)> {
        let terms = terms.iter();
        terms
            .map(|&(x, n, d)| (Num(x), Rational::new(n, d)))
            .collect()
    }

    #[test]
    fn sums_stay_sorted_and_drop_zeros() {
        let mut sum = form(&[(1, 2, 1), (3, 1, 2)]);
        add_form(
            &mut sum,
            &Rational::from(2),
            &form(&[(0, 1, 1), (1, -1, 1), (7, 1, 3)]),
        );
        assert_eq!(sum, form(&[(0, 2, 1), (3, 1, 2), (7, 2, 3)]));
    }

    #[test]
    fn the_content_leaves_coprime_integers() {
        assert_eq!(
            content(&form(&[(0, 4, 3), (1, -2, 5)])),
            Rational::new(2, 15)
        );
        assert_eq!(content(&form(&[(0, -6, 1), (1, 9, 1)])), Rational::from(3));
        assert_eq!(
            content(&form(&[(0, 1, 1), (1, 13, 4)])),
            Rational::new(1, 4)
        );
    }
}

//! Literals that bound an integer or real term: `t ≤ c`, `t < c`, `t ≥ c`, `t > c`.

use crate::{Op, Rational, Sort, TermId, Terms};

/// A literal that bounds a term of sort Int or Real by a constant. (Bit-vectors have [`Bound`](crate::Bound).)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberBound {
    /// The term.
    pub t: TermId,
    /// Is the term at most (or less than) the value, or else at least (or greater)?
    pub upper: bool,
    /// Is the value itself excluded? Never for integers.
    pub strict: bool,
    /// The constant.
    pub value: Rational,
}

impl NumberBound {
    /// Reads a comparison with a constant, also negated. None for other literals.
    pub fn of(terms: &Terms, literal: TermId) -> Option<NumberBound> {
        let (negated, atom) = match terms.op(literal) {
            Op::Not => (true, terms.args(literal)[0]),
            _ => (false, literal),
        };
        let strict = match terms.op(atom) {
            Op::Lt => true,
            Op::Le => false,
            _ => return None,
        };
        let &[a, b] = terms.args(atom) else {
            return None;
        };
        let (low, high, strict) = match negated {
            true => (b, a, !strict),
            false => (a, b, strict),
        };
        let (t, upper, value) = match (terms.as_number(low), terms.as_number(high)) {
            (None, Some(value)) => (low, true, value.clone()),
            (Some(value), None) => (high, false, value.clone()),
            _ => return None,
        };
        let bound = NumberBound {
            t,
            upper,
            strict,
            value,
        };
        Some(match terms.sort(t) {
            Sort::Int => bound.of_integer(),
            _ => bound,
        })
    }

    /// The same bound for a term that is an integer.
    fn of_integer(self) -> NumberBound {
        let value = match (self.strict, self.upper) {
            (false, _) => return self,
            (true, true) => &self.value - &Rational::ONE,
            (true, false) => &self.value + &Rational::ONE,
        };
        NumberBound {
            value,
            strict: false,
            ..self
        }
    }

    /// Back to a literal.
    pub fn literal(&self, terms: &mut Terms) -> TermId {
        let value = terms.number(self.value.clone(), terms.sort(self.t));
        match (self.upper, self.strict) {
            (true, false) => terms.le(self.t, value),
            (true, true) => terms.lt(self.t, value),
            (false, false) => terms.ge(self.t, value),
            (false, true) => terms.gt(self.t, value),
        }
    }

    /// Does `other` follow from this one, because it bounds the same side of the same term by the same value
    /// or a wider one?
    pub fn implies(&self, other: &NumberBound) -> bool {
        if (self.t, self.upper) != (other.t, other.upper) {
            return false;
        }
        if self.value == other.value {
            return self.strict || !other.strict;
        }
        (self.value < other.value) == self.upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SymbolId, Value};

    /// Where a literal over `x` holds, at halves from -4 to 4; at integers only if that is the sort.
    fn satisfying(terms: &Terms, literal: TermId, sort: Sort) -> Vec<i64> {
        let holds = |&half: &i64| {
            let Some(value) = Value::number(Rational::new(half, 2), sort) else {
                return false;
            };
            terms.eval(literal, &|_: SymbolId| value.clone()).as_bool()
        };
        (-8..=8).filter(holds).collect()
    }

    #[test]
    fn bounds_mean_what_their_literals_mean_and_imply_weaker_ones() {
        for sort in [Sort::Int, Sort::Real] {
            let mut terms = Terms::new();
            let x = terms.fresh_symbol("x", sort).1;
            let mut literals = vec![];
            for k in -2..=2 {
                let c = terms.number(k.into(), sort);
                for op in [Op::Lt, Op::Le] {
                    for args in [[x, c], [c, x]] {
                        let plain = terms.mk(op.clone(), &args);
                        let negated = terms.mk(Op::Not, &[plain]);
                        literals.extend([plain, negated, terms.simplified(op.clone(), &args)]);
                    }
                }
            }
            let mut bounds = vec![];
            for literal in literals {
                let bound = NumberBound::of(&terms, literal).expect("a bound");
                let again = bound.literal(&mut terms);
                let holds = satisfying(&terms, literal, sort);
                assert_eq!(satisfying(&terms, again, sort), holds);
                bounds.push((bound, holds));
            }
            for (a, of_a) in &bounds {
                for (b, of_b) in &bounds {
                    let follows = of_a.iter().all(|half| of_b.contains(half));
                    assert!(!a.implies(b) || follows, "{a:?} {b:?}");
                    assert!(
                        a.upper != b.upper || !follows || a.implies(b),
                        "{a:?} {b:?}"
                    );
                }
            }
        }
    }
}

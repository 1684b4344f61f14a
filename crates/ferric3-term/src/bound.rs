//! Literals that compare a term with a constant: `t = c`, and bounds `t ≤ c` and `t ≥ c`, signed or
//! unsigned.

use crate::{BitVecValue, Op, TermId, Terms};

/// `t` and `v`, if the literal is `t = v` with a constant `v` of at least two bits.
pub fn equality(terms: &Terms, literal: TermId) -> Option<(TermId, BitVecValue)> {
    if *terms.op(literal) != Op::Eq {
        return None;
    }
    let args = terms.args(literal);
    let (t, value) = match (terms.as_const(args[0]), terms.as_const(args[1])) {
        (Some(value), None) => (args[1], value),
        (None, Some(value)) => (args[0], value),
        _ => return None,
    };
    (value.width() > 1).then(|| (t, value.clone()))
}

/// A literal that bounds a term by a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The term.
    pub t: TermId,
    /// Are both read as signed numbers?
    pub signed: bool,
    /// `t ≤ value`, or else `t ≥ value`.
    pub upper: bool,
    /// The constant.
    pub value: BitVecValue,
}

impl Bound {
    /// Reads `t ≤ c`, `t < c`, `t ≥ c`, `t > c`, also negated. None for other literals, and for a strict
    /// bound by an extreme value, which is `false` (the simplifier leaves none).
    pub fn of(terms: &Terms, literal: TermId) -> Option<Bound> {
        let (negated, atom) = match terms.op(literal) {
            Op::Not => (true, terms.args(literal)[0]),
            _ => (false, literal),
        };
        let (signed, strict) = match terms.op(atom) {
            Op::BvUlt => (false, true),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (true, false),
            _ => return None,
        };
        let &[a, b] = terms.args(atom) else {
            return None;
        };
        // As `low ≤ high` or `low < high`.
        let (low, high, strict) = if negated {
            (b, a, !strict)
        } else {
            (a, b, strict)
        };
        let (t, upper, value) = match (terms.as_const(low), terms.as_const(high)) {
            (None, Some(value)) => (low, true, value.clone()),
            (Some(value), None) => (high, false, value.clone()),
            _ => return None,
        };
        let bound = Bound {
            t,
            signed,
            upper,
            value,
        };
        if !strict {
            return Some(bound);
        }
        let one = BitVecValue::one(bound.value.width());
        let next = match upper {
            true => bound.value.sub(&one),
            false => bound.value.add(&one),
        };
        // One less is less, unless it wraps around.
        let is_narrower = bound.is_wider_than(&next);
        is_narrower.then(|| bound.with(&next))
    }

    /// Back to a literal.
    pub fn literal(&self, terms: &mut Terms) -> TermId {
        let value = terms.bv(self.value.clone());
        match (self.signed, self.upper) {
            (true, true) => terms.bv_sle(self.t, value),
            (true, false) => terms.bv_sge(self.t, value),
            (false, true) => terms.bv_ule(self.t, value),
            (false, false) => terms.bv_uge(self.t, value),
        }
    }

    /// The same bound by another value.
    pub fn with(&self, value: &BitVecValue) -> Bound {
        Bound {
            value: value.clone(),
            ..self.clone()
        }
    }

    /// Is it weaker than the same bound by `other`?
    pub fn is_wider_than(&self, other: &BitVecValue) -> bool {
        match (self.signed, self.upper) {
            (true, true) => other.slt(&self.value),
            (true, false) => self.value.slt(other),
            (false, true) => other.ult(&self.value),
            (false, false) => self.value.ult(other),
        }
    }

    /// Does the bound hold where `t` has this value?
    pub fn admits(&self, value: &BitVecValue) -> bool {
        self.value == *value || self.is_wider_than(value)
    }

    /// Does `other` follow from this one, because it bounds the same side of the same term by the same
    /// value or a wider one, or because it admits a whole half of the words, and this one only words of that half?
    ///
    /// ```text
    /// t ≥ v unsigned, v with its sign bit   ⇒   t ≤ w signed,   w without it
    /// t ≥ v signed,   v without it          ⇒   t ≤ w unsigned, w with it
    /// ```
    ///
    /// In the order of floating-point numbers these are bounds of one side, below and above zero.
    pub fn implies(&self, other: &Bound) -> bool {
        let same_side = (self.t, self.signed, self.upper) == (other.t, other.signed, other.upper);
        if same_side {
            return other.admits(&self.value);
        }
        let is_across = !self.upper && other.upper && self.signed != other.signed;
        let is_in_half = self.value.sign_bit() != self.signed;
        is_across
            && self.t == other.t
            && is_in_half
            && other.value.sign_bit() != self.value.sign_bit()
    }

    /// The bound of one side in the order of floating-point numbers, where encodings that are no numbers are at both
    /// ends: `t ≤ value` if `upper`, else `t ≥ value`.
    ///
    /// Words without a sign bit are in the order of numbers, those with one in the opposite order, and all of these are
    /// less. So each such bound is one of words: as [`Bound::implies`] says, with the sign bit of `value` to choose by.
    pub fn of_float(t: TermId, upper: bool, value: BitVecValue) -> Bound {
        let is_negative = value.sign_bit();
        Bound {
            t,
            signed: !is_negative,
            upper: upper != is_negative,
            value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, SymbolId, Value};

    const VALUES: [u64; 7] = [0, 1, 5, 127, 128, 254, 255];

    /// All comparisons of `x` with the values, plain and simplified, and their negations.
    fn literals(terms: &mut Terms, x: TermId) -> Vec<TermId> {
        let mut literals = Vec::new();
        for value in VALUES {
            let c = terms.bv_u64(value, 8);
            for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle] {
                literals.push(terms.mk(op.clone(), &[x, c]));
                literals.push(terms.mk(op, &[c, x]));
            }
            literals.extend([
                terms.bv_ule(x, c),
                terms.bv_uge(x, c),
                terms.bv_slt(x, c),
                terms.bv_sgt(x, c),
            ]);
        }
        let negated: Vec<TermId> = literals.iter().map(|&l| terms.mk(Op::Not, &[l])).collect();
        literals.extend(negated);
        literals
    }

    /// The values of `x` that satisfy a literal.
    fn satisfying(terms: &Terms, literal: TermId) -> Vec<u64> {
        let holds = |&i: &u64| {
            let at = |_: SymbolId| Value::BitVec(BitVecValue::from_u64(i, 8));
            terms.eval(literal, &at).as_bool()
        };
        (0..256).filter(holds).collect()
    }

    #[test]
    fn bounds_mean_what_their_literals_mean() {
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        let mut read = 0;
        for literal in literals(&mut terms, x) {
            match Bound::of(&terms, literal) {
                Some(bound) => {
                    read += 1;
                    let again = bound.literal(&mut terms);
                    assert_eq!(satisfying(&terms, literal), satisfying(&terms, again));
                }
                // What is no bound is decided, or the simplifier found something else to say.
                None => {
                    let values = satisfying(&terms, literal).len();
                    assert!(matches!(values, 0 | 1 | 255 | 256), "{values}");
                }
            }
        }
        assert!(read > 100, "{read}");
    }

    /// In the order of floating-point numbers, that of `key` below: a bound is one bound of words, and follows from
    /// narrower ones on either side of zero.
    #[test]
    fn bounds_of_floats_are_bounds_of_words() {
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        let key = |word: u64| if word < 128 { 128 + word } else { 255 - word };
        let mut bounds = Vec::new();
        for upper in [true, false] {
            for value in 0..256 {
                let bound = Bound::of_float(x, upper, BitVecValue::from_u64(value, 8));
                let literal = bound.literal(&mut terms);
                let wanted = (0..256u64).filter(|&word| match upper {
                    true => key(word) <= key(value),
                    false => key(word) >= key(value),
                });
                assert_eq!(satisfying(&terms, literal), wanted.collect::<Vec<_>>());
                bounds.push((bound, upper, key(value)));
            }
        }
        for (a, upper_a, key_a) in &bounds {
            for (b, upper_b, key_b) in &bounds {
                let follows = match upper_a {
                    true => key_a <= key_b,
                    false => key_a >= key_b,
                };
                assert_eq!(a.implies(b), upper_a == upper_b && follows, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn bounds_imply_weaker_ones_and_no_others() {
        let mut terms = Terms::new();
        let x = terms.fresh_symbol("x", Sort::BitVec(8)).1;
        let literals = literals(&mut terms, x);
        let bounds: Vec<(Bound, Vec<u64>)> = literals
            .into_iter()
            .filter_map(|literal| Some((Bound::of(&terms, literal)?, satisfying(&terms, literal))))
            .collect();
        for (a, of_a) in &bounds {
            for (b, of_b) in &bounds {
                let follows = of_a.iter().all(|value| of_b.contains(value));
                assert!(!a.implies(b) || follows, "{a:?} {b:?}");
                let same_side = (a.signed, a.upper) == (b.signed, b.upper);
                assert!(!(same_side && follows) || a.implies(b), "{a:?} {b:?}");
            }
        }
    }
}

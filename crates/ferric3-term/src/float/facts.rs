//! What is known about the result of an operation without computing it. Rounding is monotone and
//! leaves numbers of the format alone, so that bounds on exact results which are such numbers, or
//! arguments, are bounds on rounded ones.

use crate::{BitVecValue, FloatFormat, FloatOp, TermId, Terms};

/// A disjunction.
type Clause = Vec<TermId>;

impl Terms {
    /// Clauses over the arguments and the result of an operation that hold whenever `result` is
    /// `op(args)`. They say when the result is not a number, and bound it. Without any for
    /// operations that are cheap to expand.
    pub fn float_facts(
        &mut self,
        op: FloatOp,
        args: &[TermId],
        result: TermId,
    ) -> Vec<Vec<TermId>> {
        match (op, args) {
            (FloatOp::Add(f), &[x, y]) => Facts::new(self, f, result).sum(x, y),
            (FloatOp::Sub(f), &[x, y]) => {
                let minus = self.fp_neg(f, y);
                Facts::new(self, f, result).sum(x, minus)
            }
            (FloatOp::Mul(f), &[x, y]) => Facts::new(self, f, result).product(x, y),
            (FloatOp::Div(f), &[x, y]) => Facts::new(self, f, result).quotient(x, y),
            (FloatOp::Fma(f), &[x, y, z]) => Facts::new(self, f, result).fma(x, y, z),
            (FloatOp::Sqrt(f), &[x]) => Facts::new(self, f, result).square_root(x),
            (FloatOp::Remainder(f), &[x, y]) => Facts::new(self, f, result).remainder(x, y, false),
            (FloatOp::Fmod(f), &[x, y]) => Facts::new(self, f, result).remainder(x, y, true),
            _ => vec![],
        }
    }
}

/// A sign, a magnitude, and what follows from it.
#[derive(Clone, Copy)]
struct Parts {
    negative: TermId,
    magnitude: TermId,
    nan: TermId,
    infinite: TermId,
    zero: TermId,
}

struct Facts<'a> {
    terms: &'a mut Terms,
    format: FloatFormat,
    result: TermId,
    clauses: Vec<Clause>,
}

impl Facts<'_> {
    fn new(terms: &mut Terms, format: FloatFormat, result: TermId) -> Facts<'_> {
        Facts {
            terms,
            format,
            result,
            clauses: vec![],
        }
    }

    fn parts(&mut self, x: TermId) -> Parts {
        let f = self.format;
        Parts {
            negative: self.terms.fp_is_negative(f, x),
            magnitude: self.terms.extract(x, f.width() - 2, 0),
            nan: self.terms.fp_is_nan(f, x),
            infinite: self.terms.fp_is_infinite(f, x),
            zero: self.terms.fp_is_zero(f, x),
        }
    }

    /// One of the conclusions holds if all premises do.
    fn if_then(&mut self, premises: &[TermId], conclusions: &[TermId]) {
        let mut clause: Clause = premises.iter().map(|&p| self.terms.not(p)).collect();
        clause.extend_from_slice(conclusions);
        self.clauses.push(clause);
    }

    /// The result is not a number exactly if `nan`.
    fn nan_iff(&mut self, nan: TermId) {
        let default = self.terms.bv(self.format.nan());
        let is_default = self.terms.eq(self.result, default);
        let result_nan = self.terms.fp_is_nan(self.format, self.result);
        let number = self.terms.not(result_nan);
        self.if_then(&[nan], &[is_default]);
        self.if_then(&[], &[nan, number]);
    }

    /// The sign of the result, which is `negative` unless `nan`.
    fn sign(&mut self, nan: TermId, negative: TermId) {
        let result = self.terms.fp_is_negative(self.format, self.result);
        let (positive, plus) = (self.terms.not(result), self.terms.not(negative));
        self.if_then(&[negative], &[nan, result]);
        self.if_then(&[plus], &[nan, positive]);
    }

    /// The magnitude of 1.
    fn one(&mut self) -> TermId {
        let bias = BitVecValue::from_u64(self.format.bias(), self.format.exponent);
        let one = bias.concat(&BitVecValue::zero(self.format.fraction()));
        self.terms.bv(one)
    }

    /// Magnitudes: if `a <= b` then `c <= d`, and if `b <= a` then `d <= c`; unless `nan`.
    fn as_ordered(&mut self, nan: TermId, (a, b): (TermId, TermId), (c, d): (TermId, TermId)) {
        let (ab, ba) = (self.terms.bv_ule(a, b), self.terms.bv_ule(b, a));
        let (cd, dc) = (self.terms.bv_ule(c, d), self.terms.bv_ule(d, c));
        self.if_then(&[ab], &[nan, cd]);
        self.if_then(&[ba], &[nan, dc]);
    }

    fn sum(mut self, x: TermId, y: TermId) -> Vec<Clause> {
        let (px, py) = (self.parts(x), self.parts(y));
        let r = self.parts(self.result);
        let opposite = self.terms.xor(px.negative, py.negative);
        let undefined = self.terms.and(&[px.infinite, py.infinite, opposite]);
        let nan = self.terms.or(&[px.nan, py.nan, undefined]);
        self.nan_iff(nan);
        // The sum is on that side of an argument on which the other one is of zero.
        for (a, b, p) in [(x, px, py), (y, py, px)] {
            let below = self.terms.fp_le(self.format, a, self.result);
            let above = self.terms.fp_le(self.format, self.result, a);
            let (below, above) = (self.expanded(below), self.expanded(above));
            let plus = self.terms.not(p.negative);
            self.if_then(&[plus], &[nan, below]);
            self.if_then(&[p.negative], &[nan, above]);
            // Nothing changes by adding zero, up to the sign of zero.
            let same = self.terms.eq(self.result, a);
            self.if_then(&[p.zero], &[nan, b.zero, same]);
            self.if_then(&[b.infinite], &[nan, same]);
        }
        // At most twice the larger one: the exponent grows by at most one.
        let less = self.terms.bv_ult(px.magnitude, py.magnitude);
        let larger = self.terms.ite(less, py.magnitude, px.magnitude);
        let larger = self.terms.zero_extend(larger, 1);
        let step = BitVecValue::power_of_two(self.format.fraction(), self.format.width());
        let step = self.terms.bv(step);
        let twice = self.terms.bv_add(larger, step);
        let magnitude = self.terms.zero_extend(r.magnitude, 1);
        let bounded = self.terms.bv_ule(magnitude, twice);
        self.if_then(&[], &[nan, bounded]);
        // Signs of zeros.
        let both = self.terms.and2(px.negative, py.negative);
        self.if_then(&[both], &[nan, r.negative]);
        let neither = self.terms.or2(px.negative, py.negative);
        let positive = self.terms.not(r.negative);
        self.if_then(&[], &[neither, nan, positive]);
        self.if_then(&[r.zero, opposite], &[positive]);
        self.clauses
    }

    /// A comparison without floating-point operation.
    fn expanded(&mut self, comparison: TermId) -> TermId {
        if self.terms.as_bool(comparison).is_some() {
            return comparison;
        }
        self.terms.expand_float(comparison)
    }

    fn product(mut self, x: TermId, y: TermId) -> Vec<Clause> {
        let (px, py) = (self.parts(x), self.parts(y));
        let r = self.parts(self.result);
        let first = self.terms.and2(px.infinite, py.zero);
        let second = self.terms.and2(px.zero, py.infinite);
        let nan = self.terms.or(&[px.nan, py.nan, first, second]);
        self.nan_iff(nan);
        let negative = self.terms.xor(px.negative, py.negative);
        self.sign(nan, negative);
        let one = self.one();
        for (a, b) in [(px, py), (py, px)] {
            self.as_ordered(nan, (a.magnitude, one), (r.magnitude, b.magnitude));
            self.if_then(&[a.zero], &[nan, r.zero]);
            self.if_then(&[a.infinite], &[nan, r.infinite]);
        }
        self.clauses
    }

    fn quotient(mut self, x: TermId, y: TermId) -> Vec<Clause> {
        let (px, py) = (self.parts(x), self.parts(y));
        let r = self.parts(self.result);
        let infinities = self.terms.and2(px.infinite, py.infinite);
        let zeros = self.terms.and2(px.zero, py.zero);
        let nan = self.terms.or(&[px.nan, py.nan, infinities, zeros]);
        self.nan_iff(nan);
        let negative = self.terms.xor(px.negative, py.negative);
        self.sign(nan, negative);
        let one = self.one();
        self.as_ordered(nan, (one, py.magnitude), (r.magnitude, px.magnitude));
        self.as_ordered(nan, (px.magnitude, py.magnitude), (r.magnitude, one));
        self.if_then(&[px.zero], &[nan, r.zero]);
        self.if_then(&[py.infinite], &[nan, r.zero]);
        self.if_then(&[px.infinite], &[nan, r.infinite]);
        self.if_then(&[py.zero], &[nan, r.infinite]);
        self.clauses
    }

    fn fma(mut self, x: TermId, y: TermId, z: TermId) -> Vec<Clause> {
        let (px, py, pz) = (self.parts(x), self.parts(y), self.parts(z));
        let first = self.terms.and2(px.infinite, py.zero);
        let second = self.terms.and2(px.zero, py.infinite);
        let infinite = self.terms.or2(px.infinite, py.infinite);
        let negative = self.terms.xor(px.negative, py.negative);
        let opposite = self.terms.xor(negative, pz.negative);
        let undefined = self.terms.and(&[infinite, pz.infinite, opposite]);
        let nan = self
            .terms
            .or(&[px.nan, py.nan, pz.nan, first, second, undefined]);
        self.nan_iff(nan);
        // The result is on that side of the addend on which the product is of zero.
        let below = self.terms.fp_le(self.format, z, self.result);
        let above = self.terms.fp_le(self.format, self.result, z);
        let (below, above) = (self.expanded(below), self.expanded(above));
        let positive = self.terms.not(negative);
        self.if_then(&[positive], &[nan, below]);
        self.if_then(&[negative], &[nan, above]);
        self.clauses
    }

    fn square_root(mut self, x: TermId) -> Vec<Clause> {
        let px = self.parts(x);
        let r = self.parts(self.result);
        let not_zero = self.terms.not(px.zero);
        let below = self.terms.and2(px.negative, not_zero);
        let nan = self.terms.or2(px.nan, below);
        self.nan_iff(nan);
        self.sign(nan, px.negative);
        let one = self.one();
        self.as_ordered(nan, (px.magnitude, one), (px.magnitude, r.magnitude));
        self.as_ordered(nan, (px.magnitude, one), (r.magnitude, one));
        self.if_then(&[px.zero], &[r.zero]);
        self.clauses
    }

    fn remainder(mut self, x: TermId, y: TermId, truncating: bool) -> Vec<Clause> {
        let (px, py) = (self.parts(x), self.parts(y));
        let r = self.parts(self.result);
        let nan = self.terms.or(&[px.nan, px.infinite, py.nan, py.zero]);
        self.nan_iff(nan);
        if truncating {
            self.sign(nan, px.negative);
        }
        let smaller = self.terms.bv_ult(r.magnitude, py.magnitude);
        self.if_then(&[], &[nan, smaller]);
        let not_larger = self.terms.bv_ule(r.magnitude, px.magnitude);
        self.if_then(&[], &[nan, not_larger]);
        if truncating {
            let own = self.terms.bv_ult(px.magnitude, py.magnitude);
            let same = self.terms.eq(self.result, x);
            self.if_then(&[own], &[nan, same]);
        }
        self.clauses
    }
}

//! Functions of the mathematical library whose results are known only roughly.
//!
//! What every library keeps is known: the special values that Annex F of C fixes (`sin(±0) = ±0`,
//! `cos(±0) = 1`, domain errors), the sign of the result, its range. Anything else about a result is
//! taken as possible. The value is *made* from an input `t` rather than assumed about it:
//!
//! ```text
//! f(x) = ite(x is special, its exact value, sign ++ ite(t is in the range, magnitude(t), a bound))
//! ```
//!
//! This has the same results as an assumption about `t` would leave, and depends on `t` only where
//! the result does: a run whose arguments are special does not depend on `t`, and no assumption of
//! it can fail. That is what lets a run count that calls such functions (`Interpreter::run_robust`).

use ferric3_ivl::InputSource;
use ferric3_term::{FloatFormat, FloatOp, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::sema::hir::Expr;

/// What is known about a result that is none of the special ones.
struct Rest {
    /// Its sign bit, if that is known.
    sign: Option<TermId>,
    /// May it be no number?
    may_be_nan: TermId,
    /// Bounds of its magnitude, rounding errors included: literals, at least and at most.
    at_least: Option<&'static str>,
    at_most: Option<&'static str>,
}

/// Conditions on arguments and what the result is then; the first one that holds counts.
type Cases = Vec<(TermId, TermId)>;

impl<'a> Lower<'a> {
    /// A call of such a function.
    pub(super) fn call_approximated(
        &mut self,
        e: &'a Expr,
        name: &str,
        args: &'a [Expr],
    ) -> Option<TermId> {
        let Some((format, values)) = self.math_arguments(args, e.ty.ty) else {
            self.unsupported(&format!("call of {name}()"), e.range);
            return None;
        };
        self.assume_once(Assumed::Approximated, Some(e.range));
        let result = self.temp(e.ty.ty, e.range);
        self.havoc(result, InputSource::Approximated(name.to_owned()), e.range);
        let any = self.read(result);
        let (cases, rest) = match values[..] {
            [x] => self.of_one(name, format, x),
            [x, y] => self.of_two(name, format, x, y),
            _ => (vec![], self.nothing_known()),
        };
        let mut value = self.restricted(format, any, &rest);
        for (condition, exact) in cases.into_iter().rev() {
            value = self.terms.ite(condition, exact, value);
        }
        self.assign(result, value, e.range);
        Some(self.read(result))
    }

    /// A value that `rest` allows: `any` itself if it does.
    fn restricted(&mut self, format: FloatFormat, any: TermId, rest: &Rest) -> TermId {
        let magnitude = self.terms.fp_abs(format, any);
        let mut possible = match rest.at_most {
            Some(bound) => {
                let bound = self.literal(format, bound);
                self.float_op(FloatOp::Le(format), &[magnitude, bound])
            }
            None => {
                let nan = self.terms.fp_is_nan(format, any);
                self.terms.not(nan)
            }
        };
        if let Some(bound) = rest.at_least {
            let bound = self.literal(format, bound);
            let above = self.float_op(FloatOp::Le(format), &[bound, magnitude]);
            possible = self.terms.and2(possible, above);
        }
        let bound = rest.at_least.or(rest.at_most).unwrap_or("0.0");
        let bound = self.literal(format, bound);
        let mut number = self.terms.ite(possible, any, bound);
        if let Some(sign) = rest.sign {
            let digits = self.terms.extract(number, format.width() - 2, 0);
            number = self.terms.concat(sign, digits);
        }
        let nan = self.terms.fp_is_nan(format, any);
        let is_nan = self.terms.and2(rest.may_be_nan, nan);
        self.terms.ite(is_nan, any, number)
    }

    fn nothing_known(&mut self) -> Rest {
        Rest {
            sign: None,
            may_be_nan: self.terms.tt(),
            at_least: None,
            at_most: None,
        }
    }

    fn literal(&mut self, format: FloatFormat, text: &str) -> TermId {
        let bits = format.parse(text).unwrap_or_else(|| format.infinity());
        self.terms.bv(bits)
    }

    fn sign_bit(&mut self, format: FloatFormat, x: TermId) -> TermId {
        let top = format.width() - 1;
        self.terms.extract(x, top, top)
    }

    /// The magnitude of a literal with the sign of `x`.
    fn signed_like(&mut self, format: FloatFormat, text: &str, x: TermId) -> TermId {
        let (magnitude, sign) = (self.literal(format, text), self.sign_bit(format, x));
        let digits = self.terms.extract(magnitude, format.width() - 2, 0);
        self.terms.concat(sign, digits)
    }

    /// Functions of one number.
    fn of_one(&mut self, name: &str, format: FloatFormat, x: TermId) -> (Cases, Rest) {
        let nan = self.terms.bv(format.nan());
        let is_nan = self.terms.fp_is_nan(format, x);
        let zero = self.terms.fp_is_zero(format, x);
        let infinite = self.terms.fp_is_infinite(format, x);
        let negative = self.terms.fp_is_negative(format, x);
        let minus_infinity = self.terms.and2(infinite, negative);
        let [nought, one, two, inf] =
            ["0.0", "1.0", "2.0", "inf"].map(|text| self.literal(format, text));
        let magnitude = self.terms.fp_abs(format, x);
        let is = |this: &mut Self, bound| this.terms.eq(x, bound);
        let above = |this: &mut Self, x, bound| this.float_op(FloatOp::Lt(format), &[bound, x]);
        // Not a number in, not a number out.
        let mut cases = vec![(is_nan, nan)];
        let mut rest = Rest {
            may_be_nan: self.terms.ff(),
            ..self.nothing_known()
        };
        // Odd functions that grow have the sign of their argument, others are never negative.
        rest.sign = match name {
            "asin" | "atan" | "sinh" | "tanh" | "asinh" | "atanh" | "cbrt" | "erf" | "expm1"
            | "log1p" => Some(self.sign_bit(format, x)),
            "acos" | "cosh" | "acosh" | "exp" | "exp2" | "exp10" | "erfc" => Some(self.bits(0, 1)),
            _ => None,
        };
        rest.at_most = match name {
            "sin" | "cos" | "tanh" | "erf" => Some("1.0"),
            "asin" | "atan" => Some("1.5707964"),
            "acos" => Some("3.1415928"),
            "erfc" => Some("2.0"),
            _ => None,
        };
        match name {
            "sin" | "tan" => cases.extend([(zero, x), (infinite, nan)]),
            "cos" => cases.extend([(zero, one), (infinite, nan)]),
            "asin" => {
                let outside = above(self, magnitude, one);
                cases.extend([(zero, x), (outside, nan)]);
            }
            "acos" => {
                let (is_one, outside) = (is(self, one), above(self, magnitude, one));
                cases.extend([(is_one, nought), (outside, nan)]);
            }
            "atan" => cases.push((zero, x)),
            "asinh" | "cbrt" | "sinh" => cases.extend([(zero, x), (infinite, x)]),
            "tanh" | "erf" => {
                let limit = self.signed_like(format, "1.0", x);
                cases.extend([(zero, x), (infinite, limit)]);
            }
            "cosh" => {
                rest.at_least = Some("1.0");
                cases.extend([(zero, one), (infinite, inf)]);
            }
            "acosh" => {
                let (is_one, inside) = (is(self, one), above(self, x, one));
                let outside = self.terms.not(inside);
                cases.extend([(is_one, nought), (outside, nan), (infinite, x)]);
            }
            "atanh" => {
                let pole = self.terms.eq(magnitude, one);
                let (outside, limit) = (
                    above(self, magnitude, one),
                    self.signed_like(format, "inf", x),
                );
                cases.extend([(zero, x), (pole, limit), (outside, nan)]);
            }
            "exp" | "exp2" | "exp10" => {
                cases.extend([(zero, one), (minus_infinity, nought), (infinite, x)]);
            }
            "expm1" => {
                let minus_one = self.terms.fp_neg(format, one);
                cases.extend([(zero, x), (minus_infinity, minus_one), (infinite, x)]);
            }
            "log" | "log2" | "log10" => {
                let (is_one, minus) = (is(self, one), self.terms.fp_neg(format, inf));
                cases.extend([(zero, minus), (negative, nan)]);
                cases.extend([(is_one, nought), (infinite, x)]);
            }
            "log1p" => {
                let minus_one = self.terms.fp_neg(format, one);
                let (pole, outside) = (is(self, minus_one), above(self, minus_one, x));
                let minus = self.terms.fp_neg(format, inf);
                cases.extend([(zero, x), (pole, minus), (outside, nan), (infinite, x)]);
            }
            "erfc" => cases.extend([(minus_infinity, two), (infinite, nought)]),
            "tgamma" => {
                let pole = self.signed_like(format, "inf", x);
                rest.may_be_nan = negative;
                cases.extend([(zero, pole), (minus_infinity, nan), (infinite, x)]);
            }
            "lgamma" => {
                let (is_one, is_two) = (is(self, one), is(self, two));
                cases.extend([(zero, inf), (infinite, inf)]);
                cases.extend([(is_one, nought), (is_two, nought)]);
            }
            _ => rest.may_be_nan = self.terms.tt(),
        }
        (cases, rest)
    }

    /// Functions of two numbers. With arguments that are no numbers, `pow` and `hypot` may have a
    /// result that is one; which does not rest on Annex F alone if they signal.
    fn of_two(&mut self, name: &str, format: FloatFormat, x: TermId, y: TermId) -> (Cases, Rest) {
        let mut rest = self.nothing_known();
        let [nan_x, nan_y] = [x, y].map(|x| self.terms.fp_is_nan(format, x));
        let [zero_x, zero_y] = [x, y].map(|x| self.terms.fp_is_zero(format, x));
        let [infinite_x, infinite_y] = [x, y].map(|x| self.terms.fp_is_infinite(format, x));
        let [negative_x, negative_y] = [x, y].map(|x| self.terms.fp_is_negative(format, x));
        let [nought, one, inf] = ["0.0", "1.0", "inf"].map(|text| self.literal(format, text));
        let nan = self.terms.bv(format.nan());
        let is_nan = self.terms.or2(nan_x, nan_y);
        let positive_y = self.terms.not(negative_y);
        let mut cases = vec![];
        match name {
            // Here `x` is the ordinate.
            "atan2" => {
                let on_axis = self.terms.and2(zero_x, positive_y);
                let far = self.terms.and2(infinite_y, positive_y);
                let finite_x = self.terms.not(infinite_x);
                let far = self.terms.and2(far, finite_x);
                let small = self.signed_like(format, "0.0", x);
                cases.extend([(is_nan, nan), (on_axis, x), (far, small)]);
                rest = Rest {
                    sign: Some(self.sign_bit(format, x)),
                    may_be_nan: self.terms.ff(),
                    at_least: None,
                    at_most: Some("3.1415928"),
                };
            }
            "pow" => {
                let numbers = self.terms.not(is_nan);
                let is_one = self.terms.eq(x, one);
                let trivial = self.terms.or2(zero_y, is_one);
                let trivial = self.terms.and2(numbers, trivial);
                cases.push((trivial, one));
                for (base, up, down) in [(nought, nought, inf), (inf, inf, nought)] {
                    let is_base = self.terms.eq(x, base);
                    let is_base = self.terms.and2(numbers, is_base);
                    let value = self.terms.ite(negative_y, down, up);
                    cases.push((is_base, value));
                }
                rest.may_be_nan = self.terms.or2(is_nan, negative_x);
            }
            "hypot" => {
                let numbers = self.terms.not(is_nan);
                let infinite = self.terms.or2(infinite_x, infinite_y);
                let infinite = self.terms.and2(numbers, infinite);
                let [size_x, size_y] = [x, y].map(|x| self.terms.fp_abs(format, x));
                let [zero_x, zero_y] = [zero_x, zero_y].map(|zero| self.terms.and2(numbers, zero));
                cases.extend([(infinite, inf), (zero_y, size_x), (zero_x, size_y)]);
                rest.sign = Some(self.bits(0, 1));
                rest.may_be_nan = is_nan;
            }
            _ => {}
        }
        (cases, rest)
    }
}

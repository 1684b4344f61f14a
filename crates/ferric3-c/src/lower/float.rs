//! Floating-point arithmetic as terms.

use ferric3_term::{FloatFormat, FloatOp, Op, RoundingMode, TermId};

use super::Lower;
use super::assumption::Assumed;
use crate::DataModel;
use crate::sema::hir::{BinaryOp, CompareOp};
use crate::sema::types::{Type, TypeId};

impl Lower<'_> {
    /// The format of a floating type.
    pub(super) fn format(&self, ty: TypeId) -> Option<FloatFormat> {
        self.types().float_format(ty)
    }

    pub(super) fn float_op(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        self.terms.mk(Op::Float(op), args)
    }

    /// `x op y`.
    pub(super) fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        format: FloatFormat,
    ) -> TermId {
        let op = match op {
            BinaryOp::Mul => FloatOp::Mul(format),
            BinaryOp::Div => FloatOp::Div(format),
            BinaryOp::Add => FloatOp::Add(format),
            // Sema lets only these four through.
            _ => FloatOp::Sub(format),
        };
        self.assume_formats(format);
        self.float_op(op, &[x, y])
    }

    /// An operation rounds to a format. The registers of x87 do so only for the widest one, which is
    /// GCC's default for 32 bits: results then depend on what is in registers.
    fn assume_formats(&mut self, format: FloatFormat) {
        if self.types().model == DataModel::Ilp32 && format.width() <= 64 {
            self.assume_once(Assumed::Formats, None);
        }
    }

    /// The truth of a comparison.
    pub(super) fn float_compare(
        &mut self,
        op: CompareOp,
        x: TermId,
        y: TermId,
        format: FloatFormat,
    ) -> TermId {
        match op {
            CompareOp::Lt => self.float_op(FloatOp::Lt(format), &[x, y]),
            CompareOp::Gt => self.float_op(FloatOp::Lt(format), &[y, x]),
            CompareOp::Le => self.float_op(FloatOp::Le(format), &[x, y]),
            CompareOp::Ge => self.float_op(FloatOp::Le(format), &[y, x]),
            CompareOp::Eq => self.float_op(FloatOp::Eq(format), &[x, y]),
            CompareOp::Ne => {
                let equal = self.float_op(FloatOp::Eq(format), &[x, y]);
                self.not(equal)
            }
        }
    }

    /// `x != 0`, which holds for NaN.
    pub(super) fn float_truth(&mut self, x: TermId, format: FloatFormat) -> TermId {
        let zero = self.bits(0, format.width());
        let equal = self.float_op(FloatOp::Eq(format), &[x, zero]);
        self.not(equal)
    }

    /// `-x`.
    pub(super) fn float_negate(&mut self, x: TermId, format: FloatFormat) -> TermId {
        self.terms.fp_neg(format, x)
    }

    /// Conversions from and to floating types, none of which is `_Bool` (6.3.1.4, 6.3.1.5). What
    /// does not fit an integer type is undefined; the result is that of GCC on x86-64.
    pub(super) fn convert_float(
        &mut self,
        value: TermId,
        from: TypeId,
        to: TypeId,
    ) -> Option<TermId> {
        match (self.format(from), self.format(to)) {
            (Some(from), Some(to)) if from == to => Some(value),
            (Some(from), Some(to)) => {
                if to.width() < from.width() {
                    self.assume_formats(to);
                }
                Some(self.float_op(FloatOp::Convert { from, to }, &[value]))
            }
            (None, Some(to)) => {
                self.assume_formats(to);
                let op = if self.types().is_signed(from) {
                    FloatOp::FromSigned(to)
                } else {
                    FloatOp::FromUnsigned(to)
                };
                Some(self.float_op(op, &[value]))
            }
            (Some(format), None) => {
                let width = self.types().scalar_width(to)?;
                if self.terms.as_const(value).is_none() && !self.checks_floats() {
                    self.assume_once(Assumed::FloatToInteger, None);
                }
                let signed = self.types().is_signed(to);
                // Narrow types go by way of a wider signed one.
                let by = match (width, signed) {
                    (_, false) if width < 64 => (64, true),
                    (_, true) if width < 32 => (32, true),
                    other => other,
                };
                let (from, width_by) = (format, by.0);
                let op = if by.1 {
                    FloatOp::ToSigned {
                        from,
                        width: width_by,
                    }
                } else {
                    FloatOp::ToUnsigned {
                        from,
                        width: width_by,
                    }
                };
                let wide = self.float_op(op, &[value]);
                Some(self.resize(wide, width, by.1))
            }
            (None, None) => None,
        }
    }

    /// A function of the mathematical library on values of its own format; `None` for those that
    /// are not modelled exactly.
    pub(super) fn math(
        &mut self,
        name: &str,
        format: FloatFormat,
        args: &[TermId],
    ) -> Option<TermId> {
        let round = |mode| FloatOp::RoundToIntegral(format, mode);
        let op = match (name, args.len()) {
            ("sqrt", 1) => FloatOp::Sqrt(format),
            ("floor", 1) => round(RoundingMode::Down),
            ("ceil", 1) => round(RoundingMode::Up),
            ("trunc", 1) => round(RoundingMode::Zero),
            ("round", 1) => round(RoundingMode::NearestAway),
            ("rint" | "nearbyint" | "roundeven", 1) => round(RoundingMode::NearestEven),
            ("fmod", 2) => FloatOp::Fmod(format),
            ("remainder" | "drem", 2) => FloatOp::Remainder(format),
            ("fma", 3) => FloatOp::Fma(format),
            ("fabs", 1) => return Some(self.terms.fp_abs(format, args[0])),
            ("copysign", 2) => {
                self.assume_once(Assumed::NotANumber, None);
                let top = format.width() - 1;
                let sign = self.terms.extract(args[1], top, top);
                let rest = self.terms.extract(args[0], top - 1, 0);
                return Some(self.terms.concat(sign, rest));
            }
            ("fmin" | "fmax", 2) => return Some(self.float_extremum(name, format, args)),
            ("fdim", 2) => {
                let below = self.float_op(FloatOp::Le(format), &[args[0], args[1]]);
                let difference = self.float_op(FloatOp::Sub(format), args);
                let zero = self.bits(0, format.width());
                return Some(self.terms.mk(Op::Ite, &[below, zero, difference]));
            }
            _ => return None,
        };
        Some(self.float_op(op, args))
    }

    /// `fmin` and `fmax`: a NaN counts as missing.
    fn float_extremum(&mut self, name: &str, format: FloatFormat, args: &[TermId]) -> TermId {
        let &[x, y] = args else {
            unreachable!("called with two arguments")
        };
        let ordered = if name == "fmin" { [x, y] } else { [y, x] };
        let first = self.float_op(FloatOp::Le(format), &ordered);
        let missing = self.terms.fp_is_nan(format, y);
        let take_first = self.terms.or2(first, missing);
        let result = self.terms.ite(take_first, x, y);
        // Two NaNs: the result is one.
        let (x_nan, nan) = (self.terms.fp_is_nan(format, x), self.terms.bv(format.nan()));
        let both = self.terms.and2(x_nan, missing);
        self.terms.ite(both, nan, result)
    }

    /// A predicate of the mathematical library: a truth value.
    pub(super) fn math_predicate(
        &mut self,
        name: &str,
        format: FloatFormat,
        args: &[TermId],
    ) -> Option<TermId> {
        let less = |this: &mut Self, a, b| this.float_op(FloatOp::Lt(format), &[a, b]);
        let at_most = |this: &mut Self, a, b| this.float_op(FloatOp::Le(format), &[a, b]);
        Some(match (name, args) {
            ("isnan", &[x]) => self.terms.fp_is_nan(format, x),
            ("isinf", &[x]) => self.terms.fp_is_infinite(format, x),
            ("isfinite" | "finite", &[x]) => {
                let exponent = self.exponent(x, format);
                let ones = self
                    .terms
                    .bv(ferric3_term::BitVecValue::ones(format.exponent));
                self.terms.ne(exponent, ones)
            }
            ("isnormal", &[x]) => {
                let exponent = self.exponent(x, format);
                let ones = self
                    .terms
                    .bv(ferric3_term::BitVecValue::ones(format.exponent));
                let zero = self.terms.bv_u64(0, format.exponent);
                let (finite, large) =
                    (self.terms.ne(exponent, ones), self.terms.ne(exponent, zero));
                self.terms.and2(finite, large)
            }
            ("signbit", &[x]) => {
                self.assume_once(Assumed::NotANumber, None);
                self.terms.fp_is_negative(format, x)
            }
            ("isgreater", &[x, y]) => less(self, y, x),
            ("isgreaterequal", &[x, y]) => at_most(self, y, x),
            ("isless", &[x, y]) => less(self, x, y),
            ("islessequal", &[x, y]) => at_most(self, x, y),
            ("islessgreater", &[x, y]) => {
                let (below, above) = (less(self, x, y), less(self, y, x));
                self.terms.or2(below, above)
            }
            ("isunordered", &[x, y]) => {
                let (a, b) = (
                    self.terms.fp_is_nan(format, x),
                    self.terms.fp_is_nan(format, y),
                );
                self.terms.or2(a, b)
            }
            _ => return None,
        })
    }

    fn exponent(&mut self, x: TermId, format: FloatFormat) -> TermId {
        self.terms.extract(x, format.width() - 2, format.fraction())
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`.
    pub(super) fn classify(
        &mut self,
        classes: &[TermId],
        x: TermId,
        format: FloatFormat,
    ) -> TermId {
        let &[nan, infinite, normal, subnormal, zero] = classes else {
            unreachable!("sema knows the type of the builtin")
        };
        let exponent = self.exponent(x, format);
        let none = self.terms.bv_u64(0, format.exponent);
        let small = self.terms.eq(exponent, none);
        let is_zero = self.terms.fp_is_zero(format, x);
        let below = self.terms.ite(is_zero, zero, subnormal);
        let mut class = self.terms.ite(small, below, normal);
        let is_infinite = self.terms.fp_is_infinite(format, x);
        class = self.terms.ite(is_infinite, infinite, class);
        let is_nan = self.terms.fp_is_nan(format, x);
        self.terms.ite(is_nan, nan, class)
    }

    /// Is it a real floating type?
    pub(super) fn is_real(&self, ty: TypeId) -> bool {
        matches!(self.types().get(ty), Type::Float(_))
    }
}

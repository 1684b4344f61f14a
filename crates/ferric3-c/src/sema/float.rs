//! Floating types and constants (6.4.4.2): every constant is rounded once, to the format of its
//! own type.

use ferric3_term::{BitVecValue, FloatFormat, FloatOp, Value, soft_float};
use lang_c::ast;

use super::Sema;
use super::hir::{BinaryOp, CompareOp, Expr, ExprKind, Range, UnaryOp};
use super::types::{FloatKind, QualType, Type, TypeId, Types};

impl Types {
    /// The format of a real floating type.
    pub(crate) fn float_format(&self, ty: TypeId) -> Option<FloatFormat> {
        match self.get(ty) {
            Type::Float(kind) => Some(kind.format()),
            _ => None,
        }
    }

    /// The encoding of a constant expression of real floating type, each operation rounded in
    /// the format of its own type.
    pub(crate) fn fold_float(&self, e: &Expr) -> Option<BitVecValue> {
        let format = self.float_format(e.ty.ty)?;
        match &e.kind {
            ExprKind::Float(value) => Some(value.clone()),
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let value = self.fold_float(a)?;
                let sign = BitVecValue::signed_min(value.width());
                Some(value.xor(&sign))
            }
            ExprKind::Binary(op, a, b) => {
                let op = match op {
                    BinaryOp::Mul => FloatOp::Mul(format),
                    BinaryOp::Div => FloatOp::Div(format),
                    BinaryOp::Add => FloatOp::Add(format),
                    BinaryOp::Sub => FloatOp::Sub(format),
                    _ => return None,
                };
                Some(bits(soft_float(
                    op,
                    &[self.fold_float(a)?, self.fold_float(b)?],
                )))
            }
            ExprKind::Convert(a) => match self.float_format(a.ty.ty) {
                Some(from) if from == format => self.fold_float(a),
                Some(from) => {
                    let op = FloatOp::Convert { from, to: format };
                    Some(bits(soft_float(op, &[self.fold_float(a)?])))
                }
                None => {
                    let width = self.scalar_width(a.ty.ty)?;
                    let op = if self.is_signed(a.ty.ty) {
                        FloatOp::FromSigned(format)
                    } else {
                        FloatOp::FromUnsigned(format)
                    };
                    let value = BitVecValue::from_u128(self.fold(a)?, width);
                    Some(bits(soft_float(op, &[value])))
                }
            },
            ExprKind::Conditional(c, Some(then), otherwise) => {
                let chosen = if self.fold(c)? == 0 { otherwise } else { then };
                self.fold_float(chosen)
            }
            _ => None,
        }
    }

    /// The truth of a comparison of floating constants.
    pub(crate) fn fold_float_compare(&self, op: CompareOp, a: &Expr, b: &Expr) -> Option<bool> {
        let format = self.float_format(a.ty.ty)?;
        let (a, b) = (self.fold_float(a)?, self.fold_float(b)?);
        let test =
            |op, args: [&BitVecValue; 2]| soft_float(op, &args.map(BitVecValue::clone)).as_bool();
        Some(match op {
            CompareOp::Lt => test(FloatOp::Lt(format), [&a, &b]),
            CompareOp::Gt => test(FloatOp::Lt(format), [&b, &a]),
            CompareOp::Le => test(FloatOp::Le(format), [&a, &b]),
            CompareOp::Ge => test(FloatOp::Le(format), [&b, &a]),
            CompareOp::Eq => test(FloatOp::Eq(format), [&a, &b]),
            CompareOp::Ne => !test(FloatOp::Eq(format), [&a, &b]),
        })
    }

    /// The bits of a floating constant converted to an integer type (6.3.1.2, 6.3.1.4), unless
    /// the type does not hold its integral part.
    pub(crate) fn fold_float_to_integer(&self, e: &Expr, to: TypeId) -> Option<u128> {
        let from = self.float_format(e.ty.ty)?;
        let value = self.fold_float(e)?;
        if matches!(self.get(to), Type::Bool) {
            let zero = BitVecValue::zero(value.width());
            let is_zero = soft_float(FloatOp::Eq(from), &[value, zero]).as_bool();
            return Some(u128::from(!is_zero));
        }
        if !self.is_integer(to) {
            return None;
        }
        let width = self.scalar_width(to)?;
        // Exact in 256 bits where the type can hold it.
        let wide = bits(soft_float(
            FloatOp::ToSigned { from, width: 256 },
            std::slice::from_ref(&value),
        ));
        let cut = wide.extract(width - 1, 0);
        let again = if self.is_signed(to) {
            cut.sign_extend(256 - width)
        } else {
            cut.zero_extend(256 - width)
        };
        // What 256 bits do not hold either is no number, or the smallest one.
        let number: Option<u128> = cut.to_biguint().try_into().ok();
        number.filter(|_| again == wide)
    }
}

/// The result of an operation that is no comparison.
fn bits(value: Value) -> BitVecValue {
    value.as_bv().clone()
}

impl FloatKind {
    /// Its format.
    pub(crate) fn format(self) -> FloatFormat {
        match self {
            FloatKind::Half => FloatFormat::new(5, 11),
            FloatKind::Float => FloatFormat::F32,
            FloatKind::Double => FloatFormat::F64,
            FloatKind::LongDouble => FloatFormat::X87,
            FloatKind::Quad => FloatFormat::F128,
        }
    }
}

impl Sema<'_> {
    /// The type that is named after its format.
    pub(crate) fn extended_kind(&mut self, ty: &ast::TS18661FloatType, range: Range) -> FloatKind {
        use ast::TS18661FloatFormat::{BinaryExtended, BinaryInterchange};
        match (&ty.format, ty.width) {
            (BinaryInterchange, 16) => FloatKind::Half,
            (BinaryInterchange, 32) => FloatKind::Float,
            (BinaryInterchange, 64) | (BinaryExtended, 32) => FloatKind::Double,
            (BinaryInterchange, _) => FloatKind::Quad,
            (BinaryExtended, _) => FloatKind::LongDouble,
            (_, width) => {
                let what = "decimal floating-point numbers".to_owned();
                self.obstacles.push((range, what));
                // Of the same size.
                match width {
                    32 => FloatKind::Float,
                    64 => FloatKind::Double,
                    _ => FloatKind::Quad,
                }
            }
        }
    }

    /// A floating constant.
    pub(crate) fn float_constant(&mut self, float: &ast::Float, range: Range) -> Expr {
        let kind = match &float.suffix.format {
            ast::FloatFormat::Float => FloatKind::Float,
            ast::FloatFormat::Double => FloatKind::Double,
            ast::FloatFormat::LongDouble => FloatKind::LongDouble,
            ast::FloatFormat::TS18661Format(format) => self.extended_kind(format, range),
        };
        let ty = match float.suffix.imaginary {
            true => self.types.intern(Type::Complex(kind)),
            false => self.types.float(kind),
        };
        let value = match float.base {
            ast::FloatBase::Decimal => kind.format().parse(&float.number),
            ast::FloatBase::Hexadecimal => kind.format().parse(&format!("0x{}", float.number)),
        };
        let kind = match value {
            Some(value) if !float.suffix.imaginary => ExprKind::Float(value),
            _ => ExprKind::Unsupported("floating-point constant"),
        };
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects: false,
        }
    }

    /// Zero of a scalar type.
    pub(crate) fn zero(&self, ty: TypeId, range: Range) -> Expr {
        let kind = match self.types.float_format(ty) {
            Some(format) => ExprKind::Float(BitVecValue::zero(format.width())),
            None if self.types.is_float(ty) => ExprKind::Unsupported("complex arithmetic"),
            None => ExprKind::Int(0),
        };
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects: false,
        }
    }
}

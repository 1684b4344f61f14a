//! Floating types and constants (6.4.4.2): every constant is rounded once, to the format of its
//! own type.

use ferric3_term::{BitVecValue, FloatFormat};
use lang_c::ast;

use super::Sema;
use super::constant::truncate;
use super::hir::{Expr, ExprKind, Range, UnaryOp};
use super::types::{FloatKind, QualType, Type, TypeId, Types};

impl Types {
    /// The format of a real floating type.
    pub(crate) fn float_format(&self, ty: TypeId) -> Option<FloatFormat> {
        match self.get(ty) {
            Type::Float(kind) => Some(kind.format()),
            _ => None,
        }
    }

    /// The encoding of a floating constant with at most a sign before it. Everything else would
    /// need arithmetic.
    pub(crate) fn fold_float(&self, e: &Expr) -> Option<BitVecValue> {
        match &e.kind {
            ExprKind::Float(value) => Some(value.clone()),
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let value = self.fold_float(a)?;
                let sign = BitVecValue::signed_min(value.width());
                Some(value.xor(&sign))
            }
            _ => None,
        }
    }

    /// The bits of a floating constant converted to an integer type (6.3.1.2, 6.3.1.4), unless
    /// the type does not hold its integral part.
    pub(crate) fn fold_float_to_integer(&self, e: &Expr, to: TypeId) -> Option<u128> {
        let format = self.float_format(e.ty.ty)?;
        let value = self.fold_float(e)?;
        if matches!(self.get(to), Type::Bool) {
            return Some(u128::from(!is_zero(&value)));
        }
        if !self.is_integer(to) {
            return None;
        }
        let width = self.scalar_width(to)?;
        let integral = integral_part(format, &value)?;
        let fits = if self.is_signed(to) {
            let half = 1i128 << (width.min(127) - 1);
            width > 127 || (-half..half).contains(&integral)
        } else {
            integral >= 0 && truncate(integral as u128, width) == integral as u128
        };
        fits.then(|| truncate(integral as u128, width))
    }
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

fn is_zero(value: &BitVecValue) -> bool {
    value.extract(value.width() - 2, 0).is_zero()
}

/// The value cut to an integer, if it is finite and smaller than 2¹²⁷.
fn integral_part(format: FloatFormat, value: &BitVecValue) -> Option<i128> {
    let field = |hi: u32, lo: u32| bits_of(&value.extract(hi, lo));
    let fraction = format.fraction();
    let exponent = field(format.width() - 2, fraction)? as u64;
    if exponent == 2 * format.bias() + 1 {
        return None;
    }
    if exponent < format.bias() {
        return Some(0);
    }
    let significand = field(fraction - 1, 0)? | 1 << fraction;
    let exponent = exponent - format.bias();
    if exponent >= 127 {
        return None;
    }
    let (exponent, fraction) = (exponent as u32, fraction);
    let magnitude = if exponent >= fraction {
        significand << (exponent - fraction)
    } else {
        significand >> (fraction - exponent)
    };
    let magnitude = magnitude as i128;
    Some(if value.sign_bit() {
        -magnitude
    } else {
        magnitude
    })
}

/// At most 128 bits as a number.
fn bits_of(value: &BitVecValue) -> Option<u128> {
    value.to_biguint().try_into().ok()
}

/// The encoding of a decimal constant, correctly rounded.
fn parse(format: FloatFormat, text: &str) -> Option<BitVecValue> {
    if format == FloatFormat::F32 {
        let value: f32 = text.parse().ok()?;
        return Some(BitVecValue::from_u64(u64::from(value.to_bits()), 32));
    }
    if format == FloatFormat::F64 {
        let value: f64 = text.parse().ok()?;
        return Some(BitVecValue::from_u64(value.to_bits(), 64));
    }
    None
}

impl Sema<'_> {
    /// A floating constant.
    pub(crate) fn float_constant(&mut self, float: &ast::Float, range: Range) -> Expr {
        let kind = match &float.suffix.format {
            ast::FloatFormat::Float => FloatKind::Float,
            ast::FloatFormat::Double => FloatKind::Double,
            ast::FloatFormat::LongDouble => FloatKind::LongDouble,
            ast::FloatFormat::TS18661Format(format) => match format.width {
                16 => FloatKind::Half,
                32 => FloatKind::Float,
                64 => FloatKind::Double,
                _ => FloatKind::Quad,
            },
        };
        let ty = match float.suffix.imaginary {
            true => self.types.intern(Type::Complex(kind)),
            false => self.types.float(kind),
        };
        let value = match float.base {
            ast::FloatBase::Decimal => parse(kind.format(), &float.number),
            ast::FloatBase::Hexadecimal => None,
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

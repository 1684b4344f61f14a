//! Constants (6.4.4) and constant expressions (6.6).

use lang_c::ast::{Integer, IntegerBase, IntegerSize};

use super::hir::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use super::types::{IntKind, Type, TypeId, Types};

/// The low `width` bits.
pub(crate) fn truncate(bits: u128, width: u32) -> u128 {
    if width >= 128 {
        bits
    } else {
        bits & ((1 << width) - 1)
    }
}

/// The value of `width` bits as a signed number.
pub(crate) fn sign_extend(bits: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    ((bits << unused) as i128) >> unused
}

/// The value and type of an integer constant (6.4.4.1), or `None` if it fits no type.
pub(crate) fn integer_constant(types: &Types, constant: &Integer) -> Option<(u128, IntKind)> {
    let radix = match constant.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let digits = if constant.number.is_empty() {
        "0"
    } else {
        &*constant.number
    };
    let value = u128::from_str_radix(digits, radix).ok()?;
    let decimal = radix == 10;
    use IntKind::{Int, Int128, Long, LongLong};
    let ranks: &[IntKind] = match constant.suffix.size {
        IntegerSize::Int => &[Int, Long, LongLong, Int128],
        IntegerSize::Long => &[Long, LongLong, Int128],
        IntegerSize::LongLong => &[LongLong, Int128],
    };
    for &signed in ranks {
        let width = signed.width(types.model);
        if !constant.suffix.unsigned && value >> (width - 1) == 0 {
            return Some((value, signed));
        }
        // A decimal constant without `u` never becomes unsigned, but for `unsigned long` in C90.
        let c90 = types.dialect.c90_constants && signed == Long;
        let may_be_unsigned = constant.suffix.unsigned || !decimal || c90;
        if may_be_unsigned && signed != Int128 && truncate(value, width) == value {
            return Some((value, signed.to_unsigned()));
        }
    }
    None
}

/// The value and type of a character constant as it is written (6.4.4.4), or why it has none.
pub(crate) fn character_constant(
    types: &Types,
    text: &str,
) -> Result<(u128, TypeId), &'static str> {
    let (prefix, rest) = text.split_at(text.find('\'').ok_or("a character constant has quotes")?);
    let body = rest.strip_prefix('\'').and_then(|r| r.strip_suffix('\''));
    let body = body.ok_or("a character constant has quotes")?;
    let chars = unescape(body, Encoding::of(prefix))?;
    let last = *chars.last().ok_or("empty character constant")?;
    Ok(match prefix {
        "" => {
            // GCC: each further character shifts the value left by eight bits.
            let bits = chars.iter().fold(0u32, |bits, &c| (bits << 8) | (c & 0xff));
            let bits = match chars.len() {
                1 if types.dialect.unsigned_char => u32::from(last as u8),
                1 => last as u8 as i8 as i32 as u32,
                _ => bits,
            };
            (u128::from(bits), Types::INT)
        }
        "L" => (u128::from(last), types.wchar_t()),
        "u" => (u128::from(last & 0xffff), Types::int(IntKind::UShort)),
        _ => (u128::from(last), Types::int(IntKind::UInt)),
    })
}

/// The elements of a string literal with its final zero, and the prefix of its encoding.
pub(crate) fn string_literal(parts: &[String]) -> Result<(Vec<u32>, &str), &'static str> {
    let mut prefix = "";
    let mut elements = Vec::new();
    for part in parts {
        let quote = part.find('"').ok_or("a string literal has quotes")?;
        if quote > 0 {
            prefix = &part[..quote];
        }
    }
    for part in parts {
        let body = part.find('"').map_or("", |quote| &part[quote + 1..]);
        let body = body.strip_suffix('"').unwrap_or(body);
        elements.extend(unescape(body, Encoding::of(prefix))?);
    }
    elements.push(0);
    Ok((elements, prefix))
}

/// How characters become elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    /// What the prefix of a constant asks for.
    fn of(prefix: &str) -> Encoding {
        match prefix {
            "" | "u8" => Encoding::Utf8,
            "u" => Encoding::Utf16,
            _ => Encoding::Utf32,
        }
    }
}

/// The elements of a character or string constant.
fn unescape(body: &str, encoding: Encoding) -> Result<Vec<u32>, &'static str> {
    let mut out = Vec::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    let push = |out: &mut Vec<u32>, c: char| match encoding {
        Encoding::Utf8 => out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        Encoding::Utf16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().copied().map(u32::from)),
        Encoding::Utf32 => out.push(c as u32),
    };
    let largest = match encoding {
        Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Utf32 => u32::MAX,
    };
    while let Some(c) = chars.next() {
        if c != '\\' {
            push(&mut out, c);
            continue;
        }
        let escape = chars.next().ok_or("unfinished escape sequence")?;
        let simple = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '0'..='7' => {
                let mut value = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + digit;
                    chars.next();
                }
                value
            }
            'x' => hex_digits(&mut chars, usize::MAX)?,
            'u' | 'U' => {
                let value = hex_digits(&mut chars, if escape == 'u' { 4 } else { 8 })?;
                let c = char::from_u32(value).ok_or("this is not a universal character name")?;
                push(&mut out, c);
                continue;
            }
            other => {
                push(&mut out, other);
                continue;
            }
        };
        // GCC: an escape sequence out of range is cut, with a warning.
        out.push(simple & largest);
    }
    Ok(out)
}

fn hex_digits(
    chars: &mut std::iter::Peekable<std::str::Chars<'_>>,
    most: usize,
) -> Result<u32, &'static str> {
    let mut value = 0u32;
    let mut count = 0;
    while count < most
        && let Some(digit) = chars.peek().and_then(|c| c.to_digit(16))
    {
        value = value.wrapping_mul(16).wrapping_add(digit);
        count += 1;
        chars.next();
    }
    if count == 0 {
        Err("an escape sequence needs hexadecimal digits")
    } else {
        Ok(value)
    }
}

/// The result of integer arithmetic in a type of `width` bits, unless it has none.
pub(crate) fn fold_binary(
    op: BinaryOp,
    (a, b): (u128, u128),
    width: u32,
    signed: bool,
) -> Option<u128> {
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let bits = match op {
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::And => a & b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Or => a | b,
        BinaryOp::Div | BinaryOp::Rem if truncate(b, width) == 0 => return None,
        BinaryOp::Div if signed => sa.wrapping_div(sb) as u128,
        BinaryOp::Rem if signed => sa.wrapping_rem(sb) as u128,
        BinaryOp::Div => a / b,
        BinaryOp::Rem => a % b,
        BinaryOp::Shl | BinaryOp::Shr if b >= u128::from(width) => return None,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if signed => (sa >> b) as u128,
        BinaryOp::Shr => a >> b,
    };
    Some(truncate(bits, width))
}

/// Is the behaviour of a signed operation undefined: does its exact result not fit? Such an
/// operation is not folded where it is evaluated, so that it can be checked.
pub(crate) fn overflows(op: BinaryOp, (a, b): (u128, u128), width: u32) -> bool {
    let (x, y) = (sign_extend(a, width), sign_extend(b, width));
    let exact = match op {
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        // The remainder is a number, but it is undefined where the quotient is.
        BinaryOp::Div | BinaryOp::Rem if y != 0 => x.checked_div(y),
        BinaryOp::Shl if x < 0 => None,
        BinaryOp::Shl if b < 127 => x.checked_mul(1 << b),
        _ => return false,
    };
    exact.is_none_or(|exact| sign_extend(truncate(exact as u128, width), width) != exact)
}

/// The truth of a comparison.
pub(crate) fn fold_compare(op: CompareOp, (a, b): (u128, u128), width: u32, signed: bool) -> bool {
    let order = if signed {
        sign_extend(a, width).cmp(&sign_extend(b, width))
    } else {
        a.cmp(&b)
    };
    match op {
        CompareOp::Lt => order.is_lt(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Ge => order.is_ge(),
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
    }
}

impl Types {
    /// `bits` of type `from` converted to the integer or pointer type `to` (6.3.1.2, 6.3.1.3).
    pub(crate) fn convert_constant(&self, bits: u128, from: TypeId, to: TypeId) -> Option<u128> {
        let width = self.scalar_width(to)?;
        if matches!(self.get(to), Type::Bool) {
            return Some(u128::from(bits != 0));
        }
        let value = if self.is_signed(from) {
            sign_extend(bits, self.scalar_width(from)?) as u128
        } else {
            bits
        };
        Some(truncate(value, width))
    }

    /// The value of an integer constant expression, as bits of its type.
    pub(crate) fn fold(&self, e: &Expr) -> Option<u128> {
        let width = self.scalar_width(e.ty.ty)?;
        let signed = self.is_signed(e.ty.ty);
        match &e.kind {
            ExprKind::Int(bits) => Some(*bits),
            ExprKind::Convert(inner) if self.is_float(inner.ty.ty) => {
                self.fold_float_to_integer(inner, e.ty.ty)
            }
            ExprKind::Convert(inner) => {
                self.convert_constant(self.fold(inner)?, inner.ty.ty, e.ty.ty)
            }
            ExprKind::Unary(op, a) => {
                let a = self.fold(a)?;
                let bits = match op {
                    UnaryOp::Neg => a.wrapping_neg(),
                    UnaryOp::Not => !a,
                };
                Some(truncate(bits, width))
            }
            ExprKind::LogicalNot(a) => Some(u128::from(!self.fold_truth(a)?)),
            ExprKind::Binary(op, a, b) => {
                // In a long sum, all but the last operand stand on the left.
                let b = self.fold(b)?;
                fold_binary(*op, (self.fold(a)?, b), width, signed)
            }
            ExprKind::Compare(op, a, b) if self.is_float(a.ty.ty) => {
                self.fold_float_compare(*op, a, b).map(u128::from)
            }
            ExprKind::Compare(op, a, b) => {
                let (width, signed) = (self.scalar_width(a.ty.ty)?, self.is_signed(a.ty.ty));
                let truth = fold_compare(*op, (self.fold(a)?, self.fold(b)?), width, signed);
                Some(u128::from(truth))
            }
            ExprKind::LogicalAnd(a, b) => {
                Some(u128::from(self.fold_truth(a)? && self.fold_truth(b)?))
            }
            ExprKind::LogicalOr(a, b) => {
                Some(u128::from(self.fold_truth(a)? || self.fold_truth(b)?))
            }
            ExprKind::Conditional(c, Some(then), otherwise) => {
                self.fold(if self.fold_truth(c)? { then } else { otherwise })
            }
            ExprKind::Conditional(c, None, otherwise) => match self.fold(c)? {
                0 => self.fold(otherwise),
                value => self.convert_constant(value, c.ty.ty, e.ty.ty),
            },
            _ => None,
        }
    }

    /// The truth of a constant condition.
    fn fold_truth(&self, e: &Expr) -> Option<bool> {
        if self.is_float(e.ty.ty) {
            return self.fold_float_to_integer(e, Types::BOOL).map(|b| b != 0);
        }
        Some(self.fold(e)? != 0)
    }
}

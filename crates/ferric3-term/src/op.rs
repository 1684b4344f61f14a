//! Operators: the label of a term node.

use crate::{BitVecValue, FloatFormat, Rational, RoundingMode, SymbolId, Transcendental};

/// What a node computes from its arguments. The meaning of every bit-vector operator is that of
/// SMT-LIB (`FixedSizeBitVectors` and `QF_BV`), which makes all of them total:
/// `bvudiv x 0 = ~0`, `bvurem x 0 = x`, and shifts by the width or more give 0 (or the sign).
///
/// The arithmetic operators work on two terms of sort Int or two of sort Real, never on a mixture. They
/// are SMT-LIB's (`Ints`, `Reals`, `Reals_Ints`), except that division by 0, which SMT-LIB leaves open, has a value
/// here: `div` and `/` give 0, `mod` the dividend. Readers of other formats have to take that into account;
/// the SMT-LIB printer does.
///
/// Operators that SMT-LIB defines by others (`bvnand`, `bvcomp`, `bvuge`, `repeat`, the overflow
/// predicates, `=>`, `distinct`) have a constructor in [`Terms`](crate::Terms) but no node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Op {
    /// Truth.
    True,
    /// Falsehood.
    False,
    /// A bit-vector constant.
    Const(BitVecValue),
    /// A free symbol.
    Symbol(SymbolId),
    /// `not`, one Bool.
    Not,
    /// `and`, two or more Bools.
    And,
    /// `or`, two or more Bools.
    Or,
    /// `xor`, two Bools.
    Xor,
    /// `=`, two terms of the same sort.
    Eq,
    /// `ite`, a Bool and two terms of the same sort.
    Ite,
    /// `bvnot`.
    BvNot,
    /// `bvneg`.
    BvNeg,
    /// `bvand`, two arguments.
    BvAnd,
    /// `bvor`, two arguments.
    BvOr,
    /// `bvxor`, two arguments.
    BvXor,
    /// `bvadd`, two arguments.
    BvAdd,
    /// `bvsub`.
    BvSub,
    /// `bvmul`, two arguments.
    BvMul,
    /// `bvudiv`.
    BvUdiv,
    /// `bvurem`.
    BvUrem,
    /// `bvsdiv`.
    BvSdiv,
    /// `bvsrem`, sign of the dividend.
    BvSrem,
    /// `bvsmod`, sign of the divisor.
    BvSmod,
    /// `bvshl`.
    BvShl,
    /// `bvlshr`.
    BvLshr,
    /// `bvashr`.
    BvAshr,
    /// `bvult`.
    BvUlt,
    /// `bvule`.
    BvUle,
    /// `bvslt`.
    BvSlt,
    /// `bvsle`.
    BvSle,
    /// `concat`, two arguments, the first one gives the high bits.
    Concat,
    /// `(_ extract hi lo)`.
    Extract {
        /// Highest bit taken.
        hi: u32,
        /// Lowest bit taken.
        lo: u32,
    },
    /// `(_ zero_extend n)`, `n` more bits.
    ZeroExtend(u32),
    /// `(_ sign_extend n)`, `n` more bits.
    SignExtend(u32),
    /// `(_ rotate_left n)`.
    RotateLeft(u32),
    /// `(_ rotate_right n)`.
    RotateRight(u32),
    /// An operation on floating-point numbers, given by their encodings.
    Float(FloatOp),
    /// `select`: an array and an index.
    Select,
    /// `store`: an array, an index and an element.
    Store,
    /// `((as const (Array …)) e)`: the array with indices of the given width whose elements all
    /// are the argument.
    ConstArray {
        /// Width of the indices.
        index: u32,
    },
    /// An integer constant; the number has denominator 1.
    Int(Rational),
    /// A real constant.
    Real(Rational),
    /// `+`, two or more arguments.
    Add,
    /// `-`, two arguments.
    Sub,
    /// `-`, one argument.
    Neg,
    /// `*`, two arguments. Solvers may refuse it unless one of them is a constant.
    Mul,
    /// `<`, two arguments.
    Lt,
    /// `<=`, two arguments.
    Le,
    /// `div` of integers: `div x d` is the `q` with `x = d·q + r`, `0 ≤ r < |d|`; 0 if `d` is 0.
    IntDiv,
    /// `mod` of integers: `mod x d` is that `r`; `x` if `d` is 0.
    IntMod,
    /// `/` of real numbers; 0 if the divisor is 0.
    RealDiv,
    /// `to_real`: the integer as a real number.
    ToReal,
    /// `to_int`: the greatest integer that is not greater.
    ToInt,
    /// `is_int`: is the real number an integer?
    IsInt,
    /// `y = f(x)`, a Bool, of two real numbers `y` and `x`. There is no term for `f(x)` itself, because its values are no
    /// rational numbers ([`Transcendental`]).
    Graph(Transcendental),
    /// `r = x^y`, a Bool, of three real numbers `r`, `x` and `y`; false where there is no value
    /// ([`has_power`](crate::has_power)). There is no term for `x^y` itself, because it may be irrational.
    Power,
    /// `bv2nat`: a bit-vector as an unsigned number.
    BvToNat,
    /// `(_ int2bv n)`: an integer modulo `2^n`.
    IntToBv(u32),
}

impl Op {
    /// The operators that make one word of two of the same width.
    pub const ON_WORDS: [Op; 14] = [
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
    ];

    /// The comparisons of two words of the same width.
    pub const COMPARISONS: [Op; 5] = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];
}

/// Operations on floating-point numbers. Arguments and results are bit-vectors that hold the
/// IEEE 754 encoding of a number in the given format ([`FloatFormat::width`] bits), so that
/// reinterpreting bits needs no operation. Results are rounded to nearest, ties to even. A result
/// that is not a number is always [`FloatFormat::nan`], whatever the arguments were.
///
/// Negation, absolute value, classification and copying a sign are operations on bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FloatOp {
    /// `x + y`.
    Add(FloatFormat),
    /// `x - y`.
    Sub(FloatFormat),
    /// `x * y`.
    Mul(FloatFormat),
    /// `x / y`.
    Div(FloatFormat),
    /// `x * y + z`, rounded once.
    Fma(FloatFormat),
    /// The square root.
    Sqrt(FloatFormat),
    /// IEEE 754 `remainder`: `x - y * n`, where `n` is `x / y` rounded to the nearest integer.
    Remainder(FloatFormat),
    /// C `fmod`: `x - y * n`, where `n` is `x / y` rounded towards zero.
    Fmod(FloatFormat),
    /// Rounded to an integral number, which keeps the sign of its argument.
    RoundToIntegral(FloatFormat, RoundingMode),
    /// `x == y`, a Bool: false if one of them is not a number; zeros are equal.
    Eq(FloatFormat),
    /// `x < y`, a Bool.
    Lt(FloatFormat),
    /// `x <= y`, a Bool.
    Le(FloatFormat),
    /// A number of one format in another.
    Convert {
        /// Format of the argument.
        from: FloatFormat,
        /// Format of the result.
        to: FloatFormat,
    },
    /// A signed integer of any width as a number.
    FromSigned(FloatFormat),
    /// An unsigned integer of any width as a number.
    FromUnsigned(FloatFormat),
    /// Rounded towards zero, as a signed integer. What does not fit, and what is not a number,
    /// gives the least integer (a one followed by zeros), as on x86.
    ToSigned {
        /// Format of the argument.
        from: FloatFormat,
        /// Width of the result.
        width: u32,
    },
    /// Rounded towards zero, as an unsigned integer. What does not fit, and what is not a number,
    /// gives a one followed by zeros.
    ToUnsigned {
        /// Format of the argument.
        from: FloatFormat,
        /// Width of the result.
        width: u32,
    },
}

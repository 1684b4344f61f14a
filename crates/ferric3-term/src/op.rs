//! Operators: the label of a term node.

use crate::{BitVecValue, SymbolId};

/// What a node computes from its arguments. The meaning of every bit-vector operator is that of
/// SMT-LIB (`FixedSizeBitVectors` and `QF_BV`), which makes all of them total:
/// `bvudiv x 0 = ~0`, `bvurem x 0 = x`, and shifts by the width or more give 0 (or the sign).
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
}

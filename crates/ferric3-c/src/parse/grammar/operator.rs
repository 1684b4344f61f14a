//! Operators by their spelling (6.5.3 to 6.5.16).

use lang_c::ast::{BinaryOperator, UnaryOperator};

/// An operator before its operand.
pub(super) fn prefix_operator(word: &str) -> Option<UnaryOperator> {
    Some(match word {
        "++" => UnaryOperator::PreIncrement,
        "--" => UnaryOperator::PreDecrement,
        "&" => UnaryOperator::Address,
        "*" => UnaryOperator::Indirection,
        "+" => UnaryOperator::Plus,
        "-" => UnaryOperator::Minus,
        "~" => UnaryOperator::Complement,
        "!" => UnaryOperator::Negate,
        _ => return None,
    })
}

/// A binary operator, and how tightly it binds.
pub(super) fn binary_operator(word: &str) -> Option<(BinaryOperator, u8)> {
    Some(match word {
        "||" => (BinaryOperator::LogicalOr, 1),
        "&&" => (BinaryOperator::LogicalAnd, 2),
        "|" => (BinaryOperator::BitwiseOr, 3),
        "^" => (BinaryOperator::BitwiseXor, 4),
        "&" => (BinaryOperator::BitwiseAnd, 5),
        "==" => (BinaryOperator::Equals, 6),
        "!=" => (BinaryOperator::NotEquals, 6),
        "<" => (BinaryOperator::Less, 7),
        ">" => (BinaryOperator::Greater, 7),
        "<=" => (BinaryOperator::LessOrEqual, 7),
        ">=" => (BinaryOperator::GreaterOrEqual, 7),
        "<<" => (BinaryOperator::ShiftLeft, 8),
        ">>" => (BinaryOperator::ShiftRight, 8),
        "+" => (BinaryOperator::Plus, 9),
        "-" => (BinaryOperator::Minus, 9),
        "*" => (BinaryOperator::Multiply, 10),
        "/" => (BinaryOperator::Divide, 10),
        "%" => (BinaryOperator::Modulo, 10),
        _ => return None,
    })
}

/// An operator that assigns.
pub(super) fn assignment_operator(word: &str) -> Option<BinaryOperator> {
    Some(match word {
        "=" => BinaryOperator::Assign,
        "*=" => BinaryOperator::AssignMultiply,
        "/=" => BinaryOperator::AssignDivide,
        "%=" => BinaryOperator::AssignModulo,
        "+=" => BinaryOperator::AssignPlus,
        "-=" => BinaryOperator::AssignMinus,
        "<<=" => BinaryOperator::AssignShiftLeft,
        ">>=" => BinaryOperator::AssignShiftRight,
        "&=" => BinaryOperator::AssignBitwiseAnd,
        "^=" => BinaryOperator::AssignBitwiseXor,
        "|=" => BinaryOperator::AssignBitwiseOr,
        _ => return None,
    })
}

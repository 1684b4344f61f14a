//! Values as C writes them.

use ferric3_term::Value;

/// The value as a decimal number, signed if `signed`. For the character types of C, what it looks
/// like as a character follows.
pub fn display_value(value: &Value, signed: bool, type_name: &str) -> String {
    match value {
        Value::Bool(b) => u8::from(*b).to_string(),
        Value::BitVec(bits) => {
            let number = if signed {
                bits.to_signed_string()
            } else {
                bits.to_string()
            };
            match bits.to_u64().and_then(|code| u8::try_from(code).ok()) {
                Some(code) if is_char(type_name) && (code.is_ascii_graphic() || code == b' ') => {
                    format!("{number} '{}'", char::from(code).escape_default())
                }
                _ => number,
            }
        }
        other => other.to_string(),
    }
}

fn is_char(type_name: &str) -> bool {
    matches!(type_name, "char" | "signed char" | "unsigned char")
}

#[cfg(test)]
mod tests {
    use ferric3_term::BitVecValue;

    use super::*;

    #[test]
    fn values_look_as_in_c() {
        let value = |number, width| Value::BitVec(BitVecValue::from_i64(number, width));
        assert_eq!(display_value(&value(-1, 32), true, "int"), "-1");
        assert_eq!(
            display_value(&value(-1, 32), false, "unsigned int"),
            "4294967295"
        );
        assert_eq!(display_value(&value(97, 8), true, "char"), "97 'a'");
        assert_eq!(display_value(&value(39, 8), true, "char"), "39 '\\''");
        assert_eq!(display_value(&value(7, 8), true, "char"), "7");
        assert_eq!(display_value(&Value::Bool(true), false, "_Bool"), "1");
    }
}

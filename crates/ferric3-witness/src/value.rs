//! Values as C writes them.

use ferric3_ivl::Reading;
use ferric3_term::{BitVecValue, Value};

/// The value as people read it; an array as `{0: 5, 3: -7, else: 0}`. For the character types of C, what it looks
/// like as a character follows.
pub fn display_value(value: &Value, reading: Reading, type_name: &str) -> String {
    match value {
        Value::Bool(b) => u8::from(*b).to_string(),
        Value::BitVec(bits) => {
            let number = match reading {
                Reading::Signed => bits.to_signed_string(),
                Reading::Unsigned => bits.to_string(),
                Reading::Float(format) => format.shown(bits),
                Reading::Pointer => format!("0x{:x}", bits.to_biguint()),
            };
            match bits.to_u64().and_then(|code| u8::try_from(code).ok()) {
                Some(code) if is_char(type_name) && (code.is_ascii_graphic() || code == b' ') => {
                    format!("{number} '{}'", char::from(code).escape_default())
                }
                _ => number,
            }
        }
        Value::Array(array) => {
            let element = |bits: &BitVecValue| display_value(&bits.clone().into(), reading, "");
            let mut text = String::from("{");
            for (index, bits) in array.entries() {
                text.push_str(&format!("{index}: {}, ", element(bits)));
            }
            text.push_str(&format!("else: {}}}", element(array.default_element())));
            text
        }
        other => other.to_string(),
    }
}

fn is_char(type_name: &str) -> bool {
    matches!(type_name, "char" | "signed char" | "unsigned char")
}

#[cfg(test)]
mod tests {
    use ferric3_term::{ArrayValue, FloatFormat};

    use super::*;

    #[test]
    fn values_look_as_in_c() {
        let value = |number, width| Value::BitVec(BitVecValue::from_i64(number, width));
        assert_eq!(display_value(&value(-1, 32), Reading::Signed, "int"), "-1");
        assert_eq!(
            display_value(&value(-1, 32), Reading::Unsigned, "unsigned int"),
            "4294967295"
        );
        assert_eq!(
            display_value(&value(97, 8), Reading::Signed, "char"),
            "97 'a'"
        );
        assert_eq!(
            display_value(&value(39, 8), Reading::Signed, "char"),
            "39 '\\''"
        );
        assert_eq!(display_value(&value(7, 8), Reading::Signed, "char"), "7");
        assert_eq!(
            display_value(&Value::Bool(true), Reading::Unsigned, "_Bool"),
            "1"
        );
        let bits = |number, width| BitVecValue::from_i64(number, width);
        let mut array = ArrayValue::constant(3, bits(0, 8));
        array.set(bits(6, 3), bits(-2, 8));
        assert_eq!(
            display_value(&array.into(), Reading::Signed, ""),
            "{6: -2, else: 0}"
        );
        let half = Value::BitVec(BitVecValue::from_u64((-0.5f64).to_bits(), 64));
        let double = Reading::Float(FloatFormat::F64);
        assert_eq!(display_value(&half, double, "double"), "-0.5");
    }
}

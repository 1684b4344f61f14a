//! Values as C writes them.

use std::collections::{BTreeMap, BTreeSet};

use ferric3_ivl::Reading;
use ferric3_term::{ArrayValue, BitVecValue, Value};

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

/// Strings that start at multiples of two to the power of `bits`, as far as they are known:
/// `argv[1] = "-v"`.
pub(crate) fn display_strings(name: &str, array: &ArrayValue, bits: u32) -> String {
    let numbers = array.entries().filter_map(|(index, _)| index.to_u64());
    let numbers: BTreeSet<u64> = numbers.map(|index| index >> bits).collect();
    let known: BTreeMap<u64, u8> = array
        .entries()
        .filter_map(|(index, byte)| Some((index.to_u64()?, byte.to_u64()? as u8)))
        .collect();
    let rest = array.default_element().to_u64().unwrap_or(0) as u8;
    let string = |number: &u64| {
        let mut text = String::new();
        for offset in 0..1u64 << bits {
            let byte = known.get(&((number << bits) + offset));
            match byte.copied().unwrap_or(rest) {
                0 => break,
                _ if byte.is_none() => {
                    text.push_str("...");
                    break;
                }
                byte => text.extend(byte.escape_ascii().map(char::from)),
            }
        }
        format!("{name}[{number}] = \"{text}\"")
    };
    let strings: Vec<String> = numbers.iter().map(string).collect();
    match strings.is_empty() {
        true => format!("{name}: any strings"),
        false => strings.join(", "),
    }
}

/// The code of a character, if that is what values of the type are.
pub(crate) fn char_code(value: &Value, type_name: &str) -> Option<u8> {
    match value {
        Value::BitVec(bits) if is_char(type_name) => u8::try_from(bits.to_u64()?).ok(),
        _ => None,
    }
}

fn is_char(type_name: &str) -> bool {
    matches!(type_name, "char" | "signed char" | "unsigned char")
}

#[cfg(test)]
mod tests {
    use ferric3_term::FloatFormat;

    use super::*;

    #[test]
    fn strings_end_at_their_zeros() {
        let byte = |number| BitVecValue::from_i64(number, 8);
        let at = |index| BitVecValue::from_i64(index, 8);
        let mut array = ArrayValue::constant(8, byte(0));
        assert_eq!(display_strings("argv", &array, 4), "argv: any strings");
        for (index, code) in [(16, 45), (17, 118), (18, 0), (19, 5), (33, 97), (48, -1)] {
            array.set(at(index), byte(code));
        }
        let shown = r#"argv[1] = "-v", argv[2] = "", argv[3] = "\xff""#;
        assert_eq!(display_strings("argv", &array, 4), shown);
        let mut array = ArrayValue::constant(8, byte(7));
        array.set(at(0), byte(97));
        assert_eq!(display_strings("envp", &array, 4), r#"envp[0] = "a...""#);
    }

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

//! Fingerprints: 128 bits by which one sees that something has changed. They are written into stores, so they are the
//! same in every version of Ferric3 and on every machine.

mod sip;
mod tokens;

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use sip::siphash128;

/// 128 bits that stand for a text, written as 32 hexadecimal digits. Different texts have different ones, except for
/// one pair among some 2⁶⁴ texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u128);

impl Fingerprint {
    /// Of a text, byte by byte: nothing is ignored.
    pub fn of_text(text: &str) -> Fingerprint {
        Fingerprint(siphash128(text.as_bytes()))
    }

    /// Of several texts, one after the other: `["ab", "c"]` has another one than `["a", "bc"]`.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a str>) -> Fingerprint {
        let mut bytes = Vec::new();
        for part in parts {
            bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        Fingerprint(siphash128(&bytes))
    }

    /// Of the tokens of a C source text, directives included: comments and white space do not count. It is good for a
    /// message (*only comments have changed*) and for nothing else: `__LINE__` does depend on white space.
    pub fn of_c_tokens(source: &str) -> Fingerprint {
        let tokens = tokens::of(source);
        Fingerprint::of_parts(tokens.iter().map(String::as_str))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(format!("`{text}` is not a fingerprint: 32 of 0-9 and a-f"));
        }
        let bits = u128::from_str_radix(text, 16).expect("digits, and few enough");
        Ok(Fingerprint(bits))
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_ignored() {
        let of = Fingerprint::of_text;
        assert_ne!(of("a b"), of("a  b"));
        assert_ne!(of(""), of("\0"));
        assert_ne!(
            Fingerprint::of_parts(["ab", "c"]),
            Fingerprint::of_parts(["a", "bc"])
        );
        assert_ne!(
            Fingerprint::of_parts(["a", ""]),
            Fingerprint::of_parts(["a"])
        );
    }

    /// It is in files that earlier versions have written.
    #[test]
    fn it_never_changes() {
        let written = Fingerprint::of_text("int main(void) { return 0; }\n").to_string();
        expect_test::expect!["2f3ed5ed921fc99f3678c7be291bc432"].assert_eq(&written);
        assert_eq!(
            written.parse(),
            Ok(Fingerprint::of_text("int main(void) { return 0; }\n"))
        );
        assert!("12".parse::<Fingerprint>().is_err());
        assert!(written.to_uppercase().parse::<Fingerprint>().is_err());
        assert!(
            format!("+{}", &written[1..])
                .parse::<Fingerprint>()
                .is_err()
        );
    }

    #[test]
    fn comments_and_white_space_are_no_tokens() {
        let of = Fingerprint::of_c_tokens;
        let plain = of("int x = a+b; // sum\n#define F(x) x\nint y;");
        let other = "int/* of */x=a + b\n;\n#  define F( x )  x /* itself */\n\n int\\\n y ;\n";
        assert_eq!(plain, of(other));
    }

    #[test]
    fn what_separates_tokens_counts() {
        let of = Fingerprint::of_c_tokens;
        assert_ne!(of("int x;"), of("intx;"));
        assert_ne!(of("a = b + +c;"), of("a = b ++c;"));
        assert_ne!(of("\"a b\""), of("\"a  b\""));
        assert_ne!(of("'/*' a /* */"), of("'/*'"));
        assert_ne!(of("#define F (x)\n"), of("#define F(x)\n"));
        assert_ne!(of("#define A\nint x;"), of("#define A int x;"));
        assert_ne!(of("#include <a b>\n"), of("#include <ab>\n"));
        assert_ne!(of("a \"// no comment\" b"), of("a \"// no comment\" c"));
        assert_ne!(of("x = 1.5e+3;"), of("x = 1.5e + 3;"));
    }
}

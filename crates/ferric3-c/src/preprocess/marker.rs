//! Line markers: what preprocessors leave behind to say where a line came from.

/// `12 "file" 1 3`: the line, and the file if it is named.
pub(super) fn parse_marker(text: &str) -> Option<(u32, Option<String>)> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let line = number.parse().ok()?;
    let rest = rest.trim_start();
    if rest.is_empty() {
        return Some((line, None));
    }
    let mut bytes = rest.strip_prefix('"')?.bytes();
    let mut name = Vec::new();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => {
                let escaped = bytes.next()?;
                if matches!(escaped, b'0'..=b'3') {
                    let mut octal = || bytes.next().map(|b| b.wrapping_sub(b'0') & 7);
                    let (high, low) = (octal()?, octal()?);
                    name.push((escaped - b'0') * 64 + high * 8 + low);
                } else {
                    name.push(escaped);
                }
            }
            byte => name.push(byte),
        }
    }
    Some((line, Some(String::from_utf8_lossy(&name).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marker_names_are_unescaped() {
        assert_eq!(
            parse_marker(r#"3 "a\\b\"\101""#),
            Some((3, Some("a\\b\"A".to_owned())))
        );
        assert_eq!(parse_marker("3"), Some((3, None)));
        assert_eq!(parse_marker("99999999999"), None);
        assert_eq!(parse_marker("3 \"a"), None);
        assert_eq!(parse_marker(""), None);
    }
}

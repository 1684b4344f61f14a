//! A line of the log: `LENGTH CHECKSUM JSON`. The length is that of the JSON in bytes, the checksum 64 bits of its
//! hash, both in hexadecimal with a fixed number of digits, and JSON has no line ends of its own. So a reader knows
//! of every byte whether it belongs to a line that was written to its end.

use crate::fingerprint::siphash128;

/// `LENGTH`, a space, `CHECKSUM`, a space.
const HEAD: usize = 8 + 1 + 16 + 1;

/// The line of this document, its end included.
pub(super) fn encode(json: &str) -> String {
    debug_assert!(!json.contains('\n'), "JSON in one line: {json}");
    format!("{:08x} {:016x} {json}\n", json.len(), checksum(json))
}

fn checksum(json: &str) -> u64 {
    // The low half; a truncated SipHash is as good as a short one.
    siphash128(json.as_bytes()) as u64
}

/// What is at an offset of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line<'a> {
    /// A whole line: its document, and the offset behind it.
    Whole { json: &'a str, end: usize },
    /// The log ends here.
    End,
    /// The beginning of a line whose end has not been written.
    Torn,
    /// Something that nobody has written: why one sees it.
    Damaged(&'static str),
}

/// Reads what is at this offset, which is that of a line's beginning.
pub(super) fn decode(log: &[u8], from: usize) -> Line<'_> {
    let rest = &log[from..];
    if rest.is_empty() {
        return Line::End;
    }
    match whole(rest) {
        Ok(json) => Line::Whole {
            json,
            end: from + HEAD + json.len() + 1,
        },
        // No line has a line end but its last byte, so what has one was whole when it was written.
        Err(_) if !rest.contains(&b'\n') && is_beginning(rest) => Line::Torn,
        Err(what) => Line::Damaged(what),
    }
}

fn whole(rest: &[u8]) -> Result<&str, &'static str> {
    let head = rest.get(..HEAD).ok_or("a line that is too short")?;
    if head[8] != b' ' || head[25] != b' ' {
        return Err("no length and checksum");
    }
    let length = hexadecimal(&head[..8]).ok_or("a length that is none")?;
    let sum = hexadecimal(&head[9..25]).ok_or("a checksum that is none")?;
    let length = usize::try_from(length).map_err(|_| "a length that is none")?;
    let json = rest
        .get(HEAD..HEAD.saturating_add(length))
        .ok_or("another length than the line says")?;
    if rest.get(HEAD + length) != Some(&b'\n') {
        return Err("another length than the line says");
    }
    let json = std::str::from_utf8(json).map_err(|_| "another checksum than the line says")?;
    if checksum(json) != sum {
        return Err("another checksum than the line says");
    }
    Ok(json)
}

/// Lower case only: what is read is what was written.
fn hexadecimal(digits: &[u8]) -> Option<u64> {
    let mut value = 0;
    for &digit in digits {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        value = value << 4 | u64::from(digit);
    }
    Some(value)
}

/// Could more bytes have made a line of it? If it says a length, there have to be fewer bytes than that. Zeros at the end
/// are what some file systems leave where a power cut has caught an append.
fn is_beginning(rest: &[u8]) -> bool {
    let written = rest
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |at| at + 1);
    let rest = &rest[..written];
    let Some(digits) = rest.get(..8) else {
        return rest.is_empty() || hexadecimal(rest).is_some();
    };
    hexadecimal(digits).is_some_and(|length| written as u64 <= HEAD as u64 + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let line = encode("{\"a\":\"ä\"}");
        expect_test::expect![[r#"
            0000000a a439425b59c24fce {"a":"ä"}
        "#]]
        .assert_eq(&line);
        let log = format!("{line}{line}");
        let whole = |end| Line::Whole {
            json: "{\"a\":\"ä\"}",
            end,
        };
        assert_eq!(decode(log.as_bytes(), 0), whole(line.len()));
        assert_eq!(decode(log.as_bytes(), line.len()), whole(log.len()));
        assert_eq!(decode(log.as_bytes(), log.len()), Line::End);
    }

    #[test]
    fn every_beginning_of_a_line_is_torn() {
        let line = encode("{\"goal\":12}");
        for length in 1..line.len() {
            let rest = &line.as_bytes()[..length];
            assert_eq!(decode(rest, 0), Line::Torn, "{length} bytes");
            let zeros = [rest, &[0; 100]].concat();
            let with_zeros = decode(&zeros, 0);
            assert!(
                matches!(with_zeros, Line::Torn | Line::Damaged(_)),
                "{length} bytes and zeros: {with_zeros:?}"
            );
        }
        assert_eq!(decode(&[0; 40], 0), Line::Torn);
    }

    #[test]
    fn every_flipped_bit_of_a_line_is_noticed() {
        let line = encode("{\"goal\":12}");
        let next = encode("{}");
        for bit in 0..line.len() * 8 {
            let mut log = format!("{line}{next}").into_bytes();
            log[bit / 8] ^= 1 << (bit % 8);
            let found = decode(&log, 0);
            assert!(matches!(found, Line::Damaged(_)), "bit {bit}: {found:?}");
        }
    }
}

//! A source line with a caret below.

use ferric3_ivl::{Sources, Span};

/// The source line of `span` and a line that underlines it, each ended by a newline; empty if the
/// text is not known.
///
/// ```text
///   11 |   assert(x != y);
///      |   ^~~~~~~~~~~~~~
/// ```
pub fn excerpt(sources: &Sources, span: Span) -> String {
    let Some(line) = sources.line_text(span.file, span.line) else {
        return String::new();
    };
    let number = span.line.to_string();
    let pad = " ".repeat(number.len());
    let mut text = format!("  {number} | {}\n", line.trim_end());
    if span.column > 0 {
        let start = (span.column as usize - 1).min(line.len());
        let end = (start + span.len as usize).clamp(start, line.trim_end().len().max(start));
        // Tabs stay tabs, so that the caret stands below its place whatever their width.
        let before = String::from_utf8_lossy(&line.as_bytes()[..start]);
        let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let marked = String::from_utf8_lossy(&line.as_bytes()[start..end]).chars().count();
        let tail = "~".repeat(marked.saturating_sub(1));
        text.push_str(&format!("  {pad} | {indent}^{tail}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use ferric3_ivl::SourceFile;

    use super::*;

    fn check(text: &str, (line, column, len): (u32, u32, u32), expected: Expect) {
        let mut sources = Sources::default();
        let file = SourceFile { name: "a.c".to_owned(), text: Some(text.to_owned()) };
        let file = sources.files.push(file);
        expected.assert_eq(&excerpt(&sources, Span { file, line, column, len }));
    }

    #[test]
    fn underlines_the_span() {
        check(
            "int x;\n\tassert(x);\n",
            (2, 2, 9),
            expect![[r#"
                  2 | 	assert(x);
                    | 	^~~~~~~~~
            "#]],
        );
    }

    #[test]
    fn a_span_beyond_the_line_is_cut_off() {
        check(
            "ab\n",
            (1, 2, 99),
            expect![[r#"
                  1 | ab
                    |  ^
            "#]],
        );
        check(
            "ab\n",
            (1, 40, 1),
            expect![[r#"
                  1 | ab
                    |   ^
            "#]],
        );
        check("ab\n", (7, 1, 1), expect![""]);
    }

    #[test]
    fn columns_count_bytes_but_carets_count_characters() {
        check(
            "/*é*/ x;\n",
            (1, 8, 1),
            expect![[r#"
                  1 | /*é*/ x;
                    |       ^
            "#]],
        );
    }
}

//! How diagnostics look.

use expect_test::{Expect, expect};
use ferric3_c::{Diagnostic, Severity};
use ferric3_ivl::{Idx, SourceFile, Sources, Span};

fn sources(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.files.push(SourceFile {
        name: "t.c".to_owned(),
        text: Some(text.to_owned()),
    });
    sources.files.push(SourceFile {
        name: "unseen.h".to_owned(),
        text: None,
    });
    sources
}

fn span(line: u32, column: u32, len: u32) -> Span {
    Span {
        file: Idx::new(0),
        line,
        column,
        len,
    }
}

fn check(text: &str, diagnostic: &Diagnostic, expected: &Expect) {
    expected.assert_eq(&diagnostic.render(&sources(text)));
}

#[test]
fn an_error_with_a_hint() {
    let diagnostic = Diagnostic::error(span(2, 7, 3), "unknown name `foo`").with_hint("declare it");
    check(
        "int f(void) {\n  y = foo;\n}\n",
        &diagnostic,
        &expect![[r#"
            error: unknown name `foo`
             --> t.c:2:7
              |
            2 |   y = foo;
              |       ^^^
              |
              = help: declare it"#]],
    );
}

#[test]
fn a_warning_without_a_hint() {
    let diagnostic = Diagnostic::warning(span(1, 1, 3), "look here");
    check(
        "int x;",
        &diagnostic,
        &expect![[r#"
        warning: look here
         --> t.c:1:1
          |
        1 | int x;
          | ^^^"#]],
    );
}

#[test]
fn the_gutter_grows_with_the_line_number() {
    let text = "\n".repeat(1233) + "int x;\n";
    let diagnostic = Diagnostic::error(span(1234, 5, 1), "wrong").with_hint("make it right");
    check(
        &text,
        &diagnostic,
        &expect![[r#"
            error: wrong
                --> t.c:1234:5
                 |
            1234 | int x;
                 |     ^
                 |
                 = help: make it right"#]],
    );
}

#[test]
fn tabs_and_wide_characters() {
    check(
        "\tx =\t1;",
        &Diagnostic::error(span(1, 6, 1), "here"),
        &expect![[r#"
            error: here
             --> t.c:1:6
              |
            1 |     x =    1;
              |            ^"#]],
    );
    check(
        "\tx =\t1;",
        &Diagnostic::error(span(1, 2, 4), "over a tab"),
        &expect![[r#"
            error: over a tab
             --> t.c:1:2
              |
            1 |     x =    1;
              |     ^^^^^^^"#]],
    );
    check(
        "char *s = \"é漢\"; x",
        &Diagnostic::error(span(1, 20, 1), "here"),
        &expect![[r#"
            error: here
             --> t.c:1:17
              |
            1 | char *s = "é漢"; x
              |                  ^"#]],
    );
    check(
        "char *s = \"é漢\"; x",
        &Diagnostic::error(span(1, 11, 7), "here"),
        &expect![[r#"
            error: here
             --> t.c:1:11
              |
            1 | char *s = "é漢"; x
              |           ^^^^^"#]],
    );
    check(
        "a\u{7}b\u{0}c\r\n",
        &Diagnostic::error(span(1, 5, 1), "here"),
        &expect![[r#"
            error: here
             --> t.c:1:5
              |
            1 | a␇b␀c
              |     ^"#]],
    );
}

#[test]
fn without_place_column_or_text() {
    let mut diagnostic = Diagnostic {
        severity: Severity::Error,
        span: None,
        message: "no such file".to_owned(),
        hint: Some("look elsewhere".to_owned()),
    };
    check(
        "int x;",
        &diagnostic,
        &expect![[r#"
            error: no such file
             |
             = help: look elsewhere"#]],
    );
    diagnostic.span = Some(span(1, 0, 1));
    check(
        "int x;",
        &diagnostic,
        &expect![[r#"
            error: no such file
             --> t.c:1:1
              |
            1 | int x;
              | ^^^^^^
              |
              = help: look elsewhere"#]],
    );
    diagnostic.span = Some(Span {
        file: Idx::new(1),
        line: 3,
        column: 4,
        len: 1,
    });
    check(
        "int x;",
        &diagnostic,
        &expect![[r#"
            error: no such file
            --> unseen.h:3:4
             = help: look elsewhere"#]],
    );
}

#[test]
fn places_beyond_the_text() {
    check(
        "int x;",
        &Diagnostic::error(span(1, 7, 1), "at the end"),
        &expect![[r#"
            error: at the end
             --> t.c:1:7
              |
            1 | int x;
              |       ^"#]],
    );
    check(
        "int x;",
        &Diagnostic::error(span(1, 5, 99), "too long"),
        &expect![[r#"
            error: too long
             --> t.c:1:5
              |
            1 | int x;
              |     ^^"#]],
    );
    check(
        "int x;",
        &Diagnostic::error(span(9, 1, 1), "no such line"),
        &expect![[r#"
            error: no such line
            --> t.c:9:1"#]],
    );
    check(
        "int x;",
        &Diagnostic::error(span(0, 1, 1), "line zero"),
        &expect![[r#"
            error: line zero
            --> t.c:0:1"#]],
    );
    check(
        "é",
        &Diagnostic::error(span(1, 2, 1), "inside of a character"),
        &expect![[r#"
            error: inside of a character
             --> t.c:1:1
              |
            1 | é
              | ^"#]],
    );
    let nowhere = Span {
        file: Idx::new(7),
        line: 1,
        column: 1,
        len: u32::MAX,
    };
    check(
        "int x;",
        &Diagnostic::error(nowhere, "no such file"),
        &expect!["error: no such file"],
    );
}

#[test]
fn long_lines_are_cut() {
    let text = format!("int {} = here + {};", "x".repeat(300), "y".repeat(300));
    let column = text.find("here").map_or(0, |at| at as u32 + 1);
    check(
        &text,
        &Diagnostic::error(span(1, column, 4), "in the middle"),
        &expect![[r#"
            error: in the middle
             --> t.c:1:308
              |
            1 | ...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = here + yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...
              |                                                                   ^^^^"#]],
    );
    check(
        &text,
        &Diagnostic::error(span(1, 1, 3), "at the start"),
        &expect![[r#"
            error: at the start
             --> t.c:1:1
              |
            1 | int xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
              | ^^^"#]],
    );
    check(
        &text,
        &Diagnostic::error(span(1, 5, 300), "wide"),
        &expect![[r#"
            error: wide
             --> t.c:1:5
              |
            1 | int xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = ...
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"#]],
    );
}

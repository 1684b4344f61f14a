//! Preprocessing as a whole.

use std::path::Path;

use expect_test::{Expect, expect};

use super::*;
use crate::DataModel;

fn ok(text: &str) -> Preprocessed {
    preprocess_text("t.c", text, &FrontendOptions::default()).expect("it can be preprocessed")
}

fn errors(text: &str, options: &FrontendOptions) -> String {
    match preprocess_text("t.c", text, options) {
        Ok(_) => "no error".to_owned(),
        Err(error) => rendered(&error.diagnostics, &error.sources),
    }
}

fn rendered(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|d| d.render(sources) + "\n")
        .collect()
}

/// The words of the text between `⟨` and `⟩`, each with its place, to see that columns are right.
fn places(source: &Preprocessed, words: &[&str]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for word in words {
        let at = from
            + source.text[from..]
                .find(word)
                .expect("the word is in the text");
        from = at + word.len();
        let span = source.span(at, from);
        let line = source
            .sources
            .line_text(span.file, span.line)
            .unwrap_or("-");
        let end = (span.column + span.len) as usize - 1;
        let shown = line.get(span.column as usize - 1..end).unwrap_or("?");
        out += &format!("{word}: {} `{shown}`\n", source.sources.place(span));
    }
    out
}

fn check(actual: &str, expected: &Expect) {
    expected.assert_eq(actual);
}

#[test]
fn plain_text_needs_no_compiler() {
    let options = FrontendOptions {
        compiler: "/no/such/compiler".to_owned(),
        ..Default::default()
    };
    for text in [
        "int x; // #if\n",
        "/* \n#define X\n */ int x;",
        "#pragma once\n",
        "# 1 \"a.c\"\nint x;",
    ] {
        assert!(preprocess_text("t.c", text, &options).is_ok(), "{text}");
    }
    assert!(
        preprocess_text("t.i", "int __COUNTER__;", &options).is_ok(),
        "preprocessed already"
    );
    for text in ["#define X\n", "int x = __LINE__;"] {
        assert!(preprocess_text("t.c", text, &options).is_err(), "{text}");
    }
    let defining = FrontendOptions {
        preprocessor_args: vec!["-DX=1".to_owned()],
        ..options
    };
    assert!(preprocess_text("t.c", "int x = X;", &defining).is_err());
}

#[test]
fn a_missing_compiler_is_explained() {
    let options = FrontendOptions {
        compiler: "/no/such/cc".to_owned(),
        ..Default::default()
    };
    check(
        &errors("#define X 1\n", &options),
        &expect![[r#"
            error: cannot run `/no/such/cc`, which is needed for the directives: No such file or directory (os error 2)
             |
             = help: install a C compiler such as gcc, or preprocess the file elsewhere (cc -E) and check the result
        "#]],
    );
}

#[test]
fn errors_of_the_preprocessor_have_places() {
    let options = FrontendOptions::default();
    check(
        &errors("int x;\n#include \"no such.h\"\n", &options),
        &expect![[r#"
            error: header `no such.h` not found
             --> t.c:2:10
              |
            2 | #include "no such.h"
              |          ^^^^^^^^^^^
              |
              = help: pass the folder that contains `no such.h` with -I DIR
        "#]],
    );
    check(
        &errors("#ifndef N\n  #error \"N is needed\"\n#endif\n", &options),
        &expect![[r#"
            error: #error "N is needed"
             --> t.c:2:4
              |
            2 |   #error "N is needed"
              |    ^^^^^
              |
              = help: the source asks for this error; define or include what it needs with -D or -include
        "#]],
    );
    check(
        &errors("int x;\n#if 1\nint y;\n", &options),
        &expect![[r#"
            error: unterminated #if
             --> t.c:2:1
              |
            2 | #if 1
              | ^^^^^
              |
              = help: add the missing `#endif`
        "#]],
    );
    check(
        &errors("int x;\n#endif\n", &options),
        &expect![[r#"
            error: #endif without #if
             --> t.c:2:2
              |
            2 | #endif
              |  ^^^^^
              |
              = help: remove it, or add the missing `#if`
        "#]],
    );
    check(
        &errors("#define F(x) x\nint y = F(1;\n", &options),
        &expect![[r#"
            error: unterminated argument list invoking macro "F"
             --> t.c:2:13
              |
            2 | int y = F(1;
              |             ^
              |
              = help: add the missing `)` of the macro call
        "#]],
    );
}

#[test]
fn warnings_of_the_preprocessor_are_kept() {
    let source = ok("#warning look here\nint x;\n#pragma pack(1)\n");
    check(
        &rendered(&source.warnings, &source.sources),
        &expect![[r#"
        warning: #warning look here
         --> t.c:1:2
          |
        1 | #warning look here
          |  ^^^^^^^
    "#]],
    );
}

#[test]
fn what_changes_the_meaning_outside_of_functions_is_an_obstacle() {
    let source = ok("int x;\n#pragma pack(3)\nasm(\".globl f\");\n_Pragma(\"pack(2)\") int y;\n");
    let found: Vec<(u32, &str)> = source
        .obstacles
        .iter()
        .map(|(span, what)| (span.line, what.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (2, "#pragma pack(3)"),
            (4, "#pragma pack(2)"),
            (3, "assembler outside of functions"),
        ]
    );
}

#[test]
fn columns_survive_macros_and_comments() {
    let source = ok(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define EMPTY\n#define ONE 1\n\
         /* c */ EMPTY int x /* ' */ = MAX(left, right) + tail;\nint y = ONE + ONE + z;\n",
    );
    check(
        &places(
            &source,
            &[
                "int", "x", "left", "right", "?", "left", "tail", "int", "1", "+ 1", "z",
            ],
        ),
        &expect![[r#"
        int: t.c:4:15 `int`
        x: t.c:4:19 `x`
        left: t.c:4:35 `left`
        right: t.c:4:41 `right`
        ?: t.c:4:31 `MAX`
        left: t.c:4:35 `left`
        tail: t.c:4:50 `tail`
        int: t.c:5:1 `int`
        1: t.c:5:9 `ONE`
        + 1: t.c:5:13 `+ ONE`
        z: t.c:5:21 `z`
    "#]],
    );
}

#[test]
fn columns_survive_the_assert_of_the_system() {
    let source =
        ok("#include <assert.h>\nint f(int x) {\n\tassert(x > 0 && x < 10); return x;\n}\n");
    check(
        &places(
            &source,
            &["f(int x)", "sizeof", "x > 0", "__assert_fail", "return x"],
        ),
        &expect![[r#"
        f(int x): t.c:2:5 `f(int x)`
        sizeof: t.c:3:2 `assert`
        x > 0: t.c:3:9 `x > 0`
        __assert_fail: t.c:3:2 `assert`
        return x: t.c:3:27 `return x`
    "#]],
    );
}

#[test]
fn columns_survive_an_assert_behind_something_else() {
    let source = ok("#include <assert.h>\nint f(int x) { if (x) assert(x < 3); return x; }\n");
    check(
        &places(&source, &["if (x)", "x < 3", "__assert_fail", "return x"]),
        &expect![[r#"
            if (x): t.c:2:16 `if (x)`
            x < 3: t.c:2:30 `x < 3`
            __assert_fail: t.c:2:23 `assert`
            return x: t.c:2:38 `return x`
        "#]],
    );
}

#[test]
fn line_markers_lead_to_the_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let original = folder.path().join("original.c");
    std::fs::write(&original, "// a\n\n  int    x = N;\n").expect("written");
    let preprocessed = folder.path().join("made.i");
    let text = format!(
        "# 1 \"{}\"\n\n\n  int x = 5;\n# 20 \"lost.c\" 2\nint   y;\n",
        original.display()
    );
    std::fs::write(&preprocessed, text).expect("written");
    let source = preprocess_file(&preprocessed, &FrontendOptions::default()).expect("fine");
    let shown =
        places(&source, &["x", "5", "y"]).replace(&folder.path().display().to_string(), "DIR");
    check(
        &shown,
        &expect![[r#"
        x: DIR/original.c:3:10 `x`
        5: DIR/original.c:3:14 `N`
        y: lost.c:20:7 `y`
    "#]],
    );
    assert_eq!(
        source.sources.files[Idx::new(0)].name,
        preprocessed.display().to_string()
    );
}

#[test]
fn splices_and_repairs_keep_columns() {
    let source =
        ok("int f(int a) { \\\n  L: int x = a ?: 2; __extension__ __int128 y; \\\n return x; }");
    check(
        &places(&source, &["f(", "int x", ": 2", "y", "return"]),
        &expect![[r#"
        f(: t.c:1:5 `f(`
        int x: t.c:2:6 `int x`
        : 2: t.c:2:17 `: 2`
        y: t.c:2:45 `y`
        return: t.c:3:2 `return`
    "#]],
    );
}

#[test]
fn bytes_that_are_not_text_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("latin1.c");
    std::fs::write(
        &path,
        b"\xef\xbb\xbfchar *s = \"\xe9t\xe9\"; /* \xff */ int \xe9x, y;\r\n\x00int z;",
    )
    .expect("written");
    let source = preprocess_file(&path, &FrontendOptions::default()).expect("fine");
    assert!(source.text.contains("\"\\351t\\351\""), "{}", source.text);
    let shown = places(&source, &["s", "int", "x", "y", "z"])
        .replace(&folder.path().display().to_string(), "DIR");
    check(
        &shown,
        &expect![[r#"
        s: DIR/latin1.c:1:10 `s`
        int: DIR/latin1.c:1:29 `int`
        x: DIR/latin1.c:1:34 `x`
        y: DIR/latin1.c:1:37 `y`
        z: DIR/latin1.c:2:6 `z`
    "#]],
    );
}

#[test]
fn files_that_cannot_be_read() {
    for (path, message) in [
        ("/no/such/file.c", "there is no such file"),
        ("/", "it is a folder"),
    ] {
        let error =
            preprocess_file(Path::new(path), &FrontendOptions::default()).expect_err("fails");
        assert!(
            error.diagnostics[0].message.contains(message),
            "{:?}",
            error.diagnostics
        );
        assert_eq!(error.sources.files.len(), 1);
    }
}

#[test]
fn the_data_model_reaches_the_preprocessor() {
    let text = "#include <stdint.h>\nlong n = __SIZEOF_LONG__;\n";
    for (data_model, size) in [(DataModel::Ilp32, "n = 4;"), (DataModel::Lp64, "n = 8;")] {
        let options = FrontendOptions {
            data_model,
            ..Default::default()
        };
        let source = preprocess_text("t.c", text, &options).expect("the headers are found");
        assert!(source.text.contains(size), "{data_model:?}");
        for warning in &source.warnings {
            assert!(
                warning.message.contains("32-bit system headers"),
                "{warning:?}"
            );
        }
    }
}

#[test]
fn arguments_are_handed_on() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.h"), "int from_header;\n").expect("written");
    let options = FrontendOptions {
        preprocessor_args: vec![format!("-I{}", folder.path().display()), "-DN=7".to_owned()],
        ..Default::default()
    };
    let source =
        preprocess_text("t.c", "#include \"mine.h\"\nint x = N;\n", &options).expect("fine");
    assert!(
        source.text.contains("from_header") && source.text.contains("x = 7;"),
        "{}",
        source.text
    );
}

#[test]
fn headers_beside_a_text_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.h"), "int from_header;\n").expect("written");
    let name = folder.path().join("t.c").display().to_string();
    let options = FrontendOptions::default();
    assert!(preprocess_text(&name, "#include \"mine.h\"\n", &options).is_ok());
}

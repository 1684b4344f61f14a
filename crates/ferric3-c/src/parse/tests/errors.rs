//! What syntax errors say.

use expect_test::{Expect, expect};

use super::run;
use crate::FrontendOptions;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&run(text, &FrontendOptions::default()).expect_err("this is not C"));
}

#[test]
fn missing_semicolons() {
    check(
        "int f(void) {\n  int x = 1\n  return x;\n}",
        &expect![[r#"
            error: expected `;` after this, found `return`
             --> t.c:2:11
              |
            2 |   int x = 1
              |           ^
              |
              = help: a semicolon is missing at the end of this line
        "#]],
    );
    check(
        "int f(void) { return 1 }",
        &expect![[r#"
            error: expected `;` or `,`, found `}`
             --> t.c:1:24
              |
            1 | int f(void) { return 1 }
              |                        ^
              |
              = help: a semicolon is missing before it
        "#]],
    );
    check(
        "int x\nint y;",
        &expect![[r#"
            error: expected `;` after this, found `int`
             --> t.c:1:5
              |
            1 | int x
              |     ^
              |
              = help: a semicolon is missing at the end of this line
        "#]],
    );
    check(
        "struct s { int a; }\nint f(void) { return 1; }",
        &expect![[r#"
            error: expected `;` after this, found `int`
             --> t.c:1:19
              |
            1 | struct s { int a; }
              |                   ^
              |
              = help: a semicolon is missing at the end of this line
        "#]],
    );
}

#[test]
fn brackets() {
    check(
        "int f(void) { return (1; }",
        &expect![[r#"
            error: this `}` does not close the `(` at t.c:1:22
             --> t.c:1:26
              |
            1 | int f(void) { return (1; }
              |                          ^
              |
              = help: is a `)` missing before it?
        "#]],
    );
    check(
        "int f(void) {\n  if (1) {\n  return 1;\n}\n",
        &expect![[r#"
            error: this `{` is never closed
             --> t.c:1:13
              |
            1 | int f(void) {
              |             ^
              |
              = help: the file ends at line 4 without a matching `}`
        "#]],
    );
    check(
        "int f(void) { return 1; } }",
        &expect![[r#"
            error: this `}` closes nothing
             --> t.c:1:27
              |
            1 | int f(void) { return 1; } }
              |                           ^
              |
              = help: remove it, or look for a missing opening bracket before it
        "#]],
    );
}

#[test]
fn unknown_types() {
    check(
        "uint32_t x;",
        &expect![[r#"
            error: expected a type or a declaration, found `uint32_t`
             --> t.c:1:1
              |
            1 | uint32_t x;
              | ^^^^^^^^
              |
              = help: the type `uint32_t` is not declared; include <stdint.h>
        "#]],
    );
    check(
        "int f(void) { foo_t *x = 0; }",
        &expect![[r#"
            error: expected `;` or `,`, found `=`
             --> t.c:1:24
              |
            1 | int f(void) { foo_t *x = 0; }
              |                        ^
              |
              = help: if `foo_t` is a type, its declaration is missing
        "#]],
    );
    check(
        "int f(void) { const foo x = 0; }",
        &expect![[r#"
            error: expected a type or a declaration, found `foo`
             --> t.c:1:21
              |
            1 | int f(void) { const foo x = 0; }
              |                     ^^^
              |
              = help: if `foo` is a type, its declaration is missing
        "#]],
    );
    check(
        "bool b;",
        &expect![[r#"
            error: expected a type or a declaration, found `bool`
             --> t.c:1:1
              |
            1 | bool b;
              | ^^^^
              |
              = help: include <stdbool.h>, or write `_Bool`
        "#]],
    );
}

#[test]
fn other_languages() {
    check(
        "class A { public: int x; };",
        &expect![[r#"
            error: expected a type or a declaration, found `class`
             --> t.c:1:1
              |
            1 | class A { public: int x; };
              | ^^^^^
              |
              = help: this looks like C++; only C can be checked
        "#]],
    );
    check(
        "std::vector<int> x;",
        &expect![[r#"
            error: expected a type or a declaration, found `std`
             --> t.c:1:1
              |
            1 | std::vector<int> x;
              | ^^^
              |
              = help: this looks like C++; only C can be checked
        "#]],
    );
    check(
        "int f(void) { int g(void) { return 1; } return g(); }",
        &expect![[r#"
            error: expected `;` or `,`, found `{`
             --> t.c:1:27
              |
            1 | int f(void) { int g(void) { return 1; } return g(); }
              |                           ^
              |
              = help: functions inside of functions are a GNU extension that is not supported
        "#]],
    );
    check(
        "def f(x):\n  return x",
        &expect![[r#"
            error: expected a type or a declaration, found `def`
             --> t.c:1:1
              |
            1 | def f(x):
              | ^^^
              |
              = help: if `def` is a type, its declaration is missing
        "#]],
    );
}

#[test]
fn bad_tokens() {
    check(
        "int x = 08;",
        &expect![[r#"
            error: `08` is not a number of C
             --> t.c:1:9
              |
            1 | int x = 08;
              |         ^^
              |
              = help: a number that begins with 0 is octal and has no digits above 7
        "#]],
    );
    check(
        "char *s = \"abc;\nint y;",
        &expect![[r#"
            error: unterminated string
             --> t.c:1:11
              |
            1 | char *s = "abc;
              |           ^^^^^
              |
              = help: add the closing quote on the same line
        "#]],
    );
    check(
        "char c = '';",
        &expect![[r#"
            error: empty character constant
             --> t.c:1:10
              |
            1 | char c = '';
              |          ^^
              |
              = help: put a character between the quotes
        "#]],
    );
    check(
        "int x = 1 @ 2;",
        &expect![[r#"
            error: stray `@`
             --> t.c:1:11
              |
            1 | int x = 1 @ 2;
              |           ^
              |
              = help: C does not use this character outside of strings and comments
        "#]],
    );
    check(
        "int ×;",
        &expect![[r#"
            error: stray `×`
             --> t.c:1:5
              |
            1 | int ×;
              |     ^
              |
              = help: names cannot have this character
        "#]],
    );
    check(
        "int x; /* open",
        &expect![[r#"
            error: this comment is never closed
             --> t.c:1:8
              |
            1 | int x; /* open
              |        ^^
              |
              = help: add `*/`
        "#]],
    );
}

#[test]
fn other_mistakes() {
    check(
        "int x = 1 +;",
        &expect![[r#"
        error: expected an expression, found `;`
         --> t.c:1:12
          |
        1 | int x = 1 +;
          |            ^
    "#]],
    );
    check(
        "int f(void) { else; }",
        &expect![[r#"
            error: `else` cannot stand here
             --> t.c:1:15
              |
            1 | int f(void) { else; }
              |               ^^^^
              |
              = help: this `else` belongs to no `if`; is there a `;` or `}` too much before it?
        "#]],
    );
    check(
        "int f(void) { if (1) int x; }",
        &expect![[r#"
            error: `int` cannot stand here
             --> t.c:1:22
              |
            1 | int f(void) { if (1) int x; }
              |                      ^^^
              |
              = help: put the declaration into braces
        "#]],
    );
    check(
        "int f(void) { while 1 ; }",
        &expect![[r#"
        error: expected `(`, found `1`
         --> t.c:1:21
          |
        1 | int f(void) { while 1 ; }
          |                     ^
    "#]],
    );
    check(
        "int f(void) { x = = 3; }",
        &expect![[r#"
            error: expected an expression, found `=`
             --> t.c:1:19
              |
            1 | int f(void) { x = = 3; }
              |                   ^
              |
              = help: is the operator spelt right?
        "#]],
    );
    check(
        "int f(int a,) { }",
        &expect![[r#"
        error: expected a type or a declaration, found `)`
         --> t.c:1:13
          |
        1 | int f(int a,) { }
          |             ^
    "#]],
    );
    check(
        "int",
        &expect![[r#"
            error: expected `;`, found the end of the file
             --> t.c:1:3
              |
            1 | int
              |   ^
              |
              = help: is the file complete?
        "#]],
    );
}

//! What is said about programs that are not C, or hardly.
//!
//! `UPDATE_EXPECT=1 cargo test -p ferric3-c` writes the messages anew; read the changes.

mod common;

use common::options;
use expect_test::{Expect, expect};
use ferric3_c::{DataModel, translate_text};

/// All messages about a text.
fn check(text: &str, expected: Expect) {
    let (sources, diagnostics) = match translate_text("test.c", text, &options(DataModel::Lp64)) {
        Ok(translation) => (translation.program.sources, translation.warnings),
        Err(error) => (error.sources, error.diagnostics),
    };
    let messages: Vec<String> = diagnostics.iter().map(|d| d.render(&sources)).collect();
    expected.assert_eq(&(messages.join("\n") + "\n"));
}

#[test]
fn names() {
    check(
        r#"
int counter;
int main(void) { int total = countr; totl++; undefined_thing(); return NULL == 0; }
"#,
        expect![[r#"
            error: `countr` is not declared
             --> test.c:3:30
              |
            3 | int main(void) { int total = countr; totl++; undefined_thing(); return NULL == 0; }
              |                              ^^^^^^
              |
              = help: did you mean `counter`?
            error: `totl` is not declared
             --> test.c:3:38
              |
            3 | int main(void) { int total = countr; totl++; undefined_thing(); return NULL == 0; }
              |                                      ^^^^
              |
              = help: did you mean `total`?
            warning: `undefined_thing` is called without a declaration
             --> test.c:3:46
              |
            3 | int main(void) { int total = countr; totl++; undefined_thing(); return NULL == 0; }
              |                                              ^^^^^^^^^^^^^^^
            error: `NULL` is not declared
             --> test.c:3:72
              |
            3 | int main(void) { int total = countr; totl++; undefined_thing(); return NULL == 0; }
              |                                                                        ^^^^
              |
              = help: add `#include <stddef.h>`
        "#]],
    );
}

#[test]
fn calls() {
    check(
        r#"
int f(int a, int b) { return a; }
void v(void) {}
int main(void) { int x; f(1); f(1, 2, 3); x(); return v() + f(v(), 1); }
"#,
        expect![[r#"
            error: `f` takes 2 arguments, but 1 is given
             --> test.c:4:25
              |
            4 | int main(void) { int x; f(1); f(1, 2, 3); x(); return v() + f(v(), 1); }
              |                         ^^^^
              |
              = help: its type is `int (int, int)`
            error: `f` takes 2 arguments, but 3 are given
             --> test.c:4:31
              |
            4 | int main(void) { int x; f(1); f(1, 2, 3); x(); return v() + f(v(), 1); }
              |                               ^^^^^^^^^^
              |
              = help: its type is `int (int, int)`
            error: only functions can be called, not `int`
             --> test.c:4:43
              |
            4 | int main(void) { int x; f(1); f(1, 2, 3); x(); return v() + f(v(), 1); }
              |                                           ^^^
            error: a void value is used here
             --> test.c:4:63
              |
            4 | int main(void) { int x; f(1); f(1, 2, 3); x(); return v() + f(v(), 1); }
              |                                                               ^^^
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        r#"
struct s { int a; }; struct t { int a; };
int main(void) {
    const int c = 1; struct s s; struct t t; int x, *p; float *q;
    c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
    int a[2]; a = 0; x = *x; x++ ++; main = 0;
    return s;
}
"#,
        expect![[r#"
            error: `c` is `const` and cannot be assigned to
             --> test.c:5:5
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |     ^^^^^
            error: this value cannot be assigned to
             --> test.c:5:12
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |            ^^^^^
              |
              = help: only variables, members, elements and what pointers point to can
            error: incompatible types in assignment: `struct t` cannot become `struct s`
             --> test.c:5:23
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                       ^
            error: incompatible types in assignment: `struct s` cannot become `int`
             --> test.c:5:30
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                              ^
            error: incompatible types in assignment: `double` cannot become `int *`
             --> test.c:5:37
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                     ^^^
            error: this value cannot be assigned to
             --> test.c:5:42
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                          ^^^^^^^^^^^
              |
              = help: only variables, members, elements and what pointers point to can
            error: `struct s` has no member `b`
             --> test.c:5:57
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                                         ^
            error: `->` needs a pointer, not `struct s`
             --> test.c:5:64
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                                                ^^^^
              |
              = help: use `.` instead
            error: `int` has no members, so it has no `a`
             --> test.c:5:74
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                                                          ^^^
            warning: incompatible pointer types in assignment: `float *` becomes `int *`
             --> test.c:5:87
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                                                                       ^
            error: `&` needs a variable or another place, not a value
             --> test.c:5:90
              |
            5 |     c = 2; 3 = x; s = t; x = s; p = 1.5; (x + 1) = 2; s.b = 1; s->a = 2; x.a = 1; p = q; &3;
              |                                                                                          ^^
            error: `a` has type `int [2]` and cannot be assigned to
             --> test.c:6:15
              |
            6 |     int a[2]; a = 0; x = *x; x++ ++; main = 0;
              |               ^^^^^
            error: `*` needs a pointer, not `int`
             --> test.c:6:26
              |
            6 |     int a[2]; a = 0; x = *x; x++ ++; main = 0;
              |                          ^^
            error: this value cannot be assigned to
             --> test.c:6:30
              |
            6 |     int a[2]; a = 0; x = *x; x++ ++; main = 0;
              |                              ^^^^^^
              |
              = help: only variables, members, elements and what pointers point to can
            error: this place has type `int (void)` and cannot be assigned to
             --> test.c:6:38
              |
            6 |     int a[2]; a = 0; x = *x; x++ ++; main = 0;
              |                                      ^^^^^^^^
            error: incompatible types in return: `struct s` cannot become `int`
             --> test.c:7:12
              |
            7 |     return s;
              |            ^
        "#]],
    );
}

#[test]
fn statements() {
    check(
        r#"
int main(void) {
    break; continue; case 1: goto nowhere;
    label: label: ;
    switch (1.5) { default: default: ; }
    switch (1) { case 1: case 2 - 1: case 0 ... 4: ; }
    int x; int x;
    switch (x) { case x: ; }
    if (main) ; while ((void) 0) ;
    return;
}
"#,
        expect![[r#"
            error: `break` stands outside of a loop or switch
             --> test.c:3:5
              |
            3 |     break; continue; case 1: goto nowhere;
              |     ^^^^^^
            error: `continue` stands outside of a loop
             --> test.c:3:12
              |
            3 |     break; continue; case 1: goto nowhere;
              |            ^^^^^^^^^
            error: a case label stands outside of a switch
             --> test.c:3:22
              |
            3 |     break; continue; case 1: goto nowhere;
              |                      ^^^^^^
            error: there is a label `label` already
             --> test.c:4:12
              |
            4 |     label: label: ;
              |            ^^^^^
            error: `switch` needs an integer, not `double`
             --> test.c:5:13
              |
            5 |     switch (1.5) { default: default: ; }
              |             ^^^
            error: there is a `default` already
             --> test.c:5:29
              |
            5 |     switch (1.5) { default: default: ; }
              |                             ^^^^^^^
            error: there is a case for 1 already
             --> test.c:6:18
              |
            6 |     switch (1) { case 1: case 2 - 1: case 0 ... 4: ; }
              |                  ^^^^^^
            error: there is a case for 1 already
             --> test.c:6:26
              |
            6 |     switch (1) { case 1: case 2 - 1: case 0 ... 4: ; }
              |                          ^^^^^^^^^^
            error: redefinition of `x`
             --> test.c:7:16
              |
            7 |     int x; int x;
              |                ^
              |
              = help: the same block declares it already
            error: the value of this expression must be known to the compiler
             --> test.c:8:23
              |
            8 |     switch (x) { case x: ; }
              |                       ^
            error: a condition must be a number or a pointer, not `void`
             --> test.c:9:24
              |
            9 |     if (main) ; while ((void) 0) ;
              |                        ^^^^^^^^
            warning: `main` returns no value here
              --> test.c:10:5
               |
            10 |     return;
               |     ^^^^^^^
            error: there is no label `nowhere` in this function
             --> test.c:3:35
              |
            3 |     break; continue; case 1: goto nowhere;
              |                                   ^^^^^^^
        "#]],
    );
}

#[test]
fn declarations() {
    check(
        r#"
int f(void); long f(void);
int g(void) { return 1; } int g(void) { return 2; }
int x = 1; int x = 2; int y; char y; int z = f();
void v; struct incomplete i; int a[-1]; int n; int b[n];
struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
enum e { A, A }; _Static_assert(sizeof(int) == 8, "no"); typedef int T; T T2 = T;
unsigned float u; int arr[2] = { [5] = 1 }; struct s t = { .nope = 1 };
int main(void) { struct { int a; } w = { 1 }; return w.b + sizeof(struct incomplete); }
"#,
        expect![[r#"
            error: conflicting types for `f`: `long (void)`, before `int (void)`
             --> test.c:2:19
              |
            2 | int f(void); long f(void);
              |                   ^
            error: redefinition of `g`
             --> test.c:3:31
              |
            3 | int g(void) { return 1; } int g(void) { return 2; }
              |                               ^
            error: redefinition of `x`
             --> test.c:4:5
              |
            4 | int x = 1; int x = 2; int y; char y; int z = f();
              |     ^
            error: conflicting types for `y`: `char`, before `int`
             --> test.c:4:35
              |
            4 | int x = 1; int x = 2; int y; char y; int z = f();
              |                                   ^
            error: the initialiser of a variable that lives as long as the program must be constant
             --> test.c:4:46
              |
            4 | int x = 1; int x = 2; int y; char y; int z = f();
              |                                              ^^^
              |
              = help: assign the value at the start of the entry function instead
            error: the variable `v` has type void
             --> test.c:5:6
              |
            5 | void v; struct incomplete i; int a[-1]; int n; int b[n];
              |      ^
            error: the size of an array must not be negative
             --> test.c:5:36
              |
            5 | void v; struct incomplete i; int a[-1]; int n; int b[n];
              |                                    ^^
            error: the size of an array at file scope must be constant
             --> test.c:5:54
              |
            5 | void v; struct incomplete i; int a[-1]; int n; int b[n];
              |                                                      ^
            error: a bit-field of 40 bits is wider than its type
             --> test.c:6:34
              |
            6 | struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
              |                                  ^^
            error: a bit-field cannot have type `float`
             --> test.c:6:48
              |
            6 | struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
              |                                                ^
            error: a member cannot have the incomplete type `struct s`
             --> test.c:6:60
              |
            6 | struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
              |                                                            ^
            error: two members have the name `a`
             --> test.c:6:12
              |
            6 | struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
              |            ^^^^^^
            error: redefinition of `s`
             --> test.c:6:66
              |
            6 | struct s { int a; int a; int c : 40; float d : 3; struct s e; }; struct s { int q; };
              |                                                                  ^^^^^^^^^^^^^^^^^^^
            error: redefinition of `A`
             --> test.c:7:13
              |
            7 | enum e { A, A }; _Static_assert(sizeof(int) == 8, "no"); typedef int T; T T2 = T;
              |             ^
            error: static assertion failed: "no"
             --> test.c:7:18
              |
            7 | enum e { A, A }; _Static_assert(sizeof(int) == 8, "no"); typedef int T; T T2 = T;
              |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            error: `T` is a type, not a value
             --> test.c:7:80
              |
            7 | enum e { A, A }; _Static_assert(sizeof(int) == 8, "no"); typedef int T; T T2 = T;
              |                                                                                ^
            error: the array has only 2 elements
             --> test.c:8:34
              |
            8 | unsigned float u; int arr[2] = { [5] = 1 }; struct s t = { .nope = 1 };
              |                                  ^^^
            error: `struct s` has no member `nope`
             --> test.c:8:61
              |
            8 | unsigned float u; int arr[2] = { [5] = 1 }; struct s t = { .nope = 1 };
              |                                                             ^^^^
            error: `struct <anonymous>` has no member `b`
             --> test.c:9:56
              |
            9 | int main(void) { struct { int a; } w = { 1 }; return w.b + sizeof(struct incomplete); }
              |                                                        ^
            error: `sizeof` of the incomplete type `struct incomplete`
             --> test.c:9:60
              |
            9 | int main(void) { struct { int a; } w = { 1 }; return w.b + sizeof(struct incomplete); }
              |                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn operators() {
    check(
        r#"
struct s { int a; } s; int *p; void v(void);
int main(void) {
    return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
        || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
}
"#,
        expect![[r#"
            error: `+` does not apply to `struct s` and `int`
             --> test.c:4:12
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |            ^^^^^
            error: `~` does not apply to `double`
             --> test.c:4:21
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                     ^^^^
            error: `!` does not apply to `struct s`
             --> test.c:4:29
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                             ^^
            error: `*` does not apply to `int *` and `int`
             --> test.c:4:35
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                   ^^^^^
            error: `+` does not apply to `int *` and `int *`
             --> test.c:4:44
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                            ^^^^^
            error: `%` does not apply to `double` and `int`
             --> test.c:4:53
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                                     ^^^^^^^
            error: `==` does not apply to `struct s` and `struct s`
             --> test.c:4:64
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                                                ^^^^^^
            error: `-` does not apply to `int *`
             --> test.c:4:74
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                                                          ^^
            error: `&` does not apply to `int *` and `int`
             --> test.c:4:80
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                                                                ^^^^^
            error: a void value is used here
             --> test.c:4:89
              |
            4 |     return s + 1 || ~1.5 || !s || p * 2 || p + p || 1.5 % 2 || s == s || -p || p & 1 || v() < 1
              |                                                                                         ^^^
            error: a condition must be a number or a pointer, not `struct s`
             --> test.c:5:13
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |             ^
            error: the operands of `?:` have the types `struct s` and `int`
             --> test.c:5:27
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |                           ^^^^^^^^^^^
            error: `int *` cannot be cast to `float`
             --> test.c:5:58
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |                                                          ^^^^^^^^^
            error: `<<` does not apply to `int` and `double`
             --> test.c:5:71
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |                                                                       ^^^^^^^^
            error: an index must be an integer, not `double`
             --> test.c:5:85
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |                                                                                     ^^^
            error: `[]` needs an array or a pointer, not `int`
             --> test.c:5:93
              |
            5 |         || (s ? 1 : 2) || (1 ? s : 2) || (struct s) 1 || (float) p || 1 << 1.0 || p[1.5] || 1[2];
              |                                                                                             ^^^^
        "#]],
    );
}

#[test]
fn no_entry() {
    check(
        r#"int f(void) { return 1; }"#,
        expect![[r#"
            error: there is no function `main` with a body
             |
             = help: say where the program starts: --entry NAME, where NAME is one of `f`
        "#]],
    );
}

#[test]
fn warnings_only() {
    check(
        r#"
int f(int *p) { if (p == 3) return; }
int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
"#,
        expect![[r#"
            warning: this compares a pointer with an integer
             --> test.c:2:21
              |
            2 | int f(int *p) { if (p == 3) return; }
              |                     ^^^^^^
            warning: `f` returns no value here
             --> test.c:2:29
              |
            2 | int f(int *p) { if (p == 3) return; }
              |                             ^^^^^^^
            warning: an integer becomes a pointer without a cast in argument 1 of `f`: `int` becomes `int *`
             --> test.c:3:28
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                            ^
            warning: an integer becomes a pointer without a cast in initialisation: `int` becomes `int *`
             --> test.c:3:41
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                                         ^
            warning: `undeclared` is called without a declaration
             --> test.c:3:44
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                                            ^^^^^^^^^^
            warning: incompatible pointer types in initialisation: `int *` becomes `char *`
             --> test.c:3:69
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                                                                     ^
            warning: a `const` qualifier is lost in assignment: `const char *` becomes `char *`
             --> test.c:3:91
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                                                                                           ^
            warning: a pointer becomes an integer without a cast in return: `int *` becomes `int`
             --> test.c:3:101
              |
            3 | int main(void) { int x = f(5); int *p = x; undeclared(1); char *q = p; const char *r; q = r; return p; }
              |                                                                                                     ^
        "#]],
    );
}

#[test]
fn records_that_no_address_space_holds() {
    check(
        "union u { int a; char bytes[(1L << 62) - 256]; };\nint main(void) { return sizeof(union u) != 0; }\n",
        expect![[r#"
            error: this structure or union is too large for the address space
             --> test.c:1:1
              |
            1 | union u { int a; char bytes[(1L << 62) - 256]; };
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}

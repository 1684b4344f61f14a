//! What C means in IVL: one snapshot per feature.
//!
//! `UPDATE_EXPECT=1 cargo test -p ferric3-c` writes the snapshots anew; read the changes.

mod common;

use common::translate;
use expect_test::{Expect, expect};
use ferric3_c::DataModel;
use ferric3_ivl::display_program;

fn check(text: &str, expected: Expect) {
    check_model(text, DataModel::Lp64, expected);
}

fn check_model(text: &str, model: DataModel, expected: Expect) {
    let translation = translate(text, model);
    expected.assert_eq(&display_program(&translation.program, &translation.terms));
}

#[test]
fn assignments_and_conversions() {
    check(
        r#"
int main(void) {
    unsigned char c = 300; short s = -1; long l = s; unsigned u = s; _Bool b = 256;
    c += 200; s <<= 3; b = l; u = c * s; l = u; c = b = 2; s = -s;
    return c + (l > u);
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local c: u8
              local s: i16
              local l: i64
              local u: u32
              local b: u8
            b0:
              c := 44
              s := -1
              l := (i64)s
              u := (i32)s
              b := 1
              c := ((u32)c + 200)[7:0]
              s := ((i32)s << 3)[15:0]
              b := l != 0 ? 1 : 0
              u := (u32)c * (i32)s
              l := (u64)u
              b := 1
              c := b
              s := (-((i32)s))[15:0]
              main::result := (u32)c + ((u64)u <s l ? 1 : 0)
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn increments() {
    check(
        r#"
int main(void) {
    int i = 0; unsigned char c = 255; _Bool b = 0;
    i++; ++c; b++; b--;
    int j = i++ + c--;
    return j + --i;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local i: i32
              local c: u8
              local b: u8
              local j: i32
              temp tmp1: i32
              temp tmp2: u8
              temp tmp3: i32
            b0:
              i := 0
              c := -1
              b := 0
              i := i + 1
              c := c + 1
              b := b + 1 != 0 ? 1 : 0
              b := b - 1 != 0 ? 1 : 0
              tmp1 := i
              i := i + 1
              tmp2 := c
              c := c - 1
              j := tmp1 + (u32)tmp2
              tmp3 := j
              i := i - 1
              main::result := tmp3 + i
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn shifts_keep_counts_too_large() {
    check(
        r#"
int main(void) {
    int i, n; long l; unsigned long long w; unsigned char c;
    i = i << n; i = i >> l; l = l << n; w >>= c; i <<= w; c = c << 3;
    return 1l << 3;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local i: i32
              local n: i32
              local l: i64
              local w: u64
              local c: u8
            b0:
              i := havoc  // uninitialised i
              n := havoc  // uninitialised n
              l := havoc  // uninitialised l
              w := havoc  // uninitialised w
              c := havoc  // uninitialised c
              i := i << n
              i := i >>s (l <u 32 ? l[31:0] : 32)
              l := l << (i64)n
              w := w >>u (i64)(u32)c
              i := i << (w <u 32 ? w[31:0] : 32)
              c := ((u32)c << 3)[7:0]
              main::result := 8
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: shift counts are not checked: a shift by a negative count or by the width or more gives 0, or -1 if a negative number is shifted right
        "#]],
    );
}

#[test]
fn conditions_become_branches() {
    check(
        r#"
int main(void) {
    int a, b;
    if (a < b && !(a == 3 || b)) a = 1; else a = 2;
    return 0;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local a: i32
              local b: i32
            b0:
              a := havoc  // uninitialised a
              b := havoc  // uninitialised b
              if a <s b then b3 else b2  // c1
            b1:
              decision c0 is true
              a := 1
              goto b5
            b2:
              decision c0 is false
              a := 2
              goto b5
            b3:
              if a == 3 then b2 else b4  // c2
            b4:
              if b != 0 then b2 else b1  // c3
            b5:
              main::result := 0
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn logical_operators_as_values() {
    check(
        r#"
int main(void) {
    int a, b;
    int c = a && b > 2;
    int d = !a;
    return (a < b) + c + d;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local a: i32
              local b: i32
              local c: i32
              temp tmp1: i32
              local d: i32
            b0:
              a := havoc  // uninitialised a
              b := havoc  // uninitialised b
              if a != 0 then b3 else b2  // c1
            b1:
              decision c0 is true
              tmp1 := 1
              goto b4
            b2:
              decision c0 is false
              tmp1 := 0
              goto b4
            b3:
              if 2 <s b then b1 else b2  // c2
            b4:
              c := tmp1
              d := a == 0 ? 1 : 0
              main::result := (a <s b ? 1 : 0) + c + d
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn conditional_and_comma() {
    check(
        r#"
int f(void) { return 4; }
int main(void) {
    int a, b;
    unsigned c = a ? b : 2u;
    a = (b = 3, b + 1);
    c = f() ?: 7;
    return a > b ? f() : (a++, 2);
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local a: i32
              local b: i32
              local c: u32
              temp tmp1: u32
              temp tmp2: i32
              temp tmp3: i32
              temp tmp4: i32
            b0:
              a := havoc  // uninitialised a
              b := havoc  // uninitialised b
              if a != 0 then b1 else b2  // c1
            b1:
              decision c0 is true
              tmp1 := b
              goto b3
            b2:
              decision c0 is false
              tmp1 := 2
              goto b3
            b3:
              c := tmp1
              b := 3
              a := b + 1
              tmp3 := call f()
              if tmp3 != 0 then b4 else b5  // c3
            b4:
              decision c2 is true
              tmp2 := tmp3
              goto b6
            b5:
              decision c2 is false
              tmp2 := 7
              goto b6
            b6:
              c := tmp2
              if b <s a then b7 else b8  // c5
            b7:
              decision c4 is true
              tmp4 := call f()
              goto b9
            b8:
              decision c4 is false
              a := a + 1
              tmp4 := 2
              goto b9
            b9:
              main::result := tmp4
              return

            proc f() -> f::result: i32
            b0:
              f::result := 4
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn operands_that_interfere_are_evaluated_in_any_order() {
    check(
        r#"
int g;
int f(void) { g = 1; return 2; }
int main(void) {
    int r = g + f();
    return g && f();
}"#,
        expect![[r#"
            global g: i32

            proc main() -> main::result: i32
              local r: i32
              temp tmp1: i32
              temp tmp2: i32
              temp tmp3: u1
              temp tmp4: i32
              temp tmp5: i32
            b0:
              tmp3 := havoc  // order g, f() | f(), g
              if tmp3 == 0 then b2 else b1
            b1:
              tmp2 := call f()
              goto b3
            b2:
              tmp1 := g
              goto b1
            b3:
              if 1 <=u tmp3 then b5 else b4
            b4:
              r := tmp1 + tmp2
              if g != 0 then b8 else b7  // c1
            b5:
              tmp1 := g
              goto b4
            b6:
              decision c0 is true
              tmp4 := 1
              goto b9
            b7:
              decision c0 is false
              tmp4 := 0
              goto b9
            b8:
              tmp5 := call f()
              if tmp5 != 0 then b6 else b7  // c2
            b9:
              main::result := tmp4
              return

            proc f() -> f::result: i32
            b0:
              g := 1
              f::result := 2
              return

            entry proc <start>() -> tmp1: i32
            b0:
              g := 0
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn evaluation_goes_from_left_to_right() {
    check(
        r#"
int g, h;
int f(int x, int y) { g = x; return y; }
int main(void) {
    int r = h + f(1, 2) * h;
    return f(h, f(g, r)) + h;
}"#,
        expect![[r#"
            global h: i32
            global g: i32

            proc main() -> main::result: i32
              local r: i32
              temp tmp1: i32
              temp tmp2: i32
              temp tmp3: i32
              temp tmp4: i32
              temp tmp5: i32
            b0:
              tmp1 := h
              tmp2 := call f(1, 2)
              r := tmp1 + tmp2 * h
              tmp3 := h
              tmp4 := call f(g, r)
              tmp5 := call f(tmp3, tmp4)
              main::result := tmp5 + h
              return

            proc f(x: i32, y: i32) -> f::result: i32
            b0:
              g := x
              f::result := y
              return

            entry proc <start>() -> tmp1: i32
            b0:
              h := 0
              g := 0
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn loops() {
    check(
        r#"
int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++) { if (i == 5) continue; if (s > 9) break; s += i; }
    while (s) s--;
    do s++; while (s < 3);
    for (;;) { if (s++ > 7) break; }
    return s;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local s: i32
              local i: i32
              temp tmp1: i32
            b0:
              s := 0
              i := 0
              goto b1
            b1:
              if i <s 10 then b2 else b3  // c1
            b2:
              decision c0 is true
              if i == 5 then b5 else b6  // c3
            b3:
              decision c0 is false
              goto b11
            b4:
              i := i + 1
              goto b1
            b5:
              decision c2 is true
              goto b4
            b6:
              decision c2 is false
              goto b7
            b7:
              if 9 <s s then b8 else b9  // c5
            b8:
              decision c4 is true
              goto b11
            b9:
              decision c4 is false
              goto b10
            b10:
              s := s + i
              goto b4
            b11:
              if s != 0 then b12 else b13  // c7
            b12:
              decision c6 is true
              s := s - 1
              goto b11
            b13:
              decision c6 is false
              goto b14
            b14:
              s := s + 1
              goto b15
            b15:
              if s <s 3 then b16 else b17  // c9
            b16:
              decision c8 is true
              goto b14
            b17:
              decision c8 is false
              goto b18
            b18:
              tmp1 := s
              s := s + 1
              if 7 <s tmp1 then b20 else b21  // c11
            b19:
              main::result := s
              return
            b20:
              decision c10 is true
              goto b19
            b21:
              decision c10 is false
              goto b18

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn switch_with_everything() {
    check(
        r#"
int main(void) {
    int x, r = 0;
    switch (x) {
    case 1: r = 1;
    default: r = 2; break;
    case 3 ... 5: { int t; case 6: t = r; r = t; }
    }
    return r;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local x: i32
              local r: i32
              local t: i32
            b0:
              x := havoc  // uninitialised x
              r := 0
              if x == 1 then b2 else b6
            b1:
              main::result := r
              return
            b2:
              r := 1
              goto b3
            b3:
              r := 2
              goto b1
            b4:
              t := havoc  // uninitialised t
              goto b5
            b5:
              t := r
              r := t
              goto b1
            b6:
              if 3 <=s x && x <=s 5 then b4 else b7
            b7:
              if x == 6 then b8 else b3
            b8:
              t := havoc  // uninitialised t
              goto b5

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn duffs_device() {
    check(
        r#"
int main(void) {
    unsigned n, s = 0;
    switch (n % 2) {
    case 0: do { s++;
    case 1: s += 2; } while (s < n);
    }
    return s;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local n: u32
              local s: u32
            b0:
              n := havoc  // uninitialised n
              s := 0
              if n %u 2 == 0 then b4 else b3
            b1:
              main::result := s
              return
            b2:
              s := s + 2
              goto b5
            b3:
              if n %u 2 == 1 then b2 else b1
            b4:
              s := s + 1
              goto b2
            b5:
              if s <u n then b6 else b7  // c1
            b6:
              decision c0 is true
              goto b4
            b7:
              decision c0 is false
              goto b1

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn goto_over_declarations() {
    check(
        r#"
int main(void) {
    int n = 0;
    goto inside;
    { int x = 1;
    inside: n += x;
      if (n < 5) goto inside;
    }
    return n;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local n: i32
              local x: i32
            b0:
              n := 0
              x := havoc  // uninitialised x
              goto b1
            b1:
              n := n + x
              if n <s 5 then b2 else b3  // c1
            b2:
              decision c0 is true
              goto b1
            b3:
              decision c0 is false
              goto b4
            b4:
              main::result := n
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn globals_statics_and_shadowing() {
    check(
        r#"
int a = 3; static unsigned b; int c; int c = 'x'; extern int d; int unused = 9; int c;
int count(void) { static int a = 5; return a++; }
int main(void) {
    int x = a; { int x = b; { extern int c; x += c + d; } }
    return count() + x;
}"#,
        expect![[r#"
            global a: i32
            global b: u32
            global c: i32
            global d: i32
            global a.1: i32

            proc main() -> main::result: i32
              local x: i32
              local x.1: i32
              temp tmp1: i32
            b0:
              x := a
              x.1 := b
              x.1 := x.1 + c + d
              tmp1 := call count()
              main::result := tmp1 + x
              return

            proc count() -> count::result: i32
              temp tmp1: i32
            b0:
              tmp1 := a.1
              a.1 := a.1 + 1
              count::result := tmp1
              return

            entry proc <start>() -> tmp1: i32
            b0:
              a := 3
              b := 0
              c := 120
              d := havoc  // uninitialised d
              a.1 := 5
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
            // assumed: test.c:2:62: `d` has no definition: its first value is taken as arbitrary
        "#]],
    );
}

#[test]
fn properties() {
    check(
        r#"
extern void abort(void); void reach_error() { } void exit(int);
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int x = __VERIFIER_nondet_int(); _Bool b = __VERIFIER_nondet_bool();
    __VERIFIER_assume(x > 2 && x < __VERIFIER_nondet_uchar());
    assert(x != 5 || b);
    if (x == 3) abort();
    if (x == 4) exit(x);
    if (x == 5) reach_error();
    return 0;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local x: i32
              local b: u8
              temp tmp1: bool
              temp tmp2: i32
              temp tmp3: u8
            b0:
              x := havoc  // nondet __VERIFIER_nondet_int
              b := havoc  // nondet __VERIFIER_nondet_bool
              b := b != 0 ? 1 : 0
              if 2 <s x then b3 else b2  // c1
            b1:
              decision c0 is true
              tmp1 := true
              goto b4
            b2:
              decision c0 is false
              tmp1 := false
              goto b4
            b3:
              tmp2 := x
              tmp3 := havoc  // nondet __VERIFIER_nondet_uchar
              if tmp2 <s (u32)tmp3 then b1 else b2  // c2
            b4:
              assume tmp1
              assert x != 5 || b != 0  // p0: assertion x != 5 || b
              if x == 3 then b5 else b6  // c4
            b5:
              decision c3 is true
              stop
            b6:
              decision c3 is false
              goto b7
            b7:
              if x == 4 then b8 else b9  // c6
            b8:
              decision c5 is true
              stop x
            b9:
              decision c5 is false
              goto b10
            b10:
              if x == 5 then b11 else b12  // c8
            b11:
              decision c7 is true
              assert false  // p1: call of reach_error()
              stop
            b12:
              decision c7 is false
              goto b13
            b13:
              main::result := 0
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn functions_with_bodies_are_ordinary() {
    check(
        r#"
void __VERIFIER_assert(int c) { if (!c) { ERROR: __VERIFIER_error(); } }
int __VERIFIER_nondet_int(void) { return 3; }
int main(void) { __VERIFIER_assert(__VERIFIER_nondet_int() == 3); return 0; }
"#,
        expect![[r#"
            proc main() -> main::result: i32
              temp tmp1: i32
            b0:
              tmp1 := call __VERIFIER_nondet_int()
              call __VERIFIER_assert(tmp1 == 3 ? 1 : 0)
              main::result := 0
              return

            proc __VERIFIER_nondet_int() -> __VERIFIER_nondet_int::result: i32
            b0:
              __VERIFIER_nondet_int::result := 3
              return

            proc __VERIFIER_assert(c: i32)
            b0:
              if c != 0 then b2 else b1  // c1
            b1:
              decision c0 is true
              goto b4
            b2:
              decision c0 is false
              goto b3
            b3:
              return
            b4:
              assert false  // p0: call of __VERIFIER_error()
              stop

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn functions_without_bodies() {
    check(
        r#"
int known(int, const char *); void sink(int); int printf(const char *, ...);
extern void die(void) __attribute__((noreturn));
int main(void) {
    int x = known(3, "text");
    sink(x++);
    printf("%d\n", x);
    if (x) die();
    return 0;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local x: i32
              temp tmp1: i32
            b0:
              x := havoc  // extern known
              tmp1 := x
              x := x + 1
              if x != 0 then b1 else b2  // c1
            b1:
              decision c0 is true
              stop
            b2:
              decision c0 is false
              goto b3
            b3:
              main::result := 0
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: test.c:5:13: `known` has no body: its result is taken as arbitrary, and it is assumed to change no variable of the program
            // assumed: signed overflow is not checked: signed arithmetic wraps around
            // assumed: test.c:6:5: `sink` has no body: its result is taken as arbitrary, and it is assumed to change no variable of the program
            // assumed: test.c:7:5: `printf` is known only roughly: any result is taken as possible, no violation rests on one but that it fails, and it changes no variable of the program
            // assumed: test.c:8:12: `die` has no body: it is assumed never to return, as its declaration says
        "#]],
    );
}

#[test]
fn who_relies_on_more_than_a_sign_is_told() {
    let relies = |body: &str| {
        let head = "int strcmp(const char *, const char *); int isdigit(int);";
        let text = format!("{head} int main(void) {{ char a[] = \"a\", b[] = \"b\"; {body} }}");
        let translation = translate(&text, DataModel::Lp64);
        let shown = display_program(&translation.program, &translation.terms);
        shown.contains("C promises no more than the sign")
    };
    for body in [
        "return strcmp(a, b) == -1;",
        "int r = strcmp(a, b); return r < 0;",
        "switch (strcmp(a, b)) { case 1: return 2; } return 0;",
        "return isdigit('5') + 1;",
    ] {
        assert!(relies(body), "{body}");
    }
    for body in [
        "return strcmp(a, b) == 0;",
        "return strcmp(a, b) < 0 && 0 < strcmp(b, a);",
        "if (strcmp(a, b)) return 1; return !strcmp(b, a) ? 2 : 3;",
        "while (isdigit(a[0]) && a[0] > 0) a[0]--; strcmp(a, b); return 0;",
    ] {
        assert!(!relies(body), "{body}");
    }
}

#[test]
fn old_style_and_missing_values() {
    check(
        r#"
int old(a, b) char a; int b; { return a + b; }
int missing(int x) { if (x) return 1; }
int main(argc) int argc; { return old(300, 1) + missing(argc) + old(1); }
"#,
        expect![[r#"
            proc main(argc: i32) -> main::result: i32
              temp tmp1: i32
              temp tmp2: i32
              temp tmp3: i32
              temp tmp4: i32
              temp tmp5: i32
            b0:
              tmp1 := call old(44, 1)
              tmp2 := call missing(argc)
              tmp3 := tmp1 + tmp2
              tmp4 := havoc  // uninitialised b
              tmp5 := call old(1, tmp4)
              main::result := tmp3 + tmp5
              return

            proc old(a: i8, b: i32) -> old::result: i32
            b0:
              old::result := (i32)a + b
              return

            proc missing(x: i32) -> missing::result: i32
            b0:
              if x != 0 then b1 else b2  // c1
            b1:
              decision c0 is true
              missing::result := 1
              return
            b2:
              decision c0 is false
              goto b3
            b3:
              missing::result := havoc  // uninitialised result of missing
              return

            entry proc <start>() -> tmp2: i32
              temp tmp1: i32
            b0:
              tmp1 := havoc  // parameter argc
              tmp2 := call main(tmp1)
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn pointers_are_numbers() {
    check(
        r#"
void *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *p = 0, *q = __VERIFIER_nondet_pointer();
    if (p == q || !q) return 1;
    p = q + 2; p++; p -= 3;
    return (long) p - (q - p);
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local p: u64
              local q: u64
              temp tmp1: u64
            b0:
              p := 0
              tmp1 := havoc  // nondet __VERIFIER_nondet_pointer
              q := tmp1
              if p == q then b1 else b3  // c1
            b1:
              decision c0 is true
              main::result := 1
              return
            b2:
              decision c0 is false
              goto b4
            b3:
              if q != 0 then b2 else b1  // c2
            b4:
              p := q + 8
              p := p + 4
              p := p - 12
              main::result := (p - (q - p) /s 4)[31:0]
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: test.c:7:12: objects have addresses that are chosen by Ferric3: what depends on their numbers may be different elsewhere
            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

#[test]
fn what_cannot_be_modelled() {
    check(
        r#"
struct s { int a; } t; int array[3]; float f; int g(void); int (*h)(void) = g;
int main(void) {
    int x, *p = 0; double d; struct s local; int list[2] = { 1, 2 };
    switch (x) {
    case 0: return *p;
    case 1: return array[x];
    case 2: return t.a;
    case 3: f = 1; return 2;
    case 4: p = &x; return 3;
    case 5: return h();
    case 6: { int vla[x]; return 4; }
    case 7: __asm__("nop"); return 5;
    case 8: return sizeof(array) + sizeof *p;
    case 9: p = (int *) "text"; return 6;
    case 10: return __builtin_popcount(x);
    case 11: return x > 0.5;
    }
    return 0;
}"#,
        expect![[r#"
            global x: i32
            global "text"[0]: i8
            global "text"[1]: i8
            global "text"[2]: i8
            global "text"[3]: i8
            global "text"[4]: i8
            global array[0]: i32
            global array[1]: i32
            global array[2]: i32
            global t.a: i32
            global f: f32
            global h: u64

            proc main() -> main::result: i32
              local p: u64
              local d: f64
              local local.a: i32
              local list[0]: i32
              local list[1]: i32
              temp tmp1: i32
              temp tmp2: i32
              local length: u64
              local vla[]: (Array (_ BitVec 32) (_ BitVec 32))
            b0:
              x := havoc  // uninitialised x
              p := 0
              d := havoc  // uninitialised d
              local.a := havoc  // uninitialised local.a
              list[0] := 1
              list[1] := 2
              if x == 0 then b2 else b14
            b1:
              main::result := 0
              return
            b2:
              main::result := p == 268435456 ? x : p == 268435472 ? {"text"[3], "text"[2], "text"[1], "text"[0]} : 0
              return
            b3:
              main::result := x == 0 ? array[0] : x == 1 ? array[1] : x == 2 ? array[2] : 0
              return
            b4:
              main::result := t.a
              return
            b5:
              f := f32_of_signed(1)
              main::result := 2
              return
            b6:
              p := 268435456
              main::result := 3
              return
            b7:
              if h == 4194304 then b26 else b27
            b8:
              length := (i64)x
              assume length <u 4294967297
              vla[] := havoc  // uninitialised vla[]
              main::result := 4
              return
            b9:
              assert false  // p0: unsupported: inline assembly
              stop
            b10:
              main::result := 16
              return
            b11:
              p := 268435472
              main::result := 6
              return
            b12:
              main::result := (u32)x[0] + (u32)x[1] + (u32)x[2] + (u32)x[3] + (u32)x[4] + (u32)x[5] + (u32)x[6] + (u32)x[7] + (u32)x[8] + (u32)x[9] + (u32)x[10] + (u32)x[11] + (u32)x[12] + (u32)x[13] + (u32)x[14] + (u32)x[15] + (u32)x[16] + (u32)x[17] + (u32)x[18] + (u32)x[19] + (u32)x[20] + (u32)x[21] + (u32)x[22] + (u32)x[23] + (u32)x[24] + (u32)x[25] + (u32)x[26] + (u32)x[27] + (u32)x[28] + (u32)x[29] + (u32)x[30] + (x >>u 31)
              return
            b13:
              main::result := 0.5 <f f64_of_signed(x) ? 1 : 0
              return
            b14:
              if x == 1 then b3 else b15
            b15:
              if x == 2 then b4 else b16
            b16:
              if x == 3 then b5 else b17
            b17:
              if x == 4 then b6 else b18
            b18:
              if x == 5 then b7 else b19
            b19:
              if x == 6 then b8 else b20
            b20:
              if x == 7 then b9 else b21
            b21:
              if x == 8 then b10 else b22
            b22:
              if x == 9 then b11 else b23
            b23:
              if x == 10 then b12 else b24
            b24:
              if x == 11 then b13 else b1
            b25:
              main::result := tmp1
              return
            b26:
              tmp2 := havoc  // extern g
              tmp1 := tmp2
              goto b25
            b27:
              stop

            entry proc <start>() -> tmp1: i32
            b0:
              x := havoc  // uninitialised x
              "text"[0] := 116
              "text"[1] := 101
              "text"[2] := 120
              "text"[3] := 116
              "text"[4] := 0
              array[0] := 0
              array[1] := 0
              array[2] := 0
              t.a := 0
              f := 0
              h := 4194304
              tmp1 := call main()
              return

            // assumed: pointers are not checked: a read through a pointer that does not point to an object gives 0, a write changes nothing; objects stay valid after their lifetime, and constant ones can be changed
            // assumed: subscripts are not checked: a read outside of an object gives 0, a write there changes nothing
            // assumed: test.c:11:20: `g` has no body: its result is taken as arbitrary, and it is assumed to change no variable of the program
            // assumed: test.c:12:19: objects whose size is not constant have at most 17179869184 bytes each
        "#]],
    );
}

#[test]
fn int128_and_enums() {
    check(
        r#"
enum e { A, B = 5, C }; enum n { N = -1 };
int main(void) {
    unsigned __int128 w = 1; __int128 s = -1; enum e e = C; enum n n = e;
    w <<= 100; w += s; e++;
    return w > e && n < 0;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local w: u128
              local s: i128
              local e: u32
              local n: i32
              temp tmp1: i32
            b0:
              w := 1
              s := -1
              e := 6
              n := e
              w := w << 100
              w := w + s
              e := e + 1
              if (u128)e <u w then b3 else b2  // c1
            b1:
              decision c0 is true
              tmp1 := 1
              goto b4
            b2:
              decision c0 is false
              tmp1 := 0
              goto b4
            b3:
              if n <s 0 then b1 else b2  // c2
            b4:
              main::result := tmp1
              return

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return
        "#]],
    );
}

#[test]
fn statement_expressions() {
    check(
        r#"
int main(void) {
    int x = ({ int y = 3; y++; y * 2; });
    if (({ x--; x; }) > 2) x = __builtin_expect(x > 3, 1) ? 1 : 2;
    return x;
}"#,
        expect![[r#"
            proc main() -> main::result: i32
              local x: i32
              local y: i32
              temp tmp1: i32
            b0:
              y := 3
              y := y + 1
              x := y * 2
              x := x - 1
              if 2 <s x then b1 else b2  // c1
            b1:
              decision c0 is true
              if 3 <s x then b4 else b5  // c3
            b2:
              decision c0 is false
              goto b3
            b3:
              main::result := x
              return
            b4:
              decision c2 is true
              tmp1 := 1
              goto b6
            b5:
              decision c2 is false
              tmp1 := 2
              goto b6
            b6:
              x := tmp1
              goto b3

            entry proc <start>() -> tmp1: i32
            b0:
              tmp1 := call main()
              return

            // assumed: signed overflow is not checked: signed arithmetic wraps around
        "#]],
    );
}

//! One program for each class of undefined behaviour that sanitizers know, and for what is close to
//! it and fine. What no check is about is listed, too: who adds a check finds it here.

use ferric3_testkit::{Extra, need};

use crate::judge::Opinion;
use crate::native::{Kind, Sanitizers};

/// What is expected of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    /// The run is clean, and all is TRUE.
    Clean,
    /// Sanitizers complain, and the check for that says FALSE, or that it does not know.
    Found(Kind),
    /// Sanitizers complain, and all is TRUE: there is no check for that.
    Unchecked,
    /// Nothing is FALSE, and sanitizers see nothing either: a pointer that is never used.
    Unseen,
    /// The check is right, and the compiler has removed the overflow.
    Removed,
}
use Expect::{Clean, Found, Removed, Unchecked, Unseen};
use Kind::{Alignment, Division, Free, Memory, Overflow, Promise, Range, Shift, Truth};

const CLASSES: &[(Expect, &str)] = &[
    (Found(Overflow), "int x = 2147483647; x = x + 1;"),
    (Clean, "int x = 2147483646; x = x + 1;"),
    (Found(Overflow), "int x = -2147483647; x = x - 2;"),
    (Found(Overflow), "int x = 65536; x = x * x;"),
    (Found(Overflow), "int x = 65536; x *= 65536;"),
    (Clean, "unsigned x = 65536; x *= 65536;"),
    (Found(Overflow), "int x = 2147483647; x++;"),
    (Found(Overflow), "int x = -2147483647 - 1; --x;"),
    (Clean, "signed char x = 127; x++;"),
    (Clean, "signed char x = -128; x -= 1;"),
    (
        Found(Overflow),
        "long long x = -9223372036854775807LL - 1; x = -x;",
    ),
    (Found(Overflow), "long x = 9223372036854775807L; x += 1;"),
    (
        Found(Overflow),
        "int x = 2147483600; do x += 10; while (x > 0);",
    ),
    (
        Found(Overflow),
        "int x = -2147483647 - 1, y = -1; x = x / y;",
    ),
    (
        Found(Overflow),
        "int x = -2147483647 - 1, y = -1; x = x % y;",
    ),
    (Clean, "short x = -32768, y = -1; int z = x / y;"),
    (
        Found(Overflow),
        "extern int abs(int); int x = -2147483647 - 1; x = abs(x);",
    ),
    (Removed, "unsigned short x = 65535; x *= x;"),
    (Removed, "long x = 6 - (-2147483647 - 1);"),
    (Removed, "int x = 2147483647; long y = (x + 5) - (x - 3);"),
    (Clean, "int x = 300; signed char y = x;"),
    (Found(Range), "double x = 1e20; int y = (int)x;"),
    (Found(Range), "double x = 2147483648.0; int y = x;"),
    (Clean, "double x = 2147483647.9; int y = x;"),
    (Found(Range), "double x = -2147483649.0; int y = x;"),
    (Clean, "double x = -2147483648.9; int y = x;"),
    (Found(Range), "float x = -1; unsigned char y = x;"),
    (Clean, "float x = -0.9f; unsigned char y = x;"),
    (
        Found(Range),
        "float x = 9223372036854775808.0f; long y = (long)x;",
    ),
    (
        Clean,
        "float x = -9223372036854775808.0f; long y = (long)x;",
    ),
    (Found(Range), "double x = 0, y = x / x; int z = (int)y;"),
    (Found(Division), "int x = 1, y = 0; x = x / y;"),
    (Found(Division), "unsigned x = 1, y = 0; x %= y;"),
    (Clean, "double x = 1, y = 0; x = x / y;"),
    (Clean, "int x = 1, y = 0; if (y != 0 && x / y > 1) x = 2;"),
    (Found(Shift), "int x = 1, n = 32; x = x << n;"),
    (Found(Shift), "int x = 1, n = -1; x = x >> n;"),
    (Found(Shift), "unsigned x = 1; int n = 32; x = x << n;"),
    (Clean, "unsigned long x = 1; int n = 63; x = x << n;"),
    (Clean, "char x = 1; int n = 8, y = x << n;"),
    (Found(Shift), "int x = -1; x = x << 1;"),
    (Found(Shift), "int x = -1; x <<= 0;"),
    (Found(Shift), "int x = 1; x = x << 31;"),
    (Found(Shift), "int x = 3; x = x << 30;"),
    (Clean, "int x = 1; x = x << 30;"),
    (Clean, "int x = -5; x = x >> 1;"),
    (Clean, "unsigned x = 5; x = x << 31;"),
    (Found(Memory), "int x[4] = {0}, n = 4; x[n] = 1;"),
    (Found(Memory), "int x[4] = {0}, n = -1; int y = x[n];"),
    (
        Found(Memory),
        "int x[2][3] = {{0}}, n = 4; int y = x[0][n];",
    ),
    (
        Found(Memory),
        "struct { short t[3]; int k; } x = {{0}, 0}; int n = 3; x.t[n] = 1;",
    ),
    (Clean, "int x[4] = {0}, n = 3; x[n] = 1;"),
    (Clean, "int x[4]; int *p = &x[4];"),
    (Clean, "int x[4]; int *p = x + 4; long n = p - x;"),
    (Unseen, "int x[4]; int *p = x; p = p + 5;"),
    (Unseen, "int x[4]; int *p = x; p = p - 1;"),
    (Unseen, "char *p = 0; p = p + 4;"),
    (Found(Memory), "int x[4] = {0}, *p = x; p[4] = 1;"),
    (Found(Memory), "int x = 0, *p = &x; p[1] = 1;"),
    (Found(Memory), "int *p = 0; *p = 1;"),
    (Found(Memory), "int *p = 0; int x = *p;"),
    (Found(Memory), "struct { int a, b; } *p = 0; p->b = 1;"),
    (Found(Memory), "int (*f)(int) = 0; int x = f(1);"),
    (
        Found(Alignment),
        "char x[16] = {0}; int *p = (int *)(x + 1); p = (int *)((long)p | 1); *p = 1;",
    ),
    (
        Found(Memory),
        "char x[4], y[8] = {0}; unsigned long n = 8; __builtin_memcpy(x, y, n);",
    ),
    (Found(Memory), "int *h = malloc(12); h[3] = 1;"),
    (
        Found(Memory),
        "int *h = malloc(12); h[0] = 1; free(h); h[0] = 2;",
    ),
    (Clean, "int *h = malloc(12); h[2] = 1; free(h);"),
    (Found(Free), "int *h = malloc(12); free(h); free(h);"),
    (Found(Free), "int *h = malloc(12); free(h + 1);"),
    (Found(Free), "int x; free(&x);"),
    (Clean, "free(0);"),
    (Found(Memory), "int *p; { int x = 1; p = &x; } *p = 2;"),
    (
        Clean,
        "int x[4] = {0}; char *y = (char *)x + 4; *(int *)y = 1;",
    ),
    (Clean, "char x[16] = {0}; char *p = x + 1; *p = 1;"),
    (Found(Memory), "char *p = \"abc\"; p[1] = 'x';"),
    (Clean, "char p[] = \"abc\"; p[1] = 'x';"),
    (Unchecked, "struct { int a, b; } *p = 0; int *q = &p->b;"),
    (
        Found(Truth),
        "_Bool x; *(unsigned char *)&x = 2; int y = x;",
    ),
    (Found(Promise), "int x = 0; int y[x];"),
    (Found(Promise), "int x = -1; int y[x];"),
    (Found(Promise), "int x = 2, z = 0; int y[x][z];"),
    (Clean, "unsigned char x = 1; int y[x][2];"),
    (Found(Promise), "unsigned x = 0; int y = __builtin_clz(x);"),
    (
        Found(Promise),
        "unsigned long long x = 0; int y = __builtin_ctzll(x);",
    ),
    (
        Clean,
        "unsigned x = 0; int y = __builtin_ffs(x) + __builtin_popcount(x);",
    ),
    (
        Found(Promise),
        "int x = 1; if (x == 1) __builtin_unreachable();",
    ),
    (Clean, "int x = 1; if (x == 2) __builtin_unreachable();"),
    (
        Unchecked,
        "char x[4]; void *p = 0; unsigned long n = 0; __builtin_memcpy(x, p, n);",
    ),
];

#[test]
fn classes_of_undefined_behaviour() {
    if !need(Extra::Sanitizers, "classes_of_undefined_behaviour") {
        return;
    }
    let sanitizers = Sanitizers::new();
    let texts = CLASSES.iter().map(|(_, body)| {
        format!(
            "extern void *malloc(unsigned long);\nextern void free(void *);\n\
             static void run(void)\n{{\n    {body}\n}}\n"
        )
    });
    let texts: Vec<String> = texts.collect();
    let mut wrong = Vec::new();
    for ((run, text), (expect, body)) in sanitizers.run(&texts).iter().zip(&texts).zip(CLASSES) {
        let opinion = Opinion::of(text);
        let kind = run.as_ref().map(|fault| fault.kind);
        let difference = opinion.difference(run.as_ref());
        let is_as_expected = match expect {
            Clean => kind.is_none() && opinion.is_true(),
            Found(expected) => kind == Some(*expected) && difference.is_none(),
            Unchecked => kind.is_some() && opinion.is_true(),
            Unseen => kind.is_none() && difference.is_none(),
            Removed => kind.is_none() && difference.is_some(),
        };
        if !is_as_expected {
            wrong.push(format!("{expect:?}: {body}\n  {run:?}\n  {opinion:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

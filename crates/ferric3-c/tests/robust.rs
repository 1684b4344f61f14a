//! Nothing that is not C makes the front end panic.

mod common;

use common::{Random, options};
use ferric3_c::{DataModel, translate_text};

/// Programs that use much of the language.
const PROGRAMS: [&str; 3] = [
    r#"
    typedef unsigned long size_t; struct s { int a : 3; char *b; struct s *next; } list[3];
    enum e { A, B = 4, C }; extern int printf(const char *, ...); union u { int i; float f; };
    static int helper(const int *p, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += p[i];
      return s; }
    int main(int argc, char **argv) { int a[] = { 1, 2, [5] = 3 }; union u v = { .f = 1.5f };
      switch (argc) { case 1: { int x; case A ... C: x = 'a'; break; } default: goto out; }
      do { argc--; if (argc == 3) continue; } while (argc > 0 && !list[0].a);
      out: printf("%d", helper(a, sizeof a / sizeof *a) + (v.i ? argc++ : ({ int y = 3; y; })));
      return _Generic(argc, int: 1, default: 2) << __builtin_offsetof(struct s, b); }
    "#,
    r#"
    int old(a, b) char a; int b; { return a + b; } _Static_assert(1, "x"); int tentative[];
    int (*table[2])(int, char) = { 0 }; _Bool flag; __int128 wide; volatile short port;
    int f(int n, int m[n]) { static unsigned calls = 7u; calls <<= 2; return calls ? m[n - 1] : ~n; }
    int main(void) { long long x = 0xffffffffffll, y = -x; flag = x; x += y, y %= 3 + flag;
      typeof(x) z = x ?: y; for (;;) { if (z-- < 0) break; else while (z) { z >>= 1; } }
      assert(z == 0 || table[0] != 0); __VERIFIER_assume(z); wide = (unsigned char) x * 3ul;
      struct { int a; struct { int b, c; }; } p = { 1, { 2, 3 } }, q = p; p.b = q.c; return !*&port; }
    "#,
    r#"
    int g = 3; int *gp = &g; char text[] = "abc" "def"; double d = 1e3; float h(float x);
    void reach_error(void); unsigned u = sizeof(int[3]) * 2; int matrix[][2] = { 1, 2, 3 };
    int k(int x) { if (x) { return 1; } } inline void n(void) { goto l; l: ; }
    int main() { int r = k(g) + (g > 2 ? 1 : 0); n(); if (r != 1 && (g++, r)) reach_error();
      (void) matrix; __asm__ volatile ("nop" : : "r"(r)); return ((int (*)(int)) k)(r) , 0; }
    "#,
];

/// Split into words, numbers, literals and single characters.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if word && in_word => last.push(c),
            _ => tokens.push(c.to_string()),
        }
        in_word = word;
    }
    tokens
}

fn never_panics(text: &str) {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        if let Err(error) = translate_text("test.c", text, &options(model)) {
            assert!(!error.diagnostics.is_empty(), "{text}");
            let internal = error
                .diagnostics
                .iter()
                .find(|d| d.message.starts_with("internal"));
            assert!(internal.is_none(), "{internal:?}\n{text}");
        }
    }
}

#[test]
fn mutated_programs_never_panic() {
    let mut random = Random::new(7);
    for program in PROGRAMS {
        never_panics(program);
        let tokens = tokens(program);
        for _ in 0..250 {
            let mut mutated = tokens.clone();
            for _ in 0..1 + random.below(3) {
                let (i, j) = (random.below(mutated.len()), random.below(mutated.len()));
                match random.below(4) {
                    0 => drop(mutated.remove(i)),
                    1 => mutated.swap(i, j),
                    2 => mutated.insert(i, mutated[j].clone()),
                    _ => mutated[i] = mutated[j].clone(),
                }
            }
            never_panics(&mutated.concat());
        }
    }
}

#[test]
fn truncated_programs_never_panic() {
    for program in PROGRAMS {
        for end in (0..program.len())
            .step_by(13)
            .filter(|&end| program.is_char_boundary(end))
        {
            never_panics(&program[..end]);
        }
    }
}

#[test]
fn deep_nesting_is_an_error_at_most() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("-", "1", ""),
        ("!", "x", ""),
        ("1+", "1", ""),
        ("x ? 1 : ", "2", ""),
    ] {
        for depth in [100, 3_000, 50_000] {
            let e = open.repeat(depth) + middle + &close.repeat(depth);
            never_panics(&format!("int main(void) {{ int x = 0; return {e}; }}"));
        }
    }
    for (open, close) in [
        ("{", "}"),
        ("if (1) ", ";"),
        ("while (1) ", ";"),
        ("l: ", ";"),
    ] {
        for depth in [100, 3_000, 20_000] {
            let closes = if close == "}" {
                close.repeat(depth)
            } else {
                close.to_owned()
            };
            let body = open.repeat(depth) + &closes;
            never_panics(&format!("int main(void) {{ {body} return 0; }}"));
        }
    }
    let chain = "if (x == 1) x = 2; else ".repeat(5_000);
    never_panics(&format!(
        "int main(void) {{ int x = 0; {chain} x = 3; return x; }}"
    ));
    let pointers = "*".repeat(9_000);
    never_panics(&format!(
        "int {pointers}p; int main(void) {{ return sizeof(p); }}"
    ));
}

//! Depth and length: there is no limit, and time is linear.

use std::time::{Duration, Instant};

use super::*;

/// Texts that are nested `n` deep, one per kind of nesting.
fn nested(n: usize) -> Vec<(&'static str, String)> {
    let wrap = |before: &str, open: &str, inner: &str, close: &str, after: &str| {
        format!(
            "{before}{}{inner}{}{after}",
            open.repeat(n),
            close.repeat(n)
        )
    };
    let f = "typedef int T; int f(int a, int b) { ";
    vec![
        ("parentheses", wrap("int x = ", "(", "1", ")", ";")),
        ("sums", wrap(f, "(a+", "b", ")", ";}")),
        ("conditions", wrap(f, "(a==1 && ", "b", ")", ";}")),
        ("calls", wrap(f, "f(a,", "b", ")", ";}")),
        ("indices", wrap(f, "a[b+", "1", "]", ";}")),
        ("casts", wrap(f, "(T)(", "a", ")", ";}")),
        ("blocks", wrap(f, "{", ";", "}", "}")),
        ("ifs", wrap(f, "if (a) {", ";", "}", "}")),
        ("statement expressions", wrap(f, "({", "a", ";})", ";}")),
        (
            "compound literals",
            wrap("int x = ", "(int){", "1", "}", ";"),
        ),
        ("initialisers", wrap("int x = ", "{", "1", "}", ";")),
        ("structs", wrap("", "struct {", "int a;", "} y;", "")),
        ("declarators", wrap("int ", "(*", "x", ")(void)", ";")),
        ("parameters", wrap("int f", "(int (*g)", "(int)", ")", ";")),
        ("bad sums", wrap(f, "(a+", "b b", ")", ";}")),
        ("bad casts", wrap(f, "-(T)", "1 1", "", ";}")),
        (
            "types as parameters",
            wrap("typedef int T; int f(", "T(", "1", ")", ");"),
        ),
        ("sizes", wrap("int x = ", "sizeof(int[", "1", "])", ";")),
        (
            "sizes of structs",
            wrap("int x = ", "sizeof(struct { int a[", "1 1", "];})", ";"),
        ),
        (
            "alignments",
            wrap("int x = ", "_Alignof(int[", "1", "])", ";"),
        ),
    ]
}

/// Chains that are `n` long and nested without brackets.
fn chained(n: usize) -> Vec<(&'static str, String)> {
    let chain = |link: &str, end: &str| format!("int f(int a) {{ {}{end} }}", link.repeat(n));
    vec![
        ("else if", chain("if (a) a = 1; else ", "a = 2;")),
        (
            "else if with blocks",
            chain("if (a == 1) { a = 1; } else ", "{ }"),
        ),
        ("if", chain("if (a) ", ";")),
        ("while", chain("while (a) ", ";")),
        (
            "do",
            format!(
                "int f(int a) {{ {} ; {} }}",
                "do ".repeat(n),
                "while (a);".repeat(n)
            ),
        ),
        (
            "labels",
            format!(
                "int f(int a) {{ {} ; }}",
                (0..n).map(|i| format!("l{i}: ")).collect::<String>()
            ),
        ),
        ("cases", chain("case 1: ", ";")),
        ("not", chain("!", "a;")),
        ("minus", chain("- ", "a;")),
        ("casts", chain("(int)", "a;")),
        ("plus", chain("a + ", "a;")),
        ("assignments", chain("a = ", "a;")),
        ("conditionals", chain("a ? a : ", "a;")),
        ("sizeof", chain("sizeof ", "a;")),
        ("members", format!("int f(void) {{ a{}; }}", ".b".repeat(n))),
        ("pointers", format!("int {}x;", "*".repeat(n))),
    ]
}

#[test]
fn depth_has_no_limit() {
    for (kind, text) in nested(6)
        .into_iter()
        .chain(nested(10_000))
        .chain(chained(50_000))
    {
        let start = Instant::now();
        let result = run(&text, &FrontendOptions::default());
        // Generous: tests run beside others. What is not linear would take minutes.
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{kind} took {:?}",
            start.elapsed()
        );
        let bad = ["bad", "types as parameters", "sizes of structs"];
        let is_bad = bad.iter().any(|k| kind.starts_with(k));
        assert_eq!(result.is_err(), is_bad, "{kind}: {result:?}");
    }
}

#[test]
fn long_files_are_not_deep() {
    let statements =
        "  if (a) { a = a + 1; } else { a = 2; }\n  while (a < 10) a++;\n".repeat(5_000);
    parses(&format!("int f(int a) {{\n{statements}  return a;\n}}\n"));
    let values = "1 + 2, ".repeat(20_000);
    parses(&format!("int a[] = {{ {values} }};"));
    let cases: String = (0..5_000)
        .map(|i| format!("case {i}: a = {i} + a; break;\n"))
        .collect();
    parses(&format!(
        "int f(int a) {{ switch (a) {{ {cases} }} return a; }}"
    ));
}

#[test]
fn a_megabyte_is_parsed_in_time() {
    let function = "static int work%(int n, const char *s) {\n  int sum = 0;\n  for (int i = 0; i < n; i++) {\n    \
        if ((i & 1) == 0 && s[i] != 'x') { sum += s[i] * 3; } else { sum ^= (int)(sum << 2); }\n  }\n  return sum;\n}\n";
    let text: String = (0..5_000)
        .map(|i| function.replace('%', &i.to_string()))
        .collect();
    assert!(text.len() > 1_000_000);
    let start = Instant::now();
    parses(&text);
    // Generous: tests run unoptimised and beside others. Optimised it is a fifth of a second.
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

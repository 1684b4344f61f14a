//! Nothing that is fed to the front end makes it panic or hang.

#[path = "support/mutate.rs"]
mod mutate;

use std::time::{Duration, Instant};

use ferric3_c::{FrontendOptions, translate_text};
use mutate::{CORPUS, Random, mutant, truncations};

/// No program of the corpus may take longer. None takes a second, unless the machine has other
/// things to do.
const LIMIT: Duration = Duration::from_secs(5);

/// Translate a program within the limit. The machine may be busy, so a slow one gets two more
/// chances.
fn feed(text: &str) {
    let in_time = (0..3).map(|_| translate(text)).find(|&taken| taken < LIMIT);
    assert!(in_time.is_some(), "too slow:\n{text}");
}

/// Translate a program; the time that it took. The compiler is switched off, so that a mutant with
/// a directive is an error and nothing is started.
fn translate(text: &str) -> Duration {
    let compiler = "/no/such/compiler".to_owned();
    let options = FrontendOptions {
        compiler,
        ..Default::default()
    };
    let start = Instant::now();
    match translate_text("t.c", text, &options) {
        Ok(translation) => {
            for warning in &translation.warnings {
                assert!(!warning.render(&translation.program.sources).is_empty());
            }
        }
        Err(error) => {
            assert!(!error.diagnostics.is_empty(), "no reason given for\n{text}");
            for diagnostic in &error.diagnostics {
                let rendered = diagnostic.render(&error.sources);
                assert!(rendered.starts_with("error: ") || rendered.starts_with("warning: "));
                assert!(!rendered.contains("internal"), "{rendered}\n{text}");
            }
        }
    }
    start.elapsed()
}

#[test]
fn the_corpus_is_good_c() {
    for text in CORPUS {
        let options = FrontendOptions::default();
        if let Err(error) = translate_text("t.c", text, &options) {
            let messages: Vec<_> = error
                .diagnostics
                .iter()
                .map(|d| d.render(&error.sources))
                .collect();
            panic!("{}", messages.join("\n"));
        }
    }
}

#[test]
fn truncated_programs() {
    for text in CORPUS {
        truncations(text).for_each(feed);
    }
}

#[test]
fn mutated_programs() {
    let mut random = Random::new(1);
    for _ in 0..4_000 {
        feed(&mutant(CORPUS, &mut random));
    }
}

#[test]
fn repeated_pieces() {
    // Every short piece of C, many times: nesting and chains of every kind.
    let pieces = [
        "(",
        "[",
        "{",
        ")",
        "]",
        "}",
        "*",
        "!",
        "-",
        "a",
        "1",
        "\"s\" ",
        ";",
        ",",
        "?",
        ":",
        "a?",
        "?:",
        "if(a)",
        "else ",
        "do ",
        "while(a)",
        "for(;;)",
        "switch(a)",
        "case 1:",
        "L:",
        "(int)",
        "(T)(",
        "f(",
        "a[",
        "a.",
        "a=",
        "a+",
        "({",
        "(int){",
        "{.a=",
        "{[1]=",
        "struct{",
        "union s{",
        "enum{a,",
        "int f(",
        "int(*",
        "sizeof(",
        "sizeof(int[",
        "sizeof(struct{int a[",
        "_Alignof(",
        "_Generic(1,int:",
        "typeof(",
        "__attribute__((",
        "asm(",
        "&&",
        "goto *",
        "--",
        "++",
        "-- ",
        "--!",
        "--(T)",
        "-(T)",
        "- -(T)",
        "!--a",
        "--a",
        "a--",
        "--sizeof ",
        "&",
        "~",
        "__extension__ ",
        "_Alignas(",
        "__label__ ",
        "typedef int ",
        "typedef T(",
        "static ",
        "int ",
        "T(",
        "\\\n",
        "/*",
        "//",
        "'",
        "#pragma ",
        "\n#line 1",
        "\n# 1 \"a\"\n",
        "[[",
        "__builtin_va_arg(",
        "__builtin_offsetof(struct{int a[",
        "_Atomic(",
    ];
    for piece in pieces {
        for count in [3, 30, 3_000] {
            let body = piece.repeat(count);
            feed(&body);
            feed(&format!("typedef int T; int a; int f(int x) {{ {body}"));
            feed(&format!(
                "typedef int T; int a; int f(int x) {{ {body} ; }}"
            ));
            feed(&format!("typedef int T; int x = {body};"));
        }
    }
}

//! The models have the types that headers declare, and do what the system's library does.

use std::fmt::Write;
use std::process::Command;

use ferric3_testkit::{Extra, need};

use super::{ERRNO, OFFSET, SIZE, append, files, models};
use crate::preprocess::preprocess_text;
use crate::stack::test_on_stack;
use crate::{DataModel, FrontendOptions, parse, sema};

const HEADERS: &str = "
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
";

/// Names of models that people can call.
pub(super) fn public() -> impl Iterator<Item = &'static str> {
    let names = models().iter().map(|model| model.name.as_str());
    names.filter(|name| !name.starts_with("__library_"))
}

/// What becomes of the functions of a program: name, and whether it has a model's body.
fn functions(text: &str, model: DataModel) -> Vec<(String, bool)> {
    let options = FrontendOptions {
        data_model: model,
        ..FrontendOptions::default()
    };
    let modelled = |f: &sema::hir::Function| f.is_library && f.body.is_some();
    with_unit(text, &options, |unit| {
        let functions = unit.functions.iter();
        functions.map(|f| (f.name.clone(), modelled(f))).collect()
    })
}

/// A look at a checked program with its models.
pub(super) fn with_unit<T: Send>(
    text: &str,
    options: &FrontendOptions,
    look: impl FnOnce(&sema::hir::Unit) -> T + Send,
) -> T {
    let model = options.data_model;
    let mut source = preprocess_text("test.c", text, options).expect("the headers are found");
    test_on_stack(parse::TEST_STACK, || {
        let tree = parse::parse_shallow(&source).expect("a program");
        let start = append(&mut source, model);
        let shown = |e: &crate::Diagnostic| e.render(&source.sources);
        let models = start.map(|start| {
            parse::parse_from(&source, start).unwrap_or_else(|e| panic!("{}", shown(&e)))
        });
        let (unit, _) = sema::check(&source, &[(0..text.len(), &tree)], models.as_ref(), options)
            .unwrap_or_else(|errors| panic!("{}", shown(&errors[0])));
        look(&unit)
    })
}

#[test]
fn every_definition_is_found() {
    let names: Vec<_> = models().iter().map(|model| model.name.as_str()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len(), "two models of one name");
    for name in [
        "memcpy",
        "strlen",
        "div",
        "lldiv",
        "strtoull",
        "qsort",
        "__library_token",
        "modfl",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    let is_name = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    assert!(
        names.iter().all(|name| !name.is_empty() && is_name(name)),
        "{names:?}"
    );
}

#[test]
fn models_have_the_types_of_the_headers() {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let text = format!("{HEADERS}\nint look(void) {{ return errno; }}\n");
        let functions = functions(&text, model);
        let without: Vec<_> = functions
            .iter()
            .filter(|(name, modelled)| public().any(|n| n == name) && !modelled)
            .collect();
        assert!(without.is_empty(), "{model:?}: {without:?}");
        assert!(functions.iter().filter(|(_, modelled)| *modelled).count() > 70);
    }
}

#[test]
fn models_fill_gaps_only() {
    let has_model = |text: &str, name: &str| {
        let functions = functions(text, DataModel::Lp64);
        functions.iter().any(|(n, modelled)| n == name && *modelled)
    };
    assert!(has_model(
        "int main(void) { return strlen(\"a\"); }",
        "strlen"
    ));
    assert!(has_model(
        "unsigned long strlen(const char *); int n, s, i;",
        "strlen"
    ));
    let declared =
        "typedef int s, n; enum { i, d }; void *memcpy(void *, const void *, unsigned long);";
    assert!(
        has_model(declared, "memcpy"),
        "names of the program do not get in between"
    );
    assert!(has_model(
        "int strspn(); int main(void) { return strpbrk(\"\", \"\") != 0; }",
        "__library_is_in"
    ));
    assert!(!has_model(
        "unsigned long strlen(const char *s) { return 0; }",
        "strlen"
    ));
    assert!(!has_model("int strlen(char *);", "strlen"), "another type");
    assert!(
        !has_model("unsigned long strlen();", "strlen"),
        "arguments are not converted"
    );
    assert!(!has_model("int div(int, int);", "div"), "no record");
    assert!(
        !has_model("int main(void) { return div(1, 2); }", "div"),
        "no declaration"
    );
}

#[test]
fn only_who_looks_at_errno_pays_for_it() {
    let has_model = |text: &str| {
        let text = format!("double sqrt(double); extern int *__errno_location(void);\n{text}");
        let functions = functions(&text, DataModel::Lp64);
        functions
            .iter()
            .any(|(n, modelled)| n == "sqrt" && *modelled)
    };
    assert!(!has_model("int main(void) { return sqrt(2.0) > 1; }"));
    assert!(has_model("int main(void) { return *__errno_location(); }"));
    assert!(has_model("extern int errno;"));
}

#[test]
fn models_do_what_the_library_does() {
    let mut program = format!("{HEADERS}typedef __SIZE_TYPE__ {SIZE}; typedef long {OFFSET};\n");
    let _ = writeln!(program, "static int {ERRNO}, perhaps;");
    program.push_str("static int __library_perhaps(void) { return perhaps; }\n");
    program.push_str(include_str!("driver_input.c"));
    for model in models() {
        for word in model
            .words
            .iter()
            .filter(|w| w.starts_with("__library_no_model_of_"))
        {
            let _ = writeln!(program, "#define {word} abort");
        }
    }
    program.push_str("div_t model_div(int, int); ldiv_t model_ldiv(long, long);\n");
    program.push_str("lldiv_t model_lldiv(long long, long long);\n");
    program
        .push_str("ssize_t model_read(int, void *, size_t); off_t model_lseek(int, off_t, int);\n");
    program.push_str("intmax_t model_strtoimax(const char *, char **, int);\n");
    program.push_str("uintmax_t model_strtoumax(const char *, char **, int);\n");
    program.push_str("ssize_t model_getdelim(char **, size_t *, int, FILE *);\n");
    program.push_str("ssize_t model_getline(char **, size_t *, FILE *);\n");
    for name in public() {
        let _ = writeln!(program, "#undef {name}\n#define {name} model_{name}");
    }
    for file in files() {
        program.push_str(&file.text);
    }
    for name in public() {
        let _ = writeln!(program, "#undef {name}");
    }
    program.push_str(include_str!("driver.c"));
    program.push_str(include_str!("driver_format.c"));
    program.push_str(include_str!("driver_scan.c"));
    for (flag, extra) in [("-m32", Extra::CLibrary32), ("-m64", Extra::X86)] {
        if !need(extra, "models_do_what_the_library_does") {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        let (source, binary) = (folder.path().join("t.c"), folder.path().join("t"));
        std::fs::write(&source, &program).expect("a writable folder");
        let compiler = Command::new("cc")
            .args([flag, "-w", "-fno-builtin", "-o"])
            .args([&binary, &source])
            .arg("-lm")
            .output();
        let output = compiler.expect("there is a C compiler");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{flag}\n{errors}");
        let run = Command::new(&binary).output().expect("it was just built");
        assert_eq!(String::from_utf8_lossy(&run.stdout), "", "{flag}");
        assert!(run.status.success(), "{flag}: {}", run.status);
    }
}

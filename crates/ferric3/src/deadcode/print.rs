//! The harness as C files that a compiler takes: each includes a file of the program.

use std::collections::BTreeSet;
use std::path::Path;

use super::subject::Subject;

/// A file of a printed harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PrintedFile {
    /// A name for it, without a folder.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
}

/// The harness, a file for each file of the program; they are compiled and linked together with definitions of the
/// functions `__VERIFIER_nondet_…`, and with nothing else. None if there is no harness.
pub(crate) fn print_harness(subject: &Subject) -> Vec<PrintedFile> {
    let Some(harness) = &subject.harness else {
        return Vec::new();
    };
    let mut names = BTreeSet::new();
    let mut printed = Vec::new();
    for (at, path) in subject.paths.iter().enumerate() {
        let stem = path
            .file_stem()
            .map_or("unit".into(), |stem| stem.to_string_lossy());
        let mut name = format!("{stem}_harness.c");
        let mut number = 1;
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{stem}_{number}_harness.c");
        }
        let body = &harness.texts[at].text;
        let rest = &harness.rest[at];
        let mut text = String::new();
        text += &format!("/* A harness for {}, made by Ferric3.\n", path.display());
        if let Some(entry) = &subject.entry {
            let cycles = match subject.cycles {
                None => "for ever".to_owned(),
                Some(n) => format!("{n} times"),
            };
            text += &format!(
                "   It gives every input any value and calls {entry}(), {cycles}. The values come from functions\n   \
                 __VERIFIER_nondet_TYPE(), which are yours to define; a value out of its range ends the run.\n"
            );
        }
        text += "   Compile it with the options of the file";
        let options = compile_options(subject, at);
        if !options.is_empty() {
            text += &format!(": {}", options.join(" "));
        }
        text += ". */\n";
        if harness.without_const[at] {
            text += "\n/* An input is const volatile. Where a compiler puts it, nobody could write. */\n#define const\n";
        }
        text += &format!("#include \"{}\"\n", included(path));
        let names = identifiers(body).into_iter().chain(identifiers(rest));
        let names: BTreeSet<&str> = names.filter(|name| !is_keyword(name)).collect();
        text += "\n/* What follows means the unit's own names. */\n";
        for name in names {
            text += &format!("#undef {name}\n");
        }
        text.push('\n');
        text += body;
        if !rest.is_empty() {
            text += "\n/* For the linker only: the analysis knows that it does not know what these do. */\n";
            for line in nondet_declarations(body, rest) {
                text += &line;
            }
            text += rest;
            text.push('\n');
        }
        if body.contains("__VERIFIER_assume") && !harness.has_assume[at] {
            text += "\n__attribute__((weak)) void __VERIFIER_assume(int condition) {\n    if (!condition)\n        \
                     __builtin_exit(0);\n}\n";
        }
        printed.push(PrintedFile { name, text });
    }
    printed
}

/// The options that a file is compiled with.
pub(crate) fn compile_options(subject: &Subject, at: usize) -> Vec<String> {
    let mut options = subject.frontend.preprocessor_args.clone();
    options.extend(
        subject
            .frontend
            .file_args
            .get(at)
            .into_iter()
            .flatten()
            .cloned(),
    );
    if subject.frontend.data_model == ferric3_c::DataModel::Ilp32 {
        options.push("-m32".to_owned());
    }
    options
}

fn included(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
}

/// The functions for any values that only the rest needs.
fn nondet_declarations(body: &str, rest: &str) -> Vec<String> {
    let declared = identifiers(body);
    let used = identifiers(rest).into_iter();
    let used =
        used.filter(|name| name.starts_with("__VERIFIER_nondet_") && !declared.contains(name));
    used.map(|name| {
        let ty = match name.trim_start_matches("__VERIFIER_nondet_") {
            "bool" => "_Bool",
            "schar" => "signed char",
            "uchar" => "unsigned char",
            "ushort" => "unsigned short",
            "uint" => "unsigned int",
            "ulong" => "unsigned long",
            "longlong" => "long long",
            "ulonglong" => "unsigned long long",
            "int128" => "__int128",
            "uint128" => "unsigned __int128",
            "longdouble" => "long double",
            "float16" => "_Float16",
            "float128" => "_Float128",
            plain => plain,
        };
        format!("{ty} {name}(void);\n")
    })
    .collect()
}

/// The identifiers of a text, without numbers.
fn identifiers(text: &str) -> BTreeSet<&str> {
    let is_inside = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let words = text.split(|c: char| !is_inside(c));
    words
        .filter(|word| word.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()))
        .collect()
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 29] = [
        "_Bool",
        "_Float128",
        "_Float16",
        "__int128",
        "__typeof__",
        "char",
        "const",
        "double",
        "enum",
        "extern",
        "float",
        "for",
        "if",
        "int",
        "long",
        "return",
        "short",
        "signed",
        "static",
        "struct",
        "union",
        "unsigned",
        "void",
        "volatile",
        "_Atomic",
        "LL",
        "ULL",
        "__builtin_exit",
        "noreturn",
    ];
    KEYWORDS.contains(&word)
}

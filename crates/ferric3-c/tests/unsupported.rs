//! The list of what is not supported is complete: `docs/unsupported.md` has every construct that the
//! source can name, and nothing else; and every construct that a program of the corpus has is on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ferric3_c::{DataModel, FrontendOptions, translate_file};
use ferric3_ivl::{Check, PropertyKind};

/// Texts that are found beside those of constructs, and are none.
const NO_CONSTRUCTS: [&str; 6] = [
    "",
    "an automatic variable",
    "other memory",
    "`…` and `…`, whose order is open, access the same object",
    "left shift of a negative number or into the sign in …",
    "error",
];

/// Files of other crates that name constructs.
const OTHER_FILES: [&str; 3] = [
    "crates/ferric3-cfa/src/automaton.rs",
    "crates/ferric3-engine/src/check.rs",
    "crates/ferric3-engine/src/replay.rs",
];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root exists")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files(folder: &Path, end: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be listed").path();
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into());
        if path.is_dir() {
            files(&path, end, out);
        } else if name.ends_with(end) && !name.contains("tests") {
            out.push(path);
        }
    }
    out.sort();
}

/// The constructs on the page: what stands in the first column.
fn listed() -> BTreeSet<String> {
    let page = read(&root().join("docs/unsupported.md"));
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once("` |"))
        .map(|(construct, _)| construct.to_owned())
        .collect()
}

/// The constructs that the source names.
fn in_the_source() -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&root().join("crates/ferric3-c/src"), ".rs", &mut paths);
    paths.extend(OTHER_FILES.map(|path| root().join(path)));
    let mut found = BTreeSet::new();
    for path in paths {
        let text = read(&path);
        let text = text.split("#[cfg(test)]\nmod tests {").next();
        let text = text.unwrap_or_default();
        let lines = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default());
        let text = lines.collect::<Vec<_>>().join("\n");
        let path = path.display().to_string();
        let is_ours = path.contains("/lower/") || path.contains("/preprocess/");
        for (mark, applies) in [
            ("unsupported(", true),
            ("unsupported_at(", true),
            ("Unsupported(", true),
            ("obstacles.push(", true),
            ("let what = ", is_ours),
            ("construct: ", path.contains("engine")),
            ("let construct = ", path.contains("engine")),
            ("fn describe_type(", true),
            ("fn describe_place(", true),
            ("fn describe_value(", true),
            ("fn unsupported_construct(", true),
            ("fn unsupported_attribute(", true),
            ("fn cannot_check(", true),
            ("pub fn describe(", path.contains("ferric3-cfa")),
        ] {
            for (at, _) in text.match_indices(mark).filter(|_| applies) {
                let piece = match mark.starts_with("fn ") || mark.starts_with("pub fn ") {
                    true => braces(&text[at..]),
                    false => statement(&text[at..]),
                };
                found.extend(literals(piece));
            }
        }
    }
    let no_constructs = NO_CONSTRUCTS.map(str::to_owned);
    found
        .difference(&BTreeSet::from(no_constructs))
        .cloned()
        .collect()
}

/// The body of a function.
fn braces(text: &str) -> &str {
    let start = text.find('{').unwrap_or(0);
    let mut depth = 0;
    for (at, c) in text[start..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[start..start + at];
        }
    }
    text
}

/// A call, what is assigned, or a field.
fn statement(text: &str) -> &str {
    let end = match text {
        _ if text.starts_with("let ") => ';',
        _ if text.starts_with("construct") => ',',
        _ => ')',
    };
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 || (depth == 0 && c == end) {
            return &text[..at];
        }
    }
    text
}

/// The string literals of a piece of Rust, with `…` for what is filled in. What is matched against
/// is no text for people.
fn literals(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split('"').collect();
    let mut out = Vec::new();
    for i in (1..parts.len()).step_by(2) {
        let follows = parts.get(i + 1).unwrap_or(&"").trim_start();
        let is_pattern = follows.trim_start_matches([')', ' ']).starts_with("=>");
        if is_pattern || parts[i].contains("::") {
            continue;
        }
        let mut shown = String::new();
        let mut rest = parts[i];
        while let Some((before, after)) = rest.split_once('{') {
            shown.push_str(before);
            shown.push('…');
            rest = after.split_once('}').map_or("", |(_, after)| after);
        }
        shown.push_str(rest);
        let words: Vec<&str> = shown
            .split_whitespace()
            .filter(|word| *word != "\\")
            .collect();
        out.push(words.join(" "));
    }
    out
}

/// Is the text what the pattern says, with something in place of each `…`?
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let mut last = "";
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        last = part;
        rest = after;
    }
    rest.is_empty() || (pattern.contains('…') && last.is_empty())
}

#[test]
fn the_page_has_what_the_source_names() {
    let (listed, named) = (listed(), in_the_source());
    assert!(named.len() > 50, "they are found: {named:?}");
    let missing: Vec<_> = named.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "these are not in docs/unsupported.md: {missing:#?}"
    );
    let gone: Vec<_> = listed.difference(&named).collect();
    assert!(
        gone.is_empty(),
        "docs/unsupported.md lists what nothing names any more: {gone:#?}"
    );
}

#[test]
fn the_page_has_what_programs_run_into() {
    let listed = listed();
    let mut paths = Vec::new();
    files(&root().join("tests/corpus"), ".c", &mut paths);
    let mut seen = 0;
    for path in paths {
        let text = read(&path);
        if !text
            .lines()
            .next()
            .is_some_and(|line| line.contains("UNKNOWN"))
        {
            continue;
        }
        let Ok(translation) = translate_file(&path, &options(&text, &path)) else {
            continue;
        };
        let properties = translation.program.properties.iter();
        for property in properties.filter(|property| property.kind == PropertyKind::Unsupported) {
            seen += 1;
            let construct = &property.description;
            assert!(
                listed.iter().any(|pattern| fits(pattern, construct)),
                "{}: `{construct}` is not in docs/unsupported.md",
                path.display()
            );
        }
    }
    assert!(seen > 10, "the corpus has such programs: {seen}");
}

/// The options that the first lines of a program ask for.
fn options(text: &str, path: &Path) -> FrontendOptions {
    let mut options = FrontendOptions::default();
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        if let Some(checks) = line.strip_prefix("check: ") {
            let named = |check: &Check| {
                let name = format!("{check:?}").to_lowercase();
                checks.split(',').any(|wanted| wanted.trim() == name)
            };
            options.checks = Check::ALL.into_iter().filter(named).collect();
        }
        let mut words = line
            .strip_prefix("options: ")
            .unwrap_or("")
            .split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "--32" => options.data_model = DataModel::Ilp32,
                "-I" | "-include" => {
                    let folder = path.parent().unwrap_or(path);
                    let file = folder.join(words.next().unwrap_or_default());
                    let args = [word.to_owned(), file.display().to_string()];
                    options.preprocessor_args.extend(args);
                }
                _ => options.preprocessor_args.push(word.to_owned()),
            }
        }
    }
    options
}

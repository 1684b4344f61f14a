//! The parser of `lang-c` judges ours: where it accepts a text, the trees are the same.

use std::path::Path;

use lang_c::driver::{Config, parse_preprocessed};

use super::*;

/// A tree in words, with the places where its parts begin. Ends are left out: `lang-c` counts blanks
/// behind some parts.
fn shown(tree: &TranslationUnit) -> String {
    let full = format!("{tree:?}");
    let mut parts = full.split('…');
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        text.push('\n');
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    text
}

/// Is there something in a text that `lang-c` is known to read wrongly? Assembler without a
/// qualifier is a call for it, the name of a type that a parameter hides is still one, and a type in
/// parentheses (6.7.6.3 §11) is none. The place of a pointer type in `va_arg` is behind what follows.
fn has_flaw(text: &str) -> bool {
    ["asm(", "asm (", "(T) -", "(int (T)", "va_arg"]
        .iter()
        .any(|part| text.contains(part))
}

/// Compare; was there something to compare?
fn compare(name: &str, text: &str) -> bool {
    if has_flaw(text) {
        return false;
    }
    let Ok(source) = preprocess_text(name, text, &FrontendOptions::default()) else {
        return false;
    };
    let Ok(theirs) = parse_preprocessed(&Config::with_gcc(), source.text.clone()) else {
        return false;
    };
    let ours = match parse_shallow(&source) {
        Ok(ours) => ours,
        Err(error) => panic!("{name}: {}", error.render(&source.sources)),
    };
    let (ours, theirs) = (shown(&ours), shown(&theirs.unit));
    if ours != theirs {
        let differs = |(a, b): &(&str, &str)| a != b;
        let at = ours
            .lines()
            .zip(theirs.lines())
            .position(|pair| differs(&pair));
        let at = at.unwrap_or(0).saturating_sub(2);
        let part = |text: &str| text.lines().skip(at).take(4).collect::<Vec<_>>().join("\n");
        panic!("{name}, ours:\n{}\ntheirs:\n{}", part(&ours), part(&theirs));
    }
    true
}

#[test]
fn pieces_have_the_same_tree() {
    test_on_stack(TEST_STACK, || {
        let lines = include_str!("pieces.c").lines();
        let compared = lines.filter(|line| compare("t.c", line)).count();
        assert!(compared > 100, "{compared}");
    });
}

#[test]
fn the_corpus_has_the_same_trees() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let folders = std::fs::read_dir(corpus).expect("the corpus");
    let mut files: Vec<_> = folders
        .filter_map(|folder| std::fs::read_dir(folder.ok()?.path()).ok())
        .flatten()
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    test_on_stack(TEST_STACK, || {
        // One in four, for the time's sake; all of them were compared once.
        let compared = files.iter().step_by(4).filter(|path| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            compare(&path.display().to_string(), &text)
        });
        assert!(compared.count() > 200);
    });
}

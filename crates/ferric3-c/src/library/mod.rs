//! The functions of the C library whose meaning the standard gives, written in C.
//!
//! A program that names such a function gets its definition appended to its text, so that there
//! is one space of offsets; the map back leads to a file `<library>/string.c`. The definitions are
//! parsed as a unit of their own, and the type check takes one only for a function that the
//! program uses without defining it, and with a compatible type. No name of the program can get
//! in between: the models name nothing but their own variables, each other (`__library_…`) and
//! builtins of the compiler.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use ferric3_ivl::{FileId, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::DataModel;
use crate::preprocess::lex::{TokenKind, lex};
use crate::preprocess::{Preprocessed, Segment};

/// The files of the library.
const FILES: [(&str, &str); 4] = [
    ("<library>/ctype.c", include_str!("ctype.c")),
    ("<library>/math.c", include_str!("math.c")),
    ("<library>/stdlib.c", include_str!("stdlib.c")),
    ("<library>/string.c", include_str!("string.c")),
];

/// The name of `size_t` in the models.
const SIZE: &str = "__library_size";

/// A function of the library.
#[derive(Debug)]
struct Model {
    name: String,
    /// Position in [`FILES`].
    file: usize,
    /// First line, from 1.
    line: u32,
    text: String,
    /// Every word in it.
    words: Vec<String>,
}

/// All functions, in the order of the files.
fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let mut models = Vec::new();
        for (file, (_, text)) in FILES.iter().enumerate() {
            split(file, text, &mut models);
        }
        models
    })
}

/// The definitions in a file. Each begins at the left margin and ends with a brace there; comments
/// stand between them.
fn split(file: usize, text: &str, models: &mut Vec<Model>) {
    let mut open: Option<(u32, String)> = None;
    for (line, content) in (1..).zip(text.lines()) {
        if let Some((first, definition)) = &mut open {
            definition.push_str(content);
            definition.push('\n');
            if content == "}" {
                let (line, text) = (*first, std::mem::take(definition));
                open = None;
                models.push(Model::new(file, line, text));
            }
        } else if !content.is_empty() && !content.starts_with("//") {
            open = Some((line, format!("{content}\n")));
        }
    }
}

impl Model {
    fn new(file: usize, line: u32, text: String) -> Model {
        let tokens = lex(&text);
        let words = tokens.iter().filter(|t| t.kind == TokenKind::Word);
        let words: Vec<String> = words.map(|t| t.of(&text).to_owned()).collect();
        // The name is the word before the first parenthesis that follows a name at the margin;
        // `__typeof__(…)` before it is part of the type.
        let start = match text.strip_prefix("__typeof__(") {
            Some(_) => text.find(")) ").map_or(0, |at| at + 3),
            None => 0,
        };
        let head = text[start..].split('(').next().unwrap_or("");
        let name = head.rsplit([' ', '*']).next().unwrap_or("").to_owned();
        Model {
            name,
            file,
            line,
            text,
            words,
        }
    }
}

/// The models that a text needs that names these words: those in it, and those that they name.
fn needed<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'static Model> {
    let models = models();
    let by_name: FxHashMap<&str, usize> = (models.iter().enumerate())
        .map(|(i, model)| (model.name.as_str(), i))
        .collect();
    let plain = |word: &'w str| {
        let word = word.strip_prefix("__builtin_").unwrap_or(word);
        let checked = word.strip_prefix("__").and_then(|w| w.strip_suffix("_chk"));
        checked.unwrap_or(word)
    };
    let found = words.filter_map(|word| by_name.get(plain(word)).copied());
    let mut todo: Vec<usize> = found.collect();
    let mut found: FxHashSet<usize> = todo.iter().copied().collect();
    while let Some(i) = todo.pop() {
        for word in &models[i].words {
            if let Some(&next) = by_name.get(word.as_str())
                && found.insert(next)
            {
                todo.push(next);
            }
        }
    }
    let all = models.iter().enumerate();
    all.filter(|(i, _)| found.contains(i))
        .map(|(_, model)| model)
        .collect()
}

/// Append the models that the program may need; where they begin, if there are any.
pub(crate) fn append(source: &mut Preprocessed, model: DataModel) -> Option<usize> {
    let start = source.text.len();
    let needed = {
        let tokens = lex(&source.text);
        let words = tokens.iter().filter(|t| t.kind == TokenKind::Word);
        needed(words.map(|t| t.of(&source.text)))
    };
    let first = needed.first()?;
    source.packing.end(start);
    let mut files: [Option<FileId>; FILES.len()] = [None; FILES.len()];
    let size = match model {
        DataModel::Ilp32 => "int",
        DataModel::Lp64 => "long",
    };
    let size = format!("typedef unsigned {size} {SIZE};\n");
    let pieces = needed.iter().map(|m| (m.file, m.line, m.text.as_str()));
    for (file, line, text) in std::iter::once((first.file, 1, size.as_str())).chain(pieces) {
        let id = *files[file].get_or_insert_with(|| {
            let (name, text) = FILES[file];
            source.sources.files.push(SourceFile {
                name: name.to_owned(),
                text: Some(text.to_owned()),
            })
        });
        for (line, content) in (line..).zip(text.lines()) {
            source.map.push(Segment {
                offset: source.text.len() as u32,
                file: id,
                line,
                column: 1,
                len: content.len().max(1) as u32,
                whole: false,
            });
            source.text.push_str(content);
            source.text.push('\n');
        }
    }
    Some(start)
}

//! The functions of the C library whose meaning the standard gives, written in C.
//!
//! A program that names such a function gets its definition appended to its text, so that there
//! is one space of offsets; the map back leads to a file `<library>/string.c`. The definitions are
//! parsed as a unit of their own, and the type check takes one only for a function that the
//! program uses without defining it, and with a compatible type. No name of the program can get
//! in between: the models name nothing but their own variables, each other (`__library_…`) and
//! builtins of the compiler.

pub(crate) mod atomic;
pub(crate) mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_table;

use std::sync::OnceLock;

use ferric3_ivl::{FileId, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::DataModel;
use crate::preprocess::lex::{Token, TokenKind, lex};
use crate::preprocess::{Preprocessed, Segment};

/// A file of the library.
#[derive(Debug)]
struct File {
    name: &'static str,
    text: String,
    /// Is it only for programs that look at `errno`?
    for_errno: bool,
}

/// The files of the library.
fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let file = |name, text: &str, for_errno| File {
            name,
            text: text.to_owned(),
            for_errno,
        };
        let math = &for_each_real(include_str!("math.c"));
        let math_errno = &for_each_real(include_str!("math_errno.c"));
        vec![
            file("<library>/ctype.c", include_str!("ctype.c"), false),
            file("<library>/errno.c", include_str!("errno.c"), true),
            file("<library>/digits.c", include_str!("digits.c"), false),
            file("<library>/format.c", include_str!("format.c"), false),
            file("<library>/math.c", math, false),
            file("<library>/math_errno.c", math_errno, true),
            file("<library>/network.c", include_str!("network.c"), false),
            file("<library>/stdlib.c", include_str!("stdlib.c"), false),
            file("<library>/stream.c", include_str!("stream.c"), false),
            file("<library>/scan.c", include_str!("scan.c"), false),
            file("<library>/posix.c", include_str!("posix.c"), false),
            file("<library>/string.c", include_str!("string.c"), false),
        ]
    })
}

/// A text about `double` once for each real floating type. An `@` in it stands for the letter by
/// which the names of functions tell their type.
fn for_each_real(text: &str) -> String {
    let kinds = [("double", ""), ("float", "f"), ("long double", "l")];
    let copies = kinds.map(|(ty, suffix)| text.replace("double", ty).replace('@', suffix));
    copies.join("\n")
}

/// The name of `size_t` in the models.
const SIZE: &str = "__library_size";

/// The name of `off64_t` in the models.
const OFFSET: &str = "__library_offset";

/// The name of `errno` in the models.
pub(crate) const ERRNO: &str = "__library_errno";

/// The model that sets `errno`, as far as the program can see that.
pub(crate) const SET_ERRNO: &str = "__library_set_errno";

/// The model that sets `errno` if its argument is positive.
pub(crate) const DISTURB_ERRNO: &str = "__library_disturb_errno";

/// A function of the library.
#[derive(Debug)]
struct Model {
    name: String,
    /// Position in [`files`].
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
        for (i, file) in files().iter().enumerate() {
            split(i, &file.text, &mut models);
        }
        models
    })
}

/// The definitions in a file. Each begins at the left margin and ends with a brace there, or, if it
/// is not that of a function, with the line; comments stand between them.
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
        } else if content.ends_with(';') && !content.starts_with("//") {
            models.push(Model::new(file, line, format!("{content}\n")));
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
        let head = text[start..].split(['(', '[', ';']).next().unwrap_or("");
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
/// Does it look at `errno`?
fn needed<'w>(words: impl Iterator<Item = &'w str>, errno: bool) -> Vec<&'static Model> {
    let models = models();
    let is_offered = |model: &Model| errno || !files()[model.file].for_errno;
    let by_name: FxHashMap<&str, usize> = (models.iter().enumerate())
        .filter(|(_, model)| is_offered(model))
        .map(|(i, model)| (model.name.as_str(), i))
        .collect();
    let plain = |word: &'w str| {
        let word = word.strip_prefix("__builtin_").unwrap_or(word);
        if by_name.contains_key(word) {
            return word;
        }
        let checked = word.strip_prefix("__").and_then(|w| w.strip_suffix("_chk"));
        checked.unwrap_or(word)
    };
    // Calls of functions without a model may set `errno`, too.
    let always = [SET_ERRNO, DISTURB_ERRNO].into_iter();
    let found = words.map(plain).chain(always);
    let mut todo: Vec<usize> = found
        .filter_map(|word| by_name.get(word).copied())
        .collect();
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

/// Does a program look at `errno`? The declaration of `<errno.h>` alone does not count.
fn looks_at_errno(text: &str, tokens: &[Token]) -> bool {
    let of = |i: usize| tokens[i].of(text);
    (0..tokens.len()).any(|i| match of(i) {
        "errno" => true,
        "__errno_location" => i < 3 || [of(i - 3), of(i - 2), of(i - 1)] != ["extern", "int", "*"],
        _ => false,
    })
}

/// The names that a program uses by way of the linker: `__asm__("" "fopen64")`.
fn linker_names<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = &'t str> {
    let is_assembler = |t: &Token| matches!(t.of(text), "asm" | "__asm" | "__asm__");
    let starts = (0..tokens.len()).filter(move |&i| is_assembler(&tokens[i]));
    starts.flat_map(move |i| {
        let strings = tokens.iter().skip(i + 2);
        let strings = strings.take_while(|t| t.kind == TokenKind::Text);
        strings.map(|t| t.of(text).trim_matches('"'))
    })
}

/// Append the models that the program may need; where they begin, if there are any.
pub(crate) fn append(source: &mut Preprocessed, model: DataModel) -> Option<usize> {
    let start = source.text.len();
    let (needed, errno) = {
        let tokens: Vec<Token> = lex(&source.text);
        let errno = looks_at_errno(&source.text, &tokens);
        let of = |t: &Token| t.of(&source.text);
        let words = tokens.iter().filter(|t| t.kind == TokenKind::Word);
        let words = words.map(of).chain(linker_names(&source.text, &tokens));
        (needed(words, errno), errno)
    };
    let first = needed.first()?;
    source.packing.end(start);
    let mut numbers: Vec<Option<FileId>> = vec![None; files().len()];
    let (size, offset) = match model {
        DataModel::Ilp32 => ("int", "long long"),
        DataModel::Lp64 => ("long", "long"),
    };
    let mut head = format!("typedef unsigned {size} {SIZE}; typedef {offset} {OFFSET};");
    if errno {
        head += &format!(" static int {ERRNO};");
    }
    let pieces = needed.iter().map(|m| (m.file, m.line, m.text.as_str()));
    for (file, line, text) in std::iter::once((first.file, 1, head.as_str())).chain(pieces) {
        let id = *numbers[file].get_or_insert_with(|| {
            let file = &files()[file];
            source.sources.files.push(SourceFile {
                name: file.name.to_owned(),
                text: Some(file.text.clone()),
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

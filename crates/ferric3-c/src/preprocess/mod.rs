//! From a file to text that the parser understands, with a map back to the file.
//!
//! ```text
//! bytes ─► clean (comments, splices, markers) ─► repair (what the parser does not know) ─► text
//!   │                                   ▲
//!   └── directives? ─► cc -E ─► align ──┘
//! ```

mod align;
mod clean;
mod compiler;
mod files;
mod join;
mod letters;
pub(crate) mod lex;
mod linemap;
mod marker;
mod messages;
mod pack;
mod repair;
#[cfg(test)]
mod tests;

use std::path::Path;

use ferric3_ivl::{FileId, Idx, Sources, Span};

use self::clean::Clean;
use self::compiler::Input;
use self::files::Files;
use self::lex::{Token, TokenKind, lex};
use crate::translate::FrontendError;
use crate::{Diagnostic, FrontendOptions, Severity};

pub(crate) use self::linemap::{Edit, LineMap, Segment};
pub(crate) use self::pack::Packing;
pub(crate) use self::repair::{
    ALIGNMENT_OF, AUTO_TYPE, COMPUTED_GOTO, INT128, LABEL_ADDRESS, SAME_AS_CONDITION,
    UNSUPPORTED_PREFIX,
};

pub(crate) use self::repair::unsupported_attribute;

/// Offsets are kept in 32 bits.
const MAX_TEXT: usize = 1 << 30;

/// C text without directives and comments, in the dialect that the parser understands.
#[derive(Clone, Debug)]
pub(crate) struct Preprocessed {
    /// The text; offsets in the parsed tree are offsets in it.
    pub(crate) text: String,
    /// The files that it came from; the first one is the file that was checked.
    pub(crate) sources: Sources,
    /// The files that were asked for.
    pub(crate) mains: Vec<FileId>,
    /// The way back from the text to the files.
    pub(crate) map: LineMap,
    /// What somebody should look at.
    pub(crate) warnings: Vec<Diagnostic>,
    /// What cannot be modelled although it stands outside of functions, so that no run gets past
    /// it: where, and what in words.
    pub(crate) obstacles: Vec<(Span, String)>,
    /// What `#pragma pack` says.
    pub(crate) packing: Packing,
}

/// The text as a compiler knows it: before what the parser does not know was rewritten.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    /// The text, without comments, directives and line markers.
    pub(crate) text: String,
    /// The way back from it to the files.
    pub(crate) map: LineMap,
    /// Pragmas that change what the program means, and where they stood in the text.
    pub(crate) pragmas: Vec<(usize, String)>,
    /// What changed the length on the way to [`Preprocessed::text`], in order.
    pub(crate) edits: Vec<Edit>,
}

impl Preprocessed {
    /// The place of a part of the text.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        self.map.span(start, end)
    }
}

/// Preprocess a file.
pub(crate) fn preprocess_file(
    path: &Path,
    options: &FrontendOptions,
) -> Result<Preprocessed, FrontendError> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "is the name spelt right?",
            std::io::ErrorKind::IsADirectory => "name one C file in it",
            _ => "it must be a C file that can be read",
        };
        let error = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        let message = format!("cannot read `{name}`: {error}");
        failure(
            Files::new(&name, b"", false),
            vec![without_place(message, hint)],
        )
    })?;
    preprocess(&name, &bytes, Input::File(path), options).map(|(source, _)| source)
}

/// Preprocess a text as if it were the contents of a file of the given name.
pub(crate) fn preprocess_text(
    name: &str,
    text: &str,
    options: &FrontendOptions,
) -> Result<Preprocessed, FrontendError> {
    preprocess_with_original(name, text, options).map(|(source, _)| source)
}

/// The same, with the text as it was before repairs.
pub(crate) fn preprocess_with_original(
    name: &str,
    text: &str,
    options: &FrontendOptions,
) -> Result<(Preprocessed, Original), FrontendError> {
    let bytes = text.as_bytes();
    preprocess(name, bytes, Input::Text(name, bytes), options)
}

fn preprocess(
    name: &str,
    bytes: &[u8],
    input: Input<'_>,
    options: &FrontendOptions,
) -> Result<(Preprocessed, Original), FrontendError> {
    let mut files = Files::new(name, bytes, false);
    if bytes.len() > MAX_TEXT {
        let message = format!("`{name}` is larger than {} MB", MAX_TEXT >> 20);
        return Err(failure(
            files,
            vec![without_place(message, "split the program")],
        ));
    }
    let preprocessed_file = Path::new(name).extension().is_some_and(|e| e == "i");
    if let Some(clean) = clean::clean(bytes, files.main(), &mut files, false) {
        let tokens = lex(&clean.text);
        let finished = preprocessed_file
            || clean.markers
            || !(tokens.iter().any(|t| is_predefined(t, &clean.text)) || defines(options));
        if finished {
            return Ok(finish(clean, tokens, files, Vec::new()));
        }
    }
    let mut files = Files::new(name, bytes, true);
    let output = compiler::run(input, options).map_err(|error| {
        let message = format!("cannot run `{}`, which is needed for the directives: {error}", options.compiler);
        let hint = "install a C compiler such as gcc, or preprocess the file elsewhere (cc -E) and check the result";
        failure(Files::new(name, bytes, true), vec![without_place(message, hint)])
    })?;
    let mut diagnostics = messages::parse_messages(&output.messages, &mut files);
    let failed = !output.success || output.text.len() > MAX_TEXT;
    if failed {
        if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
            let first = output
                .messages
                .lines()
                .next()
                .unwrap_or("no message")
                .to_owned();
            diagnostics.push(without_place(
                format!("the preprocessor failed: {first}"),
                "try `cc -E` by hand",
            ));
        }
        return Err(failure(files, diagnostics));
    }
    if output.foreign_headers {
        let message =
            "the 32-bit system headers are not installed; the 64-bit ones were used with -m32";
        let mut warning = without_place(
            message.to_owned(),
            "install gcc-multilib (Debian) or glibc-devel.i686 (Fedora)",
        );
        warning.severity = Severity::Warning;
        diagnostics.push(warning);
    }
    let main = files.main();
    let Some(clean) = clean::clean(&output.text, main, &mut files, true) else {
        return Err(failure(files, diagnostics));
    };
    let tokens = lex(&clean.text);
    Ok(finish(clean, tokens, files, diagnostics))
}

/// Columns, repairs, and everything put together.
fn finish(
    clean: Clean,
    tokens: Vec<Token>,
    mut files: Files,
    warnings: Vec<Diagnostic>,
) -> (Preprocessed, Original) {
    let Clean {
        text,
        mut segments,
        markers,
        pragmas,
    } = clean;
    if markers {
        segments = align::align(&text, &segments, &mut files);
    }
    let mut map = LineMap::new(&text, segments, Idx::new(0));
    let mut obstacles: Vec<(Span, String)> = Vec::new();
    let mut packing = Packing::default();
    for &(offset, ref pragma) in &pragmas {
        if packing.pragma(offset, pragma).is_none() {
            obstacles.push((map.span(offset, offset + 1), format!("#pragma {pragma}")));
        }
    }
    let before = map.clone();
    let (repaired, edits) = repair::repair(&text, tokens, &mut map, &mut packing, &mut obstacles);
    let original = Original {
        text,
        map: before,
        pragmas,
        edits,
    };
    let source = Preprocessed {
        text: repaired,
        mains: vec![files.main()],
        sources: files.into_sources(),
        map,
        warnings,
        obstacles,
        packing,
    };
    (source, original)
}

/// Do the arguments define something, so that even a text without directives may change?
fn defines(options: &FrontendOptions) -> bool {
    let defining = [
        "-D",
        "-U",
        "-include",
        "-imacros",
        "--include",
        "--imacros",
        "@",
    ];
    options
        .preprocessor_args
        .iter()
        .any(|a| defining.iter().any(|d| a.starts_with(d)))
}

/// Might the compiler know this word as a macro (`__LINE__`, `__INT_MAX__`, …)? The few without
/// capitals (`__linux__`) are only ever asked for in directives.
fn is_predefined(token: &Token, text: &str) -> bool {
    let word = token.of(text);
    token.kind == TokenKind::Word
        && word.starts_with("__")
        && word.ends_with("__")
        && word.bytes().any(|b| b.is_ascii_uppercase())
        && !matches!(word, "__FUNCTION__" | "__PRETTY_FUNCTION__")
}

fn without_place(message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        span: None,
        message,
        hint: Some(hint.to_owned()),
    }
}

fn failure(files: Files, diagnostics: Vec<Diagnostic>) -> FrontendError {
    FrontendError {
        sources: files.into_sources(),
        diagnostics,
    }
}

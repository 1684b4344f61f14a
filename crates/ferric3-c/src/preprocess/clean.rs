//! The part of preprocessing that needs no compiler: comments, spliced lines, line markers.

use ferric3_ivl::FileId;

use super::files::Files;
use super::lex::is_word;
use super::linemap::Segment;
use super::marker::parse_marker;

/// Text without comments, spliced lines and directives.
#[derive(Debug)]
pub(super) struct Clean {
    /// The text. Comments and markers are blanks in it, so that columns stay.
    pub(super) text: String,
    /// Where its lines came from.
    pub(super) segments: Vec<Segment>,
    /// Were there line markers? Then a preprocessor has been here before.
    pub(super) markers: bool,
    /// Pragmas that change what the program means, and where they stand in the text.
    pub(super) pragmas: Vec<(usize, String)>,
}

/// Clean the contents of a file. `None` if there is a directive that only a preprocessor can
/// handle, and it has not been there yet.
pub(super) fn clean(bytes: &[u8], file: FileId, files: &mut Files, done: bool) -> Option<Clean> {
    let invalid = invalid_bytes(bytes);
    let mut cleaner = Cleaner {
        src: bytes,
        invalid: &invalid,
        at: 0,
        line: 1,
        line_start: 0,
        file,
        moved: true,
        out: Clean {
            text: String::with_capacity(bytes.len()),
            segments: Vec::new(),
            markers: false,
            pragmas: Vec::new(),
        },
    };
    if bytes.starts_with(b"\xef\xbb\xbf") {
        cleaner.blank(3);
    }
    cleaner.run(files, done)?;
    Some(cleaner.out)
}

/// The positions of bytes that are not part of UTF-8 text.
fn invalid_bytes(bytes: &[u8]) -> Vec<usize> {
    let mut invalid = Vec::new();
    if std::str::from_utf8(bytes).is_err() {
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            at += chunk.valid().len();
            invalid.extend(at..at + chunk.invalid().len());
            at += chunk.invalid().len();
        }
    }
    invalid
}

struct Cleaner<'a> {
    src: &'a [u8],
    invalid: &'a [usize],
    at: usize,
    /// Line of the file as the user knows it.
    line: u32,
    /// Where that line begins in `src`.
    line_start: usize,
    file: FileId,
    /// Columns have shifted: the next byte begins a new segment.
    moved: bool,
    out: Clean,
}

impl Cleaner<'_> {
    /// The next byte, behind any line splices.
    fn peek(&mut self) -> Option<u8> {
        while self.src.get(self.at) == Some(&b'\\') {
            let mut end = self.at + 1;
            while matches!(self.src.get(end), Some(b' ' | b'\t' | b'\r')) {
                end += 1;
            }
            if self.src.get(end) != Some(&b'\n') {
                break;
            }
            self.at = end + 1;
            self.next_line();
        }
        self.src.get(self.at).copied()
    }

    /// The byte after the next one, behind any line splices.
    fn peek_second(&mut self) -> Option<u8> {
        self.peek()?;
        let (at, line, line_start, moved) = (self.at, self.line, self.line_start, self.moved);
        self.at += 1;
        let second = self.peek();
        (self.at, self.line, self.line_start, self.moved) = (at, line, line_start, moved);
        second
    }

    fn next_line(&mut self) {
        self.line = self.line.saturating_add(1);
        self.line_start = self.at;
        self.moved = true;
    }

    fn run(&mut self, files: &mut Files, done: bool) -> Option<()> {
        let mut fresh_line = true;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => {
                    self.newline();
                    fresh_line = true;
                    continue;
                }
                b'#' if fresh_line => {
                    self.directive(files, done)?;
                    continue;
                }
                b'/' => match self.peek_second() {
                    Some(b'/') => self.line_comment(),
                    Some(b'*') => self.block_comment(),
                    _ => {
                        self.copy();
                        fresh_line = false;
                    }
                },
                b'"' | b'\'' => {
                    self.literal(byte);
                    fresh_line = false;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => self.blank(1),
                _ => {
                    self.copy();
                    fresh_line = false;
                }
            }
        }
        Some(())
    }

    /// Begin a segment if columns have shifted.
    fn sync(&mut self) {
        if std::mem::take(&mut self.moved) {
            self.out.segments.push(Segment {
                offset: self.out.text.len() as u32,
                file: self.file,
                line: self.line,
                column: (self.at - self.line_start) as u32 + 1,
                len: u32::MAX,
                whole: false,
            });
        }
    }

    fn newline(&mut self) {
        self.sync();
        self.out.text.push('\n');
        self.at += 1;
        self.next_line();
    }

    fn blank(&mut self, width: usize) {
        self.sync();
        for _ in 0..width {
            self.out.text.push(' ');
        }
        self.at += width;
    }

    /// Copy one character.
    fn copy(&mut self) {
        self.sync();
        let byte = self.src[self.at];
        if byte.is_ascii() {
            self.out.text.push(byte as char);
            self.at += 1;
        } else if self.invalid.binary_search(&self.at).is_ok() {
            self.out.text.push(char::REPLACEMENT_CHARACTER);
            self.at += 1;
            self.moved = true;
        } else {
            let width = if byte >= 0xf0 {
                4
            } else if byte >= 0xe0 {
                3
            } else {
                2
            };
            let end = (self.at + width).min(self.src.len());
            self.out
                .text
                .push_str(std::str::from_utf8(&self.src[self.at..end]).unwrap_or("?"));
            self.at = end;
        }
    }

    /// Copy a byte of a literal that cannot stand in text as an octal escape.
    fn escape(&mut self) {
        self.sync();
        self.out
            .text
            .push_str(&format!("\\{:03o}", self.src[self.at]));
        self.at += 1;
        self.moved = true;
    }

    fn line_comment(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.blank(1);
        }
    }

    fn block_comment(&mut self) {
        let start = (self.file, self.line, (self.at - self.line_start) as u32 + 1);
        for _ in 0..2 {
            self.peek();
            self.blank(1);
        }
        while let Some(byte) = self.peek() {
            match byte {
                b'*' if self.peek_second() == Some(b'/') => {
                    self.blank(1);
                    self.peek();
                    self.blank(1);
                    return;
                }
                b'\n' => self.newline(),
                _ => self.blank(1),
            }
        }
        // The end of the file inside of a comment: let the parser find something to complain about.
        let (file, line, column) = start;
        let offset = self.out.text.len() as u32;
        self.out.segments.push(Segment {
            offset,
            file,
            line,
            column,
            len: 2,
            whole: true,
        });
        self.out.text.push_str("/*");
    }

    /// A string or character constant; an unterminated one ends with its line.
    fn literal(&mut self, quote: u8) {
        self.copy();
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => return,
                b'\\' => {
                    self.copy();
                    if self.peek().is_some_and(|byte| byte != b'\n') {
                        self.copy();
                    }
                }
                0 => self.escape(),
                _ if self.invalid.binary_search(&self.at).is_ok() => self.escape(),
                _ => {
                    self.copy();
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    /// A line that begins with `#`.
    fn directive(&mut self, files: &mut Files, done: bool) -> Option<()> {
        let start = self.out.text.len();
        let body = self.directive_line();
        let body = body.trim();
        let word_end = body.bytes().take_while(|&b| is_word(b)).count();
        let (word, rest) = body.split_at(word_end);
        match word {
            "pragma" => {
                if pragma_matters(rest) {
                    self.out.pragmas.push((start, rest.trim().to_owned()));
                }
                return Some(());
            }
            "" | "ident" | "sccs" => return Some(()),
            _ => {}
        }
        let marker = if word == "line" { rest } else { body };
        match parse_marker(marker) {
            Some((line, name)) => {
                self.out.markers = true;
                if let Some(name) = name {
                    self.file = files.intern(&name);
                }
                // The marker speaks of the line after its own.
                if self.peek() == Some(b'\n') {
                    self.newline();
                }
                self.line = line;
                Some(())
            }
            None => done.then_some(()),
        }
    }

    /// Blank the rest of a logical line; its text behind the `#`.
    fn directive_line(&mut self) -> String {
        self.blank(1);
        let mut body = Vec::new();
        let mut quoted = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => break,
                b'/' if !quoted && self.peek_second() == Some(b'/') => self.line_comment(),
                b'/' if !quoted && self.peek_second() == Some(b'*') => self.block_comment(),
                _ => {
                    if byte == b'"' && body.last() != Some(&b'\\') {
                        quoted = !quoted;
                    }
                    body.push(byte);
                    self.blank(1);
                }
            }
        }
        String::from_utf8_lossy(&body).into_owned()
    }
}

/// May the pragma change what a program computes? The rest is about warnings, speed, or for programs
/// other than the compiler.
pub(super) fn pragma_matters(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let name = &first[..first.bytes().take_while(|&b| is_word(b)).count()];
    match name {
        "pack" | "scalar_storage_order" | "ms_struct" | "weak" | "redefine_extname" => true,
        "STDC" => second == "FLOAT_CONST_DECIMAL64",
        "GCC" => {
            let is_optimize = second.starts_with("optimize");
            let is_target = second.starts_with("target");
            is_optimize && !only_levels(text) || is_target && !only_features(text)
        }
        _ => false,
    }
}

/// Are all strings of the text levels of optimisation that keep the meaning of programs, such as
/// `"O2"`? Others are options of the compiler, such as `"fast-math"`.
pub(super) fn only_levels(text: &str) -> bool {
    let levels = ["0", "1", "2", "3", "s", "g", "z", ""];
    let is_level = |word: &str| {
        let level = word.strip_prefix('-').unwrap_or(word).strip_prefix('O');
        level.is_some_and(|level| levels.contains(&level))
    };
    let strings = text.split('"').skip(1).step_by(2);
    strings.flat_map(|s| s.split(',')).all(is_level)
}

/// Are all strings of the text features of processors that keep the meaning of programs, such as `"avx2"`?
/// Where there is an instruction that multiplies and adds with one rounding (`"fma"`, `"arch=haswell"`), compilers use it,
/// and `"fpmath=387"` computes with other formats.
pub(super) fn only_features(text: &str) -> bool {
    let features = [
        "",
        "mmx",
        "sse",
        "sse2",
        "sse3",
        "ssse3",
        "sse4",
        "sse4.1",
        "sse4.2",
        "avx",
        "avx2",
        "popcnt",
        "aes",
        "pclmul",
        "bmi",
        "bmi2",
        "lzcnt",
        "abm",
        "cx16",
        "crc32",
        "movbe",
        "rdrnd",
        "rdseed",
        "adx",
        "sha",
        "fxsr",
        "xsave",
        "general-regs-only",
        "default",
    ];
    let is_feature = |word: &str| {
        let word = word.trim();
        features.contains(&word) || word.starts_with("tune=") || word.starts_with("no-fma")
    };
    let strings = text.split('"').skip(1).step_by(2);
    strings.flat_map(|s| s.split(',')).all(is_feature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_processors_that_round_otherwise_matter() {
        for (pragma, matters) in [
            ("GCC target(\"avx2\")", false),
            ("GCC target(\"sse4.2,bmi\", \"tune=native\")", false),
            ("GCC target(\"fma\")", true),
            ("GCC target(\"avx2,fma\")", true),
            ("GCC target(\"arch=haswell\")", true),
            ("GCC target (\"fpmath=387\")", true),
            ("GCC optimize(\"O2\")", false),
            ("GCC optimize(\"fast-math\")", true),
        ] {
            assert_eq!(pragma_matters(pragma), matters, "{pragma}");
        }
    }

    fn run(text: &[u8]) -> Option<Clean> {
        let mut files = Files::new("t.c", text, false);
        clean(text, files.main(), &mut files, false)
    }

    fn text(input: &[u8]) -> String {
        run(input).expect("no directive").text
    }

    #[test]
    fn comments_are_blank() {
        assert_eq!(text(b"a/* x\n y */b // c\nd"), "a    \n     b     \nd");
        assert_eq!(text(b"\"/*\" '\"' // \"\nx"), "\"/*\" '\"'     \nx");
        assert_eq!(text(b"a / b /**/ c"), "a / b      c");
        assert_eq!(
            text(b"// a \\\nb\nc"),
            "      \nc",
            "a spliced comment goes on"
        );
        assert_eq!(text(b"x /* open"), "x        /*");
    }

    #[test]
    fn splices_join_words() {
        let clean = run(b"in\\\nt x;\\\r\n\ny").expect("no directive");
        assert_eq!(clean.text, "int x;\ny");
        let places: Vec<_> = clean
            .segments
            .iter()
            .map(|s| (s.offset, s.line, s.column))
            .collect();
        assert_eq!(places, [(0, 1, 1), (2, 2, 1), (6, 3, 1), (7, 4, 1)]);
    }

    #[test]
    fn strange_bytes_keep_columns() {
        let clean = run(b"\xef\xbb\xbfa\x00\xff \"\x00\xe9\xc3\xa9\" b\r\n").expect("no directive");
        assert_eq!(clean.text, "   a \u{fffd} \"\\000\\351é\" b \n");
        let b = clean.text.find('b').expect("b") as u32;
        let last = clean
            .segments
            .iter()
            .rfind(|s| s.offset <= b)
            .expect("a segment");
        assert_eq!(last.column + b - last.offset, 15);
    }

    #[test]
    fn markers_and_pragmas_need_no_compiler() {
        let clean = run(b"# 7 \"a.c\" 1\nx\n#line 3\n#pragma once\ny\n#\nz").expect("no directive");
        assert!(clean.markers);
        let place = |c: char| {
            let at = clean.text.find(c).expect("there") as u32;
            let s = clean
                .segments
                .iter()
                .rfind(|s| s.offset <= at)
                .expect("a segment");
            (s.file.index(), s.line)
        };
        assert_eq!(
            (place('x'), place('y'), place('z')),
            ((1, 7), (1, 4), (1, 6))
        );
        for needy in [
            "#define X",
            " # include <a>",
            "/* */ #if 1",
            "#line X",
            "a\n\\\n#error",
        ] {
            assert!(run(needy.as_bytes()).is_none(), "{needy}");
        }
        for plain in ["\"#include\"", "/*\n#if\n*/", "a #b", "// \\\n#if"] {
            assert!(run(plain.as_bytes()).is_some(), "{plain}");
        }
    }
}

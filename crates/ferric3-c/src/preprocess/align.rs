//! Columns. A preprocessor keeps lines apart, but within a line it expands macros and drops
//! comments, so that columns shift. Here the tokens of each line are laid alongside those of the
//! line in the original file. What came out of a macro stands where the macro was called, or where
//! the same token stands among its arguments.

use std::collections::BTreeMap;

use ferric3_ivl::{FileId, Sources};

use super::files::Files;
use super::lex::{Token, TokenKind, lex};
use super::linemap::Segment;

/// Longer lines keep the columns that they have.
const MAX_LINE: usize = 1 << 14;
/// So far is an argument of a macro looked for.
const MAX_ARGUMENT: usize = 256;

/// Correct the columns of all segments of a text that came out of a preprocessor.
pub(super) fn align(text: &str, segments: &[Segment], files: &mut Files) -> Vec<Segment> {
    let mut out = Vec::with_capacity(segments.len());
    let mut lost: BTreeMap<FileId, BTreeMap<u32, String>> = BTreeMap::new();
    let mut originals = Originals {
        sources: files.sources(),
        lines: BTreeMap::new(),
    };
    let mut line: Option<Line<'_>> = None;
    for (i, &segment) in segments.iter().enumerate() {
        let end = segments
            .get(i + 1)
            .map_or(text.len(), |next| next.offset as usize);
        let piece = text
            .get(segment.offset as usize..end)
            .unwrap_or("")
            .trim_end();
        if piece.is_empty() {
            out.push(segment);
        } else if originals.sources.files[segment.file].text.is_none() {
            // The original is not there: its lines are pieced together from what is.
            let shown = lost
                .entry(segment.file)
                .or_default()
                .entry(segment.line)
                .or_default();
            if !shown.is_empty() {
                shown.push(' ');
            }
            let blank = " ".repeat(
                (segment.column as usize - 1)
                    .saturating_sub(shown.len())
                    .min(MAX_LINE),
            );
            shown.push_str(&blank);
            out.push(Segment {
                column: shown.len() as u32 + 1,
                ..segment
            });
            shown.push_str(piece);
        } else {
            if line
                .as_ref()
                .is_none_or(|l| (l.file, l.number) != (segment.file, segment.line))
            {
                line = originals.line(segment.file, segment.line);
            }
            match &mut line {
                Some(line) if !line.same(piece, segment.column) => {
                    line.align(piece, segment, &mut out);
                }
                Some(line) => {
                    line.used = segment.column as usize - 1 + piece.len();
                    out.push(segment);
                }
                None => out.push(segment),
            }
        }
    }
    for (file, lines) in lost {
        if let Some(text) = join(&lines, segments.len()) {
            files.set_text(file, text);
        }
    }
    out
}

/// Lines by number as one text, unless a marker made up absurd numbers.
fn join(lines: &BTreeMap<u32, String>, known: usize) -> Option<String> {
    let last = *lines.keys().last()?;
    if last as usize > 10_000 + 20 * known {
        return None;
    }
    let mut text = String::new();
    let mut at = 1;
    for (&number, line) in lines {
        for _ in at..number {
            text.push('\n');
        }
        at = number.max(1);
        text.push_str(line);
    }
    Some(text)
}

/// The original files, cut into lines on demand.
struct Originals<'a> {
    sources: &'a Sources,
    lines: BTreeMap<FileId, Vec<&'a str>>,
}

impl<'a> Originals<'a> {
    fn line(&mut self, file: FileId, number: u32) -> Option<Line<'a>> {
        let sources = self.sources;
        let lines = self.lines.entry(file).or_insert_with(|| {
            sources.files[file]
                .text
                .as_deref()
                .unwrap_or("")
                .split('\n')
                .collect()
        });
        let text = lines.get((number as usize).checked_sub(1)?)?;
        (text.len() <= MAX_LINE).then(|| Line::new(file, number, text))
    }
}

/// A line of an original file, and how far it has been used up.
struct Line<'a> {
    file: FileId,
    number: u32,
    text: &'a str,
    tokens: Option<Vec<Token>>,
    /// So many bytes of it stood where they stand here, before the first ones that do not.
    used: usize,
    /// The next token.
    next: usize,
    /// The macro call that is being expanded: its name and the token behind it.
    call: Option<(usize, usize)>,
    /// Where the last argument was found.
    argument: usize,
}

impl<'a> Line<'a> {
    fn new(file: FileId, number: u32, text: &'a str) -> Line<'a> {
        Line {
            file,
            number,
            text,
            tokens: None,
            used: 0,
            next: 0,
            call: None,
            argument: 0,
        }
    }

    /// Does the piece stand in the original line exactly where it stands in the new one?
    fn same(&self, piece: &str, column: u32) -> bool {
        self.tokens.is_none()
            && self
                .text
                .get(column as usize - 1..)
                .is_some_and(|rest| rest.starts_with(piece))
    }

    /// Segments for a piece of this line.
    fn align(&mut self, piece: &str, segment: Segment, out: &mut Vec<Segment>) {
        let tokens = self.tokens.take().unwrap_or_else(|| {
            let tokens = lex_with_comments(self.text);
            self.next = tokens.partition_point(|token| token.end as usize <= self.used);
            tokens
        });
        let new = lex(piece);
        for (i, token) in new.iter().enumerate() {
            let text = token.of(piece);
            let following = new.get(i + 1).map(|t| t.of(piece));
            let place = self.find(&tokens, text, token.kind, following);
            let (column, len) = match place {
                Some(at) => (tokens[at].start + 1, tokens[at].end - tokens[at].start),
                None => (segment.column + token.start, token.end - token.start),
            };
            let whole = place.is_some_and(|at| tokens[at].of(self.text) != text);
            let offset = segment.offset + token.start;
            match out.last_mut() {
                // The same shift as the token before: one segment for both.
                Some(last)
                    if i > 0
                        && !last.whole
                        && !whole
                        && column > last.column
                        && column - last.column == offset - last.offset =>
                {
                    last.len = column - last.column + len;
                }
                _ => out.push(Segment {
                    offset,
                    column,
                    len,
                    whole,
                    ..segment
                }),
            }
        }
        self.tokens = Some(tokens);
    }

    /// The token of the original that the new token comes from.
    fn find(
        &mut self,
        tokens: &[Token],
        text: &str,
        kind: TokenKind,
        following: Option<&str>,
    ) -> Option<usize> {
        let word = |at: usize| tokens.get(at).map(|t| t.of(self.text));
        if self.call.is_none() {
            if word(self.next) == Some(text) {
                self.next += 1;
                return Some(self.next - 1);
            }
            if tokens
                .get(self.next)
                .is_some_and(|t| t.kind == TokenKind::Word)
            {
                self.call = Some((self.next, behind_call(tokens, self.text, self.next)));
                self.argument = self.next + 1;
            } else {
                let window = self.next..tokens.len().min(self.next + MAX_ARGUMENT);
                let found = window.into_iter().find(|&at| word(at) == Some(text))?;
                self.next = found + 1;
                return Some(found);
            }
        }
        let (name, behind) = self.call?;
        // Behind the call, if what follows fits too, or may come out of another macro.
        let next = tokens.get(behind + 1);
        let fits = following.is_none()
            || word(behind + 1) == following
            || (behind == name + 1 && next.is_some_and(|t| t.kind == TokenKind::Word));
        if word(behind) == Some(text) && fits {
            self.call = None;
            self.next = behind + 1;
            return Some(behind);
        }
        if kind != TokenKind::Punct || !matches!(text, "(" | ")" | "," | ";" | "{" | "}") {
            let arguments = name + 1..behind.min(name + MAX_ARGUMENT);
            let from_here = self.argument.max(name + 1)..arguments.end;
            if let Some(at) = from_here
                .chain(arguments)
                .find(|&at| word(at) == Some(text))
            {
                self.argument = at + 1;
                return Some(at);
            }
        }
        Some(name)
    }
}

/// The token behind a macro call: behind the name, or behind its arguments.
fn behind_call(tokens: &[Token], text: &str, name: usize) -> usize {
    if tokens.get(name + 1).map(|t| t.of(text)) != Some("(") {
        return name + 1;
    }
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(name + 1) {
        match token.of(text) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The tokens of a line of the original, without its comments.
fn lex_with_comments(text: &str) -> Vec<Token> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    let mut quote = None;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(_)) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (byte @ (b'"' | b'\''), None) => quote = Some(byte),
            (b'/', None) if bytes[at..].starts_with(b"//") => bytes[at..].fill(b' '),
            (b'/', None) if bytes[at..].starts_with(b"/*") => {
                let len = bytes[at + 2..].windows(2).position(|w| w == b"*/");
                let end = len.map_or(bytes.len(), |len| at + 2 + len + 2);
                bytes[at..end].fill(b' ');
            }
            _ => {}
        }
        at += 1;
    }
    // Comments are cut out whole, so that what is left is text.
    lex(&String::from_utf8(bytes).unwrap_or_default())
}

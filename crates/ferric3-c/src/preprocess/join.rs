//! Several preprocessed files in one text, one behind the other, so that there is one space of
//! offsets and one table of files. Each of them is still parsed and checked as a unit of its own.

use ferric3_ivl::{FileId, Span};
use rustc_hash::FxHashMap;

use ferric3_ivl::SourceFile;

use super::{Preprocessed, Segment};

impl Preprocessed {
    /// Append a text that is ours, with places in a file of its own.
    pub(crate) fn append_text(&mut self, name: &str, text: &str) {
        self.text.push('\n');
        self.packing.end(self.text.len());
        let file = self.sources.files.push(SourceFile {
            name: name.to_owned(),
            text: Some(text.to_owned()),
        });
        for (line, content) in (1..).zip(text.lines()) {
            self.map.push(Segment {
                offset: self.text.len() as u32,
                file,
                line,
                column: 1,
                len: content.len().max(1) as u32,
                whole: false,
            });
            self.text.push_str(content);
            self.text.push('\n');
        }
    }

    /// Append another file; where its text begins.
    pub(crate) fn append(&mut self, other: Preprocessed) -> usize {
        self.text.push('\n');
        let start = self.text.len();
        let known: FxHashMap<String, FileId> = (self.sources.files.iter_enumerated())
            .map(|(id, file)| (file.name.clone(), id))
            .collect();
        // Headers that both include are one file.
        let numbers: Vec<FileId> = (other.sources.files.iter())
            .map(|file| match known.get(&file.name) {
                Some(&id) => id,
                None => self.sources.files.push(file.clone()),
            })
            .collect();
        let number = |file: FileId| numbers[file.index()];
        let moved = |span: Span| Span {
            file: number(span.file),
            ..span
        };
        for segment in other.map.segments() {
            self.map.push(Segment {
                offset: segment.offset + start as u32,
                file: number(segment.file),
                ..*segment
            });
        }
        self.mains.extend(other.mains.into_iter().map(number));
        self.warnings
            .extend(other.warnings.into_iter().map(|mut warning| {
                warning.span = warning.span.map(moved);
                warning
            }));
        let obstacles = other.obstacles.into_iter();
        self.obstacles
            .extend(obstacles.map(|(span, what)| (moved(span), what)));
        self.packing.append(start, other.packing);
        self.text.push_str(&other.text);
        start
    }
}

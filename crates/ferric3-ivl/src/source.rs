//! Where something stands in the source.

use crate::{Idx, IdxVec};

/// A source file.
pub type FileId = Idx<SourceFile>;

/// A source file as the user knows it (before preprocessing).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Name as given or as found in a line marker.
    pub name: String,
    /// Its text, where it could be read; only for showing lines in diagnostics.
    pub text: Option<String>,
}

/// A stretch of one line of a source file. Lines and columns count from 1; columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// File.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 where only the line is known.
    pub column: u32,
    /// Length in bytes on that line, at least 1.
    pub len: u32,
}

/// All source files of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The files; the first one is the file that was checked.
    pub files: IdxVec<SourceFile>,
}

impl Sources {
    /// The text of a line without its line end.
    pub fn line_text(&self, file: FileId, line: u32) -> Option<&str> {
        let text = self.files[file].text.as_deref()?;
        text.lines().nth((line as usize).checked_sub(1)?)
    }

    /// `file:line:column`, or `file:line` where the column is unknown.
    pub fn place(&self, span: Span) -> String {
        let name = &self.files[span.file].name;
        match span.column {
            0 => format!("{name}:{}", span.line),
            column => format!("{name}:{}:{column}", span.line),
        }
    }
}

//! The text with its probes, with line markers, so that a compiler speaks of the original files.

use std::fmt::Write;

use ferric3_ivl::{FileId, Sources};

use crate::preprocess::Original;

/// A text that is put in.
pub(super) struct Insert {
    /// Where, in the original text.
    pub(super) at: usize,
    /// What. It has no line breaks.
    pub(super) text: String,
}

/// What stands before everything else.
const PRELUDE: &str = include_str!("prelude.c");

/// The original text with texts put in, behind the definitions of probes. Those at the same place keep their order.
pub(super) fn with_probes(original: &Original, sources: &Sources, inserts: Vec<Insert>) -> String {
    let head = format!("# 1 \"<probes>\"\n{PRELUDE}");
    emit(original, sources, inserts, head)
}

/// The original text with line markers.
pub(super) fn without_probes(original: &Original, sources: &Sources) -> String {
    emit(original, sources, Vec::new(), String::new())
}

fn emit(
    original: &Original,
    sources: &Sources,
    mut inserts: Vec<Insert>,
    mut out: String,
) -> String {
    inserts.sort_by_key(|insert| insert.at);
    let mut inserts = inserts.into_iter().peekable();
    let mut pragmas = original.pragmas.iter().peekable();
    let mut segments = original.map.segments().iter().peekable();
    // Where a compiler believes to be.
    let mut here: Option<(FileId, u32)> = None;
    let mut start = 0;
    for line in original.text.split_inclusive('\n') {
        let end = start + line.len();
        let mut marked = false;
        while let Some((_, pragma)) = pragmas.next_if(|(at, _)| *at < end) {
            let _ = writeln!(out, "#pragma {pragma}");
            marked = true;
        }
        let mut first = None;
        while let Some(segment) = segments.next_if(|segment| (segment.offset as usize) < end) {
            first.get_or_insert((segment.file, segment.line));
        }
        if let Some(place) = first {
            if marked || here != Some(place) {
                let name = sources.files[place.0]
                    .name
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"");
                let _ = writeln!(out, "# {} \"{name}\"", place.1);
            }
            here = Some(place);
        } else if marked {
            here = None;
        }
        let mut copied = start;
        while let Some(insert) = inserts.next_if(|insert| insert.at < end) {
            out.push_str(&original.text[copied..insert.at]);
            out.push_str(&insert.text);
            copied = insert.at;
        }
        out.push_str(&original.text[copied..end]);
        here = here.map(|(file, line)| (file, line + 1));
        start = end;
    }
    for insert in inserts {
        out.push_str(&insert.text);
    }
    out.push('\n');
    out
}

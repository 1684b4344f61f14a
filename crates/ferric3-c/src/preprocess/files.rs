//! The table of source files while the text is put together.

use std::path::{Path, PathBuf};

use ferric3_ivl::{FileId, Idx, SourceFile, Sources};
use rustc_hash::FxHashMap;

/// Larger files are not shown in diagnostics.
const MAX_SHOWN: u64 = 32 << 20;

/// Source files, found by name.
#[derive(Debug)]
pub(super) struct Files {
    sources: Sources,
    by_name: FxHashMap<String, FileId>,
    folder: PathBuf,
    main_name: String,
}

impl Files {
    /// The table with the file that is checked. `compiled` says that line markers come from our
    /// own run of the compiler, so that the name in them means this very file; otherwise it means
    /// what this file was made from, even if that has the same name.
    pub(super) fn new(name: &str, bytes: &[u8], compiled: bool) -> Files {
        let mut sources = Sources::default();
        let main = sources.files.push(SourceFile {
            name: name.to_owned(),
            text: Some(shown(bytes)),
        });
        let mut by_name = FxHashMap::default();
        if compiled {
            by_name.insert(name.to_owned(), main);
        }
        let folder = Path::new(name)
            .parent()
            .map(Path::to_owned)
            .unwrap_or_default();
        Files {
            sources,
            by_name,
            folder,
            main_name: name.to_owned(),
        }
    }

    /// The file that is checked.
    pub(super) fn main(&self) -> FileId {
        Idx::new(0)
    }

    /// The file of that name; its text is read if it can be.
    pub(super) fn intern(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let text = if name == self.main_name {
            None
        } else {
            self.read(name)
        };
        let id = self.sources.files.push(SourceFile {
            name: name.to_owned(),
            text,
        });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    fn read(&self, name: &str) -> Option<String> {
        if name.starts_with('<') || name.contains('\0') {
            return None;
        }
        [PathBuf::from(name), self.folder.join(name)]
            .iter()
            .find_map(|path| {
                let meta = std::fs::metadata(path).ok()?;
                let readable = meta.is_file() && meta.len() <= MAX_SHOWN;
                readable.then(|| std::fs::read(path).ok().map(|bytes| shown(&bytes)))?
            })
    }

    /// The files in order.
    pub(super) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Give a text to a file that has none.
    pub(super) fn set_text(&mut self, file: FileId, text: String) {
        self.sources.files[file].text.get_or_insert(text);
    }

    /// The finished table.
    pub(super) fn into_sources(self) -> Sources {
        self.sources
    }
}

/// Bytes as text for showing. A byte that is not part of UTF-8 text becomes one `?`, so that
/// columns, which count bytes, stay right.
fn shown(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

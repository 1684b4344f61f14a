//! Scopes and name spaces (6.2.1, 6.2.3): what a name means at a place.

use rustc_hash::FxHashMap;

use super::hir::{FunctionId, ObjectId};
use super::types::{EnumId, QualType, RecordId, TypeId};

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    /// A variable.
    Object(ObjectId),
    /// A function.
    Function(FunctionId),
    /// A type name.
    Typedef(QualType),
    /// An enumeration constant: its bits and its type.
    Constant(u128, TypeId),
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    /// A structure or union.
    Record(RecordId),
    /// An enumeration.
    Enum(EnumId),
}

/// One name space: a stack of meanings for each name, and what each open scope has added.
#[derive(Debug)]
struct Names<'a, T> {
    meanings: FxHashMap<&'a str, Vec<(u32, T)>>,
    added: Vec<Vec<&'a str>>,
    /// The names at file scope that belong to all units, with their meanings.
    common: Vec<(&'a str, T)>,
}

impl<'a, T: Copy> Names<'a, T> {
    fn new() -> Self {
        Names {
            meanings: FxHashMap::default(),
            added: vec![Vec::new()],
            common: Vec::new(),
        }
    }

    fn begin_units(&mut self) {
        let names = self.added.first().into_iter().flatten();
        let meaning = |name: &&'a str| Some((*name, self.get(name)?.1));
        self.common = names.filter_map(meaning).collect();
    }

    fn leave_unit(&mut self) {
        for name in self.added.first_mut().into_iter().flat_map(|a| a.drain(..)) {
            if let Some(stack) = self.meanings.get_mut(name) {
                stack.pop();
            }
        }
        for (name, meaning) in self.common.clone() {
            self.set(name, meaning);
        }
    }

    fn depth(&self) -> u32 {
        self.added.len() as u32 - 1
    }

    fn enter(&mut self) {
        self.added.push(Vec::new());
    }

    fn leave(&mut self) {
        for name in self.added.pop().unwrap_or_default() {
            if let Some(stack) = self.meanings.get_mut(name) {
                stack.pop();
            }
        }
    }

    /// What the innermost scope has declared.
    fn innermost(&self) -> impl Iterator<Item = (&'a str, T)> {
        let names = self.added.last().into_iter().flatten();
        names.filter_map(|name| Some((*name, self.get(name)?.1)))
    }

    /// The innermost meaning and the depth of its scope.
    fn get(&self, name: &str) -> Option<(u32, T)> {
        self.meanings.get(name)?.last().copied()
    }

    /// Give the name a meaning in the innermost scope.
    fn set(&mut self, name: &'a str, meaning: T) {
        let depth = self.depth();
        let stack = self.meanings.entry(name).or_default();
        match stack.last_mut() {
            Some(last) if last.0 == depth => last.1 = meaning,
            _ => {
                stack.push((depth, meaning));
                if let Some(added) = self.added.last_mut() {
                    added.push(name);
                }
            }
        }
    }
}

/// What a list of parameters declares beside them. If a body follows, its outermost block begins at that list
/// (6.2.1 §4), and sees all of it.
#[derive(Default, Debug)]
pub(crate) struct BesideParams<'a> {
    constants: Vec<(&'a str, Entry)>,
    tags: Vec<(&'a str, Tag)>,
    /// Hidden variables for sizes of arrays: they are evaluated when the body is entered, and without a body
    /// never (6.7.6.2 §5).
    pub(crate) lengths: Vec<ObjectId>,
    /// Do these sizes have side effects?
    pub(crate) size_effects: bool,
}

/// All names that can be seen.
#[derive(Debug)]
pub(crate) struct Scopes<'a> {
    ordinary: Names<'a, Entry>,
    tags: Names<'a, Tag>,
    /// Functions and variables with linkage, also those whose declaration is out of scope.
    pub(crate) linked: FxHashMap<&'a str, Entry>,
}

impl<'a> Scopes<'a> {
    /// File scope only.
    pub(crate) fn new() -> Scopes<'a> {
        Scopes {
            ordinary: Names::new(),
            tags: Names::new(),
            linked: FxHashMap::default(),
        }
    }

    /// What was declared so far belongs to all units.
    pub(crate) fn begin_units(&mut self) {
        self.ordinary.begin_units();
        self.tags.begin_units();
    }

    /// Forget what a unit has declared.
    pub(crate) fn leave_unit(&mut self) {
        self.ordinary.leave_unit();
        self.tags.leave_unit();
    }

    /// Open a block.
    pub(crate) fn enter(&mut self) {
        self.ordinary.enter();
        self.tags.enter();
    }

    /// Close a block.
    pub(crate) fn leave(&mut self) {
        self.ordinary.leave();
        self.tags.leave();
    }

    /// Close the scope of a list of parameters.
    pub(crate) fn leave_params(&mut self) -> BesideParams<'a> {
        let ordinary = self.ordinary.innermost();
        let beside = BesideParams {
            constants: ordinary
                .filter(|(_, entry)| matches!(entry, Entry::Constant(..)))
                .collect(),
            tags: self.tags.innermost().collect(),
            ..BesideParams::default()
        };
        self.leave();
        beside
    }

    /// Open the outermost block of the function that a list of parameters belongs to.
    pub(crate) fn enter_body(&mut self, beside: &BesideParams<'a>) {
        self.enter();
        for &(name, constant) in &beside.constants {
            self.declare(name, constant);
        }
        for &(name, tag) in &beside.tags {
            self.declare_tag(name, tag);
        }
    }

    /// Is the file scope the innermost one?
    pub(crate) fn at_file_scope(&self) -> bool {
        self.ordinary.depth() == 0
    }

    /// What an identifier stands for.
    pub(crate) fn lookup(&self, name: &str) -> Option<Entry> {
        self.ordinary.get(name).map(|(_, entry)| entry)
    }

    /// What an identifier stands for by a declaration in the innermost scope.
    pub(crate) fn lookup_here(&self, name: &str) -> Option<Entry> {
        let (depth, entry) = self.ordinary.get(name)?;
        (depth == self.ordinary.depth()).then_some(entry)
    }

    /// What identifiers stand for at file scope, in the order of their declarations.
    pub(crate) fn at_file(&self) -> impl Iterator<Item = (&'a str, Entry)> {
        let names = self.ordinary.added.first().into_iter().flatten();
        names.filter_map(|name| {
            let (_, entry) = self.ordinary.meanings.get(name)?.first()?;
            Some((*name, *entry))
        })
    }

    /// Declare an identifier in the innermost scope.
    pub(crate) fn declare(&mut self, name: &'a str, entry: Entry) {
        self.ordinary.set(name, entry);
    }

    /// What a tag stands for.
    pub(crate) fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.tags.get(name).map(|(_, tag)| tag)
    }

    /// What a tag stands for by a declaration in the innermost scope.
    pub(crate) fn lookup_tag_here(&self, name: &str) -> Option<Tag> {
        let (depth, tag) = self.tags.get(name)?;
        (depth == self.tags.depth()).then_some(tag)
    }

    /// Declare a tag in the innermost scope.
    pub(crate) fn declare_tag(&mut self, name: &'a str, tag: Tag) {
        self.tags.set(name, tag);
    }

    /// The visible name that is most like `name`, if one is much like it.
    pub(crate) fn closest(&self, name: &str) -> Option<&'a str> {
        let visible = self
            .ordinary
            .meanings
            .iter()
            .filter(|(_, stack)| !stack.is_empty());
        closest(name, visible.map(|(&other, _)| other))
    }
}

/// The candidate that is most like `name`, if one is much like it; the first in order of the
/// alphabet among equals.
pub fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = match name.len() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    candidates
        .filter(|other| other.len().abs_diff(name.len()) <= most && !other.starts_with("__"))
        .map(|other| (edit_distance(name.as_bytes(), other.as_bytes()), other))
        .filter(|(distance, other)| *distance <= most && *distance < other.len().max(name.len()))
        .min()
        .map(|(_, other)| other)
}

fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

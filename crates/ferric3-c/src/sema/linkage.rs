//! Several translation units (6.2.2): what is kept apart between them, and what is one.
//!
//! Units are checked one after the other, in one store of types, variables and functions. Names with
//! external linkage stay when a unit ends, all others go. A structure, union or enumeration that two
//! units declare in the same words at file scope is one type, as 6.2.7 wants compatible types to be;
//! that its members have the same types, too, is checked. Types that are declared in other words are
//! different ones: if a name with linkage has such a type, that is a conflict, unless the types are
//! the same but for the names of members ([`agree`](super::agree)).

use rustc_hash::{FxHashMap, FxHashSet};

use super::Sema;
use super::hir::{FunctionId, ObjectId, Range, UnitNames};
use super::scope::{Entry, Tag};
use super::types::{Field, RecordId};
use crate::preprocess::lex::{TokenKind, lex};

/// Which of several definitions of a function counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    /// Only for being inlined (6.7.4).
    Inline,
    /// With the attribute `weak`: the one that stands in if nobody defines the function without it, and the
    /// first one of several.
    Weak,
    /// As functions are defined.
    Strong,
}

/// What is known about units.
#[derive(Default)]
pub(crate) struct Linkage<'a> {
    /// Is there more than one unit?
    pub(super) several: bool,
    /// The number of the unit that is checked.
    unit: u32,
    /// Names with internal linkage in it.
    internal: Vec<&'a str>,
    /// What these names mean elsewhere, with external linkage.
    hidden: Vec<(&'a str, Entry)>,
    /// Where functions are defined, in which unit and how.
    functions: FxHashMap<FunctionId, (u32, Strength)>,
    /// The functions that this unit declares as `weak`.
    weak: FxHashSet<FunctionId>,
    /// Where variables are defined.
    objects: FxHashMap<ObjectId, (u32, Range)>,
    /// The tagged types of all units, by kind and tag, with the words of their definitions.
    tagged: FxHashMap<String, Vec<(Tag, Option<String>)>>,
    /// The types without a tag, by their words, in order.
    untagged: FxHashMap<String, Vec<Tag>>,
    /// How many of these were seen in this unit.
    seen: FxHashMap<String, usize>,
    /// The words of the definitions of tagged types in this unit.
    definitions: FxHashMap<String, String>,
    /// The records that this unit has completed, or seen completed.
    completed: FxHashSet<RecordId>,
    /// The pairs of types of two units that were told apart, or found to be the same.
    pub(super) compared: FxHashSet<(RecordId, RecordId)>,
    /// The names for the linker that this unit gives to others.
    pub(super) symbols: FxHashMap<&'a str, &'a str>,
    /// Names for the linker that mean versions of functions of the library, with the names of these.
    pub(super) versions: Vec<(&'a str, &'a str)>,
    /// The number of the first function that was declared by this unit.
    pub(super) first_function: u32,
}

impl Linkage<'_> {
    /// For one unit or several.
    pub(super) fn new(several: bool) -> Self {
        Linkage {
            several,
            ..Linkage::default()
        }
    }
}

impl<'a> Sema<'a> {
    /// A unit begins whose text begins there.
    pub(super) fn begin_unit(&mut self, text: std::ops::Range<usize>) {
        if self.linkage.several {
            let source = self.source;
            self.linkage.definitions = definitions(source.text.get(text).unwrap_or(""));
        }
    }

    /// A unit ends: what it declared is forgotten, but for names with external linkage.
    pub(super) fn end_unit(&mut self) {
        self.scopes.leave_unit();
        for name in self.linkage.internal.drain(..) {
            self.scopes.linked.remove(name);
        }
        for (name, entry) in self.linkage.hidden.drain(..) {
            self.scopes.linked.insert(name, entry);
        }
        self.linkage.unit += 1;
        self.linkage.seen.clear();
        self.linkage.weak.clear();
        self.linkage.completed.clear();
        self.linkage.symbols.clear();
        self.linkage.first_function = self.functions.len() as u32;
    }

    /// What names mean at the end of a unit.
    pub(super) fn unit_names(&self) -> UnitNames {
        let mut names = UnitNames::default();
        for (name, entry) in self.scopes.at_file() {
            let owned = name.to_owned();
            match entry {
                Entry::Object(id) => {
                    let is_internal = self.linkage.internal.contains(&name);
                    names.objects.push((owned, id, is_internal));
                }
                Entry::Function(id) => names.functions.push((owned, id)),
                Entry::Typedef(ty) => names.types.push((owned, ty)),
                Entry::Constant(bits, ty) => {
                    names.constants.push((owned, self.signed_value(bits, ty)));
                }
            }
        }
        names
    }

    /// A name is declared with internal linkage.
    pub(super) fn declare_internal(&mut self, name: &'a str) {
        if self.linkage.internal.contains(&name) {
            return;
        }
        if self.linkage.several
            && self.scopes.lookup_here(name).is_none()
            && let Some(entry) = self.scopes.linked.remove(name)
        {
            self.linkage.hidden.push((name, entry));
        }
        self.linkage.internal.push(name);
    }

    /// This unit declares a function as `weak`.
    pub(super) fn declare_weak(&mut self, id: FunctionId) {
        self.functions[id.0 as usize].weak = true;
        self.linkage.weak.insert(id);
    }

    /// How a function is defined here.
    pub(super) fn strength(&self, id: FunctionId, is_inline: bool) -> Strength {
        match is_inline {
            true => Strength::Inline,
            false if self.linkage.weak.contains(&id) => Strength::Weak,
            false => Strength::Strong,
        }
    }

    /// A function that has a body is defined again. Is that allowed, and if so, does the new body count?
    pub(super) fn another_definition(&self, id: FunctionId, strength: Strength) -> Option<bool> {
        let &(unit, before) = self.linkage.functions.get(&id)?;
        if unit == self.linkage.unit {
            return None;
        }
        match (before, strength) {
            // Which of them is called is left open; they must do the same.
            (Strength::Inline, _) => Some(strength != Strength::Inline),
            (_, Strength::Inline | Strength::Weak) => Some(false),
            (Strength::Weak, Strength::Strong) => Some(true),
            (Strength::Strong, Strength::Strong) => None,
        }
    }

    /// A function is defined here.
    pub(super) fn define_function(&mut self, id: FunctionId, strength: Strength) {
        if self.linkage.several {
            let unit = self.linkage.unit;
            self.linkage.functions.insert(id, (unit, strength));
        }
    }

    /// A variable with linkage is defined here. In which other place was it before?
    fn define_object(&mut self, id: ObjectId, range: Range) -> Option<Range> {
        if !self.linkage.several {
            return None;
        }
        let unit = self.linkage.unit;
        let (first, place) = *self.linkage.objects.entry(id).or_insert((unit, range));
        (first != unit).then_some(place)
    }

    /// A variable with external linkage is defined in one unit (6.9 §5).
    pub(super) fn defined_once(&mut self, id: ObjectId, name: &str, range: Range) {
        if let Some(before) = self.define_object(id, range) {
            let place = self.source.sources.place(self.place(before));
            self.error_hint(
                range,
                format!("`{name}` is defined in two files"),
                format!("the other definition is at {place}"),
            );
        }
    }

    /// Report a conflict with a declaration before.
    pub(super) fn conflict(&mut self, range: Range, message: String, before: Range) {
        match self.elsewhere(before) {
            Some(hint) => self.error_hint(range, message, hint),
            None => self.error(range, message),
        }
    }

    /// Where a name with linkage was declared before, for the hint of a message about a conflict
    /// between files.
    fn elsewhere(&self, before: Range) -> Option<String> {
        let place = self.source.sources.place(self.place(before));
        let is_needed = self.linkage.several;
        is_needed.then(|| {
            format!(
                "the declaration before is at {place}; a type that several files define must be \
                 defined in the same words"
            )
        })
    }

    /// The type of another unit that is the same as one with this tag, which this unit declares at
    /// file scope. `new` makes it otherwise.
    pub(super) fn shared_tag(
        &mut self,
        kind: &str,
        tag: &str,
        new: impl FnOnce(&mut Self) -> Tag,
    ) -> Tag {
        if !self.linkage.several || !self.scopes.at_file_scope() {
            return new(self);
        }
        let key = format!("{kind} {tag}");
        let words = self.linkage.definitions.get(&key).cloned();
        let known = self.linkage.tagged.entry(key.clone()).or_default();
        let fits = |other: &Option<String>| match (&words, other) {
            (Some(words), Some(other)) => words == other,
            _ => true,
        };
        // An incomplete type could be any of several.
        let mut fitting = known.iter_mut().filter(|(_, other)| fits(other));
        if let (Some((found, other)), None) = (fitting.next(), fitting.next()) {
            if other.is_none() {
                *other = words;
            }
            return *found;
        }
        let tag = new(self);
        let known = self.linkage.tagged.entry(key).or_default();
        known.push((tag, words));
        tag
    }

    /// The same for a type without a tag.
    pub(super) fn shared_untagged(
        &mut self,
        range: Range,
        new: impl FnOnce(&mut Self) -> Tag,
    ) -> Tag {
        if !self.linkage.several || !self.scopes.at_file_scope() {
            return new(self);
        }
        let words = words(self.text(range));
        let seen = self.linkage.seen.entry(words.clone()).or_default();
        let position = *seen;
        *seen += 1;
        let known = self.linkage.untagged.get(&words);
        if let Some(&tag) = known.and_then(|known| known.get(position)) {
            return tag;
        }
        let tag = new(self);
        self.linkage.untagged.entry(words).or_default().push(tag);
        tag
    }

    /// This unit completes a record. Has another one done so before?
    pub(super) fn completes_again(&mut self, id: RecordId) -> bool {
        self.linkage.several
            && self.linkage.completed.insert(id)
            && self.types.record(id).fields.is_some()
    }

    /// May this unit complete an enumeration although it is complete?
    pub(super) fn is_shared_enum(&self) -> bool {
        self.linkage.several && self.linkage.unit > 0 && self.scopes.at_file_scope()
    }
}

/// Are the members of two records the same?
pub(super) fn same_fields(a: &[Field], b: &[Field]) -> bool {
    let key = |field: &Field| {
        let Field {
            name,
            ty,
            bits,
            align,
            packed,
            range: _,
        } = field.clone();
        (name, ty, bits, align, packed)
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| key(a) == key(b))
}

/// A text as its words, whatever is between them.
fn words(text: &str) -> String {
    let tokens = lex(text);
    let words: Vec<&str> = tokens.iter().map(|token| token.of(text)).collect();
    words.join(" ")
}

/// The words of the first definition of each tagged type in a text.
fn definitions(text: &str) -> FxHashMap<String, String> {
    let tokens = lex(text);
    let word = |at: usize| tokens.get(at).map_or("", |token| token.of(text));
    let mut found: FxHashMap<String, String> = FxHashMap::default();
    let mut ends: FxHashMap<usize, usize> = FxHashMap::default();
    let mut open = Vec::new();
    for at in 0..tokens.len() {
        match word(at) {
            "{" => open.push(at),
            "}" => {
                if let Some(start) = open.pop() {
                    ends.insert(start, at);
                }
            }
            _ => {}
        }
    }
    for at in 0..tokens.len() {
        let kind = word(at);
        if matches!(kind, "struct" | "union" | "enum")
            && tokens
                .get(at + 1)
                .is_some_and(|t| t.kind == TokenKind::Word)
            && let Some(&end) = ends.get(&(at + 2))
        {
            let body: Vec<&str> = (at + 2..=end).map(word).collect();
            let key = format!("{kind} {}", word(at + 1));
            found.entry(key).or_insert_with(|| body.join(" "));
        }
    }
    found
}

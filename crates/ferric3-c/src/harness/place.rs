//! Parts of objects: their names, their types, and the scalars that they are made of.

use super::access::Part;
use crate::sema::hir::Range;
use crate::sema::types::{ArrayLen, QualType, RecordId, RecordKind, Type, TypeId, Types};

/// One word of a name such as `sensor.raw[2]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    /// `.name`
    Member(String),
    /// `[2]`
    Index(u64),
}

/// A scalar part of an object.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Which one, in words.
    pub(super) words: Vec<Word>,
    /// The members that lead there.
    pub(super) fields: Vec<(RecordId, usize)>,
    /// Its type, with all qualifiers on the way.
    pub(super) ty: QualType,
    /// Its width, if it is a bit-field.
    pub(super) bits: Option<u32>,
    /// Where the innermost member is declared, if it is one.
    pub(super) range: Option<Range>,
}

impl Leaf {
    /// The words as C, to be put behind the name of the object.
    pub(super) fn suffix(&self) -> String {
        suffix(&self.words)
    }
}

/// Words as C.
pub(super) fn suffix(words: &[Word]) -> String {
    let word = |word: &Word| match word {
        Word::Member(name) => format!(".{name}"),
        Word::Index(n) => format!("[{n}]"),
    };
    words.iter().map(word).collect()
}

/// Why a part cannot be given values.
pub(super) struct Unmade {
    /// Which one.
    pub(super) words: Vec<Word>,
    /// What it is.
    pub(super) what: String,
    /// Where it is declared, if it is a member.
    pub(super) range: Option<Range>,
}

/// The type of a part.
pub(super) fn step(types: &Types, ty: TypeId, part: &Part) -> Option<QualType> {
    match (types.get(ty), part) {
        (Type::Record(id), Part::Member(record, position)) if id == record => {
            let fields = types.record(*id).fields.as_ref()?;
            Some(fields.get(*position)?.ty)
        }
        (Type::Array(element, _), Part::Element(_)) => Some(*element),
        _ => None,
    }
}

/// The part that a word names, through members without a name.
pub(super) fn find(types: &Types, ty: TypeId, word: &Word) -> Option<Vec<Part>> {
    match (types.get(ty), word) {
        (Type::Array(_, ArrayLen::Known(len)), Word::Index(n)) if n < len => {
            Some(vec![Part::Element(Some(*n))])
        }
        (Type::Record(id), Word::Member(name)) => {
            let fields = types.record(*id).fields.as_ref()?;
            for (position, field) in fields.iter().enumerate() {
                if field.name.as_ref() == Some(name) {
                    return Some(vec![Part::Member(*id, position)]);
                }
                if field.name.is_none()
                    && let Some(inner) = find(types, field.ty.ty, word)
                {
                    let mut path = vec![Part::Member(*id, position)];
                    path.extend(inner);
                    return Some(path);
                }
            }
            None
        }
        _ => None,
    }
}

/// Finds the scalars of a part.
pub(super) struct Leaves<'t> {
    pub(super) types: &'t Types,
    pub(super) found: Vec<Leaf>,
    pub(super) unmade: Vec<Unmade>,
    words: Vec<Word>,
    fields: Vec<(RecordId, usize)>,
    range: Option<Range>,
}

/// More scalars than this are not listed one by one.
pub(super) const MOST_LEAVES: usize = 4096;

impl<'t> Leaves<'t> {
    /// The scalars of the part of an object that a path leads to; of all elements, where it says any.
    pub(super) fn of(types: &'t Types, ty: QualType, path: &[Part]) -> Leaves<'t> {
        let mut leaves = Leaves {
            types,
            found: Vec::new(),
            unmade: Vec::new(),
            words: Vec::new(),
            fields: Vec::new(),
            range: None,
        };
        leaves.walk(ty, None, path);
        leaves
    }

    fn walk(&mut self, ty: QualType, bits: Option<u32>, path: &[Part]) {
        if self.found.len() > MOST_LEAVES || self.unmade.len() > MOST_LEAVES {
            return;
        }
        let types = self.types;
        match types.get(ty.ty) {
            Type::Array(element, ArrayLen::Known(len)) => {
                let (wanted, rest) = match path {
                    [Part::Element(wanted), rest @ ..] => (*wanted, rest),
                    _ => (None, path),
                };
                let element = element.with(ty.quals);
                for n in (0..*len).filter(|n| wanted.is_none_or(|wanted| wanted == *n)) {
                    self.words.push(Word::Index(n));
                    self.walk(element, None, rest);
                    self.words.pop();
                    if self.found.len() > MOST_LEAVES {
                        return;
                    }
                }
            }
            Type::Record(id) => self.record(*id, ty, path),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                self.found.push(Leaf {
                    words: self.words.clone(),
                    fields: self.fields.clone(),
                    ty,
                    bits,
                    range: self.range,
                });
            }
            Type::Array(..) => self.give_up("an array whose length is not known here"),
            Type::Complex(_) => self.give_up("a complex number"),
            Type::Vector(..) => self.give_up("a vector"),
            Type::Void | Type::Function(_) | Type::Error => self.give_up("no object"),
        }
    }

    fn record(&mut self, id: RecordId, ty: QualType, path: &[Part]) {
        let record = self.types.record(id);
        let Some(fields) = &record.fields else {
            return self.give_up("a structure whose members are not known here");
        };
        let (only, rest) = match path {
            [Part::Member(_, only), rest @ ..] => (Some(*only), rest),
            _ => (None, path),
        };
        let only = match (record.kind, only) {
            (RecordKind::Union, None) => match self.covering(id) {
                Some(position) => Some(position),
                None if fields.is_empty() => return,
                None => {
                    return self
                        .give_up("a union without a member that all of its bytes belong to");
                }
            },
            (_, only) => only,
        };
        for (position, field) in fields.iter().enumerate() {
            let is_wanted = only.is_none_or(|only| only == position) && field.is_initialised();
            if !is_wanted {
                continue;
            }
            let outer = self.range.replace(field.range);
            self.fields.push((id, position));
            self.words.extend(field.name.clone().map(Word::Member));
            self.walk(field.ty.with(ty.quals), field.bits, rest);
            if field.name.is_some() {
                self.words.pop();
            }
            self.fields.pop();
            self.range = outer;
        }
    }

    /// A member of a union whose values are all values of the union: an integer or an array of integers that is
    /// as large as the union.
    fn covering(&self, id: RecordId) -> Option<usize> {
        let record = self.types.record(id);
        let covers = |ty: TypeId| {
            let mut ty = ty;
            while let Type::Array(element, _) = self.types.get(ty) {
                ty = element.ty;
            }
            matches!(self.types.get(ty), Type::Int(_) | Type::Enum(_))
        };
        let mut fields = record.fields.iter().flatten();
        fields.position(|field| {
            field.bits.is_none()
                && field.name.is_some()
                && self.types.size_of(field.ty.ty) == Some(record.layout.size)
                && covers(field.ty.ty)
        })
    }

    fn give_up(&mut self, what: &str) {
        self.unmade.push(Unmade {
            words: self.words.clone(),
            what: what.to_owned(),
            range: self.range,
        });
    }
}

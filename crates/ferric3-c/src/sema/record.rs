//! Structures, unions and enumerations (6.7.2.1 to 6.7.2.3).

use lang_c::ast::{self, StructDeclaration, StructField, StructKind};
use lang_c::span::Node;
use rustc_hash::FxHashSet;

use super::constant::{sign_extend, truncate};
use super::hir::Range;
use super::linkage::same_fields;
use super::scope::{Entry, Tag};
use super::specifier::Attributes;
use super::types::{
    ArrayLen, EnumId, Field, IntKind, QualType, RecordId, RecordKind, Type, TypeId, Types,
};
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// `struct s`, `struct s { … }` and the same with `union`.
    pub(crate) fn record_specifier(
        &mut self,
        node: &'a Node<ast::StructType>,
        alone: bool,
    ) -> TypeId {
        let kind = match node.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let range = range_of(node);
        let defines = node.node.declarations.is_some();
        let id = match &node.node.identifier {
            Some(tag) => self.tagged_record(&tag.node.name, kind, defines || alone, range),
            None => {
                if !defines {
                    self.error(
                        range,
                        "a structure or union needs a tag or a list of members",
                    );
                }
                let new = |sema: &mut Self| Tag::Record(sema.types.new_record(kind, None));
                match self.shared_untagged(range, new) {
                    Tag::Record(id) => id,
                    Tag::Enum(_) => self.types.new_record(kind, None),
                }
            }
        };
        if let Some(declarations) = &node.node.declarations {
            if self.completes_again(id) {
                let fields = self.fields(declarations, kind);
                let known = self.types.record(id).fields.as_deref().unwrap_or(&[]);
                if !same_fields(&fields, known) {
                    let message = "another file defines this type in the same words, but its \
                                   members have other types";
                    self.error(range, message);
                }
            } else if self.types.record(id).fields.is_some() {
                let tag = self.types.record(id).tag.clone().unwrap_or_default();
                self.error(range, format!("redefinition of `{tag}`"));
            } else {
                let fields = self.fields(declarations, kind);
                // GCC lays the record out at its closing brace.
                let brace = self.text(range).rfind('}').unwrap_or(0);
                let pack = self.source.packing.at(range.start as usize + brace);
                let record = self.types.record_mut(id);
                record.fields = Some(fields);
                record.pack = pack;
                self.types.lay_out(id);
                self.not_too_large(id, range);
            }
        }
        self.types.intern(Type::Record(id))
    }

    /// As for GCC, half of the address space is the most that an object can have; and places in it are counted in bits
    /// of 64-bit numbers here, which is less on machines with as many.
    fn not_too_large(&mut self, id: RecordId, range: Range) {
        let most = (u64::MAX >> (65 - self.types.pointer_width())).min(u64::MAX / 8 - 1);
        if self.types.record(id).layout.size > most {
            self.error(
                range,
                "this structure or union is too large for the address space",
            );
        }
    }

    fn tagged_record(
        &mut self,
        tag: &'a str,
        kind: RecordKind,
        here: bool,
        range: Range,
    ) -> RecordId {
        let found = if here {
            self.scopes.lookup_tag_here(tag)
        } else {
            self.scopes.lookup_tag(tag)
        };
        match found {
            Some(Tag::Record(id)) if self.types.record(id).kind == kind => return id,
            Some(_) => self.error(range, format!("`{tag}` is another kind of tag")),
            None => {}
        }
        let word = match kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let new = |sema: &mut Self| Tag::Record(sema.types.new_record(kind, Some(tag.to_owned())));
        let shared = self.shared_tag(word, tag, new);
        self.scopes.declare_tag(tag, shared);
        match shared {
            Tag::Record(id) => id,
            Tag::Enum(_) => self.types.new_record(kind, Some(tag.to_owned())),
        }
    }

    fn fields(
        &mut self,
        declarations: &'a [Node<StructDeclaration>],
        kind: RecordKind,
    ) -> Vec<Field> {
        let mut fields = Vec::new();
        for (i, declaration) in declarations.iter().enumerate() {
            match &declaration.node {
                StructDeclaration::Field(field) => {
                    let last = i + 1 == declarations.len() || kind == RecordKind::Union;
                    self.field(field, last, &mut fields);
                }
                StructDeclaration::StaticAssert(assert) => self.static_assert(assert),
            }
        }
        self.check_field_names(
            &fields,
            declarations.first().map(range_of).unwrap_or_default(),
        );
        fields
    }

    fn check_field_names(&mut self, fields: &[Field], range: Range) {
        let mut seen = FxHashSet::default();
        for name in fields.iter().filter_map(|f| f.name.as_deref()) {
            if !seen.insert(name) {
                self.error(range, format!("two members have the name `{name}`"));
            }
        }
    }

    fn field(&mut self, node: &'a Node<StructField>, last: bool, fields: &mut Vec<Field>) {
        let range = range_of(node);
        let specifiers = self.specifier_qualifiers(&node.node.specifiers, range);
        if node.node.declarators.is_empty() {
            // An anonymous structure or union (6.7.2.1 §13); with a tag it declares no member.
            if let Type::Record(r) = self.types.get(specifiers.ty.ty)
                && self.types.record(*r).tag.is_none()
            {
                fields.push(Field {
                    name: None,
                    ty: specifiers.ty,
                    bits: None,
                    align: specifiers.attributes.align,
                    packed: specifiers.attributes.packed,
                    range,
                });
            }
            return;
        }
        for declarator in &node.node.declarators {
            let range = range_of(declarator);
            let mut attributes = specifiers.attributes.clone();
            let mut name = None;
            let mut ty = self.attributed_type(specifiers.ty, &attributes);
            if let Some(inner) = &declarator.node.declarator {
                let declared = self.declarator(ty, inner);
                (ty, name) = (declared.ty, declared.name);
                attributes.merge(declared.attributes);
            }
            let bits = declarator.node.bit_width.as_ref().and_then(|width| {
                let bits = self.constant_size(width)?;
                self.checked_bit_width(bits, ty, name.is_some(), range_of(width))
            });
            let flexible =
                last && matches!(self.types.get(ty.ty), Type::Array(_, ArrayLen::Incomplete));
            if !self.types.is_complete(ty.ty) && !flexible {
                let shown = self.types.show(ty);
                self.error(
                    range,
                    format!("a member cannot have the incomplete type `{shown}`"),
                );
                ty = QualType::plain(Types::ERROR);
            } else if self.types.size_of(ty.ty).is_none() && !flexible {
                // GNU C: the members behind it have no constant offsets.
                let obstacles = &mut self.obstacles;
                obstacles.push((range, "member of variable size".into()));
            }
            if name.is_none() && bits.is_none() {
                continue;
            }
            fields.push(Field {
                name: name.map(|(name, _)| name.to_owned()),
                ty,
                bits,
                align: attributes.align,
                packed: attributes.packed,
                range,
            });
        }
    }

    fn checked_bit_width(
        &mut self,
        bits: u64,
        ty: QualType,
        named: bool,
        range: Range,
    ) -> Option<u32> {
        let most = match self.types.get(ty.ty) {
            Type::Bool => 1,
            _ if self.types.is_integer(ty.ty) => self.types.scalar_width(ty.ty)?,
            _ => {
                let shown = self.types.show(ty);
                self.error(range, format!("a bit-field cannot have type `{shown}`"));
                return None;
            }
        };
        if bits > u64::from(most) {
            self.error(
                range,
                format!("a bit-field of {bits} bits is wider than its type"),
            );
            return Some(most);
        }
        if bits == 0 && named {
            self.error(range, "a bit-field of no bits cannot have a name");
        }
        Some(bits as u32)
    }

    /// `enum e`, `enum e { … }`.
    pub(crate) fn enum_specifier(&mut self, node: &'a Node<ast::EnumType>, alone: bool) -> TypeId {
        let range = range_of(node);
        let defines = !node.node.enumerators.is_empty();
        let id = match &node.node.identifier {
            Some(tag) => self.tagged_enum(&tag.node.name, defines || alone, range),
            None => {
                let new = |sema: &mut Self| Tag::Enum(sema.types.new_enum(None));
                match self.shared_untagged(range, new) {
                    Tag::Enum(id) => id,
                    Tag::Record(_) => self.types.new_enum(None),
                }
            }
        };
        if defines {
            if self.types.enumeration(id).repr.is_some() && !self.is_shared_enum() {
                let tag = self.types.enumeration(id).tag.clone().unwrap_or_default();
                self.error(range, format!("redefinition of `enum {tag}`"));
            }
            self.enumerators(id, &node.node.enumerators);
        }
        self.types.intern(Type::Enum(id))
    }

    fn tagged_enum(&mut self, tag: &'a str, here: bool, range: Range) -> EnumId {
        let found = if here {
            self.scopes.lookup_tag_here(tag)
        } else {
            self.scopes.lookup_tag(tag)
        };
        match found {
            Some(Tag::Enum(id)) => return id,
            Some(Tag::Record(_)) => self.error(range, format!("`{tag}` is another kind of tag")),
            None => {}
        }
        let new = |sema: &mut Self| Tag::Enum(sema.types.new_enum(Some(tag.to_owned())));
        let shared = self.shared_tag("enum", tag, new);
        self.scopes.declare_tag(tag, shared);
        match shared {
            Tag::Enum(id) => id,
            Tag::Record(_) => self.types.new_enum(Some(tag.to_owned())),
        }
    }

    /// Constants that fit have type `int`; GCC gives the others the type of the enumeration,
    /// which is `unsigned int` if no constant is negative, and wider if it must.
    fn enumerators(&mut self, id: EnumId, list: &'a [Node<ast::Enumerator>]) {
        let mut next: i128 = 0;
        let mut values = Vec::with_capacity(list.len());
        for node in list {
            if let Some(e) = &node.node.expression
                && let Some((bits, ty)) = self.integer_constant_expression(e)
            {
                next = self.signed_value(bits, ty);
            }
            let name = &node.node.identifier.node.name;
            if self.scopes.lookup_here(name).is_some() {
                self.error(
                    range_of(&node.node.identifier),
                    format!("redefinition of `{name}`"),
                );
            }
            // Later enumerators may use it already.
            let fits = i32::try_from(next).is_ok();
            let kind = if fits {
                IntKind::Int
            } else {
                IntKind::LongLong
            };
            let bits = truncate(next as u128, kind.width(self.types.model));
            self.scopes
                .declare(name, Entry::Constant(bits, Types::int(kind)));
            values.push((name, next));
            next = next.wrapping_add(1);
        }
        let least = values.iter().map(|(_, v)| *v).min().unwrap_or(0);
        let most = values.iter().map(|(_, v)| *v).max().unwrap_or(0);
        let repr = self.enum_repr(least, most, IntKind::Int);
        self.types.enumeration_mut(id).repr = Some(repr);
        self.types.enumeration_mut(id).bounds = (least, most);
        for (name, value) in values {
            if i32::try_from(value).is_err() {
                let bits = truncate(value as u128, repr.width(self.types.model));
                self.scopes
                    .declare(name, Entry::Constant(bits, Types::int(repr)));
            }
        }
    }

    /// The first type from `from` on that holds the values.
    fn enum_repr(&self, least: i128, most: i128, from: IntKind) -> IntKind {
        let ranks = [
            IntKind::SChar,
            IntKind::Short,
            IntKind::Int,
            IntKind::Long,
            IntKind::LongLong,
        ];
        for signed in ranks.into_iter().filter(|k| k.rank() >= from.rank()) {
            let width = signed.width(self.types.model);
            if least >= 0 && most as u128 == truncate(most as u128, width) {
                return signed.to_unsigned();
            }
            let fits = |v: i128| sign_extend(v as u128, width) == v;
            if least < 0 && fits(least) && fits(most) {
                return signed;
            }
        }
        IntKind::Int128
    }

    /// Attributes behind the closing brace of a structure, union or enumeration.
    pub(crate) fn apply_to_tagged(&mut self, ty: TypeId, attributes: &Attributes) {
        match *self.types.get(ty) {
            Type::Record(id) => {
                let record = self.types.record_mut(id);
                record.packed |= attributes.packed;
                record.transparent |= attributes.transparent;
                record.align = record.align.max(attributes.align);
                if record.fields.is_some() {
                    self.types.lay_out(id);
                }
            }
            Type::Enum(id) if attributes.packed => self.pack_enum(id),
            _ => {}
        }
    }

    /// A packed enumeration takes the smallest type; its constants keep theirs.
    fn pack_enum(&mut self, id: EnumId) {
        let (least, most) = self.types.enumeration(id).bounds;
        let repr = self.enum_repr(least, most, IntKind::SChar);
        self.types.enumeration_mut(id).repr = Some(repr);
    }
}

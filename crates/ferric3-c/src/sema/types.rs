//! C types (6.2.5): interned, so that equal types have equal ids.

use super::hir::Range;
use rustc_hash::FxHashMap;

use super::hir::ObjectId;
pub(crate) use super::kinds::{FloatKind, IntKind};
use crate::{DataModel, Dialect};

/// A handle to a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct TypeId(u32);

impl TypeId {
    /// A number that no other type has.
    pub(crate) fn index(self) -> u32 {
        self.0
    }
}

/// A handle to a structure or union type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RecordId(u32);

/// A handle to an enumerated type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EnumId(u32);

/// Type qualifiers (6.7.3). `restrict` changes no meaning here and is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Quals {
    /// `const`.
    pub(crate) is_const: bool,
    /// `volatile`.
    pub(crate) is_volatile: bool,
    /// `_Atomic`.
    pub(crate) is_atomic: bool,
    /// The attribute `may_alias` of GNU C: objects of any type may be accessed.
    pub(crate) may_alias: bool,
}

impl Quals {
    /// All qualifiers of both.
    pub(crate) fn union(self, other: Quals) -> Quals {
        Quals {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_atomic: self.is_atomic || other.is_atomic,
            may_alias: self.may_alias || other.may_alias,
        }
    }

    /// Are the qualifiers of the standard the same?
    pub(crate) fn same_as(self, other: Quals) -> bool {
        let of = |quals: Quals| (quals.is_const, quals.is_volatile, quals.is_atomic);
        of(self) == of(other)
    }
}

/// A type with qualifiers and, where an attribute asks for one, an alignment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct QualType {
    /// The unqualified type.
    pub(crate) ty: TypeId,
    /// Its qualifiers.
    pub(crate) quals: Quals,
    /// Alignment given by an attribute of a typedef, in bytes; 0 where there is none.
    pub(crate) align: u32,
}

impl QualType {
    /// The type without qualifiers.
    pub(crate) fn plain(ty: TypeId) -> QualType {
        QualType {
            ty,
            quals: Quals::default(),
            align: 0,
        }
    }

    /// The same with more qualifiers.
    pub(crate) fn with(self, quals: Quals) -> QualType {
        QualType {
            quals: self.quals.union(quals),
            ..self
        }
    }
}

/// Number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ArrayLen {
    /// A constant.
    Known(u64),
    /// `[]`
    Incomplete,
    /// Only known at run time: the value of a hidden variable; none for `[*]`.
    Variable(Option<ObjectId>),
}

/// A function type (6.7.6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionType {
    /// What it returns.
    pub(crate) result: QualType,
    /// Parameter types, adjusted; meaningless without a prototype.
    pub(crate) params: Vec<QualType>,
    /// Is it a prototype, `f(void)` rather than `f()`?
    pub(crate) prototype: bool,
    /// Does it end in `...`?
    pub(crate) variadic: bool,
}

/// A type without qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    /// Stands in after an error; fits everywhere.
    Error,
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// An integer type.
    Int(IntKind),
    /// An enumerated type.
    Enum(EnumId),
    /// A real floating type.
    Float(FloatKind),
    /// A complex type.
    Complex(FloatKind),
    /// A pointer.
    Pointer(QualType),
    /// An array.
    Array(QualType, ArrayLen),
    /// A function.
    Function(Box<FunctionType>),
    /// A structure or union.
    Record(RecordId),
    /// A GNU vector: element type and size in bytes.
    Vector(TypeId, u64),
}

/// A member of a structure or union (6.7.2.1).
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Its name; none for an anonymous record and for an unnamed bit-field.
    pub(crate) name: Option<String>,
    /// Its type.
    pub(crate) ty: QualType,
    /// Width of a bit-field.
    pub(crate) bits: Option<u32>,
    /// `aligned` attribute or `_Alignas`, in bytes.
    pub(crate) align: Option<u64>,
    /// `packed` attribute of its own.
    pub(crate) packed: bool,
    /// Where it is declared.
    pub(crate) range: Range,
}

impl Field {
    /// Does it take a value from an initialiser? Unnamed bit-fields do not (6.7.9 §9).
    pub(crate) fn is_initialised(&self) -> bool {
        self.name.is_some() || self.bits.is_none()
    }
}

/// Structure or union?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// Sizes of a complete record.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordLayout {
    /// Size in bytes.
    pub(crate) size: u64,
    /// Alignment in bytes.
    pub(crate) align: u64,
    /// Offset of each field in bits.
    pub(crate) offsets: Vec<u64>,
}

/// A structure or union type.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// Structure or union.
    pub(crate) kind: RecordKind,
    /// Its tag.
    pub(crate) tag: Option<String>,
    /// Its members, once it is complete.
    pub(crate) fields: Option<Vec<Field>>,
    /// `packed` attribute.
    pub(crate) packed: bool,
    /// `transparent_union` attribute.
    pub(crate) transparent: bool,
    /// `aligned` attribute, in bytes.
    pub(crate) align: Option<u64>,
    /// `#pragma pack`: the greatest alignment of a member, in bytes.
    pub(crate) pack: Option<u64>,
    /// Sizes, once it is complete.
    pub(crate) layout: RecordLayout,
}

/// An enumerated type.
#[derive(Clone, Debug)]
pub(crate) struct EnumType {
    /// Its tag.
    pub(crate) tag: Option<String>,
    /// The integer type that it is compatible with; none while it is incomplete.
    pub(crate) repr: Option<IntKind>,
    /// Its least and its greatest constant.
    pub(crate) bounds: (i128, i128),
}

/// The store of types.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    /// Sizes of the basic types.
    pub(crate) model: DataModel,
    /// What the language is like.
    pub(crate) dialect: Dialect,
    types: Vec<Type>,
    table: FxHashMap<Type, TypeId>,
    records: Vec<Record>,
    enums: Vec<EnumType>,
}

impl Types {
    /// A store with the basic types.
    pub(crate) fn new(model: DataModel, dialect: Dialect) -> Types {
        let mut types = Types {
            model,
            dialect,
            types: Vec::new(),
            table: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
        };
        // The order gives the constants below their meaning.
        types.intern(Type::Error);
        types.intern(Type::Void);
        types.intern(Type::Bool);
        for kind in IntKind::ALL {
            types.intern(Type::Int(kind));
        }
        types
    }

    /// The type that stands in after an error.
    pub(crate) const ERROR: TypeId = TypeId(0);
    /// `void`.
    pub(crate) const VOID: TypeId = TypeId(1);
    /// `_Bool`.
    pub(crate) const BOOL: TypeId = TypeId(2);
    /// `int`.
    pub(crate) const INT: TypeId = Types::int(IntKind::Int);

    /// An integer type.
    pub(crate) const fn int(kind: IntKind) -> TypeId {
        TypeId(3 + kind as u32)
    }

    /// The id of a type.
    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.table.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.table.insert(ty, id);
        id
    }

    /// The type behind an id.
    pub(crate) fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// A pointer to a type.
    pub(crate) fn pointer_to(&mut self, target: QualType) -> TypeId {
        self.intern(Type::Pointer(target))
    }

    /// An array of a type.
    pub(crate) fn array_of(&mut self, element: QualType, len: ArrayLen) -> TypeId {
        self.intern(Type::Array(element, len))
    }

    /// A type with more qualifiers. Those of an array are those of its elements (6.7.3 §9).
    pub(crate) fn qualified(&mut self, ty: QualType, quals: Quals) -> QualType {
        match *self.get(ty.ty) {
            Type::Array(element, len) if quals != Quals::default() => {
                let element = self.qualified(element, quals);
                QualType {
                    ty: self.array_of(element, len),
                    ..ty
                }
            }
            _ => ty.with(quals),
        }
    }

    /// A floating type.
    pub(crate) fn float(&mut self, kind: FloatKind) -> TypeId {
        self.intern(Type::Float(kind))
    }

    /// A new structure or union type, incomplete.
    pub(crate) fn new_record(&mut self, kind: RecordKind, tag: Option<String>) -> RecordId {
        let id = RecordId(self.records.len() as u32);
        let layout = RecordLayout::default();
        self.records.push(Record {
            kind,
            tag,
            fields: None,
            packed: false,
            transparent: false,
            align: None,
            pack: None,
            layout,
        });
        id
    }

    /// All structures and unions.
    pub(crate) fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        (0..).map(RecordId).zip(&self.records)
    }

    /// A structure or union.
    pub(crate) fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// A structure or union, to change.
    pub(crate) fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// A new enumerated type, incomplete.
    pub(crate) fn new_enum(&mut self, tag: Option<String>) -> EnumId {
        let id = EnumId(self.enums.len() as u32);
        self.enums.push(EnumType {
            tag,
            repr: None,
            bounds: (0, 0),
        });
        id
    }

    /// An enumerated type.
    pub(crate) fn enumeration(&self, id: EnumId) -> &EnumType {
        &self.enums[id.0 as usize]
    }

    /// An enumerated type, to change.
    pub(crate) fn enumeration_mut(&mut self, id: EnumId) -> &mut EnumType {
        &mut self.enums[id.0 as usize]
    }
}

/// Questions about a type.
impl Types {
    /// `size_t`.
    pub(crate) fn size_t(&self) -> TypeId {
        Types::int(match self.model {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        })
    }

    /// `ptrdiff_t`.
    pub(crate) fn ptrdiff_t(&self) -> TypeId {
        Types::int(match self.model {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        })
    }

    /// `wchar_t`.
    pub(crate) fn wchar_t(&self) -> TypeId {
        Types::int(match self.model {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        })
    }

    /// Width of pointers in bits.
    pub(crate) fn pointer_width(&self) -> u32 {
        match self.model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// The integer kind of an integer type or complete enumeration; not of `_Bool`.
    pub(crate) fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.get(id) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(e) => Some(self.enumeration(*e).repr.unwrap_or(IntKind::UInt)),
            _ => None,
        }
    }

    /// Width in bits of an integer or pointer as it is stored.
    pub(crate) fn scalar_width(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Bool => Some(8),
            Type::Pointer(_) => Some(self.pointer_width()),
            _ => self.int_kind(id).map(|kind| kind.width(self.model)),
        }
    }

    /// Is it a signed integer type?
    pub(crate) fn is_signed(&self, id: TypeId) -> bool {
        let unsigned_char = self.dialect.unsigned_char;
        let kind = self.int_kind(id);
        kind.is_some_and(|kind| kind.signed() && !(unsigned_char && kind == IntKind::Char))
    }

    /// Is it an integer type?
    pub(crate) fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Int(_) | Type::Enum(_))
    }

    /// Is it a real or complex floating type?
    pub(crate) fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Float(_) | Type::Complex(_))
    }

    /// Is it an arithmetic type?
    pub(crate) fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_float(id)
    }

    /// Is it a scalar type?
    pub(crate) fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.pointee(id).is_some()
    }

    /// What it points to, if it is a pointer.
    pub(crate) fn pointee(&self, id: TypeId) -> Option<QualType> {
        match self.get(id) {
            Type::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// Its function type, if it is one.
    pub(crate) fn function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.get(id) {
            Type::Function(f) => Some(f),
            _ => None,
        }
    }

    /// Is it a complete object type?
    pub(crate) fn is_complete(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Array(_, ArrayLen::Incomplete) => false,
            Type::Array(element, _) => self.is_complete(element.ty),
            Type::Record(r) => self.record(*r).fields.is_some(),
            Type::Enum(e) => self.enumeration(*e).repr.is_some(),
            _ => true,
        }
    }

    /// Is it, or has it a part that is, a variable-length array?
    pub(crate) fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Array(_, ArrayLen::Variable(_)) => true,
            Type::Array(target, _) | Type::Pointer(target) => self.is_variably_modified(target.ty),
            _ => false,
        }
    }
}

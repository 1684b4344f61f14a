//! Declaration specifiers (6.7): the part before the declarators.

use lang_c::ast::{
    self, AlignmentSpecifier, DeclarationSpecifier, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::hir::Range;
use super::layout::BIGGEST_ALIGNMENT;
use super::scope::Entry;
use super::types::{FloatKind, IntKind, QualType, Quals, Type, TypeId, Types};
use super::{Sema, range_of};
use crate::preprocess::unsupported_attribute;
use crate::preprocess::{AUTO_TYPE, INT128};

/// What the attributes of a declaration ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// `packed`
    pub(crate) packed: bool,
    /// `aligned`, in bytes.
    pub(crate) align: Option<u64>,
    /// `mode`
    mode: Option<(Mode, Range)>,
    /// `vector_size`, in bytes.
    vector: Option<u64>,
    /// `may_alias`
    pub(crate) may_alias: bool,
    /// `noreturn`
    pub(crate) noreturn: bool,
    /// `inline`
    pub(crate) inline: bool,
    /// `gnu_inline`
    pub(crate) gnu_inline: bool,
    /// `transparent_union`
    pub(crate) transparent: bool,
    /// `weak`
    pub(crate) weak: bool,
    /// `cleanup`: the function.
    pub(crate) cleanup: Option<(String, Range)>,
}

/// What the attribute `mode` says, by the names of GCC's machine modes.
#[derive(Clone, Copy, Debug)]
enum Mode {
    /// An integer of so many bits.
    Integer(u32),
    /// A real number.
    Float(FloatKind),
    /// A vector, a complex number, a fraction.
    Other,
}

/// What the specifiers say.
#[derive(Clone, Debug)]
pub(crate) struct Specifiers {
    /// The type.
    pub(crate) ty: QualType,
    /// The storage class.
    pub(crate) storage: Option<StorageClassSpecifier>,
    /// Attributes and `_Alignas`.
    pub(crate) attributes: Attributes,
}

/// One specifier of a declaration or of a type name.
enum Specifier<'a> {
    Type(&'a Node<TypeSpecifier>),
    Qualifier(&'a TypeQualifier),
    Storage(&'a Node<StorageClassSpecifier>),
    Alignment(&'a AlignmentSpecifier),
    Extensions(&'a [Node<Extension>]),
    Function(&'a FunctionSpecifier),
}

/// Counts of the keywords that make up an arithmetic type.
#[derive(Default)]
struct Words {
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    signed: u32,
    unsigned: u32,
    float: u32,
    double: u32,
    complex: u32,
    int128: u32,
}

impl<'a> Sema<'a> {
    /// The specifiers of a declaration. `alone` says that no declarator follows, so that
    /// `struct s;` declares a new tag.
    pub(crate) fn specifiers(
        &mut self,
        list: &'a [Node<DeclarationSpecifier>],
        range: Range,
        alone: bool,
    ) -> Specifiers {
        // Where the type comes from the initialiser, the caller puts it in.
        let auto = is_auto(list) && !alone;
        let list = list.iter().filter(|node| !auto || !is_type(&node.node));
        let list = list.map(|node| match &node.node {
            DeclarationSpecifier::StorageClass(s) => Specifier::Storage(s),
            DeclarationSpecifier::TypeSpecifier(t) => Specifier::Type(t),
            DeclarationSpecifier::TypeQualifier(q) => Specifier::Qualifier(&q.node),
            DeclarationSpecifier::Function(f) => Specifier::Function(&f.node),
            DeclarationSpecifier::Alignment(a) => Specifier::Alignment(&a.node),
            DeclarationSpecifier::Extension(e) => Specifier::Extensions(e),
        });
        if auto {
            let error = Some(QualType::plain(Types::ERROR));
            return self.all_specifiers(list, error, range, alone);
        }
        self.all_specifiers(list, None, range, alone)
    }

    /// The specifiers of a type name or of a member.
    pub(crate) fn specifier_qualifiers(
        &mut self,
        list: &'a [Node<SpecifierQualifier>],
        range: Range,
    ) -> Specifiers {
        let list = list.iter().map(|node| match &node.node {
            SpecifierQualifier::TypeSpecifier(t) => Specifier::Type(t),
            SpecifierQualifier::TypeQualifier(q) => Specifier::Qualifier(&q.node),
            SpecifierQualifier::Extension(e) => Specifier::Extensions(e),
        });
        self.all_specifiers(list, None, range, false)
    }

    fn all_specifiers(
        &mut self,
        list: impl Iterator<Item = Specifier<'a>>,
        inferred: Option<QualType>,
        range: Range,
        alone: bool,
    ) -> Specifiers {
        let mut words = Words::default();
        let mut named = inferred;
        let mut quals = Quals::default();
        let mut storage = None;
        let mut attributes = Attributes::default();
        let mut after_tag = false;
        for specifier in list {
            let was_after_tag = std::mem::take(&mut after_tag);
            match specifier {
                Specifier::Type(node) => {
                    if words.add(&node.node) {
                        continue;
                    }
                    after_tag =
                        matches!(node.node, TypeSpecifier::Struct(_) | TypeSpecifier::Enum(_));
                    let ty = self.type_specifier(node, alone);
                    if named.replace(ty).is_some() {
                        self.error(range_of(node), "two types in one declaration");
                    }
                }
                Specifier::Qualifier(q) => add_qualifier(&mut quals, q),
                Specifier::Storage(node) => {
                    // `_Thread_local` stands beside another storage class.
                    if node.node == StorageClassSpecifier::ThreadLocal {
                        continue;
                    }
                    if storage.replace(node.node.clone()).is_some() {
                        self.error(range_of(node), "two storage classes in one declaration");
                    }
                }
                Specifier::Alignment(a) => self.alignment(a, &mut attributes),
                Specifier::Extensions(list) => match named {
                    // Directly behind the closing brace they belong to the type.
                    Some(ty) if was_after_tag => {
                        let found = self.attributes(list);
                        self.apply_to_tagged(ty.ty, &found);
                        after_tag = true;
                    }
                    _ => {
                        let found = self.attributes(list);
                        attributes.merge(found);
                    }
                },
                Specifier::Function(FunctionSpecifier::Noreturn) => attributes.noreturn = true,
                Specifier::Function(FunctionSpecifier::Inline) => attributes.inline = true,
            }
        }
        let ty = self.combine(&words, named, range);
        let ty = self.types.qualified(ty, quals);
        Specifiers {
            ty,
            storage,
            attributes,
        }
    }

    /// The type that the keywords make (6.7.2).
    fn combine(&mut self, words: &Words, named: Option<QualType>, range: Range) -> QualType {
        if let Some(ty) = named {
            // `_Float16 _Complex`
            if let (Type::Float(kind), 1) = (self.types.get(ty.ty), words.complex) {
                let complex = Type::Complex(*kind);
                return QualType::plain(self.types.intern(complex));
            }
            if !words.is_empty() {
                self.error(range, "two types in one declaration");
            }
            return ty;
        }
        if words.signed > 0 && words.unsigned > 0 {
            self.error(range, "both `signed` and `unsigned` in one declaration");
        }
        if words.is_empty() {
            self.warn(range, "the type is missing and taken as `int`");
            return QualType::plain(Types::INT);
        }
        let kind = match words {
            Words { float: 1, .. } => Err(FloatKind::Float),
            Words {
                double: 1, long: 0, ..
            } => Err(FloatKind::Double),
            Words { double: 1, .. } => Err(FloatKind::LongDouble),
            Words { int128: 1, .. } => Ok(IntKind::Int128),
            Words {
                complex: 1,
                int: 0,
                char: 0,
                long: 0,
                short: 0,
                ..
            } => Err(FloatKind::Double),
            Words { complex: 1, .. } => {
                self.error(range, "complex integers are not supported");
                Ok(IntKind::Int)
            }
            Words {
                char: 1,
                signed: 0,
                unsigned: 0,
                ..
            } => Ok(IntKind::Char),
            Words { char: 1, .. } => Ok(IntKind::SChar),
            Words { short: 1, .. } => Ok(IntKind::Short),
            Words { long: 0, .. } => Ok(IntKind::Int),
            Words { long: 1, .. } => Ok(IntKind::Long),
            Words { long: 2, .. } => Ok(IntKind::LongLong),
            _ => {
                self.error(range, "these keywords make no type");
                Ok(IntKind::Int)
            }
        };
        QualType::plain(match kind {
            Ok(kind) if words.unsigned > 0 => Types::int(kind.to_unsigned()),
            Ok(kind) => Types::int(kind),
            Err(kind) if words.complex > 0 => self.types.intern(Type::Complex(kind)),
            Err(kind) => self.types.float(kind),
        })
    }

    fn type_specifier(&mut self, node: &'a Node<TypeSpecifier>, alone: bool) -> QualType {
        let range = range_of(node);
        QualType::plain(match &node.node {
            TypeSpecifier::Void => Types::VOID,
            TypeSpecifier::Bool => Types::BOOL,
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name);
                return ty.with(Quals {
                    is_atomic: true,
                    ..Quals::default()
                });
            }
            TypeSpecifier::Struct(s) => self.record_specifier(s, alone),
            TypeSpecifier::Enum(e) => self.enum_specifier(e, alone),
            TypeSpecifier::TypedefName(name) => {
                return match self.scopes.lookup(&name.node.name) {
                    Some(Entry::Typedef(ty)) => ty,
                    _ => {
                        self.error(range, format!("`{}` is not a type", name.node.name));
                        QualType::plain(Types::ERROR)
                    }
                };
            }
            TypeSpecifier::TypeOf(node) => {
                return match &node.node {
                    TypeOf::Type(name) => self.type_name(name),
                    // Not evaluated, and no lvalue conversion.
                    TypeOf::Expression(e) => self.expr(e).ty,
                };
            }
            TypeSpecifier::TS18661Float(format) => {
                if is_name(format, AUTO_TYPE) {
                    self.error_hint(
                        range,
                        "`__auto_type` needs one initialiser",
                        "name the type",
                    );
                    return QualType::plain(Types::ERROR);
                }
                let kind = self.extended_kind(format, range);
                self.types.float(kind)
            }
            // Keywords are counted, not looked at here.
            _ => Types::ERROR,
        })
    }

    fn alignment(&mut self, specifier: &'a AlignmentSpecifier, attributes: &mut Attributes) {
        let align = match specifier {
            AlignmentSpecifier::Type(name) => {
                let ty = self.type_name(name);
                Some(self.types.align_of(ty))
            }
            AlignmentSpecifier::Constant(e) => self.constant_size(e),
        };
        if align.is_some_and(|a| a > 0) {
            attributes.align = attributes.align.max(align);
        }
    }

    /// What the attributes say that matters for the meaning of a program.
    pub(crate) fn attributes(&mut self, list: &'a [Node<Extension>]) -> Attributes {
        let mut found = Attributes::default();
        for extension in list {
            let Extension::Attribute(attribute) = &extension.node else {
                continue;
            };
            let name = attribute.name.node.trim_matches('_');
            let argument = attribute.arguments.first();
            match name {
                "packed" => found.packed = true,
                "may_alias" => found.may_alias = true,
                "noreturn" => found.noreturn = true,
                "gnu_inline" => found.gnu_inline = true,
                "transparent_union" => found.transparent = true,
                "weak" => found.weak = true,
                "cleanup" => {
                    if let Some(ast::Expression::Identifier(f)) = argument.map(|a| &a.node) {
                        found.cleanup = Some((f.node.name.clone(), range_of(extension)));
                    }
                }
                "aligned" => {
                    found.align = match argument {
                        None => Some(BIGGEST_ALIGNMENT),
                        Some(e) => self.constant_size(e),
                    };
                }
                "vector_size" => found.vector = argument.and_then(|e| self.constant_size(e)),
                "mode" => {
                    let Some(ast::Expression::Identifier(mode)) = argument.map(|a| &a.node) else {
                        continue;
                    };
                    let range = range_of(mode);
                    found.mode = Some((self.mode(&mode.node.name), range));
                }
                _ => {}
            }
        }
        found
    }

    /// The type after the attributes `mode` and `vector_size` of its declarator.
    pub(crate) fn attributed_type(&mut self, ty: QualType, attributes: &Attributes) -> QualType {
        let mut ty = ty;
        if let Some((mode, range)) = attributes.mode {
            match self.type_of_mode(ty.ty, mode) {
                Some(of_mode) => ty.ty = of_mode,
                None => {
                    let what = unsupported_attribute("mode");
                    self.obstacles.push((range, what));
                }
            }
        }
        if let Some(size) = attributes.vector {
            ty.ty = self.types.intern(Type::Vector(ty.ty, size));
        }
        ty
    }

    fn mode(&self, name: &str) -> Mode {
        match name.trim_matches('_') {
            "QI" | "byte" => Mode::Integer(8),
            "HI" => Mode::Integer(16),
            "SI" => Mode::Integer(32),
            "DI" => Mode::Integer(64),
            "TI" => Mode::Integer(128),
            "word" | "pointer" | "unwind_word" => Mode::Integer(self.types.pointer_width()),
            "HF" => Mode::Float(FloatKind::Half),
            "SF" => Mode::Float(FloatKind::Float),
            "DF" => Mode::Float(FloatKind::Double),
            "XF" => Mode::Float(FloatKind::LongDouble),
            "TF" => Mode::Float(FloatKind::Quad),
            _ => Mode::Other,
        }
    }

    /// The type of a mode that is like `ty` otherwise.
    fn type_of_mode(&mut self, ty: TypeId, mode: Mode) -> Option<TypeId> {
        match (self.types.get(ty), mode) {
            (Type::Float(_), Mode::Float(kind)) => Some(self.types.float(kind)),
            (_, Mode::Integer(width)) => {
                let signed = self.types.int_kind(ty)?.signed();
                let of_width = |k: &&IntKind| {
                    k.signed() == signed
                        && **k != IntKind::Char
                        && k.width(self.types.model) == width
                };
                IntKind::ALL
                    .iter()
                    .find(of_width)
                    .map(|&kind| Types::int(kind))
            }
            _ => None,
        }
    }

    /// A type name (6.7.7).
    pub(crate) fn type_name(&mut self, name: &'a Node<ast::TypeName>) -> QualType {
        let range = range_of(name);
        let specifiers = self.specifier_qualifiers(&name.node.specifiers, range);
        let ty = self.attributed_type(specifiers.ty, &specifiers.attributes);
        match &name.node.declarator {
            Some(declarator) => self.declarator(ty, declarator).ty,
            None => ty,
        }
    }
}

impl Attributes {
    /// Both.
    pub(crate) fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.noreturn |= other.noreturn;
        self.inline |= other.inline;
        self.gnu_inline |= other.gnu_inline;
        self.transparent |= other.transparent;
        self.weak |= other.weak;
        self.cleanup = other.cleanup.or(self.cleanup.take());
        self.align = self.align.max(other.align);
        self.mode = other.mode.or(self.mode);
        self.vector = other.vector.or(self.vector);
    }
}

impl Words {
    /// Count a keyword; false if the specifier is not one of those counted.
    fn add(&mut self, specifier: &TypeSpecifier) -> bool {
        let count = match specifier {
            TypeSpecifier::Char => &mut self.char,
            TypeSpecifier::Short => &mut self.short,
            TypeSpecifier::Int => &mut self.int,
            TypeSpecifier::Long => &mut self.long,
            TypeSpecifier::Signed => &mut self.signed,
            TypeSpecifier::Unsigned => &mut self.unsigned,
            TypeSpecifier::Float => &mut self.float,
            TypeSpecifier::Double => &mut self.double,
            TypeSpecifier::Complex => &mut self.complex,
            TypeSpecifier::TS18661Float(format) if is_name(format, INT128) => &mut self.int128,
            _ => return false,
        };
        *count += 1;
        true
    }

    fn is_empty(&self) -> bool {
        let Words {
            char,
            short,
            int,
            long,
            signed,
            unsigned,
            float,
            double,
            complex,
            int128,
        } = self;
        char + short + int + long + signed + unsigned + float + double + complex + int128 == 0
    }
}

/// Is it the type that the preprocessor puts in for another one?
fn is_name(format: &ast::TS18661FloatType, name: &str) -> bool {
    format.format == ast::TS18661FloatFormat::DecimalExtended
        && name == format!("_Decimal{}x", format.width)
}

fn is_type(specifier: &DeclarationSpecifier) -> bool {
    matches!(specifier, DeclarationSpecifier::TypeSpecifier(_))
}

/// Do the specifiers ask for the type of the initialiser?
pub(crate) fn is_auto(list: &[Node<DeclarationSpecifier>]) -> bool {
    list.iter().any(|node| match &node.node {
        DeclarationSpecifier::TypeSpecifier(specifier) => match &specifier.node {
            TypeSpecifier::TS18661Float(format) => is_name(format, AUTO_TYPE),
            _ => false,
        },
        _ => false,
    })
}

/// Add a qualifier; the others have no meaning here.
pub(crate) fn add_qualifier(quals: &mut Quals, qualifier: &TypeQualifier) {
    match qualifier {
        TypeQualifier::Const => quals.is_const = true,
        TypeQualifier::Volatile => quals.is_volatile = true,
        TypeQualifier::Atomic => quals.is_atomic = true,
        _ => {}
    }
}

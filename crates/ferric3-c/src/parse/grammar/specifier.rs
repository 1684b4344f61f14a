//! Declaration specifiers (6.7.1 to 6.7.5), type names (6.7.7) and attributes.

use lang_c::ast::{
    AlignmentSpecifier, Attribute, DeclarationSpecifier, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeName,
    TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::words::{
    begins_type, is_assembler, is_attribute, is_extended_float, is_storage_or_function, is_typeof,
};
use super::{Parsed, Parser, TYPE};
use crate::preprocess::lex::TokenKind;

/// Which types were named before in a list of specifiers. The name of a type is one only if none
/// was (6.7.2 §2), and a declared name otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nothing,
    /// One that goes together with others, such as `unsigned`.
    Part,
    /// One that stands for itself, such as `void` or a structure.
    Whole,
}

impl Parser<'_> {
    /// Does the name of a type begin at a distance?
    pub(super) fn begins_type_ahead(&self, distance: usize) -> bool {
        let word = self.ahead(distance);
        begins_type(word)
            || is_typeof(word, self.ahead(distance + 1))
            || self.is_type_name_ahead(distance)
    }

    /// Does a declaration begin here?
    pub(super) fn begins_declaration(&mut self) -> bool {
        let begins = self.begins_type_ahead(0)
            || is_storage_or_function(self.word())
            || self.word() == "__extension__" && self.begins_type_ahead(1);
        if !begins {
            self.expected.push(TYPE);
        }
        begins
    }

    /// The specifiers of a declaration. Among them is at least one type, unless a pointer, a name with little
    /// behind it, or nothing follows: C90 takes `static *p;`, `f(register x)` and `typedef x;` for an `int`, and
    /// GCC does not mind `static;`.
    pub(super) fn declaration_specifiers(&mut self) -> Parsed<Vec<Node<DeclarationSpecifier>>> {
        let mut specifiers = Vec::new();
        let mut seen = Seen::Nothing;
        loop {
            let start = self.start();
            let specifier = if let Some(storage) = storage_class(self.word()) {
                self.advance();
                DeclarationSpecifier::StorageClass(self.node(start, storage))
            } else if let Some(function) = function_specifier(self.word()) {
                self.advance();
                DeclarationSpecifier::Function(self.node(start, function))
            } else if self.word() == "_Alignas" {
                let alignment = self.alignment()?;
                DeclarationSpecifier::Alignment(self.node(start, alignment))
            } else if let Some(qualifier) = self.type_qualifier() {
                DeclarationSpecifier::TypeQualifier(qualifier)
            } else if is_attribute(self.word()) {
                DeclarationSpecifier::Extension(self.attribute()?)
            } else if let Some(ty) = self.type_specifier(&mut seen)? {
                DeclarationSpecifier::TypeSpecifier(ty)
            } else {
                break;
            };
            specifiers.push(self.node(start, specifier));
        }
        let is_declared = self.is_name() && matches!(self.ahead(1), "," | ")" | ";");
        let may_lack = !specifiers.is_empty() && (matches!(self.word(), "*" | ";") || is_declared);
        if seen == Seen::Nothing && !may_lack {
            return self.missing(TYPE);
        }
        Ok(specifiers)
    }

    /// The specifiers and qualifiers of a member or of the name of a type.
    pub(super) fn specifier_qualifiers(&mut self) -> Parsed<Vec<Node<SpecifierQualifier>>> {
        let mut specifiers = Vec::new();
        let mut seen = Seen::Nothing;
        loop {
            let start = self.start();
            let specifier = if let Some(qualifier) = self.type_qualifier() {
                SpecifierQualifier::TypeQualifier(qualifier)
            } else if is_attribute(self.word()) {
                SpecifierQualifier::Extension(self.attribute()?)
            } else if let Some(ty) = self.type_specifier(&mut seen)? {
                SpecifierQualifier::TypeSpecifier(ty)
            } else {
                break;
            };
            specifiers.push(self.node(start, specifier));
        }
        if seen == Seen::Nothing {
            return self.missing(TYPE);
        }
        Ok(specifiers)
    }

    /// The name of a type.
    pub(super) fn type_name(&mut self) -> Parsed<Node<TypeName>> {
        let start = self.start();
        let specifiers = self.specifier_qualifiers()?;
        let declarator = self.abstract_declarator()?;
        let node = TypeName {
            specifiers,
            declarator,
        };
        Ok(self.node(start, node))
    }

    /// A type specifier, if one can stand here.
    fn type_specifier(&mut self, seen: &mut Seen) -> Parsed<Option<Node<TypeSpecifier>>> {
        let start = self.start();
        let word = self.word();
        if *seen == Seen::Whole {
            return Ok(None);
        }
        if let Some(part) = part_of_type(word) {
            *seen = Seen::Part;
            self.advance();
            return Ok(Some(self.node(start, part)));
        }
        if is_typeof(word, self.ahead(1)) {
            *seen = Seen::Part;
            let ty = self.type_of()?;
            return Ok(Some(self.node(start, ty)));
        }
        if *seen == Seen::Part {
            return Ok(None);
        }
        let ty = match word {
            "void" => {
                self.advance();
                TypeSpecifier::Void
            }
            "_Bool" => {
                self.advance();
                TypeSpecifier::Bool
            }
            "_Atomic" => {
                self.advance();
                self.expect("(")?;
                let ty = self.type_name()?;
                self.expect(")")?;
                TypeSpecifier::Atomic(ty)
            }
            "struct" | "union" => TypeSpecifier::Struct(self.record()?),
            "enum" => TypeSpecifier::Enum(self.enumeration()?),
            _ if self.is_type_name_ahead(0) => TypeSpecifier::TypedefName(self.identifier()?),
            _ => return Ok(None),
        };
        *seen = Seen::Whole;
        Ok(Some(self.node(start, ty)))
    }

    /// `typeof (…)`
    fn type_of(&mut self) -> Parsed<TypeSpecifier> {
        self.advance();
        self.expect("(")?;
        let start = self.start();
        let operand = if self.begins_type_ahead(0) {
            TypeOf::Type(self.type_name()?)
        } else {
            TypeOf::Expression(self.expression()?)
        };
        let operand = self.node(start, operand);
        self.expect(")")?;
        Ok(TypeSpecifier::TypeOf(operand))
    }

    /// `_Alignas (…)`
    fn alignment(&mut self) -> Parsed<AlignmentSpecifier> {
        self.advance();
        self.expect("(")?;
        let alignment = if self.begins_type_ahead(0) {
            AlignmentSpecifier::Type(self.type_name()?)
        } else {
            AlignmentSpecifier::Constant(Box::new(self.conditional()?))
        };
        self.expect(")")?;
        Ok(alignment)
    }

    /// A qualifier, if there is one.
    pub(super) fn type_qualifier(&mut self) -> Option<Node<TypeQualifier>> {
        let qualifier = match self.word() {
            "const" | "__const" => TypeQualifier::Const,
            "restrict" | "__restrict" | "__restrict__" => TypeQualifier::Restrict,
            "volatile" | "__volatile" | "__volatile__" => TypeQualifier::Volatile,
            // Before a parenthesis it is a specifier (6.7.2.4 §4).
            "_Atomic" if self.ahead(1) != "(" => TypeQualifier::Atomic,
            _ => return None,
        };
        let start = self.start();
        self.advance();
        Some(self.node(start, qualifier))
    }

    /// Attributes of GNU C, as many as there are.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut attributes = Vec::new();
        while is_attribute(self.word()) {
            attributes.extend(self.attribute()?);
        }
        Ok(attributes)
    }

    /// `__attribute__ ((…))`
    pub(super) fn attribute(&mut self) -> Parsed<Vec<Node<Extension>>> {
        self.advance();
        self.expect("(")?;
        self.expect("(")?;
        let mut attributes = Vec::new();
        while self.kind() == Some(TokenKind::Word) {
            let start = self.start();
            let name = self.word().to_owned();
            self.advance();
            let name = self.node(start, name);
            let arguments = match self.take("(") {
                true => self.arguments()?,
                false => Vec::new(),
            };
            let attribute = Extension::Attribute(Attribute { name, arguments });
            attributes.push(self.node(start, attribute));
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        self.expect(")")?;
        Ok(attributes)
    }

    /// What may follow a declarator in GNU C: its name for the linker, and attributes, also in front
    /// of that.
    pub(super) fn declarator_extensions(&mut self) -> Parsed<Vec<Node<Extension>>> {
        let mut extensions = self.attributes()?;
        if is_assembler(self.word()) {
            let start = self.start();
            self.advance();
            self.expect("(")?;
            let name = self.string()?;
            self.expect(")")?;
            extensions.push(self.node(start, Extension::AsmLabel(name)));
        }
        extensions.extend(self.attributes()?);
        Ok(extensions)
    }
}

fn storage_class(word: &str) -> Option<StorageClassSpecifier> {
    Some(match word {
        "typedef" => StorageClassSpecifier::Typedef,
        "extern" => StorageClassSpecifier::Extern,
        "static" => StorageClassSpecifier::Static,
        "_Thread_local" => StorageClassSpecifier::ThreadLocal,
        "auto" => StorageClassSpecifier::Auto,
        "register" => StorageClassSpecifier::Register,
        _ => return None,
    })
}

fn function_specifier(word: &str) -> Option<FunctionSpecifier> {
    Some(match word {
        "inline" | "__inline" | "__inline__" => FunctionSpecifier::Inline,
        "_Noreturn" => FunctionSpecifier::Noreturn,
        _ => return None,
    })
}

/// A type specifier that goes together with others.
fn part_of_type(word: &str) -> Option<TypeSpecifier> {
    Some(match word {
        "char" => TypeSpecifier::Char,
        "short" => TypeSpecifier::Short,
        "int" => TypeSpecifier::Int,
        "long" => TypeSpecifier::Long,
        "float" => TypeSpecifier::Float,
        "double" => TypeSpecifier::Double,
        "signed" | "__signed" | "__signed__" => TypeSpecifier::Signed,
        "unsigned" => TypeSpecifier::Unsigned,
        "_Complex" | "__complex" | "__complex__" => TypeSpecifier::Complex,
        _ if is_extended_float(word) => TypeSpecifier::TS18661Float(extended_float(word)?),
        _ => return None,
    })
}

/// What `_Float64x` and the like stand for.
fn extended_float(word: &str) -> Option<TS18661FloatType> {
    let (binary, rest) = match word.strip_prefix("_Float") {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix("_Decimal")?),
    };
    let (width, extended) = match rest.strip_suffix('x') {
        Some(width) => (width, true),
        None => (rest, false),
    };
    let format = match (binary, extended) {
        (true, false) => TS18661FloatFormat::BinaryInterchange,
        (true, true) => TS18661FloatFormat::BinaryExtended,
        (false, false) => TS18661FloatFormat::DecimalInterchange,
        (false, true) => TS18661FloatFormat::DecimalExtended,
    };
    let width = width.parse().ok()?;
    Some(TS18661FloatType { format, width })
}

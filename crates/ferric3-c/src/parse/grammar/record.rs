//! Structures, unions (6.7.2.1) and enumerations (6.7.2.2).

use lang_c::ast::{
    EnumType, Enumerator, StructDeclaration, StructDeclarator, StructField, StructKind, StructType,
};
use lang_c::span::Node;

use super::{Meaning, NAME, Parsed, Parser};

impl Parser<'_> {
    /// A structure or union, with or without members.
    pub(super) fn record(&mut self) -> Parsed<Node<StructType>> {
        let start = self.start();
        let kind = match self.word() {
            "struct" => StructKind::Struct,
            _ => StructKind::Union,
        };
        self.advance();
        let kind = self.node(start, kind);
        let identifier = match self.is_name() {
            true => Some(self.identifier()?),
            false => None,
        };
        let declarations = match self.take("{") {
            true => Some(self.members()?),
            false if identifier.is_none() => return self.missing(NAME),
            false => None,
        };
        let node = StructType {
            kind,
            identifier,
            declarations,
        };
        Ok(self.node(start, node))
    }

    /// Members up to the closing brace, which is gone over.
    fn members(&mut self) -> Parsed<Vec<Node<StructDeclaration>>> {
        let mut members = Vec::new();
        while !self.take("}") {
            let start = self.start();
            // Empty declarations are common practice.
            if self.take(";") {
                continue;
            }
            let member = if self.word() == "_Static_assert" {
                StructDeclaration::StaticAssert(self.static_assert()?)
            } else {
                StructDeclaration::Field(self.field()?)
            };
            members.push(self.node(start, member));
        }
        Ok(members)
    }

    fn field(&mut self) -> Parsed<Node<StructField>> {
        let start = self.start();
        let specifiers = self.specifier_qualifiers()?;
        let mut declarators = Vec::new();
        if !self.is(";") {
            loop {
                declarators.push(self.struct_declarator()?);
                if !self.take(",") {
                    break;
                }
            }
        }
        self.expect(";")?;
        let node = StructField {
            specifiers,
            declarators,
        };
        Ok(self.node(start, node))
    }

    fn struct_declarator(&mut self) -> Parsed<Node<StructDeclarator>> {
        let start = self.start();
        let mut declarator = match self.is(":") {
            true => None,
            false => Some(self.declarator()?),
        };
        let bit_width = match self.take(":") {
            true => Some(Box::new(self.conditional()?)),
            false => None,
        };
        let attributes = self.attributes()?;
        if let Some(declarator) = &mut declarator {
            declarator.node.extensions.extend(attributes);
        }
        let node = StructDeclarator {
            declarator,
            bit_width,
        };
        Ok(self.node(start, node))
    }

    /// An enumeration, with or without its constants.
    pub(super) fn enumeration(&mut self) -> Parsed<Node<EnumType>> {
        let start = self.start();
        self.advance();
        let identifier = match self.is_name() {
            true => Some(self.identifier()?),
            false => None,
        };
        let mut enumerators = Vec::new();
        if self.take("{") {
            loop {
                enumerators.push(self.enumerator()?);
                if !self.take(",") || self.is("}") {
                    break;
                }
            }
            self.expect("}")?;
        } else if identifier.is_none() {
            return self.missing(NAME);
        }
        let node = EnumType {
            identifier,
            enumerators,
        };
        Ok(self.node(start, node))
    }

    fn enumerator(&mut self) -> Parsed<Node<Enumerator>> {
        let start = self.start();
        let identifier = self.identifier()?;
        let extensions = self.attributes()?;
        let expression = match self.take("=") {
            true => Some(Box::new(self.conditional()?)),
            false => None,
        };
        self.declare_node(&identifier, Meaning::Other);
        let node = Enumerator {
            identifier,
            expression,
            extensions,
        };
        Ok(self.node(start, node))
    }
}

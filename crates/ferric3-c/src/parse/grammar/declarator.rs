//! Declarators (6.7.6) and abstract declarators (6.7.7).

use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis,
    FunctionDeclarator, Identifier, ParameterDeclaration, PointerQualifier,
};
use lang_c::span::{Node, Span};

use super::words::is_attribute;
use super::{Meaning, NAME, Parsed, Parser};

/// May a declarator have a name?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Must,
    May,
    MustNot,
}

/// The name that a declarator declares.
pub(super) fn declared_name(declarator: &Declarator) -> Option<&Node<Identifier>> {
    let mut declarator = declarator;
    loop {
        match &declarator.kind.node {
            DeclaratorKind::Abstract => return None,
            DeclaratorKind::Identifier(name) => return Some(name),
            DeclaratorKind::Declarator(inner) => declarator = &inner.node,
        }
    }
}

/// The parameters of the function that a declarator declares: what stands next to its name.
pub(super) fn parameters(declarator: &Declarator) -> &[Node<ParameterDeclaration>] {
    let mut declarator = declarator;
    let mut found: &[Node<ParameterDeclaration>] = &[];
    loop {
        // What stands inside is nearer to the name.
        if let Some(DerivedDeclarator::Function(function)) = declarator
            .derived
            .iter()
            .map(|derived| &derived.node)
            .find(|derived| !matches!(derived, DerivedDeclarator::Pointer(_)))
        {
            found = &function.node.parameters;
        }
        match &declarator.kind.node {
            DeclaratorKind::Declarator(inner) => declarator = &inner.node,
            _ => return found,
        }
    }
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parsed<Node<Declarator>> {
        match self.any_declarator(Naming::Must)? {
            Some((declarator, _)) => Ok(declarator),
            None => self.missing(NAME),
        }
    }

    /// A declarator without a name, if there is more to it than that.
    pub(super) fn abstract_declarator(&mut self) -> Parsed<Option<Node<Declarator>>> {
        let declarator = self.any_declarator(Naming::MustNot)?;
        Ok(declarator.map(|(declarator, _)| declarator))
    }

    /// A declarator, and whether it has a name.
    fn any_declarator(&mut self, naming: Naming) -> Parsed<Option<(Node<Declarator>, bool)>> {
        let start = self.start();
        let extensions = match naming {
            Naming::MustNot => Vec::new(),
            Naming::Must | Naming::May => self.attributes()?,
        };
        let mut derived = self.pointers()?;
        let at = self.start();
        let mut is_named = false;
        let kind = if naming != Naming::MustNot && self.is_name() {
            let name = self.identifier()?;
            is_named = true;
            self.node(at, DeclaratorKind::Identifier(name))
        } else if self.word() == "(" && (naming == Naming::Must || self.nests_declarator(naming)) {
            self.advance();
            let inner = self.any_declarator(naming)?;
            let Some((inner, inner_is_named)) = inner else {
                return self.missing(NAME);
            };
            is_named = inner_is_named;
            self.expect(")")?;
            self.node(at, DeclaratorKind::Declarator(Box::new(inner)))
        } else if naming == Naming::Must {
            self.expected.push("*");
            self.expected.push("(");
            return self.missing(NAME);
        } else {
            let at = match derived.is_empty() {
                true => at,
                false => self.end(),
            };
            Node::new(DeclaratorKind::Abstract, Span::span(at, at))
        };
        while let Some(part) = self.derived(is_named)? {
            derived.push(part);
        }
        let is_abstract = matches!(kind.node, DeclaratorKind::Abstract);
        if derived.is_empty() && extensions.is_empty() && is_abstract {
            return Ok(None);
        }
        let node = Declarator {
            kind,
            derived,
            extensions,
        };
        Ok(Some((self.node(start, node), is_named)))
    }

    /// Does the parenthesis here enclose a declarator, rather than parameters (6.7.6.3 §11)?
    fn nests_declarator(&self, naming: Naming) -> bool {
        match self.ahead(1) {
            "*" | "(" | "[" => true,
            word if is_attribute(word) => naming == Naming::May,
            _ => naming == Naming::May && self.is_name_ahead(1) && !self.is_type_name_ahead(1),
        }
    }

    fn pointers(&mut self) -> Parsed<Vec<Node<DerivedDeclarator>>> {
        let mut pointers = Vec::new();
        while self.word() == "*" {
            let start = self.start();
            self.advance();
            let mut qualifiers = Vec::new();
            loop {
                let start = self.start();
                let qualifier = if let Some(qualifier) = self.type_qualifier() {
                    PointerQualifier::TypeQualifier(qualifier)
                } else if is_attribute(self.word()) {
                    PointerQualifier::Extension(self.attribute()?)
                } else {
                    break;
                };
                qualifiers.push(self.node(start, qualifier));
            }
            pointers.push(self.node(start, DerivedDeclarator::Pointer(qualifiers)));
        }
        Ok(pointers)
    }

    /// `[…]` or `(…)` behind a declarator, if there is one.
    fn derived(&mut self, is_named: bool) -> Parsed<Option<Node<DerivedDeclarator>>> {
        let start = self.start();
        let derived = if self.take("[") {
            DerivedDeclarator::Array(self.array()?)
        } else if self.take("(") {
            self.function(is_named)?
        } else {
            return Ok(None);
        };
        Ok(Some(self.node(start, derived)))
    }

    /// The rest of an array, behind its bracket.
    fn array(&mut self) -> Parsed<Node<ArrayDeclarator>> {
        let start = self.start();
        let mut is_static = self.take("static");
        let mut qualifiers = Vec::new();
        while let Some(qualifier) = self.type_qualifier() {
            qualifiers.push(qualifier);
        }
        is_static |= !is_static && !qualifiers.is_empty() && self.take("static");
        let size = if !is_static && self.is("]") {
            ArraySize::Unknown
        } else if !is_static && self.word() == "*" && self.ahead(1) == "]" {
            self.advance();
            ArraySize::VariableUnknown
        } else {
            let size = Box::new(self.assignment()?);
            match is_static {
                true => ArraySize::StaticExpression(size),
                false => ArraySize::VariableExpression(size),
            }
        };
        self.expect("]")?;
        Ok(self.node(start, ArrayDeclarator { qualifiers, size }))
    }

    /// The rest of a function, behind its parenthesis.
    fn function(&mut self, is_named: bool) -> Parsed<DerivedDeclarator> {
        if is_named && (self.is(")") || (self.is_name() && !self.is_type_name_ahead(0))) {
            return self.names();
        }
        let start = self.start();
        let (parameters, ellipsis) = match self.is(")") {
            true => (Vec::new(), Ellipsis::None),
            false => self.scoped(Self::parameter_list)?,
        };
        let node = FunctionDeclarator {
            parameters,
            ellipsis,
        };
        let node = self.node(start, node);
        self.expect(")")?;
        Ok(DerivedDeclarator::Function(node))
    }

    /// The names of the parameters of a function of old style.
    fn names(&mut self) -> Parsed<DerivedDeclarator> {
        let mut names = Vec::new();
        if !self.is(")") {
            loop {
                // A type that nobody has declared is the likely mistake.
                if self.is_name() && !matches!(self.ahead(1), "," | ")") {
                    return self.missing(super::TYPE);
                }
                names.push(self.identifier()?);
                if !self.take(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        Ok(DerivedDeclarator::KRFunction(names))
    }

    fn parameter_list(&mut self) -> Parsed<(Vec<Node<ParameterDeclaration>>, Ellipsis)> {
        let mut parameters = Vec::new();
        loop {
            parameters.push(self.parameter()?);
            if !self.take(",") {
                return Ok((parameters, Ellipsis::None));
            }
            if self.take("...") {
                return Ok((parameters, Ellipsis::Some));
            }
        }
    }

    fn parameter(&mut self) -> Parsed<Node<ParameterDeclaration>> {
        let start = self.start();
        let specifiers = self.declaration_specifiers()?;
        let declarator = self.any_declarator(Naming::May)?.map(|(d, _)| d);
        if let Some(name) = declarator.as_ref().and_then(|d| declared_name(&d.node)) {
            self.declare_node(name, Meaning::Other);
        }
        let extensions = self.attributes()?;
        let node = ParameterDeclaration {
            specifiers,
            declarator,
            extensions,
        };
        Ok(self.node(start, node))
    }
}

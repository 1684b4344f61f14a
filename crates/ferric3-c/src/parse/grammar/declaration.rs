//! Declarations (6.7), initialisers (6.7.9) and external definitions (6.9).

use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DerivedDeclarator, Designator,
    ExternalDeclaration, FunctionDefinition, InitDeclarator, Initializer, InitializerListItem,
    RangeDesignator, StaticAssert, StorageClassSpecifier, TranslationUnit,
};
use lang_c::span::Node;

use super::declarator::{declared_name, parameters};
use super::{Meaning, Parsed, Parser, TYPE};

impl Parser<'_> {
    /// The whole text.
    pub(super) fn translation_unit(&mut self) -> Parsed<TranslationUnit> {
        let mut declarations = Vec::new();
        while self.at < self.tokens.len() {
            // Empty declarations are common practice.
            if self.take(";") {
                continue;
            }
            let start = self.start();
            let declaration = self.external_declaration()?;
            declarations.push(self.node(start, declaration));
        }
        Ok(TranslationUnit(declarations))
    }

    fn external_declaration(&mut self) -> Parsed<ExternalDeclaration> {
        let start = self.start();
        self.take("__extension__");
        if self.word() == "_Static_assert" {
            return Ok(ExternalDeclaration::StaticAssert(self.static_assert()?));
        }
        let specifiers = if self.begins_declaration() {
            self.declaration_specifiers()?
        } else if self.lacks_type() {
            Vec::new()
        } else {
            self.expected.clear();
            return self.missing(TYPE);
        };
        if !specifiers.is_empty() && self.take(";") {
            let node = Declaration {
                specifiers,
                declarators: Vec::new(),
            };
            return Ok(ExternalDeclaration::Declaration(self.node(start, node)));
        }
        let declarator = self.declarator()?;
        let old_style = is_old_style(&declarator.node) && self.begins_declaration();
        if !is_typedef(&specifiers) && (old_style || self.word() == "{") {
            let node = self.function_definition(specifiers, declarator)?;
            let node = self.node(start, node);
            return Ok(ExternalDeclaration::FunctionDefinition(node));
        }
        let node = self.declaration_after(specifiers, Some(declarator))?;
        Ok(ExternalDeclaration::Declaration(self.node(start, node)))
    }

    /// Does a declarator begin here, outside of functions, without any specifier before it (C90)? So
    /// little must stand behind its name that it cannot be a type that is not declared, or a macro.
    fn lacks_type(&self) -> bool {
        let stars = (0..).take_while(|&i| self.ahead(i) == "*").count();
        let declares = self.is_name_ahead(stars) && !self.is_type_name_ahead(stars);
        let behind = match self.ahead(stars + 1) {
            "(" => {
                let close = self.closing_parenthesis(stars + 1);
                let body = |at| self.ahead(at) == "{" || self.begins_type_ahead(at);
                match close.map(|close| close + 1) {
                    // Without a star it has got an `int` before it is parsed.
                    Some(at) if stars > 0 && body(at) => ";",
                    Some(at) => self.ahead(at),
                    None => "",
                }
            }
            behind => behind,
        };
        declares && matches!(behind, "=" | ";" | "," | "[")
    }

    /// The distance of the parenthesis that closes the one at a distance.
    fn closing_parenthesis(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open.. {
            match self.ahead(at) {
                "(" => depth += 1,
                ")" if depth == 1 => return Some(at),
                ")" => depth -= 1,
                "" | ";" | "{" | "}" => break,
                _ => {}
            }
        }
        None
    }

    /// The rest of a function definition, behind its declarator.
    fn function_definition(
        &mut self,
        specifiers: Vec<Node<DeclarationSpecifier>>,
        declarator: Node<Declarator>,
    ) -> Parsed<FunctionDefinition> {
        if let Some(name) = declared_name(&declarator.node) {
            self.declare_node(name, Meaning::Other);
        }
        self.enter();
        for parameter in parameters(&declarator.node) {
            let declarator = parameter.node.declarator.as_ref();
            if let Some(name) = declarator.and_then(|d| declared_name(&d.node)) {
                self.declare_node(name, Meaning::Other);
            }
        }
        let mut declarations = Vec::new();
        while self.begins_declaration() {
            declarations.push(self.declaration()?);
        }
        let statement = self.block()?;
        self.leave();
        Ok(FunctionDefinition {
            specifiers,
            declarator,
            declarations,
            statement,
        })
    }

    /// A declaration.
    pub(super) fn declaration(&mut self) -> Parsed<Node<Declaration>> {
        let start = self.start();
        self.take("__extension__");
        let specifiers = self.declaration_specifiers()?;
        let node = if self.take(";") {
            Declaration {
                specifiers,
                declarators: Vec::new(),
            }
        } else {
            self.declaration_after(specifiers, None)?
        };
        Ok(self.node(start, node))
    }

    /// The rest of a declaration, behind its specifiers and maybe its first declarator.
    fn declaration_after(
        &mut self,
        specifiers: Vec<Node<DeclarationSpecifier>>,
        first: Option<Node<Declarator>>,
    ) -> Parsed<Declaration> {
        let meaning = match is_typedef(&specifiers) {
            true => Meaning::Type,
            false => Meaning::Other,
        };
        let mut declarators = Vec::new();
        let mut given = first;
        loop {
            let declarator = match given.take() {
                Some(declarator) => declarator,
                None => self.declarator()?,
            };
            declarators.push(self.init_declarator(declarator, meaning)?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Declaration {
            specifiers,
            declarators,
        })
    }

    fn init_declarator(
        &mut self,
        mut declarator: Node<Declarator>,
        meaning: Meaning,
    ) -> Parsed<Node<InitDeclarator>> {
        let start = declarator.span.start;
        // The scope of a name begins behind its declarator (6.2.1 §7).
        if let Some(name) = declared_name(&declarator.node) {
            self.declare_node(name, meaning);
        }
        let extensions = self.declarator_extensions()?;
        declarator.node.extensions.extend(extensions);
        let initializer = match meaning == Meaning::Other && self.is("=") {
            true => {
                let start = self.start();
                self.advance();
                let initializer = self.initializer()?;
                Some(self.node(start, initializer))
            }
            false => None,
        };
        let node = InitDeclarator {
            declarator,
            initializer,
        };
        Ok(self.node(start, node))
    }

    fn initializer(&mut self) -> Parsed<Initializer> {
        if self.is("{") {
            Ok(Initializer::List(self.initializer_list()?))
        } else {
            Ok(Initializer::Expression(Box::new(self.assignment()?)))
        }
    }

    /// `{ … }`
    pub(super) fn initializer_list(&mut self) -> Parsed<Vec<Node<InitializerListItem>>> {
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            let start = self.start();
            let designation = self.designation()?;
            let value = self.start();
            let initializer = self.initializer()?;
            let item = InitializerListItem {
                designation,
                initializer: Box::new(self.node(value, initializer)),
            };
            items.push(self.node(start, item));
            if !self.take(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(items)
    }

    fn designation(&mut self) -> Parsed<Vec<Node<Designator>>> {
        let mut designators = Vec::new();
        // The form of GNU C before C99: `name: value`.
        if self.is_name() && self.ahead(1) == ":" {
            let start = self.start();
            let name = self.identifier()?;
            self.advance();
            return Ok(vec![self.node(start, Designator::Member(name))]);
        }
        loop {
            let start = self.start();
            let designator = if self.take(".") {
                Designator::Member(self.identifier()?)
            } else if self.take("[") {
                let from = self.conditional()?;
                let designator = if self.take("...") {
                    let start = from.span.start;
                    let to = self.conditional()?;
                    Designator::Range(self.node(start, RangeDesignator { from, to }))
                } else {
                    Designator::Index(from)
                };
                self.expect("]")?;
                designator
            } else {
                break;
            };
            designators.push(self.node(start, designator));
        }
        // The other form of GNU C before C99: `[index] value`.
        let is_old = designators.len() == 1
            && matches!(
                designators[0].node,
                Designator::Index(_) | Designator::Range(_)
            );
        if !designators.is_empty() && !self.take("=") && !is_old {
            return self.fail();
        }
        Ok(designators)
    }

    /// `_Static_assert (…);`
    pub(super) fn static_assert(&mut self) -> Parsed<Node<StaticAssert>> {
        let start = self.start();
        self.advance();
        self.expect("(")?;
        let expression = Box::new(self.conditional()?);
        self.expect(",")?;
        let message = self.string()?;
        self.expect(")")?;
        self.expect(";")?;
        let node = StaticAssert {
            expression,
            message,
        };
        Ok(self.node(start, node))
    }
}

fn is_typedef(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|specifier| {
        matches!(&specifier.node, DeclarationSpecifier::StorageClass(storage)
            if storage.node == StorageClassSpecifier::Typedef)
    })
}

/// May declarations of parameters follow?
fn is_old_style(declarator: &Declarator) -> bool {
    use lang_c::ast::DeclaratorKind;
    let mut declarator = declarator;
    loop {
        let names = |derived: &Node<DerivedDeclarator>| matches!(&derived.node, DerivedDeclarator::KRFunction(names) if !names.is_empty());
        if declarator.derived.iter().any(names) {
            return true;
        }
        match &declarator.kind.node {
            DeclaratorKind::Declarator(inner) => declarator = &inner.node,
            _ => return false,
        }
    }
}

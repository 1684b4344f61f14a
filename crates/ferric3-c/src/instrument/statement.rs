//! Probes of statements, cases and loops.
//!
//! A probe of a statement stands before it. What is no item of a block gets braces around it first.

use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, Expression, ForInitializer, Initializer, Label,
    LabeledStatement, Statement, StorageClassSpecifier, SwitchStatement,
};
use lang_c::span::{Node, Span as Offsets};

use super::probe::{ProbeKind, Turns};
use super::walk::Walk;
use crate::preprocess::COMPUTED_GOTO;

/// What is said where the text was rewritten.
pub(super) const REWRITTEN: &str = "it begins or ends in what was rewritten for the parser";

impl Walk<'_> {
    /// The items of a block, whose first one may have its probe at `at`.
    ///
    /// Probes stand right behind the item before: in front of an item there may be attributes that the parser does
    /// not see.
    pub(super) fn items(&mut self, items: &[Node<BlockItem>], mut at: usize) {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => self.declaration(declaration, at),
                BlockItem::StaticAssert(_) => {}
                BlockItem::Statement(statement) => self.statement(statement, at),
            }
            at = self.ends(item.span).map_or(at, |(_, end)| end);
        }
    }

    /// A statement that is an item of a block; what comes before it may stand at `at`.
    fn statement(&mut self, node: &Node<Statement>, at: usize) {
        match &node.node {
            Statement::Labeled(labeled) => self.labeled(&labeled.node),
            Statement::Compound(items) => match self.behind_brace(node.span) {
                Some(at) => self.items(items, at),
                None => self.skip(node.span, REWRITTEN),
            },
            Statement::Expression(None) => {}
            Statement::Expression(Some(e)) => {
                if is_computed_goto(&e.node) {
                    self.before(node.span, at);
                } else {
                    self.before(e.span, at);
                    self.value(e);
                }
            }
            Statement::If(node) => {
                let node = &node.node;
                self.before(node.condition.span, at);
                self.controlling(&node.condition);
                self.sub(&node.then_statement);
                if let Some(otherwise) = &node.else_statement {
                    self.sub(otherwise);
                }
            }
            Statement::Switch(inner) => {
                self.before(inner.node.expression.span, at);
                self.switch(&inner.node, node.span, at);
            }
            Statement::While(inner) => {
                let (e, body) = (&inner.node.expression, &inner.node.statement);
                self.before(e.span, at);
                self.looping(Some(e), body, node.span, at, |walk| {
                    walk.controlling(e);
                });
            }
            Statement::DoWhile(inner) => {
                let (e, body) = (&inner.node.expression, &inner.node.statement);
                self.looping(Some(e), body, node.span, at, |_| {});
                self.controlling(e);
            }
            Statement::For(inner) => {
                let inner = &inner.node;
                match &inner.initializer.node {
                    ForInitializer::Expression(e) => self.before(e.span, at),
                    ForInitializer::Declaration(declaration) => {
                        self.probes_of_declaration(declaration, at);
                        if let Some(e) = &inner.condition {
                            self.before(e.span, at);
                        }
                    }
                    ForInitializer::Empty | ForInitializer::StaticAssert(_) => {
                        if let Some(e) = &inner.condition {
                            self.before(e.span, at);
                        }
                    }
                }
                let condition = inner.condition.as_deref();
                self.looping(condition, &inner.statement, node.span, at, |walk| {
                    match &inner.initializer.node {
                        ForInitializer::Expression(e) => walk.value(e),
                        ForInitializer::Declaration(declaration) => walk.initialisers(declaration),
                        ForInitializer::Empty | ForInitializer::StaticAssert(_) => {}
                    }
                    if let Some(e) = condition {
                        walk.controlling(e);
                    }
                    if let Some(e) = &inner.step {
                        walk.value(e);
                    }
                });
            }
            Statement::Goto(label) => self.before(label.span, at),
            Statement::Continue | Statement::Break | Statement::Asm(_) => {
                self.before(node.span, at);
            }
            Statement::Return(e) => {
                self.before(node.span, at);
                if let Some(e) = e {
                    self.value(e);
                }
            }
        }
    }

    /// The probe of a statement with this place.
    fn before(&mut self, place: Offsets, at: usize) {
        let number = self.probe(ProbeKind::Statement, place);
        self.insert(at, format!(" __f3_h({number}u);"));
    }

    /// A statement that is no item of a block: it gets braces.
    fn sub(&mut self, node: &Node<Statement>) {
        self.body(node, "");
    }

    /// The same, with a text at its beginning.
    fn body(&mut self, node: &Node<Statement>, first: &str) {
        let Some((start, end)) = self.ends(node.span) else {
            return self.skip(node.span, REWRITTEN);
        };
        self.insert(start, format!("{{{first} "));
        self.statement(node, start);
        self.insert(end, " }".to_owned());
    }

    fn labeled(&mut self, node: &LabeledStatement) {
        let inner = &node.statement;
        if let Label::Default = node.label.node
            && let Some((_, has_default)) = self.switches.last_mut()
        {
            *has_default = true;
        }
        let Some(at) = self.offset(inner.span.start) else {
            return self.skip(inner.span, REWRITTEN);
        };
        if let Label::Identifier(_) = node.label.node {
            return self.statement(inner, at);
        }
        if let Some(&(slot, _)) = self.switches.last() {
            let number = self.probe(ProbeKind::Case, node.label.span);
            self.insert(at, format!(" __f3_k(&__f3_v[{slot}], {number}u);"));
        }
        self.statement(inner, at);
    }

    fn switch(&mut self, node: &SwitchStatement, place: Offsets, at: usize) {
        let e = &node.expression;
        let (Some((start, end)), Some((_, behind))) = (self.ends(e.span), self.ends(place)) else {
            return self.skip(place, REWRITTEN);
        };
        let slot = self.slot();
        self.insert(at, " {".to_owned());
        self.insert(start, format!("(__f3_v[{slot}].evaluated = 1, ("));
        self.value(e);
        self.insert(end, "))".to_owned());
        self.switches.push((slot, false));
        self.sub(&node.statement);
        let (_, has_default) = self.switches.pop().expect("it was pushed just before");
        if !has_default {
            let number = self.probe(ProbeKind::NoCase, e.span);
            self.insert(behind, format!(" __f3_k(&__f3_v[{slot}], {number}u);"));
        }
        self.insert(behind, " }".to_owned());
    }

    /// A loop; `head` walks over what stands in its brackets before the body.
    fn looping(
        &mut self,
        condition: Option<&Node<Expression>>,
        body: &Node<Statement>,
        place: Offsets,
        at: usize,
        head: impl FnOnce(&mut Self),
    ) {
        let Some((_, behind)) = self.ends(place) else {
            return self.skip(place, REWRITTEN);
        };
        let named = condition.map_or_else(|| first_place(body), |e| Some(e.span));
        let named = named.unwrap_or(place);
        let numbers = [
            ProbeKind::Left(Turns::None),
            ProbeKind::Left(Turns::One),
            ProbeKind::SecondIteration,
        ]
        .map(|kind| self.probe(kind, named));
        let [left, _, second] = numbers;
        let slot = self.slot();
        self.insert(at, format!(" {{ __f3_v[{slot}].evaluated = 0;"));
        head(self);
        self.body(body, &format!(" __f3_i(&__f3_v[{slot}], {second}u);"));
        self.insert(behind, format!(" __f3_l(&__f3_v[{slot}], {left}u); }}"));
    }

    /// A declaration in a block.
    fn declaration(&mut self, node: &Node<Declaration>, at: usize) {
        self.probes_of_declaration(node, at);
        self.initialisers(node);
    }

    /// Probes of the variables that a declaration initialises. Between two of them there is no place for a statement,
    /// but for another variable.
    fn probes_of_declaration(&mut self, node: &Node<Declaration>, at: usize) {
        self.enumerators_of(&node.node.specifiers);
        if !is_automatic(&node.node) {
            return;
        }
        for (position, declarator) in node.node.declarators.iter().enumerate() {
            if declarator.node.initializer.is_none() {
                continue;
            }
            let number = self.probe(ProbeKind::Statement, declarator.span);
            if position == 0 {
                self.insert(at, format!(" __f3_h({number}u);"));
            } else if let Some(start) = self.offset(declarator.span.start) {
                self.insert(
                    start,
                    format!("*__f3_x{number} = (__f3_h({number}u), (void *)0), "),
                );
            } else {
                self.skip(declarator.span, REWRITTEN);
            }
        }
    }

    fn initialisers(&mut self, node: &Node<Declaration>) {
        for declarator in &node.node.declarators {
            self.sizes(&declarator.node.declarator.node);
            if let Some(initialiser) = &declarator.node.initializer
                && is_automatic(&node.node)
            {
                self.initialiser(&initialiser.node);
            }
        }
    }

    /// An initialiser that is evaluated when control comes to it.
    pub(super) fn initialiser(&mut self, initialiser: &Initializer) {
        match initialiser {
            Initializer::Expression(e) => self.value(e),
            Initializer::List(items) => {
                for item in items {
                    self.initialiser(&item.node.initializer.node);
                }
            }
        }
    }
}

/// Does control initialise the variables of this declaration when it comes there?
fn is_automatic(declaration: &Declaration) -> bool {
    !declaration.specifiers.iter().any(|specifier| {
        matches!(
            &specifier.node,
            DeclarationSpecifier::StorageClass(class) if matches!(
                class.node,
                StorageClassSpecifier::Static
                    | StorageClassSpecifier::Extern
                    | StorageClassSpecifier::Typedef
                    | StorageClassSpecifier::ThreadLocal
            )
        )
    })
}

/// `goto *p`, which the parser knows as a call.
fn is_computed_goto(e: &Expression) -> bool {
    let Expression::Call(call) = e else {
        return false;
    };
    matches!(&call.node.callee.node, Expression::Identifier(name) if name.node.name == COMPUTED_GOTO)
}

/// The place of the first statement in the body of a loop that has no condition.
fn first_place(node: &Node<Statement>) -> Option<Offsets> {
    match &node.node {
        Statement::Labeled(labeled) => first_place(&labeled.node.statement),
        Statement::Compound(items) => items.iter().find_map(|item| match &item.node {
            BlockItem::Declaration(declaration) if is_automatic(&declaration.node) => {
                let declarators = declaration.node.declarators.iter();
                let mut with_value = declarators.filter(|d| d.node.initializer.is_some());
                with_value.next().map(|declarator| declarator.span)
            }
            BlockItem::Declaration(_) | BlockItem::StaticAssert(_) => None,
            BlockItem::Statement(statement) => first_place(statement),
        }),
        Statement::Expression(None) => None,
        Statement::Expression(Some(e)) => Some(e.span),
        Statement::If(node) => Some(node.node.condition.span),
        Statement::Switch(node) => Some(node.node.expression.span),
        Statement::While(node) => Some(node.node.expression.span),
        Statement::DoWhile(node) => {
            first_place(&node.node.statement).or(Some(node.node.expression.span))
        }
        Statement::For(inner) => match (&inner.node.initializer.node, &inner.node.condition) {
            (ForInitializer::Expression(e), _) => Some(e.span),
            (_, Some(e)) => Some(e.span),
            _ => first_place(&inner.node.statement),
        },
        Statement::Goto(label) => Some(label.span),
        Statement::Continue | Statement::Break | Statement::Return(_) | Statement::Asm(_) => {
            Some(node.span)
        }
    }
}

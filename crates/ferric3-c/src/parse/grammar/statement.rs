//! Statements (6.8), and assembler as GNU C has it.

use lang_c::ast::{
    AsmStatement, BlockItem, CaseRange, DoWhileStatement, ForInitializer, ForStatement,
    GnuAsmOperand, GnuExtendedAsmStatement, IfStatement, Label, LabeledStatement, Statement,
    SwitchStatement, WhileStatement,
};
use lang_c::span::Node;

use super::words::is_assembler;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// A block with a scope of its own.
    pub(super) fn compound(&mut self) -> Parsed<Node<Statement>> {
        self.scoped(Self::block)
    }

    /// A block in the scope around.
    pub(super) fn block(&mut self) -> Parsed<Node<Statement>> {
        let start = self.start();
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            items.push(self.block_item()?);
        }
        Ok(self.node(start, Statement::Compound(items)))
    }

    fn block_item(&mut self) -> Parsed<Node<BlockItem>> {
        let start = self.start();
        let item = if self.word() == "_Static_assert" {
            BlockItem::StaticAssert(self.static_assert()?)
        } else if !self.is_label() && self.begins_declaration() {
            BlockItem::Declaration(self.declaration()?)
        } else {
            BlockItem::Statement(self.statement()?)
        };
        Ok(self.node(start, item))
    }

    fn is_label(&self) -> bool {
        self.is_name() && self.ahead(1) == ":"
    }

    fn statement(&mut self) -> Parsed<Node<Statement>> {
        let start = self.start();
        let node = match self.word() {
            "{" => return self.compound(),
            ";" => {
                self.advance();
                Statement::Expression(None)
            }
            "case" | "default" => self.labelled()?,
            "if" => self.scoped(Self::if_statement)?,
            "switch" => self.scoped(Self::switch_statement)?,
            "while" => self.scoped(Self::while_statement)?,
            "do" => self.scoped(Self::do_statement)?,
            "for" => self.scoped(Self::for_statement)?,
            "goto" => {
                self.advance();
                let label = self.identifier()?;
                self.expect(";")?;
                Statement::Goto(label)
            }
            "continue" => {
                self.advance();
                self.expect(";")?;
                Statement::Continue
            }
            "break" => {
                self.advance();
                self.expect(";")?;
                Statement::Break
            }
            "return" => {
                self.advance();
                Statement::Return(self.expression_before(";")?)
            }
            word if is_assembler(word) => self.assembler()?,
            _ if self.is_label() => self.labelled()?,
            _ => {
                let expression = Box::new(self.expression()?);
                self.expect(";")?;
                Statement::Expression(Some(expression))
            }
        };
        Ok(self.node(start, node))
    }

    fn boxed_statement(&mut self) -> Parsed<Box<Node<Statement>>> {
        Ok(Box::new(self.statement()?))
    }

    /// An expression that may be left out, and what follows it.
    fn expression_before(
        &mut self,
        end: &'static str,
    ) -> Parsed<Option<Box<Node<lang_c::ast::Expression>>>> {
        if self.take(end) {
            return Ok(None);
        }
        let expression = Box::new(self.expression()?);
        self.expect(end)?;
        Ok(Some(expression))
    }

    /// `( expression )`
    fn controlling(&mut self) -> Parsed<Box<Node<lang_c::ast::Expression>>> {
        self.expect("(")?;
        let expression = Box::new(self.expression()?);
        self.expect(")")?;
        Ok(expression)
    }

    fn labelled(&mut self) -> Parsed<Statement> {
        let start = self.start();
        let label = if self.take("case") {
            let low = Box::new(self.conditional()?);
            if self.take("...") {
                let start = low.span.start;
                let high = Box::new(self.conditional()?);
                Label::CaseRange(self.node(start, CaseRange { low, high }))
            } else {
                Label::Case(low)
            }
        } else if self.take("default") {
            Label::Default
        } else {
            Label::Identifier(self.identifier()?)
        };
        let label = self.node(start, label);
        self.expect(":")?;
        let statement = self.boxed_statement()?;
        let node = LabeledStatement { label, statement };
        Ok(Statement::Labeled(self.node(start, node)))
    }

    fn if_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        let condition = self.controlling()?;
        let then_statement = self.boxed_statement()?;
        let else_statement = match self.take("else") {
            true => Some(self.boxed_statement()?),
            false => None,
        };
        let node = IfStatement {
            condition,
            then_statement,
            else_statement,
        };
        Ok(Statement::If(self.node(start, node)))
    }

    fn switch_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        let expression = self.controlling()?;
        let statement = self.boxed_statement()?;
        let node = SwitchStatement {
            expression,
            statement,
        };
        Ok(Statement::Switch(self.node(start, node)))
    }

    fn while_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        let expression = self.controlling()?;
        let statement = self.boxed_statement()?;
        let node = WhileStatement {
            expression,
            statement,
        };
        Ok(Statement::While(self.node(start, node)))
    }

    fn do_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        let statement = self.boxed_statement()?;
        self.expect("while")?;
        let expression = self.controlling()?;
        self.expect(";")?;
        let node = DoWhileStatement {
            statement,
            expression,
        };
        Ok(Statement::DoWhile(self.node(start, node)))
    }

    fn for_statement(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        self.expect("(")?;
        let at = self.start();
        let initializer = if self.word() == "_Static_assert" {
            ForInitializer::StaticAssert(self.static_assert()?)
        } else if self.begins_declaration() {
            ForInitializer::Declaration(self.declaration()?)
        } else {
            match self.expression_before(";")? {
                Some(expression) => ForInitializer::Expression(expression),
                None => ForInitializer::Empty,
            }
        };
        let initializer = self.node(at, initializer);
        let condition = self.expression_before(";")?;
        let step = self.expression_before(")")?;
        let statement = self.boxed_statement()?;
        let node = ForStatement {
            initializer,
            condition,
            step,
            statement,
        };
        Ok(Statement::For(self.node(start, node)))
    }

    fn assembler(&mut self) -> Parsed<Statement> {
        let start = self.start();
        self.advance();
        let qualifier = self.type_qualifier();
        self.expect("(")?;
        let template = self.string()?;
        let statement = if self.is(":") || self.is("::") {
            let mut colon = false;
            let outputs = self.asm_part(&mut colon, Self::asm_operand)?;
            let inputs = self.asm_part(&mut colon, Self::asm_operand)?;
            let clobbers = self.asm_part(&mut colon, Self::string)?;
            AsmStatement::GnuExtended(GnuExtendedAsmStatement {
                qualifier,
                template,
                outputs,
                inputs,
                clobbers,
            })
        } else {
            AsmStatement::GnuBasic(template)
        };
        self.expect(")")?;
        self.expect(";")?;
        Ok(Statement::Asm(self.node(start, statement)))
    }

    /// A colon and what is listed behind it; nothing without a colon. The token `::` is two colons,
    /// the second of which is left over.
    fn asm_part<T>(
        &mut self,
        left_over: &mut bool,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut elements = Vec::new();
        let is_there = std::mem::take(left_over) || self.take(":") || {
            *left_over = self.take("::");
            *left_over
        };
        let ends = [":", "::", ")"];
        if is_there && !*left_over && !ends.into_iter().any(|end| self.is(end)) {
            loop {
                elements.push(element(self)?);
                if !self.take(",") {
                    break;
                }
            }
        }
        Ok(elements)
    }

    fn asm_operand(&mut self) -> Parsed<Node<GnuAsmOperand>> {
        let start = self.start();
        let symbolic_name = match self.take("[") {
            true => {
                let name = self.identifier()?;
                self.expect("]")?;
                Some(name)
            }
            false => None,
        };
        let constraints = self.string()?;
        self.expect("(")?;
        let variable_name = self.expression()?;
        self.expect(")")?;
        let node = GnuAsmOperand {
            symbolic_name,
            constraints,
            variable_name,
        };
        Ok(self.node(start, node))
    }
}

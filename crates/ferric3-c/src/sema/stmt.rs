//! Statements (6.8).

use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, Label, LabeledStatement, Statement,
    SwitchStatement,
};
use lang_c::span::Node;

use super::convert::Purpose;
use super::function::SwitchState;
use super::hir::{Case, CaseId, Expr, LabelId, Range, Stmt, Switch};
use super::jump::goto_target;
use super::types::Types;
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// The items of a block; the caller has opened the scope.
    pub(crate) fn block_items(&mut self, items: &'a [Node<BlockItem>], stmts: &mut Vec<Stmt>) {
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) => self.declaration(declaration, stmts),
                BlockItem::StaticAssert(assert) => self.static_assert(assert),
                BlockItem::Statement(statement) => stmts.push(self.stmt(statement)),
            }
        }
    }

    /// Run `inside` in a block scope of its own.
    pub(crate) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.enter();
        let point = self.function.as_ref().map(|f| f.point);
        let result = inside(self);
        if let (Some(function), Some(point)) = (&mut self.function, point) {
            function.point = point;
        }
        self.scopes.leave();
        result
    }

    /// A statement.
    pub(crate) fn stmt(&mut self, node: &'a Node<Statement>) -> Stmt {
        let range = range_of(node);
        match &node.node {
            Statement::Labeled(labeled) => self.labeled(labeled),
            Statement::Compound(items) => {
                let mut stmts = Vec::with_capacity(items.len());
                self.scoped(|sema| sema.block_items(items, &mut stmts));
                Stmt::Block(stmts)
            }
            Statement::Expression(None) => Stmt::Empty,
            Statement::Expression(Some(e)) => match self.computed_goto(node) {
                Some(jump) => jump,
                None => Stmt::Expr(self.value_of(e)),
            },
            Statement::If(node) => {
                let condition = self.condition(&node.node.condition);
                let then = self.sub_stmt(&node.node.then_statement);
                let otherwise = node.node.else_statement.as_ref().map(|s| self.sub_stmt(s));
                Stmt::If(condition, Box::new(then), otherwise.map(Box::new))
            }
            Statement::Switch(node) => self.switch(node),
            Statement::While(node) => {
                let condition = self.condition(&node.node.expression);
                let body = self.loop_body(&node.node.statement);
                Stmt::While(condition, Box::new(body))
            }
            Statement::DoWhile(node) => {
                let body = self.loop_body(&node.node.statement);
                let condition = self.condition(&node.node.expression);
                Stmt::DoWhile(Box::new(body), condition)
            }
            Statement::For(node) => self.scoped(|sema| sema.for_stmt(&node.node)),
            Statement::Goto(label) => {
                let range = range_of(label);
                match &mut self.function {
                    Some(function) => Stmt::Goto(function.goto(&label.node.name, range), range),
                    None => Stmt::Empty,
                }
            }
            Statement::Continue => {
                if self.function.as_ref().is_none_or(|f| f.loops == 0) {
                    self.error(range, "`continue` stands outside of a loop");
                }
                Stmt::Continue(range)
            }
            Statement::Break => {
                if self.function.as_ref().is_none_or(|f| f.breakable == 0) {
                    self.error(range, "`break` stands outside of a loop or switch");
                }
                Stmt::Break(range)
            }
            Statement::Return(e) => self.return_stmt(e.as_deref(), range),
            Statement::Asm(node) => self.assembler(node, range),
        }
    }

    /// A statement that is a scope of its own (6.8.4 §3, 6.8.5 §5).
    fn sub_stmt(&mut self, node: &'a Node<Statement>) -> Stmt {
        self.scoped(|sema| sema.stmt(node))
    }

    fn loop_body(&mut self, node: &'a Node<Statement>) -> Stmt {
        self.count_loop(1);
        let body = self.sub_stmt(node);
        self.count_loop(-1);
        body
    }

    fn count_loop(&mut self, by: i32) {
        if let Some(function) = &mut self.function {
            function.loops = function.loops.saturating_add_signed(by);
            function.breakable = function.breakable.saturating_add_signed(by);
        }
    }

    fn for_stmt(&mut self, node: &'a ForStatement) -> Stmt {
        let mut stmts = Vec::new();
        let mut first = None;
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(e) => {
                let e = self.expr(e);
                first = Some(self.value(e));
            }
            ForInitializer::Declaration(declaration) => self.declaration(declaration, &mut stmts),
            ForInitializer::StaticAssert(assert) => self.static_assert(assert),
        }
        let condition = node.condition.as_ref().map(|e| self.condition(e));
        let step = node.step.as_ref().map(|e| {
            let e = self.expr(e);
            self.value(e)
        });
        let body = self.loop_body(&node.statement);
        let looping = Stmt::For(first, condition, step, Box::new(body));
        if stmts.is_empty() {
            return looping;
        }
        stmts.push(looping);
        Stmt::Block(stmts)
    }

    /// A controlling expression: a scalar (6.8.4.1, 6.8.5).
    pub(crate) fn condition(&mut self, node: &'a Node<Expression>) -> Expr {
        let e = self.expr(node);
        let e = self.value(e);
        self.check_scalar(&e, "a condition");
        e
    }

    /// Report a value that is not a scalar.
    pub(crate) fn check_scalar(&mut self, e: &Expr, what: &str) {
        if e.is_error() || self.types.is_scalar(e.ty.ty) {
            return;
        }
        let shown = self.types.show(e.ty);
        self.error(
            e.range,
            format!("{what} must be a number or a pointer, not `{shown}`"),
        );
    }

    fn return_stmt(&mut self, node: Option<&'a Node<Expression>>, range: Range) -> Stmt {
        let Some(function) = &self.function else {
            return Stmt::Empty;
        };
        let (result, name) = (function.result, function.name);
        let Some(node) = node else {
            if result.ty != Types::VOID {
                self.warn(range, format!("`{name}` returns no value here"));
            }
            return Stmt::Return(None, range);
        };
        let e = self.expr(node);
        let e = self.value(e);
        if result.ty == Types::VOID {
            if e.ty.ty != Types::VOID && !e.is_error() {
                self.warn(
                    range,
                    format!("`{name}` returns no value, so this one is lost"),
                );
            }
            return Stmt::Return(Some(e), range);
        }
        Stmt::Return(Some(self.assign_convert(e, result, Purpose::Return)), range)
    }

    fn switch(&mut self, node: &'a Node<SwitchStatement>) -> Stmt {
        let value = self.expr(&node.node.expression);
        let value = self.value(value);
        if !value.is_error() && !self.types.is_integer(value.ty.ty) {
            let shown = self.types.show(value.ty);
            self.error(
                value.range,
                format!("`switch` needs an integer, not `{shown}`"),
            );
        }
        let value = self.promote(value);
        if let Some(function) = &mut self.function {
            let point = function.point;
            function.switches.push(SwitchState {
                ty: value.ty.ty,
                cases: Vec::new(),
                point,
            });
            function.breakable += 1;
        }
        let body = self.sub_stmt(&node.node.statement);
        let mut cases = Vec::new();
        if let Some(function) = &mut self.function {
            function.breakable -= 1;
            cases = function.switches.pop().map_or(Vec::new(), |s| s.cases);
        }
        self.check_duplicate_cases(&cases, value.ty.ty);
        Stmt::Switch(Box::new(Switch { value, cases, body }))
    }

    fn check_duplicate_cases(&mut self, cases: &[Case], ty: super::types::TypeId) {
        let mut ranges: Vec<_> = cases
            .iter()
            .filter_map(|c| {
                let (low, high) = c.values?;
                Some((
                    self.signed_value(low, ty),
                    self.signed_value(high, ty),
                    c.range,
                ))
            })
            .collect();
        ranges.sort_by_key(|&(low, _, range)| (low, range.start));
        for pair in ranges.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let value = pair[1].0;
                self.error(pair[1].2, format!("there is a case for {value} already"));
            }
        }
        let mut defaults = cases.iter().filter(|c| c.values.is_none()).skip(1);
        if let Some(second) = defaults.next() {
            self.error(second.range, "there is a `default` already");
        }
    }

    fn labeled(&mut self, node: &'a Node<LabeledStatement>) -> Stmt {
        self.label_before(node, |sema| sema.stmt(&node.node.statement))
    }

    /// The last statement of a statement expression is its value, also behind labels (GNU C); these
    /// go to `stmts`.
    pub(crate) fn labelled_value(
        &mut self,
        node: &'a Node<Statement>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<&'a Node<Expression>> {
        let mut value = node;
        let mut labels = Vec::new();
        while let Statement::Labeled(labeled) = &value.node {
            labels.push(labeled);
            value = &labeled.node.statement;
        }
        let Statement::Expression(Some(e)) = &value.node else {
            return None;
        };
        if goto_target(value).is_some() {
            return None;
        }
        for label in labels {
            let label = self.label_before(label, |_| Stmt::Empty);
            stmts.push(label);
        }
        Some(e)
    }

    /// The statement that `inner` makes, behind the label of `node`.
    fn label_before(
        &mut self,
        node: &'a Node<LabeledStatement>,
        inner: impl FnOnce(&mut Self) -> Stmt,
    ) -> Stmt {
        let label = &node.node.label;
        let range = range_of(label);
        let case = match &label.node {
            Label::Identifier(name) => {
                let id = self.define_label(&name.node.name, range_of(name));
                let inner = Box::new(inner(self));
                return Stmt::Label(id, inner);
            }
            Label::Default => self.case(None, range),
            Label::Case(e) => {
                let value = self.case_value(e);
                value.and_then(|v| self.case(Some((v, v)), range))
            }
            Label::CaseRange(r) => {
                let (low, high) = (self.case_value(&r.node.low), self.case_value(&r.node.high));
                low.zip(high)
                    .and_then(|values| self.case(Some(values), range))
            }
        };
        let inner = inner(self);
        match case {
            Some(id) => Stmt::Case(id, Box::new(inner)),
            None => inner,
        }
    }

    fn define_label(&mut self, name: &'a str, range: Range) -> LabelId {
        let Some(function) = &mut self.function else {
            return LabelId(0);
        };
        match function.define_label(name, range) {
            Some(id) => id,
            None => {
                self.error(range, format!("there is a label `{name}` already"));
                LabelId(0)
            }
        }
    }

    /// The value of a case label, converted to the promoted type of the controlling expression.
    fn case_value(&mut self, node: &'a Node<Expression>) -> Option<u128> {
        let (bits, ty) = self.integer_constant_expression(node)?;
        let to = self
            .function
            .as_ref()?
            .switches
            .last()
            .map(|s| s.ty)
            .unwrap_or(ty);
        self.types.convert_constant(bits, ty, to)
    }

    /// A case of the innermost switch.
    fn case(&mut self, values: Option<(u128, u128)>, range: Range) -> Option<CaseId> {
        let function = self.function.as_mut()?;
        let to = function.point;
        let Some(from) = function.switches.last().map(|s| s.point) else {
            self.error(range, "a case label stands outside of a switch");
            return None;
        };
        let bypassed = function.bypassed(from, to);
        let switch = function.switches.last_mut()?;
        let ty = switch.ty;
        let id = CaseId(switch.cases.len() as u32);
        switch.cases.push(Case {
            values,
            bypassed,
            range,
        });
        if let Some((low, high)) = values
            && self.signed_value(low, ty) > self.signed_value(high, ty)
        {
            self.warn(range, "this range of cases is empty");
        }
        Some(id)
    }
}

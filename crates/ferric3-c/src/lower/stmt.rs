//! Statements.

use ferric3_ivl::{BlockId, InputSource, TerminatorKind};
use ferric3_term::{Op, TermId};

use super::Lower;
use super::memory::Location;
use crate::sema::hir::{
    Case, CaseId, Expr, Goto, GotoId, Init, LabelId, ObjectId, Range, Stmt, Storage, Switch,
};

impl<'a> Lower<'a> {
    /// A sequence of statements.
    pub(super) fn stmts(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.cover_statement(stmt);
        match stmt {
            Stmt::Expr(e) => {
                self.here = e.range;
                self.effect(e);
            }
            Stmt::Declare(object) => self.declare(*object),
            Stmt::Block(stmts) => {
                self.open_scope(stmts);
                self.stmts(stmts);
                self.close_scope();
            }
            Stmt::If(condition, then, otherwise) => {
                self.if_stmt(condition, then, otherwise.as_deref());
            }
            Stmt::While(condition, body) => self.loop_stmt(stmt, Some(condition), None, body),
            Stmt::DoWhile(body, condition) => self.do_while(stmt, body, condition),
            Stmt::For(first, condition, step, body) => {
                if let Some(first) = first {
                    self.effect(first);
                }
                self.loop_stmt(stmt, condition.as_ref(), step.as_ref(), body);
            }
            Stmt::Switch(switch) => self.switch(switch),
            Stmt::Case(id, inner) => self.case(*id, inner),
            Stmt::Label(id, inner) => {
                let block = self.label_block(*id);
                self.goto(block);
                self.switch_to(block);
                self.stmt(inner);
            }
            Stmt::Goto(id, range) => self.goto_stmt(*id, *range),
            Stmt::ComputedGoto(id, target, range) => self.computed_goto(*id, target, *range),
            Stmt::Break(range) => {
                self.here = *range;
                if let Some(&(target, depth)) = self.body.breaks.last() {
                    self.leave_scopes(depth);
                    self.goto(target);
                }
            }
            Stmt::Continue(range) => {
                self.here = *range;
                if let Some(&(target, depth)) = self.body.continues.last() {
                    self.leave_scopes(depth);
                    self.goto(target);
                }
            }
            Stmt::Return(value, range) => self.return_stmt(value.as_ref(), *range),
            Stmt::Cleanup(call) => self.register_cleanup(call),
            Stmt::Unsupported(what, range) => self.unsupported(what, *range),
            Stmt::Empty => {}
        }
    }

    /// The declaration of an automatic variable: without an initialiser, its value is
    /// indeterminate each time.
    fn declare(&mut self, id: ObjectId) {
        let object = self.unit.object(id);
        if object.storage != Storage::Auto {
            return;
        }
        self.enter_scope(id);
        let Some(init) = &object.init else {
            if self.types().size_of(object.ty.ty).is_none() {
                self.declare_variable_array(id);
            }
            return self.indeterminate(id);
        };
        if let (Some(var), Init::Value(value)) = (self.scalar_variable(id), init) {
            if self.is_copy(value) {
                return self.copy_into(var, value, object.range);
            }
            return self.value_into(var, value, object.range);
        }
        match self.new_variable(id) {
            Some(place) => self.initialise(&place, init),
            None => self.unsupported(self.describe_type(object.ty.ty), object.range),
        }
    }

    /// Give a variable any value, because none was given by the program.
    fn indeterminate(&mut self, id: ObjectId) {
        let object = self.unit.object(id);
        self.enter_scope(id);
        let Some(target) = self.object_of(Location::Variable(id)) else {
            // What is not modelled ends the run where it is used.
            return;
        };
        if self.points_to.is_multiple(id) {
            // Whatever is stored there from the start on.
            return self.activate(id, target);
        }
        for var in self.memory.variables(target) {
            let name = self.program.vars[var].name.clone();
            self.havoc(var, InputSource::Uninitialised(name), object.range);
        }
    }

    fn if_stmt(&mut self, condition: &'a Expr, then: &'a Stmt, otherwise: Option<&'a Stmt>) {
        self.here = condition.range;
        let (then_block, otherwise_block) = self.decide(condition);
        let join = self.new_block();
        self.switch_to(then_block);
        self.stmt(then);
        self.goto(join);
        self.switch_to(otherwise_block);
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise);
        }
        self.goto(join);
        self.switch_to(join);
    }

    /// `while` and `for`.
    fn loop_stmt(
        &mut self,
        stmt: &'a Stmt,
        condition: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a Stmt,
    ) {
        let counter = self.begin_loop(stmt);
        let head = self.new_block();
        self.goto(head);
        self.switch_to(head);
        let exit = self.new_block();
        if let Some(condition) = condition {
            self.here = condition.range;
            let (inside, outside) = self.decide(condition);
            self.switch_to(outside);
            self.goto(exit);
            self.switch_to(inside);
        }
        let next = if step.is_some() {
            self.new_block()
        } else {
            head
        };
        self.cover_iteration(counter);
        self.loop_body(body, exit, next);
        self.goto(next);
        if let Some(step) = step {
            self.switch_to(next);
            self.here = step.range;
            self.effect(step);
            self.goto(head);
        }
        self.switch_to(exit);
        self.cover_end_of_loop(counter);
    }

    fn loop_body(&mut self, body: &'a Stmt, exit: BlockId, next: BlockId) {
        let depth = self.body.scopes.len();
        self.body.breaks.push((exit, depth));
        self.body.continues.push((next, depth));
        self.stmt(body);
        self.body.breaks.pop();
        self.body.continues.pop();
    }

    fn do_while(&mut self, stmt: &'a Stmt, body: &'a Stmt, condition: &'a Expr) {
        let counter = self.begin_loop(stmt);
        let head = self.new_block();
        self.goto(head);
        self.switch_to(head);
        let (next, exit) = (self.new_block(), self.new_block());
        self.cover_iteration(counter);
        self.loop_body(body, exit, next);
        self.goto(next);
        self.switch_to(next);
        self.here = condition.range;
        let (again, done) = self.decide(condition);
        self.switch_to(again);
        self.goto(head);
        self.switch_to(done);
        self.goto(exit);
        self.switch_to(exit);
        self.cover_end_of_loop(counter);
    }

    /// `switch`: a chain of tests in the order of the cases, then the body, which is entered only
    /// through its cases.
    fn switch(&mut self, switch: &'a Switch) {
        self.here = switch.value.range;
        let value = self.value(&switch.value);
        let signed = self.types().is_signed(switch.value.ty.ty);
        let exit = self.new_block();
        let cases: Vec<BlockId> = switch.cases.iter().map(|_| self.new_block()).collect();
        let mut default = exit;
        for (case, &block) in switch.cases.iter().zip(&cases) {
            self.here = case.range;
            let entry = self.case_entry(case, block);
            match case.values {
                None => default = self.cover_choice(entry, case.range, "default"),
                Some(values) => {
                    let text = self.case_text(case.range);
                    let entry = self.cover_choice(entry, case.range, &text);
                    let condition = self.case_condition(value, values, signed);
                    let otherwise = self.new_block();
                    self.terminate(TerminatorKind::Branch {
                        condition,
                        then: entry,
                        otherwise,
                        point: None,
                    });
                    self.switch_to(otherwise);
                }
            }
        }
        self.here = switch.value.range;
        if default == exit {
            default = self.cover_choice(exit, switch.value.range, "no case");
        }
        self.goto(default);
        self.body.cases.push(cases);
        self.body.breaks.push((exit, self.body.scopes.len()));
        self.stmt(&switch.body);
        self.body.breaks.pop();
        self.body.cases.pop();
        self.goto(exit);
        self.switch_to(exit);
    }

    /// `case 3`, without what stands behind the colon.
    pub(super) fn case_text(&self, range: Range) -> String {
        let text = self.text(range);
        let label = text.split(':').next().unwrap_or_default();
        label.trim_end().to_owned()
    }

    /// The block that leads to a case: variables whose declarations are jumped over become
    /// indeterminate.
    fn case_entry(&mut self, case: &'a Case, block: BlockId) -> BlockId {
        if case.bypassed.is_empty() {
            return block;
        }
        let saved = self.body.current;
        let entry = self.new_block();
        self.switch_to(entry);
        for &object in &case.bypassed {
            self.indeterminate(object);
        }
        self.goto(block);
        self.body.current = saved;
        entry
    }

    fn case_condition(&mut self, value: TermId, (low, high): (u128, u128), signed: bool) -> TermId {
        let width = self.terms.width(value);
        let low_term = self.bits(low, width);
        if self.signedness(value).is_some() {
            let number = self.number(value, signed);
            let (low, high) = (low_term, self.bits(high, width));
            let (low, high) = (self.number(low, signed), self.number(high, signed));
            if low == high {
                return self.mk2(Op::Eq, number, low);
            }
            let above = self.mk2(Op::Le, low, number);
            let below = self.mk2(Op::Le, number, high);
            return self.mk2(Op::And, above, below);
        }
        if low == high {
            return self.mk2(Op::Eq, value, low_term);
        }
        let high_term = self.bits(high, width);
        let le = if signed { Op::BvSle } else { Op::BvUle };
        let above = self.mk2(le.clone(), low_term, value);
        let below = self.mk2(le, value, high_term);
        self.mk2(Op::And, above, below)
    }

    fn case(&mut self, id: CaseId, inner: &'a Stmt) {
        let block = self
            .body
            .cases
            .last()
            .and_then(|cases| cases.get(id.0 as usize))
            .copied();
        if let Some(block) = block {
            self.goto(block);
            self.switch_to(block);
        }
        self.stmt(inner);
    }

    fn label_block(&mut self, id: LabelId) -> BlockId {
        if let Some(Some(block)) = self.body.labels.get(id.0 as usize) {
            return *block;
        }
        let block = self.new_block();
        if let Some(slot) = self.body.labels.get_mut(id.0 as usize) {
            *slot = Some(block);
        }
        block
    }

    fn goto_stmt(&mut self, id: GotoId, range: Range) {
        self.here = range;
        if let Some(goto) = self.body.gotos.get(id.0 as usize) {
            self.jump(goto);
        }
    }

    /// Leave for a label.
    pub(super) fn jump(&mut self, goto: &Goto) {
        self.leave_for(goto.label);
        for &object in &goto.bypassed {
            self.indeterminate(object);
        }
        let block = self.label_block(goto.label);
        self.goto(block);
    }

    fn return_stmt(&mut self, value: Option<&'a Expr>, range: Range) {
        self.here = range;
        match (value, self.body.result) {
            (Some(value), Some(result)) => self.value_into(result, value, range),
            // A void value, or one of a type that cannot be modelled.
            (Some(value), None) => self.effect(value),
            (None, Some(result)) => {
                let source = InputSource::Uninitialised("returned value".to_owned());
                self.havoc(result, source, range);
            }
            (None, None) => {}
        }
        self.here = range;
        self.leave_scopes(0);
        self.terminate(TerminatorKind::Return);
    }
}

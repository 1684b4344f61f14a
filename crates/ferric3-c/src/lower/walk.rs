//! Walks over the typed tree.

use crate::sema::hir::{Expr, ExprKind, Init, ObjectId, Stmt, Storage, Unit};

/// The expressions that the evaluation of an expression itself evaluates, from left to right. Not
/// those of statements inside of it.
pub(crate) fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Error
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(..)
        | ExprKind::Unsupported(_) => Vec::new(),
        ExprKind::Deref(a, _)
        | ExprKind::Member(a, ..)
        | ExprKind::Load(a)
        | ExprKind::Decay(a)
        | ExprKind::AddressOf(a)
        | ExprKind::Convert(a)
        | ExprKind::Unary(_, a)
        | ExprKind::LogicalNot(a)
        | ExprKind::Step(_, a, _) => vec![a],
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::PointerAdd(a, b, ..)
        | ExprKind::PointerDiff(a, b, _)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::CompoundAssign(_, a, b) => vec![a, b],
        ExprKind::Conditional(c, a, b) => {
            let mut all: Vec<&Expr> = vec![c];
            all.extend(a.as_deref());
            all.push(b);
            all
        }
        ExprKind::Call(_, args) => args.iter().collect(),
        ExprKind::CallPointer(callee, args) => {
            let mut all: Vec<&Expr> = vec![callee];
            all.extend(args);
            all
        }
        ExprKind::CompoundLiteral(_, init) => values(init),
        ExprKind::Statement(_, value) => value.as_deref().into_iter().collect(),
    }
}

/// The values of an initialiser.
pub(crate) fn values(init: &Init) -> Vec<&Expr> {
    match init {
        Init::Value(e) => vec![e],
        Init::Parts(parts) => parts.iter().map(|part| &part.value).collect(),
    }
}

/// What the parts of statements are handed to.
pub(crate) trait Visitor<'a> {
    /// A full expression.
    fn full(&mut self, e: &'a Expr);

    /// The initialiser of an automatic variable.
    fn initialiser(&mut self, id: ObjectId, init: &'a Init);

    /// A statement, before its parts. Are they wanted?
    fn enter(&mut self, _stmt: &'a Stmt) -> bool {
        true
    }
}

/// Visit all full expressions of statements, in the order of the text.
pub(crate) fn visit<'a>(unit: &'a Unit, stmts: &'a [Stmt], visitor: &mut impl Visitor<'a>) {
    for stmt in stmts {
        visit_stmt(unit, stmt, visitor);
    }
}

/// The same for one statement.
pub(crate) fn visit_stmt<'a>(unit: &'a Unit, stmt: &'a Stmt, visitor: &mut impl Visitor<'a>) {
    if !visitor.enter(stmt) {
        return;
    }
    match stmt {
        Stmt::Expr(e)
        | Stmt::Cleanup(e)
        | Stmt::Return(Some(e), _)
        | Stmt::ComputedGoto(_, e, _) => visitor.full(e),
        Stmt::Declare(id) => {
            let object = unit.object(*id);
            if let (Storage::Auto, Some(init)) = (object.storage, &object.init) {
                visitor.initialiser(*id, init);
            }
        }
        Stmt::Block(stmts) => visit(unit, stmts, visitor),
        Stmt::If(condition, then, otherwise) => {
            visitor.full(condition);
            visit_stmt(unit, then, visitor);
            if let Some(otherwise) = otherwise {
                visit_stmt(unit, otherwise, visitor);
            }
        }
        Stmt::While(condition, body) => {
            visitor.full(condition);
            visit_stmt(unit, body, visitor);
        }
        Stmt::DoWhile(body, condition) => {
            visit_stmt(unit, body, visitor);
            visitor.full(condition);
        }
        Stmt::For(first, condition, step, body) => {
            for e in [first, condition].into_iter().flatten() {
                visitor.full(e);
            }
            visit_stmt(unit, body, visitor);
            if let Some(step) = step {
                visitor.full(step);
            }
        }
        Stmt::Switch(switch) => {
            visitor.full(&switch.value);
            visit_stmt(unit, &switch.body, visitor);
        }
        Stmt::Case(_, inner) | Stmt::Label(_, inner) => visit_stmt(unit, inner, visitor),
        Stmt::Return(None, _)
        | Stmt::Goto(..)
        | Stmt::Break(_)
        | Stmt::Continue(_)
        | Stmt::Unsupported(..)
        | Stmt::Empty => {}
    }
}

/// Do statements mention a variable, other than in an expression statement that does nothing?
pub(crate) fn mention(unit: &Unit, stmts: &[Stmt], id: ObjectId) -> bool {
    struct Mentions(ObjectId, bool);
    impl<'a> Visitor<'a> for Mentions {
        fn full(&mut self, e: &'a Expr) {
            self.1 |= mentions(e, self.0);
        }

        fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
            for value in values(init) {
                self.full(value);
            }
        }

        fn enter(&mut self, stmt: &'a Stmt) -> bool {
            !matches!(stmt, Stmt::Expr(e) if !e.effects)
        }
    }
    fn mentions(e: &Expr, id: ObjectId) -> bool {
        match &e.kind {
            ExprKind::Object(object) => *object == id,
            // What is in statements is not looked at closely.
            ExprKind::Statement(..) => true,
            _ => operands(e).into_iter().any(|operand| mentions(operand, id)),
        }
    }
    let mut found = Mentions(id, false);
    visit(unit, stmts, &mut found);
    found.1
}

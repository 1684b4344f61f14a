//! Variable-length arrays (6.7.6.2): the length of each is kept in a hidden variable, which is
//! given its value where the type is declared.

use super::Sema;
use super::hir::{BinaryOp, Expr, ExprKind, Init, ObjectId, Range, Stmt, Storage};
use super::types::{ArrayLen, QualType, Type, TypeId};

impl Sema<'_> {
    /// A hidden variable for the length that an expression gives. It is declared by the next
    /// statement.
    pub(crate) fn hidden_length(&mut self, size: Expr) -> ObjectId {
        let size_t = self.types.size_t();
        let range = size.range;
        let id = self.new_object("length", QualType::plain(size_t), Storage::Auto, range);
        let size = self.convert(size, size_t);
        self.objects[id.0 as usize].init = Some(Init::Value(size));
        self.lengths.push(id);
        id
    }

    /// Declare the hidden variables that have not been declared yet.
    pub(crate) fn declare_lengths(&mut self, stmts: &mut Vec<Stmt>) {
        let lengths = std::mem::take(&mut self.lengths);
        stmts.extend(lengths.into_iter().map(Stmt::Declare));
    }

    /// A type was the operand of what evaluates no size (6.5.3.4): nothing is declared for it. So many hidden
    /// variables were there before.
    pub(crate) fn forget_lengths(&mut self, before: usize) {
        self.lengths.truncate(before);
        self.size_effects = false;
    }

    /// An expression whose type needs hidden variables that have not been declared yet.
    pub(crate) fn with_lengths(&mut self, e: Expr) -> Expr {
        if self.lengths.is_empty() {
            return e;
        }
        let mut stmts = Vec::new();
        self.declare_lengths(&mut stmts);
        let (ty, range) = (e.ty, e.range);
        Expr {
            kind: ExprKind::Statement(stmts, Some(Box::new(e))),
            ty,
            range,
            effects: true,
        }
    }

    /// A type of variable size as a number of values of constant size: the number, and the size.
    pub(crate) fn variable_size(&mut self, ty: TypeId, range: Range) -> Option<(Expr, u64)> {
        let size_t = self.types.size_t();
        let mut count = self.int(1, size_t, range);
        let mut ty = ty;
        loop {
            if let Some(size) = self.types.size_of(ty) {
                return Some((count, size));
            }
            let Type::Array(element, len) = *self.types.get(ty) else {
                return None;
            };
            let factor = match len {
                ArrayLen::Known(len) => self.int(u128::from(len), size_t, range),
                ArrayLen::Variable(Some(id)) => {
                    let place = Expr {
                        kind: ExprKind::Object(id),
                        ty: QualType::plain(size_t),
                        range,
                        effects: false,
                    };
                    self.value(place)
                }
                ArrayLen::Variable(None) | ArrayLen::Incomplete => return None,
            };
            count = match count.kind {
                ExprKind::Int(1) => factor,
                _ => self.product(count, factor),
            };
            ty = element.ty;
        }
    }

    /// The product of two values of one integer type.
    pub(crate) fn product(&self, a: Expr, b: Expr) -> Expr {
        let (ty, range) = (a.ty, a.range);
        let effects = a.effects || b.effects;
        Expr {
            kind: ExprKind::Binary(BinaryOp::Mul, Box::new(a), Box::new(b)),
            ty,
            range,
            effects,
        }
    }
}

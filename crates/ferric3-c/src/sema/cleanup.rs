//! The attribute `cleanup` of GNU C: a function that is called with the address of a variable when
//! its block is left.

use super::Sema;
use super::hir::{Expr, ExprKind, ObjectId, Range, Stmt};
use super::scope::Entry;
use super::types::QualType;
use crate::preprocess::unsupported_attribute;

impl<'a> Sema<'a> {
    /// What is to be done at the end of the block of a variable, by the name of the function.
    pub(crate) fn cleanup(
        &mut self,
        object: ObjectId,
        (name, range): (String, Range),
    ) -> Option<Stmt> {
        let Some(Entry::Function(id)) = self.scopes.lookup(&name) else {
            self.error(range, format!("`{name}` is no function that can clean up"));
            return None;
        };
        let in_expression = self
            .function
            .as_ref()
            .is_some_and(super::function::FunctionState::is_in_expression);
        let ty = self.functions[id.0 as usize].ty;
        let function = self.types.function(ty).cloned();
        let Some(function) = function.filter(|_| !in_expression) else {
            let what = unsupported_attribute("cleanup");
            self.obstacles.push((range, what));
            return None;
        };
        let variable = Expr {
            kind: ExprKind::Object(object),
            ty: self.objects[object.0 as usize].ty,
            range,
            effects: false,
        };
        let address = self.address_of(variable, range);
        let args = self.arguments(&function, &name, vec![address], range)?;
        Some(Stmt::Cleanup(Expr {
            kind: ExprKind::Call(id, args),
            ty: QualType::plain(function.result.ty),
            range,
            effects: true,
        }))
    }
}

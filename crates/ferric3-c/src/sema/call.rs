//! Function calls (6.5.2.2).

use lang_c::ast::{CallExpression, Expression};
use lang_c::span::Node;

use super::convert::{Purpose, error_expr};
use super::hir::{Expr, ExprKind, FunctionId, Range};
use super::scope::Entry;
use super::types::{FunctionType, QualType, Type, Types};
use super::{Sema, range_of};

impl<'a> Sema<'a> {
    /// A call.
    pub(crate) fn call(&mut self, node: &'a Node<CallExpression>, range: Range) -> Expr {
        let call = &node.node;
        if let Expression::Identifier(id) = &call.callee.node {
            let name = id.node.name.as_str();
            if let Some(result) = self.special_call(name, &call.arguments, range) {
                return result;
            }
            if let Some(result) = self.library_builtin(name, &call.arguments, range) {
                return result;
            }
            if self.scopes.lookup(name).is_none() {
                if name.starts_with("__builtin_") && self.builtin_function(name).is_none() {
                    // Its type is not known, so nothing can be said about where it stands.
                    for arg in &call.arguments {
                        self.value_of(arg);
                    }
                    return error_expr(range);
                }
                self.declare_implicitly(name, range_of(id));
            }
        }
        let callee = self.value_of(&call.callee);
        let args: Vec<Expr> = call.arguments.iter().map(|a| self.value_of(a)).collect();
        self.call_of(callee, args, range)
    }

    /// A call of a function, or of what a pointer points to, with these arguments.
    pub(super) fn call_of(&mut self, callee: Expr, args: Vec<Expr>, range: Range) -> Expr {
        if callee.is_error() {
            return error_expr(range);
        }
        let function = self.types.pointee(callee.ty.ty).map(|target| target.ty);
        let Some(function) = function.and_then(|ty| self.types.function(ty)).cloned() else {
            let shown = self.types.show(callee.ty);
            self.error(
                range,
                format!("only functions can be called, not `{shown}`"),
            );
            return error_expr(range);
        };
        let target = match &callee.kind {
            ExprKind::AddressOf(place) => match place.kind {
                ExprKind::Function(id) => Some(id),
                _ => None,
            },
            _ => None,
        };
        let name = match target {
            Some(id) => self.functions[id.0 as usize].name.clone(),
            None => "the called function".to_owned(),
        };
        let Some(args) = self.arguments(&function, &name, args, range) else {
            return error_expr(range);
        };
        self.argument_area(&function, &args, range);
        let result = function.result.ty;
        if result != Types::VOID && !self.types.is_complete(result) {
            let shown = self.types.show_id(result);
            self.error(
                range,
                format!("`{name}` returns the incomplete type `{shown}`"),
            );
        }
        let kind = match target {
            Some(id) => ExprKind::Call(id, args),
            None => ExprKind::CallPointer(Box::new(callee), args),
        };
        Expr {
            kind,
            ty: QualType::plain(result),
            range,
            effects: true,
        }
    }

    /// A function that is called without a declaration: what the compiler knows about it, or
    /// `int name()`.
    fn declare_implicitly(&mut self, name: &'a str, range: Range) {
        let function = match self.model_type(name) {
            Some(function) => Some(function),
            None => self.builtin_function(name),
        };
        let known = function.is_some();
        let function = function.unwrap_or_else(|| FunctionType {
            result: QualType::plain(Types::INT),
            params: Vec::new(),
            prototype: false,
            variadic: false,
        });
        let linked = match self.scopes.linked.get(name) {
            Some(&Entry::Function(id)) => Some(id),
            _ => None,
        };
        if !known && linked.is_none() {
            let message = format!("`{name}` is called without a declaration");
            let hint = self
                .scopes
                .closest(name)
                .map(|other| format!("did you mean `{other}`?"));
            let mut warning = crate::Diagnostic::warning(self.place(range), message);
            warning.hint = hint;
            self.report(warning);
        }
        let ty = self.types.intern(Type::Function(Box::new(function)));
        let id = linked.unwrap_or_else(|| {
            let id: FunctionId = self.new_function(name, ty, range);
            self.functions[id.0 as usize].implicit = true;
            self.scopes.linked.insert(name, Entry::Function(id));
            id
        });
        self.scopes.declare(name, Entry::Function(id));
    }

    /// Check the arguments against the type of the function and convert them.
    pub(crate) fn arguments(
        &mut self,
        function: &FunctionType,
        name: &str,
        args: Vec<Expr>,
        range: Range,
    ) -> Option<Vec<Expr>> {
        if args.iter().any(Expr::is_error) {
            return None;
        }
        let expected = function.params.len();
        let too_few = args.len() < expected;
        let too_many = args.len() > expected && !function.variadic;
        if function.prototype && (too_few || too_many) {
            let least = if function.variadic { "at least " } else { "" };
            let plural = if expected == 1 { "" } else { "s" };
            let given = match args.len() {
                1 => "1 is given".to_owned(),
                n => format!("{n} are given"),
            };
            let message = format!("`{name}` takes {least}{expected} argument{plural}, but {given}");
            let ty = self
                .types
                .intern(Type::Function(Box::new(function.clone())));
            let hint = format!("its type is `{}`", self.types.show_id(ty));
            self.error_hint(range, message, hint);
            return None;
        }
        let mut converted = Vec::with_capacity(args.len());
        for (i, arg) in args.into_iter().enumerate() {
            let arg = match function.params.get(i) {
                Some(&param) if function.prototype => {
                    let arg = self.transparent_argument(arg, param);
                    self.assign_convert(arg, param, Purpose::Argument(i + 1, name))
                }
                _ if arg.ty.ty == Types::VOID => {
                    self.error(arg.range, "a void value is used here");
                    error_expr(arg.range)
                }
                _ => self.promote_argument(arg),
            };
            converted.push(arg);
        }
        (!converted.iter().any(Expr::is_error)).then_some(converted)
    }
}

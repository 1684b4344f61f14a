//! Calls of compiler builtins: those that are no function calls, those that take arguments of any
//! type, and those that are another name of a library function.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Sema;
use super::convert::error_expr;
use super::expr::unsupported_construct;
use super::hir::{Expr, ExprKind, FunctionId, Range};
use super::scope::Entry;
use super::types::{FloatKind, FunctionType, IntKind, QualType, Type, TypeId, Types};
use crate::preprocess::UNSUPPORTED_PREFIX;

impl<'a> Sema<'a> {
    /// Calls of compiler builtins that are not function calls.
    pub(crate) fn special_call(
        &mut self,
        name: &'a str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        if name.starts_with(UNSUPPORTED_PREFIX) {
            for arg in args {
                self.value_of(arg);
            }
            return Some(Expr {
                kind: ExprKind::Unsupported(unsupported_construct(name)),
                ty: QualType::plain(Types::VOID),
                range,
                effects: true,
            });
        }
        if self.scopes.lookup(name).is_none()
            && let Some(atomic) = self.atomic_call(name, args, range)
        {
            return Some(atomic);
        }
        let plain = name.strip_prefix("__builtin_")?;
        match (plain, args) {
            ("constant_p", [e]) => {
                let e = self.value_of(e);
                let text =
                    matches!(&e.kind, ExprKind::Decay(a) if matches!(a.kind, ExprKind::String(_)));
                let constant =
                    text || self.types.fold(&e).is_some() || self.types.fold_float(&e).is_some();
                Some(self.int(u128::from(constant), Types::INT, range))
            }
            ("choose_expr", [c, a, b]) => {
                let (bits, _) = self.integer_constant_expression(c)?;
                Some(self.expr(if bits != 0 { a } else { b }))
            }
            ("types_compatible_p", [a, b]) => {
                // The preprocessor made each type the operand of a `sizeof`.
                let (a, b) = (self.operand_type(a)?, self.operand_type(b)?);
                let compatible = match (self.types.get(a), self.types.get(b)) {
                    (Type::Enum(_), Type::Enum(_)) => a == b,
                    _ => self.types.compatible_ids(a, b),
                };
                Some(self.int(u128::from(compatible), Types::INT, range))
            }
            // Not evaluated. The size, or that it is not known: as the optimiser likes.
            ("object_size" | "dynamic_object_size", [_, kind]) => {
                self.constant_size(kind)?;
                let result = QualType::plain(self.types.size_t());
                let function = FunctionType {
                    result,
                    params: Vec::new(),
                    prototype: true,
                    variadic: false,
                };
                let id = self.compiler_function(name, function, range);
                Some(Expr {
                    kind: ExprKind::Call(id, Vec::new()),
                    ty: result,
                    range,
                    effects: true,
                })
            }
            _ => self
                .list_builtin(plain, args, range)
                .or_else(|| self.overflow_predicate(name, plain, args, range))
                .or_else(|| self.type_generic(plain, args, range))
                .or_else(|| self.generic_call(name, plain, args, range)),
        }
    }

    /// What a checked function is told where too little is known: then it does not check anything. It
    /// does nothing else in runs that are in order.
    fn is_object_size(&self, f: FunctionId) -> bool {
        let name = self.functions[f.0 as usize].name.as_str();
        matches!(
            name,
            "__builtin_object_size" | "__builtin_dynamic_object_size"
        )
    }

    /// The type in an argument of `__builtin_types_compatible_p`.
    fn operand_type(&mut self, node: &'a Node<Expression>) -> Option<TypeId> {
        let before = self.lengths.len();
        let ty = match &node.node {
            Expression::SizeOfTy(name) => self.type_name(&name.node.0),
            Expression::SizeOfVal(inner) => self.expr(&inner.node.0).ty,
            _ => return None,
        };
        self.forget_lengths(before);
        Some(ty.ty)
    }

    /// Builtins whose arguments keep the types that they have.
    fn generic_call(
        &mut self,
        name: &'a str,
        plain: &str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        let result = match (plain, args.len()) {
            (
                "isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" | "isnormal" | "signbit",
                1,
            )
            | (
                "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater"
                | "isunordered",
                2,
            )
            | ("fpclassify", 6) => Types::INT,
            ("add_overflow" | "sub_overflow" | "mul_overflow", 3) => Types::BOOL,
            (typed, 3) if overflow_kind(typed).is_some() => Types::BOOL,
            (classified, 1) if float_suffix(classified).is_some() => Types::INT,
            _ => return None,
        };
        let mut args: Vec<Expr> = args.iter().map(|a| self.value_of(a)).collect();
        if args.iter().any(Expr::is_error) {
            return Some(error_expr(range));
        }
        let scalar = |e: &Expr| self.types.is_scalar(e.ty.ty);
        if !args.iter().all(scalar) {
            self.error(range, format!("`{name}` needs numbers"));
            return Some(error_expr(range));
        }
        if plain.ends_with("overflow") {
            if let Some(kind) = overflow_kind(plain) {
                let convert = |e| self.convert(e, Types::int(kind));
                let rest = args.split_off(2);
                args = args.into_iter().map(convert).chain(rest).collect();
            }
            let integer = |e: &Expr| self.types.is_integer(e.ty.ty);
            let target = self.types.pointee(args[2].ty.ty);
            let target = target.is_some_and(|target| self.types.is_integer(target.ty));
            if !target || !args[..2].iter().all(integer) {
                let message = format!("`{name}` needs two integers and a pointer to an integer");
                self.error(range, message);
                return Some(error_expr(range));
            }
            let result = args.pop()?;
            args.push(self.accessed_place(result)?);
        } else {
            // The last ones are the numbers, of one type; before them, `fpclassify` has `int`s.
            let numbers = args.split_off(if plain == "fpclassify" { 5 } else { 0 });
            args = args
                .into_iter()
                .map(|e| self.convert(e, Types::INT))
                .collect();
            let ty = self.common_real(&numbers, float_suffix(plain));
            args.extend(numbers.into_iter().map(|e| self.convert(e, ty)));
        }
        let params = args.iter().map(|e| e.ty).collect();
        let function = FunctionType {
            result: QualType::plain(result),
            params,
            prototype: true,
            variadic: false,
        };
        let id = self.compiler_function(name, function, range);
        Some(Expr {
            kind: ExprKind::Call(id, args),
            ty: QualType::plain(result),
            range,
            effects: true,
        })
    }

    /// `__builtin_add_overflow_p(a, b, c)`: would the exact result not fit the type of `c`? That is a
    /// constant if `a` and `b` are. A bit-field has a type of its width. The call that is left has
    /// this width as one more argument.
    fn overflow_predicate(
        &mut self,
        name: &'a str,
        plain: &str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        let operation = plain.strip_suffix("_overflow_p")?;
        let is_known = ["add", "sub", "mul"].contains(&operation);
        let [a, b, c] = args else {
            return None;
        };
        if !is_known {
            return None;
        }
        let (a, b, c) = (self.value_of(a), self.value_of(b), self.value_of(c));
        if [&a, &b, &c].into_iter().any(Expr::is_error) {
            return Some(error_expr(range));
        }
        let types = &self.types;
        let counts =
            types.is_integer(c.ty.ty) && !matches!(types.get(c.ty.ty), Type::Bool | Type::Enum(_));
        if !counts || ![&a, &b].into_iter().all(|e| types.is_integer(e.ty.ty)) {
            self.error(range, format!("`{name}` needs three integers"));
            return Some(error_expr(range));
        }
        let width = self.bit_field_width(&c).or(types.scalar_width(c.ty.ty))?;
        let constant = self.constant_overflow(operation, (&a, &b), (c.ty.ty, width));
        if let Some(overflows) = constant.filter(|_| !c.effects) {
            return Some(self.int(u128::from(overflows), Types::BOOL, range));
        }
        let width = self.int(u128::from(width), Types::INT, range);
        let args = vec![a, b, c, width];
        let function = FunctionType {
            result: QualType::plain(Types::BOOL),
            params: args.iter().map(|e| e.ty).collect(),
            prototype: true,
            variadic: false,
        };
        let id = self.compiler_function(name, function, range);
        Some(Expr {
            kind: ExprKind::Call(id, args),
            ty: QualType::plain(Types::BOOL),
            range,
            effects: true,
        })
    }

    /// Whether constants of up to 64 bits overflow a type of up to 64 bits.
    fn constant_overflow(
        &self,
        operation: &str,
        (a, b): (&Expr, &Expr),
        (ty, width): (TypeId, u32),
    ) -> Option<bool> {
        let number = |e: &Expr| {
            let bits = self.types.fold(e)?;
            let width = self.types.scalar_width(e.ty.ty).filter(|w| *w <= 64)?;
            let bits = super::constant::truncate(bits, width) as i128;
            let is_negative = self.types.is_signed(e.ty.ty) && bits >> (width - 1) & 1 == 1;
            Some(if is_negative {
                bits - (1 << width)
            } else {
                bits
            })
        };
        let (a, b) = (number(a)?, number(b)?);
        let exact = match operation {
            "add" => a.checked_add(b),
            "sub" => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        if width > 64 {
            return None;
        }
        let (low, high) = if self.types.is_signed(ty) {
            (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        };
        Some(exact.is_none_or(|exact| !(low..=high).contains(&exact)))
    }

    /// `__builtin_tgmath(sqrtf, sqrt, sqrtl, x)`, of which GCC makes the macros of `<tgmath.h>`: the
    /// parameters whose types differ between the functions tell which one is called. Integers count as
    /// `double`. Nothing for complex numbers.
    fn type_generic(
        &mut self,
        plain: &str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        let first = args.first().filter(|_| plain == "tgmath")?;
        let first = self.expr(first).ty.ty;
        let count = self.types.function(first)?.params.len();
        let (functions, values) = args.split_at(args.len().checked_sub(count)?);
        let mut params: Vec<Vec<TypeId>> = Vec::new();
        for function in functions {
            let ty = self.expr(function).ty.ty;
            let function = self.types.function(ty)?;
            params.push(function.params.iter().map(|param| param.ty).collect());
        }
        if params.iter().any(|types| types.len() != count) {
            return None;
        }
        let is_generic = |i: &usize| params.iter().any(|types| types[*i] != params[0][*i]);
        let generic: Vec<usize> = (0..count).filter(is_generic).collect();
        let values: Vec<Expr> = values.iter().map(|value| self.value_of(value)).collect();
        let is_real = |e: &Expr| {
            self.types.is_integer(e.ty.ty) || matches!(self.types.get(e.ty.ty), Type::Float(_))
        };
        if generic.is_empty() || !generic.iter().all(|i| is_real(&values[*i])) {
            return None;
        }
        let deciding: Vec<Expr> = generic.iter().map(|i| values[*i].clone()).collect();
        let ty = self.common_real(&deciding, None);
        let fits = |types: &Vec<TypeId>| generic.iter().all(|i| types[*i] == ty);
        let chosen = params.iter().position(fits)?;
        let callee = self.value_of(&functions[chosen]);
        Some(self.call_of(callee, values, range))
    }

    /// The real type that all arguments can be converted to: integers count as `double`.
    fn common_real(&mut self, args: &[Expr], suffix: Option<FloatKind>) -> TypeId {
        let kinds = args.iter().map(|e| match self.types.get(e.ty.ty) {
            Type::Float(kind) => *kind,
            _ => FloatKind::Double,
        });
        let kind = suffix.or(kinds.max()).unwrap_or(FloatKind::Double);
        self.types.float(kind)
    }

    /// The function that a builtin is, declared nowhere. Builtins that take arguments of any type
    /// have the type of their first call; what counts are the types of the arguments.
    pub(super) fn compiler_function(
        &mut self,
        name: &'a str,
        ty: FunctionType,
        range: Range,
    ) -> FunctionId {
        if let Some(&Entry::Function(id)) = self.scopes.linked.get(name) {
            return id;
        }
        let ty = self.types.intern(Type::Function(Box::new(ty)));
        let id = self.new_function(name, ty, range);
        self.scopes.linked.insert(name, Entry::Function(id));
        id
    }

    /// `__builtin_strlen(s)` is `strlen(s)`, and `__builtin___strcpy_chk(d, s, size)` with an
    /// unknown size is `strcpy(d, s)`, where there is a model of the function. In a model, a builtin
    /// is what the lowering knows, so that a model can be made of it.
    pub(crate) fn library_builtin(
        &mut self,
        name: &'a str,
        args: &'a [Node<Expression>],
        range: Range,
    ) -> Option<Expr> {
        let plain = name
            .strip_prefix("__builtin_")
            .filter(|_| !self.in_models)?;
        if matches!(plain, "nan" | "nanf" | "nanl") {
            // A constant, which `NAN` stands for, and no call: static objects may have it.
            return None;
        }
        let (target, args) = match plain
            .strip_prefix("__")
            .and_then(|n| n.strip_suffix("_chk"))
        {
            Some(checked) => {
                let (size, rest) = args.split_last()?;
                let size = self.value_of(size);
                let most = super::constant::truncate(u128::MAX, self.types.pointer_width());
                let is_open = matches!(size.kind, ExprKind::Call(f, _) if self.is_object_size(f));
                (is_open || self.types.fold(&size) == Some(most)).then_some((checked, rest))?
            }
            None => (plain, args),
        };
        let (target, _) = self.library.get_key_value(target)?;
        let target: &'a str = target;
        let linked = self.scopes.linked.get(target).copied();
        let id = match linked {
            Some(Entry::Function(id)) => id,
            Some(_) => return None,
            None => {
                let function = self.model_type(target)?;
                self.compiler_function(target, function, range)
            }
        };
        let ty = self.functions[id.0 as usize].ty;
        let function = self.types.function(ty).filter(|f| f.prototype)?.clone();
        if function.variadic && plain != target {
            // Checked versions of these have their sizes in between.
            return None;
        }
        let args: Vec<Expr> = args.iter().map(|a| self.value_of(a)).collect();
        let Some(args) = self.arguments(&function, name, args, range) else {
            return Some(error_expr(range));
        };
        self.argument_area(&function, &args, range);
        Some(Expr {
            kind: ExprKind::Call(id, args),
            ty: QualType::plain(function.result.ty),
            range,
            effects: true,
        })
    }
}

/// The type of the operands of `__builtin_saddl_overflow` and its like.
fn overflow_kind(plain: &str) -> Option<IntKind> {
    let typed = plain.strip_suffix("_overflow")?;
    let (signed, rest) = match (typed.strip_prefix('s'), typed.strip_prefix('u')) {
        // Not `sub` itself.
        (Some(rest), _) if rest != "ub" => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let size = ["add", "sub", "mul"]
        .into_iter()
        .find_map(|op| rest.strip_prefix(op))?;
    let kind = match size {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    };
    Some(if signed { kind } else { kind.to_unsigned() })
}

/// The type that the name of a predicate such as `isnanf` asks for.
fn float_suffix(plain: &str) -> Option<FloatKind> {
    let is_known = |stem: &str| matches!(stem, "isnan" | "isinf" | "finite" | "signbit");
    if plain.strip_suffix('f').is_some_and(is_known) {
        return Some(FloatKind::Float);
    }
    plain
        .strip_suffix('l')
        .is_some_and(is_known)
        .then_some(FloatKind::LongDouble)
}

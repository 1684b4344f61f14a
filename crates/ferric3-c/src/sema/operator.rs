//! Unary and binary operators, assignments (6.5.3 to 6.5.16).

use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, UnaryOperator};

use super::Sema;
use super::constant::{fold_binary, fold_compare, overflows, truncate};
use super::convert::error_expr;
use super::expr::is_step;
use super::hir::{BinaryOp, CompareOp, Expr, ExprKind, Range, Step, UnaryOp};
use super::types::{FloatKind, IntKind, QualType, Type, TypeId, Types};

/// What a binary operator of the syntax tree is.
enum Operator {
    Index,
    Arithmetic(BinaryOp),
    Compare(CompareOp),
    And,
    Or,
    Assign(Option<BinaryOp>),
}

fn operator(op: &BinaryOperator) -> (Operator, &'static str) {
    use BinaryOp as B;
    use Operator::{Arithmetic, Assign, Compare};
    match op {
        BinaryOperator::Index => (Operator::Index, "[]"),
        BinaryOperator::Multiply => (Arithmetic(B::Mul), "*"),
        BinaryOperator::Divide => (Arithmetic(B::Div), "/"),
        BinaryOperator::Modulo => (Arithmetic(B::Rem), "%"),
        BinaryOperator::Plus => (Arithmetic(B::Add), "+"),
        BinaryOperator::Minus => (Arithmetic(B::Sub), "-"),
        BinaryOperator::ShiftLeft => (Arithmetic(B::Shl), "<<"),
        BinaryOperator::ShiftRight => (Arithmetic(B::Shr), ">>"),
        BinaryOperator::BitwiseAnd => (Arithmetic(B::And), "&"),
        BinaryOperator::BitwiseXor => (Arithmetic(B::Xor), "^"),
        BinaryOperator::BitwiseOr => (Arithmetic(B::Or), "|"),
        BinaryOperator::Less => (Compare(CompareOp::Lt), "<"),
        BinaryOperator::Greater => (Compare(CompareOp::Gt), ">"),
        BinaryOperator::LessOrEqual => (Compare(CompareOp::Le), "<="),
        BinaryOperator::GreaterOrEqual => (Compare(CompareOp::Ge), ">="),
        BinaryOperator::Equals => (Compare(CompareOp::Eq), "=="),
        BinaryOperator::NotEquals => (Compare(CompareOp::Ne), "!="),
        BinaryOperator::LogicalAnd => (Operator::And, "&&"),
        BinaryOperator::LogicalOr => (Operator::Or, "||"),
        BinaryOperator::Assign => (Assign(None), "="),
        BinaryOperator::AssignMultiply => (Assign(Some(B::Mul)), "*="),
        BinaryOperator::AssignDivide => (Assign(Some(B::Div)), "/="),
        BinaryOperator::AssignModulo => (Assign(Some(B::Rem)), "%="),
        BinaryOperator::AssignPlus => (Assign(Some(B::Add)), "+="),
        BinaryOperator::AssignMinus => (Assign(Some(B::Sub)), "-="),
        BinaryOperator::AssignShiftLeft => (Assign(Some(B::Shl)), "<<="),
        BinaryOperator::AssignShiftRight => (Assign(Some(B::Shr)), ">>="),
        BinaryOperator::AssignBitwiseAnd => (Assign(Some(B::And)), "&="),
        BinaryOperator::AssignBitwiseXor => (Assign(Some(B::Xor)), "^="),
        BinaryOperator::AssignBitwiseOr => (Assign(Some(B::Or)), "|="),
    }
}

impl<'a> Sema<'a> {
    /// A unary operator applied to an operand that is not yet converted to a value.
    pub(crate) fn unary(&mut self, op: &UnaryOperator, operand: Expr, range: Range) -> Expr {
        match op {
            UnaryOperator::Address => return self.address_of(operand, range),
            UnaryOperator::Indirection => {
                let pointer = self.value(operand);
                return self.deref(pointer, false, range);
            }
            op if is_step(op) => return self.step(op, operand, range),
            _ => {}
        }
        let operand = self.value(operand);
        if operand.is_error() {
            return error_expr(range);
        }
        let ty = operand.ty.ty;
        let allowed = match op {
            UnaryOperator::Complement => self.types.is_integer(ty),
            UnaryOperator::Negate => self.types.is_scalar(ty),
            _ => self.types.is_arithmetic(ty),
        };
        if matches!(self.types.get(ty), Type::Vector(..) | Type::Complex(_)) {
            let kind = ExprKind::Unsupported("vector or complex arithmetic");
            return Expr {
                kind,
                range,
                ..operand
            };
        }
        if !allowed {
            let shown = self.types.show(operand.ty);
            let sign = match op {
                UnaryOperator::Complement => "~",
                UnaryOperator::Negate => "!",
                UnaryOperator::Plus => "+",
                _ => "-",
            };
            self.error(range, format!("`{sign}` does not apply to `{shown}`"));
            return error_expr(range);
        }
        let effects = operand.effects;
        if *op == UnaryOperator::Negate {
            if let ExprKind::Int(bits) = operand.kind {
                return self.int(u128::from(bits == 0), Types::INT, range);
            }
            let kind = ExprKind::LogicalNot(Box::new(operand));
            return Expr {
                kind,
                ty: QualType::plain(Types::INT),
                range,
                effects,
            };
        }
        let operand = self.own_width(operand, None);
        let operand = self.promote(operand);
        let ty = operand.ty;
        let op = match op {
            UnaryOperator::Minus => UnaryOp::Neg,
            UnaryOperator::Complement => UnaryOp::Not,
            // `+x` is `x`, promoted, and no lvalue.
            _ => return Expr { range, ..operand },
        };
        let kind = match (&operand.kind, self.types.scalar_width(ty.ty)) {
            (ExprKind::Int(bits), Some(width))
                if op == UnaryOp::Not
                    || !self.types.is_signed(ty.ty)
                    || !overflows(BinaryOp::Sub, (0, *bits), width) =>
            {
                ExprKind::Int(match op {
                    UnaryOp::Neg => truncate(bits.wrapping_neg(), width),
                    UnaryOp::Not => truncate(!bits, width),
                })
            }
            _ => ExprKind::Unary(op, Box::new(operand)),
        };
        Expr {
            kind,
            ty,
            range,
            effects,
        }
    }

    /// `++` and `--`.
    fn step(&mut self, op: &UnaryOperator, operand: Expr, range: Range) -> Expr {
        if operand.is_error() || !self.check_modifiable(&operand, range) {
            return error_expr(range);
        }
        let ty = operand.ty.ty;
        if !self.types.is_scalar(ty) {
            let shown = self.types.show(operand.ty);
            self.error(range, format!("`++` and `--` do not apply to `{shown}`"));
            return error_expr(range);
        }
        let step = Step {
            up: matches!(
                op,
                UnaryOperator::PreIncrement | UnaryOperator::PostIncrement
            ),
            prefix: matches!(
                op,
                UnaryOperator::PreIncrement | UnaryOperator::PreDecrement
            ),
        };
        let size = self
            .types
            .pointee(ty)
            .and_then(|target| self.types.size_of(target.ty));
        let kind = ExprKind::Step(step, Box::new(operand), size);
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects: true,
        }
    }

    /// A binary operator.
    pub(crate) fn binary(&mut self, node: &'a BinaryOperatorExpression, range: Range) -> Expr {
        let (op, sign) = operator(&node.operator.node);
        match op {
            Operator::Index => self.index(&node.lhs, &node.rhs, range),
            Operator::Arithmetic(op) => {
                let a = self.value_of(&node.lhs);
                let b = self.value_of(&node.rhs);
                self.arithmetic(op, sign, a, b, range)
            }
            Operator::Compare(op) => {
                let a = self.value_of(&node.lhs);
                let b = self.value_of(&node.rhs);
                self.compare(op, sign, a, b, range)
            }
            Operator::And | Operator::Or => {
                let a = self.value_of(&node.lhs);
                let b = self.value_of(&node.rhs);
                if a.is_error() || b.is_error() {
                    return error_expr(range);
                }
                self.check_scalar(&a, "an operand of `&&` and `||`");
                self.check_scalar(&b, "an operand of `&&` and `||`");
                let effects = a.effects || b.effects;
                let (a, b) = (Box::new(a), Box::new(b));
                let kind = match op {
                    Operator::And => ExprKind::LogicalAnd(a, b),
                    _ => ExprKind::LogicalOr(a, b),
                };
                Expr {
                    kind,
                    ty: QualType::plain(Types::INT),
                    range,
                    effects,
                }
            }
            Operator::Assign(op) => {
                let place = self.expr(&node.lhs);
                let value = self.value_of(&node.rhs);
                if place.is_error() || value.is_error() || !self.check_modifiable(&place, range) {
                    return error_expr(range);
                }
                match op {
                    None => self.assign(place, value, range),
                    Some(op) => self.compound_assign(op, sign, place, value, range),
                }
            }
        }
    }

    /// Report operands of types that an operator does not apply to.
    pub(crate) fn bad_operands(&mut self, sign: &str, a: &Expr, b: &Expr, range: Range) -> Expr {
        if a.ty.ty == Types::VOID || b.ty.ty == Types::VOID {
            let range = if a.ty.ty == Types::VOID {
                a.range
            } else {
                b.range
            };
            self.error(range, "a void value is used here");
            return error_expr(range);
        }
        let (a, b) = (self.types.show(a.ty), self.types.show(b.ty));
        self.error(range, format!("`{sign}` does not apply to `{a}` and `{b}`"));
        error_expr(range)
    }

    pub(crate) fn exotic(&self, a: &Expr, b: &Expr, range: Range) -> Option<Expr> {
        let is_exotic =
            |e: &&Expr| matches!(self.types.get(e.ty.ty), Type::Vector(..) | Type::Complex(_));
        let (exotic, kind) = match [a, b].into_iter().find(is_exotic) {
            Some(e) => (e, ExprKind::Unsupported("vector or complex arithmetic")),
            None => {
                let kind = ExprKind::Unsupported("arithmetic on `_Float16`");
                (self.half(a, b)?, kind)
            }
        };
        let effects = a.effects || b.effects;
        Some(Expr {
            kind,
            ty: exotic.ty,
            range,
            effects,
        })
    }

    /// The operand of type `_Float16`, if that is the common type. Machines without such arithmetic
    /// compute with `float` and round when the result is stored, others after each operation.
    fn half<'e>(&self, a: &'e Expr, b: &'e Expr) -> Option<&'e Expr> {
        let is_half = |e: &&Expr| matches!(self.types.get(e.ty.ty), Type::Float(FloatKind::Half));
        let is_wider = |e: &&Expr| self.types.is_float(e.ty.ty) && !is_half(e);
        let operands = [a, b];
        let half = operands.into_iter().find(is_half)?;
        (!operands.iter().any(is_wider)).then_some(half)
    }

    /// What a comparison of vectors gives: a vector of signed integers of the elements' size.
    fn truth_vector(&mut self, ty: TypeId) -> Option<TypeId> {
        let Type::Vector(element, size) = *self.types.get(ty) else {
            return None;
        };
        let width = self.types.scalar_width(element)?;
        let fits =
            |k: &&IntKind| k.signed() && **k != IntKind::Char && k.width(self.types.model) == width;
        let element = Types::int(*IntKind::ALL.iter().find(fits)?);
        Some(self.types.intern(Type::Vector(element, size)))
    }

    fn arithmetic(&mut self, op: BinaryOp, sign: &str, a: Expr, b: Expr, range: Range) -> Expr {
        if a.is_error() || b.is_error() {
            return error_expr(range);
        }
        if let Some(exotic) = self.exotic(&a, &b, range) {
            return exotic;
        }
        let pointers = (self.types.pointee(a.ty.ty), self.types.pointee(b.ty.ty));
        match (op, pointers) {
            (BinaryOp::Add, (Some(_), None)) if self.types.is_integer(b.ty.ty) => {
                return self.pointer_add(a, b, false, range);
            }
            (BinaryOp::Add, (None, Some(_))) if self.types.is_integer(a.ty.ty) => {
                return self.pointer_add(b, a, false, range);
            }
            (BinaryOp::Sub, (Some(_), None)) if self.types.is_integer(b.ty.ty) => {
                return self.pointer_add(a, b, true, range);
            }
            (BinaryOp::Sub, (Some(pa), Some(pb))) => {
                if !self.types.compatible_ids(pa.ty, pb.ty) {
                    return self.bad_operands(sign, &a, &b, range);
                }
                let size = self.types.size_of(pa.ty);
                let effects = a.effects || b.effects;
                let kind = ExprKind::PointerDiff(Box::new(a), Box::new(b), size);
                let ty = QualType::plain(self.types.ptrdiff_t());
                return Expr {
                    kind,
                    ty,
                    range,
                    effects,
                };
            }
            _ => {}
        }
        if !self.operands_fit(op, a.ty.ty, b.ty.ty) {
            return self.bad_operands(sign, &a, &b, range);
        }
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let (type_of_a, type_of_b) = (self.full_type(&a), self.full_type(&b));
        let a = self.own_width(a, type_of_b.filter(|_| !is_shift));
        let b = if is_shift {
            b
        } else {
            self.own_width(b, type_of_a)
        };
        let (a, b, ty) = match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let (a, b) = (self.promote(a), self.promote(b));
                let ty = a.ty.ty;
                (a, b, ty)
            }
            _ => self.usual_conversions(a, b),
        };
        let effects = a.effects || b.effects;
        if let (ExprKind::Int(x), ExprKind::Int(y), Some(width)) =
            (&a.kind, &b.kind, self.types.scalar_width(ty))
            && !(self.types.is_signed(ty) && overflows(op, (*x, *y), width))
            && let Some(bits) = fold_binary(op, (*x, *y), width, self.types.is_signed(ty))
        {
            return self.int(bits, ty, range);
        }
        let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects,
        }
    }

    pub(crate) fn operands_fit(&self, op: BinaryOp, a: TypeId, b: TypeId) -> bool {
        match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Add | BinaryOp::Sub => {
                self.types.is_arithmetic(a) && self.types.is_arithmetic(b)
            }
            _ => self.types.is_integer(a) && self.types.is_integer(b),
        }
    }

    /// An integer that is added to a pointer at `range`, in bits of addresses. C has no conversion
    /// here, so it gets the place of a cast.
    pub(crate) fn offset(&self, offset: Expr, range: Range) -> Expr {
        let place = offset.range;
        match self.convert(offset, self.types.ptrdiff_t()) {
            offset if offset.range == place && matches!(offset.kind, ExprKind::Convert(_)) => {
                Expr { range, ..offset }
            }
            offset => offset,
        }
    }

    /// Pointer plus or minus integer (6.5.6).
    pub(crate) fn pointer_add(
        &mut self,
        pointer: Expr,
        offset: Expr,
        subtract: bool,
        range: Range,
    ) -> Expr {
        let ty = pointer.ty;
        let mut size = self.pointee_size(&pointer, range);
        let mut offset = self.offset(offset, range);
        if size.is_none()
            && let Some(target) = self.types.pointee(ty.ty)
            && let Some((count, one)) = self.variable_size(target.ty, range)
        {
            let count = self.convert(count, self.types.ptrdiff_t());
            offset = self.product(offset, count);
            size = Some(one);
        }
        let effects = pointer.effects || offset.effects;
        let kind = ExprKind::PointerAdd(Box::new(pointer), Box::new(offset), size, subtract);
        Expr {
            kind,
            ty,
            range,
            effects,
        }
    }

    pub(crate) fn pointee_size(&mut self, pointer: &Expr, range: Range) -> Option<u64> {
        let target = self.types.pointee(pointer.ty.ty)?;
        let size = self.types.size_of(target.ty);
        if size.is_none() && !self.types.is_variably_modified(target.ty) {
            let shown = self.types.show(target);
            self.error(
                range,
                format!("arithmetic on a pointer to the incomplete type `{shown}`"),
            );
        }
        size
    }

    fn compare(&mut self, op: CompareOp, sign: &str, a: Expr, b: Expr, range: Range) -> Expr {
        if a.is_error() || b.is_error() {
            return error_expr(range);
        }
        let int = QualType::plain(Types::INT);
        // Two numbers of one format are what they are.
        let exact = a.ty.ty == b.ty.ty && self.half(&a, &b).is_some();
        if !exact && let Some(exotic) = self.exotic(&a, &b, range) {
            let ty = self.truth_vector(exotic.ty.ty).unwrap_or(Types::INT);
            let ty = QualType::plain(ty);
            return Expr { ty, ..exotic };
        }
        let (a, b) = if self.types.is_arithmetic(a.ty.ty) && self.types.is_arithmetic(b.ty.ty) {
            // Converted to an unsigned bit-field, a negative number has another value.
            let harmless = |this: &Self, e: &Expr| {
                !this.types.is_signed(e.ty.ty)
                    || matches!(e.kind, ExprKind::Int(bits) if this.signed_value(bits, e.ty.ty) >= 0)
            };
            let (fine_a, fine_b) = (harmless(self, &a), harmless(self, &b));
            let (signed_a, signed_b) =
                (self.types.is_signed(a.ty.ty), self.types.is_signed(b.ty.ty));
            let (type_of_a, type_of_b) = (self.full_type(&a), self.full_type(&b));
            let a = if fine_b || signed_a {
                a
            } else {
                self.own_width(a, type_of_b)
            };
            let b = if fine_a || signed_b {
                b
            } else {
                self.own_width(b, type_of_a)
            };
            let (a, b, _) = self.usual_conversions(a, b);
            (a, b)
        } else {
            match self.common_pointer(&a, &b, range) {
                Some(ty) => (self.convert(a, ty), self.convert(b, ty)),
                None => return self.bad_operands(sign, &a, &b, range),
            }
        };
        let effects = a.effects || b.effects;
        if let (ExprKind::Int(x), ExprKind::Int(y), Some(width)) =
            (&a.kind, &b.kind, self.types.scalar_width(a.ty.ty))
        {
            let truth = fold_compare(op, (*x, *y), width, self.types.is_signed(a.ty.ty));
            return self.int(u128::from(truth), Types::INT, range);
        }
        let kind = ExprKind::Compare(op, Box::new(a), Box::new(b));
        Expr {
            kind,
            ty: int,
            range,
            effects,
        }
    }

    /// The common type of two operands of a comparison, at least one of them a pointer.
    fn common_pointer(&mut self, a: &Expr, b: &Expr, range: Range) -> Option<TypeId> {
        match (self.types.pointee(a.ty.ty), self.types.pointee(b.ty.ty)) {
            (Some(pa), Some(pb)) => {
                let generic = pa.ty == Types::VOID || pb.ty == Types::VOID;
                if !generic && !self.types.compatible_ids(pa.ty, pb.ty) {
                    self.warn(range, "this compares pointers to different types");
                }
                Some(a.ty.ty)
            }
            (Some(_), None) if self.types.is_integer(b.ty.ty) => {
                if !self.is_null_constant(b) {
                    self.warn(range, "this compares a pointer with an integer");
                }
                Some(a.ty.ty)
            }
            (None, Some(_)) if self.types.is_integer(a.ty.ty) => {
                if !self.is_null_constant(a) {
                    self.warn(range, "this compares a pointer with an integer");
                }
                Some(b.ty.ty)
            }
            _ => None,
        }
    }
}

//! Conversions (6.3): what happens to a value because of where it stands.

use super::Sema;
use super::hir::{Expr, ExprKind, Range};
use super::types::{FloatKind, IntKind, QualType, Quals, Type, TypeId, Types};

/// Why a value is converted, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose<'n> {
    /// `=`
    Assignment,
    /// A declaration's initialiser.
    Initialisation,
    /// `return`
    Return,
    /// The argument at a position (from 1) of a call of the named function.
    Argument(usize, &'n str),
}

impl Purpose<'_> {
    fn describe(self) -> String {
        match self {
            Purpose::Assignment => "assignment".to_owned(),
            Purpose::Initialisation => "initialisation".to_owned(),
            Purpose::Return => "return".to_owned(),
            Purpose::Argument(n, name) => format!("argument {n} of `{name}`"),
        }
    }
}

/// What stands in for an expression that is wrong, or that is right but of unknown type.
pub(crate) fn error_expr(range: Range) -> Expr {
    Expr {
        kind: ExprKind::Error,
        ty: QualType::plain(Types::ERROR),
        range,
        effects: true,
    }
}

impl Expr {
    /// Is it an lvalue (or function designator)?
    pub(crate) fn is_place(&self) -> bool {
        match &self.kind {
            ExprKind::String(_)
            | ExprKind::Object(_)
            | ExprKind::Function(_)
            | ExprKind::Deref(..)
            | ExprKind::CompoundLiteral(..) => true,
            ExprKind::Member(record, ..) => record.is_place(),
            _ => false,
        }
    }

    /// Did its type check fail?
    pub(crate) fn is_error(&self) -> bool {
        self.ty.ty == Types::ERROR
    }
}

impl Sema<'_> {
    /// Lvalue conversion, array-to-pointer and function-to-pointer conversion (6.3.2.1).
    pub(crate) fn value(&mut self, e: Expr) -> Expr {
        let (range, effects) = (e.range, e.effects);
        match self.types.get(e.ty.ty) {
            Type::Array(element, _) => {
                let element = element.with(e.ty.quals);
                let ty = QualType::plain(self.types.pointer_to(element));
                Expr {
                    kind: ExprKind::Decay(Box::new(e)),
                    ty,
                    range,
                    effects,
                }
            }
            Type::Function(_) => {
                let ty = QualType::plain(self.types.pointer_to(QualType::plain(e.ty.ty)));
                Expr {
                    kind: ExprKind::AddressOf(Box::new(e)),
                    ty,
                    range,
                    effects,
                }
            }
            _ if e.is_place() => {
                let ty = QualType::plain(e.ty.ty);
                Expr {
                    kind: ExprKind::Load(Box::new(e)),
                    ty,
                    range,
                    effects,
                }
            }
            _ => Expr {
                ty: QualType::plain(e.ty.ty),
                ..e
            },
        }
    }

    /// Conversion to a type, without any check.
    pub(crate) fn convert(&self, e: Expr, ty: TypeId) -> Expr {
        if e.ty.ty == ty || e.is_error() {
            return e;
        }
        let (range, effects) = (e.range, e.effects);
        let folded = match e.kind {
            ExprKind::Int(bits) if !self.is_kept(bits, e.ty.ty, ty) => {
                self.types.convert_constant(bits, e.ty.ty, ty)
            }
            _ if self.keeps_floats => None,
            _ => self.types.fold_saturated(&e, ty),
        };
        let kind = match folded {
            Some(bits) => ExprKind::Int(bits),
            None => ExprKind::Convert(Box::new(e)),
        };
        Expr {
            kind,
            ty: QualType::plain(ty),
            range,
            effects,
        }
    }

    /// Is it a conversion of a constant that changes its value, and that is therefore checked?
    fn is_kept(&self, bits: u128, from: TypeId, to: TypeId) -> bool {
        let types = &self.types;
        let counts = self.keeps_conversions && !self.in_models;
        counts
            && types.is_integer(from)
            && types.is_integer(to)
            && !matches!(types.get(to), Type::Bool)
            && types.convert_constant(bits, from, to).is_some_and(|new| {
                let (old, new) = (self.signed_value(bits, from), self.signed_value(new, to));
                let is_negative = |value: i128, ty| value < 0 && types.is_signed(ty);
                old != new || is_negative(old, from) != is_negative(new, to)
            })
    }

    /// Integer promotions (6.3.1.1). Narrow bit-fields become `int` if that holds their values.
    pub(crate) fn promote(&self, e: Expr) -> Expr {
        let ty = self.promoted(&e);
        self.convert(e, ty)
    }

    fn promoted_type(&self, ty: TypeId, bits: Option<u32>) -> TypeId {
        if let Type::Bool = self.types.get(ty) {
            return Types::INT;
        }
        let Some(kind) = self.types.int_kind(ty) else {
            return ty;
        };
        match bits {
            Some(bits) if bits < 32 || (bits == 32 && kind.signed()) => Types::INT,
            Some(32) => Types::int(IntKind::UInt),
            _ if kind.rank() < IntKind::Int.rank() => Types::INT,
            _ => Types::int(kind),
        }
    }

    /// The width of the bit-field that a value comes from. As in GCC, commas, assignments, steps
    /// and statement expressions do not hide it.
    pub(crate) fn bit_field_width(&self, e: &Expr) -> Option<u32> {
        let mut e = e;
        while let ExprKind::Load(from)
        | ExprKind::Comma(_, from)
        | ExprKind::Assign(from, _)
        | ExprKind::CompoundAssign(_, from, _)
        | ExprKind::Step(_, from, _)
        | ExprKind::Statement(_, Some(from)) = &e.kind
        {
            e = from;
        }
        match &e.kind {
            ExprKind::Member(_, record, index) => {
                self.types
                    .record(*record)
                    .fields
                    .as_ref()?
                    .get(*index)?
                    .bits
            }
            _ => None,
        }
    }

    /// GCC computes with a bit-field that is wider than `int` in exactly its width, which no other
    /// type has. Such operands are not modelled, unless the other one has a type that is wider.
    pub(crate) fn own_width(&self, e: Expr, other: Option<TypeId>) -> Expr {
        let wide = |ty: TypeId| self.types.is_float(ty) || self.types.scalar_width(ty) >= Some(64);
        let bits = self.bit_field_width(&e);
        if bits.is_none_or(|bits| !(33..64).contains(&bits)) || other.is_some_and(wide) {
            return e;
        }
        Expr {
            kind: ExprKind::Unsupported("arithmetic on a bit-field wider than `int`"),
            effects: true,
            ..e
        }
    }

    /// The other operand's type, if that is not a bit-field.
    pub(crate) fn full_type(&self, e: &Expr) -> Option<TypeId> {
        match self.bit_field_width(e) {
            Some(_) => None,
            None => Some(e.ty.ty),
        }
    }

    /// Usual arithmetic conversions (6.3.1.8) of two arithmetic values; their common type.
    pub(crate) fn usual_conversions(&mut self, a: Expr, b: Expr) -> (Expr, Expr, TypeId) {
        let common = self.common_type(&a, &b);
        (self.convert(a, common), self.convert(b, common), common)
    }

    /// The common type of two arithmetic operands (values, or places whose values are meant).
    pub(crate) fn common_type(&mut self, a: &Expr, b: &Expr) -> TypeId {
        if self.types.is_float(a.ty.ty) || self.types.is_float(b.ty.ty) {
            return self.common_float(a.ty.ty, b.ty.ty);
        }
        self.common_integer(self.promoted(a), self.promoted(b))
    }

    /// The type of an integer operand after its promotion.
    pub(crate) fn promoted(&self, e: &Expr) -> TypeId {
        self.promoted_type(e.ty.ty, self.bit_field_width(e))
    }

    fn common_float(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let parts = |ty: &Type| match ty {
            Type::Float(kind) => (Some(*kind), false),
            Type::Complex(kind) => (Some(*kind), true),
            _ => (None, false),
        };
        let (ka, ca) = parts(self.types.get(a));
        let (kb, cb) = parts(self.types.get(b));
        let kind = ka.max(kb).unwrap_or(FloatKind::Double);
        self.types.intern(if ca || cb {
            Type::Complex(kind)
        } else {
            Type::Float(kind)
        })
    }

    fn common_integer(&self, a: TypeId, b: TypeId) -> TypeId {
        let (Some(ka), Some(kb)) = (self.types.int_kind(a), self.types.int_kind(b)) else {
            return a;
        };
        if ka.signed() == kb.signed() {
            return Types::int(if ka.rank() >= kb.rank() { ka } else { kb });
        }
        let (signed, unsigned) = if ka.signed() { (ka, kb) } else { (kb, ka) };
        let model = self.types.model;
        if unsigned.rank() >= signed.rank() {
            Types::int(unsigned)
        } else if signed.width(model) > unsigned.width(model) {
            Types::int(signed)
        } else {
            Types::int(signed.to_unsigned())
        }
    }

    /// Default argument promotions (6.5.2.2).
    pub(crate) fn promote_argument(&mut self, e: Expr) -> Expr {
        match self.types.get(e.ty.ty) {
            Type::Float(FloatKind::Half | FloatKind::Float) => {
                let double = self.types.float(FloatKind::Double);
                self.convert(e, double)
            }
            _ => self.promote(e),
        }
    }

    /// Is it a null pointer constant (6.3.2.3)?
    pub(crate) fn is_null_constant(&self, e: &Expr) -> bool {
        let generic = match self.types.get(e.ty.ty) {
            Type::Pointer(target) => target.ty == Types::VOID && target.quals == Quals::default(),
            _ => self.types.is_integer(e.ty.ty),
        };
        generic && !e.effects && self.types.fold(e) == Some(0)
    }

    /// Conversion as if by assignment (6.5.16.1), with the check that it is allowed.
    pub(crate) fn assign_convert(&mut self, e: Expr, to: QualType, why: Purpose<'_>) -> Expr {
        if e.is_error() || to.ty == Types::ERROR {
            return error_expr(e.range);
        }
        if e.ty.ty == Types::VOID {
            self.error(e.range, "a void value is used here");
            return error_expr(e.range);
        }
        match self.check_assignable(&e, to.ty) {
            Assignable::Yes => {}
            Assignable::Warn(what) => {
                let (from, to) = (self.types.show(e.ty), self.types.show(to));
                let why = why.describe();
                self.warn(e.range, format!("{what} in {why}: `{from}` becomes `{to}`"));
            }
            Assignable::No => {
                let (from, to) = (self.types.show(e.ty), self.types.show(to));
                let why = why.describe();
                let message = format!("incompatible types in {why}: `{from}` cannot become `{to}`");
                self.error(e.range, message);
                return error_expr(e.range);
            }
        }
        self.convert(e, to.ty)
    }

    fn check_assignable(&self, e: &Expr, to: TypeId) -> Assignable {
        let types = &self.types;
        let from = e.ty.ty;
        match (types.get(from), types.get(to)) {
            (_, Type::Bool) if types.is_scalar(from) => Assignable::Yes,
            (Type::Pointer(a), Type::Pointer(b)) => {
                let generic = a.ty == Types::VOID || b.ty == Types::VOID;
                if !generic && !types.compatible_ids(a.ty, b.ty) && !self.same_but_sign(a.ty, b.ty)
                {
                    Assignable::Warn("incompatible pointer types")
                } else if a.quals.is_const && !b.quals.is_const && !self.is_null_constant(e) {
                    Assignable::Warn("a `const` qualifier is lost")
                } else {
                    Assignable::Yes
                }
            }
            (_, Type::Pointer(_)) if types.is_integer(from) => {
                if self.is_null_constant(e) {
                    Assignable::Yes
                } else {
                    Assignable::Warn("an integer becomes a pointer without a cast")
                }
            }
            (Type::Pointer(_), _) if types.is_integer(to) => {
                Assignable::Warn("a pointer becomes an integer without a cast")
            }
            _ if types.is_arithmetic(from) && types.is_arithmetic(to) => Assignable::Yes,
            (Type::Vector(..), Type::Vector(..)) => Assignable::Yes,
            _ if types.compatible_ids(from, to) => Assignable::Yes,
            _ => Assignable::No,
        }
    }

    /// Integer types that differ in signedness only: GCC is silent about pointers to them.
    fn same_but_sign(&self, a: TypeId, b: TypeId) -> bool {
        match (self.types.int_kind(a), self.types.int_kind(b)) {
            (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
            _ => false,
        }
    }
}

/// May a value be assigned?
enum Assignable {
    Yes,
    /// GCC accepts it with a warning.
    Warn(&'static str),
    No,
}

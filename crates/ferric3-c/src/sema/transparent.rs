//! Transparent unions of GNU C: an argument for a parameter of such a type may have the type of any
//! member. The functions of `<sys/socket.h>` take addresses that way, with `_GNU_SOURCE`.

use super::Sema;
use super::hir::{Expr, ExprKind, Init, Part, Storage};
use super::types::{QualType, RecordKind, Type, TypeId, Types};

/// How well an argument fits a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Well,
    /// A qualifier is lost.
    Nearly,
}

impl Sema<'_> {
    /// The attribute stands behind the name of a type. GCC makes another version of the type then;
    /// here the type itself takes more arguments.
    pub(super) fn make_transparent(&mut self, ty: TypeId) {
        if let Type::Record(id) = *self.types.get(ty) {
            self.types.record_mut(id).transparent = true;
        }
    }

    /// An argument for a parameter: as a union, if the parameter is a transparent one and the
    /// argument has the type of a member.
    pub(super) fn transparent_argument(&mut self, arg: Expr, param: QualType) -> Expr {
        let Type::Record(id) = *self.types.get(param.ty) else {
            return arg;
        };
        let record = self.types.record(id);
        if !record.transparent || record.kind != RecordKind::Union || arg.ty.ty == param.ty {
            return arg;
        }
        let fields = record.fields.as_deref().unwrap_or(&[]);
        let members = fields.iter().filter(|field| field.bits.is_none());
        let fits = members.filter_map(|field| Some((self.fit(&arg, field.ty.ty)?, field.ty)));
        // The first of those that fit best.
        let Some((_, member)) = fits.min_by_key(|(fit, _)| *fit) else {
            return arg;
        };
        let range = arg.range;
        let ty = QualType::plain(param.ty);
        if self.types.size_of(member.ty) != self.types.size_of(param.ty) {
            // What the other bytes are depends on the registers of the call.
            return Expr {
                kind: ExprKind::Unsupported("argument that does not fill its transparent union"),
                ty,
                range,
                effects: true,
            };
        }
        let value = self.convert(arg, member.ty);
        self.union_of(value, param.ty, "transparent union")
    }

    /// A union that holds the value of one of its members.
    pub(super) fn union_of(&mut self, value: Expr, union: TypeId, name: &'static str) -> Expr {
        let (range, effects) = (value.range, value.effects);
        let ty = QualType::plain(union);
        let part = Part {
            offset: 0,
            bits: None,
            ty: QualType::plain(value.ty.ty),
            value,
            repeats: Vec::new(),
        };
        let storage = match self.function {
            Some(_) => Storage::Auto,
            None => Storage::Static,
        };
        let object = self.new_object(name, ty, storage, range);
        let literal = Expr {
            kind: ExprKind::CompoundLiteral(object, Box::new(Init::Parts(vec![part]))),
            ty,
            range,
            effects,
        };
        self.value(literal)
    }

    fn fit(&self, arg: &Expr, member: TypeId) -> Option<Fit> {
        let types = &self.types;
        match (types.get(arg.ty.ty), types.get(member)) {
            (Type::Pointer(from), Type::Pointer(to)) => {
                let generic = from.ty == Types::VOID || to.ty == Types::VOID;
                if !generic && !types.compatible_ids(from.ty, to.ty) {
                    return None;
                }
                let loses = |was: bool, is: bool| was && !is;
                let lost = loses(from.quals.is_const, to.quals.is_const)
                    || loses(from.quals.is_volatile, to.quals.is_volatile);
                Some(if lost { Fit::Nearly } else { Fit::Well })
            }
            (_, Type::Pointer(_)) => self.is_null_constant(arg).then_some(Fit::Well),
            _ => types.compatible_ids(arg.ty.ty, member).then_some(Fit::Well),
        }
    }
}

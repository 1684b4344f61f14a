//! Sizes and alignments as GCC gives them on x86 (ILP32) and x86-64 (LP64), System V.

use super::types::{
    ArrayLen, Field, FloatKind, QualType, Quals, RecordId, RecordKind, RecordLayout, Type, TypeId,
    Types,
};
use crate::DataModel;

/// Alignment that a bare `aligned` attribute asks for.
pub(crate) const BIGGEST_ALIGNMENT: u64 = 16;

impl Types {
    /// Size in bytes of a complete type of constant size. GNU C: 1 for `void` and functions.
    pub(crate) fn size_of(&self, ty: TypeId) -> Option<u64> {
        match self.get(ty) {
            Type::Error => Some(4),
            Type::Void | Type::Function(_) => Some(1),
            Type::Bool => Some(1),
            Type::Int(_) | Type::Enum(_) | Type::Pointer(_) => {
                self.scalar_width(ty).map(|bits| u64::from(bits / 8))
            }
            Type::Float(kind) => Some(self.float_layout(*kind).0),
            Type::Complex(kind) => Some(2 * self.float_layout(*kind).0),
            Type::Array(element, ArrayLen::Known(len)) => {
                self.size_of(element.ty)?.checked_mul(*len)
            }
            Type::Array(..) => None,
            Type::Record(r) => {
                let record = self.record(*r);
                record.fields.is_some().then_some(record.layout.size)
            }
            Type::Vector(_, size) => Some(*size),
        }
    }

    /// Preferred alignment in bytes, as `__alignof__` gives it.
    pub(crate) fn align_of(&self, ty: QualType) -> u64 {
        if ty.align != 0 {
            return u64::from(ty.align);
        }
        if let Some(align) = self.atomic_align(ty) {
            return align;
        }
        match self.get(ty.ty) {
            Type::Array(element, _) => self.align_of(self.without_atomic(*element)),
            Type::Float(kind) | Type::Complex(kind) => self.float_layout(*kind).1,
            Type::Record(r) => self.record(*r).layout.align.max(1),
            _ => self.size_of(ty.ty).unwrap_or(1).clamp(1, BIGGEST_ALIGNMENT),
        }
    }

    /// An atomic object of 1, 2, 4, 8 or 16 bytes is aligned to its size, so that an instruction can
    /// access it; unless, in GCC, it is an element of an array.
    fn atomic_align(&self, ty: QualType) -> Option<u64> {
        let size = self.size_of(ty.ty).filter(|_| ty.quals.is_atomic)?;
        let is_array = matches!(self.get(ty.ty), Type::Array(..));
        (size.is_power_of_two() && size <= BIGGEST_ALIGNMENT && !is_array).then_some(size)
    }

    fn without_atomic(&self, ty: QualType) -> QualType {
        let quals = Quals {
            is_atomic: false,
            ..ty.quals
        };
        QualType { quals, ..ty }
    }

    /// Is a record, on i386, aligned to 8 only because of an atomic member? As a member of another
    /// one, GCC takes it for an integer of 8 bytes, if all of its members could be in a register.
    fn is_atomic_record(&self, id: RecordId) -> bool {
        let record = self.record(id);
        let mut fields = record.fields.iter().flatten();
        let is_whole = |field: &Field| {
            let size = self.size_of(field.ty.ty).unwrap_or(0);
            size.is_power_of_two()
        };
        (record.layout.size, record.layout.align) == (8, 8)
            && fields.all(is_whole)
            && !self.asks_for_alignment(id)
    }

    /// Does an attribute of a record, or of anything in it, ask for an alignment?
    fn asks_for_alignment(&self, id: RecordId) -> bool {
        let record = self.record(id);
        let mut fields = record.fields.iter().flatten();
        record.align.is_some()
            || fields.any(|field| {
                let mut ty = field.ty;
                while let Type::Array(element, _) = self.get(ty.ty) {
                    ty = *element;
                }
                let inner =
                    matches!(self.get(ty.ty), Type::Record(r) if self.asks_for_alignment(*r));
                field.align.is_some() || field.ty.align != 0 || ty.align != 0 || inner
            })
    }

    /// Alignment inside a record, which is also what `_Alignof` gives (`__alignof__` gives the
    /// preferred one): i386 aligns 8-byte scalars to 4 there.
    pub(crate) fn field_align(&self, ty: QualType) -> u64 {
        let natural = self.align_of(ty);
        let is_given = ty.align != 0 || self.atomic_align(ty).is_some();
        if self.model == DataModel::Lp64 || is_given {
            return natural;
        }
        match self.get(ty.ty) {
            Type::Array(element, _) if element.quals.is_atomic => natural,
            Type::Array(element, _) => self.field_align(*element),
            Type::Record(record) if self.is_atomic_record(*record) => 4,
            Type::Int(_) | Type::Enum(_) if natural == 8 => 4,
            Type::Float(FloatKind::Double) | Type::Complex(FloatKind::Double) => 4,
            _ => natural,
        }
    }

    /// Size and alignment of a floating type.
    fn float_layout(&self, kind: FloatKind) -> (u64, u64) {
        match (kind, self.model) {
            (FloatKind::Half, _) => (2, 2),
            (FloatKind::Float, _) => (4, 4),
            (FloatKind::Double, _) => (8, 8),
            (FloatKind::LongDouble, DataModel::Ilp32) => (12, 4),
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => (16, 16),
        }
    }

    /// The alignment of a member: of at most `pack` bytes.
    fn placed_align(&self, field: &Field, packed: bool, pack: u64) -> u64 {
        let align = match packed {
            true => 1,
            false => self.field_align(field.ty),
        };
        align.max(field.align.unwrap_or(1)).min(pack)
    }

    /// The alignment that a member of a record has.
    pub(crate) fn member_align(&self, id: RecordId, index: usize) -> u64 {
        let record = self.record(id);
        let field = record.fields.as_ref().and_then(|fields| fields.get(index));
        let pack = record.pack.unwrap_or(u64::MAX);
        field.map_or(1, |field| {
            self.placed_align(field, record.packed || field.packed, pack)
        })
    }

    /// Compute the layout of a record whose fields and attributes are known.
    pub(crate) fn lay_out(&mut self, id: RecordId) {
        let record = self.record(id);
        let fields = record.fields.as_deref().unwrap_or(&[]);
        let mut builder = LayoutBuilder {
            types: self,
            kind: record.kind,
            packed: record.packed,
            pack: record.pack.unwrap_or(u64::MAX),
            position: 0,
            end: 0,
            align: 1,
            offsets: Vec::with_capacity(fields.len()),
        };
        for field in fields {
            builder.place(field);
        }
        let align = builder.align.max(record.align.unwrap_or(1));
        let size = round_up(builder.end.div_ceil(8), align);
        let layout = RecordLayout {
            size,
            align,
            offsets: builder.offsets,
        };
        self.record_mut(id).layout = layout;
    }
}

/// Places the fields of one record, in bits.
struct LayoutBuilder<'a> {
    types: &'a Types,
    kind: RecordKind,
    packed: bool,
    /// The greatest alignment of a member, in bytes: even of one with an `aligned` attribute.
    pack: u64,
    /// Where the next field may begin.
    position: u64,
    /// Where the longest field ends.
    end: u64,
    /// Alignment so far, in bytes.
    align: u64,
    offsets: Vec<u64>,
}

impl LayoutBuilder<'_> {
    fn place(&mut self, field: &Field) {
        if self.kind == RecordKind::Union {
            self.position = 0;
        }
        let packed = self.packed || field.packed;
        let align = self.types.placed_align(field, packed, self.pack);
        let size = self.types.size_of(field.ty.ty).unwrap_or(0);
        match field.bits {
            Some(bits) => self.place_bits(field, u64::from(bits), size, align, packed),
            None => {
                self.position = round_up(self.position, align.saturating_mul(8));
                self.offsets.push(self.position);
                self.position = self.position.saturating_add(size.saturating_mul(8));
                self.align = self.align.max(align);
            }
        }
        self.end = self.end.max(self.position);
    }

    /// A bit-field does not straddle a unit of its declared type, unless packed or under a
    /// `#pragma pack`. A width of 0 ends the unit, whatever is packed. An unnamed bit-field does not raise the alignment of the record.
    fn place_bits(&mut self, field: &Field, bits: u64, size: u64, align: u64, packed: bool) {
        let unit = size.saturating_mul(8).max(8);
        if bits == 0 {
            let natural = self
                .types
                .field_align(field.ty)
                .max(field.align.unwrap_or(1));
            self.position = round_up(self.position, natural.saturating_mul(8));
            self.offsets.push(self.position);
            return;
        }
        if let Some(wanted) = field.align {
            let wanted = wanted.min(self.pack);
            self.position = round_up(self.position, wanted.saturating_mul(8));
        }
        if !packed && self.pack == u64::MAX {
            let align_bits = align.saturating_mul(8);
            let begin = self.position - self.position % align_bits;
            if self.position - begin + bits > unit {
                self.position = round_up(self.position, align_bits);
            }
        }
        self.offsets.push(self.position);
        self.position = self.position.saturating_add(bits);
        if field.name.is_some() || field.align.is_some() {
            self.align = self.align.max(align);
            if self.pack != u64::MAX {
                // The pragma has the last word, also over the attribute `packed`.
                let natural = self.types.field_align(field.ty);
                self.align = self.align.max(natural.min(self.pack));
            }
        }
    }
}

fn round_up(value: u64, to: u64) -> u64 {
    value
        .checked_next_multiple_of(to.max(1))
        .unwrap_or(u64::MAX)
}

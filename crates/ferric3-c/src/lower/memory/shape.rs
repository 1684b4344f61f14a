//! How an object is laid out in variables: small ones are split into cells, one variable for each
//! scalar; large arrays become one array-sorted variable for each scalar of an element.

use super::offsets::Offsets;
use crate::sema::types::{ArrayLen, RecordKind, Type, TypeId, Types};

/// Arrays with more scalars than this are not split.
pub(super) const MOST_CELLS: u64 = 64;

/// Unions up to this size in bytes are one cell.
const WHOLE_UNION: u64 = 16;

/// What the variables of an object must be able to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeping {
    /// It is only accessed as what it is; otherwise its arrays are arrays of bytes.
    pub(super) typed: bool,
    /// Padding, too.
    pub(super) padding: bool,
}

/// A scalar of an object, or of the elements of an array.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// First bit, from the start of the object or element.
    pub(super) offset: u64,
    /// Number of bits.
    pub(super) width: u32,
    /// How it is written behind the name of the object: `.x[3]`.
    pub(super) path: String,
    /// Its type, if it is not a view of several.
    pub(super) ty: Option<TypeId>,
}

impl Leaf {
    /// Does it belong to no member?
    pub(super) fn is_padding(&self) -> bool {
        self.path.starts_with(PADDING)
    }
}

/// How the paths of padding start.
const PADDING: &str = "{padding";

/// A part of an object.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A scalar.
    Cell(Leaf),
    /// An array.
    Array(ArrayPart),
}

impl Part {
    /// First bit.
    fn start(&self) -> u64 {
        match self {
            Part::Cell(leaf) => leaf.offset,
            Part::Array(array) => array.offset,
        }
    }

    /// Behind the last bit.
    fn end(&self) -> u64 {
        match self {
            Part::Cell(leaf) => leaf.offset + u64::from(leaf.width),
            Part::Array(array) => array.end(),
        }
    }
}

/// An array that is not split.
#[derive(Clone, Debug)]
pub(super) struct ArrayPart {
    /// First bit, from the start of the object.
    pub(super) offset: u64,
    /// Number of elements.
    pub(super) count: u64,
    /// Bits from one element to the next.
    pub(super) stride: u64,
    /// What an element consists of.
    pub(super) columns: Vec<Leaf>,
    /// Type of the elements; none if they are bytes of something else.
    pub(super) element: Option<TypeId>,
    /// How the array is written behind the name of the object.
    pub(super) path: String,
    /// As the source sees it: bits from one element to the next, and the lengths of inner arrays.
    pub(super) rows: (u64, Vec<u64>),
}

impl ArrayPart {
    /// Behind the last bit.
    pub(super) fn end(&self) -> u64 {
        self.offset + self.count * self.stride
    }
}

impl Types {
    /// Number of bits of a scalar in memory that carry its value.
    pub(in crate::lower) fn stored_width(&self, ty: TypeId) -> Option<u32> {
        if let Some(format) = self.float_format(ty) {
            // The extended format of x87 stores its leading bit.
            return Some(format.width() + u32::from(self.is_extended(ty)));
        }
        self.scalar_width(ty)
    }

    /// What a variable-length array consists of; other types themselves.
    pub(in crate::lower) fn fixed_part(&self, ty: TypeId) -> TypeId {
        let mut ty = ty;
        while self.size_of(ty).is_none()
            && let Type::Array(element, _) = self.get(ty)
        {
            ty = element.ty;
        }
        ty
    }

    /// Is it the extended format of x87?
    pub(in crate::lower) fn is_extended(&self, ty: TypeId) -> bool {
        self.float_format(ty) == Some(ferric3_term::FloatFormat::X87)
    }

    /// Does a value of the type have bits that belong to no member? Unions have none.
    pub(super) fn has_padding(&self, ty: TypeId) -> bool {
        let size = self.size_of(ty).unwrap_or(0);
        self.member_bits(ty) < size.saturating_mul(8)
    }

    /// Number of bits of a type that belong to members.
    fn member_bits(&self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Array(element, ArrayLen::Known(len)) => {
                self.member_bits(element.ty).saturating_mul(*len)
            }
            Type::Record(r) => {
                let record = self.record(*r);
                if record.kind == RecordKind::Union {
                    return record.layout.size * 8;
                }
                let fields = record.fields.as_deref().unwrap_or(&[]);
                let bits = fields.iter().map(|f| match f.bits {
                    Some(_) if f.name.is_none() => 0,
                    Some(bits) => u64::from(bits),
                    None => self.member_bits(f.ty.ty),
                });
                bits.fold(0, u64::saturating_add)
            }
            _ => self.stored_width(ty).map_or(0, u64::from),
        }
    }

    /// Does a value of the type have a union one of whose members has padding?
    pub(super) fn has_padded_union(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Array(element, _) => self.has_padded_union(element.ty),
            Type::Record(r) => {
                let record = self.record(*r);
                let fields = record.fields.as_deref().unwrap_or(&[]);
                let is_union = record.kind == RecordKind::Union;
                fields.iter().any(|f| {
                    (is_union && self.has_padding(f.ty.ty)) || self.has_padded_union(f.ty.ty)
                })
            }
            _ => false,
        }
    }

    /// Number of scalars in a value of the type.
    fn leaf_count(&self, ty: TypeId) -> u64 {
        match self.get(ty) {
            Type::Array(element, ArrayLen::Known(len)) => {
                self.leaf_count(element.ty).saturating_mul(*len)
            }
            Type::Record(r) => {
                let record = self.record(*r);
                if record.kind == RecordKind::Union {
                    return union_chunks(record.layout.size, record.layout.align).1;
                }
                let fields = record.fields.as_deref().unwrap_or(&[]);
                let counts = fields.iter().map(|f| self.leaf_count(f.ty.ty));
                counts.fold(0, u64::saturating_add)
            }
            _ => u64::from(self.stored_width(ty).is_some()),
        }
    }

    /// Is an array of that many such elements kept as an array?
    pub(super) fn is_kept_whole(&self, element: TypeId, len: u64) -> bool {
        self.leaf_count(element).saturating_mul(len) > MOST_CELLS
    }

    /// The parts of an object that consists of `count` values of a type.
    pub(super) fn parts(&self, ty: TypeId, count: Option<u64>, keeping: Keeping) -> Vec<Part> {
        let mut out = Vec::new();
        match count {
            Some(count) => self.array_parts(ty, count, 0, "", keeping, &mut out),
            None => self.parts_at(ty, 0, "", keeping, &mut out),
        }
        out.sort_by_key(Part::start);
        if keeping.padding {
            let size = self.size_of(ty).unwrap_or(0);
            fill_gaps(&mut out, size.saturating_mul(count.unwrap_or(1)) * 8);
        }
        out
    }

    fn parts_at(&self, ty: TypeId, at: u64, path: &str, keeping: Keeping, out: &mut Vec<Part>) {
        match self.get(ty) {
            Type::Array(element, ArrayLen::Known(len)) => {
                self.array_parts(element.ty, *len, at, path, keeping, out);
            }
            Type::Record(r) => {
                let record = self.record(*r);
                if record.kind == RecordKind::Union {
                    return self.union_parts(ty, at, path, out);
                }
                let fields = record.fields.as_deref().unwrap_or(&[]);
                for (field, &offset) in fields.iter().zip(&record.layout.offsets) {
                    let path = match &field.name {
                        Some(name) => format!("{path}.{name}"),
                        None => path.to_owned(),
                    };
                    match field.bits {
                        // Padding has no name.
                        Some(_) if field.name.is_none() => {}
                        Some(0) => {}
                        Some(bits) => out.push(Part::Cell(Leaf {
                            offset: at + offset,
                            width: bits,
                            path,
                            ty: Some(field.ty.ty),
                        })),
                        None => self.parts_at(field.ty.ty, at + offset, &path, keeping, out),
                    }
                }
            }
            _ => {
                if let Some(width) = self.stored_width(ty) {
                    out.push(Part::Cell(Leaf {
                        offset: at,
                        width,
                        path: path.to_owned(),
                        ty: Some(ty),
                    }));
                }
            }
        }
    }

    fn union_parts(&self, ty: TypeId, at: u64, path: &str, out: &mut Vec<Part>) {
        let size = self.size_of(ty).unwrap_or(0);
        let align = match self.get(ty) {
            Type::Record(r) => self.record(*r).layout.align,
            _ => 1,
        };
        let (chunk, count) = union_chunks(size, align);
        let leaf = |offset: u64, path: String| Leaf {
            offset,
            width: (chunk * 8) as u32,
            path,
            ty: None,
        };
        if count > MOST_CELLS {
            out.push(Part::Array(ArrayPart {
                offset: at,
                count,
                stride: chunk * 8,
                columns: vec![leaf(0, String::new())],
                element: None,
                path: path.to_owned(),
                rows: (chunk * 8, Vec::new()),
            }));
        } else {
            for i in 0..count {
                let path = match count {
                    1 => path.to_owned(),
                    _ => format!("{path}{{{i}}}"),
                };
                out.push(Part::Cell(leaf(at + i * chunk * 8, path)));
            }
        }
    }

    fn array_parts(
        &self,
        element: TypeId,
        len: u64,
        at: u64,
        path: &str,
        keeping: Keeping,
        out: &mut Vec<Part>,
    ) {
        let size = self.size_of(element).unwrap_or(0);
        if !self.is_kept_whole(element, len) {
            for i in 0..len {
                let path = format!("{path}[{i}]");
                self.parts_at(element, at + i * size * 8, &path, keeping, out);
            }
            return;
        }
        // Rows of a matrix lie one behind the other.
        let (mut base, mut count) = (element, len);
        let mut lengths = Vec::new();
        while let Type::Array(inner, ArrayLen::Known(len)) = self.get(base) {
            count = count.saturating_mul(*len);
            lengths.push(*len);
            base = inner.ty;
        }
        let stride = self.size_of(base).unwrap_or(0) * 8;
        let mut part = ArrayPart {
            offset: at,
            count,
            stride,
            columns: Vec::new(),
            element: Some(base),
            path: path.to_owned(),
            rows: (stride, lengths),
        };
        if keeping.typed && !self.is_kept_whole(base, 1) {
            let mut columns = Vec::new();
            self.parts_at(base, 0, "", keeping, &mut columns);
            if keeping.padding {
                columns.sort_by_key(Part::start);
                fill_gaps(&mut columns, stride);
            }
            let leaf = |part: Part| match part {
                Part::Cell(leaf) => Some(leaf),
                Part::Array(_) => None,
            };
            part.columns = columns.into_iter().filter_map(leaf).collect();
        } else {
            part.element = None;
            part.count = count.saturating_mul(stride / 8);
            part.stride = 8;
            part.columns = vec![Leaf {
                offset: 0,
                width: 8,
                path: String::new(),
                ty: None,
            }];
        }
        out.push(Part::Array(part));
    }

    /// Can a value of type `ty` be accessed as a value of type `view`? (6.5 §7: the same type up
    /// to signedness; all pointers look alike.)
    pub(super) fn same_view(&self, ty: TypeId, view: TypeId) -> bool {
        if ty == view {
            return true;
        }
        match (self.get(ty), self.get(view)) {
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (Type::Array(a, _), Type::Array(b, _)) => {
                self.same_view(a.ty, b.ty) && self.size_of(ty) == self.size_of(view)
            }
            _ => {
                self.is_integer(ty)
                    && self.is_integer(view)
                    && self.scalar_width(ty) == self.scalar_width(view)
                    && matches!(self.get(ty), Type::Bool) == matches!(self.get(view), Type::Bool)
            }
        }
    }

    /// Do accesses by `view` at the offsets go to whole parts of that type, in values of type `ty`
    /// that lie one behind the other?
    pub(super) fn is_seen_as_it_is(&self, ty: TypeId, view: TypeId, offsets: Offsets) -> bool {
        let size = self.size_of(ty).unwrap_or(0);
        let last = i64::try_from(size).unwrap_or(i64::MAX);
        match offsets {
            // One of several values may be meant.
            Offsets::Few(..) => {
                let far = offsets.between(i64::MIN / 2, i64::MAX / 2);
                let size = last.max(1);
                far.map(|offset| Offsets::exactly(offset.rem_euclid(size)))
                    .all(|inside| self.is_part(ty, view, inside))
            }
            Offsets::Every { .. } => self.is_part(ty, view, offsets.spread(size)),
        }
    }

    /// Do all of the offsets that are inside of a value of type `ty` lead to a part that can be
    /// accessed by `view`?
    fn is_part(&self, ty: TypeId, view: TypeId, offsets: Offsets) -> bool {
        let size = i64::try_from(self.size_of(ty).unwrap_or(0)).unwrap_or(i64::MAX);
        if offsets.avoid(0, size) {
            return true;
        }
        let only_start = offsets.avoid(1, size);
        if only_start && self.same_view(ty, view) {
            return true;
        }
        match self.get(ty) {
            Type::Array(element, ArrayLen::Known(_)) => {
                let stride = self.size_of(element.ty).unwrap_or(0);
                let remainders = match offsets {
                    Offsets::Few(..) => offsets.remainders(0, size, stride),
                    Offsets::Every { .. } => {
                        return self.is_part(element.ty, view, offsets.spread(stride));
                    }
                };
                remainders
                    .into_iter()
                    .all(|at| self.is_part(element.ty, view, Offsets::exactly(at as i64)))
            }
            Type::Record(r) => {
                let record = self.record(*r);
                if record.kind == RecordKind::Union {
                    // It is kept as bits, which anybody may look at, but only from its start on.
                    return only_start && self.size_of(view) <= self.size_of(ty);
                }
                let fields = record.fields.as_deref().unwrap_or(&[]);
                let mut end = 0;
                for (field, &offset) in fields.iter().zip(&record.layout.offsets) {
                    let start = (offset / 8) as i64;
                    // Nothing but bit-fields and padding lies before it.
                    if field.bits.is_some() {
                        continue;
                    }
                    let inside = offsets.shifted(-start);
                    if !offsets.avoid(end, start) || !self.is_part(field.ty.ty, view, inside) {
                        return false;
                    }
                    end = start + self.size_of(field.ty.ty).unwrap_or(0) as i64;
                }
                offsets.avoid(end, size)
            }
            _ => false,
        }
    }
}

/// Padding is memory like any other for who looks at bytes: each gap between parts becomes a cell.
fn fill_gaps(parts: &mut Vec<Part>, size: u64) {
    let mut gaps = Vec::new();
    let mut filled = 0;
    for (start, end) in parts
        .iter()
        .map(|p| (p.start(), p.end()))
        .chain([(size, size)])
    {
        if let Ok(width @ 1..) = u32::try_from(start.saturating_sub(filled)) {
            gaps.push(Part::Cell(Leaf {
                offset: filled,
                width,
                path: format!("{PADDING} {filled}}}"),
                ty: None,
            }));
        }
        filled = filled.max(end);
    }
    parts.extend(gaps);
    parts.sort_by_key(Part::start);
}

/// The cells that a union is kept in: their size in bytes, and how many.
fn union_chunks(size: u64, align: u64) -> (u64, u64) {
    if size == 0 {
        return (1, 0);
    }
    if size <= WHOLE_UNION {
        return (size, 1);
    }
    let chunk = align.clamp(1, 8);
    (chunk, size / chunk)
}

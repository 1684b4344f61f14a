//! How a list in braces fills an aggregate (6.7.9 §17 to §22): designations, braces that are left
//! out, ranges of elements, later values that override earlier ones.

use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use rustc_hash::FxHashMap;

use super::convert::Purpose;
use super::hir::{Expr, ExprKind, Part, Range, Repeat};
use super::types::{ArrayLen, Field, QualType, RecordKind, Type, TypeId};
use super::{Sema, range_of};

/// A range of elements is written out up to this length where a part of it is overridden.
const MAX_EXPANSION: u64 = 1 << 16;

/// The parts so far, and where the next value goes.
#[derive(Default)]
pub(crate) struct Filler {
    /// The parts, in the order of the text, and which ranges (by number) each is in.
    parts: Vec<(Vec<u32>, Part)>,
    /// The aggregates around the next part, outermost first, up to the innermost braces. In a
    /// range of elements, offsets are those of its last element.
    frames: Vec<Frame>,
    /// The ranges of elements that the current value is for.
    repeats: Vec<Repeat>,
    /// Their numbers: two parts in the same range are in the same elements.
    numbers: Vec<u32>,
    /// How many ranges there were.
    ranges: u32,
    /// No part so far ends behind this, in bits.
    high: u64,
    /// The member of each union (offset, type) that was initialised last.
    members: FxHashMap<(u64, TypeId), u64>,
}

impl Filler {
    /// The parts, in the order of the text.
    pub(crate) fn into_parts(self) -> Vec<Part> {
        self.parts.into_iter().map(|(_, part)| part).collect()
    }
}

/// An aggregate that is being filled.
struct Frame {
    ty: QualType,
    /// In bits.
    offset: u64,
    /// The next position: of an element, or of a field.
    next: u64,
    /// Nothing more goes into it.
    closed: bool,
    /// How many elements it has at least.
    longest: u64,
}

impl Frame {
    fn new(ty: QualType, offset: u64) -> Frame {
        Frame {
            ty,
            offset,
            next: 0,
            closed: false,
            longest: 0,
        }
    }
}

/// A part that takes a value.
#[derive(Clone, Copy)]
struct Slot {
    offset: u64,
    bits: Option<u32>,
    ty: QualType,
}

impl<'a> Sema<'a> {
    /// Fill an aggregate at an offset from the list that stands in its braces; how many elements
    /// an array has then at least.
    pub(crate) fn fill_list(
        &mut self,
        filler: &mut Filler,
        ty: QualType,
        offset: u64,
        list: &'a [Node<InitializerListItem>],
        range: Range,
    ) -> u64 {
        // `char a[] = {"text"}`.
        if let Some(item) = list.first()
            && item.node.designation.is_empty()
            && let Initializer::Expression(node) = &item.node.initializer.node
            && matches!(node.node, Expression::StringLiteral(_))
        {
            let e = self.expr(node);
            if let Some(len) = self.string_for(ty.ty, &e) {
                let ty = self.with_length(ty, len);
                let slot = Slot {
                    offset,
                    bits: None,
                    ty,
                };
                self.add_part(filler, slot, e);
                return len;
            }
        }
        let outer = std::mem::replace(&mut filler.frames, vec![Frame::new(ty, offset)]);
        let depth = filler.repeats.len();
        let mut excess = false;
        for item in list {
            let designation = &item.node.designation;
            let slot = if designation.is_empty() {
                self.next_slot(filler)
            } else {
                match self.designated_slot(filler, designation) {
                    Some(slot) => Some(slot),
                    None => continue,
                }
            };
            match slot {
                Some(slot) => self.fill_slot(filler, slot, &item.node.initializer, &mut excess),
                // GCC does not evaluate it.
                None => excess = true,
            }
            filler.repeats.truncate(depth);
            filler.numbers.truncate(depth);
        }
        if excess {
            self.warn(range, "more values than the initialised object has parts");
        }
        let frames = std::mem::replace(&mut filler.frames, outer);
        frames.first().map_or(0, |frame| frame.longest)
    }

    /// Give a part its value, or the first part of it if its braces are left out.
    fn fill_slot(
        &mut self,
        filler: &mut Filler,
        slot: Slot,
        node: &'a Node<Initializer>,
        excess: &mut bool,
    ) {
        let node = match &node.node {
            Initializer::List(list) if self.types.is_scalar(slot.ty.ty) => {
                let value = self.scalar_in_braces(slot.ty, list, range_of(node));
                return self.add_part(filler, slot, value);
            }
            Initializer::List(list) => {
                // What the list does not mention is zero again.
                self.override_earlier(filler, &slot);
                self.fill_list(filler, slot.ty, slot.offset, list, range_of(node));
                return;
            }
            Initializer::Expression(node) => node,
        };
        let e = self.expr(node);
        let mut slot = slot;
        while self.is_aggregate(slot.ty.ty) {
            if self.string_for(slot.ty.ty, &e).is_some() {
                return self.add_part(filler, slot, e);
            }
            let by_value = !matches!(self.types.get(slot.ty.ty), Type::Array(..));
            if by_value && !e.is_error() && self.types.compatible_ids(e.ty.ty, slot.ty.ty) {
                let value = self.value(e);
                return self.add_part(filler, slot, value);
            }
            filler.frames.push(Frame::new(slot.ty, slot.offset));
            let inner = filler.frames.last().and_then(|f| self.next_index(f));
            match inner.and_then(|index| self.select(filler, index, None)) {
                Some(part) => slot = part,
                // GCC: an aggregate without parts takes a value that nobody sees.
                None => {
                    *excess = true;
                    return;
                }
            }
        }
        let value = self.value(e);
        let value = self.assign_convert(value, slot.ty, Purpose::Initialisation);
        self.add_part(filler, slot, value);
    }

    fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(
            self.types.get(ty),
            Type::Array(..) | Type::Record(_) | Type::Vector(..)
        )
    }

    /// The part behind the last one, in the innermost aggregate that has one.
    fn next_slot(&mut self, filler: &mut Filler) -> Option<Slot> {
        loop {
            let frame = filler.frames.last()?;
            if let Some(index) = self.next_index(frame) {
                return self.select(filler, index, None);
            }
            if filler.frames.len() == 1 {
                return None;
            }
            filler.frames.pop();
        }
    }

    /// The next position in an aggregate that takes a value without a designator.
    fn next_index(&self, frame: &Frame) -> Option<u64> {
        if frame.closed {
            return None;
        }
        match self.types.get(frame.ty.ty) {
            Type::Array(_, ArrayLen::Known(len)) => (frame.next < *len).then_some(frame.next),
            Type::Array(..) => Some(frame.next),
            Type::Vector(element, size) => {
                let len = size / self.types.size_of(*element)?.max(1);
                (frame.next < len).then_some(frame.next)
            }
            Type::Record(record) => {
                let fields = self.types.record(*record).fields.as_ref()?;
                let first = usize::try_from(frame.next).ok()?;
                let rest = fields.get(first..)?;
                let step = rest.iter().position(Field::is_initialised)?;
                Some((first + step) as u64)
            }
            _ => None,
        }
    }

    /// The part at a position of the innermost aggregate, or the parts up to `last`; the next
    /// one is behind it.
    fn select(&mut self, filler: &mut Filler, index: u64, last: Option<u64>) -> Option<Slot> {
        let frame = filler.frames.last_mut()?;
        let last = last.unwrap_or(index).max(index);
        frame.next = last.saturating_add(1);
        frame.longest = frame.longest.max(frame.next);
        let (frame_ty, frame_offset) = (frame.ty, frame.offset);
        let (ty, bits, place) = match self.types.get(frame_ty.ty) {
            Type::Array(element, _) => {
                let size = self.types.size_of(element.ty)?.saturating_mul(8);
                if last > index {
                    filler.ranges += 1;
                    filler.numbers.push(filler.ranges);
                    filler.repeats.push(Repeat {
                        count: last - index + 1,
                        stride: size,
                    });
                }
                (*element, None, last.saturating_mul(size))
            }
            Type::Vector(element, _) => {
                let size = self.types.size_of(*element)?.saturating_mul(8);
                (QualType::plain(*element), None, index.saturating_mul(size))
            }
            Type::Record(record) => {
                let record = self.types.record(*record);
                let position = usize::try_from(index).ok()?;
                let field = record.fields.as_ref()?.get(position)?;
                let place = *record.layout.offsets.get(position)?;
                let (ty, bits) = (field.ty, field.bits);
                if record.kind == RecordKind::Union {
                    frame.closed = true;
                    self.enter_union(filler, frame_ty, frame_offset, index);
                }
                (ty, bits, place)
            }
            _ => return None,
        };
        Some(Slot {
            offset: frame_offset.saturating_add(place),
            bits,
            ty: ty.with(frame_ty.quals),
        })
    }

    /// A member of a union is initialised: what was given to another member is gone.
    fn enter_union(&mut self, filler: &mut Filler, ty: QualType, offset: u64, member: u64) {
        if filler.members.insert((offset, ty.ty), member) == Some(member) {
            return;
        }
        let slot = Slot {
            offset,
            bits: None,
            ty,
        };
        self.override_earlier(filler, &slot);
    }

    /// Follow a designation (6.7.9 §6) from the innermost braces.
    fn designated_slot(
        &mut self,
        filler: &mut Filler,
        designation: &'a [Node<Designator>],
    ) -> Option<Slot> {
        filler.frames.truncate(1);
        if let Some(frame) = filler.frames.last_mut() {
            frame.closed = false;
        }
        let mut slot = None;
        for designator in designation {
            if let Some(Slot { offset, ty, .. }) = slot {
                filler.frames.push(Frame::new(ty, offset));
            }
            slot = Some(self.designator(filler, designator)?);
        }
        slot
    }

    /// The part of the innermost aggregate that a designator names.
    fn designator(&mut self, filler: &mut Filler, node: &'a Node<Designator>) -> Option<Slot> {
        let range = range_of(node);
        let ty = filler.frames.last()?.ty;
        match (&node.node, self.types.get(ty.ty)) {
            (Designator::Index(e), &Type::Array(_, len)) => {
                let index = self.constant_size(e)?;
                self.check_index(index, len, range);
                self.select(filler, index, None)
            }
            (Designator::Range(r), &Type::Array(_, len)) => {
                let from = self.constant_size(&r.node.from)?;
                let to = self.constant_size(&r.node.to)?;
                if from > to {
                    self.error(range, "this range of elements is empty");
                }
                self.check_index(to, len, range);
                self.select(filler, from, Some(to))
            }
            (Designator::Member(name), &Type::Record(record)) => {
                let Some((path, _)) = self.types.find_member(record, &name.node.name) else {
                    self.no_member(record, &name.node.name, range_of(name));
                    return None;
                };
                let mut slot: Option<Slot> = None;
                for index in path {
                    // Through an anonymous record.
                    if let Some(Slot { offset, ty, .. }) = slot {
                        filler.frames.push(Frame::new(ty, offset));
                    }
                    slot = Some(self.select(filler, index as u64, None)?);
                }
                slot
            }
            _ => {
                let shown = self.types.show(ty);
                self.error(
                    range,
                    format!("this designator does not fit the type `{shown}`"),
                );
                None
            }
        }
    }

    fn check_index(&mut self, index: u64, len: ArrayLen, range: Range) {
        if let ArrayLen::Known(len) = len
            && index >= len
        {
            self.error(range, format!("the array has only {len} elements"));
        }
    }

    /// Give a part its value.
    fn add_part(&mut self, filler: &mut Filler, slot: Slot, value: Expr) {
        self.override_earlier(filler, &slot);
        let offset = slot.offset.saturating_sub(spread(&filler.repeats));
        let end = slot
            .offset
            .saturating_add(self.width_of(slot.ty, slot.bits));
        filler.high = filler.high.max(end);
        let part = Part {
            offset,
            bits: slot.bits,
            ty: slot.ty,
            value,
            repeats: filler.repeats.clone(),
        };
        filler.parts.push((filler.numbers.clone(), part));
    }

    fn width_of(&self, ty: QualType, bits: Option<u32>) -> u64 {
        match bits {
            Some(bits) => u64::from(bits),
            None => self.types.size_of(ty.ty).unwrap_or(0).saturating_mul(8),
        }
    }

    /// A part is given a value: what was given to it or to parts of it before does not count.
    /// Whether that is still evaluated is unspecified (6.7.9 §23).
    fn override_earlier(&mut self, filler: &mut Filler, slot: &Slot) {
        let width = self.width_of(slot.ty, slot.bits);
        let first = slot.offset.saturating_sub(spread(&filler.repeats));
        if first >= filler.high || width == 0 {
            return;
        }
        // Which member of a union in a range was initialised is not kept for each element.
        let in_union = filler.ranges > 0
            && match self.types.get(slot.ty.ty) {
                Type::Record(record) => self.types.record(*record).kind == RecordKind::Union,
                _ => false,
            };
        let mut kept = Vec::with_capacity(filler.parts.len());
        let mut todo = std::mem::take(&mut filler.parts);
        todo.reverse();
        while let Some((numbers, mut part)) = todo.pop() {
            let both = numbers.iter().zip(&filler.numbers);
            let shared = both.take_while(|(a, b)| a == b).count();
            let repeats = &filler.repeats[shared..];
            let new = (
                first,
                first.saturating_add(spread(repeats)).saturating_add(width),
            );
            let one_stretch = match repeats {
                [] => true,
                [repeat] => repeat.stride == width,
                _ => false,
            };
            let end = part.offset.saturating_add(spread(&part.repeats[shared..]));
            let old = (
                part.offset,
                end.saturating_add(self.width_of(part.ty, part.bits)),
            );
            if old.1 <= new.0 || new.1 <= old.0 {
                kept.push((numbers, part));
                continue;
            }
            if one_stretch && !in_union {
                if new.0 <= old.0 && old.1 <= new.1 && !part.value.effects {
                    continue;
                }
                if part.repeats.len() > shared
                    && let Some(singles) = written_out(&part)
                {
                    todo.extend(singles.into_iter().rev().map(|single| (Vec::new(), single)));
                    continue;
                }
            }
            // GCC keeps the rest of a string, but not of a record.
            let part_of_string = matches!(part.value.kind, ExprKind::String(_))
                && one_stretch
                && part.repeats.is_empty();
            if !part_of_string {
                part.value = unclear(&part.value);
            }
            kept.push((numbers, part));
        }
        filler.parts = kept;
    }
}

/// How far the last element of all ranges is from the first.
fn spread(repeats: &[Repeat]) -> u64 {
    repeats.iter().fold(0, |sum: u64, repeat| {
        sum.saturating_add((repeat.count - 1).saturating_mul(repeat.stride))
    })
}

/// Stands for a value that compilers disagree about.
fn unclear(value: &Expr) -> Expr {
    Expr {
        kind: ExprKind::Unsupported("initialiser that is overridden"),
        ty: value.ty,
        range: value.range,
        effects: true,
    }
}

/// A part in a range of elements as one part for each, unless it has to be evaluated once or
/// there are too many.
fn written_out(part: &Part) -> Option<Vec<Part>> {
    let count = part
        .repeats
        .iter()
        .fold(1u64, |n, repeat| n.saturating_mul(repeat.count));
    if part.value.effects || count > MAX_EXPANSION {
        return None;
    }
    let single = |offset| Part {
        offset,
        repeats: Vec::new(),
        ..part.clone()
    };
    Some(part.offsets().map(single).collect())
}

//! What expressions do: their values, the places that they designate, calls.

use super::super::location::{Addresses, Location};
use super::super::offsets::Offsets;
use super::{PointsTo, Site, UNKNOWN, is_direct};
use crate::library::atomic::Atomic;
use crate::lower::library::{Memory, memory_function};
use crate::sema::constant::sign_extend;
use crate::sema::hir::{
    BinaryOp, CompoundOp, Expr, ExprKind, Function, FunctionId, ObjectId, Range,
};
use crate::sema::types::{Type, TypeId};

/// More bytes than any object has.
const EVERYTHING: u64 = 1 << 48;

impl<'a> PointsTo<'a> {
    /// What the value of an expression may be the address of; its effects are taken in.
    pub(super) fn value(&mut self, e: &'a Expr) -> Addresses {
        match &e.kind {
            ExprKind::Int(bits) => {
                let mut set = Addresses::default();
                if *bits != 0 && self.unit.types.pointee(e.ty.ty).is_some() {
                    set.insert(UNKNOWN, Offsets::ANY);
                }
                set
            }
            ExprKind::LabelAddress(..) => {
                Addresses::of(self.number(Location::Label), Offsets::exactly(0))
            }
            ExprKind::Load(place) => {
                let places = self.place(place);
                self.read(&places, place.ty.ty)
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Convert(a) => {
                if let ExprKind::Call(..) = a.kind
                    && let Some(target) = self.unit.types.pointee(e.ty.ty)
                {
                    self.allocation_types.insert(a.range, target.ty);
                }
                let set = self.value(a);
                // A part of an address may be put together with others.
                match self.is_narrow(e.ty.ty) && !self.is_narrow(a.ty.ty) {
                    true => set.blurred(),
                    false => set,
                }
            }
            ExprKind::Unary(_, a) => self.value(a).blurred(),
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.value(a), self.value(b));
                // Most numbers are no addresses, and their operands may be deep.
                if x.is_empty() && y.is_empty() {
                    return x;
                }
                let (moved, distance) = match (self.constant(a), self.constant(b)) {
                    (_, Some(b)) => (x.clone(), Some(b)),
                    (Some(a), None) if *op == BinaryOp::Add => (y.clone(), Some(a)),
                    _ => (Addresses::default(), None),
                };
                match (op, distance) {
                    (BinaryOp::Add, Some(distance)) => moved.map(|o| o.shifted(distance)),
                    (BinaryOp::Sub, Some(distance)) => {
                        moved.map(|o| o.shifted(distance.saturating_neg()))
                    }
                    _ => {
                        let mut set = x;
                        set.union(&y);
                        set.blurred()
                    }
                }
            }
            ExprKind::Compare(_, a, b) | ExprKind::PointerDiff(a, b, _) => {
                self.value(a);
                self.value(b);
                Addresses::default()
            }
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.value(a);
                self.value(b);
                Addresses::default()
            }
            ExprKind::LogicalNot(a) => {
                self.value(a);
                Addresses::default()
            }
            ExprKind::PointerAdd(a, b, size, subtract) => {
                let mut set = self.value(a);
                set = self.moved(set, b, *size, *subtract);
                // An address may also be the number that is added: `(char *)0 + (uintptr_t)&x`.
                let added = self.value(b).blurred();
                set.union(&added);
                set
            }
            ExprKind::Conditional(c, a, b) => {
                let mut set = self.value(c);
                if let Some(a) = a {
                    set = self.value(a);
                }
                set.union(&self.value(b));
                set
            }
            ExprKind::Comma(a, b) => {
                self.value(a);
                self.value(b)
            }
            ExprKind::Assign(place, value) => {
                let places = self.place(place);
                self.assign(&places, value)
            }
            ExprKind::CompoundAssign(op, place, value) => {
                let places = self.place(place);
                let old = self.read(&places, place.ty.ty);
                let added = self.value(value).blurred();
                let mut set = match op {
                    CompoundOp::Pointer { subtract, size } => {
                        self.moved(old, value, *size, *subtract)
                    }
                    CompoundOp::Arithmetic(BinaryOp::Add, _) => {
                        self.moved(old, value, Some(1), false)
                    }
                    CompoundOp::Arithmetic(BinaryOp::Sub, _) => {
                        self.moved(old, value, Some(1), true)
                    }
                    CompoundOp::Arithmetic(..) => old.blurred(),
                };
                set.union(&added);
                self.write(&places, place.ty.ty, &set);
                set
            }
            ExprKind::Step(step, place, size) => {
                let places = self.place(place);
                let mut set = self.read(&places, place.ty.ty);
                let size = i64::try_from(size.unwrap_or(1)).unwrap_or(i64::MAX);
                let bytes = if step.up { size } else { -size };
                let new = set.clone().map(|offsets| offsets.shifted(bytes));
                self.write(&places, place.ty.ty, &new);
                set.union(&new);
                set
            }
            ExprKind::Call(f, args) => {
                let sets: Vec<Addresses> = args.iter().map(|arg| self.value(arg)).collect();
                self.call(e, *f, args, &sets)
            }
            ExprKind::CallPointer(callee, args) => {
                let callees = self.value(callee);
                let sets: Vec<Addresses> = args.iter().map(|arg| self.value(arg)).collect();
                let mut result = Addresses::default();
                for (n, _) in callees.iter() {
                    match self.locations[n] {
                        Location::Function(f) => {
                            let set = self.call(e, f, args, &sets);
                            result.union(&set);
                        }
                        Location::Unknown => {
                            result.insert(UNKNOWN, Offsets::ANY);
                        }
                        _ => {}
                    }
                }
                result
            }
            ExprKind::Statement(stmts, value) => {
                // A `return` inside belongs to the function around; its value is of that
                // function, which only matters for its result.
                self.stmts(stmts, self.enclosing(e.range));
                match value {
                    Some(value) => self.value(value),
                    None => Addresses::default(),
                }
            }
            ExprKind::Member(record, ..) => self.value(record),
            _ if e.is_place() => self.place(e),
            _ => Addresses::default(),
        }
    }

    /// The value of a constant expression, as a signed number.
    fn constant(&self, e: &Expr) -> Option<i64> {
        let types = &self.unit.types;
        let width = types.scalar_width(e.ty.ty)?;
        let bits = types.fold(e)?;
        let value = if types.is_signed(e.ty.ty) || width >= types.pointer_width() {
            sign_extend(bits, width)
        } else {
            i128::try_from(bits).ok()?
        };
        i64::try_from(value).ok()
    }

    /// Is a type too small for an address?
    fn is_narrow(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let width = types.scalar_width(ty);
        width.is_some_and(|width| width < types.pointer_width())
    }

    /// Addresses to which a number of steps of `size` bytes is added, or from which it is taken.
    pub(super) fn moved(
        &self,
        set: Addresses,
        steps: &Expr,
        size: Option<u64>,
        subtract: bool,
    ) -> Addresses {
        if set.is_empty() {
            return set;
        }
        let Some(size) = size else {
            return set.blurred();
        };
        match self.constant(steps) {
            Some(steps) => {
                let size = i64::try_from(size).unwrap_or(i64::MAX);
                let bytes = steps.saturating_mul(size);
                let bytes = if subtract {
                    bytes.saturating_neg()
                } else {
                    bytes
                };
                set.map(|offsets| offsets.shifted(bytes))
            }
            None => set.map(|offsets| offsets.spread(size)),
        }
    }

    /// The function whose text a range is in.
    fn enclosing(&self, range: Range) -> FunctionId {
        let inside = |f: &Function| {
            f.body
                .as_ref()
                .is_some_and(|body| f.range.start <= range.start && range.end <= body.end.end)
        };
        let position = self.unit.functions.iter().position(inside);
        FunctionId(position.unwrap_or(0) as u32)
    }

    /// What a place may be.
    pub(super) fn place(&mut self, e: &'a Expr) -> Addresses {
        let location = match &e.kind {
            ExprKind::Object(id) => Location::Variable(*id),
            ExprKind::Function(f) => Location::Function(*f),
            ExprKind::String(elements) => {
                self.literals.insert(e.range, (e.ty.ty, elements));
                Location::Literal(e.range)
            }
            ExprKind::CompoundLiteral(id, init) => {
                if let Some(function) = self.current {
                    self.owners.insert(*id, function);
                }
                self.initialise(*id, init);
                Location::Variable(*id)
            }
            ExprKind::Deref(pointer, _) => {
                let set = self.value(pointer);
                self.access(&set, pointer, e.ty.ty);
                return set;
            }
            ExprKind::Member(record, id, position) if record.is_place() => {
                let set = self.place(record);
                let layout = &self.unit.types.record(*id).layout;
                let bits = layout.offsets.get(*position).copied().unwrap_or(0);
                let bytes = i64::try_from(bits / 8).unwrap_or(i64::MAX);
                return set.map(|offsets| offsets.shifted(bytes));
            }
            _ => return self.value(e),
        };
        Addresses::of(self.number(location), Offsets::exactly(0))
    }

    /// Locations are accessed through a pointer.
    fn access(&mut self, set: &Addresses, pointer: &Expr, ty: TypeId) {
        let ty = self.unit.types.fixed_part(ty);
        for (n, offsets) in set.iter() {
            if !is_direct(pointer) {
                self.accessed.insert(n);
            }
            let views = self.views.entry(n).or_default();
            views
                .entry(ty)
                .and_modify(|known| {
                    known.join(&offsets);
                })
                .or_insert(offsets);
        }
    }

    /// What a value of a type that is stored in one of the places may hold.
    pub(super) fn read(&mut self, places: &Addresses, ty: TypeId) -> Addresses {
        let size = self.bytes(ty);
        let mut set = Addresses::default();
        for (n, offsets) in places.iter() {
            self.contents[n].read(offsets, size, &mut set);
        }
        if places.contains(UNKNOWN) {
            set.insert(UNKNOWN, Offsets::ANY);
        }
        set
    }

    pub(super) fn write(&mut self, places: &Addresses, ty: TypeId, set: &Addresses) {
        let size = self.bytes(ty);
        for (n, offsets) in places.iter() {
            self.changed |= self.contents[n].write(offsets, size, set);
        }
    }

    /// An expression is evaluated, and its value is stored.
    pub(super) fn assign(&mut self, places: &Addresses, value: &'a Expr) -> Addresses {
        let set = self.value(value);
        match &value.kind {
            // Members keep their places.
            ExprKind::Load(source)
                if matches!(self.unit.types.get(value.ty.ty), Type::Record(_)) =>
            {
                let sources = self.place(source);
                self.copy(places, &sources, self.bytes(value.ty.ty));
            }
            _ => self.write(places, value.ty.ty, &set),
        }
        set
    }

    /// So many bytes are copied from one of the sources to one of the targets.
    pub(super) fn copy(&mut self, targets: &Addresses, sources: &Addresses, size: u64) {
        for (source, from) in sources.iter() {
            let mut parts = self.contents[source].part(from, size);
            if source == UNKNOWN {
                parts.push((Offsets::ANY, 1, Addresses::of(UNKNOWN, Offsets::ANY)));
            }
            for (target, to) in targets.iter() {
                for (at, size, what) in &parts {
                    self.changed |= self.contents[target].write(to.plus(at), *size, what);
                }
            }
        }
    }

    /// Size of a value of a type.
    pub(super) fn bytes(&self, ty: TypeId) -> u64 {
        self.unit.types.size_of(ty).unwrap_or(EVERYTHING)
    }

    fn call(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
        sets: &[Addresses],
    ) -> Addresses {
        let function = self.unit.function(f);
        let nothing = Addresses::default();
        let set = |i: usize| sets.get(i).unwrap_or(&nothing);
        self.reach(f);
        if let Some(caller) = self.current {
            let looped = self.loops > 0;
            self.calls.insert((e.range, f), (caller, looped));
        }
        let own = function.body.is_some() && !function.is_library;
        match memory_function(&function.name).filter(|_| !own) {
            Some(Memory::Allocate) => {
                return self.allocation(e.range, &function.name, args);
            }
            Some(Memory::Reallocate) => {
                let mut new = self.allocation(e.range, &function.name, args);
                self.accessed.extend(set(0).iter().map(|(n, _)| n));
                if self.unit.types.is_moved(args) {
                    self.copy(&new, set(0), EVERYTHING);
                    return new;
                }
                for (n, _) in set(0).iter() {
                    if let Location::Allocation(site) = self.locations[n] {
                        self.changed |= self.resized.insert(site);
                    }
                }
                new.union(set(0));
                return new;
            }
            Some(Memory::Free) => return nothing,
            Some(Memory::Copy) if self.unit.types.unit_of_copy(args).is_none() => {}
            Some(Memory::Set) if self.unit.types.unit_of_fill(args).is_none() => {}
            Some(Memory::Copy) => {
                let unit = self.unit.types.unit_of_copy(args);
                self.view_argument(args.first(), set(0), unit);
                self.view_argument(args.get(1), set(1), unit);
                let bytes = args.get(2).and_then(|size| self.constant(size));
                let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok());
                self.copy(set(0), set(1), bytes.unwrap_or(EVERYTHING));
                return set(0).clone();
            }
            Some(Memory::Set) => {
                let unit = self.unit.types.unit_of_fill(args);
                self.view_argument(args.first(), set(0), unit);
                return set(0).clone();
            }
            None => {}
        }
        if let Some(atomic) = Atomic::named(&function.name).filter(|_| !own) {
            return self.atomic(atomic, args, sets);
        }
        let Some(body) = &function.body else {
            let mut result = Addresses::default();
            if self.may_hold_pointer(e.ty.ty) {
                result.insert(UNKNOWN, Offsets::ANY);
            }
            return result;
        };
        if let (Some(rest), Some(&area)) = (body.rest, self.unit.areas.get(&e.range)) {
            let fixed = body.visible_params().len();
            self.pass_variadic(rest, area, args.get(fixed..).unwrap_or(&[]));
        }
        for ((param, arg), set) in body.visible_params().iter().zip(args).zip(sets) {
            let start = Addresses::of(self.number(Location::Variable(*param)), Offsets::exactly(0));
            match &arg.kind {
                ExprKind::Load(_) if matches!(self.unit.types.get(arg.ty.ty), Type::Record(_)) => {
                    self.assign(&start, arg);
                }
                _ => self.write(&start, arg.ty.ty, set),
            }
        }
        self.results.get(&f).cloned().unwrap_or_default()
    }

    /// Variable arguments are stored in the area of a call, whose address a hidden parameter gets.
    fn pass_variadic(&mut self, hidden: ObjectId, area: ObjectId, args: &'a [Expr]) {
        if let Some(caller) = self.current {
            self.owners.insert(area, caller);
        }
        let start = Offsets::exactly(0);
        let area = self.number(Location::Variable(area));
        let hidden = self.number(Location::Variable(hidden));
        let size = u64::from(self.unit.types.pointer_width() / 8);
        let address = Addresses::of(area, start);
        self.changed |= self.contents[hidden].write(start, size, &address);
        let mut at = 0;
        for arg in args {
            let slot = self.unit.types.slot(at, arg.ty.ty);
            let offset = i64::try_from(slot.value).unwrap_or(i64::MAX);
            self.assign(&Addresses::of(area, Offsets::exactly(offset)), arg);
            at = slot.next;
        }
    }

    /// What an argument of `memcpy` and its like points to is accessed, in so many units of a type.
    fn view_argument(
        &mut self,
        arg: Option<&'a Expr>,
        set: &Addresses,
        unit: Option<(TypeId, u64)>,
    ) {
        let (Some(arg), Some((ty, count))) = (arg, unit) else {
            return;
        };
        let size = self.unit.types.size_of(ty).unwrap_or(1);
        let units = match count {
            0 => return,
            1 => set.clone(),
            _ => set.clone().map(|offsets| offsets.spread(size)),
        };
        self.access(&units, arg, ty);
    }

    fn allocation(&mut self, range: Range, name: &str, args: &'a [Expr]) -> Addresses {
        let types = &self.unit.types;
        let size = |i: usize| {
            let bits = types.fold(args.get(i)?)?;
            u64::try_from(bits).ok()
        };
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let (size, zeroed) = match plain {
            "calloc" => (size(0).and_then(|n| n.checked_mul(size(1)?)), true),
            "realloc" | "aligned_alloc" | "memalign" => (size(1), false),
            _ => (size(0), false),
        };
        self.sites.insert(range, Site { size, zeroed });
        Addresses::of(
            self.number(Location::Allocation(range)),
            Offsets::exactly(0),
        )
    }
}

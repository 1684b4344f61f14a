//! What expressions do: their values, and the places that they designate.

use super::super::location::Location;
use super::super::offsets::Offsets;
use super::solver::{Change, EVERYTHING, NodeId, UNKNOWN};
use super::{PointsTo, is_direct};
use crate::sema::constant::sign_extend;
use crate::sema::hir::{BinaryOp, CompoundOp, Expr, ExprKind};
use crate::sema::types::{Type, TypeId};

impl<'a> PointsTo<'a> {
    /// The node for what the value of an expression may be the address of; its effects are taken in.
    pub(super) fn value(&mut self, e: &'a Expr) -> NodeId {
        let key = std::ptr::from_ref(e).addr();
        if let Some(&node) = self.values.get(&key) {
            return node;
        }
        let node = self.new_value(e);
        self.values.insert(key, node);
        node
    }

    fn new_value(&mut self, e: &'a Expr) -> NodeId {
        match &e.kind {
            ExprKind::Int(bits) => {
                if *bits != 0 && self.unit.types.pointee(e.ty.ty).is_some() {
                    return self.solver.address(UNKNOWN, Offsets::ANY);
                }
                NodeId::NOTHING
            }
            ExprKind::LabelAddress(..) => {
                let label = self.number(Location::Label);
                self.solver.address(label, Offsets::exactly(0))
            }
            ExprKind::Load(place) => {
                let places = self.place(place);
                self.read(places, place.ty.ty)
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
                    true => self.solver.changed(set, Change::Blur),
                    false => set,
                }
            }
            ExprKind::Unary(_, a) => self.blurred(a),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(_, a, b) | ExprKind::PointerDiff(a, b, _) => {
                self.value(a);
                self.value(b);
                NodeId::NOTHING
            }
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.value(a);
                self.value(b);
                NodeId::NOTHING
            }
            ExprKind::LogicalNot(a) => {
                self.value(a);
                NodeId::NOTHING
            }
            ExprKind::PointerAdd(a, b, size, subtract) => {
                let set = self.value(a);
                let moved = self.moved(set, b, *size, *subtract);
                // An address may also be the number that is added: `(char *)0 + (uintptr_t)&x`.
                let added = self.blurred(b);
                self.solver.union(moved, added)
            }
            ExprKind::Conditional(c, a, b) => {
                let mut set = self.value(c);
                if let Some(a) = a {
                    set = self.value(a);
                }
                let other = self.value(b);
                self.solver.union(set, other)
            }
            ExprKind::Comma(a, b) => {
                self.value(a);
                self.value(b)
            }
            ExprKind::Assign(place, value) => {
                let places = self.place(place);
                self.assign(places, value)
            }
            ExprKind::CompoundAssign(op, place, value) => {
                let places = self.place(place);
                let old = self.read(places, place.ty.ty);
                let added = self.blurred(value);
                let moved = match op {
                    CompoundOp::Pointer { subtract, size } => {
                        self.moved(old, value, *size, *subtract)
                    }
                    CompoundOp::Arithmetic(BinaryOp::Add, _) => {
                        self.moved(old, value, Some(1), false)
                    }
                    CompoundOp::Arithmetic(BinaryOp::Sub, _) => {
                        self.moved(old, value, Some(1), true)
                    }
                    CompoundOp::Arithmetic(..) => self.solver.changed(old, Change::Blur),
                };
                let set = self.solver.union(moved, added);
                self.write(places, place.ty.ty, set);
                set
            }
            ExprKind::Step(step, place, size) => {
                let places = self.place(place);
                let old = self.read(places, place.ty.ty);
                let size = i64::try_from(size.unwrap_or(1)).unwrap_or(i64::MAX);
                let bytes = if step.up { size } else { -size };
                let new = self.solver.changed(old, Change::Shift(bytes));
                self.write(places, place.ty.ty, new);
                self.solver.union(old, new)
            }
            ExprKind::Call(f, args) => self.call(e, *f, args),
            ExprKind::CallPointer(callee, args) => self.call_pointer(e, callee, args),
            ExprKind::Statement(stmts, value) => {
                // A `return` inside belongs to the function around.
                if let Some(function) = self.current {
                    self.stmts(stmts, function);
                }
                match value {
                    Some(value) => self.value(value),
                    None => NodeId::NOTHING,
                }
            }
            ExprKind::Member(record, ..) => self.value(record),
            _ if e.is_place() => self.place(e),
            _ => NodeId::NOTHING,
        }
    }

    /// What is made of an address other than by moving it.
    fn blurred(&mut self, e: &'a Expr) -> NodeId {
        let set = self.value(e);
        self.solver.changed(set, Change::Blur)
    }

    fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr) -> NodeId {
        let (x, y) = (self.value(a), self.value(b));
        if x == NodeId::NOTHING && y == NodeId::NOTHING {
            return NodeId::NOTHING;
        }
        // What is made of addresses is no constant; operands may be deep.
        let constant = |node: NodeId, e: &Expr| match node {
            NodeId::NOTHING => self.constant(e),
            _ => None,
        };
        let moved = match (op, constant(y, b)) {
            (BinaryOp::Add, Some(distance)) => Some((x, distance)),
            (BinaryOp::Sub, Some(distance)) => Some((x, distance.saturating_neg())),
            (BinaryOp::Add, None) => constant(x, a).map(|distance| (y, distance)),
            _ => None,
        };
        match moved {
            Some((set, distance)) => self.solver.changed(set, Change::Shift(distance)),
            None => {
                let both = self.solver.union(x, y);
                self.solver.changed(both, Change::Blur)
            }
        }
    }

    /// The value of a constant expression, as a signed number.
    pub(super) fn constant(&self, e: &Expr) -> Option<i64> {
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
        &mut self,
        set: NodeId,
        steps: &Expr,
        size: Option<u64>,
        subtract: bool,
    ) -> NodeId {
        if set == NodeId::NOTHING {
            return set;
        }
        let change = match size.map(|size| (size, self.constant(steps))) {
            None => Change::Blur,
            Some((size, Some(steps))) => {
                let size = i64::try_from(size).unwrap_or(i64::MAX);
                let bytes = steps.saturating_mul(size);
                Change::Shift(match subtract {
                    true => bytes.saturating_neg(),
                    false => bytes,
                })
            }
            Some((size, None)) => Change::Spread(size),
        };
        self.solver.changed(set, change)
    }

    /// The node for what a place may be.
    pub(super) fn place(&mut self, e: &'a Expr) -> NodeId {
        let key = std::ptr::from_ref(e).addr();
        if let Some(&node) = self.places.get(&key) {
            return node;
        }
        let node = self.new_place(e);
        self.places.insert(key, node);
        node
    }

    fn new_place(&mut self, e: &'a Expr) -> NodeId {
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
                self.access(set, pointer, e.ty.ty);
                return set;
            }
            ExprKind::Member(record, id, position) if record.is_place() => {
                let set = self.place(record);
                let layout = &self.unit.types.record(*id).layout;
                let bits = layout.offsets.get(*position).copied().unwrap_or(0);
                let bytes = i64::try_from(bits / 8).unwrap_or(i64::MAX);
                return self.solver.changed(set, Change::Shift(bytes));
            }
            _ => return self.value(e),
        };
        let n = self.number(location);
        self.solver.address(n, Offsets::exactly(0))
    }

    /// Locations are accessed through a pointer.
    pub(super) fn access(&mut self, set: NodeId, pointer: &Expr, ty: TypeId) {
        let access = (set, self.unit.types.fixed_part(ty), is_direct(pointer));
        if set != NodeId::NOTHING && self.known_accesses.insert(access) {
            self.accesses.push(access);
        }
    }

    /// What a value of a type that is stored in one of the places may hold.
    pub(super) fn read(&mut self, places: NodeId, ty: TypeId) -> NodeId {
        let size = self.bytes(ty);
        self.solver.load(places, size)
    }

    pub(super) fn write(&mut self, places: NodeId, ty: TypeId, set: NodeId) {
        let size = self.bytes(ty);
        self.solver.store(places, size, set);
    }

    /// An expression is evaluated, and its value is stored.
    pub(super) fn assign(&mut self, places: NodeId, value: &'a Expr) -> NodeId {
        let set = self.value(value);
        match &value.kind {
            // Members keep their places.
            ExprKind::Load(source)
                if matches!(self.unit.types.get(value.ty.ty), Type::Record(_)) =>
            {
                let sources = self.place(source);
                let size = self.bytes(value.ty.ty);
                self.solver.copy(places, sources, size);
            }
            _ => self.write(places, value.ty.ty, set),
        }
        set
    }

    /// Size of a value of a type.
    pub(super) fn bytes(&self, ty: TypeId) -> u64 {
        self.unit.types.size_of(ty).unwrap_or(EVERYTHING)
    }
}

//! Points-to analysis: which locations a value may be the address of.
//!
//! Inclusion-based (Andersen), without regard to control flow, calling context, members and
//! types: every location has one set of what may be stored in it, and every value that may be
//! derived from an address carries its set, be it an integer or a byte. So a pointer that went
//! through a union, an integer or a copy byte by byte is still followed.
//!
//! The constraints are not kept: the program is walked until nothing changes.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::location::{Location, LocationSet};
use crate::lower::library::{Memory, memory_function};
use crate::sema::hir::{
    Expr, ExprKind, Function, FunctionId, Init, ObjectId, Range, Stmt, Storage, Unit,
};
use crate::sema::types::{Type, TypeId, Types};

/// The result of the analysis.
pub(in crate::lower) struct PointsTo<'a> {
    unit: &'a Unit,
    locations: Vec<Location>,
    numbers: FxHashMap<Location, usize>,
    /// What may be stored in each location.
    contents: Vec<LocationSet>,
    /// What each function may return.
    results: FxHashMap<FunctionId, LocationSet>,
    /// Locations that are accessed through pointers.
    accessed: LocationSet,
    /// The types by which each location is accessed through pointers.
    views: FxHashMap<usize, FxHashSet<TypeId>>,
    /// The type that an allocation is converted to.
    allocation_types: FxHashMap<Range, TypeId>,
    /// The allocating calls.
    sites: BTreeMap<Range, Site>,
    /// All calls of functions: by whom, and may it happen more than once in a call of the caller?
    calls: BTreeMap<(Range, FunctionId), (FunctionId, bool)>,
    /// The string literals.
    literals: FxHashMap<Range, (TypeId, &'a [u32])>,
    entry: FunctionId,
    /// The function that is walked.
    current: Option<FunctionId>,
    /// Number of loops around.
    loops: u32,
    /// The functions that local variables belong to.
    owners: FxHashMap<ObjectId, FunctionId>,
    changed: bool,
}

/// An allocating call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// How many bytes, if that is constant.
    pub(super) size: Option<u64>,
    /// Are they 0?
    pub(super) zeroed: bool,
    /// Is it always the same memory?
    pub(super) shared: bool,
}

/// The number of [`Location::Unknown`].
const UNKNOWN: usize = 0;

impl<'a> PointsTo<'a> {
    /// Analyse a program.
    pub(in crate::lower) fn new(unit: &'a Unit, entry: FunctionId) -> PointsTo<'a> {
        let mut analysis = PointsTo {
            unit,
            locations: Vec::new(),
            numbers: FxHashMap::default(),
            contents: Vec::new(),
            results: FxHashMap::default(),
            accessed: LocationSet::default(),
            views: FxHashMap::default(),
            allocation_types: FxHashMap::default(),
            sites: BTreeMap::new(),
            calls: BTreeMap::new(),
            literals: FxHashMap::default(),
            entry,
            current: None,
            loops: 0,
            owners: FxHashMap::default(),
            changed: true,
        };
        analysis.number(Location::Unknown);
        let params = unit.function(entry).body.iter().flat_map(|b| &b.params);
        let from_outside: Vec<ObjectId> = params.copied().collect();
        for id in from_outside {
            analysis.store_unknown(id);
        }
        while std::mem::take(&mut analysis.changed) {
            analysis.pass();
        }
        analysis
    }

    /// What may be stored behind an unknown address is unknown, and so is what an external
    /// pointer points to.
    fn store_unknown(&mut self, id: ObjectId) {
        if self.may_hold_pointer(self.unit.object(id).ty.ty) {
            let n = self.number(Location::Variable(id));
            self.changed |= self.contents[n].insert(UNKNOWN);
        }
    }

    fn may_hold_pointer(&self, ty: TypeId) -> bool {
        match self.unit.types.get(ty) {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.may_hold_pointer(element.ty),
            Type::Record(r) => {
                let fields = self.unit.types.record(*r).fields.as_deref().unwrap_or(&[]);
                fields.iter().any(|f| self.may_hold_pointer(f.ty.ty))
            }
            _ => false,
        }
    }

    fn number(&mut self, location: Location) -> usize {
        if let Some(&n) = self.numbers.get(&location) {
            return n;
        }
        let n = self.locations.len();
        self.locations.push(location);
        self.contents.push(LocationSet::default());
        self.numbers.insert(location, n);
        n
    }

    fn pass(&mut self) {
        let unit = self.unit;
        for (i, object) in unit.objects.iter().enumerate() {
            let id = ObjectId(i as u32);
            if object.storage == Storage::Extern {
                self.store_unknown(id);
            }
            if let (Storage::Static, Some(init)) = (object.storage, &object.init) {
                self.initialise(id, init);
            }
        }
        for (i, function) in unit.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                let id = FunctionId(i as u32);
                self.current = Some(id);
                // A label may be the head of a loop.
                self.loops = u32::from(body.labels > 0);
                for &param in &body.params {
                    self.owners.insert(param, id);
                }
                self.stmts(&body.stmts, id);
                self.current = None;
            }
        }
    }

    fn initialise(&mut self, id: ObjectId, init: &'a Init) {
        let n = self.number(Location::Variable(id));
        let values: Vec<&'a Expr> = match init {
            Init::Value(e) => vec![e],
            Init::Parts(parts) => parts.iter().map(|part| &part.value).collect(),
        };
        for value in values {
            let set = self.value(value);
            self.changed |= self.contents[n].union(&set);
        }
    }

    fn stmts(&mut self, stmts: &'a [Stmt], function: FunctionId) {
        for stmt in stmts {
            self.stmt(stmt, function);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, function: FunctionId) {
        match stmt {
            Stmt::Expr(e) => {
                self.value(e);
            }
            Stmt::Declare(id) => {
                self.owners.insert(*id, function);
                if let Some(init) = &self.unit.object(*id).init {
                    self.initialise(*id, init);
                }
            }
            Stmt::Block(stmts) => self.stmts(stmts, function),
            Stmt::If(condition, then, otherwise) => {
                self.value(condition);
                self.stmt(then, function);
                if let Some(otherwise) = otherwise {
                    self.stmt(otherwise, function);
                }
            }
            Stmt::While(condition, body) | Stmt::DoWhile(body, condition) => {
                self.loops += 1;
                self.value(condition);
                self.stmt(body, function);
                self.loops -= 1;
            }
            Stmt::For(first, condition, step, body) => {
                if let Some(first) = first {
                    self.value(first);
                }
                self.loops += 1;
                for e in [condition, step].into_iter().flatten() {
                    self.value(e);
                }
                self.stmt(body, function);
                self.loops -= 1;
            }
            Stmt::Switch(switch) => {
                self.value(&switch.value);
                self.stmt(&switch.body, function);
            }
            Stmt::Case(_, inner) | Stmt::Label(_, inner) => self.stmt(inner, function),
            Stmt::Return(Some(e), _) => {
                let set = self.value(e);
                self.changed |= self.results.entry(function).or_default().union(&set);
            }
            Stmt::Return(None, _)
            | Stmt::Goto(..)
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Unsupported(..)
            | Stmt::Empty => {}
        }
    }

    /// What the value of an expression may be the address of; its effects are taken in.
    fn value(&mut self, e: &'a Expr) -> LocationSet {
        match &e.kind {
            ExprKind::Int(bits) => {
                let mut set = LocationSet::default();
                if *bits != 0 && self.unit.types.pointee(e.ty.ty).is_some() {
                    set.insert(UNKNOWN);
                }
                set
            }
            ExprKind::Load(place) => {
                let places = self.place(place);
                self.read(&places)
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Convert(a) => {
                if let ExprKind::Call(..) = a.kind
                    && let Some(target) = self.unit.types.pointee(e.ty.ty)
                {
                    self.allocation_types.insert(a.range, target.ty);
                }
                self.value(a)
            }
            ExprKind::Unary(_, a) => self.value(a),
            ExprKind::Binary(_, a, b) => {
                let mut set = self.value(a);
                set.union(&self.value(b));
                set
            }
            ExprKind::Compare(_, a, b) | ExprKind::PointerDiff(a, b, _) => {
                self.value(a);
                self.value(b);
                LocationSet::default()
            }
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.value(a);
                self.value(b);
                LocationSet::default()
            }
            ExprKind::LogicalNot(a) => {
                self.value(a);
                LocationSet::default()
            }
            // An address may also be the number that is added: `(char *)0 + (uintptr_t)&x`.
            ExprKind::PointerAdd(a, b, ..) => {
                let mut set = self.value(a);
                set.union(&self.value(b));
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
                let set = self.value(value);
                self.write(&places, &set);
                set
            }
            ExprKind::CompoundAssign(_, place, value) => {
                let places = self.place(place);
                let mut set = self.value(value);
                self.write(&places, &set);
                set.union(&self.read(&places));
                set
            }
            ExprKind::Step(_, place, _) => {
                let places = self.place(place);
                self.read(&places)
            }
            ExprKind::Call(f, args) => {
                let sets: Vec<LocationSet> = args.iter().map(|arg| self.value(arg)).collect();
                self.call(e, *f, args, &sets)
            }
            ExprKind::CallPointer(callee, args) => {
                let callees = self.value(callee);
                let sets: Vec<LocationSet> = args.iter().map(|arg| self.value(arg)).collect();
                let mut result = LocationSet::default();
                for n in callees.iter() {
                    match self.locations[n] {
                        Location::Function(f) => {
                            let set = self.call(e, f, args, &sets);
                            result.union(&set);
                        }
                        Location::Unknown => {
                            result.insert(UNKNOWN);
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
                    None => LocationSet::default(),
                }
            }
            ExprKind::Member(record, ..) => self.value(record),
            _ if e.is_place() => self.place(e),
            _ => LocationSet::default(),
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
    fn place(&mut self, e: &'a Expr) -> LocationSet {
        let location = match &e.kind {
            ExprKind::Object(id) => Location::Variable(*id),
            ExprKind::Function(f) => Location::Function(*f),
            ExprKind::String(elements) => {
                self.literals.insert(e.range, (e.ty.ty, elements));
                Location::Literal(e.range)
            }
            ExprKind::CompoundLiteral(id, init) => {
                self.initialise(*id, init);
                Location::Variable(*id)
            }
            ExprKind::Deref(pointer, _) => {
                let set = self.value(pointer);
                self.access(&set, pointer, e.ty.ty);
                return set;
            }
            ExprKind::Member(record, ..) if record.is_place() => return self.place(record),
            _ => return self.value(e),
        };
        let mut set = LocationSet::default();
        set.insert(self.number(location));
        set
    }

    /// Locations are accessed through a pointer.
    fn access(&mut self, set: &LocationSet, pointer: &Expr, ty: TypeId) {
        let ty = self.unit.types.fixed_part(ty);
        if !is_direct(pointer) {
            self.accessed.union(set);
        }
        for n in set.iter() {
            self.views.entry(n).or_default().insert(ty);
        }
    }

    fn read(&mut self, places: &LocationSet) -> LocationSet {
        let mut set = LocationSet::default();
        for n in places.iter() {
            set.union(&self.contents[n]);
        }
        if places.contains(UNKNOWN) {
            set.insert(UNKNOWN);
        }
        set
    }

    fn write(&mut self, places: &LocationSet, set: &LocationSet) {
        for n in places.iter() {
            self.changed |= self.contents[n].union(set);
        }
    }

    fn call(
        &mut self,
        e: &'a Expr,
        f: FunctionId,
        args: &'a [Expr],
        sets: &[LocationSet],
    ) -> LocationSet {
        let function = self.unit.function(f);
        let nothing = LocationSet::default();
        let set = |i: usize| sets.get(i).unwrap_or(&nothing);
        if let Some(caller) = self.current {
            let looped = self.loops > 0;
            self.calls.insert((e.range, f), (caller, looped));
        }
        let own = function.body.is_some() && !function.is_library;
        match memory_function(&function.name).filter(|_| !own) {
            Some(Memory::Allocate | Memory::Errno) => {
                return self.allocation(e.range, &function.name, args);
            }
            Some(Memory::Reallocate) => {
                let new = self.allocation(e.range, &function.name, args);
                self.accessed.union(set(0));
                let old = self.read(set(0));
                self.write(&new, &old);
                return new;
            }
            Some(Memory::Free) => return nothing,
            Some(kind @ (Memory::Copy | Memory::Set))
                if self.unit.types.is_done_by_loop(kind == Memory::Copy, args) => {}
            Some(Memory::Copy) => {
                self.view_argument(args.first(), set(0));
                self.view_argument(args.get(1), set(1));
                let moved = self.read(set(1));
                self.write(set(0), &moved);
                return set(0).clone();
            }
            Some(Memory::Set) => {
                self.view_argument(args.first(), set(0));
                return set(0).clone();
            }
            None => {}
        }
        let Some(body) = &function.body else {
            let mut result = LocationSet::default();
            if self.may_hold_pointer(e.ty.ty) {
                result.insert(UNKNOWN);
            }
            return result;
        };
        for (param, set) in body.params.iter().zip(sets) {
            let n = self.number(Location::Variable(*param));
            self.changed |= self.contents[n].union(set);
        }
        self.results.get(&f).cloned().unwrap_or_default()
    }

    /// What an argument of `memcpy` and its like points to is accessed, by the type that the
    /// argument had before it became `void *`.
    fn view_argument(&mut self, arg: Option<&'a Expr>, set: &LocationSet) {
        let Some(arg) = arg else {
            return;
        };
        if let Some(view) = argument_view(&self.unit.types, arg) {
            self.access(set, arg, view);
        }
    }

    fn allocation(&mut self, range: Range, name: &str, args: &'a [Expr]) -> LocationSet {
        // There is one `errno`, wherever its address is asked for.
        let range = match name {
            "__errno_location" => Range::default(),
            _ => range,
        };
        let types = &self.unit.types;
        let size = |i: usize| {
            let bits = types.fold(args.get(i)?)?;
            u64::try_from(bits).ok()
        };
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let (size, zeroed) = match plain {
            "calloc" => (size(0).and_then(|n| n.checked_mul(size(1)?)), true),
            "realloc" | "aligned_alloc" | "memalign" => (size(1), false),
            "__errno_location" => (Some(4), true),
            _ => (size(0), false),
        };
        let shared = plain == "__errno_location";
        let site = Site {
            size,
            zeroed,
            shared,
        };
        self.sites.insert(range, site);
        let mut set = LocationSet::default();
        set.insert(self.number(Location::Allocation(range)));
        set
    }
}

/// Questions about the result.
impl<'a> PointsTo<'a> {
    /// What the value of an expression may be the address of.
    pub(in crate::lower) fn targets(&mut self, e: &'a Expr) -> Vec<Location> {
        let set = self.value(e);
        set.iter().map(|n| self.locations[n]).collect()
    }

    /// What the value that is stored in a place may be the address of.
    pub(in crate::lower) fn stored(&mut self, place: &'a Expr) -> Vec<Location> {
        let places = self.place(place);
        let set = self.read(&places);
        set.iter().map(|n| self.locations[n]).collect()
    }

    /// Is it accessed through a pointer whose target is not plain from the expression?
    pub(in crate::lower) fn is_accessed(&self, location: Location) -> bool {
        self.numbers
            .get(&location)
            .is_some_and(|&n| self.accessed.contains(n))
    }

    /// The types by which a location is accessed through pointers.
    pub(in crate::lower) fn views(&self, location: Location) -> Vec<TypeId> {
        let views = self.numbers.get(&location).and_then(|n| self.views.get(n));
        let mut views: Vec<TypeId> = views.into_iter().flatten().copied().collect();
        views.sort_unstable();
        views
    }

    /// An allocating call.
    pub(super) fn site(&self, range: Range) -> Option<Site> {
        self.sites.get(&range).copied()
    }

    /// How many objects may exist whose sizes are not constant, if calls that may happen more than
    /// once return that many.
    pub(super) fn variable_objects(&self, most: u64) -> u64 {
        let mut count = 0;
        for (&range, site) in &self.sites {
            if site.size.is_none() {
                count += if self.happens_once(range) { 1 } else { most };
            }
        }
        let types = &self.unit.types;
        let arrays = self.unit.objects.iter().filter(|object| {
            types.is_complete(object.ty.ty) && types.size_of(object.ty.ty).is_none()
        });
        count + arrays.count() as u64
    }

    /// A string literal: its type and its elements.
    pub(in crate::lower) fn literal(&self, range: Range) -> Option<(TypeId, &'a [u32])> {
        self.literals.get(&range).copied()
    }

    /// Does a call happen at most once in a run?
    pub(super) fn happens_once(&self, call: Range) -> bool {
        let mut of_call = self.calls.iter().filter(|((range, _), _)| *range == call);
        match (of_call.next(), of_call.next()) {
            (Some((_, &(caller, false))), None) => self.runs_once(caller, 0),
            _ => false,
        }
    }

    fn runs_once(&self, f: FunctionId, depth: u32) -> bool {
        if self.numbers.contains_key(&Location::Function(f)) || depth > 64 {
            return false;
        }
        let mut calls = self.calls.iter().filter(|((_, callee), _)| *callee == f);
        match (calls.next(), calls.next()) {
            (None, _) => f == self.entry,
            (Some((_, &(caller, false))), None) => {
                f != self.entry && self.runs_once(caller, depth + 1)
            }
            _ => false,
        }
    }

    /// May a variable with an address exist several times at once, because its function is
    /// recursive?
    pub(in crate::lower) fn is_multiple(&self, id: ObjectId) -> bool {
        let automatic = matches!(self.unit.object(id).storage, Storage::Auto | Storage::Param);
        automatic
            && self.is_accessed(Location::Variable(id))
            && self.owners.get(&id).is_some_and(|&f| self.is_recursive(f))
    }

    /// Can a function be called again before it has returned?
    fn is_recursive(&self, f: FunctionId) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![f];
        while let Some(caller) = todo.pop() {
            for (&(_, callee), &(by, _)) in &self.calls {
                if by == caller {
                    if callee == f {
                        return true;
                    }
                    if seen.insert(callee) {
                        todo.push(callee);
                    }
                }
            }
        }
        false
    }

    /// The type that the result of an allocating call is converted to.
    pub(in crate::lower) fn allocation_type(&self, range: Range) -> Option<TypeId> {
        self.allocation_types.get(&range).copied()
    }
}

/// Does the expression itself say which variable the pointer points into?
pub(in crate::lower) fn is_direct(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => is_direct_place(place),
        ExprKind::PointerAdd(pointer, ..) | ExprKind::Convert(pointer) => is_direct(pointer),
        _ => false,
    }
}

fn is_direct_place(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Object(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Member(record, ..) => is_direct_place(record),
        ExprKind::Deref(pointer, _) => is_direct(pointer),
        _ => false,
    }
}

/// The type that a pointer argument pointed to before it was converted.
pub(in crate::lower) fn argument_view(types: &Types, arg: &Expr) -> Option<TypeId> {
    let mut arg = arg;
    while let ExprKind::Convert(inner) = &arg.kind
        && types.pointee(inner.ty.ty).is_some()
    {
        arg = inner;
    }
    let view = types.pointee(arg.ty.ty)?.ty;
    let usable = types.size_of(view).is_some_and(|size| size > 0) && types.is_complete(view);
    Some(if usable {
        view
    } else {
        Types::int(crate::sema::types::IntKind::Char)
    })
}

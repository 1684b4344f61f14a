//! Points-to analysis: which locations a value may be the address of, and where in them it points.
//!
//! Inclusion-based (Andersen), without regard to control flow, calling context and types: for the
//! bytes of every location it is known what may be stored in them, and every value that may be
//! derived from an address carries its set, be it an integer or a byte. So a pointer that went
//! through a union, an integer or a copy byte by byte is still followed. Offsets are followed
//! through pointer arithmetic (`offsets.rs`); other arithmetic leads to any offset.
//!
//! The constraints are not kept: the program is walked until nothing changes.

mod atomic;
mod call_graph;
mod contents;
mod question;
mod value;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use self::call_graph::CallGraph;
use self::contents::Contents;
use super::location::{Addresses, Location, Strings};
use super::offsets::Offsets;
use super::strings::strings_parameter;
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Range, Stmt, Storage, Unit};
use crate::sema::types::{Type, TypeId, Types};

/// The result of the analysis.
pub(in crate::lower) struct PointsTo<'a> {
    unit: &'a Unit,
    locations: Vec<Location>,
    numbers: FxHashMap<Location, usize>,
    /// What may be stored in each location.
    contents: Vec<Contents>,
    /// What each function may return.
    results: FxHashMap<FunctionId, Addresses>,
    /// Locations that are accessed through pointers.
    accessed: FxHashSet<usize>,
    /// The types by which each location is accessed through pointers, and where.
    views: FxHashMap<usize, BTreeMap<TypeId, Offsets>>,
    /// The type that an allocation is converted to.
    allocation_types: FxHashMap<Range, TypeId>,
    /// The allocating calls.
    sites: BTreeMap<Range, Site>,
    /// Those whose objects may get other sizes where they are.
    resized: FxHashSet<Range>,
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
    /// The functions that a run may get to: those that others of them mention. What the rest does
    /// must not blur the picture; programs include whole libraries.
    reached: FxHashSet<FunctionId>,
    changed: bool,
    /// Who calls whom, once everything is known.
    graph: CallGraph,
}

/// An allocating call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// How many bytes, if that is constant.
    pub(super) size: Option<u64>,
    /// Are they 0?
    pub(super) zeroed: bool,
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
            accessed: FxHashSet::default(),
            views: FxHashMap::default(),
            allocation_types: FxHashMap::default(),
            sites: BTreeMap::new(),
            resized: FxHashSet::default(),
            calls: BTreeMap::new(),
            literals: FxHashMap::default(),
            entry,
            current: None,
            loops: 0,
            owners: FxHashMap::default(),
            reached: FxHashSet::from_iter([entry]),
            changed: true,
            graph: CallGraph::default(),
        };
        analysis.number(Location::Unknown);
        // The lowering calls models by itself.
        let models = (0..).zip(&unit.functions).filter(|(_, f)| f.is_library);
        analysis.reached.extend(models.map(|(i, _)| FunctionId(i)));
        let params = unit.function(entry).body.iter().flat_map(|b| &b.params);
        let from_outside: Vec<ObjectId> = params.copied().collect();
        for (i, id) in from_outside.into_iter().enumerate() {
            match strings_parameter(unit, entry, i) {
                Some(strings) => analysis.store_strings(id, strings),
                None => analysis.store_unknown(id),
            }
        }
        while std::mem::take(&mut analysis.changed) {
            analysis.pass();
        }
        analysis.graph = CallGraph::new(&analysis.calls);
        analysis
    }

    /// What may be stored behind an unknown address is unknown, and so is what an external
    /// pointer points to.
    fn store_unknown(&mut self, id: ObjectId) {
        if self.may_hold_pointer(self.unit.object(id).ty.ty) {
            let n = self.number(Location::Variable(id));
            let unknown = Addresses::of(UNKNOWN, Offsets::ANY);
            self.changed |= self.contents[n].write(Offsets::ANY, 1, &unknown);
        }
    }

    /// A parameter points to the first of an array of strings.
    fn store_strings(&mut self, id: ObjectId, strings: Strings) {
        let parameter = self.number(Location::Variable(id));
        let array = self.number(Location::Strings(strings));
        let text = self.number(Location::Text(strings));
        let size = u64::from(self.unit.types.pointer_width() / 8);
        let first = Offsets::exactly(0);
        self.contents[parameter].write(first, size, &Addresses::of(array, first));
        self.contents[array].write(first.spread(size), size, &Addresses::of(text, Offsets::ANY));
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
        if let Location::Function(f) = location {
            self.reach(f);
        }
        let n = self.locations.len();
        self.locations.push(location);
        self.contents.push(Contents::default());
        self.numbers.insert(location, n);
        n
    }

    fn reach(&mut self, f: FunctionId) {
        self.changed |= self.reached.insert(f);
    }

    /// May a run get to a function?
    pub(in crate::lower) fn is_reached(&self, f: FunctionId) -> bool {
        self.reached.contains(&f)
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
            let id = FunctionId(i as u32);
            if let Some(body) = &function.body
                && self.is_reached(id)
            {
                self.current = Some(id);
                // A label may be the head of a loop.
                self.loops = u32::from(!body.labels.is_empty());
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
        match init {
            Init::Value(value) => {
                let start = Addresses::of(n, Offsets::exactly(0));
                self.assign(&start, value);
            }
            Init::Parts(parts) => {
                for part in parts {
                    let offset = i64::try_from(part.offset / 8).unwrap_or(i64::MAX);
                    let mut offsets = Offsets::exactly(offset);
                    for repeat in &part.repeats {
                        offsets = offsets.spread(repeat.stride / 8);
                    }
                    self.assign(&Addresses::of(n, offsets), &part.value);
                }
            }
        }
    }

    fn stmts(&mut self, stmts: &'a [Stmt], function: FunctionId) {
        for stmt in stmts {
            self.stmt(stmt, function);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt, function: FunctionId) {
        match stmt {
            Stmt::Expr(e) | Stmt::ComputedGoto(_, e, _) => {
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

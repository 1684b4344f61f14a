//! Points-to analysis: which locations a value may be the address of, and where in them it points.
//!
//! Inclusion-based (Andersen), without regard to control flow, calling context and types: for the
//! bytes of every location it is known what may be stored in them, and every value that may be
//! derived from an address carries its set, be it an integer or a byte. So a pointer that went
//! through a union, an integer or a copy byte by byte is still followed. Offsets are followed
//! through pointer arithmetic (`offsets.rs`); other arithmetic leads to any offset.
//!
//! The program is walked once, from the entry point on: a function counts when a call of it was found,
//! the initialiser of a static object when something names the object. What expressions do becomes
//! constraints, with a node for the addresses of each value (`value.rs`, `call.rs`), which are solved
//! in between, since they say what is called through pointers (`solver/`).

mod atomic;
mod call;
mod call_graph;
mod direct;
mod question;
mod solver;
#[cfg(test)]
mod tests;
mod value;

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use self::call_graph::CallGraph;
pub(in crate::lower) use self::direct::{argument_view, is_direct};
pub(in crate::lower) use self::solver::SetId;
use self::solver::{Effort, NodeId, Solver, UNKNOWN};
use super::location::{Location, Strings};
use super::offsets::Offsets;
use super::strings::strings_parameter;
use crate::sema::hir::{Expr, FunctionId, Init, ObjectId, Range, Stmt, Storage, Unit};
use crate::sema::types::{Type, TypeId};

/// The result of the analysis.
pub(in crate::lower) struct PointsTo<'a> {
    unit: &'a Unit,
    locations: Vec<Location>,
    numbers: FxHashMap<Location, usize>,
    solver: Solver,
    /// The nodes of values and of places, by their expressions.
    values: FxHashMap<usize, NodeId>,
    places: FxHashMap<usize, NodeId>,
    /// What each function may return.
    results: FxHashMap<FunctionId, NodeId>,
    /// Accesses through pointers, by type; may the target be seen from the expression?
    accesses: Vec<(NodeId, TypeId, bool)>,
    known_accesses: FxHashSet<(NodeId, TypeId, bool)>,
    /// Pointers to memory that is moved or gets another size; does it stay where it is?
    reallocated: Vec<(NodeId, bool)>,
    /// Calls through pointers.
    pointer_calls: Vec<PointerCall<'a>>,
    /// Locations that are accessed through pointers.
    accessed: SetId,
    /// What is accessed through pointers to each type, and where.
    views: BTreeMap<TypeId, SetId>,
    /// The type that an allocation is converted to.
    allocation_types: FxHashMap<Range, TypeId>,
    /// The allocating calls.
    sites: BTreeMap<Range, Site>,
    /// Those whose objects may get other sizes where they are.
    resized: FxHashSet<Range>,
    /// Does a call fill a `_Bool` with bytes that may be neither 0 nor 1?
    fills_truth: bool,
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
    /// The functions that a run may get to: those that others of them call. What the rest does must
    /// not blur the picture; programs include whole libraries.
    reached: FxHashSet<FunctionId>,
    /// Those of them that were not walked yet, and objects whose initialisers were not.
    to_walk: VecDeque<FunctionId>,
    to_initialise: VecDeque<ObjectId>,
    /// The numbers of accesses, reallocations and calls that are taken in by the rest.
    noted: Option<(usize, usize, usize)>,
    /// Who calls whom, once everything is known.
    graph: CallGraph,
    /// The locations that hold what is in a set, by sets, once somebody has asked.
    holders: Option<Vec<(SetId, Vec<usize>)>>,
}

/// An allocating call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// How many bytes, if that is constant.
    pub(super) size: Option<u64>,
    /// Are they 0?
    pub(super) zeroed: bool,
}

/// A call through a pointer.
struct PointerCall<'a> {
    call: &'a Expr,
    args: &'a [Expr],
    caller: Option<FunctionId>,
    /// May it happen more than once in a call of the caller?
    is_looped: bool,
    /// The node of its value.
    result: NodeId,
}

impl<'a> PointsTo<'a> {
    /// Analyse a program.
    pub(in crate::lower) fn new(unit: &'a Unit, entry: FunctionId) -> PointsTo<'a> {
        PointsTo::within(unit, entry, Effort::default())
    }

    fn within(unit: &'a Unit, entry: FunctionId, effort: Effort) -> PointsTo<'a> {
        let mut analysis = PointsTo {
            unit,
            locations: Vec::new(),
            numbers: FxHashMap::default(),
            solver: Solver::new(effort),
            values: FxHashMap::default(),
            places: FxHashMap::default(),
            results: FxHashMap::default(),
            accesses: Vec::new(),
            known_accesses: FxHashSet::default(),
            reallocated: Vec::new(),
            pointer_calls: Vec::new(),
            accessed: SetId::EMPTY,
            views: BTreeMap::new(),
            allocation_types: FxHashMap::default(),
            sites: BTreeMap::new(),
            resized: FxHashSet::default(),
            fills_truth: false,
            calls: BTreeMap::new(),
            literals: FxHashMap::default(),
            entry,
            current: None,
            loops: 0,
            owners: FxHashMap::default(),
            reached: FxHashSet::default(),
            to_walk: VecDeque::new(),
            to_initialise: VecDeque::new(),
            noted: None,
            graph: CallGraph::default(),
            holders: None,
        };
        analysis.number(Location::Unknown);
        analysis.reach(entry);
        // The lowering calls models by itself.
        let models = (0..).zip(&unit.functions).filter(|(_, f)| f.is_library);
        for (i, _) in models {
            analysis.reach(FunctionId(i));
        }
        let params = unit.function(entry).body.iter().flat_map(|b| &b.params);
        let from_outside: Vec<ObjectId> = params.copied().collect();
        for (i, id) in from_outside.into_iter().enumerate() {
            match strings_parameter(unit, entry, i) {
                Some(strings) => analysis.store_strings(id, strings),
                None => analysis.store_unknown(id),
            }
        }
        analysis.complete();
        analysis
    }

    /// Walk what can be reached and solve the constraints, until there is nothing left.
    fn complete(&mut self) {
        loop {
            self.walk();
            self.solver.solve();
            let called = std::mem::take(&mut self.solver.called);
            if called.is_empty() {
                break;
            }
            for (site, location) in called {
                self.call_found(site, location);
            }
        }
        self.solver.keep_sets();
        self.holders = None;
        // A question may be about an expression that nobody has walked before. As a rule, it reads.
        let size = (
            self.accesses.len(),
            self.reallocated.len(),
            self.calls.len(),
        );
        if self.noted.replace(size) != Some(size) {
            self.note_accesses();
            self.graph = CallGraph::new(&self.calls);
        }
    }

    /// What may be stored behind an unknown address is unknown, and so is what an external
    /// pointer points to.
    fn store_unknown(&mut self, id: ObjectId) {
        if self.may_hold_pointer(self.unit.object(id).ty.ty) {
            let n = self.number(Location::Variable(id));
            let place = self.solver.address(n, Offsets::ANY);
            let unknown = self.solver.address(UNKNOWN, Offsets::ANY);
            self.solver.store(place, 1, unknown);
        }
    }

    /// A parameter points to the first of an array of strings.
    fn store_strings(&mut self, id: ObjectId, strings: Strings) {
        let parameter = self.number(Location::Variable(id));
        let array = self.number(Location::Strings(strings));
        let text = self.number(Location::Text(strings));
        let size = u64::from(self.unit.types.pointer_width() / 8);
        let first = Offsets::exactly(0);
        let array_start = self.solver.address(array, first);
        let any_text = self.solver.address(text, Offsets::ANY);
        let mut store = |location, at, what| {
            let place = self.solver.address(location, at);
            self.solver.store(place, size, what);
        };
        store(parameter, first, array_start);
        store(array, first.spread(size), any_text);
    }

    /// Does the type have a pointer in it?
    pub(in crate::lower::memory) fn may_hold_pointer(&self, ty: TypeId) -> bool {
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
        // Whoever reads or writes the bytes of a function, does nothing.
        let has_contents = !matches!(location, Location::Function(_) | Location::Label);
        let n = self.solver.location(has_contents);
        self.locations.push(location);
        self.numbers.insert(location, n);
        if let Location::Variable(id) = location {
            self.to_initialise.push_back(id);
        }
        n
    }

    fn reach(&mut self, f: FunctionId) {
        if self.reached.insert(f) {
            self.to_walk.push_back(f);
        }
    }

    /// May a run get to a function?
    pub(in crate::lower) fn is_reached(&self, f: FunctionId) -> bool {
        self.reached.contains(&f)
    }

    /// Walk what can be reached, as far as that is known.
    fn walk(&mut self) {
        let unit = self.unit;
        loop {
            if let Some(id) = self.to_initialise.pop_front() {
                let object = unit.object(id);
                if object.storage == Storage::Extern {
                    self.store_unknown(id);
                }
                if let (Storage::Static, Some(init)) = (object.storage, &object.init) {
                    self.initialise(id, init);
                }
            } else if let Some(id) = self.to_walk.pop_front() {
                if let Some(body) = &unit.function(id).body {
                    self.current = Some(id);
                    // A label may be the head of a loop.
                    self.loops = u32::from(!body.labels.is_empty());
                    for &param in &body.params {
                        self.owners.insert(param, id);
                    }
                    self.stmts(&body.stmts, id);
                    self.current = None;
                }
            } else {
                return;
            }
        }
    }

    /// What accesses through pointers say about locations.
    fn note_accesses(&mut self) {
        for &(pointer, ty, is_direct) in &self.accesses {
            let set = self.solver.set(pointer);
            let view = self.views.entry(ty).or_insert(SetId::EMPTY);
            *view = self.solver.join(*view, set);
            if !is_direct {
                self.accessed = self.solver.join(self.accessed, set);
            }
        }
        for &(pointer, stays) in &self.reallocated {
            let set = self.solver.set(pointer);
            self.accessed = self.solver.join(self.accessed, set);
            for (n, _) in self.solver.members(set) {
                if stays && let Location::Allocation(site) = self.locations[n] {
                    self.resized.insert(site);
                }
            }
        }
    }

    fn initialise(&mut self, id: ObjectId, init: &'a Init) {
        let n = self.number(Location::Variable(id));
        match init {
            Init::Value(value) => {
                let start = self.solver.address(n, Offsets::exactly(0));
                self.assign(start, value);
            }
            Init::Parts(parts) => {
                for part in parts {
                    let offset = i64::try_from(part.offset / 8).unwrap_or(i64::MAX);
                    let mut offsets = Offsets::exactly(offset);
                    for repeat in &part.repeats {
                        offsets = offsets.spread(repeat.stride / 8);
                    }
                    let place = self.solver.address(n, offsets);
                    self.assign(place, &part.value);
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
            Stmt::Expr(e) | Stmt::Cleanup(e) | Stmt::ComputedGoto(_, e, _) => {
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
                let result = self.result_of(function);
                self.solver.include(set, result);
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

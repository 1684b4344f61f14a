//! What functions do with global variables, by the text alone: which parts they read, write, or take the address of.
//!
//! A part is a path of members and elements. All elements of an array are one, and a union is one whatever member
//! is named: writing one writes all. A part whose address is taken counts as written, because nobody looks where
//! the pointer goes.

use std::collections::{BTreeMap, BTreeSet};

use crate::lower::walk::{Visitor, operands, values, visit};
use crate::sema::hir::{Expr, ExprKind, FunctionId, Init, ObjectId, Range, Storage, Unit};
use crate::sema::types::{RecordId, RecordKind};

/// One step into an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A member, by position.
    Member(RecordId, usize),
    /// One element; none: any.
    Element(Option<u64>),
}

/// Is one of the parts inside of the other one, or may it be?
pub(super) fn overlap(a: &[Part], b: &[Part]) -> bool {
    a.iter().zip(b).all(|(a, b)| match (a, b) {
        (Part::Element(a), Part::Element(b)) => a.is_none() || b.is_none() || a == b,
        _ => a == b,
    })
}

/// Is all of `inner` in `outer`?
pub(super) fn covers(outer: &[Part], inner: &[Part]) -> bool {
    let is_in = |(outer, inner): (&Part, &Part)| outer == inner || *outer == Part::Element(None);
    outer.len() <= inner.len() && outer.iter().zip(inner).all(is_in)
}

/// A part of a variable, and the first place where something is done with it.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) path: Vec<Part>,
    pub(super) range: Range,
}

/// What is done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Read,
    Write,
    Address,
}

/// What is done with the parts of one variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    pub(super) reads: Vec<Access>,
    pub(super) writes: Vec<Access>,
    pub(super) addresses: Vec<Access>,
}

/// What some functions, and all that their calls may lead to, do with global variables.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    pub(super) uses: BTreeMap<ObjectId, Uses>,
    /// The functions without a body that are called, and where first.
    pub(super) foreign: BTreeMap<FunctionId, Range>,
    /// Does something read through a pointer?
    pub(super) reads_pointers: bool,
}

/// What the functions do.
pub(super) fn accesses(unit: &Unit, roots: &[FunctionId]) -> Accesses {
    let mut walk = Walk {
        unit,
        found: Accesses::default(),
        functions: roots.iter().copied().collect(),
        todo: roots.to_vec(),
        objects: BTreeSet::new(),
    };
    while let Some(f) = walk.todo.pop() {
        if let Some(body) = &unit.function(f).body {
            visit(unit, &body.stmts, &mut walk);
        }
    }
    walk.found
}

struct Walk<'a> {
    unit: &'a Unit,
    found: Accesses,
    functions: BTreeSet<FunctionId>,
    todo: Vec<FunctionId>,
    /// Those that are mentioned: what their first values mention is reachable, too.
    objects: BTreeSet<ObjectId>,
}

impl<'a> Visitor<'a> for Walk<'a> {
    fn full(&mut self, e: &'a Expr) {
        self.value(e);
    }

    fn initialiser(&mut self, _: ObjectId, init: &'a Init) {
        for value in values(init) {
            self.value(value);
        }
    }
}

impl<'a> Walk<'a> {
    fn reach(&mut self, f: FunctionId, range: Range) {
        if self.unit.function(f).body.is_none() {
            self.found.foreign.entry(f).or_insert(range);
        } else if self.functions.insert(f) {
            self.todo.push(f);
        }
    }

    fn value(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Object(_) | ExprKind::Deref(..) => self.place(e, &[Use::Read]),
            ExprKind::Load(place) => self.place(place, &[Use::Read]),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                self.place(place, &[Use::Address]);
            }
            ExprKind::Assign(place, value) => {
                self.place(place, &[Use::Write]);
                self.value(value);
            }
            ExprKind::CompoundAssign(_, place, value) => {
                self.place(place, &[Use::Read, Use::Write]);
                self.value(value);
            }
            ExprKind::Step(_, place, _) => self.place(place, &[Use::Read, Use::Write]),
            ExprKind::Call(f, args) => {
                self.reach(*f, e.range);
                for arg in args {
                    self.value(arg);
                }
            }
            ExprKind::Function(f) => self.reach(*f, e.range),
            ExprKind::Member(..) => self.place(e, &[Use::Read]),
            ExprKind::Statement(stmts, value) => {
                visit(self.unit, stmts, self);
                if let Some(value) = value {
                    self.value(value);
                }
            }
            _ => {
                for operand in operands(e) {
                    self.value(operand);
                }
            }
        }
    }

    fn place(&mut self, e: &'a Expr, uses: &[Use]) {
        let Some((id, path)) = self.path(e) else {
            self.found.reads_pointers |= uses.contains(&Use::Read);
            return;
        };
        let object = self.unit.object(id);
        if !matches!(object.storage, Storage::Static | Storage::Extern) {
            return;
        }
        for one in uses {
            let of = self.found.uses.entry(id).or_default();
            let known = match one {
                Use::Read => &mut of.reads,
                Use::Write => &mut of.writes,
                Use::Address => &mut of.addresses,
            };
            if !known.iter().any(|access| access.path == path) {
                let (path, range) = (path.clone(), e.range);
                known.push(Access { path, range });
            }
        }
        if self.objects.insert(id)
            && let Some(init) = &object.init
        {
            for value in values(init) {
                self.value(value);
            }
        }
    }

    /// The part of a variable that a place is, if the text says so; what else is evaluated is looked at.
    fn path(&mut self, e: &'a Expr) -> Option<(ObjectId, Vec<Part>)> {
        match &e.kind {
            ExprKind::Object(id) => Some((*id, Vec::new())),
            ExprKind::Member(record, id, position) => {
                let (object, mut path) = self.path(record)?;
                let is_whole = self.is_union_inside(object, &path);
                if !is_whole && self.unit.types.record(*id).kind == RecordKind::Struct {
                    path.push(Part::Member(*id, *position));
                }
                Some((object, path))
            }
            ExprKind::Deref(pointer, _) => match &pointer.kind {
                ExprKind::AddressOf(place) => self.path(place),
                ExprKind::Decay(array) => self.element(array),
                ExprKind::PointerAdd(array, index, ..) => {
                    self.value(index);
                    match &array.kind {
                        ExprKind::Decay(array) => self.element(array),
                        _ => {
                            self.value(array);
                            None
                        }
                    }
                }
                _ => {
                    self.value(pointer);
                    None
                }
            },
            // A member of a result, a literal, a choice: no variable, but something is evaluated.
            _ => {
                self.value(e);
                None
            }
        }
    }

    fn element(&mut self, array: &'a Expr) -> Option<(ObjectId, Vec<Part>)> {
        let (object, mut path) = self.path(array)?;
        if !self.is_union_inside(object, &path) {
            path.push(Part::Element(None));
        }
        Some((object, path))
    }

    /// Does the path end in a union, so that nothing inside of it is told apart?
    fn is_union_inside(&self, object: ObjectId, path: &[Part]) -> bool {
        let types = &self.unit.types;
        let mut ty = self.unit.object(object).ty.ty;
        for part in path {
            let Some(inner) = super::place::step(types, ty, part) else {
                return true;
            };
            ty = inner.ty;
        }
        matches!(types.get(ty), crate::sema::types::Type::Record(id)
            if types.record(*id).kind == RecordKind::Union)
    }
}

//! Questions about the result.

use rustc_hash::FxHashMap;

use super::super::location::{Location, Target};
use super::super::offsets::Offsets;
use super::solver::{NodeId, SetId};
use super::{PointsTo, Site};
use crate::sema::hir::{Expr, FunctionId, ObjectId, Range, Storage};
use crate::sema::types::TypeId;

impl<'a> PointsTo<'a> {
    /// The addresses of a node. Expressions that nobody has asked for before may have made new ones.
    fn solution(&mut self, node: NodeId) -> SetId {
        let size = (
            self.accesses.len(),
            self.reallocated.len(),
            self.calls.len(),
        );
        if !self.solver.is_solved()
            || !self.to_walk.is_empty()
            || !self.to_initialise.is_empty()
            || self.noted != Some(size)
        {
            self.complete();
        }
        self.solver.set(node)
    }

    /// The set of addresses that the value of an expression may be. Until something else is asked
    /// for the first time, equal sets have equal numbers.
    pub(in crate::lower) fn value_set(&mut self, e: &'a Expr) -> SetId {
        let node = self.value(e);
        self.solution(node)
    }

    /// The same for the addresses of a place.
    pub(in crate::lower) fn place_set(&mut self, place: &'a Expr) -> SetId {
        let node = self.place(place);
        self.solution(node)
    }

    /// How many locations the value of an expression may be the address of.
    pub(in crate::lower) fn count(&mut self, e: &'a Expr) -> usize {
        let set = self.value_set(e);
        self.solver.len(set)
    }

    /// The locations of a set.
    pub(in crate::lower) fn members(&self, set: SetId) -> impl Iterator<Item = Location> + '_ {
        let members = self.solver.members(set);
        members.map(|(n, _)| self.locations[n])
    }

    /// The locations of both sets.
    pub(in crate::lower) fn common(&self, a: SetId, b: SetId) -> Vec<Location> {
        let members = self.solver.members(a);
        let common = members.filter(|&(n, _)| self.solver.contains(b, n));
        common.map(|(n, _)| self.locations[n]).collect()
    }

    /// What the value of an expression may be the address of.
    pub(in crate::lower) fn targets(&mut self, e: &'a Expr) -> Vec<Location> {
        let set = self.value_set(e);
        self.members(set).collect()
    }

    /// The same, and where in them.
    pub(in crate::lower) fn exact_targets(&mut self, e: &'a Expr) -> Vec<Target> {
        let set = self.value_set(e);
        let target = |(n, offsets): (usize, Offsets)| Target {
            location: self.locations[n],
            offsets,
        };
        self.solver.members(set).map(target).collect()
    }

    /// May the value of an expression be the address of a label, or made of one?
    pub(in crate::lower) fn may_be_label(&mut self, e: &'a Expr) -> bool {
        match self.numbers.get(&Location::Label) {
            Some(&label) => {
                let set = self.value_set(e);
                self.solver.contains(set, label)
            }
            None => false,
        }
    }

    /// The function whose activation alone can see a variable.
    pub(in crate::lower) fn private_to(&self, id: ObjectId) -> Option<FunctionId> {
        let automatic = matches!(self.unit.object(id).storage, Storage::Auto | Storage::Param);
        let owner = self.owners.get(&id).copied();
        owner.filter(|_| automatic && !self.is_multiple(id))
    }

    /// What the value that is stored in a place may be the address of.
    pub(in crate::lower) fn stored(&mut self, place: &'a Expr) -> Vec<Location> {
        let places = self.place(place);
        let node = self.read(places, place.ty.ty);
        let set = self.solution(node);
        self.members(set).collect()
    }

    /// Where in a location addresses of any of `targets` may be stored, and in how many bytes.
    pub(in crate::lower::memory) fn holds(
        &self,
        location: Location,
        targets: &[Location],
    ) -> Vec<(Offsets, u64)> {
        let Some(&n) = self.numbers.get(&location) else {
            return Vec::new();
        };
        let is_one = |(number, _): (usize, Offsets)| targets.contains(&self.locations[number]);
        let cells = self.solver.stored(n).into_iter();
        let cells = cells.filter(|&(_, _, set)| self.solver.members(set).any(is_one));
        cells.map(|(at, size, _)| (at, size)).collect()
    }

    /// The locations that may hold the address of another one.
    pub(in crate::lower::memory) fn holders(&mut self, target: Location) -> Vec<Location> {
        let Some(&target) = self.numbers.get(&target) else {
            return Vec::new();
        };
        let by_set = self.holders.take().unwrap_or_else(|| self.by_contents());
        let holding = by_set.iter();
        let holding = holding.filter(|&&(set, _)| self.solver.contains(set, target));
        let mut found: Vec<usize> = holding.flat_map(|(_, all)| all).copied().collect();
        self.holders = Some(by_set);
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|n| self.locations[n]).collect()
    }

    /// The locations that hold what is in a set: there are far fewer sets than cells.
    fn by_contents(&self) -> Vec<(SetId, Vec<usize>)> {
        let mut by_set: FxHashMap<SetId, Vec<usize>> = FxHashMap::default();
        for n in 0..self.locations.len() {
            for (_, _, set) in self.solver.stored(n) {
                by_set.entry(set).or_default().push(n);
            }
        }
        by_set.into_iter().collect()
    }

    /// May an automatic variable hold the address of what a call allocates?
    pub(in crate::lower::memory) fn is_held_by_automatic(&self, site: Range) -> bool {
        let target = [Location::Allocation(site)];
        self.locations.iter().any(|&location| match location {
            Location::Variable(id) => {
                let storage = self.unit.object(id).storage;
                matches!(storage, Storage::Auto | Storage::Param)
                    && !self.holds(location, &target).is_empty()
            }
            _ => false,
        })
    }

    /// Is it accessed through a pointer whose target is not plain from the expression?
    pub(in crate::lower) fn is_accessed(&self, location: Location) -> bool {
        self.numbers
            .get(&location)
            .is_some_and(|&n| self.solver.contains(self.accessed, n))
    }

    /// The types by which a location is accessed through pointers, and where in it.
    pub(in crate::lower) fn views(&self, location: Location) -> Vec<(TypeId, Offsets)> {
        let Some(&n) = self.numbers.get(&location) else {
            return Vec::new();
        };
        let views = self.views.iter();
        views
            .filter_map(|(&ty, &set)| Some((ty, self.solver.offsets_in(set, n)?)))
            .collect()
    }

    /// All accesses through pointers.
    pub(in crate::lower::memory) fn all_views(
        &self,
    ) -> impl Iterator<Item = (Location, TypeId, Offsets)> + '_ {
        self.views.iter().flat_map(move |(&ty, &set)| {
            let members = self.solver.members(set);
            members.map(move |(n, offsets)| (self.locations[n], ty, offsets))
        })
    }

    /// Does a call fill a `_Bool` with bytes that may be neither 0 nor 1?
    pub(in crate::lower::memory) fn fills_truth(&self) -> bool {
        self.fills_truth
    }

    /// An allocating call.
    pub(in crate::lower::memory) fn site(&self, range: Range) -> Option<Site> {
        let site = self.sites.get(&range).copied()?;
        let size = site.size.filter(|_| !self.resized.contains(&range));
        Some(Site { size, ..site })
    }

    /// How many objects may exist whose sizes are not constant, if calls that may happen more than
    /// once return that many.
    pub(in crate::lower::memory) fn variable_objects(&self, most: u64) -> u64 {
        let mut count = 0;
        for &range in self.sites.keys() {
            if self.site(range).is_some_and(|site| site.size.is_none()) {
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
    pub(in crate::lower::memory) fn happens_once(&self, call: Range) -> bool {
        let callees = (call, FunctionId(0))..=(call, FunctionId(u32::MAX));
        let mut of_call = self.calls.range(callees);
        match (of_call.next(), of_call.next()) {
            (Some((_, &(caller, false))), None) => self.runs_once(caller, 0),
            _ => false,
        }
    }

    fn runs_once(&self, f: FunctionId, depth: u32) -> bool {
        if self.numbers.contains_key(&Location::Function(f)) || depth > 64 {
            return false;
        }
        match self.graph.calls_of(f) {
            [] => f == self.entry,
            [(caller, false)] => f != self.entry && self.runs_once(*caller, depth + 1),
            _ => false,
        }
    }

    /// May a variable with an address exist several times at once, because its function is
    /// recursive?
    pub(in crate::lower) fn is_multiple(&self, id: ObjectId) -> bool {
        let automatic = matches!(self.unit.object(id).storage, Storage::Auto | Storage::Param);
        automatic
            && self.is_accessed(Location::Variable(id))
            && self
                .owners
                .get(&id)
                .is_some_and(|&f| self.graph.is_recursive(f))
    }

    /// The type that the result of an allocating call is converted to.
    pub(in crate::lower) fn allocation_type(&self, range: Range) -> Option<TypeId> {
        self.allocation_types.get(&range).copied()
    }
}

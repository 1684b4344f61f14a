//! The objects of a program, their variables and their addresses.

use std::collections::BTreeMap;

use ferric3_ivl::{Reading, VarId, VarRole};
use ferric3_term::Sort;

use super::leak::Ends;
use super::location::{Location, Strings};
use super::offsets::Offsets;
use super::shape::{ArrayPart, Keeping, Leaf, Part};
use crate::lower::Lower;
use crate::lower::assumption::Assumed;
use crate::sema::hir::{FunctionId, LabelId, ObjectId, Range, Storage};
use crate::sema::types::{IntKind, QualType, Type, TypeId, Types};

/// A number of an object in [`Memory`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::lower) struct Object(usize);

/// What is stored.
#[derive(Clone, Debug)]
pub(super) struct ObjectData {
    /// What it is the object of.
    pub(super) location: Location,
    /// Name in the source.
    pub(super) name: String,
    /// Type of its elements.
    pub(super) ty: TypeId,
    /// Number of elements, if it is not just one value of the type.
    pub(super) count: Option<u64>,
    /// Size in bytes.
    pub(super) size: u64,
    /// Its parts, which do not overlap, in the order of their offsets.
    pub(super) segments: Vec<Segment>,
    /// Is it accessed through pointers only as what it is?
    pub(super) typed: bool,
    /// Is it larger than what stands for it in the program, whose size is not constant?
    pub(super) dynamic: bool,
    /// Is it constant, so that nothing may be written to it?
    pub(super) constant: bool,
    /// Its address is a multiple of this.
    align: u64,
    /// Its address, once somebody asked for it.
    pub(super) address: Option<u64>,
}

/// A part of an object with its variables.
#[derive(Clone, Debug)]
pub(super) enum Segment {
    /// A scalar.
    Cell(Leaf, VarId),
    /// An array: one variable for each column.
    Array(ArrayPart, Vec<VarId>),
}

impl Segment {
    /// First bit.
    pub(super) fn start(&self) -> u64 {
        match self {
            Segment::Cell(leaf, _) => leaf.offset,
            Segment::Array(array, _) => array.offset,
        }
    }

    /// Behind the last bit.
    pub(super) fn end(&self) -> u64 {
        match self {
            Segment::Cell(leaf, _) => leaf.offset + u64::from(leaf.width),
            Segment::Array(array, _) => array.end(),
        }
    }
}

/// All objects.
#[derive(Default)]
pub(in crate::lower) struct Memory {
    objects: Vec<ObjectData>,
    numbers: BTreeMap<Location, Object>,
    /// How many alternatives there were so far.
    pub(super) alternatives: usize,
    /// Where the next object goes.
    next_address: u64,
    /// Where the large objects start, which lie at the end of the address space.
    end_of_room: Option<u64>,
    /// Functions with addresses.
    pub(super) functions: Vec<FunctionId>,
    /// Labels with addresses.
    pub(super) labels: BTreeMap<(FunctionId, LabelId), u64>,
    /// Number of calls of allocating functions, by object.
    pub(super) counters: BTreeMap<Object, VarId>,
    /// Numbers of the strings that the program is called with.
    pub(super) strings: BTreeMap<Strings, VarId>,
    /// Extents of allocated objects, if they are of interest.
    pub(super) extents: BTreeMap<Object, VarId>,
    /// Bytes of variable-length arrays, if they are of interest.
    pub(super) lengths: BTreeMap<Object, VarId>,
    /// Which automatic variables are alive, if that is of interest.
    pub(super) alive: BTreeMap<ObjectId, VarId>,
    /// Where pointers to automatic variables of earlier times go, if that is of interest.
    graves: BTreeMap<Object, u64>,
    /// Which bits of variables have a value, if that is of interest.
    pub(super) masks: BTreeMap<VarId, VarId>,
    /// The procedures that look at memory when the program ends, if that is of interest.
    pub(in crate::lower) ends: Option<Ends>,
    /// Does padding have variables of its own? (Somebody looks at it.)
    pub(in crate::lower) keeps_padding: bool,
    /// May a `_Bool` hold anything but 0 and 1?
    pub(in crate::lower) has_odd_truth: bool,
}

/// The first address of an object.
const FIRST_ADDRESS: u64 = 0x1000_0000;
/// The address of the first label. They have as much room as the functions.
const FIRST_LABEL: u64 = 0x0800_0000;
/// The address of the first function.
const FIRST_FUNCTION: u64 = 0x0040_0000;

/// Objects with at least as much room are large.
const LARGE: u64 = 1 << 24;

/// Behind the last address of an object, for pointers of a width.
fn address_space(width: u32) -> u64 {
    1 << width.min(47)
}

/// The address of a function by its number.
pub(super) fn address_of_function(position: usize) -> u64 {
    FIRST_FUNCTION + 16 * position as u64
}

impl Memory {
    pub(super) fn data(&self, object: Object) -> &ObjectData {
        &self.objects[object.0]
    }

    /// All locations that were needed so far, in the order in which they were.
    pub(in crate::lower) fn all(&self) -> Vec<(Location, Object)> {
        let mut all: Vec<(Location, Object)> = self.numbers.iter().map(|(&l, &o)| (l, o)).collect();
        all.sort_by_key(|&(_, object)| object);
        all
    }

    /// The object of a location, if it was needed so far.
    pub(in crate::lower) fn find(&self, location: Location) -> Option<Object> {
        self.numbers.get(&location).copied()
    }

    /// The variables that count allocations, and those about lifetimes. They start with 0.
    pub(in crate::lower) fn counters(&self) -> Vec<VarId> {
        let lifetimes = self.extents.values().chain(self.alive.values());
        let mut counters: Vec<VarId> = self.counters.values().chain(lifetimes).copied().collect();
        counters.sort_unstable();
        counters
    }

    /// The variable that says which bits of another one have a value.
    pub(in crate::lower) fn mask(&self, var: VarId) -> Option<VarId> {
        self.masks.get(&var).copied()
    }

    /// The variables of an object.
    pub(in crate::lower) fn variables(&self, object: Object) -> Vec<VarId> {
        let segments = &self.data(object).segments;
        let variables = segments.iter().flat_map(|segment| match segment {
            Segment::Cell(_, var) => std::slice::from_ref(var),
            Segment::Array(_, vars) => vars,
        });
        variables.copied().collect()
    }

    /// The address of an object. Objects start at multiples of a power of two that is greater
    /// than their size, so that the upper bits of an address tell the object, the lower ones the
    /// offset, and no address is that of one object and the end of another.
    pub(super) fn address(&mut self, object: Object, width: u32) -> u64 {
        if let Some(address) = self.data(object).address {
            return address;
        }
        let address = self.new_room(object, width);
        self.objects[object.0].address = Some(address);
        address
    }

    /// The address of a room of the same size that nothing is in.
    pub(super) fn grave(&mut self, object: Object, width: u32) -> u64 {
        if let Some(&grave) = self.graves.get(&object) {
            return grave;
        }
        let grave = self.new_room(object, width);
        self.graves.insert(object, grave);
        grave
    }

    /// Room for an object.
    fn new_room(&mut self, object: Object, width: u32) -> u64 {
        let ObjectData { size, align, .. } = *self.data(object);
        let room = (size + 1).next_power_of_two().max(16);
        if room < LARGE {
            let from = self.next_address.max(FIRST_ADDRESS);
            let address = from.next_multiple_of(room.max(align));
            self.next_address = address + room;
            return address;
        }
        let end = self.end_of_room.unwrap_or(address_space(width)) / room * room;
        let start = end.saturating_sub(room);
        self.end_of_room = Some(start);
        start
    }

    /// Do all objects fit into the address space?
    pub(in crate::lower) fn fits(&self, width: u32) -> bool {
        let end = self.end_of_room.unwrap_or(address_space(width));
        self.next_address.max(FIRST_ADDRESS) <= end
    }

    /// Number of lower bits of an address in an object that are the offset.
    pub(super) fn offset_bits(&self, object: Object) -> u32 {
        let room = (self.data(object).size + 1).next_power_of_two().max(16);
        room.trailing_zeros()
    }

    /// The address of a function.
    pub(in crate::lower) fn function_address(&mut self, f: FunctionId) -> u64 {
        let known = self.functions.iter().position(|&known| known == f);
        let position = known.unwrap_or_else(|| {
            self.functions.push(f);
            self.functions.len() - 1
        });
        address_of_function(position)
    }

    /// The address of a label.
    pub(in crate::lower) fn label_address(&mut self, f: FunctionId, label: LabelId) -> u64 {
        let next = FIRST_LABEL + 16 * self.labels.len() as u64;
        *self.labels.entry((f, label)).or_insert(next)
    }
}

impl<'a> Lower<'a> {
    /// The object of a location; none for functions, unknown locations and types that are not
    /// modelled.
    pub(in crate::lower) fn object_of(&mut self, location: Location) -> Option<Object> {
        if let Some(object) = self.memory.find(location) {
            return Some(object);
        }
        let (name, ty, count, role, range) = match location {
            Location::Unknown | Location::Function(_) | Location::Label => return None,
            Location::Variable(id) => {
                let object = self.unit.object(id);
                let name = object.name.clone();
                let escapes = self.points_to.is_accessed(location);
                let role = match object.storage {
                    Storage::Static | Storage::Extern => VarRole::Global,
                    Storage::Auto | Storage::Param if escapes => VarRole::Global,
                    Storage::Auto | Storage::Param => VarRole::Local,
                };
                if object.ty.quals.is_volatile {
                    self.assume_once(Assumed::Volatile, Some(object.range));
                }
                let fixed = self.types().fixed_part(object.stored());
                if self.points_to.is_multiple(id) {
                    let count = super::heap::MOST_ACTIVATIONS;
                    (name, object.ty.ty, Some(count), role, object.range)
                } else if fixed != object.stored() && self.types().is_complete(object.ty.ty) {
                    let count = self.elements_in_room(fixed);
                    (name, fixed, Some(count), role, object.range)
                } else {
                    (name, object.stored(), None, role, object.range)
                }
            }
            Location::Literal(range) => {
                let (ty, _) = self.points_to.literal(range)?;
                (self.text(range), ty, None, VarRole::Global, range)
            }
            Location::Strings(strings) => {
                let (name, ty, range) = self.strings_variable(strings)?;
                let count = self.most_strings();
                (name, ty, Some(count), VarRole::Global, range)
            }
            Location::Text(strings) => {
                let (name, ty, range) = self.strings_variable(strings)?;
                let element = self.types().pointee(ty)?.ty;
                let count = self.most_strings() << self.string_bits();
                (
                    format!("*{name}"),
                    element,
                    Some(count),
                    VarRole::Global,
                    range,
                )
            }
            Location::Allocation(range) => {
                let allocation = self.allocation(range)?;
                let size = self.types().size_of(allocation.ty)?.max(1);
                let count = allocation.room * allocation.objects / size;
                let ty = allocation.ty;
                let name = self.heap_name(range);
                (name, ty, Some(count), VarRole::Global, range)
            }
        };
        let object = self.new_object(location, &name, (ty, count), role, range)?;
        self.memory.numbers.insert(location, object);
        Some(object)
    }

    /// What memory is called that is allocated at a place: by its line, or by the function of the
    /// library that does it.
    pub(super) fn heap_name(&self, range: Range) -> String {
        let span = self.span(range);
        let file = &self.source.sources.files[span.file];
        if !file.name.starts_with("<library>/") {
            return format!("heap{}", span.line);
        }
        let before = self.unit.functions.iter();
        let before = before.filter(|f| f.is_library && f.range.start <= range.start);
        let function = before.max_by_key(|f| f.range.start);
        format!(
            "heap_of_{}",
            function.map_or("library", |f| f.name.as_str())
        )
    }

    fn new_object(
        &mut self,
        location: Location,
        name: &str,
        (ty, count): (TypeId, Option<u64>),
        role: VarRole,
        range: Range,
    ) -> Option<Object> {
        let types = self.types();
        let size = types.size_of(ty)?.checked_mul(count.unwrap_or(1))?;
        let views = self.points_to.views(location);
        let typed = views.iter().all(|&(view, offsets)| {
            types.size_of(view).is_none() || types.is_seen_as_it_is(ty, view, offsets)
        });
        let dynamic = match location {
            Location::Variable(id) => count.is_some() && !self.points_to.is_multiple(id),
            Location::Allocation(range) => self
                .points_to
                .site(range)
                .is_none_or(|site| site.size.is_none()),
            _ => false,
        };
        let mut segments: Vec<Segment> = Vec::new();
        let keeping = Keeping {
            typed,
            padding: !typed || self.memory.keeps_padding,
        };
        for part in types.parts(ty, count, keeping) {
            segments.push(match part {
                Part::Cell(leaf) => {
                    let var = self.cell_variable(name, &leaf, typed, role, range);
                    self.new_mask(location, &leaf, var);
                    Segment::Cell(leaf, var)
                }
                Part::Array(array) => {
                    let vars = self.array_variables(name, &array, role, range);
                    for (leaf, &var) in array.columns.iter().zip(&vars) {
                        self.new_mask(location, leaf, var);
                    }
                    Segment::Array(array, vars)
                }
            });
        }
        let object = Object(self.memory.objects.len());
        self.memory.objects.push(ObjectData {
            location,
            name: name.to_owned(),
            ty,
            count,
            size,
            segments,
            typed,
            dynamic,
            constant: match location {
                Location::Variable(id) => types.is_constant(self.unit.object(id).ty),
                Location::Literal(_) => true,
                _ => false,
            },
            align: match location {
                Location::Variable(id) => self.unit.object(id).align.next_power_of_two(),
                _ => 1,
            },
            address: None,
        });
        Some(object)
    }

    fn cell_variable(
        &mut self,
        name: &str,
        leaf: &Leaf,
        typed: bool,
        role: VarRole,
        range: Range,
    ) -> VarId {
        let name = format!("{name}{}", leaf.path);
        let (reading, type_name) = self.leaf_reading(leaf);
        // What is looked at as something else is bits.
        let sort = match leaf.ty {
            Some(ty) if typed => self.sort_of(ty, leaf.width),
            _ => Sort::BitVec(leaf.width),
        };
        let var = self.new_var_of_sort(name, sort, reading, type_name, role, range);
        self.give_face(var, leaf.width);
        var
    }

    fn leaf_reading(&self, leaf: &Leaf) -> (Reading, String) {
        match leaf.ty {
            // The stored form of an extended number has one bit more than its value.
            Some(ty) if self.types().is_extended(ty) => {
                (Reading::Unsigned, self.types().show_id(ty))
            }
            Some(ty) => (self.reading(ty), self.types().show_id(ty)),
            None => (Reading::Unsigned, "union".to_owned()),
        }
    }

    fn array_variables(
        &mut self,
        name: &str,
        array: &ArrayPart,
        role: VarRole,
        range: Range,
    ) -> Vec<VarId> {
        let index = index_width(array.count);
        let mut vars = Vec::new();
        for column in &array.columns {
            let name = format!("{name}{}[]{}", array.path, column.path);
            let (reading, type_name) = self.leaf_reading(column);
            let sort = Sort::Array {
                index,
                element: column.width,
            };
            vars.push(self.new_var_of_sort(name, sort, reading, type_name, role, range));
        }
        vars
    }

    /// Does anybody look at padding? Then it is copied with what is around it.
    pub(in crate::lower) fn padding_is_seen(&self) -> bool {
        let types = self.types();
        let in_union = |object: &crate::sema::hir::Object| types.has_padded_union(object.stored());
        let seen = |(location, view, offsets): (Location, TypeId, Offsets)| {
            self.type_of_location(location).is_some_and(|ty| {
                (types.has_padding(ty) || types.has_padding(view))
                    && !types.is_seen_as_it_is(ty, view, offsets)
            })
        };
        self.points_to.all_views().any(seen) || self.unit.objects.iter().any(in_union)
    }

    /// The type of what the program defines or allocates, or of its elements.
    pub(super) fn type_of_location(&self, location: Location) -> Option<TypeId> {
        match location {
            Location::Variable(id) => Some(self.types().fixed_part(self.unit.object(id).stored())),
            Location::Allocation(range) => Some(self.allocation(range)?.ty),
            Location::Literal(_) => Some(Types::int(IntKind::Char)),
            Location::Unknown
            | Location::Function(_)
            | Location::Label
            | Location::Strings(_)
            | Location::Text(_) => None,
        }
    }

    /// The address of an object.
    pub(super) fn address_of_object(&mut self, object: Object) -> u64 {
        let width = self.types().pointer_width();
        self.memory.address(object, width)
    }

    /// Is the value of a type one bit-vector?
    pub(in crate::lower) fn value_width(&self, ty: TypeId) -> Option<u32> {
        self.types().value_width(ty)
    }
}

impl Types {
    /// Are objects of a type constant?
    fn is_constant(&self, ty: QualType) -> bool {
        match self.get(ty.ty) {
            Type::Array(element, _) => ty.quals.is_const || self.is_constant(*element),
            _ => ty.quals.is_const,
        }
    }

    /// Is the value of a type one bit-vector?
    pub(super) fn value_width(&self, ty: TypeId) -> Option<u32> {
        match self.get(ty) {
            Type::Record(_) => {
                let bits = self.size_of(ty)?.checked_mul(8)?;
                u32::try_from(bits)
                    .ok()
                    .filter(|&bits| bits > 0 && bits <= MOST_BITS)
            }
            _ => self
                .float_format(ty)
                .map(ferric3_term::FloatFormat::width)
                .or_else(|| self.scalar_width(ty)),
        }
    }
}

/// Records with more bits are not passed around as one value.
const MOST_BITS: u32 = 1 << 16;

/// Width of an index into an array of `count` elements.
pub(super) fn index_width(count: u64) -> u32 {
    u64::BITS - count.saturating_sub(1).max(1).leading_zeros()
}

//! What people call the addresses and the elements of objects.

use ferric3_ivl::{Elements, NamedObject, ObjectPart, VarId};

use super::location::Location;
use super::object::{Segment, address_of_function};
use super::shape::{ArrayPart, Leaf};
use crate::lower::Lower;
use crate::lower::start::STREAMS;

impl Lower<'_> {
    /// The objects that have an address, or elements.
    pub(in crate::lower) fn named_objects(&self) -> Vec<NamedObject> {
        let mut named = Vec::new();
        for (location, object) in self.memory.all() {
            let data = self.memory.data(object);
            let is_array = |segment: &Segment| matches!(segment, Segment::Array(..));
            let is_strings = matches!(location, Location::Strings(_) | Location::Text(_));
            if is_strings || (data.address.is_none() && !data.segments.iter().any(is_array)) {
                continue;
            }
            let mut parts = Vec::new();
            for segment in &data.segments {
                match segment {
                    Segment::Cell(leaf, var) => parts.extend(self.named_cell(leaf, *var)),
                    Segment::Array(array, vars) => {
                        let columns = array.columns.iter().zip(vars);
                        parts.extend(
                            columns.map(|(leaf, &var)| self.named_column(array, leaf, var)),
                        );
                    }
                }
            }
            named.push(NamedObject {
                name: data.name.clone(),
                address: data.address,
                size: data.size,
                parts,
            });
        }
        let functions = self.memory.functions.iter().enumerate();
        named.extend(functions.map(|(position, &f)| NamedObject {
            name: self.unit.function(f).name.clone(),
            address: Some(address_of_function(position)),
            size: 0,
            parts: Vec::new(),
        }));
        let labels = self.memory.labels.iter();
        named.extend(labels.map(|(&(f, label), &address)| {
            let body = self.unit.function(f).body.as_ref();
            let name = body.and_then(|body| body.labels.get(label.0 as usize));
            NamedObject {
                name: format!("&{}", name.map_or("", |name| name)),
                address: Some(address),
                size: 0,
                parts: Vec::new(),
            }
        }));
        // What a stream points to has no variables, only a name.
        named.extend(STREAMS.iter().map(|&(name, address)| NamedObject {
            name: format!("*{name}"),
            address: Some(address),
            size: 0,
            parts: Vec::new(),
        }));
        named
    }

    /// A scalar; none for bit-fields, which have no address.
    fn named_cell(&self, leaf: &Leaf, var: VarId) -> Option<ObjectPart> {
        let var = &self.program.vars[var];
        (leaf.offset.is_multiple_of(8) && leaf.width.is_multiple_of(8)).then(|| ObjectPart {
            symbol: var.symbol,
            offset: leaf.offset / 8,
            path: leaf.path.clone(),
            type_name: var.type_name.clone(),
            elements: None,
        })
    }

    /// The same scalar of all elements of an array.
    fn named_column(&self, array: &ArrayPart, leaf: &Leaf, var: VarId) -> ObjectPart {
        let (stride, lengths) = &array.rows;
        let var = &self.program.vars[var];
        ObjectPart {
            symbol: var.symbol,
            offset: (array.offset + leaf.offset) / 8,
            path: array.path.clone(),
            type_name: var.type_name.clone(),
            elements: Some(Elements {
                count: array.count * array.stride / (*stride).max(1),
                stride: stride / 8,
                lengths: lengths.clone(),
                suffix: leaf.path.clone(),
                unit: array.stride / 8,
            }),
        }
    }
}

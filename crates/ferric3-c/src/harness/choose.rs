//! Which parts of global variables are inputs if nobody says so: what the unit reads and nobody writes.

use super::access::{Access, Part, Uses, overlap};
use super::place::step;
use crate::sema::types::{Quals, RecordKind, Type, TypeId, Types};

/// The greatest parts of a variable that are read and not written, as paths.
pub(super) fn unwritten(types: &Types, ty: TypeId, uses: &Uses) -> Vec<Vec<Part>> {
    let mut found = Vec::new();
    walk(types, ty, uses, &mut Vec::new(), &mut found);
    found
}

fn walk(types: &Types, ty: TypeId, uses: &Uses, path: &mut Vec<Part>, found: &mut Vec<Vec<Part>>) {
    let touches = |access: &&Access| overlap(&access.path, path);
    let covers = |access: &Access| access.path.len() <= path.len();
    let mut reads = uses.reads.iter().filter(touches).peekable();
    if reads.peek().is_none() {
        return;
    }
    let is_read_whole = reads.any(covers);
    let writes = uses.writes.iter().chain(&uses.addresses).filter(touches);
    let writes: Vec<&Access> = writes.collect();
    if writes.iter().any(|access| covers(access)) {
        return;
    }
    let is_written = !writes.is_empty();
    let parts: Vec<Part> = match types.get(ty) {
        Type::Record(id) if types.record(*id).kind == RecordKind::Struct => {
            let fields = types.record(*id).fields.iter().flatten().enumerate();
            let open = fields.filter(|(_, field)| !quals(types, field.ty).is_const);
            open.map(|(i, _)| Part::Member(*id, i)).collect()
        }
        Type::Array(..) => vec![Part::Element(None)],
        _ => Vec::new(),
    };
    if !is_written && (is_read_whole || parts.is_empty()) {
        found.push(path.clone());
        return;
    }
    for part in parts {
        let Some(inner) = step(types, ty, &part) else {
            continue;
        };
        path.push(part);
        walk(types, inner.ty, uses, path, found);
        path.pop();
    }
}

/// The qualifiers of an object, or of the elements of an array.
pub(super) fn quals(types: &Types, ty: crate::sema::types::QualType) -> Quals {
    let mut ty = ty;
    let mut quals = ty.quals;
    while let Type::Array(element, _) = types.get(ty.ty) {
        ty = *element;
        quals = quals.union(ty.quals);
    }
    quals
}
